//! A report as Markdown.

use std::fmt::Write as _;

use jobscope_explain::time::short_seconds;
use jobscope_words::markdown_cell as cell;

use super::text::{IF_NOW, release_from};
use super::{Report, Row, plain};

/// The report; quiet rows only if `all` says so.
pub(crate) fn markdown(report: &Report, all: bool) -> String {
    let mut text = String::new();
    for (title, sync) in report.explained() {
        let _ = writeln!(text, "## {}\n\n{} ({}).\n", cell(&title), report.release, release_from(report.release_from));
        let sync = match sync {
            Ok(sync) => sync,
            Err(none) => {
                let _ = writeln!(text, "{none}\n");
                continue;
            }
        };
        let _ = writeln!(text, "{IF_NOW}\n\n**{}**\n", cell(&sync.sentence));
        if let Some(overdue) = &sync.overdue {
            let _ = writeln!(text, "{}\n", cell(overdue));
        }
        if let Some(refused) = &sync.refused_in_cluster {
            let _ = writeln!(text, "{}\n", refused.text(&cell(&refused.message)));
        }
        let _ = writeln!(text, "| Question | Answer | Compared |\n|---|---|---|");
        for row in sync.path.iter().filter(|row| all || !matches!(row, Row::Question { quiet: true, .. })) {
            let _ = match row {
                Row::Enter { function, .. } => writeln!(text, "| `{function}` | | |"),
                Row::Question { question, operands, answer, .. } => {
                    writeln!(text, "| {} | **{}** | {} |", cell(question), cell(answer), cell(operands))
                }
                Row::Calls { requests, done, refused, .. } => {
                    let first = requests.first().map(String::as_str).unwrap_or_default();
                    let refused = refused.first().map(|code| format!(", {} refused ({code})", refused.len()));
                    let (count, refused) = (requests.len(), refused.unwrap_or_default());
                    writeln!(text, "| `{first}` × {count} | {done} done{refused} | |")
                }
                Row::Event { r#type, reason, message } => {
                    writeln!(text, "| {type} Event {} | | {} |", cell(reason), cell(message))
                }
                Row::Returned { error } => match error {
                    Some(error) => writeln!(text, "| returns the error | | {} |", cell(error)),
                    None => Ok(()),
                },
                Row::Requeued { after_ms, .. } => {
                    writeln!(text, "| requeued after | {} | |", plain(&short_seconds(*after_ms)))
                }
            };
        }
        text.push('\n');
    }
    for unknown in &report.unknown {
        let _ = writeln!(text, "> {}\n", cell(unknown));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}
