//! JSON in the order of Go's fields, which kubectl prints of objects that it decoded into its own types.

use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value};

/// A value in that order. Fields that are in no list follow by name.
pub(super) struct InGoOrder<'v> {
    value: &'v Value,
    /// The field that has it.
    field: &'v str,
}

impl<'v> InGoOrder<'v> {
    pub(super) fn new(value: &'v Value) -> Self {
        Self { value, field: "" }
    }
}

/// Fields of objects in the order of `k8s.io/api`: those of the object itself, its metadata, the specs of Jobs and pods,
/// containers, the status of a Job, and Events. No two types have two of them in different orders.
#[rustfmt::skip]
const FIELDS: &[&str] = &[
    "kind", "apiVersion", "clusters", "users", "contexts", "metadata", "items", "spec", "status", "involvedObject",
    "name", "generateName", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp",
    "deletionTimestamp", "deletionGracePeriodSeconds", "labels", "annotations", "ownerReferences", "finalizers",
    "schedule", "parallelism", "completions", "volumes", "initContainers", "containers", "ephemeralContainers",
    "image", "command", "args", "workingDir", "ports", "envFrom", "env", "value", "valueFrom", "resources", "limits",
    "requests", "resizePolicy", "restartPolicy", "terminationGracePeriodSeconds", "activeDeadlineSeconds",
    "podFailurePolicy", "successPolicy", "backoffLimit", "backoffLimitPerIndex", "maxFailedIndexes", "selector",
    "manualSelector", "template", "ttlSecondsAfterFinished", "completionMode", "suspend", "podReplacementPolicy",
    "managedBy", "volumeMounts", "livenessProbe", "readinessProbe", "startupProbe", "lifecycle",
    "terminationMessagePath", "terminationMessagePolicy", "imagePullPolicy", "dnsPolicy", "nodeSelector",
    "serviceAccountName", "serviceAccount", "automountServiceAccountToken", "nodeName", "hostNetwork",
    "securityContext", "imagePullSecrets", "hostname", "subdomain", "affinity", "schedulerName", "tolerations",
    "userInfo", "username", "groups",
    "conditions", "startTime", "completionTime", "active", "succeeded", "failed", "terminating", "completedIndexes",
    "failedIndexes", "uncountedTerminatedPods", "ready",
    "reason", "message", "source", "firstTimestamp", "lastTimestamp", "count", "type", "eventTime",
    "reportingComponent", "reportingInstance",
];
const OF_REFERENCES: &[&str] = &["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion"];
const OF_OWNERS: &[&str] = &["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];
const OF_CONDITIONS: &[&str] = &["type", "status", "lastProbeTime", "lastTransitionTime", "reason", "message"];

/// The fields of an object in that order, if that field has it.
pub(super) fn in_go_order<'v>(
    fields: &'v Map<String, Value>,
    field: &str,
) -> impl Iterator<Item = (&'v String, &'v Value)> {
    let order: &[&str] = match field {
        "labels" | "annotations" | "matchLabels" | "nodeSelector" | "limits" | "requests" => &[],
        "involvedObject" => OF_REFERENCES,
        "ownerReferences" => OF_OWNERS,
        "conditions" => OF_CONDITIONS,
        _ => FIELDS,
    };
    let known = order.iter().filter_map(|field| fields.get_key_value(*field));
    known.chain(fields.iter().filter(|(field, _)| !order.contains(&field.as_str())))
}

impl Serialize for InGoOrder<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Object(fields) => {
                let fields = in_go_order(fields, self.field);
                serializer.collect_map(fields.map(|(field, value)| (field, InGoOrder { value, field })))
            }
            Value::Array(items) => {
                serializer.collect_seq(items.iter().map(|value| InGoOrder { value, field: self.field }))
            }
            other => other.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_in_the_order_of_their_types() {
        let value = json!({
            "apiVersion": "v1", "involvedObject": {"apiVersion": "batch/v1", "kind": "Job", "name": "pi"}, "kind": "Event",
            "metadata": {"labels": {"name": "a", "app": "b"}, "name": "pi.1"}, "zebra": [{"value": "1", "name": "X"}],
        });
        assert_eq!(
            serde_json::to_string(&InGoOrder::new(&value)).unwrap(),
            r#"{"kind":"Event","apiVersion":"v1","metadata":{"name":"pi.1","labels":{"app":"b","name":"a"}},"involvedObject":{"kind":"Job","name":"pi","apiVersion":"batch/v1"},"zebra":[{"name":"X","value":"1"}]}"#
        );
    }
}
