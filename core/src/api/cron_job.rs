//! CronJobs, of which only the defaults are simulated (`SetDefaults_CronJob`).

use serde_json::{Map, Value, json};

use super::stored::encoded;
use super::{PodSpec, Release, default_pod_spec};

/// A CronJob as the API server of the release would store it.
pub fn stored_cron_job(body: &Value, release: Release) -> Value {
    let mut stored = body.clone();
    let default = |object: &mut Value, field: &str, value: Value| {
        if let Some(object) = object.as_object_mut() {
            let entry = object.entry(field).or_insert(Value::Null);
            if entry.is_null() {
                *entry = value;
            }
        }
    };
    let nothing = || Value::Object(Map::new());
    default(&mut stored, "metadata", nothing());
    default(&mut stored, "spec", nothing());
    if let Some(metadata) = stored.get_mut("metadata") {
        default(metadata, "namespace", "default".into());
        default(metadata, "generation", 1.into());
    }
    if let Some(spec) = stored.get_mut("spec") {
        default(spec, "concurrencyPolicy", "Allow".into());
        default(spec, "suspend", false.into());
        default(spec, "successfulJobsHistoryLimit", 3.into());
        default(spec, "failedJobsHistoryLimit", 1.into());
        default(spec, "jobTemplate", json!({"metadata": {}, "spec": {}}));
        if let Some(template) = spec.get_mut("jobTemplate") {
            default(template, "metadata", nothing());
            default(template, "spec", nothing());
            if let Some(job) = template.get_mut("spec") {
                default(job, "template", nothing());
            }
        }
    }
    if let Some(template) = stored.pointer_mut("/spec/jobTemplate/spec/template") {
        default(template, "metadata", nothing());
        default(template, "spec", nothing());
        if let Some(spec) = template.get_mut("spec")
            && let Ok(mut pod) = serde_json::from_value::<PodSpec>(spec.clone())
        {
            default_pod_spec(&mut pod, release);
            *spec = serde_json::to_value(encoded(&pod, release)).unwrap_or_default();
        }
    }
    if let Some(stored) = stored.as_object_mut() {
        stored.insert("status".to_owned(), nothing());
    }
    stored
}
