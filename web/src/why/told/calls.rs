//! Calls of the controller, and what a person asked of the API server.

use jobscope_core::trace::{Method, Request, Verb};
use yew::prelude::*;

use super::Told;
use crate::why::calls;
use crate::why::path::Calls;
use crate::words::{Words, args};

pub(in crate::why) fn made(words: &Words, made: &Calls, done: usize) -> Told {
    let (ask, operands, key) = match made.verb {
        Verb::Create => (
            words.t("calls-slow-start"),
            words.f("calls-sizes", &args!(sizes = calls::sizes(made))).to_string(),
            "calls-slow-start",
        ),
        Verb::Delete => {
            (words.t("calls-delete"), words.f("calls-number", &args!(n = made.calls.len())).to_string(), "calls-delete")
        }
        Verb::Patch if made.free => {
            (words.t("calls-free"), words.f("calls-number", &args!(n = made.calls.len())).to_string(), "calls-free")
        }
        Verb::Patch => {
            (words.t("calls-patch"), words.f("calls-number", &args!(n = made.calls.len())).to_string(), "calls-patch")
        }
        Verb::UpdateStatus => (words.t("calls-update-status"), "PUT jobs/status".to_owned(), "calls-update-status"),
        Verb::Get => (words.t("calls-get"), "GET jobs".to_owned(), "calls-get"),
        Verb::PatchJob => (words.t("calls-patch-job"), "PATCH jobs".to_owned(), "calls-patch-job"),
        Verb::DeleteJob => (words.t("calls-delete-job"), "DELETE jobs".to_owned(), "calls-delete-job"),
        Verb::GetPod => (words.t("calls-get-pod"), "GET pods".to_owned(), "calls-get-pod"),
        Verb::PatchStatus => (words.t("calls-patch-status"), "PATCH pods/status".to_owned(), "calls-patch-status"),
    };
    let well = calls::done_well(made, done);
    Told {
        ask,
        operands,
        answer: well.to_string().into(),
        mark: "set",
        explain: Some(key.to_owned()),
        source: None,
        extra: calls::view(words, made, done),
    }
}

pub(in crate::why) fn request(words: &Words, request: &Request) -> Told {
    let method = request.method;
    let resource = if method == Method::Post { "jobs".to_owned() } else { format!("jobs/{}", request.key.split().1) };
    let media_type = if let Method::Patch(r#type) = method { r#type.content_type() } else { "application/json" };
    let answer = if method == Method::Post { "201" } else { "200" };
    Told {
        extra: html! { <pre class="sent">{ calls::body(request) }</pre> },
        ..Told::plain(words.t("asked"), format!("{} {resource} · {media_type}", method.name()), answer.into())
    }
}
