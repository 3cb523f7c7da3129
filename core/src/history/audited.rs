//! Which requests of the audit log made which versions.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::audit::Request;
use super::versions::Version;
use crate::api::ObjectKey;
use crate::trace::{Kind, WatchEventType};
use crate::world::ObservedObject;

/// Claims for each version the request of the audit log that made it, where one can have.
pub(super) fn by_audit(versions: &mut [Version], before: &[Option<usize>], requests: &[Request]) {
    let claim = |version: &mut Version, request: &Request| {
        version.by = request.by;
        version.agent.clone_from(&request.agent);
        version.audited = Some((request.received, request.answered));
    };
    // Of requests that were answered with the same version the first has made it.
    let mut makers: BTreeMap<(Kind, u64), usize> = BTreeMap::new();
    for (place, request) in requests.iter().enumerate().filter(|(_, request)| request.code < 300) {
        let Some(number) = request.version.filter(|_| request.subresource != "binding" && !request.removes) else {
            continue;
        };
        let maker = makers.entry((request.kind, number)).or_insert(place);
        if requests.get(*maker).is_some_and(|other| other.answered > request.answered) {
            *maker = place;
        }
    }
    let mut unclaimed = Unclaimed::new(requests);
    for place in 0..versions.len() {
        let Some(version) = versions.get(place) else { continue };
        let Some(maker) = makers.get(&(version.object.kind(), version.number)).copied() else { continue };
        let last = before.get(place).copied().flatten().and_then(|place| versions.get(place));
        // A later deletion of what an eviction has deleted changes nothing.
        let evicted = RequestKind::all_that_make(version, last).filter(|kind| *kind == RequestKind::Eviction);
        let maker = unclaimed.first(version, evicted).filter(|first| *first < maker).unwrap_or(maker);
        if let (Some(request), Some(version)) = (requests.get(maker), versions.get_mut(place)) {
            unclaimed.used.insert(maker);
            claim(version, request);
        }
    }
    // The others: bindings and evictions are answered without a version, removals with the one before, some deletions
    // with none.
    let mut after: Vec<Option<usize>> = vec![None; versions.len()];
    for (place, last) in before.iter().enumerate() {
        if let Some(next) = last.and_then(|last| after.get_mut(last)) {
            *next = Some(place);
        }
    }
    for place in 0..versions.len() {
        let Some(version) = versions.get(place).filter(|version| version.audited.is_none()) else { continue };
        let last = before.get(place).copied().flatten().and_then(|place| versions.get(place));
        let found = unclaimed.first(version, RequestKind::all_that_make(version, last));
        unclaimed.used.extend(found);
        if let (Some(request), Some(version)) = (found.and_then(|at| requests.get(at)), versions.get_mut(place)) {
            claim(version, request);
        }
    }
    // What is marked and removed in one go is one request, answered with the second version.
    for place in 0..versions.len() {
        let next = after.get(place).copied().flatten();
        let next = next.and_then(|next| versions.get(next)).filter(|next| next.r#type == WatchEventType::Deleted);
        let marked = |version: &&mut Version| {
            let metadata = version.object.metadata();
            version.audited.is_none()
                && metadata.deletion_grace_period_seconds == Some(0)
                && metadata.finalizers.is_empty()
                && version.r#type == WatchEventType::Modified
        };
        let Some((by, agent, audited)) = next.map(|next| (next.by, next.agent.clone(), next.audited)) else { continue };
        if let Some(version) = versions.get_mut(place).filter(marked)
            && audited.is_some()
        {
            (version.by, version.agent, version.audited) = (by, agent, audited);
        }
    }
}

/// What a request does that can have made a version, although its answer does not say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RequestKind {
    Binding,
    Eviction,
    Deletion,
    /// A write that was answered with this version, if with any.
    Write(Option<u64>),
}

impl RequestKind {
    fn new(request: &Request) -> Option<Self> {
        match (request.verb.as_str(), request.subresource.as_str()) {
            ("create", "binding") => Some(Self::Binding),
            ("create", "eviction") => Some(Self::Eviction),
            ("delete", "") => Some(Self::Deletion),
            ("patch" | "update", "") => Some(Self::Write(request.version)),
            _ => None,
        }
    }

    /// Those that can have made a version after its predecessor.
    fn all_that_make(version: &Version, last: Option<&Version>) -> impl Iterator<Item = Self> + use<> {
        let newly =
            |has: fn(&ObservedObject) -> bool| has(&version.object) && !last.is_some_and(|last| has(&last.object));
        let is_bound = |object: &ObservedObject| match object {
            ObservedObject::Pod(pod) => pod.spec.node_name.is_some(),
            ObservedObject::Job(_) => false,
        };
        let removed = version.r#type == WatchEventType::Deleted;
        let is_held = last.is_some_and(|last| !last.object.metadata().finalizers.is_empty());
        let deletes = (removed && !is_held) || newly(|object| object.metadata().is_deleting());
        let answers_last = last.map(|last| Self::Write(Some(last.number)));
        let kinds = [
            newly(is_bound).then_some(Self::Binding),
            deletes.then_some(Self::Eviction),
            deletes.then_some(Self::Deletion),
            removed.then_some(Self::Write(None)),
            answers_last.filter(|_| removed),
        ];
        kinds.into_iter().flatten()
    }
}

/// The requests that may still have made a version: of each object, and by what they do, oldest first.
struct Unclaimed {
    by_object: BTreeMap<(Kind, ObjectKey), BTreeMap<RequestKind, VecDeque<usize>>>,
    /// Those of which it is known what they made.
    used: BTreeSet<usize>,
}

impl Unclaimed {
    fn new(requests: &[Request]) -> Self {
        let mut by_object: BTreeMap<_, BTreeMap<_, VecDeque<_>>> = BTreeMap::new();
        for (place, request) in requests.iter().enumerate() {
            let Some(kind) = RequestKind::new(request).filter(|_| request.code < 300 && !request.name.is_empty())
            else {
                continue;
            };
            let key = ObjectKey::from(format!("{}/{}", request.namespace, request.name));
            by_object.entry((request.kind, key)).or_default().entry(kind).or_default().push_back(place);
        }
        Self { by_object, used: BTreeSet::new() }
    }

    /// The oldest request about the object of a version that did one of these. Each place is looked at a constant number of
    /// times, however many versions there are.
    fn first(&mut self, version: &Version, kinds: impl Iterator<Item = RequestKind>) -> Option<usize> {
        let queues = self.by_object.get_mut(&(version.object.kind(), version.object.metadata().key()))?;
        let mut first = None;
        for kind in kinds {
            let Some(queue) = queues.get_mut(&kind) else { continue };
            while queue.front().is_some_and(|place| self.used.contains(place)) {
                queue.pop_front();
            }
            first = [first, queue.front().copied()].into_iter().flatten().min();
        }
        first
    }
}
