//! Two runs compared: a run never differs from itself, what differs does not depend on which one is called left, and
//! every action of one release is carried out or refused in any other.

#![cfg(not(target_arch = "wasm32"))]

use jobscope_core::api::Time;
use jobscope_core::timeline::{Comparison, Cursor, Difference, Row, Timeline};
use jobscope_core::world::World;
use jobscope_tests::random::{Choice, gates, script};
use proptest::prelude::*;
use proptest::sample::Index;

fn carry_out(timeline: &mut Timeline, script: &[Choice]) {
    for choice in script {
        if let Some(action) = choice.action(timeline.world()) {
            let _ = timeline.apply(&action);
        }
    }
}

fn mirrored<T>(difference: Option<Difference<T>>) -> Option<Difference<T>> {
    difference.map(|Difference { row, left, right }| Difference { row, left: right, right: left })
}

/// The comparison with left and right exchanged.
fn mirror(comparison: Comparison) -> Comparison {
    Comparison {
        rows: comparison.rows.into_iter().map(|Row { left, right }| Row { left: right, right: left }).collect(),
        decision: mirrored(comparison.decision),
        write: mirrored(comparison.write),
        status: mirrored(comparison.status),
    }
}

/// What has to hold of any comparison.
fn check(left: &Timeline, right: &Timeline) -> Result<Comparison, TestCaseError> {
    let comparison = Comparison::of(left, right);
    prop_assert_eq!(&mirror(Comparison::of(right, left)), &comparison);
    prop_assert_eq!(comparison.rows.first(), Some(&Row::default()));
    prop_assert_eq!(comparison.rows.last(), Some(&Row { left: left.steps().len(), right: right.steps().len() }));
    for pair in comparison.rows.windows(2) {
        let [before, after] = pair else { unreachable!("two at a time") };
        let (more_left, more_right) = (after.left - before.left, after.right - before.right);
        prop_assert!(more_left <= 1 && more_right <= 1 && more_left + more_right > 0, "{:?}", pair);
    }
    // What is said to differ can be gone to.
    for (timeline, seen) in [
        (left, comparison.decision.as_ref().and_then(|difference| difference.left.as_ref()).map(|seen| seen.at)),
        (right, comparison.decision.as_ref().and_then(|difference| difference.right.as_ref()).map(|seen| seen.at)),
        (left, comparison.write.as_ref().and_then(|difference| difference.left.as_ref()).map(|seen| seen.at)),
        (right, comparison.write.as_ref().and_then(|difference| difference.right.as_ref()).map(|seen| seen.at)),
    ] {
        if let Some(at) = seen {
            let mut timeline = timeline.clone();
            timeline.seek(at);
            prop_assert_eq!(timeline.cursor(), at);
        }
    }
    Ok(comparison)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_run_does_not_differ_from_itself(gates in gates(), script in script()) {
        let mut timeline = Timeline::new(World::with_gates(gates, Time::START));
        carry_out(&mut timeline, &script);
        prop_assert_eq!(check(&timeline, &timeline)?.first_row(), None);
        // Nor from the same done again, nor from one that has not come as far.
        let again = timeline.under(gates, "");
        prop_assert_eq!(&again.impossible, &[]);
        let same = timeline.steps().iter().zip(again.timeline.steps().iter()).take_while(|(one, other)| one == other);
        prop_assert!(same.count() >= timeline.steps().len(), "{:?}", again.timeline.steps());
        prop_assert_eq!(check(&timeline, &again.timeline)?.first_row(), None);
    }

    #[test]
    fn branches_differ_only_after_they_parted(gates in gates(), script in script(), other in script(), fork in any::<Index>()) {
        let mut timeline = Timeline::new(World::with_gates(gates, Time::START));
        carry_out(&mut timeline, &script);
        let first = timeline.clone();
        let fork = fork.index(timeline.steps().len() + 1);
        timeline.seek(Cursor { step: fork, entries: 0 });
        carry_out(&mut timeline, &other);
        let shared = timeline.steps().shared_with(first.steps());
        let comparison = check(&first, &timeline)?;
        prop_assert!(comparison.first_row().is_none_or(|row| row > shared.min(fork)), "{:?}", comparison.first_row());
    }

    #[test]
    fn any_actions_can_be_compared_under_any_releases(one in gates(), other in gates(), script in script()) {
        let mut timeline = Timeline::new(World::with_gates(one, Time::START));
        carry_out(&mut timeline, &script);
        let under = timeline.under(other, "");
        prop_assert_eq!(under.timeline.world().gates(), other);
        for impossible in &under.impossible {
            prop_assert!(impossible.step < timeline.steps().len());
            prop_assert!(impossible.after <= under.timeline.steps().len());
            prop_assert!(!impossible.error.to_string().is_empty());
        }
        check(&timeline, &under.timeline)?;
        // Doing it twice gives the same.
        let again = timeline.under(other, "");
        prop_assert_eq!(again.timeline.steps(), under.timeline.steps());
    }
}
