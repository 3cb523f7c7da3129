//! Texts as users have them, and the answer to each.

use super::*;
use crate::api::Release;
use crate::timeline::Timeline;
use crate::world::World;

const JOB: &str = "apiVersion: batch/v1
kind: Job
metadata: {name: pi}
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: pi, image: perl}]
";

fn refused(text: &str) -> OpenError {
    OpenedText::read(text).unwrap_err()
}

#[test]
fn a_text_is_what_it_looks_like() {
    let saved = SavedSession::of(&Timeline::new(World::new(Release::V1_28)), JOB);
    assert_eq!(OpenedText::read(&saved.to_file()), Ok(OpenedText::Session(Box::new(saved.clone()))));
    let link = saved.to_link();
    for text in [link.clone(), format!("Look at https://example.org/jobscope/#s={link}.\n"), format!("  {link}\n")] {
        assert_eq!(OpenedText::read(&text), Ok(OpenedText::Link(Box::new(saved.clone()))), "{text}");
    }
    let list = format!("apiVersion: v1\nkind: List\nitems:\n- {}", JOB.replace('\n', "\n  "));
    let dry_run = format!("{JOB}status: {{}}\n").replace("{name: pi}", "{name: pi, creationTimestamp: null}");
    for text in [JOB, &JOB.replace('\n', "\r\n"), &format!("{JOB}---\n{JOB}"), &list, &dry_run, "kind: Job\n\tspec:\n"]
    {
        assert_eq!(OpenedText::read(text), Ok(OpenedText::Manifests(text.to_owned())), "{text}");
    }
    let stored = JOB.replace("{name: pi}", "{name: pi, uid: a}");
    assert!(matches!(OpenedText::read(&stored), Ok(OpenedText::Cluster(_))));
    assert_eq!(refused(" \r\n"), OpenError::Empty);
    assert_eq!(refused("# nothing yet\n"), OpenError::Empty);
    assert_eq!(refused("hello"), OpenError::Unknown);
    assert_eq!(refused(&link[..link.len() - 3]), OpenError::Link(LinkError::Damaged));
    assert!(matches!(refused("jobscope: 1\n"), OpenError::Session(_)));
}

#[test]
fn what_stands_in_markdown_or_a_command_is_opened() {
    let saved = SavedSession::of(&Timeline::new(World::new(Release::V1_28)), JOB);
    let stored = JOB.replace("{name: pi}", "{name: pi, uid: a}");
    for inner in [JOB, &stored, &saved.to_file()] {
        for text in [
            format!("My Job hangs:\n\n```yaml\n{inner}```\n\nWhy?\n"),
            format!("cat <<'EOF' | kubectl apply -f -\n{inner}EOF\n"),
            format!("$ kubectl get job pi -o yaml\n{inner}"),
        ] {
            assert_eq!(OpenedText::read(&text), OpenedText::read(inner), "{text}");
        }
    }
    // The manifest that is not YAML has a script with another one.
    let script = "      - args: ['-c', |\n          kubectl apply -f - <<EOF\n          kind: Job\n          EOF\n";
    let broken = format!("{JOB}{script}");
    assert_eq!(OpenedText::read(&broken), Ok(OpenedText::Manifests(broken.clone())));
}

#[test]
fn a_manifest_without_kind_and_version_is_for_the_editor() {
    for text in ["spec:\n  template: {}\n", "metadata: {name: pi}\nspec: {}\n"] {
        assert_eq!(OpenedText::read(text), Ok(OpenedText::Manifests(text.to_owned())), "{text}");
    }
    assert_eq!(refused("name: pi\n"), OpenError::Unknown);
}

#[test]
fn what_kubectl_prints_for_people_leads_to_the_command_that_prints_enough() {
    for (text, form, command) in [
        ("NAME       STATUS     COMPLETIONS   DURATION   AGE\npi   Complete   1/1   4s   5m\n", PrintedForm::Table, ""),
        ("NAME   COMPLETIONS   DURATION   AGE\npi     0/1           7s         7s\n", PrintedForm::Table, ""),
        (
            "$ kubectl get pods -A\nNAMESPACE   NAME   READY   STATUS   RESTARTS   AGE\nci   a   1/1   Running   0   1m\nci   b   0/1   Error   0   2m\n",
            PrintedForm::Table,
            " -n ci",
        ),
        ("NAMESPACE   NAME   READY   STATUS\nci   a   1/1   Running\nqa   b   0/1   Error\n", PrintedForm::Table, ""),
        (
            "LAST SEEN   TYPE     REASON             OBJECT   MESSAGE\n5s   Normal   SuccessfulCreate   job/pi   Created pod\n",
            PrintedForm::Events,
            "",
        ),
        (
            "Name:             pi\nNamespace:        batch-jobs\nSelector:         batch.kubernetes.io/controller-uid=x\n",
            PrintedForm::Description,
            " -n batch-jobs",
        ),
        ("kubectl get job,pods -o yaml", PrintedForm::Command, ""),
        ("No resources found in default namespace.\n", PrintedForm::Nothing, ""),
    ] {
        let OpenError::Printed(printed) = refused(text) else { panic!("{text}") };
        assert_eq!(printed.form, form, "{text}");
        assert_eq!(printed.command(), format!("kubectl get job,pods{command} -o yaml"));
        assert!(printed.to_string().contains(&printed.command()), "{printed}");
    }
}

#[test]
fn each_kind_of_too_little_has_its_sentence() {
    let cluster = |text: &str| match refused(text) {
        OpenError::Cluster(error) => error,
        other => panic!("{text}: {other}"),
    };
    let active = format!("{}status: {{active: 2}}\n", JOB.replace("{name: pi}", "{name: pi, uid: a, namespace: ci}"));
    let error = cluster(&active);
    assert_eq!(error.problem, ClusterProblem::WithoutPods { job: "pi".to_owned(), active: 2 });
    assert_eq!(error.command().as_deref(), Some("kubectl get job,pods -n ci -o yaml"));
    let state = ClusterState::read_with_all_pods(&active).unwrap();
    assert_eq!(state.jobs().len(), 1, "its pods are gone, which its next sync finds");
    let over = active.replace("{active: 2}", "{succeeded: 1, conditions: [{type: Complete, status: \"True\"}]}");
    assert!(OpenedText::read(&over).is_ok(), "its pods may be gone");
    let no_uid = format!("{JOB}status: {{failed: 1}}\n");
    assert_eq!((cluster(&no_uid).problem, cluster(&no_uid).path), (ClusterProblem::NoUid, "metadata".to_owned()));
    let pod = |owner: &str| {
        format!(
            "kind: Pod\napiVersion: v1\nmetadata: {{name: pi-x, uid: p, ownerReferences: [{owner}]}}\nstatus: {{phase: Running}}\n"
        )
    };
    let pods_alone = cluster(&pod("{kind: Job, name: pi}")).problem;
    assert_eq!(pods_alone, ClusterProblem::PodsAlone { pod: "pi-x".to_owned() });
    let other = cluster(&pod("{kind: ReplicaSet, name: web-1}")).problem;
    assert_eq!(
        other.to_string(),
        "pod \"pi-x\" belongs to ReplicaSet \"web-1\" and not to a Job: print a Job with its pods"
    );
    let event = "{kind: Event, apiVersion: v1, metadata: {name: a, uid: e}}";
    for events in [
        format!("kind: List\nitems: [{event}]\n"),
        format!("kind: EventList\napiVersion: v1\nitems: [{}]\n", event.replace("kind: Event, apiVersion: v1, ", "")),
    ] {
        assert_eq!(cluster(&events).problem, ClusterProblem::Events, "{events}");
    }
    let map = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a, uid: c}\n";
    assert_eq!(cluster(map).problem, ClusterProblem::NoJob);
}

#[test]
fn what_is_not_simulated_is_named_once() {
    let stored = JOB.replace("{name: pi}", "{name: pi, uid: a}");
    let map = |name: &str| format!("---\nkind: ConfigMap\napiVersion: v1\nmetadata: {{name: {name}, uid: c}}\n");
    let quota =
        "---\nkind: ResourceQuota\napiVersion: v1\nmetadata: {name: few, uid: q}\nspec: {hard: {pods: \"3\"}}\n";
    let state = ClusterState::read(&[&stored, &map("a"), &map("b"), quota].concat()).unwrap();
    assert_eq!(state.ignored.iter().map(ToString::to_string).collect::<Vec<_>>(), ["ConfigMap a, b"]);
    assert_eq!((state.left_out(), state.has_other_limits()), (vec!["ConfigMap × 2".to_owned()], false));
    let timeline = state.session(Release::V1_36).unwrap().replay();
    let world = timeline.map_err(|error| error.to_string());
    assert!(world.unwrap_err().contains("spec.selector"), "it is no Job that a server would have");
}

#[test]
fn limits_that_are_not_simulated_are_named() {
    let stored = JOB.replace("{name: pi}", "{name: pi, uid: a}");
    let state = |spec: &str| {
        let quota =
            format!("---\nkind: ResourceQuota\napiVersion: v1\nmetadata: {{name: few, uid: q}}\nspec: {{{spec}}}\n");
        ClusterState::read(&[stored.as_str(), &quota].concat()).unwrap()
    };
    let limits = |spec: &str| {
        let state = state(spec);
        assert_eq!((state.has_other_limits(), state.ignored.len()), (true, 0));
        state.left_out()
    };
    let mixed = limits("hard: {pods: \"3\", requests.cpu: 2, services: 1, requests.storage: 1Gi, hugepages-2Mi: 1Gi}");
    assert_eq!(mixed, ["ResourceQuota few (requests.cpu, hugepages-2Mi)"]);
    assert_eq!(limits("hard: {pods: 3}, scopes: [BestEffort]"), ["ResourceQuota few (pods)"]);
    let many = (0..9).map(|n| format!("requests.example.com/{n}: 1")).collect::<Vec<_>>().join(", ");
    let [many] = <[String; 1]>::try_from(limits(&format!("hard: {{{many}}}"))).unwrap();
    assert!(many.ends_with("requests.example.com/7, …)"), "{many}");
    let services = state("hard: {services: 3}");
    assert_eq!((services.left_out(), services.has_other_limits()), (vec!["ResourceQuota few".to_owned()], false));
}
