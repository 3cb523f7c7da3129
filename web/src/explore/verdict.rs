//! The result of a search: the schedule that was found, step by step, or the bounds of the search and what to try next.

use jobscope_core::explore::{Bound, Found, SearchOrder, Verdict};
use jobscope_core::timeline::MAX_BRANCHES;
use jobscope_core::world::invariants::Violation;
use jobscope_explain::sentence::Sentence;
use jobscope_explain::time::instant;
use jobscope_explain::{Moment, Movement};
use web_sys::HtmlElement;
use yew::prelude::*;

use super::search::Search;
use super::{findings, goals};
use crate::effect::use_effect_with;
use crate::session::Session;
use crate::why::sentence::Said;
use crate::words::{Words, amount, args, phrased, use_words};

/// Properties of [`Report`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) session: UseReducerHandle<Session>,
    pub(super) search: Search,
    /// The schedule is to be put on the timeline.
    pub(super) on_show: Callback<Search>,
}

/// Its heading gets the focus, because the button that stopped the search is gone.
#[component]
pub(super) fn Report(props: &Props) -> Html {
    let words = use_words();
    let heading = use_node_ref();
    {
        let heading = heading.clone();
        use_effect_with(props.search.clone(), move |_| {
            if let Some(heading) = heading.cast::<HtmlElement>() {
                let _ = heading.focus();
                heading.scroll_into_view();
            }
        });
    }
    let steps = use_memo((props.search.clone(), words.clone()), |(search, words)| shown_steps(search, words));
    let verdict = props.search.verdict();
    let progress = props.search.progress();
    let args = args!(
        worlds = amount(progress.worlds),
        tried = amount(progress.steps_tried),
        depth = progress.depth,
        departures = progress.departures,
        steps = props.search.asked.steps,
        what = props.search.asked.goal.name(&words).to_string()
    );
    // What is said of the shortest orders, or of those near the usual one.
    let of_order = |shortest, usual| match props.search.asked.order {
        SearchOrder::Shortest => shortest,
        SearchOrder::Usual => usual,
    };
    let (title, body) = match &verdict {
        Some(Verdict::Found(found)) => (
            of_order("explore-found", "explore-found-usual"),
            html! { <Schedule search={props.search.clone()} found={found.clone()} steps={(*steps).clone()} on_show={props.on_show.clone()} /> },
        ),
        Some(Verdict::Exhausted) if progress.worlds <= 1 => {
            ("explore-none", html! { <p>{ words.say("explore-over") }</p> })
        }
        Some(Verdict::Exhausted) if props.search.asked.most > 0 => {
            ("explore-none", html! { <p>{ words.rich("explore-exhausted-mishaps", &args) }</p> })
        }
        Some(Verdict::Exhausted) => ("explore-none", html! { <p>{ words.rich("explore-exhausted", &args) }</p> }),
        Some(Verdict::Bounded(Bound::Steps)) => (
            "explore-not-found",
            html! { <p>{ words.rich(of_order("explore-bounded-steps", "explore-bounded-steps-usual"), &args) }</p> },
        ),
        Some(Verdict::Bounded(Bound::Worlds)) => (
            "explore-not-found",
            html! { <p>{ words.rich(of_order("explore-bounded-worlds", "explore-bounded-worlds-usual"), &args) }</p> },
        ),
        None => (
            "explore-stopped",
            html! { <p>{ words.rich(of_order("explore-stopped-at", "explore-stopped-at-usual"), &args) }</p> },
        ),
    };
    let (n, departures) = match &verdict {
        Some(Verdict::Found(found)) => (found.actions.len(), found.departures),
        Some(Verdict::Exhausted | Verdict::Bounded(_)) | None => (0, 0),
    };
    html! {
        <section class="explore-verdict" aria-labelledby="explore-verdict">
            <h3 id="explore-verdict" ref={heading} tabindex="-1">{ words.say_f(title, &args!(n = n, departures = departures)) }</h3>
            { body }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct ScheduleProps {
    search: Search,
    found: Found,
    /// The steps in words, each with its time.
    steps: Vec<(AttrValue, Html)>,
    on_show: Callback<Search>,
}

/// A schedule, with what its last step reaches.
#[component]
fn Schedule(props: &ScheduleProps) -> Html {
    let words = use_words();
    let onclick = {
        let search = props.search.clone();
        props.on_show.reform(move |_: MouseEvent| search.clone())
    };
    let is_full = props.search.timeline.branches().len() >= MAX_BRANCHES;
    html! { <>
        <ol class="schedule">
            for (time, said) in &props.steps { <li><span class="mono at">{ time }</span><span>{ said.clone() }</span></li> }
        </ol>
        if !props.found.reached.violations.is_empty() {
            <div class="violations">
                <p>{ words.say("explore-violations") }</p>
                <ul>for violation in &props.found.reached.violations { { broken(&words, violation) } }</ul>
            </div>
        }
        <div class="explore-go">
            <button type="button" class="btn prim" disabled={is_full} {onclick}>{ words.t("explore-show") }</button>
            <p class="muted">{ words.say(if is_full { "explore-show-full" } else { "explore-show-what" }) }</p>
        </div>
    </> }
}

/// What was broken, by its name here, and how.
fn broken(words: &Words, Violation { invariant, about, what }: &Violation) -> Html {
    html! {
        <li>
            if let Some(name) = goals::name_of(*invariant) { { words.say(name) } } else { <code>{ invariant.to_string() }</code> }
            <p class="finding">{ words.f("finding-about", &args!(about = about.to_string())) }{ phrased(&findings::text(words, what)) }</p>
        </li>
    }
}

/// The steps that were found in the words of Why, each with the time at which it happens.
fn shown_steps(search: &Search, words: &Words) -> Vec<(AttrValue, Html)> {
    let mut timeline = (*search.timeline).clone();
    let mut steps = Vec::new();
    for action in search.actions() {
        let at = timeline.world().now().since(timeline.world().start());
        if timeline.apply(&action).is_err() {
            break;
        }
        let moment = Moment::of(&timeline, 0, Movement::Jump, 0);
        steps.push((instant(at).into(), Sentence::at(&moment).rich(words)));
    }
    steps
}
