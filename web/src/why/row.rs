//! One row of the path.

use std::rc::Rc;

use jobscope_core::api::Edition;
use jobscope_core::job::catalogue::source_file;
use jobscope_core::manager::{Simulated, catalogue};
use jobscope_core::trace::{Answer, Decision, DecisionId, Function};
use yew::prelude::*;

use super::function_of;
use super::path::{Kind, Row, RowId, Standing};
use super::told::{self, Told};
use crate::lessons::{Term, term_of_text};
use crate::session::Moment;
use crate::ui::{self, Icon, breakable, phrased, small_icon};
use crate::words::{Words, args};

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
    match &row.kind {
        Kind::Enter(function) => html! { <li class={group_class(row)}><span>{ function.name() }</span></li> },
        Kind::Leave(function) => {
            html! { <li class={classes!(group_class(row), "leave")}><span>{ left(words, *function) }</span></li> }
        }
        Kind::Question(decision) => {
            let key = format!("decision-{}", decision.id().name());
            let told = Told {
                ask: words.t(&key),
                operands: ui::operands(words, decision),
                answer: answer(words, decision),
                mark: mark(decision.answer()),
                explain: Some(key),
                source: Some(decision.id()),
                extra: Html::default(),
            };
            question(words, shown, told)
        }
        Kind::Unasked(place) => {
            let key = format!("decision-{}", place.decision.name());
            let told = Told::plain(words.t(&key), "", AttrValue::default());
            question(words, shown, Told { explain: Some(key), source: Some(place.decision), ..told })
        }
        Kind::Calls(made) => question(words, shown, told::calls::made(words, made, now.done)),
        Kind::Expectation(op) => question(words, shown, told::memory::expectation(words, *op)),
        Kind::Finalizers(n) => {
            let told = Told::plain(words.t("expect-finalizers"), "", n.to_string().into());
            question(words, shown, Told { explain: Some("expect-finalizers".to_owned()), ..told })
        }
        Kind::Backoff(record) => question(words, shown, told::memory::backoff(words, *record)),
        Kind::FinishExpected(expected) => {
            let key = if *expected { "expect-finish" } else { "expect-finish-seen" };
            let told = Told::plain(words.t(key), "", "–".into());
            question(words, shown, Told { explain: Some("expect-finish".to_owned()), ..told })
        }
        Kind::Judged(pods) => question(words, shown, told::memory::judged(words, pods)),
        Kind::Queue(change) => question(words, shown, told::queue::change(words, change, now)),
        Kind::Asked(request) => question(words, shown, told::calls::request(words, request)),
        Kind::Delivered(delivered) => question(words, shown, told::delivery::delivery(words, delivered)),
        Kind::Returned(result) => {
            question(words, shown, told::queue::result(words, result, function_of(now.trace()), now.snapshot.edition))
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
            <button type="button" class="ask" aria-expanded={open.to_string()} onclick={on_toggle.reform(move |_| id)}>{ told.ask }</button>
        },
        _ => html! { <span class="ask">{ told.ask }</span> },
    };
    html! {
        <li ref={node} {class} data-a={mark} aria-current={present.then_some("step")}>
            if let Some(unasked) = unasked {
                <span class="asking">{ ask }<span class="ops">{ words.t(unasked) }</span></span>
            } else {
                <span class="asking">{ ask }<span class="ops">{ breakable(&told.operands) }</span></span><span class="ans">{ told.answer }</span>
                { told.extra }
            }
            if open { if let Some(key) = told.explain { { explanation(words, &key, now.snapshot.edition, told.source) } } }
        </li>
    }
}

/// The sentence behind a question, the term that Kubernetes has for it, and where the release decides it.
pub(super) fn explanation(words: &Words, key: &str, edition: Edition, decision: Option<DecisionId>) -> Html {
    let path = decision.map_or(Simulated::Job.source_file(), |decision| source_of(decision, edition));
    let file = path.rsplit('/').next().unwrap_or(path);
    let source = format!("https://github.com/kubernetes/kubernetes/blob/{}/{path}", edition.tag());
    html! { <>
        <p class="expl">{ phrased(&words.t(&format!("{key}.explain"))) }</p>
        <p class="src">
            if words.has(&format!("{key}.term")) { <span class="term">{ term(words.t(&format!("{key}.term")), key) }</span> }
            <a href={source} target="_blank" rel="noopener noreferrer">{ format!("{file}, {}", edition.tag()) }{ small_icon(Icon::Link) }</a>
        </p>
    </> }
}

/// The controller's own name for it, as the way to what it means.
fn term(name: AttrValue, key: &str) -> Html {
    match term_of_text(key) {
        Some(id) => html! { <Term {id}>{ name }</Term> },
        None => html! { name },
    }
}

/// The file in which the first controller that asks the question has it decided.
fn source_of(decision: DecisionId, edition: Edition) -> &'static str {
    let asks =
        |controller: &Simulated| catalogue(edition, *controller).iter().any(|asked| asked.at.decision == decision);
    match Simulated::ALL.into_iter().find(asks) {
        None | Some(Simulated::Job) => source_file(edition, decision),
        Some(other) => other.source_file(),
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
                <span>{ words.f("quiet", &args!(first = first, last = last)) }
                    if unasked > 0 { <span class="muted">{ " · " }{ words.f("quiet-unasked", &args!(n = unasked, asked = asked)) }</span> }
                </span><i class="car"></i>
            </button>
        </li>
    }
}
