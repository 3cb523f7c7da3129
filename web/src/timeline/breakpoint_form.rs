//! The form that makes a breakpoint.

use jobscope_core::api::{JobConditionType, PodPhase, Release};
use jobscope_core::manager::questions;
use jobscope_core::timeline::Breakpoint;
use jobscope_core::trace::{Answer, DecisionId, Function, QuestionSite, Verb};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::breakpoint_words::{VERBS, verb_name};
use crate::ui::{Icon, on_value, small_icon};
use crate::words::{Words, use_words};

/// What a breakpoint is about, with the keys of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    Decision,
    Condition,
    Event,
    Phase,
    Write,
}

impl About {
    const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Decision, "decision", "about-decision"),
        (Self::Condition, "condition", "about-condition"),
        (Self::Event, "event", "about-event"),
        (Self::Phase, "phase", "about-phase"),
        (Self::Write, "write", "about-write"),
    ];

    fn of_id(id: &str) -> Self {
        Self::ALL.into_iter().find(|(_, known, _)| *known == id).map_or(Self::Decision, |(about, _, _)| about)
    }
}

const CONDITIONS: [JobConditionType; 5] = [
    JobConditionType::Complete,
    JobConditionType::Failed,
    JobConditionType::Suspended,
    JobConditionType::FailureTarget,
    JobConditionType::SuccessCriteriaMet,
];
const PHASES: [PodPhase; 4] = [PodPhase::Pending, PodPhase::Running, PodPhase::Succeeded, PodPhase::Failed];
/// Reasons of events that the Job controller knows, as suggestions.
const REASONS: [&str; 9] = [
    "SuccessfulCreate",
    "FailedCreate",
    "SuccessfulDelete",
    "BackoffLimitExceeded",
    "DeadlineExceeded",
    "Completed",
    "Suspended",
    "Resumed",
    "TooManyActivePods",
];

/// The questions of a release, each once, in the order in which they are asked, with the function that asks it first.
fn asked(release: Release) -> Vec<QuestionSite> {
    let mut asked: Vec<QuestionSite> = Vec::new();
    for question in questions(release) {
        if !asked.iter().any(|known| known.decision == question.at.decision) {
            asked.push(question.at);
        }
    }
    asked
}

/// The question that is chosen at first: the present one, or else one that most who look for a reason stop at.
fn first_choice(asked: &[QuestionSite], present: Option<DecisionId>) -> usize {
    let place = |wanted: DecisionId| asked.iter().position(|known| known.decision == wanted);
    present.and_then(place).or_else(|| place(DecisionId::ManageNeeded)).unwrap_or_default()
}

/// The questions to choose from, by the functions that ask them.
fn question_options(words: &Words, asked: &[QuestionSite], chosen: usize) -> Html {
    let mut functions: Vec<Function> = Vec::new();
    for place in asked {
        if !functions.contains(&place.function) {
            functions.push(place.function);
        }
    }
    let option = |place: usize, decision: DecisionId| {
        html! { <option value={place.to_string()} selected={place == chosen}>{ words.t(&format!("decision-{}", decision.name())) }</option> }
    };
    let group = |function: Function| {
        let own = asked.iter().enumerate().filter(move |(_, place)| place.function == function);
        html! { <optgroup label={function.name()}>for (place, asked) in own { { option(place, asked.decision) } }</optgroup> }
    };
    functions.into_iter().map(group).collect()
}

/// Properties of [`BreakpointForm`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) release: Release,
    /// The question that is asked at the moment.
    pub(super) present: Option<DecisionId>,
    pub(super) on_add: Callback<Breakpoint>,
}

#[component]
pub(super) fn BreakpointForm(props: &Props) -> Html {
    let words = use_words();
    let about = use_state_eq(|| About::Decision);
    let (which, how) = (use_node_ref(), use_node_ref());
    let on_about = {
        let about = about.clone();
        on_value::<Event>(move |id| about.set(About::of_id(&id)))
    };
    let onsubmit = {
        let (about, which, how, on_add, release) =
            (*about, which.clone(), how.clone(), props.on_add.clone(), props.release);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(breakpoint) = read(about, release, &which, &how) {
                on_add.emit(breakpoint);
            }
        })
    };
    let options = |names: Vec<AttrValue>| -> Html {
        let options = names.into_iter().enumerate();
        options
            .map(|(place, name)| html! { <option value={place.to_string()} selected={place == 0}>{ name }</option> })
            .collect()
    };
    let select = |at: &NodeRef, name: &str, names: Vec<AttrValue>| {
        html! { <label>{ words.t(name) }<select ref={at.clone()} class="select">{ options(names) }</select></label> }
    };
    // What is chosen does not follow the session while the form is open.
    let present = *use_state_eq(|| props.present);
    let fields = match *about {
        About::Decision => {
            let asked = asked(props.release);
            let chosen = first_choice(&asked, present);
            html! { <>
                <label>{ words.t("bp-which") }<select ref={which.clone()} class="select">{ question_options(&words, &asked, chosen) }</select></label>
                { select(&how, "bp-answer", vec![words.t("bp-any"), words.t("yes"), words.t("no")]) }
            </> }
        }
        About::Condition => {
            let names = CONDITIONS.map(|condition| AttrValue::Static(condition.as_str()));
            select(&which, "bp-which", names.to_vec())
        }
        About::Event => html! {
            <label>{ words.t("bp-reason") }<input ref={which} class="input" list="event-reasons" value="FailedCreate" maxlength="128" required=true />
                <datalist id="event-reasons">for reason in REASONS { <option value={reason}></option> }</datalist>
            </label>
        },
        About::Phase => select(&which, "bp-which", PHASES.map(|phase| AttrValue::Static(phase.as_str())).to_vec()),
        About::Write => {
            let names = VERBS.map(|(known, _)| verb_name(&words, known)).to_vec();
            html! { <>
                { select(&which, "bp-which", names) }
                { select(&how, "bp-answer", vec![words.t("bp-any"), words.t("bp-refused")]) }
            </> }
        }
    };
    html! {
        <form class="form" aria-label={words.t("breakpoint-add")} {onsubmit}>
            <label>{ words.t("bp-about") }
                <select class="select" onchange={on_about}>
                    for (known, id, word) in About::ALL { <option value={id} selected={*about == known}>{ words.t(word) }</option> }
                </select>
            </label>
            <div class="pair" key={format!("{:?}", *about)}>{ fields }</div>
            <button type="submit" class="btn sm">{ small_icon(Icon::Plus) }{ words.t("breakpoint-add") }</button>
        </form>
    }
}

/// The breakpoint that the fields describe.
fn read(about: About, release: Release, which: &NodeRef, how: &NodeRef) -> Option<Breakpoint> {
    let chosen = |at: &NodeRef| at.cast::<HtmlSelectElement>()?.value().parse::<usize>().ok();
    Some(match about {
        About::Decision => Breakpoint::Decision {
            decision: asked(release).get(chosen(which)?)?.decision,
            answer: [None, Some(Answer::Yes), Some(Answer::No)].get(chosen(how)?).copied().flatten(),
        },
        About::Condition => Breakpoint::Condition { condition: Some(*CONDITIONS.get(chosen(which)?)?) },
        About::Event => {
            let reason = which.cast::<HtmlInputElement>()?.value().trim().to_owned();
            if reason.is_empty() {
                return None;
            }
            Breakpoint::Event { reason: Some(reason), r#type: None }
        }
        About::Phase => Breakpoint::PodPhase { phase: *PHASES.get(chosen(which)?)? },
        About::Write => {
            let verb: Verb = VERBS.get(chosen(which)?)?.0;
            Breakpoint::Write { verb: Some(verb), refused: (chosen(how)? == 1).then_some(true) }
        }
    })
}

#[cfg(test)]
mod tests {
    use jobscope_core::timeline::Breakpoint;

    use super::super::breakpoint_words::breakpoint_text;
    use super::*;
    use crate::words::{Locale, Words};

    #[test]
    fn every_question_can_be_chosen_once() {
        for release in Release::ALL {
            let questions = asked(release);
            assert!(questions.len() > 10, "{release:?}");
            for (place, question) in questions.iter().enumerate() {
                let before = questions[..place].iter().any(|known| known.decision == question.decision);
                assert!(!before, "{release:?} {question:?}");
            }
        }
    }

    #[test]
    fn every_breakpoint_has_words() {
        let mut all = vec![
            Breakpoint::Condition { condition: None },
            Breakpoint::Event { reason: None, r#type: None },
            Breakpoint::Event { reason: Some("FailedCreate".to_owned()), r#type: None },
            Breakpoint::Write { verb: None, refused: None },
            Breakpoint::Write { verb: None, refused: Some(true) },
        ];
        all.extend(CONDITIONS.map(|condition| Breakpoint::Condition { condition: Some(condition) }));
        all.extend(PHASES.map(|phase| Breakpoint::PodPhase { phase }));
        for (verb, _) in VERBS {
            all.extend([None, Some(true)].map(|refused| Breakpoint::Write { verb: Some(verb), refused }));
        }
        for answer in [None, Some(Answer::Yes), Some(Answer::No), Some(Answer::Value(7))] {
            all.push(Breakpoint::Decision { decision: DecisionId::TooFewActive, answer });
        }
        for locale in Locale::ALL {
            let words = Words::new(locale);
            let said: Vec<_> = all.iter().map(|breakpoint| breakpoint_text(&words, breakpoint)).collect();
            for (place, text) in said.iter().enumerate() {
                assert!(!text.is_empty() && !text.contains("bp-") && !text.contains('{'), "{locale:?} {text}");
                assert!(!said[..place].contains(text), "{locale:?}: two breakpoints are called {text}");
            }
        }
    }
}
