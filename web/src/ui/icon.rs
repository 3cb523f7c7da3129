//! Icons: 16 px line drawings in the colour of the text. Never the only name of anything.

use yew::prelude::*;

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Icon {
    Start,
    Back,
    Into,
    Over,
    Out,
    Play,
    Pause,
    Flag,
    Language,
    Theme,
    Preferences,
    Link,
    Close,
    Plus,
    Minus,
    RunTo,
    RunBack,
    Undo,
    Redo,
    Remove,
    Up,
    Pencil,
    More,
    Share,
    Copy,
    Held,
    Recorded,
    Counted,
    Select,
    Search,
    Compare,
    Switches,
    Enlarge,
}

impl Icon {
    fn href(self) -> &'static str {
        match self {
            Self::Start => "#i-start",
            Self::Back => "#i-back",
            Self::Into => "#i-into",
            Self::Over => "#i-over",
            Self::Out => "#i-out",
            Self::Play => "#i-play",
            Self::Pause => "#i-pause",
            Self::Flag => "#i-flag",
            Self::Language => "#i-lang",
            Self::Theme => "#i-theme",
            Self::Preferences => "#i-preferences",
            Self::Link => "#i-link",
            Self::Close => "#i-close",
            Self::Plus => "#i-plus",
            Self::Minus => "#i-minus",
            Self::RunTo => "#i-run-to",
            Self::RunBack => "#i-run-back",
            Self::Undo => "#i-undo",
            Self::Redo => "#i-redo",
            Self::Remove => "#i-remove",
            Self::Up => "#i-up",
            Self::Pencil => "#i-pencil",
            Self::More => "#i-more",
            Self::Share => "#i-share",
            Self::Copy => "#i-copy",
            Self::Held => "#i-held",
            Self::Recorded => "#i-recorded",
            Self::Counted => "#i-counted",
            Self::Select => "#i-select",
            Self::Search => "#i-search",
            Self::Compare => "#i-compare",
            Self::Switches => "#i-switches",
            Self::Enlarge => "#i-enlarge",
        }
    }
}

/// The icon at 16 px.
pub(crate) fn icon(icon: Icon) -> Html {
    html! { <svg class="ic" aria-hidden="true"><use href={icon.href()} /></svg> }
}

/// The icon at 13 px.
pub(crate) fn small_icon(icon: Icon) -> Html {
    html! { <svg class="ic s" aria-hidden="true"><use href={icon.href()} /></svg> }
}
