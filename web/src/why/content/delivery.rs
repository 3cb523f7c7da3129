//! Deliveries: what reached a cache, which handler ran, and what it made of it.

use jobscope_core::api::Name;
use jobscope_core::trace::{
    DeliveryCause, ExpectationOp, Handled, Handler, HandlerVerdict, Kind as ObjectKind, QueueOp, WatchEventType,
};
use jobscope_explain::path::Delivered;
use yew::prelude::*;

use super::RowContent;
use crate::why::explanation::Explained;
use crate::words::{Words, args};

pub(in crate::why) fn delivery(words: &Words, delivered: &Delivered) -> RowContent {
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
        HandlerVerdict::Orphan => Some(match handled.handler {
            Handler::UpdatePod => "verdict-orphan-updated",
            Handler::DeletePod => "verdict-orphan-deleted",
            _ => "verdict-orphan",
        }),
        HandlerVerdict::OwnerFinished => Some("verdict-owner-finished"),
        HandlerVerdict::NotRegistered => Some("verdict-not-registered"),
        HandlerVerdict::NotDue => Some("verdict-not-due"),
    });
    let explain = if delivered.rivals.is_empty() { explain } else { Some("verdict-rivals") };
    let mut operands = operands.to_string();
    if !delivered.rivals.is_empty() {
        let jobs: Vec<_> = delivered.rivals.iter().map(Name::as_str).collect();
        operands.push_str(" · ");
        operands.push_str(&words.f("rivals", &args!(n = jobs.len(), jobs = jobs.join(&words.t("list-names")))));
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
    RowContent { explain: explain.map(Explained::of_job_controller), ..RowContent::plain(ask, operands, answer) }
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
