//! Pods as a table: everything that a tile says, in words and numbers.

use std::rc::Rc;

use jobscope_core::world::{CacheState, PodView};
use yew::prelude::*;

use super::state::{PodState, label};
use crate::session::Moment;
use crate::ui::shape;
use crate::ui::time::seconds;
use crate::words::{Words, args, or_none, use_words};

/// Properties of [`Table`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) now: Rc<Moment>,
}

/// See the module.
#[component]
pub(crate) fn Table(props: &Props) -> Html {
    let words = use_words();
    let mut pods: Vec<_> = props.now.snapshot.pods.iter().collect();
    pods.sort_by_key(|pod| pod.ordinal);
    html! {
        <table class="pod-table">
            <thead><tr>
                for column in ["column-number", "column-name", "column-state", "column-controller", "column-restarts", "column-exit", "column-age"] {
                    <th scope="col">{ words.t(column) }</th>
                }
            </tr></thead>
            <tbody>for pod in pods { { row(&words, &props.now, pod) } }</tbody>
        </table>
    }
}

fn row(words: &Words, now: &Moment, pod: &PodView) -> Html {
    let state = PodState::of(pod);
    html! {
        <tr key={pod.name.as_str()} class={(pod.cache != CacheState::InStep).then_some("stale")}>
            <td class="mono">{ pod.ordinal }</td>
            <td><button type="button" class="link mono" data-pod={pod.name.to_string()} aria-haspopup="dialog">{ pod.name.as_str() }</button></td>
            <td class={format!("c-{}", state.id())}><span class="with-shape">{ shape(state.id()) }{ words.t(state.word()) }</span></td>
            <td>{ seen(words, pod) }</td>
            <td class="mono">{ pod.restarts }</td>
            <td class="mono">{ or_none(pod.exit_code) }</td>
            <td class="mono">{ seconds(now.snapshot.now.since(pod.created)) }</td>
        </tr>
    }
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
