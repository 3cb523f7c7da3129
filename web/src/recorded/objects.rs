//! The objects that a step of a history stored, as kubectl printed them.

use std::rc::Rc;

use jobscope_core::api::yaml_lines;
use jobscope_core::world::{Observed, ObservedObject};
use serde_json::Value;
use yew::prelude::*;

use super::writer_key;
use crate::arrival::Recorded;
use crate::ui::{CopyButton, Dialog};
use crate::words::{args, use_words};

/// Properties of [`Objects`].
#[derive(Properties)]
pub(super) struct Props {
    pub(super) versions: Vec<Observed>,
    /// Where they are as they were printed; a session from a link or file has only what the controller reads of pods.
    pub(super) recorded: Option<Rc<Recorded>>,
    pub(super) on_close: Callback<()>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        self.versions == other.versions
    }
}

/// The object as it was printed, or else as the session has it.
fn object(seen: &Observed, recorded: Option<&Recorded>) -> Value {
    let raw = recorded.and_then(|recorded| recorded.raw(seen.object.version().0, seen.object.metadata().uid()));
    let kept = || match &seen.object {
        ObservedObject::Job(job) => serde_json::to_value(&**job),
        ObservedObject::Pod(pod) => serde_json::to_value(&**pod),
    };
    raw.cloned().unwrap_or_else(|| kept().unwrap_or_default())
}

#[component]
pub(super) fn Objects(props: &Props) -> Html {
    let words = use_words();
    let recorded = props.recorded.as_deref();
    let is_raw = recorded.is_some_and(|recorded| {
        let found = |seen: &Observed| recorded.raw(seen.object.version().0, seen.object.metadata().uid()).is_some();
        props.versions.iter().all(found)
    });
    let one = |(place, seen): (usize, &Observed)| {
        let text: AttrValue = (yaml_lines(&object(seen, recorded)).join("\n") + "\n").into();
        let name = format!("{} {}", seen.object.kind().resource(), seen.object.metadata().name());
        let writer = words.t(writer_key(seen.by)).to_string();
        let version =
            words.f("history-version", &args!(version = seen.object.version().0.to_string(), writer = writer));
        let copied = text.clone();
        html! {
            <details open={place == 0}>
                <summary><b class="mono">{ name }</b>{ " " }<span class="muted">{ version }</span></summary>
                <div class="history-object"><CopyButton text={Callback::from(move |()| copied.clone())} /><pre class="mono" tabindex="0" role="group" aria-label={words.t("history-object")}>{ text }</pre></div>
            </details>
        }
    };
    html! {
        <Dialog id="history-objects" title={words.f("history-objects", &args!(n = props.versions.len()))} close={words.t("close")} on_close={props.on_close.clone()}>
            <p class="muted">{ words.say(if is_raw { "history-raw" } else { "history-kept" }) }</p>
            { for props.versions.iter().enumerate().map(one) }
        </Dialog>
    }
}
