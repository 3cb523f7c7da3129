//! The session stays with its tab: it is stored when the page is hidden or left, and restored after a reload. Where that is
//! not possible, the browser asks before the page is left.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{document, window};
use jobscope_core::timeline::Timeline;
use yew::prelude::*;

use super::button::Writers;
use crate::effect::use_effect_with;
use crate::keep::Keep;
use crate::lazy;
use crate::seen::use_seen;
use crate::session::Session;
use crate::settings::use_settings;
use crate::spec::Draft;

/// Entries of all traces of a run that is written down, at most: about a second to carry out again, for which nobody
/// asked. A longer one is for a link or a file.
const MOST_ENTRIES: usize = 1 << 18;

/// Only for a session that is the person's own.
#[hook]
pub(crate) fn use_kept_run(session: &UseReducerHandle<Session>, draft: &UseReducerHandle<Draft>, is_own: bool) {
    let (seen, settings) = (use_seen(), use_settings());
    let latest = use_mut_ref(|| None);
    let first_revision = *use_memo((), |()| session.now.revision);
    *latest.borrow_mut() = Some((session.clone(), draft.text.clone(), seen, settings));
    use_effect_with(is_own, move |&is_own| {
        // Stores the session. Returns whether a reload restores it, or there is nothing to restore.
        let keep = move || {
            let Some((session, manifest, seen, settings)) = &*latest.borrow() else { return true };
            if !is_own {
                return true;
            }
            let is_empty = session.now.recorded == 0;
            let is_short = session.read(Timeline::recorded_entries) <= MOST_ENTRIES;
            // Nothing can be written before the functions for it are loaded. A restored session is still stored.
            let Some(writers) = lazy::functions::<Writers>() else {
                let is_stored = || Keep::Run.has() || Keep::History.has();
                return is_empty || (session.now.revision == first_revision && is_stored());
            };
            let written = is_short.then(|| (writers.link)(session, manifest, seen.view(session, settings)).ok());
            let is_kept = written.flatten().is_some_and(|link| Keep::Run.write(&link));
            if !is_kept {
                // What was written down before is another run than the person's.
                Keep::Run.forget();
            }
            let is_history_kept = session.recorded.as_ref().is_some_and(|recorded| (writers.keep)(recorded));
            if !is_history_kept {
                Keep::History.forget();
            }
            // The run of a history follows from it.
            is_kept || is_history_kept || is_empty
        };
        let (ask, leave, hide) = (keep.clone(), keep.clone(), keep.clone());
        // A phone takes pages away that are out of sight, without a word.
        let hidden = EventListener::new(&document(), "visibilitychange", move |_| {
            if document().hidden() {
                hide();
            }
        });
        // The browser asks before it leaves a session that a reload would not restore.
        let can_ask = EventListenerOptions::enable_prevent_default();
        let leaving = EventListener::new_with_options(&window(), "beforeunload", can_ask, move |event| {
            if !ask() {
                event.prevent_default();
            }
        });
        let gone = EventListener::new(&window(), "pagehide", move |_| {
            leave();
        });
        move || {
            keep();
            drop((hidden, leaving, gone));
        }
    });
}
