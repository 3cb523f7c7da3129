//! `spec.managedBy`: the controller that manages a Job.

use super::names::domain_prefixed_path;
use super::{bad_value, meta};
use crate::api::{FieldError, FieldPath, JobSpec, Release};

/// `maxManagedByLength`.
const MAX_MANAGED_BY_LENGTH: usize = 63;

/// The part of `validateJobSpec` that is about the field.
pub(super) fn spec(errors: &mut Vec<FieldError>, spec: &JobSpec, release: Release, path: &FieldPath) {
    let Some(name) = &spec.managed_by else { return };
    let path = path.child("managedBy");
    if name.is_empty() {
        errors.push(FieldError::required(&path, ""));
    }
    let wrong = domain_prefixed_path(name).into_iter();
    errors.extend(wrong.map(|(part, sentence)| FieldError::invalid_text(&path, part, sentence)));
    if name.len() > MAX_MANAGED_BY_LENGTH {
        errors.push(FieldError::too_long(&path, MAX_MANAGED_BY_LENGTH, release));
    }
}

/// Nobody hands a Job over to another controller.
pub(super) fn immutable(
    errors: &mut Vec<FieldError>,
    new: &JobSpec,
    old: &JobSpec,
    release: Release,
    path: &FieldPath,
) {
    let show = |name: &Option<String>| bad_value::text(name.as_deref(), release);
    meta::immutable(errors, &new.managed_by, &old.managed_by, &path.child("managedBy"), show);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sentence_shows_the_part_that_it_is_about() {
        let said = |name: &str| {
            let job_spec = JobSpec { managed_by: Some(name.to_owned()), ..JobSpec::default() };
            let mut errors = Vec::new();
            spec(&mut errors, &job_spec, Release::V1_36, &FieldPath::new("spec"));
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(said("acme.io/foo"), Vec::<String>::new());
        assert_eq!(said(""), ["spec.managedBy: Required value"]);
        assert_eq!(
            said("acme.io"),
            ["spec.managedBy: Invalid value: \"acme.io\": must be a domain-prefixed path (such as \"acme.io/foo\")"]
        );
        let errors = said("Acme/a b");
        assert!(
            errors[0].starts_with("spec.managedBy: Invalid value: \"Acme\": a DNS-1123 subdomain must"),
            "{errors:?}"
        );
        assert_eq!(
            errors[1..],
            ["spec.managedBy: Invalid value: \"a b\": Invalid path (regex used for validation is \
              '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')"]
        );
        let long = format!("acme.io/{}", "a".repeat(56));
        assert_eq!(said(&long), ["spec.managedBy: Too long: may not be more than 63 bytes"]);
    }
}
