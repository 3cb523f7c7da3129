//! Pods in the order in which they are shown: by the sync that made them, the newest first, then by batch.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use jobscope_core::api::{Name, StatusError};
use jobscope_core::timeline::{BatchRecord, SyncRecord};
use jobscope_core::world::PodView;

use crate::session::Moment;
use crate::settings::PodsAs;

/// The syncs that made pods, or tried to.
pub(super) fn syncs(now: &Moment) -> impl Iterator<Item = &Arc<SyncRecord>> {
    now.syncs.iter().rev().filter(|sync| !sync.batches.is_empty())
}

/// How many tiles there are, `others` of them for pods that no sync made.
pub(super) fn tiles(now: &Moment, others: usize) -> usize {
    syncs(now).flat_map(|sync| &sync.batches).map(size).sum::<usize>() + others
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

/// Pods that no sync of this session made.
pub(super) fn others(now: &Moment) -> &Rc<Vec<Name>> {
    now.pods.others.get_or_init(|| {
        let batches = || now.syncs.iter().flat_map(|sync| &sync.batches);
        let there = |name: &&Name| now.pod(name).is_some();
        let made: usize = batches().map(|batch| batch.created.iter().filter(there).count()).sum();
        if made == now.snapshot.pods.len() {
            return Rc::default();
        }
        let made: BTreeSet<&Name> = batches().flat_map(|batch| &batch.created).collect();
        let pods = now.snapshot.pods.iter().map(|pod| &pod.name);
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
        return by_number(now).map(|pod| pod.name.clone()).collect();
    }
    let made = syncs(now).flat_map(|sync| &sync.batches).flat_map(|batch| &batch.created);
    let made = made.filter(|name| now.pod(name).is_some());
    made.cloned().chain(others(now).iter().cloned()).collect()
}

/// The pods by their number.
pub(super) fn by_number(now: &Moment) -> impl ExactSizeIterator<Item = &PodView> + Clone {
    let pods = &now.snapshot.pods;
    let order = now.pods.by_number.get_or_init(|| {
        let mut order: Vec<_> = pods.iter().enumerate().map(|(place, pod)| (pod.ordinal, place)).collect();
        order.sort_unstable();
        Rc::new(order.into_iter().map(|(_, place)| place).collect())
    });
    #[expect(clippy::indexing_slicing, reason = "the order is of these pods")]
    order.iter().map(|place| &*pods[*place])
}
