//! The pods in one row of tiles, with what the Job's status says of them: for where there is little room.

use jobscope_core::api::Name;
use jobscope_core::world::PodView;
use yew::prelude::*;

use super::menu::PodMenu;
use super::state::{PodState, described, label, number};
use super::tile::lag;
use crate::session::Session;
use crate::ui::{Anchor, shape};
use crate::words::{Words, args, use_words};

/// More tiles than this are a number.
const MOST: usize = 24;

/// Properties of [`PodStrip`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    /// Whether nothing can be chosen for pods.
    pub(crate) readonly: bool,
}

/// See the module.
#[component]
pub(crate) fn PodStrip(props: &Props) -> Html {
    let words = use_words();
    let open = use_state_eq(|| None::<(Name, Anchor)>);
    let now = &props.session.now;
    let pods = &now.snapshot.pods;
    let onclick = {
        let open = open.clone();
        Callback::from(move |event: MouseEvent| {
            let found = Anchor::closest(&event, "button[data-pod]");
            open.set(found.and_then(|anchor| Some((Name::from(anchor.data("pod")?), anchor))));
        })
    };
    let close = {
        let open = open.clone();
        Callback::from(move |()| {
            if let Some((_, anchor)) = &*open {
                anchor.focus();
            }
            open.set(None);
        })
    };
    html! {
        <div class="strip-of-pods">
            <ul aria-label={words.t("pods")} {onclick}>
                for pod in pods.iter().take(MOST) {
                    <li key={pod.name.as_str()}>{
                        if props.readonly {
                            html! { <span class={classes!("pod", lag(pod))} data-s={PodState::of(pod).id()} title={described(&words, now, pod)}>{ inside(&words, pod) }</span> }
                        } else {
                            html! { <button type="button" class={classes!("pod", lag(pod))} data-s={PodState::of(pod).id()} data-pod={pod.name.to_string()} aria-haspopup="dialog" title={described(&words, now, pod)}>{ inside(&words, pod) }</button> }
                        }
                    }</li>
                }
                if pods.len() > MOST { <li class="muted">{ words.f("pods-more", &args!(n = pods.len() - MOST)) }</li> }
                if pods.is_empty() { <li class="muted">{ words.t("pods-none-yet") }</li> }
            </ul>
            { figures(&props.session) }
            if let Some((pod, anchor)) = &*open {
                <PodMenu session={props.session.still()} pods={vec![pod.clone()]} anchor={anchor.clone()} on_close={close} />
            }
        </div>
    }
}

fn inside(words: &Words, pod: &PodView) -> Html {
    html! { <>{ shape(PodState::of(pod).id()) }<b>{ number(pod) }</b><span class="says">{ label(words, pod) }</span><span class="vh">{ pod.name.as_str() }</span></> }
}

/// The counts of the first Job, under the names that its fields have.
fn figures(session: &Session) -> Html {
    let Some(job) = session.now.snapshot.jobs.first().map(|view| &view.job) else { return Html::default() };
    let figures = [("active", job.status.active), ("succeeded", job.status.succeeded), ("failed", job.status.failed)];
    html! {
        <dl class="figures">
            for (name, n) in figures { <div><dt>{ name }</dt><dd>{ n }</dd></div> }
        </dl>
    }
}
