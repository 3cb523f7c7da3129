//! The header: brand, scenario or lesson, release, feature gates, sharing, theme, language, help.

mod help;
mod page_top;
mod release_menu;

use jobscope_core::api::{FeatureGates, Release};
use jobscope_core::world::CacheState;
use jobscope_explain::Preset;
use yew::prelude::*;

pub(crate) use help::{Help, HelpBody};
pub(crate) use page_top::PageTop;
pub(crate) use release_menu::{AboutBody, ReleaseMenu};

use crate::arrival::Arrival;
use crate::explore::OpenExplore;
use crate::route::Route;
use crate::seen::With;
use crate::session::{Session, use_dispatch};
use crate::share::Share;
use crate::timeline::{CompareWith, other_branches};
use crate::words::{args, phrased, use_words};

use crate::spec::{Draft, begin_preset};
use crate::ui::{Icon, icon, on_value};

/// What opens the list of all commands, as it stands on its button. It is no part of the button's name.
const PALETTE_KEYS: &str = "Ctrl K";

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
    pub(crate) on_explore: Callback<()>,
    /// What a file brings.
    pub(crate) on_arrival: Callback<Arrival>,
    /// What the session is compared with, if it is.
    pub(crate) compared: Option<With>,
    pub(crate) on_compare: Callback<Option<With>>,
    /// The title of the lesson that the session is of.
    #[prop_or_default]
    pub(crate) lesson: Option<AttrValue>,
}

#[component]
pub(crate) fn Header(props: &Props) -> Html {
    let words = use_words();
    let gates = props.session.read(|timeline| timeline.world().gates());
    let release = gates.release();
    // Until there is one, Spec is where the user has to go.
    let has_job = props.session.now.snapshot.jobs.iter().any(|job| job.cache != CacheState::GoneFromStore);
    html! {
        <header class="top">
            <h1 class="brand">{ page_top::brand(&words) }</h1>
            if let Some(lesson) = &props.lesson {
                <b class="name lesson-name" title={lesson.clone()}>{ phrased(lesson) }</b>
            } else {
                <ScenarioMenu draft={props.draft.clone()} {release} />
            }
            <span class="sep wide"></span>
            <span class="wide"><ReleaseMenu {gates} /></span>
            if props.compared.is_none() { <CompareWith class="wide" {release} branches={other_branches(&words, &props.session)} on_with={props.on_compare.clone()} /> }
            <Gates {gates} />
            <span class="grow"></span>
            if props.lesson.is_some() {
                <a class="btn quiet wide" href={Route::Debugger.href()}>{ words.t("lesson-leave") }</a>
            } else {
                <a class="btn quiet wide" href={Route::Start.href()}>{ words.t("lessons") }</a>
            }
            <button type="button" class={classes!("btn", if has_job { "quiet" } else { "prim" }, "only-mid")} aria-expanded={props.drawer.to_string()} aria-controls="spec" onclick={props.on_drawer.reform(|_| ())}>{ words.t("spec-drawer") }</button>
            if props.lesson.is_none() { <OpenExplore on_open={props.on_explore.clone()} /> }
            <Share session={props.session.clone()} draft={props.draft.clone()} on_arrival={props.on_arrival.clone()} />
            <button type="button" class="btn icon search" aria-label={words.t("palette-search")} title={words.t("palette-search")} aria-keyshortcuts="Control+K Meta+K" aria-haspopup="dialog" onclick={props.on_palette.reform(|_| ())}>
                { icon(Icon::Search) }<span class="search-words" data-keys={PALETTE_KEYS}>{ words.t("palette-search") }</span>
            </button>
            // Buttons of one size at the end: they stay in place when the language changes.
            <page_top::Preferences />
            <button type="button" class="btn icon" aria-label={words.t("help")} title={words.t("help")} onclick={props.on_help.reform(|_| ())}>{ "?" }</button>
        </header>
    }
}

#[derive(Properties, PartialEq)]
struct GatesProps {
    gates: FeatureGates,
}

/// The feature gates and fixes that differ from what the release ships; nothing if none does.
#[component]
fn Gates(props: &GatesProps) -> Html {
    let words = use_words();
    let turned: Vec<_> = props.gates.turned_names().collect();
    if turned.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="gates wide" aria-label={words.t("gates")}>
            for (name, on) in turned {
                <li class="tag mono">{ words.f(if on { "gate-on" } else { "gate-off" }, &args!(gate = name)) }</li>
            }
        </ul>
    }
}

#[derive(Properties, PartialEq)]
struct ScenarioProps {
    draft: UseReducerHandle<Draft>,
    /// The release of the session.
    release: Release,
}

/// What is being debugged, and what else could be.
#[component]
fn ScenarioMenu(props: &ScenarioProps) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let chosen = Preset::of_manifest(&props.draft.text);
    let onchange = {
        let (draft, release) = (props.draft.clone(), props.release);
        on_value::<Event>(move |id| {
            if let Some(scenario) = Preset::of_id(&id) {
                begin_preset(scenario, release, &dispatch, &draft);
            }
        })
    };
    let name = words.t(chosen.map_or("scenario-own", Preset::word));
    html! {
        <span class="named">
            <span class="name-shown" aria-hidden="true">{ phrased(&name) }</span>
            <select class="select bare name" aria-label={words.t("scenario")} title={name} {onchange}>
                if chosen.is_none() { <option value="" selected=true>{ words.t("scenario-own") }</option> }
                for scenario in Preset::ALL {
                    <option value={scenario.id()} selected={chosen == Some(scenario)}>{ words.t(scenario.word()) }</option>
                }
            </select>
        </span>
    }
}
