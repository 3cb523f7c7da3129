//! The lessons that there are, in the order in which they are best taken.

use serde::{Deserialize, Serialize};

/// A group of lessons about one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Track {
    /// What a Job is made of, and how pods come to be.
    FirstSteps,
    /// Limits, back-off, deadlines and policies.
    FailingWell,
    /// Informers, queue and expectations at work.
    TheMachinery,
    /// How a finished pod is counted exactly once.
    CountingOnce,
    /// What can go wrong, and in which release.
    RacesAndReleases,
}

/// A lesson in the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of its folder, and of it in addresses.
    pub name: &'static str,
    /// The track that it belongs to.
    pub track: Track,
}

const fn entry(track: Track, name: &'static str) -> Entry {
    Entry { name, track }
}

impl Track {
    /// All of them, in their order.
    pub const ALL: [Self; 5] =
        [Self::FirstSteps, Self::FailingWell, Self::TheMachinery, Self::CountingOnce, Self::RacesAndReleases];
}

/// All lessons, by track.
pub const LESSONS: &[Entry] = &[
    // First steps
    entry(Track::FirstSteps, "a-job-runs"),
    entry(Track::FirstSteps, "parallelism-and-completions"),
    entry(Track::FirstSteps, "work-queue"),
    entry(Track::FirstSteps, "slow-start"),
    entry(Track::FirstSteps, "slow-start-and-quota"),
    entry(Track::FirstSteps, "indexed"),
    // Failing well
    entry(Track::FailingWell, "backoff-limit"),
    entry(Track::FailingWell, "restart-policies"),
    entry(Track::FailingWell, "back-off"),
    entry(Track::FailingWell, "deadline"),
    entry(Track::FailingWell, "where-did-my-pod-go"),
    entry(Track::FailingWell, "pod-failure-policy"),
    entry(Track::FailingWell, "backoff-limit-per-index"),
    // The machinery
    entry(Track::TheMachinery, "manager-start"),
    entry(Track::TheMachinery, "delta-fifo"),
    entry(Track::TheMachinery, "dirty"),
    entry(Track::TheMachinery, "expectations"),
    entry(Track::TheMachinery, "conflict"),
    entry(Track::TheMachinery, "relist"),
    // Counting once
    entry(Track::CountingOnce, "lost-count"),
    entry(Track::CountingOnce, "crash-between-writes"),
    entry(Track::CountingOnce, "orphan-queue"),
    // Races and releases
    entry(Track::RacesAndReleases, "stale-cache"),
    entry(Track::RacesAndReleases, "restart-forgets"),
    entry(Track::RacesAndReleases, "replacement-policy"),
    entry(Track::RacesAndReleases, "limit-ten"),
    entry(Track::RacesAndReleases, "suspend"),
    entry(Track::RacesAndReleases, "deletion"),
];

/// The glossary's text in English.
pub const GLOSSARY_EN: &str = include_str!("../glossary/en.md");

/// The glossary's text in Chinese, with the same terms.
pub const GLOSSARY_ZH_CN: &str = include_str!("../glossary/zh-CN.md");
