//! What a card shows of a lesson: of all that its sessions recorded, the one thing that the lesson is about. Each kind of
//! picture looks for it in what the engine did; nothing is drawn that did not happen.

mod canvas;
mod machinery;
mod pods;
mod seen;

use jobscope_core::timeline::Timeline;

use crate::picture::Picture;
use canvas::Canvas;
use seen::Seen;

/// What the picture of a lesson is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Story {
    /// The controllers of a manager that starts.
    Start,
    /// The states that one pod goes through, up to its end.
    Passage,
    /// Pods as bars, as few rows as they fit in: how many at a time, where the Job rests, when its deadline ends it.
    Slots,
    /// The batches in which pods are created.
    Batches,
    /// The tries of each index.
    Indexes,
    /// The failures one by one, and where the limit is.
    Tries,
    /// The tries of each Job, pod by pod.
    Policies,
    /// The failures in time, refused creations included, and how long the waits between them are.
    Waits,
    /// How all pods ended.
    Results,
    /// What the store has and what the cache has, where they differ most.
    Lag,
    /// How many events one sync is for.
    Fold,
    /// How much of what is expected is not seen, and for how long.
    Memory,
    /// The answers of the API server to the writes, and where the controller crashed.
    Calls,
    /// How the count of successes goes.
    Count,
    /// Pods whose Job is gone.
    Orphans,
}

impl Story {
    /// Whether there is one picture for each of two releases: only where they differ in what it shows.
    pub fn is_of_each_release(self) -> bool {
        matches!(self, Self::Waits | Self::Results | Self::Count | Self::Orphans | Self::Slots)
    }

    /// The picture of a session, [`crate::WIDTH`] wide.
    pub fn of(self, timeline: &Timeline, height: u32) -> Picture {
        let seen = Seen::of(timeline);
        let mut canvas = Canvas::new(height);
        match self {
            Self::Start => machinery::start(&seen, &mut canvas),
            Self::Passage => pods::passage(&seen, &mut canvas),
            Self::Slots => pods::slots(&seen, &mut canvas),
            Self::Batches => pods::batches(&seen, &mut canvas),
            Self::Indexes => pods::indexes(&seen, &mut canvas),
            Self::Tries => pods::tries(&seen, &mut canvas),
            Self::Policies => pods::policies(&seen, &mut canvas),
            Self::Waits => pods::waits(&seen, &mut canvas),
            Self::Results => pods::results(&seen, &mut canvas),
            Self::Lag => machinery::lag(&seen, &mut canvas),
            Self::Fold => machinery::fold(&seen, &mut canvas),
            Self::Memory => machinery::memory(&seen, &mut canvas),
            Self::Calls => machinery::calls(&seen, &mut canvas),
            Self::Count => machinery::count(&seen, &mut canvas),
            Self::Orphans => machinery::orphans(&seen, &mut canvas),
        }
        canvas.done()
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::timeline::SavedSession;

    use super::*;
    use crate::library::LESSONS;
    use crate::picture::{Label, Mark};
    use crate::{Lesson, WIDTH};

    /// The pictures of a lesson.
    fn pictures(name: &str) -> Vec<Picture> {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("texts").join(name);
        let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
        let story = LESSONS.iter().find(|lesson| lesson.name == name).unwrap().story;
        let lesson = Lesson::read(&read("en.md")).unwrap();
        let shown = if story.is_of_each_release() { 2 } else { 1 };
        let files = lesson.sessions.iter().take(shown);
        files.map(|(_, file)| story.of(&SavedSession::from_file(&read(file)).unwrap().replay().unwrap(), 88)).collect()
    }

    fn words(picture: &Picture) -> Vec<&str> {
        picture.labels.iter().map(|Label { text, .. }| text.as_str()).collect()
    }

    fn shapes(picture: &Picture, mark: Mark) -> usize {
        picture.paths.get(&mark).map_or(0, |path| path.matches('M').count())
    }

    #[test]
    fn waits_have_their_lengths_and_limits_their_numbers() {
        assert_eq!(words(&pictures("back-off")[0]), ["10 s", "20 s", "40 s"]);
        assert!(words(&pictures("backoff-limit")[0]).contains(&"3 > 2"));
        assert!(words(&pictures("deadline")[0]).contains(&"30 s"));
        let [new, old] = &pictures("limit-ten")[..] else { panic!("two releases") };
        assert_eq!((words(new), words(old)), (vec!["11"], vec!["64"]));
    }

    #[test]
    fn pods_are_what_became_of_them() {
        let runs = &pictures("a-job-runs")[0];
        assert_eq!([Mark::Dashed, Mark::Running, Mark::Succeeded].map(|mark| shapes(runs, mark)), [1, 1, 1]);
        let slow = &pictures("slow-start")[0];
        assert_eq!((shapes(slow, Mark::Running), words(slow)), (15, vec!["1", "2", "4", "8"]));
        let refused = &pictures("slow-start-and-quota")[0];
        assert_eq!(shapes(refused, Mark::Turned), 2);
        let ignored = &pictures("pod-failure-policy")[0];
        assert_eq!([Mark::Spared, Mark::Failed].map(|mark| shapes(ignored, mark)), [1, 1]);
        assert_eq!(words(&pictures("restart-policies")[0]), ["Never", "OnFailure", "Never + rules"]);
        let [twice, once] = &pictures("stale-cache")[..] else { panic!("two releases") };
        assert_eq!([twice, once].map(|picture| shapes(picture, Mark::Succeeded)), [2, 1]);
    }

    #[test]
    fn the_machinery_is_shown_where_it_matters() {
        assert_eq!(words(&pictures("relist")[0]), ["store 1", "cache 2", "pods"]);
        assert!(words(&pictures("conflict")[0]).contains(&"409"));
        assert!(words(&pictures("dirty")[0]).contains(&"100"));
        let [lost, kept] = &pictures("lost-count")[..] else { panic!("two releases") };
        assert_eq!([lost, kept].map(|picture| shapes(picture, Mark::Wrong)), [1, 0]);
        assert_eq!(shapes(&pictures("crash-between-writes")[0], Mark::Failed), 3);
        let [freed, held] = &pictures("orphan-queue")[..] else { panic!("two releases") };
        assert!(words(freed).contains(&"2 → 0") && words(held).contains(&"2 → 2"));
    }

    #[test]
    fn everything_is_within() {
        for lesson in LESSONS {
            for picture in pictures(lesson.name) {
                assert!(!picture.paths.is_empty(), "{}", lesson.name);
                for path in picture.paths.values() {
                    for start in path.split('M').skip(1) {
                        let place = start.split(|letter: char| letter.is_alphabetic()).next().unwrap_or_default();
                        let (x, y) = place.trim().split_once(' ').unwrap();
                        let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                        let is_within = (0.0..=f64::from(WIDTH)).contains(&x) && (0.0..=88.0).contains(&y);
                        assert!(is_within, "{}: {start}", lesson.name);
                    }
                }
            }
        }
    }
}
