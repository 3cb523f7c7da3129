//! The browser's side of the service worker: registering it, and noticing a newer one.

use gloo::events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorker, ServiceWorkerContainer, ServiceWorkerRegistration, ServiceWorkerState};
use yew::Callback;

/// Where the document names the worker.
const NAME: &str = "meta[name='service-worker']";

/// The message that asks a waiting worker to take over.
const TAKE_OVER: &str = "take over";

fn container() -> Option<ServiceWorkerContainer> {
    let navigator = gloo::utils::window().navigator();
    // Browsers leave it out where a page may not have one.
    let there = js_sys::Reflect::has(&navigator, &JsValue::from_str("serviceWorker")).unwrap_or_default();
    there.then(|| navigator.service_worker())
}

/// Registers the worker that the document names, and reports a newer one once it waits to take over.
pub(super) fn register(on_newer: Callback<ServiceWorker>) {
    let name = gloo::utils::document().query_selector(NAME).ok().flatten();
    let Some((address, container)) = name.and_then(|name| name.get_attribute("content")).zip(container()) else {
        return;
    };
    spawn_local(async move {
        // A browser may refuse, in a private window for instance; the page works without a worker.
        let Ok(registration) = JsFuture::from(container.register(&address)).await else { return };
        watch(&registration.unchecked_into(), &container, &on_newer);
    });
}

fn watch(
    registration: &ServiceWorkerRegistration,
    container: &ServiceWorkerContainer,
    on_newer: &Callback<ServiceWorker>,
) {
    // The very first worker is not a newer one.
    if let Some(waiting) = registration.waiting().filter(|_| container.controller().is_some()) {
        on_newer.emit(waiting);
    }
    let (known, container, on_newer) = (registration.clone(), container.clone(), on_newer.clone());
    EventListener::new(registration, "updatefound", move |_| {
        let Some(coming) = known.installing().filter(|_| container.controller().is_some()) else { return };
        let (worker, on_newer) = (coming.clone(), on_newer.clone());
        EventListener::new(&coming, "statechange", move |_| {
            if worker.state() == ServiceWorkerState::Installed {
                on_newer.emit(worker.clone());
            }
        })
        .forget();
    })
    .forget();
}

/// Lets the newer worker take over, and loads the page again from its files.
pub(super) fn take_over(newer: &ServiceWorker) {
    let Some(container) = container() else { return };
    EventListener::once(&container, "controllerchange", |_| {
        let _ = gloo::utils::window().location().reload();
    })
    .forget();
    let _ = newer.post_message(&JsValue::from_str(TAKE_OVER));
}
