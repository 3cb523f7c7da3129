//! Makes the index of the lessons from their texts and sessions: what the gallery shows before any of them is fetched.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use jobscope_core::timeline::Recording;
use jobscope_lessons::library::LESSONS;
use jobscope_lessons::{Inline, Label, Lesson};

/// The height of a card's picture; where two releases share it, each has half.
const HEIGHT: u32 = 88;

fn main() -> Result<(), Box<dyn Error>> {
    let texts = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../lessons/texts");
    println!("cargo::rerun-if-changed={}", texts.display());
    if env::var_os("CARGO_FEATURE_SPLIT").is_some() && env::var("CARGO_CFG_TARGET_ARCH")? == "wasm32" {
        // wasm-split reads from these which function needs what.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    let mut index = String::from("&[\n");
    for lesson in LESSONS {
        let folder = texts.join(lesson.name);
        let [english, chinese] = [read(&folder, "en.md")?, read(&folder, "zh-CN.md")?];
        let releases: Vec<String> =
            english.sessions.iter().map(|(release, _)| format!("Release::{release:?}")).collect();
        let shown = if lesson.story.is_of_each_release() { english.sessions.len().clamp(1, 2) } else { 1 };
        let height = HEIGHT / u32::try_from(shown)?;
        let mut pictures = String::new();
        for (_, file) in english.sessions.iter().take(shown) {
            let timeline = Recording::from_file(&fs::read_to_string(folder.join(file))?)?.replay()?;
            let picture = lesson.story.of(&timeline, height);
            let paths: Vec<_> = picture.paths.iter().map(|(mark, path)| (mark.name(), path)).collect();
            write!(pictures, "Picture {{ paths: &{paths:?}, labels: &[")?;
            for Label { x, y, anchor, text, large } in &picture.labels {
                let anchor = anchor.name();
                write!(
                    pictures,
                    "Label {{ x: {x:?}, y: {y:?}, anchor: {anchor:?}, text: {text:?}, large: {large} }}, "
                )?;
            }
            pictures.push_str("] }, ");
        }
        writeln!(
            index,
            "    Card {{ name: {:?}, track: Track::{:?}, titles: {:?}, questions: {:?}, releases: &[{}], sections: {}, \
             terms: &{:?}, pictures: &[{pictures}] }},",
            lesson.name,
            lesson.track,
            [&english.title, &chinese.title],
            [&english.question, &chinese.question],
            releases.join(", "),
            english.sections.len(),
            terms(&english),
        )?;
    }
    index.push(']');
    Ok(fs::write(PathBuf::from(env::var("OUT_DIR")?).join("lessons.rs"), index)?)
}

fn read(folder: &Path, file: &str) -> Result<Lesson, Box<dyn Error>> {
    let path = folder.join(file);
    Lesson::read(&fs::read_to_string(&path)?).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// The entries of the glossary that a text leads to.
fn terms(lesson: &Lesson) -> Vec<&str> {
    let blocks = lesson.sections.iter().flat_map(|section| &section.blocks);
    let terms: BTreeSet<&str> = blocks
        .flat_map(|block| block.inlines())
        .filter_map(|inline| match inline {
            Inline::Link { to, .. } => to.strip_prefix('#'),
            _ => None,
        })
        .collect();
    terms.into_iter().collect()
}
