//! The fields of a Job and of object metadata.

use super::Shape::{self, Any, Flag, Ignored, Int32, Int64, Text};
use super::pod::POD_TEMPLATE_SPEC;
use super::{Empty, Kind, LABELS, TEXTS, field, kind};

/// `batch/v1` Job.
pub(in crate::api::manifest) static JOB: Kind = kind(
    "io.k8s.api.batch.v1.Job",
    &[
        field("apiVersion", Text),
        field("kind", Text),
        field("metadata", Shape::Object(&OBJECT_META)),
        field("spec", Shape::Object(&JOB_SPEC)),
        field("status", Ignored),
    ],
);

pub(in crate::api::manifest) static JOB_SPEC: Kind = kind(
    "io.k8s.api.batch.v1.JobSpec",
    &[
        field("parallelism", Int32),
        field("completions", Int32),
        field("activeDeadlineSeconds", Int64),
        field("backoffLimit", Int32),
        field("selector", Shape::Object(&LABEL_SELECTOR)),
        field("manualSelector", Flag),
        field("template", Shape::Object(&POD_TEMPLATE_SPEC)),
        field("ttlSecondsAfterFinished", Int32).since(12),
        field("completionMode", Shape::OneOf(&["NonIndexed", "Indexed"], Empty::Wrong)).since(21),
        field("suspend", Flag).since(21),
        field("podFailurePolicy", Shape::Object(&POD_FAILURE_POLICY)).since(25),
        field("backoffLimitPerIndex", Int32).since(28),
        field("maxFailedIndexes", Int32).since(28),
        field("podReplacementPolicy", Shape::OneOf(&["Failed", "TerminatingOrFailed"], Empty::Wrong)).since(28),
        field("successPolicy", Any).since(30),
        field("managedBy", Text).since(30),
    ],
);

static POD_FAILURE_POLICY: Kind = kind(
    "io.k8s.api.batch.v1.PodFailurePolicy",
    &[field("rules", Shape::List(&Shape::Object(&POD_FAILURE_POLICY_RULE)))],
);

static POD_FAILURE_POLICY_RULE: Kind = Kind {
    name: "io.k8s.api.batch.v1.PodFailurePolicyRule",
    fields: &[
        field("action", Shape::OneOf(&["Count", "FailIndex", "FailJob", "Ignore"], Empty::Missing)),
        field("onExitCodes", Shape::Object(&ON_EXIT_CODES)),
        field("onPodConditions", Shape::List(&Shape::Object(&ON_POD_CONDITIONS))),
    ],
    filled: &["action"],
};

static ON_EXIT_CODES: Kind = Kind {
    name: "io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement",
    fields: &[
        field("containerName", Text),
        field("operator", Shape::OneOf(&["In", "NotIn"], Empty::Missing)),
        field("values", Shape::List(&Int32)),
    ],
    filled: &["operator"],
};

static ON_POD_CONDITIONS: Kind = Kind {
    name: "io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern",
    fields: &[field("type", Text), field("status", Shape::OneOf(&["False", "True", "Unknown"], Empty::Absent))],
    filled: &["type"],
};

pub(super) static OBJECT_META: Kind = kind(
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
    &[
        field("name", Text),
        field("generateName", Text),
        field("namespace", Text),
        field("selfLink", Ignored),
        field("uid", Ignored),
        field("resourceVersion", Text),
        field("generation", Int64),
        field("creationTimestamp", Ignored),
        field("deletionTimestamp", Ignored),
        field("deletionGracePeriodSeconds", Ignored),
        field("labels", LABELS),
        field("annotations", LABELS),
        field("ownerReferences", Shape::List(&Shape::Object(&OWNER_REFERENCE))),
        field("initializers", Ignored).until(15),
        field("finalizers", TEXTS),
        field("clusterName", Ignored).until(24),
        // Only since v1.14, but what newer clusters print is full of it.
        field("managedFields", Ignored),
    ],
);

static OWNER_REFERENCE: Kind = Kind {
    name: "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference",
    fields: &[
        field("apiVersion", Text),
        field("kind", Text),
        field("name", Text),
        field("uid", Text),
        field("controller", Flag),
        field("blockOwnerDeletion", Flag),
    ],
    filled: &["apiVersion", "kind", "name", "uid"],
};

static LABEL_SELECTOR: Kind = kind(
    "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector",
    &[
        field("matchLabels", LABELS),
        field("matchExpressions", Shape::List(&Shape::Object(&LABEL_SELECTOR_REQUIREMENT))),
    ],
);

static LABEL_SELECTOR_REQUIREMENT: Kind = Kind {
    name: "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement",
    fields: &[field("key", Text), field("operator", Shape::Operator), field("values", TEXTS)],
    filled: &["key", "operator"],
};
