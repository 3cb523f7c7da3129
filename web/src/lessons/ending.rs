//! The end of a lesson: further reading, and the next lesson.

use jobscope_lessons::Source;
use yew::prelude::*;

use super::index::Card;
use crate::prose::text;
use crate::route::Route;
use crate::words::use_words;

/// Properties of [`Ending`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    /// The lesson's name.
    pub(super) name: AttrValue,
    pub(super) sources: Vec<Source>,
}

#[component]
pub(super) fn Ending(props: &Props) -> Html {
    let words = use_words();
    let next = Card::of(&props.name).and_then(Card::next);
    html! {
        <div class="ending">
            <h3>{ words.t("lesson-sources") }</h3>
            <ul>for source in &props.sources { <li>{ text::outside(&source.title, &source.url) }</li> }</ul>
            if let Some(next) = next {
                <a class="next-lesson" href={Route::Lesson(next.name.to_owned()).href()}><small>{ words.t("lesson-following") }</small><b>{ next.title(words.locale()) }</b></a>
            }
        </div>
    }
}
