//! `indexed_job_utils.go`: completions that have an index each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Value, json};
use smol_str::format_smolstr;

use super::sync_job_ctx::SyncJobCtx;
use super::tracking_utils::has_job_tracking_finalizer;
use super::utils::{is_pod_failed, matched_rule, only_replace_failed_pods};
use crate::api::{
    Container, FeatureGate, FeatureGates, Job, Name, OwnEntry, Pod, PodFailurePolicyAction, PodPhase, PodTemplateSpec,
    Release,
};
use crate::client::deletion_order;
use crate::small_sort::SmallSort as _;

/// `batchv1.JobCompletionIndexAnnotation`, and the label of the same name.
pub(crate) const JOB_COMPLETION_INDEX_ANNOTATION: &str = "batch.kubernetes.io/job-completion-index";
/// `batchv1.JobIndexFailureCountAnnotation`.
pub(crate) const JOB_INDEX_FAILURE_COUNT_ANNOTATION: &str = "batch.kubernetes.io/job-index-failure-count";
/// `batchv1.JobIndexIgnoredFailureCountAnnotation`.
pub(crate) const JOB_INDEX_IGNORED_FAILURE_COUNT_ANNOTATION: &str =
    "batch.kubernetes.io/job-index-ignored-failure-count";
/// `completionIndexEnvName`.
const COMPLETION_INDEX_ENV_NAME: &str = "JOB_COMPLETION_INDEX";
/// `names.MaxGeneratedNameLength`.
const MAX_GENERATED_NAME_LENGTH: usize = 58;

/// Indexes from the first to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The first index.
    pub first: i64,
    /// The last index.
    pub last: i64,
}

/// `orderedIntervals`: a set of indexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderedIntervals(Vec<Interval>);

impl OrderedIntervals {
    /// `parseIndexesFromString`: reads what a status says, up to `completions`. Invalid intervals are skipped; parsing
    /// stops at the first one that begins too high.
    pub fn parse(text: &str, completions: i32) -> Self {
        let completions = i64::from(completions);
        let mut intervals: Vec<Interval> = Vec::new();
        if text.is_empty() {
            return Self(intervals);
        }
        for piece in text.split(',') {
            let mut limits = piece.split('-');
            let Some(Ok(first)) = limits.next().map(str::parse::<i64>) else { continue };
            if first >= completions {
                break;
            }
            let last = match limits.next().map(str::parse::<i64>) {
                None => first,
                Some(Ok(last)) => last.min(completions - 1),
                Some(Err(_)) => continue,
            };
            match intervals.last_mut() {
                Some(before) if before.last == first - 1 => before.last = last,
                _ => intervals.push(Interval { first, last }),
            }
        }
        Self(intervals)
    }

    /// `withOrderedIndexes`: the same with `indexes`, given in rising order.
    #[must_use]
    pub(crate) fn with_ordered_indexes(&self, indexes: impl IntoIterator<Item = i64>) -> Self {
        let added = Self(indexes.into_iter().map(|index| Interval { first: index, last: index }).collect());
        self.merge(&added)
    }

    /// `merge`: the union.
    #[must_use]
    pub fn merge(&self, other: &Self) -> Self {
        let mut merged: Vec<Interval> = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut ours, mut theirs) = (self.0.iter().copied().peekable(), other.0.iter().copied().peekable());
        loop {
            let next = match (ours.peek(), theirs.peek()) {
                (Some(our), Some(their)) if our.first < their.first => ours.next(),
                (_, Some(_)) => theirs.next(),
                (_, None) => ours.next(),
            };
            let Some(next) = next else { break };
            match merged.last_mut() {
                Some(before) if next.first <= before.last + 1 => before.last = before.last.max(next.last),
                _ => merged.push(next),
            }
        }
        Self(merged)
    }

    /// `total`: how many indexes there are.
    pub fn total(&self) -> i32 {
        let total: i64 = self.0.iter().map(|interval| interval.last - interval.first + 1).sum();
        i32::try_from(total).unwrap_or(i32::MAX)
    }

    /// `has`: whether `index` is among them. The search halves as upstream's does, which matters for intervals that are
    /// not in order.
    pub fn has(&self, index: i64) -> bool {
        let (mut low, mut high) = (0, self.0.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.0.get(middle).is_some_and(|interval| interval.last >= index) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        self.0.get(high).is_some_and(|interval| interval.first <= index)
    }

    /// Whether there is no interval, not even one without an index, such as `2-1`.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The size of the intersection.
    pub fn overlap(&self, other: &Self) -> i32 {
        let (mut ours, mut theirs) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut total = 0i64;
        while let (Some(our), Some(their)) = (ours.peek(), theirs.peek()) {
            total += (our.last.min(their.last) - our.first.max(their.first) + 1).max(0);
            let behind = if our.last <= their.last { &mut ours } else { &mut theirs };
            behind.next();
        }
        i32::try_from(total).unwrap_or(i32::MAX)
    }

    /// The intervals in rising order.
    pub fn iter(&self) -> impl Iterator<Item = &Interval> {
        self.0.iter()
    }
}

/// `String`: three and more in a row as `a-c`, others one by one.
impl fmt::Display for OrderedIntervals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Interval { first, last }) in self.0.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{first}")?;
            if last > first {
                let between = if *last == first + 1 { ',' } else { '-' };
                write!(f, "{between}{last}")?;
            }
        }
        Ok(())
    }
}

/// `getCompletionIndex`; `None` for a pod whose annotation is missing, not a number, or negative.
pub(crate) fn completion_index(pod: &Pod) -> Option<i64> {
    pod.metadata.annotations.get(JOB_COMPLETION_INDEX_ANNOTATION)?.parse().ok().filter(|index| *index >= 0)
}

/// The order of `byCompletionIndex`: pods without an index first.
pub(crate) fn by_completion_index(pod: &Pod) -> i64 {
    completion_index(pod).unwrap_or(-1)
}

/// The pod's index if it is one of the Job's completions.
pub(crate) fn valid_index(pod: &Pod, job: &Job) -> Option<i64> {
    completion_index(pod).filter(|index| *index < job.spec.completions.unwrap_or(0).into())
}

/// Whether the pod's index is one of the Job's completions.
pub(crate) fn has_valid_index(pod: &Pod, job: &Job) -> bool {
    valid_index(pod, job).is_some()
}

/// `hasBackoffLimitPerIndex`, with the limit.
pub(crate) fn backoff_limit_per_index(job: &Job, gates: FeatureGates) -> Option<i32> {
    job.spec.backoff_limit_per_index.filter(|_| gates.enabled(FeatureGate::JobBackoffLimitPerIndex))
}

/// `calculateSucceededIndexes`: the indexes in the status, and these together with the pods that succeeded since.
/// Without finalizers (v1.21 to v1.25) only the pods count, and the status is ignored.
pub(crate) fn calculate_succeeded_indexes(
    job: &Job,
    pods: &[Arc<Pod>],
    with_finalizers: bool,
) -> (OrderedIntervals, OrderedIntervals) {
    let previous = if with_finalizers {
        OrderedIntervals::parse(&job.status.completed_indexes, job.spec.completions.unwrap_or(0))
    } else {
        OrderedIntervals::default()
    };
    let succeeded: BTreeSet<i64> = pods
        .iter()
        .filter(|pod| pod.status.phase == PodPhase::Succeeded)
        .filter(|pod| !with_finalizers || has_job_tracking_finalizer(pod))
        .filter_map(|pod| valid_index(pod, job))
        .collect();
    let now = previous.with_ordered_indexes(succeeded);
    (previous, now)
}

/// `calculateFailedIndexes`: the indexes in the status, with those that failed since.
pub(crate) fn calculate_failed_indexes(
    job: &Job,
    pods: &[Arc<Pod>],
    limit: i32,
    gates: FeatureGates,
) -> OrderedIntervals {
    let previous = job.status.failed_indexes.as_deref().unwrap_or_default();
    let previous = OrderedIntervals::parse(previous, job.spec.completions.unwrap_or(0));
    let failed: BTreeSet<i64> = pods
        .iter()
        .filter(|pod| has_job_tracking_finalizer(pod) && is_index_failed(job, pod, limit, gates))
        .filter_map(|pod| valid_index(pod, job))
        .collect();
    previous.with_ordered_indexes(failed)
}

/// `isIndexFailed`: whether the pod's failure fails its index.
pub(crate) fn is_index_failed(job: &Job, pod: &Pod, limit: i32, gates: FeatureGates) -> bool {
    is_pod_failed(pod, job, gates)
        && match matched_rule(pod, job, gates) {
            Some(rule) if rule.action == PodFailurePolicyAction::FailIndex => true,
            Some(rule) => rule.counts() && index_failure_count(pod) >= limit,
            None => index_failure_count(pod) >= limit,
        }
}

/// `getIndexes`.
fn indexes<'a>(pods: impl Iterator<Item = &'a Arc<Pod>>) -> BTreeSet<i64> {
    pods.filter_map(|pod| completion_index(pod)).collect()
}

/// `firstPendingIndexes`: the lowest `count` indexes that have no active pod and did not end. Where pods are replaced
/// only once they have failed, the index of a terminating pod is taken. Also returns the total number of such indexes.
pub(crate) fn first_pending_indexes(
    ctx: &SyncJobCtx,
    count: i32,
    completions: i32,
    gates: FeatureGates,
) -> (Vec<i64>, i32) {
    let (count, completions) = (usize::try_from(count).unwrap_or(0), i64::from(completions));
    let mut taken = ctx.succeeded_indexes.with_ordered_indexes(indexes(ctx.active_pods.iter()));
    // Until v1.27 the index of a terminating pod is free.
    if gates.release().since(28) && only_replace_failed_pods(&ctx.job, gates) {
        taken = taken.with_ordered_indexes(indexes(ctx.pods.iter().filter(|pod| pod.is_terminating())));
    }
    if let Some(failed) = &ctx.failed_indexes {
        taken = taken.merge(failed);
    }
    let mut pending = Vec::with_capacity(count);
    let (mut candidate, mut all) = (0, 0);
    let mut take = |free: Range<i64>| {
        all += (free.end - free.start).max(0);
        pending.extend(free.take(count - pending.len()));
    };
    for interval in taken.iter() {
        take(candidate..interval.first.min(completions));
        candidate = candidate.max(interval.last + 1);
    }
    take(candidate..completions);
    (pending, i32::try_from(all).unwrap_or(i32::MAX))
}

/// `appendDuplicatedIndexPodsForRemoval`: active pods to remove, because they have no index, one out of range, or one
/// that a better pod has; and the others.
pub(crate) fn duplicated_index_pods_for_removal(
    mut pods: Vec<Arc<Pod>>,
    completions: i32,
    release: Release,
) -> (Vec<Arc<Pod>>, Vec<Arc<Pod>>) {
    pods.sort_by_key(|pod| by_completion_index(pod));
    let (mut remove, mut left) = (Vec::new(), Vec::with_capacity(pods.len()));
    let (valid, out_of_range) =
        pods.split_at(pods.partition_point(|pod| by_completion_index(pod) < completions.into()));
    let mut groups = valid.chunk_by(|a, b| by_completion_index(a) == by_completion_index(b)).peekable();
    while let Some(same) = groups.next() {
        // Upstream comes to the pods that are out of range before it looks at the last index.
        if groups.peek().is_none() {
            remove.extend_from_slice(out_of_range);
        }
        let mut same = same.to_vec();
        if same.first().is_some_and(|pod| completion_index(pod).is_some()) {
            // The best pod is the one that would be deleted last.
            if same.len() > 1 {
                same.small_sort_by(|a, b| deletion_order(a, b, release));
            }
            left.extend(same.pop());
        }
        remove.append(&mut same);
    }
    if valid.is_empty() {
        remove.extend_from_slice(out_of_range);
    }
    (remove, left)
}

/// `getPodsWithDelayedDeletionPerIndex`: by index, the failed pod that keeps its finalizer until a
/// replacement is active that has its failure count.
pub(crate) fn pods_with_delayed_deletion_per_index(ctx: &SyncJobCtx, gates: FeatureGates) -> BTreeMap<i64, Arc<Pod>> {
    let active = indexes(ctx.active_pods.iter());
    let ended =
        |index| ctx.succeeded_indexes.has(index) || ctx.failed_indexes.as_ref().is_some_and(|failed| failed.has(index));
    let mut delayed: BTreeMap<i64, Arc<Pod>> = BTreeMap::new();
    for pod in ctx.valid_pods(None, |pod| is_pod_failed(pod, &ctx.job, gates)) {
        let Some(index) = valid_index(pod, &ctx.job) else { continue };
        if ended(index) || active.contains(&index) {
            continue;
        }
        match delayed.get_mut(&index) {
            Some(last) if !is_later_failure(last, pod, gates.release()) => {}
            Some(last) => *last = Arc::clone(pod),
            None => drop(delayed.insert(index, Arc::clone(pod))),
        }
    }
    delayed
}

/// Whether `pod` failed at the index no earlier than `last`, and with as high a count.
fn is_later_failure(last: &Pod, pod: &Pod, release: Release) -> bool {
    let finished_time = |pod| super::backoff_utils::finished_time(pod, release);
    index_absolute_failure_count(last) <= index_absolute_failure_count(pod) && finished_time(pod) >= finished_time(last)
}

/// `getIndexFailureCount`: failures that the index had before this pod. An invalid count is 0.
pub(crate) fn index_failure_count(pod: &Pod) -> i32 {
    count_annotation(pod, JOB_INDEX_FAILURE_COUNT_ANNOTATION)
}

fn index_ignored_failure_count(pod: &Pod) -> i32 {
    count_annotation(pod, JOB_INDEX_IGNORED_FAILURE_COUNT_ANNOTATION)
}

/// `getIndexAbsoluteFailureCount`: the same, with failures that the policy ignores. (Like upstream's
/// 32-bit integers, it wraps.)
pub(crate) fn index_absolute_failure_count(pod: &Pod) -> i32 {
    index_failure_count(pod).wrapping_add(index_ignored_failure_count(pod))
}

fn count_annotation(pod: &Pod, annotation: &str) -> i32 {
    pod.metadata.annotations.get(annotation).and_then(|text| text.parse().ok()).filter(|count| *count >= 0).unwrap_or(0)
}

/// `addIndexFailureCountAnnotation`: a new pod carries on the count of the one it replaces.
pub(crate) fn add_index_failure_count_annotation(
    template: &mut PodTemplateSpec,
    job: &Job,
    replaced: Option<&Arc<Pod>>,
    gates: FeatureGates,
) {
    let (mut failures, mut ignored) = (0, 0);
    if let Some(pod) = replaced {
        (failures, ignored) = (index_failure_count(pod), index_ignored_failure_count(pod));
        let counts = matched_rule(pod, job, gates).is_none_or(|rule| rule.counts());
        let count = if counts { &mut failures } else { &mut ignored };
        *count = count.wrapping_add(1);
    }
    let annotations = &mut template.metadata.annotations;
    annotations.set(JOB_INDEX_FAILURE_COUNT_ANNOTATION, failures.to_string());
    if ignored > 0 {
        annotations.set(JOB_INDEX_IGNORED_FAILURE_COUNT_ANNOTATION, ignored.to_string());
    }
}

/// `addCompletionIndexEnvVariables`: each container learns its index from `field`, such as
/// `metadata.labels`, unless it has a variable of that name.
pub(crate) fn add_completion_index_env_variables(template: &mut PodTemplateSpec, field: &str) {
    let variable = json!({
        "name": COMPLETION_INDEX_ENV_NAME,
        "valueFrom": {"fieldRef": {"fieldPath": format!("{field}['{JOB_COMPLETION_INDEX_ANNOTATION}']")}},
    });
    for containers in [&mut template.spec.init_containers, &mut template.spec.containers] {
        for container in Arc::make_mut(containers) {
            add_env_variable(container, &variable);
        }
    }
}

fn add_env_variable(container: &mut Container, variable: &Value) {
    let fields = container.other.map_mut();
    let env = fields.entry("env").or_insert(Value::Null);
    if env.is_null() {
        *env = Value::Array(Vec::new());
    }
    if let Value::Array(env) = env
        && env.iter().all(|other| other.get("name") != variable.get("name"))
    {
        env.push(variable.clone());
    }
}

/// The annotation of a completion index, and the label.
pub(crate) fn completion_index_entry(index: i64) -> OwnEntry {
    OwnEntry::new(JOB_COMPLETION_INDEX_ANNOTATION, format_smolstr!("{index}"))
}

/// `addCompletionIndexAnnotation`.
pub(crate) fn add_completion_index_annotation(template: &mut PodTemplateSpec, index: &OwnEntry) {
    template.metadata.annotations.set_own(index);
}

/// `addCompletionIndexLabel`.
pub(crate) fn add_completion_index_label(template: &mut PodTemplateSpec, index: &OwnEntry) {
    template.metadata.labels.set_own(index);
}

/// `podGenerateNameWithIndex`: the Job's name is cut so that the index is in every pod's name.
pub(crate) fn pod_generate_name_with_index(job_name: &str, index: i64) -> Name {
    let suffix = format_smolstr!("-{index}-");
    let mut end = job_name.len().min(MAX_GENERATED_NAME_LENGTH.saturating_sub(suffix.len()));
    while !job_name.is_char_boundary(end) {
        end -= 1;
    }
    Name::from(format_smolstr!("{}{suffix}", job_name.get(..end).unwrap_or_default()))
}

#[cfg(test)]
mod tests;
