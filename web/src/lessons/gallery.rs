//! The start page: what jobscope is, manifests to start from, and the lessons by track.

use jobscope_explain::preset::BLANK;
use jobscope_lessons::library::Track;
use yew::prelude::*;

use super::card::Card;
use super::index;
use super::progress::{Progress, Reached};
use super::search;
use super::starters::Starters;
use crate::arrival::Arrival;
use crate::header::PageTop;
use crate::route::Route;
use crate::session::Session;
use crate::share::{FromCluster, OpenFile};
use crate::spec::{Draft, begin_with};
use crate::ui::on_value;
use crate::words::{args, use_words};

/// Properties of [`Gallery`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The person's own session.
    pub(crate) session: UseReducerHandle<Session>,
    pub(crate) draft: UseReducerHandle<Draft>,
    /// What a file brings.
    pub(crate) on_arrival: Callback<Arrival>,
    /// Whether the page shows because the address leads nowhere.
    #[prop_or_default]
    pub(crate) unknown_address: bool,
}

#[component]
pub(crate) fn Gallery(props: &Props) -> Html {
    let words = use_words();
    let progress = use_memo((), |()| Progress::restore());
    let typed = use_state_eq(String::new);
    let found = search::found(&typed);
    let oninput = {
        let typed = typed.clone();
        on_value(move |text| typed.set(text))
    };
    let blank = {
        let (session, draft) = (props.session.dispatcher(), props.draft.clone());
        Callback::from(move |_: MouseEvent| {
            begin_with(BLANK, None, Vec::new(), &session, &draft);
            Route::Debugger.go();
        })
    };
    html! {
        <div class="start">
            <PageTop />
            if props.unknown_address { <p class="arrived" role="status">{ words.say("unknown-address") }</p> }
            <main class="sheet">
                <div class="hero">
                    <div>
                        <h1>{ words.say("start-title") }</h1>
                        <p>{ words.say("start-what") }</p>
                    </div>
                    <div class="acts">
                        <button type="button" class="btn prim" onclick={blank}>{ words.t("start-blank") }</button>
                        <OpenFile class="btn" on_arrival={props.on_arrival.clone()} />
                        <p class="muted">{ words.say("start-drop") }</p>
                    </div>
                </div>
                <Starters release={props.session.now.snapshot.release} session={props.session.dispatcher()} draft={props.draft.clone()} />
                <FromCluster release={props.session.now.snapshot.release} on_arrival={props.on_arrival.clone()} />
                <div class="lessons-bar">
                    <h2>{ words.t("lessons") }</h2>
                    <label class="find"><span class="vh">{ words.t("lessons-search") }</span>
                        <input type="search" value={(*typed).clone()} placeholder={words.t("lessons-search-such")} {oninput} />
                    </label>
                    <span class="muted" role="status">if !typed.trim().is_empty() { { words.f("lessons-found", &args!(n = found.len())) } }</span>
                    <span class="grow"></span>
                    if let Some((card, reached)) = progress.to_continue() { { go_on(&words, card, reached) } }
                </div>
                for track in Track::ALL {
                    <TrackOf {track} cards={found.iter().copied().filter(|card| card.track == track).collect::<Vec<_>>()} progress={progress.clone()} />
                }
                if found.is_empty() { <p class="empty">{ words.say("lessons-none") }</p> }
            </main>
        </div>
    }
}

/// The way back to the lesson that was read last.
fn go_on(words: &crate::words::Words, card: &'static index::Card, reached: Reached) -> Html {
    let part = (reached.section + 1) * 100 / card.sections.max(1);
    html! {
        <a class="resume" href={Route::Lesson(card.name.to_owned()).href()}><b>{ words.t("lesson-continue") }</b>{ card.title(words.locale()) }<i class="prog" style={format!("--p:{part}%")}></i></a>
    }
}

#[derive(Properties, PartialEq)]
struct TrackProps {
    track: Track,
    cards: Vec<&'static index::Card>,
    progress: std::rc::Rc<Progress>,
}

/// A track with those of its lessons that were found.
#[component]
fn TrackOf(props: &TrackProps) -> Html {
    let words = use_words();
    if props.cards.is_empty() {
        return Html::default();
    }
    let (id, name) = match props.track {
        Track::FirstSteps => ("t-first", "track-first-steps"),
        Track::FailingWell => ("t-failing", "track-failing-well"),
        Track::AskedMost => ("t-asked", "track-asked-most"),
        Track::TheMachinery => ("t-machinery", "track-the-machinery"),
        Track::CountingOnce => ("t-counting", "track-counting-once"),
        Track::RacesAndReleases => ("t-races", "track-races-and-releases"),
    };
    let reached = |card: &index::Card| props.progress.of(card.name);
    let done = props.cards.iter().filter(|card| reached(card).is_some_and(|reached| reached.done)).count();
    html! {
        <section class="lesson-track" aria-labelledby={id}>
            <div class="th">
                <h3 {id}>{ words.t(name) }</h3>
                <p>{ words.say(&format!("{name}.what")) }</p>
                <span class="muted">{ words.f("lessons-number", &args!(n = props.cards.len())) }</span>
                if done > 0 { <b class="done">{ words.f("lessons-done", &args!(n = done)) }</b> }
            </div>
            <ul class="cards">
                for card in &props.cards { <Card key={card.name} card={*card} reached={reached(card)} /> }
            </ul>
        </section>
    }
}
