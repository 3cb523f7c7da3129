//! Parses a lesson from Markdown.

use std::collections::BTreeMap;
use std::ops::Range;

use jobscope_core::api::{Release, decode_yaml};
use jobscope_core::small_sort::SmallSort as _;
use pulldown_cmark::{Event, HeadingLevel, MetadataBlockKind, Tag, TagEnd};
use serde::Deserialize;

use crate::markdown::{Heading, Item, Piece, ReadError, Reader, unmarked};
use crate::{Block, Choice, Exercise, Goal, Lesson, Look, Prediction, Section, Source};

/// What stands above a text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    title: String,
    question: String,
    sessions: BTreeMap<Release, String>,
    /// The release that it opens with; the newest if absent.
    opens: Option<Release>,
    #[serde(default)]
    sources: Vec<Source>,
}

impl Lesson {
    /// Reads a lesson's text.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    ///
    /// ```
    /// use jobscope_lessons::Lesson;
    ///
    /// let front = "---\ntitle: A Job runs\nquestion: Why?\nsessions: {v1.28: pi.jobscope.yaml}\n---\n";
    /// let text = "## Nothing yet {step=0 look=spec}\n\nThe cluster has [no](is:pods=0) pods.\n";
    /// let lesson = Lesson::read(&format!("{front}{text}"))?;
    /// assert_eq!(lesson.sections.len(), 1);
    /// # Ok::<(), jobscope_lessons::ReadError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let mut reader = Reader::new(text)?;
        let FrontMatter { title, question, sessions, opens, sources } = front_matter(&mut reader)?;
        let mut sessions: Vec<_> = sessions.into_iter().rev().collect();
        if let Some(opens) = opens {
            sessions.small_sort_by_key(|(release, _)| *release != opens);
        }
        let mut sections: Vec<Section> = Vec::new();
        while let Some((piece, at)) = reader.piece()? {
            match piece {
                Piece::Heading(heading) => match heading.level {
                    HeadingLevel::H2 => sections.push(section(&heading, &sessions)?),
                    HeadingLevel::H3 if heading.classes.iter().any(|class| class == "type") => {
                        exercise(&mut reader, heading, &at, &mut sections)?;
                    }
                    HeadingLevel::H3 => prediction(&mut reader, heading, &at, &mut sections)?,
                    _ => return reader.error(&at, "sections have headings of level 2, what they ask of level 3"),
                },
                Piece::Block(block) => {
                    let Some(section) = sections.last_mut() else {
                        return reader.error(&at, "a text begins with a section's heading");
                    };
                    section.blocks.push(block);
                }
            }
        }
        if sections.is_empty() {
            return Err(ReadError { line: 1, message: "a lesson has at least one section".to_owned() });
        }
        Ok(Self { title, question, sessions, sources, sections })
    }
}

fn front_matter(reader: &mut Reader<'_>) -> Result<FrontMatter, ReadError> {
    let Some((Event::Start(Tag::MetadataBlock(MetadataBlockKind::YamlStyle)), at)) = reader.event() else {
        return Err(ReadError { line: 1, message: "a text begins with front matter between two lines ---".to_owned() });
    };
    let above = reader.line(&at);
    let text = reader.plain(TagEnd::MetadataBlock(MetadataBlockKind::YamlStyle))?;
    let front: FrontMatter = decode_yaml(&text)
        .map_err(|error| ReadError { line: error.line.saturating_add(above), message: error.message })?;
    if front.sessions.is_empty() {
        return Err(ReadError { line: above, message: "sessions: a lesson has at least one".to_owned() });
    }
    Ok(front)
}

/// A question with its answers, which belongs to the section above it.
fn prediction(
    reader: &mut Reader<'_>,
    heading: Heading,
    at: &Range<usize>,
    sections: &mut [Section],
) -> Result<(), ReadError> {
    let Some(section) = sections.last_mut() else {
        return reader.error(at, "a prediction belongs to a section");
    };
    if section.prediction.is_some() {
        return reader.error(at, "a section has one prediction at the most");
    }
    let Some((Event::Start(Tag::List(None)), _)) = reader.event() else {
        return reader.error(at, "a prediction is followed by the list of its answers");
    };
    let mut choices = Vec::new();
    for Item { checked, text } in reader.items()? {
        let Some(right) = checked else {
            return reader.error(at, "answers begin with [ ] or, the right one, with [x]");
        };
        choices.push(Choice { right, text });
    }
    if choices.len() < 2 || choices.iter().filter(|choice| choice.right).count() != 1 {
        return reader.error(at, "a prediction has two answers or more, and one is right");
    }
    section.prediction = Some(Prediction { question: heading.text, choices });
    Ok(())
}

/// Something to type, with its goals and a command that does it.
fn exercise(
    reader: &mut Reader<'_>,
    heading: Heading,
    at: &Range<usize>,
    sections: &mut [Section],
) -> Result<(), ReadError> {
    let Some(section) = sections.last_mut() else {
        return reader.error(at, "an exercise belongs to a section");
    };
    if section.exercise.is_some() {
        return reader.error(at, "a section has one exercise at the most");
    }
    let goals: Vec<Goal> = heading
        .attributes
        .into_iter()
        .map(|(subject, values)| Goal { subject, values: values.split('|').map(str::to_owned).collect() })
        .collect();
    if goals.is_empty() {
        return reader.error(at, "an exercise has a goal: {.type spec.suspend=true}");
    }
    let Some((Piece::Block(Block::Code(example)), _)) = reader.piece()? else {
        return reader.error(at, "an exercise is followed by a command that does it, as preformatted text");
    };
    let example = example.trim_end().to_owned();
    section.exercise = Some(Exercise { line: heading.line, task: heading.text, goals, example });
    Ok(())
}

/// A section from its heading.
fn section(heading: &Heading, sessions: &[(Release, String)]) -> Result<Section, ReadError> {
    let error = |message: String| ReadError { line: heading.line, message };
    let mut steps: BTreeMap<Release, usize> = BTreeMap::new();
    let mut look = None;
    let hands_over = heading.classes.iter().any(|class| class == "try");
    for (key, value) in &heading.attributes {
        if key == "look" {
            look = Look::named(value);
            if look.is_none() {
                return Err(error(format!("there is no region, decision.NAME or output.NAME {value}")));
            }
            continue;
        }
        let step: usize = value.parse().map_err(|_| error(format!("{key}={value}: a step is a number")))?;
        if key == "step" {
            for (release, _) in sessions {
                steps.entry(*release).or_insert(step);
            }
        } else if let Some((release, _)) = sessions.iter().find(|(release, _)| release.name() == key) {
            steps.insert(*release, step);
        } else {
            return Err(error(format!("{key}: a section has step, look, and the releases of the lesson")));
        }
    }
    if let Some((release, _)) = sessions.iter().find(|(release, _)| !steps.contains_key(release)) {
        return Err(error(format!("the section does not say at which step of {release} it is: {{step=3}}")));
    }
    Ok(Section {
        line: heading.line,
        heading: unmarked(&heading.text),
        steps,
        look,
        blocks: Vec::new(),
        prediction: None,
        exercise: None,
        hands_over,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jobscope_core::trace::DecisionId;

    use crate::{Inline, Kubectl, Region};

    const FRONT: &str = "---\ntitle: T\nquestion: Q?\nsessions: {v1.11: a.yaml, v1.28: b.yaml}\nopens: v1.11\n---\n";

    fn read(text: &str) -> Result<Lesson, String> {
        Lesson::read(&format!("{FRONT}{text}")).map_err(|error| error.to_string())
    }

    #[test]
    fn sections_know_their_steps_in_each_release() {
        let lesson = read("## A {step=3 look=pods}\n\nText.\n\n## B {v1.11=4 step=5}\n").unwrap();
        assert_eq!(lesson.sessions.first(), Some(&(Release::V1_11, "a.yaml".to_owned())));
        let steps: Vec<_> =
            lesson.sections.iter().map(|section| section.steps.values().copied().collect::<Vec<_>>()).collect();
        assert_eq!(steps, [vec![3, 3], vec![4, 5]]);
        assert_eq!(lesson.sections.first().and_then(|section| section.look.clone()), Some(Look::Region(Region::Pods)));
    }

    #[test]
    fn a_section_can_speak_of_a_question() {
        let lesson = read("## A {step=3 look=decision.want-active}\n\nText.\n").unwrap();
        let look = lesson.sections.first().and_then(|section| section.look.clone()).unwrap();
        assert_eq!((look.region(), look.decision()), (Region::Why, Some(DecisionId::WantActive)));
    }

    #[test]
    fn a_section_can_speak_of_a_field() {
        let lesson = read("## A {step=3 look=output.yaml.spec.suspend}\n\nText.\n").unwrap();
        let look = lesson.sections.first().and_then(|section| section.look.clone()).unwrap();
        assert_eq!((look.output(), look.field()), (Some(Kubectl::Yaml), Some("spec.suspend")));
    }

    #[test]
    fn claims_are_links_of_their_own_kind() {
        let lesson = read("## A {step=0}\n\n[7](is:pods) and [none](is:v1.28:jobs=0), see [x](#y).\n").unwrap();
        let inlines = lesson.sections.first().and_then(|section| section.blocks.first()).unwrap().inlines();
        let claims: Vec<_> =
            inlines.iter().filter_map(|inline| inline.claim()).map(|(claim, line)| (claim.to_string(), line)).collect();
        assert_eq!(claims, [("pods is 7".to_owned(), 9), ("jobs is 0 in v1.28".to_owned(), 9)]);
        assert!(inlines.contains(&&Inline::Link { text: "x".to_owned(), to: "#y".to_owned() }));
    }

    #[test]
    fn a_command_is_claimed_with_what_it_prints() {
        let text =
            "[met](<is:kubectl wait --for=condition=complete job/a prints condition met>), [No](<is:kubectl get jobs>)";
        let lesson = read(&format!("## A {{step=0}}\n\n{text}\n")).unwrap();
        let inlines = lesson.sections.first().and_then(|section| section.blocks.first()).unwrap().inlines();
        let claims: Vec<_> = inlines.iter().filter_map(|inline| inline.claim()).map(|(claim, _)| claim).collect();
        assert_eq!(
            claims.iter().map(|claim| (claim.subject.as_str(), claim.value.as_str())).collect::<Vec<_>>(),
            [("kubectl wait --for=condition=complete job/a", "condition met"), ("kubectl get jobs", "No")]
        );
        assert!(claims.iter().all(|claim| claim.fits("No: condition met\nexit code 0") && !claim.fits("exit code 0")));
    }

    #[test]
    fn an_exercise_has_goals_and_a_command() {
        let text = "## A {step=0}\n\n### Delete `a`. {.type pod.a=terminating|absent jobs=1}\n\n```\nkubectl delete pod a\n```\n";
        let lesson = read(text).unwrap();
        let exercise = lesson.sections.first().unwrap().exercise.clone().unwrap();
        let goals: Vec<_> = exercise.goals.iter().map(|goal| (goal.subject.as_str(), goal.values.join(" "))).collect();
        assert_eq!(goals, [("pod.a", "terminating absent".to_owned()), ("jobs", "1".to_owned())]);
        assert_eq!((exercise.example.as_str(), exercise.line), ("kubectl delete pod a", 9));
    }

    #[test]
    fn a_question_can_have_code_in_it() {
        let lesson = read("## A `b` c {step=0}\n\n### What does `failed` say?\n- [ ] `1`\n- [x] No\n").unwrap();
        let section = lesson.sections.first().unwrap();
        let question = &section.prediction.as_ref().unwrap().question;
        let (before, after) = (Inline::Text("What does ".to_owned()), Inline::Text(" say?".to_owned()));
        assert_eq!(*question, [before, Inline::Code("failed".to_owned()), after]);
        assert_eq!(section.heading, "A b c");
    }

    #[test]
    fn lines_of_chinese_join_without_a_blank() {
        for (text, joined) in [
            ("a\nb\n", "a b"),
            ("控制器\n看见它\n", "控制器看见它"),
            ("[七个](is:pods=7)\n结束了\n", "七个结束了"),
            ("七个 Pod\n结束了\n", "七个 Pod 结束了"),
            ("都结束，\nPod 也是\n", "都结束，Pod 也是"),
        ] {
            let lesson = read(&format!("## A {{step=0}}\n\n{text}\n- {text}")).unwrap();
            for block in &lesson.sections.first().unwrap().blocks {
                let shown: String = block.inlines().iter().map(|inline| inline.shown()).collect();
                assert_eq!(shown, joined);
            }
        }
    }

    #[test]
    fn what_is_wrong_is_shown_with_its_line() {
        for (text, line, what) in [
            ("", 1, "at least one section"),
            ("Text.\n", 7, "begins with a section's heading"),
            ("## A\n", 7, "does not say at which step"),
            ("## A {step=x}\n", 7, "a step is a number"),
            ("## A {step=1 v1.22=3}\n", 7, "v1.22"),
            ("## A {step=1 look=moon}\n", 7, "no region, decision.NAME or output.NAME moon"),
            ("## A {step=1 look=output.moon}\n", 7, "output.NAME output.moon"),
            ("## A {step=1 look=decision.moon}\n", 7, "output.NAME decision.moon"),
            ("## A {step=1}\n\n<b>x</b>\n", 9, "nothing else"),
            ("## A {step=1}\n\n![x](y.png)\n", 9, "nothing else"),
            ("## A {step=1}\n\n[x](is:error=a b)\n", 9, "this is not a link"),
            ("## A {step=1}\n\n1. x\n", 9, "paragraphs, lists and code"),
            ("## A {step=1}\n\n### Which?\n- [ ] a\n- [ ] b\n", 9, "one is right"),
            ("## A {step=1}\n\n### Which?\n- a\n- [x] b\n", 9, "begin with [ ]"),
            ("## A {step=1}\n\n### Are [two](is:pods=2) there?\n- [ ] a\n- [x] b\n", 9, "text and code"),
            ("## A {step=1}\n\n### Which?\n\nText.\n", 9, "the list of its answers"),
            ("### Which?\n", 7, "belongs to a section"),
            ("### Do it {.type jobs=0}\n", 7, "belongs to a section"),
            ("## A {step=1}\n\n### Do it {.type}\n", 9, "has a goal"),
            ("## A {step=1}\n\n### Do it {.type jobs=0}\n\nText.\n", 9, "a command that does it"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(&format!("line {line}: ")) && error.contains(what), "{text:?}: {error}");
        }
        let error = Lesson::read("---\ntitle: T\nquestoin: Q\n---\n## A {step=0}\n").unwrap_err();
        assert_eq!(error.line, 3, "{error}");
        assert!(Lesson::read("## A {step=0}\n").unwrap_err().message.contains("front matter"));
    }
}
