//! Starts a session from a preset.

use jobscope_core::api::Release;
use jobscope_core::world::Action;
use jobscope_explain::Preset;
use yew::UseReducerHandle;

use super::{Draft, DraftAction};
use crate::session::{Dispatch, Do, Start, Texts};

/// Puts a manifest in the place of what there is, under another release if that is given, and does what comes before.
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

/// Puts it in the place of what there is, under the release that there is if that knows what it is about, or else
/// under the newest that was recorded.
pub(crate) fn begin_preset(preset: Preset, release: Release, session: &Dispatch, draft: &UseReducerHandle<Draft>) {
    let newest = (release < preset.since()).then(|| Release::default().max(preset.since()));
    begin_with(preset.manifest(), newest, preset.setup(), session, draft);
}
