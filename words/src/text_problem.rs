//! What is wrong with a manifest, and how to correct it, in words.

use fluent_bundle::FluentArgs;
use jobscope_core::api::{Hint, TextProblem};

use crate::Words;

/// What is wrong with a text.
pub fn text_problem(words: &Words, problem: &TextProblem) -> String {
    words.f(&format!("text-problem-{}", problem.name()), &named(problem.values()))
}

/// How to correct an error.
pub fn hint(words: &Words, hint: &Hint) -> String {
    words.f(&format!("text-hint-{}", hint.name()), &named(hint.values()))
}

fn named(values: Vec<(&'static str, String)>) -> FluentArgs<'static> {
    values.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jobscope_core::api::{ManifestPlace, Release};

    use super::*;
    use crate::{Locale, is_ideograph};

    /// The names of all texts with a prefix, and the English texts as they stand in a Fluent file.
    fn all() -> impl Iterator<Item = (String, String)> {
        let of = |prefix: &str, texts: &[(&str, &str)]| {
            let key =
                |(name, text): &(&str, &str)| (format!("{prefix}-{name}"), text.replace('{', "{ $").replace('}', " }"));
            texts.iter().map(key).collect::<Vec<_>>()
        };
        of("text-problem", TextProblem::ALL).into_iter().chain(of("text-hint", Hint::ALL))
    }

    /// The texts of a language, as they stand in its file.
    fn written(locale: Locale) -> impl Iterator<Item = (&'static str, &'static str)> {
        let is_ours = |key: &str| key.starts_with("text-problem-") || key.starts_with("text-hint-");
        locale.source().lines().filter_map(|line| line.split_once(" = ")).filter(move |(key, _)| is_ours(key))
    }

    /// A text without its values.
    fn words_of(text: &str) -> String {
        let piece = |piece: &str| piece.split_once('}').map_or(piece, |(_, rest)| rest).to_owned();
        text.split('{').map(piece).collect()
    }

    #[test]
    fn the_english_texts_are_those_of_the_engine() {
        let expected: BTreeSet<(String, String)> = all().collect();
        let english = written(Locale::En).map(|(key, text)| (key.to_owned(), text.to_owned()));
        assert_eq!(english.collect::<BTreeSet<_>>(), expected);
    }

    #[test]
    fn the_chinese_texts_are_chinese_and_have_the_same_values() {
        let chinese: Vec<_> = written(Locale::ZhCn).collect();
        let values = |text: &str| {
            let value = |piece: &str| piece.split_once(' ').map(|(name, _)| name.to_owned());
            text.split('$').skip(1).filter_map(value).collect::<BTreeSet<_>>()
        };
        for (key, english) in all() {
            let (_, text) = chinese.iter().find(|(known, _)| *known == key).unwrap_or(&("", ""));
            assert_eq!(values(text), values(&english), "{key}");
            let has_words = words_of(&english).contains(char::is_alphabetic);
            assert_eq!(words_of(text).contains(is_ideograph), has_words, "{key}: {text}");
        }
        assert_eq!(chinese.len(), all().count());
    }

    #[test]
    fn values_are_in_their_places() {
        let hint = Hint::BelongsInto { field: "backoffLimit".to_owned(), place: ManifestPlace::Spec };
        let (en, zh) = (Words::new(Locale::En), Words::new(Locale::ZhCn));
        assert_eq!(super::hint(&en, &hint), hint.to_string());
        assert_eq!(super::hint(&zh, &hint), "backoffLimit 应位于 spec 中：请检查缩进");
        let hint = Hint::NotYet { release: Release::V1_11, minor: 21 };
        assert_eq!(super::hint(&en, &hint), hint.to_string());
        let problem = TextProblem::Quoted { message: "Required value".to_owned() };
        assert_eq!([text_problem(&en, &problem), text_problem(&zh, &problem)], ["Required value", "Required value"]);
        let problem = TextProblem::SeveralJobs { jobs: 2 };
        assert_eq!(text_problem(&en, &problem), problem.to_string());
        assert_eq!(text_problem(&zh, &problem), "这段文本中有 2\u{a0}个 Job，而这里只能读取一个");
    }
}
