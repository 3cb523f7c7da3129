//! The details of one question of the chart: its answer, its meaning, and what can follow it.

use std::rc::Rc;

use jobscope_core::manager::questions;
use jobscope_core::trace::QuestionSite;
use jobscope_explain::Moment;
use jobscope_explain::flow::walk::Walk;
use yew::prelude::*;

use crate::ui::{breakable, operands};
use crate::why::explanation::{self, Explained};
use crate::why::row::answer;
use crate::words::{Words, args, use_words};

/// Properties of [`Detail`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) now: Rc<Moment>,
    pub(super) walk: Rc<Walk>,
    pub(super) place: Option<QuestionSite>,
}

#[component]
pub(super) fn Detail(props: &Props) -> Html {
    let words = use_words();
    let release = props.now.snapshot.release;
    let Some(place) = props.place else {
        return html! { <div class="flow-detail"><p class="muted">{ words.say("flow-choose") }</p></div> };
    };
    let key = format!("decision-{}", place.decision.name());
    let question = questions(release).find(|question| question.at == place);
    html! {
        <div class="flow-detail" role="group" aria-label={words.t("flow-detail")}>
            <h3><span>{ words.say(&key) }</span><span class="mono muted">{ place.function.name() }</span></h3>
            if let Some((times, decision)) = props.walk.answer(place) {
                <p><span class="ops">{ breakable(&operands(&words, decision)) }</span>{ " → " }<b class="ans">{ answer(&words, decision) }</b>
                    if *times > 1 { <span class="muted">{ words.between() }{ words.f("flow-times", &args!(n = *times)) }</span> }
                </p>
            } else {
                <p class="muted">{ unasked(&words, &props.walk) }</p>
            }
            { explanation::view(&words, &Explained::Question(place.decision), release) }
            if let Some(question) = question {
                <p class="muted">{ follows(&words, question.next, question.ends) }</p>
            }
        </div>
    }
}

fn unasked(words: &Words, walk: &Walk) -> Html {
    words.say(if walk.inside { "not-asked-yet" } else { "not-asked" })
}

/// The questions that can come next, each once.
fn follows(words: &Words, next: &[QuestionSite], ends: bool) -> Html {
    let mut names: Vec<_> =
        next.iter().map(|place| format!("“{}”", words.t(&format!("decision-{}", place.decision.name())))).collect();
    names.dedup();
    if ends {
        names.push(words.t("flow-the-end").to_string());
    }
    words.say_f("flow-follows", &args!(names = names.join(words.comma())))
}
