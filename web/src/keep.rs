//! Storage: values kept between visits, under one prefix in local storage, and values of a tab, kept while it is open.
//!
//! Everything here may fail (storage switched off, full, or written by an older page) and then does not happen: the page
//! works without it, and only asks before it is left with a session that is not kept.

use std::cell::Cell;

use gloo::utils::window;
use jobscope_core::api::{Release, from_json};
use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

thread_local! {
    /// Whether anything is.
    static KEEPS: Cell<bool> = const { Cell::new(true) };
}

/// From now on nothing is kept, and nothing that was is read: for an embed, which the host configures.
pub(crate) fn keep_nothing() {
    KEEPS.set(false);
}

fn keeps() -> bool {
    KEEPS.get()
}

/// The release that the person has chosen, or else the newest that was recorded.
pub(crate) fn kept_release() -> Release {
    Keep::Release.read().unwrap_or_default()
}

/// What is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Theme, language and what regions show.
    Settings,
    /// The manifest as typed.
    Manifest,
    /// The manifests that scenarios and links replaced, until they are brought back.
    Replaced,
    /// What pods do by themselves.
    Outcomes,
    /// The Kubernetes release.
    Release,
    /// What Play and runs stop at.
    Breakpoints,
    /// The commands that were sent in the terminal.
    Commands,
    /// The command that is being typed.
    Command,
    /// The form that is open for a rule of what pods do.
    RuleForm,
    /// Whether the first steps are known.
    HintDismissed,
    /// Whether the manifest shows as its text.
    SpecAsText,
    /// How far lessons were read.
    Lessons,
    /// The run, as a link holds it.
    Run,
    /// The recorded history that the run explains.
    History,
}

impl Keep {
    fn key(self) -> &'static str {
        match self {
            Self::Settings => "jobscope.settings",
            Self::Manifest => "jobscope.manifest",
            Self::Replaced => "jobscope.replaced",
            Self::Outcomes => "jobscope.outcomes",
            Self::Release => "jobscope.release",
            Self::Breakpoints => "jobscope.breakpoints",
            Self::Commands => "jobscope.commands",
            Self::Command => "jobscope.command",
            Self::RuleForm => "jobscope.rule-form",
            Self::HintDismissed => "jobscope.hint-dismissed",
            Self::SpecAsText => "jobscope.spec-as-text",
            Self::Lessons => "jobscope.lessons",
            Self::Run => "jobscope.run",
            Self::History => "jobscope.history",
        }
    }

    /// What was kept, if it is there and still makes sense.
    pub(crate) fn read<T: DeserializeOwned>(self) -> Option<T> {
        from_json(&serde_json::from_str(&self.stored()?).ok()?).ok()
    }

    /// Whether a storage has a value for it.
    pub(crate) fn has(self) -> bool {
        self.stored().is_some()
    }

    /// Keeps `value`; whether that was possible.
    pub(crate) fn write<T: Serialize>(self, value: &T) -> bool {
        serde_json::to_string(value).is_ok_and(|text| self.store(&text))
    }

    /// Forgets it.
    pub(crate) fn forget(self) {
        for storage in self.storages().into_iter().flatten() {
            let _ = storage.remove_item(self.key());
        }
    }

    /// What the first storage that has it holds.
    fn stored(self) -> Option<String> {
        self.storages().into_iter().flatten().find_map(|storage| storage.get_item(self.key()).ok()?)
    }

    /// Whether a storage took it.
    fn store(self, text: &str) -> bool {
        let mut is_kept = false;
        for storage in self.storages().into_iter().flatten() {
            is_kept |= storage.set_item(self.key(), text).is_ok();
        }
        is_kept
    }

    /// Where it is kept. A session belongs to its tab, so that another one does not change it, and the next tab begins with the
    /// manifest and the rules that were there last. A browser may have no storage, or refuse it to a page: gloo would throw then.
    fn storages(self) -> [Option<Storage>; 2] {
        let (of_tab, of_all) = match self {
            Self::Settings | Self::HintDismissed | Self::SpecAsText | Self::Lessons => (false, true),
            Self::Manifest | Self::Replaced | Self::Outcomes | Self::Release | Self::Breakpoints | Self::Commands => {
                (true, true)
            }
            Self::Command | Self::RuleForm | Self::Run | Self::History => (true, false),
        };
        let of_tab = (of_tab && keeps()).then(|| window().session_storage());
        let of_all = (of_all && keeps()).then(|| window().local_storage());
        [of_tab, of_all].map(|storage| storage?.ok()?)
    }
}
