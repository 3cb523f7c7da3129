//! The Kubernetes releases that are simulated: their names and tags.
//!
//! A release stands for the Job controller, client library and API server rules of a Kubernetes minor. What a release does
//! is in the modules that do it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// By what it is known that a release behaves as it is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Evidence {
    /// The real controller was recorded, and its recordings are the judge.
    Recorded,
    /// The source was read.
    Read,
}

/// Who still runs a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Kubernetes publishes patches of it.
    Supported,
    /// Cloud providers still run it.
    Older,
    /// It is here for what it teaches.
    History,
}

impl Support {
    /// All of them, the newest releases first.
    pub const ALL: [Self; 3] = [Self::Supported, Self::Older, Self::History];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Older => "older",
            Self::History => "history",
        }
    }
}

macro_rules! releases {
    ($($(#[$doc:meta])* $release:ident = $name:literal: $minor:literal, $patch:literal, $evidence:ident;)*) => {
        /// A simulated Kubernetes release.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum Release {
            $($(#[$doc])* #[serde(rename = $name)] $release,)*
        }

        impl Release {
            /// All releases, oldest first.
            pub const ALL: [Self; [$($minor),*].len()] = [$(Self::$release),*];

            /// The short name, such as `v1.11`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$release => $name,)* }
            }

            /// The minor number of the release, such as 11.
            pub const fn minor(self) -> u8 {
                match self { $(Self::$release => $minor,)* }
            }

            /// The patch level that is simulated, such as 17 of v1.22.17.
            pub const fn patch(self) -> u8 {
                match self { $(Self::$release => $patch,)* }
            }

            /// The upstream tag that is mirrored.
            pub const fn tag(self) -> &'static str {
                match self { $(Self::$release => concat!($name, ".", $patch),)* }
            }

            /// By what it is known how the release behaves.
            pub const fn evidence(self) -> Evidence {
                match self { $(Self::$release => Evidence::$evidence,)* }
            }
        }
    };
}

// The list of releases: minor, patch level, evidence. Everything else asks for the minor in which it changed.
releases! {
    /// v1.11 (2018): counts come from the pods that exist, back-off is the queue's requeue count.
    V1_11 = "v1.11": 11, 0, Recorded;
    /// v1.22 (2021), as its last patch releases were: Indexed Jobs and suspension, back-off by the queue's
    /// requeue count but a limit for failed pods, finalizers behind a gate.
    V1_22 = "v1.22": 22, 17, Recorded;
    /// v1.25 (2022): finalizers by default, counting without them behind the gate; pod failure policy as an alpha.
    V1_25 = "v1.25": 25, 9, Recorded;
    /// v1.26 (2022): finalizers for every Job, and the pod failure policy by default.
    V1_26 = "v1.26": 26, 4, Recorded;
    /// v1.27 (2023): a back-off store for failed pods, elastic Indexed Jobs.
    V1_27 = "v1.27": 27, 16, Recorded;
    /// v1.28 (2023): Events are batched, API errors have a short back-off; limits per index and the pod replacement policy as
    /// alphas.
    V1_28 = "v1.28": 28, 7, Recorded;
    /// v1.29 (2023): limits per index and the pod replacement policy by default.
    V1_29 = "v1.29": 29, 14, Recorded;
    /// v1.30 (2024): success policy and `managedBy` as alphas.
    V1_30 = "v1.30": 30, 14, Recorded;
    /// v1.31 (2024): a condition announces how a Job ends, and the Job ends only when none of its pods is
    /// terminating.
    V1_31 = "v1.31": 31, 14, Recorded;
    /// v1.32 (2024): `managedBy`, and a status that the API server checks strictly; orphans are freed by selector.
    V1_32 = "v1.32": 32, 13, Recorded;
    /// v1.33 (2025): the success policy and limits per index are stable.
    V1_33 = "v1.33": 33, 13, Recorded;
    /// v1.34 (2025): pods looked up by their controller, and no sync of a Job whose end was just written.
    V1_34 = "v1.34": 34, 9, Recorded;
    /// v1.35 (2025): `managedBy` is stable; mutable scheduling directives of suspended Jobs as an alpha.
    V1_35 = "v1.35": 35, 6, Recorded;
    /// v1.36 (2026): the controller waits until its caches have its own writes; scheduling and resources of suspended Jobs can be changed.
    V1_36 = "v1.36": 36, 3, Recorded;
    /// v1.37 (2026): as v1.36 with what is known of its source.
    V1_37 = "v1.37": 37, 0, Read;
}

impl Release {
    /// All releases: those that were recorded, the newest first, and then the others.
    pub fn newest_known_first() -> impl Iterator<Item = Self> {
        let of = |known: Evidence| Self::ALL.into_iter().rev().filter(move |release| release.evidence() == known);
        of(Evidence::Recorded).chain(of(Evidence::Read))
    }

    /// Whether the release is v1.`minor` or later: the question to ask of everything that changed with a minor.
    ///
    /// ```
    /// use jobscope_core::api::Release;
    ///
    /// assert!(Release::V1_28.since(26));
    /// assert!(!Release::V1_28.since(29));
    /// ```
    pub const fn since(self, minor: u8) -> bool {
        self.minor() >= minor
    }

    /// Who still runs the release: Kubernetes supports three minors, cloud providers some years more.
    ///
    /// ```
    /// use jobscope_core::api::{Release, Support};
    ///
    /// assert_eq!(Release::default().support(), Support::Supported);
    /// assert_eq!(Release::V1_29.support(), Support::Older);
    /// assert_eq!(Release::V1_28.support(), Support::History);
    /// ```
    pub const fn support(self) -> Support {
        let Some(newest) = Self::ALL.last() else { return Support::History };
        if self.since(newest.minor() - 2) {
            Support::Supported
        } else if self.since(29) {
            Support::Older
        } else {
            Support::History
        }
    }

    /// Whether the events of the pods that one sync changed come by pod name. The calls of a sync run at the same time, so
    /// Kubernetes promises no order. The first recordings chose this one; the later ones, by which the other releases are
    /// judged, that of the calls, one run after the other.
    pub const fn sorts_pod_events(self) -> bool {
        matches!(self, Self::V1_11 | Self::V1_22 | Self::V1_28)
    }
}

impl Default for Release {
    /// The newest release that was recorded.
    ///
    /// ```
    /// use jobscope_core::api::{Evidence, Release};
    ///
    /// assert_eq!(Release::default().evidence(), Evidence::Recorded);
    /// assert!(Release::ALL.into_iter().all(|later| later <= Release::default() || later.evidence() == Evidence::Read));
    /// ```
    fn default() -> Self {
        let recorded = Self::ALL.into_iter().filter(|release| release.evidence() == Evidence::Recorded);
        recorded.max().unwrap_or(Self::V1_36)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No simulated release has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no release {0:?}; the releases are {known}", known = Release::ALL.map(Release::name).join(", "))]
pub struct UnknownRelease(pub String);

/// A release by its [name](Release::name).
///
/// ```
/// use jobscope_core::api::Release;
///
/// assert_eq!("v1.28".parse(), Ok(Release::V1_28));
/// let unknown = "v1.12".parse::<Release>().unwrap_err();
/// assert!(unknown.to_string().starts_with("there is no release \"v1.12\"; the releases are v1.11, v1.22, "));
/// ```
impl FromStr for Release {
    type Err = UnknownRelease;

    fn from_str(name: &str) -> Result<Self, UnknownRelease> {
        let named = Self::ALL.into_iter().find(|release| release.name() == name);
        named.ok_or_else(|| UnknownRelease(name.to_owned()))
    }
}
