//! Changes as users see them: the text before, the change, the text after.

use serde_json::{Value, json};

use super::*;

const JOB: &str = "\
# My first Job
apiVersion: batch/v1
kind: Job
metadata:
  name: pi   # as in the documentation
spec:
  # how many at once
  parallelism: 4 # nodes
  template:
    spec:
      restartPolicy: 'Never'
      containers:
      - name: pi
        image: \"perl\"
";

fn after(text: &str, path: &str, value: &Value) -> String {
    set(text, path, value).unwrap_or_else(|refusal| panic!("{path}: {refusal:?}"))
}

/// The lines that are new or gone.
fn differs(before: &str, after: &str) -> (Vec<String>, Vec<String>) {
    let only = |of: &str, other: &str| {
        let other: Vec<&str> = other.lines().collect();
        of.lines().filter(|line| !other.contains(line)).map(str::to_owned).collect()
    };
    (only(before, after), only(after, before))
}

#[test]
fn a_number_changes_in_its_place() {
    let changed = after(JOB, "spec.parallelism", &json!(15));
    assert_eq!(changed, JOB.replace("parallelism: 4 #", "parallelism: 15 #"));
}

#[test]
fn texts_keep_their_quotes() {
    let changed = after(JOB, "spec.template.spec.restartPolicy", &json!("OnFailure"));
    assert_eq!(changed, JOB.replace("'Never'", "'OnFailure'"));
    let changed = after(JOB, "spec.template.spec.containers[0].image", &json!("busybox"));
    assert_eq!(changed, JOB.replace("\"perl\"", "\"busybox\""));
}

#[test]
fn what_is_missing_comes_where_manifests_have_it() {
    let changed = after(JOB, "spec.completions", &json!(20));
    assert_eq!(changed, JOB.replace("# nodes\n", "# nodes\n  completions: 20\n"));
    let mode = after(&changed, "spec.completionMode", &json!("Indexed"));
    assert_eq!(mode, changed.replace("completions: 20\n", "completions: 20\n  completionMode: Indexed\n"));
    let alone = "spec:\n  # what runs\n  template: {}\n";
    assert_eq!(after(alone, "spec.suspend", &json!(true)), "spec:\n  suspend: true\n  # what runs\n  template: {}\n");
}

#[test]
fn policies_are_written_as_people_write_them() {
    let policy = json!({"rules": [{"action": "FailJob", "onExitCodes": {"operator": "In", "values": [1, 42]}}]});
    let changed = after(JOB, "spec.podFailurePolicy", &policy);
    let written = "  podFailurePolicy:
    rules:
    - action: FailJob
      onExitCodes:
        operator: In
        values: [1, 42]
";
    assert_eq!(changed, JOB.replace("# nodes\n", &format!("# nodes\n{written}")));
    let more = json!({"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]});
    let two = after(&changed, "spec.podFailurePolicy.rules[1]", &more);
    assert_eq!(differs(&changed, &two).0, [""; 0]);
    assert!(two.contains("\n    - action: Ignore\n      onPodConditions:\n      - type: DisruptionTarget\n"));
    let swapped = swap(&two, "spec.podFailurePolicy.rules", 0).unwrap();
    assert!(swapped.find("Ignore") < swapped.find("FailJob"));
    assert_eq!(swap(&swapped, "spec.podFailurePolicy.rules", 0).as_deref(), Ok(two.as_str()));
    let codes = after(&two, "spec.podFailurePolicy.rules[0].onExitCodes.values", &json!([1, 2, 3]));
    assert!(codes.contains("values: [1, 2, 3]\n"));
    assert_eq!(remove(&two, "spec.podFailurePolicy").as_deref(), Ok(JOB));
}

#[test]
fn lists_are_indented_as_the_others_are() {
    let text = "spec:\n  template:\n    spec:\n      containers:\n        - name: pi\n";
    let changed = after(text, "spec.podFailurePolicy.rules", &json!([{"action": "Count"}]));
    assert!(
        changed.starts_with("spec:\n  podFailurePolicy:\n    rules:\n      - action: Count\n  template:\n"),
        "{changed}"
    );
}

#[test]
fn what_goes_leaves_its_comments() {
    assert_eq!(remove(JOB, "spec.parallelism").unwrap(), JOB.replace("parallelism: 4 # nodes", "# nodes"));
    assert_eq!(remove("a: 1\nb: 2\n", "b").as_deref(), Ok("a: 1\n"));
    assert_eq!(remove("a: 1\nb: 2", "b").as_deref(), Ok("a: 1"));
    assert_eq!(remove("a:\n  b: 1 # c\n", "a.b").as_deref(), Ok("a: {} # c\n"));
    assert_eq!(remove("l:\n- a: 1 # c\n  b: 2\n", "l[0].a").as_deref(), Ok("l:\n- # c\n  b: 2\n"));
}

#[test]
fn braces_stay_braces() {
    let text = "spec: {parallelism: 2, template: {spec: {}}}\n";
    assert_eq!(after(text, "spec.parallelism", &json!(3)), text.replace('2', "3"));
    let added = after(text, "spec.completions", &json!(5));
    assert_eq!(added, "spec: {parallelism: 2, completions: 5, template: {spec: {}}}\n");
    assert_eq!(remove(&added, "spec.completions").as_deref(), Ok(text));
    let odd = after(text, "spec.managedBy", &json!("a, b: [c]"));
    assert!(odd.contains("managedBy: 'a, b: [c]'"));
}

#[test]
fn json_stays_json() {
    let text = "{\n  \"spec\": {\n    \"parallelism\": 2\n  }\n}\n";
    let changed = after(text, "spec.completionMode", &json!("Indexed"));
    assert_eq!(changed, "{\n  \"spec\": {\n    \"parallelism\": 2,\n    \"completionMode\": \"Indexed\"\n  }\n}\n");
    assert!(serde_json::from_str::<Value>(&changed).is_ok());
    assert_eq!(remove(&changed, "spec.completionMode").as_deref(), Ok(text));
}

#[test]
fn nothing_is_filled_in() {
    assert_eq!(after("spec:\n", "spec.parallelism", &json!(1)), "spec:\n  parallelism: 1\n");
    assert_eq!(after("spec: # c\nz: 1\n", "spec.parallelism", &json!(1)), "spec: # c\n  parallelism: 1\nz: 1\n");
    assert_eq!(after("spec: {}\n", "spec.parallelism", &json!(1)), "spec:\n  parallelism: 1\n");
    assert_eq!(after("spec: ~\n", "spec", &json!(1)), "spec: 1\n");
    assert_eq!(after("a: 1\n", "spec.rules", &json!([{"b": 1}])), "a: 1\nspec:\n  rules:\n    - b: 1\n");
}

#[test]
fn other_documents_and_line_breaks_stay() {
    let text = "---\n# nothing\n---\r\na: 1\r\nb: |+\r\n  t\r\n\r\n---\r\n";
    assert_eq!(after(text, "a", &json!(2)), text.replace("a: 1", "a: 2"));
    let text = "a: 1\r\nz: 2\r\n";
    assert_eq!(after(text, "b", &json!(3)), "a: 1\r\nz: 2\r\nb: 3\r\n");
}

#[test]
fn what_stands_elsewhere_too_is_left_alone() {
    let shared = "a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n";
    assert!(matches!(set(shared, "c.b", &json!(2)), Err(Refusal::Unusual(Position { line: 2, .. }))));
    assert!(matches!(set(shared, "a.b", &json!(2)), Err(Refusal::Unusual(_))));
    assert!(matches!(remove(shared, "d.b"), Err(Refusal::Unusual(_))));
    assert_eq!(after(shared, "c", &json!(5)), shared.replace("c: *x", "c: 5"));
    assert_eq!(after(shared, "d.b", &json!(5)), format!("{shared}  b: 5\n"));
}

#[test]
fn errors_say_what_is_in_the_way() {
    assert!(matches!(set("a: [", "a", &json!(1)), Err(Refusal::Unreadable(_))));
    assert_eq!(set("a: 1\n", "a.b", &json!(1)), Err(Refusal::NoPlace));
    assert_eq!(set("a: []\n", "a.b", &json!(1)), Err(Refusal::NoPlace));
    assert_eq!(remove("a: 1\n", "b"), Err(Refusal::NoPlace));
    assert_eq!(swap("a: [1]\n", "a", 0), Err(Refusal::NoPlace));
}
