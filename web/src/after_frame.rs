//! Work that has time until the next frame: it begins when a frame has been drawn, so that it delays none. What
//! somebody waits for (a key, a press) is not put off by this, only what comes by itself and in quick succession.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;

/// A page that is out of sight gets no frames; the work is done then all the same, after so many milliseconds.
const OUT_OF_SIGHT_MS: u32 = 100;

/// Work that is to be done; dropped before, it is not.
#[must_use]
pub(crate) struct AfterFrame {
    _frame: AnimationFrame,
    _timer: Rc<RefCell<Timeout>>,
}

/// Does `work` once the next frame has been drawn, or when that does not come for long.
pub(crate) fn after_frame(work: impl FnOnce() + 'static) -> AfterFrame {
    let work = Rc::new(Cell::new(Some(work)));
    let begin = move || {
        if let Some(work) = work.take() {
            work();
        }
    };
    let timer = Rc::new(RefCell::new(Timeout::new(OUT_OF_SIGHT_MS, begin.clone())));
    let frame = {
        let timer = Rc::clone(&timer);
        // The next task comes when the frame has been drawn.
        request_animation_frame(move |_| *timer.borrow_mut() = Timeout::new(0, begin))
    };
    AfterFrame { _frame: frame, _timer: timer }
}
