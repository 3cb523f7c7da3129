//! Manifests in: YAML or JSON text to a Job, with line and column for everything that is wrong.
//!
//! - `decode`: the tree to a Job, by the types of `go_types`; `problem`, `words`, `time`: what it says of errors
//! - `error`: an error with its place; `hint`: what to do about it
//! - `availability`: which fields a release has
//! - `objects`: the documents and lists of a text, with places; `documents`: the same as kubectl reads it
//! - `stream`: all manifests of a text; `cron_job`, `bare_pod`, `quota`: what is in them besides Jobs
//! - `newer`: what an object has that came with a minor release
//! - `text`: fields changed in the text, for a form beside it

mod availability;
mod bare_pod;
mod cron_job;
mod decode;
mod documents;
mod dropped_metadata;
mod error;
mod hint;
mod objects;
mod problem;
#[cfg(test)]
mod properties;
mod quota;
mod signs;
mod stream;
#[cfg(test)]
mod tests;
mod text;
mod time;
mod words;

pub use availability::{FieldAvailability, job_spec_field};
pub(crate) use decode::metadata_error;
pub use documents::KubectlDocuments;
pub(crate) use documents::{invalid_key, null_key};
pub use error::ManifestError;
pub(crate) use error::prefix;
pub(crate) use objects::{TextObject, read_objects};
pub(crate) use quota::{other_limits_on_pods, pods_used, read_quota};
pub use signs::ReleaseBound;
pub(crate) use signs::{ReleaseSign, signs_in_job, signs_in_pod};
pub use stream::{IgnoredKind, MAX_MANIFEST_JOBS, ManifestObject, Manifests};
pub use text::{EditError, ManifestText};

use std::rc::Rc;

use decode::Source;
use serde_json::Value;

use super::strategy::RESOURCE_VERSION_ON_CREATE;
use super::yaml::{Node, Position, position};
use super::{
    FeatureGate, FeatureGates, FieldError, FieldPath, Hint, Job, JobStatus, Name, Namespace, Release, StatusError,
    StatusReason, TextProblem, Uid, default_job, from_json, generate_selector, prepare_for_create,
    validate_decoded_job,
};
use crate::small_sort::SmallSort as _;

/// Longest manifest that is read, in bytes.
pub const MAX_MANIFEST_BYTES: usize = 256 * 1024;

/// Stands for the UID that the server will give the Job, where an error text speaks of it.
const FUTURE_UID: &str = "uid-from-the-server";

/// A manifest that the API server of a release would accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The Job as submitted: nothing defaulted, and without what only the server can set.
    pub job: Job,
    /// All of it as JSON, as it was written.
    pub document: Value,
    /// The CronJob whose template it is, if it was not written as a Job.
    pub cron_job: Option<Name>,
}

impl Manifest {
    /// Reads a manifest and checks it as `kubectl` and the API server of a release would, with its feature gates (an
    /// [`Release`](super::Release) stands for those that it ships): parsing, unknown fields and wrong types, then
    /// defaulting and validation (of a copy). Errors are reported together, by position, at most 100: validation only
    /// looks at what can be decoded. What is not simulated is left out; [`Manifests::parse`] reads a text with more
    /// than one Job.
    ///
    /// # Errors
    ///
    /// At least one, each with its place in the text.
    ///
    /// ```
    /// use jobscope_core::api::{Release, Manifest};
    ///
    /// let text = "
    /// apiVersion: batch/v1
    /// kind: Job
    /// metadata:
    ///   name: pi
    /// spec:
    ///   paralelism: 2
    ///   template:
    ///     spec:
    ///       restartPolicy: Never
    ///       containers:
    ///       - name: pi
    ///         image: perl
    ///         command: [perl, -Mbignum=bpi, -wle, print bpi(2000)]
    /// ";
    /// let errors = Manifest::parse(text, Release::V1_11).unwrap_err();
    /// assert_eq!(
    ///     errors[0].to_string(),
    ///     r#"line 7, column 3: spec.paralelism: unknown field "paralelism" in io.k8s.api.batch.v1.JobSpec"#,
    /// );
    /// assert_eq!(errors[0].hint.as_ref().unwrap().to_string(), "did you mean parallelism?");
    ///
    /// let manifest = Manifest::parse(&text.replace("paralelism", "parallelism"), Release::V1_11).unwrap();
    /// assert_eq!(manifest.job.spec.parallelism, Some(2));
    /// ```
    pub fn parse(text: &str, gates: impl Into<FeatureGates>) -> Result<Self, Vec<ManifestError>> {
        let manifests = Manifests::parse(text, gates)?;
        manifests.single().map_err(|jobs| {
            let problem = TextProblem::SeveralJobs { jobs };
            vec![ManifestError::new(Position::START, "", problem, Some(Hint::LeaveOne))]
        })
    }
}

/// Errors in the order of their places in the text, each once.
fn in_order(mut errors: Vec<ManifestError>, text: &str) -> Vec<ManifestError> {
    let sort = |errors: &mut Vec<ManifestError>| errors.small_sort_by_key(|error| (error.line, error.column));
    sort(&mut errors);
    errors.dedup();
    errors.truncate(decode::MAX_ERRORS);
    for error in &mut errors {
        error.stay_within(text);
    }
    sort(&mut errors);
    errors
}

/// A Job as the API server of a release reads it from the body of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodedJob {
    /// The Job. What a release does not know is not in it, and neither is what only the server sets.
    pub job: Job,
    /// The status that was sent, which only the subresource `status` takes; absent if it has a word that no controller
    /// here knows, such as a condition of another type.
    pub status: Option<JobStatus>,
    /// Values that the server decodes and then refuses in validation, such as an unknown completion mode; [`Self::job`]
    /// has another value instead.
    pub refused: Vec<FieldError>,
    /// Lists and maps that were sent without items. [`Self::job`] does not tell them from missing ones; errors do.
    pub empty: Vec<FieldPath>,
    /// What strict decoding complains about: fields that the release does not know.
    pub strict: Vec<String>,
}

impl DecodedJob {
    /// Reads a Job from JSON. Fields that the release does not know are passed over without a word, as the
    /// server does it; it is `kubectl` who complains about them ([`Manifest::parse`]).
    ///
    /// # Errors
    ///
    /// 400 for what is no Job at all: a text where a number belongs, and the like.
    ///
    /// ```
    /// use jobscope_core::api::{DecodedJob, Release};
    /// use serde_json::json;
    ///
    /// let document = json!({"metadata": {"name": "pi"}, "spec": {"parallelism": 2, "suspend": true}});
    /// let decoded = DecodedJob::from_json(&document, Release::V1_11)?;
    /// assert_eq!(decoded.job.spec.parallelism, Some(2));
    /// assert_eq!(decoded.job.spec.suspend, None, "v1.11 does not know it yet");
    /// # Ok::<(), jobscope_core::api::StatusError>(())
    /// ```
    pub fn from_json(document: &Value, gates: impl Into<FeatureGates>) -> Result<Self, StatusError> {
        Self::from_node(&Rc::new(Node::from_json(document)), gates.into())
    }

    /// Reads a Job from the text of a request's body. The order of fields, fields that occur twice and the spelling of
    /// numbers are in the errors as the server has them.
    ///
    /// # Errors
    ///
    /// As [`Self::from_json`], or for text that is not JSON.
    pub fn from_body(body: &str, gates: impl Into<FeatureGates>) -> Result<Self, StatusError> {
        let root: Node = serde_json::from_str(body).map_err(|error| unreadable(&error.to_string()))?;
        Self::from_node(&Rc::new(root), gates.into())
    }

    fn from_node(root: &Rc<Node>, gates: FeatureGates) -> Result<Self, StatusError> {
        let release = gates.release();
        if let Some(error) = other_type(root, release) {
            return Err(StatusError::new(StatusReason::BadRequest, error));
        }
        let decode::Decoded { job, status, errors, mut refused, empty } = decode::decode(root, release, Source::Body);
        let status = status.map_or_else(|| Some(JobStatus::default()), |status| from_json(&status).ok());
        let fatal = errors.iter().find(|error| error.is_final());
        if let Some(error) = fatal.or_else(|| errors.iter().find(|error| !error.is_strict())) {
            return Err(unreadable(&error.of_server(release)));
        }
        let job = into_job(job, root, &refused)
            .map_err(|error| unreadable(&format!("{}{}", prefix(&error.path), error.problem)))?;
        forget_dropped(&mut refused, gates);
        let mut strict: Vec<String> = Vec::new();
        for error in &errors {
            let text = error.of_server(release);
            if !strict.contains(&text) {
                strict.push(text);
            }
        }
        Ok(Self { job, status, refused, empty, strict })
    }
}

/// The error of a body of a type that there is not; one that does not say its type is a Job.
fn other_type(root: &Node, release: Release) -> Option<String> {
    let said = |field: &str, usual| root.text(field).filter(|text| !text.is_empty()).unwrap_or(usual);
    let (api_version, kind) = (said("apiVersion", "batch/v1"), said("kind", "Job"));
    if (api_version, kind) == ("batch/v1", "Job") {
        return None;
    }
    let scheme = match release.minor() {
        ..20 => "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:29",
        20..31 => "pkg/runtime/scheme.go:100",
        31.. => "pkg/api/legacyscheme/scheme.go:30",
    };
    let version = api_version.rsplit('/').next().unwrap_or_default();
    Some(format!(
        "{kind} in version {version:?} cannot be handled as a Job: no kind {kind:?} is registered for version \
         {api_version:?} in scheme {scheme:?}"
    ))
}

/// The error of a body that is no Job.
fn unreadable(why: &str) -> StatusError {
    StatusError::new(StatusReason::BadRequest, format!("Job in version \"v1\" cannot be handled as a Job: {why}"))
}

impl From<Job> for DecodedJob {
    fn from(job: Job) -> Self {
        Self { status: Some(job.status.clone()), job, refused: Vec::new(), empty: Vec::new(), strict: Vec::new() }
    }
}

/// The Job that a node is, or the errors in the order in which they were found.
fn read_job(root: &Rc<Node>, gates: FeatureGates) -> Result<Manifest, Vec<ManifestError>> {
    let mut errors = type_meta(root, gates.release())?;
    let release = gates.release();
    let decode::Decoded { job, errors: decoding, refused, empty, .. } = decode::decode(root, release, Source::Typed);
    let undecodable = decoding.iter().any(|error| !error.is_strict());
    errors.extend(
        decoding
            .into_iter()
            .map(|error| ManifestError::quoted(error.at, error.path.as_str(), error.of_typed(release), error.hint)),
    );
    let mut job = into_job(job, root, &refused).map_err(|error| vec![error])?;
    if job.metadata.resource_version.take().is_some_and(|version| version.0 != 0) {
        let path = "metadata.resourceVersion";
        let hint = Some(Hint::RemoveVersion);
        errors.push(ManifestError::quoted(position(root, path), path, RESOURCE_VERSION_ON_CREATE, hint));
    }
    if !undecodable {
        errors.extend(admission(&job, (refused, &empty), gates).into_iter().take(decode::MAX_ERRORS).map(|error| {
            let at = position(root, &culprit(&error, &job));
            ManifestError::quoted(at, error.path.as_str(), error.body(), hint::invalid_field(&error, &job))
        }));
    }
    if errors.is_empty() { Ok(Manifest { job, document: root.to_json(), cron_job: None }) } else { Err(errors) }
}

/// The position of the field at fault: labels that the Job has only by default are the template's, and a generated name
/// comes from `generateName`.
fn culprit(error: &FieldError, job: &Job) -> String {
    let place = error.place.as_str();
    if place.starts_with("metadata.labels") && job.metadata.labels.is_empty() {
        format!("spec.template.{place}")
    } else if hint::is_label_of_name(error, job) {
        "metadata.name".to_owned()
    } else if place == "metadata.name" && job.metadata.name().is_empty() && job.metadata.generate_name.is_some() {
        "metadata.generateName".to_owned()
    } else {
        place.to_owned()
    }
}

/// `apiVersion` and `kind`: whether this is a Job at all. A wrong kind makes every further error
/// pointless.
fn type_meta(root: &Rc<Node>, release: Release) -> Result<Vec<ManifestError>, Vec<ManifestError>> {
    let at = |path: &str| position(root, path);
    let fatal = |path: &str, problem, hint| Err(vec![ManifestError::new(at(path), path, problem, Some(hint))]);
    let missing = |path: &str, hint| {
        let message = format!("{path} not set");
        ManifestError::quoted(at(""), path, message, Some(hint))
    };
    if root.entries().is_none() {
        return fatal("", TextProblem::NotAnObject, Hint::ManifestKeys);
    }
    let version = root.text("apiVersion").unwrap_or_default();
    let kind = root.text("kind").unwrap_or_default();
    let other = || TextProblem::OtherKind { object: kind.to_owned() };
    let mut errors = Vec::new();
    match kind {
        "Job" => {}
        "" => errors.push(missing("kind", Hint::AddKind)),
        "Pod" => return fatal("kind", other(), Hint::PasteJobOfPod),
        "List" | "JobList" => return fatal("kind", TextProblem::ListOfJobs, Hint::PasteItem),
        "Deployment" | "ReplicaSet" | "StatefulSet" | "DaemonSet" | "ReplicationController" | "PodTemplate" => {
            return fatal("kind", other(), Hint::SameTemplate);
        }
        _ if version.is_empty() => {
            return fatal("apiVersion", TextProblem::quoted("apiVersion not set"), Hint::AddApiVersionOfKind);
        }
        _ => return fatal("kind", TextProblem::quoted(no_matches(kind, version, release)), Hint::OnlyJobs),
    }
    match version {
        "batch/v1" => {}
        "" => errors.push(missing("apiVersion", Hint::AddApiVersion)),
        _ => {
            let message = no_matches("Job", version, release);
            let hint = Some(Hint::WriteApiVersion);
            errors.push(ManifestError::quoted(at("apiVersion"), "apiVersion", message, hint));
        }
    }
    Ok(errors)
}

/// `meta.NoKindMatchError`, as kubectl prints it.
fn no_matches(kind: &str, version: &str, release: Release) -> String {
    let advice = if release.since(24) { "\nensure CRDs are installed first" } else { "" };
    format!("no matches for kind {kind:?} in version {version:?}{advice}")
}

/// The Job of decoded JSON. Texts that our enums cannot hold, `refused` already, get a stand-in.
fn into_job(mut job: Value, root: &Rc<Node>, refused: &[FieldError]) -> Result<Job, ManifestError> {
    for error in refused {
        let pointer = format!("/{}", error.path.as_str().replace('[', "/").replace(']', "").replace('.', "/"));
        if let Some(value) = job.pointer_mut(&pointer) {
            *value = stand_in(&pointer).into();
        }
    }
    if let Some(version) = job.pointer_mut("/metadata/resourceVersion") {
        // An opaque text: all that counts is whether there is one.
        let is_set = version.as_str().is_some_and(|version| !matches!(version, "" | "0"));
        *version = if is_set { "1" } else { "0" }.into();
    }
    from_json(&job)
        .map_err(|error| ManifestError::quoted(position(root, &error.path), &error.path, error.message, None))
}

/// A text that is right where `pointer` points to.
fn stand_in(pointer: &str) -> &'static str {
    match pointer.rsplit('/').next().unwrap_or_default() {
        "operator" if pointer.ends_with("/onExitCodes/operator") => "NotIn",
        "operator" => "Exists",
        "completionMode" => "NonIndexed",
        "podReplacementPolicy" => "Failed",
        "action" => "Count",
        "status" => "True",
        _ => "Never",
    }
}

/// Nobody refuses a value in a field that is dropped because its gate is off.
fn forget_dropped(refused: &mut Vec<FieldError>, gates: FeatureGates) {
    let dropped = [
        (FeatureGate::JobPodFailurePolicy, "spec.podFailurePolicy"),
        (FeatureGate::JobPodReplacementPolicy, "spec.podReplacementPolicy"),
        (FeatureGate::IndexedJob, "spec.completionMode"),
    ];
    for (_, path) in dropped.into_iter().filter(|(gate, _)| !gates.enabled(*gate)) {
        refused.retain(|error| !error.path.as_str().starts_with(path));
    }
    let release = gates.release();
    let drops_policy = |list: &str| match list {
        "initContainers" => !release.since(29) || (release.since(34) && !release.since(35)),
        _ => release.since(34) && !release.since(35),
    };
    refused.retain(|error| !own_policy(error.path.as_str()).is_some_and(drops_policy));
}

/// The list of the container whose own restart policy is at `path`.
fn own_policy(path: &str) -> Option<&str> {
    let container = path.strip_prefix("spec.template.spec.")?.strip_suffix("].restartPolicy")?;
    let (list, index) = container.split_once('[')?;
    (matches!(list, "containers" | "initContainers") && !index.contains('.')).then_some(list)
}

/// What admission would say to the Job: defaulting, generated fields and validation of a copy.
fn admission(job: &Job, (mut refused, empty): (Vec<FieldError>, &[FieldPath]), gates: FeatureGates) -> Vec<FieldError> {
    let mut copy = job.clone();
    default_job(&mut copy, gates);
    // Fields whose gate is off are dropped before anybody looks at them. (A version, the one thing that is
    // refused here, was reported and taken away.)
    drop(prepare_for_create(&mut copy, gates));
    forget_dropped(&mut refused, gates);
    copy.metadata.uid = Some(Uid::from(FUTURE_UID));
    copy.metadata.namespace.get_or_insert_with(Namespace::default);
    if copy.metadata.name().is_empty()
        && let Some(prefix) = copy.metadata.generate_name.as_ref().map(Name::as_str).filter(|prefix| !prefix.is_empty())
    {
        // `SimpleNameGenerator`: five characters after at most 58.
        let prefix: String = prefix.chars().take(58).collect();
        copy.metadata.name = Some(Name::from(format!("{prefix}xxxxx")));
    }
    generate_selector(&mut copy, gates.release());
    let mut errors = validate_decoded_job(&copy, (&[], empty), gates.release(), true);
    for refusal in &refused {
        // A selector with an unknown operator matches nothing and is not checked further.
        if let Some(requirement) = refusal.path.as_str().strip_suffix(".operator") {
            errors.retain(|error| {
                error.path.as_str() != "spec.template.metadata.labels"
                    && error.path.as_str().strip_prefix(requirement) != Some(".values")
            });
        }
    }
    errors.extend(refused);
    errors
}
