//! Which part of a long element can be seen, so that only that part is drawn.

use std::ops::Range;

use gloo::events::{EventListener, EventListenerOptions, EventListenerPhase};
use web_sys::Element;
use yew::prelude::*;

use super::Resized;
use crate::effect::use_effect_with;

/// Pixels that are drawn beyond both ends, and by which the drawn part moves: scrolling less redraws nothing.
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

impl Visible {
    /// The rows to draw of `all`, each of that height in pixels.
    pub(crate) fn rows(self, height: f64, all: usize) -> Range<usize> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "rows are few, and saturating is right"
        )]
        let place = |pixels: f64| (pixels / height).max(0.0) as usize;
        let from = place(self.top).min(all);
        from..place(self.bottom).saturating_add(1).clamp(from, all)
    }
}

/// A number of rows, for computing pixels.
pub(crate) fn number(rows: usize) -> f64 {
    f64::from(u32::try_from(rows).unwrap_or(u32::MAX))
}

/// What of the element at `node` can be seen, updated whenever that changes by much.
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
            let resized = Resized::new(look);
            if let Some(element) = node.cast::<Element>() {
                resized.watch(&element);
            }
            move || drop((on_scroll, on_window, resized))
        });
    }
    *visible
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_in_sight_are_drawn() {
        let visible = Visible { top: 320.0, bottom: 800.0, width: 700.0 };
        assert_eq!(visible.rows(16.0, 10_000), 20..51);
        assert_eq!(visible.rows(16.0, 30), 20..30);
        assert_eq!(visible.rows(16.0, 5), 5..5);
    }

    #[test]
    fn a_little_scrolling_draws_the_same() {
        let here = Visible::around(1000.0, 1400.0, 700.0);
        assert_eq!(here, Visible::around(1050.0, 1430.0, 700.0));
        assert!(here.top <= 1000.0 - STEP / 2.0 && here.bottom >= 1400.0 + STEP / 2.0);
        assert!(Visible::around(-300.0, 50.0, 1.0).top.abs() < f64::EPSILON);
    }
}
