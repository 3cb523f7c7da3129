//! The flow chart: all questions of the release and what can follow each, with the path of the current sync
//! highlighted.
//!
//! It is drawn from the engine's catalogue; nothing here knows a question or an edge.

mod chart;
mod detail;
mod listing;

use std::rc::Rc;

use jobscope_core::manager::catalogue;
use jobscope_core::trace::{DecisionId, QuestionSite};
use jobscope_explain::Moment;
use jobscope_explain::flow::layout::{Chart, Shape};
use jobscope_explain::flow::walk::Walk;
use yew::prelude::*;

use crate::lazy::lazy;
use crate::ui::{Dialog, Icon, icon};
use crate::words::{args, use_words};
use chart::ChartView;
use detail::Detail;
use listing::Listing;

/// Sizes of the drawing, in percent.
const ZOOMS: [u32; 8] = [50, 65, 80, 100, 125, 150, 175, 200];
/// The place of 100 percent among them.
const FULL_SIZE: usize = 3;
/// The maximum width of the enlarged drawing, and what the window has beside it, in pixels; as in `flow.css`.
const MAX_LARGE: f64 = 1208.0;
const AROUND_LARGE: f64 = 56.0;

/// Properties of [`Flow`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(super) now: Rc<Moment>,
    /// The question that a lesson speaks of.
    pub(super) look: Option<DecisionId>,
}

lazy!(pub(super) Flow, Props, FlowBody);

/// On small pages the chart is a list.
#[component]
pub(crate) fn FlowBody(props: &Props) -> Html {
    let words = use_words();
    let walk = use_memo((props.now.clone(), props.look), |(now, look)| Rc::new(Walk::of(now, *look)));
    let large = use_state_eq(|| false);
    let open = {
        let large = large.clone();
        Callback::from(move |_: MouseEvent| large.set(true))
    };
    let close = {
        let large = large.clone();
        Callback::from(move |()| large.set(false))
    };
    let release = props.now.snapshot.release;
    html! {
        <>
            <Board now={props.now.clone()} walk={(*walk).clone()} shape={Shape::Narrow}>
                <button type="button" class="btn sm" aria-haspopup="dialog" onclick={open}>{ words.t("flow-enlarge") }</button>
            </Board>
            <Listing now={props.now.clone()} walk={(*walk).clone()} />
            if *large {
                <Dialog id="flow-large" title={words.f("flow-of", &args!(release = release.name()))} close={words.t("close")} on_close={close}>
                    <Board now={props.now.clone()} walk={(*walk).clone()} shape={Shape::Wide} />
                </Dialog>
            }
        </>
    }
}

/// Properties of [`Board`].
#[derive(Properties, PartialEq)]
struct BoardProps {
    now: Rc<Moment>,
    walk: Rc<Walk>,
    shape: Shape,
    /// What else stands beside the buttons.
    #[prop_or_default]
    children: Children,
}

/// The chart with its buttons, and what is to be said of the chosen question.
#[component]
fn Board(props: &BoardProps) -> Html {
    let words = use_words();
    let release = props.now.snapshot.release;
    let chart = use_memo((release, props.walk.controller(release), props.shape), |(release, controller, shape)| {
        Rc::new(Chart::of(catalogue(*release, *controller), *shape))
    });
    let zoom = use_state_eq(|| match props.shape {
        Shape::Narrow => FULL_SIZE,
        Shape::Wide => largest_that_fits(chart.width),
    });
    // What the person chose; forgotten with the next movement, which has a question of its own.
    let chosen = use_state_eq(|| (0_u64, None::<QuestionSite>));
    let revision = props.now.revision;
    let place = match *chosen {
        (when, Some(place)) if when == revision => Some(place),
        _ => props.walk.present,
    };
    let choose = {
        let chosen = chosen.clone();
        Callback::from(move |place: QuestionSite| chosen.set((revision, Some(place))))
    };
    let percent = ZOOMS.get(*zoom).copied().unwrap_or(100);
    let change = |by: isize, name: &'static str, sign: Icon| {
        let next = zoom.checked_add_signed(by).filter(|next| *next < ZOOMS.len());
        let zoom = zoom.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(next) = next {
                zoom.set(next);
            }
        });
        html! { <button type="button" class="btn icon sm" aria-label={words.t(name)} title={words.t(name)} disabled={next.is_none()} {onclick}>{ icon(sign) }</button> }
    };
    html! {
        <div class={classes!("board", (props.shape == Shape::Wide).then_some("large"))}>
            <ChartView now={props.now.clone()} walk={props.walk.clone()} chart={(*chart).clone()} {percent} {place} on_choose={choose} />
            <div class="flow-bar">
                <p class="muted">{ legend(props.walk.is_empty(), &words) }</p>
                { props.children.clone() }
                { change(-1, "zoom-out", Icon::Minus) }
                <span class="mono percent">{ format!("{percent}%") }</span>
                { change(1, "zoom-in", Icon::Plus) }
            </div>
            <Detail now={props.now.clone()} walk={props.walk.clone()} {place} />
        </div>
    }
}

/// The place of the largest size, from 100 percent on, at which the enlarged drawing needs no scrolling sideways.
fn largest_that_fits(width: i32) -> usize {
    let window = gloo::utils::window().inner_width().ok().and_then(|width| width.as_f64()).unwrap_or_default();
    let room = MAX_LARGE.min(window - AROUND_LARGE);
    let fits = |percent: &u32| f64::from(width) * f64::from(*percent) / 100.0 <= room;
    ZOOMS.iter().rposition(fits).unwrap_or_default().max(FULL_SIZE)
}

fn legend(dark: bool, words: &crate::words::Words) -> AttrValue {
    if dark { words.t("flow-dark") } else { words.t("flow-lit") }
}
