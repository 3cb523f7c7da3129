//! Pods that are patched, run, or in files; quotas in files.

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

#[test]
fn a_pod_is_run() {
    let ran = ran("run nginx --image=nginx --port=80");
    assert_eq!(ran.output.stdout, "pod/nginx created\n", "{:?}", ran.output);
    let [Write::CreatePod(pod)] = ran.writes.as_slice() else { panic!("{:?}", ran.writes) };
    assert_eq!(pod.metadata.key(), "default/nginx".into());
    assert_eq!(pod.metadata.labels.get("run"), Some("nginx"));
    assert_eq!(pod.spec.restart_policy, Some(crate::api::RestartPolicy::Always));
    let yaml = super::ran("run x --image=i --restart=Never --dry-run=server -o yaml -- sh");
    assert!(
        yaml.output.stdout.contains("  - args:\n    - sh\n    image: i\n    imagePullPolicy: Always\n"),
        "{yaml:?}"
    );
    assert!(yaml.writes.is_empty() && !yaml.output.stdout.contains("resourceVersion"));
    let taken = pod_of(&server());
    assert_eq!(
        err(&format!("run {taken} --image=i")),
        format!("Error from server (AlreadyExists): pods {taken:?} already exists\n")
    );
    assert_eq!(err("run x --image=i -n nope"), "Error from server (NotFound): namespaces \"nope\" not found\n");
    for (line, expected) in [
        ("-t", "-i/--stdin is required for containers with -t/--tty=true"),
        ("--expose", "--port must be set when exposing a service"),
    ] {
        let usage = "\nSee 'kubectl run -h' for help and examples\n";
        assert_eq!(err(&format!("run x --image=i {line}")), format!("error: {expected}{usage}"), "{line}");
    }
}

fn pod_of(server: &ApiServer) -> String {
    server.pods().values().next().map(|pod| pod.metadata.name().to_owned()).unwrap_or_default()
}

#[test]
fn pods_in_files_are_created_applied_and_deleted() {
    let text = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {a: b}}\nspec: {restartPolicy: Never, containers: [{name: c, image: i}]}\n";
    let file = |text: &str| BTreeMap::from([("p.yaml".to_owned(), text.to_owned())]);
    let files = file(text);
    let created = ran_with("create -f p.yaml", &files);
    assert_eq!((created.output.stdout.as_str(), created.writes.len()), ("pod/p created\n", 1), "{:?}", created.output);
    let applied = ran_with("apply -f p.yaml", &files);
    let [Write::CreatePod(pod)] = applied.writes.as_slice() else { panic!("{:?}", applied.writes) };
    let mut server = server();
    server.create_pod(Pod::clone(pod), Time::START).unwrap();
    let run = |line: &str, files: &BTreeMap<String, String>| run(&cluster(&server, files), line);
    assert_eq!(run("apply -f p.yaml", &files).output.stdout, "pod/p unchanged\n");
    let changed = run("apply -f p.yaml", &file(&text.replace("a: b", "a: c")));
    assert_eq!(changed.output.stdout, "pod/p configured\n", "{:?}", changed.output);
    assert!(matches!(changed.writes.as_slice(), [Write::PatchPod { .. }]));
    assert_eq!(run("delete -f p.yaml", &files).output.stdout, "pod \"p\" deleted from default namespace\n");
    let exists = "Error from server (AlreadyExists): error when creating \"p.yaml\": pods \"p\" already exists\n";
    assert_eq!(run("create -f p.yaml", &files).output.stderr, exists);
    let refused = run("apply -f p.yaml", &file(&text.replace("Never", "OnFailure"))).output.stderr;
    assert!(refused.starts_with("The Pod \"p\" is invalid: spec: Forbidden: pod updates may not change"), "{refused}");
    let misspelt = ran_with("create -f p.yaml", &file(&text.replace("containers", "contaners"))).output.stderr;
    assert_eq!(
        misspelt,
        "Error from server (BadRequest): error when creating \"p.yaml\": Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: unknown field \"spec.contaners\"\n"
    );
    let nameless = ran_with("create -f p.yaml", &file(&text.replace("image: i", "image: ''"))).output.stderr;
    assert_eq!(nameless, "The Pod \"p\" is invalid: spec.containers[0].image: Required value\n");
    let elsewhere =
        ran_with("create -f p.yaml", &file(&text.replace("name: p", "name: p, namespace: x"))).output.stderr;
    assert!(elsewhere.ends_with("error when creating \"p.yaml\": namespaces \"x\" not found\n"), "{elsewhere}");
    let replaced = ran_with("replace -f p.yaml", &files).output.stderr;
    assert!(replaced.starts_with("Warning: Pod \"p\" is left out here; this command works on Jobs\n"), "{replaced}");
}

#[test]
fn quotas_in_files_are_created_and_applied() {
    let text = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: '4'}}\n";
    let file = |text: &str| BTreeMap::from([("q.yaml".to_owned(), text.to_owned())]);
    let created = ran_with("create -f q.yaml", &file(text));
    let [Write::CreateQuota(quota)] = created.writes.as_slice() else { panic!("{created:?}") };
    assert_eq!(created.output.stdout, "resourcequota/q created\n");
    let mut server = server();
    server.create_quota(quota, Time::START).unwrap();
    let run = |line: &str, text: &str| run(&cluster(&server, &file(text)), line);
    assert_eq!(run("apply -f q.yaml", text).output.stdout, "resourcequota/q unchanged\n");
    let changed = run("apply -f q.yaml", &text.replace("'4'", "5"));
    assert_eq!(changed.output.stdout, "resourcequota/q configured\n");
    assert!(matches!(changed.writes.as_slice(), [Write::ApplyQuota(quota)] if quota.pods == 5));
    let left_out = ran_with("apply -f q.yaml", &file(&text.replace("pods: '4'", "cpu: 1"))).output.stderr;
    assert_eq!(left_out, "Warning: ResourceQuota \"q\" is not simulated here, and left out\n");
    let partly = ran_with("apply -f q.yaml", &file(&text.replace("pods: '4'", "cpu: 1, pods: 4"))).output;
    assert_eq!(partly.stderr, "Warning: of ResourceQuota \"q\" only the limit on pods is simulated here\n");
    let wrong = ran_with("create -f q.yaml", &file(&text.replace("'4'", "-1"))).output.stderr;
    assert_eq!(
        wrong,
        "The ResourceQuota \"q\" is invalid: spec.hard[pods]: Invalid value: \"-1\": must be greater than or equal to 0\n"
    );
}
