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
    for most in [usize::MAX.to_string(), u32::MAX.to_string()] {
        assert_eq!(filtered(&format!("grep -A {most} -B 1 Err"), PODS).0, PODS);
        assert_eq!(filtered(&format!("tail -n +{most}"), PODS).0, "");
    }
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
    assert_eq!(filtered("xargs xargs echo a", "b").0, "a b\n");
    assert_eq!(filtered("xargs xargs", "xargs echo b").0, "b\n");
    let many = "xargs ".repeat(1_300) + "echo";
    let shallow = std::thread::Builder::new().stack_size(256 * 1024).spawn(move || filtered(&many, "a").0).unwrap();
    assert_eq!(shallow.join().unwrap(), "a\n");
    let long = filtered(&format!("xargs echo {}", "x".repeat(5_000)), &"y".repeat(5_000)).2;
    assert_eq!(long, "xargs: argument list too long: at most 8192 bytes\n");
}

#[test]
fn sleep_takes_time() {
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for (line, ms) in [("sleep 5", 5_000), ("sleep 0.25", 250), ("sleep 2m", 120_000), ("sleep 1.5h", 5_400_000)] {
        assert_eq!(Sleep::read(&words(line)), Some(Sleep::Ms(ms)), "{line}");
    }
    assert_eq!(Sleep::read(&words("wait 5")), None);
    for (line, why) in [
        ("sleep", "missing operand"),
        ("sleep x", "invalid time interval \"x\": "),
        ("sleep 5y", "invalid time interval \"5y\": "),
        ("sleep -1", "invalid time interval \"-1\": "),
        ("sleep .5x", "invalid time interval \".5x\": "),
        ("sleep 0.éé", "invalid time interval \"0.éé\": "),
        ("sleep 1 2", "one time interval is supported"),
        ("sleep 1d", "less than a day can pass at once"),
        ("sleep 99999999999", "less than a day can pass at once"),
        ("sleep 99999999999999999999d", "less than a day can pass at once"),
    ] {
        let Some(Sleep::Failed(output)) = Sleep::read(&words(line)) else { panic!("{line} takes time") };
        assert!(output.code == 1 && output.stderr.starts_with(&format!("sleep: {why}")), "{line}: {output:?}");
    }
}
