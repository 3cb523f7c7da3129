//! Manifests give a Job, or errors with positions.

use super::*;
use crate::api::{LabelSelectorOperator, Release, RestartPolicy};

/// The Job of the Kubernetes documentation.
const PI: &str = r#"apiVersion: batch/v1
kind: Job
metadata:
  name: pi
spec:
  template:
    spec:
      containers:
      - name: pi
        image: perl
        command: ["perl",  "-Mbignum=bpi", "-wle", "print bpi(2000)"]
      restartPolicy: Never
  backoffLimit: 4
"#;

fn parse(text: &str) -> Result<Job, Vec<ManifestError>> {
    Manifest::parse(text, Release::V1_11).map(|manifest| manifest.job)
}

/// Each error as text, with its hint in brackets.
fn errors(text: &str) -> Vec<String> {
    let errors = parse(text).expect_err("the manifest is wrong");
    errors
        .iter()
        .map(|error| {
            let place = format!("{}:{} {}", error.line, error.column, error.path);
            match &error.hint {
                Some(hint) => format!("{place}: {} [{hint}]", error.problem),
                None => format!("{place}: {}", error.problem),
            }
        })
        .collect()
}

/// The errors of the pi Job with the first `from` replaced by `to`.
fn errors_of_pi_with(from: &str, to: &str) -> Vec<String> {
    assert!(PI.contains(from), "{from}");
    errors(&PI.replacen(from, to, 1))
}

#[test]
fn the_pi_job_is_read_as_submitted() {
    let job = parse(PI).unwrap();
    assert_eq!(job.metadata.name(), "pi");
    assert_eq!(job.spec.backoff_limit, Some(4));
    assert_eq!(job.spec.parallelism, None);
    assert_eq!(job.spec.selector, None);
    let pod = &job.spec.template.spec;
    assert_eq!(pod.restart_policy, Some(RestartPolicy::Never));
    assert_eq!(pod.containers[0].name, "pi");
    assert_eq!(pod.containers[0].other.map()["command"][3], "print bpi(2000)");
}

#[test]
fn json_is_read_too() {
    let value = serde_json::json!({
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "pi"},
        "spec": {"template": {"spec": {"containers": [{"name": "pi", "image": "perl"}], "restartPolicy": "Never"}}},
    });
    assert!(parse(&serde_json::to_string_pretty(&value).unwrap()).is_ok());
    assert!(parse(&value.to_string()).is_ok());
}

#[test]
fn values_are_read_as_kubectl_reads_them() {
    let text = PI
        .replace("  backoffLimit: 4", "  backoffLimit: 04\n  completions: 2.0\n  manualSelector: no\n  parallelism: ~");
    let job = parse(&text).unwrap();
    assert_eq!(job.spec.backoff_limit, Some(4));
    assert_eq!(job.spec.completions, Some(2));
    assert_eq!(job.spec.manual_selector, Some(false));
    assert_eq!(job.spec.parallelism, None);
}

#[test]
fn what_only_the_server_sets_is_dropped() {
    let text = PI.replacen(
        "  name: pi\n",
        "  name: pi\n  uid: 5c9\n  creationTimestamp: null\n  selfLink: /apis/x\n  managedFields: [{manager: kubectl}]\n",
        1,
    ) + "status:\n  active: 3\n  conditions: [{}]\n";
    let job = parse(&text).unwrap();
    assert_eq!(job, parse(PI).unwrap());
    assert_eq!(
        errors_of_pi_with("  name: pi\n", "  name: pi\n  resourceVersion: \"117\"\n"),
        ["5:20 metadata.resourceVersion: resourceVersion should not be set on objects to be created \
          [remove this line: the server gives a version to what it stores]"]
    );
    assert!(parse(&PI.replacen("  name: pi\n", "  name: pi\n  resourceVersion: \"\"\n", 1)).is_ok());
}

#[test]
fn a_variable_that_no_shell_replaced_asks_for_a_value() {
    for (from, to) in [
        ("backoffLimit: 4", "backoffLimit: ${LIMIT}"),
        ("  name: pi\n", "  name: pi-$STAGE\n"),
        ("image: perl", "image: perl\n        resources: {limits: {cpu: $CPU}}"),
    ] {
        let errors = errors_of_pi_with(from, to);
        let asks = |error: &String| error.ends_with(" [write a value: no shell replaces the variable here]");
        assert!(errors.iter().all(asks), "{errors:?}");
    }
    let scripts = PI.replace("print bpi(2000)", "echo ${HOME} $1 $(date)");
    assert!(parse(&scripts).is_ok());
}

#[test]
fn the_metadata_of_the_template_stays() {
    let text = PI.replacen(
        "  template:\n",
        "  template:\n    metadata:\n      uid: 5c9\n      name: \"\"\n      resourceVersion: x\n      \
         creationTimestamp: 2020-01-01T00:00:00Z\n",
        1,
    );
    let metadata = parse(&text).unwrap().spec.template.metadata;
    assert_eq!((metadata.uid(), &metadata.name, metadata.resource_version), ("5c9", &None, None));
    assert!(metadata.creation_timestamp.is_some());
}

#[test]
fn unknown_fields_are_reported_with_what_was_meant() {
    assert_eq!(
        errors_of_pi_with("  backoffLimit: 4", "  backofLimit: 4\n  suspend: true\n  paralelism: 1\n  foo: 1\n  bar:"),
        [
            "13:3 spec.backofLimit: unknown field \"backofLimit\" in io.k8s.api.batch.v1.JobSpec [did you mean backoffLimit?]",
            "14:3 spec.suspend: unknown field \"suspend\" in io.k8s.api.batch.v1.JobSpec [v1.11 does not know it yet; it came with v1.21]",
            "15:3 spec.paralelism: unknown field \"paralelism\" in io.k8s.api.batch.v1.JobSpec [did you mean parallelism?]",
            "16:3 spec.foo: unknown field \"foo\" in io.k8s.api.batch.v1.JobSpec",
        ]
    );
    assert_eq!(
        errors_of_pi_with(
            "      restartPolicy: Never\n  backoffLimit: 4",
            "        restartPolicy: Never\n      backoffLimit: 4"
        ),
        [
            "7:5 spec.template.spec.restartPolicy: Unsupported value: \"Always\": supported values: \"OnFailure\", \"Never\" \
             [pods restart Always by default, but the pods of a Job have to end: add restartPolicy: Never (or OnFailure) here]",
            "12:9 spec.template.spec.containers[0].restartPolicy: unknown field \"restartPolicy\" in io.k8s.api.core.v1.Container \
             [v1.11 does not know it yet; it came with v1.28]",
            "13:7 spec.template.spec.backoffLimit: unknown field \"backoffLimit\" in io.k8s.api.core.v1.PodSpec \
             [backoffLimit belongs in spec: check the indentation]",
        ]
    );
}

#[test]
fn wrong_types_are_reported() {
    let spec = "  backoffLimit: \"4\"\n  parallelism: 3000000000\n  completions: 1.5\n  manualSelector: \"yes\"\n  \
                activeDeadlineSeconds: soon\n  selector: [a]";
    assert_eq!(
        errors_of_pi_with("  backoffLimit: 4", spec),
        [
            "13:17 spec.backoffLimit: invalid type for io.k8s.api.batch.v1.JobSpec.backoffLimit: got \"string\", expected \"integer\" \
             [remove the quotes: a number goes here]",
            "14:16 spec.parallelism: cannot unmarshal number 3000000000 into Go struct field JobSpec.parallelism of type int32 \
             [a whole number between -2147483648 and 2147483647 goes here]",
            "15:16 spec.completions: cannot unmarshal number 1.5 into Go struct field JobSpec.completions of type int32 \
             [a whole number between -2147483648 and 2147483647 goes here]",
            "16:19 spec.manualSelector: invalid type for io.k8s.api.batch.v1.JobSpec.manualSelector: got \"string\", expected \"boolean\" \
             [true or false goes here]",
            "17:26 spec.activeDeadlineSeconds: invalid type for io.k8s.api.batch.v1.JobSpec.activeDeadlineSeconds: got \"string\", expected \"integer\" \
             [a whole number goes here]",
            "18:13 spec.selector: invalid type for io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector: got \"array\", expected \"map\" \
             [an object goes here, not a list: remove the dash]",
        ]
    );
    assert_eq!(
        errors_of_pi_with("  name: pi\n", "  name: pi\n  labels: {app: 1, b: yes, c: }\n"),
        [
            "5:17 metadata.labels[app]: cannot unmarshal number into Go struct field ObjectMeta.labels of type string [put it in quotes: \"1\"]",
            "5:23 metadata.labels[b]: cannot unmarshal bool into Go struct field ObjectMeta.labels of type string \
             [put it in quotes if you mean the text \"true\"]",
            "5:28 metadata.labels[c]: unknown object type \"nil\" in Job.metadata.labels[c] [write \"\" for an empty text]",
        ]
    );
    assert_eq!(
        errors_of_pi_with("image: perl\n", "image: perl\n        args:\n        -\n        env: {A: b}\n"),
        [
            "12:10 spec.template.spec.containers[0].args[0]: unknown object type \"nil\" in Job.spec.template.spec.containers[0].args[0] \
             [remove this empty item or fill it in]",
            "13:14 spec.template.spec.containers[0].env: invalid type for io.k8s.api.core.v1.Container.env: got \"map\", expected \"array\" \
             [a list goes here: start each of its items with a dash]",
        ]
    );
    assert_eq!(
        errors_of_pi_with("image: perl\n", "image: perl\n        resources: {limits: {memory: 1GB}}\n"),
        [
            "11:38 spec.template.spec.containers[0].resources.limits[memory]: quantities must match the regular expression \
          '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$' [did you mean 1G?]"
        ]
    );
}

#[test]
fn other_kinds_are_turned_away_kindly() {
    for (kind, message) in [
        ("CronJob", "no matches for kind \"CronJob\" in version \"batch/v1\""),
        ("Pod", "this is a Pod, and only a Job can be read"),
        ("List", "this is a list, and only a single Job can be read"),
        ("Deployment", "this is a Deployment, and only a Job can be read"),
        ("job", "no matches for kind \"job\" in version \"batch/v1\""),
    ] {
        let errors = errors_of_pi_with("kind: Job", &format!("kind: {kind}"));
        assert_eq!(errors.len(), 1);
        let place = if kind == "CronJob" { "1:13 apiVersion" } else { "2:7 kind" };
        assert!(errors[0].starts_with(&format!("{place}: {message}")), "{errors:?}");
    }
    assert_eq!(
        errors_of_pi_with("batch/v1", "v1"),
        ["1:13 apiVersion: no matches for kind \"Job\" in version \"v1\" [write apiVersion: batch/v1]"]
    );
    assert_eq!(
        errors_of_pi_with("apiVersion: batch/v1\nkind: Job\n", ""),
        ["1:1 kind: kind not set [add kind: Job]", "1:1 apiVersion: apiVersion not set [add apiVersion: batch/v1]"]
    );
    assert_eq!(
        errors("just words"),
        ["1:1 : this is not an object [a manifest has the keys apiVersion, kind, metadata and spec]"]
    );
    assert_eq!(
        errors(&format!("# {}", "x".repeat(MAX_MANIFEST_BYTES)))[0].split(',').next(),
        Some("1:1 : the text has 262146 bytes")
    );
}

#[test]
fn validation_errors_stand_where_the_culprit_is() {
    assert_eq!(
        errors_of_pi_with("Never", "Always"),
        [
            "12:22 spec.template.spec.restartPolicy: Unsupported value: \"Always\": supported values: \"OnFailure\", \"Never\" \
          [the pods of a Job have to end: use OnFailure or Never]"
        ]
    );
    assert_eq!(
        errors_of_pi_with("Never", "Sometimes"),
        [
            "12:22 spec.template.spec.restartPolicy: Unsupported value: \"Sometimes\": supported values: \"Always\", \"OnFailure\", \"Never\" \
             [the pods of a Job have to end: use OnFailure or Never]",
            "12:22 spec.template.spec.restartPolicy: Unsupported value: \"Sometimes\": supported values: \"OnFailure\", \"Never\" \
             [the pods of a Job have to end: use OnFailure or Never]",
        ]
    );
    assert_eq!(
        errors_of_pi_with("backoffLimit: 4", "parallelism: -1"),
        ["13:16 spec.parallelism: Invalid value: -1: must be greater than or equal to 0"]
    );
    assert_eq!(
        errors_of_pi_with("        image: perl\n", "        volumeMounts: [{name: data, mountPath: /data}]\n"),
        [
            "9:9 spec.template.spec.containers[0].image: Required value",
            "10:31 spec.template.spec.containers[0].volumeMounts[0].name: Not found: \"data\"",
        ]
    );
    let syntax = "Invalid value: \"-bad\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end \
                  with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
                  '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    assert_eq!(
        errors_of_pi_with("  template:\n", "  template:\n    metadata: {labels: {ok: x, -bad: x}}\n"),
        [
            format!("7:38 metadata.labels: {syntax} [a Job without labels of its own has those of its template]"),
            format!("7:38 spec.template.labels: {syntax}"),
        ]
    );
    let nameless = errors_of_pi_with("  name: pi", "  generateName: Pi-");
    assert!(nameless[0].starts_with("4:17 metadata.generateName: Invalid value: \"Pi-\": a DNS-1123 subdomain must"));
    assert!(nameless[1].starts_with("4:17 metadata.name: Invalid value: \"Pi-xxxxx\": a DNS-1123 subdomain must"));
    assert!(parse(&PI.replacen("  name: pi", "  generateName: pi-", 1)).is_ok());
    assert_eq!(
        errors("apiVersion: batch/v1\nkind: Job\nmetadata: {}\n"),
        [
            "1:1 spec.template.spec.containers: Required value [a pod needs at least one container with a name and an image]",
            "1:1 spec.template.spec.restartPolicy: Unsupported value: \"Always\": supported values: \"OnFailure\", \"Never\" \
             [pods restart Always by default, but the pods of a Job have to end: add restartPolicy: Never (or OnFailure) here]",
            "3:1 metadata.name: Required value: name or generateName is required [add metadata.name]",
        ]
    );
}

#[test]
fn selectors_that_were_generated_for_another_job_are_explained() {
    let pasted = PI.replacen("spec:\n", "spec:\n  selector:\n    matchLabels:\n      controller-uid: 5c9\n", 1);
    let errors = errors(&pasted.replacen(
        "  template:\n",
        "  template:\n    metadata:\n      labels:\n        controller-uid: 5c9\n        job-name: pi\n",
        1,
    ));
    assert_eq!(errors.len(), 2);
    assert!(errors[0].starts_with(
        "6:3 spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{\"controller-uid\":\"5c9\"}, \
         MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: `selector` not auto-generated [the server generates the selector"
    ));
    assert!(errors[1].starts_with(
        "12:25 spec.template.metadata.labels[controller-uid]: Invalid value: map[string]string{\"controller-uid\":\"5c9\", \
         \"job-name\":\"pi\"}: must be 'uid-from-the-server' [the server generates the selector"
    ));
}

#[test]
fn a_selector_of_ones_own_is_read() {
    let own = PI
        .replacen(
            "spec:\n",
            "spec:\n  manualSelector: true\n  selector:\n    matchExpressions: [{key: a, operator: In, values: [b]}]\n",
            1,
        )
        .replacen("  template:\n", "  template:\n    metadata: {labels: {a: b}}\n", 1);
    let job = parse(&own).unwrap();
    assert_eq!(job.spec.selector.unwrap().match_expressions[0].operator, LabelSelectorOperator::In);
    assert_eq!(
        errors(&own.replace("operator: In", "operator: Is")),
        ["8:43 spec.selector.matchExpressions[0].operator: Invalid value: \"Is\": not a valid selector operator"]
    );
    assert_eq!(
        errors(&own.replace("operator: In, ", "")),
        ["8:25 spec.selector.matchExpressions[0].operator: Invalid value: \"\": not a valid selector operator"]
    );
    assert_eq!(
        errors(&own.replace("values: [b]", "values: [c]")),
        [
            "10:16 spec.template.metadata.labels: Invalid value: map[string]string{\"a\":\"b\"}: `selector` does not match template `labels`"
        ]
    );
}

/// A manifest for v1.28 with that in its spec.
fn newer(spec: &str) -> String {
    let spec = spec.replace('\n', "\n  ");
    PI.replacen("  template:", &format!("  {spec}\n  template:"), 1)
}

fn errors_of_newer(spec: &str, gates: impl Into<FeatureGates>) -> Vec<String> {
    let errors = Manifest::parse(&newer(spec), gates).err().unwrap_or_default();
    errors.iter().map(|error| format!("{}:{} {}: {}", error.line, error.column, error.path, error.problem)).collect()
}

#[test]
fn what_came_later_is_read_by_later_releases() {
    let text = newer(
        "completionMode: Indexed\ncompletions: 3\nsuspend: true\npodFailurePolicy:\n  rules:\n  - action: FailJob\n    onExitCodes: {operator: In, values: [42]}\n  - action: Ignore\n    onPodConditions: [{type: DisruptionTarget}]",
    );
    let job = Manifest::parse(&text, Release::V1_28).unwrap().job;
    assert!(job.is_indexed() && job.is_suspended());
    assert_eq!(job.spec.pod_failure_policy.unwrap().rules.len(), 2);
    let refused = Manifest::parse(&text, Release::V1_11).unwrap_err();
    let unknown: Vec<&str> = refused.iter().map(|error| error.path.as_str()).collect();
    assert_eq!(unknown, ["spec.completionMode", "spec.suspend", "spec.podFailurePolicy"]);
}

#[test]
fn a_word_that_is_none_of_those_that_are_right_is_refused_with_them() {
    let rule = |action: &str, more: &str| format!("podFailurePolicy:\n  rules:\n  - {action}\n    {more}");
    let codes = "onExitCodes: {operator: In, values: [1]}";
    for (spec, error) in [
        (
            "completionMode: Sorted".to_owned(),
            r#"6:19 spec.completionMode: Unsupported value: "Sorted": supported values: "NonIndexed", "Indexed""#,
        ),
        (
            rule("action: Retry", codes),
            r#"8:15 spec.podFailurePolicy.rules[0].action: Unsupported value: "Retry": supported values: "Count", "FailIndex", "FailJob", "Ignore""#,
        ),
        (
            rule("action: \"\"", codes),
            r#"8:15 spec.podFailurePolicy.rules[0].action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]"#,
        ),
        (
            rule("action: Count", "onExitCodes: {operator: Near, values: [1]}"),
            r#"9:31 spec.podFailurePolicy.rules[0].onExitCodes.operator: Unsupported value: "Near": supported values: "In", "NotIn""#,
        ),
        (
            rule("action: Count", "onPodConditions: [{type: Ready, status: Maybe}]"),
            r#"9:47 spec.podFailurePolicy.rules[0].onPodConditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown""#,
        ),
    ] {
        assert_eq!(errors_of_newer(&spec, Release::V1_28), [error], "{spec}");
    }
    let missing = errors_of_newer("podFailurePolicy:\n  rules:\n  - onExitCodes: {values: [1]}", Release::V1_28);
    assert_eq!(missing.len(), 2, "{missing:?}");
    assert!(missing.iter().all(|error| error.contains("Required value: valid values: [")), "{missing:?}");
}

#[test]
fn what_a_gate_drops_is_not_judged() {
    let shipped = FeatureGates::from(Release::V1_28);
    let with = |gate| shipped.with(gate, true).unwrap();
    for (spec, gate) in [
        ("podReplacementPolicy: Whenever", FeatureGate::JobPodReplacementPolicy),
        ("backoffLimitPerIndex: 1", FeatureGate::JobBackoffLimitPerIndex),
    ] {
        assert_eq!(errors_of_newer(spec, shipped), Vec::<String>::new(), "{spec}");
        assert_eq!(errors_of_newer(spec, with(gate)).len(), 1, "{spec}");
    }
}

#[test]
fn an_unknown_policy_of_a_container_is_judged_unless_it_is_dropped() {
    let errors = |list: &str, release| {
        let container = |name: &str, policy: &str| format!("      - {{name: {name}, image: perl{policy}}}\n");
        let policy = |of: &str| if of == list { ", restartPolicy: ''" } else { "" };
        let (init, main) = (container("a", policy("initContainers")), container("b", policy("containers")));
        let spec = format!("      restartPolicy: Never\n      initContainers:\n{init}      containers:\n{main}");
        let text =
            format!("apiVersion: batch/v1\nkind: Job\nmetadata: {{name: pi}}\nspec:\n  template:\n    spec:\n{spec}");
        Manifest::parse(&text, release).err().map_or(0, |errors| errors.len())
    };
    for (list, dropped) in
        [("containers", &[Release::V1_34][..]), ("initContainers", &[Release::V1_28, Release::V1_34][..])]
    {
        for release in Release::ALL.into_iter().filter(|release| release.since(28)) {
            let expected = usize::from(!dropped.contains(&release));
            assert_eq!(errors(list, release).min(1), expected, "{list} in {release}");
        }
    }
}
