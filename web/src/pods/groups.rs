//! Pods in the order in which they are shown: by the sync that made them, the newest first, then by batch.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use jobscope_core::api::{Name, StatusError};
use jobscope_core::small_collect::SmallCollect as _;
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::timeline::{BatchRecord, SyncRecord};
use jobscope_core::world::PodView;
use jobscope_explain::Moment;

use crate::settings::PodsAs;

/// The syncs that made pods, and the last one that tried to: what was refused before that is no pod, and only takes the room of
/// those that there are.
pub(super) fn syncs(now: &Moment) -> impl Iterator<Item = &Arc<SyncRecord>> {
    let tried = now.syncs.iter().rev().filter(|sync| !sync.batches.is_empty());
    let made = |sync: &SyncRecord| sync.batches.iter().any(|batch| !batch.created.is_empty());
    tried.enumerate().filter(move |(place, sync)| *place == 0 || made(sync)).map(|(_, sync)| sync)
}

/// How many tiles there are, `others` of them for pods that no sync made.
pub(super) fn tiles(now: &Moment, others: usize) -> usize {
    syncs(now).flat_map(|sync| &sync.batches).map(size).sum::<usize>() + others
}

/// How many creates were refused, those without a tile among them.
pub(super) fn refused(now: &Moment) -> usize {
    now.syncs.iter().flat_map(|sync| &sync.batches).map(|batch| batch.refused.len()).sum()
}

/// How many tiles a batch has.
pub(super) fn size(batch: &BatchRecord) -> usize {
    batch.created.len() + batch.refused.len()
}

/// What stands at a place of a batch.
pub(super) enum Tile<'a> {
    /// A pod that was made.
    Made(&'a Name),
    /// A create that was refused.
    Refused(&'a StatusError),
}

/// The tile at a place of a batch: first the pods that were made, then what was refused.
pub(super) fn tile(batch: &BatchRecord, place: usize) -> Option<Tile<'_>> {
    let made = batch.created.len();
    batch.created.get(place).map(Tile::Made).or_else(|| batch.refused.get(place.checked_sub(made)?).map(Tile::Refused))
}

/// Pods that no sync of this session made, in the order in which they were made.
pub(super) fn others(now: &Moment) -> &Rc<Vec<Name>> {
    now.pods.others.get_or_init(|| {
        // The newest sync first: in a long session most pods of older ones are gone.
        let batches = || now.syncs.iter().rev().flat_map(|sync| &sync.batches);
        let there = |name: &&Name| now.pod(name).is_some();
        let mut left = now.snapshot.pods.len();
        for batch in batches() {
            if left == 0 {
                break;
            }
            left = left.saturating_sub(batch.created.iter().filter(there).count());
        }
        if left == 0 {
            return Rc::default();
        }
        let made: BTreeSet<&Name> = batches().flat_map(|batch| &batch.created).small_collect();
        let pods = in_order(now).map(|pod| &pod.name);
        Rc::new(pods.filter(|name| !made.contains(name)).cloned().collect())
    })
}

/// The first pod that is there, in the order of tiles.
pub(super) fn first<'a>(now: &'a Moment, others: &'a [Name]) -> Option<&'a Name> {
    let made = syncs(now).flat_map(|sync| &sync.batches).flat_map(|batch| &batch.created);
    made.chain(others).find(|name| now.pod(name).is_some())
}

/// The pods that are there, in the order in which that view shows them.
pub(super) fn order(now: &Moment, view: PodsAs) -> Vec<Name> {
    if view == PodsAs::Table {
        return in_order(now).map(|pod| pod.name.clone()).collect();
    }
    let made = syncs(now).flat_map(|sync| &sync.batches).flat_map(|batch| &batch.created);
    let made = made.filter(|name| now.pod(name).is_some());
    made.cloned().chain(others(now).iter().cloned()).collect()
}

/// The pods in the order in which they were made. A sync makes its pods at the same time, and where names are
/// counted their events come in the order of the names, 10 before 2: what the controller went by is the index, if there is one.
pub(crate) fn in_order(now: &Moment) -> impl ExactSizeIterator<Item = &PodView> + Clone {
    let pods = &now.snapshot.pods;
    let order = now.pods.in_order.get_or_init(|| {
        let mut order: Vec<_> = pods
            .iter()
            .enumerate()
            .map(|(place, pod)| ((pod.created, pod.completion_index, pod.ordinal), place))
            .collect();
        order.small_sort();
        Rc::new(order.into_iter().map(|(_, place)| place).collect())
    });
    #[expect(clippy::indexing_slicing, reason = "the order is of these pods")]
    order.iter().map(|place| &*pods[*place])
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Manifest, Release};
    use jobscope_core::timeline::Timeline;
    use jobscope_core::trace::{Call, Kind, TraceEntry, Verb};
    use jobscope_core::world::{Action, World};

    use super::*;
    use crate::pods::number;
    use jobscope_explain::played::moments;
    use jobscope_explain::{Movement, Preset};

    #[test]
    fn of_syncs_that_made_no_pod_the_last_one_shows() {
        let moments = moments(Preset::Quota, Release::V1_11, Timeline::step_over);
        let mut now = moments.into_iter().find(|now| !now.syncs.is_empty()).unwrap();
        let mut again = (*now.syncs[0]).clone();
        again.batches.iter_mut().for_each(|batch| batch.created.clear());
        for number in 2..=3 {
            now.syncs.push(Arc::new(SyncRecord { number, ..again.clone() }));
        }
        assert_eq!(syncs(&now).map(|sync| sync.number).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(refused(&now), 3 * 4, "all of them are counted");
    }

    /// The pods that the current step's calls made, in their order.
    fn creates(now: &Moment) -> Vec<Name> {
        let of = |call: &Call| {
            (call.verb == Verb::Create && call.resource == Kind::Pod).then(|| call.name.clone()).flatten()
        };
        let calls = now.trace().iter().filter_map(|entry| match entry {
            TraceEntry::Call(call) => of(call),
            _ => None,
        });
        calls.collect()
    }

    #[test]
    fn refused_creates_are_counted_from_the_first_on() {
        let moments = moments(Preset::Quota, Release::V1_28, Timeline::step_over);
        let counts: Vec<_> = moments.iter().map(refused).collect();
        assert!(counts.is_sorted() && counts.last() == Some(&4), "{counts:?}");
        assert!(moments.iter().any(|now| now.sync().is_none() && refused(now) > 0), "only while a sync shows");
    }

    #[test]
    fn pods_stand_in_the_order_in_which_they_were_made_not_in_that_of_their_names() {
        let manifest = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: many}\nspec:\n  completionMode: Indexed\n  completions: 120\n  parallelism: 120\n  template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}\n";
        for release in [Release::V1_22, Release::V1_28, Release::V1_36] {
            let mut timeline = Timeline::new(World::new(release));
            timeline.apply(&Action::of_manifest(&Manifest::parse(manifest, release).unwrap())).unwrap();
            let now = loop {
                assert!(timeline.step_over(), "{release}: no pods");
                let now = Moment::of(&timeline, 0, Movement::Forward, 0);
                if now.snapshot.pods.len() == 120 {
                    break now;
                }
            };
            let made = creates(&now);
            assert_eq!(order(&now, PodsAs::Tiles), made, "{release}");
            assert_eq!(order(&now, PodsAs::Table), made, "{release}");
            assert!(in_order(&now).map(number).eq(0..120), "{release}");
            let mut unknown = Moment::of(&timeline, 0, Movement::Jump, 0);
            unknown.syncs.clear();
            assert_eq!(**others(&unknown), *made, "{release}: made by nobody that is known");
        }
    }
}
