//! Objects other than Jobs that `kubectl create` sends: pods, and CronJobs, which are only defaulted.

use std::sync::Arc;

use serde_json::{Value, json};

use super::ApiServer;
use crate::api::{
    self, JsonError, Name, Namespace, ObjectKey, ObjectMeta, Pod, RestartPolicy, StatusError, StatusReason, Time,
    default_pod_spec, from_json, validate_pod_name,
};
use crate::trace::{FieldValidation, Method, Request, Response};

impl ApiServer {
    /// Checks a pod that is created by hand against the quotas of its namespace; it is not stored.
    ///
    /// # Errors
    ///
    /// 403 if a quota is used up.
    pub fn check_pod(&self, body: &Value, now: Time) -> Result<(), StatusError> {
        let bad = |error: JsonError| StatusError::new(StatusReason::BadRequest, error.to_string());
        let pod: Pod = from_json(body).map_err(bad)?;
        self.check_quotas(&pod, now)
    }

    /// POST of a pod by a user: the pod as [`Self::create_pod`] takes it, and the warnings. It is not stored. Its metadata and
    /// spec are decoded, defaulted and validated as those of a Job's template, of which it may have every restart policy.
    ///
    /// # Errors
    ///
    /// 400 for unknown fields and wrong types, 422 for what validation finds.
    pub(crate) fn pod_of_user(
        &self,
        key: &ObjectKey,
        body: &Value,
        validation: FieldValidation,
        now: Time,
    ) -> (Result<Pod, StatusError>, Vec<String>) {
        let text = |field: &str| body.pointer(field).and_then(Value::as_str).filter(|text| !text.is_empty());
        let (name, prefix) = (text("/metadata/name"), text("/metadata/generateName"));
        let mut metadata = body.get("metadata").cloned().unwrap_or_default();
        if let Some(metadata) = metadata.as_object_mut() {
            metadata.retain(|field, _| !NOT_IN_TEMPLATES.contains(&field.as_str()));
        }
        let mut spec = body.get("spec").cloned().unwrap_or_else(|| json!({}));
        let always = text("/spec/restartPolicy").is_none_or(|policy| policy == RestartPolicy::Always.as_str());
        if let Some(spec) = spec.as_object_mut().filter(|_| always) {
            spec.insert("restartPolicy".to_owned(), RestartPolicy::Never.as_str().into());
        }
        let job = json!({
            "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": JOB},
            "spec": {"template": {"metadata": metadata, "spec": spec}, "manualSelector": true, "selector": {"matchLabels": {}}},
        });
        let key_of_job = ObjectKey::new(Namespace::the_default(), &Name::from(JOB));
        let request = Request { method: Method::Post, key: key_of_job, body: job };
        let mut server = Self { refuses_privileged: self.refuses_privileged, ..Self::new(self.gates) };
        let Response { outcome, warnings } = server.respond(&request, validation, now);
        let warnings = warnings.iter().map(|warning| of_pod(warning)).collect();
        let name_or_prefix = name.or(prefix).unwrap_or_default();
        let checked = validate_pod_name(name_or_prefix, name.is_none(), self.release());
        let pod = checked.and_then(|()| {
            let job = outcome.map_err(|error| error_of_pod(error, name_or_prefix))?;
            let template = &job.spec.template;
            let mut pod = Pod {
                metadata: ObjectMeta {
                    name: name.map(Name::from),
                    generate_name: prefix.map(Name::from),
                    namespace: Some(Namespace::from(key.split().0)),
                    ..template.metadata.clone()
                },
                spec: template.spec.clone(),
                ..Pod::default()
            };
            if always {
                pod.spec.restart_policy = Some(RestartPolicy::Always);
            }
            Ok(pod)
        });
        (pod, warnings)
    }

    /// Creates a pod that a user made, with the defaults that a Job's template has already.
    ///
    /// # Errors
    ///
    /// Those of [`Self::create_pod`].
    pub(crate) fn create_pod_of_user(&mut self, mut pod: Pod, now: Time) -> Result<Arc<Pod>, StatusError> {
        default_pod_spec(&mut pod.spec, self.release());
        self.create_pod(pod, now)
    }

    /// A CronJob with its defaults, as it would be stored. It is not stored.
    pub fn stored_cron_job(&self, body: &Value) -> Value {
        api::stored_cron_job(body, self.release())
    }
}

/// The name of the Job that a pod is the template of.
const JOB: &str = "x";

/// What a pod's metadata has that is the server's, or is not read here: owners, and names.
const NOT_IN_TEMPLATES: &[&str] = &[
    "creationTimestamp",
    "generateName",
    "generation",
    "managedFields",
    "name",
    "namespace",
    "ownerReferences",
    "resourceVersion",
    "selfLink",
    "uid",
];

/// A text about the template of a Job, about a pod.
fn of_pod(text: &str) -> String {
    text.replace("spec.template.", "")
}

fn error_of_pod(mut error: StatusError, name: &str) -> StatusError {
    let message = error.message.replacen(&format!("Job.batch {JOB:?} is"), &format!("Pod {name:?} is"), 1);
    let message = message.replacen("Job in version \"v1\" cannot be handled as a Job", UNDECODABLE, 1);
    error.message = of_pod(&message);
    if let Some(details) = &mut error.details {
        "Pod".clone_into(&mut details.kind);
        name.clone_into(&mut details.name);
        for cause in &mut details.causes {
            cause.field = of_pod(&cause.field);
            cause.message = of_pod(&cause.message);
        }
    }
    error
}

const UNDECODABLE: &str = "Pod in version \"v1\" cannot be handled as a Pod";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Release;

    fn pod(change: &Value) -> (Result<Pod, String>, Vec<String>) {
        let mut body = json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "labels": {"a": "b"}},
            "spec": {"containers": [{"name": "c", "image": "i"}]},
        });
        json_patch::merge(&mut body, change);
        let server = ApiServer::new(Release::V1_36.into());
        let (pod, warnings) = server.pod_of_user(&"team/p".into(), &body, FieldValidation::Strict, Time::START);
        (pod.map_err(|error| error.message), warnings)
    }

    #[test]
    fn a_pod_is_decoded_with_its_defaults() {
        let pod = pod(&json!({})).0.unwrap();
        assert_eq!(pod.metadata.key(), "team/p".into());
        assert_eq!(pod.metadata.labels.get("a"), Some("b"));
        assert_eq!(pod.spec.restart_policy, Some(RestartPolicy::Always));
        assert_eq!(pod.spec.other.map().get("dnsPolicy"), Some(&json!("ClusterFirst")));
    }

    #[test]
    fn a_pod_is_refused_in_words_about_pods() {
        for (change, expected) in [
            (
                json!({"spec": {"containers": [{"name": "c"}]}}),
                "Pod \"p\" is invalid: spec.containers[0].image: Required value",
            ),
            (
                json!({"spec": {"contaners": []}}),
                "Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: unknown field \"spec.contaners\"",
            ),
            (
                json!({"metadata": {"lables": {}}}),
                "Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: unknown field \"metadata.lables\"",
            ),
            (
                json!({"metadata": {"name": null}}),
                "Pod \"\" is invalid: metadata.name: Required value: name or generateName is required",
            ),
        ] {
            assert_eq!(pod(&change).0.unwrap_err(), expected, "{change}");
        }
        let invalid = pod(&json!({"metadata": {"name": "A"}})).0.unwrap_err();
        assert!(
            invalid.starts_with(
                "Pod \"A\" is invalid: metadata.name: Invalid value: \"A\": a lowercase RFC 1123 subdomain"
            )
        );
        assert_eq!(pod(&json!({"metadata": {"name": null, "generateName": "p-"}})).0.unwrap().metadata.name, None);
    }
}
