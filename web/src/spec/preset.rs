//! Starts a session from a preset.

use jobscope_core::api::Release;
use jobscope_core::world::Action;
use jobscope_explain::Preset;
use yew::UseReducerHandle;

use super::{Draft, DraftAction};
use crate::session::{Dispatch, Do, Start, Texts};

/// Replaces the session with this manifest (and, optionally, another release) and runs the preset's set-up.
pub(crate) fn begin_with(
    manifest: &'static str,
    release: Option<Release>,
    setup: Vec<Action>,
    session: &Dispatch,
    draft: &UseReducerHandle<Draft>,
) {
    let texts = Texts { before: draft.text.clone(), after: manifest.into() };
    draft.dispatch(DraftAction::Replace(manifest.to_owned()));
    session.dispatch(Do::Restart(Start { release, setup, texts }));
}

/// Replaces the session with a preset. Keeps the release if it knows the preset's features, else takes the newest with
/// recordings.
pub(crate) fn begin_preset(preset: Preset, release: Release, session: &Dispatch, draft: &UseReducerHandle<Draft>) {
    let newest = (release < preset.since()).then(|| Release::default().max(preset.since()));
    begin_with(preset.manifest(), newest, preset.setup(), session, draft);
}
