//! Warnings of the API server about a Job that it accepts (`WarningsOnCreate` and `WarningsOnUpdate` of the
//! strategy, `WarningsForJobSpec`).
//!
//! - `pod`: about the template (`GetWarningsForPodTemplate`, v1.21 and later)
//! - `ports`, `volumes`: about its containers' ports, and about its volumes

mod pod;
mod ports;
mod volumes;

use super::field::FieldPath;
use super::validation::{dns_label, sentences_of};
use super::{CompletionMode, Job, ObjectMeta, Release};

/// Completions and parallelism of an Indexed Job beyond which its status may lose indexes.
const COMPLETIONS_SOFT_LIMIT: i32 = 100_000;
const PARALLELISM_SOFT_LIMIT: i32 = 10_000;

/// `dedupOwnerReferencesAndAddWarning` (v1.20 and later): the warning about owners that are given twice; `when` follows
/// what they are.
pub(crate) fn warning_of_owners(metadata: &ObjectMeta, release: Release, when: &str) -> Option<String> {
    let mut others = metadata.owner_references.iter();
    let mut again = Vec::new();
    while let Some(owner) = others.next_back() {
        if others.clone().any(|other| other == owner) {
            again.insert(0, owner.uid.as_str());
        }
    }
    (release.since(20) && !again.is_empty()).then(|| {
        format!(
            ".metadata.ownerReferences contains duplicate entries{when}; API server dedups owner references in 1.20+, \
             and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: {}",
            again.join(", ")
        )
    })
}

/// Warnings about a Job that was created; `job` is the Job as stored.
pub(crate) fn warnings_on_create(job: &Job, release: Release) -> Vec<String> {
    let mut warnings = Vec::new();
    let sentences = sentences_of(release, job.metadata.name(), dns_label(job.metadata.name()));
    if release.since(27) && !sentences.is_empty() {
        warnings.push(format!(
            "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS \
             label is recommended: [{}]",
            sentences.join(" ")
        ));
    }
    warnings.extend(of_spec(job, release));
    warnings
}

/// Warnings about a Job that was updated; both Jobs are as stored.
pub(crate) fn warnings_on_update(new: &Job, old: &Job, release: Release) -> Vec<String> {
    if new.metadata.generation == old.metadata.generation { Vec::new() } else { of_spec(new, release) }
}

/// `WarningsForJobSpec`.
fn of_spec(job: &Job, release: Release) -> Vec<String> {
    let mut warnings = Vec::new();
    let path = FieldPath::new("spec");
    let spec = &job.spec;
    let is_indexed = spec.completion_mode == Some(CompletionMode::Indexed);
    let too_many = spec.completions.unwrap_or_default() > COMPLETIONS_SOFT_LIMIT
        && spec.parallelism.unwrap_or_default() > PARALLELISM_SOFT_LIMIT;
    if release.since(28) && is_indexed && too_many {
        warnings.push(format!(
            "{path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, \
             Kubernetes might not be able to track completedIndexes when a big number of indexes fail"
        ));
    }
    if release.since(22) {
        pod::of_template(&mut warnings, &spec.template, release, &path.child("template"));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn warnings_of(name: &str, spec: &serde_json::Value, release: Release) -> Vec<String> {
        let job = serde_json::from_value(json!({"metadata": {"name": name}, "spec": spec})).unwrap();
        warnings_on_create(&job, release)
    }

    #[test]
    fn owners_that_are_given_twice() {
        let owner = |uid: &str| json!({"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": uid});
        let owners = [owner("u"), owner("v"), owner("u"), owner("w"), owner("v"), owner("u")];
        let metadata = serde_json::from_value(json!({"name": "pi", "ownerReferences": owners})).unwrap();
        let warning = warning_of_owners(&metadata, Release::V1_36, " at last").unwrap();
        assert!(warning.contains("duplicate entries at last; API server dedups"), "{warning}");
        assert!(warning.ends_with("observed: u, v, u"), "{warning}");
        assert_eq!(warning_of_owners(&metadata, Release::V1_11, ""), None);
    }

    #[test]
    fn names_of_jobs_are_names_of_hosts() {
        assert_eq!(warnings_of("pi", &json!({}), Release::V1_36), Vec::<String>::new());
        assert_eq!(
            warnings_of("a.b", &json!({}), Release::V1_36),
            [
                "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]"
            ]
        );
        assert_eq!(warnings_of("a.b", &json!({}), Release::V1_22), Vec::<String>::new());
    }

    #[test]
    fn only_a_new_generation_is_warned_of() {
        let spec = json!({"template": {"spec": {"containers": [], "terminationGracePeriodSeconds": -1}}});
        let mut new: Job = serde_json::from_value(json!({"metadata": {"name": "pi"}, "spec": spec})).unwrap();
        let old = new.clone();
        assert_eq!(warnings_on_update(&new, &old, Release::V1_36), Vec::<String>::new());
        new.metadata.generation += 1;
        assert_eq!(
            warnings_on_update(&new, &old, Release::V1_36),
            [
                "spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1"
            ]
        );
    }
}
