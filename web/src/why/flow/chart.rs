//! The drawing: edges as lines, questions as buttons on them. Arrows go from question to question.

use std::rc::Rc;

use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::trace::QuestionSite;
use jobscope_explain::Moment;
use jobscope_explain::flow::layout::{Chart, Edge, Node, SIZE};
use jobscope_explain::flow::walk::Walk;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::why::row::{answer, mark};
use crate::words::{Words, args, use_words};

/// How far corners are rounded.
const ROUND: i32 = 5;

/// Properties of [`ChartView`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) now: Rc<Moment>,
    pub(super) walk: Rc<Walk>,
    pub(super) chart: Rc<Chart>,
    /// The size, in percent.
    pub(super) percent: u32,
    /// The question that is chosen.
    pub(super) place: Option<QuestionSite>,
    pub(super) on_choose: Callback<QuestionSite>,
}

#[component]
pub(super) fn ChartView(props: &Props) -> Html {
    let words = use_words();
    let release = props.now.snapshot.release;
    let chart = &props.chart;
    let scroller = use_node_ref();
    {
        let scroller = scroller.clone();
        use_effect_with((props.now.revision, props.percent), move |_| {
            if let Some(scroller) = scroller.cast::<Element>() {
                show_present(&scroller);
            }
        });
    }
    let onkeydown = {
        let scroller = scroller.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(scroller) = scroller.cast::<Element>()
                && move_focus(&scroller, &event.key())
            {
                event.prevent_default();
                event.stop_propagation();
            }
        })
    };
    let first = props.place.or_else(|| chart.nodes.first().map(|node| node.at));
    let scale = |size: i32| (f64::from(size) * f64::from(props.percent) / 100.0).to_string();
    html! {
        <div class="flow" ref={scroller} role="group" aria-label={words.f("flow-of", &args!(release = release.name()))} {onkeydown}>
            <svg width={scale(chart.width)} height={scale(chart.height)} viewBox={format!("0 0 {} {}", chart.width, chart.height)}>
                <g aria-hidden="true">
                    for edge in sorted(&chart.edges, &props.walk) { { line(edge, &props.walk) } }
                    for node in chart.nodes.iter().filter(|node| node.heads) {
                        <text class="fn" x={(node.x + SIZE.0 - 12).to_string()} y={(node.y - 6).to_string()} text-anchor="end">{ node.at.function.name() }</text>
                    }
                </g>
                for node in &chart.nodes { { question(&words, node, props, first == Some(node.at)) } }
            </svg>
        </div>
    }
}

/// Those that were taken come last, so that they lie on top.
fn sorted<'a>(edges: &'a [Edge], walk: &Walk) -> Vec<&'a Edge> {
    let mut sorted: Vec<_> = edges.iter().collect();
    sorted.small_sort_by_key(|edge| (walk.took(edge.from, edge.to), walk.last == Some((edge.from, edge.to))));
    sorted
}

fn line(edge: &Edge, walk: &Walk) -> Html {
    let taken = walk.took(edge.from, edge.to);
    let last = walk.last == Some((edge.from, edge.to));
    let class = classes!("edge", edge.back.then_some("back"), taken.then_some("lit"), last.then_some("last"));
    let arrow = if last {
        "url(#ar-on)"
    } else if taken {
        "url(#ar-lit)"
    } else {
        "url(#ar)"
    };
    html! { <path {class} d={path(&edge.points)} marker-end={arrow} /> }
}

/// The corners as a path with round corners.
fn path(points: &[(i32, i32)]) -> String {
    let mut d = String::new();
    for (place, &(x, y)) in points.iter().enumerate() {
        let neighbours = place.checked_sub(1).and_then(|before| points.get(before)).zip(points.get(place + 1));
        let step = match neighbours {
            None if place == 0 => format!("M{x} {y}"),
            None => format!("L{x} {y}"),
            Some((&before, &after)) => {
                let (from, to) = (towards((x, y), before), towards((x, y), after));
                format!("L{} {}Q{x} {y} {} {}", from.0, from.1, to.0, to.1)
            }
        };
        d.push_str(&step);
    }
    d
}

/// A point a little way from `corner` in the direction of `other`.
fn towards(corner: (i32, i32), other: (i32, i32)) -> (i32, i32) {
    let step = |from: i32, to: i32| {
        from + (to - from).clamp(-ROUND, ROUND).clamp(-((to - from).abs() / 2), (to - from).abs() / 2)
    };
    (step(corner.0, other.0), step(corner.1, other.1))
}

fn question(words: &Words, node: &Node, props: &Props, stop: bool) -> Html {
    let place = node.at;
    let answered = props.walk.answer(place);
    let present = props.walk.present == Some(place);
    let ask = words.say(&format!("decision-{}", place.decision.name()));
    let state = answered.map_or("unasked", |(_, decision)| mark(decision.answer()));
    let class = classes!("fq", state, present.then_some("cur"));
    let id = format!("{}-{}", place.function.name(), place.decision.name());
    html! {
        <foreignObject key={id} x={node.x.to_string()} y={node.y.to_string()} width={SIZE.0.to_string()} height={SIZE.1.to_string()}>
            <button xmlns="http://www.w3.org/1999/xhtml" type="button" {class} tabindex={if stop { "0" } else { "-1" }}
                aria-current={present.then_some("step")} aria-pressed={(props.place == Some(place)).to_string()}
                onclick={props.on_choose.reform(move |_: MouseEvent| place)}>
                <span class="ask">{ ask }</span>
                {
                    match answered {
                        Some((times, decision)) => html! {
                            <span class="ans">{ answer(words, decision) }if *times > 1 { <i>{ format!("×{times}") }</i> }</span>
                        },
                        None => html! { <span class="vh">{ words.t("not-asked") }</span> },
                    }
                }
                if node.ends {
                    <span class={classes!("ends", props.walk.ended_at(place).then_some("lit"))} title={words.t("flow-may-end")}>
                        <span class="vh">{ if props.walk.ended_at(place) { words.t("flow-ended") } else { words.t("flow-may-end") } }</span>
                    </span>
                }
            </button>
        </foreignObject>
    }
}

/// Puts the present question into the middle of what can be seen of the chart, without moving anything else on the page.
fn show_present(scroller: &Element) {
    /// Between the sentence, which lies on the chart, and what can be seen of that.
    const BELOW: f64 = 8.0;
    let Ok(Some(present)) = scroller.query_selector("[aria-current]") else { return };
    let sentence = scroller.parent_element().and_then(|board| board.previous_element_sibling());
    let sentence = sentence.and_then(|beside| beside.query_selector(".saying").ok().flatten());
    let (at, view) = (present.get_bounding_client_rect(), scroller.get_bounding_client_rect());
    let top = sentence.map_or(view.top(), |said| view.top().max(said.get_bounding_client_rect().bottom() + BELOW));
    let down = f64::midpoint(at.top(), at.bottom()) - f64::midpoint(top, view.bottom());
    // Sideways only as far as it has to.
    let before = at.left() - view.left();
    let right = if before < 0.0 { before } else { (at.right() - view.right()).clamp(0.0, before) };
    scroller.scroll_by_with_x_and_y(right, down);
}

/// Up and down go through all questions, left and right along the way of the sync. False for other keys.
fn move_focus(scroller: &Element, key: &str) -> bool {
    let Ok(found) = scroller.query_selector_all(".fq") else { return false };
    let questions: Vec<HtmlElement> =
        (0..found.length()).filter_map(|place| found.item(place)?.dyn_into().ok()).collect();
    let active = gloo::utils::document().active_element();
    let is_active = |question: &HtmlElement| Some(question.unchecked_ref::<Element>()) == active.as_ref();
    let here = questions.iter().position(is_active).unwrap_or(0);
    let asked = |question: &&HtmlElement| !question.class_list().contains("unasked");
    let (mut before, mut after) = (questions.iter().take(here).rev(), questions.iter().skip(here + 1));
    let next = match key {
        "ArrowDown" => after.next(),
        "ArrowUp" => before.next(),
        "ArrowRight" => after.find(asked),
        "ArrowLeft" => before.find(asked),
        "Home" => questions.first(),
        "End" => questions.last(),
        _ => return false,
    };
    if let Some(question) = next {
        let _ = question.focus();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_round_but_never_longer_than_their_legs() {
        assert_eq!(path(&[(0, 0), (0, 20)]), "M0 0L0 20");
        assert_eq!(path(&[(0, 0), (0, 20), (30, 20)]), "M0 0L0 15Q0 20 5 20L30 20");
        assert_eq!(path(&[(0, 0), (0, 4), (30, 4)]), "M0 0L0 2Q0 4 5 4L30 4");
    }
}
