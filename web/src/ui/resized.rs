//! Elements that are observed for changes of size.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, ResizeObserver};

/// Hears, until it is dropped, of the size that each watched element has and of every other one that it gets.
pub(crate) struct Resized {
    /// None where a browser has no such thing; then nothing is heard.
    observer: Option<ResizeObserver>,
    _on_size: Closure<dyn Fn(JsValue)>,
}

impl Resized {
    pub(crate) fn new(on_size: impl Fn() + 'static) -> Self {
        let on_size = Closure::<dyn Fn(JsValue)>::new(move |_| on_size());
        Self { observer: ResizeObserver::new(on_size.as_ref().unchecked_ref()).ok(), _on_size: on_size }
    }

    /// From now on this element, too.
    pub(crate) fn watch(&self, element: &Element) {
        if let Some(observer) = &self.observer {
            observer.observe(element);
        }
    }
}

impl Drop for Resized {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}
