//! `v1.ResourceQuota`: what a namespace may use, as far as it concerns pods; names of namespaces.

use serde::{Deserialize, Serialize};

use super::validation::{dns_label, dns_subdomain, in_words_of};
use super::{FieldError, FieldPath, Name, Namespace, ObjectKey, Release, StatusError};

/// A quota with the one hard limit that every pod uses up: `pods`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResourceQuota {
    /// Its name.
    pub name: Name,
    /// Its namespace; `default` if absent.
    #[serde(default)]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub namespace: Namespace,
    /// `spec.hard.pods`: how many pods that have not ended there may be in the namespace.
    pub pods: u32,
    /// How many pods of the namespace count against it that are not in the store, such as those of Deployments. A changed
    /// limit keeps them.
    #[serde(default, skip_serializing_if = "crate::api::is_zero")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub others: u32,
}

impl ResourceQuota {
    /// A limit of `pods` pods.
    pub fn new(name: impl Into<Name>, namespace: Namespace, pods: u32) -> Self {
        Self { name: name.into(), namespace, pods, others: 0 }
    }

    /// Its key in the store.
    pub fn key(&self) -> ObjectKey {
        ObjectKey::new(&self.namespace, &self.name)
    }

    /// [`Self::others`] as a size.
    pub(crate) fn pods_of_others(&self) -> usize {
        usize::try_from(self.others).unwrap_or(usize::MAX)
    }

    /// `ValidateResourceQuota`.
    ///
    /// # Errors
    ///
    /// `ResourceQuota "<name>" is invalid: ...`, if it cannot have that name.
    pub fn validate(&self, release: Release) -> Result<(), StatusError> {
        check_name("ResourceQuota", self.name.as_str(), dns_subdomain, release)
    }
}

/// `ValidateNamespace`.
///
/// # Errors
///
/// `Namespace "<name>" is invalid: ...`, if a namespace cannot have that name.
pub(crate) fn validate_namespace_name(name: &Namespace, release: Release) -> Result<(), StatusError> {
    check_name("Namespace", name.as_str(), dns_label, release)
}

/// What `ValidatePod` says of a name, or of the beginning of one that the server makes.
///
/// # Errors
///
/// `Pod "<name>" is invalid: ...`, if a pod cannot have that name.
pub(crate) fn validate_pod_name(name: &str, is_prefix: bool, release: Release) -> Result<(), StatusError> {
    // What the server adds ends with a letter or a digit.
    let name = if is_prefix { name.trim_end_matches('-') } else { name };
    check_name("Pod", name, dns_subdomain, release)
}

fn check_name(kind: &str, name: &str, check: fn(&str) -> Vec<String>, release: Release) -> Result<(), StatusError> {
    let path = FieldPath::new("metadata").child("name");
    let errors: Vec<_> = if name.is_empty() {
        vec![FieldError::required(&path, "name or generateName is required")]
    } else {
        check(name).into_iter().map(|error| FieldError::invalid_text(&path, name, error)).collect()
    };
    let errors = in_words_of(release, errors);
    if errors.is_empty() { Ok(()) } else { Err(StatusError::invalid(kind, name, &errors)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quota(name: &str) -> ResourceQuota {
        ResourceQuota::new(name, Namespace::default(), 1)
    }

    #[test]
    fn its_name_is_a_subdomain() {
        assert_eq!(quota("team-quota").validate(Release::V1_11), Ok(()));
        assert_eq!(
            quota("").validate(Release::V1_28).unwrap_err().message,
            "ResourceQuota \"\" is invalid: metadata.name: Required value: name or generateName is required"
        );
        let message = quota("Team").validate(Release::V1_28).unwrap_err().message;
        assert!(
            message.starts_with(
                "ResourceQuota \"Team\" is invalid: metadata.name: Invalid value: \"Team\": a lowercase RFC 1123 "
            ),
            "{message}"
        );
    }
}
