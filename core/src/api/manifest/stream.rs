//! The manifests of a text: several documents, `List`s, and objects other than Jobs.

use serde::Serialize;

use super::objects::{TextObject, read_objects};
use super::{
    MAX_MANIFEST_BYTES, Manifest, ManifestError, bare_pod, cron_job, in_order, read_job, read_quota, type_meta,
};
use crate::api::yaml::{Contents, Position, position};
use crate::api::{FeatureGates, Hint, Name, Pod, ResourceQuota, TextProblem};

/// The largest number of Jobs in one text.
pub const MAX_MANIFEST_JOBS: usize = 100;

/// The objects of a text, as `kubectl apply -f` would send them: the editor's text may be a stream of documents.
///
/// ```
/// use jobscope_core::api::{Manifests, Release};
///
/// let text = "
/// apiVersion: v1
/// kind: ConfigMap
/// metadata: {name: settings}
/// ---
/// apiVersion: batch/v1
/// kind: Job
/// metadata: {name: pi}
/// spec:
///   template:
///     spec:
///       restartPolicy: Never
///       containers: [{name: pi, image: perl}]
/// ";
/// let manifests = Manifests::parse(text, Release::V1_36).unwrap();
/// assert_eq!(manifests.jobs().count(), 1);
/// assert_eq!(manifests.ignored[0].to_string(), "ConfigMap settings");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifests {
    /// What is simulated, in the order of the text.
    pub objects: Vec<ManifestObject>,
    /// What is not simulated here, once for each kind.
    pub ignored: Vec<IgnoredKind>,
}

/// An object of a manifest that is simulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManifestObject {
    /// A Job, or the Job of a CronJob.
    Job(Box<Manifest>),
    /// A limit on the pods of a namespace.
    Quota(ResourceQuota),
    /// A pod without a Job.
    Pod(Box<Pod>),
}

/// Objects of a kind that is not simulated here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct IgnoredKind {
    /// The version, such as `v1`.
    pub api_version: String,
    /// The kind, such as `ConfigMap`.
    pub kind: String,
    /// Their names, in the order of the text.
    pub names: Vec<String>,
    /// The line of the first one, from 1.
    pub line: u32,
}

impl std::fmt::Display for IgnoredKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind, self.names.join(", "))
    }
}

impl IgnoredKind {
    /// Adds an object to those of its kind.
    pub(crate) fn note(ignored: &mut Vec<Self>, object: &TextObject) {
        let name = object.metadata("name").or(object.metadata("generateName")).unwrap_or_default().to_owned();
        let same = |known: &&mut Self| known.kind == object.kind && known.api_version == object.api_version;
        match ignored.iter_mut().find(same) {
            Some(known) => known.names.push(name),
            None => ignored.push(Self {
                api_version: object.api_version.clone(),
                kind: object.kind.clone(),
                names: vec![name],
                line: position(&object.node, "").line,
            }),
        }
    }
}

impl Manifests {
    /// Reads all manifests of a text and checks them as `kubectl` and the API server of a release would
    /// ([`Manifest::parse`] says how). At least one of them is a Job.
    ///
    /// # Errors
    ///
    /// The mistakes by position in the text: at least one, at most 100.
    pub fn parse(text: &str, gates: impl Into<FeatureGates>) -> Result<Self, Vec<ManifestError>> {
        Self::read(text, gates.into()).map_err(|errors| in_order(errors, text))
    }

    fn read(text: &str, gates: FeatureGates) -> Result<Self, Vec<ManifestError>> {
        if text.len() > MAX_MANIFEST_BYTES {
            let problem = TextProblem::TooLong { bytes: text.len(), most: MAX_MANIFEST_BYTES };
            return Err(vec![ManifestError::new(Position::START, "", problem, None)]);
        }
        let objects = read_objects(text, Contents::Manifest).map_err(|error| vec![error.into()])?;
        let Some(first) = objects.first() else {
            let hint = Some(Contents::Manifest.wanted());
            return Err(vec![ManifestError::new(Position::START, "", TextProblem::Empty, hint)]);
        };
        let is_alone = objects.len() == 1;
        let (mut manifests, mut errors, mut jobs) = (Self::default(), Vec::new(), 0_usize);
        for object in &objects {
            let outcome = match Role::from_object(object, is_alone) {
                Role::Job => {
                    jobs += 1;
                    read_job(&object.node, gates).map(|job| {
                        manifests.objects.push(ManifestObject::Job(Box::new(job)));
                    })
                }
                Role::CronJob => {
                    jobs += 1;
                    read_cron_job(object, gates).map(|job| {
                        manifests.objects.push(ManifestObject::Job(Box::new(job)));
                    })
                }
                Role::Pod => {
                    bare_pod::read(object, gates).map(|pod| manifests.objects.push(ManifestObject::Pod(Box::new(pod))))
                }
                Role::Quota => read_quota(object).map(|quota| match quota {
                    Some(quota) => manifests.objects.push(ManifestObject::Quota(quota)),
                    None => IgnoredKind::note(&mut manifests.ignored, object),
                }),
                Role::Ignored => {
                    IgnoredKind::note(&mut manifests.ignored, object);
                    Ok(())
                }
                Role::Wrong => type_meta(&object.node, gates.release()).map(|found| errors.extend(found)),
            };
            errors.extend(outcome.err().into_iter().flatten());
            if jobs > MAX_MANIFEST_JOBS {
                let problem = TextProblem::TooManyJobs { most: MAX_MANIFEST_JOBS };
                errors.push(ManifestError::new(position(&object.node, ""), "", problem, Some(Hint::ApplyFewer)));
                break;
            }
        }
        if errors.is_empty() && jobs == 0 {
            let kinds: Vec<_> = manifests.ignored.iter().map(|ignored| ignored.kind.as_str()).collect();
            let problem = TextProblem::NoJob { kinds: kinds.join(", ") };
            let hint = Some(Contents::Manifest.wanted());
            errors.push(ManifestError::new(position(&first.node, ""), "", problem, hint));
        }
        errors.extend(manifests.same_names(&objects));
        if errors.is_empty() { Ok(manifests) } else { Err(errors) }
    }

    /// The Jobs, in the order of the text.
    pub fn jobs(&self) -> impl Iterator<Item = &Manifest> {
        self.objects.iter().filter_map(|object| match object {
            ManifestObject::Job(manifest) => Some(&**manifest),
            ManifestObject::Quota(_) | ManifestObject::Pod(_) => None,
        })
    }

    /// The only Job. Objects of other kinds are left out.
    ///
    /// # Errors
    ///
    /// The number of Jobs, if that is not one.
    pub fn single(self) -> Result<Manifest, usize> {
        let mut jobs = self.objects.into_iter().filter_map(|object| match object {
            ManifestObject::Job(manifest) => Some(*manifest),
            ManifestObject::Quota(_) | ManifestObject::Pod(_) => None,
        });
        match (jobs.next(), jobs.count()) {
            (Some(job), 0) => Ok(job),
            (first, others) => Err(others + usize::from(first.is_some())),
        }
    }

    /// Errors for Jobs of the same name: the second would be taken for a change of the first.
    fn same_names(&self, objects: &[TextObject]) -> Vec<ManifestError> {
        let mut known = std::collections::BTreeSet::<Name>::new();
        let names = self.jobs().filter_map(|manifest| manifest.job.metadata.name.clone());
        let twice: Vec<_> = names.filter(|name| !known.insert(name.clone())).collect();
        let place = |name: &Name| {
            let same = |object: &&TextObject| object.metadata("name") == Some(name.as_str());
            objects.iter().rev().find(same).map_or(Position::START, |object| position(&object.node, "metadata.name"))
        };
        let error = |name: &Name| {
            let problem = TextProblem::SameName { name: name.as_str().to_owned() };
            ManifestError::new(place(name), "metadata.name", problem, Some(Hint::NameEach))
        };
        twice.iter().map(error).collect()
    }
}

/// The Job that `kubectl create job --from` makes of a CronJob.
fn read_cron_job(object: &TextObject, gates: FeatureGates) -> Result<Manifest, Vec<ManifestError>> {
    let job = cron_job::job_of(object, gates.release())?;
    let manifest = read_job(&job, gates).map_err(|errors| {
        let within = |mut error: ManifestError| {
            error.path = cron_job::path_of(&error.path);
            error
        };
        errors.into_iter().map(within).collect::<Vec<_>>()
    })?;
    Ok(Manifest { cron_job: object.metadata("name").map(Name::from), ..manifest })
}

/// How an object of a text is treated here.
enum Role {
    Job,
    CronJob,
    Pod,
    Quota,
    Ignored,
    /// Not an object that could be sent, or the only one and not simulated.
    Wrong,
}

impl Role {
    fn from_object(object: &TextObject, is_alone: bool) -> Self {
        let (version, kind) = (object.api_version.as_str(), object.kind.as_str());
        match (version, kind) {
            ("batch/v1" | "", "Job") | (_, "") => Self::Job,
            (_, "CronJob") if object.group() == "batch" => Self::CronJob,
            ("v1", "ResourceQuota") if !is_alone => Self::Quota,
            ("v1", "Pod") if !is_alone => Self::Pod,
            ("", _) => Self::Wrong,
            _ if is_alone => Self::Wrong,
            // A misspelt kind of a group whose kinds are known.
            (_, "Job" | "Jobs") => Self::Wrong,
            _ if object.group() == "batch" => Self::Wrong,
            _ => Self::Ignored,
        }
    }
}
