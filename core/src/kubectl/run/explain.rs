//! `kubectl explain` of the fields of Jobs and pods. Their names and types are those of the release.

use std::fmt::Write as _;

use super::explain_words::words_about;
use super::flags::{Flags, Spec, switch, value};
use super::kind::Kind;
use super::{Command, Outcome};
use crate::api::{ApiField, ApiType, Release};
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] =
    &[switch("recursive", Some('R')), value("api-version", None), value("output", Some('o'))];

/// Most values that a list of fields shows of a choice.
const MOST_CHOICES: usize = 4;

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
    let (name, path) = path.trim_end_matches('.').split_once('.').unwrap_or((path, ""));
    let path = path.strip_prefix("batch").map_or(path, |rest| rest.trim_start_matches('.'));
    if path.starts_with('.') || name.is_empty() {
        return Err(client("invalid jsonpath syntax, first node must be field node".to_owned()));
    }
    let Some(kind) = Kind::named(name) else {
        return Err(CommandError::Listed(format!("the server doesn't have a resource type {name:?}")));
    };
    let (of, version, heading) = match kind {
        Kind::Job => (ApiType::JOB, "batch/v1", "GROUP:      batch\nKIND:       Job\nVERSION:    v1\n\n"),
        Kind::Pod => (ApiType::POD, "v1", "KIND:       Pod\nVERSION:    v1\n\n"),
        _ => return Err(client(format!("{name} is not explained here; there is: kubectl explain job.spec"))),
    };
    let given = flags.value("api-version").filter(|given| !["", version].contains(given));
    if let Some(given) = given {
        let given = if given.contains('/') { given.to_owned() } else { format!("/{given}") };
        return Err(client(format!("couldn't find resource for \"{given}, Resource={}\"", kind.plural())));
    }
    command.print(heading);
    let Some(text) = field(of, path, flags.is_set("recursive"), command.release()) else {
        let name = path.rsplit('.').next().unwrap_or_default();
        return Err(client(format!("field {name:?} does not exist")));
    };
    command.print(&format!("{text}\n"));
    Ok(())
}

/// How the name of a field can continue.
pub(super) fn completions(word: &str, release: Release) -> Vec<String> {
    let Some((above, _)) = word.rsplit_once('.') else { return vec!["job".to_owned(), "pod".to_owned()] };
    let (kind, path) = above.split_once('.').unwrap_or((above, ""));
    let of = match Kind::named(kind) {
        Some(Kind::Job) => ApiType::JOB,
        Some(Kind::Pod) => ApiType::POD,
        _ => return Vec::new(),
    };
    let inner = if path.is_empty() { Some(of) } else { found(of, path, release).and_then(|(_, field)| field.inner) };
    let fields = inner.map(|inner| fields_of(inner, release)).unwrap_or_default();
    fields.into_iter().map(|field| format!("{above}.{}", field.name)).collect()
}

/// The fields of a type. A whole object says of what version and kind it is, too.
fn fields_of(of: ApiType, release: Release) -> Vec<ApiField> {
    let text = |name| ApiField { name, r#type: "string".to_owned(), required: false, choices: &[], inner: None };
    let whole = ["apiVersion", "kind"].map(text).into_iter().filter(|_| ["Job", "Pod"].contains(&of.name()));
    whole.chain(of.fields(release)).collect()
}

/// The field of that path, with the name of the type that has it.
fn found(of: ApiType, path: &str, release: Release) -> Option<(&'static str, ApiField)> {
    let (name, rest) = path.split_once('.').unwrap_or((path, ""));
    let field = fields_of(of, release).into_iter().find(|field| field.name == name)?;
    if rest.is_empty() { Some((of.name(), field)) } else { found(field.inner?, rest, release) }
}

/// What is said about the field of that path, or about the object; `None` if there is no such field.
fn field(of: ApiType, path: &str, is_recursive: bool, release: Release) -> Option<String> {
    let mut text = String::new();
    let (inner, does) = if path.is_empty() {
        (Some(of), words_about(of.name(), ""))
    } else {
        let (above, field) = found(of, path, release)?;
        let _ = writeln!(text, "FIELD: {} <{}>", field.name, field.r#type);
        if !field.choices.is_empty() {
            let _ = write!(text, "ENUM:\n    {}", shown(field.choices).join("\n    "));
        }
        text.push_str("\n\n");
        (field.inner, words_about(above, field.name))
    };
    let _ = writeln!(text, "DESCRIPTION:\n    {does}\n    ");
    if let Some(inner) = inner {
        let mut fields = String::new();
        list(&mut fields, inner, is_recursive, "  ", release);
        if !fields.is_empty() {
            let _ = write!(text, "FIELDS:\n{fields}");
        }
    }
    Some(text)
}

/// Values as they are listed.
fn shown(choices: &[&'static str]) -> Vec<&'static str> {
    choices.iter().map(|choice| if choice.is_empty() { "\"\"" } else { choice }).collect()
}

/// The fields of a type: with what they are for, or else with their own fields.
fn list(text: &mut String, of: ApiType, is_recursive: bool, indent: &str, release: Release) {
    for field in fields_of(of, release) {
        let required = if field.required { " -required-" } else { "" };
        let _ = write!(text, "{indent}{}\t<{}>{required}", field.name, field.r#type);
        if !field.choices.is_empty() {
            let first = field.choices.get(..MOST_CHOICES).unwrap_or(field.choices);
            let more = if first.len() < field.choices.len() { ", ...." } else { "" };
            let _ = write!(text, "\n{indent}enum: {}{more}", shown(first).join(", "));
        }
        text.push('\n');
        if !is_recursive {
            let _ = writeln!(text, "  {indent}{}\n", words_about(of.name(), field.name));
        } else if let Some(inner) = field.inner {
            list(text, inner, true, &format!("{indent}  "), release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(path: &str, is_recursive: bool) -> Option<String> {
        field(ApiType::JOB, path, is_recursive, Release::V1_36)
    }

    #[test]
    fn fields_are_explained_with_their_types_and_choices() {
        assert_eq!(
            job("spec.podFailurePolicy", false).unwrap(),
            "FIELD: podFailurePolicy <PodFailurePolicy>


DESCRIPTION:
    What failed pods are to mean, by exit code or condition.
    
FIELDS:
  rules\t<[]PodFailurePolicyRule> -required-
    The first that matches a failed pod decides. At most 20.

"
        );
        let mode = job("spec.completionMode", false).unwrap();
        assert!(
            mode.starts_with("FIELD: completionMode <string>\nENUM:\n    Indexed\n    NonIndexed\n\nDESCR"),
            "{mode}"
        );
        let spec = job("spec", false).unwrap();
        assert!(
            spec.contains("\n  completionMode\t<string>\n  enum: Indexed, NonIndexed\n    NonIndexed, or"),
            "{spec}"
        );
        assert!(job("", false).unwrap().starts_with("DESCRIPTION:\n    Runs pods"));
        assert!(job("status.conditions", false).unwrap().contains("\n  status\t<string> -required-\n    True, "));
        let container = job("spec.template.spec.containers", false).unwrap();
        assert!(
            container.starts_with("FIELD: containers <[]Container>\n\n\nDESCRIPTION:\n    What runs."),
            "{container}"
        );
        assert!(container.contains("\n  name\t<string> -required-\n    The name, "), "{container}");
        assert_eq!(job("spec.template.spec.containers.nope", false), None);
        assert_eq!(job("spec.completions.x", false), None);
        let limits = field(ApiType::POD, "spec.containers.resources.limits", false, Release::V1_36).unwrap();
        assert_eq!(
            limits,
            "FIELD: limits <map[string]Quantity>\n\n\nDESCRIPTION:\n    What it may use at most.\n    \n"
        );
        let types = field(ApiType::POD, "spec.volumes.hostPath.type", false, Release::V1_36).unwrap();
        assert!(types.contains("ENUM:\n    \"\"\n    BlockDevice\n"), "{types}");
        let host = field(ApiType::POD, "spec.volumes.hostPath", false, Release::V1_36).unwrap();
        assert!(host.contains("\n  enum: \"\", BlockDevice, CharDevice, Directory, ....\n"), "{host}");
    }

    #[test]
    fn a_release_has_fields_of_its_own() {
        let has = |release| field(ApiType::JOB, "spec.managedBy", false, release).is_some();
        assert_eq!([Release::V1_29, Release::V1_30].map(has), [false, true]);
        let required =
            |release| field(ApiType::POD, "spec.hostAliases", false, release).unwrap().contains("-required-");
        assert_eq!([Release::V1_30, Release::V1_31].map(required), [false, true]);
    }

    #[test]
    fn fields_of_fields_are_listed_without_words() {
        let policy = job("spec.podFailurePolicy", true).unwrap();
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
        let whole = job("", true).unwrap();
        assert!(whole.contains("\n  spec\t<JobSpec>\n    activeDeadlineSeconds\t<integer>\n"), "{whole}");
        assert!(whole.contains("\n            name\t<string> -required-\n"), "{whole}");
    }

    #[test]
    fn names_of_fields_are_completed_one_after_the_other() {
        let release = Release::V1_36;
        assert_eq!(completions("j", release), ["job", "pod"]);
        assert!(completions("job.spec.t", release).contains(&"job.spec.template".to_owned()));
        assert!(completions("po.", release).contains(&"po.kind".to_owned()));
        assert!(completions("pod.spec.containers.", release).contains(&"pod.spec.containers.image".to_owned()));
        assert!(completions("pod.spec.nope.", release).is_empty() && completions("cj.", release).is_empty());
    }
}
