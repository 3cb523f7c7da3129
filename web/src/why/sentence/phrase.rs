//! Texts with their values, in no language yet.

use fluent_bundle::{FluentArgs, FluentValue};
use jobscope_core::api::JobConditionType;
use jobscope_core::trace::Decision;
use yew::prelude::*;

use crate::ui::operands;
use crate::words::{Words, args};

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
    /// The question that it is about, whose words are the values `ask` and `operands`.
    about: Option<Decision>,
    /// The only pod that it is about: the value `which`.
    which: Option<Which>,
    /// A value that is a list, by its name.
    list: Option<(&'static str, Vec<String>)>,
}

/// What a pod is called.
#[derive(Debug)]
enum Which {
    /// By its number or name.
    Named(String),
    /// By its completion index, and which attempt at it the pod is.
    OfIndex(i64, u32),
}

impl Phrase {
    /// A phrase by its key, with values.
    pub(super) fn new(key: &'static str, values: Vec<(&'static str, FluentValue<'static>)>) -> Self {
        Self { key, values, about: None, which: None, list: None }
    }

    /// The same about a question.
    pub(super) fn about(mut self, question: Decision) -> Self {
        self.about = Some(question);
        self
    }

    /// The same about the pod of that number or name.
    pub(super) fn of_pod(mut self, name: &impl ToString) -> Self {
        self.which = Some(Which::Named(name.to_string()));
        self
    }

    /// The same about the pod of a completion index.
    pub(super) fn of_index(mut self, index: i64, attempt: u32) -> Self {
        self.which = Some(Which::OfIndex(index, attempt));
        self
    }

    /// The same with a list for a value.
    pub(super) fn listing(mut self, name: &'static str, list: Vec<String>) -> Self {
        self.list = Some((name, list));
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

    fn rich(&self, words: &Words) -> Html {
        words.rich(self.key, &self.args(words))
    }
}

/// What happened, and what goes along with it.
#[derive(Debug)]
pub(crate) struct Sentence {
    pub(super) first: Phrase,
    pub(super) more: Vec<Phrase>,
    /// The condition that ended the Job, if that is what there is to say.
    pub(crate) ended: Option<JobConditionType>,
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
        Self { first, more: Vec::new(), ended: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Locale;

    #[test]
    fn a_pod_is_called_as_its_tile_says() {
        let said = |phrase: Phrase, locale: Locale| Sentence::from(phrase.with("n", 1)).plain(&Words::new(locale));
        for (key, english, chinese) in [
            (
                "did-pod-run",
                ["Pod 4 runs.", "The pod with index 2 (attempt 3) runs."],
                ["Pod 4 开始运行。", "Pod（索引 2，第 3 次尝试）开始运行。"],
            ),
            (
                "did-pod-delete",
                ["Pod 4 was deleted by somebody.", "The pod with index 2 (attempt 3) was deleted by somebody."],
                ["Pod 4 被人删除了。", "Pod（索引 2，第 3 次尝试）被人删除了。"],
            ),
        ] {
            for (locale, [by_number, by_index]) in [(Locale::En, english), (Locale::ZhCn, chinese)] {
                assert_eq!(said(Phrase::new(key, Vec::new()).of_pod(&4), locale), by_number);
                assert_eq!(said(Phrase::new(key, Vec::new()).of_index(2, 3), locale), by_index);
            }
        }
    }
}
