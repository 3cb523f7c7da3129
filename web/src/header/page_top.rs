//! The top of every page: the brand, which links to the start page, and the page's settings.

use yew::prelude::*;

use crate::offline::NewVersion;
use crate::route::Route;
use crate::settings::{Choose, Theme, use_settings};
use crate::ui::{Icon, Popover, Segmented, icon, use_opener};
use crate::words::{Locale, Words, args, use_words};

/// The header of pages that are not the debugger, and below it the notice of a newer version. The notice also registers the
/// service worker, so that readers of lessons have the page offline.
#[component]
pub(crate) fn PageTop() -> Html {
    let words = use_words();
    html! { <>
        <header class="top">
            <span class="brand">{ brand(&words) }</span>
            <span class="grow"></span>
            <a class="btn quiet" href={Route::Debugger.href()}>{ words.t("start-debugger") }</a>
            <a class="btn quiet" href={Route::Glossary(None).href()}>{ words.t("glossary") }</a>
            <Preferences />
        </header>
        <NewVersion />
    </> }
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

/// Theme and language: a button for each, and one for both where the header has no room for two.
#[component]
pub(super) fn Preferences() -> Html {
    let words = use_words();
    let settings = use_settings();
    let popover = use_opener();
    let locale = settings.spoken();
    let theme_name = words.f("theme", &args!(name = words.t(settings.theme.word()).to_string()));
    let language_name = words.f("language", &args!(name = locale.name()));
    html! { <>
        <button type="button" class="btn icon theme" aria-label={theme_name.clone()} title={theme_name} onclick={let settings = settings.clone(); move |_| settings.dispatch(Choose::NextTheme)}>{ icon(Icon::Theme) }</button>
        <button type="button" class="btn icon lang" aria-label={language_name.clone()} title={language_name} onclick={move |_| settings.dispatch(Choose::Locale(locale.other()))}>{ icon(Icon::Language) }</button>
        <button type="button" class="btn icon both" aria-label={words.t("preferences")} title={words.t("preferences")} aria-haspopup="dialog" aria-expanded={popover.expanded()} onclick={popover.open()}>{ icon(Icon::Preferences) }</button>
        if let Some(at) = popover.anchor() {
            <Popover anchor={at} label={words.t("preferences")} on_close={popover.closed()}><Both /></Popover>
        }
    </> }
}

/// Both of them with all that can be chosen.
#[component]
fn Both() -> Html {
    let words = use_words();
    let settings = use_settings();
    let (theme, locale) = (settings.theme, settings.spoken());
    let themes = Theme::ALL.map(|theme| words.t(theme.word())).to_vec();
    let languages = Locale::ALL.map(|locale| locale.name().into()).to_vec();
    let on_theme = {
        let settings = settings.clone();
        Callback::from(move |place: usize| {
            settings.dispatch(Choose::Theme(Theme::ALL.get(place).copied().unwrap_or_default()));
        })
    };
    let on_language = Callback::from(move |place: usize| {
        if let Some(locale) = Locale::ALL.get(place) {
            settings.dispatch(Choose::Locale(*locale));
        }
    });
    html! {
        <div class="both-pop">
            <p aria-hidden="true">{ words.say("theme-of-page") }</p>
            <Segmented label={words.t("theme-of-page")} options={themes} chosen={Theme::ALL.iter().position(|one| *one == theme).unwrap_or_default()} on_choose={on_theme} />
            <p aria-hidden="true">{ words.say("language-of-page") }</p>
            <Segmented label={words.t("language-of-page")} options={languages} chosen={Locale::ALL.iter().position(|one| *one == locale).unwrap_or_default()} on_choose={on_language} />
        </div>
    }
}
