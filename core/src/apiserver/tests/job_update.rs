//! Rules for updates (`ValidateJobUpdate`): fields that never change, that may always change, and that may change only
//! while the Job is suspended.

use serde_json::{Value, json};

use super::*;
use crate::api::{JobConditionType, JobStatus, MetaTime, PatchType, cut_short};

/// A row's update: the Job as it was created, what has happened to it since, and the patch.
fn update(created: &Value, life: &str, patch: &Value) -> Value {
    json!({"created": created, "life": life, "patch": patch})
}

/// An update of a Job that waits for its first sync.
fn at_once(created: &Value, spec: &Value) -> Value {
    update(created, "new", &json!({ "spec": spec }))
}

/// Carries out a row's update. A field that the release does not have is not stored, so the Job is created
/// without it, and the patch changes nothing.
fn attempt(row: &Value, release: Release) -> Result<(), String> {
    let mut server = server_with(&row["created"], release)?;
    let job = std::sync::Arc::clone(server.job(&key()).unwrap());
    let condition = |r#type: &str| json!({"type": r#type, "status": "True", "reason": "JobSuspended"});
    let started = json!({"startTime": MetaTime::from(Time::START)});
    let status = match row["life"].as_str().unwrap() {
        "new" => None,
        "started" => Some(started),
        "suspended before its start" => Some(json!({"conditions": [condition("Suspended")]})),
        "suspended again" => {
            // v1.36 clears the start for this.
            let suspended = json!({"conditions": [condition("Suspended")]});
            Some(if release == Release::V1_36 { suspended } else { merged(started, &suspended) })
        }
        "suspended before its start with pods" => Some(json!({"active": 1, "conditions": [condition("Suspended")]})),
        "suspended again with pods" => {
            Some(merged(started, &json!({"active": 1, "conditions": [condition("Suspended")]})))
        }
        life => unreachable!("{life}"),
    };
    if let Some(status) = status {
        let status: JobStatus = serde_json::from_value(status).unwrap();
        assert!(status.conditions.iter().all(|condition| condition.r#type == JobConditionType::Suspended));
        server.update_job_status(&job, status).unwrap();
    }
    server.patch_job(&key(), PatchType::Merge, &row["patch"]).map(drop).map_err(|error| cut_short(&error.message))
}

const IMMUTABLE: &str = "field is immutable";
const TEMPLATE: &str = "spec.template: Invalid value: core.PodTemplateSpec{...}: field is immutable";
const TEMPLATE_IN_JSON: &str = "spec.template: Invalid value: {\"labels\":{\"batch.kubernetes.io/controller-uid\":\
                                \"job-uid-0\",\"batch.kubernetes.io/job-name\":\"pi\",\"controller-uid\":\"job-uid-0\",\
                                \"job-name\":\"pi\"},\"Spec\":{...}}: field is immutable";

fn for_ever() -> Vec<Rule> {
    let plain = json!({});
    let one_more = |field: &str| at_once(&plain, &json!({ field: 2 }));
    let named = json!({"template": {"metadata": {"labels": {"app": "pi"}}}});
    let selecting = at_once(&named, &json!({"selector": {"matchLabels": {"app": "pi"}}}));
    let selector = |label: &str| {
        let labels = format!("\"app\":\"pi\", {label:?}:\"job-uid-0\"");
        let shown = format!(
            "spec.selector: Invalid value: v1.LabelSelector{{MatchLabels:map[string]string{{{labels}}}, \
             MatchExpressions:[]v1.LabelSelectorRequirement(nil)}}"
        );
        format!("[{shown}: `selector` not auto-generated, {shown}: {IMMUTABLE}]")
    };
    let indexed = json!({"completionMode": "Indexed", "completions": 3, "parallelism": 3});
    let limited = merged(indexed.clone(), &json!({"backoffLimitPerIndex": 1}));
    let success =
        |count: i32| merged(indexed.clone(), &json!({"successPolicy": {"rules": [{"succeededCount": count}]}}));
    let ignoring = |condition: &str| json!({"podFailurePolicy": {"rules": [{"action": "Ignore", "onPodConditions": [{"type": condition}]}]}});
    let image = json!({"template": {"spec": {"containers": [{"name": "main", "image": "python"}]}}});
    vec![
        rule(
            "completions stay",
            ALL,
            one_more("completions"),
            format!("spec.completions: Invalid value: 2: {IMMUTABLE}"),
            one_more("parallelism"),
        ),
        rule("the selector stays", UNTIL_1_22, selecting.clone(), selector("controller-uid"), one_more("backoffLimit"))
            .in_other_words_elsewhere(),
        rule(
            "the selector stays, newer label",
            SINCE_1_28,
            selecting,
            selector("batch.kubernetes.io/controller-uid"),
            one_more("backoffLimit"),
        )
        .in_json({
            let shown = "spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"pi\",\
                         \"batch.kubernetes.io/controller-uid\":\"job-uid-0\"}}";
            format!("[{shown}: `selector` not auto-generated, {shown}: {IMMUTABLE}]")
        })
        .in_other_words_elsewhere(),
        rule("the template stays", ALL, at_once(&plain, &image), TEMPLATE, one_more("activeDeadlineSeconds"))
            .in_json(TEMPLATE_IN_JSON),
        rule(
            "the completion mode stays",
            SINCE_1_22,
            at_once(&json!({"completions": 2}), &json!({"completionMode": "Indexed"})),
            format!("spec.completionMode: Invalid value: \"Indexed\": {IMMUTABLE}"),
            at_once(&json!({"completions": 2}), &json!({"completionMode": "NonIndexed"})),
        ),
        rule(
            "the pod failure policy stays",
            SINCE_1_28,
            at_once(&ignoring("Disrupted"), &ignoring("Evicted")),
            format!(
                "spec.podFailurePolicy: Invalid value: batch.PodFailurePolicy{{Rules:[]batch.PodFailurePolicyRule{{\
                 batch.PodFailurePolicyRule{{Action:\"Ignore\", \
                 OnExitCodes:(*batch.PodFailurePolicyOnExitCodesRequirement)(nil), \
                 OnPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern{{\
                 batch.PodFailurePolicyOnPodConditionsPattern{{Type:\"Evicted\", Status:\"True\"}}}}}}}}}}: {IMMUTABLE}"
            ),
            at_once(&ignoring("Disrupted"), &ignoring("Disrupted")),
        )
        .in_json(format!(
            "spec.podFailurePolicy: Invalid value: {{\"Rules\":[{{\"Action\":\"Ignore\",\"OnExitCodes\":null,\
             \"OnPodConditions\":[{{\"Type\":\"Evicted\",\"Status\":\"True\"}}]}}]}}: {IMMUTABLE}"
        )),
        // In v1.28 the gate of the limits per index is off.
        rule(
            "the limit per index stays",
            SINCE_1_36,
            at_once(&limited, &json!({"backoffLimitPerIndex": 2})),
            format!("spec.backoffLimitPerIndex: Invalid value: 2: {IMMUTABLE}"),
            at_once(&limited, &json!({"maxFailedIndexes": 2})),
        ),
        rule(
            "who manages the Job stays",
            SINCE_1_36,
            at_once(&plain, &json!({"managedBy": "example.com/controller"})),
            format!("spec.managedBy: Invalid value: \"example.com/controller\": {IMMUTABLE}"),
            one_more("ttlSecondsAfterFinished"),
        ),
        rule(
            "the success policy stays",
            SINCE_1_36,
            at_once(&success(1), &success(2)),
            format!(
                "spec.successPolicy: Invalid value: {{\"Rules\":[{{\"SucceededIndexes\":null,\"SucceededCount\":2}}]}}: \
                 {IMMUTABLE}"
            ),
            at_once(&success(1), &success(1)),
        ),
    ]
}

fn elastic() -> Vec<Rule> {
    let indexed = json!({"completionMode": "Indexed", "completions": 3, "parallelism": 3});
    let both = at_once(&indexed, &json!({"completions": 2, "parallelism": 2}));
    vec![
        rule(
            "completions of an Indexed Job stay",
            UNTIL_1_22,
            both.clone(),
            format!("spec.completions: Invalid value: 2: {IMMUTABLE}"),
            at_once(&indexed, &json!({"parallelism": 2})),
        ),
        rule(
            "completions of an Indexed Job change with parallelism",
            SINCE_1_28,
            at_once(&indexed, &json!({"completions": 2})),
            "spec.completions: Invalid value: 2: can only be modified in tandem with spec.parallelism",
            both,
        )
        .in_other_words_elsewhere(),
    ]
}

/// What others may still decide about a suspended Job.
fn while_suspended() -> Vec<Rule> {
    let until_1_28 = Release::V1_11..=Release::V1_28;
    let suspended = json!({"suspend": true});
    let (asleep, again) = ("suspended before its start", "suspended again");
    let of_pod = |fields: &Value| json!({"spec": {"template": {"spec": fields}}});
    let to_ssd = of_pod(&json!({"nodeSelector": {"disk": "ssd"}}));
    let container = |limit: &str| {
        let resources = json!({"limits": {"cpu": limit}});
        of_pod(&json!({"containers": [{"name": "main", "image": "perl", "resources": resources}]}))
    };
    let wider = json!({"spec": {"parallelism": 2}});
    let terms = json!({"nodeSelectorTerms": [{"matchExpressions": [{"key": "disk", "operator": "Exists"}]}]});
    let node_affinity =
        json!({"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}});
    let pod_affinity = of_pod(&json!({"affinity": {"podAffinity": {"x": []}}}));
    let directives = [
        to_ssd.clone(),
        of_pod(&json!({"tolerations": [{"key": "gpu", "operator": "Exists"}]})),
        of_pod(&node_affinity),
        json!({"spec": {"template": {"metadata": {"labels": {"team": "a"}}}}}),
        json!({"spec": {"template": {"metadata": {"annotations": {"team": "a"}}}}}),
    ];
    let mut rules: Vec<Rule> = directives
        .iter()
        .map(|directive| {
            let about = "where its pods go may be said until a suspended Job first starts";
            rule(about, UNTIL_1_22, update(&suspended, asleep, directive), TEMPLATE, update(&suspended, asleep, &wider))
        })
        .collect();
    rules.extend([
        rule(
            "where its pods go may be said although a suspended Job was started before",
            until_1_28.clone(),
            update(&suspended, again, &to_ssd),
            TEMPLATE,
            update(&suspended, again, &wider),
        ),
        rule(
            "resources may be changed while a suspended Job rests",
            until_1_28.clone(),
            update(&suspended, asleep, &container("2")),
            TEMPLATE,
            update(&suspended, asleep, &wider),
        ),
        rule(
            "resources may be changed before the controller has said that the Job is suspended",
            until_1_28.clone(),
            update(&suspended, "new", &container("2")),
            TEMPLATE,
            update(&suspended, "new", &wider),
        ),
        rule(
            "metadata of the template may be changed where resources may",
            until_1_28.clone(),
            update(&suspended, asleep, &json!({"spec": {"template": {"metadata": {"name": "x"}}}})),
            TEMPLATE,
            update(&suspended, asleep, &wider),
        ),
        rule(
            "nothing of the template changes while pods of a suspended Job are left",
            ALL,
            update(&suspended, "suspended again with pods", &to_ssd),
            TEMPLATE,
            update(&suspended, "suspended again with pods", &wider),
        )
        .in_json(TEMPLATE_IN_JSON),
        rule(
            "nothing of the template changes while the Job runs",
            ALL,
            update(&json!({}), "started", &to_ssd),
            TEMPLATE,
            update(&json!({}), "started", &wider),
        )
        .in_json(TEMPLATE_IN_JSON),
        rule(
            "where its pods go in relation to other pods stays",
            until_1_28,
            update(&suspended, asleep, &pod_affinity),
            TEMPLATE,
            update(&suspended, asleep, &wider),
        )
        .in_other_words_elsewhere(),
        rule(
            "where its pods go in relation to other pods stays, newer path",
            SINCE_1_36,
            update(&suspended, asleep, &pod_affinity),
            "spec.template.spec: Invalid value: {...}: field is immutable",
            update(&suspended, asleep, &container("2")),
        )
        .in_other_words_elsewhere(),
        rule(
            "generated labels stay",
            SINCE_1_28,
            update(&suspended, asleep, &json!({"spec": {"template": {"metadata": {"labels": {"job-name": null}}}}})),
            "spec.template.metadata.labels[job-name]: Required value: must be 'pi'",
            update(&suspended, asleep, &json!({"spec": {"template": {"metadata": {"labels": {"other": null}}}}})),
        )
        .in_other_words_elsewhere(),
    ]);
    rules
}

#[test]
fn an_update_keeps_what_the_release_keeps() {
    let tables = [for_ever(), elastic(), while_suspended()];
    check(&tables.into_iter().flatten().collect::<Vec<_>>(), attempt);
}

#[test]
fn much_may_always_change() {
    for release in Release::ALL {
        for spec in [
            json!({"parallelism": 0}),
            json!({"backoffLimit": 0}),
            json!({"activeDeadlineSeconds": 1}),
            json!({"ttlSecondsAfterFinished": 0}),
            json!({"suspend": true}),
            json!({"manualSelector": true}),
            json!({"podReplacementPolicy": "Failed"}),
        ] {
            assert_eq!(attempt(&at_once(&json!({}), &spec), release), Ok(()), "{spec} in {release}");
        }
    }
}

#[test]
fn an_update_counts_as_a_generation_where_generations_are_counted() {
    for (release, generations) in
        [(Release::V1_11, (0, 0)), (Release::V1_22, (0, 0)), (Release::V1_28, (1, 2)), (Release::V1_36, (1, 2))]
    {
        let mut server = server_with(&json!({}), release).unwrap();
        let generation = |server: &ApiServer| server.job(&key()).unwrap().metadata.generation;
        let before = generation(&server);
        server
            .patch_job(&key(), PatchType::Merge, &json!({"metadata": {"labels": {"a": "b"}}, "status": {"active": 7}}))
            .unwrap();
        assert_eq!(generation(&server), before, "no change of the spec in {release}");
        assert_eq!(server.job(&key()).unwrap().status.active, 0, "the status has an address of its own");
        server.patch_job(&key(), PatchType::Merge, &json!({"spec": {"parallelism": 2}})).unwrap();
        assert_eq!((before, generation(&server)), generations, "{release}");
    }
}

/// Since v1.36, where its pods go stays while pods are left, although the Job has not started.
#[test]
fn a_suspended_job_that_has_not_started_may_have_pods() {
    let patch = json!({"spec": {"template": {"spec": {"nodeSelector": {"disk": "ssd"}}}}});
    let row = update(&json!({"suspend": true}), "suspended before its start with pods", &patch);
    assert_eq!(attempt(&row, Release::V1_35), Ok(()));
    assert_eq!(attempt(&row, Release::V1_36), Err(format!("Job.batch \"pi\" is invalid: {TEMPLATE_IN_JSON}")));
}
