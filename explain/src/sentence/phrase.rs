//! Texts with their values, in no language yet.

use jobscope_core::api::JobConditionType;
use jobscope_core::trace::{Decision, DecisionId};

use crate::time::short_seconds;

/// A phrase by its key, with values: `n = 3`.
macro_rules! phrase {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::sentence::Phrase::new($key, vec![$((stringify!($name), $crate::sentence::Value::from($value))),*])
    };
}

pub(super) use phrase;

/// A value of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A number that is part of a name, such as that of a sync: nothing sets it off within a sentence.
    Ordinal(u32),
    /// A text that is the same in all languages.
    Text(String),
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        })*
    };
}

numbers!(u8, u16, i32, u32, i64, u64, usize);

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// A number that is part of a name.
pub(super) fn ordinal(n: u32) -> Value {
    Value::Ordinal(n)
}

/// A value that may be absent, as it shows in a sentence.
pub(super) fn or_none<T: ToString>(value: Option<T>) -> Value {
    value.map_or(Value::from("–"), |value| Value::Text(value.to_string()))
}

/// An answer that is a number. Waits are given in seconds.
pub fn counted(question: DecisionId, value: i64) -> String {
    match question {
        DecisionId::PodBackoffRemaining | DecisionId::IndexBackoffRemaining => short_seconds(value),
        _ => value.to_string(),
    }
}

/// A text with its values, in no language yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Phrase {
    /// The key of the text.
    pub key: &'static str,
    /// The values by name.
    pub values: Vec<(&'static str, Value)>,
    /// The question that it is about, whose words are the values `ask` and `operands`.
    pub about: Option<Decision>,
    /// The only pod that it is about: the value `which`.
    pub which: Option<Which>,
    /// A value that is a list, by its name.
    pub list: Option<(&'static str, Vec<String>)>,
}

/// What a pod is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// By its number or name.
    Named(String),
    /// By its completion index, and which attempt at it the pod is.
    OfIndex(i64, u32),
}

impl Phrase {
    /// A phrase by its key, with values.
    pub fn new(key: &'static str, values: Vec<(&'static str, Value)>) -> Self {
        Self { key, values, about: None, which: None, list: None }
    }

    /// The same about a question.
    #[must_use]
    pub fn about(mut self, question: Decision) -> Self {
        self.about = Some(question);
        self
    }

    /// The same about the pod of that number or name.
    #[must_use]
    pub fn of_pod(mut self, name: &impl ToString) -> Self {
        self.which = Some(Which::Named(name.to_string()));
        self
    }

    /// The same about the pod of a completion index.
    #[must_use]
    pub fn of_index(mut self, index: i64, attempt: u32) -> Self {
        self.which = Some(Which::OfIndex(index, attempt));
        self
    }

    /// The same with a list for a value.
    #[must_use]
    pub fn listing(mut self, name: &'static str, list: Vec<String>) -> Self {
        self.list = Some((name, list));
        self
    }

    /// The same with one more value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.push((name, value.into()));
        self
    }
}

/// What happened, and what goes along with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    /// The Job that it is about, if there are others.
    pub job: Option<String>,
    /// What happened.
    pub first: Phrase,
    /// What goes along with it.
    pub more: Vec<Phrase>,
    /// The condition that ended the Job, if that is what there is to say.
    pub ended: Option<JobConditionType>,
}

impl From<Phrase> for Sentence {
    fn from(first: Phrase) -> Self {
        Self { job: None, first, more: Vec::new(), ended: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_counted_in_seconds_and_pods_as_they_are() {
        assert_eq!(counted(DecisionId::PodBackoffRemaining, 18_000), "18\u{a0}s");
        assert_eq!(counted(DecisionId::IndexBackoffRemaining, 500), "0.5\u{a0}s");
        assert_eq!(counted(DecisionId::PendingIndexes, 18_000), "18000");
    }
}
