//! What can be looked for, in the words of the page.

use jobscope_core::api::{FeatureGates, JobConditionType};
use jobscope_core::explore::Goal;
use jobscope_core::timeline::Breakpoint;
use jobscope_core::world::invariants::{Invariant, Promise};
use yew::AttrValue;

use crate::timeline::breakpoint_text;
use crate::words::{Words, args};

/// Something to look for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Looked {
    /// One of the list, by the key of its name.
    Known(&'static str),
    /// What one of the person's breakpoints stops at.
    Breakpoint(Breakpoint),
}

/// Promises that can be broken, by the keys of their names.
const PROMISES: [(&str, Option<Invariant>); 10] = [
    ("goal-any", None),
    ("goal-finished-starts", Some(Invariant::FinishedStartsNothing)),
    ("goal-extra-work", Some(Invariant::NoExtraWork)),
    ("goal-unfinished", Some(Invariant::FinishedForGood)),
    ("goal-counters-fall", Some(Invariant::CountersNeverFall)),
    ("goal-start-moves", Some(Invariant::StartTimeStays)),
    ("goal-end-lost", Some(Invariant::NoEndLost)),
    ("goal-counted-twice", Some(Invariant::CountedOnce)),
    ("goal-active-wrong", Some(Invariant::ActiveAsCounted)),
    ("goal-pods-left", Some(Invariant::FinishedHasNoPods)),
];

/// What else can come about.
const OTHERS: [&str; 6] =
    ["goal-over", "goal-index-twice", "goal-stuck", "goal-complete", "goal-failed", "goal-refused"];

/// The key of the name that a promise has here, if it is one of those that can be looked for.
pub(super) fn name_of(promise: Invariant) -> Option<&'static str> {
    PROMISES.into_iter().find(|(_, known)| *known == Some(promise)).map(|(key, _)| key)
}

impl Default for Looked {
    fn default() -> Self {
        Self::Known("goal-any")
    }
}

impl Looked {
    /// All promises that the release makes, or is known to break.
    pub(super) fn promises(gates: FeatureGates) -> Vec<Self> {
        let is_made = |invariant: Option<Invariant>| {
            invariant.is_none_or(|invariant| invariant.promised_by(gates) != Promise::NotMade)
        };
        let made = PROMISES.into_iter().filter(|(_, invariant)| is_made(*invariant));
        made.map(|(key, _)| Self::Known(key)).collect()
    }

    /// What else can come about.
    pub(super) fn others() -> Vec<Self> {
        OTHERS.into_iter().map(Self::Known).collect()
    }

    /// As the engine knows it.
    pub(super) fn goal(&self) -> Goal {
        let ends = |condition| Goal::Strikes { breakpoint: Breakpoint::Condition { condition: Some(condition) } };
        let key = match self {
            Self::Breakpoint(breakpoint) => return Goal::Strikes { breakpoint: breakpoint.clone() },
            Self::Known(key) => *key,
        };
        match key {
            "goal-over" => Goal::OverParallelism,
            "goal-index-twice" => Goal::IndexTwice,
            "goal-stuck" => Goal::Stuck,
            "goal-complete" => ends(JobConditionType::Complete),
            "goal-failed" => ends(JobConditionType::Failed),
            "goal-refused" => Goal::Strikes { breakpoint: Breakpoint::Write { verb: None, refused: Some(true) } },
            key => Goal::Broken {
                invariant: PROMISES.into_iter().find(|(known, _)| *known == key).and_then(|(_, invariant)| invariant),
            },
        }
    }

    /// What it is called.
    pub(super) fn name(&self, words: &Words) -> AttrValue {
        match self {
            Self::Known(key) => words.t(key),
            Self::Breakpoint(breakpoint) => breakpoint_text(words, breakpoint),
        }
    }

    /// What it means.
    pub(super) fn meaning(&self, words: &Words) -> AttrValue {
        match self {
            Self::Known(key) => words.t(&format!("{key}.what")),
            Self::Breakpoint(_) => words.t("goal-breakpoint"),
        }
    }

    /// How the release stands to it.
    pub(super) fn promise(&self, words: &Words, gates: FeatureGates) -> Option<AttrValue> {
        let key = match self.goal().promised_by(gates)? {
            Promise::Kept => "promise-kept",
            Promise::KeptUndisturbed => "promise-kept-undisturbed",
            Promise::Broken => "promise-broken",
            Promise::NotMade => "promise-not-made",
        };
        Some(words.f(key, &args!(release = gates.release().name())))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jobscope_core::api::Release;

    use super::*;
    use crate::words::Locale;

    #[test]
    fn every_goal_has_a_name_a_meaning_and_is_another_one() {
        for words in Locale::ALL.map(Words::new) {
            for release in Release::ALL {
                let mut looked = Looked::promises(release.into());
                looked.extend(Looked::others());
                assert!(looked.len() > 12, "{release}");
                let mut goals = Vec::new();
                for one in &looked {
                    let key = one.name(&words);
                    assert!(!key.starts_with("goal-") && !one.meaning(&words).starts_with("goal-"), "{key}");
                    assert!(!goals.contains(&one.goal()), "{key}");
                    goals.push(one.goal());
                }
                let names: BTreeSet<_> = looked.iter().map(|one| one.name(&words).to_string()).collect();
                assert_eq!(names.len(), looked.len());
            }
        }
    }

    #[test]
    fn a_release_says_what_it_promises() {
        let words = Words::new(Locale::En);
        let said = |release: Release| Looked::Known("goal-finished-starts").promise(&words, release.into()).unwrap();
        assert!(said(Release::V1_11).contains("v1.11 is known to break"));
        assert!(said(Release::V1_36).contains("v1.36 promises"));
        assert_eq!(Looked::default().promise(&words, Release::V1_36.into()), None);
    }
}
