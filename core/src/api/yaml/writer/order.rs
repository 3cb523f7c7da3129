//! The order of keys: natural order, `a2` before `a10`, and letters after everything else.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use super::Form;

type Field<'a> = (&'a str, &'a Value);

/// The fields as they are written; `lead` comes before the others.
pub(super) fn ordered<'a>(fields: &'a Map<String, Value>, lead: &str, form: Form) -> Vec<Field<'a>> {
    let fields: Vec<_> = fields.iter().map(|(key, value)| (key.as_str(), value)).collect();
    let before = |a: &str, b: &str| (b == lead).cmp(&(a == lead)).then_with(|| natural(a, b, form)).is_lt();
    sorted(&fields, &before)
}

/// Sorts by merging. The order is not always one: `a12` comes before `a1b`, this before `a2`, this before `a12`.
/// The standard library may panic on such.
fn sorted<'a>(fields: &[Field<'a>], before: &impl Fn(&str, &str) -> bool) -> Vec<Field<'a>> {
    if fields.len() < 2 {
        return fields.to_vec();
    }
    let (first, second) = fields.split_at(fields.len() / 2);
    let mut first = sorted(first, before).into_iter().peekable();
    let mut second = sorted(second, before).into_iter().peekable();
    let mut merged = Vec::with_capacity(fields.len());
    while let (Some((a, _)), Some((b, _))) = (first.peek(), second.peek()) {
        merged.extend(if before(b, a) { second.next() } else { first.next() });
    }
    merged.extend(first.chain(second));
    merged
}

/// Which key comes first, by where the two begin to differ (`keyList.Less` of go-yaml).
fn natural(a: &str, b: &str, form: Form) -> Ordering {
    let common: usize = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    let (same, a) = a.split_at_checked(common).unwrap_or((a, ""));
    let (_, b) = b.split_at_checked(common).unwrap_or((b, ""));
    let (Some(first), Some(second)) = (a.chars().next(), b.chars().next()) else { return a.len().cmp(&b.len()) };
    match (first.is_alphabetic(), second.is_alphabetic()) {
        (true, true) => first.cmp(&second),
        (false, false) => {
            let mut digits_before = same.chars().rev().take_while(char::is_ascii_digit);
            // Within a number zeros count. The version that knew no times took them for zeros that a number begins with.
            let within =
                form.knows_times() && (first == '0' || second == '0') && digits_before.any(|digit| digit != '0');
            (number(a, within), first).cmp(&(number(b, within), second))
        }
        (letter, other) => letter.cmp(&other),
    }
}

/// The number that a text begins with, and how many digits it has; 0 without any. If it is the end of one, what is before
/// it counts as 1.
fn number(text: &str, within: bool) -> (i64, usize) {
    let digits = text.bytes().take_while(u8::is_ascii_digit);
    digits.fold((i64::from(within), 0), |(number, length), digit| {
        (number.wrapping_mul(10).wrapping_add(i64::from(digit - b'0')), length + 1)
    })
}
