//! A refusal, shown beside the refused control, and scrolled into view.

use std::rc::Rc;

use gloo::render::request_animation_frame;
use jobscope_core::world::ActionError;
use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use super::{Do, Refusal, use_dispatch};
use crate::effect::use_effect_with;
use crate::ui::{Icon, small_icon};
use crate::words::{args, use_words};

/// Properties of [`Refused`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) refusal: Rc<Refusal>,
}

#[component]
pub(crate) fn Refused(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let place = use_node_ref();
    {
        let place = place.clone();
        use_effect_with(props.refusal.clone(), move |_| {
            // Its region may only just have been brought up.
            let frame = request_animation_frame(move |_| {
                if let Some(alert) = place.cast::<Element>() {
                    let options = ScrollIntoViewOptions::new();
                    options.set_block(ScrollLogicalPosition::Nearest);
                    alert.scroll_into_view_with_scroll_into_view_options(&options);
                }
            });
            move || drop(frame)
        });
    }
    let error = &props.refusal.error;
    let title = match error {
        ActionError::Refused { error } => words.f("refused-by-server", &args!(code = error.reason.code())),
        _ => words.t("refused"),
    };
    html! {
        <div class="alert" role="alert" ref={place}>
            <h3>{ title }<span class="grow"></span>
                <button type="button" class="btn icon sm" aria-label={words.t("dismiss")} onclick={move |_| dispatch.dispatch(Do::DismissRefusal)}>{ small_icon(Icon::Close) }</button>
            </h3>
            <p class="said">{ words.refusal(error).html() }</p>
            <p class="muted">{ words.say("refused-unchanged") }</p>
        </div>
    }
}
