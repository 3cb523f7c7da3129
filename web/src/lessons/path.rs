//! The position of a session in its lesson.

use jobscope_core::api::Release;
use jobscope_core::timeline::Timeline;
use jobscope_lessons::{Lesson, Region, Section};

/// How many steps are done where a section belongs.
pub(crate) fn steps(section: &Section, release: Release) -> usize {
    section.steps.get(&release).copied().unwrap_or_default()
}

/// The section (index) that speaks of the moment after `done` steps: the one that is open, if it does, or else the last
/// one that was reached. Sections that lead back are never reached by going on.
pub(super) fn section_at(lesson: &Lesson, release: Release, done: usize, open: usize) -> usize {
    let here = |section: &Section| steps(section, release);
    if lesson.sections.get(open).is_some_and(|section| here(section) == done) {
        return open;
    }
    let mut farthest = 0;
    let mut at = 0;
    for (place, section) in lesson.sections.iter().enumerate() {
        if here(section) >= farthest && here(section) <= done {
            at = place;
        }
        farthest = farthest.max(here(section));
    }
    at
}

/// Whether `now`, up to its cursor, is no longer the session that the lesson is about.
pub(super) fn has_left(lesson: &Timeline, now: &Timeline) -> bool {
    let shared = lesson.steps().shared_with(now.steps());
    shared < now.cursor().step.min(lesson.steps().len()) || now.steps().len() < shared.min(lesson.steps().len())
}

/// The place on the page that a region has: its id in the document.
pub(super) fn place(region: Region) -> &'static str {
    match region {
        Region::Spec => "spec",
        Region::Plane => "plane",
        Region::Pods => "pods",
        Region::Why => "why",
        Region::Output => "output",
        Region::Timeline => "time",
    }
}

/// The key of a region's name.
pub(super) fn word(region: Region) -> &'static str {
    match region {
        Region::Spec => "spec",
        Region::Plane => "plane",
        Region::Pods => "pods",
        Region::Why => "why",
        Region::Output => "output-region",
        Region::Timeline => "timeline",
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::timeline::{Cursor, SavedSession};
    use jobscope_core::world::Action;

    use super::*;

    fn lesson() -> Lesson {
        let front = "---\ntitle: T\nquestion: Q?\nsessions: {v1.28: a.yaml}\n---\n";
        let sections = [1, 4, 4, 9, 2].map(|step| format!("## A {{step={step}}}\n\nText.\n\n"));
        Lesson::read(&format!("{front}{}", sections.concat())).unwrap()
    }

    #[test]
    fn the_section_follows_the_steps() {
        let at = |done, open| section_at(&lesson(), Release::V1_28, done, open);
        assert_eq!([0, 1, 3, 8, 9, 20].map(|done| at(done, 0)), [0, 0, 0, 2, 3, 3]);
        assert_eq!((at(4, 1), at(4, 2), at(4, 0)), (1, 2, 2), "of two of the same moment the open one stays");
        assert_eq!((at(2, 4), at(2, 3)), (4, 0), "what leads back is there only once it was opened");
    }

    #[test]
    fn an_edit_leaves_the_way_and_going_on_beyond_its_end_does_not() {
        let text = include_str!("../../../lessons/texts/a-job-runs/pi.jobscope.yaml");
        let lesson = SavedSession::from_file(text).unwrap().replay().unwrap();
        let mut now = lesson.clone();
        assert!(!has_left(&lesson, &now));
        while now.step_over() {}
        assert!(!has_left(&lesson, &now));
        now.seek(Cursor { step: 3, entries: 0 });
        assert!(!has_left(&lesson, &now), "going back is no edit");
        now.apply(&Action::Restart).unwrap();
        assert!(has_left(&lesson, &now));
        now.step_back();
        assert!(!has_left(&lesson, &now), "before the edit all is as it was");
    }
}
