//! A rule of what pods do as a sentence: who, then how they end, then what else is to know.

use jobscope_core::world::{Failure, Outcome, OutcomeRule, PodSelection};
use jobscope_explain::time::short_seconds;
use yew::prelude::*;

use crate::words::{Words, args};

/// From creation to running, unless a rule says otherwise: not worth a word.
const USUAL_START_MS: u32 = 1_000;

/// The rule at `place` of `rules`. A rule that continues what the one before it began reads on from there.
pub(super) fn of_rule(words: &Words, rules: &[OutcomeRule], place: usize) -> Html {
    let Some(rule) = rules.get(place) else { return html!() };
    let before = place.checked_sub(1).and_then(|before| rules.get(before));
    let goes_on = before.is_some_and(|before| goes_on(before, rule));
    let continued = rules.get(place + 1).is_some_and(|next| self::goes_on(rule, next));
    let (who, many) = if goes_on {
        (html!(words.t("rule-then")), is_many(&rule.pods))
    } else {
        (who(words, &rule.pods, place > 0), is_many(&rule.pods))
    };
    let comma = words.t(if continued { "rule-comma" } else { "rule-stop" });
    html! { <>{ who }{ words.t("rule-gap") }{ what(words, rule, many) }{ comma }{ details(words, rule) }</> }
}

/// Whether `next` is about the later attempts of the pods that `rule` is about.
fn goes_on(rule: &OutcomeRule, next: &OutcomeRule) -> bool {
    let all_attempts = |pods: &PodSelection| PodSelection { from_attempt: None, to_attempt: None, ..pods.clone() };
    let last = rule.pods.to_attempt;
    last.is_some()
        && next.pods.to_attempt.is_none()
        && next.pods.from_attempt.is_none_or(|from| Some(from) == last.map(|last| last + 1))
        && all_attempts(&rule.pods) == all_attempts(&next.pods)
}

/// How they end, and when.
fn what(words: &Words, rule: &OutcomeRule, many: bool) -> Html {
    let n = if many { 2 } else { 1 };
    let run = short_seconds(rule.run_ms.into());
    match &rule.outcome {
        Outcome::Succeed => html! { <>{ words.rich("rule-succeeds", &args!(n = n)) }{ when(words, rule, run) }</> },
        Outcome::Hang => html! { <>{ words.rich("rule-hangs", &args!(n = n)) }{ attempts(words, &rule.pods) }</> },
        Outcome::Fail(failure) => {
            let fails = words.rich("rule-fails", &args!(n = n, code = failure.exit_code));
            html! { <>{ fails }{ marks(words, failure) }{ when(words, rule, run) }</> }
        }
    }
}

/// What else a failure leaves behind.
fn marks(words: &Words, failure: &Failure) -> Html {
    let Failure { container, reason, condition, .. } = failure;
    html! {
        <>
            if let Some(container) = container { { words.rich("rule-container", &args!(container = container.as_str())) } }
            if !reason.is_empty() { { words.rich("rule-reason", &args!(reason = reason.as_str())) } }
            if let Some(condition) = condition { { words.rich("rule-condition", &args!(condition = condition.as_str())) } }
        </>
    }
}

/// At which attempts, after which time.
fn when(words: &Words, rule: &OutcomeRule, run: String) -> Html {
    let times = rule.pods.to_attempt.filter(|_| rule.pods.from_attempt.is_none_or(|from| from == 1));
    let after = if times.is_some_and(|times| times > 1) { "rule-after-each" } else { "rule-after" };
    html! { <>{ attempts(words, &rule.pods) }{ words.rich(after, &args!(run = run)) }</> }
}

fn attempts(words: &Words, pods: &PodSelection) -> Html {
    match (pods.from_attempt, pods.to_attempt) {
        (None | Some(1), None) => html!(),
        (None | Some(1), Some(times)) => words.rich("rule-times", &args!(n = times)),
        (Some(from), None) => words.rich("rule-attempts-from", &args!(from = from)),
        (Some(from), Some(to)) if from == to => words.rich("rule-attempt", &args!(n = from)),
        (Some(from), Some(to)) => words.rich("rule-attempts", &args!(from = from, to = to)),
    }
}

/// What is not as usual about the way to the end.
fn details(words: &Words, rule: &OutcomeRule) -> Html {
    let seconds = |ms: u32| short_seconds(ms.into());
    let mut details = Vec::new();
    if let Some(ms) = rule.schedule_ms {
        details.push(words.rich("rule-scheduled", &args!(time = seconds(ms))));
    }
    if rule.start_ms != USUAL_START_MS {
        details.push(words.rich("rule-started", &args!(time = seconds(rule.start_ms))));
    }
    if rule.restarts > 0 {
        details.push(words.rich("rule-restarted", &args!(n = rule.restarts)));
    }
    if rule.jitter_ms > 0 {
        details.push(words.rich("rule-jittered", &args!(time = seconds(rule.jitter_ms))));
    }
    if details.is_empty() {
        return html!();
    }
    let last = details.len() - 1;
    html! {
        <span class="rule-details">
            for (place, detail) in details.into_iter().enumerate() { { detail }if place < last { { " · " } } }
        </span>
    }
}

/// Whether the sentence speaks of several.
fn is_many(pods: &PodSelection) -> bool {
    match (&pods.indexes, &pods.name) {
        (Some(indexes), _) => indexes.only().is_none(),
        (None, _) if pods.from_attempt.is_some() || pods.to_attempt.is_some() => false,
        (None, name) => match (pods.from, pods.to) {
            (None, None) => name.is_some(),
            (None, Some(1)) => false,
            (from, to) => from != to,
        },
    }
}

/// Which pods.
fn who(words: &Words, pods: &PodSelection, later: bool) -> Html {
    let of_index = pods.indexes.is_some() || pods.from_attempt.is_some() || pods.to_attempt.is_some();
    let range = (pods.from.is_some() || pods.to.is_some()).then(|| created(words, pods));
    let named = pods.name.as_ref().map(|name| words.rich("rule-who-named", &args!(name = name.as_str())));
    let index = match &pods.indexes {
        Some(list) => match list.only() {
            Some(index) => Some(words.rich("rule-who-index", &args!(n = index))),
            None => Some(words.rich("rule-who-indexes", &args!(list = list.to_string()))),
        },
        None => of_index.then(|| html!(words.t("rule-who-each-index"))),
    };
    let mut parts = [index, range, named].into_iter().flatten();
    let Some(first) = parts.next() else {
        return html!(words.t(if later { "rule-who-rest" } else { "rule-who-all" }));
    };
    html! { <>{ first }for part in parts { { words.t("rule-and") }{ part } }</> }
}

fn created(words: &Words, pods: &PodSelection) -> Html {
    match (pods.from, pods.to) {
        (Some(from), Some(to)) if from == to => words.rich("rule-who-one", &args!(n = from)),
        (None, Some(1)) => words.rich("rule-who-one", &args!(n = 1)),
        (Some(from), None) => words.rich("rule-who-from", &args!(from = from)),
        (from, to) => words.rich("rule-who-range", &args!(from = from.unwrap_or(1), to = to.unwrap_or(1))),
    }
}
