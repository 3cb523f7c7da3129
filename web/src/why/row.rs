//! One row of the path.

use std::rc::Rc;

use jobscope_core::trace::{Answer, Decision, Function};
use jobscope_explain::Moment;
use jobscope_explain::path::{Kind, Row, RowId, Standing};
use yew::prelude::*;

use super::explanation::{self, Explained};
use super::function_of;
use super::told::{self, Told};
use crate::ui::{self, listed};
use crate::words::{Words, args, phrased};

/// A row as it is to be shown.
pub(super) struct Shown<'a> {
    pub(super) row: &'a Row,
    pub(super) now: &'a Moment,
    /// Whether its explanation shows.
    pub(super) open: bool,
    /// The person wants to see or hide the explanation of this row.
    pub(super) on_toggle: &'a Callback<RowId>,
    /// The element, for scrolling.
    pub(super) node: NodeRef,
}

/// Shows a row. A function and no component: a path has dozens of rows, all of which change with each step.
pub(super) fn view(words: &Words, shown: Shown) -> Html {
    let Shown { row, now, .. } = shown;
    let release = now.snapshot.release;
    match &row.kind {
        Kind::Enter(function) => html! { <li class={group_class(row)}><span>{ function.name() }</span></li> },
        Kind::Leave(function) => {
            html! { <li class={classes!(group_class(row), "leave")}><span>{ left(words, *function) }</span></li> }
        }
        Kind::Question(decision) => {
            let asked = Explained::Question(decision.id());
            let (operands, answer) = (ui::operands(words, decision), answer(words, decision));
            let told = Told {
                ask: asked.name(words, release),
                // A number that is the answer is not said twice.
                operands: if operands == *answer { String::new() } else { operands },
                answer,
                mark: mark(decision.answer()),
                explain: Some(asked),
                extra: Html::default(),
            };
            question(words, shown, told)
        }
        Kind::Unasked(place) => {
            let unasked = Explained::Question(place.decision);
            let told = Told::plain(unasked.name(words, release), "", AttrValue::default());
            question(words, shown, Told { explain: Some(unasked), ..told })
        }
        Kind::Calls(made) => question(words, shown, told::calls::made(words, made, now)),
        Kind::Expectation(op) => question(words, shown, told::memory::expectation(words, *op)),
        Kind::Finalizers(n) => {
            let told = Told::plain(words.t("expect-finalizers"), "", n.to_string().into());
            question(words, shown, Told { explain: Some(Explained::of_job_controller("expect-finalizers")), ..told })
        }
        Kind::Backoff(record) => question(words, shown, told::memory::backoff(words, *record)),
        Kind::FinishExpected(expected) => {
            let key = if *expected { "expect-finish" } else { "expect-finish-seen" };
            let told = Told::plain(words.t(key), "", "–".into());
            question(words, shown, Told { explain: Some(Explained::of_job_controller("expect-finish")), ..told })
        }
        Kind::Judged(pods) => question(words, shown, told::memory::judged(words, pods)),
        Kind::Queue(change) => question(words, shown, told::queue::change(words, change, now)),
        Kind::Asked(request) => question(words, shown, told::calls::request(words, request)),
        Kind::Delivered(delivered) => question(words, shown, told::delivery::delivery(words, delivered)),
        Kind::Returned(result) => {
            question(words, shown, told::queue::result(words, result, function_of(now.trace()), release))
        }
    }
}

fn group_class(row: &Row) -> Classes {
    classes!("group", depth_class(row.depth), (row.standing == Standing::Todo).then_some("todo"))
}

fn depth_class(depth: usize) -> Option<&'static str> {
    (depth > 0).then_some("in")
}

fn question(words: &Words, shown: Shown, told: Told) -> Html {
    let Shown { row, now, open, on_toggle, node } = shown;
    let unasked = match row.standing {
        Standing::Todo => Some("not-asked-yet"),
        Standing::Never => Some("not-asked"),
        Standing::Done | Standing::Present => None,
    };
    let present = row.standing == Standing::Present;
    let class = classes!("q", depth_class(row.depth), unasked.map(|_| "todo"), present.then_some("cur"));
    let mark = if unasked.is_some() { "todo" } else { told.mark };
    let id = row.id();
    let ask = match &told.explain {
        Some(_) if !present => html! {
            <button type="button" class="ask" aria-expanded={open.to_string()} onclick={on_toggle.reform(move |_| id)}>{ phrased(&told.ask) }</button>
        },
        _ => html! { <span class="ask">{ phrased(&told.ask) }</span> },
    };
    html! {
        <li ref={node} {class} data-a={mark} aria-current={present.then_some("step")}>
            if let Some(unasked) = unasked {
                <span class="asking">{ ask }<span class="ops">{ words.t(unasked) }</span></span>
            } else {
                <span class="asking">{ ask }<span class="ops">{ listed(&told.operands) }</span></span><span class="ans">{ told.answer }</span>
                { told.extra }
            }
            if open { if let Some(explained) = told.explain { { explanation::view(words, &explained, now.snapshot.release) } } }
        </li>
    }
}

fn left(words: &Words, function: Function) -> AttrValue {
    match function {
        Function::ManageJob
        | Function::UpdateJobStatus
        | Function::DeleteActivePods
        | Function::DeleteJobPods
        | Function::TrackJobStatusAndRemoveFinalizers
        | Function::RemoveTrackingFinalizersFromAllPods
        | Function::FlushUncountedAndRemoveFinalizers => words.f("back-in", &args!(name = Function::SyncJob.name())),
        Function::ProcessTtl => words.f("back-in", &args!(name = Function::ProcessJob.name())),
        Function::GcTerminated | Function::GcOrphaned | Function::GcUnscheduledTerminating => {
            words.f("back-in", &args!(name = Function::Gc.name()))
        }
        Function::DiscoverDeletedNodes => words.f("back-in", &args!(name = Function::GcOrphaned.name())),
        Function::MarkFailedAndDeletePod | Function::RemoveFinalizer => words.t("back"),
        Function::AttemptToDeleteItem => words.f("back-in", &args!(name = Function::AttemptToDeleteWorker.name())),
        Function::ClassifyReferences | Function::ProcessDeletingDependentsItem => {
            words.f("back-in", &args!(name = Function::AttemptToDeleteItem.name()))
        }
        Function::OrphanDependents => words.f("back-in", &args!(name = Function::AttemptToOrphanWorker.name())),
        Function::Gc
        | Function::AttemptToDeleteWorker
        | Function::AttemptToOrphanWorker
        | Function::SyncJob
        | Function::SyncOrphanPod
        | Function::SyncOrphanPodsBySelector
        | Function::ProcessJob => words.t("end"),
    }
}

pub(super) fn mark(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::Value(_) => "set",
    }
}

pub(super) fn answer(words: &Words, decision: &Decision) -> AttrValue {
    ui::answer(words, decision.id(), decision.answer())
}

/// Quiet rows in one line.
pub(super) fn fold_view(words: &Words, rows: &[Rc<Row>], open: bool, on_toggle: &Callback<()>) -> Html {
    let name = |row: Option<&Rc<Row>>| match row.map(|row| &row.kind) {
        Some(Kind::Question(decision)) => words.t(&format!("decision-{}", decision.id().name())),
        Some(Kind::Unasked(place)) => words.t(&format!("decision-{}", place.decision.name())),
        _ => AttrValue::default(),
    };
    let unasked = rows.iter().filter(|row| row.standing == Standing::Never).count();
    let asked = rows.len() - unasked;
    let (first, last) = (name(rows.first()).to_string(), name(rows.last()).to_string());
    let depth = rows.first().and_then(|row| depth_class(row.depth));
    html! {
        <li class={classes!("fold", depth, (asked == 0).then_some("todo"))}>
            <button type="button" aria-expanded={open.to_string()} onclick={on_toggle.reform(|_| ())}>
                <span class="n">{ rows.len() }</span>
                <span>{ words.say_f("quiet", &args!(first = first, last = last)) }
                    if unasked > 0 { <span class="muted">{ " · " }{ words.f("quiet-unasked", &args!(n = unasked, asked = asked)) }</span> }
                </span><i class="car"></i>
            </button>
        </li>
    }
}
