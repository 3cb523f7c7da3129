//! How values are written in an expression: absent ones, seconds, changes, consecutive tests.

use std::fmt;

use super::{Change, EXPECTATIONS_TIMEOUT_MS, ExpectationRecord, OptionalChange};
use crate::api::{ConditionStatus, JobConditionType, ResourceVersion, StatusReason};

/// What is absent.
pub(super) const ABSENT: &str = "–";

/// A value that may be absent.
pub(super) struct Maybe<T>(pub(super) Option<T>);

impl<T: fmt::Display> fmt::Display for Maybe<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str(ABSENT),
        }
    }
}

/// Milliseconds as seconds, without a fraction where there is none.
pub(super) struct Seconds(pub(super) i64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 % 1000 == 0 {
            write!(f, "{} s", self.0 / 1000)
        } else {
            let sign = if self.0 < 0 { "-" } else { "" };
            let ms = self.0.unsigned_abs();
            let fraction = format!("{:03}", ms % 1000);
            write!(f, "{sign}{}.{} s", ms / 1000, fraction.trim_end_matches('0'))
        }
    }
}

/// A counter, as `from → to` where it changes.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.differs() { write!(f, "{} → {}", self.from, self.to) } else { self.from.fmt(f) }
    }
}

impl fmt::Display for OptionalChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (Maybe(self.from), Maybe(self.to));
        if self.differs() { write!(f, "{from} → {to}") } else { from.fmt(f) }
    }
}

/// The names of those that hold.
pub(super) fn flags(flags: &[(&str, bool)]) -> String {
    let held: Vec<&str> = flags.iter().filter(|(_, holds)| *holds).map(|(name, _)| *name).collect();
    if held.is_empty() { ABSENT.to_owned() } else { held.join(" · ") }
}

/// Tests that all have to hold, as far as they are asked: up to the first that does not.
pub(super) fn all(tests: &[(String, bool)]) -> String {
    let asked = tests.iter().position(|(_, holds)| !holds).map_or(tests.len(), |failed| failed + 1);
    let asked: Vec<&str> = tests.iter().take(asked).map(|(test, _)| test.as_str()).collect();
    asked.join(" · ")
}

/// A difference that is never less than nothing.
pub(super) fn at_least_zero(difference: String, negative: bool) -> String {
    if negative { format!("max(0, {difference})") } else { difference }
}

/// One of two signs.
pub(super) fn sign(holds: bool, yes: &'static str, no: &'static str) -> &'static str {
    if holds { yes } else { no }
}

/// Whether it is there.
pub(super) fn there(is_there: bool) -> &'static str {
    sign(is_there, "✓", ABSENT)
}

/// Whether it is on, or met.
pub(super) fn on(is_on: bool) -> &'static str {
    sign(is_on, "✓", "✗")
}

/// A condition that may be absent.
pub(super) fn named(condition: Option<JobConditionType>) -> String {
    Maybe(condition.map(JobConditionType::as_str)).to_string()
}

pub(super) fn status_name(status: ConditionStatus) -> &'static str {
    match status {
        ConditionStatus::True => "True",
        ConditionStatus::False => "False",
        ConditionStatus::Unknown => "Unknown",
    }
}

/// The condition `Suspended`, if it was just given another status.
pub(super) fn suspended_now(status: Option<ConditionStatus>) -> String {
    status.map_or_else(String::new, |status| format!(" · Suspended → {}", status_name(status)))
}

/// Whether more pods failed than the status says.
pub(super) fn newly_failed(failed: Change) -> (String, bool) {
    (format!("failed {} > {}", failed.to, failed.from), failed.to > failed.from)
}

/// Whether another number of pods is active than may be.
pub(super) fn not_parallelism(active: i32, parallelism: i32) -> (String, bool) {
    (format!("active {active} ≠ parallelism {parallelism}"), active != parallelism)
}

/// The answer to a read from the API server.
pub(super) fn found(answer: Option<StatusReason>, same_uid: bool) -> String {
    match answer {
        Some(reason) => format!("{} {reason:?}", reason.code()),
        None => format!("200 · uid {}", sign(same_uid, "=", "≠")),
    }
}

/// A change of a field, unless the release does not have it.
pub(super) fn optional(name: &str, change: OptionalChange) -> String {
    match change {
        OptionalChange { from: None, to: None } => String::new(),
        change => format!(" · {name} {change}"),
    }
}

/// Whether a cache has the version that was written, if anything was.
pub(super) fn caught_up(name: &str, written: Option<ResourceVersion>, synced: ResourceVersion) -> (String, bool) {
    match written {
        Some(written) => (format!("{name} {synced} ≥ {written}"), synced >= written),
        None => (format!("{name} {ABSENT}"), true),
    }
}

/// What is still expected, and for how long if it is something.
pub(super) fn expected(ExpectationRecord { adds, dels, age_ms }: ExpectationRecord) -> String {
    let waits = if adds > 0 || dels > 0 {
        format!(" · {} > {}", Seconds(age_ms), Seconds(EXPECTATIONS_TIMEOUT_MS))
    } else {
        String::new()
    };
    format!("adds {adds} · dels {dels}{waits}")
}
