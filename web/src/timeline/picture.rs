//! The timeline as a picture: an SVG that stands by itself, in the colours of a light or dark page.

use std::fmt::Write as _;

use jobscope_explain::Track;
use jobscope_explain::time::short_seconds;

use super::axis::{Axis, Tick, WIDTH};
use super::path::{Drawing, Path};
use super::window::Window;
use super::{chart, gantt, lanes, markers, waits};
use crate::words::Words;

/// The width of the picture, of the names of its lanes, and of the space at its right.
const FULL: f64 = 960.0;
const NAMES: f64 = 84.0;
const RIGHT: f64 = 16.0;
/// The heights of the title with the markers under it, of the space between lanes, and of the ruler.
const HEAD: f64 = 64.0;
const GAP: f64 = 8.0;
const RULER: f64 = 24.0;
/// The height of a line of the legend, the room of its swatches, and the space between its entries.
const LINE: f64 = 18.0;
const SWATCH: f64 = 20.0;
const BETWEEN: f64 = 18.0;
/// The least room for the length of a wait.
const LEAST_TEXT: f64 = 44.0;
/// The room that each of its letters takes, at most.
const LEAST_LETTER: f64 = 7.5;
/// Round instants on the ruler.
const MOST_TICKS: i64 = 10;

/// The looks of the drawings, which elsewhere the style sheets give.
const STYLE: &str = "\
svg{font:12px system-ui,sans-serif;color-scheme:light dark}path{fill:none;vector-effect:non-scaling-stroke}
.bg{fill:#fff}text{fill:#434b59}.title{fill:#161a21;font-weight:600;font-size:14px}.rule{stroke:#c3c8d2}
.wait{fill:#c3c8d2;opacity:.28}.l-sync{stroke:#5d6675;stroke-width:6px}.l-ready{stroke:#5d6675;stroke-width:8px;opacity:.55}
.l-delayed{stroke:#c3c8d2;stroke-width:8px;opacity:.7}.l-write{stroke-width:2px}.ok{stroke:#006b4c}
.no{stroke:#765600;stroke-dasharray:2 1.5}.l-event{stroke:#5d6675;stroke-width:5px;stroke-linecap:round}
.l-held{stroke:#765600;stroke-width:1.5px;stroke-dasharray:3 3}.g-pending{fill:#9aa2ae}.g-running{fill:#73a5cb}
.g-ready{fill:#0a5fa3}.g-succeeded{fill:#006b4c}.g-failed{fill:#b03a05}.g-terminating{fill:#8f3b72}
.a-succeeded{fill:#99c4b7}.a-failed{fill:#dfb09b}.a-active{stroke:#545e6e;stroke-width:1.5px}
.a-ready{stroke:#0a5fa3;stroke-width:1.5px}.a-terminating{stroke:#8f3b72;stroke-width:1.5px;stroke-dasharray:3 2}
@media (prefers-color-scheme:dark){.bg{fill:#14171c}text{fill:#b3bac6}.title{fill:#e8ebf0}.rule{stroke:#414956}
.wait{fill:#414956}.l-sync,.l-ready,.l-event{stroke:#929baa}.l-delayed{stroke:#414956}.ok{stroke:#4fca9e}.no,.l-held{stroke:#e3b640}
.g-pending{fill:#636975}.g-running{fill:#487292}.g-ready{fill:#72bdf3}.g-succeeded{fill:#4fca9e}.g-failed{fill:#ff9566}
.g-terminating{fill:#e5a0cc}.a-succeeded{fill:#2c5f50}.a-failed{fill:#72493a}.a-active{stroke:#a3adbc}
.a-ready{stroke:#72bdf3}.a-terminating{stroke:#e5a0cc}}";

/// `title` says what it is of.
pub(crate) fn picture(track: &Track, title: &str, words: &Words) -> String {
    let axis = Axis::of(track.points());
    let points = track.points();
    let lanes: [(&str, f64, Drawing); 6] = [
        ("lane-syncs", lanes::HEIGHT, lanes::syncs(points, &axis)),
        ("lane-queue", lanes::HEIGHT, lanes::queue(points, &axis)),
        ("lane-writes", lanes::HEIGHT, lanes::writes(points, &axis)),
        ("lane-watch", lanes::HEIGHT, lanes::watch(points, &axis)),
        ("lane-pods", gantt::HEIGHT, gantt::drawn(track, &axis)),
        ("lane-chart", chart::HEIGHT, chart::drawn(points, &axis)),
    ];
    let lowest = HEAD + lanes.iter().map(|(_, height, _)| height + GAP).sum::<f64>() + RULER;
    let legend = legend(words, &lanes.iter().flat_map(|(_, _, drawing)| drawing).collect::<Vec<_>>());
    let height = lowest + legend.height;
    let (left, width) = (NAMES, FULL - NAMES - RIGHT);
    let title = escaped(title);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{title}" viewBox="0 0 {FULL} {height}" width="{FULL}" height="{height}"><title>{title}</title><style>{STYLE}</style><rect class="bg" width="100%" height="100%"/><text class="title" x="12" y="24">{title}</text>"#
    );
    for mark in markers::placed(track, &axis, Window::default()).shown {
        let (x, anchor) = (left + mark.at * width, if mark.at > 0.8 { "end" } else { "start" });
        let _ = write!(
            svg,
            r#"<text x="{x:.1}" y="{}" text-anchor="{anchor}">{}</text><path class="rule" d="M{x:.1} {}V{}"/>"#,
            HEAD - 16.0,
            escaped(&markers::text(words, &mark.marker)),
            HEAD - 12.0,
            lowest - RULER,
        );
    }
    for wait in axis.waits(Window::default()) {
        let (from, to) = (left + wait.from * width, left + wait.to * width);
        let _ = write!(svg, r#"<path class="wait" d="M{from:.1} {HEAD}H{to:.1}V{:.1}H{from:.1}Z"/>"#, lowest - RULER);
        if to - from >= LEAST_TEXT {
            let (x, y) = (f64::midpoint(from, to), HEAD + lanes::HEIGHT / 2.0 + 4.0);
            let time = short_seconds(wait.ms);
            let text = waits::cause(track, wait)
                .map(|cause| waits::named(words, "wait-length", cause, &time))
                .filter(|named| to - from >= LEAST_LETTER * waits::letters(named))
                .map_or_else(|| format!("+{time}"), |named| escaped(&named));
            let _ = write!(svg, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle">{text}</text>"#);
        }
    }
    let mut top = HEAD;
    for (name, height, drawing) in lanes {
        let _ = write!(
            svg,
            r#"<text x="12" y="{:.1}">{}</text><svg x="{left}" y="{top}" width="{width}" height="{height}" viewBox="0 0 {WIDTH} {height}" preserveAspectRatio="none">"#,
            top + height / 2.0 + 4.0,
            escaped(&words.t(name)),
        );
        for (class, path) in drawing.iter().filter(|(_, path)| !path.text().is_empty()) {
            let _ = write!(svg, r#"<path class="{class}" d="{}"/>"#, path.text());
        }
        svg.push_str("</svg>");
        top += height + GAP;
    }
    let _ = write!(svg, r#"<path class="rule" d="M{left} {top}H{}"/>"#, FULL - RIGHT);
    for Tick { at, part, .. } in axis.ticks(Window::default(), MOST_TICKS).into_iter().filter(|tick| tick.is_named) {
        let (x, y) = (left + part * width, lowest - 8.0);
        let text = short_seconds(at);
        let _ = write!(
            svg,
            r#"<path class="rule" d="M{x:.1} {top}V{y:.1}"/><text x="{:.1}" y="{y:.1}">{text}</text>"#,
            x + 4.0
        );
    }
    let _ = write!(svg, r#"<g transform="translate({left} {lowest})">{}</g></svg>"#, legend.svg);
    svg.push('\n');
    svg
}

/// How a kind of drawing looks in the legend.
#[derive(Clone, Copy)]
enum Look {
    Block,
    Level,
    Upright,
    Dot,
}

/// What the legend says of the classes of drawings, in its order.
const LEGEND: [(&str, Look, &str); 14] = [
    ("g-pending", Look::Block, "state-pending"),
    ("g-running", Look::Block, "state-running"),
    ("g-ready", Look::Block, "state-ready"),
    ("g-succeeded", Look::Block, "state-succeeded"),
    ("g-failed", Look::Block, "state-failed"),
    ("g-terminating", Look::Block, "state-terminating"),
    ("a-active", Look::Level, "picture-active"),
    ("a-ready", Look::Level, "picture-ready"),
    ("l-ready", Look::Level, "picture-key-ready"),
    ("l-delayed", Look::Level, "picture-key-delayed"),
    ("l-write ok", Look::Upright, "picture-written"),
    ("l-write no", Look::Upright, "picture-refused"),
    ("l-event", Look::Dot, "picture-delivered"),
    ("l-held", Look::Level, "picture-held"),
];

/// A legend with its height.
struct Legend {
    svg: String,
    height: f64,
}

/// What the looks of the drawings mean that have anything drawn, in as many lines as they need.
fn legend(words: &Words, drawings: &[&(&'static str, Path)]) -> Legend {
    let is_drawn = |class: &str| drawings.iter().any(|(drawn, path)| *drawn == class && !path.text().is_empty());
    let (mut svg, mut x, mut line) = (String::new(), 0.0, 0.0);
    for (class, look, word) in LEGEND.into_iter().filter(|(class, ..)| is_drawn(class)) {
        let word = words.t(word);
        let entry = SWATCH + LEAST_LETTER * waits::letters(&word);
        if x > 0.0 && x + entry > FULL - NAMES - RIGHT {
            (x, line) = (0.0, line + LINE);
        }
        let middle = line + LINE / 2.0;
        let mut swatch = Path::default();
        match look {
            Look::Block => swatch.block(x, x + 14.0, middle - 5.0, middle + 5.0),
            Look::Level => swatch.bar(x, x + 14.0, middle),
            Look::Upright => swatch.tick(x + 7.0, middle - 5.0, middle + 5.0),
            Look::Dot => swatch.dot(x + 7.0, middle),
        }
        let (swatch, text, left, baseline) = (swatch.text(), escaped(&word), x + SWATCH, middle + 4.0);
        let _ =
            write!(svg, r#"<path class="{class}" d="{swatch}"/><text x="{left:.1}" y="{baseline:.1}">{text}</text>"#);
        x += entry + BETWEEN;
    }
    Legend { svg, height: if x > 0.0 { line + LINE + GAP } else { 0.0 } }
}

/// Text that means nothing else in XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::Timeline;

    use super::*;
    use crate::words::Locale;
    use jobscope_explain::played::play;
    use jobscope_explain::{Preset, Scenes};

    #[test]
    fn it_stands_by_itself_and_holds_no_markup_of_others() {
        let (mut track, mut scenes) = (Track::default(), Scenes::default());
        play(Preset::Failing, Release::V1_28, Timeline::step_over, |timeline| track.follow(timeline, &mut scenes));
        for words in Locale::ALL.map(Words::new) {
            let svg = picture(&track, "<script>\"&", &words);
            assert!(svg.contains("&lt;script&gt;&quot;&amp;") && !svg.contains("<script"), "{svg}");
            assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
            assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
            for none in ["var(", "href", "url(", "@import", "NaN"] {
                assert!(!svg.contains(none), "{none}");
            }
            // Each kind of mark that is drawn is explained once, below the lanes, and nothing else is.
            let (_, legend) = svg.split_once("<g transform").expect("a legend");
            for (class, _, word) in LEGEND {
                let is_drawn = svg.matches(&format!(r#"<path class="{class}" "#)).count();
                let said = legend.matches(&format!(">{}</text>", escaped(&words.t(word)))).count();
                assert!(if said == 0 { is_drawn == 0 } else { said == 1 && is_drawn > 1 }, "{class}: {svg}");
            }
            assert!(!legend.contains("g-terminating") && legend.contains("g-failed"), "{legend}");
            for drawn in [
                "l-sync",
                "l-write ok",
                "g-failed",
                "a-failed",
                ">Failed<",
                "\"wait\"",
                "38\u{a0}s<",
                &*words.t("passes-for-back-off"),
            ] {
                assert!(svg.contains(drawn), "{drawn}: {svg}");
            }
        }
    }
}
