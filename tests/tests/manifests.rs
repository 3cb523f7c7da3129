//! Texts that users have open, and run: streams, CronJobs, Helm hooks, Jobs of queueing controllers, lists of clusters.
//! Where a release cannot have them, each error names a field.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fs;
use std::path::Path;

use jobscope_core::api::{Hint, ManifestObject, Manifests, PatchType, Release, RestartPolicy};
use jobscope_core::timeline::{OpenedText, SavedSession, Timeline};
use jobscope_core::world::{Action, Outcome, OutcomeRule, World};

/// Most steps until a session is at rest.
const MOST_STEPS: usize = 500;

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// A session in which a text was applied and all pods succeed.
fn run(text: &str, release: Release) -> Timeline {
    assert_eq!(OpenedText::read(text), Ok(OpenedText::Manifests(text.to_owned())));
    let manifests = Manifests::parse(text, release).unwrap();
    let mut timeline = Timeline::new(World::new(release));
    let rules = vec![OutcomeRule { outcome: Outcome::Succeed, run_ms: 1_000, ..OutcomeRule::default() }];
    timeline.apply(&Action::SetOutcomes { rules }).unwrap();
    for action in Action::from_manifests(&manifests) {
        timeline.apply(&action).unwrap();
    }
    let jobs = manifests.jobs().count();
    while timeline.steps().len() < MOST_STEPS && finished(&timeline).len() < jobs && timeline.step_over() {}
    timeline
}

/// The Jobs that are finished, by name.
fn finished(timeline: &Timeline) -> Vec<String> {
    let over = timeline.world().stored_jobs().filter(|job| job.status.finished().is_some());
    over.map(|job| job.metadata.name().to_owned()).collect()
}

/// The fields that a release complains about, and that each complaint has its place in the text.
fn complaints(text: &str, release: Release) -> Vec<String> {
    let errors = Manifests::parse(text, release).err().unwrap_or_default();
    for error in &errors {
        let line = text.lines().nth(error.line as usize - 1).unwrap_or_default();
        let field = error.path.rsplit('.').next().unwrap().split('[').next().unwrap();
        assert!(line.contains(field), "{release}: {error} is not in {line:?}");
    }
    errors.into_iter().map(|error| error.path).collect()
}

#[test]
fn a_stream_applies_its_jobs_in_order() {
    let text = file("manifests/stream.yaml");
    let manifests = Manifests::parse(&text, Release::V1_36).unwrap();
    let ignored: Vec<_> = manifests.ignored.iter().map(ToString::to_string).collect();
    assert_eq!(ignored, ["ServiceAccount shop", "ConfigMap shop-settings", "Service shop"]);
    let timeline = run(&text, Release::V1_36);
    assert_eq!(finished(&timeline), ["migrate", "report"]);
    for release in [Release::V1_11, Release::V1_22, Release::V1_28] {
        let expected = match release {
            Release::V1_11 => vec!["spec.completionMode", "spec.successPolicy"],
            _ => vec!["spec.successPolicy"],
        };
        assert_eq!(complaints(&text, release), expected, "{release}");
    }
    // The whole text is one `apply` of the file.
    let saved = SavedSession::of(&timeline, &text);
    assert_eq!(saved.to_file().matches("- apply\n").count(), 1);
    assert!(!saved.to_file().contains("applyJob"));
    let again = SavedSession::from_file(&saved.to_file()).unwrap().replay().unwrap();
    assert_eq!((again.world(), again.steps().len()), (timeline.world(), timeline.steps().len()));
}

#[test]
fn a_native_sidecar_has_probes_and_a_hook() {
    let text = file("manifests/sidecar.yaml");
    assert_eq!(finished(&run(&text, Release::V1_36)), ["train"]);
    for release in [Release::V1_11, Release::V1_22, Release::V1_28] {
        let complaints = complaints(&text, release);
        let of_sidecar = |path: &String| path.starts_with("spec.template.spec.initContainers[0].");
        assert!(!complaints.is_empty() && complaints.iter().all(of_sidecar), "{release}: {complaints:?}");
    }
}

#[test]
fn a_cron_job_gives_a_job() {
    let text = file("manifests/cron-job.yaml");
    let manifests = Manifests::parse(&text, Release::V1_36).unwrap();
    let manifest = manifests.jobs().next().unwrap();
    assert_eq!(manifest.cron_job.as_ref().unwrap().as_str(), "nightly");
    let timeline = run(&text, Release::V1_36);
    assert_eq!(finished(&timeline), ["nightly-manual"]);
    let job = timeline.world().stored_jobs().next().unwrap();
    let metadata = &job.metadata;
    assert_eq!(metadata.annotations.get("cronjob.kubernetes.io/instantiate"), Some("manual"));
    assert_eq!(metadata.annotations.get("owner"), Some("ops@example.org"));
    assert_eq!((metadata.labels.get("run"), metadata.labels.get("team")), (Some("nightly"), None));
    let owner = &metadata.owner_references[0];
    assert_eq!((owner.kind.as_str(), owner.name.as_str(), owner.controller), ("CronJob", "nightly", Some(true)));
    assert_eq!(metadata.namespace.as_ref().unwrap().as_str(), "ops");
    assert_eq!(complaints(&text, Release::V1_11), ["apiVersion"]);
    for release in [Release::V1_22, Release::V1_28] {
        assert_eq!(finished(&run(&text, release)), ["nightly-manual"], "{release}");
    }
    let misspelt = text.replace("restartPolicy: OnFailure", "restartPolicy: Always");
    assert_eq!(complaints(&misspelt, Release::V1_36), ["spec.jobTemplate.spec.template.spec.restartPolicy"]);
}

#[test]
fn a_finished_job_of_an_older_release_opens_with_its_pods() {
    let text = file("cluster/finished-v1.25.yaml");
    let Ok(OpenedText::Cluster(state)) = OpenedText::read(&text) else { unreachable!("it is of a cluster") };
    assert_eq!(state.releases().next(), Some(Release::default()));
    for release in state.releases() {
        let mut timeline = state.session(release).unwrap().replay().unwrap();
        while timeline.steps().len() < MOST_STEPS && timeline.step_over() {}
        assert_eq!(finished(&timeline), ["import"], "{release}");
        assert_eq!(timeline.world().stored_pods().len(), 2, "{release}");
    }
    assert!(state.fits(Release::V1_28).is_ok());
    let later = |release| state.fits(release).unwrap_err().evidence.into_iter().map(|evidence| evidence.path);
    assert_eq!(later(Release::V1_22).collect::<Vec<_>>(), ["items[0].status.ready"]);
    assert!(later(Release::V1_11).any(|path| path == "items[0].spec.completionMode"));
}

#[test]
fn a_job_of_a_queueing_controller_waits_until_it_is_resumed() {
    let text = file("manifests/queued.yaml");
    let mut timeline = run(&text, Release::V1_36);
    assert_eq!((finished(&timeline).len(), timeline.world().stored_pods().len()), (0, 0));
    let patch = serde_json::json!({"spec": {"suspend": false}});
    timeline.apply(&Action::PatchJob { name: "fine-tune".into(), r#type: PatchType::default(), patch }).unwrap();
    while timeline.steps().len() < MOST_STEPS && timeline.step_over() {}
    assert_eq!(timeline.world().stored_pods().len(), 2);
    let complain = |release| complaints(&text, release);
    assert!(complain(Release::V1_11).contains(&"spec.suspend".to_owned()));
    for release in [Release::V1_11, Release::V1_22] {
        let complaints = complain(release);
        for field in ["schedulingGates", "resourceClaims"] {
            assert!(complaints.contains(&format!("spec.template.spec.{field}")), "{release}: {complaints:?}");
        }
    }
    // v1.28 has claims, but not yet the field that names a template; the fields behind gates that are off are dropped.
    let template = "spec.template.spec.resourceClaims[0].resourceClaimTemplateName";
    assert_eq!(complain(Release::V1_28), [template]);
}

#[test]
fn a_helm_hook_keeps_its_annotations() {
    let text = file("manifests/helm-hook.yaml");
    let timeline = run(&text, Release::V1_36);
    assert_eq!(finished(&timeline), ["shop-migrate"]);
    let job = timeline.world().stored_jobs().next().unwrap();
    assert_eq!(job.metadata.annotations.get("helm.sh/hook"), Some("pre-upgrade,pre-install"));
    assert_eq!(job.metadata.annotations.get("helm.sh/hook-weight"), Some("-5"));
    for release in [Release::V1_11, Release::V1_22] {
        assert_eq!(complaints(&text, release), ["spec.podReplacementPolicy"], "{release}");
    }
    let template = text.replace("\"shop-migrate\"", "{{ .Release.Name }}-migrate");
    let errors = Manifests::parse(&template, Release::V1_36).unwrap_err();
    assert_eq!(errors[0].hint, Some(Hint::HelmTemplate));
}

#[test]
fn line_ends_of_windows_anchors_and_a_long_script_are_read() {
    let text = file("manifests/anchors.yaml").replace('\n', "\r\n");
    let manifests = Manifests::parse(&text, Release::V1_36).unwrap();
    let job = &manifests.jobs().next().unwrap().document;
    let containers = &job["spec"]["template"]["spec"]["containers"];
    let script = containers[0]["args"][0].as_str().unwrap();
    assert_eq!((script.lines().count(), script.contains('\r')), (200, false));
    assert_eq!(
        (&containers[0]["image"], &containers[0]["name"]),
        (&"registry.example/tool:1".into(), &"script".into())
    );
    assert_eq!(job["spec"]["template"]["metadata"]["labels"]["tier"], "batch");
    assert_eq!(finished(&run(&text, Release::V1_36)), ["scripted"]);
    assert_eq!(complaints(&text, Release::V1_11), ["spec.suspend"]);
}

#[test]
fn quotas_and_pods_of_a_stream_count() {
    let job = "---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec:\n  parallelism: 3\n  completions: 3\n  \
               template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}\n";
    let quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: few}\nspec: {hard: {pods: \"2\", cpu: \"4\"}}\n";
    let pod = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: alone, labels: {a: b}}\nspec: {restartPolicy: Never, \
               containers: [{name: c, image: i}]}\n";
    let text = [quota, pod, job].concat();
    for release in Release::ALL {
        let manifests = Manifests::parse(&text, release).unwrap();
        assert!(matches!(manifests.objects[0], ManifestObject::Quota(_)));
        let mut timeline = Timeline::new(World::new(release));
        timeline.apply(&Action::SetOutcomes { rules: Vec::new() }).unwrap();
        for action in Action::from_manifests(&manifests) {
            timeline.apply(&action).unwrap();
        }
        while timeline.steps().len() < 30 && timeline.step_over() {}
        let pods: Vec<_> = timeline.world().stored_pods().map(|pod| pod.metadata.name().to_owned()).collect();
        assert_eq!((pods.len(), pods[0].as_str()), (2, "alone"), "{release}: {pods:?}");
        // Once more changes nothing.
        let before = timeline.world().stored_pods().len();
        for action in Action::from_manifests(&manifests) {
            timeline.apply(&action).unwrap();
        }
        assert_eq!(timeline.world().stored_pods().len(), before);
    }
    let always = text.replacen("restartPolicy: Never, ", "", 1);
    let Some(ManifestObject::Pod(pod)) = Manifests::parse(&always, Release::V1_36).unwrap().objects.into_iter().nth(1)
    else {
        panic!("the pod is left out")
    };
    assert_eq!(pod.spec.restart_policy, Some(RestartPolicy::Always));
    let wrong = text.replace("image: i}]}\n---", "image: \"\"}]}\n---");
    assert_eq!(complaints(&wrong, Release::V1_36), ["spec.containers[0].image"]);
}

#[test]
fn wrong_versions_and_names_lead_to_what_has_to_change() {
    let job = |head: &str| {
        format!("{head}spec: {{template: {{spec: {{restartPolicy: Never, containers: [{{name: c, image: i}}]}}}}}}\n")
    };
    for version in ["extensions/v1beta1", "batch/v1beta1", "v1"] {
        let text = job(&format!("apiVersion: {version}\nkind: Job\nmetadata: {{name: j}}\n"));
        let errors = Manifests::parse(&text, Release::V1_36).unwrap_err();
        let message = format!("no matches for kind \"Job\" in version \"{version}\"\nensure CRDs are installed first");
        assert_eq!((errors.len(), errors[0].problem.to_string()), (1, message));
        assert_eq!((errors[0].line, &errors[0].hint), (1, &Some(Hint::WriteApiVersion)));
    }
    let text = job(&format!("apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: {}\n", "a".repeat(64)));
    for release in Release::ALL {
        let errors = Manifests::parse(&text, release).unwrap_err();
        assert!(errors.iter().all(|error| error.path == "spec.template.labels" && error.line == 4), "{errors:?}");
        assert_eq!(errors[0].hint, Some(Hint::ShortenName));
    }
    let text = job("apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: pi-}\n");
    let timeline = run(&text, Release::V1_36);
    let name = timeline.world().stored_jobs().next().unwrap().metadata.name().to_owned();
    assert!(name.len() == 8 && name.starts_with("pi-"), "{name}");
    let twice = [job("apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\n"), "---\n".to_owned()].concat().repeat(2);
    let errors = Manifests::parse(&twice, Release::V1_36).unwrap_err();
    assert_eq!((errors[0].path.as_str(), errors[0].line), ("metadata.name", 8));
}
