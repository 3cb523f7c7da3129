//! `kubectl apply --prune`.

use super::*;

fn printed(server: &ApiServer, line: &str) -> (String, String, usize) {
    let ran = run(&cluster(server, &files()), line);
    (ran.output.stdout, ran.output.stderr, ran.writes.len())
}

/// A server with a Job `new` that was applied, beside two that were not.
fn applied() -> ApiServer {
    let mut server = server();
    assert_eq!(carried_out(&mut server, &files(), "apply -f new.yaml").stdout, "job.batch/new created\n");
    server
}

#[test]
fn what_was_applied_and_is_in_no_file_is_pruned() {
    let server = applied();
    let allowlist = "--prune --all --prune-allowlist=batch/v1/Job";
    let (stdout, stderr, writes) = printed(&server, &format!("apply -f pi.yaml {allowlist}"));
    assert_eq!((stdout.as_str(), writes), ("job.batch/pi configured\njob.batch/new pruned\n", 2));
    assert!(!stderr.contains("Deprecated"), "{stderr}");
    let (stdout, stderr, writes) = printed(&server, "apply -f pi.yaml --prune --all --dry-run=server");
    assert_eq!(
        (stdout.as_str(), writes),
        ("job.batch/pi configured (server dry run)\njob.batch/new pruned (server dry run)\n", 0)
    );
    assert!(stderr.contains("prune.go:71] Deprecated: kubectl apply will no longer prune"), "{stderr}");
    assert_eq!(printed(&server, &format!("apply -f new.yaml {allowlist}")).0, "job.batch/new unchanged\n");
    let elsewhere = "--prune -l a=b --prune-allowlist=batch/v1/Job";
    assert_eq!(printed(&server, &format!("apply -f pi.yaml {elsewhere}")).1, "error: no objects passed to apply\n");
}

#[test]
fn what_cannot_be_pruned_is_refused() {
    let server = applied();
    for (flags, error) in [
        ("", "all resources selected for prune without explicitly passing --all. To prune all resources"),
        ("--all -l a=b", "cannot set --all and --selector at the same time"),
        ("--all --force", "--force cannot be used with --prune"),
        (
            "--all --server-side",
            "--prune is in alpha and doesn't currently work on objects created by server-side apply",
        ),
        ("--all --prune-allowlist=x", "invalid GroupVersionKind format: x, please follow <group/version/kind>"),
        ("--all --prune-allowlist=batch/v1/Foo", "no matches for kind \"Foo\" in version \"batch/v1\""),
        ("--prune-allowlist=core/v1/Foo", "no matches for kind \"Foo\" in version \"v1\""),
    ] {
        let (stdout, stderr, writes) = printed(&server, &format!("apply -f pi.yaml --prune {flags}"));
        assert_eq!((stdout.as_str(), writes), ("", 0), "{flags}");
        assert!(stderr.starts_with(&format!("error: {error}")), "{flags}: {stderr}");
    }
}
