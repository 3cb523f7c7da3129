//! The lives of pods. Pods that were created together usually share one, which is kept once for all of them.

use std::ops::Range;

use jobscope_core::small_sort::SmallSort as _;

use crate::pod_state::PodState;

/// A state since a step (an index). `None` means that the pods are gone. States after the end of a pod are left out.
pub type Since = (Option<PodState>, usize);

/// The life of pods with successive numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Life {
    /// The pods, by their numbers in the order of creation.
    pub pods: Range<u32>,
    /// Their states, oldest first.
    pub states: Vec<Since>,
}

impl Life {
    /// Takes off the pods before number `end`.
    fn take_until(&mut self, end: u32) -> Self {
        let end = end.min(self.pods.end);
        let states = if end == self.pods.end { std::mem::take(&mut self.states) } else { self.states.clone() };
        Self { pods: std::mem::replace(&mut self.pods.start, end)..end, states }
    }
}

/// The lives of all pods that were seen, in the order in which the pods were made; those next to each other differ.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lives(Vec<Life>);

impl Lives {
    /// All of them.
    pub(crate) fn all(&self) -> &[Life] {
        &self.0
    }

    /// Adds the states that pods reached in a step (an index), which is later than the steps before. Pods are given by
    /// their numbers.
    pub(crate) fn note(&mut self, step: usize, mut pods: Vec<(u32, Option<PodState>)>) {
        pods.small_sort_by_key(|(pod, _)| *pod);
        let Some((start, _)) = pods.first() else { return };
        let first = self.0.partition_point(|life| life.pods.end <= *start);
        let mut lives = self.0.split_off(first).into_iter();
        let mut present = lives.next();
        let follow =
            |(one, state): &(u32, _), (next, same): &(u32, _)| one.checked_add(1) == Some(*next) && state == same;
        for alike in pods.chunk_by(follow) {
            let (Some((first, state)), Some((last, _))) = (alike.first(), alike.last()) else { continue };
            let (mut next, end, now) = (*first, last.saturating_add(1), (*state, step));
            while let Some(life) = present.take_if(|life| life.pods.end <= next) {
                self.0.push(life);
                present = lives.next();
            }
            while next < end {
                let begun = match &mut present {
                    Some(life) if life.pods.start <= next => {
                        if life.pods.start < next {
                            self.0.push(life.take_until(next));
                        }
                        let mut changed = life.take_until(end);
                        changed.states.push(now);
                        changed
                    }
                    life => {
                        let end = life.as_ref().map_or(end, |life| life.pods.start.min(end));
                        Life { pods: next..end, states: vec![now] }
                    }
                };
                next = begun.pods.end;
                self.0.push(begun);
                if present.as_ref().is_some_and(|life| life.pods.is_empty()) {
                    present = lives.next();
                }
            }
        }
        self.0.extend(present);
        self.0.extend(lives);
    }

    /// Forgets the steps from `steps` on.
    pub(crate) fn truncate(&mut self, steps: usize) {
        for life in &mut self.0 {
            life.states.truncate(life.states.partition_point(|(_, since)| *since < steps));
        }
        self.0.retain(|life| !life.states.is_empty());
        self.0.dedup_by(|life, last| {
            let is_same = last.pods.end == life.pods.start && last.states == life.states;
            if is_same {
                last.pods.end = life.pods.end;
            }
            is_same
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn pods_share_a_life_until_they_differ() {
        let mut lives = Lives::default();
        lives.note(0, (0..4).map(|pod| (pod, Some(PodState::Pending))).collect());
        lives.note(3, vec![(1, Some(PodState::Ready))]);
        lives.note(4, (2..6).rev().map(|pod| (pod, None)).collect());
        let (pending, ready) = ((Some(PodState::Pending), 0), (Some(PodState::Ready), 3));
        let life = |pods, states: &[_]| Life { pods, states: states.to_vec() };
        assert_eq!(
            lives.all(),
            [
                life(0..1, &[pending]),
                life(1..2, &[pending, ready]),
                life(2..4, &[pending, (None, 4)]),
                life(4..6, &[(None, 4)]),
            ]
        );
        lives.truncate(3);
        assert_eq!(lives.all(), [life(0..4, &[pending])]);
    }

    fn states() -> impl Strategy<Value = Option<PodState>> {
        prop::sample::select(vec![None, Some(PodState::Pending), Some(PodState::Ready), Some(PodState::Succeeded)])
    }

    proptest! {
        #[test]
        fn each_pod_has_the_life_that_it_had_alone(
            steps in prop::collection::vec(prop::collection::btree_map(0_u32..12, states(), 0..9), 1..9),
            kept in 0_usize..9,
        ) {
            let noted = |steps: &[BTreeMap<u32, Option<PodState>>]| {
                let mut lives = Lives::default();
                for (step, pods) in steps.iter().enumerate() {
                    lives.note(step, pods.iter().rev().map(|(pod, state)| (*pod, *state)).collect());
                }
                lives
            };
            let mut lives = noted(&steps);
            let alone = |pod: u32| -> Vec<_> {
                steps.iter().enumerate().filter_map(|(step, pods)| Some((*pods.get(&pod)?, step))).collect()
            };
            let of_each = |life: &Life| life.pods.clone().map(|pod| (pod, life.states.clone())).collect::<Vec<_>>();
            let expected: Vec<_> = (0..12).map(|pod| (pod, alone(pod))).filter(|(_, life)| !life.is_empty()).collect();
            prop_assert_eq!(lives.all().iter().flat_map(of_each).collect::<Vec<_>>(), expected);
            let differ = |one: &Life, next: &Life| one.pods.end < next.pods.start || one.states != next.states;
            prop_assert!(lives.all().is_sorted_by(differ));
            lives.truncate(kept);
            prop_assert_eq!(lives, noted(steps.get(..kept).unwrap_or(&steps)));
        }
    }
}
