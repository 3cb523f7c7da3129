//! Every lesson, in every language and release: its texts are read, its sessions open, and all that it claims
//! holds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use jobscope_core::api::{Manifest, Release};
use jobscope_core::timeline::{SavedSession, Timeline};
use jobscope_core::world::{Action, World};
use jobscope_lessons::library::{GLOSSARY_EN, GLOSSARY_ZH_CN, LESSONS};
use jobscope_lessons::{Block, Glossary, Inline, Lesson, check};

const LANGUAGES: [&str; 2] = ["en", "zh-CN"];

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("texts").join(name)
}

fn read(name: &str, language: &str) -> Result<Lesson, String> {
    let path = folder(name).join(format!("{language}.md"));
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Lesson::read(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn open(name: &str, lesson: &Lesson) -> Result<BTreeMap<Release, Timeline>, String> {
    let mut sessions = BTreeMap::new();
    for (release, file) in &lesson.sessions {
        let path = folder(name).join(file);
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = fs::read_to_string(&path).map_err(|error| failed(&error))?;
        let timeline = SavedSession::from_file(&text).map_err(|error| failed(&error))?;
        let timeline = timeline.replay().map_err(|error| failed(&error))?;
        if timeline.world().release() != *release {
            return Err(failed(&format!("this is a session of {}, not of {release}", timeline.world().release())));
        }
        sessions.insert(*release, timeline);
    }
    Ok(sessions)
}

/// What is wrong with the text of a lesson in one language.
fn faults(name: &str, language: &str) -> Vec<String> {
    let read = read(name, language).and_then(|lesson| Ok((open(name, &lesson)?, lesson)));
    match read {
        Ok((sessions, lesson)) => {
            let broken = check(&lesson, &sessions);
            broken
                .iter()
                .map(|broken| format!("{name}/{language}.md: {broken}"))
                .chain(loose(name, language, &lesson))
                .collect()
        }
        Err(error) => vec![error],
    }
}

/// Figures that no claim holds on to.
fn loose(name: &str, language: &str, lesson: &Lesson) -> Vec<String> {
    let mut loose = Vec::new();
    for section in &lesson.sections {
        for block in section.blocks.iter().filter(|_| !section.hands_over) {
            for inline in block.inlines() {
                if let Inline::Text(text) | Inline::Strong(text) = inline
                    && text.contains(|character: char| character.is_ascii_digit())
                {
                    loose.push(format!(
                        "{name}/{language}.md: section \"{}\": no claim holds \"{text}\"",
                        section.heading
                    ));
                }
            }
        }
    }
    loose
}

#[test]
fn whatever_a_lesson_claims_holds() {
    let faults: Vec<String> = LESSONS
        .iter()
        .flat_map(|entry| LANGUAGES.into_iter().flat_map(|language| faults(entry.name, language)))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_documented_example_is_a_lesson_whose_claims_hold() {
    const FIFTEEN: &str = "\
apiVersion: batch/v1
kind: Job
metadata: {name: fifteen}
spec:
  parallelism: 15
  completions: 15
  template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}
";
    let documentation = include_str!("../../docs/lessons.md");
    let example = documentation.split("```markdown\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let lesson = Lesson::read(example).unwrap();
    let session = |release: Release| {
        let manifest = Manifest::parse(FIFTEEN, release).unwrap();
        let mut timeline = Timeline::new(World::new(release));
        timeline.apply(&Action::CreateJob { job: Box::new(manifest.job) }).unwrap();
        while timeline.steps().len() < 12 && timeline.step_over() {}
        (release, timeline)
    };
    let sessions = lesson.sessions.iter().map(|(release, _)| session(*release)).collect();
    let broken: Vec<_> = check(&lesson, &sessions).iter().map(ToString::to_string).collect();
    assert_eq!(broken, [""; 0]);
}

/// The steps, regions, claims and answers of a lesson: what has to be alike in all languages.
fn skeleton(lesson: &Lesson) -> Vec<String> {
    let mut parts = vec![format!("{:?}", lesson.sessions)];
    for section in &lesson.sections {
        parts.push(format!("{:?} {:?} {}", section.steps, section.look, section.hands_over));
        let claims: BTreeSet<String> = section
            .blocks
            .iter()
            .flat_map(Block::inlines)
            .filter_map(|inline| match inline {
                Inline::Claim { claim, .. } => Some(claim.to_string()),
                _ => None,
            })
            .collect();
        parts.extend(claims);
        if let Some(exercise) = &section.exercise {
            parts.push(format!("{:?} {}", exercise.goals, exercise.example));
        }
        let right = section.prediction.iter().flat_map(|prediction| &prediction.choices).map(|choice| choice.right);
        parts.push(format!("{:?}", right.collect::<Vec<_>>()));
    }
    parts
}

#[test]
fn a_lesson_is_the_same_in_each_language() {
    for entry in LESSONS {
        let [english, chinese] = LANGUAGES.map(|language| skeleton(&read(entry.name, language).unwrap()));
        assert_eq!(english, chinese, "{}", entry.name);
    }
}

#[test]
fn a_lesson_asks_tells_and_hands_over() {
    for entry in LESSONS {
        let lesson = read(entry.name, "en").unwrap();
        assert!(
            lesson.sections.iter().any(|section| section.prediction.is_some()),
            "{}: nothing to predict",
            entry.name
        );
        assert!(lesson.sections.last().is_some_and(|section| section.hands_over), "{}: nothing to try", entry.name);
        assert!(!lesson.sources.is_empty(), "{}: no source", entry.name);
        for section in lesson.sections.iter().filter(|section| !section.hands_over) {
            let claims =
                section.blocks.iter().flat_map(Block::inlines).any(|inline| matches!(inline, Inline::Claim { .. }));
            assert!(claims, "{}: section \"{}\" claims nothing", entry.name, section.heading);
        }
    }
}

/// Where a text leads within the glossary.
fn terms_linked<'a>(blocks: impl IntoIterator<Item = &'a Block>) -> Vec<String> {
    let inlines = blocks.into_iter().flat_map(Block::inlines);
    inlines
        .filter_map(|inline| match inline {
            Inline::Link { to, .. } => to.strip_prefix('#').map(str::to_owned),
            _ => None,
        })
        .collect()
}

#[test]
fn every_term_that_is_linked_is_in_the_glossary() {
    let [english, chinese] = [GLOSSARY_EN, GLOSSARY_ZH_CN].map(|text| Glossary::read(text).unwrap());
    let ids = |glossary: &Glossary| glossary.terms.iter().map(|term| term.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&english), ids(&chinese));
    let mut linked: BTreeMap<String, String> = BTreeMap::new();
    for glossary in [&english, &chinese] {
        for term in &glossary.terms {
            assert!(!term.blocks.is_empty(), "{} is not explained", term.name);
            linked.extend(terms_linked(&term.blocks).into_iter().map(|to| (to, term.id.clone())));
        }
    }
    for entry in LESSONS {
        for language in LANGUAGES {
            let lesson = read(entry.name, language).unwrap();
            let blocks = lesson.sections.iter().flat_map(|section| &section.blocks);
            linked.extend(terms_linked(blocks).into_iter().map(|to| (to, format!("{} ({language})", entry.name))));
        }
    }
    let missing: Vec<_> = linked.iter().filter(|(to, _)| english.term(to).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_folder_is_in_the_library() {
    let folders: BTreeSet<String> =
        fs::read_dir(folder("")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let listed: BTreeSet<String> = LESSONS.iter().map(|entry| entry.name.to_owned()).collect();
    assert_eq!(folders, listed);
}

#[test]
fn a_claim_that_does_not_hold_is_found() {
    let path = folder("a-job-runs").join("en.md");
    let text = fs::read_to_string(path).unwrap();
    for (from, to) in [
        ("(is:pods=0)", "(is:pods=1)"),
        ("[1](is:status.active)", "[2](is:status.active)"),
        ("(is:sync=3)", "(is:sync=4)"),
        ("{step=11 ", "{step=10 "),
        ("{step=19 ", "{step=99 "),
        ("is:decision.want-active=1", "is:decision.past-deadline=1"),
        ("look=decision.want-active", "look=decision.more-active-than-wanted"),
        ("look=decision.want-active", "look=output.yaml.spec.podFailurePolicy"),
        ("is:call.updateStatus.jobs=2", "is:call.updateStatus.jobs=1"),
        ("(is:condition.Complete)", "(is:condition.Failed)"),
        ("(is:pods=0)", "(is:v1.36:pods=1)"),
        ("(is:pods=0)", "(is:v1.28:pods=0)"),
    ] {
        assert!(text.contains(from), "{from}");
        let lesson = Lesson::read(&text.replacen(from, to, 1)).unwrap();
        let sessions = open("a-job-runs", &lesson).unwrap();
        assert!(!check(&lesson, &sessions).is_empty(), "{from} became {to}, and nobody noticed");
    }
}

#[test]
fn a_command_that_prints_something_else_is_found() {
    let text = fs::read_to_string(folder("wait-in-a-script").join("en.md")).unwrap();
    for (from, to) in [
        (" prints condition met>", " prints timed out>"),
        (
            "--for=condition=failed job/migrate --timeout=60s prints exit code 0",
            "--for=condition=failed job/migrate --timeout=60s prints exit code 1",
        ),
        ("kubectl get job migrate -o", "kubectl get job nobody -o"),
        ("kubectl wait --for=condition=complete job/migrate --timeout=60s prints", "kubectl gett jobs prints"),
    ] {
        assert!(text.contains(from), "{from}");
        let lesson = Lesson::read(&text.replacen(from, to, 1)).unwrap();
        let sessions = open("wait-in-a-script", &lesson).unwrap();
        assert!(!check(&lesson, &sessions).is_empty(), "{from} became {to}, and nobody noticed");
    }
}
