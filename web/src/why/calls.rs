//! API calls within a row: slow-start batches as pips, others one by one.

use jobscope_core::api::yaml_lines;
use jobscope_core::kubectl::LAST_APPLIED_ANNOTATION;
use jobscope_core::trace::{Call, Request, Verb};
use jobscope_explain::path::Calls;
use jobscope_explain::request_line;
use serde_json::Value;
use yew::prelude::*;

use crate::words::{Words, args};

/// Other calls that are listed by name; the rest is a number.
const MOST_LISTED: usize = 6;

/// A batch as far as it has gone.
struct Batch {
    size: u32,
    created: u32,
    refused: u32,
    code: u16,
}

/// The calls of a row that are done: those before the trace entry `done`.
pub(super) fn view(words: &Words, calls: &Calls, done: usize) -> Html {
    let made = calls.calls.iter().filter(|(place, _)| *place < done).map(|(_, call)| call);
    match calls.verb {
        Verb::Create => batches_view(words, &batches(made)),
        _ => list_view(words, made.collect()),
    }
}

/// How many of the calls that are done went well.
pub(super) fn done_well(calls: &Calls, done: usize) -> usize {
    calls.calls.iter().filter(|(place, call)| *place < done && call.error.is_none()).count()
}

/// The sizes of all batches that the row will have had.
pub(super) fn sizes(calls: &Calls) -> Vec<u32> {
    let mut sizes: Vec<(u32, u32)> =
        calls.calls.iter().filter_map(|(_, call)| call.batch).map(|batch| (batch.number, batch.size)).collect();
    sizes.dedup();
    sizes.into_iter().map(|(_, size)| size).collect()
}

fn batches<'a>(calls: impl Iterator<Item = &'a Call>) -> Vec<Batch> {
    let mut batches: Vec<(u32, Batch)> = Vec::new();
    for call in calls {
        let (number, size) = call.batch.map_or((0, 1), |batch| (batch.number, batch.size));
        if batches.last().is_none_or(|(known, _)| *known != number) {
            batches.push((number, Batch { size, created: 0, refused: 0, code: 0 }));
        }
        if let Some((_, batch)) = batches.last_mut() {
            match &call.error {
                None => batch.created += 1,
                Some(error) => {
                    batch.refused += 1;
                    batch.code = error.reason.code();
                }
            }
        }
    }
    batches.into_iter().map(|(_, batch)| batch).collect()
}

fn batches_view(words: &Words, batches: &[Batch]) -> Html {
    let most = batches.iter().map(|batch| batch.size).max().unwrap_or_default();
    html! {
        <ul class="calls" style={format!("--most:{most}")}>
            for batch in batches {
                <li>
                    <span class="sz">{ batch.size }</span>
                    <span class="pips" aria-hidden="true">
                        if batch.created > 0 { <i class="ok" style={format!("--n:{}", batch.created)}></i> }
                        if batch.refused > 0 { <i class="no" style={format!("--n:{}", batch.refused)}></i> }
                        if batch.size > batch.created + batch.refused { <i class="yet" style={format!("--n:{}", batch.size - batch.created - batch.refused)}></i> }
                    </span>
                    <span class="keep">
                        if batch.created > 0 { <span class="c-succeeded">{ words.f("calls-created", &args!(n = batch.created)) }</span> }
                        if batch.created > 0 && batch.refused > 0 { { " " } }
                        if batch.refused > 0 { <span class="c-refused">{ words.f("calls-refused", &args!(n = batch.refused, code = batch.code)) }</span> }
                    </span>
                </li>
            }
        </ul>
    }
}

fn list_view(words: &Words, calls: Vec<&Call>) -> Html {
    let more = calls.len().saturating_sub(MOST_LISTED);
    html! {
        <ul class="calls list">
            for call in calls.into_iter().take(MOST_LISTED) {
                <li>
                    <code>{ request_line(call) }</code>
                    if let Some(error) = &call.error {
                        <span class="c-refused" title={error.message.clone()}>{ error.reason.code() }</span>
                    } else {
                        <span class="c-succeeded">{ "200" }</span>
                    }
                </li>
            }
            if more > 0 { <li class="muted">{ words.f("calls-more", &args!(n = more)) }</li> }
        </ul>
    }
}

/// What a user's request carries, as lines of YAML. The manifest that was applied is in it once more; that is left out.
pub(super) fn body(request: &Request) -> Vec<String> {
    let mut body = request.body.clone();
    if let Some(annotations) = body.pointer_mut("/metadata/annotations").and_then(Value::as_object_mut)
        && let Some(applied) = annotations.get_mut(LAST_APPLIED_ANNOTATION)
    {
        *applied = "…".into();
    }
    yaml_lines(&body)
}
