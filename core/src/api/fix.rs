//! Bug fixes that change a release's decisions: by name, with the upstream pull request and the patch levels that
//! brought them.
//!
//! Code asks `gates.has(Fix::…)` as it asks for a gate. A release stands for the patch level that was recorded
//! ([`Release::patch`]); a fix that a later patch level of it brings is a switch, off as recorded.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Release;

macro_rules! fixes {
    ($($(#[$doc:meta])* $name:ident = $number:literal: $(($minor:literal, $patch:literal)),*;)*) => {
        /// A fix of the control plane.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum Fix {
            $($(#[$doc])* $name,)*
        }

        impl Fix {
            /// All fixes.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The number of the pull request (or, where many did it, of the issue) in kubernetes/kubernetes.
            pub const fn number(self) -> u32 {
                match self { $(Self::$name => $number,)* }
            }

            /// The minors with the first patch level of each that has the fix, oldest first. Minors after the last one
            /// have it from the start.
            pub const fn since(self) -> &'static [(u8, u8)] {
                match self { $(Self::$name => &[$(($minor, $patch)),*],)* }
            }
        }
    };
}

fixes! {
    /// A list brings back an object that is created again while its deletion is queued.
    RelistOfRecreated = 83_810: (17, 0);
    /// Expectations keep pods whose finalizer was removed from being counted again.
    FinalizerExpectations = 105_200: (23, 0);
    /// The deadline is checked in every sync, not only in the one that set the start time.
    DeadlineTimer = 110_294: (22, 12), (23, 9), (24, 3), (25, 0);
    /// A pod that was counted as failed while it was being deleted does not count as succeeded, too.
    SucceededAfterFailed = 111_646: (22, 13), (23, 10), (24, 4), (25, 0);
    /// The orphan worker frees pods of Jobs that are finished.
    OrphansOfFinished = 108_645: (25, 0);
    /// The event and the metrics of a Job's end come after the write, once.
    EndToldOnce = 112_873: (26, 0);
    /// A list deletes an object that is gone although its creation is still queued.
    RelistOfGone = 115_658: (24, 13), (25, 9), (26, 4), (27, 0);
    /// A change of `status.terminating` alone is written.
    TerminatingWritten = 125_089: (29, 0);
    /// A Job is declared finished only when none of its pods is terminating.
    EndWaitsForPods = 123_775: (31, 0);
    /// The orphan worker leaves pods alone that another controller owns.
    OrphansOfOthers = 124_798: (31, 0);
    /// The back-off record of a Job is removed when the Job is deleted.
    BackOffRecordOfDeleted = 132_109: (31, 10), (32, 6), (33, 2), (34, 0);
    /// The pods of a Job that is gone are freed by its selector, in one go.
    OrphansBySelector = 127_378: (32, 0);
    /// A strict API server lets a resumed Job start again.
    ResumeOfStarted = 134_769: (32, 10), (33, 6), (34, 2), (35, 0);
    /// While failed pods are not replaced yet, the status counts the pods that are active.
    ActiveInBackOff = 139_457: (34, 10), (35, 7), (36, 3);
    /// Pods that the orphan worker could not free by a selector are tried again.
    OrphansBySelectorRetried = 141_329: (35, 7), (36, 4), (37, 1);
}

impl Fix {
    /// Whether the release has it at the patch level that is simulated.
    pub fn is_in(self, release: Release) -> bool {
        self.patch_in(release).is_some_and(|patch| release.patch() >= patch)
    }

    /// The first patch level of the release that has it.
    pub fn patch_in(self, release: Release) -> Option<u8> {
        let of_minor = self.since().iter().find(|(minor, _)| *minor == release.minor());
        let later = || self.since().iter().all(|(minor, _)| release.minor() > *minor).then_some(0);
        of_minor.map(|(_, patch)| *patch).or_else(later)
    }

    /// Whether a later patch level of the release brings it.
    pub fn is_switch_in(self, release: Release) -> bool {
        self.patch_in(release).is_some() && !self.is_in(release)
    }

    pub(super) fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// As upstream refers to it: `#139457`.
impl fmt::Display for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::FeatureGates;

    #[test]
    fn a_fix_is_there_from_its_patch_level_on() {
        let fix = Fix::DeadlineTimer;
        assert!(!fix.is_in(Release::V1_11) && fix.is_in(Release::V1_22) && fix.is_in(Release::V1_28));
        assert_eq!(fix.patch_in(Release::V1_28), Some(0));
        assert!(!Fix::ActiveInBackOff.is_in(Release::V1_28) && Fix::ActiveInBackOff.is_in(Release::V1_36));
    }

    #[test]
    fn a_fix_of_a_later_patch_level_is_a_switch_that_is_off() {
        let gates = FeatureGates::from(Release::V1_36);
        assert_eq!(gates.patches().collect::<Vec<_>>(), [(Fix::OrphansBySelectorRetried, false)]);
        let patched = gates.with_named("#141329", true).unwrap();
        assert!(patched.has(Fix::OrphansBySelectorRetried) && patched != gates);
        let text = serde_json::to_string(&patched).unwrap();
        assert_eq!(serde_json::from_str::<FeatureGates>(&text).unwrap(), patched);
        assert!(!serde_json::to_string(&gates).unwrap().contains("fixes"), "what is as recorded is not written");
        // What the recorded patch level has, or has not, is no switch.
        assert!(gates.with_named("#139457", false).is_err() && gates.with_named("#139457", true).is_ok());
        assert!(FeatureGates::from(Release::V1_28).with_named("#139457", true).is_err());
        assert!(gates.with_named("#1", true).is_err());
    }
}
