//! The command palette: everything that can be done, found by a few letters of its name in either language.

mod commands;
mod fuzzy;

use std::cmp::Reverse;

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

pub(crate) use commands::session_key;

use crate::effect::use_effect_with;
use crate::keys::Key;
use crate::lazy::lazy;
use crate::session::Session;
use crate::settings::use_settings;
use crate::share;
use crate::spec::{Draft, begin_preset};
use crate::ui::{field_value, on_value};
use crate::words::{args, use_words, use_words_of};
use commands::{Command, Run};
use jobscope_core::small_sort::SmallSort as _;

/// Properties of [`Palette`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
    /// Called to show a region, with its place among the page's tabs.
    pub(crate) on_go: Callback<usize>,
    /// What a key does that is the page's own affair.
    pub(crate) on_key: Callback<Key>,
    pub(crate) on_meter: Callback<()>,
    /// A Job of a cluster is wanted.
    pub(crate) on_cluster: Callback<()>,
    pub(crate) on_close: Callback<()>,
}

lazy!(pub(crate) Palette, Props, PaletteBody);

/// It is open while it is there; the focus stays in its field, arrows choose.
#[component]
pub(crate) fn PaletteBody(props: &Props) -> Html {
    let words = use_words();
    let settings = use_settings();
    let dialog = use_node_ref();
    let typed = use_state_eq(String::new);
    let chosen = use_state_eq(|| 0_usize);
    let other = use_words_of(settings.spoken().other());
    let found = found(&typed, commands::all(&words, &other, &props.session, &props.draft.text));
    let place = (*chosen).min(found.len().saturating_sub(1));
    {
        let dialog = dialog.clone();
        use_effect_with((), move |()| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                let _ = dialog.show_modal();
            }
        });
    }
    use_effect_with((place, typed.clone()), |(place, _)| {
        if let Some(option) = gloo::utils::document().get_element_by_id(&option_id(*place)) {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            option.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
    let run = {
        let (session, draft, settings) = (props.session.dispatcher(), props.draft.clone(), settings.clone());
        let release = props.session.now.snapshot.release;
        let (on_go, on_key, on_meter) = (props.on_go.clone(), props.on_key.clone(), props.on_meter.clone());
        let on_cluster = props.on_cluster.clone();
        let (dialog, on_close) = (dialog.clone(), props.on_close.clone());
        Callback::from(move |run: Run| {
            // First the focus goes back to where it was; what follows may want it elsewhere.
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                dialog.close();
            }
            // The event of closing comes later: who asks for the palette before it would lose it again.
            on_close.emit(());
            match run {
                Run::Do(what) => session.dispatch(what),
                Run::Choose(choice) => settings.dispatch(choice),
                Run::Scenario(scenario) => {
                    begin_preset(scenario, release, &session, &draft);
                }
                Run::Go(region) => on_go.emit(region),
                Run::Show(route) => route.go(),
                Run::Key(key) => on_key.emit(key),
                Run::Share => share::press(),
                Run::Cluster => on_cluster.emit(()),
                Run::Meter => on_meter.emit(()),
            }
        })
    };
    let oninput = {
        let (typed, chosen) = (typed.clone(), chosen.clone());
        on_value::<InputEvent>(move |text| {
            typed.set(text);
            chosen.set(0);
        })
    };
    let onkeydown = {
        let (chosen, run) = (chosen.clone(), run.clone());
        let (all, present) = (found.len(), found.get(place).map(|command| command.run.clone()));
        let (words, other) = (words.clone(), other.clone());
        // The text of what is drawn: the state itself always tells the newest.
        let drawn = (*typed).clone();
        let (session, draft) = (props.session.clone(), props.draft.clone());
        Callback::from(move |event: KeyboardEvent| {
            let last = all.saturating_sub(1);
            let next = match event.key().as_str() {
                "ArrowDown" => (place + 1).min(last),
                "ArrowUp" => place.saturating_sub(1),
                "PageDown" => (place + 8).min(last),
                "PageUp" => place.saturating_sub(8),
                "Enter" => {
                    event.prevent_default();
                    // Who types fast is ahead of what is drawn.
                    let newer = field_value(&event).filter(|value| *value != drawn);
                    let newer =
                        newer.map(|value| self::found(&value, commands::all(&words, &other, &session, &draft.text)));
                    let first = newer.and_then(|found| found.into_iter().next()).map(|command| command.run);
                    if let Some(chosen) = first.or_else(|| present.clone()) {
                        run.emit(chosen);
                    }
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            chosen.set(next);
        })
    };
    html! {
        <dialog ref={dialog} id="palette" class="dialog palette" aria-label={words.t("palette")} onclose={props.on_close.reform(|_| ())}>
            <input class="input" role="combobox" autofocus=true autocomplete="off" spellcheck="false" aria-label={words.t("palette-find")} placeholder={words.t("palette-find")} aria-expanded="true" aria-autocomplete="list" aria-controls="palette-list" aria-activedescendant={(!found.is_empty()).then(|| option_id(place))} value={(*typed).clone()} {oninput} {onkeydown} />
            <ul id="palette-list" role="listbox" aria-label={words.t("palette")}>
                for (at, command) in found.iter().enumerate() {
                    <li id={option_id(at)} role="option" aria-selected={(at == place).to_string()} onclick={let (run, what) = (run.clone(), command.run.clone()); move |_| run.emit(what.clone())}>
                        <span>{ &command.name }</span>
                        if !command.keys.is_empty() { <span class="keys" aria-hidden="true">for key in command.keys { <kbd>{ *key }</kbd> }</span> }
                    </li>
                }
            </ul>
            <p class="vh" role="status">{ words.f("palette-found", &args!(n = found.len())) }</p>
            if found.is_empty() { <p class="empty">{ words.say("palette-nothing") }</p> }
        </dialog>
    }
}

fn option_id(place: usize) -> String {
    format!("palette-{place}")
}

/// The commands that what was typed fits, the best ones first.
fn found(typed: &str, commands: Vec<Command>) -> Vec<Command> {
    let mut found: Vec<_> = commands
        .into_iter()
        .filter_map(|command| {
            let fits = [&command.name, &command.other].map(|name| fuzzy::fit(typed, name));
            Some((Reverse(fits.into_iter().flatten().max()?), command))
        })
        .collect();
    // Stable: of those that fit alike the first one stays first.
    found.small_sort_by_key(|(fit, _)| *fit);
    found.into_iter().map(|(_, command)| command).collect()
}

/// Brings the keyboard to the first thing in a region that can have it, once the region shows.
pub(crate) fn focus_region(id: &'static str) {
    let later = Timeout::new(0, move || {
        let region = gloo::utils::document().get_element_by_id(id);
        let first = region.and_then(|region| {
            region.query_selector("textarea, [tabindex='0'], button:not([disabled]), input, select").ok().flatten()
        });
        if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
            let _ = first.focus();
        }
    });
    later.forget();
}
