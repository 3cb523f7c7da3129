//! Failures between the controller and the API server: a fault armed for the next sync, or a crash within it, chosen at
//! the wire that it hits.

use jobscope_core::trace::Verb;
use jobscope_core::world::Action;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::lazy::lazy;
use crate::session::Origin;
use crate::spec::FaultForm;
use crate::ui::{Icon, Popover, small_icon, use_opener};
use crate::words::use_words;

/// Properties of [`Strike`].
#[derive(Clone, Properties, PartialEq)]
pub(super) struct Props {
    pub(super) act: Callback<Action>,
    /// The call that the wire stands for.
    pub(super) verb: Verb,
    /// The name of the Job that texts of errors are offered for.
    pub(super) job: AttrValue,
    /// Whether there is a key to sync.
    pub(super) can_sync: bool,
}

#[component]
pub(super) fn Strike(props: &Props) -> Html {
    let words = use_words();
    let popover = use_opener();
    html! {
        <>
            <button type="button" class="btn icon sm strike" aria-label={words.t("strike")} title={words.t("strike")} aria-haspopup="dialog" aria-expanded={popover.expanded()} onclick={popover.open()}>{ small_icon(Icon::Flag) }</button>
            if let Some(at) = popover.anchor() {
                <Popover anchor={at} label={words.t("strike")} on_close={popover.closed()}>
                    <Strikes wire={props.clone()} on_close={popover.done()} />
                </Popover>
            }
        </>
    }
}

/// Properties of [`Strikes`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct StrikesProps {
    wire: Props,
    on_close: Callback<()>,
}

lazy!(Strikes, StrikesProps, StrikesBody);

/// The forms for a fault and for a crash.
#[component]
pub(crate) fn StrikesBody(props: &StrikesProps) -> Html {
    let words = use_words();
    let Props { act, verb, job, can_sync } = props.wire.clone();
    html! {
        <div class="strike-pop">
            <h2>{ words.t("strike-fault") }</h2>
            <FaultForm origin={Origin::Plane} {verb} {job} on_close={props.on_close.clone()} />
            <h2>{ words.t("strike-crash") }</h2>
            <Crash {act} {can_sync} on_close={props.on_close.clone()} />
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct CrashProps {
    act: Callback<Action>,
    can_sync: bool,
    on_close: Callback<()>,
}

/// Syncs the next key, and crashes the controller after one of its writes.
#[component]
fn Crash(props: &CrashProps) -> Html {
    let words = use_words();
    let writes = use_node_ref();
    let wrong = use_state_eq(|| false);
    let onsubmit = {
        let (writes, wrong) = (writes.clone(), wrong.clone());
        let (act, on_close) = (props.act.clone(), props.on_close.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let typed = writes.cast::<HtmlInputElement>().and_then(|input| input.value().trim().parse::<u32>().ok());
            match typed.filter(|&writes| writes > 0) {
                Some(writes) => {
                    on_close.emit(());
                    act.emit(Action::CrashAfter { writes });
                }
                None => wrong.set(true),
            }
        })
    };
    html! {
        <form class="form" aria-label={words.t("strike-crash")} {onsubmit}>
            <label>{ words.t("crash-after") }<input ref={writes} class="input num" inputmode="numeric" value="1" /></label>
            if *wrong { <p class="wrong" role="alert">{ words.say("wrong-number") }</p> }
            if !props.can_sync { <p class="muted">{ words.say("crash-no-key") }</p> }
            <div class="form-end"><button type="submit" class="btn sm" disabled={!props.can_sync}>{ words.t("crash-in-sync") }</button></div>
        </form>
    }
}
