//! Playback: automatic steps.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::{Do, Session};
use crate::after_frame::after_frame;
use crate::effect::use_effect_with;
use crate::settings::Speed;

/// How many milliseconds a step waits for its turn between two frames, on the average.
const TURN_MS: u32 = 8;

/// While `session` plays, takes its next step `speed` after the present one, between two frames.
#[hook]
pub(crate) fn use_play(session: &UseReducerHandle<Session>, speed: Speed) {
    let dispatch = session.dispatcher();
    use_effect_with((session.playing, session.now.revision, speed), move |&(playing, _, speed)| {
        let waiting = Rc::new(RefCell::new(None));
        let timer = playing.then(|| {
            let waiting = Rc::clone(&waiting);
            Timeout::new(speed.interval_ms().saturating_sub(TURN_MS), move || {
                *waiting.borrow_mut() = Some(after_frame(move || dispatch.dispatch(Do::Tick)));
            })
        });
        move || drop((timer, waiting.take()))
    });
}
