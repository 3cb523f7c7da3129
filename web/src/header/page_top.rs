//! What the top of every page has: the brand, which leads to the start page, and the page's own settings.

use yew::prelude::*;

use crate::route::Route;
use crate::settings::{Choose, use_settings};
use crate::ui::{Icon, icon};
use crate::words::{Words, args, use_words};

/// The header of pages that are not the debugger.
#[component]
pub(crate) fn PageTop() -> Html {
    let words = use_words();
    html! {
        <header class="top">
            <span class="brand">{ brand(&words) }</span>
            <span class="grow"></span>
            <a class="btn quiet" href={Route::Debugger.href()}>{ words.t("start-debugger") }</a>
            <a class="btn quiet" href={Route::Glossary(None).href()}>{ words.t("glossary") }</a>
            <Preferences />
        </header>
    }
}

/// The brand, as the way to the start page.
pub(super) fn brand(words: &Words) -> Html {
    html! {
        <a href={Route::Start.href()} title={words.t("lessons")}>
            <svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7.5" /><circle cx="10" cy="10" r="2.5" class="fill" /><path d="M10 .5v4M10 15.5v4M.5 10h4M15.5 10h4" /></svg>
            <span>{ "jobscope" }</span>
        </a>
    }
}

/// Theme and language.
#[component]
pub(super) fn Preferences() -> Html {
    let words = use_words();
    let settings = use_settings();
    let locale = settings.spoken();
    let theme_name = words.f("theme", &args!(name = words.t(settings.theme.word()).to_string()));
    let language_name = words.f("language", &args!(name = locale.name()));
    html! { <>
        <button type="button" class="btn icon theme" aria-label={theme_name.clone()} title={theme_name} onclick={let settings = settings.clone(); move |_| settings.dispatch(Choose::NextTheme)}>{ icon(Icon::Theme) }</button>
        <button type="button" class="btn icon lang" aria-label={language_name.clone()} title={language_name} onclick={move |_| settings.dispatch(Choose::Locale(locale.other()))}>{ icon(Icon::Language) }</button>
    </> }
}
