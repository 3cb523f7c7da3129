//! The debugger: header, regions and what floats over them, on one session.

mod lesson;
mod restarted;

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use jobscope_explain::Moment;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::arrival::{Arrival, Openers, Source};
use crate::compare::{Compare, LessonRun};
use crate::effect::use_effect_with;
use crate::explore::Explore;
use crate::header::{Header, Help, ReleaseMenu};
use crate::hint::Hint;
use crate::keys::{Key, Keys};
use crate::lazy;
use crate::lessons::{Column, Looked, OpenLesson};
use crate::live::Live;
use crate::meter::Meter;
use crate::offline::NewVersion;
use crate::output::Output;
use crate::palette::{Palette, focus_region, session_key};
use crate::plane::Plane;
use crate::pods::Pods;
use crate::recorded::HistoryBar;
use crate::seen::{Seen, Shown, With, use_seen, use_shown};
use crate::session::{Dispatch, Session, use_play, use_turns};
use crate::settings::{Choose, OutputTab, use_settings};
use crate::share::{Arrived, ClusterDialog, FromSource, News, use_kept_run};
use crate::spec::{Draft, DraftAction, Spec};
use crate::timeline::Timeline;
use crate::ui::{EXPLORE, Same, Tab, Tabs, press, use_in_sight};
use crate::why::sentence::{Said, use_sentence};
use crate::why::{Strip, Why};
use crate::words::use_words;

pub(crate) use lesson::{LessonBody, LessonDesk};
use restarted::Restarted;

/// Milliseconds after which what the title says is settled.
const TITLE_SETTLES_MS: u32 = 250;

/// The title of the document says where the session stands, for tabs and history.
#[hook]
fn use_title(now: &Moment) {
    let job = now.job().map(|job| job.job.metadata.name().to_owned());
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
/// Where a new session begins.
const SPEC_PANEL: &str = "spec";
/// Where the session of a cluster begins.
const WHY_PANEL: &str = "why";

/// What stands before them in a lesson.
const LESSON_PANEL: (&str, &str, &str) = ("tab-lesson", "lesson", "tab-lesson");

/// Properties of [`Desk`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
    /// What a file brings.
    pub(crate) on_arrival: Callback<Arrival>,
    /// What was opened last.
    #[prop_or_default]
    pub(crate) news: Option<News>,
    /// The person has read that.
    #[prop_or_default]
    pub(crate) on_dismiss: Callback<()>,
    /// The lesson that the session is of.
    #[prop_or_default]
    pub(crate) lesson: Option<OpenLesson>,
}

#[component]
pub(crate) fn Desk(props: &Props) -> Html {
    let settings = use_settings();
    use_play(&props.session, settings.speed);
    let seen = use_memo(props.session.view.clone().map(Same), |view| {
        view.as_ref().map_or_else(Seen::default, |view| Seen::of(&view.0, &props.session.now.branches))
    });
    use_effect_with((*seen).clone(), move |seen| {
        if seen.came() {
            settings.dispatch(Choose::Lent(seen.views()));
        }
    });
    html! {
        <ContextProvider<Dispatch> context={props.session.dispatcher()}>
        <ContextProvider<Seen> context={(*seen).clone()}>
            <Frame ..props.clone() />
        </ContextProvider<Seen>>
        </ContextProvider<Dispatch>>
    }
}

/// The region that shows where there is room for one only; none, where a session begins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Single(Option<&'static str>);

impl Shown for Single {
    fn written(&self) -> Option<String> {
        self.0.map(str::to_owned)
    }

    fn read(text: &str) -> Option<Self> {
        PANELS.into_iter().find(|(_, id, _)| *id == text).map(|(_, id, _)| Self(Some(id)))
    }
}

/// The manifest comes back with the run that it belongs to.
#[hook]
fn use_text_of_turn(session: &Session, draft: &UseReducerHandle<Draft>) {
    let draft = draft.dispatcher();
    // What was turned before the debugger came up has its manifest already, and may have got another one since.
    let seen = use_mut_ref(|| session.edited());
    use_effect_with((session.edited(), session.texts.clone()), move |(edited, texts)| {
        if seen.replace(*edited) != *edited
            && let Some(texts) = texts
        {
            draft.dispatch(DraftAction::Restore(texts.clone()));
        }
    });
}

/// Hides Spec where it is a drawer. The focus returns to the button that opens it.
fn close_drawer(drawer: &UseStateHandle<bool>) {
    if !**drawer {
        return;
    }
    drawer.set(false);
    let opener = gloo::utils::document().query_selector("[aria-controls=spec]").ok().flatten();
    if let Some(opener) = opener.and_then(|opener| opener.dyn_into::<HtmlElement>().ok()) {
        let _ = opener.focus();
    }
}

/// Header, regions and what floats over them.
#[component]
fn Frame(props: &Props) -> Html {
    let words = use_words();
    let (session, draft, lesson) = (&props.session, &props.draft, &props.lesson);
    let now = session.now.clone();
    let look = use_state_eq(Looked::default);
    let lesson_run = use_state_eq(|| None::<LessonRun>);
    let single = use_shown("region", Single::default);
    let begin = if lesson.is_some() { LESSON_PANEL.1 } else { SPEC_PANEL };
    let panel = single.0.unwrap_or(begin);
    let drawer = use_state_eq(|| false);
    let output_enlarged = use_state_eq(|| false);
    let help = use_state_eq(|| false);
    use_kept_run(session, draft, lesson.is_none());
    use_text_of_turn(session, draft);
    let (seen, settings) = (use_seen(), use_settings());
    let compared = use_state_eq(|| seen.compared().map(|(with, _)| with));
    {
        let compared = compared.clone();
        use_effect_with(seen.clone(), move |seen| {
            if seen.came() {
                compared.set(seen.compared().map(|(with, _)| with));
            }
        });
    }
    let on_open = use_callback(props.on_arrival.clone(), |text: AttrValue, on_arrival| {
        let on_arrival = on_arrival.clone();
        lazy::with_functions(move |openers: Openers| on_arrival.emit((openers.text)(Source::Pasted, text.to_string())));
    });
    let on_compare = {
        let compared = compared.clone();
        use_callback((), move |with, ()| compared.set(with))
    };

    use_in_sight(look.region, now.cursor.step);

    {
        // What was refused says so in a region that may not show.
        let (single, drawer) = (single.clone(), drawer.clone());
        use_effect_with(session.refusal.clone(), move |refusal| {
            if let Some(id) = refusal.as_ref().map(|refusal| refusal.origin.region()) {
                single.set(Single(Some(id)));
                drawer.set(id == SPEC_PANEL);
            }
        });
    }

    {
        // What was opened is in a region that may not show: a manifest in the editor, and what a cluster did is explained.
        let (single, drawer) = (single.clone(), drawer.clone());
        use_effect_with(props.news.clone(), move |news| {
            if news.as_ref().is_some_and(News::is_manifest) {
                single.set(Single(Some(SPEC_PANEL)));
                drawer.set(true);
            } else if news.as_ref().is_some_and(News::asks_why) {
                single.set(Single(Some(WHY_PANEL)));
            }
        });
    }

    let on_help = {
        let help = help.clone();
        use_callback((), move |(), ()| help.set(true))
    };
    let (palette, meter, blank) = (use_state_eq(|| false), use_state_eq(|| false), use_state_eq(|| false));
    let cluster = use_state_eq(|| false);
    let exploring = use_state_eq(|| false);
    let explore = |to: bool| {
        let exploring = exploring.clone();
        Callback::from(move |()| exploring.set(to))
    };
    let on_key = {
        let (session, help, palette, blank) = (session.clone(), help.clone(), palette.clone(), blank.clone());
        Callback::from(move |key| match key {
            Key::Help => help.set(true),
            Key::Palette => palette.set(true),
            Key::Blank => blank.set(!*blank),
            Key::Explore => press(EXPLORE),
            key => {
                if let Some(what) = session_key(key, &session) {
                    session.dispatch(what);
                }
            }
        })
    };
    use_title(&now);
    let speed = settings.speed;
    // While Play goes, what moves has arrived before the next step.
    let fast = session.playing && !speed.is_readable();
    let pace = session.playing.then(|| format!("--d-travel:{0}ms;--d-land:{0}ms", speed.interval_ms() * 2 / 5));
    let onkeydown = {
        let drawer = drawer.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                close_drawer(&drawer);
            }
        })
    };

    // What is beside the drawer is dimmed, and a press there closes it.
    let onclick = {
        let drawer = drawer.clone();
        Callback::from(move |event: MouseEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            if target.is_some_and(|target| target.tag_name().eq_ignore_ascii_case("main")) {
                drawer.set(false);
            }
        })
    };

    let panels: Vec<_> = lesson.iter().map(|_| LESSON_PANEL).chain(PANELS).collect();
    let tabs: Vec<_> = panels
        .iter()
        .map(|&(id, panel, word)| Tab { id, panel, name: words.t(word), glyph: None, news: None })
        .collect();
    let chosen = panels.iter().position(|(_, id, _)| *id == panel).unwrap_or_default();
    let on_choose = {
        let single = single.clone();
        let ids: Vec<_> = panels.iter().map(|(_, id, _)| *id).collect();
        Callback::from(move |place: usize| single.set(Single(ids.get(place).copied())))
    };
    let on_go = {
        let (drawer, output_enlarged) = (drawer.clone(), output_enlarged.clone());
        Callback::from(move |id: &'static str| {
            single.set(Single(Some(id)));
            drawer.set(id == SPEC_PANEL);
            // The regions above the timeline are hidden then.
            output_enlarged.set(false);
            focus_region(id);
        })
    };
    let on_look = {
        let look = look.clone();
        use_callback((), move |looked, ()| look.set(looked))
    };
    let on_run = {
        let lesson_run = lesson_run.clone();
        use_callback((), move |next, ()| lesson_run.set(next))
    };
    let toggle_drawer = {
        let drawer = drawer.clone();
        Callback::from(move |()| {
            let opens = !*drawer;
            drawer.set(opens);
            if opens {
                focus_region(SPEC_PANEL);
            }
        })
    };
    let on_applied = {
        let drawer = drawer.clone();
        Callback::from(move |()| close_drawer(&drawer))
    };
    html! {
        <div class={classes!("app", drawer.then_some("drawer-open"), fast.then_some("fast"), lesson.as_ref().map(|_| "in-lesson"))} data-tab={panel} data-look={look.region} style={pace} {onkeydown} {onclick}>
            <Header session={session.clone()} draft={draft.clone()} drawer={*drawer} on_palette={let palette = palette.clone(); move |()| palette.set(true)} on_explore={explore(true)} on_drawer={toggle_drawer} on_arrival={props.on_arrival.clone()} lesson={lesson.as_ref().map(|lesson| AttrValue::from(lesson.text.title.clone()))} compared={*compared} on_compare={on_compare.clone()} on_help={on_help.clone()} />
            <NewVersion />
            if lesson.is_none() {
                <FromSource on_arrival={props.on_arrival.clone()} />
                <Live session={session.clone()} draft={draft.clone()} />
            }
            <div class="notices">
                if let Some(news) = &props.news { <Arrived news={news.clone()} session={session.clone()} draft={draft.clone()} on_arrival={props.on_arrival.clone()} on_close={props.on_dismiss.clone()} /> }
                if lesson.is_none() { <Restarted session={session.clone()} /> <HistoryBar session={session.clone()} /> }
            </div>
            <nav class="page-nav" aria-label={words.t("regions")} hidden={compared.is_some()}><Tabs label={words.t("regions")} {tabs} {chosen} {on_choose} /></nav>
            <Strip now={now.clone()} hidden={compared.is_some()} />
            <div class="around">
            if let Some(lesson) = lesson {
                <Column lesson={lesson.clone()} session={session.clone()} draft={draft.clone()} compared={*compared} on_compare={on_compare.clone()} {on_look} {on_run} on_go={on_go.clone()} />
            }
            if let Some(with) = *compared {
                <main class="comparing"><Compare key={seen.key()} session={session.clone()} draft={draft.clone()} {with} on_with={on_compare} lesson_run={(*lesson_run).clone()} /></main>
                <Announcer now={now.clone()} playing={session.playing} />
            } else {
                <Keys on_key={on_key.clone()} />
                <Regions session={session.clone()} draft={draft.clone()} {on_open} {on_applied} {on_compare} {on_help} is_lesson={lesson.is_some()} look={(*look).clone()} {output_enlarged} />
            }
            </div>
            if *meter { <Meter /> }
            if *blank { <div class="blank" role="status">{ words.t("blank") }</div> }
            if *palette {
                <Palette session={session.clone()} draft={draft.clone()} {on_key}
                    on_go={on_go.reform(|place: usize| PANELS.get(place).map_or(SPEC_PANEL, |(_, id, _)| id))}
                    on_meter={let meter = meter.clone(); move |()| meter.set(!*meter)}
                    on_cluster={let cluster = cluster.clone(); move |()| cluster.set(true)}
                    on_close={let palette = palette.clone(); move |()| palette.set(false)} />
            }
            if *cluster { <ClusterDialog release={now.snapshot.release} on_arrival={props.on_arrival.clone()} on_close={let cluster = cluster.clone(); move |()| cluster.set(false)} /> }
            if lesson.is_none() { <Explore session={session.clone()} open={*exploring} on_close={explore(false)} on_shown={let (compared, close) = (compared.clone(), explore(false)); move |()| { compared.set(None); close.emit(()); }} /> }
            if *help { <Help on_close={let help = help.clone(); move |()| help.set(false)} /> }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct RegionsProps {
    session: UseReducerHandle<Session>,
    draft: UseReducerHandle<Draft>,
    /// A text in the manifest editor belongs somewhere else.
    on_open: Callback<AttrValue>,
    /// The manifest was applied.
    on_applied: Callback<()>,
    /// The person wants to compare.
    on_compare: Callback<Option<With>>,
    on_help: Callback<()>,
    /// Whether a lesson tells what the first steps are.
    is_lesson: bool,
    /// What it speaks of.
    look: Looked,
    output_enlarged: UseStateHandle<bool>,
}

/// The regions. The timeline follows each movement at once, because it is what a person drags.
#[component]
fn Regions(props: &RegionsProps) -> Html {
    let RegionsProps { session, draft, on_open, on_applied, on_compare, on_help, is_lesson, look, output_enlarged } =
        props;
    let snapshot = &session.now.snapshot;
    let turns = use_turns(session);
    // Marked by an attribute: a selector for the tree itself would be evaluated on each change anywhere in the page.
    let branches = match session.now.branches.len() {
        0 | 1 => None,
        2 => Some("two"),
        _ => Some("many"),
    };
    let recorded = session.read_track(|track| track.points().iter().any(|point| !point.writers.is_empty()));
    html! { <>
        <main data-branches={branches} data-recorded={recorded.then_some("true")} data-large={output_enlarged.then_some("output")} data-dragged={turns.dragged.then_some("true")} aria-busy={turns.behind.then_some("true")}>
            <div class="small-release"><ReleaseMenu gates={session.read(|timeline| timeline.world().gates())} /></div>
            <Spec session={turns.output.clone()} {draft} {on_open} {on_applied} />
            <Plane session={turns.plane} remembered={turns.why.now.clone()} />
            <Pods session={turns.pods} />
            <Why now={turns.why.now.clone()} path={turns.path.now.clone()} path_rest={turns.path_rest.now.clone()} look={look.decision} brief={turns.brief} />
            <Timeline {session} {on_compare} />
            <Output session={turns.output} look={look.output.map(OutputTab::from)} field={look.field.clone()} manifest={draft.text.clone()} enlarged={output_enlarged.clone()} />
            if snapshot.jobs.is_empty() && session.now.syncs.is_empty() && !is_lesson { <Hint is_recorded={session.recorded.is_some()} {on_help} /> }
        </main>
        <Announcer now={turns.why.now.clone()} playing={session.playing} />
    </> }
}

#[derive(Properties, PartialEq)]
pub(crate) struct AnnouncerProps {
    pub(crate) now: Rc<Moment>,
    pub(crate) playing: bool,
}

/// Says each step to those who listen; keeps quiet while Play goes too fast to follow.
#[component]
pub(crate) fn Announcer(props: &AnnouncerProps) -> Html {
    let words = use_words();
    let settings = use_settings();
    let said = use_sentence(&props.now);
    let quiet = props.playing && !settings.speed.is_readable();
    html! {
        <div class="vh" role="log" aria-label={words.t("step-log")} aria-live={if quiet { "off" } else { "polite" }}>
            <p>{ said.plain(&words) }</p>
        </div>
    }
}
