//! A link, file or text that cannot be opened: what is wrong with it, and that nothing else is.

use std::rc::Rc;

use yew::prelude::*;

use super::arrival::Source;
use super::{Problem, address};
use crate::ui::{Icon, phrased, small_icon};
use crate::words::{args, use_words};

/// Properties of [`BrokenLink`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) problem: Rc<Problem>,
    pub(crate) on_close: Callback<()>,
}

#[component]
pub(crate) fn BrokenLink(props: &Props) -> Html {
    let words = use_words();
    let close = props.on_close.reform(|_: MouseEvent| address::forget_session());
    let (title, unchanged) = match &props.problem.source {
        Source::Link => (words.t("link-broken"), "link-broken-unchanged"),
        Source::File => (words.t("file-broken"), "file-broken-unchanged"),
        Source::Pasted => (words.t("pasted-broken"), "pasted-broken-unchanged"),
        Source::Cluster => (words.t("cluster-broken"), "cluster-broken-unchanged"),
        Source::Host(host) => (words.f("source-broken", &args!(host = host.to_string())), "source-broken-unchanged"),
    };
    html! {
        <div class="alert broken-link" role="alert">
            <h2>{ title }<span class="grow"></span>
                <button type="button" class="btn icon sm" aria-label={words.t("dismiss")} onclick={close}>{ small_icon(Icon::Close) }</button>
            </h2>
            <p>{ phrased(&props.problem.told(&words)) }</p>
            if let Some(detail) = props.problem.detail() { <p class="said">{ detail }</p> }
            <p class="muted">{ words.say(unchanged) }</p>
        </div>
    }
}
