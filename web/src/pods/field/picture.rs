//! The visible part of the field as a value: headings and tiles with their positions. Comparing two of them shows what
//! to repaint; scrubbing through very many pods mostly changes few visible ones.

use jobscope_core::world::CacheState;
use jobscope_explain::PodState;
use jobscope_explain::time::instant;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use yew::AttrValue;

use super::layout::{Block, HEAD, LABEL};
use super::paint::{Look, Stamps, context, pixels};
use super::view::FieldView;
use crate::pods::groups::Tile;
use crate::pods::selection::Selection;
use crate::pods::state::sync_title;
use crate::ui::Visible;
use crate::words::{Words, args, ordinal};

/// A heading wider than this, in pixels, shows more.
const WIDE: f64 = 180.0;

/// A text with the line that it stands on, and the room for it.
#[derive(Clone, Debug, PartialEq)]
struct Heading {
    at: (f64, f64),
    width: f64,
    says: Says,
}

#[derive(Clone, Debug, PartialEq)]
enum Says {
    /// Of a sync: its title, its time, and the word of the one that makes pods now.
    Sync { title: AttrValue, time: String, now: Option<AttrValue> },
    /// Of a batch: the first that fits is shown.
    Batch { labels: [AttrValue; 2], refused: bool },
}

/// A tile in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spot {
    x: f64,
    y: f64,
    look: Look,
    chosen: bool,
}

/// The part of the field that a canvas shows, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    top: f64,
    width: f64,
    height: f64,
}

impl Part {
    /// The `visible` part of a field of that height.
    pub(super) fn of(visible: Visible, height: f64) -> Self {
        let top = visible.top.min(height);
        Self { top, width: visible.width, height: visible.bottom.min(height) - top }
    }

    /// Where the canvas stands, and how large it is.
    pub(super) fn style(self) -> String {
        let Self { top, width, height } = self;
        format!("top:{top}px;width:{width}px;height:{height}px")
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Picture {
    part: Part,
    /// Device pixels for a CSS pixel.
    ratio: f64,
    headings: Vec<Heading>,
    spots: Vec<Spot>,
}

/// What has to be painted to get from one picture to another.
#[derive(Debug, PartialEq)]
enum Change<'a> {
    Nothing,
    /// Only these tiles differ.
    Spots(Vec<&'a Spot>),
    All,
}

impl Picture {
    /// The `visible` part of `place`; `side` is the width of a tile in pixels.
    pub(super) fn of(
        place: &FieldView,
        selection: &Selection,
        words: &Words,
        visible: Visible,
        side: f64,
        ratio: f64,
    ) -> Self {
        let layout = &place.layout;
        let is_in_sight = |from: f64, to: f64| to >= visible.top && from <= visible.bottom;
        let mut headings = syncs(place, words, is_in_sight);
        let mut spots = Vec::new();
        for block in layout.blocks.iter().filter(|block| is_in_sight(block.y - LABEL, block.bottom())) {
            headings.extend(batch(place, words, block));
            for tile in 0..block.tiles {
                let (x, y) = block.place(tile);
                if is_in_sight(y, y + side)
                    && let Some((look, chosen)) = tile_of(place, selection, block, tile)
                {
                    spots.push(Spot { x, y, look, chosen });
                }
            }
        }
        Self { part: Part::of(visible, layout.height), ratio, headings, spots }
    }

    /// What has to be painted where `before` is painted already.
    fn after(&self, before: Option<&Self>) -> Change<'_> {
        let Some(before) = before else { return Change::All };
        let same_place = |(one, other): (&Spot, &Spot)| (one.x, one.y) == (other.x, other.y);
        let same_ground = (self.part, self.ratio) == (before.part, before.ratio)
            && self.headings == before.headings
            && self.spots.len() == before.spots.len()
            && self.spots.iter().zip(&before.spots).all(same_place);
        if !same_ground {
            return Change::All;
        }
        let others: Vec<_> =
            self.spots.iter().zip(&before.spots).filter(|(one, other)| one != other).map(|(one, _)| one).collect();
        if others.is_empty() { Change::Nothing } else { Change::Spots(others) }
    }

    /// Paints it on a canvas that shows `before`, and stands where the visible part begins.
    pub(super) fn paint(&self, before: Option<&Self>, canvas: &HtmlCanvasElement, stamps: &Stamps) {
        let change = self.after(before);
        if change == Change::Nothing {
            return;
        }
        let whole = change == Change::All;
        if whole {
            // Setting the size clears the canvas.
            canvas.set_width(pixels(self.part.width * self.ratio));
            canvas.set_height(pixels(self.part.height * self.ratio));
        }
        let Some(context) = context(canvas) else { return };
        context.save();
        let _ = context.scale(self.ratio, self.ratio);
        let _ = context.translate(0.0, -self.part.top);
        match change {
            Change::Nothing => {}
            Change::Spots(spots) => {
                for spot in &spots {
                    stamps.wipe(&context, spot.x, spot.y);
                }
                put(&context, stamps, &spots);
            }
            Change::All => {
                for heading in &self.headings {
                    heading.paint(&context, stamps);
                }
                put(&context, stamps, &self.spots.iter().collect::<Vec<_>>());
            }
        }
        context.restore();
    }
}

impl Heading {
    fn paint(&self, context: &CanvasRenderingContext2d, stamps: &Stamps) {
        match &self.says {
            Says::Sync { title, time, now } => {
                stamps.heading(context, title, time, now.as_deref(), self.at, self.width);
            }
            Says::Batch { labels, refused } => stamps.label(context, labels, *refused, self.at, self.width),
        }
    }
}

/// Puts tiles that are side by side and look the same in one go, then frames those that are chosen.
fn put(context: &CanvasRenderingContext2d, stamps: &Stamps, spots: &[&Spot]) {
    for side_by_side in spots.chunk_by(|one, next| one.is_before(next, stamps.pitch())) {
        if let Some(first) = side_by_side.first() {
            stamps.put(context, first.look, side_by_side.len(), (first.x, first.y));
        }
    }
    for spot in spots.iter().filter(|spot| spot.chosen) {
        stamps.frame(context, spot.x, spot.y);
    }
}

impl Spot {
    /// Whether `next` continues with the same look where this one ends.
    fn is_before(&self, next: &Self, pitch: f64) -> bool {
        /// Less than a pixel of any screen.
        const NOTHING: f64 = 0.01;
        self.look == next.look && (self.y - next.y).abs() < NOTHING && (next.x - self.x - pitch).abs() < NOTHING
    }
}

/// The headings of syncs in sight.
fn syncs(place: &FieldView, words: &Words, is_in_sight: impl Fn(f64, f64) -> bool) -> Vec<Heading> {
    let now = &place.now;
    let heads = place.layout.heads.iter().filter(|head| is_in_sight(head.y, head.y + HEAD));
    let heading = heads.map(|head| {
        let (title, time) = match place.sync(head.sync) {
            Some(sync) if head.width > WIDE => (sync_title(words, now, sync), instant(now.since_start(sync.at))),
            Some(sync) => (format!("#{}", sync.number).into(), instant(now.since_start(sync.at))),
            None => (words.t("pods-others"), String::new()),
        };
        let is_now = place.sync(head.sync).is_some_and(|sync| now.step_index() == Some(sync.step));
        let says = Says::Sync { title, time, now: is_now.then(|| words.t("now")) };
        Heading { at: (head.x, head.y + 15.0), width: head.width, says }
    });
    heading.collect()
}

/// The heading of a batch; pods that no sync made have none.
fn batch(place: &FieldView, words: &Words, block: &Block) -> Option<Heading> {
    let batch = place.batch(block)?;
    let refused = batch.refused.first();
    let (number, refusals) = (batch.number.to_string(), batch.refused.len().to_string());
    let labels: [AttrValue; 2] = match refused {
        Some(error) => {
            [words.f("batch-refused", &args!(n = batch.refused.len(), code = error.reason.code())), refusals.into()]
        }
        None => [words.f("batch", &args!(n = ordinal(batch.number))), number.into()],
    };
    let says = Says::Batch { labels, refused: refused.is_some() };
    Some(Heading { at: (block.x, block.y - 7.0), width: block.room(), says })
}

/// How a tile looks, and whether its pod is chosen.
fn tile_of(place: &FieldView, selection: &Selection, block: &Block, tile: usize) -> Option<(Look, bool)> {
    let pod = match place.tile(block, tile)? {
        Tile::Refused(_) => return Some((Look::Refused, false)),
        Tile::Made(name) => place.now.pod(name),
    };
    let gone = Look::Pod { state: PodState::Gone, lags: false };
    let look = pod.map_or(gone, |pod| Look::Pod { state: PodState::of(pod), lags: pod.cache != CacheState::InStep });
    Some((look, pod.is_some_and(|pod| selection.has(&pod.name))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(states: &[PodState]) -> Picture {
        let spot = |(place, state): (usize, &PodState)| Spot {
            x: 18.0 * crate::ui::number(place),
            y: 40.0,
            look: Look::Pod { state: *state, lags: false },
            chosen: false,
        };
        let spots = states.iter().enumerate().map(spot).collect();
        let part = Part { top: 0.0, width: 300.0, height: 60.0 };
        Picture { part, ratio: 1.0, headings: Vec::new(), spots }
    }

    #[test]
    fn only_tiles_that_look_different_are_painted_anew() {
        let before = picture(&[PodState::Running, PodState::Running, PodState::Running]);
        let now = picture(&[PodState::Running, PodState::Succeeded, PodState::Running]);
        assert_eq!(now.after(Some(&before)), Change::Spots(vec![&now.spots[1]]));
        assert_eq!(before.after(Some(&before.clone())), Change::Nothing);
    }

    #[test]
    fn a_chosen_tile_is_painted_anew() {
        let before = picture(&[PodState::Running]);
        let mut now = before.clone();
        now.spots[0].chosen = true;
        assert_eq!(now.after(Some(&before)), Change::Spots(vec![&now.spots[0]]));
    }

    #[test]
    fn what_looks_the_same_is_put_side_by_side() {
        use PodState::{Running, Succeeded};
        let mut row = picture(&[Running, Running, Succeeded, Running, Running]);
        row.spots[4].y += 18.0;
        let groups: Vec<_> = row.spots.chunk_by(|one, next| one.is_before(next, 18.0)).map(<[Spot]>::len).collect();
        assert_eq!(groups, [2, 1, 1, 1]);
    }

    #[test]
    fn all_is_painted_where_anything_else_is_another() {
        let now = picture(&[PodState::Running, PodState::Running]);
        assert_eq!(now.after(None), Change::All);
        assert_eq!(now.after(Some(&picture(&[PodState::Running]))), Change::All);
        let mut moved = now.clone();
        moved.spots[0].y += 18.0;
        let says = Says::Sync { title: "sync #1".into(), time: String::new(), now: None };
        let mut titled = now.clone();
        titled.headings.push(Heading { at: (0.0, 15.0), width: 200.0, says });
        let mut scrolled = now.clone();
        scrolled.part.top = 240.0;
        let mut finer = now.clone();
        finer.ratio = 2.0;
        for before in [moved, titled, scrolled, finer] {
            assert_eq!(now.after(Some(&before)), Change::All);
        }
    }
}
