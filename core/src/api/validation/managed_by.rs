//! `spec.managedBy`: which controller looks after a Job.

use super::meta::{self, invalid_texts};
use super::names::domain_prefixed_path;
use crate::api::field::go_quote;
use crate::api::{FieldError, FieldPath, JobSpec};

/// `maxManagedByLength`.
const MAX_MANAGED_BY_LENGTH: usize = 63;

/// The part of `validateJobSpec` that is about the field.
pub(super) fn spec(errors: &mut Vec<FieldError>, spec: &JobSpec, path: &FieldPath) {
    let Some(name) = &spec.managed_by else { return };
    let path = path.child("managedBy");
    if name.is_empty() {
        errors.push(FieldError::required(&path, ""));
    }
    invalid_texts(errors, &path, name, domain_prefixed_path(name));
    if name.len() > MAX_MANAGED_BY_LENGTH {
        errors.push(FieldError::too_many_bytes(&path, MAX_MANAGED_BY_LENGTH));
    }
}

/// Nobody hands a Job over to another controller.
pub(super) fn immutable(errors: &mut Vec<FieldError>, new: &JobSpec, old: &JobSpec, path: &FieldPath) {
    let show = |name: &Option<String>| name.as_deref().map_or_else(|| "null".to_owned(), go_quote);
    meta::immutable(errors, &new.managed_by, &old.managed_by, &path.child("managedBy"), show);
}
