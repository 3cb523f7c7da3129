//! Instants and durations as the page writes them. Digits and the unit sign `s` are the same in both languages.

/// A length of time in seconds with one decimal: `12.4 s`.
pub fn seconds(ms: i64) -> String {
    format!("{}\u{a0}s", decimal(ms))
}

/// An instant after the start: `t+12.4 s`.
pub fn instant(ms: i64) -> String {
    format!("t+{}\u{a0}s", decimal(ms))
}

fn decimal(ms: i64) -> String {
    let sign = if ms < 0 { "−" } else { "" };
    let tenths = (ms.unsigned_abs() + 50) / 100;
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// A length of time with no more decimals than it needs: `10 s`, `2.5 s`, `0.005 s`.
pub fn short_seconds(ms: i64) -> String {
    let whole = ms / 1000;
    let rest = ms.unsigned_abs() % 1000;
    if rest == 0 {
        return format!("{whole}\u{a0}s");
    }
    let decimals = format!("{rest:03}");
    let sign = if ms < 0 && whole == 0 { "−" } else { "" };
    format!("{sign}{whole}.{}\u{a0}s", decimals.trim_end_matches('0'))
}

/// A length of time in the largest unit of which it has two: `90 s`, `47 min`, `3 h`, `2 d`. Less than nothing is nothing.
pub fn roughly(ms: i64) -> String {
    let seconds = ms.max(0) / 1000;
    let units = [(86_400, "d"), (3_600, "h"), (60, "min")];
    let (length, unit) = units.into_iter().find(|(length, _)| seconds >= 2 * length).unwrap_or((1, "s"));
    format!("{}\u{a0}{unit}", seconds / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_shortly() {
        assert_eq!(instant(12_449), "t+12.4\u{a0}s");
        assert_eq!(instant(0), "t+0.0\u{a0}s");
        assert_eq!(seconds(59_950), "60.0\u{a0}s");
        assert_eq!(short_seconds(10_000), "10\u{a0}s");
        assert_eq!(short_seconds(2_500), "2.5\u{a0}s");
        assert_eq!(short_seconds(5), "0.005\u{a0}s");
    }

    #[test]
    fn long_times_have_the_unit_that_suits_them() {
        let seconds =
            [(-1, "0 s"), (119, "119 s"), (120, "2 min"), (7_199, "119 min"), (7_200, "2 h"), (259_200, "3 d")];
        for (seconds, written) in seconds {
            assert_eq!(roughly(seconds * 1000), written.replace(' ', "\u{a0}"));
        }
    }
}
