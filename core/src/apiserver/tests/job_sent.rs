//! Errors show what was sent: Go tells an empty list from one that is missing, and a name that prints itself.

use serde_json::json;

use super::*;
use crate::api::PatchType;

fn refused(spec: &Value, release: Release) -> String {
    let error = server_with(spec, release).expect_err("it breaks a rule");
    error.trim_start_matches("Job.batch \"pi\" is invalid: ").to_owned()
}

#[test]
fn an_empty_list_differs_from_none() {
    let success = |policy: Value| json!({"successPolicy": policy});
    let codes = |more: Value| {
        let codes = merged(json!({"operator": "In"}), &more);
        json!({"podFailurePolicy": {"rules": [{"action": "Count", "onExitCodes": codes}]}})
    };
    for (spec, source, shown) in [
        (success(json!({})), "batch.SuccessPolicy{Rules:[]batch.SuccessPolicyRule(nil)}", "{\"Rules\":null}"),
        (success(json!({"rules": []})), "batch.SuccessPolicy{Rules:[]batch.SuccessPolicyRule{}}", "{\"Rules\":[]}"),
        (codes(json!({})), "[]int32(nil)", "null"),
        (codes(json!({"values": []})), "[]int32{}", "[]"),
    ] {
        for (release, shown) in [(Release::V1_33, source), (Release::V1_36, shown)] {
            let refused = refused(&spec, release);
            assert!(refused.contains(&format!(": Invalid value: {shown}: ")), "{release} {spec}: {refused}");
        }
    }
}

#[test]
fn an_update_shows_the_empty_lists_of_the_request() {
    let patched = |patch: &Value, release: Release| {
        let mut server = server_with(&json!({"podFailurePolicy": {"rules": []}}), release).unwrap();
        let error = server.patch_job(&key(), PatchType::Merge, &json!({ "spec": patch })).unwrap_err().message;
        error.split_once(" Invalid value: ").unwrap().1.to_owned()
    };
    let rule = json!({"podFailurePolicy": {"rules": [{"action": "Count", "onPodConditions": [],
        "onExitCodes": {"operator": "NotIn", "values": [1]}}]}});
    assert_eq!(
        patched(&rule, Release::V1_36),
        "{\"Rules\":[{\"Action\":\"Count\",\"OnExitCodes\":{\"ContainerName\":null,\"Operator\":\"NotIn\",\"Values\":[1]},\
         \"OnPodConditions\":[]}]}: field is immutable"
    );
    assert!(
        patched(&rule, Release::V1_28)
            .contains("OnPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern{}}}}: field is immutable")
    );
    let template = json!({"template": {"metadata": {"annotations": {}}, "spec": {"volumes": [], "hostNetwork": true}}});
    let shown = patched(&template, Release::V1_36);
    assert!(shown.contains("\"annotations\":{}") || !shown.contains("\"annotations\""), "{shown}");
    assert!(shown.contains("\"Volumes\":[],\"InitContainers\":null"), "{shown}");
    let selector = json!({"selector": {"matchExpressions": []}});
    let selector = merged(selector, &json!({"selector": {"matchLabels": {"a": "b"}}}));
    assert!(patched(&selector, Release::V1_28).contains("MatchExpressions:[]v1.LabelSelectorRequirement{}}"));
}

#[test]
fn an_empty_name_of_a_resource_prints_itself_until_v1_33() {
    let spec = json!({"template": {"spec": {"containers": [
        {"name": "main", "image": "perl", "resources": {"limits": {"": "1"}}},
    ]}}});
    let path = "spec.template.spec.containers[0].resources.limits[]: Invalid value: ";
    for (release, shown) in
        [(Release::V1_28, "\"\": "), (Release::V1_29, ": "), (Release::V1_33, ": "), (Release::V1_34, "\"\": ")]
    {
        let refused = refused(&spec, release);
        assert!(refused.contains(&format!("{path}{shown}name part must be non-empty")), "{release}: {refused}");
    }
}

#[test]
fn fail_index_is_an_action_since_v1_28() {
    let policy =
        |action: &str| json!({"podFailurePolicy": {"rules": [{"action": action, "onPodConditions": [{"type": "x"}]}]}});
    for release in Release::ALL.into_iter().filter(|release| release.since(26)) {
        let actions = if release.since(28) { "\"Count\", \"FailIndex\", " } else { "\"Count\", " };
        let list = format!("supported values: {actions}\"FailJob\", \"Ignore\"");
        assert!(refused(&policy("x"), release).ends_with(&list), "{release}");
        assert!(refused(&policy(""), release).contains(&format!("valid values: [{}", actions.replace(", ", " "))));
        if !release.since(28) {
            assert!(refused(&policy("FailIndex"), release).ends_with(&list), "{release}");
        }
    }
}
