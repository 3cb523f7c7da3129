//! Presets: a manifest to start from, with what its pods do and faults.

use jobscope_core::api::Release;
use jobscope_core::trace::{FaultMode, Verb};
use jobscope_core::world::{Action, Fault, Outcome, OutcomeRule, PodSelection};

/// The manifest to begin with for users who write it all.
pub const BLANK: &str = include_str!("../presets/blank.yaml");

/// A preset: a Job to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// The Job of the Kubernetes documentation.
    Pi,
    /// Fifteen pods at once: 1, 2, 4, 8.
    SlowStart,
    /// The same, and the fourth create is refused.
    Quota,
    /// Pods that share a queue of work: one success is the end.
    WorkQueue,
    /// A pod that fails until the limit is reached.
    Failing,
    /// Five completions, each with its index.
    Indexed,
    /// A pod failure policy that fails the Job at once.
    FailurePolicy,
    /// A Job that waits to be resumed.
    Suspended,
}

impl Preset {
    pub const ALL: [Self; 8] = [
        Self::Pi,
        Self::SlowStart,
        Self::Quota,
        Self::WorkQueue,
        Self::Failing,
        Self::Indexed,
        Self::FailurePolicy,
        Self::Suspended,
    ];

    /// Its name in the document.
    pub fn id(self) -> &'static str {
        match self {
            Self::Pi => "pi",
            Self::SlowStart => "slow-start",
            Self::Quota => "quota",
            Self::WorkQueue => "work-queue",
            Self::Failing => "failing",
            Self::Indexed => "indexed",
            Self::FailurePolicy => "failure-policy",
            Self::Suspended => "suspended",
        }
    }

    /// The key of its title.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pi => "scenario-pi",
            Self::SlowStart => "scenario-slow-start",
            Self::Quota => "scenario-quota",
            Self::WorkQueue => "scenario-work-queue",
            Self::Failing => "scenario-failing",
            Self::Indexed => "scenario-indexed",
            Self::FailurePolicy => "scenario-failure-policy",
            Self::Suspended => "scenario-suspended",
        }
    }

    /// The preset called `id`.
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.id() == id)
    }

    /// The preset that has exactly this manifest.
    pub fn of_manifest(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.manifest() == text)
    }

    /// Its manifest.
    pub fn manifest(self) -> &'static str {
        match self {
            Self::Pi => include_str!("../presets/pi.yaml"),
            Self::SlowStart => include_str!("../presets/slow-start.yaml"),
            Self::Quota => include_str!("../presets/quota.yaml"),
            Self::WorkQueue => include_str!("../presets/work-queue.yaml"),
            Self::Failing => include_str!("../presets/failing.yaml"),
            Self::Indexed => include_str!("../presets/indexed.yaml"),
            Self::FailurePolicy => include_str!("../presets/failure-policy.yaml"),
            Self::Suspended => include_str!("../presets/suspended.yaml"),
        }
    }

    /// The oldest release that knows all that its manifest says.
    pub fn since(self) -> Release {
        match self {
            Self::Pi | Self::SlowStart | Self::Quota | Self::WorkQueue | Self::Failing => Release::V1_11,
            Self::Indexed | Self::Suspended => Release::V1_22,
            Self::FailurePolicy => Release::V1_26,
        }
    }

    /// What is done before the person does anything.
    pub fn setup(self) -> Vec<Action> {
        let all = |outcome, run_ms| OutcomeRule { outcome, run_ms, ..OutcomeRule::default() };
        let first = |n, rule| OutcomeRule { pods: PodSelection { to: Some(n), ..PodSelection::default() }, ..rule };
        let succeed = all(Outcome::Succeed, 10_000);
        let (rules, fault) = match self {
            Self::Pi | Self::SlowStart | Self::Indexed | Self::Suspended => (vec![succeed], None),
            Self::FailurePolicy => (vec![first(2, succeed), all(Outcome::exit(42), 5_000)], None),
            Self::Quota => {
                let quota = Fault {
                    from: 3,
                    label: Some("team-quota".to_owned()),
                    ..Fault::new(Verb::Create, FaultMode::ForbiddenQuota)
                };
                (vec![succeed], Some(quota))
            }
            Self::WorkQueue => (vec![first(1, all(Outcome::Succeed, 6_000)), succeed], None),
            Self::Failing => (vec![all(Outcome::exit(1), 3_000)], None),
        };
        let mut setup = vec![Action::SetOutcomes { rules }];
        setup.extend(fault.map(Action::Fault));
        setup
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Manifest;

    use super::*;

    #[test]
    fn every_manifest_is_valid_and_its_own() {
        for preset in Preset::ALL {
            assert_eq!(Preset::of_manifest(preset.manifest()), Some(preset));
            if let Err(errors) = Manifest::parse(preset.manifest(), preset.since()) {
                panic!("{preset:?}: {errors:?}");
            }
        }
    }
}
