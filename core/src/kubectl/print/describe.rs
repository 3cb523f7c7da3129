//! `kubectl describe job`: one Job with its template and events, line by line as the release's kubectl prints it.
//!
//! This module also has the blocks that it shares with its template: labels, annotations, and whatever else has a title
//! and entries under one another.

use std::borrow::Cow;

use super::columns::Columns;
use super::human::{duration, time};
use super::{Line, Printed, Printer, events, get, template};
use crate::api::{CompletionMode, Job, Labels, MetaTime, Release, labels_as_read};
use crate::client::StoredEvent;
use crate::kubectl::LAST_APPLIED_ANNOTATION;

/// Annotations of more bytes than this are shortened or put on lines of their own.
pub(super) const LONGEST_ANNOTATION: usize = 140;
/// What was the longest before v1.12.
const LONGEST_ANNOTATION_ONCE: usize = 200;
/// Completed indexes are cut at the first comma after this many characters.
const MOST_INDEXES: usize = 50;

/// All Jobs, two empty lines between them. Since v1.36 the events of several are left out (#137145).
pub(super) fn jobs(printer: &Printer, jobs: &[&Job], events: &[StoredEvent]) -> Printed {
    let release = printer.release;
    let with_events = jobs.len() == 1 || !release.since(36);
    let mut lines = Vec::new();
    for job in jobs {
        if !lines.is_empty() {
            lines.extend([Line::default(), Line::default()]);
        }
        lines.extend(job_lines(printer, job, with_events.then_some(events)));
    }
    if lines.is_empty() {
        return get::nothing(printer);
    }
    Printed::of_lines(lines)
}

/// One Job, aligned.
fn job_lines(printer: &Printer, job: &Job, events: Option<&[StoredEvent]>) -> Vec<Line> {
    let mut lines: Vec<_> = described(printer.release, job).into_iter().map(Line::plain).collect();
    if let Some(events) = events {
        lines.extend(events::described(printer.release, job, events, printer.now));
    }
    let aligned = Columns::DESCRIBE.align(&lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>());
    lines.into_iter().zip(aligned).map(|(line, text)| Line { text, ..line }).collect()
}

/// One Job as a text.
pub(super) fn job_text(printer: &Printer, job: &Job, events: Option<&[StoredEvent]>) -> String {
    job_lines(printer, job, events).into_iter().map(|line| line.text + "\n").collect()
}

/// Everything but the events, with tabs between the cells.
fn described(release: Release, job: &Job) -> Vec<String> {
    let (spec, status) = (&job.spec, &job.status);
    let mut lines = vec![
        format!("Name:\t{}", job.metadata.name()),
        format!("Namespace:\t{}", job.metadata.key().split().0),
        format!("Selector:\t{}", selector(job)),
    ];
    labels(&mut lines, "Labels", labels_as_read(job));
    annotations(&mut lines, release, "Annotations", &job.metadata.annotations);
    if let Some(owner) = job.metadata.controller() {
        lines.push(format!("Controlled By:\t{}/{}", owner.kind, owner.name));
    }
    lines.extend(spec.parallelism.map(|n| format!("Parallelism:\t{n}")));
    lines.push(spec.completions.map_or("Completions:\t<unset>".to_owned(), |n| format!("Completions:\t{n}")));
    // When it came.
    let mode = spec.completion_mode.filter(|_| release.since(21));
    lines.extend(mode.map(|mode| format!("Completion Mode:\t{}", mode.as_str())));
    if release.since(30) {
        lines.extend(spec.suspend.map(|suspend| format!("Suspend:\t{suspend}")));
        lines.extend(spec.backoff_limit.map(|limit| format!("Backoff Limit:\t{limit}")));
        lines.extend(spec.ttl_seconds_after_finished.map(|ttl| format!("TTL Seconds After Finished:\t{ttl}")));
    }
    lines.extend(status.start_time.map(|start| format!("Start Time:\t{}", time(start))));
    if release.since(12) {
        lines.extend(status.completion_time.map(|end| format!("Completed At:\t{}", time(end))));
        if let (Some(start), Some(end)) = (status.start_time, status.completion_time) {
            let took = MetaTime::time(end).since(start.time());
            lines.push(format!("Duration:\t{}", duration(release, took)));
        }
    }
    lines.extend(spec.active_deadline_seconds.map(|seconds| format!("Active Deadline Seconds:\t{seconds}s")));
    lines.push(pods_statuses(release, job));
    if mode == Some(CompletionMode::Indexed) {
        lines.push(format!("Completed Indexes:\t{}", indexes(&status.completed_indexes)));
    }
    template::described(&mut lines, release, &spec.template);
    lines.iter().flat_map(|line| as_printed(release, line)).collect()
}

/// A selector that wants nothing says nothing here, other than in a table.
fn selector(job: &Job) -> String {
    let wanted = job.spec.selector.as_ref().filter(|selector| !selector.is_empty());
    wanted.map_or(String::new(), |selector| get::selector(Some(selector)))
}

/// A line as it is written: values of several lines end it, and since v1.26 what would change the terminal is spelled
/// out (#112553).
pub(super) fn as_printed(release: Release, line: &str) -> Vec<String> {
    let line = if release.since(26) { escaped(line) } else { Cow::Borrowed(line) };
    line.split('\n').map(str::to_owned).collect()
}

fn escaped(line: &str) -> Cow<'_, str> {
    if line.contains(['\u{1b}', '\r']) {
        Cow::Owned(line.replace('\u{1b}', "^[").replace('\r', "\\r"))
    } else {
        Cow::Borrowed(line)
    }
}

/// The status as one line; since v1.23 with the pods that are ready, where the status counts them.
fn pods_statuses(release: Release, job: &Job) -> String {
    let status = &job.status;
    let active = match status.ready {
        _ if !release.since(23) => format!("{} Running", status.active),
        Some(ready) => format!("{} Active ({ready} Ready)", status.active),
        None => format!("{} Active", status.active),
    };
    format!("Pods Statuses:\t{active} / {} Succeeded / {} Failed", status.succeeded, status.failed)
}

fn indexes(completed: &str) -> String {
    let comma = completed.get(MOST_INDEXES..).and_then(|rest| rest.find(','));
    match comma {
        _ if completed.is_empty() => "<none>".to_owned(),
        Some(at) => format!("{}...", completed.get(..=MOST_INDEXES + at).unwrap_or_default()),
        None => completed.to_owned(),
    }
}

/// Labels, one a line under their title.
pub(super) fn labels(lines: &mut Vec<String>, title: &str, labels: &Labels) {
    block(lines, title, "", NONE, labels.iter().map(|(key, value)| format!("{key}={value}")));
}

/// Annotations, one a line under their title. Later releases put long ones under their key (v1.12, #66841), and do not
/// show what `kubectl apply` keeps there (v1.19, #88758).
pub(super) fn annotations(lines: &mut Vec<String>, release: Release, title: &str, annotations: &Labels) {
    if !release.since(12) {
        let entries =
            annotations.iter().map(|(key, value)| shortened(&format!("{key}={value}"), LONGEST_ANNOTATION_ONCE));
        return block(lines, title, "", NONE, entries);
    }
    annotation_block(lines, title, "", annotations);
}

/// Annotations as later releases print them. Where the whole block is indented, upstream indents each piece of a line
/// again.
pub(super) fn annotation_block(lines: &mut Vec<String>, title: &str, indent: &str, annotations: &Labels) {
    let mut shown = annotations.iter().filter(|(key, _)| *key != LAST_APPLIED_ANNOTATION).peekable();
    if shown.peek().is_none() {
        lines.push(format!("{title}:\t{indent}{NONE}"));
    }
    let titles = std::iter::once(format!("{title}:")).chain(std::iter::repeat(indent.to_owned()));
    for (title, (key, value)) in titles.zip(shown) {
        let value = value.strip_suffix('\n').unwrap_or(value);
        if key.len() + value.len() + 2 > LONGEST_ANNOTATION || value.contains('\n') {
            lines.push(format!("{title}\t{indent}{key}:"));
            let parts = value.split('\n').map(|line| shortened(line, LONGEST_ANNOTATION - 2));
            lines.extend(parts.map(|line| format!("{indent}\t  {line}")));
        } else {
            lines.push(format!("{title}\t{indent}{key}: {value}"));
        }
    }
}

/// Printed instead of entries.
const NONE: &str = "<none>";

/// Entries, one a line under their title; the lines after the first one begin with `next`.
pub(super) fn block(
    lines: &mut Vec<String>,
    title: &str,
    next: &str,
    none: &str,
    entries: impl IntoIterator<Item = String>,
) {
    let start = lines.len();
    let titles = std::iter::once(format!("{title}:")).chain(std::iter::repeat(next.to_owned()));
    lines.extend(titles.zip(entries).map(|(title, entry)| format!("{title}\t{entry}")));
    if lines.len() == start {
        lines.push(format!("{title}:\t{none}"));
    }
}

/// A text of at most `most` bytes. Upstream also cuts within characters; a Rust string cannot.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    format!("{}...", text.get(..text.floor_char_boundary(most)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pi() -> Job {
        serde_json::from_value(json!({
            "metadata": {"name": "pi", "namespace": "default"},
            "spec": {
                "parallelism": 1, "completions": 1, "backoffLimit": 4, "completionMode": "NonIndexed", "suspend": false,
                "selector": {"matchLabels": {"controller-uid": "u-1"}},
                "template": {
                    "metadata": {"labels": {"job-name": "pi", "controller-uid": "u-1"}},
                    "spec": {"restartPolicy": "Never", "containers": [
                        {"name": "pi", "image": "perl:5.34.0", "command": ["perl", "-wle", "print bpi(2000)"]}]}
                }
            },
            "status": {
                "startTime": "2024-01-01T00:00:00Z", "completionTime": "2024-01-01T00:01:05Z", "succeeded": 1, "ready": 0
            }
        }))
        .unwrap()
    }

    fn written(release: Release) -> Vec<String> {
        Columns::DESCRIBE.align(&described(release, &pi()))
    }

    #[test]
    fn the_pi_job_of_v1_11() {
        assert_eq!(
            written(Release::V1_11),
            [
                "Name:           pi",
                "Namespace:      default",
                "Selector:       controller-uid=u-1",
                "Labels:         controller-uid=u-1",
                "                job-name=pi",
                "Annotations:    <none>",
                "Parallelism:    1",
                "Completions:    1",
                "Start Time:     Mon, 01 Jan 2024 00:00:00 +0000",
                "Pods Statuses:  0 Running / 1 Succeeded / 0 Failed",
                "Pod Template:",
                "  Labels:  controller-uid=u-1",
                "           job-name=pi",
                "  Containers:",
                "   pi:",
                "    Image:      perl:5.34.0",
                "    Port:       <none>",
                "    Host Port:  <none>",
                "    Command:",
                "      perl",
                "      -wle",
                "      print bpi(2000)",
                "    Environment:  <none>",
                "    Mounts:       <none>",
                "  Volumes:        <none>",
            ]
        );
    }

    #[test]
    fn later_releases_say_more() {
        let lines = written(Release::V1_36);
        for line in [
            "Suspend:          false",
            "Backoff Limit:    4",
            "Completed At:     Mon, 01 Jan 2024 00:01:05 +0000",
            "Duration:         65s",
            "Pods Statuses:    0 Active (0 Ready) / 1 Succeeded / 0 Failed",
            "  Node-Selectors:  <none>",
            "  Tolerations:     <none>",
        ] {
            assert!(lines.iter().any(|said| said == line), "{line}: {lines:#?}");
        }
        assert!(!written(Release::V1_28).iter().any(|line| line.starts_with("Backoff Limit")));
    }

    #[test]
    fn long_lists_are_cut_at_a_comma() {
        assert_eq!(indexes(""), "<none>");
        assert_eq!(indexes("0-9"), "0-9");
        let many = (0..60).map(|n| (2 * n).to_string()).collect::<Vec<_>>().join(",");
        let cut = indexes(&many);
        assert!(cut.ends_with(",...") && cut.len() < 60, "{cut}");
    }

    #[test]
    fn what_was_applied_is_shown_by_the_oldest_client_alone() {
        let mut all = Labels::default();
        all.set(LAST_APPLIED_ANNOTATION, "{}\n");
        for release in Release::ALL {
            let mut lines = Vec::new();
            annotations(&mut lines, release, "Annotations", &all);
            let shown = lines.iter().any(|line| line.contains("last-applied"));
            assert_eq!(shown, release == Release::V1_11, "{release}: {lines:?}");
        }
    }

    #[test]
    fn long_annotations_stand_under_their_key() {
        let mut all = Labels::default();
        all.set("a", "1");
        all.set("b", "x".repeat(200));
        let mut lines = Vec::new();
        annotations(&mut lines, Release::V1_28, "Annotations", &all);
        assert_eq!(lines[0], "Annotations:\ta: 1");
        assert_eq!(lines[1], "\tb:");
        assert_eq!(lines[2], format!("\t  {}...", "x".repeat(138)));
    }

    #[test]
    fn annotations_are_cut_by_their_bytes() {
        let mut all = Labels::default();
        all.set("a", "é".repeat(100));
        let told = |release| {
            let mut lines = Vec::new();
            annotations(&mut lines, release, "Annotations", &all);
            lines
        };
        // The 200th byte is the first of a character.
        assert_eq!(told(Release::V1_11), [format!("Annotations:\ta={}...", "é".repeat(99))]);
        assert_eq!(told(Release::V1_22), ["Annotations:\ta:".to_owned(), format!("\t  {}...", "é".repeat(69))]);
    }

    #[test]
    fn values_of_several_lines_break_the_oldest_text() {
        let mut job = pi();
        job.metadata.annotations.set("a", "1\n2");
        let annotated = |release: Release| {
            let lines = Columns::DESCRIBE.align(&described(release, &job));
            let start = lines.iter().position(|line| line.starts_with("Annotations:")).unwrap();
            [lines[start].trim_end().to_owned(), lines[start + 1].clone(), lines[start + 2].clone()]
        };
        assert_eq!(annotated(Release::V1_11), ["Annotations:  a=1", "2", "Parallelism:    1"]);
        let later = ["Annotations:      a:", "                    1", "                    2"];
        assert_eq!(annotated(Release::V1_28), later);
    }

    #[test]
    fn what_would_change_the_terminal_is_spelled_out_since_v1_26() {
        let told = |release| as_printed(release, "\u{1b}[31m\r");
        assert_eq!(told(Release::V1_22), ["\u{1b}[31m\r"]);
        assert_eq!(told(Release::V1_28), ["^[[31m\\r"]);
    }

    #[test]
    fn events_of_several_jobs_are_left_out_since_v1_36() {
        let told = |release, jobs: &[&Job]| {
            let printer = Printer { release, now: crate::api::Time::START, namespace: "default".into() };
            super::jobs(&printer, jobs, &[]).text().matches("Events:").count()
        };
        assert_eq!([told(Release::V1_28, &[&pi(), &pi()]), told(Release::V1_36, &[&pi(), &pi()])], [2, 0]);
        assert_eq!(told(Release::V1_36, &[&pi()]), 1);
    }
}
