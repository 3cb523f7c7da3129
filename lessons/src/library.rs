//! All lessons, in the recommended order.

use serde::{Deserialize, Serialize};

use crate::story::Story;

/// A group of lessons about one subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Track {
    /// What a Job is made of, and how its pods are created.
    FirstSteps,
    /// Limits, back-off, deadlines and policies.
    FailingWell,
    /// Informers, queue and expectations at work.
    TheMachinery,
    /// How a finished pod is counted exactly once.
    CountingOnce,
    /// What can go wrong, and in which release.
    RacesAndReleases,
    /// What people ask in public threads.
    AskedMost,
}

/// A lesson in the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of its folder, which addresses use, too.
    pub name: &'static str,
    /// The track that it belongs to.
    pub track: Track,
    /// What its picture is about.
    pub story: Story,
}

const fn entry(track: Track, name: &'static str, story: Story) -> Entry {
    Entry { name, track, story }
}

impl Track {
    /// All of them, in their order.
    pub const ALL: [Self; 6] = [
        Self::FirstSteps,
        Self::FailingWell,
        Self::AskedMost,
        Self::TheMachinery,
        Self::CountingOnce,
        Self::RacesAndReleases,
    ];
}

/// All lessons, by track.
pub const LESSONS: &[Entry] = &[
    // First steps
    entry(Track::FirstSteps, "a-job-runs", Story::Passage),
    entry(Track::FirstSteps, "parallelism-and-completions", Story::Slots),
    entry(Track::FirstSteps, "work-queue", Story::Slots),
    entry(Track::FirstSteps, "slow-start", Story::Batches),
    entry(Track::FirstSteps, "slow-start-and-quota", Story::Batches),
    entry(Track::FirstSteps, "indexed", Story::Indexes),
    // Failing well
    entry(Track::FailingWell, "backoff-limit", Story::Tries),
    entry(Track::FailingWell, "restart-policies", Story::Policies),
    entry(Track::FailingWell, "back-off", Story::Waits),
    entry(Track::FailingWell, "deadline", Story::Slots),
    entry(Track::FailingWell, "where-did-my-pod-go", Story::Passage),
    entry(Track::FailingWell, "pod-failure-policy", Story::Tries),
    entry(Track::FailingWell, "backoff-limit-per-index", Story::Indexes),
    // Frequently asked
    entry(Track::AskedMost, "image-pull", Story::Passage),
    entry(Track::AskedMost, "no-pod-no-error", Story::Waits),
    entry(Track::AskedMost, "webhook-down", Story::Orphans),
    entry(Track::AskedMost, "sidecar", Story::Passage),
    entry(Track::AskedMost, "immutable", Story::Slots),
    entry(Track::AskedMost, "ttl-and-logs", Story::Slots),
    entry(Track::AskedMost, "wait-in-a-script", Story::Results),
    entry(Track::AskedMost, "node-drained", Story::Results),
    entry(Track::AskedMost, "started-by-others", Story::Slots),
    entry(Track::AskedMost, "one-has-won", Story::Indexes),
    entry(Track::AskedMost, "elastic", Story::Indexes),
    entry(Track::AskedMost, "five-workers", Story::Slots),
    entry(Track::AskedMost, "same-name", Story::Memory),
    entry(Track::AskedMost, "what-happened", Story::Results),
    // The machinery
    entry(Track::TheMachinery, "manager-start", Story::Start),
    entry(Track::TheMachinery, "delta-fifo", Story::Lag),
    entry(Track::TheMachinery, "dirty", Story::Fold),
    entry(Track::TheMachinery, "expectations", Story::Memory),
    entry(Track::TheMachinery, "conflict", Story::Calls),
    entry(Track::TheMachinery, "relist", Story::Lag),
    // Counting once
    entry(Track::CountingOnce, "lost-count", Story::Count),
    entry(Track::CountingOnce, "crash-between-writes", Story::Calls),
    entry(Track::CountingOnce, "orphan-queue", Story::Orphans),
    // Races and releases
    entry(Track::RacesAndReleases, "stale-cache", Story::Results),
    entry(Track::RacesAndReleases, "restart-forgets", Story::Waits),
    entry(Track::RacesAndReleases, "replacement-policy", Story::Slots),
    entry(Track::RacesAndReleases, "limit-ten", Story::Results),
    entry(Track::RacesAndReleases, "suspend", Story::Slots),
    entry(Track::RacesAndReleases, "deletion", Story::Orphans),
];

/// The glossary's text in English.
pub const GLOSSARY_EN: &str = include_str!("../glossary/en.md");

/// The glossary's text in Chinese, with the same terms.
pub const GLOSSARY_ZH_CN: &str = include_str!("../glossary/zh-CN.md");
