//! The write path: from the worker through pod control to the API server.

use std::collections::{BTreeMap, BTreeSet};

use jobscope_core::small_collect::SmallCollect as _;
use jobscope_core::trace::{Call, TraceEntry, Verb};
use jobscope_core::world::Action;
use jobscope_explain::{Moment, Summary};
use yew::prelude::*;

use super::strike::Strike;
use super::wire::Wiring;
use crate::spec::job_of_faults;
use crate::words::Words;

/// Whether the call goes through pod control. Status writes go straight to the API server.
fn is_pod_call(call: &Call) -> bool {
    matches!(call.verb, Verb::Create | Verb::Delete | Verb::Patch)
}

/// Of a part of the current step's trace, what the Job controller did: other controllers write past its pod control.
fn own<'a>(now: &Moment, part: &'a [TraceEntry]) -> Summary<'a> {
    let of_another = matches!(
        now.step.as_ref().map(|step| &step.action),
        Some(Action::SyncTtl | Action::AttemptToDelete | Action::AttemptToOrphan | Action::PodGc | Action::Gc)
    );
    Summary::of(if of_another { &[] } else { part })
}

/// From the worker to pod control.
pub(super) fn to_pod_control(words: &Words, now: &Moment) -> Wiring {
    let fresh = own(now, now.fresh_trace()).calls().filter(|call| is_pod_call(call)).count();
    let verb = own(now, now.done_trace()).calls().filter(|call| is_pod_call(call)).last().map(|call| call.verb);
    let label = match verb {
        Some(Verb::Delete) => words.t("delete-word"),
        Some(Verb::Patch) => words.t("patch-word"),
        _ => words.t("create-word"),
    };
    Wiring { class: "cw", label, reversed: true, ..Wiring::flow(now, fresh) }
}

/// Pod control: what it has done in this sync.
pub(super) fn pod_control(words: &Words, now: &Moment) -> Html {
    let summary = own(now, now.done_trace());
    let created = summary.tally(Verb::Create);
    let deleted = summary.tally(Verb::Delete);
    let patched = summary.tally(Verb::Patch);
    let refused = created.refused.len() + deleted.refused.len() + patched.refused.len();
    // Patches only remove the finalizer: they have a line if there are any, and not a line that says 0.
    let done: Vec<_> = match (created.done, deleted.done, patched.done) {
        (created, deleted, 0) => vec![("created", created), ("deleted", deleted)],
        (0, deleted, patched) => vec![("deleted", deleted), ("patched", patched)],
        (created, 0, patched) => vec![("created", created), ("patched", patched)],
        (created, deleted, patched) => vec![("created", created), ("deleted", deleted), ("patched", patched)],
    };
    // A number without a sync would be read as one of all syncs.
    let is_idle = now.sync().is_none();
    let counted = |n: usize| if is_idle && n == 0 { "–".to_owned() } else { n.to_string() };
    html! {
        <div class={classes!("node", "pc", is_idle.then_some("idle"))}>
            <h3>{ words.t("pod-control") }</h3>
            <dl>
                for (name, n) in done { <dt>{ words.t(name) }</dt><dd>{ counted(n) }</dd> }
                <dt class={(refused > 0).then_some("c-refused")}>{ words.t("state-refused") }</dt><dd class={(refused > 0).then_some("c-refused")}>{ counted(refused) }</dd>
            </dl>
        </div>
    }
}

/// From pod control (or the worker) to the API server: the last call's request line, all answers to such calls by code, and
/// below them the other calls of the sync.
pub(super) fn to_api_server(words: &Words, now: &Moment, act: &Callback<Action>) -> Wiring {
    let fresh = own(now, now.fresh_trace()).calls().count();
    let last = own(now, now.done_trace()).calls().last();
    let strike = |verb: Verb| {
        let can_sync = !now.snapshot.queue.ready.is_empty();
        html! { <Strike act={act.clone()} {verb} job={job_of_faults(now)} {can_sync} /> }
    };
    let Some(last) = last else {
        let sub = html! { <span class="two">{ strike(Verb::Create) }</span> };
        return Wiring {
            class: "writes idle",
            label: words.t("writes"),
            sub,
            reversed: true,
            ..Wiring::flow(now, fresh)
        };
    };
    let mut answers: BTreeMap<u16, u32> = BTreeMap::new();
    let mut before: BTreeMap<(&'static str, u16), u32> = BTreeMap::new();
    for entry in now.done_trace() {
        let TraceEntry::Call(call) = entry else { continue };
        if call.verb == last.verb {
            *answers.entry(code(call)).or_default() += 1;
        } else {
            *before.entry((method(call.verb), code(call))).or_default() += 1;
        }
    }
    let sub = html! {
        <>
            <span class="two">
                for (code, n) in answers { <b class={colour(code)}>{ format!("{n} × {code}") }</b> }
                { strike(last.verb) }
            </span>
            if !before.is_empty() {
                <span class="before">
                    for (calls, answers, class) in lines(before) { <span {class}>{ calls }{ " " }<b>{ answers }</b></span> }
                </span>
            }
        </>
    };
    Wiring { class: "writes", label: request(last.verb).into(), sub, reversed: true, ..Wiring::flow(now, fresh) }
}

/// Calls in a line of their own: what they are, how many with which answer, and the class of their colour.
type Line = (String, String, &'static str);

/// A line for each method and answer. There is room for two: of more, reads are left out, and the last line counts the rest.
fn lines(calls: BTreeMap<(&'static str, u16), u32>) -> Vec<Line> {
    /// Lines that fit below the wire.
    const MOST: usize = 2;
    let (reads, mut all): (Vec<_>, Vec<_>) = calls.into_iter().partition(|((method, _), _)| *method == "GET");
    if all.len() + reads.len() <= MOST {
        all.extend(reads);
    }
    let (shown, rest) = all.split_at(if all.len() > MOST { MOST - 1 } else { all.len() });
    let mut lines: Vec<Line> = shown
        .iter()
        .map(|((method, code), n)| ((*method).to_owned(), format!("{n} × {code}"), colour(*code)))
        .collect();
    if let Some(worst) = rest.iter().map(|((_, code), _)| *code).max() {
        let methods: BTreeSet<&str> = rest.iter().map(|((method, _), _)| *method).small_collect();
        let n: u32 = rest.iter().map(|(_, n)| n).sum();
        lines.push((methods.into_iter().collect::<Vec<_>>().join(", "), n.to_string(), colour(worst)));
    }
    lines
}

fn request(verb: Verb) -> &'static str {
    match verb {
        Verb::Create => "POST pods",
        Verb::Delete => "DELETE pods",
        Verb::Patch => "PATCH pods",
        Verb::UpdateStatus => "PUT jobs/status",
        Verb::Get => "GET jobs",
        Verb::PatchJob => "PATCH jobs",
        Verb::DeleteJob => "DELETE jobs",
        Verb::GetPod => "GET pods",
        Verb::PatchStatus => "PATCH pods/status",
    }
}

/// The first word of a request line.
fn method(verb: Verb) -> &'static str {
    let line = request(verb);
    line.split_once(' ').map_or(line, |(method, _)| method)
}

/// The class of an answer's colour.
fn colour(code: u16) -> &'static str {
    if code < 300 { "c-succeeded" } else { "c-refused" }
}

/// The HTTP status of the answer.
fn code(call: &Call) -> u16 {
    match (&call.error, call.verb) {
        (Some(error), _) => error.reason.code(),
        (None, Verb::Create) => 201,
        (None, _) => 200,
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{DeletionPropagation, Manifest, Release};
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::World;

    use super::*;
    use jobscope_explain::{Movement, Preset};

    #[test]
    fn all_writes_of_a_sync_are_in_the_lines_below_its_wire() {
        let said = |calls: &[(&'static str, u16, u32)]| {
            let lines = lines(calls.iter().map(|(method, code, n)| ((*method, *code), *n)).collect());
            lines.into_iter().map(|(calls, answers, _)| format!("{calls} {answers}")).collect::<Vec<_>>()
        };
        assert_eq!(said(&[("GET", 200, 1), ("POST", 201, 3)]), ["POST 3 × 201", "GET 1 × 200"]);
        assert_eq!(said(&[("GET", 200, 1), ("POST", 201, 3), ("POST", 403, 4)]), ["POST 3 × 201", "POST 4 × 403"]);
        let many = [("DELETE", 200, 5), ("PATCH", 200, 10), ("POST", 201, 2)];
        assert_eq!(said(&many), ["DELETE 5 × 200", "PATCH, POST 12"]);
    }

    #[test]
    fn what_the_garbage_collector_deletes_is_not_pod_controls() {
        let mut timeline = Timeline::new(World::new(Release::V1_36));
        let manifest = Manifest::parse(Preset::Pi.manifest(), Release::V1_36).unwrap();
        timeline.apply(&Action::of_manifest(&manifest)).unwrap();
        let calls = |timeline: &Timeline| {
            let now = Moment::of(timeline, 0, Movement::Forward, 0);
            (Summary::of(now.done_trace()).tally(Verb::Delete).done, own(&now, now.done_trace()).calls().count())
        };
        while timeline.world().stored_pods().next().is_none() {
            assert!(timeline.step_over());
        }
        assert!(calls(&timeline).1 > 0, "what the Job controller creates is");
        let name = manifest.job.metadata.name.clone().unwrap();
        timeline.apply(&Action::DeleteJob { name, policy: Some(DeletionPropagation::Background) }).unwrap();
        let mut deleted = 0;
        while timeline.step_over() {
            let (deletions, own) = calls(&timeline);
            if deletions > 0 {
                assert_eq!(own, 0);
                deleted += deletions;
            }
        }
        assert_eq!(deleted, 1);
    }
}
