//! The seeds of the fuzz targets. A search that starts from input that is refused at once gets nowhere, so each seed
//! must have the form that its target reads.

#![cfg(not(target_arch = "wasm32"))]

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jobscope_core::api::{Manifests, Release};
use jobscope_core::kubectl::Typed;
use jobscope_core::timeline::{SavedSession, Timeline};
use jobscope_core::world::{Action, World};
use miniz_oxide::deflate::compress_to_vec;
use serde_json::Value;

type Outcome = Result<(), Box<dyn Error>>;

/// The most that a target's seeds may be, so that they stay something that a person has read.
const MOST_FILES: usize = 50;
const MOST_BYTES: usize = 4096;

/// The seeds of a target, with their names.
fn seeds(target: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/corpus")).join(target);
    let mut seeds = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        assert!(text.len() <= MOST_BYTES, "{} is too long", path.display());
        seeds.push((path.display().to_string(), text));
    }
    assert!((1..=MOST_FILES).contains(&seeds.len()), "{} seeds of {target}", seeds.len());
    Ok(seeds)
}

#[test]
fn manifests_are_jobs() -> Outcome {
    for (name, text) in seeds("manifest")? {
        let read = Manifests::parse(&text, Release::V1_36);
        // The one that is of YAML's odder parts is no Job.
        assert_eq!(read.is_ok(), !name.ends_with("yaml.yaml"), "{name}: {read:?}");
    }
    Ok(())
}

#[test]
fn objects_of_clusters_go_on_as_sessions() -> Outcome {
    for (name, text) in seeds("cluster")? {
        assert!(SavedSession::is_of_cluster(&text), "{name}");
        let read = SavedSession::of_cluster(&text, Release::V1_36).map_err(|error| format!("{name}: {error}"))?;
        read.replay().map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

#[test]
fn links_open_and_are_carried_out() -> Outcome {
    for (name, json) in seeds("link")? {
        let link = format!("1.{}", URL_SAFE_NO_PAD.encode(compress_to_vec(json.as_bytes(), 1)));
        let read = SavedSession::from_link(&link).map_err(|error| format!("{name}: {error}"))?;
        read.replay().map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

#[test]
fn patches_are_json() -> Outcome {
    for (name, text) in seeds("patch")? {
        serde_json::from_str::<Value>(&text).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

#[test]
fn actions_are_read() -> Outcome {
    for (name, text) in seeds("action")? {
        for line in text.lines().filter(|line| !line.is_empty()) {
            serde_json::from_str::<Action>(line).map_err(|error| format!("{name}: {line}: {error}"))?;
        }
    }
    Ok(())
}

#[test]
fn commands_are_carried_out() -> Outcome {
    for (name, text) in seeds("kubectl")? {
        let mut timeline = Timeline::new(World::new(Release::V1_11));
        let manifest = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec: {parallelism: 2, completions: 3, template: {spec: {restartPolicy: Never, containers: [{name: main, image: img}]}}}\n";
        let files = [("manifest.yaml".to_owned(), manifest.to_owned())].into();
        for typed in Typed::all("apply -f manifest.yaml") {
            assert_eq!(timeline.kubectl(&typed, &files).output.stdout, "job.batch/j created\n");
        }
        for typed in Typed::all(&text) {
            // To differ is no failure.
            let differs = typed.line.contains("diff");
            let output = timeline.kubectl(&typed, &files).output;
            assert!(output.code == 0 || differs, "{name}: {}: {output:?}", typed.line);
        }
    }
    Ok(())
}
