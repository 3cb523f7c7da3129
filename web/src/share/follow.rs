//! Keeps page and address in step: a link that is put into the address bar is opened, and a session that is no longer
//! the link's own takes the link out of the address.

use gloo::events::EventListener;
use yew::prelude::*;

use super::{Arrival, address};

/// See the module. `changes` is a number that changes with each edit.
#[hook]
pub(crate) fn use_address(changes: (u64, AttrValue), on_arrival: Callback<Arrival>) {
    use_effect_with(on_arrival, |on_arrival| {
        let on_arrival = on_arrival.clone();
        let listener =
            EventListener::new(&gloo::utils::window(), "hashchange", move |_| on_arrival.emit(Arrival::by_address()));
        move || drop(listener)
    });
    let seen = use_mut_ref(|| changes.clone());
    use_effect_with(changes, move |changes| {
        if *seen.borrow() != *changes {
            seen.borrow_mut().clone_from(changes);
            address::forget_session();
        }
    });
}
