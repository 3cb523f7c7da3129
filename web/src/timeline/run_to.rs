//! Running to a target: a few presets and the user's own breakpoints, forwards and backwards.

use std::rc::Rc;

use jobscope_core::api::Release;
use jobscope_core::timeline::Breakpoint;
use jobscope_core::trace::{DecisionId, TraceEntry};
use jobscope_explain::Moment;
use yew::prelude::*;

use super::breakpoint_form::BreakpointForm;
use super::breakpoint_words::breakpoint_text;
use crate::session::{Direction, Do, Session, Stopped, use_dispatch};
use crate::ui::{Icon, Popover, icon, small_icon, use_opener};
use crate::words::{args, use_words};

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

/// What people most often run to.
fn at_hand() -> [Breakpoint; 4] {
    use jobscope_core::api::{EventType, PodPhase};
    [
        Breakpoint::Condition { condition: None },
        Breakpoint::Event { reason: None, r#type: Some(EventType::Warning) },
        Breakpoint::PodPhase { phase: PodPhase::Failed },
        Breakpoint::Write { verb: None, refused: Some(true) },
    ]
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
    let dispatch = use_dispatch();
    let popover = use_opener();
    let breakpoints = &props.breakpoints;
    let run = |direction, targets: Vec<Breakpoint>| {
        let (dispatch, popover) = (dispatch.clone(), popover.clone());
        Callback::from(move |_: MouseEvent| {
            popover.close();
            dispatch.dispatch(Do::Run(direction, targets.clone()));
        })
    };
    let remove = |place: usize| {
        let (dispatch, breakpoints) = (dispatch.clone(), breakpoints.clone());
        Callback::from(move |_: MouseEvent| {
            let rest = breakpoints.iter().enumerate().filter(|(known, _)| *known != place);
            dispatch.dispatch(Do::SetBreakpoints(rest.map(|(_, breakpoint)| breakpoint.clone()).collect()));
        })
    };
    let add = {
        let (dispatch, breakpoints) = (dispatch.clone(), breakpoints.clone());
        Callback::from(move |breakpoint: Breakpoint| {
            if !breakpoints.contains(&breakpoint) {
                let all = breakpoints.iter().cloned().chain([breakpoint]).collect();
                dispatch.dispatch(Do::SetBreakpoints(all));
            }
        })
    };
    let both_ways = |targets: Vec<Breakpoint>, name: AttrValue| {
        html! {
            <span class="ways">
                <button type="button" class="btn icon sm" aria-label={words.f("run-back-to", &args!(what = name.as_str()))} title={words.t("run-back")} onclick={run(Direction::Backwards, targets.clone())}>{ small_icon(Icon::RunBack) }</button>
                <button type="button" class="btn icon sm" aria-label={words.f("run-on-to", &args!(what = name.as_str()))} title={words.t("run-on")} onclick={run(Direction::Forwards, targets)}>{ small_icon(Icon::RunTo) }</button>
            </span>
        }
    };
    html! {
        <>
            <button type="button" class="btn icon txt run-to-open" aria-haspopup="dialog" aria-expanded={popover.expanded()} aria-label={words.t("run-to")} title={words.t("run-to")} onclick={popover.open()}>
                { icon(Icon::RunTo) }<span>{ words.t("run-to") }</span>
                if !breakpoints.is_empty() { <i class="bp-count" data-n={breakpoints.len().to_string()}></i> }
            </button>
            if let Some(at) = popover.anchor() {
                <Popover anchor={at} label={words.t("run-to")} on_close={popover.closed()}>
                    <div class="run-to">
                    <h3>{ words.t("run-to-next") }</h3>
                    <ul class="targets">
                        for target in at_hand() { <li><span>{ breakpoint_text(&words, &target) }</span>{ both_ways(vec![target.clone()], breakpoint_text(&words, &target)) }</li> }
                    </ul>
                    <h3>{ words.t("breakpoints") }</h3>
                    if breakpoints.is_empty() { <p class="lead">{ words.say("breakpoints-none") }</p> }
                    <ul class="targets">
                        for (place, breakpoint) in breakpoints.iter().enumerate() {
                            <li><i class="bp" aria-hidden="true"></i><span>{ breakpoint_text(&words, breakpoint) }</span>
                                { both_ways(vec![breakpoint.clone()], breakpoint_text(&words, breakpoint)) }
                                <button type="button" class="btn icon sm" aria-label={words.f("breakpoint-remove", &args!(what = breakpoint_text(&words, breakpoint).to_string()))} title={words.t("remove")} onclick={remove(place)}>{ small_icon(Icon::Remove) }</button>
                            </li>
                        }
                    </ul>
                    <BreakpointForm release={props.release} present={props.present} on_add={add} />
                    if !breakpoints.is_empty() {
                        <div class="form-end">
                            <button type="button" class="btn sm" onclick={run(Direction::Backwards, breakpoints.to_vec())}>{ small_icon(Icon::RunBack) }{ words.t("run-back") }</button>
                            <button type="button" class="btn sm prim" onclick={run(Direction::Forwards, breakpoints.to_vec())}>{ small_icon(Icon::RunTo) }{ words.t("run-on") }</button>
                        </div>
                    }
                    </div>
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
