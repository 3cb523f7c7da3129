//! `kubectl diff`, which changes nothing.

use std::sync::Arc;

use super::flags::{Flags, Spec, switch, value};
use super::get::yaml;
use super::resource::Object;
use super::write::DryRun;
use super::{Command, Outcome};
use crate::api::Job;
use crate::kubectl::{self, CommandError, LAST_APPLIED_ANNOTATION};
use crate::trace::FieldValidation;

pub(super) const FLAGS: &[Spec] =
    &[value("filename", Some('f')), switch("server-side", None), value("field-manager", None)];

/// What `apply` would change, as lines of YAML that go and come.
pub(super) fn diff(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let files = Command::files(flags);
    if files.is_empty() {
        return Err(CommandError::Client("must specify one of -f and -k".to_owned()));
    }
    let release = command.release();
    for file in files {
        for (key, document) in command.jobs_in(file)? {
            let before = command.server.jobs().get(&key).cloned();
            let request = kubectl::apply(&document, command.release(), |_| before.as_deref());
            let request = request.map_err(|error| CommandError::Client(error.message))?;
            let Some(request) = request else { continue };
            let job = command
                .send(&request, FieldValidation::Strict, DryRun::Server)
                .map_err(|error| CommandError::Server(String::new(), error))?;
            let text = |job: &Arc<Job>| yaml(&Object::Job(Arc::clone(job)).document(release), release);
            let job = dry(job, before.as_deref());
            let (live, merged) = (before.as_ref().map_or(String::new(), text), text(&job));
            if live == merged {
                continue;
            }
            let (namespace, name) = key.split();
            let path = |side: &str| format!("/tmp/{side}/batch.v1.Job.{namespace}.{name}");
            command.print(&format!("diff -u -N {} {}\n", path("LIVE"), path("MERGED")));
            command.print(&format!("--- {}\n+++ {}\n", path("LIVE"), path("MERGED")));
            command.print(&unified(&live, &merged));
            command.ran.output.code = 1;
        }
    }
    Ok(())
}

/// The Job without what a dry run leaves as it was: the version, and what `apply` keeps for itself.
fn dry(mut job: Arc<Job>, before: Option<&Job>) -> Arc<Job> {
    let old = before.and_then(|before| before.metadata.annotations.get(LAST_APPLIED_ANNOTATION));
    let metadata = &mut Arc::make_mut(&mut job).metadata;
    metadata.resource_version = before.and_then(|before| before.metadata.resource_version);
    match old {
        Some(old) => metadata.annotations.set(LAST_APPLIED_ANNOTATION, old),
        None => {
            metadata.annotations.remove(LAST_APPLIED_ANNOTATION);
        }
    }
    job
}

/// Lines around a change.
const CONTEXT: usize = 3;
/// Texts with more lines than this are compared only at their beginning and end.
const MOST_LINES: usize = 2_000;

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit<'a> {
    Kept(&'a str),
    Gone(&'a str),
    Come(&'a str),
}

/// How one text becomes the other, with as many lines kept as can be.
fn edits<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Edit<'a>> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let middle = |lines: &[&'a str]| lines.get(start..lines.len() - end).unwrap_or_default().to_vec();
    let (mut gone, mut come) = (middle(old), middle(new));
    let kept = |lines: &[&'a str]| lines.iter().copied().map(Edit::Kept).collect::<Vec<_>>();
    let mut all = kept(old.get(..start).unwrap_or_default());
    let mut changed = Vec::new();
    if gone.len().max(come.len()) <= MOST_LINES {
        let common = common_lines(&gone, &come);
        let at = |row: usize, column: usize| common.get(row).and_then(|row| row.get(column)).copied().unwrap_or(0);
        // From the end, so that of several ways the one that takes lines away first is chosen.
        while let (Some(last_gone), Some(last_come)) = (gone.last().copied(), come.last().copied()) {
            let (row, column) = (gone.len(), come.len());
            if last_gone == last_come {
                changed.push(Edit::Kept(last_gone));
                gone.pop();
                come.pop();
            } else if at(row, column - 1) >= at(row - 1, column) {
                changed.push(Edit::Come(last_come));
                come.pop();
            } else {
                changed.push(Edit::Gone(last_gone));
                gone.pop();
            }
        }
    }
    changed.extend(come.into_iter().rev().map(Edit::Come));
    changed.extend(gone.into_iter().rev().map(Edit::Gone));
    all.extend(changed.into_iter().rev());
    all.extend(kept(old.get(old.len() - end..).unwrap_or_default()));
    all
}

/// How many lines the beginnings of both have in common at most, by their lengths.
fn common_lines(old: &[&str], new: &[&str]) -> Vec<Vec<u16>> {
    let mut rows: Vec<Vec<u16>> = vec![vec![0; new.len() + 1]];
    for line in old {
        let mut row = vec![0_u16];
        let above = rows.last().map(Vec::as_slice).unwrap_or_default();
        for (other, pair) in new.iter().zip(above.windows(2)) {
            let left = row.last().copied().unwrap_or_default();
            let [diagonal, up] = pair else { continue };
            row.push(if line == other { diagonal + 1 } else { left.max(*up) });
        }
        rows.push(row);
    }
    rows
}

/// Both texts as `diff -u` prints them: hunks with three lines around each change.
fn unified(old: &str, new: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let edits = edits(&old, &new);
    let changes = edits.iter().enumerate().filter(|(_, edit)| !matches!(edit, Edit::Kept(_))).map(|(place, _)| place);
    let mut hunks: Vec<(usize, usize)> = Vec::new();
    for place in changes {
        let (from, to) = (place.saturating_sub(CONTEXT), (place + CONTEXT + 1).min(edits.len()));
        match hunks.last_mut() {
            Some((_, end)) if from <= *end => *end = to,
            _ => hunks.push((from, to)),
        }
    }
    let mut text = String::new();
    for (from, to) in hunks {
        let count = |edits: &[Edit<'_>]| {
            let gone = edits.iter().filter(|edit| !matches!(edit, Edit::Come(_))).count();
            (gone, edits.iter().filter(|edit| !matches!(edit, Edit::Gone(_))).count())
        };
        let (before, hunk) = (edits.get(..from).unwrap_or_default(), edits.get(from..to).unwrap_or_default());
        let ((old_start, new_start), (old_count, new_count)) = (count(before), count(hunk));
        let range = |start: usize, count: usize| match count {
            0 => format!("{start},0"),
            1 => format!("{}", start + 1),
            _ => format!("{},{count}", start + 1),
        };
        let (old_range, new_range) = (range(old_start, old_count), range(new_start, new_count));
        text.extend(["@@ -", &old_range, " +", &new_range, " @@\n"]);
        for edit in hunk {
            let (sign, line) = match edit {
                Edit::Kept(line) => (" ", line),
                Edit::Gone(line) => ("-", line),
                Edit::Come(line) => ("+", line),
            };
            text.extend([sign, line, "\n"]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_have_three_lines_around_each_change() {
        let old: Vec<String> = (1..=20).map(|n| n.to_string()).collect();
        let mut new = old.clone();
        new[1] = "two".to_owned();
        new.remove(14);
        let expected =
            "@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -12,7 +12,6 @@\n 12\n 13\n 14\n-15\n 16\n 17\n 18\n";
        assert_eq!(unified(&old.join("\n"), &new.join("\n")), expected);
        assert_eq!(unified("", "a\nb"), "@@ -0,0 +1,2 @@\n+a\n+b\n");
        assert_eq!(unified("a\nb\nc", "b\nc\nd"), "@@ -1,3 +1,3 @@\n-a\n b\n c\n+d\n");
        assert_eq!(unified("a", "a"), "");
    }
}
