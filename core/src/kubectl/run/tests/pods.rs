//! Patches of pods.

use super::*;

/// The name of the pod.
fn pod() -> String {
    out("get pods -o name").trim().trim_start_matches("pod/").to_owned()
}

fn patched(patch: &str) -> Ran {
    ran(&format!("patch pod {} {patch}", pod()))
}

#[test]
fn a_pod_is_patched_as_the_server_allows() {
    for patch in [
        "-p '{\"metadata\":{\"labels\":{\"a\":\"b\"}}}'",
        "--type=merge -p '{\"metadata\":{\"finalizers\":[\"example.com/a\"]}}'",
        "--type=json -p '[{\"op\":\"add\",\"path\":\"/metadata/annotations\",\"value\":{\"a\":\"b\"}}]'",
        "-p 'spec: {activeDeadlineSeconds: 30}'",
        "-p 'spec: {containers: [{name: c, image: \"perl:6\"}]}'",
        "--type=json -p '[{\"op\":\"add\",\"path\":\"/spec/tolerations/-\",\"value\":{\"operator\":\"Exists\"}}]'",
    ] {
        let ran = patched(patch);
        assert_eq!(ran.output.stdout, format!("pod/{} patched\n", pod()), "{patch}: {:?}", ran.output);
        let [Write::PatchPod { key, r#type, patch }] = ran.writes.as_slice() else { panic!("{:?}", ran.writes) };
        let mut server = server();
        for time in ["first", "second"] {
            let answer = server.patch_pod_of_user(key, *r#type, patch);
            assert!(answer.is_ok(), "the {time} time: {answer:?}");
        }
    }
    let same = patched("-p '{}'");
    assert_eq!((same.output.stdout.contains(" patched (no change)\n"), same.writes.len()), (true, 0));
    // Admission adds what every pod tolerates.
    assert!(patched("-p 'spec: {tolerations: []}'").output.stdout.ends_with(" patched (no change)\n"));
    assert_eq!(patched("-p 'metadata: {labels: {a: b}}' --dry-run=server").writes, []);
    assert!(patched("-p 'metadata: {labels: {a: b}}' -o jsonpath='{.metadata.labels.a}'").output.stdout == "b");
}

#[test]
fn what_may_not_change_in_a_pod_is_refused_in_the_servers_words() {
    let said = |patch: &str| patched(patch).output.stderr;
    assert!(said("-p 'spec: {restartPolicy: Always}'").contains(
        "is invalid: spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"
    ),);
    assert!(said("--type=merge -p '{\"metadata\":{\"name\":\"x\"}}'").contains("does not match the name on the URL"));
    assert!(
        said("--type=merge -p '{\"metadata\":{\"resourceVersion\":\"1\"}}'").contains("the object has been modified")
    );
    let grace = said("--type=merge -p '{\"metadata\":{\"deletionGracePeriodSeconds\":5}}'");
    assert!(grace.contains("metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable"), "{grace}");
    assert!(said("-p 'metadata: {labels: {a: \"b c\"}}'").contains("metadata.labels: Invalid value: \"b c\""));
    assert!(said("--subresource=status -p '{}'").contains("is not patched here"));
    assert_eq!(ran("patch pod nope -p '{}'").output.stderr, "Error from server (NotFound): pods \"nope\" not found\n");
}

#[test]
fn an_image_of_a_pod_is_set() {
    let set = ran(&format!("set image pod/{} c=perl:6", pod()));
    assert_eq!(set.output.stdout, format!("pod/{} image updated\n", pod()), "{:?}", set.output);
    assert!(matches!(set.writes.as_slice(), [Write::PatchPod { .. }]));
    assert!(ran("set image job/pi '*=x' --dry-run=client").output.stdout.ends_with("image updated (dry run)\n"));
    let missing = ran(&format!("set image pod/{} x=perl:6", pod())).output.stderr;
    assert_eq!(missing, "error: unable to find container named \"x\"\n");
}
