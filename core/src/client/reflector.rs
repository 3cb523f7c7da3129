//! `cache.Reflector`: the list-and-watch loop of an informer, as far as it can break.
//!
//! What it lists and receives goes into the informer's `DeltaFIFO`; this module only knows whether a watch is open, and
//! when the next list is due.

use serde::{Deserialize, Serialize};

use crate::api::{Release, Time};
use crate::random::Random;

/// How the loop stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum ReflectorState {
    /// Nobody started it: what the server stores passes it by.
    #[default]
    Stopped,
    /// A watch is open.
    Watching {
        /// Since when.
        since: Time,
        /// Whether an event came in.
        received: bool,
    },
    /// The watch is lost. It waits before it lists.
    BackingOff {
        /// Until then.
        until: Time,
    },
}

/// What came of a watch that the server closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchClosed {
    /// It watches on from the last version that it saw: nothing is lost.
    Reopened,
    /// It was too short to be believed: the reflector lists again at that time.
    VeryShort {
        /// When it lists.
        until: Time,
    },
}

/// Lists and watches one kind, and fills its DeltaFIFO.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reflector {
    state: ReflectorState,
    /// Lists made necessary by errors, since the last quiet time.
    failures: u32,
    last_failure: Option<Time>,
}

/// A watch shorter than this many milliseconds in which nothing came in counts as an error.
const SHORT_WATCH_MS: i64 = 1_000;
/// Up to v1.18 the loop begins again after this many milliseconds.
const PERIOD_MS: i64 = 1_000;
/// Since v1.19 the reflector first waits this number of milliseconds,
const BACKOFF_MS: i64 = 800;
/// at most this number,
const MAX_BACKOFF_MS: i64 = 30_000;
/// and starts over after this number without an error.
pub(crate) const BACKOFF_RESET_MS: i64 = 120_000;

impl Reflector {
    /// How the loop stands.
    pub(crate) fn state(&self) -> ReflectorState {
        self.state
    }

    /// Whether a watch is open.
    pub(crate) fn is_watching(&self) -> bool {
        matches!(self.state, ReflectorState::Watching { .. })
    }

    /// It listed, and watches from there on.
    pub(crate) fn listed(&mut self, now: Time) {
        self.state = ReflectorState::Watching { since: now, received: false };
    }

    /// An event came in.
    pub(crate) fn received(&mut self) {
        if let ReflectorState::Watching { received, .. } = &mut self.state {
            *received = true;
        }
    }

    /// The server closed the watch without an error, as it does after 5 to 10 minutes.
    pub(crate) fn close(&mut self, release: Release, now: Time, random: &mut Random) -> WatchClosed {
        match self.state {
            ReflectorState::Watching { since, received: false } if now.since(since) < SHORT_WATCH_MS => {
                WatchClosed::VeryShort { until: self.back_off(release, now, random) }
            }
            _ => {
                self.listed(now);
                WatchClosed::Reopened
            }
        }
    }

    /// The watch ended with an error, such as 410 Gone. Says when the list is due that follows.
    pub(crate) fn back_off(&mut self, release: Release, now: Time, random: &mut Random) -> Time {
        let until = if release.since(19) {
            if self.last_failure.is_none_or(|last| now.since(last) > BACKOFF_RESET_MS) {
                self.failures = 0;
            }
            let wait = super::exponential(BACKOFF_MS, self.failures, MAX_BACKOFF_MS);
            self.failures = self.failures.saturating_add(1);
            self.last_failure = Some(now);
            now.plus(random.jitter(wait))
        } else {
            now.plus(PERIOD_MS)
        };
        self.state = ReflectorState::BackingOff { until };
        until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time::START;

    fn watching() -> Reflector {
        let mut reflector = Reflector::default();
        reflector.listed(NOW);
        reflector
    }

    #[test]
    fn a_watch_that_was_too_short_is_an_error() {
        let mut random = Random::new(1);
        assert_eq!(
            watching().close(Release::V1_11, NOW.plus(999), &mut random),
            WatchClosed::VeryShort { until: NOW.plus(1_999) }
        );
        assert_eq!(watching().close(Release::V1_11, NOW.plus(1_000), &mut random), WatchClosed::Reopened);
        let mut received = watching();
        received.received();
        assert_eq!(received.close(Release::V1_11, NOW, &mut random), WatchClosed::Reopened);
    }

    #[test]
    fn newer_releases_wait_longer_each_time_until_it_was_quiet() {
        let (mut reflector, mut random) = (watching(), Random::new(1));
        let mut wait = |now: Time| reflector.back_off(Release::V1_28, now, &mut random).since(now);
        for base in [800, 1_600, 3_200] {
            assert!((base..2 * base).contains(&wait(NOW)));
        }
        assert!((800..1_600).contains(&wait(NOW.plus(120_001))));
    }
}
