//! Opens objects of a cluster, as `kubectl get job,pods -o yaml` prints them, as the beginning of a session.
//!
//! - `error`: why none can begin with them
//! - `manifest`: the manifest for the editor

mod error;
mod manifest;

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub use error::{ClusterError, ClusterProblem};

use manifest::manifest_of;

use super::events::Events;
use super::latest::latest;
use super::printed;
use super::releases::{self, ReleaseEvidence, ReleaseRange, UnfitRelease};
use crate::api::yaml::{Contents, Position, position};
use crate::api::{
    ConditionStatus, Container, FeatureGates, IgnoredKind, Job, JsonError, Labels, ObjectMeta, OtherFields, Pod,
    PodCondition, Release, ResourceQuota, SCHEDULING_GATES, TextObject, TextProblem, Time, Uid, default_job, from_json,
    other_limits_on_pods, pods_used, read_objects, read_quota,
};
use crate::apiserver::{Fault, MAX_QUOTAS, counts};
use crate::job::tracking_utils::has_job_tracking_finalizer;
use crate::small_sort::SmallSort as _;
use crate::timeline::{FileError, MAX_FILE_BYTES, SavedSession};
use crate::world::Action;

/// Most Jobs of a cluster's objects: each may be looked at for every pod.
pub const MAX_CLUSTER_JOBS: usize = 100;

/// Milliseconds for which objects may be those that a cluster still has.
const DAY_MS: i64 = 86_400_000;

/// The prefix of the controller's own labels and annotations.
const CONTROLLERS_OWN: &str = "batch.kubernetes.io/";

/// Objects that a cluster has: Jobs with their pods, quotas on pods, and Events about refused pods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterState {
    jobs: Vec<Job>,
    pods: Vec<Pod>,
    quotas: Vec<ResourceQuota>,
    /// What refuses the next pods of Jobs, by their Events.
    faults: Vec<Fault>,
    /// The latest time in the objects.
    start: Option<Time>,
    manifest: String,
    evidence: Vec<ReleaseEvidence>,
    /// Objects that are not simulated, by kind.
    pub ignored: Vec<IgnoredKind>,
    /// Quotas with limits that are not simulated, although a server may refuse pods for them, with the limited resources.
    other_limits: Vec<(String, Vec<String>)>,
}

impl ClusterState {
    /// Reads objects of a cluster: a `List`, several documents or single objects, as YAML or JSON.
    ///
    /// # Errors
    ///
    /// What is wrong with the first of them that cannot be used.
    ///
    /// ```
    /// use jobscope_core::timeline::{ClusterProblem, ClusterState};
    ///
    /// let error = ClusterState::read("kind: List\nitems: []\n").unwrap_err();
    /// assert_eq!(error.problem, ClusterProblem::NoJob);
    /// assert_eq!(error.command().as_deref(), Some("kubectl get job,pods -o yaml"));
    /// ```
    pub fn read(text: &str) -> Result<Self, ClusterError> {
        if text.len() > MAX_FILE_BYTES {
            let problem = TextProblem::TooLong { bytes: text.len(), most: MAX_FILE_BYTES };
            return Err(ClusterError::new(Position::START, "", problem.into()));
        }
        Self::from_objects(&read_objects(text, Contents::Cluster)?)
    }

    /// Reads objects of a cluster as [`Self::read`] does, from a text that has all pods of its Jobs, even if it has none.
    ///
    /// # Errors
    ///
    /// Those of [`Self::read`], but for pods that are missing.
    pub fn read_with_all_pods(text: &str) -> Result<Self, ClusterError> {
        match Self::read(text) {
            Err(ClusterError { problem: ClusterProblem::WithoutPods { .. }, .. }) => {
                Self::gathered(&read_objects(text, Contents::Cluster)?, true)
            }
            read => read,
        }
    }

    /// Whether objects are of a cluster rather than manifests: one that matters here was stored, or a list has nothing.
    pub(super) fn is_in(objects: &[TextObject]) -> bool {
        objects.is_empty() || objects.iter().any(|object| object.is_stored() && !object.is("batch", "CronJob"))
    }

    /// Whether a text that cannot be read means to be of a cluster.
    pub(super) fn seems_in(text: &str) -> bool {
        let lists = |line: &str| matches!(line.trim().trim_end_matches(','), "kind: List" | "\"kind\": \"List\"");
        text.contains("uid") && text.lines().any(lists)
    }

    pub(super) fn from_objects(objects: &[TextObject]) -> Result<Self, ClusterError> {
        Self::gathered(objects, false).map_err(|error| ClusterError { namespace: namespace_of(objects), ..error })
    }

    /// `has_all_pods`: whether pods that Jobs count and that are not here are known to be gone.
    fn gathered(objects: &[TextObject], has_all_pods: bool) -> Result<Self, ClusterError> {
        let mut state = Self {
            jobs: Vec::new(),
            pods: Vec::new(),
            quotas: Vec::new(),
            faults: Vec::new(),
            start: None,
            manifest: String::new(),
            evidence: Vec::new(),
            ignored: Vec::new(),
            other_limits: Vec::new(),
        };
        let mut known = Known::default();
        let mut manifest: Option<(bool, Value)> = None;
        for object in objects.iter().filter(|object| object.is("batch", "Job")) {
            let value = json_of(object)?;
            let job: Job = decode(object, value.clone())?;
            known.check(object, &job.metadata)?;
            if state.jobs.len() >= MAX_CLUSTER_JOBS {
                return Err(ClusterError::in_object(object, "", ClusterProblem::TooManyJobs));
            }
            latest(&value, &mut state.start);
            state.evidence.extend(releases::of_job(object));
            // The first that is not finished, or else the first.
            let is_over = job.status.finished().is_some();
            if manifest.as_ref().is_none_or(|(known_over, _)| *known_over && !is_over) {
                manifest = Some((is_over, value));
            }
            state.jobs.push(job);
        }
        let Some((_, written)) = manifest else { return state.with_orphans(objects, &mut known) };
        state.manifest = manifest_of(&written);
        let mut has_pods = has_all_pods;
        for object in objects.iter().filter(|object| object.is("", "Pod")) {
            has_pods = true;
            let value = json_of(object)?;
            latest(&value, &mut state.start);
            let pod: Pod = decode(object, value)?;
            if state.jobs.iter().any(|job| concerns(job, &pod)) {
                known.check(object, &pod.metadata)?;
                state.evidence.extend(releases::of_pod(object));
                state.pods.push(trimmed(pod));
            }
        }
        if !has_pods && let Some((index, job)) = state.jobs.iter().enumerate().find(|(_, job)| lacks_pods(job)) {
            let (job, active) = (job.metadata.name().to_owned(), job.status.active);
            let object = objects.iter().filter(|object| object.is("batch", "Job")).nth(index);
            let (at, path) = object.map_or((Position::START, ""), |object| (position(&object.node, ""), &*object.path));
            return Err(ClusterError::new(at, path, ClusterProblem::WithoutPods { job, active }));
        }
        let mut events = Events::for_jobs(&state.jobs);
        for object in objects.iter().filter(|object| is_event(object)) {
            if let Ok(value) = json_of(object)
                && events.read(&value)
            {
                latest(&value, &mut state.start);
            }
        }
        let is_read = |object: &TextObject| object.is("batch", "Job") || object.is("", "Pod") || is_event(object);
        for object in objects.iter().filter(|object| !is_read(object)) {
            let other_limits = if object.is("", "ResourceQuota") { other_limits_on_pods(object) } else { Vec::new() };
            let has_other_limits = !other_limits.is_empty();
            if has_other_limits {
                let quota = object.metadata("name").unwrap_or_default().to_owned();
                state.other_limits.push((quota, other_limits));
            }
            match read_quota(object).ok().flatten().filter(|_| object.is("", "ResourceQuota")) {
                Some(quota) if state.quotas.len() < MAX_QUOTAS => {
                    let others = others_in(&quota, object, &state);
                    state.quotas.push(ResourceQuota { others, ..quota });
                }
                _ if has_other_limits => {}
                _ => IgnoredKind::note(&mut state.ignored, object),
            }
        }
        let fault = |job: &Job| events.fault(job, &state.pods, &state.quotas);
        state.faults = state.jobs.iter().filter_map(fault).collect();
        state.evidence.small_sort_by_key(|found| (std::cmp::Reverse(found.bound.since()), found.bound.until()));
        Ok(state)
    }

    /// The latest time in the objects.
    pub fn latest(&self) -> Option<Time> {
        self.start
    }

    /// The time at which a session with objects that are opened at `now` should begin: then, if they are of the day before,
    /// or else at the latest time in them.
    pub fn suggested_start(&self, now: Time) -> Time {
        let is_fresh = |latest: &Time| (0..=DAY_MS).contains(&now.since(*latest));
        self.start.map_or(Time::START, |latest| if is_fresh(&latest) { now } else { latest })
    }

    /// The same objects at a later time: the session begins at `now`, or at the latest time in them if that is later.
    #[must_use]
    pub fn at(self, now: Time) -> Self {
        Self { start: self.start.max(Some(now)), ..self }
    }

    /// Objects without a Job: pods that theirs left behind are enough for a session.
    fn with_orphans(mut self, objects: &[TextObject], known: &mut Known) -> Result<Self, ClusterError> {
        for object in objects.iter().filter(|object| object.is("", "Pod")) {
            let Ok(value) = json_of(object) else { continue };
            let Ok(pod) = decode::<Pod>(object, value.clone()) else { continue };
            if is_orphan(&pod) {
                known.check(object, &pod.metadata)?;
                latest(&value, &mut self.start);
                self.evidence.extend(releases::of_pod(object));
                self.pods.push(trimmed(pod));
            }
        }
        if self.pods.is_empty() {
            return Err(without_job(objects));
        }
        self.evidence.small_sort_by_key(|found| (std::cmp::Reverse(found.bound.since()), found.bound.until()));
        Ok(self)
    }

    /// The Jobs, as the cluster has them; none if there are only pods that a Job left behind.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// What of the objects is not simulated, in a few words each: first quotas with other limits, such as
    /// `ResourceQuota team (requests.cpu)`, then the other kinds, such as `ConfigMap × 2`.
    pub fn left_out(&self) -> Vec<String> {
        const MOST: usize = 8;
        let limits = self.other_limits.iter().map(|(quota, resources)| {
            let more = if resources.len() > MOST { ", …" } else { "" };
            let resources = resources.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("ResourceQuota {quota} ({resources}{more})")
        });
        let kinds = self.ignored.iter().map(|ignored| match ignored.names.as_slice() {
            [_] => ignored.to_string(),
            names => format!("{} × {}", ignored.kind, names.len()),
        });
        limits.chain(kinds).take(MOST).map(|words| words.replace(char::is_control, " ")).collect()
    }

    /// Whether a quota has limits that are not simulated: a server may refuse pods for them.
    pub fn has_other_limits(&self) -> bool {
        !self.other_limits.is_empty()
    }

    /// What in the objects only some releases write: what came with a release, the latest first, and then what later
    /// releases do not write, the earliest first.
    pub fn evidence(&self) -> &[ReleaseEvidence] {
        &self.evidence
    }

    /// The releases that can have stored the objects: those that were recorded, the newest first, and then the others.
    pub fn releases(&self) -> impl Iterator<Item = Release> {
        Release::newest_known_first().filter(|release| self.fits(*release).is_ok())
    }

    /// Which releases the objects come from, by what they have. They also open under later ones.
    pub fn release_range(&self) -> ReleaseRange {
        ReleaseRange::new(&self.evidence)
    }

    /// Whether the release can have stored the objects.
    ///
    /// # Errors
    ///
    /// What came only later.
    pub fn fits(&self, release: Release) -> Result<(), UnfitRelease> {
        let later = |found: &&ReleaseEvidence| found.bound.since().is_some_and(|minor| !release.since(minor));
        let evidence: Vec<_> = self.evidence.iter().filter(later).cloned().collect();
        if evidence.is_empty() { Ok(()) } else { Err(UnfitRelease { release, evidence }) }
    }

    /// A session that begins with the objects: its first actions put them into the store. If a Job misses pods, and its
    /// Events say that the last ones were refused, a fault refuses the next ones in the same way. Time begins at the latest
    /// time in them, or [later](Self::at). The controller has just started, because no object contains what it remembered. Only the fields
    /// that it reads are kept of pods.
    ///
    /// # Errors
    ///
    /// The release cannot have stored them. Whether its API server takes them shows when the saved session is
    /// [carried out](SavedSession::replay).
    pub fn session(&self, gates: impl Into<FeatureGates>) -> Result<SavedSession, UnfitRelease> {
        let gates: FeatureGates = gates.into();
        self.fits(gates.release())?;
        let mut actions = vec![Action::SetOutcomes { rules: Vec::new() }];
        // A server defaults what it reads from its store: the Job may be older than some of the fields.
        let defaulted = |job: &Job| {
            let mut job = Box::new(job.clone());
            default_job(&mut job, gates);
            Action::ImportJob { job }
        };
        actions.extend(self.jobs.iter().map(defaulted));
        if !self.pods.is_empty() {
            actions.push(Action::ImportPods { pods: self.pods.clone() });
        }
        actions.extend(self.quotas.iter().map(|quota| Action::CreateQuota { quota: quota.clone() }));
        actions.push(Action::Restart);
        actions.extend(self.faults.iter().cloned().map(Action::Fault));
        let start = self.start.unwrap_or(Time::START);
        Ok(SavedSession::of_actions(gates, start, self.manifest.clone(), actions))
    }
}

impl SavedSession {
    /// A session that explains a history: nothing happens by itself; the actions are observed versions and inferred steps.
    pub(crate) fn of_history(stored: Option<&Value>, gates: FeatureGates, start: Time, actions: Vec<Action>) -> Self {
        Self::of_actions(gates, start, stored.map(manifest_of).unwrap_or_default(), actions)
    }

    /// Whether `text` is of objects that a cluster has, rather than a manifest.
    pub fn is_of_cluster(text: &str) -> bool {
        match read_objects(text, Contents::Cluster) {
            Ok(objects) => (!objects.is_empty() || text.contains("List")) && ClusterState::is_in(&objects),
            Err(_) => ClusterState::seems_in(text),
        }
    }

    /// [`ClusterState::read`] and [`ClusterState::session`] in one.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where; or what in it the release does not have.
    pub fn of_cluster(text: &str, gates: impl Into<FeatureGates>) -> Result<Self, FileError> {
        ClusterState::read(text)?.session(gates).map_err(|unfit| {
            let place = unfit.evidence.first().map(|first| (first.line, first.column, first.path.as_str()));
            let (line, column, path) = place.unwrap_or((1, 1, ""));
            FileError::new(Position { line, column }, path, TextProblem::quoted(unfit.to_string()))
        })
    }
}

fn json_of(object: &TextObject) -> Result<Value, ClusterError> {
    object.node.to_finite_json().map_err(|wrong| {
        let problem = wrong.problem().into();
        ClusterError {
            line: wrong.at.line,
            column: wrong.at.column,
            ..ClusterError::in_object(object, &wrong.path, problem)
        }
    })
}

fn decode<T: DeserializeOwned>(object: &TextObject, value: Value) -> Result<T, ClusterError> {
    from_json(&with_states(value)).map_err(|JsonError { path, message }| {
        ClusterError::in_object(object, &path, TextProblem::quoted(message).into())
    })
}

/// What is wrong with objects among which there is no Job.
fn without_job(objects: &[TextObject]) -> ClusterError {
    let Some(first) = objects.first() else {
        return ClusterError::new(Position::START, "", ClusterProblem::NoJob);
    };
    let mut pods = objects.iter().filter(|object| object.is("", "Pod"));
    if let Some(pod) = pods.next() {
        let name = pod.metadata("name").unwrap_or_default().to_owned();
        let owners = pod.node.entry("metadata").and_then(|metadata| metadata.value.entry("ownerReferences"));
        let owner = owners.and_then(|owners| owners.value.items()?.first());
        let owner = owner.and_then(|owner| owner.text("kind").zip(owner.text("name")));
        return ClusterError::in_object(
            pod,
            "",
            match owner {
                Some((kind, owner)) if kind != "Job" => {
                    ClusterProblem::OtherOwner { pod: name, kind: kind.to_owned(), owner: owner.to_owned() }
                }
                _ => ClusterProblem::PodsAlone { pod: name },
            },
        );
    }
    let problem = if objects.iter().all(is_event) { ClusterProblem::Events } else { ClusterProblem::NoJob };
    ClusterError::in_object(first, "", problem)
}

fn is_event(object: &TextObject) -> bool {
    object.kind == "Event" && matches!(object.group(), "" | "events.k8s.io")
}

/// How many pods count against a quota that are not among those of the Jobs.
fn others_in(quota: &ResourceQuota, object: &TextObject, state: &ClusterState) -> u32 {
    let now = state.start.unwrap_or(Time::START);
    let is_known = |pod: &&Pod| pod.metadata.namespace.as_ref() == Some(&quota.namespace) && counts(pod, now);
    let known = u32::try_from(state.pods.iter().filter(is_known).count()).unwrap_or(u32::MAX);
    pods_used(object).unwrap_or_default().saturating_sub(known)
}

/// Whether a Job has pods, as it says itself, which matter to what it does next.
fn lacks_pods(job: &Job) -> bool {
    job.status.active > 0 && job.status.finished().is_none()
}

/// The namespace of all the objects, if it is one that can be put into a command.
fn namespace_of(objects: &[TextObject]) -> Option<Box<str>> {
    let mut namespaces = objects.iter().filter_map(|object| object.metadata("namespace"));
    let first = namespaces.next().filter(|namespace| printed::is_namespace(namespace))?;
    (first != "default" && namespaces.all(|namespace| namespace == first)).then(|| first.into())
}

/// The names and UIDs that are taken. Actions call Jobs and pods by their names alone.
#[derive(Default)]
struct Known {
    names: BTreeSet<(String, String)>,
    uids: BTreeSet<Uid>,
}

impl Known {
    /// Whether the object has a name and a UID of its own.
    fn check(&mut self, object: &TextObject, metadata: &ObjectMeta) -> Result<(), ClusterError> {
        let name = metadata.name().to_owned();
        let wrong = match &metadata.uid {
            _ if name.is_empty() => Some(ClusterProblem::NoName),
            None => Some(ClusterProblem::NoUid),
            Some(uid) if uid.as_str().is_empty() => Some(ClusterProblem::NoUid),
            Some(uid) if !self.uids.insert(uid.clone()) => Some(ClusterProblem::SameUid),
            Some(_) if !self.names.insert((object.kind.clone(), name)) => Some(ClusterProblem::SameName),
            Some(_) => None,
        };
        wrong.map_or(Ok(()), |problem| Err(ClusterError::in_object(object, "metadata", problem)))
    }
}

/// The pod with the states that containers have by default: the API leaves them out.
pub(crate) fn with_states(mut object: Value) -> Value {
    for list in ["/status/containerStatuses", "/status/initContainerStatuses"] {
        let statuses = object.pointer_mut(list).and_then(Value::as_array_mut).into_iter().flatten();
        for status in statuses.filter_map(Value::as_object_mut) {
            let state = status.entry("state").or_insert_with(|| Value::Object(Map::new()));
            if state.as_object().is_some_and(Map::is_empty) {
                *state = serde_json::json!({"waiting": {}});
            }
        }
    }
    object
}

/// Whether a pod that is here without a Job may have lost it: it is still held by the finalizer that the controller takes off,
/// and is being deleted, or has no owner.
fn is_orphan(pod: &Pod) -> bool {
    has_job_tracking_finalizer(pod) && (pod.metadata.is_deleting() || pod.metadata.controller().is_none())
}

/// Whether the controller looks at the pod on account of the Job: it is its own, or could become so.
fn concerns(job: &Job, pod: &Pod) -> bool {
    let owner = pod.metadata.controller();
    let selected = || job.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels));
    pod.metadata.namespace == job.metadata.namespace
        && match owner {
            Some(owner) => Some(&owner.uid) == job.metadata.uid.as_ref() || has_job_tracking_finalizer(pod),
            None => selected() || has_job_tracking_finalizer(pod),
        }
}

/// A pod with what the controller reads of it. The rest may be private, and sessions are shared.
pub(crate) fn trimmed(mut pod: Pod) -> Pod {
    let bare = |containers: &[Container]| -> Vec<Container> {
        let bare = |container: &Container| {
            let mut other = OtherFields::default();
            if let Some(image) = container.other.map().get("image") {
                other.map_mut().insert("image".to_owned(), image.clone());
            }
            Container { name: container.name.clone(), restart_policy: container.restart_policy, other }
        };
        containers.iter().map(bare).collect()
    };
    pod.spec.init_containers = bare(&pod.spec.init_containers).into();
    pod.spec.containers = bare(&pod.spec.containers).into();
    let gates = pod.spec.scheduling_gates().cloned();
    pod.spec.other = OtherFields::default();
    if let Some(gates) = gates {
        pod.spec.other.map_mut().insert(SCHEDULING_GATES.to_owned(), gates);
    }
    // Of the conditions only the scheduler's message says why a pod does not start.
    let says_why = |condition: &PodCondition| {
        condition.r#type == PodCondition::POD_SCHEDULED && condition.status == ConditionStatus::False
    };
    for condition in pod.status.conditions.to_mut().iter_mut().filter(|condition| !says_why(condition)) {
        (condition.reason, condition.message) = (None, None);
    }
    let own = pod.metadata.annotations.iter().filter(|(key, _)| is_controllers_own(key));
    pod.metadata.annotations = own.collect::<Labels>();
    pod
}

/// Whether the Job controller reads or writes an annotation of pods with that key.
pub(crate) fn is_controllers_own(annotation: &str) -> bool {
    annotation.starts_with(CONTROLLERS_OWN)
}

#[cfg(test)]
mod tests;
