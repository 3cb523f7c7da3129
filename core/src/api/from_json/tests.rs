use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde::Serialize;
use serde_json::json;

use super::record::DENY_UNKNOWN_FIELDS;
use super::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
enum Shape {
    Dot,
    Circle(u8),
    Line(i64, i64),
    Box { width: u32 },
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
struct Label(String);

#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Tagged {
    None,
    Some { shape: Shape },
}

#[derive(Clone, Debug, PartialEq, Serialize, serde::Deserialize)]
#[serde(rename = "View", rename_all = "camelCase", deny_unknown_fields)]
struct Drawing {
    shapes: Vec<Shape>,
    by_number: BTreeMap<i32, bool>,
    by_label: BTreeMap<Label, Option<f64>>,
    #[serde(default)]
    first: Option<Box<Tagged>>,
    ends: (char, u64),
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Dot),
        any::<u8>().prop_map(Shape::Circle),
        any::<(i64, i64)>().prop_map(|(from, to)| Shape::Line(from, to)),
        any::<u32>().prop_map(|width| Shape::Box { width }),
    ]
}

fn drawing() -> impl Strategy<Value = Drawing> {
    let first = prop_oneof![
        Just(None),
        Just(Some(Box::new(Tagged::None))),
        shape().prop_map(|shape| Some(Box::new(Tagged::Some { shape }))),
    ];
    let by_number = prop::collection::btree_map(any::<i32>(), any::<bool>(), 0..3);
    let by_label = prop::collection::btree_map("[a-z]{1,3}".prop_map(Label), prop::option::of(-1e9..1e9), 0..3);
    (prop::collection::vec(shape(), 0..4), by_number, by_label, first, any::<(char, u64)>())
        .prop_map(|(shapes, by_number, by_label, first, ends)| Drawing { shapes, by_number, by_label, first, ends })
}

/// Any value, with the names of fields that the types above have.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u8>().prop_map(Value::from),
        Just(json!(1.5)),
        prop::sample::select(vec!["dot", "circle", "x", "none", ""]).prop_map(Value::from),
    ];
    let names = ["shapes", "byNumber", "byLabel", "first", "ends", "kind", "shape", "circle", "box", "width", "7"];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(prop::sample::select(names.to_vec()), inner, 0..5)
                .prop_map(|fields| fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()),
        ]
    })
}

fn agrees<T: for<'de> Deserialize<'de> + Debug + PartialEq>(value: &Value) -> Result<(), TestCaseError> {
    match (from_json::<T>(value), serde_json::from_value::<T>(value.clone())) {
        (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours, theirs),
        (Err(_), Err(_)) => {}
        (Err(ours), Ok(_)) => prop_assert!(ours.message.starts_with("invalid type: sequence, expected struct")),
        (Ok(ours), Err(theirs)) => prop_assert!(false, "{value} was read as {ours:?}: {theirs}"),
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_was_written_is_read(drawing in drawing()) {
        let written = serde_json::to_value(&drawing).unwrap();
        prop_assert_eq!(from_json::<Drawing>(&written), Ok(drawing));
    }

    #[test]
    fn it_reads_as_serde_json_does_but_no_struct_from_a_list(value in value()) {
        agrees::<Shape>(&value)?;
        agrees::<Tagged>(&value)?;
        agrees::<Drawing>(&value)?;
        agrees::<Vec<Option<Shape>>>(&value)?;
        agrees::<BTreeMap<i32, Vec<Shape>>>(&value)?;
        agrees::<BTreeMap<Label, Shape>>(&value)?;
        agrees::<(bool, Option<u8>)>(&value)?;
    }
}

#[test]
fn an_error_names_its_place() {
    let good = json!({"shapes": [{"line": [1, 2]}], "byNumber": {}, "byLabel": {"a": null}, "ends": ["x", 1]});
    assert!(from_json::<Drawing>(&good).is_ok());
    for (pointer, wrong, path) in [
        ("/shapes", json!(1), "shapes"),
        ("/shapes/0", json!("square"), "shapes[0]"),
        ("/shapes/0/line/1", json!(null), "shapes[0].line[1]"),
        ("/byNumber", json!({"one": true}), "byNumber.one"),
        ("/byLabel/a", json!([]), "byLabel.a"),
        ("", json!({"sides": 4}), "sides"),
        ("", json!([1]), ""),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = wrong;
        assert_eq!(from_json::<Drawing>(&bad).unwrap_err().path, path, "{bad}");
    }
}

/// Adds the structs below a folder that are read by derived code, each with whether it has `deny_unknown_fields`.
fn derived(folder: &Path, found: &mut BTreeSet<(String, bool)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            derived(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            let source = fs::read_to_string(&path).unwrap();
            for (before, after) in source.match_indices("struct ").map(|(at, word)| source.split_at(at + word.len())) {
                let attributes = before.rsplit("\n\n").next().unwrap_or_default();
                let name = after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                if attributes.contains("Deserialize") {
                    found.insert((name.to_owned(), attributes.contains("deny_unknown_fields")));
                }
            }
        }
    }
}

#[test]
fn the_structs_that_deny_unknown_fields_are_listed() {
    let mut found = BTreeSet::new();
    for krate in ["core", "explain", "words", "lessons", "web", "npm", "cli"] {
        derived(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(krate).join("src"), &mut found);
    }
    let (deny, allow): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, denies)| *denies);
    let deny: Vec<String> = deny.into_iter().map(|(name, _)| name).collect();
    assert_eq!(DENY_UNKNOWN_FIELDS.map(str::to_owned).to_vec(), deny);
    let both: Vec<_> = allow.into_iter().filter(|(name, _)| deny.contains(name)).collect();
    assert!(both.is_empty(), "structs of these names allow unknown fields elsewhere: {both:?}");
}

#[test]
fn a_struct_is_read_from_its_fields() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Line {
        from: u8,
        to: Option<u8>,
        #[serde(default)]
        width: u8,
        #[serde(alias = "edition")]
        release: String,
    }

    let read = |value: Value| from_json::<Line>(&value).map_err(|error| error.with_path());
    let line = Line { from: 1, to: None, width: 0, release: "v1.30".to_owned() };
    assert_eq!(read(json!({"release": "v1.30", "colour": "red", "from": 1})), Ok(line));
    let line = Line { from: 1, to: Some(2), width: 3, release: "v1.30".to_owned() };
    assert_eq!(read(json!({"from": 1, "edition": "v1.30", "to": 2, "width": 3})), Ok(line));
    for (value, error) in [
        (json!({"from": 1}), "missing field `release`"),
        (json!({"release": "v1.30"}), "missing field `from`"),
        (json!({"from": 1, "width": null}), "width: invalid type: null, expected u8"),
        (json!({"from": 1, "release": 2}), "release: invalid type: integer `2`, expected a string"),
    ] {
        assert_eq!(read(value), Err(error.to_owned()));
    }
}
