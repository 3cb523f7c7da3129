//! The frame meter: how long the browser's frames take while it is shown. For those who want to see that the page keeps
//! up, and for the bench.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::words::{args, use_words};

/// Frames between two changes of what is shown.
const SHOWN_EVERY: usize = 30;
/// Frames that are remembered: four minutes of them.
const MOST: usize = 60 * 60 * 4;

/// Milliseconds that frames took, sorted for the asking.
#[derive(Clone, Debug, Default, PartialEq)]
struct Times(Vec<f64>);

impl Times {
    fn note(&mut self, ms: f64) {
        if self.0.len() < MOST {
            self.0.push(ms);
        }
    }

    /// The median, what 95 of 100 stay within, and the longest.
    fn percentiles(&self) -> [f64; 3] {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |percent: usize| sorted.get((sorted.len() * percent / 100).min(sorted.len().saturating_sub(1)));
        [50, 95, 100].map(|percent| at(percent).copied().unwrap_or_default())
    }
}

/// What was measured since the meter was shown.
#[derive(Clone, Debug, Default, PartialEq)]
struct Measured {
    /// From one frame to the next.
    apart: Times,
    /// From when a frame was due until it was drawn.
    drawn: Times,
    last: Option<f64>,
}

/// Measures frame by frame until it is dropped.
struct Run {
    measured: Measured,
    frame: Option<AnimationFrame>,
    after: Option<Timeout>,
    shown: UseStateHandle<Measured>,
}

fn next(run: &Rc<RefCell<Run>>) {
    let again = Rc::clone(run);
    let frame = request_animation_frame(move |due| {
        let last = again.borrow_mut().measured.last.replace(due);
        if let Some(last) = last {
            again.borrow_mut().measured.apart.note(due - last);
        }
        // The next task comes when the frame has been drawn.
        let drawn = Rc::clone(&again);
        let after = Timeout::new(0, move || {
            let now = gloo::utils::window().performance().map_or(due, |clock| clock.now());
            let mut run = drawn.borrow_mut();
            run.measured.drawn.note(now - due);
            if run.measured.apart.0.len() % SHOWN_EVERY == SHOWN_EVERY - 1 {
                run.shown.set(run.measured.clone());
            }
        });
        again.borrow_mut().after = Some(after);
        next(&again);
    });
    run.borrow_mut().frame = Some(frame);
}

#[component]
pub(crate) fn Meter() -> Html {
    let words = use_words();
    let shown = use_state_eq(Measured::default);
    {
        let shown = shown.clone();
        use_effect_with((), move |()| {
            let run = Rc::new(RefCell::new(Run { measured: Measured::default(), frame: None, after: None, shown }));
            next(&run);
            move || {
                // Each holds the run; without this it would never end.
                let (frame, after) = (run.borrow_mut().frame.take(), run.borrow_mut().after.take());
                drop((frame, after));
            }
        });
    }
    let [apart, drawn] = [&shown.apart, &shown.drawn].map(Times::percentiles);
    let ms = |times: [f64; 3]| times.map(|ms| format!("{ms:.1}")).join(" / ");
    let data = |times: [f64; 3]| times.map(|ms| format!("{ms:.2}")).join(" ");
    html! {
        <output class="meter mono" aria-live="off" aria-label={words.t("meter")} data-frames={shown.apart.0.len().to_string()} data-apart={data(apart)} data-drawn={data(drawn)}>
            { words.f("meter-told", &args!(n = shown.apart.0.len(), apart = ms(apart), drawn = ms(drawn))) }
        </output>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ninety_five_of_a_hundred_stay_within() {
        let mut times = Times::default();
        assert_eq!(format!("{:?}", times.percentiles()), "[0.0, 0.0, 0.0]");
        for ms in (1..=100).rev() {
            times.note(f64::from(ms));
        }
        assert_eq!(format!("{:?}", times.percentiles()), "[51.0, 96.0, 100.0]");
    }
}
