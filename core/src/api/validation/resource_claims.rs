//! Validation of a pod's device claims (`validatePodResourceClaims`), and of their use by containers
//! (`validateResourceClaimNames`).

use std::collections::BTreeSet;

use super::bad_value;
use super::context::{PodContext, dns_label, dns_subdomain};
use crate::api::json::{Object, objects, optional_text, text};
use crate::api::{FieldError, FieldPath, Release};

/// `validatePodResourceClaims`.
pub(super) fn pod_resource_claims(errors: &mut Vec<FieldError>, spec: &Object, release: Release, path: &FieldPath) {
    let mut taken = BTreeSet::new();
    for (index, claim) in objects(spec, "resourceClaims") {
        let path = path.index(index);
        let name = text(claim, "name");
        if name.is_empty() {
            errors.push(FieldError::required(&path.child("name"), ""));
        } else if taken.insert(name) {
            dns_label(errors, name, &path.child("name"));
        } else {
            errors.push(FieldError::duplicate(&path.child("name"), name));
        }
        let sources = ["resourceClaimName", "resourceClaimTemplateName"];
        let detail = match sources.map(|field| optional_text(claim, field).is_some()) {
            [true, true] => "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified",
            [false, false] => "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`",
            _ => "",
        };
        if !detail.is_empty() {
            errors.push(FieldError::invalid(&path, bad_value::pod_resource_claim(claim, release), detail));
        }
        for field in sources {
            if let Some(name) = optional_text(claim, field) {
                dns_subdomain(errors, name, &path.child(field));
            }
        }
    }
}

/// `validateResourceClaimNames` of a container.
pub(super) fn claim_names(errors: &mut Vec<FieldError>, resources: &Object, pod: &PodContext<'_>, path: &FieldPath) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (index, claim) in objects(resources, "claims") {
        let path = path.index(index);
        let (name, request) = (text(claim, "name"), text(claim, "request"));
        if name.is_empty() {
            errors.push(FieldError::required(&path, ""));
            continue;
        }
        if taken.contains(name) {
            errors.push(FieldError::duplicate(&path, name));
        } else {
            let mut key = name.to_owned();
            if !request.is_empty() {
                dns_label(errors, request, &path.child("request"));
                key = format!("{name}/{request}");
            }
            if taken.contains(&key) {
                errors.push(FieldError::duplicate(&path, &key));
            } else if request.is_empty() {
                let parts = taken.iter().filter(|key| key.split_once('/').is_some_and(|(whole, _)| whole == name));
                errors.extend(parts.map(|_| FieldError::duplicate(&path, name)));
            }
            taken.insert(key);
        }
        if !pod.claims.contains(name) {
            let mut error = FieldError::not_found(&path, name);
            let known: Vec<&str> = pod.claims.iter().copied().collect();
            let list = if known.is_empty() { " which is empty".to_owned() } else { format!(": {}", known.join(", ")) };
            error.detail = format!("must be one of the names in pod.spec.resourceClaims{list}");
            errors.push(error);
        }
    }
}
