//! Patches of pods.

use super::*;
use crate::api::PodPhase;

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

#[test]
fn a_pod_is_printed_with_what_the_flags_say() {
    let run = |line: &str| format!("run x --image=i --dry-run=client {line}");
    let flags = "--port=80 --env=A=1 --env=B= --labels=a=b --annotations=c=d,e=f --image-pull-policy=Never --privileged --restart=Never";
    assert_eq!(
        out(&run(&format!("-o yaml {flags} -- sh"))),
        "apiVersion: v1\nkind: Pod\nmetadata:\n  annotations:\n    c: d,e=f\n  labels:\n    a: b\n  name: x\nspec:\n  containers:\n  - args:\n    - sh\n    env:\n    - name: A\n      value: \"1\"\n    - name: B\n    image: i\n    imagePullPolicy: Never\n    name: x\n    ports:\n    - containerPort: 80\n    resources: {}\n    securityContext:\n      privileged: true\n  dnsPolicy: ClusterFirst\n  restartPolicy: Never\nstatus: {}\n"
    );
    assert_eq!(out(&run("--overrides='{\"spec\":{\"nodeName\":\"n\"}}' -o jsonpath={.spec.nodeName}")), "n");
    let json = "[{\"op\":\"add\",\"path\":\"/spec/nodeName\",\"value\":\"n\"}]";
    assert_eq!(out(&run(&format!("--override-type=json --overrides='{json}' -o jsonpath={{.spec.nodeName}}"))), "n");
    for (line, expected) in [
        ("--override-type=x --overrides={}", "invalid override type: x"),
        ("--labels=a", "unexpected label spec: a"),
        ("--labels==a", "unexpected empty label key"),
        ("--annotations=a", "invalid annotations format: a"),
        ("--env=1A=1", "invalid env: 1A=1"),
        ("--port=x", "strconv.Atoi: parsing \"x\": invalid syntax"),
        ("--overrides={", "Invalid JSON Patch"),
        ("--image=I", "Invalid image name \"I\": invalid reference format"),
    ] {
        assert_eq!(err(&run(line)), format!("error: {expected}\n"), "{line}");
    }
    assert!(err(&run("-it")).starts_with("error: --dry-run=[server|client] can't be used with attached containers"));
}

#[test]
fn commands_need_a_pod_that_runs() {
    let mut server = server();
    let key = server.pods().keys().next().unwrap().clone();
    let files = BTreeMap::new();
    let name = key.split().1.to_owned();
    let says = |server: &ApiServer, line: &str| {
        let line = line.replace("POD", &name);
        run(&cluster(server, &files), &line).output.stderr.replace(&name, "POD")
    };
    let unscheduled = "error: unable to upgrade connection: pod POD does not have a host assigned\n";
    for (line, expected) in [
        ("exec POD -- ls", unscheduled),
        ("attach POD -q", unscheduled),
        ("exec POD -c x -- ls", "error: container x is not valid for pod POD out of: c\n"),
        ("attach POD -c x", "error: cannot attach to the container: container x is not valid for pod POD out of: c\n"),
        ("port-forward POD 80", "error: unable to forward port because pod is not running. Current status=Pending\n"),
    ] {
        assert_eq!(says(&server, line), expected, "{line}");
    }
    assert!(says(&server, "attach POD").ends_with(&format!("try pressing enter.\n{unscheduled}")));
    server.update_pod(&key, |pod| pod.spec.node_name = Some("n".into())).unwrap();
    assert!(says(&server, "exec POD -- ls").contains("kubectl exec is not simulated here"));
    server.update_pod(&key, |pod| pod.status.phase = PodPhase::Failed).unwrap();
    for (line, what) in [("exec POD -- ls", "exec into"), ("attach pod/POD", "attach")] {
        let expected = format!("error: cannot {what} a container in a completed pod; current phase is Failed\n");
        assert_eq!(says(&server, line), expected);
    }
}

#[test]
fn a_client_does_not_ask_for_what_it_would_delete() {
    let deleted = ran_with("delete -f new.yaml --dry-run=client", &files());
    assert_eq!(deleted.output.stdout, "job.batch \"new\" deleted from default namespace (dry run)\n");
}
