//! Which Kubernetes release is simulated.
//!
//! An edition stands for one release's Job controller, client library and API server rules. What an
//! edition does is in the rooms that do it; here are only its names.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A simulated Kubernetes release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Edition {
    /// v1.11 (2018): counts come from the pods that exist, back-off is the queue's requeue count.
    #[default]
    #[serde(rename = "v1.11")]
    V1_11,
}

impl Edition {
    /// All editions, oldest first.
    pub const ALL: [Self; 1] = [Self::V1_11];

    /// The short name, such as `v1.11`.
    pub fn name(self) -> &'static str {
        match self {
            Self::V1_11 => "v1.11",
        }
    }

    /// The minor number of the release, such as 11.
    pub fn minor(self) -> u8 {
        match self {
            Self::V1_11 => 11,
        }
    }

    /// The tag of the release whose source the edition mirrors.
    pub fn tag(self) -> &'static str {
        match self {
            Self::V1_11 => "v1.11.0",
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
