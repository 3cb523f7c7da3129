//! Painting tiles on a canvas: each style is painted once, as a pattern that fills rows of such tiles.

use jobscope_explain::PodState;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasPattern, CanvasRenderingContext2d, Element, HtmlCanvasElement, Path2d};
use yew::AttrValue;

use crate::ui::number;
use crate::ui::shape::{DASHES, Paint, parts};

/// The probes whose colours are read: one for each shape, and what goes around tiles.
pub(super) const LOOKS: [&str; 12] = [
    "pending",
    "running",
    "ready",
    "succeeded",
    "failed",
    "terminating",
    "gone",
    "refused",
    "warn",
    "panel",
    "quiet",
    "now",
];

/// How a tile looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    Pod { state: PodState, lags: bool },
    Refused,
}

impl Look {
    fn all() -> impl Iterator<Item = Self> {
        let of = |lags| PodState::ALL.into_iter().map(move |state| Self::Pod { state, lags });
        of(false).chain(of(true)).chain([Self::Refused])
    }

    /// The name of its shape and of its probe.
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Pod { state, .. } => state.id(),
            Self::Refused => "refused",
        }
    }

    fn place(self) -> usize {
        Self::all().position(|look| look == self).unwrap_or_default()
    }
}

/// The colours of the present theme, as the browser computed them.
#[derive(Clone, Debug, Default, PartialEq)]
struct Colours {
    front: String,
    ground: String,
}

impl Colours {
    fn of(probes: &Element, class: &str) -> Self {
        let probe = probes.query_selector(&format!("[data-s={class}]")).ok().flatten();
        let style = probe.and_then(|probe| gloo::utils::window().get_computed_style(&probe).ok().flatten());
        let read =
            |name: &str| style.as_ref().and_then(|style| style.get_property_value(name).ok()).unwrap_or_default();
        Self { front: read("color"), ground: read("background-color") }
    }
}

/// All looks, painted once.
pub(super) struct Stamps {
    /// For each style, a tile and the gap after it.
    patterns: Vec<CanvasPattern>,
    /// Side of a tile in CSS pixels, and how far it is from one to the next.
    size: f64,
    pitch: f64,
    /// Device pixels for a CSS pixel; a whole number, as patterns are of pixels.
    ratio: f64,
    text: String,
    quiet: String,
    warn: String,
    line: String,
    /// Of what happens now.
    accent: Colours,
    /// The family of letters.
    font: String,
}

impl Stamps {
    /// Paints all looks in the colours that `probes` have: elements named by their `data-s`.
    pub(super) fn of(probes: &Element, size: f64, pitch: f64, ratio: f64) -> Option<Self> {
        let (warn, panel) = (Colours::of(probes, "warn"), Colours::of(probes, "panel"));
        let pattern = |look: Look| {
            let sheet: HtmlCanvasElement = gloo::utils::document().create_element("canvas").ok()?.dyn_into().ok()?;
            sheet.set_width(pixels(pitch * ratio));
            sheet.set_height(pixels(pitch * ratio));
            let context = context(&sheet)?;
            let _ = context.scale(ratio, ratio);
            stamp(&context, look, &Colours::of(probes, look.id()), &warn.front, &panel.ground, size);
            context.create_pattern_with_html_canvas_element(&sheet, "repeat").ok()?
        };
        let patterns = Look::all().map(pattern).collect::<Option<_>>()?;
        let (text, quiet) = (panel.front, Colours::of(probes, "quiet"));
        let style = gloo::utils::window().get_computed_style(probes).ok().flatten();
        let font = style.and_then(|style| style.get_property_value("font-family").ok()).unwrap_or_default();
        let (warn, quiet, line) = (warn.front, quiet.front, quiet.ground);
        let accent = Colours::of(probes, "now");
        Some(Self { patterns, size, pitch, ratio, text, quiet, warn, line, accent, font })
    }

    /// The side of a tile.
    pub(super) fn size(&self) -> f64 {
        self.size
    }

    /// From a tile to the next.
    pub(super) fn pitch(&self) -> f64 {
        self.pitch
    }

    /// Puts a number of tiles side by side, the first one's top left there.
    pub(super) fn put(&self, context: &CanvasRenderingContext2d, look: Look, tiles: usize, (x, y): (f64, f64)) {
        let Some(pattern) = self.patterns.get(look.place()) else { return };
        let (width, side) =
            ((number(tiles) * self.pitch - self.pitch + self.size) * self.ratio, self.size * self.ratio);
        context.save();
        // A pattern begins where the context does, and is of device pixels.
        let _ = context.translate(x, y);
        let _ = context.scale(1.0 / self.ratio, 1.0 / self.ratio);
        context.set_fill_style_canvas_pattern(pattern);
        context.fill_rect(0.0, 0.0, width, side);
        context.restore();
    }

    /// Makes room for another tile there: that one and its frame go.
    pub(super) fn wipe(&self, context: &CanvasRenderingContext2d, x: f64, y: f64) {
        context.clear_rect(x - 1.0, y - 1.0, self.size + 2.0, self.size + 2.0);
    }

    /// The frame of a chosen tile.
    pub(super) fn frame(&self, context: &CanvasRenderingContext2d, x: f64, y: f64) {
        context.set_stroke_style_str(&self.text);
        context.set_line_width(2.0);
        context.stroke_rect(x, y, self.size, self.size);
    }

    /// A sync's heading: its title, then its time and the mark of what happens `now`, each where there is room for it; the
    /// text stands between the lines at `y`.
    pub(super) fn heading(
        &self,
        context: &CanvasRenderingContext2d,
        title: &str,
        time: &str,
        now: Option<&str>,
        (x, y): (f64, f64),
        width: f64,
    ) {
        let font = format!("12px {}", self.font);
        context.set_font(&format!("600 {font}"));
        context.set_fill_style_str(&self.text);
        let wide = measured(context, title);
        // What is too long is set closer.
        let _ = context.fill_text_with_max_width(title, x, y, width);
        let mut after = wide + 8.0;
        context.set_font(&font);
        context.set_fill_style_str(&self.quiet);
        let wide = measured(context, time);
        if after + wide > width {
            return;
        }
        let _ = context.fill_text(time, x + after, y);
        after += wide + 8.0;
        if let Some(now) = now {
            self.tag(context, now, (x + after, y), width - after);
        }
    }

    /// A word on a pill, as the heading of a sync with few pods has it.
    fn tag(&self, context: &CanvasRenderingContext2d, word: &str, (x, y): (f64, f64), room: f64) {
        /// Left and right of the word.
        const PAD: f64 = 7.0;
        const HIGH: f64 = 17.0;
        context.set_font(&format!("600 11px {}", self.font));
        let wide = measured(context, word) + 2.0 * PAD;
        if wide > room {
            return;
        }
        context.set_fill_style_str(&self.accent.ground);
        context.begin_path();
        let _ = context.round_rect_with_f64(x, y - 12.5, wide, HIGH, HIGH / 2.0);
        context.fill();
        context.set_fill_style_str(&self.accent.front);
        let _ = context.fill_text(word, x + PAD, y);
    }

    /// A batch's heading over a line: the first of `labels` that fits.
    pub(super) fn label(
        &self,
        context: &CanvasRenderingContext2d,
        labels: &[AttrValue],
        refused: bool,
        (x, y): (f64, f64),
        width: f64,
    ) {
        context.set_font(&format!("11px {}", self.font));
        context.set_fill_style_str(if refused { &self.warn } else { &self.quiet });
        let fits = |label: &&AttrValue| measured(context, label) <= width;
        if let Some(label) = labels.iter().find(fits) {
            let _ = context.fill_text(label, x, y);
        }
        context.set_fill_style_str(if refused { &self.warn } else { &self.line });
        context.fill_rect(x, y + 4.0, width - 2.0, 1.0);
    }
}

/// How wide a text is in the letters that are chosen.
fn measured(context: &CanvasRenderingContext2d, text: &str) -> f64 {
    context.measure_text(text).map_or(0.0, |measured| measured.width())
}

/// The context of a canvas.
pub(super) fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok().flatten()?.dyn_into().ok()
}

/// A length in pixels of the canvas.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "canvases are small; saturating is right")]
pub(super) fn pixels(length: f64) -> u32 {
    length.clamp(1.0, 8192.0).ceil() as u32
}

/// Paints one look into the square from 0 to `size`.
fn stamp(context: &CanvasRenderingContext2d, look: Look, colours: &Colours, warn: &str, panel: &str, size: f64) {
    let lags = matches!(look, Look::Pod { lags: true, .. });
    context.set_fill_style_str(&colours.ground);
    context.fill_rect(0.0, 0.0, size, size);
    if lags {
        hatch(context, warn, size);
    }
    context.set_line_width(1.0);
    context.set_stroke_style_str(if lags { warn } else { &colours.front });
    context.set_global_alpha(if lags { 0.55 } else { 0.38 });
    if look == Look::Refused {
        dash(context, &[3.0, 2.0]);
    }
    context.stroke_rect(0.5, 0.5, size - 1.0, size - 1.0);
    dash(context, &[]);
    context.set_global_alpha(1.0);
    let (scale, inset) = ((size - 6.0) / 16.0, 3.0);
    let _ = context.translate(inset, inset);
    let _ = context.scale(scale, scale);
    context.set_line_join("round");
    for part in parts(look.id()) {
        let Ok(path) = Path2d::new_with_path_string(part.path) else { continue };
        let line = |width: f64, colour: &str| {
            context.set_line_width(width);
            context.set_stroke_style_str(colour);
            context.stroke_with_path(&path);
        };
        match part.paint {
            Paint::Fill => {
                context.set_fill_style_str(&colours.front);
                context.fill_with_path_2d(&path);
            }
            Paint::Line(width) => line(width, &colours.front),
            Paint::Dashes(width) => {
                dash(context, &DASHES);
                line(width, &colours.front);
                dash(context, &[]);
            }
            Paint::Cut(width) => line(width, panel),
        }
    }
}

/// The amber hatching of what the controller does not see.
fn hatch(context: &CanvasRenderingContext2d, warn: &str, size: f64) {
    context.save();
    context.begin_path();
    context.rect(0.0, 0.0, size, size);
    context.clip();
    context.set_stroke_style_str(warn);
    context.set_global_alpha(0.2);
    context.set_line_width(1.5);
    context.begin_path();
    let mut at = 0.0;
    while at < 2.0 * size {
        context.move_to(at, 0.0);
        context.line_to(at - size, size);
        at += 5.0;
    }
    context.stroke();
    context.restore();
}

fn dash(context: &CanvasRenderingContext2d, lengths: &[f64]) {
    let lengths: Array = lengths.iter().map(|length| JsValue::from(*length)).collect();
    let _ = context.set_line_dash(&lengths);
}
