//! Written texts, one by one. kubectl's output is as go-yaml writes it.

use serde_json::json;

use super::*;

const OLD: Release = Release::V1_11;
const NEW: Release = Release::V1_36;

fn printed(value: &Value, release: Release) -> String {
    kubectl_yaml_lines(value, release).join("\n")
}

/// The text as kubectl prints it as an item of a list.
fn item(text: &str, release: Release) -> String {
    let lines = printed(&json!([text]), release);
    lines.strip_prefix("- ").map(str::to_owned).unwrap_or(lines)
}

#[test]
fn lists_stand_under_their_name() {
    let value = json!({
        "spec": {"containers": [{"name": "pi", "command": ["perl", "-e"]}, {}], "size": 1},
        "status": {},
        "lists": [["a", ["b"]], [], [{"c": []}], null, true],
    });
    let expected = "\
lists:
- - a
  - - b
- []
- - c: []
- null
- true
spec:
  containers:
  - command:
    - perl
    - -e
    name: pi
  - {}
  size: 1
status: {}";
    assert_eq!(printed(&value, OLD), expected);
    assert_eq!(yaml_lines(&value).join("\n"), expected);
}

#[test]
fn documents_may_be_anything() {
    for (value, expected) in [
        (json!({}), "{}"),
        (json!([]), "[]"),
        (json!(3), "3"),
        (json!("a: b"), "'a: b'"),
        (json!(["a"]), "- a"),
        (json!("a\nb"), "|-\n  a\n  b"),
    ] {
        assert_eq!(printed(&value, NEW), expected);
    }
}

#[test]
fn a_text_is_plain_unless_something_is_in_the_way() {
    for text in [
        "pi",
        "perl:5.34.0",
        "batch/v1",
        "print bpi(2000)",
        "-c",
        "-Mbignum=bpi",
        "--x",
        "0-4",
        "1.2.3",
        "1,3-5",
        "a#b",
        "?x",
        ":x",
        "a\"b",
        "C:\\x",
        "=",
        ".",
        "+",
        "0x",
        "500m",
        "yEs",
        "é",
        "一",
        "\u{a0}",
        "<<",
        "1e400",
    ] {
        assert_eq!(item(text, OLD), text);
        assert_eq!(item(text, NEW), text);
    }
}

#[test]
fn punctuation_needs_single_quotes() {
    for text in [
        "-", "- x", "a: b", "foo:", "x #y", "#", "*", "&a", "!", "%", "@x", "`", "|", ">", "[a]", "{a}", ", ", "? a",
        ": a", " a", "a ", "---x", "...", "\"a\"",
    ] {
        assert_eq!(item(text, NEW), format!("'{text}'"));
        assert_eq!(scalar_text(text), format!("'{text}'"));
    }
    assert_eq!(item("'a'", NEW), "'''a'''");
    assert_eq!(item("it's: x", NEW), "'it''s: x'");
}

#[test]
fn what_would_be_no_text_needs_double_quotes() {
    for text in [
        "",
        "1",
        "-1",
        "+1",
        "0644",
        "0x1F",
        "0b11",
        "-0b11",
        "1_000",
        "08",
        "1.5",
        ".5",
        "1e+3",
        "-.inf",
        ".nan",
        "true",
        "No",
        "y",
        "off",
        "~",
        "Null",
        "12:30",
        "+190:20:30.5",
        "18446744073709551615",
    ] {
        assert_eq!(item(text, OLD), format!("\"{text}\""));
        assert_eq!(item(text, NEW), format!("\"{text}\""));
        assert_eq!(scalar_text(text), format!("\"{text}\""));
    }
}

#[test]
fn what_only_newer_kubectls_take_for_more_than_a_text() {
    for text in [
        "2024-01-01T00:00:00Z",
        "2024-1-1",
        "2024-02-29",
        "2024-01-01 1:2:3.5",
        "2024-01-01  01:02:03",
        "2024-01-01t01:02:03,5+01:30",
        "1e3",
        "1.",
        "-1.e5",
        "0o17",
        "0B1",
        "+0b1",
        ".5_0",
    ] {
        assert_eq!(item(text, OLD), text);
        assert_eq!(item(text, NEW), format!("\"{text}\""));
        assert_eq!(item(text, Release::V1_22), format!("\"{text}\""));
        assert_eq!(scalar_text(text), format!("\"{text}\""));
    }
    for text in [
        "2024-13-01",
        "2023-02-29",
        "1900-02-29",
        "2024-04-31",
        "2024-00-1",
        "2024-1-0",
        "2024-1",
        "204-01-01",
        "2024-01-01T00:00:00",
        "2024-01-01 00:00:00Z",
        "2024-01-01T24:00:00Z",
        "2024-01-01T00:60:00Z",
        "2024-01-01T00:00:00.Z",
        "2024-01-01T00:00:00+0100",
        "2024-01-01T00:00",
        "2024-01-01x",
        "._5",
        ".5_",
        "0o8",
        "1:60",
        "+0xffffffffffffffff",
        "1e",
    ] {
        assert_eq!(item(text, NEW), text);
    }
}

#[test]
fn what_cannot_be_seen_is_escaped() {
    for (text, expected) in [
        ("\t", "\"\\t\""),
        ("a\tb", "\"a\\tb\""),
        ("a\rb", "\"a\\rb\""),
        ("\u{0}\u{7}\u{8}\u{b}\u{c}\u{1b}\u{1}", "\"\\0\\a\\b\\v\\f\\e\\x01\""),
        ("\u{7f}\u{85}\u{feff}\u{fffe}", "\"\\x7F\\N\\uFEFF\\uFFFE\""),
        ("😀 \"\\", "\"\\U0001F600 \\\"\\\\\""),
        ("\u{feff}a b", "\"\\uFEFF\\x61\\x20\\x62\""),
        ("a \nb", "\"a \\nb\""),
        ("a\tb\nc", "\"a\\tb\\nc\""),
        ("x\ny ", "\"x\\ny \""),
        // Ends of lines to YAML 1.1, which takes no blanks behind them into the text.
        ("a\u{2028}b", "'a\u{2028}  b'"),
        ("\t\u{2028}\u{2029}", "\"\\t\\L\\P\""),
    ] {
        assert_eq!(item(text, NEW), expected, "{text:?}");
    }
}

#[test]
fn texts_of_several_lines_are_blocks() {
    let value = json!({"text": "a: 1\n\nb: 2\n", "list": ["one\ntwo", "three\n\n", " x\ny", "\nx", "x\n y"]});
    let expected = "\
list:
- |-
  one
  two
- |+
  three

- |2-
   x
  y
- |2-

  x
- |-
  x
   y
text: |
  a: 1

  b: 2";
    assert_eq!(printed(&value, OLD), expected);
    assert_eq!(printed(&value, NEW), expected);
}

#[test]
fn long_lines_are_broken_at_single_blanks() {
    let words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen";
    let value = json!({
        "plain": format!("{words} fifteen"),
        "single": format!("it's: {words} fifteen"),
        "double": format!("\t{words}   fifteen sixteen"),
        "blanks": format!("{words}  fifteen sixteen"),
        "word": format!("{} fifteen", words.replace(' ', "-")),
        "lines": format!("{words} fifteen\n"),
        "list": [format!("{words} fifteen")],
        words: 1,
    });
    let expected = "\
blanks: one two three four five six seven eight nine ten eleven twelve thirteen fourteen  fifteen
  sixteen
double: \"\\tone two three four five six seven eight nine ten eleven twelve thirteen
  fourteen   fifteen sixteen\"
lines: |
  one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
list:
- one two three four five six seven eight nine ten eleven twelve thirteen fourteen
  fifteen
one two three four five six seven eight nine ten eleven twelve thirteen fourteen: 1
plain: one two three four five six seven eight nine ten eleven twelve thirteen fourteen
  fifteen
single: 'it''s: one two three four five six seven eight nine ten eleven twelve thirteen
  fourteen fifteen'
word: one-two-three-four-five-six-seven-eight-nine-ten-eleven-twelve-thirteen-fourteen
  fifteen";
    assert_eq!(printed(&value, OLD), expected);
    assert_eq!(printed(&value, NEW), expected);
    // A line begins with a blank that is not part of its indentation.
    let blanks = format!("\t{}  b", "a".repeat(80));
    assert_eq!(item(&blanks, NEW), format!("\"\\t{}\n  \\ b\"", "a".repeat(80)));
}

#[test]
fn keys_have_one_line_or_a_question_mark() {
    let long = "k".repeat(129);
    let value = json!({
        "k".repeat(128): {"- x": 1, "2024-01-01": 2, "on": 3, "a\tb": 4, "": 5},
        long.clone(): ["x"],
        "two\nlines": {"a": {"b": "c"}},
    });
    let expected = format!(
        "\
{}:
  \"\": 5
  '- x': 1
  2024-01-01: 2
  \"a\\tb\": 4
  \"on\": 3
? {long}
: - x
? |-
  two
  lines
: a:
    b: c",
        "k".repeat(128)
    );
    assert_eq!(printed(&value, OLD), expected);
    assert_eq!(printed(&value, NEW), expected.replace("2024-01-01", "\"2024-01-01\""));
}

#[test]
fn keys_are_in_the_order_in_which_people_count() {
    let order = |keys: &[&str], release| {
        let fields: serde_json::Map<_, _> = keys.iter().map(|key| ((*key).to_owned(), Value::Null)).collect();
        order::ordered(&fields, "", Form::Kubectl(release))
            .into_iter()
            .map(|(key, _)| key.to_owned())
            .collect::<Vec<_>>()
    };
    for keys in [
        ["a2", "a10"].as_slice(),
        &["_a", "A", "a"],
        &["controller-uid", "controllerUid"],
        &["a.b/c", "a1", "ab"],
        &["a", "a-b", "a1", "aa"],
        &["a1", "a01", "a2"],
        &["1", "a", "一"],
    ] {
        assert_eq!(order(keys, OLD), keys);
        assert_eq!(order(keys, NEW), keys);
    }
    assert_eq!(order(&["a1002", "a103"], NEW), ["a103", "a1002"]);
    assert_eq!(order(&["a1002", "a103"], OLD), ["a1002", "a103"]);
    // These go round in a circle.
    assert_eq!(order(&["a12", "a1b", "a2"], NEW).len(), 3);
}

#[test]
fn people_get_whole_lines_and_what_they_wrote() {
    let words = "word ".repeat(40);
    let value = json!({
        "title": format!("🎉 {}", words.trim_end()),
        "manifest": "a: 1 \n\tb: 🎉\n",
        "tabs": "a\tb",
        "break": "a\u{2028}b",
        "odd": " x\ny",
        "<<": "<<",
    });
    let expected = [
        "\"<<\": <<".to_owned(),
        "break: \"a\\Lb\"".to_owned(),
        "manifest: |".to_owned(),
        "  a: 1 ".to_owned(),
        "  \tb: 🎉".to_owned(),
        "odd: \" x\\ny\"".to_owned(),
        "tabs: \"a\\tb\"".to_owned(),
        format!("title: 🎉 {}", words.trim_end()),
    ];
    assert_eq!(yaml_lines(&value), expected);
    assert_eq!(yaml_lines_led_by(&json!({"a": 1, "op": 2}), "op"), ["op: 2", "a: 1"]);
}

#[test]
fn between_braces_more_means_something() {
    for text in ["a,b", "a: b", "a:b", "[", "x]", "{x", "x}", "a?", "#", "b -"] {
        assert_eq!(flow_text(text), format!("'{text}'"));
    }
    for text in ["a#b", "-x", "a/b", "a-b", "a b"] {
        assert_eq!(flow_text(text), text);
    }
    for text in ["", "1", "<<", "no"] {
        assert_eq!(flow_text(text), format!("\"{text}\""));
    }
    assert_eq!(flow_text("a\nb"), "\"a\\nb\"");
    assert_eq!(scalar_text("a\nb"), "\"a\\nb\"");
}
