//! The pod template within `kubectl describe job`: `DescribePodTemplate`. The engine passes the template on unread, as
//! the user wrote it.
//!
//! Containers and volumes have modules of their own.

use serde_json::Value;

use super::describe::{annotations, block, labels};
use super::fields::{self, Fields, given, number, object, objects, text};
use super::{
    container::{self, Owner},
    get, volumes,
};
use crate::api::{PodTemplateSpec, Release};
use crate::small_sort::SmallSort as _;

/// The minor that tells the name of the priority.
const PRIORITY: u8 = 14;
/// The minor that tells how pods are spread.
pub(super) const SPREAD: u8 = 25;
/// The minor that tells which nodes the pods want and what they put up with.
const NODES: u8 = 30;
/// The minor that tells which group they are scheduled with.
const GROUP: u8 = 36;

/// The template's lines, with tabs between the cells.
pub(super) fn described(lines: &mut Vec<String>, release: Release, template: &PodTemplateSpec) {
    let other = template.spec.other.map();
    lines.push("Pod Template:".to_owned());
    labels(lines, "  Labels", &template.metadata.labels);
    if !template.metadata.annotations.is_empty() {
        annotations(lines, release, "  Annotations", &template.metadata.annotations);
    }
    lines.extend(given(other, "serviceAccountName").map(|name| format!("  Service Account:\t{name}")));
    if !template.spec.init_containers.is_empty() {
        container::described(lines, release, "Init Containers", &template.spec.init_containers, Owner::Template);
    }
    container::described(lines, release, "Containers", &template.spec.containers, Owner::Template);
    volumes::described(lines, release, "  ", other);
    if release.since(SPREAD) {
        spread(lines, "  ", other);
    }
    if release.since(PRIORITY) {
        lines.extend(given(other, "priorityClassName").map(|name| format!("  Priority Class Name:\t{name}")));
    }
    if release.since(NODES) {
        nodes(lines, "  ", other);
    }
    scheduling_group(lines, release, "  ", other);
}

/// Which nodes the pods want, and what they tolerate.
pub(super) fn nodes(lines: &mut Vec<String>, indent: &str, spec: &Fields) {
    let nodes = fields::entries(spec, "nodeSelector").map(|(key, value)| format!("{key}={value}"));
    block(lines, &format!("{indent}Node-Selectors"), "", "<none>", nodes);
    let mut tolerations: Vec<_> = objects(spec, "tolerations").collect();
    tolerations.small_sort_by_key(|toleration| text(toleration, "key"));
    block(lines, &format!("{indent}Tolerations"), "", "<none>", tolerations.into_iter().map(toleration));
}

/// The group that the pods are scheduled with.
pub(super) fn scheduling_group(lines: &mut Vec<String>, release: Release, indent: &str, spec: &Fields) {
    if release.since(GROUP)
        && let Some(group) = object(spec, "schedulingGroup")
    {
        lines.push(format!("{indent}SchedulingGroup:"));
        lines.push(format!("  PodGroupName:\t{}", text(group, "podGroupName")));
    }
}

/// How pods are spread, in the order of what they are spread over.
pub(super) fn spread(lines: &mut Vec<String>, indent: &str, spec: &Fields) {
    let mut constraints: Vec<_> = objects(spec, "topologySpreadConstraints").collect();
    constraints.small_sort_by_key(|constraint| text(constraint, "topologyKey"));
    let constraints = constraints.into_iter().map(|constraint| {
        let (key, otherwise) = (text(constraint, "topologyKey"), text(constraint, "whenUnsatisfiable"));
        let selector = constraint.get("labelSelector").filter(|selector| !selector.is_null());
        let selector = selector.and_then(|selector| serde_json::from_value(Value::clone(selector)).ok());
        let selector =
            selector.map_or(String::new(), |selector| format!(" for selector {}", get::selector(Some(&selector))));
        format!("{key}:{otherwise} when max skew {} is exceeded{selector}", number(constraint, "maxSkew"))
    });
    if constraints.len() > 0 {
        block(lines, &format!("{indent}Topology Spread Constraints"), indent, "", constraints);
    }
}

fn toleration(toleration: &Fields) -> String {
    let of = |field| text(toleration, field);
    let (key, value, effect) = (of("key"), of("value"), of("effect"));
    let exists = of("operator") == "Exists" && value.is_empty();
    let seconds = toleration.get("tolerationSeconds").filter(|seconds| !seconds.is_null());
    let parts = [
        key.to_owned(),
        if value.is_empty() { String::new() } else { format!("={value}") },
        if effect.is_empty() { String::new() } else { format!(":{effect}") },
        match exists {
            true if key.is_empty() && effect.is_empty() => "op=Exists".to_owned(),
            true => " op=Exists".to_owned(),
            false => String::new(),
        },
        seconds.map_or(String::new(), |seconds| format!(" for {}s", fields::plain(seconds))),
    ];
    parts.concat()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// What is printed after the volumes.
    fn after_volumes(release: Release, spec: &Value) -> Vec<String> {
        let template = serde_json::from_value(json!({"spec": spec})).unwrap();
        let mut lines = Vec::new();
        described(&mut lines, release, &template);
        let volumes = lines.iter().position(|line| line.starts_with("  Volumes:")).unwrap();
        lines.split_off(volumes + 1)
    }

    #[test]
    fn later_releases_tell_where_pods_go() {
        let spec = json!({
            "containers": [],
            "priorityClassName": "high",
            "nodeSelector": {"b": "2", "a": "1"},
            "topologySpreadConstraints": [
                {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule",
                    "labelSelector": {"matchExpressions": [{"key": "k", "operator": "In", "values": ["b", "a"]}]}},
                {"maxSkew": 2, "topologyKey": "host", "whenUnsatisfiable": "ScheduleAnyway"},
                {"maxSkew": 3, "topologyKey": "zone", "whenUnsatisfiable": "ScheduleAnyway", "labelSelector": {}},
            ],
            "tolerations": [
                {"key": "b", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 30},
                {"key": "a", "operator": "Equal", "value": "1", "effect": "NoSchedule"},
                {"operator": "Exists"},
            ],
            "schedulingGroup": {"podGroupName": "g"},
        });
        assert!(after_volumes(Release::V1_11, &spec).is_empty());
        assert_eq!(after_volumes(Release::V1_22, &spec), ["  Priority Class Name:\thigh"]);
        let v1_28 = [
            "  Topology Spread Constraints:\thost:ScheduleAnyway when max skew 2 is exceeded",
            "  \tzone:DoNotSchedule when max skew 1 is exceeded for selector k in (a,b)",
            "  \tzone:ScheduleAnyway when max skew 3 is exceeded for selector <none>",
            "  Priority Class Name:\thigh",
        ];
        assert_eq!(after_volumes(Release::V1_28, &spec), v1_28);
        let v1_36 = [
            "  Node-Selectors:\ta=1",
            "\tb=2",
            "  Tolerations:\top=Exists",
            "\ta=1:NoSchedule",
            "\tb:NoExecute op=Exists for 30s",
            "  SchedulingGroup:",
            "  PodGroupName:\tg",
        ];
        assert_eq!(after_volumes(Release::V1_36, &spec), [&v1_28[..], &v1_36].concat());
    }

    #[test]
    fn what_nobody_wrote_is_shown_by_the_latest_release_alone() {
        let spec = json!({"containers": []});
        assert!(after_volumes(Release::V1_28, &spec).is_empty());
        assert_eq!(after_volumes(Release::V1_36, &spec), ["  Node-Selectors:\t<none>", "  Tolerations:\t<none>"]);
    }
}
