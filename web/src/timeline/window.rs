//! The part of the timeline that is shown: all of it, or a piece that was zoomed into.

use super::axis::WIDTH;
use crate::seen::Shown;

/// The narrowest piece: a thousandth of the whole.
const NARROWEST: f64 = WIDTH / 1_000.0;

/// In the units of the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    /// Where it begins.
    from: f64,
    /// How wide it is.
    width: f64,
}

impl Default for Window {
    fn default() -> Self {
        Self { from: 0.0, width: WIDTH }
    }
}

impl Window {
    /// Whether everything is shown.
    pub(super) fn is_all(self) -> bool {
        self.width >= WIDTH
    }

    /// Whether it can be zoomed further into.
    pub(super) fn can_narrow(self) -> bool {
        self.width > NARROWEST
    }

    /// Where a place is, as a part of the window's width.
    pub(super) fn part(self, place: f64) -> f64 {
        (place - self.from) / self.width
    }

    /// The place at a part of the window's width.
    pub(super) fn place(self, part: f64) -> f64 {
        self.from + part * self.width
    }

    /// Whether a place is shown.
    pub(super) fn shows(self, place: f64) -> bool {
        (0.0..=1.0).contains(&self.part(place))
    }

    /// This multiple of the detail, while `place` stays where it is on the screen.
    pub(super) fn zoomed(self, factor: f64, place: f64) -> Self {
        let width = (self.width / factor).clamp(NARROWEST, WIDTH);
        let part = self.part(place).clamp(0.0, 1.0);
        Self { from: place - part * width, width }.within()
    }

    /// Moved by a part of its width.
    pub(super) fn moved(self, part: f64) -> Self {
        Self { from: self.from + part * self.width, ..self }.within()
    }

    /// The same width where `place` is shown: unchanged if it is.
    pub(super) fn following(self, place: f64) -> Self {
        if self.shows(place) { self } else { Self { from: place - self.width * 0.25, ..self }.within() }
    }

    /// The view box of a drawing of this height.
    pub(super) fn view_box(self, height: f64) -> String {
        format!("{:.3} 0 {:.3} {height}", self.from, self.width)
    }

    fn within(self) -> Self {
        Self { from: self.from.clamp(0.0, WIDTH - self.width), ..self }
    }
}

impl Shown for Window {
    fn written(&self) -> Option<String> {
        (!self.is_all()).then(|| format!("{:.1} {:.1}", self.from, self.width))
    }

    fn read(text: &str) -> Option<Self> {
        let (from, width) = text.split_once(' ')?;
        let (from, width): (f64, f64) = (from.parse().ok()?, width.parse().ok()?);
        let is_one = from.is_finite() && (NARROWEST..=WIDTH).contains(&width);
        is_one.then(|| Self { from, width }.within())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_zoomed_into_stays_in_place() {
        let window = Window::default().zoomed(2.0, 300.0);
        assert!((window.part(300.0) - 0.3).abs() < 1e-9, "{window:?}");
        assert!((window.zoomed(4.0, 300.0).part(300.0) - 0.3).abs() < 1e-9);
        assert_eq!(window.zoomed(0.001, 300.0), Window::default());
    }

    #[test]
    fn it_never_leaves_the_timeline() {
        let narrow = Window::default().zoomed(10.0, 0.0);
        assert_eq!(narrow.moved(-5.0), narrow);
        let last = narrow.moved(50.0);
        assert!((last.place(1.0) - WIDTH).abs() < 1e-9, "{last:?}");
        assert!(!Window::default().zoomed(1e9, 10.0).can_narrow());
    }

    #[test]
    fn it_is_read_as_it_was_written() {
        assert_eq!(Window::default().written(), None);
        let window = Window::default().zoomed(8.0, 300.0);
        assert_eq!(window.written().and_then(|text| Window::read(&text)), Some(window));
        for none in ["", "1", "NaN 100.0", "0 inf", "0 -1", "0 2000", "0 0.0001"] {
            assert_eq!(Window::read(none), None, "{none}");
        }
    }

    #[test]
    fn it_follows_what_leaves_it() {
        let window = Window::default().zoomed(10.0, 0.0);
        assert_eq!(window.following(50.0), window);
        assert!(window.following(900.0).shows(900.0));
        assert!(window.following(1000.0).shows(1000.0));
    }
}
