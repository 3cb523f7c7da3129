//! Validation of status updates (`getStatusValidationOptions` of the strategy and the rules that it enables): since
//! other controllers may manage a Job, the API server itself keeps the status consistent.
//!
//! A rule is applied only when the update changes one of the fields that it is about: a status that is wrong already
//! stays valid, and so does one that a change of the spec made wrong.

use super::bad_value;
use super::success_policy::{count_indexes, parse_index_interval};
use crate::api::{
    ConditionStatus, FeatureGate, FeatureGates, FieldError, FieldPath, Fix, Job, JobConditionType, JobStatus, Release,
};

use JobConditionType::{Complete, Failed, FailureTarget, SuccessCriteriaMet, Suspended};

/// A status update, with what it changes.
struct Update<'a> {
    release: Release,
    /// Whether a resumed Job may get a new start time.
    resume_allowed: bool,
    new: &'a Job,
    old: &'a Job,
    path: &'a FieldPath,
    finished_changed: bool,
    start_time_changed: bool,
    completion_time_changed: bool,
}

/// Errors of the change from the status of `old` to that of `new`, besides errors of the new status alone.
///
/// The rules came with `managedBy`, behind its gate; those about `SuccessCriteriaMet` hold since v1.30 without it.
pub(super) fn update(errors: &mut Vec<FieldError>, new: &Job, old: &Job, gates: FeatureGates, path: &FieldPath) {
    let release = gates.release();
    let update = Update {
        release,
        resume_allowed: gates.has(Fix::ResumeOfStarted),
        new,
        old,
        path,
        finished_changed: new.status.finished().is_some() != old.status.finished().is_some(),
        start_time_changed: new.status.start_time != old.status.start_time,
        completion_time_changed: new.status.completion_time != old.status.completion_time,
    };
    let strict = gates.enabled(FeatureGate::JobManagedBy);
    if strict {
        update.conditions_and_completion_time(errors);
        update.finished(errors);
        update.indexes(errors);
        update.pods(errors);
    }
    if release.since(30) {
        update.success(errors, gates);
    }
    if strict {
        update.disabled(errors);
        update.decreased(errors);
        update.times(errors);
    }
    if release.since(30) {
        update.success_disabled(errors);
    }
}

impl Update<'_> {
    fn condition_changed(&self, r#type: JobConditionType) -> bool {
        self.new.status.is_true(r#type) != self.old.status.is_true(r#type)
    }

    fn refuse_conditions(&self, errors: &mut Vec<FieldError>, detail: impl Into<String>) {
        errors.push(FieldError::invalid_without_value(&self.path.child("conditions"), detail));
    }

    fn conditions_and_completion_time(&self, errors: &mut Vec<FieldError>) {
        let JobStatus { completion_time, start_time, .. } = self.new.status;
        let is_true = |r#type| self.new.status.is_true(r#type);
        let changed = |r#type| self.condition_changed(r#type);
        if (changed(Complete) || changed(Failed)) && is_true(Complete) && is_true(Failed) {
            self.refuse_conditions(errors, "cannot set Complete=True and Failed=true conditions");
        }
        if (changed(Complete) || changed(FailureTarget)) && is_true(Complete) && is_true(FailureTarget) {
            self.refuse_conditions(errors, "cannot set Complete=True and FailureTarget=true conditions");
        }
        let path = self.path.child("completionTime");
        if changed(Complete) || self.completion_time_changed {
            match completion_time {
                Some(time) if !is_true(Complete) => {
                    let detail = "cannot set completionTime when there is no Complete=True condition";
                    errors.push(FieldError::invalid(&path, bad_value::time(Some(time), self.release), detail));
                }
                None if is_true(Complete) => {
                    errors.push(FieldError::required(&path, "completionTime is required for Complete jobs"));
                }
                _ => {}
            }
        }
        if (self.start_time_changed || self.completion_time_changed)
            && let (Some(start), Some(completion)) = (start_time, completion_time)
            && completion < start
        {
            let since_v1_34 = self.release.since(34);
            let detail = if since_v1_34 {
                "must be equal to or after `startTime`"
            } else {
                "completionTime cannot be set before startTime"
            };
            errors.push(FieldError::invalid(&path, bad_value::time(Some(completion), self.release), detail));
        }
        if !self.release.since(31) {
            return;
        }
        // Upstream asks for the list of failed indexes here, not for the other condition.
        let indexes_changed = self.new.status.failed_indexes != self.old.status.failed_indexes;
        if (changed(Failed) || indexes_changed) && is_true(Failed) && !is_true(FailureTarget) {
            let detail = "cannot set Failed=True condition without the FailureTarget=true condition";
            self.refuse_conditions(errors, detail);
        }
        if (changed(Complete) || changed(SuccessCriteriaMet)) && is_true(Complete) && !is_true(SuccessCriteriaMet) {
            let detail = "cannot set Complete=True condition without the SuccessCriteriaMet=true condition";
            self.refuse_conditions(errors, detail);
        }
    }

    /// Rules for finished Jobs.
    fn finished(&self, errors: &mut Vec<FieldError>) {
        let (status, old) = (&self.new.status, &self.old.status);
        if status.finished().is_none() {
            return;
        }
        if (self.finished_changed || status.active != old.active) && status.active > 0 {
            let detail = "active>0 is invalid for finished job";
            errors.push(FieldError::invalid(&self.path.child("active"), status.active, detail));
        }
        // A Job without work finishes without having started.
        let spec = &self.new.spec;
        let nothing_to_do = self.release.since(32) && self.new.is_suspended() && spec.completions == Some(0);
        if (self.finished_changed || self.start_time_changed) && !nothing_to_do && status.start_time.is_none() {
            let detail = "startTime is required for finished job";
            errors.push(FieldError::required(&self.path.child("startTime"), detail));
        }
        let changed = status.uncounted_terminated_pods != old.uncounted_terminated_pods;
        let uncounted = status.uncounted_terminated_pods.as_ref().filter(|uncounted| !uncounted.is_empty());
        if let Some(uncounted) = uncounted.filter(|_| self.finished_changed || changed) {
            let shown = bad_value::uncounted(uncounted, self.release);
            let detail = if self.release.since(34) {
                "must be empty for finished job"
            } else {
                "uncountedTerminatedPods needs to be empty for finished job"
            };
            errors.push(FieldError::invalid(&self.path.child("uncountedTerminatedPods"), shown, detail));
        }
    }

    fn indexes(&self, errors: &mut Vec<FieldError>) {
        let (status, old, spec) = (&self.new.status, &self.old.status, &self.new.spec);
        let completed = &status.completed_indexes;
        let completed_changed = *completed != old.completed_indexes;
        let failed_changed = status.failed_indexes != old.failed_indexes;
        let (completed_path, failed_path) = (self.path.child("completedIndexes"), self.path.child("failedIndexes"));
        if let Some(completions) = spec.completions.filter(|_| completed_changed)
            && let Err(why) = count_indexes(completed, completions)
        {
            let detail = format!("error parsing completedIndexes: {why}");
            errors.push(FieldError::invalid_text(&completed_path, completed, detail));
        }
        let failed = status.failed_indexes.as_deref();
        if let (Some(completions), Some(failed)) = (spec.completions, failed)
            && failed_changed
            && spec.backoff_limit_per_index.is_some()
            && let Err(why) = count_indexes(failed, completions)
        {
            let detail = format!("error parsing failedIndexes: {why}");
            errors.push(FieldError::invalid_text(&failed_path, failed, detail));
        }
        if completed_changed && !completed.is_empty() && !self.new.is_indexed() {
            let detail = "cannot set non-empty completedIndexes when non-indexed completion mode";
            errors.push(FieldError::invalid_text(&completed_path, completed, detail));
        }
        let Some(failed) = failed else { return };
        if failed_changed && spec.backoff_limit_per_index.is_none() {
            let detail = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
            errors.push(FieldError::invalid_text(&failed_path, failed, detail));
        }
        if (failed_changed || completed_changed)
            && let Some(index) = spec.completions.and_then(|completions| overlap(completed, failed, completions))
        {
            let detail = format!("failedIndexes and completedIndexes overlap at index: {index}");
            errors.push(FieldError::invalid_text(&failed_path, failed, detail));
        }
    }

    fn pods(&self, errors: &mut Vec<FieldError>) {
        if !self.release.since(31) {
            return;
        }
        let (status, old) = (&self.new.status, &self.old.status);
        if let Some(terminating) = status.terminating
            && (self.finished_changed || status.terminating != old.terminating)
            && terminating > 0
            && status.finished().is_some()
        {
            let detail = "terminating>0 is invalid for finished job";
            errors.push(FieldError::invalid(&self.path.child("terminating"), terminating, detail));
        }
        if let Some(ready) = status.ready
            && (status.ready != old.ready || status.active != old.active)
            && ready > status.active
        {
            let detail = "cannot set more ready pods than active";
            errors.push(FieldError::invalid(&self.path.child("ready"), ready, detail));
        }
    }

    /// The condition is for Indexed Jobs with a success policy; since v1.31 for all Jobs with interim conditions.
    fn success(&self, errors: &mut Vec<FieldError>, gates: FeatureGates) {
        let is_true = |r#type| self.new.status.is_true(r#type);
        let has_policy = self.new.spec.success_policy.is_some();
        if !is_true(SuccessCriteriaMet) {
            if has_policy && is_true(Complete) {
                let detail = "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True";
                self.refuse_conditions(errors, detail);
            }
            return;
        }
        let is_for_all = self.release.since(31)
            && (gates.enabled(FeatureGate::JobManagedBy)
                || gates.enabled(FeatureGate::JobPodReplacementPolicy)
                || self.old.status.is_true(SuccessCriteriaMet));
        if !is_for_all && !self.new.is_indexed() {
            self.refuse_conditions(errors, "cannot set SuccessCriteriaMet to NonIndexed Job");
        }
        if is_true(Failed) {
            self.refuse_conditions(errors, "cannot set SuccessCriteriaMet=True and Failed=true conditions");
        }
        if is_true(FailureTarget) {
            self.refuse_conditions(errors, "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
        }
        if !is_for_all && !has_policy {
            self.refuse_conditions(errors, "cannot set SuccessCriteriaMet=True for Job without SuccessPolicy");
        }
    }

    /// Terminal conditions stay.
    fn disabled(&self, errors: &mut Vec<FieldError>) {
        for r#type in [Failed, Complete, FailureTarget] {
            if self.old.status.is_true(r#type) && !self.new.status.is_true(r#type) {
                let detail = format!("cannot disable the terminal {}=True condition", r#type.as_str());
                self.refuse_conditions(errors, detail);
            }
        }
    }

    /// Counters only grow; but an Indexed Job that is scaled down loses successes.
    fn decreased(&self, errors: &mut Vec<FieldError>) {
        let (new, old) = (&self.new.status, &self.old.status);
        if new.failed < old.failed {
            let detail = "cannot decrease the failed counter";
            errors.push(FieldError::invalid(&self.path.child("failed"), new.failed, detail));
        }
        let elastic = self.new.is_indexed() && self.new.spec.completions == self.new.spec.parallelism;
        if !elastic && new.succeeded < old.succeeded {
            let detail = "cannot decrease the succeeded counter";
            errors.push(FieldError::invalid(&self.path.child("succeeded"), new.succeeded, detail));
        }
    }

    fn times(&self, errors: &mut Vec<FieldError>) {
        let (new, old) = (&self.new.status, &self.old.status);
        if let (Some(time), Some(_)) = (new.completion_time, old.completion_time)
            && self.completion_time_changed
        {
            let path = self.path.child("completionTime");
            let detail = if self.release.since(34) { "field is immutable" } else { "completionTime cannot be mutated" };
            errors.push(FieldError::invalid(&path, bad_value::time(Some(time), self.release), detail));
        }
        // A resumed Job may get a new start time although the spec was already resumed before (#134521).
        let suspended = |status: &JobStatus| status.condition(Suspended).map(|condition| condition.status);
        let resumed = self.resume_allowed
            && suspended(old) == Some(ConditionStatus::True)
            && suspended(new) == Some(ConditionStatus::False);
        if self.start_time_changed && old.start_time.is_some() && !self.new.is_suspended() && !resumed {
            let path = self.path.child("startTime");
            errors.push(if self.release.since(36) {
                let value = bad_value::time(new.start_time, self.release);
                FieldError::invalid(&path, value, "field is immutable for unsuspended job once set")
            } else {
                FieldError::required(&path, "startTime cannot be removed for unsuspended job")
            });
        }
    }

    fn success_disabled(&self, errors: &mut Vec<FieldError>) {
        let (new, old) = (&self.new.status, &self.old.status);
        if old.is_true(SuccessCriteriaMet) && !new.is_true(SuccessCriteriaMet) {
            self.refuse_conditions(errors, "cannot disable the SuccessCriteriaMet=True condition");
        }
        if old.is_true(Complete) && !old.is_true(SuccessCriteriaMet) && new.is_true(SuccessCriteriaMet) {
            let detail = "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions";
            self.refuse_conditions(errors, detail);
        }
    }
}

/// `validateFailedIndexesNotOverlapCompleted`: the first index in both lists. Invalid intervals are skipped here;
/// another rule reports them.
fn overlap(completed: &str, failed: &str, completions: i32) -> Option<i32> {
    let intervals = |text: &str| -> Vec<(i32, i32)> {
        text.split(',').filter_map(|piece| parse_index_interval(piece, completions).ok()).collect()
    };
    let (completed, failed) = (intervals(completed), intervals(failed));
    let (mut ours, mut theirs) = (completed.iter().peekable(), failed.iter().peekable());
    while let (Some(&&(from, to)), Some(&&(failed_from, failed_to))) = (ours.peek(), theirs.peek()) {
        if from <= failed_to && failed_from <= to {
            return Some(from.max(failed_from));
        }
        let behind = if from <= failed_from { &mut ours } else { &mut theirs };
        behind.next();
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_first_index_in_both_lists_is_found() {
        assert_eq!(overlap("0,2-4", "1,3", 5), Some(3));
        assert_eq!(overlap("0-2", "1", 5), Some(1));
        assert_eq!(overlap("0,2", "1,3", 5), None);
        assert_eq!(overlap("", "1", 5), None);
        assert_eq!(overlap("9,1", "x,1", 5), Some(1), "what cannot be read is passed over");
    }

    fn job(spec: &Value, status: &Value) -> Job {
        serde_json::from_value(json!({"metadata": {}, "spec": spec, "status": status})).unwrap()
    }

    /// Conditions of these types, all True.
    fn conditions(types: &[&str]) -> Vec<Value> {
        types.iter().map(|r#type| json!({"type": r#type, "status": "True"})).collect()
    }

    fn errors_of(new: &Job, old: &Job, release: Release) -> Vec<String> {
        let mut errors = Vec::new();
        update(&mut errors, new, old, release.into(), &FieldPath::new("status"));
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn times_are_shown_as_each_release_prints_them() {
        let complete = |start: Option<&str>, completion: Option<&str>| {
            let conditions = conditions(&["SuccessCriteriaMet", "Complete"]);
            let status = json!({"startTime": start, "completionTime": completion, "conditions": conditions});
            job(&json!({"template": {}}), &status)
        };
        let (early, late) = (Some("2026-01-01T00:00:01Z"), Some("2026-01-01T00:00:09Z"));
        let errors = |new: &Job, release: Release| errors_of(new, &complete(early, late), release);
        let before = complete(early, Some("2026-01-01T00:00:00Z"));
        let path = "status.completionTime: Invalid value:";
        let in_go = "2026-01-01 00:00:00 +0000 UTC";
        assert_eq!(
            errors(&before, Release::V1_33),
            [
                format!("{path} {in_go}: completionTime cannot be set before startTime"),
                format!("{path} {in_go}: completionTime cannot be mutated"),
            ]
        );
        let in_json = "\"2026-01-01T00:00:00Z\"";
        assert_eq!(
            errors(&before, Release::V1_36),
            [
                format!("{path} {in_json}: must be equal to or after `startTime`"),
                format!("{path} {in_json}: field is immutable"),
            ]
        );
        let removed = "startTime cannot be removed for unsuspended job";
        let moved = complete(late, late);
        assert_eq!(errors(&moved, Release::V1_35), [format!("status.startTime: Required value: {removed}")]);
        let immutable = "field is immutable for unsuspended job once set";
        let shown = "\"2026-01-01T00:00:09Z\"";
        assert_eq!(errors(&moved, Release::V1_36), [format!("status.startTime: Invalid value: {shown}: {immutable}")]);
        let none = errors(&complete(None, late), Release::V1_36);
        assert!(none.contains(&format!("status.startTime: Invalid value: null: {immutable}")), "{none:?}");
    }

    #[test]
    fn errors_of_a_success_have_upstreams_order() {
        let with = |types: &[&str]| job(&json!({"template": {}}), &json!({"conditions": conditions(types)}));
        let error = |what: &str| format!("status.conditions: Invalid value: cannot set SuccessCriteriaMet{what}");
        assert_eq!(
            errors_of(&with(&["SuccessCriteriaMet", "FailureTarget"]), &with(&[]), Release::V1_30),
            [" to NonIndexed Job", "=True and FailureTarget=true conditions", "=True for Job without SuccessPolicy"]
                .map(error)
        );
    }

    #[test]
    fn a_failure_without_its_target_is_seen_when_it_comes_or_indexes_fail() {
        let with = |types: &[&str], failed_indexes: &str| {
            let spec =
                json!({"completionMode": "Indexed", "completions": 3, "backoffLimitPerIndex": 0, "template": {}});
            let conditions = conditions(types);
            job(
                &spec,
                &json!({"conditions": conditions, "failedIndexes": failed_indexes, "startTime": "2026-01-01T00:00:00Z"}),
            )
        };
        let errors = |new: &Job, old: &Job| errors_of(new, old, Release::V1_36);
        let path = "status.conditions: Invalid value";
        let without = format!("{path}: cannot set Failed=True condition without the FailureTarget=true condition");
        let both = ["FailureTarget", "Failed"];
        assert_eq!(errors(&with(&["Failed"], ""), &with(&[], "")), [without.as_str()]);
        assert_eq!(errors(&with(&["Failed"], "1"), &with(&["Failed"], "")), [without.as_str()]);
        assert_eq!(errors(&with(&["Failed"], ""), &with(&["Failed"], "")), Vec::<String>::new());
        assert_eq!(
            errors(&with(&["Failed"], ""), &with(&both, "")),
            [format!("{path}: cannot disable the terminal FailureTarget=True condition")]
        );
    }
}
