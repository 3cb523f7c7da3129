//! Labels, annotations and patches, with what real kubectl prints.

use super::*;

#[test]
fn a_list_shows_labels_as_they_would_be() {
    let list = ran("label job pi a=b job-name- controller-uid- --list");
    assert!(list.output.stdout.starts_with("a=b\nbatch.kubernetes.io/") && list.writes.is_empty(), "{list:?}");
    assert!(!list.output.stdout.contains("\njob-name="));
    assert!(err("label job pi job-name=x --list").starts_with("error: 'job-name' already has a value (pi)"));
    assert_eq!(out("annotate job pi a=b --list"), "a=b\n");
    assert_eq!(err("label job pi --list -o yaml"), "error: --list and --output may not be specified together\n");
    assert_eq!(out("annotate job pi a=b --list -o yaml"), "a=b\n");
}

#[test]
fn labels_of_files_are_changed_without_the_server() {
    let local = |line: &str| ran_with(line, &files()).output;
    for (line, expected) in [
        ("label --local -f pi.yaml a=b", "job.batch/pi labeled\n"),
        ("label --local -f pi.yaml a-", "job.batch/pi not labeled\n"),
        ("label --local -f pi.yaml a=b --list", "a=b\n"),
        (
            "label --local -f pi.yaml -f new.yaml a=b --list",
            "Listing labels for Job.batch/pi:\n a=b\nListing labels for Job.batch/new:\n a=b\n",
        ),
        ("annotate --local -f pi.yaml a=b", "job.batch/pi annotated\n"),
        ("patch --local -f pi.yaml -p '{\"spec\":{\"parallelism\":3}}'", "job.batch/pi patched (no change)\n"),
    ] {
        assert_eq!(local(line).stdout, expected, "{line}");
    }
    for (line, expected) in [
        ("label --local a=b", "one or more files must be specified as -f pod.yaml or --filename=pod.json"),
        (
            "label job pi a=b --local",
            "can only use local files by -f pod.yaml or --filename=pod.json when --local=true is set",
        ),
        ("annotate --local a=b", "one or more files must be specified as -f rsrc.yaml or --filename=rsrc.json"),
        ("patch job pi -p {} --local", "cannot specify --local and server resources"),
    ] {
        assert_eq!(err(line), format!("error: {expected}\n"), "{line}");
    }
}

#[test]
fn labels_are_of_the_version_that_is_named() {
    let (server, files) = (server(), files());
    let cluster = cluster(&server, &files);
    for (kind, name) in [("job", "pi"), ("pod", server.pods().values().next().unwrap().metadata.name())] {
        let version = out(&format!("get {kind} {name} -o jsonpath='{{.metadata.resourceVersion}}'"));
        for command in ["label", "annotate"] {
            let changed = |version: &str| {
                run(&cluster, &format!("{command} {kind} {name} a=b --resource-version={version}")).output.stderr
            };
            assert_eq!(changed(&version), "");
            assert!(changed("999").contains("(Conflict): Operation cannot be fulfilled on "), "{kind}");
            let unchanged = ran(&format!("{command} {kind} {name} nope- --resource-version=999")).output;
            assert_eq!(unchanged.code, u8::from(command == "annotate"), "no label changes, so nothing is sent");
        }
    }
}

#[test]
fn patches_are_refused_in_the_words_of_the_client() {
    for (line, expected) in [
        (
            "--type=json -p '[{\"op\":\"test\",\"path\":\"/spec/parallelism\",\"value\":5}]'",
            "testing value /spec/parallelism failed: test failed",
        ),
        ("--type=json -p '{}'", "json: cannot unmarshal object into Go value of type jsonpatch.Patch"),
        ("--type=json -p '[{\"op\":\"replace\",\"path\":\"\",\"value\":{}}]'", "Object 'Kind' is missing in '{}'"),
        ("-p '[]'", "invalid JSON document"),
        ("--type=merge -p '[]'", "json: cannot unmarshal array into Go value of type unstructured.detector"),
        ("--type=merge -p x", "Invalid JSON Patch"),
    ] {
        assert_eq!(err(&format!("patch job pi --dry-run=client {line}")), format!("error: {expected}\n"), "{line}");
    }
    for (line, expected) in [
        ("-p '{a: 1}'", "error: invalid JSON document\n"),
        ("--type=merge -p '{a: 1}'", "error: Invalid JSON Patch\n"),
        ("--type=json -p '{a: 1}'", "error: invalid character 'a' looking for beginning of object key string\n"),
    ] {
        assert_eq!(err(&format!("patch job pi --dry-run=client {line}")), expected, "{line}");
    }
    assert!(err("patch job pi -p '{a: 1}'").starts_with("Error from server (BadRequest): invalid character 'a'"));
    assert!(err("patch job nope -p '{a: 1}'").starts_with("Error from server (NotFound)"));
    assert_eq!(out("patch job pi -p '{\"metadata\":{\"name\":\"x\"}}' --dry-run=client"), "job.batch/x patched\n");
    assert!(
        err("patch job pi --type=merge -p '{\"kind\":null}' --dry-run=client")
            .starts_with("error: Object 'Kind' is missing in '{")
    );
    assert!(
        err("get jobs --field-selector=metadata.name=pi,x")
            .ends_with("invalid selector: 'metadata.name=pi,x'; can't understand 'x'\n")
    );
    assert_eq!(out("patch job pi -p null --dry-run=client"), "job.batch/pi patched (no change)\n");
    let server = err("patch job pi --type=json -p '[{\"op\":\"remove\",\"path\":\"/x\"}]'");
    assert_eq!(server, "The request is invalid: the server rejected our request due to an error in our request\n");
}
