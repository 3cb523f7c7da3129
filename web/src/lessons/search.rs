//! Finds lessons by words of their titles, questions and terms, in either language.

use super::index::{CARDS, Card};
use crate::words::Locale;

/// The lessons in which every word of `typed` occurs; all of them for none.
pub(super) fn found(typed: &str) -> Vec<&'static Card> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    CARDS.iter().filter(|card| words.iter().all(|word| has(card, word))).collect()
}

fn has(card: &Card, word: &str) -> bool {
    let texts = Locale::ALL.into_iter().flat_map(|locale| [card.title(locale), card.question(locale)]);
    let names = card.releases.iter().map(|release| release.name());
    texts.chain(card.terms.iter().copied()).chain([card.name]).chain(names).any(|text| {
        // A term is found however its words are joined.
        let text = text.to_lowercase();
        text.contains(word) || text.replace('-', "").contains(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(typed: &str) -> Vec<&'static str> {
        found(typed).into_iter().map(|card| card.name).collect()
    }

    #[test]
    fn lessons_are_found_by_words_of_both_languages_and_by_terms() {
        assert_eq!(names("").len(), CARDS.len());
        assert!(names("Quota").contains(&"slow-start-and-quota"));
        assert!(names("backoff").contains(&"back-off"));
        assert!(names("finalizer").len() > 1);
        assert!(names("慢启动").contains(&"slow-start"));
        assert!(names("slow  QUOTA").contains(&"slow-start-and-quota") && names("slow moon").is_empty());
    }
}
