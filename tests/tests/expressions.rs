//! What is printed beside a question agrees with its answer: a comparison is true exactly when the answer is yes, and a
//! computed value equals the number in the answer. For every question that a scenario has asked, with the operands of
//! the scenario and with any others.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use jobscope_core::trace::{Answer, Decision, DecisionId, TraceEntry};
use jobscope_tests::scenario;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;

/// Whether two numbers stand to each other in this way.
type Relation = fn(f64, f64) -> bool;

const RELATIONS: [(&str, Relation); 5] = [
    (" ≥ ", |left, right| left >= right),
    (" > ", |left, right| left > right),
    (" < ", |left, right| left < right),
    (" = ", |left, right| (left - right).abs() < 1e-9),
    (" ≠ ", |left, right| (left - right).abs() >= 1e-9),
];

/// One way to read a text from its beginning: words are names of what follows, and mean nothing here.
struct Reader<'a>(&'a str);

impl Reader<'_> {
    /// Takes a sign, if it comes next.
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.0.trim_start();
        self.0 = rest.strip_prefix(sign).unwrap_or(rest);
        rest.starts_with(sign)
    }

    /// A sum of numbers; `None` if there is no number.
    fn sum(&mut self) -> Option<f64> {
        let mut sum = self.number()?;
        loop {
            if self.takes("+") {
                sum += self.number()?;
            } else if self.takes("−") {
                sum -= self.number()?;
            } else {
                return Some(sum);
            }
        }
    }

    fn number(&mut self) -> Option<f64> {
        for (name, choose) in [("min(", f64::min as fn(f64, f64) -> f64), ("max(", f64::max)] {
            if self.takes(name) {
                let mut chosen = self.sum()?;
                while self.takes(",") {
                    chosen = choose(chosen, self.sum()?);
                }
                return self.takes(")").then_some(chosen);
            }
        }
        let named = self.0.trim_start().trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
        let digits = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
        let (number, rest) = named.split_at(named.find(|c| !digits(c)).unwrap_or(named.len()));
        self.0 = rest.strip_prefix(" s").filter(|rest| !rest.starts_with(char::is_alphabetic)).unwrap_or(rest);
        number.parse().ok()
    }
}

/// What a text comes to, if it is a sum of numbers and nothing else.
fn reckoned(text: &str) -> Option<f64> {
    let mut reader = Reader(text);
    let sum = reader.sum()?;
    reader.0.trim().is_empty().then_some(sum)
}

/// Whether a comparison holds; `None` if the text is not a comparison.
fn holds(text: &str) -> Option<bool> {
    let (sign, relation) = RELATIONS.iter().find(|(sign, _)| text.contains(sign))?;
    let (left, right) = text.split_once(sign)?;
    Some(relation(reckoned(left)?, reckoned(right)?))
}

/// What the number that a question is answered with is printed as.
fn printed(id: DecisionId, value: i64) -> f64 {
    let value = f64::from(i32::try_from(value).unwrap());
    match id {
        DecisionId::PodBackoffRemaining | DecisionId::IndexBackoffRemaining => value / 1000.0,
        _ => value,
    }
}

/// Whether something is compared, or what does not fit.
fn check(decision: &Decision) -> Result<bool, String> {
    let text = decision.expression();
    let fails = |why: &str| Err(format!("{}: {text:?} beside {:?}: {why}", decision.id().name(), decision.answer()));
    let parts: Vec<&str> = text.split(" · ").collect();
    let (last, before) = parts.split_last().unwrap();
    match decision.answer() {
        Answer::Value(value) => {
            let want = printed(decision.id(), value);
            let is = |number: f64| (number - want).abs() < 1e-9;
            // Names before a colon say what the number is about; an arrow leads to it.
            let figure = |part: &str| {
                let part = part.split_once(" (Ignore").map_or(part, |(part, _)| part).to_owned();
                let part = part.rsplit(": ").next().unwrap_or_default();
                reckoned(part.rsplit("→ ").next().unwrap_or_default())
            };
            let reckons = |part: &&&str| ["+", "−", "min(", "max("].iter().any(|sign| part.contains(sign));
            if let Some(reckoning) = parts.iter().find(reckons) {
                return if figure(reckoning).is_some_and(is) { Ok(false) } else { fails("it comes to something else") };
            }
            let nothing = want == 0.0 && (last.contains('/') || last.contains('–'));
            if nothing || parts.iter().any(|part| figure(part).is_some_and(is)) {
                return Ok(false);
            }
            fails("the number is nowhere")
        }
        answer => {
            if before.iter().any(|part| holds(part) == Some(false)) {
                return fails("after a test that does not hold nothing is asked");
            }
            match holds(last) {
                Some(holds) if holds != answer.is_yes() => fails("the comparison says otherwise"),
                compares => Ok(compares.is_some()),
            }
        }
    }
}

/// The decisions of all scenarios, each once.
fn decisions() -> Vec<Decision> {
    let mut found = BTreeMap::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "txt") {
                let run = scenario::run(&fs::read_to_string(&path).unwrap()).unwrap();
                for entry in run.shown.into_iter().flat_map(|step| step.trace) {
                    if let TraceEntry::Decision(decision) = entry {
                        found.insert(serde_json::to_string(&decision).unwrap(), decision);
                    }
                }
            }
        }
    }
    found.into_values().collect()
}

#[test]
fn what_every_scenario_prints_agrees_with_its_answers() {
    let mut compared: BTreeMap<DecisionId, BTreeSet<bool>> = BTreeMap::new();
    let mut asked = BTreeSet::new();
    let mut wrong = Vec::new();
    for decision in decisions() {
        asked.insert(decision.id());
        match check(&decision) {
            Ok(true) => drop(compared.entry(decision.id()).or_default().insert(decision.answer().is_yes())),
            Ok(false) => {}
            Err(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unasked: Vec<_> = DecisionId::ALL.iter().filter(|id| !asked.contains(id)).collect();
    assert!(unasked.is_empty(), "no scenario asks {unasked:?}");
    // That the check can fail: these questions are comparisons, and were seen with both answers.
    for id in [
        DecisionId::TooManyActive,
        DecisionId::MoreActiveThanWanted,
        DecisionId::ExceedsBackoffLimit,
        DecisionId::FailuresExceedBackoffLimit,
        DecisionId::PastActiveDeadline,
        DecisionId::CompletionsReached,
        DecisionId::AllIndexesFinished,
        DecisionId::ExpectationsSatisfied,
        DecisionId::FinalizersToRemove,
        DecisionId::TtlExpired,
    ] {
        assert_eq!(compared.get(&id).map(BTreeSet::len), Some(2), "{}", id.name());
    }
}

/// The same question with other numbers, if they make sense.
fn with_numbers(decision: &Decision, numbers: &[i32]) -> Option<Decision> {
    fn replace(value: &mut Value, numbers: &mut impl Iterator<Item = i32>) {
        match value {
            Value::Number(number) => *number = numbers.next().unwrap().into(),
            Value::Object(members) => members.values_mut().for_each(|member| replace(member, numbers)),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(decision).unwrap();
    replace(&mut value, &mut numbers.iter().copied().cycle());
    serde_json::from_value(value).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, rng_seed: RngSeed::Fixed(136), ..ProptestConfig::default() })]

    #[test]
    fn other_numbers_agree_as_well(numbers in proptest::collection::vec(prop_oneof![0..4, 0..700_000, -3..0], 7)) {
        static SEEN: std::sync::LazyLock<Vec<Decision>> = std::sync::LazyLock::new(decisions);
        for decision in SEEN.iter().filter_map(|decision| with_numbers(decision, &numbers)) {
            prop_assert!(check(&decision).is_ok(), "{}", check(&decision).unwrap_err());
        }
    }
}

#[test]
fn a_contradiction_is_seen() {
    assert_eq!(holds("15 ≥ 0"), Some(true));
    assert_eq!(holds("active 4.5 s ≥ 20 s"), Some(false));
    assert_eq!(reckoned("2 · 20 s − 2 s"), None);
    assert_eq!(reckoned("20 s − 2 s"), Some(18.0));
    assert_eq!(reckoned("max(0, 0 − 1)"), Some(0.0));
    assert_eq!(reckoned("min(15 − succeeded 3, 5)"), Some(5.0));
}
