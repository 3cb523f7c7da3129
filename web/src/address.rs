//! The page's own address: the session in its fragment, and the parameter that names where one is.

use std::cell::RefCell;

use gloo::utils::{document, window};
use jobscope_core::api::Release;
use wasm_bindgen::JsValue;
use web_sys::{Url, UrlSearchParams};

/// What stands before a session in the fragment.
const NAME: &str = "#s=";

/// The fragment of the debugger.
pub(crate) const DEBUGGER: &str = "#/debugger";

/// The parameter that says where a session is.
const SOURCE: &str = "src";

/// The parameter that says that the page's host sends a recording under way, and by which release it is explained.
const LIVE: &str = "live";

/// The session in the address, if there is one.
pub(crate) fn session() -> Option<String> {
    window().location().hash().ok().as_deref().and_then(session_in).map(str::to_owned)
}

/// The session in a fragment.
pub(crate) fn session_in(fragment: &str) -> Option<&str> {
    fragment.strip_prefix(NAME)
}

/// Where the address says that a session is, or the texts of a history, unless it has a session itself; an error if that is
/// nowhere in the web.
pub(crate) fn sources() -> Option<Result<Vec<Url>, ()>> {
    let query = window().location().search().ok().filter(|_| session().is_none())?;
    let named = UrlSearchParams::new_with_str(&query).ok()?.get_all(SOURCE);
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    let is_in_the_web = |url: &Url| {
        matches!(url.protocol().as_str(), "http:" | "https:") && url.username().is_empty() && url.password().is_empty()
    };
    let url = |named: JsValue| {
        let url = Url::new_with_base(&named.as_string()?, &base).ok();
        url.filter(is_in_the_web)
    };
    let urls: Vec<Option<Url>> = named.iter().map(url).collect();
    (!urls.is_empty()).then(|| urls.into_iter().collect::<Option<Vec<Url>>>().ok_or(()))
}

/// The release that explains the recording under way, if the page's host sends one.
pub(crate) fn live() -> Option<Release> {
    let query = window().location().search().ok()?;
    UrlSearchParams::new_with_str(&query).ok()?.get(LIVE)?.parse().ok()
}

/// Whether the address says that a session is somewhere.
pub(crate) fn names_a_source() -> bool {
    sources().is_some() || live().is_some()
}

/// Whether an address is of the page's own origin.
pub(crate) fn is_own(url: &Url) -> bool {
    window().location().origin().is_ok_and(|origin| origin == url.origin())
}

/// The page's address with this session in it.
pub(crate) fn with_session(session: &str) -> String {
    with_fragment(&format!("{NAME}{session}"), &[SOURCE, LIVE])
}

thread_local! {
    /// The last address with the page's own session that the page has shown.
    static OWN: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Whether the page itself put the session into the address.
pub(crate) fn is_of_this_session() -> bool {
    session().is_some() && window().location().href().is_ok_and(|address| OWN.with_borrow(|own| *own == address))
}

/// Shows an address with the page's own session.
pub(crate) fn show_this_session(address: &str) {
    show(address);
    OWN.set(address.to_owned());
}

/// Shows an address of this page as the present one, without loading or going anywhere.
fn show(address: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

/// Takes the session out of the address, and where one is. What is left leads to the debugger, where the session is.
pub(crate) fn forget_session() {
    if session().is_some() || sources().is_some() {
        show(&with_fragment(DEBUGGER, &[SOURCE]));
    }
}

/// The page's address with this fragment, and without these parameters.
fn with_fragment(fragment: &str, without: &[&str]) -> String {
    let address = window().location().href().unwrap_or_default();
    let Ok(url) = Url::new(&address) else { return address };
    url.set_hash(fragment);
    let query = url.search_params();
    if without.iter().any(|name| query.has(name)) {
        for name in without {
            query.delete(name);
        }
        // The question mark alone would stay.
        let rest = String::from(query.to_string());
        url.set_search(&rest);
    }
    url.href()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_fragments_are_no_sessions() {
        assert_eq!(session_in("#s=1.abc"), Some("1.abc"));
        for other in ["", "#", "#spec", "#1.abc", "#S=1.abc"] {
            assert_eq!(session_in(other), None, "{other}");
        }
    }
}
