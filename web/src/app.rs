//! The page as a whole: contexts around it, regions in it, keys over it.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::compare::{Compare, With};
use crate::header::{EditionMenu, Header, Help};
use crate::hint::Hint;
use crate::keys::{Key, Keys};
use crate::meter::Meter;
use crate::offline::NewVersion;
use crate::output::Output;
use crate::palette::{Palette, focus_region, session_key};
use crate::plane::Plane;
use crate::pods::Pods;
use crate::session::{Dispatch, Do, Moment, Session, use_play, use_turns};
use crate::settings::{Settings, SettingsHandle, use_settings};
use crate::share::{Arrival, Arrived, FromSource, News, keep_in_address, use_address, use_dropped_files, use_pasted};
use crate::spec::{Draft, DraftAction, Spec};
use crate::timeline::Timeline;
use crate::ui::{Same, Sprites, Tab, Tabs};
use crate::why::Why;
use crate::why::sentence::{self, Sentence};
use crate::words::{Words, use_words};

/// The page.
#[component]
pub(crate) fn App() -> Html {
    let settings = use_reducer(Settings::restore);
    let arrival = use_memo((), |()| Arrival::by_address());
    let session = use_reducer({
        let arrival = arrival.clone();
        move || match &*arrival {
            Arrival::Opened(opened) => Session::restore().opened(opened),
            Arrival::Plain | Arrival::Manifest(_) | Arrival::Broken(_) => Session::restore(),
        }
    });
    let words = use_memo(settings.spoken(), |locale| Words::new(*locale));
    use_root_attributes(&settings);
    use_play(&session, settings.speed);
    html! {
        <ContextProvider<SettingsHandle> context={settings}>
        <ContextProvider<Words> context={(*words).clone()}>
        <ContextProvider<Dispatch> context={session.dispatcher()}>
            <Sprites />
            <Frame {session} {arrival} />
        </ContextProvider<Dispatch>>
        </ContextProvider<Words>>
        </ContextProvider<SettingsHandle>>
    }
}

/// Theme and language on the document's root, where the style sheets and the browser look for them.
#[hook]
pub(crate) fn use_root_attributes(settings: &Settings) {
    use_effect_with((settings.theme, settings.spoken()), |&(theme, locale)| {
        if let Some(root) = gloo::utils::document().document_element() {
            let _ = root.set_attribute("lang", locale.tag());
            let _ = match theme.attribute() {
                Some(theme) => root.set_attribute("data-theme", theme),
                None => root.remove_attribute("data-theme"),
            };
        }
    });
}

/// Milliseconds after which what the title says is settled.
const TITLE_SETTLES_MS: u32 = 250;

/// The title of the document says where the session stands, for tabs and history.
#[hook]
fn use_title(now: &Moment) {
    let job = now.snapshot.jobs.first().map(|job| job.job.metadata.name().to_owned());
    let sync = now.sync().map(|sync| format!("syncJob #{}", sync.number));
    let title = job.into_iter().chain(sync).chain(["jobscope".to_owned()]).collect::<Vec<_>>().join(" · ");
    use_effect_with(title, |title| {
        let title = title.clone();
        // Not while it still changes: the browser tells others of every title.
        let settled = Timeout::new(TITLE_SETTLES_MS, move || gloo::utils::document().set_title(&title));
        move || drop(settled)
    });
}

/// On narrow pages one region shows at a time.
const PANELS: [(&str, &str, &str); 6] = [
    ("tab-why", "why", "tab-why"),
    ("tab-plane", "plane", "tab-plane"),
    ("tab-pods", "pods", "tab-pods"),
    ("tab-output", "output", "tab-output"),
    ("tab-time", "time", "tab-time"),
    ("tab-spec", "spec", "tab-spec"),
];
/// The place of Spec in [`PANELS`], where a new session begins.
const SPEC_PANEL: usize = 5;

#[derive(Properties, PartialEq)]
struct FrameProps {
    session: UseReducerHandle<Session>,
    /// What the page was opened with.
    arrival: Rc<Arrival>,
}

/// Header, regions and what floats over them.
#[component]
fn Frame(props: &FrameProps) -> Html {
    let words = use_words();
    let session = &props.session;
    let now = session.now.clone();
    let draft = use_reducer({
        let arrival = props.arrival.clone();
        move || match &*arrival {
            Arrival::Opened(opened) => Draft::restore().opened(&opened.manifest),
            Arrival::Plain | Arrival::Manifest(_) | Arrival::Broken(_) => Draft::restore(),
        }
    });
    let (news, on_arrival) = use_arrivals(session, &draft, &props.arrival);
    let panel = use_state_eq(|| SPEC_PANEL);
    let drawer = use_state_eq(|| false);
    let help = use_state_eq(|| false);
    let compared = use_state_eq(|| None::<With>);
    let on_compare = {
        let compared = compared.clone();
        use_callback((), move |with, ()| compared.set(with))
    };

    let on_help = {
        let help = help.clone();
        use_callback((), move |(), ()| help.set(true))
    };
    let (palette, meter, blank) = (use_state_eq(|| false), use_state_eq(|| false), use_state_eq(|| false));
    let on_key = {
        let (session, help, palette, blank) = (session.clone(), help.clone(), palette.clone(), blank.clone());
        Callback::from(move |key| match key {
            Key::Help => help.set(true),
            Key::Palette => palette.set(true),
            Key::Blank => blank.set(!*blank),
            key => {
                if let Some(what) = session_key(key, &session) {
                    session.dispatch(what);
                }
            }
        })
    };
    use_title(&now);
    let said = use_memo(now.clone(), |now| sentence::of(now));
    let speed = use_settings().speed;
    // While Play goes, what moves has arrived before the next step.
    let fast = session.playing && !speed.is_readable();
    let pace = session.playing.then(|| format!("--d-travel:{0}ms;--d-land:{0}ms", speed.interval_ms() * 2 / 5));
    let onkeydown = {
        let drawer = drawer.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                drawer.set(false);
            }
        })
    };

    let tabs: Vec<_> =
        PANELS.iter().map(|&(id, panel, word)| Tab { id, panel, name: words.t(word), news: None }).collect();
    let toggle_drawer = {
        let drawer = drawer.clone();
        Callback::from(move |()| drawer.set(!*drawer))
    };
    let tab = PANELS.get(*panel).map_or("why", |(_, panel, _)| panel);
    html! {
        <div class={classes!("app", drawer.then_some("drawer-open"), fast.then_some("fast"))} data-tab={tab} style={pace} {onkeydown}>
            <Header session={session.clone()} draft={draft.clone()} drawer={*drawer} on_palette={let palette = palette.clone(); move |()| palette.set(true)} on_drawer={toggle_drawer} on_arrival={on_arrival.clone()} compared={*compared} on_compare={on_compare.clone()} on_help={on_help.clone()} />
            <NewVersion on_leave={let (session, draft) = (session.clone(), draft.clone()); move |()| keep_in_address(&session, &draft)} />
            <FromSource {on_arrival} />
            if let Some(said) = &*news { <Arrived news={said.clone()} session={session.clone()} draft={draft.clone()} on_close={let news = news.clone(); move |()| news.set(None)} /> }
            if let Some(with) = *compared {
                <main class="comparing"><Compare session={session.clone()} draft={draft.clone()} {with} on_with={on_compare} /></main>
            } else {
                <Keys on_key={on_key.clone()} />
            <p class="strip" aria-hidden="true">{ said.rich(&words) }</p>
            <nav class="page-nav" aria-label={words.t("regions")}><Tabs label={words.t("regions")} {tabs} chosen={*panel} on_choose={let panel = panel.clone(); move |place| panel.set(place)} /></nav>
                <Regions session={session.clone()} draft={draft.clone()} {on_compare} {on_help} />
            }
            <Announcer said={Same(said.clone())} playing={session.playing} />
            if *meter { <Meter /> }
            if *blank { <div class="blank" role="status">{ words.t("blank") }</div> }
            if *palette {
                <Palette session={session.clone()} draft={draft.clone()} {on_key}
                    on_go={let panel = panel.clone(); move |place: usize| { panel.set(place); if let Some((_, id, _)) = PANELS.get(place) { focus_region(id); } }}
                    on_meter={let meter = meter.clone(); move |()| meter.set(!*meter)}
                    on_close={let palette = palette.clone(); move |()| palette.set(false)} />
            }
            if *help { <Help on_close={let help = help.clone(); move |()| help.set(false)} /> }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct RegionsProps {
    session: UseReducerHandle<Session>,
    draft: UseReducerHandle<Draft>,
    /// The person wants to compare.
    on_compare: Callback<Option<With>>,
    on_help: Callback<()>,
}

/// The regions. The timeline follows each movement at once, because it is what a person drags.
#[component]
fn Regions(props: &RegionsProps) -> Html {
    let RegionsProps { session, draft, on_compare, on_help } = props;
    let snapshot = &session.now.snapshot;
    let turns = use_turns(session);
    html! {
        <main aria-busy={turns.behind.then_some("true")}>
            <div class="small-edition"><EditionMenu edition={snapshot.edition} /></div>
            <Spec session={turns.output.clone()} {draft} />
            <Plane session={turns.plane} />
            <Pods session={turns.pods} />
            <Why now={turns.why.now.clone()} />
            <Timeline {session} {on_compare} />
            <Output session={turns.output} />
            if snapshot.jobs.is_empty() { <Hint {on_help} /> }
        </main>
    }
}

/// What was opened last, and where what is opened arrives.
#[hook]
fn use_arrivals(
    session: &UseReducerHandle<Session>,
    draft: &UseReducerHandle<Draft>,
    arrival: &Arrival,
) -> (UseStateHandle<Option<News>>, Callback<Arrival>) {
    // What the page was opened with is there to be seen, unless it is broken.
    let news = use_state_eq(|| match arrival {
        Arrival::Broken(_) => Some(News::of(arrival.clone(), AttrValue::default())),
        Arrival::Plain | Arrival::Manifest(_) | Arrival::Opened(_) => None,
    });
    let text = use_mut_ref(AttrValue::default);
    text.borrow_mut().clone_from(&draft.text);
    let on_arrival = {
        let (session, draft, news) = (session.dispatcher(), draft.dispatcher(), news.clone());
        use_callback((), move |arrival: Arrival, ()| {
            news.set(Some(News::of(arrival.clone(), text.borrow().clone())));
            match arrival {
                Arrival::Plain | Arrival::Broken(_) => {}
                Arrival::Manifest(text) => draft.dispatch(DraftAction::Replace(text.to_string())),
                Arrival::Opened(opened) => {
                    draft.dispatch(DraftAction::Replace(opened.manifest.to_string()));
                    session.dispatch(Do::Open(opened));
                }
            }
        })
    };
    use_address((session.edited(), draft.text.clone()), on_arrival.clone());
    use_dropped_files(on_arrival.clone());
    use_pasted(on_arrival.clone());
    (news, on_arrival)
}

#[derive(Properties, PartialEq)]
pub(crate) struct AnnouncerProps {
    /// What happened.
    pub(crate) said: Same<Rc<Sentence>>,
    pub(crate) playing: bool,
}

/// Says each step to those who listen; keeps quiet while Play goes too fast to follow.
#[component]
pub(crate) fn Announcer(props: &AnnouncerProps) -> Html {
    let words = use_words();
    let settings = use_settings();
    let quiet = props.playing && !settings.speed.is_readable();
    html! {
        <div class="vh" role="log" aria-label={words.t("step-log")} aria-live={if quiet { "off" } else { "polite" }}>
            <p>{ props.said.0.plain(&words) }</p>
        </div>
    }
}
