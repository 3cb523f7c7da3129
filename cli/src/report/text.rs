//! A report as text for a terminal.

use std::fmt::Write as _;

use jobscope_explain::time::short_seconds;

use super::{Report, Row, SyncReport, plain};
use crate::output::{BAD, GOOD, MUTED, STRONG, WARNING, styled};
use crate::source::ReleaseFrom;

/// How wide questions and answers are; a longer one moves what follows it.
const QUESTION: usize = 58;
const ANSWER: usize = 7;

/// The report; quiet rows only if `all` says so.
pub(crate) fn text(report: &Report, all: bool) -> String {
    let mut text = String::new();
    for (title, sync) in report.explained() {
        if !text.is_empty() {
            text.push('\n');
        }
        one(&mut text, report, &title, sync, all);
    }
    for unknown in &report.unknown {
        let _ = writeln!(text, "\n{}", styled(MUTED, unknown));
    }
    text
}

/// Where a release comes from, in words.
pub(super) fn release_from(from: ReleaseFrom) -> &'static str {
    match from {
        ReleaseFrom::Option => "set by --release",
        ReleaseFrom::Server => "the release of the server",
        ReleaseFrom::Session => "the release of the session",
        ReleaseFrom::Objects => "assumed; choose another with --release",
    }
}

fn one(text: &mut String, report: &Report, title: &str, sync: Result<&SyncReport, &str>, all: bool) {
    let title = styled(STRONG, title);
    let release = styled(MUTED, &format!("{} ({})", report.release, release_from(report.release_from)));
    let _ = writeln!(text, "{title} · {release}\n");
    let sync = match sync {
        Ok(sync) => sync,
        Err(none) => {
            let _ = writeln!(text, "{none}");
            return;
        }
    };
    let _ = writeln!(text, "{}\n{}\n", styled(MUTED, IF_NOW), sync.sentence);
    if let Some(overdue) = &sync.overdue {
        let _ = writeln!(text, "{}\n", styled(WARNING, overdue));
    }
    if let Some(refused) = &sync.refused_in_cluster {
        let _ = writeln!(text, "{}\n", refused.text(&refused.message));
    }
    let mut quiet = 0;
    for row in &sync.path {
        if !all && matches!(row, Row::Question { quiet: true, .. }) {
            quiet += 1;
            continue;
        }
        folded(text, &mut quiet);
        one_row(text, row);
    }
    folded(text, &mut quiet);
}

/// What stands before the sentence about a sync, which reads as if the sync had happened.
pub(super) const IF_NOW: &str = "If the controller synced now:";

/// The line that stands for quiet rows.
fn folded(text: &mut String, quiet: &mut usize) {
    if *quiet > 0 {
        let questions = if *quiet == 1 { "question" } else { "questions" };
        let line = format!("… {quiet} {questions} that changed nothing (--all shows them)");
        let _ = writeln!(text, "  {}", styled(MUTED, &line));
        *quiet = 0;
    }
}

fn one_row(text: &mut String, row: &Row) {
    let indent = |depth: usize| "  ".repeat(depth);
    let _ = match row {
        Row::Enter { function, depth } => writeln!(text, "{}{}", indent(*depth), styled(STRONG, function)),
        Row::Question { question, operands, answer, depth, .. } => {
            let indent = indent(depth + 1);
            let question = format!("{indent}{question}");
            let padding = " ".repeat(QUESTION.saturating_sub(question.chars().count()).max(2));
            let answered = styled(STRONG, answer);
            let line = if operands.is_empty() {
                format!("{question}{padding}{answered}")
            } else {
                let gap = " ".repeat(ANSWER.saturating_sub(answer.chars().count()).max(2));
                format!("{question}{padding}{answered}{gap}{}", styled(MUTED, operands))
            };
            writeln!(text, "{line}")
        }
        Row::Calls { requests, done, refused, depth } => {
            let first = requests.first().map(String::as_str).unwrap_or_default();
            let others = requests.len().saturating_sub(1);
            let what = match others {
                0 => first.to_owned(),
                _ if requests.iter().all(|request| request == first) => format!("{first} × {}", requests.len()),
                _ => format!("{first} and {others} more"),
            };
            let mut ends = Vec::new();
            if *done > 0 {
                ends.push(styled(GOOD, &format!("{done} done")));
            }
            if let Some(code) = refused.first() {
                ends.push(styled(BAD, &format!("{} refused ({code})", refused.len())));
            }
            writeln!(text, "{}→ {what}: {}", indent(depth + 1), ends.join(", "))
        }
        Row::Event { r#type, reason, message } => {
            let style = if r#type == "Warning" { WARNING } else { MUTED };
            writeln!(text, "  {} {message}", styled(style, &format!("{type} {reason}:")))
        }
        Row::Returned { error: None } => Ok(()),
        Row::Returned { error: Some(error) } => writeln!(text, "  {} {error}", styled(BAD, "returns the error")),
        Row::Requeued { after_ms, .. } => {
            writeln!(text, "  The Job's key is requeued after {}.", plain(&short_seconds(*after_ms)))
        }
    };
}
