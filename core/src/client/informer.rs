//! `cache.SharedIndexInformer`: reflector, `DeltaFIFO` and indexer, with the notifications for its handlers.
//!
//! The cache is changed before a handler hears of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use super::{DeletablePods, Delta, DeltaFifo, Reflector, SettledPods, SharedProcessor, Tally, Terms};
use crate::api::{
    FeatureGates, Fix, Job, KeyMap, Name, Object, ObjectKey, Pod, Release, ResourceVersion, Uid, serialize_version_of,
};
use crate::apiserver::WatchEvent;
use crate::trace::{DeliveryCause, WatchEventType};

/// A notification for a handler.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Notification<T> {
    /// `OnAdd`.
    Add(Arc<T>),
    /// `OnUpdate`, with the state before and after.
    Update(Arc<T>, Arc<T>),
    /// `OnDelete`, with the last state known.
    Delete(Arc<T>, LastState),
}

/// Where the last state of a deleted object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastState {
    /// The event has it.
    Event,
    /// The cache had it: a list no longer has the object, and handlers get a tombstone (`cache.DeletedFinalStateUnknown`).
    Cached,
}

impl<T: Object> Notification<T> {
    /// The name of the object that it is about.
    pub(crate) fn name(&self) -> Name {
        let (Self::Add(object) | Self::Update(_, object) | Self::Delete(object, _)) = self;
        object.metadata().name.clone().unwrap_or_else(|| Name::from(""))
    }
}

/// What an informer keeps beside its objects, always in step with them (`cache.Indexers`). It is made from the objects,
/// so it is no part of what a world is written down as.
pub(crate) trait Index<T>: Clone + std::fmt::Debug + Default + PartialEq {
    /// The index of a cache that holds these objects.
    fn of(cached: &KeyMap<Arc<T>>) -> Self;
    /// The cache has another state of an object, or has it no more.
    fn changed(&mut self, key: &ObjectKey, old: Option<&Arc<T>>, new: Option<&Arc<T>>);
}

impl<T> Index<T> for () {
    fn of(_: &KeyMap<Arc<T>>) {}

    fn changed(&mut self, _: &ObjectKey, _: Option<&Arc<T>>, _: Option<&Arc<T>>) {}
}

impl<T, A: Index<T>, B: Index<T>> Index<T> for (A, B) {
    fn of(cached: &KeyMap<Arc<T>>) -> Self {
        (A::of(cached), B::of(cached))
    }

    fn changed(&mut self, key: &ObjectKey, old: Option<&Arc<T>>, new: Option<&Arc<T>>) {
        self.0.changed(key, old, new);
        self.1.changed(key, old, new);
    }
}

/// An object that informers cache.
pub(crate) trait Cached: Object {
    /// What is kept beside its kind.
    type Index: Index<Self>;
}

impl Cached for Job {
    type Index = ();
}

impl Cached for Pod {
    type Index = (SettledPods, DeletablePods);
}

/// An informer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"), from = "Written<T>")]
pub(crate) struct SharedInformer<T: Cached> {
    fifo: DeltaFifo<T>,
    indexer: KeyMap<Arc<T>>,
    #[serde(skip)]
    index: T::Index,
    #[serde(serialize_with = "version_of::<T, _>")]
    last_sync_resource_version: ResourceVersion,
    #[serde(serialize_with = "version_of::<T, _>")]
    last_store_sync_resource_version: ResourceVersion,
    /// The list-and-watch loop.
    pub reflector: Reflector,
    /// The listeners.
    pub processor: SharedProcessor,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks it so")]
fn version_of<T: Object, S: Serializer>(version: &ResourceVersion, serializer: S) -> Result<S::Ok, S::Error> {
    serialize_version_of(T::TYPE, version, serializer)
}

/// An informer as it is read: its index is rebuilt.
#[derive(Deserialize)]
#[serde(bound = "T: Deserialize<'de>")]
struct Written<T: Cached> {
    fifo: DeltaFifo<T>,
    indexer: KeyMap<Arc<T>>,
    last_sync_resource_version: ResourceVersion,
    last_store_sync_resource_version: ResourceVersion,
    reflector: Reflector,
    processor: SharedProcessor,
}

impl<T: Cached> From<Written<T>> for SharedInformer<T> {
    fn from(written: Written<T>) -> Self {
        let Written {
            fifo,
            indexer,
            last_sync_resource_version,
            last_store_sync_resource_version,
            reflector,
            processor,
        } = written;
        Self {
            index: T::Index::of(&indexer),
            fifo,
            indexer,
            last_sync_resource_version,
            last_store_sync_resource_version,
            reflector,
            processor,
        }
    }
}

impl<T: Cached> Default for SharedInformer<T> {
    fn default() -> Self {
        Self {
            fifo: DeltaFifo::default(),
            indexer: KeyMap::new(),
            index: T::Index::default(),
            last_sync_resource_version: ResourceVersion::default(),
            last_store_sync_resource_version: ResourceVersion::default(),
            reflector: Reflector::default(),
            processor: SharedProcessor::default(),
        }
    }
}

impl SharedInformer<Pod> {
    /// The lister, without the pods that are settled.
    pub(crate) fn unsettled(&self) -> impl Iterator<Item = &Arc<Pod>> {
        self.index.0.unsettled()
    }

    /// See [`SettledPods::tally`].
    pub(crate) fn tally(&mut self, job: &Uid, terms: &Terms) -> Tally {
        self.index.0.tally(job, terms, &self.indexer)
    }

    /// See [`SettledPods::settle`].
    pub(crate) fn settle(&mut self, job: &Uid, terms: &Terms, pod: &Pod) {
        self.index.0.settle(job, terms, pod);
    }

    /// What deleting cached pods would change.
    pub(crate) fn deletable(&self) -> &DeletablePods {
        &self.index.1
    }

    /// Whether that is as a look at all cached pods would find it.
    #[cfg(test)]
    pub(crate) fn knows_what_is_deletable(&self) -> bool {
        self.index.1 == DeletablePods::of(&self.indexer)
    }
}

impl<T: Cached> SharedInformer<T> {
    /// The lister: the cached object.
    pub(crate) fn get(&self, key: &ObjectKey) -> Option<&Arc<T>> {
        self.indexer.get(key)
    }

    /// The indexer: all cached objects with their keys.
    pub(crate) fn indexer(&self) -> &KeyMap<Arc<T>> {
        &self.indexer
    }

    /// The lister: all cached objects by key. (Upstream lists in the order of a hash map.)
    pub(crate) fn list(&self) -> impl Iterator<Item = &Arc<T>> {
        self.indexer.values()
    }

    /// How many objects are cached.
    pub(crate) fn len(&self) -> usize {
        self.indexer.len()
    }

    /// `LastSyncResourceVersion`: how far the reflector has come. What it took in may still be queued.
    pub(crate) fn last_sync_resource_version(&self) -> ResourceVersion {
        self.last_sync_resource_version
    }

    /// `LastStoreSyncResourceVersion`: how far the cache has come.
    pub(crate) fn last_store_sync_resource_version(&self) -> ResourceVersion {
        self.last_store_sync_resource_version
    }

    /// How many keys wait in the `DeltaFIFO`.
    pub(crate) fn queued(&self) -> usize {
        self.fifo.len()
    }

    /// The reflector got a bookmark: nothing happened to these objects up to that version.
    pub(crate) fn bookmark(&mut self, version: ResourceVersion) {
        self.last_sync_resource_version = version;
        self.reflector.received();
        self.store_caught_up();
    }

    /// With nothing queued the cache is where the reflector is.
    fn store_caught_up(&mut self) {
        if self.fifo.is_empty() {
            self.last_store_sync_resource_version = self.last_sync_resource_version;
        }
    }

    /// The reflector got an event of the watch, and queues it.
    pub(crate) fn watch_event(&mut self, event: WatchEvent<T>) {
        if let Some((key, delta)) = self.receive(event) {
            self.fifo.push(key, delta);
        }
    }

    /// The reflector got an event of the watch, and nothing is queued: the event is processed at once. Returns the
    /// notifications for handlers, as [`Self::process`] does.
    pub(crate) fn watch_event_at_once(&mut self, event: WatchEvent<T>) -> Option<(DeliveryCause, Notification<T>)> {
        let (key, delta) = self.receive(event)?;
        let notification = self.handle_delta(&key, delta);
        self.store_caught_up();
        Some(notification)
    }

    /// What an event of the watch means for the cache; `None` if the object is known nowhere.
    fn receive(&mut self, event: WatchEvent<T>) -> Option<(ObjectKey, Delta<T>)> {
        let WatchEvent { r#type, object } = event;
        let key = object.metadata().key();
        if let Some(version) = object.metadata().resource_version {
            self.last_sync_resource_version = version;
        }
        self.reflector.received();
        if r#type == WatchEventType::Deleted && !self.indexer.contains_key(&key) && !self.fifo.contains(&key) {
            self.store_caught_up();
            return None;
        }
        let delta = match r#type {
            WatchEventType::Added => Delta::Added(object),
            WatchEventType::Modified => Delta::Updated(object),
            WatchEventType::Deleted => Delta::Deleted(object),
        };
        Some((key, delta))
    }

    /// The reflector lists again: what is stored replaces what is cached.
    ///
    /// Handlers are not notified of objects that did not change. Upstream notifies those listeners of them that a resync
    /// would reach; the recordings of lists do not.
    pub(crate) fn replace<'a>(
        &mut self,
        gates: FeatureGates,
        stored: impl IntoIterator<Item = &'a Arc<T>>,
        version: ResourceVersion,
    ) where
        T: 'a,
    {
        let release = gates.release();
        let listed = if list_is_resync(release) { Delta::Sync } else { Delta::Replaced };
        self.last_sync_resource_version = version;
        let mut gone = self.indexer.clone();
        // Without the fix such an object stays in the cache for good.
        if gates.has(Fix::RelistOfGone) {
            for (key, newest) in self.fifo.newest() {
                gone.insert(key, Arc::clone(newest));
            }
        }
        let mut changed = Vec::new();
        for object in stored {
            let key = object.metadata().key();
            gone.remove(&key);
            let known = self.indexer.get(&key);
            if known.is_none_or(|known| known.metadata().resource_version != object.metadata().resource_version) {
                changed.push((key, listed(Arc::clone(object))));
            }
        }
        let gone = gone.iter().map(|(key, object)| (key.clone(), Delta::Tombstone(Arc::clone(object))));
        let deltas: Vec<_> = if release.since(DELETIONS_FIRST_SINCE) {
            gone.chain(changed).collect()
        } else {
            changed.into_iter().chain(gone).collect()
        };
        for (key, delta) in deltas {
            self.fifo.push(key, delta);
        }
        self.store_caught_up();
    }

    /// The same as client-go does it since v1.36, in one go (`DeltaFIFO` with atomic events): the whole cache is
    /// replaced before the first handler runs. Returns the notifications for handlers: deletions first, then the rest.
    pub(crate) fn replace_at_once<'a>(
        &mut self,
        stored: impl IntoIterator<Item = &'a Arc<T>>,
        version: ResourceVersion,
    ) -> Vec<(DeliveryCause, Notification<T>)>
    where
        T: 'a,
    {
        self.last_sync_resource_version = version;
        self.last_store_sync_resource_version = version;
        let stored = stored.into_iter().map(|object| (object.metadata().key(), Arc::clone(object))).collect();
        let mut gone = std::mem::replace(&mut self.indexer, stored);
        self.index = T::Index::of(&self.indexer);
        let mut notifications = Vec::new();
        for (key, object) in &self.indexer {
            let notification = match gone.remove(key) {
                None => Notification::Add(Arc::clone(object)),
                Some(old) if old.metadata().resource_version == object.metadata().resource_version => continue,
                Some(old) => Notification::Update(old, Arc::clone(object)),
            };
            notifications.push((DeliveryCause::Relist, notification));
        }
        let gone = gone
            .values()
            .map(|object| (DeliveryCause::Tombstone, Notification::Delete(Arc::clone(object), LastState::Cached)));
        gone.chain(notifications).collect()
    }

    /// The periodic resync: every cached object without pending deltas is repeated.
    pub(crate) fn resync(&mut self) {
        for (key, object) in &self.indexer.clone() {
            if !self.fifo.contains(key) {
                self.fifo.push(key.clone(), Delta::Sync(Arc::clone(object)));
            }
        }
    }

    /// `HandleDeltas` for the first queued key: changes the cache and returns the notifications for handlers, in order.
    /// `None` when nothing is queued.
    pub(crate) fn process(&mut self) -> Option<Vec<(DeliveryCause, Notification<T>)>> {
        let (key, deltas) = self.fifo.pop()?;
        let notifications = deltas.into_iter().map(|delta| self.handle_delta(&key, delta)).collect();
        self.store_caught_up();
        Some(notifications)
    }

    fn handle_delta(&mut self, key: &ObjectKey, delta: Delta<T>) -> (DeliveryCause, Notification<T>) {
        let cause = match &delta {
            Delta::Added(_) => DeliveryCause::Watch(WatchEventType::Added),
            Delta::Updated(_) => DeliveryCause::Watch(WatchEventType::Modified),
            Delta::Deleted(_) => DeliveryCause::Watch(WatchEventType::Deleted),
            Delta::Tombstone(_) => DeliveryCause::Tombstone,
            Delta::Sync(object) if self.indexer.get(key).is_some_and(|known| Arc::ptr_eq(known, object)) => {
                DeliveryCause::Resync
            }
            Delta::Sync(_) | Delta::Replaced(_) => DeliveryCause::Relist,
        };
        match delta {
            Delta::Added(object) | Delta::Updated(object) | Delta::Sync(object) | Delta::Replaced(object) => {
                let old = self.indexer.insert(key, Arc::clone(&object));
                self.index.changed(key, old.as_ref(), Some(&object));
                let notification = match old {
                    Some(old) => Notification::Update(old, object),
                    None => Notification::Add(object),
                };
                (cause, notification)
            }
            Delta::Deleted(object) => (cause, self.forget(key, object, LastState::Event)),
            Delta::Tombstone(object) => (cause, self.forget(key, object, LastState::Cached)),
        }
    }

    /// The cache loses an object that is gone.
    fn forget(&mut self, key: &ObjectKey, last: Arc<T>, state: LastState) -> Notification<T> {
        let old = self.indexer.remove(key);
        self.index.changed(key, old.as_ref(), None);
        Notification::Delete(last, state)
    }
}

/// Since this minor a list ends what is gone before it tells of the rest (`RealFIFO`).
const DELETIONS_FIRST_SINCE: u8 = 33;

/// Whether a list notifies handlers as a resync does. Then it reaches only the listeners that are due for one (until
/// v1.17, #86015), and is dropped for an object whose deletion is queued (until v1.16, #83911).
pub(crate) fn list_is_resync(release: Release) -> bool {
    !release.since(18)
}
