//! Commands around kubectl, and lines of several commands.

use super::*;

/// What a command that is not kubectl prints of an input, its exit code and its error.
fn filtered(line: &str, stdin: &str) -> (String, u8, String) {
    let (server, files) = (server(), files());
    let CommandOutput { stdout, code, stderr } = run(&Cluster { stdin, ..cluster(&server, &files) }, line).output;
    (stdout, code, stderr)
}

const PODS: &str = "NAME STATUS\na Error\nb Running\nc Completed\n";

#[test]
fn grep_finds_lines() {
    for (line, stdout, code) in [
        ("grep Run", "b Running\n", 0),
        ("grep -v '^NAME'", "a Error\nb Running\nc Completed\n", 0),
        ("grep -c o", "2\n", 0),
        ("grep -i RUN", "b Running\n", 0),
        ("grep -E 'Err|Comp'", "a Error\nc Completed\n", 0),
        ("grep 'Err\\|Comp'", "a Error\nc Completed\n", 0),
        ("grep 'Err|Comp'", "", 1),
        ("grep '^a.*r$'", "a Error\n", 0),
        ("grep -A1 Error", "a Error\nb Running\n", 0),
        ("grep -C 1 -E 'NAME|Completed'", "NAME STATUS\na Error\nb Running\nc Completed\n", 0),
        ("grep -A0 -B0 -E 'NAME|Completed'", "NAME STATUS\nc Completed\n", 0),
        ("grep -q nothing", "", 1),
    ] {
        assert_eq!(filtered(line, PODS), (stdout.to_owned(), code, String::new()), "{line}");
    }
    assert_eq!(filtered("grep -B1 -E '^1|^5'", "1\n2\n3\n4\n5\n").0, "1\n--\n4\n5\n");
    for (line, why) in [
        ("grep", "grep: a pattern is missing\n"),
        ("grep '[a-z]'", "grep: [a-z]: only ^ $ .* and \\| are supported in patterns\n"),
        ("grep -A x a", "grep: x: invalid context length argument\n"),
        ("grep -Z a", "grep: supported flags are -A -B -C -c -E -F -i -v -q\n"),
        ("grep a missing", "grep: missing: No such file or directory\n"),
    ] {
        assert_eq!(filtered(line, PODS), (String::new(), 2, why.to_owned()), "{line}");
    }
}

#[test]
fn lines_are_taken_sorted_and_counted() {
    for (line, stdout) in [
        ("head -n 1", "NAME STATUS\n"),
        ("head -1", "NAME STATUS\n"),
        ("head -n -3", "NAME STATUS\n"),
        ("tail -2", "b Running\nc Completed\n"),
        ("tail -n +2", "a Error\nb Running\nc Completed\n"),
        ("wc -l", "4\n"),
        ("wc", "      4       8      42\n"),
        ("sort -r", "c Completed\nb Running\na Error\nNAME STATUS\n"),
        ("echo a  'b  c'", "a b  c\n"),
        ("ls -l", "bad.yaml\nnew.yaml\npi.yaml\nunnamed.yaml\n"),
        ("cat", PODS),
    ] {
        assert_eq!(filtered(line, PODS), (stdout.to_owned(), 0, String::new()), "{line}");
    }
    assert_eq!(filtered("sort -n", "10 a\n9\n\n2 b\n").0, "\n2 b\n9\n10 a\n");
    assert!(filtered("cat pi.yaml ./new.yaml", "").0.contains("name: new"));
    assert_eq!(filtered("head -n x", "").2, "head: invalid number of lines: \"x\"\n");
}

#[test]
fn xargs_passes_words_on() {
    assert_eq!(filtered("xargs kubectl get -o name", "job/pi\njob/other\n").0, "job.batch/pi\njob.batch/other\n");
    assert_eq!(filtered("xargs echo a", "b\nc").0, "a b c\n");
}

#[test]
fn sleep_takes_time() {
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for (line, ms) in [("sleep 5", 5_000), ("sleep 0.25", 250), ("sleep 2m", 120_000), ("sleep 1.5h", 5_400_000)] {
        assert_eq!(sleeps(&words(line)), Some(ms), "{line}");
    }
    for line in ["sleep", "sleep x", "sleep 5y", "sleep -1", "sleep 1 2", "wait 5"] {
        assert_eq!(sleeps(&words(line)), None, "{line}");
    }
}
