//! The output of a command: a line before each step, its time after it, and failures with their cause and remedy.

use std::fmt;
use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The steps that have begun, in that order, and how deep the next one is in others.
static STEPS: Mutex<(Vec<Step>, usize)> = Mutex::new((Vec::new(), 0));

/// A step that has begun.
#[derive(Clone, Debug)]
struct Step {
    title: String,
    /// How many steps it is a part of.
    depth: usize,
    /// How long it took; `None` while it runs.
    time: Option<Duration>,
}

fn steps() -> MutexGuard<'static, (Vec<Step>, usize)> {
    STEPS.lock().unwrap_or_else(PoisonError::into_inner)
}

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
    let place = {
        let (begun, depth) = &mut *steps();
        begun.push(Step { title: title.to_owned(), depth: *depth, time: None });
        *depth += 1;
        begun.len() - 1
    };
    let outcome = body();
    let time = start.elapsed();
    {
        let (begun, depth) = &mut *steps();
        *depth = depth.saturating_sub(1);
        if let Some(step) = begun.get_mut(place) {
            step.time = Some(time);
        }
    }
    let time = seconds(time);
    match &outcome {
        Ok(_) => note(&format!("{title}: done in {time}")),
        Err(_) => note(&format!("{title}: FAILED after {time}")),
    }
    outcome
}

/// Prints how long each step took, with the steps that it consists of.
pub(crate) fn summary() {
    note("where the time went");
    for line in lines(&steps().0) {
        println!("    {line}");
    }
}

/// A line for each step, indented below the step that it is a part of. What a step does besides its parts is a line, too.
fn lines(steps: &[Step]) -> Vec<String> {
    let line =
        |time: Duration, depth: usize, title: &str| format!("{:>12}  {}{title}", seconds(time), "  ".repeat(depth));
    let mut lines = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        let Some(time) = step.time else { continue };
        lines.push(line(time, step.depth, &step.title));
        let next_is_deeper = steps.get(place + 1).is_some_and(|next| next.depth > step.depth);
        if !next_is_deeper {
            continue;
        }
        let within = steps.iter().skip(place + 1).take_while(|inner| inner.depth > step.depth);
        let parts: Duration = within.filter(|inner| inner.depth == step.depth + 1).filter_map(|inner| inner.time).sum();
        let rest = time.saturating_sub(parts);
        if rest >= Duration::from_secs(1) {
            lines.push(line(rest, step.depth + 1, "other"));
        }
    }
    lines
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
    fn steps_are_listed_with_their_parts_and_what_is_left() {
        let step =
            |title: &str, depth, time| Step { title: title.to_owned(), depth, time: Some(Duration::from_secs(time)) };
        let steps =
            [step("all", 0, 60), step("first", 1, 20), step("of it", 2, 20), step("second", 1, 25), step("more", 0, 5)];
        let listed: Vec<_> = lines(&steps).iter().map(|line| line.trim_start().to_owned()).collect();
        let expected = [
            "1 min 00 s  all",
            "15.0 s    other",
            "20.0 s    first",
            "20.0 s      of it",
            "25.0 s    second",
            "5.0 s  more",
        ];
        assert_eq!(listed, expected);
    }

    #[test]
    fn durations_read_naturally() {
        assert_eq!(seconds(Duration::from_millis(3_440)), "3.4 s");
        assert_eq!(seconds(Duration::from_secs(125)), "2 min 05 s");
    }
}
