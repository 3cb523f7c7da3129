//! A sentence with its values set off.

use yew::prelude::*;

use super::{CLOSE, OPEN};
use crate::words::{phrased, phrased_after};

/// `b` elements around the marked values, phrases for the rest.
pub(super) fn html(marked: &str) -> Html {
    let pieces: Vec<_> = pieces(marked).collect();
    let mut parts = Vec::new();
    let mut rest = pieces.as_slice();
    while let [piece, others @ ..] = rest {
        rest = others;
        let value = piece.value.then(|| html! { <b>{ phrased(&piece.text) }</b> });
        // The text that comes now: this one, or the one behind a value.
        let text = match (&value, others) {
            (None, _) => piece,
            (Some(_), [text, behind @ ..]) if !text.value => {
                rest = behind;
                text
            }
            (Some(value), _) => {
                parts.push(value.clone());
                continue;
            }
        };
        let number = before_number(text, rest);
        let (first, last) = text.text.split_at(number.map_or(text.text.len(), |(begins, _)| begins));
        parts.push(match value {
            Some(value) => phrased_after(&piece.text, value, first),
            None => phrased(first),
        });
        if let Some((_, number)) = number {
            parts.push(html! { <span class="keep">{ last.to_owned() }<b>{ number.text.clone() }</b></span> });
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    parts.into_iter().collect()
}

/// Where the last word of a text begins, and the number behind it, where that belongs to this word rather than to what follows:
/// `created 3: `, `of batch 4 (403)`, `the other 8.`, and `Index 1 has failed`, of which it is the name.
fn before_number<'a>(piece: &Piece, rest: &'a [Piece]) -> Option<(usize, &'a Piece)> {
    /// Words whose number is a name.
    const NAMED: [&str; 3] = ["Index", "index", "batch"];
    /// A longer word needs a line of its own.
    const LONGEST: usize = 16;
    let [value, others @ ..] = rest else { return None };
    let is_number = value.value && value.text.len() <= 6 && value.text.bytes().all(|byte| byte.is_ascii_digit());
    let ends = others.first().is_none_or(|next| {
        !next.value && next.text.trim_start_matches(' ').starts_with(|sign: char| sign.is_ascii_punctuation())
    });
    let word = piece.text.strip_suffix(' ')?;
    let begins = word.rfind(' ').map_or(0, |space| space + 1);
    let last = word.get(begins..)?;
    let is_word = (1..=LONGEST).contains(&last.len()) && last.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_number && is_word && (ends || NAMED.contains(&last))).then_some((begins, value))
}

#[derive(Debug, PartialEq)]
struct Piece {
    text: String,
    value: bool,
}

/// The sentence cut at its marks.
fn pieces(marked: &str) -> impl Iterator<Item = Piece> + '_ {
    marked
        .split_inclusive([OPEN, CLOSE])
        .map(|piece| Piece { value: piece.ends_with(CLOSE), text: piece.replace([OPEN, CLOSE], "") })
        .filter(|piece| !piece.text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::{Locale, Words, args};
    use super::*;

    #[test]
    fn only_values_are_set_off_in_a_selection() {
        let words = Words::new(Locale::En);
        let marked = words.marked("requeues", Some(&args!(n = 3)));
        let found: Vec<_> = pieces(&marked).map(|piece| (piece.text, piece.value)).collect();
        assert_eq!(found, [("3".to_owned(), true), (" requeues".to_owned(), false)]);
    }

    #[test]
    fn a_number_that_counts_nothing_stays_with_the_word_before_it() {
        let said = |marked: &str| {
            let marked = marked.replace('[', &OPEN.to_string()).replace(']', &CLOSE.to_string());
            let pieces: Vec<_> = pieces(&marked).collect();
            before_number(&pieces[0], &pieces[1..]).map(|(begins, _)| pieces[0].text[begins..].to_owned())
        };
        assert_eq!(said("wanted pods and created [3]: the API server").as_deref(), Some("created "));
        assert_eq!(said("refused some of batch [4] ([403])").as_deref(), Some("batch "));
        assert_eq!(said("so it skipped the other [8].").as_deref(), Some("other "));
        assert_eq!(said("Index [1] has failed for good").as_deref(), Some("Index "));
        assert_eq!(said("it created [3] pods"), None, "the pods are counted");
        assert_eq!(said("创建了 [3] 个"), None);
    }

    #[test]
    fn values_are_shown_from_text() {
        let marked = format!("made {OPEN}7{CLOSE} of {OPEN}15{CLOSE} pods");
        let found: Vec<_> = pieces(&marked).map(|piece| (piece.text, piece.value)).collect();
        let want = [("made ", false), ("7", true), (" of ", false), ("15", true), (" pods", false)];
        assert_eq!(found, want.map(|(text, value)| (text.to_owned(), value)));
    }
}
