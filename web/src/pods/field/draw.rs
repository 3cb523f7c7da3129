//! Drawing the part of the field that can be seen.

use jobscope_core::world::CacheState;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use yew::AttrValue;

use super::layout::{Block, HEAD, LABEL};
use super::paint::{Look, Stamps, context, pixels};
use super::place::Place;
use crate::pods::PodState;
use crate::pods::groups::Tile;
use crate::pods::selection::Selection;
use crate::ui::Visible;
use crate::ui::time::instant;
use crate::words::{Words, args, ordinal};

/// A heading that is wider says more.
const WIDE: f64 = 180.0;

/// What is drawn.
pub(super) struct Scene<'a> {
    pub(super) place: &'a Place,
    pub(super) selection: &'a Selection,
    pub(super) words: &'a Words,
    pub(super) stamps: &'a Stamps,
    pub(super) visible: Visible,
    /// Device pixels for a CSS pixel.
    pub(super) ratio: f64,
}

impl Scene<'_> {
    /// Draws it on a canvas that stands where the visible part begins.
    pub(super) fn draw(&self, canvas: &HtmlCanvasElement) {
        let Self { place, visible, ratio, .. } = self;
        let layout = &place.layout;
        let top = visible.top.min(layout.height);
        let (width, height) = (visible.width, visible.bottom.min(layout.height) - top);
        // To set the size clears the canvas, and has the page laid out anew if it is another one.
        canvas.set_width(pixels(width * ratio));
        canvas.set_height(pixels(height * ratio));
        let style = canvas.style();
        let _ = style.set_property("width", &format!("{width}px"));
        let _ = style.set_property("height", &format!("{height}px"));
        let Some(context) = context(canvas) else { return };
        let _ = context.scale(*ratio, *ratio);
        let _ = context.translate(0.0, -top);
        self.headings(&context);
        for block in layout.blocks.iter().filter(|block| self.is_in_sight(block.y - LABEL, block.bottom())) {
            self.label(&context, block);
            self.tiles(&context, block);
        }
    }

    fn is_in_sight(&self, from: f64, to: f64) -> bool {
        to >= self.visible.top && from <= self.visible.bottom
    }

    fn headings(&self, context: &CanvasRenderingContext2d) {
        let now = &self.place.now;
        let heads = self.place.layout.heads.iter();
        for head in heads.filter(|head| self.is_in_sight(head.y, head.y + HEAD)) {
            let (title, time) = match self.place.sync(head.sync) {
                Some(sync) if head.width > WIDE => {
                    (self.words.f("sync-title", &args!(n = ordinal(sync.number))), instant(now.since_start(sync.at)))
                }
                Some(sync) => (format!("#{}", sync.number).into(), instant(now.since_start(sync.at))),
                None => (self.words.t("pods-others"), String::new()),
            };
            let is_now = self.place.sync(head.sync).is_some_and(|sync| now.step_index() == Some(sync.step));
            // The first that fits.
            let times = if is_now { vec![format!("{time} · {}", self.words.t("now")), time] } else { vec![time] };
            self.stamps.heading(context, &title, &times, (head.x, head.y + 15.0), head.width);
        }
    }

    fn label(&self, context: &CanvasRenderingContext2d, block: &Block) {
        let Some(batch) = self.place.batch(block) else { return };
        let refused = batch.refused.first();
        // The first text that fits.
        let (number, refusals) = (batch.number.to_string(), batch.refused.len().to_string());
        let labels: [AttrValue; 2] = match refused {
            Some(error) => [
                self.words.f("batch-refused", &args!(n = batch.refused.len(), code = error.reason.code())),
                refusals.into(),
            ],
            None => [self.words.f("batch", &args!(n = ordinal(batch.number))), number.into()],
        };
        let at = (block.x, block.y - 7.0);
        self.stamps.label(context, &labels, refused.is_some(), at, block.width());
    }

    fn tiles(&self, context: &CanvasRenderingContext2d, block: &Block) {
        for tile in 0..block.tiles {
            let (x, y) = block.place(tile);
            if !self.is_in_sight(y, y + self.stamps.size()) {
                continue;
            }
            let pod = match self.place.tile(block, tile) {
                None => continue,
                Some(Tile::Refused(_)) => {
                    self.stamps.put(context, Look::Refused, x, y);
                    continue;
                }
                Some(Tile::Made(name)) => self.place.now.pod(name),
            };
            let gone = Look::Pod { state: PodState::Gone, lags: false };
            let look =
                pod.map_or(gone, |pod| Look::Pod { state: PodState::of(pod), lags: pod.cache != CacheState::InStep });
            self.stamps.put(context, look, x, y);
            if pod.is_some_and(|pod| self.selection.has(&pod.name)) {
                self.stamps.frame(context, x, y);
            }
        }
    }
}
