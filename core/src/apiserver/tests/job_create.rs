//! Rules for new Jobs (`ValidateJob`).

use serde_json::{Value, json};

use super::*;

/// `spec` of an Indexed Job with these fields too.
fn indexed(more: &Value) -> Value {
    let mut spec = json!({"completionMode": "Indexed", "completions": 3});
    json_patch::merge(&mut spec, more);
    spec
}

/// `spec` with a pod failure policy of this rule.
fn on_failure(rule: &Value) -> Value {
    json!({"podFailurePolicy": {"rules": [rule]}})
}

/// `spec` with a pod failure policy whose only rule looks at these exit codes.
fn on_exit_codes(operator: &str, values: &Value) -> Value {
    on_failure(&json!({"action": "FailJob", "onExitCodes": {"operator": operator, "values": values}}))
}

/// `spec` of an Indexed Job with a success policy of this rule.
fn on_success(rule: &Value) -> Value {
    indexed(&json!({"successPolicy": {"rules": [rule]}}))
}

fn restart(policy: &Value) -> Value {
    json!({"template": {"spec": {"restartPolicy": policy}}})
}

const RULE: &str = "spec.podFailurePolicy.rules[0]";
const SUCCESS: &str = "spec.successPolicy.rules[0]";
const NOT_NEGATIVE: &str = "must be greater than or equal to 0";

fn counts() -> Vec<Rule> {
    let plain = |about: &'static str, field: &str, releases: Releases| {
        let says = format!("spec.{field}: Invalid value: -1: {NOT_NEGATIVE}");
        rule(about, releases, json!({ field: -1 }), says, json!({ field: 0 }))
    };
    vec![
        plain("parallelism is not negative", "parallelism", ALL),
        plain("completions are not negative", "completions", ALL),
        plain("activeDeadlineSeconds are not negative", "activeDeadlineSeconds", ALL),
        plain("backoffLimit is not negative", "backoffLimit", ALL),
        plain("ttlSecondsAfterFinished are not negative", "ttlSecondsAfterFinished", SINCE_1_22),
        rule(
            "backoffLimitPerIndex is not negative",
            SINCE_1_36,
            indexed(&json!({"backoffLimitPerIndex": -1})),
            format!("spec.backoffLimitPerIndex: Invalid value: -1: {NOT_NEGATIVE}"),
            indexed(&json!({"backoffLimitPerIndex": 0})),
        ),
        rule(
            "maxFailedIndexes are not negative",
            SINCE_1_36,
            indexed(&json!({"backoffLimitPerIndex": 1, "maxFailedIndexes": -1})),
            format!("spec.maxFailedIndexes: Invalid value: -1: {NOT_NEGATIVE}"),
            indexed(&json!({"backoffLimitPerIndex": 1, "maxFailedIndexes": 0})),
        ),
    ]
}

fn restart_policy() -> Vec<Rule> {
    let path = "spec.template.spec.restartPolicy";
    let two = "supported values: \"OnFailure\", \"Never\"";
    let three = "supported values: \"Always\", \"OnFailure\", \"Never\"";
    let unsupported = format!("{path}: Unsupported value: \"Always\": {two}");
    let required = format!("{path}: Required value: valid values: \"OnFailure\", \"Never\"");
    let always = restart(&json!("Always"));
    let unsaid = restart(&Value::Null);
    let never = restart(&json!("Never"));
    let on_failure_once = restart(&json!("OnFailure"));
    vec![
        rule("pods are not restarted always", UNTIL_1_22, always.clone(), unsupported.clone(), never.clone())
            .in_other_words_elsewhere(),
        rule(
            "pods are not restarted always, newer words",
            SINCE_1_28,
            always,
            required.clone(),
            on_failure_once.clone(),
        )
        .in_other_words_elsewhere(),
        rule("whether pods are restarted is said", UNTIL_1_22, unsaid.clone(), unsupported, never.clone())
            .in_other_words_elsewhere(),
        rule("whether pods are restarted is said, newer words", SINCE_1_28, unsaid, required, on_failure_once)
            .in_other_words_elsewhere(),
        rule(
            "a restart policy exists",
            ALL,
            restart(&json!("Sometimes")),
            format!(
                "[{path}: Unsupported value: \"Sometimes\": {three}, {path}: Unsupported value: \"Sometimes\": {two}]"
            ),
            never,
        ),
        rule(
            "with a pod failure policy no container is restarted",
            SINCE_1_28,
            json!({
                "podFailurePolicy": {"rules": []},
                "template": {"spec": {"restartPolicy": "OnFailure"}},
            }),
            format!(
                "{path}: Invalid value: \"OnFailure\": only \"Never\" is supported when podFailurePolicy is specified"
            ),
            json!({"podFailurePolicy": {"rules": []}}),
        ),
    ]
}

const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', \
                           and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or \
                           '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/// A selector whose requirement has that value.
fn asking_for(value: &str) -> Value {
    json!({"matchExpressions": [{"key": "app", "operator": "In", "values": ["pi", value]}]})
}

fn selector() -> Vec<Rule> {
    let own = |selector: &Value, labels: &Value| json!({"manualSelector": true, "selector": selector, "template": {"metadata": {"labels": labels}}});
    let labels_of = |job: &str, uid: &str, prefixed: bool| {
        let mut labels = Vec::new();
        if prefixed {
            labels.push(("batch.kubernetes.io/controller-uid".to_owned(), "job-uid-0".to_owned()));
            labels.push(("batch.kubernetes.io/job-name".to_owned(), "pi".to_owned()));
        }
        labels.push(("controller-uid".to_owned(), uid.to_owned()));
        labels.push(("job-name".to_owned(), job.to_owned()));
        let labels: Vec<String> = labels.into_iter().map(|(key, value)| format!("{key:?}:{value:?}")).collect();
        (format!("map[string]string{{{}}}", labels.join(", ")), format!("{{{}}}", labels.join(",")))
    };
    let label = |key: &str, value: &str| json!({"template": {"metadata": {"labels": {key: value}}}});
    let path = "spec.template.metadata.labels";
    let differs = "`selector` does not match template `labels`";
    let foreign = |selector: &str, labels: &str| {
        format!(
            "[spec.selector: Invalid value: {selector}: `selector` not auto-generated, {path}: Invalid value: {labels}: {differs}]"
        )
    };
    let in_go = |matched: &str| {
        format!(
            "v1.LabelSelector{{MatchLabels:map[string]string{{{matched}}}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}}"
        )
    };
    let newer = "\"batch.kubernetes.io/controller-uid\":\"another\"";
    let selects = |key: &str| json!({"selector": {"matchLabels": {key: "another"}}});
    let mut rules = vec![
        rule(
            "a selector of one's own is said",
            ALL,
            json!({"manualSelector": true, "template": {"metadata": {"labels": {"app": "pi"}}}}),
            format!(
                "[spec.selector: Required value, {path}: Invalid value: map[string]string{{\"app\":\"pi\"}}: {differs}]"
            ),
            own(&json!({"matchLabels": {"app": "pi"}}), &json!({"app": "pi"})),
        )
        .in_json(format!("[spec.selector: Required value, {path}: Invalid value: {{\"app\":\"pi\"}}: {differs}]")),
        rule(
            "a selector of one's own selects one's own pods",
            ALL,
            own(&json!({"matchLabels": {"app": "e"}}), &json!({"app": "pi"})),
            format!("{path}: Invalid value: map[string]string{{\"app\":\"pi\"}}: {differs}"),
            own(&json!({"matchExpressions": [{"key": "app", "operator": "Exists"}]}), &json!({"app": "pi"})),
        )
        .in_json(format!("{path}: Invalid value: {{\"app\":\"pi\"}}: {differs}")),
        rule(
            "a selector of one's own is not for pods without labels",
            ALL,
            own(&json!({"matchLabels": {"app": "e"}}), &json!({})),
            format!("{path}: Invalid value: map[string]string{{}}: {differs}"),
            own(&json!({"matchLabels": {}}), &json!({})),
        )
        .in_json(format!("{path}: Invalid value: {{}}: {differs}")),
        rule(
            "a selector asks for values that labels can have",
            SINCE_1_28,
            own(&asking_for("a b"), &json!({"app": "pi"})),
            format!("spec.selector.matchExpressions[0].values[1]: Invalid value: \"a b\": {LABEL_VALUE}"),
            own(&asking_for("a.b"), &json!({"app": "pi"})),
        ),
        rule(
            "a generated selector is not another's",
            UNTIL_1_22,
            selects("controller-uid"),
            foreign(&in_go("\"controller-uid\":\"another\""), &labels_of("pi", "job-uid-0", false).0),
            selects("controller-uid").as_object().map(|_| json!({"selector": {"matchLabels": {}}})).unwrap(),
        )
        .in_other_words_elsewhere(),
        rule(
            "a generated selector is not another's, newer label",
            SINCE_1_28,
            selects("batch.kubernetes.io/controller-uid"),
            foreign(&in_go(newer), &labels_of("pi", "job-uid-0", true).0),
            json!({"selector": {}}),
        )
        .in_json(foreign(&format!("{{\"matchLabels\":{{{newer}}}}}"), &labels_of("pi", "job-uid-0", true).1))
        .in_other_words_elsewhere(),
    ];
    for (releases, prefixed) in [(UNTIL_1_22, false), (SINCE_1_28, true)] {
        rules.push(
            rule(
                "the label with the Job's name is the Job's name",
                releases.clone(),
                label("job-name", "e"),
                format!("{path}[job-name]: Invalid value: {}: must be 'pi'", labels_of("e", "job-uid-0", prefixed).0),
                label("job-name", "pi"),
            )
            .in_json(format!(
                "{path}[job-name]: Invalid value: {}: must be 'pi'",
                labels_of("e", "job-uid-0", prefixed).1
            ))
            .in_other_words_elsewhere(),
        );
        let (in_go, in_json) = labels_of("pi", "u", prefixed);
        let other_uid = |shown: &str| format!("{path}[controller-uid]: Invalid value: {shown}: must be 'job-uid-0'");
        // Until v1.22 it is this label that the selector looks for.
        let says = if prefixed {
            other_uid(&in_go)
        } else {
            format!("[{}, {path}: Invalid value: {in_go}: {differs}]", other_uid(&in_go))
        };
        rules.push(
            rule(
                "the label with the Job's UID is the Job's UID",
                releases,
                label("controller-uid", "u"),
                says,
                label("controller-uid", "job-uid-0"),
            )
            .in_json(other_uid(&in_json))
            .in_other_words_elsewhere(),
        );
    }
    rules
}

fn indexes() -> Vec<Rule> {
    let high =
        "must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index";
    let many = |more: &Value| {
        let mut spec = indexed(&json!({"completions": 100_001, "parallelism": 1, "backoffLimitPerIndex": 1}));
        json_patch::merge(&mut spec, more);
        spec
    };
    let passing = many(&json!({"parallelism": 10_000, "maxFailedIndexes": 10_000}));
    vec![
        rule(
            "a completion mode exists",
            SINCE_1_22,
            json!({"completionMode": "Sorted"}),
            "spec.completionMode: Unsupported value: \"Sorted\": supported values: \"NonIndexed\", \"Indexed\"",
            json!({"completionMode": "NonIndexed"}),
        ),
        rule(
            "indexes have a number of completions",
            SINCE_1_22,
            json!({"completionMode": "Indexed", "parallelism": 2}),
            "spec.completions: Required value: when completion mode is Indexed",
            json!({"completionMode": "Indexed", "parallelism": 2, "completions": 2}),
        ),
        rule(
            "parallelism of an Indexed Job is at most 100000",
            SINCE_1_22,
            indexed(&json!({"parallelism": 100_001})),
            "spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when completion mode is Indexed",
            indexed(&json!({"parallelism": 100_000})),
        ),
        rule(
            "the pod of the last index can have its host name",
            SINCE_1_28,
            indexed(&json!({"completions": 1_000_000_000, "template": {"metadata": {"labels": {"long": "name"}}}})),
            // The name of the Job is made long by the attempt.
            format!(
                "metadata.name: Invalid value: \"{LONG_NAME}\": will not able to create pod with invalid DNS label: \
                 {LONG_NAME}-999999999"
            ),
            json!({"template": {"metadata": {"labels": {"long": "name"}}}}),
        ),
        rule(
            "a limit of failed indexes needs a limit per index",
            SINCE_1_36,
            indexed(&json!({"maxFailedIndexes": 1})),
            "spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified",
            indexed(&json!({"maxFailedIndexes": 1, "backoffLimitPerIndex": 1})),
        ),
        rule(
            "a limit per index needs indexes",
            SINCE_1_36,
            json!({"backoffLimitPerIndex": 1}),
            "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
            indexed(&json!({"backoffLimitPerIndex": 1})),
        ),
        rule(
            "a limit of failed indexes needs indexes",
            SINCE_1_36,
            json!({"backoffLimitPerIndex": 1, "maxFailedIndexes": 1}),
            "[spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode, spec.maxFailedIndexes: Invalid \
             value: 1: requires indexed completion mode]",
            indexed(&json!({"backoffLimitPerIndex": 1, "maxFailedIndexes": 1})),
        ),
        rule(
            "no more indexes fail than there are",
            SINCE_1_36,
            indexed(&json!({"backoffLimitPerIndex": 1, "maxFailedIndexes": 4})),
            "spec.maxFailedIndexes: Invalid value: 4: must be less than or equal to completions",
            indexed(&json!({"backoffLimitPerIndex": 1, "maxFailedIndexes": 3})),
        ),
        rule(
            "at most 100000 indexes may fail",
            SINCE_1_36,
            many(&json!({"maxFailedIndexes": 100_001})),
            format!(
                "[spec.maxFailedIndexes: Invalid value: 100001: must be less than or equal to 100000, spec.maxFailedIndexes: \
                 Invalid value: 100001: {high}]"
            ),
            indexed(
                &json!({"completions": 100_000, "parallelism": 1, "backoffLimitPerIndex": 1, "maxFailedIndexes": 100_000}),
            ),
        ),
        rule(
            "of many indexes only some may fail",
            SINCE_1_36,
            many(&json!({})),
            "spec.maxFailedIndexes: Required value: must be specified when completions is above 100000",
            passing.clone(),
        ),
        rule(
            "of many indexes at most 10000 may fail",
            SINCE_1_36,
            many(&json!({"maxFailedIndexes": 10_001})),
            format!("spec.maxFailedIndexes: Invalid value: 10001: {high}"),
            passing.clone(),
        ),
        rule(
            "of many indexes at most 10000 run at once",
            SINCE_1_36,
            many(&json!({"parallelism": 10_001, "maxFailedIndexes": 1})),
            format!("spec.parallelism: Invalid value: 10001: {high}"),
            passing,
        ),
    ]
}

fn pod_failure_policy() -> Vec<Rule> {
    let codes = json!({"operator": "In", "values": [1, 2]});
    let fail_job = on_exit_codes("In", &json!([1, 2]));
    let conditions = json!([{"type": "DisruptionTarget"}]);
    let disrupted = on_failure(&json!({"action": "Ignore", "onPodConditions": conditions}));
    let actions = "\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"";
    vec![
        rule(
            "a rule has an action",
            SINCE_1_28,
            on_failure(&json!({"action": "", "onExitCodes": codes})),
            format!("{RULE}.action: Required value: valid values: [{actions}]"),
            fail_job.clone(),
        ),
        rule(
            "a rule's action exists",
            SINCE_1_28,
            on_failure(&json!({"action": "Cry", "onExitCodes": codes})),
            format!("{RULE}.action: Unsupported value: \"Cry\": supported values: {}", actions.replace(' ', ", ")),
            fail_job.clone(),
        ),
        // In v1.28 the gate of FailIndex is off, and its rules are dropped.
        rule(
            "an index fails only where indexes have a limit",
            SINCE_1_36,
            on_failure(&json!({"action": "FailIndex", "onExitCodes": codes})),
            format!("{RULE}.action: Invalid value: \"FailIndex\": requires the backoffLimitPerIndex to be set"),
            indexed(&json!({
                "backoffLimitPerIndex": 1,
                "podFailurePolicy": {"rules": [{"action": "FailIndex", "onExitCodes": codes}]},
            })),
        ),
        rule(
            "a rule does not look at exit codes and conditions",
            SINCE_1_28,
            on_failure(&json!({"action": "Ignore", "onExitCodes": codes, "onPodConditions": conditions})),
            format!("{RULE}: Invalid value: specifying both OnExitCodes and OnPodConditions is not supported"),
            disrupted.clone(),
        ),
        rule(
            "a rule looks at exit codes or conditions",
            SINCE_1_28,
            on_failure(&json!({"action": "Ignore"})),
            format!("{RULE}: Invalid value: specifying one of OnExitCodes and OnPodConditions is required"),
            disrupted,
        ),
        rule(
            "there are exit codes",
            SINCE_1_28,
            on_exit_codes("NotIn", &json!([])),
            format!("{RULE}.onExitCodes.values: Invalid value: []int32{{}}: at least one value is required"),
            on_exit_codes("NotIn", &json!([0])),
        )
        .in_json(format!("{RULE}.onExitCodes.values: Invalid value: []: at least one value is required")),
        rule(
            "success is no failure",
            SINCE_1_28,
            on_exit_codes("In", &json!([0, 1])),
            format!("{RULE}.onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator"),
            on_exit_codes("NotIn", &json!([0, 1])),
        ),
        rule(
            "exit codes are in order",
            SINCE_1_28,
            on_exit_codes("In", &json!([2, 1])),
            format!("{RULE}.onExitCodes.values: Invalid value: []int32{{2, 1}}: must be ordered"),
            fail_job.clone(),
        )
        .in_json(format!("{RULE}.onExitCodes.values: Invalid value: [2,1]: must be ordered")),
        rule(
            "an exit code is there once",
            SINCE_1_28,
            on_exit_codes("In", &json!([1, 1])),
            format!("{RULE}.onExitCodes.values[1]: Duplicate value: 1"),
            fail_job.clone(),
        ),
        rule(
            "there are at most 255 exit codes",
            SINCE_1_28,
            on_exit_codes("In", &(1..257).collect()),
            format!("{RULE}.onExitCodes.values: Too many: 256: must have at most 255 items"),
            on_exit_codes("In", &(1..256).collect()),
        ),
        rule(
            "there are at most 20 rules",
            SINCE_1_28,
            json!({"podFailurePolicy": {"rules": vec![json!({"action": "Count", "onExitCodes": codes}); 21]}}),
            "spec.podFailurePolicy.rules: Too many: 21: must have at most 20 items",
            json!({"podFailurePolicy": {"rules": vec![json!({"action": "Count", "onExitCodes": codes}); 20]}}),
        ),
        rule(
            "there are at most 20 conditions in a rule",
            SINCE_1_28,
            on_failure(&json!({"action": "Ignore", "onPodConditions": vec![json!({"type": "DisruptionTarget"}); 21]})),
            format!("{RULE}.onPodConditions: Too many: 21: must have at most 20 items"),
            on_failure(&json!({"action": "Ignore", "onPodConditions": vec![json!({"type": "DisruptionTarget"}); 20]})),
        ),
        rule(
            "the container of an exit code exists",
            SINCE_1_28,
            on_failure(
                &json!({"action": "FailJob", "onExitCodes": {"containerName": "x", "operator": "In", "values": [1]}}),
            ),
            format!(
                "{RULE}.onExitCodes.containerName: Invalid value: \"x\": must be one of the container or initContainer \
                 names in the pod template"
            ),
            on_failure(
                &json!({"action": "FailJob", "onExitCodes": {"containerName": "main", "operator": "In", "values": [1]}}),
            ),
        ),
        // In v1.28 the gate of podReplacementPolicy is off.
        rule(
            "with a pod failure policy pods are replaced when they have failed",
            SINCE_1_36,
            json!({"podFailurePolicy": {"rules": []}, "podReplacementPolicy": "TerminatingOrFailed"}),
            "spec.podReplacementPolicy: Unsupported value: \"TerminatingOrFailed\": supported values: \"Failed\"",
            json!({"podFailurePolicy": {"rules": []}, "podReplacementPolicy": "Failed"}),
        ),
        rule(
            "a pod replacement policy exists",
            SINCE_1_36,
            json!({"podReplacementPolicy": "Never"}),
            "spec.podReplacementPolicy: Unsupported value: \"Never\": supported values: \"Failed\", \"TerminatingOrFailed\"",
            json!({"podReplacementPolicy": "TerminatingOrFailed"}),
        ),
    ]
}

fn success_policy() -> Vec<Rule> {
    let indexes = |indexes: &str| on_success(&json!({ "succeededIndexes": indexes }));
    let first = indexes("0");
    let unreadable = |about, text: &str, why: &str| {
        let says =
            format!("{SUCCESS}.succeededIndexes: Invalid value: {text:?}: error parsing succeededIndexes: {why}");
        rule(about, SINCE_1_36, indexes(text), says, indexes("0,1-2"))
    };
    vec![
        rule(
            "a success policy needs indexes",
            SINCE_1_36,
            json!({"successPolicy": {"rules": [{"succeededCount": 1}]}}),
            "spec.successPolicy: Invalid value: {\"Rules\":[{\"SucceededIndexes\":null,\"SucceededCount\":1}]}: requires \
             indexed completion mode",
            on_success(&json!({"succeededCount": 1})),
        ),
        rule(
            "a success policy has rules",
            SINCE_1_36,
            indexed(&json!({"successPolicy": {"rules": []}})),
            "spec.successPolicy.rules: Required value: at least one rules must be specified when the successPolicy is specified",
            first.clone(),
        ),
        rule(
            "a success policy has at most 20 rules",
            SINCE_1_36,
            indexed(&json!({"successPolicy": {"rules": vec![json!({"succeededCount": 1}); 21]}})),
            "spec.successPolicy.rules: Too many: 21: must have at most 20 items",
            indexed(&json!({"successPolicy": {"rules": vec![json!({"succeededCount": 1}); 20]}})),
        ),
        rule(
            "a rule says something",
            SINCE_1_36,
            on_success(&json!({})),
            format!("{SUCCESS}: Required value: at least one of succeededCount or succeededIndexes must be specified"),
            first.clone(),
        ),
        rule(
            "a count is not negative",
            SINCE_1_36,
            on_success(&json!({"succeededCount": -1})),
            format!("{SUCCESS}.succeededCount: Invalid value: -1: {NOT_NEGATIVE}"),
            on_success(&json!({"succeededCount": 0})),
        ),
        rule(
            "a count is at most that of the completions",
            SINCE_1_36,
            on_success(&json!({"succeededCount": 4})),
            format!(
                "{SUCCESS}.succeededCount: Invalid value: 4: must be less than or equal to 3 (the number of specified completions)"
            ),
            on_success(&json!({"succeededCount": 3})),
        ),
        rule(
            "a count is at most that of the indexes listed",
            SINCE_1_36,
            on_success(&json!({"succeededCount": 3, "succeededIndexes": "0-1"})),
            format!(
                "{SUCCESS}.succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the \
                 specified succeededIndexes field)"
            ),
            on_success(&json!({"succeededCount": 2, "succeededIndexes": "0-1"})),
        ),
        unreadable("an index listed exists", "0,3", "too large index: \"3\""),
        unreadable("indexes listed are in order", "2,1", "non-increasing order, previous: 2, current: 1"),
        unreadable("indexes listed are numbers", "0,x", "cannot convert string to integer for index: \"x\""),
        rule(
            "the list of indexes has at most 64 KiB",
            SINCE_1_36,
            json!({
                "completionMode": "Indexed", "completions": 100_000,
                "successPolicy": {"rules": [{"succeededIndexes": listed(70_000)}]},
            }),
            format!("{SUCCESS}.succeededIndexes: Too long: may not be more than 65536 bytes"),
            json!({
                "completionMode": "Indexed", "completions": 100_000,
                "successPolicy": {"rules": [{"succeededIndexes": listed(60_000)}]},
            }),
        ),
    ]
}

/// Every second index, in a text of at least that length.
fn listed(length: usize) -> String {
    let indexes: Vec<String> = (0..length).step_by(2).map(|index| index.to_string()).collect();
    let text = indexes.join(",");
    let end = text.char_indices().skip(length).find(|(_, c)| *c == ',').map_or(text.len(), |(end, _)| end);
    text[..end].to_owned()
}

fn managed_by() -> Vec<Rule> {
    let long = format!("example.com/{}", "a".repeat(52));
    vec![
        rule(
            "another controller has at most 63 characters",
            SINCE_1_36,
            json!({ "managedBy": long }),
            "spec.managedBy: Too long: may not be more than 63 bytes",
            json!({"managedBy": "example.com/controller"}),
        ),
        rule(
            "another controller is named with its domain",
            SINCE_1_36,
            json!({"managedBy": "controller"}),
            "spec.managedBy: Invalid value: \"controller\": must be a domain-prefixed path (such as \"acme.io/foo\")",
            json!({"managedBy": "kubernetes.io/job-controller"}),
        ),
        rule(
            "the manager is looked at between the limits and the completion mode",
            SINCE_1_36,
            json!({"managedBy": "controller", "maxFailedIndexes": -1, "backoffLimit": -1}),
            "[spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0, spec.maxFailedIndexes: Invalid \
             value: -1: must be greater than or equal to 0, spec.backoffLimitPerIndex: Required value: when \
             maxFailedIndexes is specified, spec.managedBy: Invalid value: \"controller\": must be a domain-prefixed path \
             (such as \"acme.io/foo\"), spec.maxFailedIndexes: Invalid value: -1: requires indexed completion mode]",
            json!({"managedBy": "kubernetes.io/job-controller"}),
        )
        .in_other_words_elsewhere(),
    ]
}

const LONG_NAME: &str = "a-name-that-leaves-only-nine-characters-for-the-index-12";

/// Creates the Job, from its manifest and by the server alone; both agree.
fn create(spec: &Value, release: Release) -> Result<(), String> {
    let mut document = pi(spec);
    let renamed = spec.pointer("/template/metadata/labels/long").is_some();
    if renamed {
        document["metadata"]["name"] = json!(LONG_NAME);
    }
    let body = DecodedJob::from_json(&document, release).unwrap();
    let created = ApiServer::new(release.into()).with_naming(Naming::Counted).create_job(body, Time::START);
    created.map(drop).map_err(|error| error.message.replacen(&format!("\"{LONG_NAME}\" is"), "\"pi\" is", 1))
}

#[test]
fn a_new_job_keeps_the_rules_of_the_release() {
    let tables =
        [counts(), restart_policy(), selector(), indexes(), pod_failure_policy(), success_policy(), managed_by()];
    check(&tables.into_iter().flatten().collect::<Vec<_>>(), create);
}

#[test]
fn a_manifest_is_shown_what_the_server_would_say() {
    for (spec, release) in [
        (json!({"parallelism": -1, "backoffLimit": -1}), Release::V1_11),
        (restart(&json!("Always")), Release::V1_22),
        (restart(&json!("Always")), Release::V1_28),
        (json!({"completionMode": "Sorted"}), Release::V1_28),
        (on_exit_codes("In", &json!([0, 1])), Release::V1_28),
        (on_success(&json!({"succeededCount": 4})), Release::V1_36),
    ] {
        let said = manifest_says(&spec, release);
        let refused = create(&spec, release).unwrap_err();
        assert!(!said.is_empty() && said.iter().all(|text| refused.contains(text)), "{said:?}\n{refused}");
    }
}

#[test]
fn a_job_without_its_uid_has_no_selector_to_generate() {
    for release in Release::ALL {
        let mut job = DecodedJob::from_json(&pi(&json!({})), release).unwrap().job;
        job.metadata.namespace = Some("default".into());
        crate::api::default_job(&mut job, release);
        let refused = crate::api::validate_create(&mut job, Vec::new(), release).unwrap_err().message;
        assert_eq!(refused, "Job.batch \"pi\" is invalid: metadata.uid: Required value", "{release}");
    }
}

#[test]
fn texts_of_no_list_are_refused_in_upstreams_order() {
    let refused = |spec: Value| {
        let refused = create(&spec, Release::V1_36).unwrap_err();
        refused.trim_start_matches("Job.batch \"pi\" is invalid: ").to_owned()
    };
    assert_eq!(
        refused(json!({"completionMode": "x", "backoffLimitPerIndex": 1, "successPolicy": {}})),
        "[spec.completionMode: Unsupported value: \"x\": supported values: \"NonIndexed\", \"Indexed\", \
         spec.successPolicy: Invalid value: {\"Rules\":null}: requires indexed completion mode]"
    );
    let rule = json!({"action": "x", "onExitCodes": {"operator": "y", "values": []}});
    assert_eq!(
        refused(json!({"podFailurePolicy": {"rules": [rule, {}]}, "podReplacementPolicy": ""})),
        format!(
            "[{RULE}.action: Unsupported value: \"x\": supported values: \"Count\", \"FailIndex\", \"FailJob\", \"Ignore\", \
             {RULE}.onExitCodes.operator: Unsupported value: \"y\": supported values: \"In\", \"NotIn\", \
             {RULE}.onExitCodes.values: Invalid value: []: at least one value is required, \
             spec.podFailurePolicy.rules[1].action: Required value: valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"], \
             spec.podFailurePolicy.rules[1]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required, \
             spec.podReplacementPolicy: Unsupported value: \"\": supported values: \"Failed\"]"
        )
    );
}

#[test]
fn what_is_no_job_at_all_is_not_decoded() {
    let error = DecodedJob::from_json(&pi(&json!({"parallelism": "two"})), Release::V1_28).unwrap_err();
    assert_eq!(error.reason.code(), 400);
    assert_eq!(
        error.message,
        "Job in version \"v1\" cannot be handled as a Job: json: cannot unmarshal string into Go struct field \
         JobSpec.spec.parallelism of type int32"
    );
}

#[test]
fn the_first_error_of_a_body_counts_unless_a_type_refuses_to_be_decoded() {
    let container = |more: &str| {
        format!(
            "{{\"spec\": {{\"parallelism\": \"x\", \"template\": {{\"spec\": {{\"containers\": [{{\"name\": 1, {more}}}]}}}}}}}}"
        )
    };
    let refusal = |body: &str| DecodedJob::from_body(body, Release::V1_36).unwrap_err().message;
    assert!(refusal(&container("\"image\": 1")).ends_with("JobSpec.spec.parallelism of type int32"));
    let amount = container("\"resources\": {\"limits\": {\"cpu\": \"1GB\"}}");
    assert!(refusal(&amount).contains("cannot be handled as a Job: quantities must match the regular expression"));
    let port = refusal(&container("\"livenessProbe\": {\"tcpSocket\": {\"port\": 1.5}}"));
    assert!(port.ends_with("number 1.5 into Go struct field TCPSocketAction.spec.template.spec.containers.livenessProbe.ProbeHandler.tcpSocket.port of type int32"), "{port}");
    let time = refusal("{\"spec\": {\"parallelism\": \"x\"}, \"metadata\": {\"deletionTimestamp\": 5}}");
    assert!(
        time.ends_with("number into Go struct field ObjectMeta.metadata.deletionTimestamp of type string"),
        "{time}"
    );
}

#[test]
fn strict_decoding_names_unknown_and_repeated_fields_in_the_order_of_the_body() {
    let body = "{\"spec\": {\"template\": {\"spec\": {\"containers\": [{\"b\": null}, {\"b\": 1}]}}, \"suspend\": true, \"a\": 1, \
                \"suspend\": false}, \"status\": {\"x\": 1}}";
    let decoded = DecodedJob::from_body(body, Release::V1_36).unwrap();
    assert_eq!(
        decoded.strict,
        [
            "unknown field \"spec.template.spec.containers[0].b\"",
            "unknown field \"spec.template.spec.containers[1].b\"",
            "unknown field \"spec.a\"",
            "duplicate field \"spec.suspend\"",
            "unknown field \"status.x\"",
        ]
    );
    assert_eq!(decoded.job.spec.suspend, Some(false));
}
