//! How an error shows a value that is neither a text nor a number (`field.Error.ErrorBody`): until v1.33 as Go
//! source, since v1.34 as JSON.
//!
//! Validation sees the internal types, which have no JSON tags: their fields are shown under their Go names, and
//! none is left out. Where Go would print addresses, or a whole pod, the text is cut short with `...`.

use serde::Serialize;

use crate::api::field::{go_list, go_quote};
use crate::api::json::{Object, optional_text, text as text_of};
use crate::api::quantity::Quantity;
use crate::api::{
    ConditionStatus, LabelSelector, Labels, MetaTime, OwnerReference, PodFailurePolicy, PodFailurePolicyAction,
    PodFailurePolicyOnExitCodesOperator, PodFailurePolicyRule, PodTemplateSpec, Release, SuccessPolicy, Uid,
    UncountedTerminatedPods,
};

/// What both notations are for a pointer to nothing.
pub(super) const NULL: &str = "null";

fn is_json(release: Release) -> bool {
    release.minor() >= 34
}

/// What `json.Marshal` escapes beyond what JSON asks for. In JSON these occur within texts alone.
const ESCAPED: [(char, &str); 5] =
    [('<', "\\u003c"), ('>', "\\u003e"), ('&', "\\u0026"), ('\u{2028}', "\\u2028"), ('\u{2029}', "\\u2029")];

/// `json.Marshal`, which writes what means something in HTML as an escape.
fn json(value: &impl Serialize) -> String {
    // What is shown is made of texts, numbers and flags: there is nothing in it that JSON cannot hold.
    let text = serde_json::to_string(value).unwrap_or_default();
    ESCAPED.into_iter().fold(text, |text, (c, escape)| if text.contains(c) { text.replace(c, escape) } else { text })
}

/// A pointer to a text.
pub(super) fn text(text: Option<&str>, release: Release) -> String {
    match text {
        None => NULL.to_owned(),
        Some(text) if is_json(release) => json(&text),
        Some(text) => go_quote(text),
    }
}

/// A pointer to a number.
pub(super) fn number(number: Option<impl ToString>) -> String {
    number.map_or_else(|| NULL.to_owned(), |number| number.to_string())
}

/// A list of texts; an empty one is nil.
pub(super) fn texts(texts: &[String], release: Release) -> String {
    if !is_json(release) {
        return go_list(texts.iter().map(String::as_str));
    }
    if texts.is_empty() { NULL.to_owned() } else { json(&texts) }
}

/// A pointer to a time.
pub(super) fn time(time: Option<MetaTime>, release: Release) -> String {
    match time {
        None => NULL.to_owned(),
        Some(time) if is_json(release) => json(&time),
        Some(time) => time.in_go(),
    }
}

/// A map of labels; an empty one is nil.
pub(super) fn labels(labels: &Labels, release: Release) -> String {
    match (is_json(release), labels.is_empty()) {
        (true, true) => NULL.to_owned(),
        (true, false) => json(labels),
        (false, _) => go_map(labels),
    }
}

/// A map of texts as `%#v` prints it, by key (Go's order was random before Go 1.12).
fn go_map(labels: &Labels) -> String {
    let entries: Vec<String> =
        labels.iter().map(|(key, value)| format!("{}:{}", go_quote(key), go_quote(value))).collect();
    if entries.is_empty() {
        // Kubernetes' maps are nil when nothing was given.
        "map[string]string(nil)".to_owned()
    } else {
        format!("map[string]string{{{}}}", entries.join(", "))
    }
}

/// A pointer to a selector.
pub(super) fn selector(selector: Option<&LabelSelector>, release: Release) -> String {
    match selector {
        None => NULL.to_owned(),
        Some(selector) if is_json(release) => json(selector),
        Some(selector) => go_selector(selector),
    }
}

fn go_selector(selector: &LabelSelector) -> String {
    let requirements: Vec<String> = selector
        .match_expressions
        .iter()
        .map(|requirement| {
            format!(
                "v1.LabelSelectorRequirement{{Key:{}, Operator:\"{:?}\", Values:{}}}",
                go_quote(&requirement.key),
                requirement.operator,
                go_list(requirement.values.iter().map(String::as_str)),
            )
        })
        .collect();
    let requirements = if requirements.is_empty() {
        "[]v1.LabelSelectorRequirement(nil)".to_owned()
    } else {
        format!("[]v1.LabelSelectorRequirement{{{}}}", requirements.join(", "))
    };
    format!("v1.LabelSelector{{MatchLabels:{}, MatchExpressions:{requirements}}}", go_map(&selector.match_labels))
}

/// An owner reference.
pub(super) fn owner(owner: &OwnerReference, release: Release) -> String {
    if is_json(release) {
        return json(owner);
    }
    // The two flags are left out: Go prints their addresses.
    format!(
        "v1.OwnerReference{{APIVersion:{}, Kind:{}, Name:{}, UID:{}}}",
        go_quote(&owner.api_version),
        go_quote(&owner.kind),
        go_quote(owner.name.as_str()),
        go_quote(owner.uid.as_str())
    )
}

/// A list of owner references. It is shown with each of its controllers: a long one would fill the memory.
pub(super) fn owners(owners: &[OwnerReference], release: Release) -> String {
    let (open, separator, close) = if is_json(release) { ("[", ",", "]") } else { ("[]v1.OwnerReference{", ", ", "}") };
    let shown = match owners.len() {
        0..=10 => owners.iter().map(|one| owner(one, release)).collect::<Vec<_>>().join(separator),
        _ => "...".to_owned(),
    };
    format!("{open}{shown}{close}")
}

/// A list of exit codes.
pub(super) fn exit_codes(codes: &[i32], release: Release) -> String {
    if is_json(release) {
        return json(&codes);
    }
    let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
    format!("[]int32{{{}}}", codes.join(", "))
}

/// An amount of a resource, where the whole type is shown. (Until v1.33 that is Go source with all the parts of it.)
pub(super) fn quantity(amount: Quantity, release: Release) -> String {
    if is_json(release) { json(&amount.to_string()) } else { amount.to_string() }
}

/// A value of the type `name` that is too large to be told.
pub(super) fn cut_short(name: &str, release: Release) -> String {
    if is_json(release) { "{...}".to_owned() } else { format!("{name}{{...}}") }
}

/// A seccomp profile.
pub(super) fn seccomp_profile(profile: &Object, release: Release) -> String {
    let local = optional_text(profile, "localhostProfile");
    if is_json(release) {
        return json(&InternalProfile { r#type: text_of(profile, "type"), localhost_profile: local });
    }
    let local = if local.is_some() { "0x..." } else { "nil" };
    let kind = go_quote(text_of(profile, "type"));
    format!("core.SeccompProfile{{Type:{kind}, LocalhostProfile:(*string)({local})}}")
}

/// A claim of a pod. Only releases that print JSON refuse some.
pub(super) fn pod_resource_claim(claim: &Object, release: Release) -> String {
    if !is_json(release) {
        return cut_short("core.PodResourceClaim", release);
    }
    json(&InternalClaim {
        name: text_of(claim, "name"),
        resource_claim_name: optional_text(claim, "resourceClaimName"),
        resource_claim_template_name: optional_text(claim, "resourceClaimTemplateName"),
    })
}

/// The security context of a container.
pub(super) fn security_context(_context: &Object, release: Release) -> String {
    cut_short("core.SecurityContext", release)
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct InternalProfile<'a> {
    r#type: &'a str,
    localhost_profile: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct InternalClaim<'a> {
    name: &'a str,
    resource_claim_name: Option<&'a str>,
    resource_claim_template_name: Option<&'a str>,
}

/// A pod template, without its spec.
pub(super) fn template(template: &PodTemplateSpec, release: Release) -> String {
    if !is_json(release) {
        return cut_short("core.PodTemplateSpec", release);
    }
    // The metadata is embedded, and of a type that has tags.
    let metadata = json(&template.metadata);
    let fields = metadata.strip_suffix('}').unwrap_or(&metadata);
    let comma = if fields == "{" { "" } else { "," };
    format!("{fields}{comma}\"Spec\":{{...}}}}")
}

/// A pointer to a pod failure policy.
pub(super) fn pod_failure_policy(policy: Option<&PodFailurePolicy>, release: Release) -> String {
    match policy {
        None => NULL.to_owned(),
        Some(policy) if is_json(release) => {
            json(&InternalRules { rules: policy.rules.iter().map(InternalFailureRule::from).collect() })
        }
        Some(_) => cut_short("batch.PodFailurePolicy", release),
    }
}

/// A pointer to a success policy.
pub(super) fn success_policy(policy: Option<&SuccessPolicy>, release: Release) -> String {
    match policy {
        None => NULL.to_owned(),
        Some(policy) if is_json(release) => {
            let rules = policy.rules.iter().map(|rule| InternalSuccessRule {
                succeeded_indexes: rule.succeeded_indexes.as_deref(),
                succeeded_count: rule.succeeded_count,
            });
            json(&InternalRules { rules: rules.collect() })
        }
        Some(_) => cut_short("batch.SuccessPolicy", release),
    }
}

/// A pointer to lists of UIDs. Only releases that print JSON refuse some.
pub(super) fn uncounted(pods: &UncountedTerminatedPods) -> String {
    let list = |uids: &[Uid]| (!uids.is_empty()).then(|| uids.to_vec());
    json(&InternalUncounted { succeeded: list(&pods.succeeded), failed: list(&pods.failed) })
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct InternalRules<R> {
    rules: Vec<R>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct InternalSuccessRule<'a> {
    succeeded_indexes: Option<&'a str>,
    succeeded_count: Option<i32>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct InternalFailureRule<'a> {
    action: PodFailurePolicyAction,
    on_exit_codes: Option<InternalExitCodes<'a>>,
    on_pod_conditions: Option<Vec<InternalPodCondition<'a>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct InternalExitCodes<'a> {
    container_name: Option<&'a str>,
    operator: PodFailurePolicyOnExitCodesOperator,
    values: &'a [i32],
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct InternalPodCondition<'a> {
    r#type: &'a str,
    status: ConditionStatus,
}

impl<'a> From<&'a PodFailurePolicyRule> for InternalFailureRule<'a> {
    fn from(rule: &'a PodFailurePolicyRule) -> Self {
        let conditions = rule
            .on_pod_conditions
            .iter()
            .map(|pattern| InternalPodCondition { r#type: &pattern.r#type, status: pattern.status });
        Self {
            action: rule.action,
            on_exit_codes: rule.on_exit_codes.as_ref().map(|codes| InternalExitCodes {
                container_name: codes.container_name.as_deref(),
                operator: codes.operator,
                values: &codes.values,
            }),
            on_pod_conditions: (!rule.on_pod_conditions.is_empty()).then(|| conditions.collect()),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct InternalUncounted {
    succeeded: Option<Vec<Uid>>,
    failed: Option<Vec<Uid>>,
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json as value};

    use super::*;
    use crate::api::Time;

    const OLD: Release = Release::V1_28;
    const NEW: Release = Release::V1_36;

    #[test]
    fn json_is_written_as_go_writes_it() {
        assert_eq!(json(&"<a&b>\u{2028}\"\\\n\u{1}é"), r#""\u003ca\u0026b\u003e\u2028\"\\\n\u0001é""#);
        assert_eq!(text(Some("acme.io/a&b"), OLD), "\"acme.io/a&b\"");
        assert_eq!(text(Some("acme.io/a&b"), NEW), "\"acme.io/a\\u0026b\"");
        assert_eq!(text(None, NEW), "null");
    }

    #[test]
    fn what_there_is_none_of() {
        assert_eq!(
            [labels(&Labels::default(), OLD), labels(&Labels::default(), NEW)],
            ["map[string]string(nil)", "null"]
        );
        assert_eq!([texts(&[], OLD), texts(&[], NEW)], ["[]string(nil)", "null"]);
        for release in Release::ALL {
            assert_eq!(selector(None, release), "null");
            assert_eq!(time(None, release), "null");
            assert_eq!(pod_failure_policy(None, release), "null");
            assert_eq!(success_policy(None, release), "null");
        }
    }

    #[test]
    fn selectors_and_labels() {
        let map: Labels = [("b", "2"), ("a", "1")].into_iter().collect();
        assert_eq!(labels(&map, OLD), r#"map[string]string{"a":"1", "b":"2"}"#);
        assert_eq!(labels(&map, NEW), r#"{"a":"1","b":"2"}"#);
        let some: LabelSelector = from_value(value!({
            "matchLabels": {"a": "b"}, "matchExpressions": [{"key": "k", "operator": "In", "values": ["x"]}],
        }))
        .unwrap();
        assert_eq!(
            selector(Some(&some), OLD),
            r#"v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"k", Operator:"In", Values:[]string{"x"}}}}"#
        );
        assert_eq!(
            selector(Some(&some), NEW),
            r#"{"matchLabels":{"a":"b"},"matchExpressions":[{"key":"k","operator":"In","values":["x"]}]}"#
        );
    }

    #[test]
    fn times_and_lists() {
        let start = Some(MetaTime::from(Time::START));
        assert_eq!([time(start, OLD), time(start, NEW)], ["2024-01-01 00:00:00 +0000 UTC", "\"2024-01-01T00:00:00Z\""]);
        let list = ["a".to_owned(), "b".to_owned()];
        assert_eq!([texts(&list, OLD), texts(&list, NEW)], [r#"[]string{"a", "b"}"#, r#"["a","b"]"#]);
        assert_eq!([exit_codes(&[3, 1], OLD), exit_codes(&[3, 1], NEW)], ["[]int32{3, 1}", "[3,1]"]);
        assert_eq!([exit_codes(&[], OLD), exit_codes(&[], NEW)], ["[]int32{}", "[]"]);
    }

    #[test]
    fn internal_types_have_gos_names() {
        let policy: SuccessPolicy = from_value(value!({"rules": [{"succeededIndexes": "0,2"}]})).unwrap();
        assert_eq!(
            success_policy(Some(&policy), NEW),
            r#"{"Rules":[{"SucceededIndexes":"0,2","SucceededCount":null}]}"#
        );
        let policy: PodFailurePolicy = from_value(value!({"rules": [
            {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [3]}},
            {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]},
        ]}))
        .unwrap();
        assert_eq!(
            pod_failure_policy(Some(&policy), NEW),
            r#"{"Rules":[{"Action":"FailJob","OnExitCodes":{"ContainerName":null,"Operator":"In","Values":[3]},"OnPodConditions":null},{"Action":"Ignore","OnExitCodes":null,"OnPodConditions":[{"Type":"DisruptionTarget","Status":"True"}]}]}"#
        );
        assert_eq!(pod_failure_policy(Some(&policy), OLD), "batch.PodFailurePolicy{...}");
        let pods = UncountedTerminatedPods { succeeded: Vec::new(), failed: vec!["a".into()] };
        assert_eq!(uncounted(&pods), r#"{"Succeeded":null,"Failed":["a"]}"#);
    }

    #[test]
    fn a_template_is_shown_without_its_spec() {
        let mut some = PodTemplateSpec::default();
        assert_eq!([template(&some, OLD), template(&some, NEW)], ["core.PodTemplateSpec{...}", r#"{"Spec":{...}}"#]);
        some.metadata.labels.set("app", "x");
        assert_eq!(template(&some, NEW), r#"{"labels":{"app":"x"},"Spec":{...}}"#);
        assert_eq!([cut_short("core.PodSpec", OLD), cut_short("core.PodSpec", NEW)], ["core.PodSpec{...}", "{...}"]);
    }
}
