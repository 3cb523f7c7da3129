//! The Pods region: every pod by the sync and slow-start batch that made it, and what may happen to it next.

mod batches;
mod menu;
mod state;
mod table;
mod tile;

use jobscope_core::api::Name;
use yew::prelude::*;

pub(crate) use state::PodState;

use crate::session::{Origin, Session};
use crate::settings::{Choose, PodsAs, use_settings};
use crate::ui::{Anchor, Refused, Segmented, shape};
use crate::words::use_words;
use batches::Batches;
use menu::PodMenu;
use table::Table;

/// Properties of [`Pods`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
}

/// A pod that was chosen, and where.
#[derive(Clone, Debug, PartialEq)]
struct Chosen {
    pod: Name,
    anchor: Anchor,
}

/// See the module.
#[component]
pub(crate) fn Pods(props: &Props) -> Html {
    let words = use_words();
    let settings = use_settings();
    let chosen = use_state_eq(|| None::<Chosen>);
    let now = &props.session.now;
    let choose = {
        let chosen = chosen.clone();
        // One handler for all pods: the pod is in the element that was clicked.
        Callback::from(move |event: MouseEvent| {
            let found = Anchor::closest(&event, "[data-pod]");
            let pod = found.as_ref().and_then(|anchor| anchor.data("pod")).map(Name::from);
            if let (Some(pod), Some(anchor)) = (pod, found) {
                chosen.set(Some(Chosen { pod, anchor }));
            }
        })
    };
    let close = {
        let chosen = chosen.clone();
        Callback::from(move |()| {
            if let Some(chosen) = &*chosen {
                chosen.anchor.focus();
            }
            chosen.set(None);
        })
    };
    let views = [PodsAs::Tiles, PodsAs::Table];
    let options = vec![words.t("pods-tiles"), words.t("pods-table")];
    let view = views.iter().position(|view| *view == settings.pods_as).unwrap_or_default();
    let pick = {
        let settings = settings.clone();
        Callback::from(move |place: usize| {
            settings.dispatch(Choose::PodsAs(views.get(place).copied().unwrap_or_default()));
        })
    };
    let refusal = props.session.refusal.as_ref().filter(|refusal| refusal.origin == Origin::Pods);
    html! {
        <section class="panel pods" id="pods" aria-labelledby="h-pods">
            <div class="bar">
                <h2 id="h-pods">{ words.t("pods") }</h2>
                <Counts session={props.session.clone()} />
                <span class="grow"></span>
                <Segmented label={words.t("pods-as")} {options} chosen={view} on_choose={pick} />
            </div>
            <div class="scroll" onclick={choose}>
                if let Some(refusal) = refusal { <Refused refusal={refusal.clone()} /> }
                if now.snapshot.pods.is_empty() && now.syncs.iter().all(|sync| sync.batches.is_empty()) {
                    <p class="empty">{ words.t("pods-none") }</p>
                } else if settings.pods_as == PodsAs::Tiles {
                    <Batches now={now.clone()} />
                } else {
                    <Table now={now.clone()} />
                }
            </div>
            if let Some(chosen) = &*chosen {
                <PodMenu session={props.session.clone()} pod={chosen.pod.clone()} anchor={chosen.anchor.clone()} on_close={close} />
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct CountsProps {
    session: UseReducerHandle<Session>,
}

/// How many pods are in which state.
#[component]
fn Counts(props: &CountsProps) -> Html {
    let words = use_words();
    let now = &props.session.now;
    let count = |state| now.snapshot.pods.iter().filter(|pod| PodState::of(pod) == state).count();
    let refused: usize = now.sync().map_or(0, |sync| sync.batches.iter().map(|batch| batch.refused.len()).sum());
    html! {
        <ul class="counts">
            for (state, n) in PodState::ALL.map(|state| (state, count(state))).into_iter().filter(|(_, n)| *n > 0) {
                <li class={format!("c-{}", state.id())}>{ shape(state.id()) }<b>{ n }</b>{ " " }{ words.t(state.word()) }</li>
            }
            if refused > 0 { <li class="c-refused">{ shape("refused") }<b>{ refused }</b>{ " " }{ words.t("state-refused") }</li> }
        </ul>
    }
}
