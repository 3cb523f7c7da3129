//! One pod as a tile. Hundreds of them stay readable: the more there are, the less each one writes.

use jobscope_core::api::{Name, StatusError};
use jobscope_core::world::{CacheState, Counting, PodView};
use jobscope_explain::{Moment, PodState};
use yew::prelude::*;

use super::selection::Selection;

use super::state::{attempt, described, is_leaving, label, number, number_of_gone, time_left};
use crate::ui::{Icon, shape, small_icon};
use crate::words::{Words, args};

/// How much a tile writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Density {
    /// Shape, number, marks and label.
    Full,
    /// Shape and number.
    Short,
    /// The shape, on a canvas.
    Dots,
    /// The same, smaller.
    Specks,
}

impl Density {
    /// The density for the given number of tiles.
    pub(super) fn of(tiles: usize) -> Self {
        match tiles {
            0..=80 => Self::Full,
            81..=300 => Self::Short,
            301..=1500 => Self::Dots,
            _ => Self::Specks,
        }
    }

    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Short => "short",
            Self::Dots | Self::Specks => "dots",
        }
    }
}

/// What a tile is drawn with.
pub(super) struct Tiles<'a> {
    pub(super) words: &'a Words,
    pub(super) now: &'a Moment,
    pub(super) density: Density,
    pub(super) selection: &'a Selection,
    /// The one that Tab leads to.
    pub(super) stop: Option<&'a Name>,
}

impl Tiles<'_> {
    /// A pod that was made, whether it still exists or not.
    pub(super) fn made(&self, name: &Name) -> Html {
        self.now.pod(name).map_or_else(|| self.gone(name), |pod| self.pod(pod))
    }

    /// A pod that is in the store or the cache: a button that opens its menu.
    pub(super) fn pod(&self, pod: &PodView) -> Html {
        let state = PodState::of(pod);
        let full = self.density == Density::Full;
        let class = classes!("pod", lag(pod), (pod.tracked && full).then_some("held"));
        let tabindex = if self.stop == Some(&pod.name) { "0" } else { "-1" };
        html! {
            <button key={pod.name.as_str()} type="button" {class} {tabindex} data-s={state.id()} data-pod={pod.name.to_string()} aria-haspopup="dialog" aria-pressed={self.selection.has(&pod.name).to_string()} title={described(self.words, self.now, pod)}>
                { shape(state.id()) }
                <b>{ number(pod) }</b>
                if full { <em>{ self.extra(pod) }</em> }
                <span class={classes!("says", (!full).then_some("vh"))}><span>{ label(self.words, pod) }</span>if full { { counting(pod) } }</span>
                <span class="vh">{ pod.name.as_str() }</span>
            </button>
        }
    }

    /// What stands at the right of the number: of one that is being deleted the time left, or only that it is, if it has ended; of
    /// others attempt and restarts; then the finalizer.
    fn extra(&self, pod: &PodView) -> Html {
        let left = time_left(self.now, pod);
        html! {
            <>
                if let Some(left) = left { { left } } else if is_leaving(pod) { { shape("terminating") } } else {
                    if let Some(attempt) = attempt(self.words, pod) { { attempt } }
                    if pod.restarts > 0 { { "↻" }{ pod.restarts } }
                }
                if pod.tracked { { small_icon(Icon::Held) } }
            </>
        }
    }

    /// A pod that was made and no longer exists.
    fn gone(&self, name: &Name) -> Html {
        let Self { words, density, .. } = self;
        html! {
            <span key={name.as_str()} class="pod" data-s="gone" title={words.f("pod-was", &args!(name = name.as_str()))}>
                { shape("gone") }
                if *density == Density::Full { <b>{ number_of_gone(self.now, name) }</b><span class="says">{ words.t("state-gone") }</span> }
                if *density != Density::Full { <span class="vh">{ words.t("state-gone") }</span> }
            </span>
        }
    }

    /// A create that the API server refused: a pod that never was.
    pub(super) fn refused(&self, place: usize, error: &StatusError) -> Html {
        let Self { words, density, .. } = self;
        html! {
            <span key={format!("refused-{place}")} class="pod" data-s="refused" title={error.message.clone()}>
                { shape("refused") }
                if *density == Density::Full { <b>{ error.reason.code() }</b><span class="says">{ words.t("state-refused") }</span> }
                if *density != Density::Full { <span class="vh">{ words.t("state-refused") }</span> }
            </span>
        }
    }
}

/// What the controller does not see of the pod.
pub(super) fn lag(pod: &PodView) -> Option<&'static str> {
    match pod.cache {
        CacheState::InStep => None,
        CacheState::NotSeen => Some("unseen"),
        CacheState::Behind | CacheState::GoneFromStore => Some("behind"),
    }
}

/// The mark of a pod that the Job's status speaks of.
fn counting(pod: &PodView) -> Html {
    match pod.counting {
        Some(Counting::Recorded) => small_icon(Icon::Recorded),
        Some(Counting::Counted) => small_icon(Icon::Counted),
        Some(Counting::NotYet) | None => Html::default(),
    }
}
