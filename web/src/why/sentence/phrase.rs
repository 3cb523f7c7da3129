//! Texts with their values, in no language yet.

use fluent_bundle::{FluentArgs, FluentValue};
use jobscope_core::trace::DecisionId;
use yew::prelude::*;

use crate::words::Words;

/// A phrase by its key, with values: `n = 3`.
macro_rules! phrase {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::why::sentence::phrase::Phrase::new($key, vec![$((stringify!($name), ::fluent_bundle::FluentValue::from($value))),*])
    };
}

pub(super) use phrase;

/// A text with its values, in no language yet.
#[derive(Debug)]
pub(crate) struct Phrase {
    key: &'static str,
    values: Vec<(&'static str, FluentValue<'static>)>,
    /// The question that it is about, whose words are the value `ask`.
    about: Option<DecisionId>,
    /// The completion index of the pod that it is about, and which attempt at it the pod is: the value `which`.
    index: Option<(i64, u32)>,
}

impl Phrase {
    /// A phrase by its key, with values.
    pub(super) fn new(key: &'static str, values: Vec<(&'static str, FluentValue<'static>)>) -> Self {
        Self { key, values, about: None, index: None }
    }

    /// The same about a question.
    pub(super) fn about(mut self, id: DecisionId) -> Self {
        self.about = Some(id);
        self
    }

    /// The same about the pod of a completion index.
    pub(super) fn of_index(mut self, index: i64, attempt: u32) -> Self {
        self.index = Some((index, attempt));
        self
    }

    /// The same with one more value.
    pub(super) fn with(mut self, name: &'static str, value: impl Into<FluentValue<'static>>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// All values in one language.
    fn args(&self, words: &Words) -> FluentArgs<'static> {
        let mut args: FluentArgs<'static> = self.values.iter().cloned().collect();
        if let Some(id) = self.about {
            args.set("ask", words.t(&format!("decision-{}", id.name())).to_string());
        }
        if let Some((index, attempt)) = self.index {
            let which = words.f("pod-of-index", &crate::words::args!(index = index, attempt = attempt));
            args.set("which", which.to_string());
        }
        args
    }

    fn rich(&self, words: &Words) -> Html {
        words.rich(self.key, &self.args(words))
    }
}

/// What happened, and what goes along with it.
#[derive(Debug)]
pub(crate) struct Sentence {
    pub(super) first: Phrase,
    pub(super) more: Vec<Phrase>,
}

impl Sentence {
    /// The sentence itself, with its numbers set off.
    pub(crate) fn rich(&self, words: &Words) -> Html {
        self.first.rich(words)
    }

    /// What goes along with it.
    pub(crate) fn rich_more<'a>(&'a self, words: &'a Words) -> impl Iterator<Item = Html> + 'a {
        self.more.iter().map(|phrase| phrase.rich(words))
    }

    /// Whether it takes more lines than most, so that it is set smaller.
    pub(crate) fn is_long(&self, words: &Words) -> bool {
        const LONG: usize = 150;
        // A Chinese character is as wide as two letters.
        let width = |c: char| if c.is_ascii() { 1 } else { 2 };
        self.plain(words).chars().map(width).sum::<usize>() > LONG
    }

    /// All of it as plain text.
    pub(crate) fn plain(&self, words: &Words) -> String {
        let mut said = words.f(self.first.key, &self.first.args(words)).to_string();
        for phrase in &self.more {
            said.push_str(words.between());
            said.push_str(&words.f(phrase.key, &phrase.args(words)));
        }
        said
    }
}

impl From<Phrase> for Sentence {
    fn from(first: Phrase) -> Self {
        Self { first, more: Vec::new() }
    }
}
