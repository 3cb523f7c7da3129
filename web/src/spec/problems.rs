//! The errors of the manifest, as a list whose items lead to their position.

use std::rc::Rc;

use jobscope_core::api::ManifestError;
use yew::prelude::*;

use crate::words::{args, use_words};

/// Properties of [`Problems`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) errors: Rc<Vec<ManifestError>>,
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
                <h3>{ words.f("problems", &args!(n = props.errors.len())) }</h3>
                <ul>
                    for error in props.errors.iter() {
                        <li><button type="button" class="problem" onclick={let at = (error.line, error.column); props.on_jump.reform(move |_| at)}>
                            <span class="where">{ words.f("problem-where", &args!(line = error.line, column = error.column)) }</span>
                            if !error.path.is_empty() { <code>{ path(&error.path) }</code> }
                            <span class="said">{ error.message.clone() }</span>
                            if !error.hint.is_empty() { <span class="advice">{ error.hint.clone() }</span> }
                        </button></li>
                    }
                </ul>
            }
        </div>
    }
}

/// A field's path, which breaks behind its dots and not at the hyphens of keys.
fn path(path: &str) -> Html {
    /// A key that is longer has to break somewhere on a narrow page.
    const LONG: usize = 32;
    let part = |part: &str| {
        let class = (part.len() <= LONG).then_some("keep");
        html! { <><span {class}>{ part.to_owned() }</span><wbr /></> }
    };
    path.split_inclusive('.').map(part).collect()
}
