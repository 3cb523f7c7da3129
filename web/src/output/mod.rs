//! The kubectl region: what the command line would print now, with what the last step changed marked.

mod columns;
mod describe;
mod events;
mod get;
mod human;
mod table;
mod template;
mod yaml;

use std::collections::BTreeSet;
use std::rc::Rc;

use jobscope_core::world::World;
use yew::prelude::*;

use crate::session::{Moment, Session};
use crate::settings::{Choose, OutputTab, use_settings};
use crate::ui::{CopyButton, Tab, Tabs};
use crate::words::use_words;

/// Properties of [`Output`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
}

/// A line as it is printed.
#[derive(Clone, Debug, Default, PartialEq)]
struct Line {
    text: String,
    /// What makes it a changed line when it changes.
    gist: String,
}

impl Line {
    fn plain(text: String) -> Self {
        Self { gist: text.clone(), text }
    }
}

/// A text as it is printed.
#[derive(Clone, Debug, Default, PartialEq)]
struct Printed {
    lines: Vec<Line>,
    /// Whether the first line names columns.
    headed: bool,
}

impl Printed {
    /// Lines without a heading.
    fn of_text(lines: impl IntoIterator<Item = String>) -> Self {
        Self { lines: lines.into_iter().map(Line::plain).collect(), headed: false }
    }

    /// As it is copied.
    fn text(&self) -> String {
        self.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    fn of(tab: OutputTab, wide: bool, now: &Moment, world: &World) -> Self {
        match tab {
            OutputTab::Job => get::jobs(world, now.snapshot.now, wide),
            OutputTab::Pods => get::pods(world, now.snapshot.now),
            OutputTab::Describe => describe::jobs(now, world),
            OutputTab::Events => events::events(now, world),
            OutputTab::Yaml => yaml::jobs(world),
        }
    }
}

/// See the module.
#[component]
pub(crate) fn Output(props: &Props) -> Html {
    let words = use_words();
    let settings = use_settings();
    let tab = settings.output;
    let session = props.session.clone();
    let now = session.now.clone();
    let wide = settings.wide;
    let printed = use_memo((tab, wide, now.clone()), move |(tab, wide, now)| {
        session.read(|timeline| Printed::of(*tab, *wide, now, timeline.world()))
    });
    let before = use_before((tab, wide), &printed);
    let warned = events::new_warnings(&now);
    let tabs: Vec<_> = OutputTab::ALL
        .into_iter()
        .map(|tab| Tab {
            id: tab.id(),
            panel: "output-text",
            name: words.t(tab.id()),
            news: (tab == OutputTab::Events && warned).then(|| words.t("new-warnings")),
        })
        .collect();
    let chosen = OutputTab::ALL.iter().position(|known| *known == tab).unwrap_or_default();
    let on_choose = {
        let settings = settings.clone();
        Callback::from(move |place: usize| {
            settings.dispatch(Choose::Output(OutputTab::ALL.get(place).copied().unwrap_or_default()));
        })
    };
    let copy = {
        let printed = printed.clone();
        Callback::from(move |()| AttrValue::from(printed.text()))
    };
    html! {
        <section class="panel out" id="output" aria-label="kubectl">
            <div class="bar">
                <Tabs label={words.t("output")} {tabs} {chosen} {on_choose} />
                <span class="grow"></span>
                if tab == OutputTab::Job {
                    <button type="button" class="btn quiet sm mono all-columns" aria-pressed={wide.to_string()} onclick={move |_| settings.dispatch(Choose::Wide(!wide))}>{ "-o wide" }</button>
                }
                <CopyButton text={copy} />
            </div>
            <pre class="o" id="output-text" role="tabpanel" aria-labelledby={tab.id()} tabindex="0">
                for (place, line) in printed.lines.iter().enumerate() {
                    { shown(&line.text, place == 0 && printed.headed, !before.is_empty() && !before.contains(&line.gist)) }
                }
            </pre>
        </section>
    }
}

fn shown(line: &str, heading: bool, changed: bool) -> Html {
    let line = format!("{line}\n");
    if heading {
        html! { <span class="hd">{ line }</span> }
    } else if changed {
        html! { <ins>{ line }</ins> }
    } else {
        html!(line)
    }
}

/// The lines that the same view printed before the last change; nothing right after the view was chosen.
#[hook]
fn use_before(view: (OutputTab, bool), printed: &Rc<Printed>) -> Rc<BTreeSet<String>> {
    struct Kept {
        view: (OutputTab, bool),
        now: Rc<Printed>,
        before: Rc<BTreeSet<String>>,
    }
    let kept = use_mut_ref(|| None::<Kept>);
    let mut kept = kept.borrow_mut();
    let before = match kept.take() {
        Some(old) if old.view == view && Rc::ptr_eq(&old.now, printed) => old.before,
        Some(old) if old.view == view => Rc::new(old.now.lines.iter().map(|line| line.gist.clone()).collect()),
        _ => Rc::new(BTreeSet::new()),
    };
    *kept = Some(Kept { view, now: printed.clone(), before: before.clone() });
    before
}
