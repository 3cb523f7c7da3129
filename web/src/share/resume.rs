//! The session stays with its tab: it is stored when the page is hidden or left, and restored when the page is loaded
//! again.

use gloo::events::EventListener;
use gloo::utils::{document, window};
use jobscope_core::timeline::Timeline;
use yew::prelude::*;

use super::button::Writers;
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
    *latest.borrow_mut() = Some((session.clone(), draft.text.clone(), seen, settings));
    use_effect_with(is_own, move |&is_own| {
        let keep = move || {
            let Some((session, manifest, seen, settings)) = &*latest.borrow() else { return };
            if !is_own {
                return;
            }
            let is_short = session.read(Timeline::recorded_entries) <= MOST_ENTRIES;
            // Nothing can be written before the functions for it are loaded.
            let Some(writers) = lazy::functions::<Writers>() else { return };
            let written = is_short.then(|| (writers.link)(session, manifest, seen.view(session, settings)).ok());
            match written.flatten() {
                Some(link) => Keep::Run.write(&link),
                // What was written down before is another run than the person's.
                None => Keep::Run.forget(),
            }
            match &session.recorded {
                Some(recorded) => (writers.keep)(recorded),
                None => Keep::History.forget(),
            }
        };
        let (leave, hide) = (keep.clone(), keep.clone());
        // A phone takes pages away that are out of sight, without a word.
        let hidden = EventListener::new(&document(), "visibilitychange", move |_| {
            if document().hidden() {
                hide();
            }
        });
        let gone = EventListener::new(&window(), "pagehide", move |_| leave());
        move || {
            keep();
            drop((hidden, gone));
        }
    });
}
