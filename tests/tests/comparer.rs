//! The comparer sees every change of a recording: a replayer that overlooks one would pass a wrong engine.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use jobscope_tests::replay::{Divergence, Header, Recordings, Script, Section, Trouble, replay};
use rayon::prelude::*;
use serde_json::{Value, json};

fn sample() -> (Header, Vec<Script>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/v1.11/dev.jsonl.gz");
    let file = BufReader::new(MultiGzDecoder::new(BufReader::new(File::open(path).unwrap())));
    let (header, lines) = Recordings::open(file).unwrap().into_parts();
    let scripts = lines.take(24).map(|(number, line)| header.script(number, &line.unwrap()).unwrap()).collect();
    (header, scripts)
}

/// A section of the observation of a step of a recording.
type StepSection = (usize, Section);

/// Of each section only every n-th place is tested: each costs a replay.
const EVERY: usize = 16;

/// Places all over the scripts, but for the Jobs of a creation: what is shown there is what is submitted.
fn places(scripts: &[Script]) -> Vec<(&Script, StepSection)> {
    let all = scripts.iter().flat_map(|script| {
        let steps = script.steps.iter().enumerate();
        steps.flat_map(move |(number, step)| step.obs.keys().map(move |section| (script, (number, *section))))
    });
    let mut seen: BTreeMap<Section, usize> = BTreeMap::new();
    all.filter(|(script, (number, section))| *section != Section::Jobs || op(script, *number) != "createJob")
        .filter(|(_, (_, section))| {
            let seen = seen.entry(*section).or_default();
            *seen += 1;
            *seen % EVERY == 1
        })
        .collect()
}

fn op(script: &Script, step: usize) -> &str {
    script.steps.get(step).and_then(|step| step.action.get("op")).and_then(Value::as_str).unwrap_or_default()
}

fn sees(divergence: &Divergence, (step, section): StepSection) -> bool {
    let Trouble::Differs { differences, .. } = &divergence.trouble else { return false };
    divergence.step == step + 1 && differences.iter().any(|difference| difference.section == section)
}

/// Replays `script` with one section changed and says what the comparer said; `None` if it saw it.
fn overlooked(
    header: &Header,
    script: &Script,
    place: StepSection,
    change: impl FnOnce(&mut Value) -> bool,
) -> Option<String> {
    let (step, section) = place;
    let mut script = script.clone();
    let value = script.steps.get_mut(step)?.obs.get_mut(&section)?;
    let before = value.clone();
    if !change(value) {
        return None;
    }
    let after = value.clone();
    match replay(header, &script) {
        Err(divergence) if sees(&divergence, place) => None,
        verdict => Some(format!("{} step {} {section:?}\n{before}\n{after}\n{verdict:?}", script.id, step + 1)),
    }
}

/// Changes the leaf number `number` of `value`, if it has that many.
fn change_leaf(value: &mut Value, number: &mut usize) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change_leaf(item, number)),
        Value::Object(members) => members.values_mut().any(|member| change_leaf(member, number)),
        // Null and absent are one, so a null only counts where it stands for an object that is gone.
        Value::Null => false,
        leaf if *number == 0 => {
            *leaf = match &*leaf {
                Value::Number(n) => json!(n.as_i64().unwrap_or_default() + 1),
                Value::Bool(b) => json!(!b),
                other => json!(format!("{}x", other.as_str().unwrap_or_default())),
            };
            true
        }
        _ => {
            *number -= 1;
            false
        }
    }
}

/// Adds a member.
fn grow(value: &mut Value) -> bool {
    match value {
        Value::Array(items) => items.push(json!("unexpected")),
        Value::Object(members) => drop(members.insert("unexpected".into(), json!({"ph": "Pending"}))),
        _ => return false,
    }
    true
}

fn assert_none_overlooked(changed: &[(StepSection, Option<String>)]) {
    let overlooked: Vec<&str> = changed.iter().filter_map(|(_, overlooked)| overlooked.as_deref()).collect();
    assert!(overlooked.is_empty(), "{} changes overlooked, the first is\n{}", overlooked.len(), overlooked[0]);
    // Every section that this release's recordings have was really put to the test.
    let mut tested: BTreeMap<Section, usize> = BTreeMap::new();
    for ((_, section), _) in changed {
        *tested.entry(*section).or_default() += 1;
    }
    for section in [
        Section::Key,
        Section::SyncErr,
        Section::Writes,
        Section::Events,
        Section::Queue,
        Section::Exp,
        Section::Pend,
        Section::Jobs,
        Section::Pods,
        Section::PodSample,
    ] {
        assert!(tested.contains_key(&section), "no change of {section:?} was tried");
    }
}

#[test]
fn an_unchanged_recording_passes() {
    let (header, scripts) = sample();
    for script in &scripts {
        replay(&header, script).unwrap_or_else(|divergence| panic!("{divergence}"));
    }
}

#[test]
fn every_changed_value_is_seen() {
    let (header, scripts) = sample();
    let changed: Vec<_> = places(&scripts)
        .into_par_iter()
        .map(|(script, place)| {
            // Another leaf at each place, so that all kinds of leaves have their turn.
            let mut leaf = place.0;
            let overlooked =
                overlooked(&header, script, place, |value| change_leaf(value, &mut leaf) || change_leaf(value, &mut 0));
            (place, overlooked)
        })
        .collect();
    assert_none_overlooked(&changed);
}

#[test]
fn every_addition_is_seen() {
    let (header, scripts) = sample();
    let changed: Vec<_> = places(&scripts)
        .into_par_iter()
        .filter(|(_, (_, section))| !matches!(section, Section::Key | Section::SyncErr))
        .map(|(script, place)| (place, overlooked(&header, script, place, grow)))
        .collect();
    let overlooked: Vec<&str> = changed.iter().filter_map(|(_, overlooked)| overlooked.as_deref()).collect();
    assert!(overlooked.is_empty(), "{} changes overlooked, the first is\n{}", overlooked.len(), overlooked[0]);
}

#[test]
fn every_omission_is_seen() {
    let (header, scripts) = sample();
    let changed: Vec<_> = places(&scripts)
        .into_par_iter()
        .map(|(script, place)| {
            let mut shorter = script.clone();
            shorter.steps[place.0].obs.remove(&place.1);
            let overlooked = match replay(&header, &shorter) {
                Err(divergence) if sees(&divergence, place) => None,
                verdict => Some(format!("{} step {} {:?}: {verdict:?}", script.id, place.0 + 1, place.1)),
            };
            (place, overlooked)
        })
        .collect();
    assert_none_overlooked(&changed);
}
