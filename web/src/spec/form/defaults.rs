//! The API server's defaults for missing fields, which depend on the release and on the other fields.

use std::sync::Arc;

use jobscope_core::api::{CompletionMode, FeatureGates, Job, ManifestText, PodFailurePolicy, default_job};
use serde_json::Value;

/// The `spec` of a Job that has of the text what its defaults depend on, with them.
pub(super) fn defaults(text: &ManifestText, gates: FeatureGates) -> Value {
    let number = |path| text.get(path).and_then(Value::as_i64).and_then(|number| i32::try_from(number).ok());
    let mut job = Job::default();
    let spec = &mut job.spec;
    spec.parallelism = number("spec.parallelism");
    spec.completions = number("spec.completions");
    spec.backoff_limit_per_index = number("spec.backoffLimitPerIndex");
    spec.completion_mode =
        (text.get("spec.completionMode").and_then(Value::as_str) == Some("Indexed")).then_some(CompletionMode::Indexed);
    let policy = text.get("spec.podFailurePolicy").filter(|policy| !policy.is_null());
    spec.pod_failure_policy = policy.map(|_| Arc::new(PodFailurePolicy::default()));
    default_job(&mut job, gates);
    job.to_document().get("spec").cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;

    use super::*;

    #[test]
    fn defaults_depend_on_the_release_and_on_what_else_is_said() {
        let said = |spec: &str, release: Release, name: &str| {
            let text = ManifestText::read(format!("spec: {{{spec}}}\n")).unwrap();
            defaults(&text, FeatureGates::from(release)).get(name).cloned()
        };
        for release in Release::ALL {
            assert_eq!(said("", release, "completions"), Some(1.into()), "{release}");
            assert_eq!(said("parallelism: 2", release, "completions"), None, "{release}");
            assert_eq!(said("", release, "backoffLimit"), Some(6.into()), "{release}");
        }
        assert_eq!(said("backoffLimitPerIndex: 1", Release::V1_36, "backoffLimit"), Some(i32::MAX.into()));
        assert_eq!(said("", Release::V1_11, "completionMode"), None);
        let replacement = |spec| said(spec, Release::V1_36, "podReplacementPolicy");
        assert_eq!(replacement(""), Some("TerminatingOrFailed".into()));
        assert_eq!(replacement("podFailurePolicy: {rules: []}"), Some("Failed".into()));
    }
}
