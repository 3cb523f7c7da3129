//! Scenarios to start from: a manifest, what its pods do, and faults.

use jobscope_core::trace::{FaultMode, Verb};
use jobscope_core::world::{Action, Fault, Outcome, OutcomeRule, PodSelection};

/// A scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scenario {
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
}

impl Scenario {
    pub(crate) const ALL: [Self; 5] = [Self::Pi, Self::SlowStart, Self::Quota, Self::WorkQueue, Self::Failing];

    /// Its name in the document.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Pi => "pi",
            Self::SlowStart => "slow-start",
            Self::Quota => "quota",
            Self::WorkQueue => "work-queue",
            Self::Failing => "failing",
        }
    }

    /// The key of its title.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Pi => "scenario-pi",
            Self::SlowStart => "scenario-slow-start",
            Self::Quota => "scenario-quota",
            Self::WorkQueue => "scenario-work-queue",
            Self::Failing => "scenario-failing",
        }
    }

    /// The scenario called `id`.
    pub(crate) fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scenario| scenario.id() == id)
    }

    /// The scenario that has exactly this manifest.
    pub(crate) fn of_manifest(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scenario| scenario.manifest() == text)
    }

    /// Its manifest.
    pub(crate) fn manifest(self) -> &'static str {
        match self {
            Self::Pi => include_str!("scenarios/pi.yaml"),
            Self::SlowStart => include_str!("scenarios/slow-start.yaml"),
            Self::Quota => include_str!("scenarios/quota.yaml"),
            Self::WorkQueue => include_str!("scenarios/work-queue.yaml"),
            Self::Failing => include_str!("scenarios/failing.yaml"),
        }
    }

    /// What is done before the person does anything.
    pub(crate) fn setup(self) -> Vec<Action> {
        let all = |outcome, run_ms| OutcomeRule { outcome, run_ms, ..OutcomeRule::default() };
        let first = |n, rule| OutcomeRule { pods: PodSelection { to: Some(n), ..PodSelection::default() }, ..rule };
        let succeed = all(Outcome::Succeed, 10_000);
        let (rules, fault) = match self {
            Self::Pi | Self::SlowStart => (vec![succeed], None),
            Self::Quota => {
                let quota = Fault {
                    verb: Verb::Create,
                    mode: FaultMode::ForbiddenQuota,
                    from: 3,
                    count: 0,
                    pods: Vec::new(),
                    label: Some("team-quota".to_owned()),
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
    use jobscope_core::api::{Edition, Manifest};

    use super::*;

    #[test]
    fn every_manifest_is_valid_and_its_own() {
        for scenario in Scenario::ALL {
            assert_eq!(Scenario::of_manifest(scenario.manifest()), Some(scenario));
            if let Err(errors) = Manifest::parse(scenario.manifest(), Edition::V1_11) {
                panic!("{scenario:?}: {errors:?}");
            }
        }
    }
}
