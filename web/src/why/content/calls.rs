//! Calls of the controller, and requests of the user.

use jobscope_core::api::PatchType;
use jobscope_core::trace::{Method, Request, Verb};
use jobscope_explain::Moment;
use jobscope_explain::path::Calls;
use yew::prelude::*;

use super::RowContent;
use crate::why::calls;
use crate::why::explanation::Explained;
use crate::words::{Words, args};

pub(in crate::why) fn made(words: &Words, made: &Calls, now: &Moment) -> RowContent {
    let number = || words.f("calls-number", &args!(n = made.calls.len())).to_string();
    let (key, operands) = match made.verb {
        Verb::Create => ("calls-slow-start", batches(words, &calls::sizes(made))),
        Verb::Delete => ("calls-delete", number()),
        Verb::Patch if made.free => ("calls-free", number()),
        Verb::Patch => ("calls-patch", number()),
        Verb::UpdateStatus => ("calls-update-status", "PUT jobs/status".to_owned()),
        Verb::Get => ("calls-get", "GET jobs".to_owned()),
        Verb::PatchJob => ("calls-patch-job", "PATCH jobs".to_owned()),
        Verb::DeleteJob => ("calls-delete-job", "DELETE jobs".to_owned()),
        Verb::GetPod => ("calls-get-pod", "GET pods".to_owned()),
        Verb::PatchStatus => ("calls-patch-status", "PATCH pods/status".to_owned()),
    };
    let done = Explained::Done(key, made.functions.clone());
    RowContent {
        ask: done.name(words, now.snapshot.release),
        operands,
        answer: calls::done_well(made, now.done).to_string().into(),
        mark: "set",
        explain: Some(done),
        extra: calls::view(words, made, now.done),
    }
}

/// The batches by their sizes: `batches 1, 2, 4, 8`.
fn batches(words: &Words, sizes: &[u32]) -> String {
    let listed = sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    words.f("calls-sizes", &args!(n = sizes.len(), sizes = listed)).to_string()
}

/// A line of YAML: where it needs more room than there is, it continues with a deeper indent.
fn sent(line: String) -> Html {
    let deep = line.bytes().take_while(|&byte| byte == b' ').count();
    html! { <span style={format!("--deep:{deep}")}>{ line }{ "\n" }</span> }
}

pub(in crate::why) fn request(words: &Words, request: &Request) -> RowContent {
    let method = request.method;
    let name = request.key.split().1;
    let resource = match method {
        Method::Post => "jobs".to_owned(),
        Method::Put | Method::Patch(_) => format!("jobs/{name}"),
        Method::PutStatus | Method::PatchStatus(_) => format!("jobs/{name}/status"),
    };
    let media_type = method.patch_type().map_or("application/json", PatchType::content_type);
    let answer = if method == Method::Post { "201" } else { "200" };
    RowContent {
        extra: html! { <pre class="sent">{ for calls::body(request).into_iter().map(sent) }</pre> },
        ..RowContent::plain(words.t("asked"), format!("{} {resource} · {media_type}", method.name()), answer.into())
    }
}
