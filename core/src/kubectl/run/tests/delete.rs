//! `kubectl delete --interactive`.

use super::*;

fn deleted(line: &str, stdin: &str) -> Ran {
    let (server, files) = (server(), files());
    run(&Cluster { stdin, ..cluster(&server, &files) }, line)
}

const QUESTION: &str =
    "You are about to delete the following 1 resource(s):\njob.batch/pi\nDo you want to continue? (y/N): ";

#[test]
fn a_deletion_asks_first() {
    for answer in ["y", "Y\n", "  y  \nn\n"] {
        let ran = deleted("delete job pi -i", answer);
        assert_eq!(ran.output.stdout, format!("{QUESTION}job.batch \"pi\" deleted from default namespace\n"));
        assert_eq!(ran.writes.len(), 1);
    }
    for answer in ["", "n\n", "yes\n", "y y\n", "\ny\n"] {
        let ran = deleted("delete -f pi.yaml --interactive", answer);
        let CommandOutput { code, stdout, stderr } = &ran.output;
        let expected = format!("{QUESTION}deletion is cancelled\n");
        assert_eq!((*code, stdout.as_str(), stderr.as_str()), (0, expected.as_str(), ""), "{answer:?}");
        assert!(ran.writes.is_empty() && ran.wait.is_none());
    }
}

#[test]
fn what_would_be_deleted_is_listed_whether_it_exists_or_not() {
    let both = deleted("delete job pi nope -i", "y").output;
    assert!(both.stdout.contains(" 2 resource(s):\njob.batch/pi\njob.batch/nope\n"), "{both:?}");
    assert_eq!(both.stderr, "Error from server (NotFound): jobs.batch \"nope\" not found\n");
    let all = deleted("delete pods,jobs --all -i", "").output.stdout;
    assert!(
        all.contains(" 3 resource(s):\npod/pi-") && all.contains("\njob.batch/other\njob.batch/pi\nDo you"),
        "{all}"
    );
    let dry = deleted("delete -f pi.yaml -i --dry-run=client -o name", "y").output;
    assert_eq!(dry.stdout, format!("{QUESTION}job.batch/pi\n"));
    assert_eq!(deleted("delete jobs -l a=b -i", "y").output.stdout, "No resources found\n");
    // What reads files from standard input reads no answer.
    let stdin = &files()["pi.yaml"];
    assert!(deleted("delete -f - -i", stdin).output.stdout.ends_with("(y/N): deletion is cancelled\n"));
}
