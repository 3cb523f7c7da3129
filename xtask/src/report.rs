//! What a person reads while a command runs: a line before each step, its time after it, and
//! failures that say what went wrong and what to do about it.

use std::fmt;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// Why a command stopped, in words for the person at the terminal.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// Says something that is not a step.
pub(crate) fn note(text: &str) {
    println!("==> {text}");
    // Children write to the same descriptor; what is said must not come after their output.
    let _ = std::io::stdout().flush();
}

/// Runs one step with a line before it and its time after it.
pub(crate) fn step<T>(title: &str, body: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    note(title);
    let start = Instant::now();
    let outcome = body();
    let time = seconds(start.elapsed());
    match &outcome {
        Ok(_) => note(&format!("{title}: done in {time}")),
        Err(_) => note(&format!("{title}: FAILED after {time}")),
    }
    outcome
}

/// A duration as people say it: `3.4 s`, `2 min 05 s`.
pub(crate) fn seconds(time: Duration) -> String {
    let whole = time.as_secs();
    if whole < 60 { format!("{:.1} s", time.as_secs_f64()) } else { format!("{} min {:02} s", whole / 60, whole % 60) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_naturally() {
        assert_eq!(seconds(Duration::from_millis(3_440)), "3.4 s");
        assert_eq!(seconds(Duration::from_secs(125)), "2 min 05 s");
    }
}
