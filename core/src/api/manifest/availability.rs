//! The fields of a Job's spec that a release has, and the feature gates that they need.

use super::hint::type_at;
use crate::api::{FeatureGate, FeatureGates};

/// Whether a field of `spec` can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldAvailability {
    /// It can.
    Here,
    /// The release does not know it; it came with this minor release.
    Since(u8),
    /// The release knows it, but drops it as long as this gate is off.
    Gated(FeatureGate),
    /// No release has such a field.
    Unknown,
}

/// Whether the field `name` of a Job's spec can be used.
///
/// ```
/// use jobscope_core::api::{Release, FeatureGate, FieldAvailability, job_spec_field};
///
/// assert_eq!(job_spec_field("suspend", Release::V1_11), FieldAvailability::Since(21));
/// assert_eq!(job_spec_field("suspend", Release::V1_22), FieldAvailability::Here);
/// let gated = job_spec_field("maxFailedIndexes", Release::V1_28);
/// assert_eq!(gated, FieldAvailability::Gated(FeatureGate::JobBackoffLimitPerIndex));
/// ```
pub fn job_spec_field(name: &str, gates: impl Into<FeatureGates>) -> FieldAvailability {
    let gates: FeatureGates = gates.into();
    let gate = match name {
        "completionMode" => Some(FeatureGate::IndexedJob),
        "suspend" => Some(FeatureGate::SuspendJob),
        "podFailurePolicy" => Some(FeatureGate::JobPodFailurePolicy),
        "backoffLimitPerIndex" | "maxFailedIndexes" => Some(FeatureGate::JobBackoffLimitPerIndex),
        "podReplacementPolicy" => Some(FeatureGate::JobPodReplacementPolicy),
        "successPolicy" => Some(FeatureGate::JobSuccessPolicy),
        "managedBy" => Some(FeatureGate::JobManagedBy),
        _ => None,
    };
    let release = gates.release();
    match (type_at(&["spec"], release).and_then(|spec| spec.find(name, release)), gate) {
        (None, _) => FieldAvailability::Unknown,
        (Some(found), _) if !found.is_in(release) => FieldAvailability::Since(found.since()),
        (Some(_), Some(gate)) if !gates.enabled(gate) => FieldAvailability::Gated(gate),
        (Some(_), _) => FieldAvailability::Here,
    }
}
