//! Play: steps that go by themselves.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::{Do, Session};
use crate::settings::Speed;

/// While `session` plays, takes its next step `speed` after the present one.
#[hook]
pub(crate) fn use_play(session: &UseReducerHandle<Session>, speed: Speed) {
    let dispatch = session.dispatcher();
    use_effect_with((session.playing, session.now.revision, speed), move |&(playing, _, speed)| {
        let timer = playing.then(|| Timeout::new(speed.interval_ms(), move || dispatch.dispatch(Do::Tick)));
        move || drop(timer)
    });
}
