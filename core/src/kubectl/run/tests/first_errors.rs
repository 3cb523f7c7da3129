//! What kubectl finds first of what is wrong, and other answers to lines that people type by mistake.

use super::*;

#[test]
fn words_of_other_tools_suggest_a_command() {
    for (word, meant) in
        [("list", "\tget\n"), ("rm", "\trun\n\tdelete\n\tcp\n"), ("inspect", "\tdescribe\n"), ("stats", "\ttop\n")]
    {
        let expected = format!("error: unknown command {word:?} for \"kubectl\"\n\nDid you mean this?\n{meant}");
        assert_eq!(err(&format!("{word} jobs")).trim_end(), expected.trim_end(), "{word}");
    }
}

#[test]
fn the_output_form_is_read_once_there_is_something_to_print() {
    for form in ["foo", "jsonpath={.spec", "custom-columns=NAME", "go-template={{"] {
        let missing = "Error from server (NotFound): jobs.batch \"nope\" not found\n";
        assert_eq!(err(&format!("get job nope -o {form}")), missing, "{form}");
        assert!(!ran(&format!("get job pi nope -o {form}")).output.stderr.contains("not found"), "{form}");
    }
    assert!(err("get job nope none -o foo").starts_with("error: unable to match a printer suitable for the output"));
    assert_eq!(out("get job nope --ignore-not-found -o foo"), "");
    assert_eq!(err("get jobz -o foo"), "error: the server doesn't have a resource type \"jobz\"\n");
}

#[test]
fn a_namespace_that_is_not_there_is_missed_first() {
    let missing = "Error from server (NotFound): namespaces \"other\" not found\n";
    for line in ["get job pi", "describe job pi", "patch job pi -p {}", "label job pi a=b"] {
        assert_eq!(err(&format!("{line} -n other")), missing, "{line}");
    }
    let of_logs = "error: error from server (NotFound): namespaces \"other\" not found in namespace \"other\"\n";
    assert_eq!(err("logs job/pi -n other"), of_logs);
    assert_eq!(err("delete job pi -n other"), "Error from server (NotFound): jobs.batch \"pi\" not found\n");
    assert!(err("get job pi -n kube-system").contains("jobs.batch \"pi\" not found"));
}

#[test]
fn versions_need_their_dot() {
    assert_eq!(err("get pods.v1"), "error: the server doesn't have a resource type \"pods\"\n");
    assert!(out("get pods.v1.").contains("pi-"));
}

#[test]
fn an_error_of_a_template_is_explained_on_standard_output() {
    let CommandOutput { code, stdout, stderr } = ran("get job pi -o go-template={{.kind}}{{.kind.x}}").output;
    assert_eq!(code, 1);
    assert!(stdout.starts_with("JobError executing template: template: output:1:16: "), "{stdout}");
    assert!(stdout.ends_with("]\n\n"), "{stdout}");
    assert_eq!(
        stderr,
        "error: error executing template \"{{.kind}}{{.kind.x}}\": template: output:1:16: executing \"output\" at <.kind.x>: can't evaluate field x in type interface {}\n"
    );
}

#[test]
fn jobs_are_selected_by_their_succeeded_pods() {
    assert_eq!(out("get jobs --field-selector status.successful=0 -o name"), "job.batch/other\njob.batch/pi\n");
    assert_eq!(out("get jobs --field-selector status.successful!=0 -o name"), "");
}

#[test]
fn a_wait_that_timed_out_looks_at_no_other_object() {
    let output = timed_out("wait --for=jsonpath={.metadata.name}=pi jobs --all --timeout=1s");
    assert_eq!((output.stdout.as_str(), output.stderr.lines().count()), ("", 2), "{output:?}");
    let once = timed_out("wait --for=jsonpath={.metadata.name}=pi jobs --all --timeout=0");
    assert_eq!(once.stdout, "job.batch/pi condition met\n");
}

#[test]
fn a_folder_is_its_files() {
    let mut files = files();
    files.remove("bad.yaml");
    files.remove("unnamed.yaml");
    files.insert("notes.txt".to_owned(), "x".to_owned());
    files.insert("deep/more.yml".to_owned(), files["new.yaml"].replace("name: new", "name: more"));
    let applied = |line: &str| ran_with(line, &files).output.stdout;
    assert_eq!(
        applied("apply -f . --dry-run=client"),
        "job.batch/new created (dry run)\njob.batch/pi configured (dry run)\n"
    );
    assert_eq!(applied("apply -f deep/ --dry-run=client"), "job.batch/more created (dry run)\n");
    assert_eq!(applied("create -R -f ./ --dry-run=client").lines().count(), 3);
    files.insert("a.yml".to_owned(), "kind: [".to_owned());
    let created = ran_with("create -f . --dry-run=client", &files).output;
    assert_eq!(created.stdout.lines().count(), 2, "{created:?}");
    assert!(created.stderr.starts_with("error: error parsing a.yml: "), "{created:?}");
    assert_eq!(err("apply -f ."), "error: error reading [.]: recognized file extensions are [.json .yaml .yml]\n");
}

#[test]
fn watched_events_come_one_by_one() {
    let mut recorder = EventRecorder::default();
    for (ms, name, message) in [(0, "pi", "a"), (1_000, "q-longer", "b"), (2_000, "other", "c")] {
        let group = EventGroup {
            object: ObjectKey::new(&Namespace::default(), &name.into()),
            uid: name.into(),
            r#type: EventType::Normal,
            reason: "R".into(),
        };
        recorder.record(Event { at: Time::START.plus(ms), group: group.into(), message: message.to_owned().into() });
    }
    let (server, files) = (server(), BTreeMap::new());
    let cluster = Cluster { events: recorder.stored(RELEASE).events, ..cluster(&server, &files) };
    let cluster = Cluster { now: Time::START.plus(2_000), ..cluster };
    let out = |line: &str| run(&cluster, line).output.stdout;
    let heading = "LAST SEEN   TYPE     REASON   OBJECT      MESSAGE\n";
    let rows = ["0s          Normal   R        Job/other   c\n", "2s          Normal   R        Job/pi      a\n"];
    let longer = "1s          Normal   R        Job/q-longer   b\n";
    assert_eq!(out("events --watch"), [heading, rows[0], rows[1], longer].concat());
    assert_eq!(
        out("events --watch --no-headers"),
        "0s    Normal   R     Job/other   c\n2s    Normal   R     Job/pi      a\n1s    Normal   R     Job/q-longer   b\n"
    );
}

#[test]
fn commands_on_nodes_and_containers_read_their_arguments_first() {
    let pod = out("get pods -o jsonpath={.items[0].metadata.name}");
    for (line, expected) in [
        ("drain", "USAGE: drain NODE [flags]\nSee 'kubectl drain -h' for help and examples"),
        ("uncordon x", "nodes \"x\" not found"),
        ("cordon -l a=b", "kubectl cordon is not simulated here; every node takes every pod here"),
        ("drain x --foo", "unknown flag: --foo"),
        ("cp a", "source and destination are required"),
        ("cp a b", "one of src or dest must be a remote file specification"),
        ("cp a:b c:d", "one of src or dest must be a local file specification"),
        ("cp a POD:b", "a doesn't exist in local filesystem"),
        ("cp nope:a b", "pods \"nope\" not found"),
        ("cp default/POD:a b -c nope", "container nope is not valid for pod"),
        ("cp POD:a b", "unable to upgrade connection: pod POD does not have a host assigned"),
        ("debug", "you must specify --image when not using --copy-to."),
        ("debug POD --copy-to=x", "you must specify --image, --set-image or command arguments."),
        ("debug POD --image='a b'", "invalid image name \"a b\": invalid reference format"),
        ("debug --image=a", "NAME or filename is required for debug"),
        ("debug POD --image=a -t", "-i/--stdin is required for containers with -t/--tty=true"),
        ("debug POD --image=a --profile=x", "unknown profile: x"),
        ("debug nope --image=a", "pods \"nope\" not found"),
        ("debug job/pi --image=a", "\"batch/v1, Kind=Job\" not supported by debug"),
        ("debug POD --copy-to=x -- sh -c ls", "kubectl debug is not simulated here"),
    ] {
        let (line, expected) = (line.replace("POD", &pod), expected.replace("POD", &pod));
        assert!(err(&line).contains(&expected), "{line}: {}", err(&line));
    }
    assert!(out("debug -h").starts_with("Debug cluster resources using interactive debugging containers. "));
}

#[test]
fn a_client_is_made_first_if_the_namespace_is_given() {
    assert!(err("get jobs --context=x").starts_with("Error in configuration: context was not found"));
    assert_eq!(err("get jobs --context=x -n default"), "error: context \"x\" does not exist\n");
    assert_eq!(err("explain .spec"), "error: invalid jsonpath syntax, first node must be field node\n");
    assert_eq!(out("delete cj x --dry-run=client"), "cronjob.batch \"x\" deleted from default namespace (dry run)\n");
}

#[test]
fn an_error_that_the_server_did_not_expect_has_no_reason() {
    let line = r#"patch job pi -p '{"spec":{"template":{"spec":{"containers":[{"image":"x"}]}}}}'"#;
    assert_eq!(err(line), "Error from server: map: map[image:x] does not contain declared merge key: name\n");
    let line = r#"patch job pi -p '{"metadata":{"resourceVersion":"abc"}}'"#;
    assert_eq!(err(line), "Error from server: strconv.ParseUint: parsing \"abc\": invalid syntax\n");
}
