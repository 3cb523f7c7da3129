//! The route: what the page's address selects, such as the start page, a lesson, the glossary, the releases, or the debugger.

use gloo::events::EventListener;
use gloo::utils::window;
use jobscope_core::api::Release;
use yew::prelude::*;

use crate::address::{DEBUGGER, names_a_source, session_in};
use crate::effect::use_effect_with;
use crate::keep::Keep;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// The gallery of lessons, with everything else that one can start from.
    Start,
    /// The start page, because the address leads nowhere.
    Unknown,
    /// The lesson of that name.
    Lesson(String),
    /// The glossary, at that term.
    Glossary(Option<String>),
    /// The releases, and what changed between two of them.
    Releases(Option<(Release, Release)>),
    /// The person's own session.
    Debugger,
}

impl Route {
    /// What the address shows that the page is opened with. A session elsewhere that it names is opened, whatever fragment
    /// comes after it.
    fn at_first(plain: &Self) -> Self {
        if names_a_source() { Self::Debugger } else { Self::by_address(plain) }
    }

    /// What the present address asks for; `plain` is what it shows without a fragment.
    fn by_address(plain: &Self) -> Self {
        let fragment = window().location().hash().unwrap_or_default();
        Self::of_fragment(&fragment).unwrap_or_else(|| plain.clone())
    }

    /// What an address without a fragment shows: the start page on a first visit, and what the person was doing later.
    fn plain() -> Self {
        if Keep::Manifest.read::<String>().is_some() { Self::Debugger } else { Self::Start }
    }

    fn of_fragment(fragment: &str) -> Option<Self> {
        if session_in(fragment).is_some() {
            return Some(Self::Debugger);
        }
        let path = fragment.strip_prefix("#/")?;
        Some(match path.split_once('/').unwrap_or((path, "")) {
            ("debugger", _) => Self::Debugger,
            ("lesson", name) if !name.is_empty() => Self::Lesson(name.to_owned()),
            ("glossary", "") => Self::Glossary(None),
            ("glossary", term) => Self::Glossary(Some(term.to_owned())),
            ("releases", two) => {
                Self::Releases(two.split_once('/').and_then(|(old, new)| Some((old.parse().ok()?, new.parse().ok()?))))
            }
            ("" | "lessons" | "lesson", "") => Self::Start,
            _ => Self::Unknown,
        })
    }

    /// The fragment of its address, for links.
    pub(crate) fn href(&self) -> String {
        match self {
            Self::Start | Self::Unknown => "#/lessons".to_owned(),
            Self::Lesson(name) => format!("#/lesson/{name}"),
            Self::Glossary(None) => "#/glossary".to_owned(),
            Self::Glossary(Some(term)) => format!("#/glossary/{term}"),
            Self::Releases(None) => "#/releases".to_owned(),
            Self::Releases(Some((old, new))) => format!("#/releases/{old}/{new}"),
            Self::Debugger => DEBUGGER.to_owned(),
        }
    }

    /// Goes there.
    pub(crate) fn go(&self) {
        let _ = window().location().set_hash(&self.href());
    }
}

/// What the page shows now, and what changes that when no link does. The address follows.
///
/// What an address without a fragment shows is decided once, when the page is opened: storage changes with each thing that a
/// person does here, and must not move them.
#[hook]
pub(crate) fn use_route() -> (Route, Callback<Route>) {
    let plain = use_memo((), |()| Route::plain());
    let route = use_state_eq(|| Route::at_first(&plain));
    {
        let (route, plain) = (route.clone(), plain.clone());
        use_effect_with((), move |()| {
            let listener = EventListener::new(&window(), "hashchange", move |_| route.set(Route::by_address(&plain)));
            move || drop(listener)
        });
    }
    let show = {
        let route = route.clone();
        use_callback((), move |asked: Route, ()| {
            if Route::by_address(&plain) != asked {
                asked.go();
            }
            route.set(asked);
        })
    };
    ((*route).clone(), show)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_has_an_address_that_leads_to_it() {
        let all = [
            Route::Start,
            Route::Lesson("slow-start".to_owned()),
            Route::Glossary(None),
            Route::Glossary(Some("watch".to_owned())),
            Route::Releases(None),
            Route::Releases(Some((Release::V1_30, Release::V1_33))),
            Route::Debugger,
        ];
        for route in all {
            assert_eq!(Route::of_fragment(&route.href()), Some(route));
        }
    }

    #[test]
    fn sessions_are_opened_in_the_debugger_and_unknown_addresses_are_known_as_such() {
        assert_eq!(Route::of_fragment("#s=1.abc"), Some(Route::Debugger));
        for short in ["#/", "#/lesson/", "#/lessons/"] {
            assert_eq!(Route::of_fragment(short), Some(Route::Start), "{short}");
        }
        for odd in ["#/moon", "#/lessons/moon"] {
            assert_eq!(Route::of_fragment(odd), Some(Route::Unknown), "{odd}");
        }
        for none in ["", "#", "#spec"] {
            assert_eq!(Route::of_fragment(none), None, "{none}");
        }
    }
}
