//! The message after another release restarted the session, with Undo.

use yew::prelude::*;

use crate::session::{Do, Session, use_dispatch};
use crate::words::{args, use_words};

/// Properties of [`Restarted`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) session: UseReducerHandle<Session>,
}

/// The message disappears with the next edit.
#[component]
pub(super) fn Restarted(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let steps = props.session.restarted_steps();
    if steps == 0 {
        return html! { <p class="vh" role="status"></p> };
    }
    let release = props.session.now.snapshot.release.name();
    html! {
        <p class="arrived" role="status">
            <span>{ words.f("restarted", &args!(release = release, n = steps)) }</span>
            <button type="button" class="btn sm" onclick={move |_: MouseEvent| dispatch.dispatch(Do::Undo)}>{ words.t("arrived-undo") }</button>
        </p>
    }
}
