//! Scenarios to start from: a manifest, what its pods do, and faults.

use jobscope_core::api::Release;
use jobscope_core::trace::{FaultMode, Verb};
use jobscope_core::world::{Action, Fault, Outcome, OutcomeRule, PodSelection};
use yew::UseReducerHandle;

use super::{Draft, DraftAction};
use crate::session::{Dispatch, Do, Start, Texts};

/// The manifest to begin with for whoever wants to write it all.
pub(crate) const BLANK: &str = include_str!("scenarios/blank.yaml");

/// Puts a manifest in the place of what there is, under another release if that is given, and does what comes before.
pub(crate) fn begin_with(
    manifest: &'static str,
    release: Option<Release>,
    setup: Vec<Action>,
    session: &Dispatch,
    draft: &UseReducerHandle<Draft>,
) {
    let texts = Texts { before: draft.text.clone(), after: manifest.into() };
    draft.dispatch(DraftAction::Replace(manifest.to_owned()));
    session.dispatch(Do::Restart(Start { release, setup, texts }));
}

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
    /// Five completions, each with its index.
    Indexed,
    /// A pod failure policy that fails the Job at once.
    FailurePolicy,
    /// A Job that waits to be resumed.
    Suspended,
}

impl Scenario {
    pub(crate) const ALL: [Self; 8] = [
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
    pub(crate) fn id(self) -> &'static str {
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
    pub(crate) fn word(self) -> &'static str {
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
            Self::Indexed => include_str!("scenarios/indexed.yaml"),
            Self::FailurePolicy => include_str!("scenarios/failure-policy.yaml"),
            Self::Suspended => include_str!("scenarios/suspended.yaml"),
        }
    }

    /// The oldest release that knows all that its manifest says.
    pub(crate) fn since(self) -> Release {
        match self {
            Self::Pi | Self::SlowStart | Self::Quota | Self::WorkQueue | Self::Failing => Release::V1_11,
            Self::Indexed | Self::Suspended => Release::V1_22,
            Self::FailurePolicy => Release::V1_28,
        }
    }

    /// Puts it in the place of what there is, under the release that there is if that knows what it is about, or else
    /// under the newest.
    pub(crate) fn begin(self, present: Release, session: &Dispatch, draft: &UseReducerHandle<Draft>) {
        let newest = Release::ALL.into_iter().max().filter(|_| present < self.since());
        begin_with(self.manifest(), newest, self.setup(), session, draft);
    }

    /// What is done before the person does anything.
    pub(crate) fn setup(self) -> Vec<Action> {
        let all = |outcome, run_ms| OutcomeRule { outcome, run_ms, ..OutcomeRule::default() };
        let first = |n, rule| OutcomeRule { pods: PodSelection { to: Some(n), ..PodSelection::default() }, ..rule };
        let succeed = all(Outcome::Succeed, 10_000);
        let (rules, fault) = match self {
            Self::Pi | Self::SlowStart | Self::Indexed | Self::Suspended => (vec![succeed], None),
            Self::FailurePolicy => (vec![first(2, succeed), all(Outcome::exit(42), 5_000)], None),
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
    use jobscope_core::api::Manifest;

    use super::*;

    #[test]
    fn every_manifest_is_valid_and_its_own() {
        for scenario in Scenario::ALL {
            assert_eq!(Scenario::of_manifest(scenario.manifest()), Some(scenario));
            if let Err(errors) = Manifest::parse(scenario.manifest(), scenario.since()) {
                panic!("{scenario:?}: {errors:?}");
            }
        }
    }
}
