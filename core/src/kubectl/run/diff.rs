//! `kubectl diff`, which changes nothing.

use std::sync::Arc;

use serde_json::Value;

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
            let text = |job: &Arc<Job>| yaml(&without_applied(Object::Job(Arc::clone(job)).document(release)), release);
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

/// Without what `apply` keeps for itself.
fn without_applied(mut document: Value) -> Value {
    if let Some(annotations) = document.pointer_mut("/metadata/annotations").and_then(Value::as_object_mut) {
        annotations.remove(LAST_APPLIED_ANNOTATION);
    }
    document
}

fn part<'a>(lines: &[&'a str], from: usize, to: usize) -> Vec<&'a str> {
    lines.get(from..to).unwrap_or_default().to_vec()
}

/// Both texts in one hunk, from the first line that differs to the last, with three lines around.
fn unified(old: &str, new: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let first = start.saturating_sub(3);
    let after = part(&old, old.len() - end, (old.len() - end + 3).min(old.len()));
    let before = part(&old, first, start);
    let (gone, come) = (part(&old, start, old.len() - end), part(&new, start, new.len() - end));
    let count = |changed: &Vec<&str>| before.len() + changed.len() + after.len();
    let mut text = format!("@@ -{},{} +{},{} @@\n", first + 1, count(&gone), first + 1, count(&come));
    for (sign, lines) in [(" ", &before), ("-", &gone), ("+", &come), (" ", &after)] {
        for line in lines {
            text.extend([sign, line, "\n"]);
        }
    }
    text
}
