//! One pod as a tile. Hundreds of them stay readable: the more there are, the less each one writes.

use jobscope_core::api::{Name, StatusError};
use jobscope_core::world::{CacheState, PodView};
use yew::prelude::*;

use super::state::{PodState, described, label};
use crate::ui::shape;
use crate::words::{Words, args};

/// How much a tile writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Density {
    /// Shape, number and label.
    Full,
    /// Shape and number.
    Short,
    /// The shape.
    Dots,
}

impl Density {
    /// The density for so many tiles.
    pub(super) fn of(tiles: usize) -> Self {
        match tiles {
            0..=80 => Self::Full,
            81..=300 => Self::Short,
            _ => Self::Dots,
        }
    }

    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Short => "short",
            Self::Dots => "dots",
        }
    }
}

/// A pod that is in the store or the cache: a button that opens its menu.
pub(super) fn pod(words: &Words, pod: &PodView, density: Density) -> Html {
    let state = PodState::of(pod);
    let lag = match pod.cache {
        CacheState::InStep => None,
        CacheState::NotSeen => Some("unseen"),
        CacheState::Behind | CacheState::GoneFromStore => Some("behind"),
    };
    let full = density == Density::Full;
    html! {
        <button key={pod.name.as_str()} type="button" class={classes!("pod", lag)} data-s={state.id()} data-pod={pod.name.to_string()} aria-haspopup="dialog" title={described(words, pod)}>
            { shape(state.id()) }
            if density != Density::Dots { <b>{ pod.ordinal }</b> }
            if full && pod.restarts > 0 { <em>{ "↻" }{ pod.restarts }</em> }
            <span class={(!full).then_some("vh")}>{ label(words, pod) }</span>
            <span class="vh">{ pod.name.as_str() }</span>
        </button>
    }
}

/// A pod that was made and no longer exists.
pub(super) fn gone(words: &Words, name: &Name, density: Density) -> Html {
    html! {
        <span key={name.as_str()} class="pod" data-s="gone" title={words.f("pod-was", &args!(name = name.as_str()))}>
            { shape("gone") }
            if density == Density::Full { <b></b><span>{ words.t("state-gone") }</span> }
            if density == Density::Dots { <span class="vh">{ words.t("state-gone") }</span> }
        </span>
    }
}

/// A create that the API server refused: a pod that never was.
pub(super) fn refused(words: &Words, place: usize, error: &StatusError, density: Density) -> Html {
    html! {
        <span key={format!("refused-{place}")} class="pod" data-s="refused" title={error.message.clone()}>
            { shape("refused") }
            if density == Density::Full { <b>{ error.reason.code() }</b><span>{ words.t("state-refused") }</span> }
            if density != Density::Full { <span class="vh">{ words.t("state-refused") }</span> }
        </span>
    }
}
