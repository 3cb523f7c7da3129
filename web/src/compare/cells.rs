//! A row of one run: the sentence, the status, the pods, the queue, and what was asked.

use jobscope_core::api::{JobConditionType, JobStatus, ObjectKey};
use jobscope_core::trace::{Decision, TraceEntry};
use jobscope_core::world::DelayedKey;
use jobscope_explain::sentence::Sentence;
use jobscope_explain::{Moment, PodState};
use yew::prelude::*;

use crate::plane::queue_node;

use crate::pods::{in_order, label, number};
use crate::ui::{and_more, answer, breakable, operands, shape};
use crate::why::sentence::Said;
use crate::words::Words;

/// Most pods that are drawn one by one.
const MOST_PODS: usize = 120;

/// Most Jobs whose statuses are shown one by one.
const MOST_JOBS: usize = 8;

/// What happened, or that nothing did.
pub(super) fn sentence(words: &Words, now: &Moment, waits: bool) -> Html {
    if waits {
        return html! { <p class="sentence muted">{ words.say("compare-waits") }</p> };
    }
    html! { <p class="sentence">{ Sentence::at(now).rich(words) }</p> }
}

/// Whether the cells of a kind show figures that differ.
pub(super) fn differ(kind: &str, left: &Moment, right: &Moment) -> bool {
    match kind {
        "compare-status" => {
            let shown = |status: JobStatus| (status.active, status.succeeded, status.failed, conditions(&status));
            let shown = |moment: &Moment, key: &ObjectKey| status_of(moment, key).map(shown);
            jobs_of(left, right).iter().any(|key| shown(left, key) != shown(right, key))
        }
        "compare-pods" => PodState::ALL.into_iter().any(|state| pods_in(left, state) != pods_in(right, state)),
        "compare-queue" => queued(left) != queued(right),
        _ => false,
    }
}

/// The Jobs of both runs, those of `one` first.
fn jobs_of(one: &Moment, other: &Moment) -> Vec<ObjectKey> {
    let mut keys: Vec<_> = one.snapshot.jobs.iter().map(|job| job.job.metadata.key()).collect();
    for job in &other.snapshot.jobs {
        let key = job.job.metadata.key();
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// The status of a Job, while there is one.
fn status_of(moment: &Moment, key: &ObjectKey) -> Option<JobStatus> {
    let found = moment.snapshot.jobs.iter().find(|job| job.job.metadata.has_key(key));
    found.map(|job| job.job.status.clone())
}

/// The conditions that hold.
fn conditions(status: &JobStatus) -> Vec<JobConditionType> {
    let types = status.conditions.iter().map(|condition| condition.r#type);
    types.filter(|condition| status.is_true(*condition)).collect()
}

/// How many pods there are in a state.
fn pods_in(moment: &Moment, state: PodState) -> usize {
    moment.snapshot.pods.iter().filter(|pod| PodState::of(pod) == state).count()
}

/// What the queue shows: keys, how long they still wait, and requeues.
fn queued(moment: &Moment) -> impl PartialEq + use<> {
    let queue = &moment.snapshot.queue;
    let waits = |delayed: &DelayedKey| (delayed.key.clone(), delayed.ready_at.since(moment.snapshot.now).max(0));
    let requeues: u32 = queue.requeues.iter().map(|requeues| requeues.count).sum();
    (queue.ready.clone(), queue.delayed.iter().map(waits).collect::<Vec<_>>(), queue.processing.clone(), requeues)
}

/// The counters and conditions of each Job; what the other run has otherwise is marked.
pub(super) fn status(words: &Words, now: &Moment, other: &Moment) -> Html {
    let keys = jobs_of(now, other);
    let no_job = || html! { <p class="muted">{ words.say("compare-no-job") }</p> };
    if keys.is_empty() {
        return no_job();
    }
    html! {
        <>
            for key in keys.iter().take(MOST_JOBS) {
                if let Some(name) = now.name_among_jobs(key).or_else(|| other.name_among_jobs(key)) { <h4 class="of-job">{ name }</h4> }
                { status_of(now, key).map_or_else(no_job, |ours| figures(words, &ours, &status_of(other, key).unwrap_or_default())) }
            }
            { and_more(words, keys.len(), MOST_JOBS) }
        </>
    }
}

/// The counters and conditions of a status.
fn figures(words: &Words, ours: &JobStatus, theirs: &JobStatus) -> Html {
    let figure = |name: &'static str, of: fn(&JobStatus) -> i32| {
        let differs = of(ours) != of(theirs);
        html! { <span class={classes!("figure", differs.then_some("differs"))}>{ name }{ " " }<b class="mono">{ of(ours) }</b>{ mark(words, differs) }</span> }
    };
    let has = conditions(theirs);
    html! {
        <p class="tally">
            { figure("active", |status| status.active) }
            { figure("succeeded", |status| status.succeeded) }
            { figure("failed", |status| status.failed) }
            for condition in conditions(ours) {
                <span class={classes!("tag", (!has.contains(&condition)).then_some("differs"))}>{ condition.as_str() }{ mark(words, !has.contains(&condition)) }</span>
            }
        </p>
    }
}

/// The sign of a difference, for eyes and for screen readers.
fn mark(words: &Words, differs: bool) -> Html {
    if !differs {
        return Html::default();
    }
    html! { <><i class="ne" aria-hidden="true">{ "≠" }</i><span class="vh">{ words.t("compare-differs") }</span></> }
}

/// The pods by their numbers, each with its shape.
pub(super) fn pods(words: &Words, now: &Moment, other: &Moment) -> Html {
    let pods = in_order(now);
    if pods.len() == 0 {
        return html! { <p class="muted">{ words.say("compare-no-pods") }</p> };
    }
    let counts = PodState::ALL.into_iter().filter_map(|state| {
        let n = pods_in(now, state);
        let differs = n != pods_in(other, state);
        (n > 0).then(|| html! {
            <span class={classes!("figure", differs.then_some("differs"))} data-s={state.id()}>{ shape(state.id()) }<b class="mono">{ n }</b>{ " " }{ words.t(state.word()) }{ mark(words, differs) }</span>
        })
    });
    html! {
        <>
            <p class="tally">{ for counts }</p>
            <ul class="few-pods" aria-hidden="true">
                for pod in pods.clone().take(MOST_PODS) {
                    <li key={pod.name.as_str()} data-s={PodState::of(pod).id()} title={format!("{} {}", pod.name.as_str(), label(words, pod))}>{ shape(PodState::of(pod).id()) }{ number(pod) }</li>
                }
                if pods.len() > MOST_PODS { <li>{ "…" }</li> }
            </ul>
        </>
    }
}

/// The work queue.
pub(super) fn queue(words: &Words, now: &Moment) -> Html {
    queue_node(words, now)
}

/// What was asked in the step, in order; where the other run's step answered otherwise or did not ask is marked.
pub(super) fn why(words: &Words, now: &Moment, other: &Moment) -> Html {
    let asked = |moment: &Moment| -> Vec<Decision> {
        let entries = moment.done_trace().iter();
        entries
            .filter_map(|entry| match entry {
                TraceEntry::Decision(decision) => Some(*decision),
                _ => None,
            })
            .collect()
    };
    let (ours, theirs) = (asked(now), asked(other));
    if ours.is_empty() {
        return html! { <p class="muted">{ words.say("compare-nothing-asked") }</p> };
    }
    // Syncs of different Jobs ask about different things.
    let job = |moment: &Moment| moment.step.as_ref().and_then(|step| step.synced_job().cloned());
    let both_asked = !theirs.is_empty() && job(now) == job(other);
    html! {
        <ol class="asked">
            for decision in &ours {
                {{
                    let known = theirs.iter().find(|other| other.id() == decision.id());
                    let differs = both_asked && known.is_none_or(|other| other.answer() != decision.answer());
                    let answer = answer(words, decision.id(), decision.answer());
                    let alone = known.is_none() && differs;
                    html! {
                        <li class={classes!(differs.then_some("differs"))}>
                            <span>{ words.say(&format!("decision-{}", decision.id().name())) }if alone { <span class="muted">{ " " }{ words.t("compare-only-here") }</span> }</span>
                            <span class="ops">{ breakable(&operands(words, decision)) }</span><b class="ans">{ answer }{ mark(words, differs) }</b>
                        </li>
                    }
                }}
            }
        </ol>
    }
}
