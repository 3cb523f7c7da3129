//! What commands print and send.

mod any_line;
mod apply;
mod client;
mod cluster_objects;
mod delete;
mod documents;
mod each_command;
mod first_errors;
mod global;
mod marks;
mod not_here;
mod pods;
mod prune;
mod replace;
mod set;
mod shell;

use serde_json::json;

use super::*;
use crate::api::{DecodedJob, DeletionPropagation, Event, EventGroup, EventType, ObjectKey, PatchType, Pod};
use crate::client::EventRecorder;
use crate::trace::{FieldValidation, Request};

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

fn cluster<'a>(server: &'a ApiServer, files: &'a BTreeMap<String, String>) -> Cluster<'a> {
    Cluster {
        server,
        events: Vec::new(),
        release: RELEASE,
        now: Time::START,
        start: Time::START,
        namespace: Namespace::default(),
        files,
        stdin: "",
    }
}

/// Files with a Job `pi` that differs from the stored one, one with an unknown field, a new one, and one without a name.
fn files() -> BTreeMap<String, String> {
    let yaml = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: pi}\nspec: {FIELDparallelism: 3, template: {spec: {restartPolicy: Never, containers: [{name: c, image: perl}]}}}\n";
    let good = yaml.replace("FIELD", "");
    let files = [
        ("bad.yaml", yaml.replace("FIELD", "paralelism: 1, ")),
        ("new.yaml", good.replace("name: pi", "name: new")),
        ("unnamed.yaml", good.replace("name: pi", "generateName: g-")),
        ("pi.yaml", good),
    ];
    files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
}

/// Runs a line of one command.
fn run(cluster: &Cluster<'_>, line: &str) -> Ran {
    let typed = Typed { line: line.to_owned(), ..Typed::default() };
    match typed.commands() {
        Ok(commands) => super::run(cluster, &commands.first().cloned().unwrap_or_default().words),
        Err(error) => Ran { output: CommandOutput::failure(&error), ..Ran::default() },
    }
}

fn ran_with(line: &str, files: &BTreeMap<String, String>) -> Ran {
    run(&cluster(&server(), files), line)
}

fn ran(line: &str) -> Ran {
    ran_with(line, &BTreeMap::new())
}

/// What a line prints, whose writes the server carries out.
fn carried_out(server: &mut ApiServer, files: &BTreeMap<String, String>, line: &str) -> CommandOutput {
    let ran = run(&cluster(server, files), line);
    for write in &ran.writes {
        let Write::Job(request) = write else { panic!("{write:?}") };
        server.respond(request, FieldValidation::Strict, Time::START).outcome.unwrap();
    }
    ran.output
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
    let found = ran("get job/pi pod/nope").output;
    assert!(found.stdout.contains("\npi ") && found.stderr.contains("pods \"nope\" not found"), "{found:?}");
    assert!(out("get jobs,cronjobs").contains("\njob.batch/pi "));
    assert!(out("get all").contains("\n\n") && !out("get all --no-headers").contains("\n\n"));
    assert!(out("describe job pi").ends_with("Events:            <none>\n"));
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    assert_eq!(err("get job nope"), "Error from server (NotFound): jobs.batch \"nope\" not found\n");
    assert_eq!(err("get jobz"), "error: the server doesn't have a resource type \"jobz\"\n");
    assert_eq!(err("frobnicate"), "error: unknown command \"frobnicate\" for \"kubectl\"\n");
    assert!(err("get pods -o jsonpath={.items").starts_with("error: error parsing jsonpath {.items, unclosed action"));
    assert!(err(&format!("get {}", "x".repeat(MAX_LINE_BYTES))).contains("8192 bytes"));
    assert!(err("delete job").starts_with("error: resource(s) were provided, but no name was specified"));
    assert_eq!(
        err("patch job pi -p '{\"spec\":{\"completions\":9}}'"),
        "The Job \"pi\" is invalid: spec.completions: Invalid value: 9: field is immutable\n"
    );
}

#[test]
fn writes_are_shown_in_order() {
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

/// What a wait prints when its time is over.
fn timed_out(line: &str) -> CommandOutput {
    let server = server();
    let files = BTreeMap::new();
    let cluster = cluster(&server, &files);
    let ran = run(&cluster, line);
    let wait = ran.wait.clone().unwrap();
    assert_eq!(wait.come(&cluster), None, "{line}");
    ran.finished(&wait.timed_out(&cluster))
}

#[test]
fn a_wait_reports_every_object_that_does_not_meet_the_condition() {
    for (line, expected) in [
        ("job/pi", "error: timed out waiting for the condition on jobs/pi\n"),
        ("job/pi --timeout=0", "error: condition not met for jobs/pi\n"),
        (
            "jobs --all",
            "timed out waiting for the condition on jobs/other\ntimed out waiting for the condition on jobs/pi\n",
        ),
        (
            "job pi nope",
            "timed out waiting for the condition on jobs/pi\nError from server (NotFound): jobs.batch \"nope\" not found\n",
        ),
    ] {
        let output = timed_out(&format!("wait --for=condition=complete --timeout=1s {line}"));
        assert_eq!((output.code, output.stderr.as_str()), (1, expected), "{line}");
    }
    let both =
        timed_out("wait --for=create --for=jsonpath={.spec.parallelism}=2 --for=condition=complete job/pi --timeout=0");
    assert_eq!(both.stdout, "job.batch/pi condition met\n".repeat(2));
    assert_eq!(both.stderr, "error: condition not met for jobs/pi\n");
    let gone = timed_out("wait --for=delete --for=condition=complete job/nope job/pi --timeout=0");
    assert_eq!((gone.stdout.as_str(), gone.stderr.as_str()), ("", "error: condition not met for jobs/pi\n"));
    let created = "error: timed out waiting for the condition\n";
    assert_eq!(timed_out("wait --for=create job/pi job/nope").stderr, created);
    assert_eq!(timed_out("wait --for=create jobs -l a=b").stderr, created);
    assert_eq!(err("wait --for=create job/a job/b").lines().count(), 2);
    assert_eq!(err("wait job/pi"), "error: unrecognized condition: []\n");
    assert!(err("wait --for=delete").starts_with("error: You must provide one or more resources"));
}

#[test]
fn labels_are_not_overwritten_unasked() {
    assert_eq!(ran("label job pi a=1 b=2").output.stdout, "job.batch/pi labeled\n");
    assert_eq!(
        err("label job pi job-name=x"),
        "error: 'job-name' already has a value (pi), and --overwrite is false\n"
    );
    assert_eq!(
        err("label job pi job-name=x controller-uid=y --dry-run=client").lines().count(),
        2,
        "each label in a line of its own"
    );
    assert_eq!(
        err("label jobs --all job-name=x controller-uid=y")
            .lines()
            .filter(|line| line.starts_with("['controller-uid'"))
            .count(),
        2
    );
    let labelled = ran("label pods --all a=1");
    assert!(matches!(labelled.writes.as_slice(), [Write::LabelPod { .. }]), "{:?}", labelled.writes);
}

#[test]
fn only_a_single_object_is_described_with_its_events() {
    let ends = |line: &str| ran(line).output.stdout.contains("\nEvents:");
    assert!(ends("describe job pi") && ends("describe job p --show-events"));
    assert!(!ends("describe job p") && !ends("describe job pi nope") && !ends("describe jobs"));
    assert!(out("describe job p").ends_with("\n\n"));
    assert_eq!(ran("describe job/pi job/nope").output.stdout, "");
}

#[test]
fn events_have_the_fields_and_columns_of_stored_ones() {
    let mut recorder = EventRecorder::default();
    let group = EventGroup {
        object: ObjectKey::new(&Namespace::default(), &"pi".into()),
        uid: "u".into(),
        r#type: EventType::Normal,
        reason: "Suspended".into(),
    };
    recorder.record(Event { at: Time::START, group: group.into(), message: "Job suspended".to_owned().into() });
    let (server, files) = (server(), BTreeMap::new());
    let cluster = Cluster { events: recorder.stored(RELEASE).events, ..cluster(&server, &files) };
    let out = |line: &str| run(&cluster, line).output.stdout;
    assert_eq!(out("get events -o jsonpath='{.items[0].metadata.creationTimestamp}'"), "2024-01-01T00:00:00Z");
    assert_eq!(
        out("get events -o jsonpath='{.items[0].reportingComponent}{.items[0].reportingInstance}'"),
        "job-controller"
    );
    let yaml = out("get events -o yaml");
    assert!(yaml.contains("\n  eventTime: null\n"), "{yaml}");
    assert!(yaml.contains("    namespace: default\n    resourceVersion: \"1\"\n    uid: u\n"), "{yaml}");
    assert!(
        yaml.contains(
            "    namespace: default\n    resourceVersion: \"1\"\n    uid: 7dddbc6a-bb13-4849-a201-24fcaec87b39\n"
        ),
        "{yaml}"
    );
    let json = out("events -o json");
    assert!(
        json.starts_with("{\n    \"kind\": \"EventList\",\n    \"apiVersion\": \"v1\",\n    \"metadata\": {},"),
        "{json}"
    );
    assert!(json.ends_with(
        "\"reportingComponent\": \"job-controller\",\n            \"reportingInstance\": \"\"\n        }\n    ]\n}\n"
    ));
    let deleted = run(&cluster, "delete events --all").output;
    assert!(
        deleted.code == 1 && deleted.stderr.contains("is not deleted here; events are those that controllers recorded")
    );
    let wide = out("get events -o wide");
    assert!(
        wide.contains(" OBJECT   SUBOBJECT   SOURCE           MESSAGE         FIRST SEEN   COUNT   NAME\n"),
        "{wide}"
    );
    assert!(wide.contains(" job/pi               job-controller   Job suspended   0s           1       pi."), "{wide}");
}

#[test]
fn objects_are_sorted_by_what_a_path_finds() {
    let missing = "error: couldn't find any field with path \"{.spec.nope}\" in the list of objects\n";
    assert_eq!(err("get jobs --sort-by=.spec.nope -o name"), missing);
    assert_eq!(err("get jobs,pods --sort-by=spec.nope"), missing);
    assert_eq!(err("get job pi other --sort-by=spec.nope"), missing);
    assert!(out("get job pi --sort-by=.spec.nope").starts_with("NAME"));
    let dropped = ran("get jobs --sort-by=.spec.nope").output;
    assert_eq!(
        (dropped.code, dropped.stdout.as_str(), dropped.stderr.as_str()),
        (0, "", "No resources found in default namespace.\n")
    );
    assert!(err("get jobs -w --sort-by=.spec.nope").ends_with("unable to output the provided object: couldn't find any field with path \"{.spec.nope}\" in the list of objects\n"));
    let fatal = "F0101 00:00:00.000000       1 sorter.go:";
    assert_eq!(
        err("get jobs --sort-by=.spec"),
        format!(
            "{fatal}375] Field {{.spec}} in [][][]reflect.Value is an unsortable type: interface, err: unsortable type: map[string]interface {{}}\n"
        )
    );
    assert_eq!(
        err("get jobs --sort-by=.spec.suspend -o name"),
        format!(
            "{fatal}329] Field {{.spec.suspend}} in *unstructured.Unstructured is an unsortable type: interface, err: unsortable type: bool\n"
        )
    );
    // Pods have no completions, and objects without the field are first, in reverse.
    let order = out("get jobs,pods --sort-by=.spec.completionMode -o name");
    assert!(order.starts_with("pod/pi-") && order.ends_with("job.batch/other\njob.batch/pi\n"), "{order}");
}

#[test]
fn errors_of_templates_are_those_of_kubectl() {
    let error = err("get jobs -o jsonpath='{.items[7]}'");
    assert!(
        error.starts_with("error: error executing jsonpath \"{.items[7]}\": Error executing template: array index")
    );
    assert!(error.ends_with("}\n\n\n"), "{error:?}");
    assert!(err("get jobs -o jsonpath='{items}'").contains("Error executing template: unrecognized identifier items."));
    let output = ran("get jobs -o custom-columns=N:.metadata[0]").output;
    assert_eq!(
        (output.stdout.as_str(), output.stderr.as_str()),
        ("N\n", "error: map[string]interface {} is not array or slice\n")
    );
    assert_eq!(
        out(
            "get job pi -o custom-columns=A:.spec.selector.nope,B:.spec.template.spec.containers[*].resources --no-headers"
        ),
        "<none>   map[]\n"
    );
    let nothing = ran("get job x y -o json").output;
    assert!(nothing.stdout.contains("\"items\": [],") && nothing.stderr.lines().count() == 2, "{nothing:?}");
}

#[test]
fn a_local_dry_run_of_apply_changes_a_copy_since_v1_36() {
    let (server, files) = (server(), files());
    let parallelism = |release| {
        let cluster = Cluster { release, ..cluster(&server, &files) };
        run(&cluster, "apply -f pi.yaml --dry-run=client -o yaml").output.stdout.contains("\n  parallelism: 3\n")
    };
    assert_eq!([Release::V1_28, Release::V1_36].map(parallelism), [false, true]);
}

#[test]
fn labels_are_checked_before_they_are_sent() {
    assert_eq!(err("label job pi a=b=c"), "error: invalid label spec: a=b=c\n");
    assert!(
        err("label job pi a='b c'")
            .starts_with("error: invalid label value: \"a=b c\": a valid label must be an empty")
    );
    assert_eq!(err("label a=b job pi"), "error: all resources must be specified before label changes: job\n");
    assert_eq!(out("annotate job pi a=b=c d='e f' nothing-"), "job.batch/pi annotated\n");
    assert_eq!(out("label job pi a=1 job-name-").as_str(), "job.batch/pi modified\n");
    assert!(out("label jobs --all --list").starts_with("Listing labels for Job.batch/other:\n batch.kubernetes.io/"));
    assert!(out("label job pi --list").contains("\njob-name=pi\n"));
    assert_eq!(out("annotate job pi --list"), "");
}

#[test]
fn a_dry_run_without_a_name_is_one_of_the_client_with_a_warning() {
    let outputs = ["--dry-run", "--dry-run=T"].map(|flag| ran(&format!("create job q --image=b {flag}")));
    for ran in &outputs {
        assert_eq!((ran.output.code, ran.output.stdout.as_str()), (0, "job.batch/q created (dry run)\n"));
        assert!(ran.writes.is_empty());
    }
    assert_eq!(
        outputs.map(|ran| ran.output.stderr),
        [
            "W0101 00:00:00.000000       1 helpers.go:719] --dry-run is deprecated and can be replaced with --dry-run=client.\n",
            "W0101 00:00:00.000000       1 helpers.go:733] --dry-run=T is deprecated (boolean value) and can be replaced with --dry-run=client.\n",
        ]
    );
    let off = ran("create job q --image=b --dry-run=false");
    assert_eq!((off.output.stdout.as_str(), off.writes.len()), ("job.batch/q created\n", 1));
}
