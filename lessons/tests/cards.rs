//! The cards of the lessons, which the page shows before it fetches any lesson: made from the texts and their sessions, and kept
//! in `web/src/lessons/cards.rs`. With `JOBSCOPE_BLESS=1` they are written again.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use jobscope_core::timeline::SavedSession;
use jobscope_lessons::library::LESSONS;
use jobscope_lessons::{Inline, Label, Lesson};

/// The height of a card's picture; where two releases share it, each has half.
const HEIGHT: u32 = 88;

#[test]
fn the_page_has_the_cards_of_these_lessons() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (made, kept) = (cards(&root.join("texts"))?, root.join("../web/src/lessons/cards.rs"));
    if env::var_os("JOBSCOPE_BLESS").is_some() {
        fs::write(&kept, &made)?;
    }
    let kept = fs::read_to_string(&kept)?;
    let changed = made.lines().zip(kept.lines()).find(|(made, kept)| made != kept);
    assert!(made == kept, "the cards are not what is made now; JOBSCOPE_BLESS=1 writes them again: {changed:#?}");
    Ok(())
}

fn cards(texts: &Path) -> Result<String, Box<dyn Error>> {
    let mut cards = String::from("// Made by lessons/tests/cards.rs.\n[\n");
    for lesson in LESSONS {
        let folder = texts.join(lesson.name);
        let [english, chinese] = [read(&folder, "en.md")?, read(&folder, "zh-CN.md")?];
        let releases: Vec<String> =
            english.sessions.iter().map(|(release, _)| format!("Release::{release:?}")).collect();
        let shown = if lesson.story.is_of_each_release() { english.sessions.len().clamp(1, 2) } else { 1 };
        let height = HEIGHT / u32::try_from(shown)?;
        let mut pictures = String::new();
        for (_, file) in english.sessions.iter().take(shown) {
            let timeline = SavedSession::from_file(&fs::read_to_string(folder.join(file))?)?.replay()?;
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
            cards,
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
    cards.push_str("]\n");
    Ok(cards)
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
