//! Where two runs first differ: a sentence for each kind of difference, with a link to it.

use std::rc::Rc;

use jobscope_core::api::{ObjectKey, Time};
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::timeline::{Asked, Cause, Difference, Origin, Seen, StatusSeen, Written};
use jobscope_explain::time::instant;
use yew::prelude::*;

use super::runs::Runs;
use crate::after_frame::after_frame;
use crate::effect::use_effect_with;
use crate::timeline::{edit_name, verb_name};
use crate::ui::{Icon, answer, fix_key, small_icon, upstream};
use crate::words::{Words, args, phrased, use_words};

/// Most impossible actions that are listed one by one.
const MOST_TOLD: usize = 3;

/// Properties of [`Differences`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) runs: Rc<Runs>,
    /// The row that is shown.
    pub(super) row: usize,
    pub(super) on_go: Callback<usize>,
}

/// The first difference of a kind, as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FirstDifference {
    /// Its kind: a key.
    pub(super) kind: &'static str,
    /// Where it is.
    pub(super) row: usize,
    /// What it is.
    pub(super) said: Said,
}

/// A sentence: its key and values.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said {
    plain: AttrValue,
    at: String,
}

impl FirstDifference {
    /// With the time before it, as the text after “First difference”.
    fn continued(&self, words: &Words) -> AttrValue {
        self.timed(words, "compare-at")
    }

    /// With the time before it, as a sentence of its own.
    fn sentence(&self, words: &Words) -> AttrValue {
        self.timed(words, "compare-also-at")
    }

    fn timed(&self, words: &Words, key: &str) -> AttrValue {
        words.f(key, &args!(time = self.said.at.clone(), what = self.said.plain.to_string()))
    }
}

/// The first difference of each kind, the earliest first.
pub(super) fn first_differences(words: &Words, runs: &Runs) -> Vec<FirstDifference> {
    let names = runs.names(words);
    let start = runs.start();
    let comparison = &runs.comparison;
    let mut all: Vec<FirstDifference> = Vec::new();
    if let Some(found) = &comparison.decision {
        let job = of_job(words, runs, found, |asked| Some(&asked.key));
        all.push(first_difference("compare-decisions", found, start, job + &decision(words, found, start, &names)));
    }
    if let Some(found) = &comparison.write {
        let job = of_job(words, runs, found, |written| written.job.as_ref());
        all.push(first_difference("compare-writes", found, start, job + &write(words, found, start, &names)));
    }
    if let Some(found) = &comparison.status {
        let job = of_job(words, runs, found, |status| Some(&status.job));
        all.push(first_difference("compare-status", found, start, job + &status(words, found, start, &names)));
    }
    all.small_sort_by_key(|difference| difference.row);
    all
}

/// What begins a sentence about a difference: the name of the Job, where there are others.
fn of_job<T>(words: &Words, runs: &Runs, found: &Difference<T>, job: fn(&T) -> Option<&ObjectKey>) -> String {
    let job = found.left.iter().chain(&found.right).find_map(|seen| job(&seen.what));
    let name = job.and_then(|job| runs.name_of_job(found.row, job));
    name.map_or_else(String::new, |name| words.f("said-of-job", &args!(job = name)).to_string())
}

fn first_difference<T>(kind: &'static str, found: &Difference<T>, start: Time, plain: String) -> FirstDifference {
    let plain = plain.into();
    let time = found.left.iter().chain(&found.right).map(|seen| seen.time).min();
    let at = instant(time.map_or(0, |time| time.since(start)));
    FirstDifference { kind, row: found.row, said: Said { plain, at } }
}

/// The run that did it, the one that did not, and what it was; `None` if both did something.
fn only<'a, T>(found: &'a Difference<T>, [left, right]: &'a [AttrValue; 2]) -> Option<(String, String, &'a T)> {
    match (&found.left, &found.right) {
        (Some(Seen { what, .. }), None) => Some((left.to_string(), right.to_string(), what)),
        (None, Some(Seen { what, .. })) => Some((right.to_string(), left.to_string(), what)),
        _ => None,
    }
}

/// What both are called. What comes later in one of them is said with its time: the other was there before.
fn named<T>(words: &Words, found: &Difference<T>, start: Time, names: &[AttrValue; 2]) -> [String; 2] {
    let times = [&found.left, &found.right].map(|seen| seen.as_ref().map(|seen| seen.time));
    let first = times.iter().flatten().min().copied();
    let name = |name: &AttrValue, time: Option<Time>| match time {
        Some(time) if Some(time) != first => {
            words.f("compare-run-at", &args!(run = name.to_string(), time = instant(time.since(start)))).to_string()
        }
        _ => name.to_string(),
    };
    let [left, right] = names;
    [name(left, times[0]), name(right, times[1])]
}

fn decision(words: &Words, found: &Difference<Asked>, start: Time, names: &[AttrValue; 2]) -> AttrValue {
    let question = |asked: &Asked| words.t(&format!("decision-{}", asked.decision.name())).to_string();
    let answer = |asked: &Asked| answer(words, asked.decision, asked.answer);
    if let Some((run, other, asked)) = only(found, names) {
        let args = args!(run = run, other = other, question = question(asked), answer = answer(asked));
        return words.f("compare-decision-only", &args);
    }
    let (Some(ours), Some(theirs)) = (&found.left, &found.right) else { return AttrValue::default() };
    let [left, right] = named(words, found, start, names);
    let args = args!(
        left = left,
        right = right,
        question = question(&ours.what),
        ours = answer(&ours.what),
        theirs = answer(&theirs.what)
    );
    words.f("compare-decision", &args)
}

fn write(words: &Words, found: &Difference<Written>, start: Time, names: &[AttrValue; 2]) -> AttrValue {
    let call = |written: &Written| {
        let verb = verb_name(words, written.verb);
        words.f("compare-call", &args!(call = verb.to_string(), n = written.number)).to_string()
    };
    let answer = |written: &Written| match written.refused {
        Some(reason) => words.f("compare-refused", &args!(code = reason.code())).to_string(),
        None => words.t("compare-accepted").to_string(),
    };
    if let Some((run, other, written)) = only(found, names) {
        let args = args!(run = run, other = other, call = call(written), answer = answer(written));
        return words.f("compare-write-only", &args);
    }
    let (Some(ours), Some(theirs)) = (&found.left, &found.right) else { return AttrValue::default() };
    let [left, right] = named(words, found, start, names);
    let args = args!(
        left = left,
        right = right,
        call = call(&ours.what),
        ours = answer(&ours.what),
        theirs = answer(&theirs.what)
    );
    words.f("compare-write", &args)
}

fn status(words: &Words, found: &Difference<StatusSeen>, start: Time, names: &[AttrValue; 2]) -> AttrValue {
    let comma = words.t("list-comma");
    let says = |status: &StatusSeen| {
        let figures = [("active", status.active), ("succeeded", status.succeeded), ("failed", status.failed)];
        // A line never ends between a figure's name and the figure.
        let mut said = figures.map(|(name, number)| format!("{name}\u{a0}{number}")).join(&comma);
        for condition in &status.conditions {
            said.push_str(&comma);
            said.push_str(condition.as_str());
        }
        said
    };
    if let Some((run, other, status)) = only(found, names) {
        return words.f("compare-status-only", &args!(run = run, other = other, status = says(status)));
    }
    let (Some(ours), Some(theirs)) = (&found.left, &found.right) else { return AttrValue::default() };
    let [left, right] = named(words, found, start, names);
    let args = args!(left = left, right = right, ours = says(&ours.what), theirs = says(&theirs.what));
    words.f("compare-status-both", &args)
}

#[component]
pub(super) fn Differences(props: &Props) -> Html {
    let words = use_words();
    let runs = &props.runs;
    let all = use_memo((runs.clone(), words.clone()), |(runs, words)| first_differences(words, runs));
    let [_, right] = runs.names(&words);
    let origin = use_state_eq(|| None::<Origin>);
    {
        let origin = origin.clone();
        use_effect_with(runs.clone(), move |runs| {
            origin.set(None);
            let runs = Rc::clone(runs);
            let work = after_frame(move || origin.set(runs.origin()));
            move || drop(work)
        });
    }
    html! {
        <div class="differences" role="group" aria-label={words.t("compare-first")}>
            if let Some(first) = all.first() {
                <div class="first">
                    <p role="status"><b>{ words.t("compare-first") }</b>{ " " }{ phrased(&first.continued(&words)) }</p>
                    { go_there(&words, props, first) }
                    if let Some(origin) = &*origin { <p class="origin">{ behind(&words, origin) }</p> }
                </div>
            } else {
                <p class="first" role="status"><span>{ words.say("compare-same") }</span></p>
            }
            <ul>
                for found in all.iter().skip(1) {
                    <li key={found.kind} class={classes!((found.row == props.row).then_some("at-row"))}>
                        { go_there(&words, props, found) }
                        <span>{ phrased(&found.sentence(&words)) }</span>
                    </li>
                }
            </ul>
            if !runs.impossible.is_empty() {
                <div class="impossible">
                    <p>{ words.say_f("compare-impossible", &args!(n = runs.impossible.len(), run = right.to_string())) }</p>
                    <ul>
                        for impossible in runs.impossible.iter().take(MOST_TOLD) {
                            <li>{ words.say_f("compare-impossible-one", &args!(step = impossible.step + 1, what = edit_name(&words, &impossible.action).to_string())) }{ " " }<span class="mono">{ words.refusal(&impossible.error).html() }</span></li>
                        }
                    </ul>
                </div>
            }
        </div>
    }
}

/// The gates and fixes behind the first difference, with the release that brought them.
fn behind(words: &Words, origin: &Origin) -> Html {
    let release = origin.release.name();
    if origin.causes.is_empty() {
        return words.say_f("compare-origin-release", &args!(release = release));
    }
    html! { <>
        { words.say_f("compare-origin", &args!(release = release)) }
        for cause in &origin.causes {
            { " " }
            {
                match cause {
                    Cause::Gate(gate) => html! { <b class="mono">{ gate.name() }</b> },
                    Cause::Fix(fix) => html! { <>{ upstream(*fix) }{ " " }<span>{ words.say(&fix_key(*fix)) }</span></> },
                }
            }
        }
    </> }
}

/// The way to a difference.
fn go_there(words: &Words, props: &Props, found: &FirstDifference) -> Html {
    let here = (found.row == props.row).then_some("true");
    let (on_go, row) = (props.on_go.clone(), found.row);
    html! {
        <button type="button" class={classes!("btn", "sm", here.map(|_| "at-row"))} aria-label={words.f("compare-go", &args!(kind = words.t(found.kind).to_string()))} aria-current={here} onclick={move |_: MouseEvent| on_go.emit(row)}>{ small_icon(Icon::RunTo) }{ words.t(found.kind) }</button>
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Manifest, Release};
    use jobscope_core::timeline::Timeline;
    use jobscope_core::world::{Action, World};

    use super::*;
    use crate::seen::With;
    use crate::words::Locale;
    use jobscope_explain::Preset;

    fn runs(scenario: Preset, left: Release, right: Release) -> Runs {
        let mut timeline = Timeline::new(World::new(left));
        for action in scenario.setup() {
            timeline.apply(&action).unwrap();
        }
        let job = Manifest::parse(scenario.manifest(), left).unwrap().job;
        timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        Runs::of(&timeline, scenario.manifest(), With::Release(right), None)
    }

    #[test]
    fn every_difference_is_shown_in_both_languages() {
        // What differs between two releases comes from steps between neighbours, or from the way all together.
        let places = Release::ALL.len();
        let near = |left: usize, right: usize| left.abs_diff(right) <= 1 || left.abs_diff(right) + 1 == places;
        let pairs = (0..places).flat_map(|left| (0..places).map(move |right| (left, right)));
        let pairs: Vec<_> = pairs.filter(|(left, right)| near(*left, *right)).collect();
        for scenario in Preset::ALL {
            for (left, right) in pairs.iter().map(|(left, right)| (Release::ALL[*left], Release::ALL[*right])) {
                if left < scenario.since() {
                    continue;
                }
                let runs = runs(scenario, left, right);
                for words in Locale::ALL.map(Words::new) {
                    let all = first_differences(&words, &runs);
                    assert!(left != right || all.is_empty(), "{scenario:?} {left} {all:?}");
                    assert_eq!(all.first().map(|difference| difference.row), runs.comparison.first_row());
                    for difference in all {
                        let said = difference.continued(&words);
                        let whole =
                            !said.contains(['{', '}']) && !said.contains("compare-") && !said.contains("decision-");
                        assert!(whole && said.contains(left.name()) && said.contains(right.name()), "{said}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_job_of_a_difference_is_named_where_there_are_others() {
        let mut timeline = Timeline::new(World::new(Release::V1_11));
        for name in ["a", "b"] {
            let mut job = Manifest::parse(Preset::Pi.manifest(), Release::V1_11).unwrap().job;
            job.metadata.name = Some(name.into());
            timeline.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        }
        let runs = Runs::of(&timeline, "", With::Release(Release::V1_28), None);
        let words = Words::new(Locale::En);
        let all = first_differences(&words, &runs);
        assert_eq!(all.len(), 2, "{all:?}");
        for difference in all {
            let said = difference.continued(&words);
            assert!(said.contains("s: a: ") || said.contains("s: b: "), "{said}");
        }
    }

    #[test]
    fn the_first_difference_of_the_pi_job_is_named() {
        let words = Words::new(Locale::En);
        let all = first_differences(&words, &runs(Preset::Pi, Release::V1_11, Release::V1_28));
        let said: Vec<_> = all.iter().map(|difference| difference.continued(&words)).collect();
        assert_eq!(
            said,
            [
                "at t+11.0\u{a0}s: the next status that v1.11 writes says active\u{a0}0, succeeded\u{a0}1, failed\u{a0}0, Complete; that of v1.28 (at \
                 t+12.0\u{a0}s) says active\u{a0}0, succeeded\u{a0}0, failed\u{a0}0.",
                "at t+12.0\u{a0}s: v1.28 makes status write #3 (accepted); v1.11 does not.",
            ]
        );
        assert!(all[1].sentence(&words).starts_with("At t+12.0\u{a0}s: v1.28 makes"), "{:?}", all[1]);
    }
}
