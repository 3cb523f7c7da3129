//! A wire between two nodes, and the tokens that travel along it for what the last step did.

use jobscope_explain::{Moment, Movement};
use yew::prelude::*;

/// More tokens than this would only blur.
const MOST_DOTS: usize = 3;

/// How things can go along a wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passage {
    Free,
    /// Something waits on it.
    Held,
    /// Nothing comes through: the watch has ended.
    Broken,
}

impl Passage {
    fn class(self) -> Option<&'static str> {
        match self {
            Self::Free => None,
            Self::Held => Some("held"),
            Self::Broken => Some("broken"),
        }
    }
}

/// What a wire shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wiring {
    /// Its place on the map.
    pub(super) class: &'static str,
    pub(super) label: AttrValue,
    /// Under the line.
    pub(super) sub: Html,
    /// On the line.
    pub(super) parked: Html,
    /// Whether the last step went along it.
    pub(super) on: bool,
    pub(super) passage: Passage,
    /// Whether it leads to the left.
    pub(super) reversed: bool,
    /// How many tokens travel.
    pub(super) dots: usize,
    /// Changes with every movement that sends some, so that tokens travel once for each.
    pub(super) revision: u64,
}

impl Wiring {
    /// A wire along which the last movement sent `fresh` things.
    pub(super) fn flow(now: &Moment, fresh: usize) -> Self {
        let dots = if now.movement == Movement::Forward { fresh.min(MOST_DOTS) } else { 0 };
        Self {
            class: "",
            label: AttrValue::default(),
            sub: Html::default(),
            parked: Html::default(),
            on: fresh > 0,
            passage: Passage::Free,
            reversed: false,
            dots,
            revision: if dots > 0 { now.revision } else { 0 },
        }
    }
}

/// Properties of [`Wire`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) wiring: Wiring,
}

/// The style sheet shows the horizontal or the vertical line.
#[component]
pub(super) fn Wire(props: &Props) -> Html {
    let wiring = &props.wiring;
    let class = classes!(
        "wire",
        wiring.class,
        wiring.on.then_some("on"),
        wiring.passage.class(),
        wiring.reversed.then_some("rev")
    );
    let arrow = match (wiring.on, wiring.passage) {
        (true, _) => "url(#ar-on)",
        (false, Passage::Held | Passage::Broken) => "url(#ar-held)",
        (false, Passage::Free) => "url(#ar)",
    };
    let (left, right) = if wiring.reversed { ("100%", "0") } else { ("0", "100%") };
    html! {
        <div {class}>
            <span class="lbl">{ &wiring.label }</span>
            <span class="track" aria-hidden="true">
                <svg>
                    <line class="h" x1={left} y1="50%" x2={right} y2="50%" marker-end={arrow} />
                    <line class="v" x1="50%" y1={left} x2="50%" y2={right} marker-end={arrow} />
                </svg>
                if wiring.passage == Passage::Broken { <i class="cut"></i> }
                if wiring.dots > 0 { <span key={wiring.revision}>for dot in 0..wiring.dots { <i class={format!("dot d{dot}")}></i> }</span> }
            </span>
            { wiring.parked.clone() }
            <span class="sub">{ wiring.sub.clone() }</span>
        </div>
    }
}
