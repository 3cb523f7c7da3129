//! The visible part of the path below the sentence on top of it: the current row, preceded by a whole row.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::request_animation_frame;
use jobscope_core::trace::DecisionId;
use jobscope_explain::Moment;
use wasm_bindgen::JsCast;
use web_sys::{Element, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::ui::Resized;

/// Keeps the `present` row of the `path` in view. The rows of one sync stay where they are as long as that one shows. Another
/// step, or another height of the path, is scrolled as if it had just been opened: from the top, as far as the present row
/// needs, to the beginning of a row. Whether the path is `brief` changes what is above that row.
#[hook]
pub(super) fn use_in_view(path: &NodeRef, present: &NodeRef, now: &Rc<Moment>, look: Option<DecisionId>, brief: bool) {
    let last = use_mut_ref(|| None);
    {
        let (path, present, shown) = (path.clone(), present.clone(), Some((now.step_number(), brief)));
        use_effect_with((now.revision, look, brief), move |_| {
            let is_new = last.replace(shown) != shown;
            let frame = request_animation_frame(move |_| {
                if is_new && let Some(path) = path.cast::<Element>() {
                    path.set_scroll_top(0);
                }
                let Some(row) = present.cast::<Element>() else { return };
                // Where the path has no place of its own to scroll in, the page does.
                let options = ScrollIntoViewOptions::new();
                options.set_block(ScrollLogicalPosition::Nearest);
                let path = row.closest("#path").ok().flatten();
                let before = path.as_ref().map(Element::scroll_top);
                row.scroll_into_view_with_scroll_into_view_options(&options);
                if let Some(path) = path {
                    settle(&path, &row, is_new || Some(path.scroll_top()) != before);
                }
            });
            move || drop(frame)
        });
    }
    use_effect_with((path.clone(), present.clone()), |(path, present)| {
        let path = path.cast::<Element>();
        let watch = |element: Option<Element>, align: bool| {
            let (path, present) = (path.clone(), present.clone());
            let resized = Resized::new(move || {
                if let Some((path, row)) = path.clone().zip(present.cast::<Element>()) {
                    if align {
                        path.set_scroll_top(0);
                    }
                    settle(&path, &row, align);
                }
            });
            if let Some(element) = element {
                resized.watch(&element);
            }
            resized
        };
        // While moments follow each other quickly, the sentence of the last one may come later than its path.
        let both = (watch(path.clone(), true), watch(path.as_ref().and_then(sentence_on), false));
        move || drop(both)
    });
}

/// What a row takes at least, in pixels.
const ROW: i32 = 24;

/// How many rows may be in view at once; `None` where the path scrolls with the page and takes the height that it needs.
#[hook]
pub(super) fn use_rows_in_view(path: &NodeRef) -> Rc<RefCell<Option<usize>>> {
    let rows = use_mut_ref(|| None);
    {
        let rows = rows.clone();
        use_effect_with(path.clone(), move |path| {
            let path = path.cast::<Element>();
            let resized = {
                let path = path.clone();
                Resized::new(move || {
                    let path = path.as_ref().filter(|path| scrolls(path));
                    let most = path.and_then(|path| usize::try_from(path.client_height() / ROW + 1).ok());
                    *rows.borrow_mut() = most;
                })
            };
            if let Some(path) = path {
                resized.watch(&path);
            }
            move || drop(resized)
        });
    }
    rows
}

/// Whether the element scrolls its own content.
fn scrolls(element: &Element) -> bool {
    let style = gloo::utils::window().get_computed_style(element).ok().flatten();
    style.and_then(|style| style.get_property_value("overflow-y").ok()).is_some_and(|overflow| overflow != "visible")
}

/// The sentence, which lies on the path.
fn sentence_on(path: &Element) -> Option<Element> {
    path.parent_element()?.query_selector(".saying").ok().flatten()
}

/// Scrolls the path, and nothing else, so far that the present row shows.
fn settle(path: &Element, present: &Element, align: bool) {
    /// Above the first row.
    const SPACE: f64 = 4.0;
    /// Between the sentence and the first row.
    const BELOW: f64 = 8.0;
    /// Over which part of it the end of the path fades out.
    const FADE: f64 = 16.0;
    let area = path.get_bounding_client_rect();
    let sentence = sentence_on(path).map_or(0.0, |said| said.get_bounding_client_rect().bottom() + BELOW);
    let span = |row: &Element| {
        let place = row.get_bounding_client_rect();
        (place.top(), place.bottom())
    };
    let Ok(rows) = path.query_selector_all(".path > li") else { return };
    let rows = (0..rows.length()).filter_map(|place| rows.item(place)?.dyn_into::<Element>().ok());
    let rest = path.scroll_height() - path.client_height() - path.scroll_top();
    let view = View { begin: area.top().max(sentence) + SPACE, end: area.bottom() - FADE, rest: f64::from(rest) };
    let by = view.scroll(rows.map(|row| span(&row).0), span(present), align);
    if by != 0.0 {
        path.scroll_by_with_x_and_y(0.0, by);
    }
}

/// What shows of the path, from one height to another, and how far it can be scrolled on. All in pixels.
#[derive(Clone, Copy, Debug)]
struct View {
    begin: f64,
    end: f64,
    rest: f64,
}

impl View {
    /// How far to scroll for the present row to be in view, of which the beginning counts most; and if it has to be scrolled, or
    /// if `align`, for the first row that shows to be a whole one. Rows are given by where they begin, in order.
    fn scroll(self, rows: impl Iterator<Item = f64> + Clone, present: (f64, f64), align: bool) -> f64 {
        let (top, bottom) = present;
        let by = if top < self.begin || bottom - top > self.end - self.begin {
            top - self.begin
        } else {
            (bottom - self.end).max(0.0)
        };
        if by == 0.0 && !align {
            return by;
        }
        let begin = self.begin + by;
        let on = rows.clone().find(|row| *row >= begin).map_or(0.0, |row| row - begin);
        if by + on <= self.rest {
            return by + on;
        }
        // The end is near: the row before that shows, too, if the present one does then.
        let back = rows.take_while(|row| *row < begin).last().map_or(0.0, |row| begin - row);
        if bottom - by + back <= self.end { by - back } else { by }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "whole pixels are reported as they are")]
mod tests {
    use super::*;

    const VIEW: View = View { begin: 100.0, end: 300.0, rest: 1000.0 };
    /// Rows of 40 pixels, of which that at 80 is half below the sentence.
    const ROWS: [f64; 9] = [0.0, 40.0, 80.0, 120.0, 160.0, 200.0, 240.0, 280.0, 320.0];

    fn scroll(view: View, present: (f64, f64), align: bool) -> f64 {
        view.scroll(ROWS.into_iter(), present, align)
    }

    #[test]
    fn what_is_in_view_stays_where_it_is() {
        assert_eq!(scroll(VIEW, (160.0, 200.0), false), 0.0);
        assert_eq!(scroll(VIEW, (160.0, 200.0), true), 20.0, "it begins with a whole row");
    }

    #[test]
    fn what_is_not_comes_into_view_behind_a_whole_row() {
        assert_eq!(scroll(VIEW, (280.0, 320.0), false), 20.0, "it was cut below");
        assert_eq!(scroll(VIEW, (320.0, 360.0), false), 60.0);
        assert_eq!(scroll(VIEW, (80.0, 120.0), false), -20.0, "the sentence lay on it");
        assert_eq!(scroll(VIEW, (0.0, 40.0), false), -100.0);
    }

    #[test]
    fn of_a_row_that_is_too_high_the_beginning_shows() {
        assert_eq!(scroll(VIEW, (200.0, 500.0), false), 100.0);
    }

    #[test]
    fn at_the_end_of_the_path_the_row_before_shows_too_where_there_is_room() {
        let end = View { rest: 10.0, ..VIEW };
        assert_eq!(scroll(end, (200.0, 240.0), true), -20.0);
        assert_eq!(scroll(end, (260.0, 300.0), true), 0.0, "the present row would not show");
    }
}

/// Natively only: proptest draws from the system.
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::float_cmp, reason = "whole pixels are reported as they are")]
mod brief_path {
    use std::ops::Range;

    use jobscope_explain::path::{Kind, Part, Path, Row, Standing};
    use proptest::prelude::*;

    use super::*;

    /// The height of the region.
    const HEIGHT: i32 = 400;

    /// Where the present row of a path is shown after the path was opened, if only those rows of these heights are drawn.
    /// `sentence` is where the sentence on top of it ends.
    fn shown(heights: &[f64], rows: Range<usize>, present: usize, sentence: f64) -> f64 {
        /// Where the path begins, which is the same for all sentences.
        const BEGIN: f64 = 144.0;
        let height = f64::from(HEIGHT);
        let mut end = BEGIN;
        let mut tops = Vec::new();
        for row in rows.clone() {
            tops.push(end);
            end += heights[row];
        }
        let (top, most) = (tops[present - rows.start], (end - height).max(0.0));
        let first = (top + heights[present] - height).clamp(0.0, most);
        let view = View { begin: sentence + 12.0, end: height - 16.0, rest: most - first };
        let span = (top - first, top + heights[present] - first);
        let by = view.scroll(tops.iter().map(|top| top - first), span, true);
        top - (first + by).clamp(0.0, most)
    }

    /// Most rows are low.
    fn row_height() -> impl Strategy<Value = f64> {
        prop_oneof![9 => Just(24.0), 9 => Just(26.0), 1 => Just(42.0), 1 => Just(96.0)]
    }

    proptest! {
        #[test]
        fn a_brief_path_shows_its_rows_where_the_whole_one_does(
            heights in prop::collection::vec(row_height(), 12..52),
            present in any::<prop::sample::Index>(),
            sentence in 0_u8..120,
        ) {
            let present = present.index(heights.len());
            let row = |place| Row {
                range: place..place + 1,
                depth: 0,
                kind: Kind::Finalizers(1),
                standing: if place == present { Standing::Present } else { Standing::Done },
            };
            let path = Path { parts: (0..heights.len()).map(|place| Part::Row(Rc::new(row(place)))).collect() };
            let [first, second] = path.halves(usize::try_from(HEIGHT / ROW + 1).ok());
            let shown = |rows| shown(&heights, rows, present, sentence.into());
            prop_assert_eq!(shown(first.start..second.end), shown(0..heights.len()));
        }
    }
}
