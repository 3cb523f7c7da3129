//! One row of the path.

use std::rc::Rc;

use jobscope_core::api::{Edition, Name};
use jobscope_core::job::catalogue::source_file;
use jobscope_core::manager::{Simulated, catalogue};
use jobscope_core::trace::{
    Answer, BackoffRecord, Decision, DecisionId, DeliveryCause, ExpectationOp, Function, Handled, Handler,
    HandlerVerdict, Kind as ObjectKind, Method, PodVerdict, QueueChange, QueueOp, Request, SyncResult, TrackedPod,
    Verb, WatchEventType,
};
use yew::prelude::*;

use super::calls;
use super::path::{Calls, Delivered, Kind, Row, RowId, Standing};
use crate::session::Moment;
use crate::ui::time::short_seconds;
use crate::ui::{Icon, small_icon};
use crate::words::{Words, args, use_words};

/// Properties of [`RowView`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) row: Rc<Row>,
    pub(super) now: Rc<Moment>,
    /// Whether its explanation shows.
    pub(super) open: bool,
    /// The person wants to see or hide the explanation of this row.
    pub(super) on_toggle: Callback<RowId>,
    /// The element, for scrolling.
    pub(super) node: NodeRef,
}

/// See the module.
#[component]
pub(super) fn RowView(props: &Props) -> Html {
    let words = use_words();
    let now = &props.now;
    let row = &props.row;
    match &row.kind {
        Kind::Enter(function) => html! { <li class={group_class(row)}><span>{ function.name() }</span></li> },
        Kind::Leave(function) => {
            html! { <li class={classes!(group_class(row), "leave")}><span>{ left(&words, *function) }</span></li> }
        }
        Kind::Question(decision) => {
            let key = format!("decision-{}", decision.id().name());
            let told = Told {
                ask: words.t(&key),
                operands: decision.expression(),
                answer: answer(&words, decision),
                mark: mark(decision.answer()),
                explain: Some(key),
                source: Some(decision.id()),
                extra: Html::default(),
            };
            question(&words, props, told)
        }
        Kind::Unasked(place) => {
            let key = format!("decision-{}", place.decision.name());
            let told = Told::plain(words.t(&key), "", AttrValue::default());
            question(&words, props, Told { explain: Some(key), source: Some(place.decision), ..told })
        }
        Kind::Calls(made) => question(&words, props, told_calls(&words, made, now.done)),
        Kind::Expectation(op) => question(&words, props, told_expectation(&words, *op)),
        Kind::Finalizers(n) => {
            let told = Told::plain(words.t("expect-finalizers"), "", n.to_string().into());
            question(&words, props, Told { explain: Some("expect-finalizers".to_owned()), ..told })
        }
        Kind::Backoff(record) => question(&words, props, told_backoff(&words, *record)),
        Kind::FinishExpected(expected) => {
            let key = if *expected { "expect-finish" } else { "expect-finish-seen" };
            let told = Told::plain(words.t(key), "", "–".into());
            question(&words, props, Told { explain: Some("expect-finish".to_owned()), ..told })
        }
        Kind::Judged(pods) => question(&words, props, told_judged(&words, pods)),
        Kind::Queue(change) => question(&words, props, told_queue(&words, change, now)),
        Kind::Asked(request) => question(&words, props, told_request(&words, request)),
        Kind::Delivered(delivered) => question(&words, props, told_delivery(&words, delivered)),
        Kind::Returned(result) => question(&words, props, told_result(&words, result)),
    }
}

/// What a row says.
struct Told {
    ask: AttrValue,
    operands: String,
    answer: AttrValue,
    /// `yes`, `no` or `set`.
    mark: &'static str,
    /// The key of a text with the attributes `explain` and `term`.
    explain: Option<String>,
    /// The question whose source that text tells of; none for what is the controller's own.
    source: Option<DecisionId>,
    /// What stands under it in any case.
    extra: Html,
}

impl Told {
    fn plain(ask: AttrValue, operands: impl Into<String>, answer: AttrValue) -> Self {
        Self {
            ask,
            operands: operands.into(),
            answer,
            mark: "set",
            explain: None,
            source: None,
            extra: Html::default(),
        }
    }
}

fn group_class(row: &Row) -> Classes {
    classes!("group", depth_class(row.depth), (row.standing == Standing::Todo).then_some("todo"))
}

fn depth_class(depth: usize) -> Option<&'static str> {
    (depth > 0).then_some("in")
}

fn question(words: &Words, props: &Props, told: Told) -> Html {
    let row = &props.row;
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
            <button type="button" class="ask" aria-expanded={props.open.to_string()} onclick={props.on_toggle.reform(move |_| id)}>{ told.ask }</button>
        },
        _ => html! { <span class="ask">{ told.ask }</span> },
    };
    html! {
        <li ref={props.node.clone()} {class} data-a={mark} aria-current={present.then_some("step")}>
            { ask }
            if let Some(unasked) = unasked {
                <span class="ops">{ words.t(unasked) }</span>
            } else {
                <span class="ops">{ told.operands }</span><span class="ans">{ told.answer }</span>
                { told.extra }
            }
            if props.open { if let Some(key) = told.explain { { explanation(words, &key, props.now.snapshot.edition, told.source) } } }
        </li>
    }
}

/// The sentence behind a question, the term that Kubernetes has for it, and where the release decides it.
pub(super) fn explanation(words: &Words, key: &str, edition: Edition, decision: Option<DecisionId>) -> Html {
    let path = decision.map_or(Simulated::Job.source_file(), |decision| source_of(decision, edition));
    let file = path.rsplit('/').next().unwrap_or(path);
    let source = format!("https://github.com/kubernetes/kubernetes/blob/{}/{path}", edition.tag());
    html! { <>
        <p class="expl">{ words.t(&format!("{key}.explain")) }</p>
        <p class="src">
            if words.has(&format!("{key}.term")) { <span class="term">{ words.t(&format!("{key}.term")) }</span> }
            <a href={source} target="_blank" rel="noopener noreferrer">{ format!("{file}, {}", edition.tag()) }{ small_icon(Icon::Link) }</a>
        </p>
    </> }
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
    match decision.answer() {
        Answer::Yes => words.t("yes"),
        Answer::No => words.t("no"),
        Answer::Value(value) => value.to_string().into(),
    }
}

fn told_calls(words: &Words, made: &Calls, done: usize) -> Told {
    let (ask, operands, key) = match made.verb {
        Verb::Create => (
            words.t("calls-slow-start"),
            words.f("calls-sizes", &args!(sizes = calls::sizes(made))).to_string(),
            "calls-slow-start",
        ),
        Verb::Delete => {
            (words.t("calls-delete"), words.f("calls-number", &args!(n = made.calls.len())).to_string(), "calls-delete")
        }
        Verb::Patch if made.free => {
            (words.t("calls-free"), words.f("calls-number", &args!(n = made.calls.len())).to_string(), "calls-free")
        }
        Verb::Patch => {
            (words.t("calls-patch"), words.f("calls-number", &args!(n = made.calls.len())).to_string(), "calls-patch")
        }
        Verb::UpdateStatus => (words.t("calls-update-status"), "PUT jobs/status".to_owned(), "calls-update-status"),
        Verb::Get => (words.t("calls-get"), "GET jobs".to_owned(), "calls-get"),
        Verb::PatchJob => (words.t("calls-patch-job"), "PATCH jobs".to_owned(), "calls-patch-job"),
        Verb::DeleteJob => (words.t("calls-delete-job"), "DELETE jobs".to_owned(), "calls-delete-job"),
        Verb::GetPod => (words.t("calls-get-pod"), "GET pods".to_owned(), "calls-get-pod"),
        Verb::PatchStatus => (words.t("calls-patch-status"), "PATCH pods/status".to_owned(), "calls-patch-status"),
    };
    let well = calls::done_well(made, done);
    Told {
        ask,
        operands,
        answer: well.to_string().into(),
        mark: "set",
        explain: Some(key.to_owned()),
        source: None,
        extra: calls::view(words, made, done),
    }
}

fn told_expectation(words: &Words, op: ExpectationOp) -> Told {
    let (ask, operands, value) = match op {
        ExpectationOp::Set { dels, .. } if dels != 0 => {
            (words.t("expect-deletions"), "adds 0".to_owned(), dels.to_string())
        }
        ExpectationOp::Set { adds, .. } => (words.t("expect-creations"), "dels 0".to_owned(), adds.to_string()),
        ExpectationOp::CreationObserved => (words.t("expect-creation-seen"), "adds".to_owned(), "−1".to_owned()),
        ExpectationOp::DeletionObserved => (words.t("expect-deletion-seen"), "dels".to_owned(), "−1".to_owned()),
        ExpectationOp::CreationsGivenBack { count } => {
            (words.t("expect-given-back"), "adds".to_owned(), format!("−{count}"))
        }
        ExpectationOp::DeletionGivenBack => (words.t("expect-given-back"), "dels".to_owned(), "−1".to_owned()),
        ExpectationOp::Deleted => (words.t("expect-dropped"), String::new(), String::new()),
    };
    Told { explain: Some("expect-creations".to_owned()), ..Told::plain(ask, operands, value.into()) }
}

fn told_backoff(words: &Words, record: Option<BackoffRecord>) -> Told {
    let (ask, value) = match record {
        Some(record) => (words.t("backoff-noted"), record.failures_after_last_success.to_string()),
        None => (words.t("backoff-dropped"), "–".to_owned()),
    };
    Told { explain: Some("backoff-noted".to_owned()), ..Told::plain(ask, "", value.into()) }
}

/// Pods by what was made of them; those that did not end go without saying.
fn told_judged(words: &Words, pods: &[TrackedPod]) -> Told {
    let counts = |pod: &&TrackedPod| matches!(pod.verdict, PodVerdict::Succeeded | PodVerdict::Failed);
    let verdicts = [
        PodVerdict::Succeeded,
        PodVerdict::Failed,
        PodVerdict::Ignored,
        PodVerdict::KeptForReplacement,
        PodVerdict::CountedBefore,
        PodVerdict::NotCounted,
        PodVerdict::Kept,
    ];
    let of = |verdict: PodVerdict| pods.iter().filter(|pod| pod.verdict == verdict).collect::<Vec<_>>();
    let extra = html! {
        <ul class="calls list">
            for (verdict, pods) in verdicts.into_iter().map(|verdict| (verdict, of(verdict))).filter(|(_, pods)| !pods.is_empty()) {
                <li>
                    <code>{ names(&pods) }</code>
                    <span class={verdict_class(verdict)}>{ words.t(verdict_word(verdict)) }</span>
                </li>
            }
        </ul>
    };
    let ended = pods.iter().filter(counts).count();
    let looked = words.f("pods-number", &args!(n = pods.len())).to_string();
    Told {
        explain: Some("judged".to_owned()),
        extra,
        ..Told::plain(words.t("judged"), looked, ended.to_string().into())
    }
}

/// The names of the first few pods, and how many more there are.
fn names(pods: &[&TrackedPod]) -> String {
    const MOST: usize = 3;
    let mut names: Vec<_> = pods.iter().take(MOST).map(|pod| pod.name.to_string()).collect();
    if pods.len() > MOST {
        names.push(format!("+{}", pods.len() - MOST));
    }
    names.join(", ")
}

fn verdict_class(verdict: PodVerdict) -> &'static str {
    match verdict {
        PodVerdict::Succeeded => "c-succeeded",
        PodVerdict::Failed => "c-failed",
        PodVerdict::Ignored | PodVerdict::NotCounted => "c-refused",
        PodVerdict::Kept | PodVerdict::KeptForReplacement | PodVerdict::CountedBefore => "muted",
    }
}

fn verdict_word(verdict: PodVerdict) -> &'static str {
    match verdict {
        PodVerdict::Kept => "judged-kept",
        PodVerdict::KeptForReplacement => "judged-kept-for-replacement",
        PodVerdict::Succeeded => "judged-succeeded",
        PodVerdict::Failed => "judged-failed",
        PodVerdict::Ignored => "judged-ignored",
        PodVerdict::CountedBefore => "judged-before",
        PodVerdict::NotCounted => "judged-not-counted",
    }
}

fn told_request(words: &Words, request: &Request) -> Told {
    let method = request.method;
    let resource = if method == Method::Post { "jobs".to_owned() } else { format!("jobs/{}", request.key.split().1) };
    let media_type = if let Method::Patch(r#type) = method { r#type.content_type() } else { "application/json" };
    let answer = if method == Method::Post { "201" } else { "200" };
    Told {
        extra: html! { <pre class="sent">{ calls::body(request) }</pre> },
        ..Told::plain(words.t("asked"), format!("{} {resource} · {media_type}", method.name()), answer.into())
    }
}

/// A change of a queue; of another controller's, with the queue's name and the key.
fn told_queue(words: &Words, change: &QueueChange, now: &Moment) -> Told {
    let mut told = told_queue_op(words, change.op, now);
    if !change.queue.is_of_job_controller() {
        told.operands = format!("{} {}", change.queue.name(), change.key);
    }
    told
}

fn told_queue_op(words: &Words, op: QueueOp, now: &Moment) -> Told {
    let wait = |until: jobscope_core::api::Time| AttrValue::from(short_seconds(until.since(now.snapshot.now)));
    match op {
        QueueOp::Added => Told::plain(words.t("queue-added"), "", words.t("ready")),
        QueueOp::AlreadyQueued => Told::plain(words.t("queue-already"), "", "–".into()),
        QueueOp::AddedWhileProcessing => Told::plain(words.t("queue-again"), "", "–".into()),
        QueueOp::Delayed { until, rate_limited: true } => {
            Told::plain(words.t("queue-rate-limited"), "AddRateLimited", wait(until))
        }
        QueueOp::Delayed { until, rate_limited: false } => {
            Told::plain(words.t("queue-delayed"), "AddAfter", wait(until))
        }
        QueueOp::DelayedEarlier { until } => Told::plain(words.t("queue-earlier"), "AddAfter", wait(until)),
        QueueOp::Ripened => Told::plain(words.t("queue-ripened"), "", words.t("ready")),
        QueueOp::Taken => Told::plain(words.t("queue-taken"), "Get", words.t("sync-word")),
        QueueOp::Forgotten { requeues } => {
            Told::plain(words.t("queue-forgotten"), "Forget", format!("{requeues} → 0").into())
        }
    }
}

fn told_delivery(words: &Words, delivered: &Delivered) -> Told {
    let ask = match &delivered.delivery {
        Some(delivery) => {
            let kind = match delivery.kind {
                ObjectKind::Job => "Job",
                ObjectKind::Pod => "Pod",
            };
            words.f(
                "delivered",
                &args!(kind = kind, name = delivery.name.as_str(), cause = cause(words, delivery.cause).to_string()),
            )
        }
        None => {
            words.f("handled", &args!(name = delivered.handled.as_ref().map_or("", |handled| handled.name.as_str())))
        }
    };
    let operands = delivered.handled.as_ref().map_or_else(|| words.t("no-handler"), |handled| handler(words, handled));
    let answer = match delivered.queue.last() {
        Some(QueueOp::Added) => words.t("outcome-queued"),
        Some(QueueOp::AlreadyQueued | QueueOp::AddedWhileProcessing) => words.t("outcome-already"),
        Some(QueueOp::Delayed { .. } | QueueOp::DelayedEarlier { .. }) => words.t("outcome-delayed"),
        _ => "–".into(),
    };
    let explain = delivered.handled.as_ref().and_then(|handled| match handled.verdict {
        HandlerVerdict::Handled => None,
        HandlerVerdict::TreatedAsDelete => Some("verdict-as-delete"),
        HandlerVerdict::SameVersion => Some("verdict-same-version"),
        HandlerVerdict::NotOurs => Some("verdict-not-ours"),
        HandlerVerdict::Orphan => Some("verdict-orphan"),
        HandlerVerdict::OwnerFinished => Some("verdict-owner-finished"),
        HandlerVerdict::NotRegistered => Some("verdict-not-registered"),
        HandlerVerdict::NotDue => Some("verdict-not-due"),
    });
    let explain = if delivered.rivals.is_empty() { explain } else { Some("verdict-rivals") };
    let mut operands = operands.to_string();
    if !delivered.rivals.is_empty() {
        let jobs: Vec<_> = delivered.rivals.iter().map(Name::as_str).collect();
        operands.push_str(" · ");
        operands.push_str(&words.f("rivals", &args!(n = jobs.len(), jobs = jobs.join(", "))));
    }
    for op in &delivered.expectations {
        match op {
            ExpectationOp::CreationObserved => operands.push_str(" · adds −1"),
            ExpectationOp::DeletionObserved => operands.push_str(" · dels −1"),
            _ => {}
        }
    }
    if delivered.finalizers > 0 {
        operands.push_str(" · finalizers −1");
    }
    Told { explain: explain.map(str::to_owned), ..Told::plain(ask, operands, answer) }
}

fn cause(words: &Words, cause: DeliveryCause) -> AttrValue {
    match cause {
        DeliveryCause::Watch(WatchEventType::Added) => "ADDED".into(),
        DeliveryCause::Watch(WatchEventType::Modified) => "MODIFIED".into(),
        DeliveryCause::Watch(WatchEventType::Deleted) => "DELETED".into(),
        DeliveryCause::Relist => words.t("cause-relist"),
        DeliveryCause::Tombstone => words.t("cause-tombstone"),
        DeliveryCause::Resync => words.t("cause-resync"),
        DeliveryCause::Start => words.t("cause-start"),
    }
}

/// The handler by its upstream name, and what it made of the event.
fn handler(words: &Words, handled: &Handled) -> AttrValue {
    let name = handler_name(handled.handler);
    match handled.verdict {
        HandlerVerdict::Handled => name.into(),
        HandlerVerdict::TreatedAsDelete => format!("{name} → deletePod").into(),
        HandlerVerdict::SameVersion => words.f("handler-same-version", &args!(name = name)),
        HandlerVerdict::NotOurs => words.f("handler-not-ours", &args!(name = name)),
        HandlerVerdict::Orphan => words.f("handler-orphan", &args!(name = name)),
        HandlerVerdict::OwnerFinished => words.f("handler-owner-finished", &args!(name = name)),
        HandlerVerdict::NotRegistered => words.f("handler-not-registered", &args!(name = name)),
        HandlerVerdict::NotDue => words.f("handler-not-due", &args!(name = name)),
    }
}

/// The handler's name in Kubernetes' source.
pub(crate) fn handler_name(handler: Handler) -> &'static str {
    match handler {
        Handler::AddJob => "addJob",
        Handler::UpdateJob => "updateJob",
        Handler::DeleteJob => "deleteJob",
        Handler::AddPod => "addPod",
        Handler::UpdatePod => "updatePod",
        Handler::DeletePod => "deletePod",
    }
}

fn told_result(words: &Words, result: &SyncResult) -> Told {
    let (fine, wrong) = if result.queue.is_of_job_controller() {
        ("returned", "returned-error")
    } else {
        ("returned-beside", "returned-beside-error")
    };
    match &result.error {
        None => Told {
            explain: Some(fine.to_owned()),
            ..Told::plain(words.t(fine), format!("forget {}", result.forget), words.t("returned-ok"))
        },
        Some(error) => Told {
            explain: Some(wrong.to_owned()),
            extra: html! { <p class="expl said">{ error.clone() }</p> },
            ..Told::plain(words.t(wrong), format!("forget {}", result.forget), words.t("returned-err"))
        },
    }
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
