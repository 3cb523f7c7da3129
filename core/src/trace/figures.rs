//! How values are written in an expression: absent ones, seconds, changes, consecutive tests.

use std::fmt;

use super::{Change, OptionalChange};

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
