//! `run` and `kubectl`: a session without a page.

use std::process::ExitCode;

use jobscope_core::api::JobConditionType;
use jobscope_core::timeline::{Breakpoint, Timeline};
use jobscope_words::{Locale, Markup, Transcript, Words};

use crate::arguments::{Kubectl, Run, SessionForm, Until};
use crate::failure::{Failure, Outcome};
use crate::output;
use crate::report::plain;
use crate::source;

/// Most steps that a session continues by itself.
const MOST_STEPS: usize = 100_000;

pub(crate) fn run(options: &Run) -> Outcome<ExitCode> {
    let name = source::named(&options.file);
    let mut opened = source::open(&source::read_text(&options.file)?, &name, options.release.as_deref(), None)?;
    let reached = options.until.as_ref().is_none_or(|until| continue_until(&mut opened.timeline, until));
    let saved = opened.saved();
    output::print(&match options.output {
        SessionForm::Text => transcript(&opened.timeline, &name, Markup::Plain),
        SessionForm::Markdown => transcript(&opened.timeline, &name, Markup::Markdown),
        SessionForm::Session => saved.to_file(),
        SessionForm::Link => saved.to_link() + "\n",
    })?;
    if reached {
        return Ok(ExitCode::SUCCESS);
    }
    let until = match &options.until {
        Some(Until::Condition(condition)) => format!("no Job gets the condition {condition}"),
        Some(Until::Event(reason)) => format!("no event {reason} is recorded"),
        Some(Until::Settled) | None => format!("the cluster does not settle within {MOST_STEPS} steps"),
    };
    Err(Failure::new(format!("{name}: {until}; see the output for what happens instead")))
}

fn transcript(timeline: &Timeline, title: &str, markup: Markup) -> String {
    let words = Words::new(Locale::En);
    let mut transcript = Transcript::begin(timeline, title, markup);
    while transcript.go_on(&words, usize::MAX) {}
    plain(&transcript.text())
}

/// Continues a session by itself; whether what was asked for came.
fn continue_until(timeline: &mut Timeline, until: &Until) -> bool {
    let breakpoint = match until {
        Until::Settled => {
            let mut steps = 0..MOST_STEPS;
            return steps.any(|_| !timeline.step_over());
        }
        Until::Condition(name) => Breakpoint::Condition { condition: condition(name) },
        Until::Event(reason) => Breakpoint::Event { reason: Some(reason.clone()), r#type: None },
    };
    // A condition that is true already does not become so again.
    if let Breakpoint::Condition { condition: Some(condition) } = breakpoint
        && timeline.world().stored_jobs().any(|job| job.status.is_true(condition))
    {
        return true;
    }
    let breakpoints = [breakpoint];
    for _ in 0..MOST_STEPS {
        if timeline.run_to(&breakpoints).is_some() {
            return true;
        }
        if !timeline.step_over() {
            return false;
        }
    }
    false
}

fn condition(name: &str) -> Option<JobConditionType> {
    serde_json::from_value(name.into()).ok()
}

/// Runs a kubectl command where a session opens.
pub(crate) fn kubectl(options: &Kubectl) -> Outcome<ExitCode> {
    let name = source::named(&options.file);
    let opened = source::open(&source::read_text(&options.file)?, &name, options.release.as_deref(), None)?;
    let mut world = opened.timeline.world().clone();
    let line: Vec<String> = options.command.iter().map(|word| quoted(word)).collect();
    let line = format!("kubectl {}", line.join(" "));
    let output = world.kubectl(&line).map_err(|error| Failure::new(format!("{name}: {error}")))?;
    output::print_raw(&output.stdout, &output.stderr)?;
    Ok(ExitCode::from(output.code))
}

/// A word as a shell takes it whole.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole() {
        assert_eq!(quoted("jsonpath={.status}"), "'jsonpath={.status}'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("job/pi"), "job/pi");
    }

    #[test]
    fn every_condition_of_the_command_line_is_one() {
        for name in ["Complete", "Failed", "Suspended", "FailureTarget", "SuccessCriteriaMet"] {
            assert_eq!(condition(name).map(JobConditionType::as_str), Some(name));
        }
    }
}
