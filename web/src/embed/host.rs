//! The page around the embed. Only that page is listened to, and once it has said hello only under the same origin; nothing
//! but [`Event::Ready`] is said before.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::utils::window;
use js_sys::JSON;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};
use yew::prelude::*;

use super::message::{Command, Event};
use crate::effect::use_effect_with;

#[derive(Clone, Debug, Default)]
pub(super) struct Host {
    /// The origin from which the host has said hello.
    origin: Rc<RefCell<Option<String>>>,
}

impl PartialEq for Host {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.origin, &other.origin)
    }
}

/// The window of the host, if there is one.
fn parent() -> Option<Window> {
    let parent = window().parent().ok().flatten()?;
    (parent != window()).then_some(parent)
}

impl Host {
    /// Sends an event to the host, once it has said hello.
    pub(super) fn send(&self, event: &Event) {
        if let Some(origin) = &*self.origin.borrow() {
            // A page from a file or in a sandbox has no origin that could be named.
            post(event, if origin == "null" { "*" } else { origin });
        }
    }

    /// What a message wants, if it is one of the host's.
    fn wanted(&self, event: &MessageEvent) -> Option<Result<Command, String>> {
        let from: JsValue = event.source()?.into();
        let origin = event.origin();
        if from != JsValue::from(parent()?) || self.origin.borrow().as_ref().is_some_and(|known| *known != origin) {
            return None;
        }
        let json = JSON::stringify(&event.data()).ok()?;
        let wanted = Command::read(&JsValue::from(json).as_string()?)?;
        if wanted == Ok(Command::Hello {}) {
            *self.origin.borrow_mut() = Some(origin);
        }
        Some(wanted)
    }
}

fn post(event: &Event, origin: &str) {
    let Some((parent, message)) = parent().zip(JSON::parse(&event.written()).ok()) else { return };
    let _ = parent.post_message(&message, origin);
}

/// The host, and what it asks for from now on. Refusals are sent back to it.
#[hook]
pub(super) fn use_host(on_command: Callback<Command, Result<(), String>>) -> Host {
    let host = use_memo((), |()| Host::default());
    let latest = use_mut_ref(|| on_command.clone());
    latest.replace(on_command);
    {
        let host = (*host).clone();
        use_effect_with((), move |()| {
            let listener = EventListener::new(&window(), "message", move |event| {
                let Some(wanted) = event.dyn_ref::<MessageEvent>().and_then(|event| host.wanted(event)) else { return };
                let on_command = latest.borrow().clone();
                if let Err(message) = wanted.and_then(|command| on_command.emit(command)) {
                    host.send(&Event::Error { message });
                }
            });
            post(&Event::Ready, "*");
            move || drop(listener)
        });
    }
    (*host).clone()
}
