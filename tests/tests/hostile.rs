//! Malicious and broken input: for each kind, the answer that a user reads.
//!
//! That nothing of it is taken for HTML, and what becomes of messages from other hosts, is for the page to show: see
//! `e2e/hostile.rs`.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jobscope_core::api::{Manifest, ManifestError, Manifests, Release, TextProblem};
use jobscope_core::timeline::{OpenError, OpenedText, SavedSession};
use jobscope_core::world::{Action, World};
use miniz_oxide::deflate::compress_to_vec;
use serde_json::json;

const PI: &str = "apiVersion: batch/v1
kind: Job
metadata:
  name: pi
spec:
  template:
    spec:
      containers:
      - name: pi
        image: perl
      restartPolicy: Never
";

const SESSION: &str = "jobscope: 1\nrelease: v1.36\n";

/// That the answer to a manifest begins so, for every release.
fn manifest(text: &str, answer: &str) {
    manifest_in(text, |_| answer.to_owned());
}

/// The same where the answer is in the words of the release.
fn manifest_in(text: &str, answer: impl Fn(Release) -> String) {
    for release in Release::ALL {
        let answer = answer(release);
        let errors = Manifest::parse(text, release).unwrap_err();
        let hint = |error: &ManifestError| error.hint.as_ref().map(ToString::to_string).unwrap_or_default();
        let said = errors.iter().map(|error| format!("{error} {}", hint(error))).collect::<Vec<_>>().join("\n");
        assert!(said.starts_with(&answer), "{release}: {}", shortened(&said));
    }
}

/// That the answer to a session file is that; an empty one means that it opens.
fn file(text: &str, answer: &str) {
    let said = match SavedSession::from_file(text) {
        Ok(saved) => saved.replay().err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    };
    assert_eq!(said.unwrap_or_default(), answer, "{}", shortened(text));
}

/// That the answer to a link that stands for that JSON is that.
fn link(json: &[u8], answer: &str) {
    let link = format!("1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec(json, 1)));
    let said = match SavedSession::from_link(&link) {
        Ok(saved) => saved.replay().err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    };
    assert_eq!(said.unwrap_or_default(), answer, "{}", shortened(&String::from_utf8_lossy(json)));
}

/// What becomes of an action in a world with a Job and its pod.
fn action(json: &str) -> Result<World, String> {
    let action: Action = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let mut world = world_of(PI);
    while world.stored_pods().count() == 0 {
        go_on(&mut world, 1);
    }
    world.apply(&action).map_err(|error| error.to_string())?;
    Ok(world)
}

fn world_of(text: &str) -> World {
    let mut world = World::new(Release::V1_36);
    world.apply(&Action::of_manifest(&Manifest::parse(text, Release::V1_36).unwrap())).unwrap();
    world
}

/// What a healthy cluster does next, which is never refused.
fn go_on(world: &mut World, steps: usize) {
    for _ in 0..steps {
        let Some(action) = world.next_action() else { return };
        world.apply(&action).unwrap();
    }
}

fn with_spec(field: &str) -> String {
    PI.replacen("spec:\n", &format!("spec:\n  {field}\n"), 1)
}

fn shortened(text: &str) -> String {
    text.chars().take(300).collect()
}

#[test]
fn aliases_do_not_multiply() {
    let level = |level: usize| format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 9].join(", "));
    let bomb = format!("a0: &a0 [x, x, x]\n{}", (1..10).map(level).collect::<String>());
    let answer = "this is too large: with its aliases expanded it has more than 50000 values or 1048576 bytes of text";
    manifest(&format!("{PI}{bomb}"), &format!("line 16, column 5: {answer}"));
    file(&format!("{SESSION}{bomb}"), &format!("line 7, column 5: {answer}"));
}

#[test]
fn depth_ends_before_the_stack() {
    for (open, column) in [("[", 260), ("{a: ", 1025), ("- ", 129)] {
        let deep = open.repeat(10_000);
        let answer = format!("line 13, column {column}: this is nested too deeply: more than 64 levels");
        manifest(&format!("{PI}  x:\n    {deep}"), &answer);
        let said = SavedSession::from_file(&format!("{SESSION}actions:\n  {deep}")).unwrap_err();
        assert_eq!((said.line, said.message().as_str()), (4, "this is nested too deeply: more than 64 levels"));
    }
    let patch = |depth| {
        let (open, close) = (r#"{"a":"#.repeat(depth), "}".repeat(depth));
        format!(r#"{{"op":"patchJob","name":"pi","patch":{{"spec":{open}1{close}}}}}"#)
    };
    assert!(action(&patch(100)).is_ok(), "what the server does not know it drops");
    let said = action(&patch(100_000)).unwrap_err();
    assert!(said.starts_with("recursion limit exceeded"), "{said}");
    let session = format!(r#"{{"jobscope":1,"release":"v1.36","actions":[{}]}}"#, patch(100_000));
    link(session.as_bytes(), "the link does not hold a session: recursion limit exceeded at line 1 column 704");
}

#[test]
fn a_number_that_is_none_or_does_not_fit_is_refused_where_it_stands() {
    let fields = [("parallelism", "int32"), ("completions", "int32"), ("backoffLimit", "int32")];
    for (field, r#type) in fields.into_iter().chain([("activeDeadlineSeconds", "int64")]) {
        let column = field.len() + 5;
        let place = format!("line 6, column {column}: spec.{field}: ");
        // kubectl checked types by itself until v1.24.
        let cannot = |shown: &str, release: Release| {
            let (json, spec) = if release.since(25) { ("json: ", "spec.") } else { ("", "") };
            format!(
                "{place}{json}cannot unmarshal number {shown} into Go struct field JobSpec.{spec}{field} of type {type}"
            )
        };
        for (written, shown) in [
            (".nan", "NaN"),
            (".inf", "inf"),
            ("-.inf", "-inf"),
            ("99999999999999999999", "100000000000000000000"),
            ("1.5", "1.5"),
        ] {
            manifest_in(&with_spec(&format!("{field}: {written}")), |release| cannot(shown, release));
        }
        for written in ["1e400", "NaN", "'1'"] {
            manifest_in(&with_spec(&format!("{field}: {written}")), |release| {
                let wrong_type = if release.since(25) {
                    "json: cannot unmarshal string into Go struct field"
                } else {
                    "invalid type for"
                };
                format!("{place}{wrong_type}")
            });
        }
        for written in ["-1", "-2147483648"] {
            let answer =
                format!("line 6, column {column}: spec.{field}: Invalid value: {written}: must be greater than");
            manifest(&with_spec(&format!("{field}: {written}")), &answer);
        }
        if r#type == "int32" {
            for written in ["2147483648", "-2147483649"] {
                manifest_in(&with_spec(&format!("{field}: {written}")), |release| cannot(written, release));
            }
        }
    }
    file(
        &format!("{SESSION}actions:\n- op: advance\n  ms: .nan\n"),
        "line 5, column 7: actions[0].ms: NaN is not possible here: write a number, or leave the field out",
    );
    file(
        &format!("{SESSION}startMs: .nan\n"),
        "line 3, column 10: startMs: NaN is not possible here: write a number, or leave the field out",
    );
    let answer = "line 3, column 16: cursor.step: invalid value: integer `-1`, expected usize";
    file(&format!("{SESSION}cursor: {{step: -1}}\n"), answer);
    file(&format!("{SESSION}actions:\n- 2147483648\n"), "there are more than 10000 steps");
    let answer = "line 1, column 11: this is version 2147483648 of the format, and only versions 1 to 7 are known: open it with a newer jobscope";
    file("jobscope: 2147483648\nrelease: v1.36\n", answer);
    let answer = "the link does not hold a session: number out of range at line 1 column 48";
    link(br#"{"jobscope":1,"release":"v1.36","actions":[1e999]}"#, answer);
    for (json, answer) in [
        (r#"{"op":"advance","ms":NaN}"#, "expected value at line 1 column 22"),
        (r#"{"op":"advance","ms":1e400}"#, "number out of range at line 1 column 26"),
        (r#"{"op":"advance","ms":-1}"#, "time only goes forward, by at most 86400000000 ms at a time"),
        (r#"{"op":"advance","ms":9223372036854775807}"#, "time only goes forward, by at most 86400000000 ms at a time"),
        (r#"{"op":"removeFault","fault":4294967295}"#, "no fault 4294967295 is armed"),
        (r#"{"op":"removeFault","fault":-1}"#, "fault: invalid value: integer `-1`, expected usize"),
        (r#"{"op":"crashAfter","writes":-1}"#, "writes: invalid value: integer `-1`, expected u32"),
        (
            r#"{"op":"scaleJob","name":"pi","replicas":-2147483648}"#,
            "The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0",
        ),
    ] {
        assert_eq!(action(json).unwrap_err(), answer, "{json}");
    }
}

#[test]
fn the_greatest_numbers_that_fit_are_lived_with() {
    for field in ["parallelism", "completions", "backoffLimit", "ttlSecondsAfterFinished"] {
        go_on(&mut world_of(&with_spec(&format!("{field}: 2147483647"))), 40);
    }
    go_on(&mut world_of(&with_spec("activeDeadlineSeconds: 9223372036854775807")), 40);
    for extreme in [i64::MIN, i64::MAX] {
        let narrow = i32::try_from(extreme).unwrap_or(if extreme > 0 { i32::MAX } else { i32::MIN });
        for json in [
            json!({"op": "podSucceed", "pods": [], "mainAgoMs": extreme}),
            json!({"op": "podFail", "pods": [], "mainAgoMs": extreme, "exit": {"pi": narrow}}),
            json!({"op": "podDelete", "pods": [], "grace": extreme}),
            json!({"op": "podRestart", "pods": [], "container": "pi", "n": narrow}),
        ] {
            let mut world = world_of(PI);
            while world.stored_pods().count() == 0 {
                go_on(&mut world, 1);
            }
            let pods: Vec<_> = world.stored_pods().map(|pod| pod.metadata.name().to_owned()).collect();
            let mut json = json;
            if let Some(named) = json.get_mut("pods") {
                *named = json!(pods);
            }
            world.apply(&serde_json::from_value(json).unwrap()).unwrap();
            go_on(&mut world, 40);
        }
    }
    let slow =
        r#"{"startMs":4294967295,"runMs":4294967295,"jitterMs":4294967295,"restarts":4294967295,"end":"succeed"}"#;
    go_on(&mut action(&format!(r#"{{"op":"setOutcomes","rules":[{slow}]}}"#)).unwrap(), 40);
}

#[test]
fn a_million_completions_are_as_much_as_the_server_takes() {
    let spec = |pods: u32, mode: &str| {
        with_spec(&format!("completions: {pods}\n  parallelism: {pods}\n  completionMode: {mode}"))
    };
    let refused = Manifest::parse(&spec(1_000_000, "Indexed"), Release::V1_36).unwrap_err();
    assert_eq!(
        refused.first().map(ToString::to_string).as_deref(),
        Some(
            "line 7, column 16: spec.parallelism: Invalid value: 1000000: must be less than or equal to 100000 when completion mode is Indexed"
        ),
        "{refused:?}"
    );
    let mut world = world_of(&spec(1_000_000, "NonIndexed"));
    go_on(&mut world, 10);
    // A sync makes at most 500.
    assert!((1..=5_000).contains(&world.stored_pods().count()));
}

#[test]
fn a_key_is_read_twice_in_manifests_only() {
    // kubectl takes the last of equal keys without a word.
    manifest(&format!("{PI}spec: {{}}\n"), "line 12, column 1: spec.template.spec.containers: Required value");
    assert!(Manifest::parse(&format!("{PI}kind: Job\n"), Release::V1_36).is_ok());
    let answer = "line 3, column 1: key \"release\" already set in map; each key may occur once: remove one of the two";
    file(&format!("{SESSION}release: v1.11\n"), answer);
    let answer = "the link does not hold a session: duplicate field `release`";
    link(br#"{"jobscope":1,"release":"v1.36","release":"v1.11"}"#, answer);
    assert_eq!(action(r#"{"op":"advance","ms":1,"ms":2}"#).unwrap_err(), "duplicate field `ms`");
}

#[test]
fn bytes_that_are_no_text_are_no_session() {
    let answer = "the link does not hold a session: invalid unicode code point at line 1 column 42";
    link(b"{\"jobscope\":1,\"release\":\"v1.36\",\"title\":\"\xff\xfe\"}", answer);
    let answer = "the link does not hold a session: unexpected end of hex escape at line 1 column 48";
    link(br#"{"jobscope":1,"release":"v1.36","title":"\ud800"}"#, answer);
    manifest(&PI.replace("perl", "pe\0rl"), "line 10, column 18: this is not YAML: found unprintable character");
    assert!(Manifest::parse(&format!("\u{feff}{PI}"), Release::V1_36).is_ok(), "a byte order mark is no mistake");
}

#[test]
fn names_end_where_dns_ends() {
    let named = |from: &str, to: &str, length: usize| PI.replacen(from, &format!("{to}{}", "a".repeat(length)), 1);
    for (from, to, most, place) in [
        ("  name: pi", "  name: ", 63, "line 4, column 9: spec.template.labels: Invalid value: "),
        ("- name: pi", "- name: ", 63, "line 9, column 15: spec.template.spec.containers[0].name: Invalid value: "),
        ("  name: pi", "  name: pi\n  labels:\n    a: ", 63, "line 6, column 8: metadata.labels: Invalid value: "),
        ("  name: pi", "  generateName: ", 253, "line 4, column 17: metadata.generateName: Invalid value: "),
    ] {
        go_on(&mut world_of(&named(from, to, most)), 40);
        manifest(&named(from, to, most + 1), place);
    }
    manifest(&named("  name: pi", "  name: ", 254), "line 4, column 9: metadata.name: Invalid value: ");
    manifest(&named("  name: pi", "  name: ", 100_000), "line 4, column 9: metadata.name: Invalid value: ");
}

#[test]
fn a_link_stands_for_no_more_than_a_session_may_hold() {
    link(&vec![b' '; 64 << 20], "the link is too long");
    let session = |rest: &str| format!(r#"{{"jobscope":2,"release":"v1.36",{rest}}}"#);
    let many = |what: &str, times: usize| vec![what; times].join(",");
    for (rest, answer) in [
        (r#""actions":[4294967295,4294967295]"#.to_owned(), "there are more than 10000 steps"),
        (format!(r#""actions":[{}]"#, many(r#"{"op":"resync"}"#, 60_000)), "there are more than 10000 steps"),
        (format!(r#""branches":[{}]"#, many(r#"{"from":{"step":0}}"#, 5_000)), "there are more than 64 branches"),
        (format!(r#""manifest":"{}""#, " ".repeat(300_000)), "the manifest is longer than 262144 bytes"),
    ] {
        link(session(&rest).as_bytes(), answer);
    }
    let pods = many("\"x\"", 100_000);
    assert_eq!(action(&format!(r#"{{"op":"podRun","pods":[{pods}]}}"#)).unwrap_err(), "there is no such pod");
}

/// What kubectl prints of a cluster, with `from` replaced by `to`.
fn cluster(from: &str, to: &str) -> Result<World, String> {
    const STUCK: &str = include_str!("../cluster/stuck.yaml");
    assert!(STUCK.contains(from), "{from}");
    let saved =
        SavedSession::of_cluster(&STUCK.replacen(from, to, 1), Release::V1_36).map_err(|error| error.to_string())?;
    Ok(saved.replay().map_err(|error| error.to_string())?.world().clone())
}

#[test]
fn objects_of_a_cluster_are_no_more_trusted_than_others() {
    for (from, to, answer) in [
        ("kind: List\n", "kind: List\nmore: &a [*a]\n", "line"),
        ("failed: 1", "failed: 99999999999", "items[0].status.failed: "),
        ("failed: 1", "failed: -1", "status.failed"),
        ("parallelism: 1", "parallelism: .nan", "NaN is not possible here"),
        ("uid: 6f0d2c0e-8a58-4a7e-9f0b-3f2f6ff1d1aa\n", "other: 1\n", "items[0].metadata: it has no UID"),
        ("name: report-x2vzd", "name: report-hn7kq", "items[2].metadata: another one has this name"),
        ("\"2026-11-20T09:12:40Z\"", "\"soon\"", "items[0].metadata.creationTimestamp: "),
        ("phase: Failed", "phase: <img src=x onerror=lost=1>", "items[1].status.phase: unknown variant"),
    ] {
        match cluster(from, to) {
            Ok(_) => assert_eq!(answer, "", "{to} was taken"),
            Err(error) => assert!(error.contains(answer), "{to}: {error}"),
        }
    }
    // The greatest counts that fit are lived with.
    let mut world = cluster("failed: 1\n", "failed: 2147483647\n").unwrap();
    let pods = world.stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect::<Vec<_>>();
    let fails = json!({"op": "podFail", "pods": pods, "exit": {"report": 1}});
    world.apply(&serde_json::from_value(fails).unwrap()).unwrap();
    go_on(&mut world, 30);
}

#[test]
fn streams_have_limits() {
    let jobs =
        (0..=100).map(|n| PI.replace("name: pi\n", &format!("name: pi-{n}\n"))).collect::<Vec<_>>().join("---\n");
    let errors = Manifests::parse(&jobs, Release::V1_36).unwrap_err();
    assert_eq!(errors.last().unwrap().problem, TextProblem::TooManyJobs { most: 100 });
    let most = jobs.rsplit_once("---\n").unwrap().0;
    assert_eq!(Manifests::parse(most, Release::V1_36).unwrap().jobs().count(), 100);
    // A list in a list in a list.
    let nested = |depth: usize| format!("{}{}", "{kind: List, items: [".repeat(depth), "]}".repeat(depth));
    for depth in [3, 30, 300] {
        assert!(Manifests::parse(&nested(depth), Release::V1_36).is_err());
        // Lists of no objects are of a cluster; what is nested deeper is for the editor to refuse.
        assert_eq!(OpenedText::read(&nested(depth)).is_err(), depth == 3);
    }
    let said = |text: &str| OpenedText::read(text).map(|_| ()).map_err(|error| error.to_string());
    let documents = "kind: Job\n---\n".repeat(50_000);
    let opened = OpenedText::read(&documents);
    assert_eq!(opened, Ok(OpenedText::Manifests(documents.clone())), "the editor says that it is too much");
    assert!(Manifests::parse(&documents, Release::V1_36).unwrap_err()[0].to_string().contains("more than the 262144"));
    let objects = "{}".repeat(100_000);
    assert!(Manifests::parse(&objects, Release::V1_36).unwrap_err()[0].to_string().contains("this is too large"));
    assert!(said(&objects).is_err());
    let long = "x".repeat(2 << 20);
    assert_eq!(OpenedText::read(&long), Err(OpenError::TooLong { bytes: 2 << 20 }));
    // An alias that stands for too much counts in all documents together.
    let bomb = format!("a: &a [{}]\n---\n", "x,".repeat(40_000)).repeat(2);
    assert!(said(&bomb).is_err());
}

/// Runs on a stack as small as some browser's.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 * 1024).spawn(test).unwrap().join().unwrap();
}

/// A link with these steps, after the manifest is applied.
fn link_of(actions: &[serde_json::Value]) -> String {
    let actions = [json!("apply")].iter().chain(actions).cloned().collect::<Vec<_>>();
    let json = json!({"jobscope": 7, "release": "v1.36", "manifest": PI, "actions": actions}).to_string();
    format!("1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec(json.as_bytes(), 9)))
}

#[test]
fn a_short_link_stands_for_a_bounded_amount_of_work() {
    on_a_small_stack(|| {
        let patch = |patch: serde_json::Value| json!({"op": "patchJob", "name": "pi", "type": "json", "patch": patch});
        let deeper = |target: &str| {
            let level = |_| {
                [
                    json!({"op": "add", "path": "/b", "value": {}}),
                    json!({"op": "move", "from": "/a", "path": "/b/a"}),
                    json!({"op": "move", "from": "/b", "path": "/a"}),
                ]
            };
            let first = [json!({"op": "add", "path": "/a", "value": {}})];
            let last = [json!({"op": "move", "from": "/a", "path": target})];
            patch(first.into_iter().chain((0..3_300).flat_map(level)).chain(last).collect())
        };
        let kubectl = |command: &str| json!({ "kubectl": command });
        let pointer = json!([{"op": "add", "path": "/metadata/labels", "value": {}, "from": "/".repeat(30_000)}]);
        let too_deep = "step 2: the patched object is nested too deeply: more than 128 levels";
        let too_much = "the steps and their commands have more than 8388608 trace entries";
        // Many commands that print nothing, in few steps.
        let reads = ["get job pi -o go-template='{{range 9999}}{{end}}{{range 9999}}.{{end}}'"; 10].join("; ");
        let prints = |form: &str| format!("get job pi -o {form}");
        let spec = format!("{{range ['spec'{}]}}{}{{end}}", ",'spec'".repeat(100), "{@}".repeat(1_000));
        let pads =
            format!("{{{{range 10000}}}}{{{{printf \"{}\"{}}}}}{{{{end}}}}", "%1000s".repeat(400), " 1".repeat(400));
        for (steps, answer) in [
            (vec![patch(pointer)], ""),
            (vec![deeper("/c")], too_deep),
            (vec![deeper("/spec/template/spec/affinity")], too_deep),
            (vec![kubectl(&("xargs ".repeat(900) + "echo"))], ""),
            (
                vec![json!({"op": "fault", "verb": "create", "mode": "timeout"}); 9_998],
                "step 102: at most 100 faults can be armed",
            ),
            (
                vec![
                    json!({"op": "setOutcomes", "rules": vec![json!({"startMs": 1, "runMs": 1, "end": "succeed"}); 10_000]}),
                ],
                "step 2: at most 100 rules can be set",
            ),
            (vec![kubectl(&prints(&format!("jsonpath=\"{spec}\"")))], "more than 50000000 steps and bytes"),
            (vec![kubectl(&prints(&format!("go-template='{pads}'")))], "more than 50000000 steps and bytes"),
            (vec![kubectl(&reads); 50], too_much),
            (vec![kubectl(&("\n".repeat(1_000_000) + "echo a"))], ""),
            (vec![kubectl(&("echo a |".to_owned() + &"\n".repeat(1_000_000) + "cat"))], "a line may have 8192 bytes"),
            (vec![kubectl(&" ".repeat(2 << 20))], "a command has more than 1048576 bytes"),
            (vec![kubectl("echo a | grep -A 18446744073709551615 -B 1 a")], ""),
            (vec![kubectl(&format!("get jobs {}", "a ".repeat(3_000)))], "a command may name 500 objects"),
        ] {
            let link = link_of(&steps);
            assert!(link.len() < 8_000, "{} characters for {answer}", link.len());
            let replayed = SavedSession::from_link(&link).map_err(|error| error.to_string());
            let said = replayed.and_then(|saved| saved.replay().map_err(|error| error.to_string()));
            match said {
                Ok(_) => assert_eq!(answer, "", "it was carried out"),
                Err(said) => assert!(!answer.is_empty() && said.contains(answer), "{answer}: {}", shortened(&said)),
            }
        }
    });
}

#[test]
fn a_line_has_limits_of_its_own() {
    on_a_small_stack(|| {
        let said = |text: &str| {
            let output = world_of(PI).kubectl(text).unwrap();
            assert!(output.stdout.len() <= jobscope_core::kubectl::MAX_PRINTED_BYTES);
            output.stderr
        };
        let template = |text: &str| said(&format!("get job pi -o go-template-file=- <<E\n{text}\nE"));
        for (text, answer) in [
            (template(&"{{1}}".repeat(50_000)), ""),
            (template(&format!("{{{{define \"{}\"}}}}{}{{{{end}}}}", "a".repeat(400_000), "{{1}}".repeat(50_000))), ""),
            (template(&"{{$x := 1}}".repeat(2_000)), "more than 1000 variables"),
            (
                template(&("{{if 1}}".repeat(100_000) + &"{{end}}".repeat(100_000))),
                "more than 32 blocks within each other",
            ),
            (
                said(&format!("get job pi -o go-template='{{{{{}1{}}}}}'", "(".repeat(3_000), ")".repeat(3_000))),
                "more than 32 blocks",
            ),
            (
                said(&format!("get job pi -o jsonpath='{{{}{}}}'", "[?(@".repeat(1_000), ")]".repeat(1_000))),
                "unterminated",
            ),
            (said(&format!("echo a | grep -E '{}'", "a|".repeat(3_000))), "a pattern may have 50 alternatives"),
            (said("sleep 99999999999"), "sleep: less than a day can pass at once\n"),
            (said("sleep soon"), "sleep: invalid time interval \"soon\""),
        ] {
            assert!(
                if answer.is_empty() { text.is_empty() } else { text.contains(answer) },
                "{answer}: {}",
                shortened(&text)
            );
        }
    });
}
