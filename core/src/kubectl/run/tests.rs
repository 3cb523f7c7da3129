use serde_json::json;

use super::*;
use crate::api::{DecodedJob, Event, EventType, Pod};
use crate::client::EventRecorder;

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
        namespace: Namespace::default(),
        files,
        stdin: "",
    }
}

fn ran_with(line: &str, files: &BTreeMap<String, String>) -> Ran {
    run(&cluster(&server(), files), line)
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
    recorder.record(Event {
        at: Time::START,
        object: ObjectKey::new(&Namespace::default(), &"pi".into()),
        uid: "u".into(),
        r#type: EventType::Normal,
        reason: "Suspended".into(),
        message: "Job suspended".to_owned().into(),
    });
    let (server, files) = (server(), BTreeMap::new());
    let cluster = Cluster { events: recorder.stored(RELEASE).events, ..cluster(&server, &files) };
    let out = |line: &str| run(&cluster, line).output.stdout;
    assert_eq!(out("get events -o jsonpath='{.items[0].metadata.creationTimestamp}'"), "2024-01-01T00:00:00Z");
    assert_eq!(
        out("get events -o jsonpath='{.items[0].reportingComponent}{.items[0].reportingInstance}'"),
        "job-controller"
    );
    assert!(out("get events -o yaml").contains("\n  eventTime: null\n"));
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

/// Lines, the beginning of what they print (or `!` and a part of the error), and how many writes they make.
const TABLE: &[(&str, &str, usize)] = &[
    ("get jobs,pods", "NAME", 0),
    ("get job/pi job/other -o name", "job.batch/pi\njob.batch/other\n", 0),
    ("get pods -L job-name --no-headers", "pi-", 0),
    ("get jobs --show-labels", "NAME    STATUS", 0),
    ("get pods --field-selector=status.phase=Pending -o name", "pod/pi-", 0),
    ("get jobs --field-selector metadata.name=pi -o name", "job.batch/pi\n", 0),
    ("get jobs --field-selector spec.x=1", "!field label \"spec.x\" not supported for Job", 0),
    ("get jobs --sort-by='{.metadata.name}' -o name", "job.batch/other\njob.batch/pi\n", 0),
    ("get jobs -o custom-columns=NAME:.metadata.name --no-headers", "other\npi\n", 0),
    ("get pods -l 'job-name in (pi, x)' -o jsonpath='{.items[0].status.qosClass}'", "BestEffort", 0),
    ("get pods -w --no-headers", "pi-", 0),
    ("get cronjobs", "", 0),
    ("get job nope --ignore-not-found", "", 0),
    ("get job x y --ignore-not-found -o yaml", "", 0),
    ("get jobs -o NAME", "job.batch/other\n", 0),
    ("get jobs -o jsonpath=", "!template format specified but no template given", 0),
    ("get jobs -o custom-columns=", "!custom-columns format specified but no custom columns given", 0),
    ("get jobs --show-labels -o name", "!--show-labels option cannot be used with name printer", 0),
    (
        "get jobs --no-headers=maybe",
        "!invalid argument \"maybe\" for \"--no-headers\" flag: strconv.ParseBool: parsing",
        0,
    ),
    ("events --types=foo", "!valid --types are Normal or Warning", 0),
    (
        "events -o wide",
        "!unable to match a printer suitable for the output format \"wide\", allowed formats are: go-template,",
        0,
    ),
    ("events --for=nope/pi", "!the server doesn't have a resource type \"nope\"", 0),
    ("delete jobs --all -l a=b", "!setting 'all' parameter but found a non empty selector. ", 0),
    ("delete job pi --all", "!name cannot be provided when a selector is specified", 0),
    ("label jobs --all -l a=b c=d", "!cannot set --all and --selector at the same time", 0),
    ("patch job pi -p ''", "!must specify --patch or --patch-file", 0),
    (
        "patch job pi -p 'a: b: c'",
        "!unable to parse \"a: b: c\": yaml: mapping values are not allowed in this context",
        0,
    ),
    ("patch job pi --patch-file no", "!unable to read patch file: open no: no such file or directory", 0),
    ("patch job pi -p '{\"spec\":{\"parallelism\":1}}' -o jsonpath='{.spec.parallelism}'", "1", 1),
    ("apply -f pi.yaml -o wide", "!unable to match a printer suitable", 0),
    ("apply -f pi.yaml -l a=b", "!no objects passed to apply", 0),
    ("apply -f pi.yaml -o jsonpath={.spec.parallelism}", "3", 1),
    ("scale --replicas=1", "!You must provide one or more resources", 0),
    ("set image c=x", "!You must provide one or more resources", 0),
    ("autoscale --max=3", "!You must provide one or more resources", 0),
    ("get job/", "!arguments in resource/name form must have a single resource and name", 0),
    ("get job/pi/x", "!arguments in resource/name form may not have more than one slash", 0),
    ("get job/pi pod", "!there is no need to specify a resource type as a separate argument", 0),
    ("get job,", "!the server doesn't have a resource type \"\"", 0),
    ("get jobs.apps", "!the server doesn't have a resource type \"jobs\"", 0),
    ("get jobs,job -o name", "job.batch/other\njob.batch/pi\n", 0),
    ("get -f pi.yaml job", "!when paths, URLs, or stdin is provided as input", 0),
    ("get -f pi.yaml -f pi.yaml -o name", "job.batch/pi\njob.batch/pi\n", 0),
    ("delete -f pi.yaml job", "!when paths, URLs, or stdin is provided as input", 0),
    ("label job pi =x", "!at least one label update is required", 0),
    ("get job pi -o json", "{\n    \"apiVersion\": \"batch/v1\",", 0),
    ("-n elsewhere get jobs", "", 0),
    ("get jobs -A --no-headers", "default   other", 0),
    ("get pod pi -A", "!a resource cannot be retrieved by name across all namespaces", 0),
    ("get jobs -n=elsewhere", "", 0),
    ("events", "", 0),
    ("events --for job/pi --types=Normal", "", 0),
    ("events --for pi", "!--for must be in resource/name form", 0),
    ("describe jobs", "Name:             other\n", 0),
    ("describe pod", "Name:         pi-", 0),
    ("describe pods -l job-name=pi", "Name:         pi-", 0),
    ("describe pod pi", "Name:         pi-", 0),
    ("describe pod/pi", "!pods \"pi\" not found", 0),
    ("describe pod pi other", "!pods \"other\" not found", 0),
    ("describe job,pod pi", "!you may only specify a single resource type", 0),
    ("describe pod/nope", "!pods \"nope\" not found", 0),
    ("apply -f pi.yaml", "job.batch/pi configured\n", 1),
    ("apply -f pi.yaml --dry-run=client", "job.batch/pi configured (dry run)\n", 0),
    ("apply -f bad.yaml", "!unknown field \"spec.paralelism\"", 0),
    ("apply -f bad.yaml --validate=ignore", "job.batch/pi configured\n", 1),
    ("create -f pi.yaml", "!jobs.batch \"pi\" already exists", 0),
    ("create job hello --image=busybox -- date -u", "job.batch/hello created\n", 1),
    ("create -f pi.yaml --dry-run=client", "job.batch/pi created (dry run)\n", 0),
    (
        "create -f bad.yaml --dry-run=client -o yaml",
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: pi\n  namespace: default\nspec:\n  paralelism: 1\n",
        0,
    ),
    ("create -f unnamed.yaml --dry-run=client -o name", "job.batch/<unknown>\n", 0),
    ("apply -f bad.yaml --dry-run=client", "job.batch/pi configured (dry run)\n", 0),
    (
        "apply -f new.yaml --dry-run=client -o yaml",
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n",
        0,
    ),
    ("apply pi.yaml", "!Unexpected args: [pi.yaml]\n", 0),
    (
        "apply -f pi.yaml --validate=bogus",
        "!invalid - validate option \"bogus\"; must be one of: strict (or true), warn,",
        0,
    ),
    ("create job x --image=a --from=cronjob/y", "!either --image or --from must be specified", 0),
    ("create job x --image=", "!either --image or --from must be specified", 0),
    ("create job hello --image=busybox --dry-run=client -o yaml", "apiVersion: batch/v1\n", 0),
    ("delete jobs -l job-name=nope", "No resources found\n", 0),
    ("delete jobs --all --wait=false", "job.batch \"other\" deleted", 2),
    ("delete -f pi.yaml --cascade=foreground", "job.batch \"pi\" deleted", 1),
    ("delete job pi --cascade=sideways", "!invalid cascade value (sideways)", 0),
    ("delete pods -l job-name=pi --now", "pod \"pi-", 1),
    ("delete job nope --ignore-not-found", "", 0),
    ("delete job pi other -o name", "job.batch/pi\njob.batch/other\n", 2),
    ("delete job pi -o name --dry-run=client", "job.batch/pi\n", 0),
    ("delete job pi -o yaml", "!unexpected -o output mode: yaml. We only support '-o name'", 0),
    (
        "delete job pi --force --grace-period=5",
        "!--force and --grace-period greater than 0 cannot be specified together",
        0,
    ),
    ("patch job pi -p 'spec: {parallelism: 1}'", "job.batch/pi patched\n", 1),
    ("patch job pi --type=merge -p '{\"spec\":{\"parallelism\":1}}' --dry-run=server", "job.batch/pi patched\n", 0),
    ("patch job pi --type=wrong -p '{}'", "!--type must be one of [json merge strategic], not \"wrong\"", 0),
    ("annotate job pi note=hi", "job.batch/pi annotated\n", 1),
    ("label pods --all a=1", "pod/pi-", 1),
    ("label job pi a-", "label \"a\" not found.\njob.batch/pi not labeled\n", 0),
    ("scale job pi --replicas=2", "!the server could not find the requested resource", 0),
    ("set image job/pi c=perl:6", "!field is immutable", 0),
    ("replace -f pi.yaml", "!field is immutable", 0),
    ("replace --force -f pi.yaml", "job.batch \"pi\" deleted", 2),
    ("wait --for=create job/pi", "", 0),
    ("wait --for=jsonpath='{.spec.parallelism}'=2 job/pi --timeout=1s", "", 0),
    ("wait --for=nothing job/pi", "!unrecognized condition: \"nothing\"", 0),
    ("explain job.spec.backoffLimit", "GROUP:      batch\nKIND:       Job\n", 0),
    ("explain job.spec.nothing", "!field \"nothing\" does not exist", 0),
    ("api-resources --api-group=batch", "NAME       SHORTNAMES   APIVERSION   NAMESPACED   KIND\n", 0),
    ("version", "Client Version: v1.36", 0),
    ("logs job/nope", "!jobs.batch \"nope\" not found in namespace \"default\"", 0),
    ("gett jobs", "!Did you mean this?\n\tget\n", 0),
    ("edit job pi", "!kubectl edit is not simulated here; there is: annotate,", 0),
];

#[test]
fn each_command_answers() {
    let differs = |(line, expected, writes): &(&str, &str, usize)| {
        let Ran { output, writes: written, .. } = ran_with(line, &files());
        let fits = match expected.strip_prefix('!') {
            Some(part) => output.stderr.contains(part) && output.code == 1,
            None => output.stdout.starts_with(expected) && output.code == 0,
        };
        (!fits || written.len() != *writes).then(|| format!("{line}: {output:?}, {} writes\n", written.len()))
    };
    let differences: String = TABLE.iter().filter_map(differs).collect();
    assert!(differences.is_empty(), "\n{differences}");
    let diff = ran_with("diff -f pi.yaml", &files()).output;
    assert!(diff.code == 1 && diff.stdout.contains("\n-  parallelism: 2\n+  parallelism: 3\n"), "{diff:?}");
    assert!(ran("get pods -w").watch.is_some() && ran("wait --for=create job/x --timeout=1s").wait.is_some());
    assert!(ran("logs job/pi").output.stderr.contains("Containers are not run here"));
    for known in COMMANDS {
        assert!(out(&format!("{} --help", known.name)).contains("Usage:"), "{}", known.name);
    }
}

#[test]
fn a_status_is_patched_as_its_strategy_allows() {
    let patched = |patch: &str| ran(&format!("patch job pi --subresource=status {patch}"));
    for patch in [
        "--type=merge -p '{\"status\":{\"active\":1},\"spec\":{\"parallelism\":9}}'",
        "-p 'status: {active: 1}'",
        "--type=json -p '[{\"op\":\"replace\",\"path\":\"/status\",\"value\":{\"active\":1}}]'",
    ] {
        let ran = patched(patch);
        assert_eq!(ran.output.stdout, "job.batch/pi patched\n", "{:?}", ran.output);
        let [Write::Job(request)] = ran.writes.as_slice() else { panic!("{:?}", ran.writes) };
        let mut server = server();
        let job = server.respond(request, crate::trace::FieldValidation::Warn, Time::START).outcome.unwrap();
        assert_eq!(
            (job.status.active, job.spec.parallelism, job.metadata.generation),
            (1, Some(2), 1),
            "{request:?} {job:?}"
        );
    }
    assert_eq!(
        patched("--type=merge -p '{\"status\":{\"active\":-1}}'").output.stderr,
        "The Job \"pi\" is invalid: status.active: Invalid value: -1: must be greater than or equal to 0\n"
    );
    let complete = "{\"status\":{\"conditions\":[{\"type\":\"Complete\",\"status\":\"True\"}]}}";
    let refused = patched(&format!("--type=merge -p '{complete}'")).output.stderr;
    assert!(refused.contains("completionTime is required for Complete jobs"), "{refused}");
    let scale = ran("patch job pi --subresource=scale -p '{}'").output.stderr;
    assert_eq!(scale, "Error from server (NotFound): the server could not find the requested resource\n");
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
        let unread = ["unknown flag", "unknown command", "flag needs an argument", "error parsing", "a quote is not"];
        if ran.output.code == 1 && unread.iter().any(|said| ran.output.stderr.contains(said)) {
            proptest::prop_assert!(ran.writes.is_empty() && ran.wait.is_none() && ran.watch.is_none());
        }
    }
}

/// How a line can continue: the words, and what all of them begin with.
fn continued(line: &str) -> (Vec<String>, String) {
    let server = server();
    let files = BTreeMap::from([("pi.yaml".to_owned(), String::new())]);
    let completions = complete(&cluster(&server, &files), line);
    assert!(line.is_char_boundary(completions.from) && completions.from <= line.len(), "{line}");
    let common = completions.common();
    (completions.words, common)
}

#[test]
fn lines_are_completed() {
    let server = server();
    let pod = server.pods().values().next().unwrap().metadata.name().to_owned();
    for (line, expected) in [
        ("ku", "kubectl ".to_owned()),
        ("kubectl desc", "describe ".to_owned()),
        ("-n default api", "api-resources ".to_owned()),
        ("get po", "pods ".to_owned()),
        ("get jobs,po", "pods ".to_owned()),
        ("get cronj", "cronjobs ".to_owned()),
        ("get pod ", format!("{pod} ")),
        ("get pods/", format!("pods/{pod} ")),
        ("delete job pi ", "other ".to_owned()),
        ("get jobs -o custom", "custom-columns=".to_owned()),
        ("get jobs --output=wi", "wide ".to_owned()),
        ("get jobs --show-l", "--show-labels ".to_owned()),
        ("delete job pi --casc", "--cascade=".to_owned()),
        ("delete job pi --cascade=fo", "foreground ".to_owned()),
        ("wait job/pi --for=condition=c", "condition=complete ".to_owned()),
        ("get pods -l job-name=p", "job-name=pi ".to_owned()),
        ("apply -f p", "pi.yaml ".to_owned()),
        ("create j", "job ".to_owned()),
        ("explain job.spec.backoffLimitP", "job.spec.backoffLimitPerIndex ".to_owned()),
        ("help wa", "wait ".to_owned()),
        ("get p", "p".to_owned()),
    ] {
        assert_eq!(continued(line).1, expected, "{line}");
    }
    assert_eq!(continued("get p").0.first().map(String::as_str), Some("pods"));
    for nothing in
        ["get 'po", "frobnicate ", "create job x -- ", "get jobs pi -o \"wi", "label job pi a=b ", "delete job nope x"]
    {
        assert_eq!(continued(nothing).0, [""; 0], "{nothing}");
    }
}

proptest::proptest! {
    #[test]
    fn no_beginning_of_a_line_panics(pieces in proptest::collection::vec((0..PIECES.len(), proptest::bool::ANY), 0..12)) {
        let pieces = pieces.into_iter().flat_map(|(piece, blank)| [PIECES[piece], if blank { " " } else { "" }]);
        let line: String = pieces.collect();
        continued(&line);
        Typed::all(&line);
    }
}
