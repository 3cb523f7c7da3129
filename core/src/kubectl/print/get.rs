//! `kubectl get jobs`, with the columns of the release's own kubectl.

use serde_json::Value;

use super::human::{age, duration};
use super::table::Rows;
use super::{Printed, Printer, table};
use crate::api::{Job, JobConditionType, LabelSelector, LabelSelectorOperator, MetaTime, Release, Time};
use crate::small_sort::SmallSort as _;

/// The minor that counts completions in one column and tells how long they took.
const ONE_COLUMN: u8 = 12;
/// The minor that says in a word how the Job stands (#123226).
const STATUS: u8 = 31;

/// `kubectl get jobs`, with `-o wide` if that is wanted.
pub(super) fn jobs(printer: &Printer, jobs: &[&Job], wide: bool) -> Printed {
    let release = printer.release;
    let heading = heading(release, wide);
    let aging = ["DURATION", "AGE"].map(|aging| heading.iter().position(|column| *column == aging));
    if jobs.is_empty() {
        return nothing(printer);
    }
    let rows = jobs.iter().map(|job| job_row(release, job, printer.now, wide)).collect();
    table::printed(release, &heading, Rows::Cells(rows), aging.as_slice())
}

/// The columns.
pub(in crate::kubectl) fn heading(release: Release, wide: bool) -> Vec<&'static str> {
    let mut heading = match release {
        _ if release.since(STATUS) => vec!["NAME", "STATUS", "COMPLETIONS", "DURATION", "AGE"],
        _ if release.since(ONE_COLUMN) => vec!["NAME", "COMPLETIONS", "DURATION", "AGE"],
        _ => vec!["NAME", "DESIRED", "SUCCESSFUL", "AGE"],
    };
    if wide {
        heading.extend(["CONTAINERS", "IMAGES", "SELECTOR"]);
    }
    heading
}

/// The cells of a Job.
pub(in crate::kubectl) fn job_row(release: Release, job: &Job, now: Time, wide: bool) -> Vec<String> {
    let created = age(release, job.metadata.creation_timestamp.map(MetaTime::time), now);
    let mut row = vec![job.metadata.name().to_owned()];
    if release.since(STATUS) {
        row.push(job_status(release, job).to_owned());
    }
    if release.since(ONE_COLUMN) {
        row.extend([completions(job), took(release, job, now)]);
    } else {
        let desired = job.spec.completions.map_or_else(|| "<none>".to_owned(), |completions| completions.to_string());
        row.extend([desired, job.status.succeeded.to_string()]);
    }
    row.push(created);
    if wide {
        let containers = &job.spec.template.spec.containers;
        let images = containers.iter().map(|container| match container.other.map().get("image") {
            Some(Value::String(image)) => image.as_str(),
            _ => "",
        });
        let names: Vec<_> = containers.iter().map(|container| container.name.as_str()).collect();
        row.extend([names.join(","), images.collect::<Vec<_>>().join(","), selector(job.spec.selector.as_ref())]);
    }
    row
}

/// The STATUS column of Jobs.
fn job_status(release: Release, job: &Job) -> &'static str {
    let is = |condition| job.status.is_true(condition);
    match () {
        () if is(JobConditionType::Complete) => "Complete",
        () if is(JobConditionType::Failed) => "Failed",
        () if job.metadata.is_deleting() => "Terminating",
        () if is(JobConditionType::Suspended) => "Suspended",
        () if is(JobConditionType::FailureTarget) => "FailureTarget",
        // #132832.
        () if is(JobConditionType::SuccessCriteriaMet) && release.since(34) => "SuccessCriteriaMet",
        () => "Running",
    }
}

/// Successes of those wanted; a work queue wants one, of as many pods as may run.
fn completions(job: &Job) -> String {
    let succeeded = job.status.succeeded;
    match (job.spec.completions, job.spec.parallelism.unwrap_or_default()) {
        (Some(completions), _) => format!("{succeeded}/{completions}"),
        (None, parallelism) if parallelism > 1 => format!("{succeeded}/1 of {parallelism}"),
        (None, _) => format!("{succeeded}/1"),
    }
}

/// From the start to the completion, or until now: a Job that failed never completes.
fn took(release: Release, job: &Job, now: Time) -> String {
    let Some(start) = job.status.start_time else { return String::new() };
    let end = job.status.completion_time.map_or(now, MetaTime::time);
    duration(release, end.since(start.time()))
}

/// A selector in one line; nothing for one that is not there.
pub(super) fn selector(selector: Option<&LabelSelector>) -> String {
    let Some(selector) = selector.filter(|selector| !selector.is_empty()) else { return "<none>".to_owned() };
    let labels = selector.match_labels.iter().map(|(key, value)| (key, format!("{key}={value}")));
    let others = selector.match_expressions.iter().map(|requirement| {
        let key = requirement.key.as_str();
        let mut values: Vec<_> = requirement.values.iter().map(String::as_str).collect();
        values.small_sort();
        let values = values.join(",");
        let text = match requirement.operator {
            LabelSelectorOperator::In => format!("{key} in ({values})"),
            LabelSelectorOperator::NotIn => format!("{key} notin ({values})"),
            LabelSelectorOperator::Exists => key.to_owned(),
            LabelSelectorOperator::DoesNotExist => format!("!{key}"),
        };
        (key, text)
    });
    let mut all: Vec<_> = labels.chain(others).collect();
    all.small_sort_by_key(|(key, _)| *key);
    all.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(",")
}

/// Printed instead of an empty table; since v1.17 with the namespace.
pub(super) fn nothing(printer: &Printer) -> Printed {
    Printed::of_text([if printer.release.since(17) {
        format!("No resources found in {} namespace.", printer.namespace)
    } else {
        "No resources found.".to_owned()
    }])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn job(spec: &Value, status: &Value) -> Job {
        serde_json::from_value(json!({"metadata": {"name": "pi"}, "spec": spec, "status": status})).unwrap()
    }

    #[test]
    fn completions_are_of_those_wanted() {
        let said = |spec| completions(&job(&spec, &json!({"succeeded": 1})));
        assert_eq!(said(json!({"template": {}, "completions": 3, "parallelism": 2})), "1/3");
        assert_eq!(said(json!({"template": {}, "parallelism": 30})), "1/1 of 30");
        assert_eq!(said(json!({"template": {}, "parallelism": 1})), "1/1");
    }

    #[test]
    fn a_job_that_has_not_started_takes_no_time() {
        let took = |status| took(Release::V1_28, &job(&json!({"template": {}}), &status), Time::START.plus(200_000));
        assert_eq!(took(json!({})), "");
        assert_eq!(took(json!({"startTime": "2024-01-01T00:00:00Z"})), "3m20s");
        let done = json!({"startTime": "2024-01-01T00:00:00Z", "completionTime": "2024-01-01T00:01:05Z"});
        assert_eq!(took(done), "65s");
    }

    #[test]
    fn selectors_are_in_the_order_of_their_keys() {
        let written: LabelSelector = serde_json::from_value(json!({
            "matchLabels": {"b": "1"},
            "matchExpressions": [
                {"key": "c", "operator": "NotIn", "values": ["y", "x"]},
                {"key": "a", "operator": "Exists"},
                {"key": "d", "operator": "DoesNotExist"},
            ]
        }))
        .unwrap();
        assert_eq!(selector(Some(&written)), "a,b=1,c notin (x,y),!d");
        assert_eq!(selector(None), "<none>");
    }

    #[test]
    fn a_job_whose_pods_still_end_has_met_its_criteria_since_v1_34() {
        let met = json!({"conditions": [{"type": "SuccessCriteriaMet", "status": "True"}]});
        let shown = |release| job_status(release, &job(&json!({"template": {}}), &met));
        assert_eq!(shown(Release::V1_34), "SuccessCriteriaMet");
        assert_eq!(shown(Release::V1_33), "Running");
    }
}
