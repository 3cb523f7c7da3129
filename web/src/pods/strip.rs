//! The pods in one row of tiles, with the Job's status: for narrow pages.

use jobscope_core::api::{JobConditionType, Name};
use jobscope_core::world::PodView;
use jobscope_explain::PodState;
use jobscope_explain::time::{seconds, short_seconds};
use yew::prelude::*;

use super::groups::in_order;
use super::menu::PodMenu;

use super::state::{described, label, number};
use super::tile::lag;
use crate::session::Session;
use crate::ui::{Anchor, and_more, shape};
use crate::words::{Words, args, use_words};

/// More tiles than this are a number.
const MOST: usize = 24;
/// Shorter waits are not shown, in milliseconds.
const LEAST_MS: i64 = 1_000;

/// Properties of [`PodStrip`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: UseReducerHandle<Session>,
    /// Whether nothing can be chosen for pods.
    pub(crate) readonly: bool,
}

#[component]
pub(crate) fn PodStrip(props: &Props) -> Html {
    let words = use_words();
    let open = use_state_eq(|| None::<(Name, Anchor)>);
    let now = &props.session.now;
    let pods = in_order(now);
    let gaps = gaps(&props.session);
    let next = next(&props.session);
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
                for (place, pod) in pods.clone().enumerate().take(MOST) {
                    <li key={pod.name.as_str()}>
                        if let Some(gap) = gaps.get(place).copied().flatten() {
                            <span class="gap"><span class="vh">{ words.f("pods-waited", &args!(time = short_seconds(gap))) }</span><span aria-hidden="true">{ short_seconds(gap) }</span></span>
                        }
                        if props.readonly {
                            <span class={classes!("pod", lag(pod))} data-s={PodState::of(pod).id()} title={described(&words, now, pod)}>{ inside(&words, pod) }</span>
                        } else {
                            <button type="button" class={classes!("pod", lag(pod))} data-s={PodState::of(pod).id()} data-pod={pod.name.to_string()} aria-haspopup="dialog" title={described(&words, now, pod)}>{ inside(&words, pod) }</button>
                        }
                    </li>
                }
                if pods.len() > MOST { <li>{ and_more(&words, pods.len(), MOST) }</li> }
                if let Some(Next { whole, left }) = next.filter(|_| pods.len() <= MOST) {
                    <li key="next"><span class="gap live" aria-hidden="true">{ short_seconds(whole) }</span><span class="pod wait" data-s="pending"><i class="ring" style={format!("--p:{}%", left * 100 / whole.max(1))} aria-hidden="true"></i><b>{ words.t("pods-next") }</b><span class="says">{ words.f("due-in", &args!(time = seconds(left))) }</span></span></li>
                }
                if pods.len() == 0 { <li class="muted">{ words.t("pods-none-yet") }</li> }
            </ul>
            { figures(&props.session) }
            if let Some((pod, anchor)) = &*open {
                <PodMenu session={props.session.still()} pods={vec![pod.clone()]} anchor={anchor.clone()} on_close={close} />
            }
        </div>
    }
}

/// The waits before the pods, in milliseconds: from when the pod before was seen to have ended.
fn gaps(session: &Session) -> Vec<Option<i64>> {
    let now = &session.now;
    let pods = in_order(now);
    let steps = now.step_number();
    let waited = |before: &PodView, pod: &PodView| {
        let ended = session.read_track(|track| track.ended(before, steps))?;
        Some(now.since_start(pod.created) - ended).filter(|ms| *ms >= LEAST_MS)
    };
    let before = std::iter::once(None).chain(pods.clone().map(Some));
    let pairs = pods.zip(before).take(MOST);
    pairs.map(|(pod, before)| waited(before?, pod)).collect()
}

/// A pod that is still to come.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Next {
    /// Milliseconds from the end of the one before to when the Job is looked at again.
    whole: i64,
    /// How much of that is left.
    left: i64,
}

/// The next pod, if the last one failed, none is left, and the Job waits in the queue before it is looked at again.
fn next(session: &Session) -> Option<Next> {
    let now = &session.now;
    let job = now.job()?;
    let ends = [JobConditionType::Complete, JobConditionType::Failed];
    let last = in_order(now).last()?;
    let is_over = |pod: &PodView| matches!(PodState::of(pod), PodState::Succeeded | PodState::Failed);
    if PodState::of(last) != PodState::Failed
        || !in_order(now).all(is_over)
        || ends.into_iter().any(|end| job.job.status.is_true(end))
    {
        return None;
    }
    let ready_at = now.snapshot.queue.delayed.iter().map(|delayed| delayed.ready_at).min()?;
    let ended = session.read_track(|track| track.ended(last, now.step_number()))?;
    let left = ready_at.since(now.snapshot.now);
    (left > 0).then(|| Next { whole: (now.since_start(ready_at) - ended).max(left), left })
}

fn inside(words: &Words, pod: &PodView) -> Html {
    html! { <>{ shape(PodState::of(pod).id()) }<b>{ number(pod) }</b><span class="says">{ label(words, pod) }</span><span class="vh">{ pod.name.as_str() }</span></> }
}

/// The counts of the Job that was synced last, and how many failures it allows, under the names that its fields have.
fn figures(session: &Session) -> Html {
    let Some(job) = session.now.job().map(|view| &view.job) else { return Html::default() };
    let (status, spec) = (&job.status, &job.spec);
    // With a limit of each index that of the Job is as high as can be, and limits nothing.
    let limit = match (spec.backoff_limit_per_index, spec.backoff_limit) {
        (Some(limit), _) => Some(("backoffLimitPerIndex", limit)),
        (None, limit) => limit.map(|limit| ("backoffLimit", limit)),
    };
    let figures = [("active", status.active), ("failed", status.failed), ("succeeded", status.succeeded)];
    html! {
        <dl class="figures">
            for (name, n) in figures.into_iter().chain(limit) { <div><dt>{ name }</dt><dd>{ n }</dd></div> }
        </dl>
    }
}
