//! What the controller remembers, and what it last wrote: expectations, back-off, the Job's status.

use jobscope_core::api::{ConditionStatus, JobCondition, JobConditionType, JobStatus, ObjectKey};
use jobscope_core::job::OrderedIntervals;
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::trace::{EXPECTATIONS_TIMEOUT_MS, ExpectationOp, TraceEntry};
use jobscope_core::world::{CacheState, IndexBackoffView, JobView};
use jobscope_explain::time::{instant, seconds};
use jobscope_explain::{Moment, ranges};
use yew::prelude::*;

use crate::prose::Term;
use crate::ui::{NAME_END, elided, seen_beyond, shape};
use crate::words::{Words, args};

/// The strip under the map.
pub(super) fn view(words: &Words, now: &Moment) -> Html {
    html! {
        <div class="memory" role="group" aria-label={words.t("memory")}>
            { expectations(words, now) }
            { backoff(words, now) }
            { status(words, now) }
        </div>
    }
}

/// The records of the Job that was synced last; all of them, if there is no Job.
pub(super) fn of_job<'a, T>(
    now: &Moment,
    records: &'a [T],
    key: fn(&T) -> &ObjectKey,
) -> impl Iterator<Item = &'a T> + use<'a, T> {
    let job = now.job().map(|job| job.job.metadata.key());
    records.iter().filter(move |record| job.as_ref().is_none_or(|job| job == key(record)))
}

/// What this sync expects to see, and how much of it has been given back.
fn expected_in_sync(now: &Moment) -> (i64, i64) {
    let mut expected = 0;
    let mut back = 0;
    for entry in now.done_trace() {
        if let TraceEntry::Expectation(change) = entry {
            match change.op {
                ExpectationOp::CreationsExpected { adds: n } | ExpectationOp::DeletionsExpected { dels: n } => {
                    (expected, back) = (n, 0);
                }
                ExpectationOp::CreationsGivenBack { count } => back += i64::from(count),
                ExpectationOp::DeletionGivenBack => back += 1,
                ExpectationOp::CreationObserved | ExpectationOp::DeletionObserved if now.sync().is_some() => back += 1,
                _ => {}
            }
        }
    }
    (expected, back)
}

/// A number with a minus as wide as a digit.
fn signed(n: i64) -> String {
    n.to_string().replace('-', "−")
}

fn expectations(words: &Words, now: &Moment) -> Html {
    let record = of_job(now, &now.snapshot.expectations, |record| &record.key).next();
    let (adds, dels) = record.map_or((0, 0), |record| (record.adds, record.dels));
    let open = adds.max(0) + dels.max(0);
    let (expected, back) = expected_in_sync(now);
    let seen = (expected - back - open).max(0);
    let beyond = seen_beyond(words, "expects-more", adds, dels);
    // Why, on request: there is no room for it.
    let why = beyond.is_some().then(|| words.t("expects-more.explain"));
    let text = match (record, open) {
        (None, _) => words.t("expects-nothing"),
        (Some(_), 0) if beyond.is_none() && seen == 0 && back > 0 => words.t("expects-back"),
        (Some(_), 0) => beyond.map_or_else(|| words.t("expects-met"), AttrValue::from),
        (Some(record), _) => {
            let age = now.snapshot.now.since(record.set_at);
            let word = match age {
                _ if age > EXPECTATIONS_TIMEOUT_MS => "expects-expired",
                // One line has no room for what was seen, too; the bar has it.
                _ if back > 0 => "expects-parts",
                ..1_000 => "expects-open",
                _ => "expects-open-for",
            };
            words.f(word, &args!(n = open, back = back, age = seconds(age)))
        }
    };
    let part = |class: &'static str, n: i64| {
        if n > 0 {
            html! { <span class={class} style={format!("flex:{n}")}></span> }
        } else {
            Html::default()
        }
    };
    html! {
        <div class="mem">
            <h3><Term id="expectations">{ words.t("expectations") }</Term><span>{ "adds " }<b>{ adds }</b>{ ", dels " }<b>{ signed(dels) }</b></span></h3>
            <div class="stack" aria-hidden="true">
                { part("seen", seen) }{ part("back", back) }{ part("open", open) }
                if seen + back + open == 0 { <span class={if record.is_some() { "seen" } else { "none" }}></span> }
            </div>
            <p class={(open > 0).then_some("acc")} title={why}>{ text }</p>
        </div>
    }
}

/// Old releases remember a failure as a requeue of the key, newer ones have a store for it; each failure doubles
/// the next wait. With a limit for each index, each has a wait of its own.
fn backoff(words: &Words, now: &Moment) -> Html {
    let queue = &now.snapshot.queue;
    let requeues: u32 = of_job(now, &queue.requeues, |requeues| &requeues.key).map(|requeues| requeues.count).sum();
    let kept = of_job(now, &now.snapshot.pod_backoff, |backoff| &backoff.key)
        .find(|backoff| backoff.record.failures_after_last_success > 0);
    let waits: Vec<_> = of_job(now, &now.snapshot.index_backoff, |backoff| &backoff.key).collect();
    let job = now.job();
    let per_index = job.is_some_and(|job| job.job.spec.backoff_limit_per_index.is_some());
    // With a limit for each index the record of the whole Job is kept, and nobody asks it.
    let stored = kept.filter(|_| !per_index);
    let count = stored.map_or(requeues, |backoff| backoff.record.failures_after_last_success.unsigned_abs());
    let until = of_job(now, &queue.delayed, |delayed| &delayed.key).find(|_| requeues > 0);
    let ended = job.is_some_and(|job| job.job.status.finished().is_some());
    // No pod is made any more once the end is announced.
    let ends = job.is_some_and(|job| job.job.status.conditions.iter().any(announces));
    let in_time = |ms: i64| instant(now.elapsed() + ms);
    let text = match (stored, until) {
        _ if ended => words.t("backoff-ended"),
        _ if ends => words.t("backoff-ends"),
        _ if !waits.is_empty() => indexes(words, &waits, in_time),
        _ if per_index && kept.is_some() => words.t("backoff-per-index"),
        (Some(backoff), _) if backoff.remaining_ms > 0 => {
            words.f("backoff-pods-until", &args!(time = in_time(backoff.remaining_ms)))
        }
        (Some(_), _) => words.t("backoff-over"),
        (None, Some(delayed)) => words.f("backoff-until", &args!(time = instant(now.since_start(delayed.ready_at)))),
        (None, None) if count > 0 => words.t("backoff-over"),
        (None, None) => words.t("backoff-none"),
    };
    let figure = if stored.is_some() { "failures" } else { "requeues" };
    html! {
        <div class="mem">
            <h3><Term id="back-off">{ words.t("backoff") }</Term><span>{ words.rich(figure, &args!(n = count)) }</span></h3>
            <div class="stack" aria-hidden="true">
                if count == 0 { <span class="none"></span> }
                for _ in 0..count.min(12) { <span class="seen"></span> }
            </div>
            <p>{ text }</p>
        </div>
    }
}

/// Whether it says that its Job will end.
fn announces(condition: &JobCondition) -> bool {
    use JobConditionType::{FailureTarget, SuccessCriteriaMet};
    matches!(condition.r#type, FailureTarget | SuccessCriteriaMet) && condition.status == ConditionStatus::True
}

/// The indexes that wait, and how long the first of them does.
fn indexes(words: &Words, waits: &[&IndexBackoffView], in_time: impl Fn(i64) -> String) -> AttrValue {
    let mut which: Vec<_> = waits.iter().map(|wait| wait.index).collect();
    which.small_sort();
    let soonest = waits.iter().map(|wait| wait.remaining_ms).min().unwrap_or_default();
    words.f("backoff-index-until", &args!(n = which.len(), which = ranges(&which), time = in_time(soonest)))
}

/// The status as stored: what everybody else sees of the Job.
fn status(words: &Words, now: &Moment) -> Html {
    let job = now.job();
    let name = job.and_then(|job| now.name_among_jobs(&job.job.metadata.key()));
    let job = job.filter(|job| job.cache != CacheState::GoneFromStore);
    html! {
        <div class="mem">
            <h3><Term id="status">{ words.t("job-status") }</Term>
                if let Some(name) = name { <span class="of-job" title={name.clone()}>{ elided(&name, NAME_END) }</span> }
                if job.is_some_and(|job| job.job.metadata.is_deleting()) {
                    <span class="condition deleting">{ words.t("being-deleted") }</span>
                } else if let Some(condition) = job.and_then(|job| job.job.status.finished()) {
                    <span class={classes!("condition", condition.as_str())}>{ condition.as_str() }</span>
                }
            </h3>
            { figures(words, job) }
            <p>{ status_text(words, job) }</p>
            { ended_indexes(words, job) }
        </div>
    }
}

fn figures(words: &Words, job: Option<&JobView>) -> Html {
    let status = job.map(|job| job.job.status.clone()).unwrap_or_default();
    let wanted = job.and_then(|job| job.job.spec.completions);
    let part = |class: &'static str, n: i32| {
        if n > 0 {
            html! { <span class={class} style={format!("flex:{n}")}></span> }
        } else {
            Html::default()
        }
    };
    let rest = wanted.map_or(0, |wanted| untried(&status, wanted));
    html! {
        <div class="stack" aria-hidden="true" title={words.t("job-status")}>
            { part("is-succeeded", status.succeeded) }{ part("is-failed", status.failed) }{ part("is-active", status.active) }{ part("none", rest) }
            if status.succeeded + status.failed + status.active + rest == 0 { <span class="none"></span> }
        </div>
    }
}

/// Of the completions that are wanted, those that neither succeeded nor have a pod. An index that has failed had its tries.
fn untried(status: &JobStatus, wanted: i32) -> i32 {
    let failed = status.failed_indexes.as_deref().map_or(0, |failed| OrderedIntervals::parse(failed, wanted).total());
    [status.succeeded, status.active, failed].into_iter().fold(wanted, i32::saturating_sub).max(0)
}

fn status_text(words: &Words, job: Option<&JobView>) -> Html {
    let Some(job) = job else { return html!(words.t("no-job")) };
    let status = &job.job.status;
    if is_unwritten(status) {
        return html!(words.t("status-empty"));
    }
    words.rich("status-figures", &args!(active = status.active, succeeded = status.succeeded, failed = status.failed))
}

/// Which indexes have ended, on a line that an Indexed Job has from its beginning, so that nothing moves while stepping. Shapes
/// tell them from the numbers of pods above.
/// What does not fit ends in dots; a tool tip has all of it under the status's own names.
fn ended_indexes(words: &Words, job: Option<&JobView>) -> Html {
    let Some(job) = job.filter(|job| job.job.is_indexed()) else { return Html::default() };
    let (completed, failed) = ended(&job.job.status);
    let all = match failed {
        Some(failed) => format!("completedIndexes {completed} · failedIndexes {failed}"),
        None => format!("completedIndexes {completed}"),
    };
    html! {
        <p class="ended" title={all}>
            <span>{ words.t("status-indexes") }</span>
            <span>if completed != NONE { { shape("succeeded") } }<span class="vh">{ words.t("status-indexes-completed") }</span><b>{ completed }</b></span>
            if let Some(failed) = failed.filter(|failed| *failed != NONE) { <span>{ shape("failed") }<span class="vh">{ words.t("status-indexes-failed") }</span><b>{ failed }</b></span> }
        </p>
    }
}

/// The indexes that have succeeded, and those that have failed: only a limit for each index lets single ones do so.
fn ended(status: &JobStatus) -> (&str, Option<&str>) {
    (listed(&status.completed_indexes), status.failed_indexes.as_deref().map(listed))
}

/// Stands for a list without any.
const NONE: &str = "–";

fn listed(indexes: &str) -> &str {
    if indexes.is_empty() { NONE } else { indexes }
}

/// Whether no controller has written the status so far. A Job that is suspended has one without a start time.
fn is_unwritten(status: &JobStatus) -> bool {
    *status == JobStatus::default()
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Manifest, Release};
    use jobscope_core::trace::{TraceEntry, Verb};
    use jobscope_core::world::{Action, World};

    use super::*;
    use jobscope_core::timeline::Timeline;

    use crate::words::Locale;
    use jobscope_explain::{Movement, Preset};

    #[test]
    fn with_a_limit_for_each_index_the_index_that_waits_is_named() {
        let manifest = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec:\n  completionMode: Indexed\n  completions: 3\n  parallelism: 3\n  backoffLimitPerIndex: 2\n  template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}\n";
        let rules = r#"[{"pods": {"indexes": "1-2"}, "startMs": 1000, "runMs": 1000, "end": "fail", "exitCode": 1}]"#;
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        timeline.apply(&Action::SetOutcomes { rules: serde_json::from_str(rules).unwrap() }).unwrap();
        timeline.apply(&Action::of_manifest(&Manifest::parse(manifest, Release::V1_36).unwrap())).unwrap();
        let mut said = Vec::new();
        while timeline.step_over() {
            let now = Moment::of(&timeline, 0, Movement::Forward, 0);
            if !now.snapshot.index_backoff.is_empty() {
                let waits: Vec<_> = now.snapshot.index_backoff.iter().collect();
                said.push(indexes(&Words::new(Locale::En), &waits, |ms| instant(now.elapsed() + ms)).to_string());
            }
        }
        said.dedup();
        assert_eq!(said.first().map(String::as_str), Some("indexes 1–2: first from t+12.0\u{a0}s"), "{said:?}");
    }

    #[test]
    fn indexes_have_ended_as_the_status_says() {
        let manifest = "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {completionMode: Indexed, completions: 4, parallelism: 4, backoffLimitPerIndex: 0, template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}}";
        let rules = r#"[{"pods": {"indexes": "1"}, "startMs": 1000, "runMs": 2000, "end": "fail", "exitCode": 1}, {"startMs": 1000, "runMs": 1000, "end": "succeed"}]"#;
        let (mut shown, mut rest) = (Vec::new(), Vec::new());
        for moment in jobscope_explain::played::ruled(Release::V1_36.into(), manifest, rules) {
            if let [job] = &moment.snapshot.jobs[..] {
                let (completed, failed) = ended(&job.job.status);
                shown.push((completed.to_owned(), failed.map(str::to_owned)));
                rest.push(untried(&job.job.status, 4));
            }
        }
        shown.dedup();
        let pair = |completed: &str, failed: Option<&str>| (completed.to_owned(), failed.map(str::to_owned));
        let want = [pair("–", None), pair("–", Some("–")), pair("0,2,3", Some("–")), pair("0,2,3", Some("1"))];
        assert_eq!(shown, want);
        rest.dedup();
        assert_eq!(rest, [4, 0], "the pods of all indexes are made at once");
    }

    #[test]
    fn the_status_is_unwritten_until_the_controller_writes_it() {
        for release in [Release::V1_22, Release::V1_28, Release::V1_36] {
            let mut world = World::new(release);
            let manifest = Manifest::parse(Preset::Suspended.manifest(), release).unwrap();
            world.apply(&Action::of_manifest(&manifest)).unwrap();
            let unwritten = |world: &World| world.stored_jobs().all(|job| is_unwritten(&job.status));
            assert!(unwritten(&world), "{release}");
            loop {
                let next = world.next_action().expect("it is written in the end");
                let step = world.apply(&next).unwrap();
                let writes = step
                    .trace
                    .iter()
                    .any(|entry| matches!(entry, TraceEntry::Call(call) if call.verb == Verb::UpdateStatus));
                assert_eq!(unwritten(&world), !writes, "{release} {next:?}");
                if writes {
                    break;
                }
            }
            assert!(world.stored_jobs().all(|job| job.status.start_time.is_none()), "{release}: it is suspended");
        }
    }
}
