//! Which part of a long element can be seen, so that only that part is drawn.

use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// Pixels that are drawn beyond both ends, and by which the drawn part moves: scrolling less draws nothing anew.
const STEP: f64 = 240.0;

/// The part of an element to draw, in pixels from its top, and its width.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Visible {
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    pub(crate) width: f64,
}

impl Visible {
    /// The part to draw of something that is seen from `top` to `bottom`.
    fn around(top: f64, bottom: f64, width: f64) -> Self {
        let top = ((top / STEP).floor() - 1.0).max(0.0) * STEP;
        let bottom = ((bottom / STEP).ceil() + 1.0).max(1.0) * STEP;
        Self { top, bottom, width }
    }

    fn of(element: &Element) -> Self {
        let at = element.get_bounding_client_rect();
        let window = gloo::utils::window();
        let height = window.inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(0.0);
        let (mut top, mut bottom) = (0.0, height);
        if let Ok(Some(scroll)) = element.closest(".scroll, .o") {
            let clip = scroll.get_bounding_client_rect();
            top = clip.top().max(top);
            bottom = clip.bottom().min(bottom);
        }
        Self::around(top - at.top(), (bottom - at.top()).max(0.0), at.width())
    }
}

/// What of the element at `node` can be seen, anew whenever that changes by much.
#[hook]
pub(crate) fn use_visible(node: &NodeRef) -> Visible {
    let visible = use_state_eq(Visible::default);
    {
        let (node, visible) = (node.clone(), visible.clone());
        use_effect_with((), move |()| {
            let look = {
                let node = node.clone();
                move || {
                    if let Some(element) = node.cast::<Element>() {
                        visible.set(Visible::of(&element));
                    }
                }
            };
            look();
            let options =
                EventListenerOptions { phase: EventListenerPhase::Capture, ..EventListenerOptions::default() };
            let on_scroll = {
                let look = look.clone();
                EventListener::new_with_options(&gloo::utils::document(), "scroll", options, move |_| look())
            };
            let on_window = {
                let look = look.clone();
                EventListener::new(&gloo::utils::window(), "resize", move |_| look())
            };
            // Its own size changes when its region comes and goes, and with the number of things in it.
            let on_size = Closure::<dyn Fn(JsValue)>::new(move |_| look());
            let observer = ResizeObserver::new(on_size.as_ref().unchecked_ref()).ok();
            if let (Some(observer), Some(element)) = (&observer, node.cast::<Element>()) {
                observer.observe(&element);
            }
            move || {
                if let Some(observer) = observer {
                    observer.disconnect();
                }
                drop((on_scroll, on_window, on_size));
            }
        });
    }
    *visible
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_little_scrolling_draws_the_same() {
        let here = Visible::around(1000.0, 1400.0, 700.0);
        assert_eq!(here, Visible::around(1050.0, 1430.0, 700.0));
        assert!(here.top <= 1000.0 - STEP / 2.0 && here.bottom >= 1400.0 + STEP / 2.0);
        assert!(Visible::around(-300.0, 50.0, 1.0).top.abs() < f64::EPSILON);
    }
}
