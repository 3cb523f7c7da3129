//! What commands write.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::api::{DeletionPropagation, Name, Namespace, ObjectKey, PatchType, Pod, ResourceQuota};
use crate::trace::Request;

/// A write that a command made.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// A request about a Job.
    Job(Request),
    /// A Job is deleted.
    DeleteJob {
        /// The Job.
        key: ObjectKey,
        /// What becomes of its pods.
        policy: DeletionPropagation,
    },
    /// A pod is created.
    CreatePod(Box<Pod>),
    /// A pod is deleted.
    DeletePod {
        /// The pod.
        key: ObjectKey,
        /// Its grace period in seconds; absent means its own.
        grace: Option<i64>,
    },
    /// A pod is patched.
    PatchPod {
        /// The pod.
        key: ObjectKey,
        /// How the patch is meant.
        r#type: PatchType,
        /// The patch.
        patch: Value,
    },
    /// Labels of a pod change.
    LabelPod {
        /// The pod.
        key: ObjectKey,
        /// Values by key; none removes.
        set: BTreeMap<String, Option<String>>,
    },
    /// Annotations of a pod change.
    AnnotatePod {
        /// The pod.
        key: ObjectKey,
        /// Values by key; none removes.
        set: BTreeMap<String, Option<String>>,
    },
    /// A namespace is created.
    CreateNamespace(Namespace),
    /// A quota is created.
    CreateQuota(ResourceQuota),
    /// A quota is changed.
    ApplyQuota(ResourceQuota),
    /// A quota is deleted.
    DeleteQuota {
        /// The quota.
        key: ObjectKey,
    },
    /// A node is deleted.
    DeleteNode {
        /// The node.
        name: Name,
    },
}
