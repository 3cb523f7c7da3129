//! A prediction: the reader chooses an answer, then the engine's own answer is shown, with its numbers.

use std::rc::Rc;

use jobscope_core::api::Release;
use jobscope_core::timeline::Timeline;
use jobscope_lessons::{Choice, Moment, Prediction};
use yew::prelude::*;

use crate::prose::text;
use crate::words::{Words, args, use_words};

/// Properties of [`Predict`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) prediction: Rc<Prediction>,
    /// The lesson's session in the release that is shown.
    pub(super) timeline: Rc<Still>,
    /// The index of the answer that the reader chose, if any.
    pub(super) chosen: Option<usize>,
    pub(super) on_choose: Callback<usize>,
}

/// A session that does not change, with the moment that is asked about.
#[derive(Debug)]
pub(super) struct Still {
    pub(super) timeline: Rc<Timeline>,
    pub(super) release: Release,
    /// The number of steps done then.
    pub(super) step: usize,
}

impl PartialEq for Still {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.timeline, &other.timeline) && self.release == other.release && self.step == other.step
    }
}

#[component]
pub(super) fn Predict(props: &Props) -> Html {
    let words = use_words();
    let prediction = &props.prediction;
    let right = props.chosen.and_then(|chosen| prediction.choices.get(chosen)).map(|choice| choice.right);
    let found =
        use_memo((props.timeline.clone(), prediction.clone(), right.is_some()), |(still, prediction, is_answered)| {
            if *is_answered { values(still, prediction) } else { Vec::new() }
        });
    let choice = |place: usize, choice: &Choice| {
        let text = text::still_line(&choice.text);
        let Some(chosen) = props.chosen else {
            return html! { <button type="button" class="answer" onclick={props.on_choose.reform(move |_: MouseEvent| place)}><span>{ text }</span></button> };
        };
        let mine = chosen == place;
        let class = classes!("answer", choice.right.then_some("right"), (mine && !choice.right).then_some("mine"));
        let note = match (choice.right, mine) {
            (true, true) => Some("predict-both"),
            (true, false) => Some("predict-engine"),
            (false, true) => Some("predict-yours"),
            (false, false) => None,
        };
        html! { <div {class}><span>{ text }</span>if let Some(note) = note { <small>{ words.t(note) }</small> }</div> }
    };
    html! {
        <section class="predict" aria-labelledby="h-predict">
            <h3 id="h-predict"><small>{ words.t("predict") }</small><span>{ text::still_line(&prediction.question) }</span></h3>
            <div role="group" aria-labelledby="h-predict">
                for (place, one) in prediction.choices.iter().enumerate() { { choice(place, one) } }
            </div>
            <div role="status">
                if let Some(right) = right {
                    <p class={if right { "verdict right" } else { "verdict" }}>{ words.say(if right { "predict-right" } else { "predict-wrong" }) }</p>
                    if !found.is_empty() {
                        <p class="found-at">{ words.say_f("predict-found", &args!(release = props.timeline.release.name(), n = props.timeline.step)) }</p>
                        <dl class="found">
                            for (subject, value) in found.iter() { <div><dt>{ subject.clone() }</dt><dd>{ spoken(&words, value) }</dd></div> }
                        </dl>
                    }
                }
            </div>
        </section>
    }
}

/// The words for a value. Most values are numbers and names, which stay as they are.
fn spoken(words: &Words, value: &str) -> AttrValue {
    match value {
        "yes" => words.t("yes"),
        "no" => words.t("no"),
        "absent" => words.t("predict-absent"),
        _ => value.to_owned().into(),
    }
}

/// What the engine has at the moment in question, for everything that the answers claim.
fn values(still: &Still, prediction: &Prediction) -> Vec<(String, String)> {
    let Some(moment) = Moment::after(&still.timeline, still.step) else { return Vec::new() };
    let mut values: Vec<(String, String)> = Vec::new();
    let claims = prediction.choices.iter().flat_map(|choice| &choice.text).filter_map(|inline| inline.claim());
    for (claim, _) in claims.filter(|(claim, _)| claim.is_of(still.release)) {
        if values.iter().any(|(subject, _)| *subject == claim.subject) {
            continue;
        }
        if let Ok(value) = moment.value(&claim.subject) {
            values.push((claim.subject.clone(), value));
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use jobscope_core::timeline::SavedSession;
    use jobscope_lessons::Lesson;

    use super::*;

    #[test]
    fn the_engine_has_the_values_that_the_answers_claim() {
        let lesson = Lesson::read(include_str!("../../../lessons/texts/slow-start/en.md")).unwrap();
        let session = include_str!("../../../lessons/texts/slow-start/fifteen.jobscope.yaml");
        let timeline = Rc::new(SavedSession::from_file(session).unwrap().replay().unwrap());
        let prediction = lesson.sections.first().and_then(|section| section.prediction.clone()).unwrap();
        let still = Still { timeline, release: Release::V1_36, step: 4 };
        assert_eq!(values(&still, &prediction), [("call.create.pods".to_owned(), "1".to_owned())]);
        let beyond = Still { step: 4_000, ..still };
        assert!(values(&beyond, &prediction).is_empty());
    }
}
