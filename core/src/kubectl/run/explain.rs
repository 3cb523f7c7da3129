//! `kubectl explain` of the fields of v1.36, in words of our own: at most 76 characters, as much as kubectl puts on a line.

use std::fmt::Write as _;

use super::flags::{Flags, Spec, switch, value};
use super::kind::Kind;
use super::{Command, Outcome};
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] = &[switch("recursive", None), value("api-version", None), value("output", Some('o'))];

/// Fields of a Job by their paths, with their types and what they are for. Types of required fields end with `!`. Where one
/// field of a type is here, all of them are.
pub(super) const FIELDS: &[(&str, &str, &str)] = &[
    ("apiVersion", "string", "The group and version of the API: batch/v1."),
    ("kind", "string", "What this is: Job."),
    ("metadata", "ObjectMeta", "Name, namespace, labels, annotations."),
    ("spec", "JobSpec", "What is wanted."),
    ("spec.activeDeadlineSeconds", "integer", "Seconds since the start after which the Job fails and its pods go."),
    ("spec.backoffLimit", "integer", "Failed pods before the Job fails. 6 if not given."),
    ("spec.backoffLimitPerIndex", "integer", "Failed pods of one index before that index fails."),
    ("spec.completionMode", "string", "NonIndexed, or Indexed: each completion has an index of its own."),
    ("spec.completions", "integer", "Pods that have to succeed."),
    ("spec.managedBy", "string", "The controller that looks after the Job, if not the built-in one."),
    ("spec.manualSelector", "boolean", "Whether the selector is written by hand."),
    ("spec.maxFailedIndexes", "integer", "Failed indexes before the Job fails."),
    ("spec.parallelism", "integer", "Pods that may run at the same time."),
    ("spec.podFailurePolicy", "PodFailurePolicy", "What failed pods are to mean, by exit code or condition."),
    (
        "spec.podFailurePolicy.rules",
        "[]PodFailurePolicyRule!",
        "The first that matches a failed pod decides. At most 20.",
    ),
    ("spec.podFailurePolicy.rules.action", "string!", "What becomes of the Job, the index or the pod."),
    ("spec.podFailurePolicy.rules.onExitCodes", EXIT_CODES, "The exit codes of containers that match."),
    ("spec.podFailurePolicy.rules.onExitCodes.containerName", "string", "The container, if not any of them."),
    ("spec.podFailurePolicy.rules.onExitCodes.operator", "string!", "Whether the codes are those that match."),
    ("spec.podFailurePolicy.rules.onExitCodes.values", "[]integer!", "The codes, in order. At most 255."),
    ("spec.podFailurePolicy.rules.onPodConditions", CONDITIONS, "Conditions of the pod, one of which is enough."),
    ("spec.podFailurePolicy.rules.onPodConditions.status", "string", "True if not given."),
    ("spec.podFailurePolicy.rules.onPodConditions.type", "string!", "Such as DisruptionTarget."),
    ("spec.podReplacementPolicy", "string", "When a pod is replaced: TerminatingOrFailed, or Failed."),
    ("spec.selector", "LabelSelector", "Which pods belong to the Job."),
    ("spec.selector.matchExpressions", "[]LabelSelectorRequirement", "What pods' labels have to fulfil, all of it."),
    ("spec.selector.matchExpressions.key", "string!", "The label."),
    ("spec.selector.matchExpressions.operator", "string!", "In, NotIn, Exists or DoesNotExist."),
    ("spec.selector.matchExpressions.values", "[]string", "The values of In and NotIn."),
    ("spec.selector.matchLabels", "map[string]string", "Labels that pods have to have, with these values."),
    ("spec.successPolicy", "SuccessPolicy", "When an Indexed Job has succeeded before all of its indexes have."),
    ("spec.successPolicy.rules", "[]SuccessPolicyRule!", "One of them is enough. At most 20."),
    ("spec.successPolicy.rules.succeededCount", "integer", "Indexes that have to succeed, among those if given."),
    ("spec.successPolicy.rules.succeededIndexes", "string", "Indexes that have to succeed, such as 1,3-5."),
    ("spec.suspend", "boolean", "Whether the Job rests: it has no pods then."),
    ("spec.template", "PodTemplateSpec!", "The pods that are made."),
    ("spec.template.metadata", "ObjectMeta", "Labels and annotations of the pods."),
    ("spec.template.spec", "PodSpec", "Containers, volumes, and how the pods are restarted."),
    ("spec.ttlSecondsAfterFinished", "integer", "Seconds after its end at which the Job is deleted."),
    ("status", "JobStatus", "What the Job controller has found."),
    ("status.active", "integer", "Pods that are pending or running and not being deleted."),
    ("status.completedIndexes", "string", "Indexes that have succeeded, such as 1,3-5."),
    ("status.completionTime", "string", "When the Job succeeded."),
    ("status.conditions", "[]JobCondition", "Whether the Job is complete, has failed, or is suspended."),
    ("status.conditions.lastProbeTime", "string", "When this was checked last."),
    ("status.conditions.lastTransitionTime", "string", "When the status changed last."),
    ("status.conditions.message", "string", "Why, in a sentence."),
    ("status.conditions.reason", "string", "Why, in a word."),
    ("status.conditions.status", "string!", "True, False or Unknown."),
    ("status.conditions.type", "string!", "Such as Complete, Failed or Suspended."),
    ("status.failed", "integer", "Pods that have failed."),
    ("status.failedIndexes", "string", "Indexes that have failed, such as 1,3-5."),
    ("status.ready", "integer", "Active pods that are ready."),
    ("status.startTime", "string", "When the controller began with the Job, or resumed it."),
    ("status.succeeded", "integer", "Pods that have succeeded."),
    ("status.terminating", "integer", "Pods that are being deleted and still run."),
    ("status.uncountedTerminatedPods", "UncountedTerminatedPods", "Pods that have ended and are not counted yet."),
    ("status.uncountedTerminatedPods.failed", "[]string", "UIDs of those that failed."),
    ("status.uncountedTerminatedPods.succeeded", "[]string", "UIDs of those that succeeded."),
];

const EXIT_CODES: &str = "PodFailurePolicyOnExitCodesRequirement";
const CONDITIONS: &str = "[]PodFailurePolicyOnPodConditionsPattern";

/// Fields with a choice of values.
const CHOICES: &[(&str, &[&str])] = &[
    ("spec.completionMode", &["Indexed", "NonIndexed"]),
    ("spec.podFailurePolicy.rules.action", &["Count", "FailIndex", "FailJob", "Ignore"]),
    ("spec.podFailurePolicy.rules.onExitCodes.operator", &["In", "NotIn"]),
    ("spec.podReplacementPolicy", &["Failed", "TerminatingOrFailed"]),
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
    let (kind, path) = path.trim_end_matches('.').split_once('.').unwrap_or((path, ""));
    let path = path.strip_prefix("batch").map_or(path, |rest| rest.trim_start_matches('.'));
    if path.starts_with('.') || kind.is_empty() {
        return Err(client("invalid jsonpath syntax, first node must be field node".to_owned()));
    }
    let not_here =
        |what: &str| Err(client(format!("{what} is not explained here; there is: kubectl explain job.spec")));
    match Kind::named(kind) {
        Some(Kind::Job) => {}
        Some(_) => return not_here(kind),
        None => return Err(CommandError::Listed(format!("the server doesn't have a resource type {kind:?}"))),
    }
    let version = flags.value("api-version").unwrap_or_default();
    if !["", "batch/v1"].contains(&version) {
        let version = if version.contains('/') { version.to_owned() } else { format!("/{version}") };
        return Err(client(format!("couldn't find resource for \"{version}, Resource=jobs\"")));
    }
    let text = match field(path, flags.is_set("recursive")) {
        Some(text) => text,
        None if path.is_empty() || path == "spec" => return not_here("--recursive with a template"),
        None if FIELDS.iter().all(|(known, ..)| *known != path) && is_listed(path) => {
            command.print(HEADING);
            let name = path.rsplit('.').next().unwrap_or_default();
            return Err(client(format!("field {name:?} does not exist")));
        }
        None => return not_here(&format!("field {path:?}")),
    };
    command.print(&format!("{HEADING}{text}\n"));
    Ok(())
}

const HEADING: &str = "GROUP:      batch\nKIND:       Job\nVERSION:    v1\n\n";

/// Whether the fields beside that one are known, so that others do not exist.
fn is_listed(path: &str) -> bool {
    let Some((above, _)) = path.rsplit_once('.') else { return true };
    match FIELDS.iter().find(|(known, ..)| *known == above) {
        Some((_, r#type, _)) => is_plain(r#type) || fields_of(above).next().is_some(),
        None => is_listed(above),
    }
}

/// The fields directly under that one.
fn fields_of(path: &str) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
    FIELDS.iter().filter(move |(known, ..)| known.rsplit_once('.').map_or("", |(above, _)| above) == path)
}

/// What is said about the field of that path, or about a Job; `None` if it is not here, or has fields that are not.
fn field(path: &str, is_recursive: bool) -> Option<String> {
    let mut text = String::new();
    let mut description = "Runs pods until enough of them have succeeded.";
    if let Some((_, r#type, does)) = FIELDS.iter().find(|(known, ..)| *known == path) {
        let plain = r#type.trim_end_matches('!');
        if !is_plain(plain) && fields_of(path).next().is_none() {
            return None;
        }
        description = does;
        let name = path.rsplit('.').next().unwrap_or_default();
        let choices = choices(path).map_or(String::new(), |values| format!("ENUM:\n    {}", values.join("\n    ")));
        let _ = write!(text, "FIELD: {name} <{plain}>\n{choices}\n\n");
    } else if !path.is_empty() {
        return None;
    }
    let _ = writeln!(text, "DESCRIPTION:\n    {description}\n    ");
    if fields_of(path).next().is_some() {
        text.push_str("FIELDS:\n");
    }
    list(&mut text, path, is_recursive, "  ")?;
    Some(text)
}

/// Whether a type has no fields.
fn is_plain(r#type: &str) -> bool {
    r#type.trim_start_matches("[]").starts_with(char::is_lowercase)
}

/// The fields of that one: with what they are for, or else with their own fields; `None` if those are not here.
fn list(text: &mut String, path: &str, is_recursive: bool, indent: &str) -> Option<()> {
    for (path, r#type, does) in fields_of(path) {
        let name = path.rsplit('.').next().unwrap_or_default();
        let plain = r#type.trim_end_matches('!');
        let required = if plain == *r#type { "" } else { " -required-" };
        let choices = choices(path).map_or(String::new(), |values| format!("\n{indent}enum: {}", values.join(", ")));
        let _ = writeln!(text, "{indent}{name}\t<{plain}>{required}{choices}");
        if !is_recursive {
            let _ = writeln!(text, "    {does}\n");
        } else if !is_plain(plain) {
            fields_of(path).next()?;
            list(text, path, true, &format!("{indent}  "))?;
        }
    }
    Some(())
}

fn choices(path: &str) -> Option<&'static [&'static str]> {
    CHOICES.iter().find(|(known, _)| *known == path).map(|(_, values)| *values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_explained_with_their_types_and_choices() {
        assert_eq!(
            field("spec.podFailurePolicy", false).unwrap(),
            "FIELD: podFailurePolicy <PodFailurePolicy>


DESCRIPTION:
    What failed pods are to mean, by exit code or condition.
    
FIELDS:
  rules\t<[]PodFailurePolicyRule> -required-
    The first that matches a failed pod decides. At most 20.

"
        );
        let mode = field("spec.completionMode", false).unwrap();
        assert!(
            mode.starts_with("FIELD: completionMode <string>\nENUM:\n    Indexed\n    NonIndexed\n\nDESCR"),
            "{mode}"
        );
        let spec = field("spec", false).unwrap();
        assert!(
            spec.contains("\n  completionMode\t<string>\n  enum: Indexed, NonIndexed\n    NonIndexed, or"),
            "{spec}"
        );
        assert!(field("", false).unwrap().starts_with("DESCRIPTION:\n    Runs pods"));
        assert_eq!([field("metadata", false), field("spec.template.spec.containers", false)], [None, None]);
        assert!(field("status.conditions", false).unwrap().contains("\n  status\t<string> -required-\n    True, "));
    }

    #[test]
    fn fields_of_fields_are_listed_without_words() {
        let policy = field("spec.podFailurePolicy", true).unwrap();
        assert!(policy.ends_with(
            "FIELDS:
  rules\t<[]PodFailurePolicyRule> -required-
    action\t<string> -required-
    enum: Count, FailIndex, FailJob, Ignore
    onExitCodes\t<PodFailurePolicyOnExitCodesRequirement>
      containerName\t<string>
      operator\t<string> -required-
      enum: In, NotIn
      values\t<[]integer> -required-
    onPodConditions\t<[]PodFailurePolicyOnPodConditionsPattern>
      status\t<string>
      type\t<string> -required-
"
        ));
        assert!(field("spec.completions", true).is_some() && field("status", true).is_some());
        assert_eq!([field("", true), field("spec", true)], [None, None], "the template is not here");
    }

    #[test]
    fn a_description_fits_on_one_line() {
        assert!(FIELDS.iter().all(|(.., does)| does.len() <= 76));
    }
}
