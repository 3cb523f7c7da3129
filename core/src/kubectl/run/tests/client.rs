//! What kubectl says by itself: about folders, options and paths.

use super::*;

fn says(line: &str) -> String {
    let ran = ran_with(line, &files());
    assert!(ran.output.code > 0 && ran.writes.is_empty(), "{line}: {ran:?}");
    ran.output.stderr
}

#[test]
fn no_folder_has_a_kustomization() {
    let missing =
        "unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '/root'\n";
    for line in
        ["apply -k .", "delete -k ./", "create -k .", "replace -k .", "label -k . a=b", "kustomize", "diff -k ."]
    {
        assert_eq!(says(line), format!("error: {missing}"), "{line}");
    }
    assert_eq!(says("get -k ."), missing);
    assert_eq!(says("apply -k pi.yaml"), "error: must build at directory: 'pi.yaml': file is not directory\n");
    assert_eq!(
        says("kustomize a/b"),
        "error: must build at directory: not a valid directory: evalsymlink failure on 'a/b' : lstat /root/a: no such file or directory\n"
    );
    assert_eq!(says("kustomize a b"), "error: specify one path to kustomization.yaml\n");
    assert!(says("apply -k . --dry-run=bogus").starts_with("error: Invalid dry-run value (bogus)."));
    assert!(says("apply -f x.yaml --dry-run=bogus").starts_with("error: Invalid dry-run value (bogus)."));
    assert_eq!(says("apply -k . -f pi.yaml"), "error: only one of -f or -k can be specified\n");
    assert_eq!(says("wait -k ."), "error: unknown shorthand flag: 'k' in -k\nSee 'kubectl wait --help' for usage.\n");
    let mut files = files();
    files.insert("base/pi.yaml".to_owned(), files["pi.yaml"].clone());
    assert!(ran_with("apply -k base", &files).output.stderr.contains("in directory '/root/base'"));
    files.insert("base/kustomization.yaml".to_owned(), "resources: [pi.yaml]\n".to_owned());
    let refused = ran_with("apply -k base", &files).output.stderr;
    assert_eq!(refused, "error: kustomizations are not built here; use -f FILENAME\n");
}

#[test]
fn a_raw_path_stands_alone() {
    for (line, error) in [
        ("--raw /api pods", "arguments may not be passed when --raw is specified"),
        ("--raw /api -o yaml", "--raw and --output are mutually exclusive"),
        (
            "--raw /api -l a=b",
            "--raw may not be specified with other flags that filter the server request or alter the output",
        ),
        ("--raw api", "--raw must be a valid URL path: parse \"api\": invalid URI for request"),
    ] {
        assert_eq!(says(&format!("get {line}")), format!("error: {error}\n"), "{line}");
    }
    let missing = "Error from server (NotFound): the server could not find the requested resource\n";
    assert_eq!([says("get --raw /x"), says("get --raw http://x/y")], [missing, missing]);
}

#[test]
fn commands_with_others_under_them_print_those() {
    let rollout = ran("rollout").output;
    assert!(rollout.code == 1 && rollout.stderr.is_empty(), "{rollout:?}");
    assert!(
        rollout.stdout.starts_with("Manage the rollout of one or many resources.\n\nAvailable Commands:\n  history")
    );
    assert!(says("top").starts_with("Display resource (CPU/memory) usage.\n\nAvailable Commands:\n  node"));
    assert!(says("config").contains("\n  rename-context    Rename a context from the kubeconfig file\n"));
    assert!(ran("certificate").output.stdout.ends_with("(applies to all commands).\n"));
    let options = out("options");
    assert!(
        options.starts_with("The following options can be passed to any command:\n\n    --as='':\n\tUsername to imp")
    );
    assert!(options.ends_with(" exit with a non-zero exit code\n\n") && options.contains("\n    -v, --v=0:\n\tnumber"));
    assert!(out("cluster-info").starts_with("Kubernetes control plane is running at https://127.0.0.1:6443\n\n"));
    assert_eq!(says("options --x"), "error: unknown flag: --x\nRun 'kubectl options' without flags.\n");
    assert_eq!(says("top -A"), "error: unknown shorthand flag: 'A' in -A\nSee 'kubectl top --help' for usage.\n");
    assert_eq!(says("top po a b"), "error: pod [NAME | -l label]\nSee 'kubectl top pod -h' for help and examples\n");
    assert_eq!(says("top node a -l b=c"), "error: only one of NAME or --selector can be provided\n");
}

#[test]
fn a_subject_is_set_on_role_bindings_alone() {
    assert!(
        says("set subject").starts_with("error: You must provide one or more resources by argument or filename.\n")
    );
    let only = |name: &str| {
        format!("error: jobs/{name} setting subjects is only supported for RoleBinding/ClusterRoleBinding\n")
    };
    assert_eq!(says("set subject job/pi --user=a"), only("pi"));
    assert_eq!(says("set subject jobs --all --user=a"), format!("{}\n{}\n", only("other"), only("pi")));
    assert_eq!(says("set subject job/nope --user=a"), "Error from server (NotFound): jobs.batch \"nope\" not found\n");
}

#[test]
fn components_are_deprecated_and_healthy() {
    let all = ran("get cs").output;
    assert_eq!(all.stderr, "Warning: v1 ComponentStatus is deprecated in v1.19+\n");
    assert_eq!(
        all.stdout,
        "NAME                 STATUS    MESSAGE   ERROR\ncontroller-manager   Healthy   ok        \nscheduler            Healthy   ok        \netcd-0               Healthy   ok        \n"
    );
    assert_eq!(ran("get componentstatuses/scheduler -o name").output.stdout, "componentstatus/scheduler\n");
    let nope = ran("get cs nope").output;
    assert!(nope.code == 1 && nope.stderr.ends_with("\nError from server: Component not found: nope\n"), "{nope:?}");
    let health = "get cs etcd-0 -o jsonpath={.conditions[0].type}";
    assert_eq!(ran(health).output.stdout, "Healthy");
}
