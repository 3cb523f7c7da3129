//! The objects of a cluster that a session begins with: when it begins, and what is noted about them.

use jobscope_core::api::{Release, Time};
use jobscope_core::timeline::{ClusterState, EarlierRelease, Timeline};
use jobscope_explain::Overdue;

/// Jobs of which the page looks for something overdue.
const MOST_JOBS: usize = 5;

/// Objects of a cluster, and how they were opened.
#[derive(Clone, Debug)]
pub(crate) struct Objects {
    pub(crate) state: ClusterState,
    pub(crate) release: Release,
    /// When the session begins.
    pub(crate) start: Time,
}

impl Objects {
    /// Objects that are opened to begin at `start`, or at the latest time in them if that is later.
    pub(super) fn new(state: ClusterState, release: Release, start: Time) -> Self {
        let start = state.latest().max(Some(start)).unwrap_or(start);
        Self { state, release, start }
    }

    /// What says that they come from an earlier release.
    pub(crate) fn earlier(&self) -> Option<EarlierRelease> {
        self.state.release_range().earlier_than(self.release)
    }

    /// What of them is not simulated, in a few words; empty if all is.
    pub(crate) fn left_out(&self) -> String {
        self.state.left_out().join(", ")
    }

    /// The latest time in them, if the session begins later.
    pub(crate) fn earlier_start(&self) -> Option<Time> {
        self.state.latest().filter(|latest| *latest < self.start)
    }

    /// What is overdue of the first such Job, if its session begins at the present. Another release would perhaps do
    /// something else.
    pub(crate) fn overdue(&self, present: &Timeline) -> Option<Overdue> {
        if self.earlier_start().is_none() || self.earlier().is_some() {
            return None;
        }
        let before = self.state.session(self.release).ok()?.replay().ok()?;
        let open = self.state.jobs().iter().filter(|job| job.status.finished().is_none());
        open.take(MOST_JOBS).find_map(|job| Overdue::find(present, &before, &job.metadata.key()))
    }
}

/// The present second, by the clock of the browser.
pub(crate) fn present() -> Time {
    let ms = present_ms();
    Time(ms - ms.rem_euclid(1000))
}

#[cfg(target_arch = "wasm32")]
#[expect(clippy::cast_possible_truncation, reason = "whole milliseconds")]
fn present_ms() -> i64 {
    js_sys::Date::now() as i64
}

#[cfg(not(target_arch = "wasm32"))]
fn present_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH);
    i64::try_from(since.unwrap_or_default().as_millis()).unwrap_or_default()
}
