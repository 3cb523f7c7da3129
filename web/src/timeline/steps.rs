//! The step controls.

use jobscope_core::timeline::Cursor;
use jobscope_explain::time::instant;
use yew::prelude::*;

use super::run_to::{self, RunTo};
use super::{edit_words, upcoming};
use crate::session::{Dispatch, Do, Edit, Session, use_dispatch};
use crate::settings::{Choose, Speed, use_settings};
use crate::ui::{EXPLORE, Icon, icon, on_value, position, press};
use crate::words::{Words, args, use_words};

/// Properties of [`Steps`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) session: UseReducerHandle<Session>,
}

#[component]
pub(super) fn Steps(props: &Props) -> Html {
    let words = use_words();
    let settings = use_settings();
    let dispatch = use_dispatch();
    let now = &props.session.now;
    let send = |what: Do| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(what.clone()))
    };
    // Why the controls are disabled, if they are.
    let back = (!now.can_go_back()).then(|| words.t("nothing-before"));
    let on = (!now.can_go_on()).then(|| upcoming::text(&words, now));
    let control = |class: &'static str,
                   name: &'static str,
                   key: &'static str,
                   word: &'static str,
                   drawing: Icon,
                   off: Option<&AttrValue>,
                   what: Do| {
        let title = match off {
            Some(why) => format!("{}: {why}", words.t(name)),
            None => format!("{} ({key})", words.t(name)),
        };
        html! {
            <button type="button" class={classes!("btn", "icon", class)} aria-label={words.t(name)} {title} aria-keyshortcuts={key} disabled={off.is_some()} onclick={send(what)}>
                { icon(drawing) }<span>{ words.t(word) }</span>
            </button>
        }
    };
    let play = if props.session.playing {
        control("", "pause", "Space", "pause", Icon::Pause, None, Do::Pause)
    } else {
        control("", "play", "Space", "play", Icon::Play, on.as_ref(), Do::Play)
    };
    let choose_speed = {
        let settings = settings.clone();
        on_value::<Event>(move |chosen| {
            if let Some(speed) = Speed::ALL.into_iter().find(|speed| chosen == speed.name()) {
                settings.dispatch(Choose::Speed(speed));
            }
        })
    };
    html! {
        <div class="bar steps" role="toolbar" aria-label={words.t("step-controls")}>
            { control("wide", "to-start", "Home", "start-word", Icon::Start, back.as_ref(), Do::Seek(Cursor::default())) }
            { control("", "step-back", "Shift+F10", "back-word", Icon::Back, back.as_ref(), Do::StepBack) }
            <span class="wide">{ undo_and_redo(&words, &props.session, &dispatch) }</span>
            <span class="sep"></span>
            { control("txt", "step-into", "F11", "into-word", Icon::Into, on.as_ref(), Do::StepInto) }
            { control("txt prim", "step-over", "F10", "over-word", Icon::Over, on.as_ref(), Do::StepOver) }
            { control("txt", "step-out", "Shift+F11", "out-word", Icon::Out, on.as_ref(), Do::StepOut) }
            <span class="sep wide"></span>
            { play }
            <select class="select bare wide speed" aria-label={words.t("speed")} onchange={choose_speed}>
                for speed in Speed::ALL { <option value={speed.name()} selected={settings.speed == speed}>{ speed.name() }</option> }
            </select>
            <span class="wide"><RunTo ..run_to::Props::of(&props.session) /></span>
            <span class="next wide"><span>{ upcoming::text(&words, now) }</span></span>
            { position(instant(now.elapsed()), words.f("position", &args!(step = now.step_number(), of = now.recorded))) }
        </div>
    }
}

/// Undo and Redo, each with what it is about.
fn undo_and_redo(words: &Words, session: &Session, dispatch: &Dispatch) -> Html {
    let (undo, redo) = session.edits();
    let button = |edit: Option<Edit>, name: &'static str, keys: &'static str, drawing: Icon, what: Do| {
        let title = edit
            .as_ref()
            .map(|edit| words.f(&format!("{name}-what"), &args!(what = edit_words::text(words, edit).to_string())));
        let label = title.clone().unwrap_or_else(|| words.t(name));
        let dispatch = dispatch.clone();
        html! {
            <button type="button" class="btn icon" aria-label={label} title={title.map(|title| format!("{title} ({keys})"))} aria-keyshortcuts={keys.replace("Ctrl", "Control")} disabled={edit.is_none()} onclick={move |_| dispatch.dispatch(what.clone())}>{ icon(drawing) }</button>
        }
    };
    html! { <>
        { button(undo, "undo", "Ctrl+Z", Icon::Undo, Do::Undo) }
        { button(redo, "redo", "Ctrl+Shift+Z", Icon::Redo, Do::Redo) }
    </> }
}

/// What the bar has no room for where one region shows at a time.
#[component]
pub(super) fn MoreSteps(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    html! {
        <div class="time-tools" role="toolbar" aria-label={words.t("more-step-controls")}>
            { undo_and_redo(&words, &props.session, &dispatch) }
            <span class="grow"></span>
            if props.session.is_own() { <button type="button" class="btn" aria-haspopup="dialog" onclick={|_| press(EXPLORE)}>{ words.t("explore") }</button> }
            <RunTo ..run_to::Props::of(&props.session) />
        </div>
    }
}
