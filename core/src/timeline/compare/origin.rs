//! What is behind the first difference between two releases: found by running the same actions under the releases in
//! between, and under the one that brought the difference with its gates and fixes put back one by one.

use serde::{Deserialize, Serialize};

use super::{Asked, Comparison, StatusSeen, Written};
use crate::api::{FeatureGate, FeatureGates, Fix, Release};
use crate::timeline::Timeline;

/// A gate or a fix that makes two releases differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Cause {
    /// The releases ship the gate in different positions.
    Gate(FeatureGate),
    /// One of the releases lacks the fix.
    Fix(Fix),
}

/// Where the first difference between two releases comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Origin {
    /// The release that brought it: of two neighbours that differ in it, the newer one.
    pub release: Release,
    /// The gates and fixes behind it. Empty if the release changed it without a gate or a known fix.
    pub causes: Vec<Cause>,
}

/// What two runs first did otherwise, without where they did it.
#[derive(Clone, Debug, PartialEq)]
enum First {
    Decision(Option<Asked>, Option<Asked>),
    Write(Option<Written>, Option<Written>),
    Status(Option<StatusSeen>, Option<StatusSeen>),
}

impl First {
    fn of(Comparison { decision, write, status, .. }: Comparison) -> Option<Self> {
        let decision = decision.map(|found| {
            (found.row, Self::Decision(found.left.map(|seen| seen.what), found.right.map(|seen| seen.what)))
        });
        let write = write
            .map(|found| (found.row, Self::Write(found.left.map(|seen| seen.what), found.right.map(|seen| seen.what))));
        let status = status.map(|found| {
            (found.row, Self::Status(found.left.map(|seen| seen.what), found.right.map(|seen| seen.what)))
        });
        let first = [decision, write, status].into_iter().flatten().min_by_key(|(row, _)| *row);
        first.map(|(_, what)| what)
    }
}

impl Timeline {
    /// What is behind the first difference between this session and the same actions under `other`; nothing if they do
    /// not differ. `manifest` is as [`Timeline::under`] takes it.
    ///
    /// ```
    /// use jobscope_core::api::{Job, Release};
    /// use jobscope_core::timeline::Timeline;
    /// use jobscope_core::world::{Action, World};
    ///
    /// let job: Job = serde_json::from_str(
    ///     r#"{"metadata": {"name": "pi"},
    ///         "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}}"#,
    /// )?;
    /// let mut timeline = Timeline::new(World::new(Release::V1_29));
    /// timeline.apply(&Action::CreateJob { job: Box::new(job) })?;
    /// timeline.play_on(100);
    /// assert_eq!(timeline.origin_of_difference(Release::V1_30, ""), None);
    /// let origin = timeline.origin_of_difference(Release::V1_33, "").ok_or("they differ")?;
    /// assert_eq!(origin.release, Release::V1_31);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn origin_of_difference(&self, other: Release, manifest: &str) -> Option<Origin> {
        let own = self.start().gates();
        let first = |gates: FeatureGates| First::of(Comparison::of(self, &self.under(gates, manifest).timeline));
        let wanted = first(other.into())?;
        let is_there = |gates: FeatureGates| first(gates).as_ref() == Some(&wanted);

        // The releases after its own one, on the way to the other.
        let mine = own.release();
        let mut way: Vec<Release> = Release::ALL.into_iter().collect();
        if other < mine {
            way.reverse();
        }
        let way: Vec<Release> = way.into_iter().skip_while(|release| *release != mine).skip(1).collect();
        let end = way.iter().position(|release| *release == other).map_or(0, |place| place + 1);
        let way = way.get(..end).unwrap_or_default();
        let place = way.partition_point(|release| !is_there((*release).into()));
        let with = way.get(place).copied().unwrap_or(other);
        let before = place.checked_sub(1).and_then(|place| way.get(place));
        let without = before.map_or(own, |release| FeatureGates::from(*release));
        let with = FeatureGates::from(with);

        let causes: Vec<Cause> = causes(without, with).collect();
        // Those without which the difference is gone; if each of several brings it, all that do.
        let put_back = |cause: &&Cause| !is_there(with.supposing(**cause, without));
        let mut behind: Vec<Cause> = causes.iter().filter(put_back).copied().collect();
        if behind.is_empty() {
            let brought = |cause: &&Cause| is_there(without.supposing(**cause, with));
            behind = causes.iter().filter(brought).copied().collect();
        }
        Some(Origin { release: with.release().max(without.release()), causes: behind })
    }
}

/// The gates and fixes that two releases have otherwise.
fn causes(one: FeatureGates, other: FeatureGates) -> impl Iterator<Item = Cause> {
    let gates = FeatureGate::ALL.iter().filter(move |gate| one.enabled(**gate) != other.enabled(**gate));
    let fixes = Fix::ALL.iter().filter(move |fix| one.has(**fix) != other.has(**fix));
    gates.map(|gate| Cause::Gate(*gate)).chain(fixes.map(|fix| Cause::Fix(*fix)))
}

impl FeatureGates {
    /// The same with one gate or fix standing as in `other`, whether or not the release lets it be set.
    fn supposing(self, cause: Cause, other: Self) -> Self {
        match cause {
            Cause::Gate(gate) => self.with_gate_of(gate, other),
            Cause::Fix(fix) => self.with_fix_of(fix, other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Job;
    use crate::world::{Action, Outcome, OutcomeRule, PodSelection, World};

    /// A Job of two pods: the first fails after 3 s, the second and its replacement run on.
    fn half_failing(release: Release) -> Timeline {
        let job: Job = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "pi"},
            "spec": {"parallelism": 2, "completions": 2, "template": {
                "spec": {"restartPolicy": "Never", "containers": [{"name": "pi", "image": "perl"}]}}}
        }))
        .unwrap();
        let first = PodSelection { to: Some(1), ..PodSelection::default() };
        let rules = vec![
            OutcomeRule { pods: first, outcome: Outcome::exit(1), run_ms: 3_000, ..OutcomeRule::default() },
            OutcomeRule { outcome: Outcome::Succeed, run_ms: 60_000, ..OutcomeRule::default() },
        ];
        let mut timeline = Timeline::new(World::new(release));
        timeline.apply(&Action::SetOutcomes { rules }).unwrap();
        timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        timeline.play_on(500);
        timeline
    }

    #[test]
    fn a_difference_comes_with_a_release_in_between() {
        for (old, new) in [(Release::V1_28, Release::V1_36), (Release::V1_22, Release::V1_27)] {
            let there = half_failing(old).origin_of_difference(new, "").unwrap();
            let back = half_failing(new).origin_of_difference(old, "").unwrap();
            for origin in [there, back] {
                assert!(origin.release > old && origin.release <= new, "{old} {new}: {origin:?}");
            }
        }
        assert_eq!(half_failing(Release::V1_32).origin_of_difference(Release::V1_33, ""), None);
    }

    #[test]
    fn the_fix_behind_the_active_count_in_back_off_is_found_both_ways() {
        let origin = Origin { release: Release::V1_36, causes: vec![Cause::Fix(Fix::ActiveInBackOff)] };
        for (mine, other) in [(Release::V1_33, Release::V1_36), (Release::V1_36, Release::V1_34)] {
            assert_eq!(half_failing(mine).origin_of_difference(other, ""), Some(origin.clone()), "{mine} {other}");
        }
    }

    #[test]
    fn the_delay_of_the_end_is_behind_the_condition_that_announces_it() {
        let origin = half_failing(Release::V1_30).origin_of_difference(Release::V1_31, "").unwrap();
        assert!(origin.causes.contains(&Cause::Fix(Fix::EndWaitsForPods)), "{origin:?}");
    }
}
