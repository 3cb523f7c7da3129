//! The errors of the manifest, as a list whose items lead to their position.

use std::rc::Rc;

use jobscope_core::api::ManifestError;
use yew::prelude::*;

use crate::words::{args, names_kept, phrased, use_words};

/// Properties of [`Problems`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) errors: Rc<Vec<ManifestError>>,
    /// Whether there are others, which the form says beside its fields.
    pub(crate) elsewhere: bool,
    /// Line and column to go to.
    pub(crate) on_jump: Callback<(u32, u32)>,
}

/// It is always in the document, so that screen readers hear what comes and goes.
#[component]
pub(crate) fn Problems(props: &Props) -> Html {
    let words = use_words();
    html! {
        <div id="problems" class="problems" role="status">
            if !props.errors.is_empty() {
                <h3>{ words.f(if props.elsewhere { "problems-elsewhere" } else { "problems" }, &args!(n = props.errors.len())) }</h3>
                <ul>
                    for error in props.errors.iter() {
                        <li><button type="button" class="problem" onclick={let at = (error.line, error.column); props.on_jump.reform(move |_| at)}>
                            <span class="where">{ words.f("problem-where", &args!(line = error.line, column = error.column)) }</span>
                            if !error.path.is_empty() { <code>{ names_kept(&error.path) }</code> }
                            <span class="said">{ words.text_problem(&error.problem).html() }</span>
                            if let Some(hint) = words.hint(error) { <span class="advice">{ phrased(&hint) }</span> }
                        </button></li>
                    }
                </ul>
            }
        </div>
    }
}
