//! Finds the hint for an error.

use crate::api::go_types::GoType::{self, Flag, Int32, Int64, List, Struct, Text};
use crate::api::go_types::{FoundField, GoStruct, JOB};
use crate::api::quantity::Quantity;
use crate::api::yaml::Yaml;
use crate::api::{FieldError, FieldErrorKind, Hint, Job, ManifestPlace, Release};

/// Longest value of a label.
const MAX_LABEL: usize = 63;

/// The objects whose fields people mix up.
const PLACES: [(ManifestPlace, &[&str]); 4] = [
    (ManifestPlace::Metadata, &["metadata"]),
    (ManifestPlace::Spec, &["spec"]),
    (ManifestPlace::Template, &["spec", "template"]),
    (ManifestPlace::PodSpec, &["spec", "template", "spec"]),
];

/// The path of the containers.
const CONTAINERS: [&str; 4] = ["spec", "template", "spec", "containers"];

/// The type of an object within a Job, or of the items of a list.
pub(super) fn type_at(path: &[&str], release: Release) -> Option<&'static GoStruct> {
    path.iter().try_fold(&JOB, |of: &'static GoStruct, name| of.find(name, release)?.field.r#type().of_struct())
}

/// About a field that the type does not have in this release; `found` if it has it in another.
pub(super) fn unknown_field(
    name: &str,
    found: Option<&FoundField>,
    of: &'static GoStruct,
    release: Release,
) -> Option<Hint> {
    if let Some(found) = found {
        return Some(if found.since() > release.minor() {
            Hint::NotYet { release, minor: found.since() }
        } else {
            Hint::NoLonger { release }
        });
    }
    let known: Vec<_> = of.all_fields().into_iter().filter(|found| found.is_in(release)).collect();
    let lower = name.to_ascii_lowercase();
    let nearest = known
        .iter()
        .filter(|_| name.len() <= 64)
        .map(|found| found.field.json())
        .filter(|near| *near != "status")
        .map(|near| (strsim::osa_distance(&lower, &near.to_ascii_lowercase()), near))
        .min()
        .filter(|(distance, near)| *distance <= 1 + near.len() / 5);
    if let Some((_, near)) = nearest {
        return Some(Hint::DidYouMean { word: near.to_owned() });
    }
    let field = name.to_owned();
    let has = |of: &'static GoStruct| of.find(name, release).is_some_and(|found| found.is_in(release));
    let is_at = |path: &[&str]| type_at(path, release).is_some_and(|place| !std::ptr::eq(place, of) && has(place));
    if is_at(&[]) || matches!(name, "apiVersion" | "kind") {
        return Some(Hint::BelongsToTop { field });
    }
    if let Some((place, _)) = PLACES.into_iter().find(|(_, path)| is_at(path)) {
        return Some(Hint::BelongsInto { field, place });
    }
    is_at(&CONTAINERS).then_some(Hint::BelongsIntoContainer { field })
}

/// About a value of the wrong type.
pub(super) fn wrong_type(value: &Yaml, shape: &GoType) -> Option<Hint> {
    let text = matches!(shape, Text(_));
    match value {
        Yaml::Text(text) if has_variable(text) => Some(Hint::WriteValue),
        Yaml::Bool(value) if text => Some(Hint::QuoteTruth { value: *value }),
        Yaml::Integer(number) if text => Some(Hint::QuoteNumber { number: number.to_string() }),
        Yaml::Float(number) if text => Some(Hint::QuoteNumber { number: number.to_string() }),
        Yaml::Text(text) if matches!(shape, Int32 | Int64) && text.parse::<i64>().is_ok() => Some(Hint::Unquote),
        Yaml::Text(_) if matches!(shape, Int32 | Int64) => Some(Hint::WholeNumber),
        _ if matches!(shape, Flag) => Some(Hint::TrueOrFalse),
        Yaml::Map(_) if matches!(shape, List(_)) => Some(Hint::Items),
        _ if matches!(shape, List(_)) => Some(Hint::List),
        Yaml::List(_) if matches!(shape, Struct(_) | GoType::Map(..)) => Some(Hint::Object),
        _ => None,
    }
}

/// Whether a text has a variable of a shell, such as `${NAME}`.
fn has_variable(text: &str) -> bool {
    let mut after = text.split('$').skip(1);
    after.any(|rest| rest.starts_with(|c: char| c == '{' || c == '_' || c.is_ascii_alphabetic()))
}

/// For an amount that cannot be parsed.
pub(super) fn quantity(text: &str) -> Hint {
    if has_variable(text) {
        return Hint::WriteValue;
    }
    let stripped = text.trim_end_matches(['b', 'B']).trim_end_matches(' ').replace(' ', "");
    // People write GB for G and K for k.
    let word = stripped.strip_suffix('K').map_or_else(|| stripped.clone(), |amount| format!("{amount}k"));
    if Quantity::parse(&word).is_ok() { Hint::DidYouMean { word } } else { Hint::Amount }
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
pub(super) fn invalid_field(error: &FieldError, job: &Job) -> Option<Hint> {
    let restart_policy = job.spec.template.spec.restart_policy;
    Some(match (error.path.as_str(), &error.kind) {
        ("spec.template.spec.restartPolicy", _) if restart_policy.is_none() => Hint::AddRestartPolicy,
        ("spec.template.spec.restartPolicy", _) => Hint::RestartPolicy,
        (
            "spec.selector"
            | "spec.template.metadata.labels"
            | "spec.template.metadata.labels[controller-uid]"
            | "spec.template.metadata.labels[job-name]",
            FieldErrorKind::Invalid { .. },
        ) if job.spec.manual_selector != Some(true) => Hint::GeneratedSelector,
        ("spec.selector", FieldErrorKind::Required) => Hint::ManualSelector,
        ("metadata.labels", _) if job.metadata.labels.is_empty() => Hint::LabelsOfTemplate,
        (
            _,
            FieldErrorKind::Invalid { value }
            | FieldErrorKind::NotSupported { value }
            | FieldErrorKind::NotFound { value },
        ) if has_variable(value) => Hint::WriteValue,
        _ if is_label_of_name(error, job) => Hint::ShortenName,
        ("metadata.name", FieldErrorKind::Required) => Hint::AddName,
        ("spec.template.spec.containers", FieldErrorKind::Required) => Hint::AddContainer,
        _ => return None,
    })
}
