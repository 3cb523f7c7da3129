//! The header: brand, scenario, edition, feature gates, sharing, theme, language, help.

mod help;

use jobscope_core::api::{Edition, FeatureGates};
use yew::prelude::*;

pub(crate) use help::Help;

use crate::compare::{CompareWith, With};
use crate::session::{Do, Session, use_dispatch};
use crate::settings::{Choose, use_settings};
use crate::share::{Arrival, Share};
use crate::spec::{Draft, DraftAction, Scenario};
use crate::ui::{Icon, icon};
use crate::words::{args, use_words};

/// Properties of [`Header`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
    /// Whether Spec is pulled out, where it is a drawer.
    pub(crate) drawer: bool,
    pub(crate) on_drawer: Callback<()>,
    pub(crate) on_help: Callback<()>,
    pub(crate) on_palette: Callback<()>,
    /// What a file brings.
    pub(crate) on_arrival: Callback<Arrival>,
    /// What the session is compared with, if it is.
    pub(crate) compared: Option<With>,
    pub(crate) on_compare: Callback<Option<With>>,
}

/// See the module.
#[component]
pub(crate) fn Header(props: &Props) -> Html {
    let words = use_words();
    let settings = use_settings();
    let locale = settings.spoken();
    let theme_name = words.f("theme", &args!(name = words.t(settings.theme.word()).to_string()));
    let language_name = words.f("language", &args!(name = locale.name()));
    html! {
        <header class="top">
            <h1 class="brand">
                <svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7.5" /><circle cx="10" cy="10" r="2.5" class="fill" /><path d="M10 .5v4M10 15.5v4M.5 10h4M15.5 10h4" /></svg>
                <span>{ "jobscope" }</span>
            </h1>
            <ScenarioMenu draft={props.draft.clone()} />
            <span class="sep wide"></span>
            <span class="wide"><EditionMenu edition={props.session.now.snapshot.edition} /></span>
            if props.compared.is_none() { <CompareWith class="wide" session={props.session.clone()} on_with={props.on_compare.clone()} /> }
            <Gates session={props.session.clone()} />
            <span class="grow"></span>
            <button type="button" class="btn quiet only-mid" aria-expanded={props.drawer.to_string()} aria-controls="spec" onclick={props.on_drawer.reform(|_| ())}>{ words.t("spec-drawer") }</button>
            <Share session={props.session.clone()} draft={props.draft.clone()} on_arrival={props.on_arrival.clone()} />
            <button type="button" class="btn icon theme" aria-label={theme_name.clone()} title={theme_name} onclick={let settings = settings.clone(); move |_| settings.dispatch(Choose::NextTheme)}>{ icon(Icon::Theme) }</button>
            <button type="button" class="btn icon lang" aria-label={language_name.clone()} title={language_name} onclick={let settings = settings.clone(); move |_| settings.dispatch(Choose::Locale(locale.other()))}>{ icon(Icon::Language) }</button>
            <button type="button" class="btn icon" aria-label={words.t("palette")} title={words.t("palette")} aria-keyshortcuts="Control+K Meta+K" aria-haspopup="dialog" onclick={props.on_palette.reform(|_| ())}>{ icon(Icon::Search) }</button>
            <button type="button" class="btn icon" aria-label={words.t("help")} title={words.t("help")} onclick={props.on_help.reform(|_| ())}>{ "?" }</button>
        </header>
    }
}

#[derive(Properties, PartialEq)]
struct GatesProps {
    session: UseReducerHandle<Session>,
}

/// The feature gates that differ from what the release ships; nothing if none does.
#[component]
fn Gates(props: &GatesProps) -> Html {
    let words = use_words();
    let snapshot = &props.session.now.snapshot;
    let shipped = FeatureGates::from(snapshot.edition);
    let turned: Vec<_> = snapshot.gates.iter().filter(|view| shipped.enabled(view.gate) != view.enabled).collect();
    if turned.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="gates wide" aria-label={words.t("gates")}>
            for view in turned {
                <li class="tag mono">{ words.f(if view.enabled { "gate-on" } else { "gate-off" }, &args!(gate = view.gate.name())) }</li>
            }
        </ul>
    }
}

/// Properties of [`EditionMenu`].
#[derive(Properties, PartialEq)]
pub(crate) struct EditionProps {
    /// The present one.
    pub(crate) edition: Edition,
}

/// The Kubernetes release. Another one begins a new session: what was recorded is no history of it.
#[component]
pub(crate) fn EditionMenu(props: &EditionProps) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let onchange = Callback::from(move |event: Event| {
        let Some(select) = event.target_dyn_into::<web_sys::HtmlSelectElement>() else { return };
        if let Some(edition) = Edition::ALL.into_iter().find(|edition| edition.name() == select.value()) {
            dispatch.dispatch(Do::Choose(edition));
        }
    });
    html! {
        <label class="pick"><span class="muted">{ words.t("kubernetes") }</span>
            <select class="select bare" {onchange}>
                for edition in Edition::ALL {
                    <option value={edition.name()} selected={edition == props.edition}>{ edition.name() }</option>
                }
            </select>
        </label>
    }
}

#[derive(Properties, PartialEq)]
struct ScenarioProps {
    draft: UseReducerHandle<Draft>,
}

/// What is being debugged, and what else could be.
#[component]
fn ScenarioMenu(props: &ScenarioProps) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let chosen = Scenario::of_manifest(&props.draft.text);
    let onchange = {
        let draft = props.draft.clone();
        Callback::from(move |event: Event| {
            let Some(select) = event.target_dyn_into::<web_sys::HtmlSelectElement>() else { return };
            if let Some(scenario) = Scenario::of_id(&select.value()) {
                draft.dispatch(DraftAction::Replace(scenario.manifest().to_owned()));
                dispatch.dispatch(Do::Restart(scenario.setup()));
            }
        })
    };
    html! {
        <select class="select bare name" aria-label={words.t("scenario")} {onchange}>
            if chosen.is_none() { <option value="" selected=true>{ words.t("scenario-own") }</option> }
            for scenario in Scenario::ALL {
                <option value={scenario.id()} selected={chosen == Some(scenario)}>{ words.t(scenario.word()) }</option>
            }
        </select>
    }
}
