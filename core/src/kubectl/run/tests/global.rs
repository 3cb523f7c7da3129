//! Flags that all commands have, with what real kubectl prints.

use super::*;

#[test]
fn flags_may_stand_before_the_command() {
    for line in ["-n default get jobs", "-ndefault -o name get jobs", "--namespace=default -v 0 get --output name jobs"]
    {
        assert!(out(&format!("kubectl {line}")).contains("pi"), "{line}");
    }
    assert_eq!(out("-l job-name=pi -o name get pods").lines().count(), 1);
    assert_eq!(ran("-n other get jobs").output.stderr, "No resources found in other namespace.\n");
    assert_eq!(ran("-nother get jobs -n default -o name").output.stdout.lines().count(), 2);
    assert_eq!(out("get jobs -n '' -o name").lines().count(), 2);
    assert_eq!(ran("-n default rollout -v 1 status job/pi").output, ran("rollout status job/pi").output);
    assert!(out("-n a create -v 1 job x --image=b --dry-run=client -o yaml").contains("namespace: a\n"));
    for (line, expected) in [
        ("-n default gett jobs", "Error: flags cannot be placed before plugin name: -n\n"),
        ("--bogus get jobs", "Error: flags cannot be placed before plugin name: --bogus\n"),
        ("-A get jobs", "Error: flags cannot be placed before plugin name: -A\n"),
        ("gett jobs", "error: unknown command \"gett\" for \"kubectl\"\n\nDid you mean this?\n\tset\n\tget\n"),
        ("jobs", "error: unknown command \"jobs\" for \"kubectl\"\n\nDid you mean this?\n\tlogs\n"),
        (
            "api",
            "error: unknown command \"api\" for \"kubectl\"\n\nDid you mean this?\n\tcp\n\tapi-versions\n\tapi-resources\n",
        ),
        ("--bogus", "error: unknown flag: --bogus\nSee 'kubectl --help' for usage.\n"),
        ("-n", "error: flag needs an argument: 'n' in -n\nSee 'kubectl --help' for usage.\n"),
        ("--namespace", "error: flag needs an argument: --namespace\nSee 'kubectl --help' for usage.\n"),
    ] {
        assert_eq!(err(&format!("kubectl {line}")), expected, "{line}");
    }
    assert!(out("-n default").starts_with("kubectl controls"));
}

#[test]
fn flags_about_the_connection_are_checked() {
    for flag in [
        "--as=bob --as-group=g --as-user-extra=a=b",
        "--username=x --password=y",
        "--request-timeout=5s",
        "--request-timeout=5",
        "--profile=none --log-flush-frequency=5s --vmodule=a=1",
        "--warnings-as-errors",
    ] {
        assert_eq!(out(&format!("get jobs -o name {flag}")).lines().count(), 2, "{flag}");
    }
    let syntax = "flag: strconv.ParseInt: parsing \"x\": invalid syntax\nSee 'kubectl get --help' for usage.\n";
    for (flag, expected) in [
        ("-v=x", format!("error: invalid argument \"x\" for \"-v, --v\" {syntax}")),
        (
            "--request-timeout=x",
            "error: Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)\n".to_owned(),
        ),
        (
            "--as-group=g",
            "error: requesting uid, groups or user-extra for kubernetes-admin without impersonating a user\n".to_owned(),
        ),
    ] {
        assert_eq!(err(&format!("get jobs {flag}")), expected, "{flag}");
    }
}

#[test]
fn warnings_of_the_server_can_be_errors() {
    let patch = |flag: &str| ran(&format!("patch job pi -p '{{\"spec\":{{\"nope\":1}}}}' {flag}")).output;
    let warning = "Warning: unknown field \"spec.nope\"\n";
    assert_eq!((patch("").code, patch("").stderr), (0, warning.to_owned()));
    let failed = patch("--warnings-as-errors");
    assert_eq!((failed.code, failed.stderr), (1, format!("{warning}error: 1 warning received\n")));
    // A warning about a short name is not the server's.
    assert_eq!(ran("get ev --warnings-as-errors").output.code, 0);
}

#[test]
fn the_command_is_recorded() {
    let changed = ran("label job pi --record a=b -n default");
    assert_eq!(changed.output.stdout, "job.batch/pi labeled\n");
    assert_eq!(changed.output.stderr, "Flag --record has been deprecated, --record will be removed in the future\n");
    let cause = "kubectl label job pi a=b --record=true --namespace=default";
    let [Write::Job(request)] = changed.writes.as_slice() else { panic!("{changed:?}") };
    assert_eq!(request.body["metadata"]["annotations"]["kubernetes.io/change-cause"], cause);
    let applied = ran_with("apply -f pi.yaml --record -o yaml", &files()).output.stdout;
    let cause = "kubernetes.io/change-cause: kubectl apply --filename=pi.yaml --record=true --output=yaml\n";
    assert!(applied.contains(cause), "{applied}");
    assert!(err("get jobs --record").starts_with("error: unknown flag: --record\n"));
}

#[test]
fn there_is_one_context() {
    let context = "context was not found for specified context: x\n";
    for (line, expected) in [
        ("get jobs --context=x", &*format!("Error in configuration: {context}")),
        ("get jobs --cluster=x", "error: no server found for cluster \"x\"\n"),
        ("create job x --image=i --context=x", "error: context \"x\" does not exist\n"),
        ("set env job/pi --list --cluster=x", "error: cluster \"x\" does not exist\n"),
        ("get jobs --user=x", "error: auth info \"x\" does not exist\n"),
        ("get jobs --kubeconfig=x", "error: stat x: no such file or directory\n"),
        ("get jobs -s x", "error: kubectl get --server is not simulated here; there is one cluster here\n"),
    ] {
        assert_eq!(err(line), expected, "{line}");
    }
    let usual = "get jobs -o name --context=kubernetes-admin@kubernetes --cluster=kubernetes --user=kubernetes-admin";
    assert_eq!(out(usual), out("get jobs -o name"));
}

#[test]
fn commands_with_others_under_them_list_these() {
    for (name, listed) in [
        ("set", "  image            Update the image of a pod template\n"),
        ("top", "  pod           Display resource (CPU/memory) usage of pods\n"),
    ] {
        let help = err(name);
        assert!(help.contains(listed) && help.contains(&format!("Use \"kubectl {name} <command> --help\"")), "{help}");
        assert_eq!(out(&format!("{name} --help")), help);
    }
    let rollout = ran("rollout").output;
    assert_eq!((rollout.code, &*rollout.stderr, rollout.stdout), (1, "", out("help rollout")));
    let undo = out("help rollout undo");
    assert!(undo.contains("    -f, --filename\n"), "{undo}");
    assert!(undo.ends_with("Usage:\n  kubectl rollout undo (TYPE NAME | TYPE/NAME) [flags] [options]\n"), "{undo}");
    let unknown = ran("help x").output;
    assert!(unknown.code == 0 && unknown.stderr.starts_with("Unknown help topic [`x`]\n\nkubectl controls"));
}

#[test]
fn the_kubeconfig_is_read_and_stays_as_it_is() {
    assert_eq!(out("config current-context"), "kubernetes-admin@kubernetes\n");
    assert_eq!(out("config get-clusters"), "NAME\nkubernetes\n");
    assert_eq!(out("config get-users"), "NAME\nkubernetes-admin\n");
    let heading = "CURRENT   NAME                          CLUSTER      AUTHINFO           NAMESPACE\n";
    let row = "*         kubernetes-admin@kubernetes   kubernetes   kubernetes-admin   \n";
    assert_eq!(out("config get-contexts"), [heading, row].concat());
    assert_eq!(
        out("config get-contexts --no-headers"),
        "*     kubernetes-admin@kubernetes   kubernetes   kubernetes-admin   \n"
    );
    assert_eq!(out("config get-contexts -o name"), "kubernetes-admin@kubernetes\n");
    let other = ran("config get-contexts foo").output;
    assert_eq!(other.stdout, "CURRENT   NAME   CLUSTER   AUTHINFO   NAMESPACE\n");
    assert_eq!((other.code, other.stderr.as_str()), (1, "error: context foo not found\n"));
    assert!(err("config get-contexts -o yaml").contains("--output yaml is not available in kubectl config"));
    assert_eq!(out("config use kubernetes-admin@kubernetes"), "Switched to context \"kubernetes-admin@kubernetes\".\n");
    assert_eq!(err("config use-context foo"), "error: no context exists with the name: \"foo\"\n");
    assert_eq!(err("config use-context"), "error: Unexpected args: []\n");
    let modified = "Context \"kubernetes-admin@kubernetes\" modified.\n";
    assert_eq!(out("config set-context --current --namespace=default"), modified);
    assert!(err("config set-context --current --namespace=x").contains("-n NAMESPACE chooses a namespace"));
    assert!(err("config set-context x --current").contains("both a context name and --current"));
    assert!(err("config set-context").contains("you must specify a non-empty context name or --current"));
    assert_eq!(err("config foo bar").lines().next(), Some("error: unknown command \"foo bar\""));
    assert!(err("config view x").starts_with("error: unexpected arguments: [x]\nSee 'kubectl config view -h'"));
    assert_eq!(out("config view -o jsonpath={.current-context}"), "kubernetes-admin@kubernetes");
    assert_eq!(out("config view -o name"), "config/<unknown>\n");
    assert!(out("config view").starts_with("apiVersion: v1\nclusters:\n- cluster:\n"));
    let (server, files) = (server(), BTreeMap::new());
    let elsewhere = Cluster { namespace: Namespace::from("x"), ..cluster(&server, &files) };
    assert_eq!(run(&elsewhere, "config view --minify -o jsonpath={..namespace}").output.stdout, "x");
}
