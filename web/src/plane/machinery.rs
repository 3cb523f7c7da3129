//! More actions on the control plane: on the two watches and their informers, the manager's process, nodes, quotas and
//! time; and the state of the manager's controllers.

use std::collections::BTreeSet;
use std::rc::Rc;

use jobscope_core::api::Name;
use jobscope_core::manager::{ControllerStanding, ManagerOptions};
use jobscope_core::trace::{Kind, NotStarted};
use jobscope_core::world::{Action, ControllerView};
use jobscope_explain::Moment;
use yew::prelude::*;

use crate::session::Session;
use crate::ui::{Icon, Popover, icon, use_opener};
use crate::words::{Words, args, use_words};

/// Properties of [`Machinery`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) act: Callback<Action>,
    pub(super) session: Rc<Session>,
}

/// Names of things to choose, with what each does.
pub(crate) type Choices = Vec<(AttrValue, Action)>;

/// A menu of them.
#[component]
pub(super) fn Machinery(props: &Props) -> Html {
    let words = use_words();
    let popover = use_opener();
    let choose = |action: Action| {
        let (act, popover) = (props.act.clone(), popover.clone());
        Callback::from(move |_: MouseEvent| {
            popover.close();
            act.emit(action.clone());
        })
    };
    let group = |title: &str, choices: Choices| {
        html! {
            <section class="choices">
                <h3>{ words.t(title) }</h3>
                for (name, action) in choices { <button type="button" class="choice" onclick={choose(action)}>{ name }</button> }
            </section>
        }
    };
    html! {
        <>
            <button type="button" class="btn icon sm" aria-label={words.t("machinery")} title={words.t("machinery")} aria-haspopup="dialog" aria-expanded={popover.expanded()} onclick={popover.open()}>{ icon(Icon::More) }</button>
            if let Some(at) = popover.anchor() {
                <Popover anchor={at} label={words.t("machinery")} on_close={popover.closed()}>
                    <div class="machinery">
                        { group("machinery-pods", watch(&words, Kind::Pod)) }
                        { group("machinery-jobs", watch(&words, Kind::Job)) }
                        { group("machinery-manager", manager(&words, props.session.read(|timeline| timeline.world().nodes()))) }
                        { group("machinery-quota", props.session.read(|timeline| quotas(&words, timeline.world().quota_actions()))) }
                        { group("machinery-time", time(&words)) }
                        <Controllers now={props.session.now.clone()} />
                    </div>
                </Popover>
            }
        </>
    }
}

/// All that can happen to the machinery.
pub(crate) fn choices(words: &Words, session: &Session) -> Choices {
    let quotas = session.read(|timeline| quotas(words, timeline.world().quota_actions()));
    let nodes = session.read(|timeline| timeline.world().nodes());
    [watch(words, Kind::Pod), watch(words, Kind::Job), manager(words, nodes), quotas, time(words)].concat()
}

/// What can happen to a watch and the informer behind it.
fn watch(words: &Words, kind: Kind) -> Choices {
    let of = |word: &str, action: Action| (words.t(word), action);
    match kind {
        Kind::Pod => vec![
            of("relist-pods", Action::Relist { kind }),
            of("close-watch-pods", Action::CloseWatch { kind }),
            of("expire-watch-pods", Action::ExpireWatch { kind }),
            of("receive-pods", Action::Receive { kind, n: None }),
            of("bookmark-pods", Action::Bookmark { kind }),
            of("resync-tick-pods", Action::ResyncTick { kind }),
        ],
        Kind::Job => vec![
            of("relist-jobs", Action::Relist { kind }),
            of("close-watch-jobs", Action::CloseWatch { kind }),
            of("expire-watch-jobs", Action::ExpireWatch { kind }),
            of("receive-jobs", Action::Receive { kind, n: None }),
            of("bookmark-jobs", Action::Bookmark { kind }),
            of("resync-tick-jobs", Action::ResyncTick { kind }),
        ],
    }
}

/// Most nodes that are offered; `kubectl delete node` knows all.
const MOST_NODES: usize = 8;

fn manager(words: &Words, nodes: BTreeSet<Name>) -> Choices {
    let delete = |name: Name| (words.f("delete-node", &args!(name = name.to_string())), Action::DeleteNode { name });
    let manager = [
        (words.t("resync"), Action::Resync),
        (words.t("start-manager"), Action::StartManager { options: ManagerOptions::default() }),
    ];
    manager.into_iter().chain(nodes.into_iter().take(MOST_NODES).map(delete)).collect()
}

fn quotas(words: &Words, quotas: Vec<Action>) -> Choices {
    quotas.into_iter().filter_map(|action| Some((quota_words(words, &action)?, action))).collect()
}

/// What a quota comes to, in a few words.
fn quota_words(words: &Words, action: &Action) -> Option<AttrValue> {
    match action {
        Action::CreateQuota { quota } => Some(words.f("create-quota", &args!(n = quota.pods))),
        Action::DeleteQuota { name, .. } => Some(words.f("delete-quota", &args!(name = name.to_string()))),
        _ => None,
    }
}

fn time(words: &Words) -> Choices {
    [1, 10, 300].map(|seconds| (words.f("advance", &args!(n = seconds)), Action::Advance { ms: seconds * 1000 })).into()
}

#[derive(Properties, PartialEq)]
struct ControllersProps {
    now: Rc<Moment>,
}

/// The controllers of kube-controller-manager in the order of the release's source; they are many, so only their number
/// shows at first.
#[component]
fn Controllers(props: &ControllersProps) -> Html {
    let words = use_words();
    let controllers = &props.now.snapshot.manager.controllers;
    let running = controllers.iter().filter(|controller| controller.standing == ControllerStanding::Running).count();
    html! {
        <details class="controllers">
            <summary>{ words.f("controllers", &args!(n = running, of = controllers.len())) }</summary>
            <ul>
                for controller in controllers {
                    <li class={(!controller.simulated).then_some("muted")}>
                        <code>{ controller.name.as_str() }</code><span>{ standing(&words, controller) }</span>
                    </li>
                }
            </ul>
        </details>
    }
}

fn standing(words: &Words, controller: &ControllerView) -> AttrValue {
    match &controller.standing {
        ControllerStanding::NotYet => words.t("controller-not-yet"),
        ControllerStanding::Waiting => words.t("controller-waiting"),
        ControllerStanding::Running if controller.simulated => words.t("controller-running"),
        ControllerStanding::Running => words.t("controller-not-simulated"),
        ControllerStanding::Off { why } => match why {
            NotStarted::Flag => words.t("controller-off-flag"),
            NotStarted::ByDefault => words.t("controller-off-default"),
            NotStarted::FeatureGate { gate } => words.f("controller-off-gate", &args!(gate = gate.to_string())),
            NotStarted::CloudProvider => words.t("controller-off-cloud"),
            NotStarted::NotConfigured => words.t("controller-off-config"),
        },
    }
}
