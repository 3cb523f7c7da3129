//! The words that make a text read as translated, with plain ones for them.

use std::ops::Range;

/// A word or phrase that the project's texts avoid.
#[derive(Debug)]
pub(super) struct Word {
    /// In lower case; a space stands for any white space.
    pub(super) avoid: &'static str,
    pub(super) better: &'static str,
    /// A word before it that makes it plain English.
    except_after: Option<&'static str>,
    /// A next word that does.
    except_before: Option<&'static str>,
}

const fn word(avoid: &'static str, better: &'static str) -> Word {
    Word { avoid, better, except_after: None, except_before: None }
}

/// None as a predicate; “there is none” and “None”, the value, are plain.
const fn none(avoid: &'static str, better: &'static str) -> Word {
    Word { avoid, better, except_after: Some("there"), except_before: Some("of") }
}

const WORDS: &[Word] = &[
    word("anew", "again"),
    word("whoever", "the user, the caller, you"),
    word("somebody", "the user, someone"),
    word("one wants", "you want"),
    none("is none", "is not valid, is not a …"),
    none("are none", "are not valid, are not …"),
    none("was none", "was not a …"),
    word("so many", "the number of …"),
    word("see the module", "what the item is, in one line"),
    word("goes on", "continues"),
    word("go on", "continue"),
    word("gone on", "continued"),
    word("went on", "continued"),
    Word { except_before: Some("apart"), ..word("told", "reported, delivered, shown") },
    word("shall", "should, must, will"),
    word("in the place of", "instead of"),
    word("beside each other", "side by side"),
    word("of then", "at that time"),
    word("as dear as", "as expensive as"),
    word("reckon", "compute"),
    word("reckons", "computes"),
    word("reckoned", "computed"),
    word("old picture", "stale data"),
    word("next look", "next sync"),
    word("every look", "every sync"),
    word("each look", "each sync"),
];

/// The words of the list that occur in a text, with the bytes at which they begin.
pub(super) fn found(text: &str) -> Vec<(usize, &'static Word)> {
    let words = words_of(text);
    let mut found = Vec::new();
    for (place, (at, _)) in words.iter().enumerate() {
        let (before, rest) = words.split_at(place);
        found.extend(WORDS.iter().filter(|word| word.stands(text, before, rest)).map(|word| (at.start, word)));
    }
    found
}

impl Word {
    /// Whether the phrase stands at the beginning of the words `rest` of `text`.
    fn stands(&self, text: &str, before: &[Found], rest: &[Found]) -> bool {
        let mut rest = rest.iter();
        let mut end = None;
        for wanted in self.avoid.split(' ') {
            match rest.next() {
                Some((at, found)) if found == wanted && follows(text, end, at.start) => end = Some(at.end),
                _ => return false,
            }
        }
        let next = rest.next().filter(|(at, _)| follows(text, end, at.start)).map(|(_, next)| next.as_str());
        let last = before.last().map(|(_, last)| last.as_str());
        let is = |exception: Option<&str>, word: Option<&str>| exception.is_some() && exception == word;
        !is(self.except_before, next) && !is(self.except_after, last)
    }
}

/// Whether nothing but white space is between two words of a phrase.
fn follows(text: &str, end: Option<usize>, start: usize) -> bool {
    end.is_none_or(|end| text.get(end..start).is_some_and(|between| between.trim().is_empty()))
}

/// A word in lower case (`None` keeps its capital), and where it is.
type Found = (Range<usize>, String);

/// The words of a text. Identifiers such as `is_told`, `so-many` and `$told` are single words.
fn words_of(text: &str) -> Vec<Found> {
    let mut words = Vec::new();
    let mut start = None;
    for (place, char) in text.char_indices().chain([(text.len(), ' ')]) {
        let within = char.is_alphanumeric() || "_-$".contains(char);
        match start {
            None if within => start = Some(place),
            Some(begin) if !within => {
                let word = text.get(begin..place).unwrap_or_default();
                words.push((begin..place, if word == "None" { word.to_owned() } else { word.to_lowercase() }));
                start = None;
            }
            _ => {}
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> = found(text).into_iter().map(|(_, word)| word.avoid).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn whole_words_and_phrases_are_found() {
        check("Whoever begins anew", &["whoever", "anew"]);
        check("takes so\n   many steps", &["so many"]);
        check("nothing new, so. Many steps", &[]);
        check("renewed, told-apart, is_told, $told, Toldo", &[]);
        check("two of them are told apart", &[]);
        check("If there is none, `mode` is None, or it is none of your business", &[]);
        check("a patch that is none", &["is none"]);
        check("what a handler is told. Apart from that", &["told"]);
    }

    #[test]
    fn positions_are_bytes() {
        assert_eq!(found("… anew").first().map(|(at, _)| *at), Some("… ".len()));
    }
}
