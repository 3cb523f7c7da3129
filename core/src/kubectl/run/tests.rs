use serde_json::json;

use super::*;
use crate::api::{DecodedJob, Pod};

const RELEASE: Release = Release::V1_36;

/// A server with two Jobs, of which `pi` has a pod.
fn server() -> ApiServer {
    let mut server = ApiServer::new(RELEASE.into());
    for name in ["pi", "other"] {
        let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "perl"}]}});
        let body = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name},
            "spec": {"parallelism": 2, "template": template}});
        server.create_job(DecodedJob::from_json(&body, RELEASE).unwrap(), Time::START).unwrap();
    }
    let pod: Pod = serde_json::from_value(json!({
        "metadata": {"generateName": "pi-", "labels": {"job-name": "pi"}},
        "spec": {"containers": [{"name": "c"}]},
    }))
    .unwrap();
    server.create_pod(pod, Time::START).unwrap();
    server
}

fn ran_with(line: &str, files: &BTreeMap<String, String>) -> Ran {
    let server = server();
    let cluster = Cluster {
        server: &server,
        events: Vec::new(),
        release: RELEASE,
        now: Time::START,
        namespace: Namespace::default(),
        files,
        stdin: "",
    };
    run(&cluster, line)
}

fn ran(line: &str) -> Ran {
    ran_with(line, &BTreeMap::new())
}

fn out(line: &str) -> String {
    let ran = ran(line);
    assert_eq!((ran.output.code, ran.output.stderr.as_str()), (0, ""), "{line}");
    ran.output.stdout
}

fn err(line: &str) -> String {
    let ran = ran(line);
    assert_eq!((ran.output.code, ran.writes.as_slice(), &ran.wait), (1, [].as_slice(), &None), "{line}");
    ran.output.stderr
}

#[test]
fn what_is_asked_for_is_printed() {
    assert_eq!(out("kubectl get jobs -o name"), "job.batch/other\njob.batch/pi\n");
    assert_eq!(out("get job pi -o jsonpath='{.spec.parallelism}'"), "2");
    assert_eq!(
        out("get jobs -o custom-columns=N:.metadata.name,X:.spec.nothing"),
        "N       X\nother   <none>\npi      <none>\n"
    );
    assert_eq!(out("get pods -l job-name=pi --no-headers -o name").lines().count(), 1);
    assert_eq!(out("get jobs --sort-by=.metadata.uid -o name"), "job.batch/pi\njob.batch/other\n");
    assert!(out("get all").starts_with("NAME"));
    assert!(out("describe job pi").ends_with("Events:            <none>\n"));
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    assert_eq!(err("get job nope"), "Error from server (NotFound): jobs.batch \"nope\" not found\n");
    assert_eq!(err("get jobz"), "error: the server doesn't have a resource type \"jobz\"\n");
    assert!(
        err("frobnicate").starts_with("error: unknown command \"frobnicate\" for \"kubectl\"\nThere is: annotate,")
    );
    assert!(err("get pods -o jsonpath={.items").starts_with("error: error parsing jsonpath {.items, unclosed action"));
    assert!(err(&format!("get {}", "x".repeat(MAX_LINE_BYTES))).contains("8192 bytes"));
    assert!(err("delete job").starts_with("error: resource(s) were provided, but no name was specified"));
    assert_eq!(
        err("patch job pi -p '{\"spec\":{\"completions\":9}}'"),
        "The Job \"pi\" is invalid: spec.completions: Invalid value: 9: field is immutable\n"
    );
}

#[test]
fn writes_are_told_in_order() {
    let yaml = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: NAME}\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: b}]}}}\n";
    let text = ["a", "b"].map(|name| yaml.replace("NAME", name)).join("---\n");
    let files = BTreeMap::from([("two.yaml".to_owned(), text)]);
    let ran = ran_with("kubectl apply -f two.yaml", &files);
    assert_eq!(ran.output.stdout, "job.batch/a created\njob.batch/b created\n");
    let keys = ran.writes.iter().map(|write| match write {
        Write::Job(request) => request.key.to_string(),
        other => panic!("{other:?}"),
    });
    assert_eq!(keys.collect::<Vec<_>>(), ["default/a", "default/b"]);
    let dry = ran_with("kubectl apply -f two.yaml --dry-run=server", &files);
    assert_eq!((dry.output.stdout.lines().count(), dry.writes.len()), (2, 0));
}

#[test]
fn a_deletion_waits_and_a_forced_one_does_not() {
    let deleted = ran("delete job pi");
    assert_eq!(deleted.output.stdout, "job.batch \"pi\" deleted from default namespace\n");
    assert!(deleted.wait.is_some_and(|wait| !wait.timeout_ms.is_negative()));
    assert_eq!(ran("delete job pi --wait=false").wait, None);
    let orphaned = ran("delete job pi --cascade=orphan");
    let [Write::DeleteJob { policy, .. }] = orphaned.writes.as_slice() else { panic!("{:?}", orphaned.writes) };
    assert_eq!(*policy, DeletionPropagation::Orphan);
}

#[test]
fn labels_are_not_overwritten_unasked() {
    assert_eq!(ran("label job pi a=1 b=2").output.stdout, "job.batch/pi labeled\n");
    assert_eq!(
        err("label job pi job-name=x"),
        "error: 'job-name' already has a value (pi), and --overwrite is false\n"
    );
    let labelled = ran("label pods --all a=1");
    assert!(matches!(labelled.writes.as_slice(), [Write::LabelPod { .. }]), "{:?}", labelled.writes);
}

/// Pieces of lines, so that what is drawn gets past the first word.
const PIECES: &[&str] = &[
    "get",
    "describe",
    "delete",
    "patch",
    "label",
    "annotate",
    "apply",
    "create",
    "wait",
    "events",
    "scale",
    "diff",
    "job",
    "jobs",
    "pods",
    "all",
    "pi",
    "job/pi",
    "pi,",
    "-l",
    "-o",
    "-f",
    "-",
    "--",
    "-p",
    "--for",
    "--for=jsonpath=",
    "jsonpath=",
    "custom-columns=",
    "{.items[*]",
    "[?(@.a==",
    "}",
    "{",
    "]",
    "..",
    "\\",
    "'",
    "\"",
    "a=b",
    "a-",
    "=",
    ",",
    "(",
    ")",
    "!a",
    " in (",
    "--timeout=",
    "1h",
    "-1s",
    "é",
    "\u{0}",
    "name",
    "yaml",
    "--sort-by=",
    "[0]",
    "[-1:]",
    "*",
];

proptest::proptest! {
    #[test]
    fn no_line_panics(pieces in proptest::collection::vec((0..PIECES.len(), proptest::bool::ANY), 0..12)) {
        let mut line = String::new();
        for (piece, blank) in pieces {
            line.push_str(PIECES[piece]);
            if blank {
                line.push(' ');
            }
        }
        let ran = ran(&line);
        proptest::prop_assert!(ran.output.code <= 1);
    }
}
