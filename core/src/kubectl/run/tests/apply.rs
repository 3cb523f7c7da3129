//! `kubectl apply`: on the server, and several files; and how long a deletion waits.

use super::*;
use crate::trace::Method;

#[test]
fn an_apply_on_the_server_takes_what_no_one_else_has_set() {
    let (mut server, files) = (server(), files());
    let mut applied = |line: &str| {
        let output = carried_out(&mut server, &files, &format!("apply {line}"));
        output.stdout + &output.stderr
    };
    let done = |name: &str| format!("job.batch/{name} serverside-applied\n");
    assert_eq!(
        applied("--server-side -f new.yaml --dry-run=server"),
        done("new").replace("applied", "applied (server dry run)")
    );
    assert_eq!(applied("--server-side -f new.yaml"), done("new"));
    assert_eq!(applied("--server-side -f new.yaml"), done("new"), "nothing changes");
    assert!(applied("--server-side -f pi.yaml").contains("is not simulated here"), "someone created it");
    assert_eq!(applied("--server-side -f pi.yaml --force-conflicts"), done("pi"));
    assert_eq!(
        applied("--server-side -f bad.yaml --force-conflicts -n kube-system"),
        "Error from server: failed to create typed patch object (kube-system/pi; batch/v1, Kind=Job): .spec.paralelism: field not declared in schema\n"
    );
    assert_eq!(applied("-f new.yaml -l a=b"), "error: no objects passed to apply\n");
    assert!(applied("-f pi.yaml").contains("job.batch/pi configured\n"));
    assert_eq!(applied("--server-side -f pi.yaml"), done("pi"), "as it was applied");
    let annotation =
        server.jobs().values().find(|job| job.metadata.name() == "pi").unwrap().metadata.annotations.clone();
    let annotation = annotation.get("kubectl.kubernetes.io/last-applied-configuration").unwrap();
    assert!(annotation.contains("\"metadata\":{\"name\":\"pi\""), "{annotation}");
}

#[test]
fn files_that_cannot_be_read_are_one_error_before_those_of_the_server() {
    let mut files = files();
    files.insert(
        "a.yaml".to_owned(),
        "apiVersion: v1\nkind: Nope\nmetadata: {name: a}\n".to_owned()
            + "---\napiVersion: v1\nkind: Nah\nmetadata: {name: b}\n",
    );
    let errors = ran_with("apply -f bad.yaml -f a.yaml", &files).output.stderr;
    assert!(
        errors.contains("\n[resource mapping not found for name: \"a\"") && errors.contains("first]\nError"),
        "{errors}"
    );
    let errors = ran_with("apply -f a.yaml", &files).output.stderr;
    assert!(errors.starts_with("resource mapping") && errors.contains("first\nresource mapping"), "{errors}");
}

#[test]
fn a_deletion_waits_for_as_long_as_is_said() {
    let timeout = |line: &str| ran(line).wait.unwrap().timeout_ms;
    assert_eq!(
        [timeout("delete job pi --timeout=3s"), timeout("delete job pi --timeout=0")],
        [3_000, timeout("delete job pi")]
    );
}

#[test]
fn stars_and_addresses_are_read_as_file_names() {
    let applied = ran_with("apply -f 'p*.yaml' --dry-run=client", &files()).output;
    assert_eq!(applied.stdout, "job.batch/pi configured (dry run)\n");
    assert_eq!(ran_with("apply -f 'x*.yaml'", &files()).output.stderr, "error: the path \"x*.yaml\" does not exist\n");
    assert!(ran("apply -f https://example.com/a.yaml").output.stderr.contains("is not fetched here; use -f -"));
}

#[test]
fn a_patch_configures_even_if_the_server_changes_nothing() {
    let yaml = files()["pi.yaml"].replace("parallelism: 3", "parallelism: 2");
    let empty = yaml.replace("restartPolicy", "priorityClassName: \"\", restartPolicy");
    let files = BTreeMap::from([("p.yaml".to_owned(), empty)]);
    let mut server = server();
    for _ in 0..2 {
        assert_eq!(carried_out(&mut server, &files, "apply -f p.yaml").stdout, "job.batch/pi configured\n");
    }
}

#[test]
fn what_is_being_deleted_is_applied_with_a_warning() {
    let (mut server, files) = (server(), files());
    let key = server.jobs().keys().find(|key| key.split().1 == "pi").unwrap().clone();
    let held = Request {
        method: Method::Patch(PatchType::Merge),
        key: key.clone(),
        body: json!({"metadata": {"finalizers": ["example.com/hold"]}}),
    };
    server.respond(&held, FieldValidation::Strict, Time::START).outcome.unwrap();
    server.delete_job(&key, &crate::api::DeleteOptions::default(), Time::START).unwrap();
    let warned = run(&cluster(&server, &files), "apply -f pi.yaml").output.stderr;
    assert!(
        warned.ends_with("Warning: Detected changes to resource pi which is currently being deleted.\n"),
        "{warned}"
    );
}

#[test]
fn a_diff_prints_nothing_if_one_file_is_wrong() {
    let mut files = files();
    files.insert("z.yaml".to_owned(), "kind: Nope\napiVersion: v1\n".to_owned());
    for line in ["diff -f pi.yaml -f z.yaml", "diff -f pi.yaml -f bad.yaml"] {
        let output = ran_with(line, &files).output;
        assert_eq!(
            (
                output.stdout.as_str(),
                output.code,
                output.stderr.starts_with("error: ") || output.stderr.contains("is invalid")
            ),
            ("", 2, true),
            "{output:?}"
        );
    }
    assert_eq!(ran_with("diff -f pi.yaml", &files).output.code, 1);
}

#[test]
fn what_is_created_fails_in_the_order_of_the_documents() {
    let text = files()["pi.yaml"].clone() + "---\napiVersion: v1\nkind: Nope\nmetadata: {name: a}\n";
    let files = BTreeMap::from([("p.yaml".to_owned(), text)]);
    let errors = ran_with("create -f p.yaml", &files).output.stderr;
    assert!(
        errors.starts_with("Error from server (AlreadyExists)") && errors.contains("\nresource mapping"),
        "{errors}"
    );
    let errors = ran_with("set image job/pi c=d --local -f p.yaml", &files).output.stderr;
    assert!(errors.starts_with("error: you must specify resources by --filename when --local is set."), "{errors}");
}

#[test]
fn what_a_file_names_is_patched_even_if_nothing_changes() {
    let mut server = server();
    let files = files();
    let mut patched = |what: &str| {
        let line = format!("patch {what} -p '{{\"spec\":{{\"parallelism\":2}}}}'");
        carried_out(&mut server, &files, &line).stdout
    };
    assert_eq!(patched("-f pi.yaml"), "job.batch/pi patched\n");
    assert_eq!(patched("job pi"), "job.batch/pi patched (no change)\n");
    assert_eq!(patched("-f pi.yaml"), "job.batch/pi patched\n");
    let exposed = ran("expose job pi other").output.stderr;
    assert_eq!(exposed, "cannot expose a Job.batch\ncannot expose a Job.batch\n");
}
