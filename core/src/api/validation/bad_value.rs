//! How an error shows a value that is neither a text nor a number (`field.Error.ErrorBody`): until v1.33 as Go
//! source, since v1.34 as JSON.
//!
//! Validation sees the internal types, which have no JSON tags: their fields are shown under their Go names, and
//! none is left out (`go_types`). Where Go prints an address, the text has `0x...`.

use serde::Serialize;

use serde_json::Value;

use super::context::Server;
use crate::api::field::{go_list, go_quote};
use crate::api::go_types::{
    GoStruct, LABEL_SELECTOR, LIFECYCLE, OWNER_REFERENCE, POD_FAILURE_POLICY, POD_RESOURCE_CLAIM, POD_SPEC,
    POD_TEMPLATE_SPEC, PROBE, SECCOMP_PROFILE, SECURITY_CONTEXT, SUCCESS_POLICY, TOLERATION, quantity_source, shown,
};
use crate::api::json::{Object, go_json};
use crate::api::quantity::Quantity;
use crate::api::{
    FieldPath, LabelSelector, Labels, MetaTime, OwnerReference, PodFailurePolicy, PodSpec, PodTemplateSpec, Release,
    SuccessPolicy, Uid, UncountedTerminatedPods,
};

/// A pointer to nothing. Until v1.33 its place is taken by the text `null`, which is quoted as any text is.
fn null(release: Release) -> String {
    if is_json(release) { "null" } else { "\"null\"" }.to_owned()
}

fn is_json(release: Release) -> bool {
    release.since(34)
}

/// A value of the type `of`, with all of its fields.
fn whole(value: &impl Serialize, of: &'static GoStruct, release: Release) -> String {
    shown(&object(value), of, release)
}

/// A pointer to a value of the type `of` at `path`, as it was sent.
fn pointer<T: Serialize>(value: Option<&T>, of: &'static GoStruct, server: Server<'_>, path: &FieldPath) -> String {
    let release = server.release;
    value.map_or_else(|| null(release), |value| shown(&server.as_sent(object(value), path), of, release))
}

fn object(value: &impl Serialize) -> Object {
    // Objects only: there is nothing in them that JSON cannot hold.
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => object,
        _ => Object::new(),
    }
}

/// A pod spec without the empty list that ours has instead of none.
fn pod_spec_object(spec: &PodSpec) -> Object {
    let mut object = object(spec);
    if spec.containers.is_empty() {
        object.remove("containers");
    }
    object
}

/// A pointer to a text.
pub(super) fn text(text: Option<&str>, release: Release) -> String {
    match text {
        None => null(release),
        Some(text) if is_json(release) => go_json(&text),
        Some(text) => go_quote(text),
    }
}

/// A pointer to a number.
pub(super) fn number(number: Option<impl ToString>, release: Release) -> String {
    number.map_or_else(|| null(release), |number| number.to_string())
}

/// A list of texts; an empty one is nil.
pub(super) fn texts(texts: &[String], release: Release) -> String {
    if !is_json(release) {
        return go_list("string", texts.iter().map(String::as_str));
    }
    if texts.is_empty() { null(release) } else { go_json(&texts) }
}

/// A pointer to a time.
pub(super) fn time(time: Option<MetaTime>, release: Release) -> String {
    match time {
        None => null(release),
        Some(time) if is_json(release) => go_json(&time),
        Some(time) => time.in_go(),
    }
}

/// The map of labels at `path`; an empty one is nil unless it was sent.
pub(super) fn labels(labels: &Labels, server: Server<'_>, path: &FieldPath) -> String {
    let is_nil = labels.is_empty() && !server.empty.contains(path);
    match (is_json(server.release), is_nil) {
        (true, true) => null(server.release),
        (true, false) => go_json(labels),
        (false, true) => "map[string]string(nil)".to_owned(),
        (false, false) => go_map(labels),
    }
}

/// A map of texts as `%#v` prints it, by key (Go's order was random before Go 1.12).
fn go_map(labels: &Labels) -> String {
    let entries: Vec<String> =
        labels.iter().map(|(key, value)| format!("{}:{}", go_quote(key), go_quote(value))).collect();
    format!("map[string]string{{{}}}", entries.join(", "))
}

/// A pointer to the selector at `path`.
pub(super) fn selector(selector: Option<&LabelSelector>, server: Server<'_>, path: &FieldPath) -> String {
    pointer(selector, &LABEL_SELECTOR, server, path)
}

/// An owner reference.
pub(super) fn owner(owner: &OwnerReference, release: Release) -> String {
    whole(owner, &OWNER_REFERENCE, release)
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

/// The list of exit codes at `path`; an empty one is nil unless it was sent.
pub(super) fn exit_codes(codes: &[i32], server: Server<'_>, path: &FieldPath) -> String {
    match (is_json(server.release), codes.is_empty() && !server.empty.contains(path)) {
        (true, true) => return null(server.release),
        (true, false) => return go_json(&codes),
        (false, true) => return "[]int32(nil)".to_owned(),
        (false, false) => {}
    }
    let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
    format!("[]int32{{{}}}", codes.join(", "))
}

/// An amount of a resource, where the whole type is shown; `text` as it was written.
pub(super) fn quantity(text: &str, release: Release) -> String {
    if is_json(release) { go_json(&Quantity::as_stored(text)) } else { quantity_source(text) }
}

/// The pod template at `path`.
pub(super) fn template(template: &PodTemplateSpec, server: Server<'_>, path: &FieldPath) -> String {
    let mut object = object(template);
    object.insert("spec".to_owned(), Value::Object(pod_spec_object(&template.spec)));
    shown(&server.as_sent(object, path), &POD_TEMPLATE_SPEC, server.release)
}

/// The pod spec at `path`.
pub(super) fn pod_spec(spec: &PodSpec, server: Server<'_>, path: &FieldPath) -> String {
    shown(&server.as_sent(pod_spec_object(spec), path), &POD_SPEC, server.release)
}

/// A toleration.
pub(super) fn toleration(toleration: &Object, release: Release) -> String {
    shown(toleration, &TOLERATION, release)
}

/// The security context of a container.
pub(super) fn security_context(context: &Object, release: Release) -> String {
    shown(context, &SECURITY_CONTEXT, release)
}

/// A seccomp profile.
pub(super) fn seccomp_profile(profile: &Object, release: Release) -> String {
    shown(profile, &SECCOMP_PROFILE, release)
}

/// A claim of a pod.
pub(super) fn pod_resource_claim(claim: &Object, release: Release) -> String {
    shown(claim, &POD_RESOURCE_CLAIM, release)
}

/// A probe.
pub(super) fn probe(probe: &Object, release: Release) -> String {
    shown(probe, &PROBE, release)
}

/// What is run when a container starts and stops.
pub(super) fn lifecycle(lifecycle: &Object, release: Release) -> String {
    shown(lifecycle, &LIFECYCLE, release)
}

/// A pointer to the pod failure policy at `path`.
pub(super) fn pod_failure_policy(policy: Option<&PodFailurePolicy>, server: Server<'_>, path: &FieldPath) -> String {
    pointer(policy, &POD_FAILURE_POLICY, server, path)
}

/// A pointer to the success policy at `path`.
pub(super) fn success_policy(policy: Option<&SuccessPolicy>, server: Server<'_>, path: &FieldPath) -> String {
    pointer(policy, &SUCCESS_POLICY, server, path)
}

/// A pointer to lists of UIDs.
pub(super) fn uncounted(pods: &UncountedTerminatedPods, release: Release) -> String {
    if !is_json(release) {
        let list = |uids: &[Uid]| go_list("types.UID", uids.iter().map(Uid::as_str));
        let (succeeded, failed) = (list(&pods.succeeded), list(&pods.failed));
        return format!("batch.UncountedTerminatedPods{{Succeeded:{succeeded}, Failed:{failed}}}");
    }
    let list = |uids: &[Uid]| (!uids.is_empty()).then(|| uids.to_vec());
    go_json(&InternalUncounted { succeeded: list(&pods.succeeded), failed: list(&pods.failed) })
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
        assert_eq!(go_json(&"<a&b>\u{2028}\"\\\n\u{1}é"), r#""\u003ca\u0026b\u003e\u2028\"\\\n\u0001é""#);
        assert_eq!(text(Some("acme.io/a&b"), OLD), "\"acme.io/a&b\"");
        assert_eq!(text(Some("acme.io/a&b"), NEW), "\"acme.io/a\\u0026b\"");
        assert_eq!(text(None, NEW), "null");
    }

    #[test]
    fn what_there_is_none_of() {
        let path = FieldPath::new("labels");
        let shown = |release: Release, empty| labels(&Labels::default(), Server { empty, ..release.into() }, &path);
        let sent = std::slice::from_ref(&path);
        assert_eq!([shown(OLD, &[]), shown(NEW, &[])], ["map[string]string(nil)", "null"]);
        assert_eq!([shown(OLD, sent), shown(NEW, sent)], ["map[string]string{}", "{}"]);
        assert_eq!([texts(&[], OLD), texts(&[], NEW)], ["[]string(nil)", "null"]);
        for release in Release::ALL {
            let null = if release.since(34) { "null" } else { "\"null\"" };
            assert_eq!(text(None, release), null);
            assert_eq!(number(None::<i32>, release), null);
            assert_eq!(selector(None, release.into(), &path), null);
            assert_eq!(time(None, release), null);
            assert_eq!(pod_failure_policy(None, release.into(), &FieldPath::default()), null);
            assert_eq!(success_policy(None, release.into(), &path), null);
        }
    }

    #[test]
    fn selectors_and_labels() {
        let map: Labels = [("b", "2"), ("a", "1")].into_iter().collect();
        assert_eq!(labels(&map, OLD.into(), &FieldPath::default()), r#"map[string]string{"a":"1", "b":"2"}"#);
        assert_eq!(labels(&map, NEW.into(), &FieldPath::default()), r#"{"a":"1","b":"2"}"#);
        let some: LabelSelector = from_value(value!({
            "matchLabels": {"a": "b"}, "matchExpressions": [{"key": "k", "operator": "In", "values": ["x"]}],
        }))
        .unwrap();
        assert_eq!(
            selector(Some(&some), OLD.into(), &FieldPath::default()),
            r#"v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"k", Operator:"In", Values:[]string{"x"}}}}"#
        );
        assert_eq!(
            selector(Some(&some), NEW.into(), &FieldPath::default()),
            r#"{"matchLabels":{"a":"b"},"matchExpressions":[{"key":"k","operator":"In","values":["x"]}]}"#
        );
    }

    #[test]
    fn times_and_lists() {
        let start = Some(MetaTime::from(Time::START));
        assert_eq!([time(start, OLD), time(start, NEW)], ["2024-01-01 00:00:00 +0000 UTC", "\"2024-01-01T00:00:00Z\""]);
        let list = ["a".to_owned(), "b".to_owned()];
        assert_eq!([texts(&list, OLD), texts(&list, NEW)], [r#"[]string{"a", "b"}"#, r#"["a","b"]"#]);
        let path = FieldPath::new("values");
        let codes = |release: Release, codes, empty| exit_codes(codes, Server { empty, ..release.into() }, &path);
        let sent = std::slice::from_ref(&path);
        assert_eq!([codes(OLD, &[3, 1], &[]), codes(NEW, &[3, 1], &[])], ["[]int32{3, 1}", "[3,1]"]);
        assert_eq!([codes(OLD, &[], &[]), codes(NEW, &[], &[])], ["[]int32(nil)", "null"]);
        assert_eq!([codes(OLD, &[], sent), codes(NEW, &[], sent)], ["[]int32{}", "[]"]);
    }

    #[test]
    fn internal_types_have_gos_names() {
        let policy: SuccessPolicy = from_value(value!({"rules": [{"succeededIndexes": "0,2"}]})).unwrap();
        assert_eq!(
            success_policy(Some(&policy), NEW.into(), &FieldPath::default()),
            r#"{"Rules":[{"SucceededIndexes":"0,2","SucceededCount":null}]}"#
        );
        let policy: PodFailurePolicy = from_value(value!({"rules": [
            {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [3]}},
            {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]},
        ]}))
        .unwrap();
        assert_eq!(
            pod_failure_policy(Some(&policy), NEW.into(), &FieldPath::default()),
            r#"{"Rules":[{"Action":"FailJob","OnExitCodes":{"ContainerName":null,"Operator":"In","Values":[3]},"OnPodConditions":null},{"Action":"Ignore","OnExitCodes":null,"OnPodConditions":[{"Type":"DisruptionTarget","Status":"True"}]}]}"#
        );
        assert_eq!(
            pod_failure_policy(Some(&policy), OLD.into(), &FieldPath::default()),
            "batch.PodFailurePolicy{Rules:[]batch.PodFailurePolicyRule{batch.PodFailurePolicyRule{Action:\"FailJob\", \
             OnExitCodes:(*batch.PodFailurePolicyOnExitCodesRequirement)(0x...), \
             OnPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern(nil)}, \
             batch.PodFailurePolicyRule{Action:\"Ignore\", \
             OnExitCodes:(*batch.PodFailurePolicyOnExitCodesRequirement)(nil), \
             OnPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern{\
             batch.PodFailurePolicyOnPodConditionsPattern{Type:\"DisruptionTarget\", Status:\"True\"}}}}}"
        );
        let pods = UncountedTerminatedPods { succeeded: Vec::new(), failed: vec!["a".into()] };
        assert_eq!(uncounted(&pods, NEW), r#"{"Succeeded":null,"Failed":["a"]}"#);
        let in_go = "batch.UncountedTerminatedPods{Succeeded:[]types.UID(nil), Failed:[]types.UID{\"a\"}}";
        assert_eq!(uncounted(&pods, OLD), in_go);
    }
}
