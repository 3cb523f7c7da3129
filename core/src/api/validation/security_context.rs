//! Validation of the security contexts of containers (`ValidateSecurityContext`), and of the profiles that pods
//! and containers have (seccomp, `AppArmor`).

use super::context::{PodContext, in_range, required_and_supported, supported};
use super::volume_source::relative_path;
use super::{bad_value, windows_options};
use crate::api::json::{Object, flag, object, optional_flag, optional_number, optional_text, text, texts};
use crate::api::{FieldError, FieldPath, Release};

/// Length of a path that Linux takes.
const MAX_PROFILE_LENGTH: usize = 4095;

/// `ValidateSecurityContext`.
pub(super) fn security_context(errors: &mut Vec<FieldError>, context: &Object, pod: &PodContext<'_>, path: &FieldPath) {
    let release = pod.release;
    let privileged = flag(context, "privileged");
    if privileged && !pod.server.allow_privileged {
        errors.push(FieldError::forbidden(&path.child("privileged"), "disallowed by cluster policy"));
    }
    for field in ["runAsUser", "runAsGroup"] {
        if let Some(id) = optional_number(context, field) {
            unix_id(errors, id, &path.child(field));
        }
    }
    if let Some(mount) = optional_text(context, "procMount") {
        let path = path.child("procMount");
        supported(errors, &path, mount, &["Default", "Unmasked"]);
        if mount == "Unmasked" && pod.host_users() {
            errors.push(FieldError::invalid_text(&path, mount, "`hostUsers` must be false to use `Unmasked`"));
        }
    }
    if let Some(profile) = object(context, "seccompProfile") {
        seccomp_profile(errors, profile, release, &path.child("seccompProfile"));
    }
    if optional_flag(context, "allowPrivilegeEscalation") == Some(false) {
        let shown = || bad_value::security_context(context, release);
        if privileged {
            let detail = "cannot set `allowPrivilegeEscalation` to false and `privileged` to true";
            errors.push(FieldError::invalid(path, shown(), detail));
        }
        let added = object(context, "capabilities").into_iter().flat_map(|list| texts(list, "add"));
        for _ in added.filter(|(_, capability)| *capability == "CAP_SYS_ADMIN") {
            let detail = "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN";
            errors.push(FieldError::invalid(path, shown(), detail));
        }
    }
    windows_options::windows_options(errors, context, &path.child("windowsOptions"));
    if let Some(profile) = object(context, "appArmorProfile") {
        app_armor_profile(errors, profile, release, &path.child("appArmorProfile"));
    }
}

/// `IsValidUserID` and `IsValidGroupID`.
pub(super) fn unix_id(errors: &mut Vec<FieldError>, id: i64, path: &FieldPath) {
    in_range(errors, id, (0, i32::MAX.into()), path);
}

/// `validateSeccompProfileField`.
pub(super) fn seccomp_profile(errors: &mut Vec<FieldError>, profile: &Object, release: Release, path: &FieldPath) {
    let kind_path = path.child("type");
    let kind = text(profile, "type");
    if kind.is_empty() {
        errors.push(FieldError::required(&kind_path, "type is required when seccompProfile is set"));
    } else {
        supported(errors, &kind_path, kind, &["Localhost", "RuntimeDefault", "Unconfined"]);
    }
    let local_path = path.child("localhostProfile");
    match (kind, optional_text(profile, "localhostProfile")) {
        ("Localhost", None) => {
            errors.push(FieldError::required(&local_path, "must be set when seccomp type is Localhost"));
        }
        ("Localhost", Some(local)) => relative_path(errors, local, &local_path),
        (_, None) => {}
        (_, Some(_)) => {
            let shown = bad_value::seccomp_profile(profile, release);
            errors.push(FieldError::invalid(&local_path, shown, "can only be set when seccomp type is Localhost"));
        }
    }
}

/// `ValidateAppArmorProfileField`.
pub(super) fn app_armor_profile(errors: &mut Vec<FieldError>, profile: &Object, release: Release, path: &FieldPath) {
    let local_path = path.child("localhostProfile");
    let missing = "must be set when AppArmor type is Localhost";
    match (text(profile, "type"), optional_text(profile, "localhostProfile")) {
        ("Localhost", None) => errors.push(FieldError::required(&local_path, missing)),
        ("Localhost", Some(local)) => {
            if local.trim() != local {
                errors.push(FieldError::invalid_text(&local_path, local, "must not be padded with whitespace"));
            } else if local.is_empty() {
                errors.push(FieldError::required(&local_path, missing));
            }
            if local.len() > MAX_PROFILE_LENGTH {
                errors.push(FieldError::too_long_max_length(&local_path, MAX_PROFILE_LENGTH, release));
            }
        }
        ("RuntimeDefault" | "Unconfined", Some(local)) => {
            errors.push(FieldError::invalid_text(
                &local_path,
                local,
                "can only be set when AppArmor type is Localhost",
            ));
        }
        ("", _) => {
            errors.push(FieldError::required(&path.child("type"), "type is required when appArmorProfile is set"));
        }
        (kind, _) => {
            required_and_supported(errors, &path.child("type"), kind, &["Localhost", "RuntimeDefault", "Unconfined"]);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_profile_of_the_host_has_a_greatest_length() {
        let profile = json!({"type": "Localhost", "localhostProfile": "a".repeat(MAX_PROFILE_LENGTH + 1)});
        let errors_of = |release| {
            let mut errors = Vec::new();
            app_armor_profile(&mut errors, profile.as_object().unwrap(), release, &FieldPath::new("p"));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(errors_of(Release::V1_31), ["p.localhostProfile: Too long: may not be longer than 4095"]);
        assert_eq!(errors_of(Release::V1_32), ["p.localhostProfile: Too long: may not be more than 4095 bytes"]);
    }
}
