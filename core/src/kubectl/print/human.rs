//! Durations, ages and times as kubectl of each release writes them.

use crate::api::{MetaTime, Release, Time};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
const YEAR: i64 = 365 * DAY;

/// How long ago that was; objects that were never stored do not know.
pub(in crate::kubectl) fn age(release: Release, created: Option<Time>, now: Time) -> String {
    created.map_or_else(|| "<unknown>".to_owned(), |created| duration(release, now.since(created)))
}

/// A duration in milliseconds, as kubectl writes ages: v1.11 with one unit, later releases with two where the second one says
/// something.
///
/// ```
/// use jobscope_core::{api::Release, kubectl::duration};
///
/// assert_eq!(duration(Release::V1_36, 12_600_000), "3h30m");
/// ```
pub fn duration(release: Release, ms: i64) -> String {
    let seconds = ms.div_euclid(1000).max(0);
    if release.since(12) { long(seconds) } else { short(seconds) }
}

fn short(seconds: i64) -> String {
    match seconds {
        ..MINUTE => format!("{seconds}s"),
        MINUTE..HOUR => format!("{}m", seconds / MINUTE),
        HOUR..DAY => format!("{}h", seconds / HOUR),
        DAY..YEAR => format!("{}d", seconds / DAY),
        _ => format!("{}y", seconds / YEAR),
    }
}

fn long(seconds: i64) -> String {
    let two = |unit: i64, name: char, part: i64, part_name: char| match seconds % unit / part {
        0 => format!("{}{name}", seconds / unit),
        rest => format!("{}{name}{rest}{part_name}", seconds / unit),
    };
    if seconds < 2 * MINUTE {
        format!("{seconds}s")
    } else if seconds < 10 * MINUTE {
        two(MINUTE, 'm', 1, 's')
    } else if seconds < 3 * HOUR {
        format!("{}m", seconds / MINUTE)
    } else if seconds < 8 * HOUR {
        two(HOUR, 'h', MINUTE, 'm')
    } else if seconds < 2 * DAY {
        format!("{}h", seconds / HOUR)
    } else if seconds < 8 * DAY {
        two(DAY, 'd', HOUR, 'h')
    } else if seconds < 2 * YEAR {
        format!("{}d", seconds / DAY)
    } else if seconds < 8 * YEAR {
        two(YEAR, 'y', DAY, 'd')
    } else {
        format!("{}y", seconds / YEAR)
    }
}

/// A time in the form of mail headers: `Mon, 01 Jan 2024 00:00:00 +0000`.
pub(super) fn time(time: MetaTime) -> String {
    // The clock starts on a Monday.
    const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let days = time.time().since(Time::START).div_euclid(DAY * 1000).rem_euclid(7);
    let weekday = usize::try_from(days).ok().and_then(|day| WEEKDAYS.get(day)).unwrap_or(&"Mon");
    // 2024-01-01T00:00:00Z
    let written = time.to_string();
    let part = |range: std::ops::Range<usize>| written.get(range).unwrap_or_default();
    let month = part(5..7).parse::<usize>().ok().and_then(|month| MONTHS.get(month.checked_sub(1)?)).unwrap_or(&"Jan");
    format!("{weekday}, {} {month} {} {} +0000", part(8..10), part(0..4), part(11..19))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written<const N: usize>(release: Release, seconds: [i64; N]) -> [String; N] {
        seconds.map(|seconds| duration(release, seconds * 1000))
    }

    #[test]
    fn old_releases_use_one_unit() {
        let written = written(Release::V1_11, [-5, 59, 60, 3_599, 7_200, 90_000]);
        assert_eq!(written, ["0s", "59s", "1m", "59m", "2h", "1d"]);
    }

    #[test]
    fn newer_ones_show_more_where_it_matters() {
        let seconds = [0, 119, 120, 125, 600, 10_799, 10_800, 16_500, 28_800, 172_799, 172_800, 176_400, 800_000];
        assert_eq!(
            written(Release::V1_28, seconds),
            ["0s", "119s", "2m", "2m5s", "10m", "179m", "3h", "4h35m", "8h", "47h", "2d", "2d1h", "9d"]
        );
    }

    #[test]
    fn times_have_their_day_of_the_week() {
        let at = |days: i64, ms: i64| time(MetaTime::from(Time::START.plus(days * DAY * 1000 + ms)));
        assert_eq!(at(0, 0), "Mon, 01 Jan 2024 00:00:00 +0000");
        assert_eq!(at(59, 3_661_000), "Thu, 29 Feb 2024 01:01:01 +0000");
        assert_eq!(at(-1, 0), "Sun, 31 Dec 2023 00:00:00 +0000");
    }
}
