//! `metav1.DeleteOptions`: the body of a DELETE request.

use serde::{Deserialize, Serialize};

use super::{ResourceVersion, Uid};

/// `metav1.DeletionPropagation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DeletionPropagation {
    /// The Job goes at once; the garbage collector deletes its pods afterwards.
    Background,
    /// The Job stays, marked, until its pods are gone.
    Foreground,
    /// The pods stay and lose their owner.
    Orphan,
}

/// `metav1.DeleteOptions` with its preconditions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct DeleteOptions {
    /// Seconds that a pod has to stop; absent means its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub grace_period_seconds: Option<i64>,
    /// What becomes of the dependents; absent means what is usual for the kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub propagation_policy: Option<DeletionPropagation>,
    /// Refused unless the object has this UID.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub uid: Option<Uid>,
    /// Refused unless the object has this version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub resource_version: Option<ResourceVersion>,
}

impl DeleteOptions {
    /// With that grace period, or the pod's own.
    pub(crate) fn with_grace(grace_period_seconds: Option<i64>) -> Self {
        Self { grace_period_seconds, ..Self::default() }
    }

    /// With that policy, or the usual one.
    pub(crate) fn with_policy(propagation_policy: Option<DeletionPropagation>) -> Self {
        Self { propagation_policy, ..Self::default() }
    }
}
