//! Fields of a pod template whose feature gate is off as the release ships it: the API server drops them
//! (`DropDisabledTemplateFields` in `pkg/api/pod/util.go`), unless the object that is updated has them already.

use std::sync::Arc;

use serde_json::Value;

use super::json::Object;
use super::{Container, PodSpec, Release, RestartPolicy};

/// Paths that one gate guards, and the minor number of the first release that ships it enabled.
///
/// `[]` stands for each item of a list, and a leading `*` for each container of any kind.
type Guarded = (u8, &'static [&'static str]);

/// Not enabled in any release so far.
const NEVER: u8 = u8::MAX;

const STOP_SIGNAL: &str = "*.lifecycle.stopSignal";

const GUARDED: &[Guarded] = &[
    (12, &["shareProcessNamespace"]),
    (13, &["*.volumeDevices"]),
    (14, &["securityContext.runAsGroup", "*.securityContext.runAsGroup"]),
    (23, &["ephemeralContainers"]),
    (25, &["*.livenessProbe.terminationGracePeriodSeconds", "*.startupProbe.terminationGracePeriodSeconds"]),
    (26, &["topologySpreadConstraints[].nodeTaintsPolicy"]),
    (26, &["topologySpreadConstraints[].nodeAffinityPolicy"]),
    (27, &["topologySpreadConstraints[].matchLabelKeys"]),
    (27, &["topologySpreadConstraints[].minDomains"]),
    (27, &["schedulingGates"]),
    (30, &["*.lifecycle.preStop.sleep", "*.lifecycle.postStart.sleep"]),
    (31, &["*.volumeMounts[].recursiveReadOnly"]),
    (
        31,
        &[
            "affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].matchLabelKeys",
            "affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].mismatchLabelKeys",
            "affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm.matchLabelKeys",
            "affinity.podAffinity.preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm.mismatchLabelKeys",
            "affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].matchLabelKeys",
            "affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].mismatchLabelKeys",
            "affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm.matchLabelKeys",
            "affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm.mismatchLabelKeys",
        ],
    ),
    (33, &["hostUsers"]),
    (33, &["securityContext.supplementalGroupsPolicy"]),
    (33, &["securityContext.seLinuxChangePolicy"]),
    (33, &["*.resizePolicy"]),
    (34, &["resourceClaims", "*.resources.claims"]),
    (34, &["resources"]),
    (35, &["hostnameOverride"]),
    (35, &["*.env[].valueFrom.fileKeyRef"]),
    (NEVER, &[STOP_SIGNAL]),
    (NEVER, &["volumes[].projected.sources[].clusterTrustBundle"]),
    (NEVER, &["volumes[].projected.sources[].podCertificate"]),
    (NEVER, &["workloadRef"]),
    (NEVER, &["schedulingGroup"]),
];

/// Drops the fields of `spec` whose gate is off, unless `old` uses them.
pub(super) fn drop_disabled(spec: &mut PodSpec, old: Option<&PodSpec>, release: Release) {
    for (_, paths) in GUARDED.iter().filter(|(since, _)| !release.since(*since)) {
        let used = |spec: &PodSpec| paths.iter().any(|path| has(spec, path));
        if !used(spec) || old.is_some_and(used) {
            continue;
        }
        if paths.contains(&STOP_SIGNAL) {
            drop_stop_signals(spec);
            continue;
        }
        for path in *paths {
            each_holder(spec, path, |holder, field| drop(holder.remove(field)));
        }
    }
    if release.since(34) && !release.since(35) {
        drop_restart_rules(spec, old);
    }
    if !release.since(35) {
        drop_image_volumes(spec, old);
    }
    // The field was set to its default by mistake in v1.12, so it cannot go.
    if !release.since(33) {
        each_holder(spec, "*.securityContext.procMount", |holder, field| {
            if holder.get(field).is_some_and(|value| !value.is_null()) {
                holder.insert(field.to_owned(), "Default".into());
            }
        });
    }
}

/// Whether a field of that path has a value.
fn has(spec: &PodSpec, path: &str) -> bool {
    let reads = |object: &Object, path: &str| !matches!(find(object, path), Found::Nothing);
    match path.strip_prefix("*.") {
        Some(path) => {
            let ephemeral = spec.other.map().get("ephemeralContainers").and_then(Value::as_array);
            let ephemeral = ephemeral.into_iter().flatten().filter_map(Value::as_object);
            let containers = spec.init_containers.iter().chain(spec.containers.iter());
            containers.map(|container| container.other.map()).chain(ephemeral).any(|object| reads(object, path))
        }
        None => reads(spec.other.map(), path),
    }
}

enum Found {
    Nothing,
    Something,
}

/// Looks for a value at `path`.
fn find(object: &Object, path: &str) -> Found {
    let (step, rest) = path.split_once('.').unwrap_or((path, ""));
    let value = object.get(step.trim_end_matches("[]")).filter(|value| !value.is_null());
    let below = |value: &Value| value.as_object().map_or(Found::Nothing, |object| find(object, rest));
    match value {
        None => Found::Nothing,
        Some(_) if rest.is_empty() => Found::Something,
        Some(Value::Array(items)) if step.ends_with("[]") => {
            if items.iter().any(|item| matches!(below(item), Found::Something)) {
                Found::Something
            } else {
                Found::Nothing
            }
        }
        Some(value) => below(value),
    }
}

/// Calls `change` with each object that may have the last field of `path`.
fn each_holder(spec: &mut PodSpec, path: &str, mut change: impl FnMut(&mut Object, &str)) {
    let Some(path) = path.strip_prefix("*.") else {
        return descend(spec.other.map_mut(), path, &mut change);
    };
    each_container(spec, |object| descend(object, path, &mut change));
}

fn each_container(spec: &mut PodSpec, mut change: impl FnMut(&mut Object)) {
    for containers in [&mut spec.init_containers, &mut spec.containers] {
        for container in Arc::make_mut(containers) {
            change(container.other.map_mut());
        }
    }
    if let Some(Value::Array(ephemeral)) = spec.other.map_mut().get_mut("ephemeralContainers") {
        ephemeral.iter_mut().filter_map(Value::as_object_mut).for_each(change);
    }
}

fn descend(object: &mut Object, path: &str, change: &mut impl FnMut(&mut Object, &str)) {
    let Some((step, rest)) = path.split_once('.') else { return change(object, path) };
    match object.get_mut(step.trim_end_matches("[]")) {
        Some(Value::Array(items)) if step.ends_with("[]") => {
            for item in items.iter_mut().filter_map(Value::as_object_mut) {
                descend(item, rest, change);
            }
        }
        Some(Value::Object(object)) => descend(object, rest, change),
        _ => {}
    }
}

/// `dropContainerStopSignals`: a lifecycle that has nothing but the signal goes with it.
fn drop_stop_signals(spec: &mut PodSpec) {
    each_container(spec, |container| {
        let Some(Value::Object(lifecycle)) = container.get_mut("lifecycle") else { return };
        let signal = lifecycle.remove("stopSignal").filter(|signal| !signal.is_null());
        if signal.is_some() && lifecycle.values().all(Value::is_null) {
            container.remove("lifecycle");
        }
    });
}

/// `dropContainerRestartRules` (v1.34, whose gate is off): only sidecars have a restart policy of their own. Earlier
/// releases have no such gate, and validation refuses the policies of other containers.
fn drop_restart_rules(spec: &mut PodSpec, old: Option<&PodSpec>) {
    let is_ruled =
        |container: &Container| container.other.map().get("restartPolicyRules").is_some_and(|rules| !rules.is_null());
    let is_other = |container: &Container| {
        container.restart_policy.is_some_and(|policy| policy != RestartPolicy::Always) || is_ruled(container)
    };
    let is_any = |container: &Container| container.restart_policy.is_some() || is_ruled(container);
    let used = |spec: &PodSpec| spec.init_containers.iter().any(is_other) || spec.containers.iter().any(is_any);
    if !used(spec) || old.is_some_and(used) {
        return;
    }
    for container in Arc::make_mut(&mut spec.init_containers) {
        if is_other(container) && container.restart_policy != Some(RestartPolicy::Always) {
            container.restart_policy = None;
        }
        container.other.map_mut().remove("restartPolicyRules");
    }
    for container in Arc::make_mut(&mut spec.containers) {
        container.restart_policy = None;
        container.other.map_mut().remove("restartPolicyRules");
    }
}

/// `dropImageVolumes`: the volumes go, and what mounts them.
fn drop_image_volumes(spec: &mut PodSpec, old: Option<&PodSpec>) {
    if !has(spec, "volumes[].image") || old.is_some_and(|old| has(old, "volumes[].image")) {
        return;
    }
    let mut gone = Vec::new();
    let name = |object: &Value| object.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(Value::Array(volumes)) = spec.other.map_mut().get_mut("volumes") {
        volumes.retain(|volume| {
            let is_image = volume.get("image").is_some_and(|image| !image.is_null());
            if is_image {
                gone.push(name(volume));
            }
            !is_image
        });
    }
    each_container(spec, |container| {
        if let Some(Value::Array(mounts)) = container.get_mut("volumeMounts") {
            mounts.retain(|mount| !gone.contains(&name(mount)));
        }
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn dropped(spec: &Value, old: Option<&Value>) -> Value {
        let read = |value: &Value| serde_json::from_value::<PodSpec>(value.clone()).unwrap();
        let mut new = read(spec);
        drop_disabled(&mut new, old.map(read).as_ref(), Release::V1_28);
        serde_json::to_value(new).unwrap()
    }

    #[test]
    fn fields_are_kept_since_the_release_whose_gate_is_on() {
        let check = |spec: Value, last: Release, first: Release| {
            let sent: PodSpec = serde_json::from_value(spec).unwrap();
            for (release, is_kept) in [(last, false), (first, true)] {
                let mut stored = sent.clone();
                drop_disabled(&mut stored, None, release);
                assert_eq!(stored == sent, is_kept, "{release}");
            }
        };
        let of = |container: Value| json!({"containers": [container]});
        let (v1_11, v1_22, v1_25) = (Release::V1_11, Release::V1_22, Release::V1_25);
        check(json!({"containers": [], "shareProcessNamespace": true}), v1_11, v1_22);
        check(of(json!({"name": "c", "volumeDevices": [{"name": "v", "devicePath": "/v"}]})), v1_11, v1_22);
        check(json!({"containers": [], "securityContext": {"runAsGroup": 1}}), v1_11, v1_22);
        check(of(json!({"name": "c", "securityContext": {"runAsGroup": 1}})), v1_11, v1_22);
        check(json!({"containers": [], "ephemeralContainers": [{"name": "e"}]}), v1_22, v1_25);
        for probe in ["livenessProbe", "startupProbe"] {
            check(of(json!({"name": "c", probe: {"terminationGracePeriodSeconds": 1}})), v1_22, v1_25);
        }
        let spread = json!({"containers": [], "topologySpreadConstraints": [{"minDomains": 1}]});
        check(spread, Release::V1_26, Release::V1_27);
    }

    #[test]
    fn only_v1_34_drops_the_policies_of_containers() {
        let of = |policy: &str| json!({"name": "c", "restartPolicy": policy});
        let spec = json!({"containers": [of("Never")], "initContainers": [of("OnFailure"), of("Always")]});
        let kept = |release| {
            let mut spec: PodSpec = serde_json::from_value(spec.clone()).unwrap();
            drop_disabled(&mut spec, None, release);
            let containers = spec.containers.iter().chain(spec.init_containers.iter());
            containers.map(|container| container.restart_policy.is_some()).collect::<Vec<_>>()
        };
        assert_eq!(kept(Release::V1_33), [true, true, true]);
        assert_eq!(kept(Release::V1_34), [false, false, true]);
        assert_eq!(kept(Release::V1_35), [true, true, true]);
    }

    #[test]
    fn fields_of_gates_that_are_off_are_dropped_unless_in_use() {
        let spec = json!({
            "containers": [
                {"name": "c", "lifecycle": {"stopSignal": "SIGTERM"}, "securityContext": {"procMount": "Unmasked"}},
                {"name": "d", "lifecycle": {"stopSignal": "SIGTERM", "preStop": {"exec": {}}},
                 "volumeMounts": [{"name": "i"}, {"name": "e"}]},
                {"name": "e", "lifecycle": {}},
            ],
            "hostUsers": false,
            "volumes": [{"name": "i", "image": {}}, {"name": "e", "emptyDir": {}}],
        });
        assert_eq!(
            dropped(&spec, None),
            json!({
                "containers": [
                    {"name": "c", "securityContext": {"procMount": "Default"}},
                    {"name": "d", "lifecycle": {"preStop": {"exec": {}}}, "volumeMounts": [{"name": "e"}]},
                    {"name": "e", "lifecycle": {}},
                ],
                "volumes": [{"name": "e", "emptyDir": {}}],
            })
        );
        let mut kept = spec.clone();
        kept["containers"][0]["securityContext"]["procMount"] = "Default".into();
        assert_eq!(dropped(&spec, Some(&spec)), kept);
    }
}
