//! Property tests: our own reader reads whatever was written.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::json;

use super::super::{Contents, YamlError, read};
use super::resolved::is_resolved;
use super::*;

fn any_text() -> impl Strategy<Value = String> {
    let word = "[-a-z0-9:#{}\\[\\]\"'.,&*!|>%@~?_\\\\]{1,12}";
    prop_oneof![
        "[a-z0-9:#{}\\[\\]\"' \n\t,.&*!|>%@~-]{0,20}",
        "[-+]?[0-9obxBXTZe_.: +-]{0,14}",
        vec(word, 10..40).prop_map(|words| words.join(" ")),
        vec(word, 10..40).prop_map(|words| words.join(" ").replace('a', " ").replace('b', "\n")),
        any::<String>(),
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any_text().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map(any_text(), inner, 0..4).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// The value as our reader has it.
fn again(lines: &[String]) -> Result<Value, YamlError> {
    read(&(lines.join("\n") + "\n"), Contents::Manifest).map(|root| root.to_json())
}

/// Whether a text in it is one that the go-yaml of v1.11 leaves without quotes, and that later versions read as a number or
/// a time, such as `0.`.
fn means_more_to_later_readers(value: &Value) -> bool {
    let otherwise = |text: &str| {
        let resolves = |release| is_resolved(text, Form::Kubectl(release));
        resolves(Release::V1_36) && !resolves(Release::V1_11)
    };
    match value {
        Value::String(text) => otherwise(text),
        Value::Array(items) => items.iter().any(means_more_to_later_readers),
        Value::Object(fields) => fields.iter().any(|(key, value)| otherwise(key) || means_more_to_later_readers(value)),
        _ => false,
    }
}

#[test]
fn a_number_without_digits_behind_its_point_is_a_text_to_v1_11() {
    let written = |release| kubectl_yaml_lines(&json!({"0.": "1e3"}), release).join("\n");
    assert_eq!((written(Release::V1_11).as_str(), written(Release::V1_36).as_str()), ("0.: 1e3", "\"0.\": \"1e3\""));
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(value in any_value()) {
        let value = json!({ "value": value });
        let lines = yaml_lines(&value);
        prop_assert_eq!(again(&lines), Ok(value), "{}", lines.join("\n"));
    }

    #[test]
    fn what_kubectl_prints_is_read_again(value in any_value()) {
        // YAML 1.2, as which we read, does not end lines with these.
        prop_assume!(!value.to_string().contains(['\u{2028}', '\u{2029}']));
        let value = json!({ "value": value });
        for release in [Release::V1_11, Release::V1_36] {
            // Our reader is as new as later kubectls.
            if release == Release::V1_11 && means_more_to_later_readers(&value) {
                continue;
            }
            let lines = kubectl_yaml_lines(&value, release);
            prop_assert_eq!(again(&lines), Ok(value.clone()), "{}", lines.join("\n"));
        }
    }

    #[test]
    fn a_text_between_braces_is_read_again(texts in vec(any_text(), 1..4)) {
        let words: Vec<String> = texts.iter().map(|text| flow_text(text)).collect();
        let line = format!("value: [{}]", words.join(", "));
        prop_assert_eq!(again(std::slice::from_ref(&line)), Ok(json!({ "value": texts })), "{}", line);
    }
}
