//! Hints: how to fix an error, which Kubernetes' messages do not say.

use crate::api::go_types::GoType::{self, Flag, Int32, Int64, List, Struct, Text};
use crate::api::go_types::{FoundField, GoStruct, JOB};
use crate::api::quantity::Quantity;
use crate::api::yaml::Yaml;
use crate::api::{FieldError, FieldErrorKind, Job, Release};

/// Longest value of a label.
const MAX_LABEL: usize = 63;

/// The places that people mix up: where a field is that stands elsewhere.
const PLACES: [&[&str]; 6] = [
    &[],
    &["metadata"],
    &["spec"],
    &["spec", "template"],
    &["spec", "template", "spec"],
    &["spec", "template", "spec", "containers"],
];

/// The type of an object within a Job, or of the items of a list.
pub(super) fn type_at(path: &[&str], release: Release) -> Option<&'static GoStruct> {
    path.iter().try_fold(&JOB, |of: &'static GoStruct, name| of.find(name, release)?.field.r#type().of_struct())
}

/// About a field that the type does not have in this release; `found` if it has it in another.
pub(super) fn unknown_field(name: &str, found: Option<&FoundField>, of: &'static GoStruct, release: Release) -> String {
    if let Some(found) = found {
        return if found.since() > release.minor() {
            format!("{release} does not know it yet; it came with v1.{}", found.since())
        } else {
            format!("{release} does not know it any more")
        };
    }
    let known: Vec<_> = of.all_fields().into_iter().filter(|found| found.is_in(release)).collect();
    let lower = name.to_lowercase();
    let nearest = known
        .iter()
        .filter(|_| name.len() <= 64)
        .map(|found| found.field.json())
        .filter(|near| *near != "status")
        .map(|near| (strsim::osa_distance(&lower, &near.to_lowercase()), near))
        .min()
        .filter(|(distance, near)| *distance <= 1 + near.len() / 5);
    if let Some((_, near)) = nearest {
        return format!("did you mean {near}?");
    }
    let has = |of: &'static GoStruct| of.find(name, release).is_some_and(|found| found.is_in(release));
    let is_elsewhere = |path: &&&[&str]| {
        type_at(path, release).is_some_and(|place| !std::ptr::eq(place, of) && has(place))
            || (path.is_empty() && matches!(name, "apiVersion" | "kind"))
    };
    match PLACES.iter().find(is_elsewhere).map(|path| path.join(".")).as_deref() {
        Some("") => format!("{name} belongs to the top level of the manifest: check the indentation"),
        Some("spec.template.spec.containers") => {
            format!("{name} belongs into a container, an item of spec.template.spec.containers: check the indentation")
        }
        Some(path) => format!("{name} belongs into {path}: check the indentation"),
        None => String::new(),
    }
}

/// About a value of the wrong type.
pub(super) fn wrong_type(value: &Yaml, shape: &GoType) -> String {
    let text = matches!(shape, Text(_));
    match value {
        Yaml::Bool(flag) if text => format!("put it into quotes if the text \"{flag}\" is meant"),
        Yaml::Integer(number) if text => format!("put it into quotes: \"{number}\""),
        Yaml::Float(number) if text => format!("put it into quotes: \"{number}\""),
        Yaml::Text(text) if matches!(shape, Int32 | Int64) && text.parse::<i64>().is_ok() => {
            "remove the quotes: a number goes here".to_owned()
        }
        Yaml::Text(_) if matches!(shape, Int32 | Int64) => "a whole number goes here".to_owned(),
        _ if matches!(shape, Flag) => "true or false goes here".to_owned(),
        Yaml::Map(_) if matches!(shape, List(_)) => "a list goes here: start each of its items with a dash".to_owned(),
        _ if matches!(shape, List(_)) => "a list goes here, such as [\"a\", \"b\"]".to_owned(),
        Yaml::List(_) if matches!(shape, Struct(_) | GoType::Map(..)) => {
            "an object goes here, not a list: remove the dash".to_owned()
        }
        _ => String::new(),
    }
}

/// For an amount that cannot be parsed.
pub(super) fn quantity(text: &str) -> String {
    let stripped = text.trim_end_matches(['b', 'B']).trim_end_matches(' ').replace(' ', "");
    // People write GB for G and K for k.
    let guess = stripped.strip_suffix('K').map_or_else(|| stripped.clone(), |amount| format!("{amount}k"));
    if Quantity::parse(&guess).is_ok() {
        format!("did you mean {guess}?")
    } else {
        "amounts look like 500m, 2, 128Mi or 1G".to_owned()
    }
}

/// Whether an error is about the label that the server makes of the Job's name, and not about one of the template's own.
pub(super) fn is_label_of_name(error: &FieldError, job: &Job) -> bool {
    let name = job.metadata.name();
    error.path.as_str() == "spec.template.labels"
        && name.len() > MAX_LABEL
        && error.body().contains(&format!("{name:?}: must be no more than {MAX_LABEL} "))
        && job.spec.template.metadata.labels.iter().all(|(_, value)| value != name)
}

/// About an error of validation; `job` is the Job as it was submitted.
pub(super) fn invalid_field(error: &FieldError, job: &Job) -> String {
    let restart_policy = job.spec.template.spec.restart_policy;
    match (error.path.as_str(), &error.kind) {
        ("spec.template.spec.restartPolicy", _) if restart_policy.is_none() => {
            "pods restart Always by default, but the pods of a Job have to end: \
             add restartPolicy: Never (or OnFailure) here"
                .to_owned()
        }
        ("spec.template.spec.restartPolicy", _) => "the pods of a Job have to end: use OnFailure or Never".to_owned(),
        (
            "spec.selector"
            | "spec.template.metadata.labels"
            | "spec.template.metadata.labels[controller-uid]"
            | "spec.template.metadata.labels[job-name]",
            FieldErrorKind::Invalid { .. },
        ) if job.spec.manual_selector != Some(true) => {
            "the server makes the selector and the labels controller-uid and job-name: \
             remove spec.selector and these labels (or set manualSelector: true)"
                .to_owned()
        }
        ("spec.selector", FieldErrorKind::Required) => {
            "with manualSelector: true the selector is yours to write".to_owned()
        }
        ("metadata.labels", _) if job.metadata.labels.is_empty() => {
            "a Job without labels of its own has those of its template".to_owned()
        }
        _ if is_label_of_name(error, job) => {
            "shorten metadata.name: the server makes it a label of the pods, and a label has at most 63 characters"
                .to_owned()
        }
        ("metadata.name", FieldErrorKind::Required) => "add metadata.name".to_owned(),
        ("spec.template.spec.containers", FieldErrorKind::Required) => {
            "a pod needs at least one container with a name and an image".to_owned()
        }
        _ => String::new(),
    }
}
