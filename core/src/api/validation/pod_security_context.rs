//! Validation of the security context of a pod (`validatePodSpecSecurityContext`).

use super::context::supported;
use super::security_context::{app_armor_profile, seccomp_profile, unix_id};
use super::windows_options;
use crate::api::json::{Object, flag, object, objects, optional_number, optional_text, text};
use crate::api::{FieldError, FieldPath, Release};

/// `validatePodSpecSecurityContext`; the fields of a pod about its host are in the internal type's context.
pub(super) fn pod_security_context(
    errors: &mut Vec<FieldError>,
    spec: &Object,
    release: Release,
    spec_path: &FieldPath,
) {
    let path = spec_path.child("securityContext");
    let nothing = Object::new();
    let context = object(spec, "securityContext").unwrap_or(&nothing);
    for field in ["fsGroup", "runAsUser", "runAsGroup"] {
        if let Some(id) = optional_number(context, field) {
            unix_id(errors, id, &path.child(field));
        }
    }
    let groups = context.get("supplementalGroups").and_then(|groups| groups.as_array());
    for (index, group) in groups.into_iter().flatten().enumerate() {
        if let Some(id) = group.as_i64() {
            unix_id(errors, id, &path.child("supplementalGroups").index(index));
        }
    }
    if flag(spec, "shareProcessNamespace") && flag(spec, "hostPID") {
        let detail = "ShareProcessNamespace and HostPID cannot both be enabled";
        let error = FieldError::invalid(&path.child("shareProcessNamespace"), true, detail);
        errors.push(error.at(spec_path.child("shareProcessNamespace")));
    }
    sysctls(errors, spec, context, release, &path.child("sysctls"));
    if let Some(policy) = optional_text(context, "fsGroupChangePolicy") {
        supported(errors, &path.child("fsGroupChangePolicy"), policy, &["Always", "OnRootMismatch"]);
    }
    if let Some(profile) = object(context, "seccompProfile") {
        seccomp_profile(errors, profile, release, &path.child("seccompProfile"));
    }
    windows_options::windows_options(errors, context, &path.child("windowsOptions"));
    if let Some(profile) = object(context, "appArmorProfile") {
        app_armor_profile(errors, profile, release, &path.child("appArmorProfile"));
    }
    if let Some(policy) = optional_text(context, "supplementalGroupsPolicy") {
        supported(errors, &path.child("supplementalGroupsPolicy"), policy, &["Merge", "Strict"]);
    }
    if let Some(policy) = optional_text(context, "seLinuxChangePolicy") {
        // `MountOption` is behind the gate `SELinuxMount`.
        let known: &[&str] = if release.since(37) { &["MountOption", "Recursive"] } else { &["Recursive"] };
        supported(errors, &path.child("seLinuxChangePolicy"), policy, known);
    }
}

/// `validateSysctls`.
fn sysctls(errors: &mut Vec<FieldError>, spec: &Object, context: &Object, release: Release, path: &FieldPath) {
    let mut taken = Vec::new();
    for (index, sysctl) in objects(context, "sysctls") {
        let path = path.index(index).child("name");
        let name = text(sysctl, "name");
        // Slashes came with v1.23.
        let separators: &[char] = if release.since(23) { &['.', '/'] } else { &['.'] };
        if name.is_empty() {
            errors.push(FieldError::required(&path, ""));
        } else if !is_sysctl(name, separators) {
            let segment = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
            let regex = if release.since(23) {
                // Printed as the compiled expression since v1.25.
                let bounds = if release.since(25) { ["^", "$"] } else { ["", ""] };
                format!("{}({segment}[\\./])*{segment}{}", bounds[0], bounds[1])
            } else {
                format!("({segment}\\.)*{segment}")
            };
            let detail = format!("must have at most 253 characters and match regex {regex}");
            errors.push(FieldError::invalid_text(&path, name, detail));
        } else if taken.contains(&name) {
            errors.push(FieldError::duplicate(&path, name));
        }
        if release.since(29) {
            let host = ["hostNetwork", "hostIPC"].into_iter().find(|field| flag(spec, field) && host_has(field, name));
            if let Some(field) = host {
                let detail = format!("may not be specified when '{field}' is true");
                errors.push(FieldError::invalid_text(&path, name, detail));
            }
        }
        taken.push(name);
    }
}

/// `IsValidSysctlName`.
fn is_sysctl(name: &str, separators: &[char]) -> bool {
    let edge = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let is_segment = |segment: &str| {
        segment.starts_with(edge) && segment.ends_with(edge) && segment.chars().all(|c| edge(c) || "-_".contains(c))
    };
    name.len() <= 253 && name.split(separators).all(is_segment)
}

/// `ValidateHostSysctl`: whether a sysctl is one of the namespace that a pod with `field` shares with its host.
fn host_has(field: &str, name: &str) -> bool {
    const IPC: [&str; 10] = [
        "kernel.sem",
        "kernel.shmall",
        "kernel.shmmax",
        "kernel.shmmni",
        "kernel.shm_rmid_forced",
        "kernel.shm",
        "kernel.msgmax",
        "kernel.msgmnb",
        "kernel.msgmni",
        "kernel.msg",
    ];
    // With a slash as its first separator, dots and slashes have changed places.
    let swapped = name.find(['.', '/']).is_some_and(|at| name.get(at..).is_some_and(|rest| rest.starts_with('/')));
    let swap = |c| match c {
        '.' => '/',
        '/' => '.',
        c => c,
    };
    let name: String = if swapped { name.chars().map(swap).collect() } else { name.to_owned() };
    let name = name.split('*').next().unwrap_or_default();
    match field {
        "hostNetwork" => name.starts_with("net."),
        _ => IPC.contains(&name) || name.starts_with("fs.mqueue."),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn sysctls_of_the_host_are_not_the_pods() {
        let sysctls = ["net.core.somaxconn", "net/ipv4/tcp_syncookies", "kernel.shm*", "kernel.panic", "A"];
        let sysctls: Vec<_> = sysctls.iter().map(|name| json!({"name": name, "value": "1"})).collect();
        let spec = json!({"hostNetwork": true, "securityContext": {"sysctls": sysctls}});
        let errors_of = |release| {
            let mut errors = Vec::new();
            pod_security_context(&mut errors, spec.as_object().unwrap(), release, &FieldPath::new("s"));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let shared = |index: usize, name: &str| {
            format!(
                "s.securityContext.sysctls[{index}].name: Invalid value: \"{name}\": may not be specified when 'hostNetwork' is true"
            )
        };
        let regex = r"must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
        let wrong = |index: usize, name: &str| {
            format!("s.securityContext.sysctls[{index}].name: Invalid value: \"{name}\": {regex}")
        };
        assert_eq!(
            errors_of(Release::V1_36),
            [
                shared(0, "net.core.somaxconn"),
                shared(1, "net/ipv4/tcp_syncookies"),
                wrong(2, "kernel.shm*"),
                wrong(4, "A")
            ]
        );
        assert_eq!(errors_of(Release::V1_28), [wrong(2, "kernel.shm*"), wrong(4, "A")]);
    }

    #[test]
    fn volumes_are_mounted_with_the_label_since_v1_37() {
        let spec = json!({"securityContext": {"seLinuxChangePolicy": "MountOption"}});
        for (release, wrong) in [(Release::V1_36, 1), (Release::V1_37, 0)] {
            let mut errors = Vec::new();
            pod_security_context(&mut errors, spec.as_object().unwrap(), release, &FieldPath::new("s"));
            assert_eq!(errors.len(), wrong, "{release}");
        }
    }
}
