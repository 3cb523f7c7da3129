//! The shapes of pods' states: one outline each, so that state never depends on colour. Defined once, for the drawings
//! in the document and for canvases.

use yew::prelude::*;

/// How a part of a shape is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Paint {
    /// Filled with the state's colour.
    Fill,
    /// A line of that width in the state's colour.
    Line(f64),
    /// A broken line of that width.
    Dashes(f64),
    /// A line of that width in the colour of the ground: cut out of what is below it.
    Cut(f64),
}

/// A part of a shape, in a square of 16 by 16.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Part {
    /// The path, as in SVG.
    pub(crate) path: &'static str,
    pub(crate) paint: Paint,
}

/// Dashes and the gaps between them.
pub(crate) const DASHES: [f64; 2] = [2.6, 2.2];

const fn part(path: &'static str, paint: Paint) -> Part {
    Part { path, paint }
}

const RING: &str = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z";
const TRIANGLE: &str = "M4 2.5 13.5 8 4 13.5z";

/// The shapes by state, each from its lowest part up.
pub(crate) const SHAPES: [(&str, &[Part]); 8] = [
    ("pending", &[part("M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z", Paint::Dashes(1.6))]),
    ("running", &[part(TRIANGLE, Paint::Line(1.6))]),
    ("ready", &[part(TRIANGLE, Paint::Fill), part(TRIANGLE, Paint::Line(1.6))]),
    (
        "succeeded",
        &[
            part("M4.5 1.5h7a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3z", Paint::Fill),
            part("m4.8 8.2 2.2 2.3 4.2-4.8", Paint::Cut(1.8)),
        ],
    ),
    (
        "failed",
        &[part("M8 .8 15.2 8 8 15.2.8 8z", Paint::Fill), part("m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4", Paint::Cut(1.7))],
    ),
    ("terminating", &[part(RING, Paint::Line(1.6)), part("M8 2a6 6 0 0 1 0 12z", Paint::Fill)]),
    ("refused", &[part(RING, Paint::Line(1.6)), part("m3.8 12.2 8.4-8.4", Paint::Line(1.6))]),
    ("gone", &[part("M4.5 8h7", Paint::Line(1.6))]),
];

/// The parts of the shape of that state.
pub(crate) fn parts(state: &str) -> &'static [Part] {
    SHAPES.iter().find(|(known, _)| *known == state).map_or(&[], |(_, parts)| parts)
}

/// The 13 px shape of the state called `state` (`pending`, `running`, …). Its label always stands beside it.
pub(crate) fn shape(state: &str) -> Html {
    html! { <svg class="sh" aria-hidden="true"><use href={format!("#s-{state}")} /></svg> }
}

/// The symbols that [`shape`] refers to.
pub(super) fn symbols() -> Html {
    SHAPES
        .iter()
        .map(|(state, parts)| {
            html! {
                <symbol id={format!("s-{state}")} viewBox="0 0 16 16">for part in *parts { { drawn(part) } }</symbol>
            }
        })
        .collect()
}

fn drawn(part: &Part) -> Html {
    let dashes = format!("{} {}", DASHES[0], DASHES[1]);
    let (width, colour, dashes) = match part.paint {
        Paint::Fill => return html! { <path d={part.path} fill="currentColor" /> },
        Paint::Line(width) => (width, "currentColor", None),
        Paint::Dashes(width) => (width, "currentColor", Some(dashes)),
        Paint::Cut(width) => (width, "var(--panel)", None),
    };
    html! {
        <path d={part.path} fill="none" stroke={colour} stroke-width={width.to_string()} stroke-dasharray={dashes} stroke-linecap={matches!(part.paint, Paint::Cut(_)).then_some("round")} stroke-linejoin="round" />
    }
}
