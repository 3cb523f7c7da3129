//! Checks all claims of a lesson against the engine.

use std::collections::BTreeMap;
use std::fmt;

use jobscope_core::api::Release;
use jobscope_core::timeline::Timeline;

use crate::{Claim, Exercise, Lesson, Look, Moment, Section};

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// In which release's session.
    pub release: Release,
    /// Line of the text, from 1.
    pub line: u32,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} ({}): {}", self.line, self.release, self.what)
    }
}

/// The claims of `lesson` that do not hold in its sessions. A section is looked at after the steps of its
/// heading; an answer of a prediction, where the next section is.
pub fn check(lesson: &Lesson, sessions: &BTreeMap<Release, Timeline>) -> Vec<Broken> {
    let mut broken = unchecked(lesson);
    broken.extend(unasked(lesson, sessions));
    broken.extend(unset(lesson, sessions));
    for (release, _) in &lesson.sessions {
        let Some(timeline) = sessions.get(release) else {
            broken.push(Broken { release: *release, line: 1, what: "the session is missing".to_owned() });
            continue;
        };
        for (number, section) in lesson.sections.iter().enumerate() {
            let Some(moment) = moment(timeline, section, *release, &mut broken) else { continue };
            for (claim, line) in Lesson::claims(section).filter(|(claim, _)| claim.is_of(*release)) {
                broken.extend(compare(&moment, claim).map(|what| Broken { release: *release, line, what }));
            }
            if let Some(exercise) = &section.exercise {
                let broke = |what| Broken { release: *release, line: exercise.line, what };
                broken.extend(undoable(exercise, &moment).map(broke));
            }
            let Some(prediction) = &section.prediction else { continue };
            let next = lesson.sections.get(number + 1).and_then(|next| moment_of(timeline, next, *release));
            let Some(next) = next else {
                let what = "a prediction needs a section that follows".to_owned();
                broken.push(Broken { release: *release, line: section.line, what });
                continue;
            };
            for choice in &prediction.choices {
                let claims = choice.text.iter().filter_map(crate::Inline::claim);
                for (claim, line) in claims.filter(|(claim, _)| claim.is_of(*release)) {
                    let differs = compare(&next, claim);
                    match (choice.right, differs) {
                        (true, Some(what)) => broken.push(Broken { release: *release, line, what }),
                        (false, None) => {
                            let what = format!("{claim}, so this answer is right, too");
                            broken.push(Broken { release: *release, line, what });
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    broken
}

/// Why an exercise cannot be done at that moment: it is done already, or its command does something else.
fn undoable(exercise: &Exercise, moment: &Moment) -> Option<String> {
    if exercise.is_done(moment) {
        return Some("the exercise is done before the reader types".to_owned());
    }
    match moment.after_typing(&exercise.example) {
        Err(why) => Some(format!("{}: {why}", exercise.example)),
        Ok(after) if !exercise.is_done(&after) => Some(format!("{} does not do the exercise", exercise.example)),
        Ok(_) => None,
    }
}

/// The claims of releases that the lesson has no session of.
fn unchecked(lesson: &Lesson) -> Vec<Broken> {
    let mut broken = Vec::new();
    for section in &lesson.sections {
        let choices = section.prediction.iter().flat_map(|prediction| &prediction.choices);
        let answers = choices.flat_map(|choice| &choice.text).filter_map(crate::Inline::claim);
        for (claim, line) in Lesson::claims(section).chain(answers) {
            if let Some(release) = claim.release
                && lesson.sessions.iter().all(|(shown, _)| *shown != release)
            {
                let what = format!("{claim} is claimed, but the lesson has no session of it");
                broken.push(Broken { release, line, what });
            }
        }
    }
    broken
}

/// The sections that speak of a question which their step asks in none of the releases.
fn unasked(lesson: &Lesson, sessions: &BTreeMap<Release, Timeline>) -> Vec<Broken> {
    let mut broken = Vec::new();
    for section in &lesson.sections {
        let Some(id) = section.look.as_ref().and_then(Look::decision) else { continue };
        let asks = |release: &Release| {
            let moment = sessions.get(release).and_then(|timeline| moment_of(timeline, section, *release));
            moment.is_some_and(|moment| moment.value(&format!("decision.{}", id.name())).is_ok())
        };
        if let Some((release, _)) = lesson.sessions.first()
            && !lesson.sessions.iter().any(|(release, _)| asks(release))
        {
            let what = format!("look={}: the step does not ask that", id.name());
            broken.push(Broken { release: *release, line: section.line, what });
        }
    }
    broken
}

/// The sections that speak of a field which the Job does not have at their step.
fn unset(lesson: &Lesson, sessions: &BTreeMap<Release, Timeline>) -> Vec<Broken> {
    let mut broken = Vec::new();
    for section in &lesson.sections {
        let Some(path) = section.look.as_ref().and_then(Look::field) else { continue };
        for (release, timeline) in sessions {
            let value = moment_of(timeline, section, *release).and_then(|moment| moment.value(path).ok());
            if value.is_none_or(|value| value == "absent") {
                let what = format!("look=output.yaml.{path}: the Job has no such field");
                broken.push(Broken { release: *release, line: section.line, what });
            }
        }
    }
    broken
}

fn moment_of(timeline: &Timeline, section: &Section, release: Release) -> Option<Moment> {
    section.steps.get(&release).and_then(|steps| Moment::after(timeline, *steps))
}

fn moment(timeline: &Timeline, section: &Section, release: Release, broken: &mut Vec<Broken>) -> Option<Moment> {
    let moment = moment_of(timeline, section, release);
    if moment.is_none() {
        let what = format!("the session has {} steps", timeline.steps().len());
        broken.push(Broken { release, line: section.line, what });
    }
    moment
}

fn compare(moment: &Moment, claim: &Claim) -> Option<String> {
    match moment.value(&claim.subject) {
        Ok(value) if claim.fits(&value) => None,
        Ok(value) => Some(format!("{claim} is claimed, but it is {value}")),
        Err(why) => Some(format!("{claim} is claimed, but {why}")),
    }
}
