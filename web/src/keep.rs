//! What the browser keeps between visits, under one prefix in local storage.
//!
//! Everything here may fail (storage switched off, full, or written by an older page) and then simply does not happen:
//! the page works without it.

use gloo::storage::{LocalStorage, Storage};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// [`crate::settings::Settings`].
    Settings,
    /// The manifest as typed.
    Manifest,
    /// The manifests that scenarios and links replaced, until they are brought back.
    Replaced,
    /// What pods do by themselves.
    Outcomes,
    /// The Kubernetes release.
    Edition,
    /// What Play and runs stop at.
    Breakpoints,
}

impl Keep {
    fn key(self) -> &'static str {
        match self {
            Self::Settings => "jobscope.settings",
            Self::Manifest => "jobscope.manifest",
            Self::Replaced => "jobscope.replaced",
            Self::Outcomes => "jobscope.outcomes",
            Self::Edition => "jobscope.edition",
            Self::Breakpoints => "jobscope.breakpoints",
        }
    }

    /// What was kept, if it is there and still makes sense.
    pub(crate) fn read<T: DeserializeOwned>(self) -> Option<T> {
        LocalStorage::get(self.key()).ok()
    }

    /// Keeps `value`.
    pub(crate) fn write<T: Serialize>(self, value: &T) {
        let _ = LocalStorage::set(self.key(), value);
    }

    /// Forgets it.
    pub(crate) fn forget(self) {
        LocalStorage::delete(self.key());
    }
}
