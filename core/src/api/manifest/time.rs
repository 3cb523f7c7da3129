//! Times as Go reads them (`time.Parse` with the layout `RFC3339`).

use crate::api::go_quote;

const LAYOUT: &str = "2006-01-02T15:04:05Z07:00";

/// What Go says of a text that is no time in RFC 3339; `None` for one that is.
pub(super) fn time_error(text: &str) -> Option<String> {
    parse(text).err()
}

fn parse(text: &str) -> Result<(), String> {
    let quoted = go_quote(text);
    let mut rest = text;
    let mut numbers = [0_u32; 6];
    let mut number = 0;
    for element in ["2006", "-", "01", "-", "02", "T", "15", ":", "04", ":", "05"] {
        let mismatch =
            || format!("parsing time {quoted} as \"{LAYOUT}\": cannot parse {} as \"{element}\"", go_quote(rest));
        if !element.as_bytes().first().is_some_and(u8::is_ascii_digit) {
            rest = rest.strip_prefix(element).ok_or_else(mismatch)?;
            continue;
        }
        let digits = rest.get(..element.len()).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        let value = digits.and_then(|digits| digits.parse().ok()).ok_or_else(mismatch)?;
        if let Some(slot) = numbers.get_mut(number) {
            *slot = value;
        }
        let (name, most) = [("year", 9999), ("month", 12), ("day", 31), ("hour", 23), ("minute", 59), ("second", 59)]
            .get(number)
            .copied()
            .unwrap_or(("", u32::MAX));
        if value > most || (name == "month" && value == 0) {
            return Err(format!("parsing time {quoted}: {name} out of range"));
        }
        number += 1;
        rest = rest.get(element.len()..).unwrap_or_default();
    }
    if let Some(fraction) = rest.strip_prefix('.').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    let zone = zone(rest).ok_or_else(|| {
        format!("parsing time {quoted} as \"{LAYOUT}\": cannot parse {} as \"Z07:00\"", go_quote(rest))
    })?;
    let rest = rest.get(zone..).unwrap_or_default();
    if !rest.is_empty() {
        return Err(format!("parsing time {quoted}: extra text: {}", go_quote(rest)));
    }
    let [year, month, day, ..] = numbers;
    if day == 0 || day > days(year, month) {
        return Err(format!("parsing time {quoted}: day out of range"));
    }
    Ok(())
}

/// The length of the time zone at the start of a text.
fn zone(text: &str) -> Option<usize> {
    if text.starts_with('Z') {
        return Some(1);
    }
    let zone = text.get(..6)?.as_bytes();
    let is_zone = zone.iter().enumerate().all(|(place, byte)| match place {
        0 => matches!(byte, b'+' | b'-'),
        3 => *byte == b':',
        _ => byte.is_ascii_digit(),
    });
    is_zone.then_some(6)
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::time_error;

    #[test]
    fn errors_are_those_of_go() {
        for (text, error) in [
            ("2026-01-31T12:00:00Z", None),
            ("2026-01-31T12:00:00.25+02:00", None),
            ("soon", Some("parsing time \"soon\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"soon\" as \"2006\"")),
            (
                "2026-01-31",
                Some("parsing time \"2026-01-31\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as \"T\""),
            ),
            ("2026-13-01T00:00:00Z", Some("parsing time \"2026-13-01T00:00:00Z\": month out of range")),
            ("2026-02-30T00:00:00Z", Some("parsing time \"2026-02-30T00:00:00Z\": day out of range")),
            ("2026-02-03T00:00:00Zoo", Some("parsing time \"2026-02-03T00:00:00Zoo\": extra text: \"oo\"")),
        ] {
            assert_eq!(time_error(text).as_deref(), error, "{text}");
        }
    }
}
