//! Histories as people have them: parts are left out, a watch begins late, files are joined in some order.

use std::collections::BTreeMap;

use jobscope_core::history::{Explanation, History, Mark, Version};
use serde_json::{Value, json};

/// A watch event, an Event or an audit entry as it was printed; a YAML document ends with its mark.
type Piece = String;

/// A history that was altered.
#[derive(Debug)]
pub struct Altered {
    /// What was done to it.
    pub name: String,
    /// Its texts.
    pub texts: Vec<String>,
    /// Versions may be missing.
    pub has_holes: bool,
}

/// The texts in every way that a history is tried.
pub fn altered(texts: &[String]) -> Vec<Altered> {
    let texts: Vec<Vec<Piece>> = texts.iter().map(|text| pieces(text)).collect();
    let mut all = Vec::new();
    let mut add = |name: &str, has_holes: bool, texts: Vec<Vec<Piece>>| {
        let joined = |pieces: Vec<Piece>| pieces.concat();
        all.push(Altered { name: name.to_owned(), texts: texts.into_iter().map(joined).collect(), has_holes });
    };
    let without = |is: fn(&[Piece]) -> bool, texts: &[Vec<Piece>]| -> Vec<Vec<Piece>> {
        texts.iter().filter(|pieces| !is(pieces)).cloned().collect()
    };
    let each = |change: &dyn Fn(&Piece) -> Piece| -> Vec<Vec<Piece>> {
        texts.iter().map(|pieces| pieces.iter().map(change).collect()).collect()
    };
    let bare = each(&|piece| without_managed_fields(piece));
    let plain = each(&|piece| without_type(piece));
    add("without managed fields", false, bare.clone());
    add("without Events", false, without(is_events, &texts));
    add("without an audit log", false, without(is_audit, &texts));
    add("without managed fields and an audit log", false, without(is_audit, &bare));
    add("without managed fields, Events and an audit log", false, without(is_events, &without(is_audit, &bare)));
    add("without types", false, plain.clone());
    add("without types and an audit log", false, without(is_audit, &plain));
    let none = without(is_audit, &plain)
        .iter()
        .map(|pieces| pieces.iter().map(|piece| without_managed_fields(piece)).collect())
        .collect::<Vec<_>>();
    add("without types, managed fields and an audit log", false, none);
    for order in orders(texts.len()) {
        let joined = order.iter().filter_map(|place| texts.get(*place)).flatten().cloned().collect();
        add(&format!("joined in the order {order:?}"), false, vec![joined]);
    }
    let third = |pieces: &Vec<Piece>| pieces.get(pieces.len() / 3..).unwrap_or_default().to_vec();
    let late: Vec<Vec<Piece>> = texts.iter().map(third).collect();
    add("without the first third of each text", true, late.clone());
    add("without the first third of each text, and an audit log", true, without(is_audit, &late));
    for part in [4, 3, 2] {
        let since = since(&texts, part);
        add(&format!("watched after 1/{part}"), false, since.clone());
        add(&format!("watched after 1/{part}, without an audit log"), false, without(is_audit, &since));
        let bare: Vec<Vec<Piece>> =
            since.iter().map(|pieces| pieces.iter().map(|piece| without_managed_fields(piece)).collect()).collect();
        add(
            &format!("watched after 1/{part}, without managed fields and an audit log"),
            false,
            without(is_audit, &bare),
        );
    }
    for every in [2, 3, 5, 7] {
        let some = |pieces: &Vec<Piece>| {
            let is_kept = |place: &usize| place % every != every - 1;
            (0..pieces.len()).filter(is_kept).filter_map(|place| pieces.get(place).cloned()).collect()
        };
        let with_gaps: Vec<Vec<Piece>> =
            texts.iter().map(|pieces| if is_audit(pieces) { pieces.clone() } else { some(pieces) }).collect();
        add(&format!("without every {every}th watch event"), true, with_gaps.clone());
        add(&format!("without every {every}th watch event and an audit log"), true, without(is_audit, &with_gaps));
    }
    all
}

/// Whether two histories have the same versions and Events, and so one explanation.
pub fn are_same(a: &History, b: &History) -> bool {
    let compared = |version: &Version| {
        (version.number, version.r#type, version.object.clone(), version.by, version.at, version.audited)
    };
    a.versions().iter().map(compared).eq(b.versions().iter().map(compared)) && a.events() == b.events()
}

/// What of an altered history is explained otherwise than in the whole one.
pub fn differences(whole: &Explanation, altered: &Explanation) -> Vec<String> {
    let mut wrong = Vec::new();
    let syncs = |explanation: &Explanation| {
        let syncs = explanation.report.syncs.iter().enumerate();
        syncs.flat_map(|(place, sync)| sync.writes.iter().map(move |write| (*write, place))).collect::<BTreeMap<_, _>>()
    };
    let known = syncs(whole);
    for write in &altered.report.writes {
        if let Mark::Unexplained { nearest } = &write.mark {
            let nearest = nearest.as_ref().map(ToString::to_string);
            wrong.push(format!("version {} of {} is not explained: {nearest:?}", write.version, write.name));
        }
    }
    for sync in altered.report.syncs.iter().filter(|sync| !sync.one_of_several) {
        let mut of = sync.writes.iter().filter_map(|write| known.get(write));
        let first = of.next();
        if first.is_some_and(|first| of.any(|other| other != first)) {
            wrong.push(format!("one sync wrote {:?}", sync.writes));
        }
        if let Some(not) = sync.writes.iter().find(|write| !known.contains_key(write)) {
            wrong.push(format!("a sync wrote version {not}, which was not the controller's"));
        }
    }
    wrong
}

fn pieces(text: &str) -> Vec<Piece> {
    if text.starts_with('{') {
        return text.lines().map(|line| format!("{line}\n")).collect();
    }
    let mut pieces: Vec<Piece> = text.split("---\n").map(|document| format!("{document}---\n")).collect();
    // kubectl does not end the last one.
    if let Some(last) = pieces.last_mut() {
        last.truncate(last.len() - 4);
    }
    pieces
}

fn is_audit(pieces: &[Piece]) -> bool {
    pieces.first().is_some_and(|piece| piece.contains("audit.k8s.io"))
}

fn is_events(pieces: &[Piece]) -> bool {
    !is_audit(pieces) && pieces.first().is_some_and(|piece| piece.contains("involvedObject"))
}

fn without_managed_fields(piece: &str) -> Piece {
    if let Ok(mut value) = serde_json::from_str(piece) {
        remove_managed_fields(&mut value);
        return format!("{value}\n");
    }
    let mut kept = String::new();
    let mut within = None;
    for line in piece.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        within = within.filter(|at| indent > *at || (indent == *at && line.trim_start().starts_with("- ")));
        if line.trim() == "managedFields:" {
            within = Some(indent);
        }
        if within.is_none() {
            kept += line;
        }
    }
    kept
}

fn remove_managed_fields(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("managedFields");
            fields.values_mut().for_each(remove_managed_fields);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_managed_fields),
        _ => {}
    }
}

/// A watch event as it is without `--output-watch-events`.
fn without_type(piece: &str) -> Piece {
    if let Ok(value) = serde_json::from_str::<Value>(piece) {
        return match value.get("object") {
            Some(object) => format!("{object}\n"),
            None => piece.to_owned(),
        };
    }
    let lines = piece.split_inclusive('\n').filter(|line| !line.starts_with("object:") && !line.starts_with("type:"));
    lines.map(|line| line.strip_prefix("  ").unwrap_or(line)).collect()
}

/// All orders of a few things.
fn orders(many: usize) -> Vec<Vec<usize>> {
    (0..many).fold(vec![Vec::new()], |orders, next| {
        let with = |order: Vec<usize>| {
            (0..=order.len()).map(move |place| {
                let mut order = order.clone();
                order.insert(place, next);
                order
            })
        };
        orders.into_iter().flat_map(with).collect()
    })
}

fn number(value: &Value) -> Option<u64> {
    value.pointer("/object/metadata/resourceVersion")?.as_str()?.parse().ok()
}

/// What watches print that begin after that part of the Jobs' and pods' versions: first what there is, then what comes.
/// The audit log is of that time.
fn since(texts: &[Vec<Piece>], part: usize) -> Vec<Vec<Piece>> {
    let parsed = |pieces: &[Piece]| -> Vec<Value> {
        pieces.iter().filter_map(|piece| serde_json::from_str(piece).ok()).collect()
    };
    let watched = texts.iter().filter(|pieces| !is_audit(pieces) && !is_events(pieces));
    let mut numbers: Vec<u64> = watched.flat_map(|pieces| parsed(pieces)).filter_map(|value| number(&value)).collect();
    numbers.sort_unstable();
    let Some(begin) = numbers.get(numbers.len() / part).copied() else { return texts.to_vec() };
    let after = |pieces: &Vec<Piece>| {
        if is_audit(pieces) {
            let number =
                |value: &Value| value.pointer("/responseObject/metadata/resourceVersion")?.as_str()?.parse().ok();
            let lines = parsed(pieces);
            let first = lines.iter().position(|line| number(line).is_some_and(|number: u64| number > begin));
            return pieces.get(first.unwrap_or(pieces.len())..).unwrap_or_default().to_vec();
        }
        let (mut there, mut later) = (BTreeMap::new(), Vec::new());
        for event in parsed(pieces) {
            let uid = event.pointer("/object/metadata/uid").and_then(Value::as_str).unwrap_or_default().to_owned();
            if number(&event).is_some_and(|number| number > begin) {
                later.push(format!("{event}\n"));
            } else if event.get("type").and_then(Value::as_str) == Some("DELETED") {
                there.remove(&uid);
            } else {
                there.insert(uid, format!("{}\n", json!({"type": "ADDED", "object": event.get("object")})));
            }
        }
        there.into_values().chain(later).collect()
    };
    texts.iter().map(after).collect()
}
