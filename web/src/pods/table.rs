//! Pods as a table: everything that a tile says, in words and numbers. Only the rows that can be seen are in the
//! document, so that ten thousand pods scroll like ten.

use std::ops::Range;
use std::rc::Rc;

use jobscope_core::api::Name;
use jobscope_core::world::{CacheState, PodView};
use jobscope_explain::time::seconds;
use jobscope_explain::{Moment, PodState};
use web_sys::Element;
use yew::prelude::*;

use super::groups::in_order;
use super::selection::Selection;

use super::state::{counting_word, label, time_left};
use crate::effect::use_effect_with;
use crate::lazy::lazy;
use crate::ui::{number, shape, use_visible};
use crate::words::{Words, args, or_none, use_words};

/// Fewer rows than this are simply all there.
const FEW: usize = 200;

/// Properties of [`Table`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
    pub(super) selection: Rc<Selection>,
}

/// A column, and whether it has anything to say.
type Column = (&'static str, bool);

lazy!(pub(super) Table, Props, TableBody);

#[component]
pub(crate) fn TableBody(props: &Props) -> Html {
    let words = use_words();
    let (now, node) = (&*props.now, use_node_ref());
    let visible = use_visible(&node);
    let height = use_state_eq(|| 28.0_f64);
    let pods = in_order(now);
    let indexed = pods.clone().any(|pod| pod.completion_index.is_some());
    let tracked = pods.clone().any(|pod| pod.tracked || pod.counting.is_some());
    let columns: [Column; 12] = [
        ("column-index", indexed),
        ("column-attempt", indexed),
        ("column-number", true),
        ("column-name", true),
        ("column-state", true),
        ("column-controller", true),
        ("column-restarts", true),
        ("column-exit", true),
        ("column-deletion", pods.clone().any(|pod| pod.deletion.is_some())),
        ("column-finalizer", tracked),
        ("column-counted", tracked),
        ("column-age", true),
    ];
    {
        let (node, height) = (node.clone(), height.clone());
        // A row's height is the style sheet's, and the same for all.
        use_effect_with(visible, move |_| {
            let row =
                node.cast::<Element>().and_then(|table| table.query_selector("tbody tr:not(.space)").ok().flatten());
            if let Some(row) = row {
                height.set(row.get_bounding_client_rect().height().max(1.0));
            }
        });
    }
    let Range { start: from, end: to } =
        if pods.len() <= FEW { 0..pods.len() } else { visible.rows(*height, pods.len()) };
    let all = pods.len();
    let shown: Vec<_> = pods.skip(from).take(to - from).collect();
    let active = props.selection.active.as_ref().filter(|active| shown.iter().any(|pod| pod.name == **active));
    let stop = active.or(shown.first().map(|pod| &pod.name));
    let space = |rows: usize| {
        let style = format!("height:{}px", number(rows) * *height);
        html! { if rows > 0 { <tr class="space" aria-hidden="true"><td {style}></td></tr> } }
    };
    html! {
        <table ref={node} class="pod-table" aria-rowcount={(all + 1).to_string()}>
            <caption class="vh">{ words.f("pods-number", &args!(n = all)) }</caption>
            <thead><tr aria-rowindex="1">
                for (column, _) in columns.iter().filter(|(_, shown)| *shown) { <th scope="col">{ words.t(column) }</th> }
            </tr></thead>
            <tbody>
                { space(from) }
                for (place, pod) in shown.iter().enumerate() {
                    <tr key={pod.name.as_str()} aria-rowindex={(from + place + 2).to_string()} class={classes!((pod.cache != CacheState::InStep).then_some("stale"), props.selection.has(&pod.name).then_some("chosen"))}>
                        for (column, _) in columns.iter().filter(|(_, shown)| *shown) { { cell(&words, now, pod, column, &props.selection, stop) } }
                    </tr>
                }
                { space(all - to) }
            </tbody>
        </table>
    }
}

fn cell(words: &Words, now: &Moment, pod: &PodView, column: &str, selection: &Selection, stop: Option<&Name>) -> Html {
    let state = PodState::of(pod);
    let shown = match column {
        "column-number" => pod.ordinal.to_string().into(),
        "column-index" => or_none(pod.completion_index),
        "column-attempt" => or_none(pod.attempt),
        "column-name" => {
            let tabindex = if stop == Some(&pod.name) { "0" } else { "-1" };
            return html! { <td><button type="button" class="link mono" {tabindex} data-pod={pod.name.to_string()} aria-haspopup="dialog" aria-pressed={selection.has(&pod.name).to_string()}>{ pod.name.as_str() }</button></td> };
        }
        "column-state" => {
            return html! { <td class={format!("c-{}", state.id())}><span class="with-shape">{ shape(state.id()) }{ words.t(state.word()) }</span></td> };
        }
        "column-controller" => return html! { <td>{ seen(words, pod) }</td> },
        "column-restarts" => pod.restarts.to_string().into(),
        "column-exit" => or_none(pod.exit_code),
        "column-deletion" => match (pod.deletion, time_left(now, pod)) {
            (None, _) => "–".into(),
            (Some(_), Some(left)) => left.into(),
            (Some(_), None) => return html! { <td>{ words.t("deletion-over") }</td> },
        },
        "column-finalizer" => {
            return html! { <td>{ words.t(if pod.tracked { "finalizer-held" } else { "finalizer-none" }) }</td> };
        }
        "column-counted" => {
            return html! { <td>{ pod.counting.map_or_else(|| "–".into(), |counting| words.t(counting_word(counting))) }</td> };
        }
        _ => seconds(now.snapshot.now.since(pod.created)).into(),
    };
    html! { <td class="mono">{ shown.into_owned() }</td> }
}

/// What the controller sees of the pod.
fn seen(words: &Words, pod: &PodView) -> AttrValue {
    match (pod.cache, pod.cached_phase) {
        (CacheState::InStep, _) => words.t("seen"),
        (CacheState::NotSeen, _) => words.t("not-seen"),
        (CacheState::Behind, Some(phase)) => words.f("seen-as", &args!(phase = phase.as_str())),
        (CacheState::Behind, None) => words.t("seen-older"),
        (CacheState::GoneFromStore, _) => label(words, pod),
    }
}
