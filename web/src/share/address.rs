//! The fragment of the page's own address.

use gloo::utils::window;
use wasm_bindgen::JsValue;

/// What stands before a session in the fragment.
const NAME: &str = "#s=";

/// The session in the address, if there is one.
pub(crate) fn session() -> Option<String> {
    window().location().hash().ok().as_deref().and_then(session_in).map(str::to_owned)
}

/// The session in a fragment.
pub(super) fn session_in(fragment: &str) -> Option<&str> {
    fragment.strip_prefix(NAME)
}

/// The page's address with this session in it.
pub(super) fn with_session(session: &str) -> String {
    format!("{}{NAME}{session}", without_fragment())
}

/// Shows an address of this page as the present one, without loading or going anywhere.
pub(super) fn show(address: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

/// Takes the session out of the address.
pub(super) fn forget_session() {
    if session().is_some() {
        show(&without_fragment());
    }
}

fn without_fragment() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split_once('#').map_or(address.clone(), |(page, _)| page.to_owned())
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
