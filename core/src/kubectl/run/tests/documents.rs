//! Files with several objects, and with what is no object.

use super::*;

fn run_file(line: &str, text: &str) -> CommandOutput {
    ran_with(line, &BTreeMap::from([("f.yaml".to_owned(), text.to_owned())])).output
}

#[test]
fn kinds_that_no_server_has_are_errors() {
    let unknown = "apiVersion: batch/v2\nkind: Job\nmetadata: {name: x}\n";
    let expected = "resource mapping not found for name: \"x\" namespace: \"\" from \"f.yaml\": no matches for kind \"Job\" in version \"batch/v2\"\nensure CRDs are installed first\n";
    for command in ["apply", "create", "replace", "delete", "patch -p {}", "wait --for=delete"] {
        assert_eq!(
            run_file(&format!("{command} -f f.yaml"), unknown).stderr,
            format!("error: {expected}"),
            "{command}"
        );
    }
    for command in ["get", "describe"] {
        assert_eq!(run_file(&format!("{command} -f f.yaml"), unknown).stderr, expected, "{command}");
    }
    let served = "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: x}\n";
    assert!(run_file("apply -f f.yaml", served).stderr.contains("is not simulated here, and left out"));
}

#[test]
fn what_is_no_object_is_an_error() {
    for (line, text, expected) in [
        ("apply -f f.yaml", "kind: Job\n", "error validating data: apiVersion not set;"),
        ("apply -f f.yaml", "apiVersion: v1\n", "error validating data: kind not set;"),
        (
            "apply -f f.yaml --validate=false",
            "apiVersion: v1\n",
            "error: unable to decode \"f.yaml\": Object 'Kind' is missing in '{\"apiVersion\":\"v1\"}'",
        ),
        (
            "delete -f f.yaml",
            "[]\n",
            "error: unable to decode \"f.yaml\": json: cannot unmarshal array into Go value of type unstructured.detector",
        ),
        ("get -f f.yaml", "a: b: c\n", "error parsing f.yaml: "),
        (
            "apply -f f.yaml",
            "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x, labels: {a: y}}\n",
            "error: unable to decode \"f.yaml\": json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string\n",
        ),
    ] {
        let said = run_file(line, text).stderr;
        assert!(said.contains(expected), "{line} {text:?}: {said}");
    }
    assert_eq!(run_file("delete -f f.yaml", "").stdout, "No resources found\n");
}

#[test]
fn a_namespace_that_is_named_is_that_of_all_objects() {
    let there = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: x, namespace: there}\n";
    assert!(run_file("apply -f f.yaml -n here", there).stderr.starts_with(
        "error: the namespace from the provided object \"there\" does not match the namespace \"here\". You must pass '--namespace=there'"
    ));
}

#[test]
fn several_documents_are_printed_apart_or_as_a_list() {
    let files = files();
    let two = "-f pi.yaml -f new.yaml --dry-run=client -o";
    let printed = |line: &str| ran_with(line, &files).output.stdout;
    assert_eq!(printed(&format!("create {two} yaml")).matches("\n---\n").count(), 1);
    assert!(printed(&format!("apply {two} yaml")).starts_with("apiVersion: v1\nitems:\n- apiVersion: batch/v1\n"));
    assert!(printed(&format!("apply {two} json")).starts_with(
        "{\n    \"kind\": \"List\",\n    \"apiVersion\": \"v1\",\n    \"metadata\": {},\n    \"items\": [\n        {\n            \"apiVersion\":"
    ));
    assert_eq!(printed(&format!("apply {two} name")), "job.batch/pi\njob.batch/new\n");
    assert_eq!(printed("annotate jobs --all a=b -o yaml").matches("\n---\n").count(), 1);
    assert_eq!(printed("label jobs --all a=b -o yaml").matches("\n---\n").count(), 0, "a printer for each object");
}

#[test]
fn a_selector_chooses_by_the_labels_in_files() {
    let files = files();
    let deleted = ran_with("delete -f pi.yaml -l job-name=pi", &files);
    assert_eq!((deleted.output.stdout.as_str(), deleted.writes.len()), ("No resources found\n", 0));
    let said = ran_with("get jobs -l a=b=c", &files).output.stderr;
    assert_eq!(
        said,
        "Error from server (BadRequest): Unable to find \"batch/v1, Resource=jobs\" that match label selector \"a=b=c\", field selector \"\": found '=', expected: ',' or 'end of string'\n"
    );
}

#[test]
fn a_record_is_a_patch_of_its_own() {
    let (mut server, files) = (server(), files());
    // What is stored has its defaults then.
    server.patch_job(&ObjectKey::from("default/pi"), PatchType::Strategic, &json!({})).unwrap();
    let ran = run(&cluster(&server, &files), "patch job pi -p '{}' --record");
    assert_eq!((ran.output.stdout.as_str(), ran.writes.len()), ("job.batch/pi patched (no change)\n", 1));
}

#[test]
fn templates_of_go_are_forms_of_output() {
    let files = BTreeMap::from([("t".to_owned(), "{{.kind}}".to_owned())]);
    for form in [
        "-o go-template={{.kind}}",
        "-o template --template {{.kind}}",
        "--template={{.kind}}",
        "-o go-template-file=t",
    ] {
        assert_eq!(ran_with(&format!("get job pi {form}"), &files).output.stdout, "Job", "{form}");
    }
    assert_eq!(out("get jobs -o go-template='{{range .items}}{{.metadata.name}} {{end}}'"), "other pi ");
    assert_eq!(
        err("get job pi -o go-template={{"),
        "error: error parsing template {{, template: output:1: unclosed action\n"
    );
    let failed = ran("get job pi -o go-template='{{len .spec.parallelism}}'").output;
    assert!(failed.stdout.starts_with("Error executing template: template: output:1:2: executing"), "{failed:?}");
    assert_eq!(
        failed.stderr,
        "error: error executing template \"{{len .spec.parallelism}}\": template: output:1:2: executing \"output\" at <len .spec.parallelism>: error calling len: len of type int64\n"
    );
}

#[test]
fn kyaml_is_printed_since_v1_35() {
    let begins = |line: &str, fields: &str| {
        let text = out(&format!("{line} -o kyaml"));
        assert!(text.starts_with(&format!("---\n{{\n{fields}")), "{line}: {text}");
    };
    begins("get job pi", "  apiVersion: \"batch/v1\",\n  kind: \"Job\",\n");
    begins("create job x --image=i --dry-run=client", "  kind: \"Job\",\n  apiVersion: \"batch/v1\",\n");
    let both = ran_with("apply -f pi.yaml -f new.yaml --dry-run=client -o kyaml", &files()).output.stdout;
    assert!(both.starts_with(
        "---\n{\n  kind: \"List\",\n  apiVersion: \"v1\",\n  metadata: {},\n  items: [{\n    apiVersion:"
    ));
    let (server, files) = (server(), files());
    let older =
        run(&Cluster { release: Release::V1_34, ..cluster(&server, &files) }, "get jobs -o kyaml").output.stderr;
    assert!(older.starts_with("error: unable to match a printer") && !older.contains(",kyaml"), "{older}");
}

#[test]
fn json_is_safe_within_html() {
    let line = "create job x --image=busybox --dry-run=client -o json -- sh -c 'a && b > c'";
    assert!(out(line).contains(r#""a \u0026\u0026 b \u003e c""#));
}
