//! Kinds by their names and short names.

use crate::kubectl::print::OtherSpec;

/// A kind of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Pods.
    Pod,
    /// Jobs.
    Job,
    /// Events.
    Event,
    /// Another kind.
    Other(&'static Other),
}

/// A kind that a cluster has: namespaces, nodes, quotas, and those of which there are no objects here.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Other {
    pub(super) plural: &'static str,
    pub(super) singular: &'static str,
    pub(super) short: &'static str,
    pub(super) version: &'static str,
    pub(super) kind: &'static str,
    /// Whether `all` means it, too.
    pub(super) in_all: bool,
}

const fn other(
    plural: &'static str,
    singular: &'static str,
    short: &'static str,
    version: &'static str,
    kind: &'static str,
    in_all: bool,
) -> Other {
    Other { plural, singular, short, version, kind, in_all }
}

const NAMESPACES: Other = other("namespaces", "namespace", "ns", "v1", "Namespace", false);
const NODES: Other = other("nodes", "node", "no", "v1", "Node", false);
const QUOTAS: Other = other("resourcequotas", "resourcequota", "quota", "v1", "ResourceQuota", false);

/// All of them, in the order in which a server lists them.
pub(super) const OTHERS: &[Other] = &[
    other("limitranges", "limitrange", "limits", "v1", "LimitRange", false),
    other("configmaps", "configmap", "cm", "v1", "ConfigMap", false),
    NAMESPACES,
    NODES,
    other("persistentvolumes", "persistentvolume", "pv", "v1", "PersistentVolume", false),
    other("persistentvolumeclaims", "persistentvolumeclaim", "pvc", "v1", "PersistentVolumeClaim", false),
    other("podtemplates", "podtemplate", "", "v1", "PodTemplate", false),
    other("replicationcontrollers", "replicationcontroller", "rc", "v1", "ReplicationController", true),
    QUOTAS,
    other("secrets", "secret", "", "v1", "Secret", false),
    other("serviceaccounts", "serviceaccount", "sa", "v1", "ServiceAccount", false),
    other("services", "service", "svc", "v1", "Service", true),
    other(
        "customresourcedefinitions",
        "customresourcedefinition",
        "crd",
        "apiextensions.k8s.io/v1",
        "CustomResourceDefinition",
        false,
    ),
    other("controllerrevisions", "controllerrevision", "", "apps/v1", "ControllerRevision", false),
    other("daemonsets", "daemonset", "ds", "apps/v1", "DaemonSet", true),
    other("deployments", "deployment", "deploy", "apps/v1", "Deployment", true),
    other("replicasets", "replicaset", "rs", "apps/v1", "ReplicaSet", true),
    other("statefulsets", "statefulset", "sts", "apps/v1", "StatefulSet", true),
    other(
        "horizontalpodautoscalers",
        "horizontalpodautoscaler",
        "hpa",
        "autoscaling/v2",
        "HorizontalPodAutoscaler",
        true,
    ),
    other("cronjobs", "cronjob", "cj", "batch/v1", "CronJob", true),
    other("leases", "lease", "", "coordination.k8s.io/v1", "Lease", false),
    other("ingresses", "ingress", "ing", "networking.k8s.io/v1", "Ingress", false),
    other("networkpolicies", "networkpolicy", "netpol", "networking.k8s.io/v1", "NetworkPolicy", false),
    other("poddisruptionbudgets", "poddisruptionbudget", "pdb", "policy/v1", "PodDisruptionBudget", false),
    other("rolebindings", "rolebinding", "", "rbac.authorization.k8s.io/v1", "RoleBinding", false),
    other("roles", "role", "", "rbac.authorization.k8s.io/v1", "Role", false),
    other("storageclasses", "storageclass", "sc", "storage.k8s.io/v1", "StorageClass", false),
];

/// Those among them whose objects a cluster has outside of namespaces.
const CLUSTER_SCOPED: &[&str] =
    &["customresourcedefinitions", "namespaces", "nodes", "persistentvolumes", "storageclasses"];

/// Whether an API server serves that kind in that version.
pub(super) fn is_served(version: &str, kind: &str) -> bool {
    const CORE: &[&str] = &["Binding", "ComponentStatus", "Endpoints", "Event", "Pod"];
    match version {
        "v1" if CORE.contains(&kind) => true,
        "batch/v1" if kind == "Job" => true,
        "v1" | "batch/v1" | "apps/v1" => OTHERS.iter().any(|other| (other.version, other.kind) == (version, kind)),
        // The kinds of Kubernetes' other groups are not listed here.
        _ => {
            let group = version.split_once('/').map_or("", |(group, _)| group);
            group.ends_with(".k8s.io") || ["autoscaling", "policy"].contains(&group)
        }
    }
}

/// The plural of a kind whose objects a cluster has outside of namespaces.
pub(in crate::kubectl) fn not_namespaced(name: &str) -> Option<&'static str> {
    Kind::named(name).filter(|kind| !kind.is_namespaced()).map(Kind::plural)
}

/// Why there is no kind of that name.
pub(super) fn unknown(name: &str) -> String {
    let plain = name.split_once('.').map_or(name, |(plain, _)| plain);
    format!("the server doesn't have a resource type {plain:?}")
}

impl Kind {
    /// The kind of that name, such as `po`, `jobs.batch` or `jobs.v1.batch`.
    pub(super) fn named(name: &str) -> Option<Self> {
        let lower = name.to_lowercase();
        let (plain, group) = lower.split_once('.').map_or((lower.as_str(), ""), |(plain, group)| (plain, group));
        match plain {
            "job" | "jobs" if ["", "batch", "v1.batch"].contains(&group) => Some(Self::Job),
            "po" | "pod" | "pods" if ["", "v1."].contains(&group) => Some(Self::Pod),
            "ev" | "event" | "events" if ["", "v1.", "events.k8s.io", "v1.events.k8s.io"].contains(&group) => {
                Some(Self::Event)
            }
            _ => {
                let known = |other: &&Other| {
                    other.plural == plain || other.singular == plain || (other.short == plain && !plain.is_empty())
                };
                OTHERS.iter().find(known).map(Self::Other)
            }
        }
    }

    /// The kind of such an object.
    pub(super) fn of_other(spec: &OtherSpec) -> Self {
        Self::Other(match spec {
            OtherSpec::Namespace => &NAMESPACES,
            OtherSpec::Node => &NODES,
            OtherSpec::Quota { .. } => &QUOTAS,
        })
    }

    /// Whether its objects are in namespaces.
    pub(super) fn is_namespaced(self) -> bool {
        !CLUSTER_SCOPED.contains(&self.plural())
    }

    /// Its name with its group, as errors have it: `jobs.batch`.
    pub(super) fn resource(self) -> String {
        match self {
            Self::Pod => "pods".to_owned(),
            Self::Job => "jobs.batch".to_owned(),
            Self::Event => "events".to_owned(),
            Self::Other(other) => match other.version.split_once('/') {
                Some((group, _)) => format!("{}.{group}", other.plural),
                None => other.plural.to_owned(),
            },
        }
    }

    /// Its name before the name of an object: `job.batch`.
    pub(super) fn prefix(self) -> String {
        match self {
            Self::Pod => "pod".to_owned(),
            Self::Job => "job.batch".to_owned(),
            Self::Event => "event".to_owned(),
            Self::Other(other) => match other.version.split_once('/') {
                Some((group, _)) => format!("{}.{group}", other.singular),
                None => other.singular.to_owned(),
            },
        }
    }

    /// Its kind and group: `Job.batch`.
    pub(super) fn with_group(self) -> String {
        match self {
            Self::Pod => "Pod.".to_owned(),
            Self::Job => "Job.batch".to_owned(),
            Self::Event => "Event.".to_owned(),
            Self::Other(other) => {
                format!("{}.{}", other.kind, other.version.split_once('/').map_or("", |(group, _)| group))
            }
        }
    }

    /// Its name alone, as some answers have it: `jobs`.
    pub(super) fn plural(self) -> &'static str {
        match self {
            Self::Pod => "pods",
            Self::Job => "jobs",
            Self::Event => "events",
            Self::Other(other) => other.plural,
        }
    }
}
