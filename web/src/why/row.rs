//! One row of the path.

use std::rc::Rc;

use jobscope_core::trace::{Answer, Decision, Function};
use jobscope_explain::Moment;
use jobscope_explain::path::{Kind, Row, RowId, Standing};
use yew::prelude::*;

use super::content::{self, RowContent};
use super::explanation::{self, Explained};
use super::function_of;
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
            let content = RowContent {
                ask: asked.name(words, release),
                // A number that is the answer is not said twice.
                operands: if operands == *answer { String::new() } else { operands },
                answer,
                mark: mark(decision.answer()),
                explain: Some(asked),
                extra: Html::default(),
            };
            question(words, shown, content)
        }
        Kind::Unasked(place) => {
            let unasked = Explained::Question(place.decision);
            let content = RowContent::plain(unasked.name(words, release), "", AttrValue::default());
            question(words, shown, RowContent { explain: Some(unasked), ..content })
        }
        Kind::Calls(made) => question(words, shown, content::calls::made(words, made, now)),
        Kind::Expectation(op) => question(words, shown, content::memory::expectation(words, *op)),
        Kind::Finalizers(n) => {
            let content = RowContent::plain(words.t("expect-finalizers"), "", n.to_string().into());
            question(
                words,
                shown,
                RowContent { explain: Some(Explained::of_job_controller("expect-finalizers")), ..content },
            )
        }
        Kind::Backoff(record) => question(words, shown, content::memory::backoff(words, *record)),
        Kind::FinishExpected(expected) => {
            let key = if *expected { "expect-finish" } else { "expect-finish-seen" };
            let content = RowContent::plain(words.t(key), "", "–".into());
            question(
                words,
                shown,
                RowContent { explain: Some(Explained::of_job_controller("expect-finish")), ..content },
            )
        }
        Kind::Judged(pods) => question(words, shown, content::memory::judged(words, pods)),
        Kind::Queue(change) => question(words, shown, content::queue::change(words, change, now)),
        Kind::Asked(request) => question(words, shown, content::calls::request(words, request)),
        Kind::Delivered(delivered) => question(words, shown, content::delivery::delivery(words, delivered)),
        Kind::Returned(result) => {
            question(words, shown, content::queue::result(words, result, function_of(now.trace()), release))
        }
    }
}

fn group_class(row: &Row) -> Classes {
    classes!("group", depth_class(row.depth), (row.standing == Standing::Todo).then_some("todo"))
}

fn depth_class(depth: usize) -> Option<&'static str> {
    (depth > 0).then_some("in")
}

fn question(words: &Words, shown: Shown, content: RowContent) -> Html {
    let Shown { row, now, open, on_toggle, node } = shown;
    let unasked = match row.standing {
        Standing::Todo => Some("not-asked-yet"),
        Standing::Never => Some("not-asked"),
        Standing::Done | Standing::Present => None,
    };
    let present = row.standing == Standing::Present;
    // All events in one way, whether or not one has room for what came of it beside its name.
    let below = matches!(row.kind, Kind::Delivered(_)).then_some("below");
    let class = classes!("q", depth_class(row.depth), unasked.map(|_| "todo"), present.then_some("cur"), below);
    let mark = if unasked.is_some() { "todo" } else { content.mark };
    let id = row.id();
    let ask = match &content.explain {
        Some(_) if !present => html! {
            <button type="button" class="ask" aria-expanded={open.to_string()} onclick={on_toggle.reform(move |_| id)}>{ phrased(&content.ask) }</button>
        },
        _ => html! { <span class="ask">{ phrased(&content.ask) }</span> },
    };
    html! {
        <li ref={node} {class} data-a={mark} aria-current={present.then_some("step")}>
            if let Some(unasked) = unasked {
                <span class="asking">{ ask }<span class="ops">{ words.t(unasked) }</span></span>
            } else {
                <span class="asking">{ ask }<span class="ops">{ listed(&content.operands) }</span></span><span class="ans">{ content.answer }</span>
                { content.extra }
            }
            if open { if let Some(explained) = content.explain { { explanation::view(words, &explained, now.snapshot.release) } } }
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
    ui::answer(words, decision.id(), decision.answer()).into()
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
