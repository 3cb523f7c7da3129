//! Which pod is on which tile of the field, and where.

use std::rc::Rc;
use std::sync::Arc;

use jobscope_core::api::Name;
use jobscope_core::timeline::{BatchRecord, SyncRecord};
use jobscope_explain::Moment;

use super::layout::{Block, Layout};
use crate::pods::groups::{Tile, size, syncs, tile};
use crate::pods::moves::Way;

/// The field at a moment.
#[derive(Clone)]
pub(super) struct FieldView {
    pub(super) now: Rc<Moment>,
    /// The syncs that made pods, in the order in which they are shown.
    syncs: Rc<Vec<Arc<SyncRecord>>>,
    /// Pods that no sync made; they come last.
    pub(super) others: Rc<Vec<Name>>,
    pub(super) layout: Rc<Layout>,
}

/// The numbers of tiles that a field is laid out by: of each batch of each sync.
pub(super) fn sizes(now: &Moment, others: usize) -> Vec<Vec<usize>> {
    let made = syncs(now).map(|sync| sync.batches.iter().map(size).collect());
    made.chain((others > 0).then(|| vec![others])).collect()
}

impl PartialEq for FieldView {
    /// The syncs are the moment's.
    fn eq(&self, other: &Self) -> bool {
        self.now == other.now && self.others == other.others && self.layout == other.layout
    }
}

impl FieldView {
    pub(super) fn of(now: &Rc<Moment>, others: &Rc<Vec<Name>>, layout: &Rc<Layout>) -> Self {
        let syncs = Rc::new(syncs(now).cloned().collect());
        Self { now: Rc::clone(now), syncs, others: Rc::clone(others), layout: Rc::clone(layout) }
    }

    /// The sync at that place among those shown.
    pub(super) fn sync(&self, place: usize) -> Option<&SyncRecord> {
        self.syncs.get(place).map(|sync| &**sync)
    }

    /// The batch that a block shows; none is that of pods that no sync made.
    pub(super) fn batch(&self, block: &Block) -> Option<&BatchRecord> {
        self.sync(block.sync)?.batches.get(block.batch)
    }

    /// What stands on a tile of a block.
    pub(super) fn tile(&self, block: &Block, place: usize) -> Option<Tile<'_>> {
        match self.batch(block) {
            Some(batch) => tile(batch, place),
            None => self.others.get(place).map(Tile::Made),
        }
    }

    /// What stands on the tile of that number.
    pub(super) fn numbered(&self, number: usize) -> Option<Tile<'_>> {
        let block = self.layout.block(number)?;
        self.tile(block, number - block.first)
    }

    /// The pod on the tile of that number, if there is one.
    pub(super) fn pod(&self, number: usize) -> Option<&Name> {
        match self.numbered(number)? {
            Tile::Made(name) => self.now.pod(name).map(|pod| &pod.name),
            Tile::Refused(_) => None,
        }
    }

    /// The number of a pod's tile, and its top left.
    pub(super) fn spot(&self, pod: &Name) -> Option<(usize, (f64, f64))> {
        let batches = self.syncs.iter().flat_map(|sync| &sync.batches).map(|batch| &batch.created);
        let lists = batches.chain([&*self.others]);
        self.layout.blocks.iter().zip(lists).find_map(|(block, names)| {
            let place = names.iter().position(|name| name == pod)?;
            Some((block.first + place, block.place(place)))
        })
    }

    /// The pod that is that way from another one; tiles without a pod are passed over.
    pub(super) fn along(&self, from: &Name, way: Way) -> Option<Name> {
        let middles = self.layout.middles();
        let (mut at, _) = self.spot(from)?;
        let mut way = way;
        loop {
            let next = way.from(at, &middles);
            if next == at {
                return None;
            }
            if let Some(pod) = self.pod(next) {
                return Some(pod.clone());
            }
            at = next;
            // The first or last tile may have no pod: move inwards.
            way = match way {
                Way::First => Way::Right,
                Way::Last => Way::Left,
                way => way,
            };
        }
    }
}
