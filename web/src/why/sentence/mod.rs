//! The sentence of the moment in words.

#[cfg(test)]
mod tests;

use std::rc::Rc;

use fluent_bundle::{FluentArgs, FluentValue};
use jobscope_explain::Moment;
use jobscope_explain::sentence::{Phrase, Sentence, Value, Which};
use yew::prelude::*;

use crate::ui::{Same, operands, use_recent};
use crate::words::{Words, args, ordinal};

/// The sentence of the moment; recent ones are remembered, because making one reads the whole trace more than once.
#[hook]
pub(crate) fn use_sentence(now: &Moment) -> Rc<Sentence> {
    use_recent(key(now), |_| Sentence::at(now))
}

/// The same, for those who need it only if it is `needed`.
#[hook]
pub(super) fn use_sentence_if(needed: bool, now: &Moment) -> Rc<Option<Sentence>> {
    use_recent(needed.then(|| key(now)), |_| needed.then(|| Sentence::at(now)))
}

/// What a sentence depends on. It also depends on what was recorded after the Job ended, which decides whether its end is
/// the only thing to report.
fn key(now: &Moment) -> impl PartialEq + 'static {
    (now.step.clone().map(Same), now.done, now.inside(), now.next.is_none())
}

/// A phrase in words.
trait InWords {
    /// All its values in one language.
    fn args(&self, words: &Words) -> FluentArgs<'static>;
}

impl InWords for Phrase {
    fn args(&self, words: &Words) -> FluentArgs<'static> {
        let value = |value: &Value| match value {
            Value::Number(number) => FluentValue::from(*number),
            Value::Ordinal(number) => ordinal(*number),
            Value::Text(text) => FluentValue::from(text.clone()),
        };
        let mut args: FluentArgs<'static> = self.values.iter().map(|(name, given)| (*name, value(given))).collect();
        if let Some(question) = &self.about {
            args.set("ask", words.t(&format!("decision-{}", question.id().name())).to_string());
            args.set("operands", operands(words, question));
        }
        if let Some(which) = &self.which {
            let which = match which {
                Which::Named(name) => words.f("pod-of-number", &args!(n = name.as_str())),
                Which::OfIndex(index, attempt) => words.f("pod-of-index", &args!(index = *index, attempt = *attempt)),
            };
            args.set("which", which.to_string());
        }
        if let Some((name, list)) = &self.list {
            args.set(*name, list.join(&words.t("list-comma")));
        }
        args
    }
}

/// A sentence in words.
pub(crate) trait Said {
    /// The sentence itself, with its numbers set off.
    fn rich(&self, words: &Words) -> Html;
    /// What goes along with it.
    fn rich_more(&self, words: &Words) -> impl Iterator<Item = Html>;
    /// Whether it takes more lines than most, so that it is set smaller.
    fn is_long(&self, words: &Words) -> bool;
    /// All of it as plain text.
    fn plain(&self, words: &Words) -> String;
}

impl Said for Sentence {
    fn rich(&self, words: &Words) -> Html {
        words.rich(self.first.key, &self.first.args(words))
    }

    fn rich_more(&self, words: &Words) -> impl Iterator<Item = Html> {
        self.more.iter().map(|phrase| words.rich(phrase.key, &phrase.args(words)))
    }

    fn is_long(&self, words: &Words) -> bool {
        const LONG: usize = 150;
        // A Chinese character is as wide as two letters.
        let width = |c: char| if c.is_ascii() { 1 } else { 2 };
        self.plain(words).chars().map(width).sum::<usize>() > LONG
    }

    fn plain(&self, words: &Words) -> String {
        let mut said = words.f(self.first.key, &self.first.args(words)).to_string();
        for phrase in &self.more {
            said.push_str(words.between());
            said.push_str(&words.f(phrase.key, &phrase.args(words)));
        }
        said
    }
}
