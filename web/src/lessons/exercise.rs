//! An exercise: the reader types a command, and it counts once the cluster is as asked.

use std::rc::Rc;

use gloo::utils::document;
use jobscope_lessons::Exercise;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::path;
use crate::after_frame::{AfterFrame, after_frame};
use crate::prose::text;
use crate::words::use_words;

/// Properties of [`Typing`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) exercise: Rc<Exercise>,
    pub(super) done: bool,
    /// The reader wants to go to the region.
    pub(super) on_go: Callback<&'static str>,
}

#[component]
pub(super) fn Typing(props: &Props) -> Html {
    let words = use_words();
    let going = use_mut_ref(|| None::<AfterFrame>);
    let onclick = props.on_go.reform(move |_: MouseEvent| {
        // On a small page the region is drawn first.
        *going.borrow_mut() = Some(after_frame(|| {
            let prompt = document().get_element_by_id("prompt");
            if let Some(prompt) = prompt.and_then(|prompt| prompt.dyn_into::<HtmlElement>().ok()) {
                let _ = prompt.focus();
            }
        }));
        path::place(jobscope_lessons::Region::Output)
    });
    html! {
        <section class={classes!("predict", "exercise", props.done.then_some("done"))} aria-labelledby="h-exercise">
            <h3 id="h-exercise"><small>{ words.t("exercise") }</small><span>{ text::still_line(&props.exercise.task) }</span></h3>
            <button type="button" class="look" {onclick}>{ words.t("exercise-go") }</button>
            <details>
                <summary>{ words.t("exercise-hint") }</summary>
                <pre class="mono" tabindex="0">{ props.exercise.example.clone() }</pre>
            </details>
            <div role="status">
                if props.done { <p class="verdict right">{ words.say("exercise-done") }</p> }
            </div>
        </section>
    }
}
