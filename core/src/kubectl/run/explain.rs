//! `kubectl explain`.

use super::flags::{Flags, Spec, switch, value};
use super::kind::Kind;
use super::{Command, Outcome};
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] = &[switch("recursive", None), value("api-version", None), value("output", Some('o'))];

/// Fields of a Job's spec, with their types and what they are for.
pub(super) const FIELDS: &[(&str, &str, &str)] = &[
    ("activeDeadlineSeconds", "integer", "Seconds since the start after which the Job fails and its pods are deleted."),
    ("backoffLimit", "integer", "Failed pods before the Job fails. 6 if not given."),
    ("backoffLimitPerIndex", "integer", "Failed pods of one index before that index fails."),
    ("completionMode", "string", "NonIndexed, or Indexed: each completion has an index of its own."),
    ("completions", "integer", "Pods that have to succeed."),
    ("managedBy", "string", "The controller that looks after the Job, if it is another than the built-in one."),
    ("manualSelector", "boolean", "Whether the selector is written by hand."),
    ("maxFailedIndexes", "integer", "Failed indexes before the Job fails."),
    ("parallelism", "integer", "Pods that may run at the same time."),
    ("podFailurePolicy", "PodFailurePolicy", "What failed pods are to mean, by exit code or condition."),
    ("podReplacementPolicy", "string", "When a pod is replaced: TerminatingOrFailed, or Failed."),
    ("selector", "LabelSelector", "Which pods belong to the Job."),
    ("successPolicy", "SuccessPolicy", "When an Indexed Job has succeeded before all of its indexes have."),
    ("suspend", "boolean", "Whether the Job rests: it has no pods then."),
    ("template", "PodTemplateSpec", "The pods that are made."),
    ("ttlSecondsAfterFinished", "integer", "Seconds after its end at which the Job is deleted."),
];

pub(super) fn explain(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let Some(path) = flags.arguments.first() else {
        return Err(client("You must specify the type of resource to explain. Use \"kubectl api-resources\" for a complete list of supported resources.".to_owned()));
    };
    if flags.arguments.len() > 1 {
        return Err(client("We accept only this format: explain RESOURCE".to_owned()));
    }
    let format = flags.value("output").unwrap_or_default();
    if !["", "plaintext", "plaintext-openapiv2"].contains(&format) {
        return Err(client(format!("unrecognized format: {format}")));
    }
    let mut names = path.split('.');
    let kind = names.next().unwrap_or_default();
    if Kind::named(kind) != Some(Kind::Job) {
        return Err(match Kind::named(kind) {
            Some(_) => client(format!("{kind} is not explained here; there is: kubectl explain job.spec")),
            None => CommandError::Listed(format!("the server doesn't have a resource type {kind:?}")),
        });
    }
    let line = |(name, r#type, does): &(&str, &str, &str)| format!("  {name}\t<{type}>\n    {does}\n\n");
    let text = match names.collect::<Vec<_>>().as_slice() {
        [] => "DESCRIPTION:\n    A Job runs pods until enough of them have succeeded.\n    \nFIELDS:\n  spec\t<JobSpec>\n    What is wanted.\n\n  status\t<JobStatus>\n    What there is.\n\n\n".to_owned(),
        ["spec"] => {
            let fields: String = FIELDS.iter().map(line).collect();
            format!("FIELD: spec <JobSpec>\n\n\nDESCRIPTION:\n    What is wanted.\n    \nFIELDS:\n{fields}\n")
        }
        ["spec", name, ..] => {
            let Some((name, r#type, does)) = FIELDS.iter().find(|(known, ..)| known == name) else {
                return Err(client(format!("field {name:?} does not exist")));
            };
            format!("FIELD: {name} <{type}>\n\n\nDESCRIPTION:\n    {does}\n    \n\n")
        }
        [name, ..] if !["apiVersion", "kind", "metadata", "status"].contains(name) => {
            return Err(client(format!("field {name:?} does not exist")));
        }
        [name, ..] => {
            return Err(client(format!("field {name:?} is not explained here; there is: kubectl explain job.spec")));
        }
    };
    command.print(&format!("GROUP:      batch\nKIND:       Job\nVERSION:    v1\n\n{text}"));
    Ok(())
}
