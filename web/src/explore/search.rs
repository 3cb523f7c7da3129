//! The search in progress: it runs for a moment after each frame, reports how far it is, and can be stopped.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use jobscope_core::explore::{Explorer, Progress, SearchOrder, Verdict};
use jobscope_core::timeline::{Cursor, Timeline};
use jobscope_core::world::Action;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::asked::Asked;
use crate::after_frame::after_frame;
use crate::effect::use_effect_with;
use crate::session::Session;
use crate::words::{amount, args, use_words};

/// How long the search runs between two frames, in milliseconds. The clock is read after each step.
const SLICE_MS: f64 = 9.0;
const SLICE_STEPS: usize = 1;
/// The same in a hidden tab, where nothing is drawn and timers fire once a second.
const HIDDEN_SLICE_MS: f64 = 500.0;

/// A search, compared by identity.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) asked: Asked,
    /// The session that it starts from, up to where it starts.
    pub(super) timeline: Rc<Timeline>,
    /// How many edits the session had then.
    pub(super) edited: u64,
    explorer: Rc<RefCell<Explorer>>,
    /// How long it has run, in milliseconds.
    ran: Rc<Cell<f64>>,
}

impl PartialEq for Search {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.explorer, &other.explorer)
    }
}

impl Search {
    /// A search from where the cursor of the session stands; within a step, from its end.
    pub(super) fn begin(session: &Session, asked: Asked) -> Self {
        let timeline = session.read(|timeline| {
            let mut timeline = timeline.clone();
            let Cursor { step, entries } = timeline.cursor();
            timeline.seek(Cursor { step: step + usize::from(entries > 0), entries: 0 });
            timeline
        });
        let explorer = Explorer::new(timeline.world().clone(), asked.plan());
        let (explorer, ran) = (Rc::new(RefCell::new(explorer)), Rc::default());
        Self { asked, timeline: Rc::new(timeline), edited: session.edited(), explorer, ran }
    }

    /// How far it is.
    pub(super) fn progress(&self) -> Progress {
        self.explorer.borrow().progress()
    }

    /// How many states it meets in a second in which it runs.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no search runs for 50 days")]
    fn speed(&self) -> usize {
        self.progress().worlds.saturating_mul(1_000) / (self.ran.get() as usize).max(1)
    }

    /// How it ended; `None` if it did not.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.explorer.borrow().verdict().cloned()
    }

    /// The actions of the order that was found; empty if none was.
    pub(super) fn actions(&self) -> Vec<Action> {
        match self.verdict() {
            Some(Verdict::Found(found)) => found.actions,
            _ => Vec::new(),
        }
    }

    /// Searches until the next frame is due.
    fn run_slice(&self) -> Progress {
        let now = || gloo::utils::window().performance().map_or(f64::MAX, |clock| clock.now());
        let begun = now();
        let until = begun + if gloo::utils::document().hidden() { HIDDEN_SLICE_MS } else { SLICE_MS };
        loop {
            let progress = self.explorer.borrow_mut().go_on(SLICE_STEPS);
            let time = now();
            if progress.is_over || time >= until {
                self.ran.set(self.ran.get() + time - begun);
                return progress;
            }
        }
    }
}

/// Properties of [`Under`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) search: Search,
    /// The search is over, or the user stopped it.
    pub(super) on_over: Callback<Search>,
}

#[component]
pub(super) fn Under(props: &Props) -> Html {
    let words = use_words();
    let (slices, stop) = (use_state(|| 0_usize), use_node_ref());
    {
        // The button that started it is disabled now, so the focus moves on.
        let stop = stop.clone();
        use_effect_with(props.search.clone(), move |_| {
            if let Some(stop) = stop.cast::<HtmlElement>() {
                let _ = stop.focus();
            }
        });
    }
    {
        let (slices, on_over) = (slices.clone(), props.on_over.clone());
        use_effect_with((props.search.clone(), *slices), move |(search, done)| {
            let (search, done) = (search.clone(), *done);
            let next = after_frame(move || {
                if search.run_slice().is_over {
                    on_over.emit(search);
                } else {
                    slices.set(done + 1);
                }
            });
            move || drop(next)
        });
    }
    let progress = props.search.progress();
    let Asked { worlds: most, .. } = props.search.asked;
    let counts = args!(
        worlds = amount(progress.worlds),
        steps = progress.depth + 1,
        departures = progress.departures,
        waiting = amount(progress.frontier),
        speed = amount(props.search.speed())
    );
    let so_far = match props.search.asked.order {
        SearchOrder::Shortest => "explore-so-far",
        SearchOrder::Usual => "explore-so-far-usual",
    };
    let onclick = {
        let search = props.search.clone();
        props.on_over.reform(move |_: MouseEvent| search.clone())
    };
    html! {
        <div class="explore-under">
            <p role="status">{ words.say("explore-under") }</p>
            <progress max={most.to_string()} value={progress.worlds.to_string()} aria-label={words.t("explore-progress")}></progress>
            <p class="muted">{ words.rich(so_far, &counts) }</p>
            <button ref={stop} type="button" class="btn" {onclick}>{ words.t("explore-stop") }</button>
        </div>
    }
}
