//! `kubectl diff`, which changes nothing.

use std::fmt::Write as _;
use std::sync::Arc;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::group_diff_ops;
use similar::udiff::UnifiedHunkHeader;

use super::flags::{Flags, Spec, integer, switch, value};
use super::form::yaml;
use super::object::Object;
use super::select::Selector;
use super::write::DryRun;
use super::{Command, Outcome};
use crate::api::Job;
use crate::kubectl::{self, CommandError, LAST_APPLIED_ANNOTATION};
use crate::trace::FieldValidation;

pub(super) const FLAGS: &[Spec] = &[
    value("filename", Some('f')),
    value("field-manager", None),
    switch("force-conflicts", None),
    value("selector", Some('l')),
    switch("show-secrets", None),
    integer("concurrency"),
    switch("prune", None),
    switch("recursive", Some('R')),
    switch("server-side", None),
    switch("show-managed-fields", None),
];

/// Prints what `apply` would change as a unified diff of YAML.
pub(super) fn diff(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let files = Command::files_alone(flags, "diff")?;
    if flags.is_set("force-conflicts") && !flags.is_set("server-side") {
        return Err(CommandError::Client("--force-conflicts only works with --server-side".to_owned()));
    }
    command.check_files(&files)?;
    let selector = Selector::of_flags(flags)?;
    let release = command.release();
    // Nothing is printed before all is compared.
    let mut differences = String::new();
    for file in files {
        let jobs = command.jobs_in(file, FieldValidation::Ignore)?;
        if let Some(error) = std::mem::take(&mut command.failures).into_iter().next() {
            return Err(error);
        }
        for (key, document) in jobs {
            if !selector.chooses(&document) {
                continue;
            }
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
            let now = command.cluster.now.to_string();
            let at = now.replace('T', " ").replace('Z', ".000000000 +0000");
            // The folders' names end with a number by chance.
            let number = now.bytes().filter(u8::is_ascii_digit).map(char::from).skip(4).collect::<String>();
            let path = |side: &str| format!("/tmp/{side}-{number}/batch.v1.Job.{namespace}.{name}");
            let (old, new) = (path("LIVE"), path("MERGED"));
            let _ = write!(differences, "diff -u -N {old} {new}\n--- {old}\t{at}\n+++ {new}\t{at}\n");
            differences.push_str(&unified(&live, &merged));
        }
    }
    command.ran.output.code = u8::from(!differences.is_empty());
    command.print(&differences);
    Ok(())
}

/// The Job with what `apply` keeps for itself as it was.
fn dry(mut job: Arc<Job>, before: Option<&Job>) -> Arc<Job> {
    let old = before.and_then(|before| before.metadata.annotations.get(LAST_APPLIED_ANNOTATION));
    let metadata = &mut Arc::make_mut(&mut job).metadata;
    match old {
        Some(old) => metadata.annotations.set(LAST_APPLIED_ANNOTATION, old),
        None => {
            metadata.annotations.remove(LAST_APPLIED_ANNOTATION);
        }
    }
    job
}

/// The differences of two texts of whole lines as `diff -u` prints them: hunks with three lines around each change.
///
/// `similar::TextDiff` would bring all of the library's algorithms into the module, where one is used.
fn unified(old: &str, new: &str) -> String {
    let [old, new] = [old, new].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let mut hook = Compact::new(Replace::new(Capture::new()), &old, &new);
    let Ok(()) = myers::diff(&mut hook, &old, 0..old.len(), &new, 0..new.len());
    let mut text = String::new();
    for hunk in group_diff_ops(hook.into_inner().into_inner().into_ops(), 3) {
        let _ = writeln!(text, "{}", UnifiedHunkHeader::new(&hunk));
        for change in hunk.iter().flat_map(|op| op.iter_changes(&old, &new)) {
            let _ = write!(text, "{}{}", change.tag(), change.value());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_have_three_lines_around_each_change() {
        let old: Vec<String> = (1..=20).map(|n| format!("{n}\n")).collect();
        let mut new = old.clone();
        new[1] = "two\n".to_owned();
        new.remove(14);
        let expected =
            "@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -12,7 +12,6 @@\n 12\n 13\n 14\n-15\n 16\n 17\n 18\n";
        assert_eq!(unified(&old.concat(), &new.concat()), expected);
        assert_eq!(unified("", "a\nb\n"), "@@ -0,0 +1,2 @@\n+a\n+b\n");
        assert_eq!(unified("a\nb\nc\n", "b\nc\nd\n"), "@@ -1,3 +1,3 @@\n-a\n b\n c\n+d\n");
        assert_eq!(unified("a\n", "a\n"), "");
    }
}
