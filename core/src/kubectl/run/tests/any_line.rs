//! Any line: how it can continue, and that none panics.

use super::*;

/// Pieces of lines, so that what is drawn gets past the first word.
const PIECES: &[&str] = &[
    "|",
    "&&",
    ">",
    "2>&1",
    "grep",
    "xargs",
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
        proptest::prop_assert!(ran.output.code <= 2);
        let unread = ["unknown flag", "unknown command", "flag needs an argument", "error parsing", "a quote is not"];
        if ran.output.code > 0 && unread.iter().any(|said| ran.output.stderr.contains(said)) {
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
        ("-n default api", "api-".to_owned()),
        ("rollout re", "res".to_owned()),
        ("rollout restart job/p", "job/pi ".to_owned()),
        ("auth can", "can-i ".to_owned()),
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
        ("get pods | gr", "grep ".to_owned()),
        ("get pods; ku", "kubectl ".to_owned()),
        ("get pods && kubectl desc", "describe ".to_owned()),
    ] {
        assert_eq!(continued(line).1, expected, "{line}");
    }
    assert_eq!(continued("get p").0.first().map(String::as_str), Some("pods"));
    for nothing in [
        "get 'po",
        "kubectl ku",
        "frobnicate ",
        "create job x -- ",
        "get jobs pi -o \"wi",
        "label job pi a=b ",
        "delete job nope x",
    ] {
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
