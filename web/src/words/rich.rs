//! A sentence with its values set off.

use yew::prelude::*;

use super::{CLOSE, OPEN};
use crate::ui::{phrased, phrased_after};

/// `b` elements around the marked values, phrases for the rest.
pub(super) fn html(marked: &str) -> Html {
    let pieces: Vec<_> = pieces(marked).collect();
    let mut parts = Vec::new();
    let mut rest = pieces.as_slice();
    while let [piece, others @ ..] = rest {
        rest = others;
        if !piece.value {
            parts.push(phrased(&piece.text));
            continue;
        }
        let value = html! { <b>{ piece.text.clone() }</b> };
        match rest {
            [next, others @ ..] if !next.value => {
                parts.push(phrased_after(&piece.text, value, &next.text));
                rest = others;
            }
            _ => parts.push(value),
        }
    }
    parts.into_iter().collect()
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
        let marked = words.format("requeues", Some(&args!(n = 3)));
        let found: Vec<_> = pieces(&marked).map(|piece| (piece.text, piece.value)).collect();
        assert_eq!(found, [("3".to_owned(), true), (" requeues".to_owned(), false)]);
    }

    #[test]
    fn values_are_told_from_text() {
        let marked = format!("made {OPEN}7{CLOSE} of {OPEN}15{CLOSE} pods");
        let found: Vec<_> = pieces(&marked).map(|piece| (piece.text, piece.value)).collect();
        let want = [("made ", false), ("7", true), (" of ", false), ("15", true), (" pods", false)];
        assert_eq!(found, want.map(|(text, value)| (text.to_owned(), value)));
    }
}
