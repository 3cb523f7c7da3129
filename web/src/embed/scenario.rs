//! The scenario of an embed: opened from the address or a file, under the release and at the step that were asked for.

use std::rc::Rc;

use jobscope_core::timeline::{Cursor, SavedSession, Timeline};
use yew::AttrValue;

use super::options::Options;
use crate::address;
use crate::arrival::{Arrival, Opened, Problem, Source, Wrong};

/// The most steps that are taken to reach the one to start at.
const MOST_STEPS: usize = 2_000;

/// What there is to show.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Scenario {
    /// This, under that title.
    Here { opened: Opened, title: AttrValue },
    /// It needs functions that have not been loaded: it names a history, or has commands of kubectl.
    Unread(Source, Rc<SavedSession>),
    /// It comes in a message.
    Awaited,
    /// There is no scenario.
    None,
    /// It cannot be opened.
    Broken(Rc<Problem>),
}

impl Scenario {
    /// What the address brings.
    pub(super) fn by_address(options: &Options) -> Self {
        match address::session() {
            Some(session) => {
                let saved = SavedSession::from_link(&session).map_err(Wrong::Link);
                Self::read(Source::Link, saved, options)
            }
            None if options.later => Self::Awaited,
            None => Self::None,
        }
    }

    /// What the text of a file brings.
    pub(super) fn of_file(text: &str, options: &Options) -> Self {
        Self::read(Source::File, SavedSession::from_file(text).map_err(Wrong::File), options)
    }

    pub(super) fn read(source: Source, saved: Result<SavedSession, Wrong>, options: &Options) -> Self {
        let title = saved.as_ref().map(|saved| saved.title.clone()).unwrap_or_default();
        match Arrival::read(source, saved).whole() {
            Arrival::Opened(opened) => {
                let mut timeline = (*opened.timeline).clone();
                if let Some(release) = options.release.filter(|release| *release != timeline.world().release()) {
                    timeline = timeline.under(release.into(), &opened.manifest).timeline;
                }
                if let Some(step) = options.start_step {
                    timeline = at_step(&timeline, step);
                }
                Self::Here { opened: Opened { timeline: Rc::new(timeline), ..opened }, title: title.into() }
            }
            Arrival::Broken(problem) => Self::Broken(problem),
            Arrival::Unread(source, saved) => Self::Unread(source, saved),
            Arrival::Plain | Arrival::Coming(_) | Arrival::Recounting(_) | Arrival::Manifest(_) => Self::None,
        }
    }
}

/// The session after the given number of steps, or as many of them as there are.
fn at_step(timeline: &Timeline, step: usize) -> Timeline {
    let mut timeline = timeline.clone();
    timeline.seek(Cursor { step: step.min(timeline.steps().len()), entries: 0 });
    for _ in timeline.steps().len()..step.min(MOST_STEPS) {
        if !timeline.step_over() {
            break;
        }
    }
    timeline
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "jobscope: 1
title: Two pods
release: v1.11
manifest: |
  apiVersion: batch/v1
  kind: Job
  metadata: {name: two}
  spec:
    parallelism: 2
    completions: 2
    template: {spec: {restartPolicy: Never, containers: [{name: c, image: busybox}]}}
actions:
- apply
- 3
";

    fn opened(query: &str) -> (Timeline, AttrValue) {
        match Scenario::of_file(FILE, &Options::of_query(query)) {
            Scenario::Here { opened, title } => ((*opened.timeline).clone(), title),
            other => panic!("{query}: {other:?}"),
        }
    }

    #[test]
    fn it_starts_where_and_under_what_was_asked_for() {
        let (timeline, title) = opened("");
        assert_eq!((timeline.cursor().step, title.as_str()), (4, "Two pods"));
        for (step, at) in [(0, 0), (2, 2), (4, 4), (6, 6)] {
            assert_eq!(opened(&format!("?start-step={step}")).0.cursor().step, at, "{step}");
        }
        let end = opened("?start-step=1000000").0;
        assert!(end.cursor().step < 100 && end.world().next_action().is_none());
        assert_eq!(opened("?release=v1.28").0.world().release().name(), "v1.28");
    }

    #[test]
    fn what_cannot_be_opened_is_said() {
        assert!(matches!(Scenario::of_file("kind: Job", &Options::of_query("")), Scenario::Broken(_)));
    }
}
