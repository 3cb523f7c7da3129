//! What can be run to: a few presets and the user's own breakpoints, forwards and backwards.

use std::rc::Rc;

use jobscope_core::api::Release;
use jobscope_core::timeline::Breakpoint;
use jobscope_core::trace::DecisionId;
use yew::prelude::*;

use super::breakpoint_form::BreakpointForm;
use super::breakpoint_words::breakpoint_text;
use crate::lazy::lazy;
use crate::session::{Direction, Do, use_dispatch};
use crate::ui::{Icon, small_icon};
use crate::words::{args, use_words};

/// Properties of [`Targets`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    /// The person's own.
    pub(super) breakpoints: Rc<Vec<Breakpoint>>,
    /// The release of the session.
    pub(super) release: Release,
    /// The question at which the session stands.
    pub(super) present: Option<DecisionId>,
    /// Called when a run begins.
    pub(super) on_run: Callback<()>,
}

lazy!(pub(super) Targets, Props, TargetsBody);

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

#[component]
pub(crate) fn TargetsBody(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let breakpoints = &props.breakpoints;
    let run = |direction, targets: Vec<Breakpoint>| {
        let (dispatch, on_run) = (dispatch.clone(), props.on_run.clone());
        Callback::from(move |_: MouseEvent| {
            on_run.emit(());
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
    }
}
