//! Keeps page and address in sync: a link in the address bar is opened, and the link is removed from the address once
//! the session differs from it.

use std::cell::Cell;

use gloo::events::EventListener;
use jobscope_core::timeline::Cursor;
use yew::prelude::*;

use crate::address;
use crate::arrival::Arrival;
use crate::effect::use_effect_with;

/// `changes` changes with each edit and `cursor` with each step. `is_links` says whether the session is still the one that the
/// address brought.
#[hook]
pub(crate) fn use_address(changes: (u64, AttrValue), cursor: Cursor, is_links: bool, on_arrival: Callback<Arrival>) {
    use_effect_with(on_arrival, |on_arrival| {
        let on_arrival = on_arrival.clone();
        let has_session = || address::session().is_some();
        let had = Cell::new(has_session());
        // Who goes about in the page brings nothing, and loses nothing that comes from elsewhere.
        let listener = EventListener::new(&gloo::utils::window(), "hashchange", move |_| {
            if had.replace(has_session()) || has_session() {
                on_arrival.emit(Arrival::by_address());
            }
        });
        move || drop(listener)
    });
    // A link that the page made names the position at that time, which the next step leaves. One that was opened stays, so that
    // a reload starts over.
    use_effect_with(cursor, |_| {
        if address::is_of_this_session() {
            address::forget_session();
        }
    });
    let seen = use_mut_ref(|| changes.clone());
    use_effect_with((changes, is_links), move |(changes, is_links)| {
        if *seen.borrow() != *changes {
            seen.borrow_mut().clone_from(changes);
            if !is_links {
                address::forget_session();
            }
        }
    });
}
