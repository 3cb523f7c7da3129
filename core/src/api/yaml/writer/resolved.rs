//! Plain words that a reader does not take for text without quotes: numbers, booleans, null, times. `scalar` handles
//! punctuation.

use super::super::scalar::resolved_by_older;
use super::Form;

/// Whether the plain word is more than a text to the go-yaml that writes it, or to readers of YAML 1.1 that it is kind to.
pub(super) fn is_resolved(text: &str, form: Form) -> bool {
    let newer = || form.knows_times() && (is_newer_number(text) || is_time(text));
    resolved_by_older(text).is_some() || is_base_60(text) || newer()
}

/// What newer versions (and the Go that they are compiled with) read as a number and older ones as a text: exponents
/// without sign, nothing behind the point, more ways to say binary and octal.
fn is_newer_number(text: &str) -> bool {
    if let Some(fraction) = text.strip_prefix('.') {
        // Go's own reading, in which underscores stand between digits only.
        let single = !fraction.split('_').any(|digits| {
            !digits.starts_with(|c: char| c.is_ascii_digit()) || !digits.ends_with(|c: char| c.is_ascii_digit())
        });
        return single && is_float(&text.replace('_', ""));
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-') {
        return false;
    }
    let plain = text.replace('_', "");
    is_integer(&plain) || is_float(&plain)
}

fn is_integer(plain: &str) -> bool {
    let unsigned = plain.strip_prefix(['+', '-']).unwrap_or(plain);
    let (radix, digits) = match (unsigned.get(..2), unsigned.get(2..)) {
        (Some("0x" | "0X"), Some(digits)) => (16, digits),
        (Some("0b" | "0B"), Some(digits)) => (2, digits),
        (Some("0o" | "0O"), Some(digits)) => (8, digits),
        _ if unsigned.len() > 1 && unsigned.starts_with('0') => (8, unsigned),
        _ => (10, unsigned),
    };
    let most = match plain.as_bytes().first() {
        Some(b'+') => i64::MAX.unsigned_abs(),
        Some(b'-') => i64::MIN.unsigned_abs(),
        _ => u64::MAX,
    };
    digits.chars().all(|digit| digit.is_digit(radix))
        && u64::from_str_radix(digits, radix).is_ok_and(|number| number <= most)
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, not too large for a float.
fn is_float(plain: &str) -> bool {
    let unsigned = plain.strip_prefix(['+', '-']).unwrap_or(plain);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.strip_prefix(['+', '-']).unwrap_or(exponent)),
        None => (unsigned, "0"),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    !(whole.is_empty() && fraction.is_empty() || exponent.is_empty())
        && [whole, fraction, exponent].iter().all(|digits| all_digits(digits))
        && plain.parse().is_ok_and(f64::is_finite)
}

/// `[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?`: a number in base 60, such as `12:30:45`.
fn is_base_60(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let Some((first, rest)) = whole.split_once(':') else { return false };
    let loose = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    first.starts_with(|c: char| c.is_ascii_digit())
        && loose(first)
        && loose(fraction)
        && rest.split(':').all(|part| match part.as_bytes() {
            [digit] | [b'0'..=b'5', digit] => digit.is_ascii_digit(),
            _ => false,
        })
}

/// A date, or a date and a time, as go-yaml reads them: numbers may have one digit.
fn is_time(text: &str) -> bool {
    date(text).is_some_and(|rest| {
        if rest.is_empty() {
            return true;
        }
        if let Some(rest) = rest.strip_prefix(['T', 't']) {
            return time(rest).is_some_and(is_zone);
        }
        let rest = rest.strip_prefix(' ').map(|rest| rest.trim_start_matches(' '));
        rest.and_then(time) == Some("")
    })
}

/// What follows a date.
fn date(text: &str) -> Option<&str> {
    let (year, rest) = text.split_once('-')?;
    if year.len() != 4 || !all_digits(year) {
        return None;
    }
    let year: u32 = year.parse().ok()?;
    let (month, rest) = number(rest)?;
    let (day, rest) = number(rest.strip_prefix('-')?)?;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => return None,
    };
    (1..=days).contains(&day).then_some(rest)
}

/// What follows a time.
fn time(text: &str) -> Option<&str> {
    let (hour, rest) = number(text)?;
    let (minute, rest) = number(rest.strip_prefix(':')?)?;
    let (second, rest) = number(rest.strip_prefix(':')?)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let fraction = rest.strip_prefix(['.', ',']).unwrap_or_default();
    let after = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
    Some(if after.len() < fraction.len() { after } else { rest })
}

fn is_zone(text: &str) -> bool {
    let offset = text.strip_prefix(['+', '-']).and_then(|offset| offset.split_once(':'));
    let two = |digits: &str| if digits.len() == 2 && all_digits(digits) { digits.parse().ok() } else { None::<u8> };
    text == "Z"
        || offset.is_some_and(|(hours, minutes)| {
            two(hours).is_some_and(|hours| hours <= 24) && two(minutes).is_some_and(|minutes| minutes <= 60)
        })
}

/// A number of one or two digits, and what follows it.
fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits)?;
    Some((number.parse().ok()?, rest))
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
