//! The button for running to a target, and what the last run came to.

use std::rc::Rc;

use jobscope_core::api::Release;
use jobscope_core::timeline::Breakpoint;
use jobscope_core::trace::{DecisionId, TraceEntry};
use jobscope_explain::Moment;
use yew::prelude::*;

use super::breakpoint_words::breakpoint_text;
use super::targets::Targets;
use crate::session::{Direction, Session, Stopped};
use crate::ui::{Icon, Popover, icon, use_opener};
use crate::words::use_words;

/// What the last run came to stands before a playhead that is further to the right than this.
const LATE: f64 = 0.6;

/// Properties of [`RunTo`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The person's own.
    pub(super) breakpoints: Rc<Vec<Breakpoint>>,
    /// The release of the session.
    pub(super) release: Release,
    /// The question at which the session stands.
    pub(super) present: Option<DecisionId>,
}

impl Props {
    /// Those of a session.
    pub(super) fn of(session: &Session) -> Self {
        Self {
            breakpoints: Rc::clone(&session.breakpoints),
            release: session.now.snapshot.release,
            present: present(&session.now),
        }
    }
}

/// The question at which the session stands within a sync.
fn present(now: &Moment) -> Option<DecisionId> {
    let done = if now.inside() { now.done_trace() } else { &[] };
    match done.iter().rev().find(|entry| entry.is_stop())? {
        TraceEntry::Decision(decision) => Some(decision.id()),
        _ => None,
    }
}

/// The button and what opens under it.
#[component]
pub(super) fn RunTo(props: &Props) -> Html {
    let words = use_words();
    let popover = use_opener();
    let count = props.breakpoints.len();
    html! {
        <>
            <button type="button" class="btn icon txt run-to-open" aria-haspopup="dialog" aria-expanded={popover.expanded()} aria-label={words.t("run-to")} title={words.t("run-to")} onclick={popover.open()}>
                { icon(Icon::RunTo) }<span>{ words.t("run-to") }</span>
                if count > 0 { <i class="bp-count" data-n={count.to_string()}></i> }
            </button>
            if let Some(at) = popover.anchor() {
                <Popover anchor={at} label={words.t("run-to")} on_close={popover.closed()}>
                    <Targets breakpoints={props.breakpoints.clone()} release={props.release} present={props.present} on_run={popover.done()} />
                </Popover>
            }
        </>
    }
}

/// Properties of [`Struck`].
#[derive(Properties, PartialEq)]
pub(super) struct StruckProps {
    pub(super) stopped: Rc<Stopped>,
    /// Where the playhead stands, as a part of the width.
    pub(super) at: f64,
}

/// What the last run came to, beside the playhead.
#[component]
pub(super) fn Struck(props: &StruckProps) -> Html {
    let words = use_words();
    let said = match &*props.stopped {
        Stopped::At(breakpoint) => html! { <><i class="bp"></i>{ breakpoint_text(&words, breakpoint) }</> },
        Stopped::Nowhere(Direction::Forwards) => html!(words.t("run-nowhere-on")),
        Stopped::Nowhere(Direction::Backwards) => html!(words.t("run-nowhere-back")),
        Stopped::Full => html!(words.t("play-full")),
    };
    html! { <p class={classes!("struck", (props.at >= LATE).then_some("late"))} style={format!("--at:{:.5}", props.at)} role="status">{ said }</p> }
}
