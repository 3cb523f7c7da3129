//! A Job as the API server stores it and answers with it.

use serde_json::Value;

use super::go_types::{JOB, POD_SPEC, convert, encode};
use super::{Job, JobSpec, PodSpec, Release, from_json, labels_as_read};

/// Writes the pod template of `spec` as the store does: without what is empty, with every amount in its canonical form.
pub(crate) fn encode_template(spec: &mut JobSpec, release: Release) {
    spec.template.spec = encoded(&spec.template.spec, release);
}

/// A pod spec as the store writes it.
pub(crate) fn encoded(spec: &PodSpec, release: Release) -> PodSpec {
    let Ok(Value::Object(object)) = serde_json::to_value(spec) else { return spec.clone() };
    let mut encoded = encode(&object, &POD_SPEC, release);
    // The type has no list that is not there.
    encoded.retain(|_, value| !value.is_null());
    from_json(&encoded.into()).unwrap_or_else(|_| spec.clone())
}

/// Whether two specs are the same to the API server, which does not tell nothing from something empty.
pub(crate) fn is_same_spec(one: &JobSpec, other: &JobSpec, release: Release) -> bool {
    let encoded = |spec: &JobSpec| {
        let mut spec = spec.clone();
        encode_template(&mut spec, release);
        spec
    };
    one == other || encoded(one) == encoded(other)
}

/// Converts the document of a Job to its type, as the API server does after a strategic merge patch. The error says which
/// value is of the wrong type.
pub(crate) fn convert_job(document: &mut Value, release: Release) -> Result<(), String> {
    let Some(object) = document.as_object_mut() else { return Ok(()) };
    // The server converts to the type of the Job in its store and ignores both.
    object.remove("apiVersion");
    object.remove("kind");
    convert(object, &JOB, release)
}

impl Job {
    /// What the API server of a release answers when the Job is read: [`Self::to_document`] with the labels that every
    /// reader sees, and with the empty time that Go wrote out before it knew `omitzero` (v1.34).
    pub fn as_read(&self, release: Release) -> Value {
        let mut document = self.to_document();
        let labels = labels_as_read(self);
        if !labels.is_empty()
            && let (Some(metadata), Ok(labels)) =
                (document.get_mut("metadata").and_then(Value::as_object_mut), serde_json::to_value(labels))
        {
            metadata.insert("labels".to_owned(), labels);
        }
        if !release.since(34)
            && let Some(metadata) = document.pointer_mut("/spec/template/metadata").and_then(Value::as_object_mut)
        {
            metadata.entry("creationTimestamp").or_insert(Value::Null);
        }
        document
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn spec(pod: &Value) -> PodSpec {
        serde_json::from_value(pod.clone()).unwrap()
    }

    #[test]
    fn nothing_empty_is_stored() {
        let written = json!({
            "containers": [{
                "name": "c",
                "command": [],
                "workingDir": "",
                "tty": false,
                "resources": {"limits": {"cpu": "+1", "memory": "1000Mi"}, "requests": {}},
                "env": [{"name": "A", "value": "", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}}],
                "volumeMounts": [{"name": "v"}],
                "securityContext": {},
            }],
            "priorityClassName": "",
            "tolerations": [{"key": "k", "value": ""}],
            "volumes": [
                {"name": "v", "hostPath": {"path": "/", "type": ""}},
                {"name": "p", "projected": {"sources": []}},
                {"name": "e", "ephemeral": {"volumeClaimTemplate": {"spec": {}}}},
            ],
        });
        let stored = |release| serde_json::to_value(encoded(&spec(&written), release)).unwrap();
        let mut expected = json!({
            "containers": [{
                "name": "c",
                "resources": {"limits": {"cpu": "+1", "memory": "1000Mi"}},
                "env": [{"name": "A", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu", "divisor": "0"}}}],
                "volumeMounts": [{"name": "v", "mountPath": ""}],
                "securityContext": {},
            }],
            "tolerations": [{"key": "k"}],
            "volumes": [
                {"name": "v", "hostPath": {"path": "/", "type": ""}},
                {"name": "p", "projected": {"sources": null}},
                {"name": "e", "ephemeral": {"volumeClaimTemplate": {"metadata": {}, "spec": {"resources": {}}}}},
            ],
        });
        assert_eq!(stored(Release::V1_36), expected);
        expected["volumes"][2]["ephemeral"]["volumeClaimTemplate"]["metadata"] = json!({"creationTimestamp": null});
        assert_eq!(stored(Release::V1_28), expected);
    }

    #[test]
    fn nothing_and_something_empty_are_the_same() {
        let with = |pod: &Value| JobSpec {
            template: crate::api::PodTemplateSpec { spec: spec(pod), ..Default::default() },
            ..JobSpec::default()
        };
        let plain = with(&json!({"containers": [{"name": "c"}]}));
        assert!(is_same_spec(&plain, &with(&json!({"containers": [{"name": "c", "args": []}]})), Release::V1_36));
        assert!(!is_same_spec(&plain, &with(&json!({"containers": [{"name": "c", "args": ["a"]}]})), Release::V1_36));
    }

    #[test]
    fn readers_see_the_labels_of_the_template() {
        let mut job = Job::default();
        job.spec.template.metadata.labels.set("a", "b");
        assert_eq!(job.as_read(Release::V1_36)["metadata"], json!({"labels": {"a": "b"}}));
        assert_eq!(
            job.as_read(Release::V1_28)["spec"]["template"]["metadata"],
            json!({"labels": {"a": "b"}, "creationTimestamp": null})
        );
    }
}
