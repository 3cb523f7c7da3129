//! A lesson in the gallery: its session at a glance, what it is about, and how far the reader came.

use yew::prelude::*;

use super::index;
use super::progress::Reached;
use crate::route::Route;
use crate::words::{args, phrased, use_words};

/// Properties of [`Card`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) card: &'static index::Card,
    /// How far the reader came, if the lesson was ever opened.
    pub(super) reached: Option<Reached>,
}

#[component]
pub(super) fn Card(props: &Props) -> Html {
    let words = use_words();
    let (card, locale) = (props.card, words.locale());
    let (class, standing) = match props.reached {
        None => (None, None),
        Some(Reached { done: true, .. }) => (Some("done"), Some(words.t("lesson-done"))),
        Some(Reached { section, .. }) => {
            (Some("cur"), Some(words.f("lesson-at", &args!(n = section + 1, of = card.sections))))
        }
    };
    html! {
        <li class={classes!("card", class)}>
            <Glance card={card} />
            <h4><a href={Route::Lesson(card.name.to_owned()).href()}>{ card.title(locale) }</a></h4>
            <p>{ phrased(card.question(locale)) }</p>
            <span class="meta"><span>{ card.releases(&words) }</span>if let Some(standing) = standing { <b>{ standing }</b> }</span>
        </li>
    }
}

#[derive(Properties, PartialEq)]
struct GlanceProps {
    card: &'static index::Card,
}

/// The pictures of what it is about. The text beside them says what that is.
#[component]
fn Glance(props: &GlanceProps) -> Html {
    let pictures = props.card.pictures;
    let height = if pictures.len() > 1 { 44 } else { 88 };
    html! {
        <span class="glance-v" aria-hidden="true">
            for (picture, release) in pictures.iter().zip(props.card.releases) {
                <span>
                    if pictures.len() > 1 { <small>{ release.name() }</small> }
                    <svg viewBox={format!("0 0 {} {height}", jobscope_lessons::WIDTH)} preserveAspectRatio={if pictures.len() > 1 { "xMinYMid" } else { "xMidYMid" }}>
                        for (mark, path) in picture.paths { <path class={format!("p-{mark}")} d={*path} /> }
                        for label in picture.labels { <text class={label.large.then_some("large")} x={label.x} y={label.y} text-anchor={label.anchor}>{ label.text }</text> }
                    </svg>
                </span>
            }
        </span>
    }
}
