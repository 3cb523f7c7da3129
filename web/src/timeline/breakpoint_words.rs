//! Breakpoints in words.

use jobscope_core::api::EventType;
use jobscope_core::timeline::Breakpoint;
use jobscope_core::trace::Verb;
use yew::AttrValue;

use crate::ui;
use crate::words::{Words, args};

/// The calls, with the keys of their names.
pub(super) const VERBS: [(Verb, &str); 9] = [
    (Verb::Create, "verb-create"),
    (Verb::Delete, "verb-delete"),
    (Verb::Patch, "verb-patch"),
    (Verb::UpdateStatus, "verb-update-status"),
    (Verb::PatchJob, "verb-patch-job"),
    (Verb::DeleteJob, "verb-delete-job"),
    (Verb::GetPod, "verb-get-pod"),
    (Verb::PatchStatus, "verb-patch-status"),
    (Verb::Get, "verb-get"),
];

/// The name of a call.
pub(crate) fn verb_name(words: &Words, verb: Verb) -> AttrValue {
    words.t(VERBS.iter().find(|(known, _)| *known == verb).map_or("verb-create", |(_, word)| word))
}

/// What a breakpoint stops at.
pub(crate) fn breakpoint_text(words: &Words, breakpoint: &Breakpoint) -> AttrValue {
    match breakpoint {
        Breakpoint::Decision { decision, answer } => {
            let ask = words.t(&format!("decision-{}", decision.name())).to_string();
            let Some(answer) = answer else { return ask.into() };
            let answer = ui::answer(words, *decision, *answer);
            words.f("bp-answered", &args!(ask = ask, answer = answer))
        }
        Breakpoint::Condition { condition: None } => words.t("bp-condition-any"),
        Breakpoint::Condition { condition: Some(condition) } => {
            words.f("bp-condition", &args!(condition = condition.as_str()))
        }
        Breakpoint::Event { reason: Some(reason), .. } => words.f("bp-event", &args!(reason = reason.as_str())),
        Breakpoint::Event { reason: None, r#type: Some(EventType::Warning) } => words.t("bp-event-warning"),
        Breakpoint::Event { reason: None, .. } => words.t("bp-event-any"),
        Breakpoint::PodPhase { phase } => words.f("bp-phase", &args!(phase = phase.as_str())),
        Breakpoint::Write { verb: None, refused: Some(true) } => words.t("bp-write-refused"),
        Breakpoint::Write { verb: None, .. } => words.t("bp-write-any"),
        Breakpoint::Write { verb: Some(call), refused: Some(true) } => {
            words.f("bp-call-refused", &args!(call = verb_name(words, *call).to_string()))
        }
        Breakpoint::Write { verb: Some(call), .. } => {
            words.f("bp-call", &args!(call = verb_name(words, *call).to_string()))
        }
    }
}
