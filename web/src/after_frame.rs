//! Defers work until a frame has been drawn, so that it does not delay one. What the user waits for (a key, a press) is
//! not delayed by this, only what comes by itself and in quick succession.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;

/// A page that is out of sight gets no frames; the work is then done after this number of milliseconds.
const OUT_OF_SIGHT_MS: u32 = 100;

/// A frame that was drawn this number of milliseconds after it was due came late: before the next one, of 60 in a second, there is no time
/// for work that takes 5 or 6.
const LATE_MS: f64 = 11.0;

/// Work that is to be done; dropped before, it is not.
#[must_use]
pub(crate) struct AfterFrame {
    _frame: AnimationFrame,
    _timer: Rc<RefCell<Timeout>>,
    /// The frame that is waited for after one that came late.
    _next: Rc<RefCell<Option<AfterFrame>>>,
}

/// Does `work` once the next frame has been drawn, or when that does not come for long.
pub(crate) fn after_frame(work: impl FnOnce() + 'static) -> AfterFrame {
    timed_after_frame(move |_| work())
}

/// Does `work` once a frame has been drawn, and leaves one out if that came late: then it has no time to spare.
pub(crate) fn after_frame_in_time(work: impl FnOnce() + 'static) -> AfterFrame {
    let next = Rc::new(RefCell::new(None));
    let first = {
        let next = Rc::clone(&next);
        timed_after_frame(move |took| {
            if took < LATE_MS {
                work();
            } else {
                *next.borrow_mut() = Some(after_frame(work));
            }
        })
    };
    AfterFrame { _next: next, ..first }
}

/// Tells `work` how many milliseconds the frame took from when it was due.
fn timed_after_frame(work: impl FnOnce(f64) + 'static) -> AfterFrame {
    let work = Rc::new(Cell::new(Some(work)));
    let begin = move |took| {
        if let Some(work) = work.take() {
            work(took);
        }
    };
    let timer = {
        let begin = begin.clone();
        Rc::new(RefCell::new(Timeout::new(OUT_OF_SIGHT_MS, move || begin(0.0))))
    };
    let frame = {
        let timer = Rc::clone(&timer);
        // The next task comes when the frame has been drawn.
        request_animation_frame(move |due| {
            let drawn = move || begin(gloo::utils::window().performance().map_or(0.0, |clock| clock.now() - due));
            *timer.borrow_mut() = Timeout::new(0, drawn);
        })
    };
    AfterFrame { _frame: frame, _timer: timer, _next: Rc::default() }
}
