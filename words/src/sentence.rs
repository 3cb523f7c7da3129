//! Sentences and phrases in words.

use fluent_bundle::{FluentArgs, FluentValue};
use jobscope_explain::sentence::{Phrase, Sentence, Value, Which};

use crate::{Words, args, operands, ordinal};

/// All values of a phrase in one language.
pub fn phrase_args(words: &Words, phrase: &Phrase) -> FluentArgs<'static> {
    let value = |value: &Value| match value {
        Value::Number(number) => FluentValue::from(*number),
        Value::Ordinal(number) => ordinal(*number),
        Value::Text(text) => FluentValue::from(text.clone()),
    };
    let mut args: FluentArgs<'static> = phrase.values.iter().map(|(name, given)| (*name, value(given))).collect();
    if let Some(question) = &phrase.about {
        args.set("ask", words.t(&format!("decision-{}", question.id().name())));
        args.set("operands", stated(&operands(words, question)));
    }
    if let Some(which) = &phrase.which {
        let which = match which {
            Which::Named(name) => words.f("pod-of-number", &args!(n = name.as_str())),
            Which::OfIndex(index, attempt) => words.f("pod-of-index", &args!(index = *index, attempt = *attempt)),
        };
        args.set("which", which);
    }
    if let Some((name, list)) = &phrase.list {
        args.set(*name, list.join(&words.t("list-comma")));
    }
    args
}

/// Operands with a space before the answer. If the only value is missing, the answer alone is enough.
fn stated(operands: &str) -> String {
    if operands.ends_with('–') && !operands.contains('·') { String::new() } else { format!("{operands} ") }
}

/// A phrase as plain text.
pub fn plain_phrase(words: &Words, phrase: &Phrase) -> String {
    words.f(phrase.key, &phrase_args(words, phrase))
}

/// The Job that a sentence is about, before it, if there are others.
pub fn job_of(words: &Words, sentence: &Sentence) -> Option<String> {
    sentence.job.as_ref().map(|job| words.f("said-of-job", &args!(job = job.as_str())))
}

/// A sentence with everything that goes along with it, as plain text.
pub fn plain_sentence(words: &Words, sentence: &Sentence) -> String {
    let mut said = job_of(words, sentence).unwrap_or_default();
    said.push_str(&plain_phrase(words, &sentence.first));
    for phrase in &sentence.more {
        said.push_str(words.between());
        said.push_str(&plain_phrase(words, phrase));
    }
    said
}
