//! `kubectl get job -o yaml`: the stored Jobs as YAML, byte for byte as kubectl of that release prints them. The
//! engine's YAML writer does the formatting; this module adds what a server's answer has beyond the session's Job.

use serde_json::{Map, Value, json};

use super::Printed;
use crate::api::{Job, Namespace, Release, kubectl_yaml_lines, labels_as_read};

/// The minor that leaves out times that are not set.
const NO_EMPTY_TIMES: u8 = 34;
/// The minor whose objects do not say where they are to be found.
const NO_SELF_LINKS: u8 = 20;
/// The minor whose kubectl does not say so of lists, either.
const NO_LIST_LINKS: u8 = 24;

/// The Job as if it was asked for by its name; none or several of them as a list.
pub(super) fn jobs(release: Release, jobs: &[&Job]) -> Printed {
    let answers: Vec<_> = jobs.iter().map(|job| answer(job, release)).collect();
    match answers.as_slice() {
        [job] => Printed::of_text(kubectl_yaml_lines(job, release)),
        several => Printed::of_text(kubectl_yaml_lines(&list(several, release), release)),
    }
}

/// What the API server answers when it is asked for a Job.
pub(in crate::kubectl) fn answer(job: &Job, release: Release) -> Value {
    let mut read = job.clone();
    read.metadata.labels = labels_as_read(job).clone();
    let mut answer = read.to_document();
    if !release.since(NO_EMPTY_TIMES) {
        set(&mut answer, "/spec/template/metadata", "creationTimestamp", Value::Null);
    }
    if !release.since(NO_SELF_LINKS) {
        let namespace = job.metadata.namespace.as_ref().map_or("default", Namespace::as_str);
        let link = format!("/apis/batch/v1/namespaces/{namespace}/jobs/{}", job.metadata.name());
        set(&mut answer, "/metadata", "selfLink", link.into());
    }
    answer
}

/// Sets a field that is not there.
fn set(answer: &mut Value, object: &str, field: &str, value: Value) {
    if let Some(object) = answer.pointer_mut(object).and_then(Value::as_object_mut) {
        object.entry(field).or_insert(value);
    }
}

/// The list that kubectl makes of several objects by itself, which is why it is of no version.
pub(in crate::kubectl) fn list(items: &[Value], release: Release) -> Value {
    let mut metadata = Map::from_iter([("resourceVersion".to_owned(), json!(""))]);
    if !release.since(NO_LIST_LINKS) {
        metadata.insert("selfLink".to_owned(), json!(""));
    }
    json!({"apiVersion": "v1", "kind": "List", "metadata": metadata, "items": items})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pi() -> Job {
        serde_json::from_value(json!({
            "metadata": {
                "name": "pi", "namespace": "default", "uid": "u-1", "resourceVersion": "7",
                "creationTimestamp": "2024-01-01T00:00:00Z",
            },
            "spec": {
                "completions": 5,
                "template": {
                    "metadata": {"labels": {"job-name": "pi"}},
                    "spec": {"restartPolicy": "Never", "containers": [
                        {"name": "pi", "image": "perl:5.34.0",
                         "command": ["perl", "-Mbignum=bpi", "-wle", "print bpi(2000)"]}]}
                }
            },
            "status": {"startTime": "2024-01-01T00:00:00Z", "completedIndexes": "0-4", "succeeded": 5}
        }))
        .unwrap()
    }

    fn printed(release: Release) -> String {
        kubectl_yaml_lines(&answer(&pi(), release), release).join("\n")
    }

    const OF_V1_22: &str = "\
apiVersion: batch/v1
kind: Job
metadata:
  creationTimestamp: \"2024-01-01T00:00:00Z\"
  labels:
    job-name: pi
  name: pi
  namespace: default
  resourceVersion: \"7\"
  uid: u-1
spec:
  completions: 5
  template:
    metadata:
      creationTimestamp: null
      labels:
        job-name: pi
    spec:
      containers:
      - command:
        - perl
        - -Mbignum=bpi
        - -wle
        - print bpi(2000)
        image: perl:5.34.0
        name: pi
      restartPolicy: Never
status:
  completedIndexes: 0-4
  startTime: \"2024-01-01T00:00:00Z\"
  succeeded: 5";

    #[test]
    fn each_release_prints_the_job_in_its_own_way() {
        assert_eq!(printed(Release::V1_22), OF_V1_22);
        assert_eq!(printed(Release::V1_28), OF_V1_22);
        assert_eq!(printed(Release::V1_36), OF_V1_22.replace("      creationTimestamp: null\n", ""));
        let linked = "  resourceVersion: \"7\"\n  selfLink: /apis/batch/v1/namespaces/default/jobs/pi\n";
        let of_v1_11 = OF_V1_22.replace("\"2024-01-01T00:00:00Z\"", "2024-01-01T00:00:00Z");
        assert_eq!(printed(Release::V1_11), of_v1_11.replace("  resourceVersion: \"7\"\n", linked));
    }

    #[test]
    fn several_jobs_are_a_list() {
        let one = jobs(Release::V1_22, &[&pi()]).text();
        assert!(one.starts_with("apiVersion: batch/v1\nkind: Job\n"), "{one}");
        let two = jobs(Release::V1_22, &[&pi(), &pi()]).text();
        let starts: Vec<_> = two.lines().filter(|line| !line.starts_with("  ")).collect();
        assert_eq!(
            starts,
            ["apiVersion: v1", "items:", "- apiVersion: batch/v1", "- apiVersion: batch/v1", "kind: List", "metadata:"]
        );
        assert!(two.ends_with("\nkind: List\nmetadata:\n  resourceVersion: \"\"\n  selfLink: \"\""), "{two}");
        let first: Vec<_> = two.lines().skip(3).map_while(|line| line.strip_prefix("  ")).collect();
        assert_eq!(first, one.lines().skip(1).collect::<Vec<_>>());
    }

    #[test]
    fn no_jobs_are_an_empty_list() {
        let none = "apiVersion: v1\nitems: []\nkind: List\nmetadata:\n  resourceVersion: \"\"";
        assert_eq!(jobs(Release::V1_36, &[]).text(), none);
    }

    #[test]
    fn a_list_says_where_it_is_found_until_v1_22() {
        for (release, link) in
            [(Release::V1_11, true), (Release::V1_22, true), (Release::V1_28, false), (Release::V1_36, false)]
        {
            let metadata = list(&[], release).pointer("/metadata").cloned();
            let expected =
                if link { json!({"resourceVersion": "", "selfLink": ""}) } else { json!({"resourceVersion": ""}) };
            assert_eq!(metadata, Some(expected), "{release}");
        }
    }
}
