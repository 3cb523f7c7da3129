//! The chart as a list, for pages too small for a drawing: the same questions, function by function.

use std::rc::Rc;

use jobscope_core::manager::catalogue;
use jobscope_core::trace::{Decision, Question};
use jobscope_explain::Moment;
use jobscope_explain::flow::walk::Walk;
use yew::prelude::*;

use crate::ui::{self, breakable};
use crate::why::row::{answer, mark};
use crate::words::{Words, use_words};

/// Properties of [`Listing`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) now: Rc<Moment>,
    pub(super) walk: Rc<Walk>,
}

#[component]
pub(super) fn Listing(props: &Props) -> Html {
    let words = use_words();
    let release = props.now.snapshot.release;
    let asked = catalogue(release, props.walk.controller(release));
    let groups = asked.chunk_by(|one, next| one.at.function == next.at.function);
    html! {
        <div class="scroll flow-list">
            for group in groups {
                <section>
                    if let Some(first) = group.first() { <h3 class="mono">{ first.at.function.name() }</h3> }
                    <ol class="path">for question in group { { row(&words, &props.walk, question) } }</ol>
                </section>
            }
        </div>
    }
}

fn row(words: &Words, walk: &Walk, question: &Question) -> Html {
    let answered = walk.answer(question.at);
    let present = walk.present == Some(question.at);
    let class = classes!("q", answered.is_none().then_some("todo"), present.then_some("cur"));
    html! {
        <li {class} data-a={answered.map_or("todo", |(_, decision)| mark(decision.answer()))} aria-current={present.then_some("step")}>
            <span class="asking">
                <span class="ask">{ words.say(&format!("decision-{}", question.at.decision.name())) }</span>
                <span class="ops">{ operands(words, walk, answered.map(|(_, decision)| decision)) }</span>
            </span>
            if let Some((_, decision)) = answered { <span class="ans">{ answer(words, decision) }</span> }
        </li>
    }
}

fn operands(words: &Words, walk: &Walk, decision: Option<&Decision>) -> Html {
    match decision {
        Some(decision) => breakable(&ui::operands(words, decision)),
        None if walk.inside => html!(words.t("not-asked-yet")),
        None => html!(words.t("not-asked")),
    }
}
