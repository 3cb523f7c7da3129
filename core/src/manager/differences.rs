//! Differences between two releases: feature gates, fixes and questions.

use serde::Serialize;

use crate::api::{FeatureGate, Fix, Release, Stage};
use crate::job::catalogue::{CatalogueDifference, compare};
use crate::small_sort::SmallSort as _;

/// A feature gate that two releases ship differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct GateDifference {
    /// The gate.
    pub gate: FeatureGate,
    /// How the first release ships it, if it knows it.
    pub old: Option<Stage>,
    /// How the second release ships it.
    pub new: Option<Stage>,
}

/// What separates two releases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ReleaseDifferences {
    /// Gates that are shipped differently, in the order of [`FeatureGate::ALL`].
    pub gates: Vec<GateDifference>,
    /// Fixes that the second release has and the first does not, by the number of the pull request.
    pub fixed: Vec<Fix>,
    /// Fixes that the first release has and the second does not: the first one is the newer, or a later patch level.
    pub unfixed: Vec<Fix>,
    /// Questions of the Job controller.
    pub questions: CatalogueDifference,
}

/// What `new` has, lacks or asks that `old` does not.
///
/// ```
/// use jobscope_core::api::{FeatureGate, Fix, Release};
/// use jobscope_core::manager::release_differences;
///
/// let differences = release_differences(Release::V1_30, Release::V1_33);
/// assert!(differences.gates.iter().any(|gate| gate.gate == FeatureGate::JobManagedBy));
/// assert!(differences.fixed.contains(&Fix::OrphansBySelector) && differences.unfixed.is_empty());
/// ```
pub fn release_differences(old: Release, new: Release) -> ReleaseDifferences {
    let gates = FeatureGate::ALL.iter().map(|gate| GateDifference {
        gate: *gate,
        old: gate.stage_in(old),
        new: gate.stage_in(new),
    });
    let only = |one: Release, other: Release| {
        let mut fixes: Vec<Fix> = Fix::ALL.iter().copied().filter(|fix| fix.is_in(one) && !fix.is_in(other)).collect();
        fixes.small_sort_by_key(|fix| fix.number());
        fixes
    };
    ReleaseDifferences {
        gates: gates.filter(|gate| gate.old != gate.new).collect(),
        fixed: only(new, old),
        unfixed: only(old, new),
        questions: compare(old, new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_that_share_a_controller_differ_in_gates_alone() {
        for (old, new) in [(Release::V1_29, Release::V1_30), (Release::V1_32, Release::V1_33)] {
            let differences = release_differences(old, new);
            assert!(differences.fixed.is_empty() && differences.unfixed.is_empty(), "{old} {new}: {differences:?}");
            assert!(!differences.gates.is_empty(), "{old} {new}");
        }
        let none = release_differences(Release::V1_36, Release::V1_36);
        assert!(none.gates.is_empty() && none.fixed.is_empty() && none.questions == CatalogueDifference::default());
    }

    #[test]
    fn what_one_way_is_fixed_is_unfixed_the_other_way() {
        for old in Release::ALL {
            for new in Release::ALL {
                let (there, back) = (release_differences(old, new), release_differences(new, old));
                assert_eq!((&there.fixed, &there.unfixed), (&back.unfixed, &back.fixed), "{old} {new}");
                assert_eq!(there.gates.len(), back.gates.len(), "{old} {new}");
            }
        }
    }
}
