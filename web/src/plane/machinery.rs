//! What else can happen to the machinery: a broken watch, a resync, garbage collection, a quota, time.

use jobscope_core::manager::ManagerOptions;
use jobscope_core::trace::Kind;
use jobscope_core::world::Action;
use yew::prelude::*;

use crate::session::Session;
use crate::ui::{Anchor, Icon, Popover, icon};
use crate::words::{Words, args, use_words};

/// Properties of [`Machinery`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) act: Callback<Action>,
    pub(super) session: UseReducerHandle<Session>,
}

/// A menu of them.
#[component]
pub(super) fn Machinery(props: &Props) -> Html {
    let words = use_words();
    let anchor = use_state_eq(|| None::<Anchor>);
    let open = {
        let anchor = anchor.clone();
        Callback::from(move |event: MouseEvent| anchor.set(Anchor::button(&event)))
    };
    let close = {
        let anchor = anchor.clone();
        Callback::from(move |()| anchor.set(None))
    };
    let choose = |action: Action| {
        let (act, anchor) = (props.act.clone(), anchor.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(opener) = &*anchor {
                opener.focus();
            }
            anchor.set(None);
            act.emit(action.clone());
        })
    };
    html! {
        <>
            <button type="button" class="btn icon sm" aria-label={words.t("machinery")} title={words.t("machinery")} aria-haspopup="dialog" aria-expanded={anchor.is_some().to_string()} onclick={open}>{ icon(Icon::More) }</button>
            if let Some(at) = (*anchor).clone() {
                <Popover anchor={at} label={words.t("machinery")} on_close={close}>
                    <div class="choices">
                        for (name, action) in choices(&words, props.session.read(|timeline| timeline.world().quota_actions())) {
                            <button type="button" class="choice" onclick={choose(action)}>{ name }</button>
                        }
                    </div>
                </Popover>
            }
        </>
    }
}

/// What a quota comes to, in a few words.
fn quota_words(words: &Words, action: &Action) -> Option<AttrValue> {
    match action {
        Action::CreateQuota { quota } => Some(words.f("create-quota", &args!(n = quota.pods))),
        Action::DeleteQuota { name, .. } => Some(words.f("delete-quota", &args!(name = name.to_string()))),
        _ => None,
    }
}

fn choices(words: &Words, quotas: Vec<Action>) -> Vec<(AttrValue, Action)> {
    let advance = |seconds: i64| (words.f("advance", &args!(n = seconds)), Action::Advance { ms: seconds * 1000 });
    let quotas = quotas.into_iter().filter_map(|action| Some((quota_words(words, &action)?, action)));
    let choices = vec![
        (words.t("relist-pods"), Action::Relist { kind: Kind::Pod }),
        (words.t("relist-jobs"), Action::Relist { kind: Kind::Job }),
        (words.t("close-watch-pods"), Action::CloseWatch { kind: Kind::Pod }),
        (words.t("close-watch-jobs"), Action::CloseWatch { kind: Kind::Job }),
        (words.t("expire-watch-pods"), Action::ExpireWatch { kind: Kind::Pod }),
        (words.t("expire-watch-jobs"), Action::ExpireWatch { kind: Kind::Job }),
        (words.t("resync"), Action::Resync),
        (words.t("start-manager"), Action::StartManager { options: ManagerOptions::default() }),
        (words.t("gc"), Action::Gc),
        advance(1),
        advance(10),
        advance(300),
    ];
    choices.into_iter().chain(quotas).collect()
}
