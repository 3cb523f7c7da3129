//! What in a stored object tells the releases that it comes from: fields by the field tables, and by tables of their own
//! what servers, controllers and kubelets write.

use serde::Serialize;

use crate::api::go_types::{GoStruct, GoType, JOB, POD_SPEC};
use crate::api::yaml::{Node, Yaml};
use crate::api::{FieldPath, Release};

/// Which minor releases write something into an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum ReleaseBound {
    /// It came with this minor release; earlier ones cannot have it.
    Since(u8),
    /// This is the last minor release that writes it. A cluster that was upgraded may still have it.
    Until(u8),
    /// It is missing, and every release since this one writes it.
    Missing(u8),
}

impl ReleaseBound {
    /// The first minor release that it comes from, if it says so.
    pub const fn since(self) -> Option<u8> {
        match self {
            Self::Since(minor) => Some(minor),
            Self::Until(_) | Self::Missing(_) => None,
        }
    }

    /// The last minor release that it comes from, if it says so.
    pub const fn until(self) -> Option<u8> {
        match self {
            Self::Since(_) => None,
            Self::Until(minor) => Some(minor),
            Self::Missing(minor) => Some(minor - 1),
        }
    }

    /// Whether the release, with its gates as it ships them, writes objects like that.
    pub const fn holds(self, release: Release) -> bool {
        match self {
            Self::Since(minor) => release.since(minor),
            Self::Until(minor) => !release.since(minor + 1),
            Self::Missing(minor) => !release.since(minor),
        }
    }
}

/// Something in an object that only some releases write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReleaseSign {
    /// Where it is, such as `spec.suspend`.
    pub(crate) path: String,
    /// Which releases.
    pub(crate) bound: ReleaseBound,
}

/// What a row of a table looks for. Paths have dots.
#[derive(Clone, Copy, Debug)]
enum Sign {
    /// A field with a value.
    Field(&'static str),
    /// A field that is written as `null`.
    Null(&'static str),
    /// A field that the whole output of a server lacks.
    NoField(&'static str),
    /// An entry of a map.
    Entry(&'static str, &'static str),
    /// An entry that a map lacks, where another map has the same one.
    NoEntry(&'static str, &'static str, &'static str),
    /// A text in a list.
    Item(&'static str, &'static str),
    /// A label in the selector that the server generates.
    Selector(&'static str),
    /// A field of a container's status.
    Container(&'static str),
    /// A condition of that type.
    Condition(&'static str),
    /// A condition of that type with one of the reasons.
    Reason(&'static str, &'static [&'static str]),
    /// A condition that is true, without the other one that announces it.
    Unannounced(&'static str, &'static str),
}

/// A sign, and which releases write it with the gates that they ship.
type Row = (Sign, ReleaseBound);

/// The finalizer by which Jobs hold their pods, and the annotation of Jobs that have it.
const TRACKING: &str = "batch.kubernetes.io/job-tracking";

const INDEX: &str = "batch.kubernetes.io/job-completion-index";

const LABELS: &str = "metadata.labels";

const ANNOTATIONS: &str = "metadata.annotations";

/// Why a Job fails, where the condition `FailureTarget` announces it since v1.31.
const ANNOUNCED_FAILURES: &[&str] =
    &["BackoffLimitExceeded", "DeadlineExceeded", "FailedIndexes", "MaxFailedIndexesExceeded"];

/// Most that is listed of one object.
const MOST: usize = 100;

/// What a Job has besides the fields of its spec.
const JOB_SIGNS: &[Row] = &[
    (Sign::Field("status.completedIndexes"), ReleaseBound::Since(21)),
    (Sign::Field("status.uncountedTerminatedPods"), ReleaseBound::Since(22)),
    (Sign::Field("status.ready"), ReleaseBound::Since(23)),
    (Sign::Field("status.failedIndexes"), ReleaseBound::Since(28)),
    (Sign::Field("status.terminating"), ReleaseBound::Since(28)),
    (Sign::Condition("Suspended"), ReleaseBound::Since(21)),
    (Sign::Condition("FailureTarget"), ReleaseBound::Since(25)),
    (Sign::Condition("SuccessCriteriaMet"), ReleaseBound::Since(30)),
    (Sign::Reason("Failed", &["PodFailurePolicy"]), ReleaseBound::Since(25)),
    (Sign::Reason("Failed", &["FailedIndexes", "MaxFailedIndexesExceeded"]), ReleaseBound::Since(28)),
    (Sign::Reason("FailureTarget", ANNOUNCED_FAILURES), ReleaseBound::Since(31)),
    (Sign::Reason("Complete", &["CompletionsReached"]), ReleaseBound::Since(31)),
    (Sign::Selector("batch.kubernetes.io/controller-uid"), ReleaseBound::Since(27)),
    (Sign::Selector("batch.kubernetes.io/job-name"), ReleaseBound::Since(27)),
    (Sign::Selector("controller-uid"), ReleaseBound::Until(26)),
    (Sign::Entry(ANNOTATIONS, TRACKING), ReleaseBound::Until(27)),
    (Sign::Unannounced("Complete", "SuccessCriteriaMet"), ReleaseBound::Until(30)),
    (Sign::Unannounced("Failed", "FailureTarget"), ReleaseBound::Until(30)),
    // Go wrote the empty time out before it knew `omitzero`.
    (Sign::Null("spec.template.metadata.creationTimestamp"), ReleaseBound::Until(33)),
    // Defaults, which a server also gives to what it reads from its store.
    (Sign::NoField("spec.completionMode"), ReleaseBound::Missing(22)),
    (Sign::NoField("spec.suspend"), ReleaseBound::Missing(22)),
    (Sign::NoField("spec.manualSelector"), ReleaseBound::Missing(29)),
    (Sign::NoField("spec.podReplacementPolicy"), ReleaseBound::Missing(29)),
];

/// What a pod of a Job has besides the fields of its spec.
const POD_SIGNS: &[Row] = &[
    (Sign::Item("metadata.finalizers", TRACKING), ReleaseBound::Since(22)),
    (Sign::Entry(ANNOTATIONS, INDEX), ReleaseBound::Since(21)),
    (Sign::Entry(LABELS, INDEX), ReleaseBound::Since(28)),
    (Sign::NoEntry(LABELS, ANNOTATIONS, INDEX), ReleaseBound::Missing(28)),
    (Sign::Entry(ANNOTATIONS, "batch.kubernetes.io/job-index-failure-count"), ReleaseBound::Since(28)),
    (Sign::Entry(ANNOTATIONS, "batch.kubernetes.io/job-index-ignored-failure-count"), ReleaseBound::Since(28)),
    (Sign::Condition("DisruptionTarget"), ReleaseBound::Since(25)),
    (Sign::Condition("PodReadyToStartContainers"), ReleaseBound::Since(28)),
    (Sign::Field("status.resize"), ReleaseBound::Since(27)),
    (Sign::Field("status.hostIPs"), ReleaseBound::Since(28)),
    (Sign::Field("status.resourceClaimStatuses"), ReleaseBound::Since(28)),
    (Sign::Field("status.observedGeneration"), ReleaseBound::Since(33)),
    (Sign::Field("status.extendedResourceClaimStatus"), ReleaseBound::Since(34)),
    (Sign::Field("status.allocatedResources"), ReleaseBound::Since(35)),
    (Sign::Field("status.resources"), ReleaseBound::Since(35)),
    (Sign::Field("status.nodeAllocatableResourceClaimStatuses"), ReleaseBound::Since(36)),
    (Sign::Field("status.volumeHealth"), ReleaseBound::Since(37)),
    (Sign::Container("resources"), ReleaseBound::Since(27)),
    (Sign::Container("allocatedResources"), ReleaseBound::Since(27)),
    (Sign::Container("volumeMounts"), ReleaseBound::Since(30)),
    (Sign::Container("user"), ReleaseBound::Since(31)),
    (Sign::Container("allocatedResourcesStatus"), ReleaseBound::Since(31)),
    (Sign::Container("stopSignal"), ReleaseBound::Since(33)),
];

/// What a stored Job has that only some releases write.
pub(crate) fn signs_in_job(job: &Node) -> Vec<ReleaseSign> {
    let mut found = Vec::new();
    of_struct(&mut found, job, &JOB, &FieldPath::default());
    found.extend(JOB_SIGNS.iter().flat_map(|row| look_for(*row, job)));
    found
}

/// The same for a pod of a Job.
pub(crate) fn signs_in_pod(pod: &Node) -> Vec<ReleaseSign> {
    let mut found = Vec::new();
    if let Some(spec) = pod.entry("spec") {
        of_struct(&mut found, &spec.value, &POD_SPEC, &FieldPath::new("spec"));
    }
    found.extend(POD_SIGNS.iter().flat_map(|row| look_for(*row, pod)));
    found
}

impl ReleaseSign {
    fn new(path: &FieldPath, bound: ReleaseBound) -> Self {
        Self { path: path.as_str().to_owned(), bound }
    }
}

/// Where an object has what a row looks for.
fn look_for((sign, bound): Row, object: &Node) -> Vec<ReleaseSign> {
    let field = |path: &str| at(object, path);
    let written = |path: &str| field(path).filter(|node| node.is_written());
    let listed = |path: &str| written(path).and_then(Node::items).unwrap_or_default();
    let has = |map: &str, key: &str| written(map).is_some_and(|map| map.entry(key).is_some());
    let path = match sign {
        Sign::Field(path) => written(path).map(|_| FieldPath::new(path)),
        Sign::Null(path) => field(path).filter(|node| !node.is_written()).map(|_| FieldPath::new(path)),
        Sign::NoField(path) => (is_whole(object) && written(path).is_none()).then(|| FieldPath::new(path)),
        Sign::Entry(map, key) => has(map, key).then(|| FieldPath::new(map).key(key)),
        Sign::NoEntry(map, other, key) => (has(other, key) && !has(map, key)).then(|| FieldPath::new(map).key(key)),
        Sign::Item(list, text) => {
            let has = listed(list).iter().any(|item| item.as_text() == Some(text));
            has.then(|| FieldPath::new(list).key(text))
        }
        Sign::Selector(label) => {
            let is_generated = !field("spec.manualSelector").is_some_and(|node| matches!(node.value, Yaml::Bool(true)));
            let labels = "spec.selector.matchLabels";
            (is_generated && has(labels, label)).then(|| FieldPath::new(labels).key(label))
        }
        Sign::Container(name) => ["containerStatuses", "initContainerStatuses"].into_iter().find_map(|list| {
            let statuses = FieldPath::new("status").child(list);
            let has = |status: &Node| status.entry(name).is_some_and(|entry| entry.value.is_written());
            let index = listed(statuses.as_str()).iter().position(|status| has(status))?;
            Some(statuses.index(index).child(name))
        }),
        Sign::Condition(r#type) => {
            condition(object, |node| node.text("type") == Some(r#type)).map(|at| at.child("type"))
        }
        Sign::Reason(r#type, reasons) => {
            let is_one = |reason: &str| reasons.contains(&reason);
            condition(object, |node| node.text("type") == Some(r#type) && node.text("reason").is_some_and(is_one))
                .map(|at| at.child("reason"))
        }
        Sign::Unannounced(by, announced) => {
            let is_true =
                |node: &Node, r#type| node.text("type") == Some(r#type) && node.text("status") == Some("True");
            let announced = condition(object, |node| is_true(node, announced));
            // Another controller has rules of its own.
            let is_ours = written("spec.managedBy").is_none();
            let by = condition(object, |node| is_true(node, by)).filter(|_| is_ours && announced.is_none());
            by.map(|at| at.child("type"))
        }
    };
    path.map(|path| ReleaseSign::new(&path, bound)).into_iter().collect()
}

/// The node at a path with dots.
fn at<'a>(object: &'a Node, path: &str) -> Option<&'a Node> {
    path.split('.').try_fold(object, |node, field| Some(&*node.entry(field)?.value))
}

/// The path of the first condition like that.
fn condition(object: &Node, is_meant: impl Fn(&Node) -> bool) -> Option<FieldPath> {
    let listed = at(object, "status.conditions").and_then(Node::items).unwrap_or_default();
    let index = listed.iter().position(|node| is_meant(node))?;
    Some(FieldPath::new("status").child("conditions").index(index))
}

/// Whether a Job has what every server gives it: nothing was taken out by hand.
fn is_whole(job: &Node) -> bool {
    let given =
        ["spec.backoffLimit", "spec.selector", "spec.template.spec.dnsPolicy", "spec.template.spec.schedulerName"];
    given.into_iter().all(|path| at(job, path).is_some_and(Node::is_written))
}

fn of_struct(found: &mut Vec<ReleaseSign>, node: &Node, of: &'static GoStruct, path: &FieldPath) {
    let fields = of.all_fields();
    for entry in node.entries().unwrap_or_default() {
        // The status has tables of its own; managed fields are passed over in every release.
        let is_looked_at = entry.value.is_written() && !matches!(entry.key.as_str(), "status" | "managedFields");
        let named = fields.iter().filter(|field| is_looked_at && field.field.json() == entry.key);
        let Some(field) = named.min_by_key(|field| field.since()) else { continue };
        if found.len() >= MOST {
            return;
        }
        let path = path.child(field.field.json());
        if field.since() > 0 {
            found.push(ReleaseSign::new(&path, ReleaseBound::Since(field.since())));
        }
        of_type(found, &entry.value, field.field.r#type(), &path);
    }
}

fn of_type(found: &mut Vec<ReleaseSign>, node: &Node, of: &'static GoType, path: &FieldPath) {
    match of.pointed_to() {
        GoType::Struct(of) => of_struct(found, node, of, path),
        GoType::List(item) => {
            for (index, node) in node.items().unwrap_or_default().iter().enumerate() {
                of_type(found, node, item, &path.index(index));
            }
        }
        GoType::Map(_, value) => {
            for entry in node.entries().unwrap_or_default() {
                of_type(found, &entry.value, value, &path.key(&entry.key));
            }
        }
        _ => {}
    }
}
