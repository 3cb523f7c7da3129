//! The menu of what may happen next to a pod, or to all selected pods; each item is an action offered by the engine.

use std::rc::Rc;

use jobscope_core::api::Name;
use jobscope_core::small_collect::SmallCollect as _;
use jobscope_core::world::Action;
use jobscope_explain::{Moment, PodState};
use yew::prelude::*;

use super::state::described;
use crate::lazy::lazy;
use crate::session::{Do, Origin, Session, use_dispatch};
use crate::ui::{Anchor, Popover, on_parsed, shape};
use crate::words::{Words, args, use_words};

/// Properties of [`PodMenu`].
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) session: Rc<Session>,
    /// The pods, in the order in which they are shown.
    pub(crate) pods: Vec<Name>,
    pub(crate) anchor: Anchor,
    pub(crate) on_close: Callback<()>,
}

lazy!(pub(crate) PodMenu, Props, PodMenuBody);

#[component]
pub(crate) fn PodMenuBody(props: &Props) -> Html {
    let words = use_words();
    let dispatch = use_dispatch();
    let now = props.session.now.clone();
    let actions = use_memo((now.clone(), props.pods.clone()), {
        let session = props.session.clone();
        move |(_, pods)| session.read(|timeline| timeline.world().pod_actions(pods))
    });
    let (label, title) = match props.pods.as_slice() {
        [one] => (words.f("pod-menu", &args!(name = one.as_str())), AttrValue::from(one.to_string())),
        many => {
            let n = many.len();
            let name = words.f("pods-number", &args!(n = n)).to_string();
            (words.f("pod-menu", &args!(name = name)), words.f("pods-each", &args!(n = n)))
        }
    };
    let choose = {
        let on_close = props.on_close.clone();
        Callback::from(move |action: Action| {
            on_close.emit(());
            dispatch.dispatch(Do::Act(Origin::Pods, action));
        })
    };
    html! {
        <Popover anchor={props.anchor.clone()} {label} on_close={props.on_close.clone()}>
            <h3 class={(props.pods.len() == 1).then_some("mono")}>{ title }</h3>
            { lead(&words, &now, &props.pods) }
            if actions.is_empty() { <p class="lead">{ words.say_f("pod-nothing-next", &args!(n = props.pods.len())) }</p> }
            <div class="choices">
                for action in actions.iter() { { choice(&words, action.clone(), &choose) } }
            </div>
        </Popover>
    }
}

/// How they stand: one pod in words, several by the number in each state.
fn lead(words: &Words, now: &Moment, pods: &[Name]) -> Html {
    let pods: Vec<_> = pods.iter().filter_map(|name| now.pod(name)).collect();
    if let [pod] = pods.as_slice() {
        return html! { <p class="lead with-shape">{ shape(PodState::of(pod).id()) }{ described(words, now, pod) }</p> };
    }
    let count = |state| pods.iter().filter(|pod| PodState::of(pod) == state).count();
    html! {
        <ul class="lead counts">
            for (state, n) in PodState::ALL.map(|state| (state, count(state))).into_iter().filter(|(_, n)| *n > 0) {
                <li class={format!("c-{}", state.id())}>{ shape(state.id()) }<b>{ n }</b>{ " " }{ words.t(state.word()) }</li>
            }
        </ul>
    }
}

fn choice(words: &Words, action: Action, choose: &Callback<Action>) -> Html {
    if let Action::PodFail { reason, conds, no_status: false, exit, .. } = &action
        && reason.is_empty()
        && conds.is_empty()
    {
        return html! { <FailChoice action={action.clone()} containers={exit.keys().cloned().collect::<Vec<_>>()} choose={choose.clone()} /> };
    }
    let Some(name) = name(words, &action) else { return Html::default() };
    html! { <button type="button" class="choice" onclick={choose.reform(move |_| action.clone())}>{ name }</button> }
}

/// What the action does to the pod, as the menu calls it.
fn name(words: &Words, action: &Action) -> Option<AttrValue> {
    let name = match action {
        Action::PodSchedule { .. } => words.t("pod-schedule"),
        Action::PodUnschedulable { .. } => words.t("pod-unschedulable"),
        Action::PodWait { reason, .. } => words.f("pod-wait", &args!(reason = reason.as_str())),
        Action::PodContainerExit { container, exit_code, .. } => {
            words.f("pod-container-exit", &args!(container = container.as_str(), code = *exit_code))
        }
        Action::PodRun { ready: false, .. } => words.t("pod-run"),
        Action::PodRun { ready: true, .. } => words.t("pod-run-ready"),
        Action::PodReady { ready: true, .. } => words.t("pod-become-ready"),
        Action::PodReady { ready: false, .. } => words.t("pod-become-unready"),
        Action::PodRestart { container, .. } => words.f("pod-restart", &args!(container = container.as_str())),
        Action::PodSucceed { .. } => words.t("pod-succeed"),
        Action::PodFail { no_status: true, .. } => words.t("pod-lose-node"),
        Action::PodFail { reason, .. } if reason.is_empty() => words.t("pod-fail-condition"),
        Action::PodFail { reason, .. } => words.f("pod-fail-reason", &args!(reason = reason.as_str())),
        Action::PodDelete { grace: Some(0), .. } => words.t("pod-delete-now"),
        Action::PodDelete { .. } => words.t("pod-delete"),
        Action::PodRemove { .. } => words.t("pod-remove"),
        Action::PodOrphan { strip_finalizer: false, .. } => words.t("pod-orphan"),
        Action::PodOrphan { strip_finalizer: true, .. } => words.t("pod-orphan-stripped"),
        Action::PodLabel { .. } => words.t("pod-label"),
        Action::PodAnnot { .. } => words.t("pod-annotate"),
        _ => return None,
    };
    Some(name)
}

/// Enter in the field does what the button does.
fn typed(emit: Callback<()>) -> Callback<KeyboardEvent> {
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" {
            emit.emit(());
        }
    })
}

#[derive(Properties, PartialEq)]
struct FailProps {
    action: Action,
    /// The containers that the engine names; all of them end with the same code.
    containers: Vec<String>,
    choose: Callback<Action>,
}

/// Failing takes an exit code.
#[component]
fn FailChoice(props: &FailProps) -> Html {
    let words = use_words();
    let code = use_state_eq(|| 1_i32);
    let fail = {
        let (code, action, containers) = (*code, props.action.clone(), props.containers.clone());
        Callback::from(move |()| {
            let mut action = action.clone();
            if let Action::PodFail { exit, .. } = &mut action {
                *exit = containers.iter().map(|container| (container.clone(), code)).small_collect();
            }
            action
        })
    };
    let emit = {
        let choose = props.choose.clone();
        Callback::from(move |()| choose.emit(fail.emit(())))
    };
    let oninput = {
        let code = code.clone();
        on_parsed::<InputEvent, i32>(move |typed| {
            if (0..=255).contains(&typed) {
                code.set(typed);
            }
        })
    };
    let onkeydown = typed(emit.clone());
    html! {
        <div class="split">
            <button type="button" class="choice" onclick={emit.reform(|_| ())}>{ words.f("pod-fail", &args!(code = *code)) }</button>
            <input class="input num" type="number" min="0" max="255" aria-label={words.t("exit-code-label")} value={code.to_string()} {oninput} {onkeydown} />
        </div>
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jobscope_core::api::{Manifest, Release};
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::World;

    use super::*;
    use crate::words::Locale;
    use jobscope_explain::Preset;

    #[test]
    fn everything_that_may_happen_to_a_pod_has_a_name() {
        let mut timeline = Timeline::new(World::new(Release::V1_11));
        let job = Manifest::parse(Preset::Pi.manifest(), Release::V1_11).unwrap().job;
        timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        let mut offered = 0;
        while timeline.step_over() {
            let pods: Vec<_> = timeline.world().stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect();
            for (pod, words) in pods.iter().flat_map(|pod| Locale::ALL.map(|locale| (pod, Words::new(locale)))) {
                let mut names = BTreeSet::new();
                for action in timeline.world().pod_actions(std::slice::from_ref(pod)) {
                    offered += 1;
                    let name = name(&words, &action).map(|name| name.to_string());
                    assert!(name.as_ref().is_some_and(|name| !name.contains(['{', '}'])), "{action:?}");
                    assert!(names.insert(name.clone()), "{name:?} twice: {action:?}");
                }
            }
        }
        assert!(offered > 10, "pods were offered something: {offered}");
    }
}
