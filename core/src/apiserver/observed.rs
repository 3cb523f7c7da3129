//! Versions that were observed in a cluster, and how they guide a sync that is inferred from them. The writes of such a
//! sync are known beforehand: names, UIDs, versions, and the order in which Go iterated over a map. The controller
//! still computes what it writes; that is kept and compared with what was observed.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::names::SUFFIX_LENGTH;
use super::{ApiServer, Unexplained, WatchEvent};
use crate::api::{Job, ObjectKey, ObjectMeta, Pod, ResourceVersion, StatusError, StatusReason, Uid};
use crate::trace::{Kind, WatchEventType};

/// Largest version that is taken: no counter comes to its end.
const MAX_VERSION: u64 = 1 << 53;

/// Who wrote a version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Writer {
    /// The Job controller.
    JobController,
    /// The garbage collector.
    GarbageCollector,
    /// The TTL-after-finished controller.
    TtlAfterFinished,
    /// Pod garbage collection.
    PodGc,
    /// A kubelet.
    Kubelet,
    /// The scheduler.
    Scheduler,
    /// A user, by kubectl or another client.
    Person,
    /// Another controller.
    Other,
    /// Unknown.
    #[default]
    Unknown,
}

/// An object that was stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ObservedObject {
    /// A Job.
    Job(Arc<Job>),
    /// A pod.
    Pod(#[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))] Arc<Pod>),
}

impl ObservedObject {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Job(_) => Kind::Job,
            Self::Pod(_) => Kind::Pod,
        }
    }

    /// Its metadata.
    pub fn metadata(&self) -> &ObjectMeta {
        match self {
            Self::Job(job) => &job.metadata,
            Self::Pod(pod) => &pod.metadata,
        }
    }

    /// Its version.
    pub fn version(&self) -> ResourceVersion {
        self.metadata().resource_version.unwrap_or_default()
    }
}

/// A version that was observed in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Observed {
    /// Who wrote it.
    #[serde(default, skip_serializing_if = "crate::api::is_zero")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub by: Writer,
    /// What happened to the object.
    pub r#type: WatchEventType,
    /// The object after it; of a deletion, its last state.
    pub object: ObservedObject,
    /// Why it is stored as it was seen, if the Job controller may have written it and no sync explains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional))]
    pub unexplained: Option<Box<Unexplained>>,
}

impl Observed {
    /// Whether a store whose counter stands at `after` could have it.
    ///
    /// # Errors
    ///
    /// What it lacks.
    pub fn check(&self, after: ResourceVersion) -> Result<(), StatusError> {
        let metadata = self.object.metadata();
        let wrong = match metadata.resource_version {
            _ if metadata.name().is_empty() || metadata.uid().is_empty() => "a stored object has a name and a UID",
            Some(version) if version <= after => "a version comes after those that are stored",
            Some(ResourceVersion(version)) if version <= MAX_VERSION => return Ok(()),
            _ => "a stored object has a resourceVersion",
        };
        Err(StatusError::new(StatusReason::Invalid, wrong))
    }
}

/// What a sync made of a write, or what it wrote although nothing of it was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The number of the version that was seen in its place; `None` if it was not seen.
    pub number: Option<usize>,
    /// What was stored before it.
    pub before: Option<ObservedObject>,
    /// What happened to the object.
    pub r#type: WatchEventType,
    /// What the controller wrote.
    pub object: ObservedObject,
}

/// The observed writes of one sync, known before it runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ObservedWrites {
    versions: Vec<Observed>,
    /// Which of them are of the sync.
    own: Vec<bool>,
    done: Vec<bool>,
    by_object: BTreeMap<(Kind, ObjectKey), VecDeque<usize>>,
    creations: Vec<usize>,
    statuses: Vec<usize>,
    /// Those before it are stored, but for the sync's own and those that wait for them.
    reached: usize,
    /// What others wrote to an object after a write of the sync that is not made yet: of several calls at a time, the server
    /// did not answer that one first.
    waiting: Vec<usize>,
    refusals: VecDeque<String>,
    may_refuse: bool,
    refused: u32,
    walk: BTreeMap<Uid, usize>,
    made: Vec<Made>,
    dies: bool,
    left: usize,
    needed: usize,
    /// The call under way wrote nothing that was seen.
    hidden: bool,
}

impl ObservedWrites {
    /// Versions in the order in which they were stored; those of the Job controller are the sync's own. `refusals` is
    /// what the server answers to creates that nothing was seen of, in turn; without one it lets them through unless
    /// `may_refuse`.
    pub(crate) fn new(versions: Vec<Observed>, refusals: impl IntoIterator<Item = String>, may_refuse: bool) -> Self {
        let own: Vec<bool> = versions.iter().map(|version| version.by == Writer::JobController).collect();
        let mut writes = Self {
            done: vec![false; versions.len()],
            left: own.iter().filter(|own| **own).count(),
            refusals: refusals.into_iter().collect(),
            may_refuse,
            ..Self::default()
        };
        let mut freed = Vec::new();
        let mut listed = Vec::new();
        for (number, version) in versions.iter().enumerate().filter(|(number, _)| own.get(*number) == Some(&true)) {
            let key = (version.object.kind(), version.object.metadata().key());
            writes.by_object.entry(key).or_default().push_back(number);
            match (&version.object, version.r#type) {
                (ObservedObject::Pod(_), WatchEventType::Added) => writes.creations.push(number),
                (ObservedObject::Pod(pod), _) => freed.extend(pod.metadata.uid.clone()),
                (ObservedObject::Job(job), _) => {
                    writes.statuses.push(number);
                    let uncounted = job.status.uncounted_terminated_pods.iter();
                    listed.extend(uncounted.flat_map(|listed| listed.succeeded.iter().chain(&listed.failed)).cloned());
                }
            }
        }
        for uid in listed.into_iter().chain(freed) {
            let place = writes.walk.len();
            writes.walk.entry(uid).or_insert(place);
        }
        Self { versions, own, ..writes }
    }

    /// The process dies after the last of the versions.
    #[must_use]
    pub(crate) fn dying(self) -> Self {
        Self { dies: true, ..self }
    }

    /// Whether the process is dead.
    pub(crate) fn is_dead(&self) -> bool {
        self.dies && self.left == 0
    }

    /// What the sync wrote.
    pub(crate) fn made(&self) -> &[Made] {
        &self.made
    }

    /// Creates that were refused.
    pub(crate) fn refused(&self) -> u32 {
        self.refused
    }

    /// The place of a pod in a walk over the cache.
    pub(crate) fn place_in_walk(&self, pod: &Pod) -> usize {
        pod.metadata.uid.as_ref().and_then(|uid| self.walk.get(uid)).copied().unwrap_or(usize::MAX)
    }

    fn is_open(&self, number: usize) -> bool {
        self.done.get(number) == Some(&false)
    }

    /// Whether the sync wrote the object of that version before it, and has not made that write yet.
    fn comes_later(&self, number: usize) -> bool {
        let object = self.versions.get(number).map(|version| &version.object);
        let own = object.and_then(|object| self.next_own(object.kind(), &object.metadata().key()));
        own.is_some_and(|own| own < number)
    }

    fn next_own(&self, kind: Kind, key: &ObjectKey) -> Option<usize> {
        self.by_object.get(&(kind, key.clone()))?.front().copied()
    }

    fn take_own(&mut self, r#type: WatchEventType, kind: Kind, key: &ObjectKey) -> Option<(usize, ObservedObject)> {
        let queue = self.by_object.get_mut(&(kind, key.clone()))?;
        let number = *queue.front()?;
        let version = self.versions.get(number).filter(|version| version.r#type == r#type)?;
        queue.pop_front();
        if let Some(done) = self.done.get_mut(number) {
            *done = true;
        }
        self.left = self.left.saturating_sub(1);
        Some((number, version.object.clone()))
    }

    /// The first pod that was seen created under a name with that prefix, before the sync's next status.
    fn next_created(&self, prefix: &str) -> Option<usize> {
        let status = self.statuses.iter().copied().find(|number| self.is_open(*number)).unwrap_or(usize::MAX);
        let fits = |number: usize| {
            let name = self.versions.get(number).map(|version| version.object.metadata().name());
            name.and_then(|name| name.strip_prefix(prefix)).is_some_and(|suffix| suffix.len() == SUFFIX_LENGTH)
        };
        self.creations.iter().copied().take_while(|number| *number < status).find(|&n| self.is_open(n) && fits(n))
    }

    /// What comes of a call on that object: the sync's own version of it comes next, unless something says that the
    /// call was refused. A status is written when all before it is, and over the version that was read: what others
    /// wrote to the Job before it, or what the sync itself wrote after it, is a later sync's.
    fn call_outcome(&self, kind: Kind, key: &ObjectKey) -> CallOutcome {
        let own = self.next_own(kind, key);
        if let Some(own) = own.filter(|_| kind == Kind::Pod) {
            return CallOutcome::Seen(own);
        }
        let end = own.unwrap_or(self.versions.len());
        let next = (self.reached..end).find(|&number| self.own.get(number) == Some(&true) && self.is_open(number));
        let is_of_it = |number: &usize| {
            let object = self.versions.get(*number).map(|version| &version.object);
            object.is_some_and(|object| object.kind() == kind && object.metadata().key() == *key)
        };
        let until = next.unwrap_or(end);
        let changed = (self.reached..until).find(|number| self.own.get(*number) == Some(&false) && is_of_it(number));
        match (own, changed) {
            (_, Some(changed)) => CallOutcome::After(changed + 1),
            (Some(own), None) if next.is_none() => CallOutcome::Seen(own),
            _ => CallOutcome::Unseen,
        }
    }

    /// How far the versions go that the sync has to do with, those of others among them.
    pub(crate) fn needed(&self) -> usize {
        self.needed
    }
}

/// What comes of a call.
enum CallOutcome {
    /// The version of that number.
    Seen(usize),
    /// What others wrote before that number comes first, and nothing that was seen comes of it.
    After(usize),
    /// Nothing that was seen.
    Unseen,
}

/// What becomes of a create.
pub(super) enum Creation {
    /// Nothing is known of it.
    Free,
    /// It is this pod.
    Of(Arc<Pod>),
    /// It is refused.
    Refused(StatusError),
}

impl ApiServer {
    /// Stores a version as it was observed, regardless of its writer.
    pub fn observe(&mut self, observed: &Observed) {
        let Observed { r#type, object, .. } = observed;
        let key = object.metadata().key();
        *self.resource_version = (*self.resource_version).max(object.version());
        let gone = *r#type == WatchEventType::Deleted;
        match object {
            ObservedObject::Job(job) => {
                if gone {
                    self.jobs.remove(&key);
                } else if self.jobs.insert(key, Arc::clone(job)).is_none() {
                    self.jobs_created += 1;
                }
                self.watch.jobs.push_back(WatchEvent { r#type: *r#type, object: Arc::clone(job) });
            }
            ObservedObject::Pod(pod) => {
                if gone {
                    self.pods.remove(&key);
                } else {
                    self.pods.insert(&key, Arc::clone(pod));
                }
                self.watch.pods.push_back(WatchEvent { r#type: *r#type, object: Arc::clone(pod) });
            }
        }
    }

    /// Stores what others wrote before version number `until`.
    fn others_first(&mut self, writes: &mut ObservedWrites, until: usize) {
        let until = until.min(writes.versions.len());
        let others = (writes.reached..until).filter(|number| writes.own.get(*number) == Some(&false));
        let (later, now) = others.partition::<Vec<_>, _>(|number| writes.comes_later(*number));
        now.iter().filter_map(|number| writes.versions.get(*number)).for_each(|version| self.observe(version));
        writes.waiting.extend(later);
        writes.reached = writes.reached.max(until);
    }

    /// Stores what waited for writes of the sync that are made now.
    fn waiting_first(&mut self, writes: &mut ObservedWrites, ends: bool) {
        let waiting = std::mem::take(&mut writes.waiting);
        let is_later = |number: &usize| !ends && writes.comes_later(*number);
        let (later, now) = waiting.into_iter().partition::<Vec<_>, _>(is_later);
        now.iter().filter_map(|number| writes.versions.get(*number)).for_each(|version| self.observe(version));
        writes.waiting = later;
    }

    /// Stores what others wrote before that call on that object.
    ///
    /// # Errors
    ///
    /// The process was killed before it could make that call on a pod: of several calls at a time, others were made.
    pub(super) fn before_call(&mut self, kind: Kind, key: &ObjectKey) -> Result<(), StatusError> {
        if let Some(mut writes) = self.observed_writes.take() {
            self.waiting_first(&mut writes, false);
            let outcome = writes.call_outcome(kind, key);
            if writes.dies && kind == Kind::Pod && !matches!(outcome, CallOutcome::Seen(_)) {
                self.observed_writes = Some(writes);
                return Err(StatusError::new(StatusReason::Timeout, "the process was killed before this call"));
            }
            match outcome {
                CallOutcome::Seen(number) => {
                    writes.needed = writes.needed.max(number + 1);
                    self.others_first(&mut writes, number);
                }
                CallOutcome::After(number) => {
                    writes.needed = writes.needed.max(number);
                    writes.hidden = kind == Kind::Job;
                    self.others_first(&mut writes, number);
                }
                CallOutcome::Unseen => writes.hidden = kind == Kind::Job,
            }
            self.observed_writes = Some(writes);
        }
        Ok(())
    }

    /// What becomes of a create of a pod with that prefix.
    pub(super) fn before_create(&mut self, prefix: &str) -> Creation {
        let Some(mut writes) = self.observed_writes.take() else { return Creation::Free };
        self.waiting_first(&mut writes, false);
        let creation = if let Some(number) = writes.next_created(prefix) {
            writes.needed = writes.needed.max(number + 1);
            self.others_first(&mut writes, number);
            match writes.versions.get(number).map(|version| &version.object) {
                Some(ObservedObject::Pod(pod)) => Creation::Of(Arc::clone(pod)),
                _ => Creation::Free,
            }
        } else if writes.may_refuse || !writes.refusals.is_empty() {
            writes.refused += 1;
            let unknown = || "pods is forbidden: the history does not say why".to_owned();
            let message = writes.refusals.pop_front().unwrap_or_else(unknown);
            Creation::Refused(StatusError::new(StatusReason::Forbidden, message))
        } else {
            Creation::Free
        };
        self.observed_writes = Some(writes);
        creation
    }

    /// The observed version that the write of `object` became; the object itself is only remembered. `None` if nothing
    /// is known of it.
    pub(super) fn as_observed(
        &mut self,
        r#type: WatchEventType,
        before: Option<ObservedObject>,
        object: ObservedObject,
    ) -> Option<ObservedObject> {
        let writes = self.observed_writes.as_mut()?;
        let hidden = std::mem::take(&mut writes.hidden);
        let seen = if hidden { None } else { writes.take_own(r#type, object.kind(), &object.metadata().key()) };
        let (number, seen) = seen.map_or((None, None), |(number, seen)| (Some(number), Some(seen)));
        writes.made.push(Made { number, before, r#type, object });
        let seen = seen?;
        *self.resource_version = (*self.resource_version).max(seen.version());
        Some(seen)
    }

    /// Ends what was known: what others wrote before the last of the versions is stored, and those since events number
    /// `jobs` and `pods` get their order.
    pub(crate) fn end_observed_writes(&mut self, jobs: usize, pods: usize) -> ObservedWrites {
        let mut writes = self.observed_writes.take().map(|writes| *writes).unwrap_or_default();
        let all = writes.versions.len();
        self.others_first(&mut writes, all);
        self.waiting_first(&mut writes, true);
        self.watch.sort_by_version(jobs, pods);
        writes
    }
}
