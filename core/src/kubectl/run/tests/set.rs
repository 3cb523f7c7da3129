//! `kubectl set`, with what real kubectl prints.

use super::*;

/// A Job with two containers, of which the first has a variable.
const TWO: &str = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: ix}\nspec:\n  template:\n    spec:\n      containers:\n      - {name: a, image: b, env: [{name: X, value: '1'}]}\n      - {name: b, image: b}\n      restartPolicy: Never\n";

fn set(line: &str) -> Ran {
    let mut server = server();
    server.create_job(job(), Time::START).unwrap();
    let files = BTreeMap::from([("ix.yaml".to_owned(), TWO.to_owned())]);
    let cluster = Cluster { stdin: "A=1 # one\nB=2\n", ..cluster(&server, &files) };
    run(&cluster, &format!("kubectl set {line}"))
}

fn job() -> DecodedJob {
    let template = json!({"spec": {"restartPolicy": "Never", "containers": [
        {"name": "a", "image": "b", "env": [{"name": "X", "value": "1"}]}, {"name": "b", "image": "b"}]}});
    let body =
        json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "ix"}, "spec": {"template": template}});
    DecodedJob::from_json(&body, RELEASE).unwrap()
}

#[test]
fn variables_are_listed() {
    for (line, expected) in [
        ("", "# Job ix, container a\nX=1\n# Job ix, container b\n"),
        ("X=2 Y=3", "# Job ix, container a\nX=2\nY=3\n# Job ix, container b\nX=2\nY=3\n"),
        ("-c a X- Y=", "# Job ix, container a\nY=\n"),
        ("-c b --prefix=P_ A=1", "# Job ix, container b\nP_A=1\n"),
        ("-c b -", "# Job ix, container b\nA=1 \nB=2\n"),
    ] {
        assert_eq!(set(&format!("env job/ix --list {line}")).output.stdout, expected, "{line}");
    }
    let none = set("env job/ix -c 'z*' --list").output;
    assert_eq!(
        (none.code, none.stderr.as_str()),
        (0, "Warning: Job/ix does not have any containers matching \"z*\"\n")
    );
    assert_eq!(set("env job/ix -c a X=1").output, CommandOutput::default());
}

#[test]
fn specs_of_pods_are_shown_as_they_would_be() {
    let patched =
        |line: &str, path: &str| set(&format!("{line} --dry-run=client -o jsonpath='{{{path}}}'")).output.stdout;
    let containers = ".spec.template.spec.containers";
    assert_eq!(
        patched("env job/ix Y=3 X=2", &format!("{containers}[*].env")),
        r#"[{"name":"X","value":"2"},{"name":"Y","value":"3"}] [{"name":"Y","value":"3"},{"name":"X","value":"2"}]"#
    );
    assert_eq!(
        patched(
            "resources job ix -c a --limits=cpu=1000m,memory=1024Mi --requests=cpu=.5",
            &format!("{containers}[*].resources")
        ),
        r#"{"limits":{"cpu":"1","memory":"1Gi"},"requests":{"cpu":"500m"}} {}"#
    );
    assert_eq!(patched("sa job/ix x", ".spec.template.spec.serviceAccountName"), "x");
    for (line, done) in [
        ("env job/ix A=1", "env updated"),
        ("resources job ix --limits=cpu=1", "resource requirements updated"),
        ("serviceaccount job ix x", "serviceaccount updated"),
    ] {
        assert_eq!(set(&format!("{line} --dry-run=client")).output.stdout, format!("job.batch/ix {done} (dry run)\n"));
    }
    assert_eq!(
        set("resources -f ix.yaml -c b --limits=cpu=1 --local -o yaml").output.stdout,
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: ix\nspec:\n  template:\n    metadata: {}\n    spec:\n      containers:\n      - env:\n        - name: X\n          value: \"1\"\n        image: b\n        name: a\n        resources: {}\n      - image: b\n        name: b\n        resources:\n          limits:\n            cpu: \"1\"\n      restartPolicy: Never\nstatus: {}\n"
    );
}

#[test]
fn lists_without_items_are_not_printed() {
    let after = |line: &str| set(&format!("env {line} -o yaml")).output.stdout;
    for line in ["job/ix X- --dry-run=client", "-f ix.yaml X- --local"] {
        let yaml = after(line);
        assert!(yaml.contains("- image: b\n") && !yaml.contains("env:"), "{line}: {yaml}");
    }
}

#[test]
fn files_are_changed_as_the_objects_of_the_server_are() {
    assert_eq!(set("env -f ix.yaml X=1 -c a --local").output, CommandOutput::default());
    assert_eq!(set("image -f ix.yaml a=b --local -o yaml").output, CommandOutput::default());
    assert_eq!(set("env -f ix.yaml --list --local -c a").output.stdout, "# Job ix, container a\nX=1\n");
    for (line, expected) in [
        ("image -f ix.yaml z=b --local", "error: unable to find container named \"z\"\n"),
        ("resources -f ix.yaml -c z --limits=cpu=1 --local", "error: unable to find container named z\n"),
        (
            "env -f ix.yaml X=2 --overwrite=false --local",
            "error: jobs/ix 'X' already has a value (1), and --overwrite is false\n",
        ),
    ] {
        assert_eq!(set(line).output.stderr, expected, "{line}");
    }
    assert!(
        set("image job/ix a=c --local").output.stderr.starts_with("error: you must specify resources by --filename")
    );
    assert!(set("env job/ix a=c --local").output.stderr.starts_with("error: You must provide one or more resources"));
    assert!(set("image job/ix =x").output.stderr.starts_with("error: there is no need to specify a resource type"));
}

#[test]
fn what_cannot_be_set_is_refused() {
    let name = "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";
    for (line, expected) in [
        ("env job/ix X=3 --overwrite=false", "error: jobs/ix 'X' already has a value (1), and --overwrite is false\n"),
        (
            "env job/ix X- X=3",
            "error: can not both modify and remove the same environment variable in the same command\n",
        ),
        ("env job/ix 1X=3", &format!("error: \"1X\" is not a valid key name: {name}\n")),
        ("env X=3", "error: one or more resources must be specified as <resource> <name> or <resource>/<name>\n"),
        ("env X=3 job/ix", "error: all resources must be specified before environment changes: X=3 job/ix\n"),
        ("env job/ix --list -o yaml", "error: --list and --output may not be specified together\n"),
        ("env job/ix --keys=a", "error: when specifying --keys, a configmap or secret must be provided with --from\n"),
        ("env job/ix --from=configmap/x", "Error from server (NotFound): configmaps \"x\" not found\n"),
        ("env job/ix --from=job/pi", "error: unsupported resource specified in --from\n"),
        ("env job/nope A=1", "Error from server (NotFound): jobs.batch \"nope\" not found\n"),
        (
            "resources job ix",
            "error: you must specify an update to requests or limits (in the form of --requests/--limits)\n",
        ),
        ("resources job ix -c z --limits=cpu=1", "error: unable to find container named z\n"),
        ("resources job ix --limits=cpu", "error: Invalid argument syntax cpu, expected <resource>=<value>\n"),
        (
            "resources job ix --limits=cpu=x",
            "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'\n",
        ),
        ("sa", "error: serviceaccount is required\n"),
    ] {
        let refused = set(line);
        assert_eq!(
            (refused.output.code, refused.output.stderr.as_str(), refused.writes.len()),
            (1, expected, 0),
            "{line}"
        );
    }
    let immutable = |line: &str| set(line).output.stderr;
    assert!(immutable("env job/ix A=1").starts_with(
        "error: failed to patch env update to pod template: Job.batch \"ix\" is invalid: spec.template: Invalid value: {"
    ));
    assert!(immutable("resources job ix --limits=cpu=1").starts_with(
        "error: failed to patch resources update to pod template Job.batch \"ix\" is invalid: spec.template: Invalid value: {"
    ));
    assert!(immutable("sa job/ix x").starts_with(
        "error: failed to patch ServiceAccountName Job.batch \"ix\" is invalid: spec.template: Invalid value: {"
    ));
}

#[test]
fn the_last_variable_takes_the_list_with_it() {
    let mut server = server();
    let key = server.pods().keys().next().unwrap().clone();
    let env = json!([{"name": "A", "value": "b"}]);
    let updated = server.update_pod(&key, |pod| {
        let mut containers = pod.spec.containers.to_vec();
        containers[0].other.map_mut().insert("env".to_owned(), env.clone());
        pod.spec.containers = containers.into();
    });
    updated.unwrap();
    let files = BTreeMap::new();
    let printed =
        run(&cluster(&server, &files), "set env pods --all A- --dry-run=client -o jsonpath={.spec.containers}");
    assert!(!printed.output.stdout.contains("env"), "{printed:?}");
}
