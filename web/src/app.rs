//! The root of the page: its contexts, and its routing.
//!
//! The user's own session and manifest live here, so that they survive while something else is shown.

use std::rc::Rc;

use yew::prelude::*;

use crate::address::{forget_session, names_a_source};
use crate::arrival::{Arrival, Openers};
use crate::desk::{Desk, LessonDesk};
use crate::effect::use_effect_with;
use crate::keep::Keep;
use crate::lazy;
use crate::lessons::{Gallery, GlossaryPage};
use crate::prose::Explains;
use crate::releases::ReleasesPage;
use crate::route::{Route, use_route};
use crate::session::{Do, Session};
use crate::settings::{Settings, SettingsHandle};
use crate::share::{News, use_address, use_dropped_files, use_pasted};
use crate::spec::{Draft, DraftAction};
use crate::ui::{Same, Sprites, use_focus_kept};
use crate::words::{Words, use_words, use_words_of};

/// Events for the start page that was there before (web/start/start.js): the page is about to be drawn in its place, and the
/// page listens to what its reader does.
pub(crate) const DRAWS: &str = "jobscope-draws";
const LISTENS: &str = "jobscope-listens";

/// Dispatches an event of this name on the window.
pub(crate) fn announce(event: &str) {
    if let Ok(event) = Event::new(event) {
        let _ = gloo::utils::window().dispatch_event(&event);
    }
}

/// The page.
#[component]
pub(crate) fn App() -> Html {
    let settings = use_reducer(Settings::restore);
    let words = use_words_of(settings.spoken());
    use_root_attributes(&settings, &words);
    with_contexts(settings, words, html! { <Routed /> })
}

/// What every part of the page relies on, around `inner`.
pub(crate) fn with_contexts(settings: SettingsHandle, words: Words, inner: Html) -> Html {
    html! {
        <ContextProvider<SettingsHandle> context={settings}>
        <ContextProvider<Words> context={words}>
        <ContextProvider<Explains> context={Explains}>
            <Sprites />
            { inner }
        </ContextProvider<Explains>>
        </ContextProvider<Words>>
        </ContextProvider<SettingsHandle>>
    }
}

/// What the address asks for.
#[component]
fn Routed() -> Html {
    let (route, show) = use_route();
    let arrival = use_memo((), |()| Arrival::by_address());
    let session = use_reducer({
        let arrival = arrival.clone();
        move || match &*arrival {
            Arrival::Opened(opened) => Session::restore().opened(opened, Draft::restore().text),
            _ => Session::restore(),
        }
    });
    let draft = use_reducer({
        let arrival = arrival.clone();
        move || match &*arrival {
            Arrival::Opened(opened) => Draft::restore().opened(&opened.manifest),
            _ => Draft::restore(),
        }
    });
    let (news, on_arrival) = use_arrivals(&session, &draft, &arrival, show);
    use_page_title(&route);
    use_focus_kept();
    use_effect_with((), |()| {
        announce(LISTENS);
        lazy::load();
    });
    match route {
        Route::Start => html! { <Gallery {session} {draft} {on_arrival} /> },
        Route::Unknown => html! { <Gallery {session} {draft} {on_arrival} unknown_address=true /> },
        Route::Lesson(name) => html! { <LessonDesk key={name.clone()} name={name.clone()} {on_arrival} /> },
        Route::Glossary(term) => html! { <GlossaryPage term={term.map(AttrValue::from)} /> },
        Route::Releases(between) => html! { <ReleasesPage {between} /> },
        Route::Debugger => {
            let on_dismiss = {
                let news = news.clone();
                Callback::from(move |()| news.set(None))
            };
            html! { <Desk {session} {draft} {on_arrival} news={(*news).clone()} {on_dismiss} /> }
        }
    }
}

/// The title of pages that are not the debugger; that one has its own.
#[hook]
fn use_page_title(route: &Route) {
    let words = use_words();
    let page = match route {
        Route::Start | Route::Unknown => Some(words.t("lessons")),
        Route::Glossary(_) => Some(words.t("glossary")),
        Route::Releases(_) => Some(words.t("releases")),
        Route::Lesson(_) | Route::Debugger => None,
    };
    use_effect_with(page, |page| {
        if let Some(page) = page {
            gloo::utils::document().set_title(&format!("{page} · jobscope"));
        }
    });
}

/// Theme and language on the document's root, where the style sheets and the browser look for them.
#[hook]
pub(crate) fn use_root_attributes(settings: &Settings, words: &Words) {
    use_effect_with((settings.theme, words.locale()), |&(theme, locale)| {
        if let Some(root) = gloo::utils::document().document_element() {
            let _ = root.set_attribute("lang", locale.tag());
            let _ = match theme.attribute() {
                Some(theme) => root.set_attribute("data-theme", theme),
                None => root.remove_attribute("data-theme"),
            };
        }
    });
}

/// What was opened last, and where what is opened arrives: the debugger shows it, whatever the page showed before.
#[hook]
fn use_arrivals(
    session: &UseReducerHandle<Session>,
    draft: &UseReducerHandle<Draft>,
    arrival: &Arrival,
    show: Callback<Route>,
) -> (UseStateHandle<Option<News>>, Callback<Arrival>) {
    // What the page was opened with is there to be seen, unless it is broken or takes long.
    let news = use_state_eq(|| match arrival {
        Arrival::Broken(_) | Arrival::Coming(_) | Arrival::Unread(..) | Arrival::Recounting(_) => {
            Some(News::of(arrival.clone(), AttrValue::default(), 0))
        }
        Arrival::Plain | Arrival::Manifest(_) | Arrival::Opened(_) => None,
    });
    let present = use_mut_ref(<(AttrValue, u64)>::default);
    present.replace((draft.text.clone(), session.edited()));
    let on_arrival = {
        let (session, draft, news) = (session.dispatcher(), draft.dispatcher(), news.clone());
        use_callback((), move |arrival: Arrival, ()| {
            let (before, edited) = present.borrow().clone();
            news.set(Some(News::of(arrival.clone(), before.clone(), edited)));
            match arrival {
                Arrival::Plain => return,
                Arrival::Broken(_) | Arrival::Coming(_) | Arrival::Unread(..) | Arrival::Recounting(_) => {}
                // An address that names a session names another one.
                Arrival::Manifest(text) => {
                    forget_session();
                    draft.dispatch(DraftAction::Replace(text.to_string()));
                }
                Arrival::Opened(opened) => {
                    draft.dispatch(DraftAction::Replace(opened.manifest.to_string()));
                    session.dispatch(Do::Open(opened, before));
                }
            }
            show.emit(Route::Debugger);
        })
    };
    {
        let wanted = session.wanted.clone();
        let (recorded, text, on_arrival) = (session.recorded.clone(), draft.text.clone(), on_arrival.clone());
        // The same may be wanted twice.
        use_effect_with(wanted.as_ref().map(Rc::as_ptr), move |_| {
            if let Some((wanted, recorded)) = wanted.zip(recorded) {
                lazy::with_functions(move |openers: Openers| {
                    on_arrival.emit((openers.again)(&recorded, &wanted, text));
                });
            }
        });
    }
    {
        // The history that the tab had, with its run, or to be explained again.
        let is_plain = *arrival == Arrival::Plain;
        let (session, on_arrival) = (session.dispatcher(), on_arrival.clone());
        use_effect_with((), move |()| {
            if !is_plain || !Keep::History.has() {
                return;
            }
            if Keep::Run.has() {
                lazy::with_functions(move |openers: Openers| {
                    if let Some(recorded) = (openers.recorded)() {
                        session.dispatch(Do::Remember(Same(Rc::new(recorded))));
                    }
                });
            } else if !names_a_source() {
                lazy::with_functions(move |openers: Openers| {
                    if let Some(arrival) = (openers.kept)() {
                        on_arrival.emit(arrival);
                    }
                });
            }
        });
    }
    let is_links = news.as_ref().is_some_and(|news| news.is_of_link(session, draft));
    use_address((session.edited(), draft.text.clone()), session.now.cursor, is_links, on_arrival.clone());
    use_dropped_files(on_arrival.clone());
    use_pasted(on_arrival.clone());
    (news, on_arrival)
}
