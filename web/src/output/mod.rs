//! The kubectl region: a terminal, and the output of pinned commands after every step, with the last step's changes marked.

mod field;
mod lines;
mod prompt;
mod terminal;

use std::rc::Rc;

use jobscope_core::api::EventType;
use jobscope_core::client::StoredEvents;
use jobscope_core::kubectl::{Line, Printed};
use jobscope_core::timeline::Timeline;
use jobscope_core::trace::TraceEntry;
use jobscope_core::world::World;
use jobscope_explain::{Moment, Movement};
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::lazy::use_deferred;
use crate::session::Session;
use crate::settings::{Choose, OutputTab, use_settings};
use crate::ui::{CopyButton, Icon, Same, Tab, Tabs, icon, use_recent};
use crate::words::{args, use_words};
use lines::Lines;
use prompt::Prompt;
use terminal::Terminal;

/// The lines that stay visible above a field that a lesson refers to.
const LINES_ABOVE: usize = 5;

/// Properties of [`Output`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: Rc<Session>,
    /// What a lesson refers to; it does not change the settings.
    #[prop_or_default]
    pub(crate) look: Option<OutputTab>,
    /// The field of the Job's YAML that the lesson refers to, by its path.
    #[prop_or_default]
    pub(crate) field: Option<AttrValue>,
    /// The manifest in the editor, where commands can be typed.
    #[prop_or_default]
    pub(crate) manifest: Option<AttrValue>,
    /// Whether the region has the room of those above the timeline, where all regions show.
    #[prop_or_default]
    pub(crate) enlarged: Option<UseStateHandle<bool>>,
}

/// The output of a tab, and the number of events that were recorded but never written.
fn printed(tab: OutputTab, wide: bool, world: &World) -> (Rc<Printed>, usize) {
    let printer = world.printer();
    let jobs: Vec<_> = world.stored_jobs().collect();
    let (lines, lost) = match tab {
        OutputTab::Terminal => (Printed::of_lines(Vec::new()), 0),
        OutputTab::Job => (printer.jobs(&jobs, wide), 0),
        OutputTab::Pods => (printer.pods(world.stored_pods().cloned().collect()), 0),
        OutputTab::Describe => {
            let StoredEvents { events, lost } = world.stored_events();
            (printer.described_jobs(&jobs, &events), lost.len())
        }
        OutputTab::Events => {
            let StoredEvents { events, lost } = world.stored_events();
            (printer.events(events), lost.len())
        }
        OutputTab::Yaml => (printer.jobs_as_yaml(&jobs), 0),
        OutputTab::Metrics => (Printed::of_lines(world.metrics().lines().map(metric).collect()), 0),
    };
    (Rc::new(lines), lost)
}

/// Whether the current step has recorded a warning.
fn new_warnings(now: &Moment) -> bool {
    now.done_trace().iter().any(|entry| matches!(entry, TraceEntry::Event(event) if event.r#type == EventType::Warning))
}

/// A line of what Prometheus reads: comments, and values behind their names.
fn metric(line: &str) -> Line {
    let value = if line.starts_with('#') { 0 } else { line.rsplit(' ').next().map_or(0, str::len) };
    Line::plain(line.to_owned()).ending(value)
}

/// Scrolls to that one of `all` lines, or to the status at the end of a Job's YAML, to which lessons refer otherwise.
fn show_in_yaml(line: Option<usize>, all: usize) {
    let Some(text) = gloo::utils::document().get_element_by_id("output-text") else { return };
    let Some(line) = line else {
        text.set_scroll_top(text.scroll_height());
        return;
    };
    let count = |lines: usize| i32::try_from(lines).unwrap_or(i32::MAX);
    let above = text.scroll_height().saturating_mul(count(line.saturating_sub(LINES_ABOVE)));
    text.set_scroll_top(above / count(all.max(1)));
}

/// The region.
#[component]
pub(crate) fn Output(props: &Props) -> Html {
    let deferred = use_deferred();
    html! { <section class="panel out" id="output" aria-label="kubectl">{ deferred.draw::<OutputBody>(props) }</section> }
}

/// What is in the region.
#[component]
pub(crate) fn OutputBody(props: &Props) -> Html {
    let words = use_words();
    let settings = use_settings();
    let looked = use_state_eq(|| props.look);
    {
        let looked = looked.clone();
        use_effect_with(props.look, move |look| looked.set(*look));
    }
    let tabs = if props.manifest.is_some() { OutputTab::ALL.as_slice() } else { OutputTab::PINNED };
    let tab = Some(looked.unwrap_or(settings.views.output)).filter(|tab| tabs.contains(tab)).unwrap_or_default();
    let session = props.session.clone();
    let now = session.now.clone();
    let wide = settings.views.wide;
    // The cursor says whether the world belongs to the moment: this region may be a few frames late.
    let cursor = session.read(Timeline::cursor);
    let shown = use_recent((tab, wide, cursor, Same(now.snapshot.clone())), |_| {
        session.read(|timeline| printed(tab, wide, timeline.world()))
    });
    let (printed, lost) = (shown.0.clone(), shown.1);
    let all = printed.len();
    // Only changes of a step are marked: nothing after a jump, and nothing before the first step.
    let stepped = now.movement != Movement::Jump && now.step.is_some();
    let before = use_before((tab, wide), &printed).filter(|_| stepped);
    let is_yaml = *looked == Some(OutputTab::Yaml);
    let field = props.field.as_ref().filter(|_| is_yaml).and_then(|path| field::line_of(&printed, path));
    use_effect_with((is_yaml, field, now.revision), move |&(is_yaml, field, _)| {
        if is_yaml {
            show_in_yaml(field, all);
        }
    });
    // Since then normal events and warnings have separate limits.
    let bucket = if now.snapshot.release.since(32) { "type" } else { "job" };
    let warned = new_warnings(&now);
    let chosen = tabs.iter().position(|known| *known == tab).unwrap_or_default();
    let names: Vec<_> = tabs
        .iter()
        .map(|tab| Tab {
            id: tab.id(),
            panel: "output-text",
            name: words.t(tab.id()),
            glyph: (*tab == OutputTab::Terminal).then_some(">_"),
            news: (*tab == OutputTab::Events && warned).then(|| words.t("new-warnings")),
        })
        .collect();
    let on_choose = {
        let (settings, looked) = (settings.clone(), looked.clone());
        Callback::from(move |place: usize| {
            looked.set(None);
            settings.dispatch(Choose::Output(tabs.get(place).copied().unwrap_or_default()));
        })
    };
    let on_sent = {
        let (settings, looked) = (settings.clone(), looked.clone());
        Callback::from(move |()| {
            looked.set(None);
            settings.dispatch(Choose::Output(OutputTab::Terminal));
        })
    };
    let copy = {
        let (printed, console) = (printed.clone(), session.console.clone());
        Callback::from(move |()| match tab {
            OutputTab::Terminal => AttrValue::from(console.text()),
            _ => AttrValue::from(printed.text()),
        })
    };
    html! {
        <>
            <div class="bar">
                <Tabs label={words.t("output")} tabs={names} {chosen} {on_choose} />
                <span class="grow"></span>
                if let Some(enlarged) = props.enlarged.clone() {
                    <button type="button" class="btn icon enlarge" aria-pressed={enlarged.to_string()} aria-label={words.t("output-enlarge")} title={words.t("output-enlarge")} onclick={move |_| enlarged.set(!*enlarged)}>{ icon(Icon::Enlarge) }</button>
                }
                <CopyButton text={copy} />
            </div>
            if tab == OutputTab::Terminal {
                <Terminal console={session.console.clone()} />
            } else {
                <Lines {tab} {printed} {before} looked={field} />
            }
            if tab == OutputTab::Job {
                <button type="button" class="btn quiet sm mono all-columns" aria-pressed={wide.to_string()} onclick={move |_| settings.dispatch(Choose::Wide(!wide))}>{ "-o wide" }</button>
            }
            if lost > 0 {
                <p class="unwritten">{ words.say_f("events-lost", &args!(n = lost, each = bucket)) }</p>
            }
            if let Some(manifest) = &props.manifest { <Prompt session={session.clone()} {manifest} {on_sent} /> }
        </>
    }
}

/// The output of the same view before the last change; `None` right after the view was chosen.
#[hook]
fn use_before(view: (OutputTab, bool), printed: &Rc<Printed>) -> Option<Rc<Printed>> {
    struct Kept {
        view: (OutputTab, bool),
        now: Rc<Printed>,
        before: Option<Rc<Printed>>,
    }
    let kept = use_mut_ref(|| None::<Kept>);
    let mut kept = kept.borrow_mut();
    let before = match kept.take() {
        Some(old) if old.view == view && Rc::ptr_eq(&old.now, printed) => old.before,
        Some(old) if old.view == view => Some(old.now),
        _ => None,
    };
    *kept = Some(Kept { view, now: printed.clone(), before: before.clone() });
    before
}
