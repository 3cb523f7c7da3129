//! `kubectl replace`: files without names, subresources, and what is deleted first.

use super::*;
use crate::trace::Method;

const MISSING: &str = "the server could not find the requested resource";

#[test]
fn what_has_no_name_is_not_replaced() {
    let unnamed = "resource name may not be empty";
    let says = |line: &str| {
        let ran = ran_with(line, &files());
        assert_eq!((ran.output.stdout.as_str(), ran.output.code, ran.writes.len()), ("", 1, 0), "{line}");
        ran.output.stderr
    };
    assert_eq!(says("replace -f unnamed.yaml"), format!("error: error when replacing \"unnamed.yaml\": {unnamed}\n"));
    assert_eq!(
        says("replace --force -f unnamed.yaml"),
        format!("error: error when deleting \"unnamed.yaml\": {unnamed}\n")
    );
    assert_eq!(
        says("replace --force -f pi.yaml job/pi"),
        "error: resource/name arguments cannot be provided when a path is specified\n"
    );
}

#[test]
fn a_status_is_replaced_by_itself() {
    let mut files = files();
    let with_status = files["pi.yaml"].clone() + "status: {active: 1}\n";
    files.insert("status.yaml".to_owned(), with_status.clone());
    files.insert("bad-status.yaml".to_owned(), with_status.replace("active: 1", "active: -1"));
    let replaced = ran_with("replace -f status.yaml --subresource=status", &files);
    assert_eq!(replaced.output.stdout, "job.batch/pi replaced\n");
    let [Write::Job(request)] = replaced.writes.as_slice() else { panic!("{:?}", replaced.writes) };
    assert_eq!(request.method, Method::PutStatus);
    let mut server = server();
    let job = server.respond(request, FieldValidation::Strict, Time::START).outcome.unwrap();
    assert_eq!((job.status.active, job.spec.parallelism), (1, Some(2)), "the spec stays");
    let says = |line: &str| ran_with(line, &files).output.stderr;
    assert_eq!(
        says("replace -f bad-status.yaml --subresource=status"),
        "The Job \"pi\" is invalid: status.active: Invalid value: -1: must be greater than or equal to 0\n"
    );
    assert_eq!(
        says("replace -f new.yaml --subresource=status"),
        "Error from server (NotFound): error when replacing \"new.yaml\": jobs.batch \"new\" not found\n"
    );
    assert_eq!(
        says("replace -f pi.yaml --subresource=foo"),
        format!("Error from server (NotFound): error when replacing \"pi.yaml\": {MISSING}\n")
    );
    let server = self::server();
    let older = Cluster { release: Release::V1_31, ..cluster(&server, &files) };
    assert_eq!(
        run(&older, "replace -f pi.yaml --subresource=foo").output.stderr,
        "error: invalid subresource value: \"foo\". Must be one of [status scale]\n"
    );
}

#[test]
fn what_is_not_gone_at_once_is_waited_for() {
    let replaced = |line: &str| ran_with(&format!("replace --force -f pi.yaml {line}"), &files());
    assert_eq!(replaced("").wait, None);
    let waits = replaced("--cascade=foreground");
    assert_eq!(waits.output.stdout, "job.batch \"pi\" deleted from default namespace\n");
    assert_eq!(waits.wait.as_ref().unwrap().timeout_ms, 300_000);
    let (server, files) = (server(), files());
    let end = waits.wait.unwrap().timed_out(&cluster(&server, &files));
    assert_eq!((end.stderr.as_str(), end.code), ("error: context deadline exceeded\n", 1));
    // Errors about what is created do not name the file.
    let there = waits.then.unwrap().run(&cluster(&server, &files));
    assert_eq!(there.output.stderr, "Error from server (AlreadyExists): jobs.batch \"pi\" already exists\n");
}
