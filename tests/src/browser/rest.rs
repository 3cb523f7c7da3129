//! Waits for a page to come to rest, so that no check runs between an action and its effect.
//!
//! Keys and clicks are over for the driver once the page has heard of them. What comes of them is drawn in the next frames, and
//! on a busy machine in later ones; so whatever looks at the page waits here first.

use std::sync::atomic::Ordering;

use super::Error;
use super::page::Page;

/// At rest is a document that did not change for two frames and in which nothing is said to be busy. While Play goes fast, or
/// a long session is being opened, it never is, and then a few frames do; one that keeps changing by itself is looked at as it
/// is in the end. A document that is given no frames, being out of sight, has nothing to wait for.
const RESTS: &str = "
    const done = arguments[arguments.length - 1];
    const [quiet, few, many] = [2, 6, 60];
    let [calm, frames, changed] = [0, 0, false];
    const observer = new MutationObserver(() => { changed = true; });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const moves = () => document.querySelector('.fast, .coming') !== null;
    const busy = () => document.querySelector(BUSY) !== null && !moves();
    const end = (rests) => { observer.disconnect(); clearTimeout(unseen); done(rests); };
    const unseen = setTimeout(() => end(true), 2000);
    const frame = () => {
        calm = changed || busy() ? 0 : calm + 1;
        frames += 1;
        changed = false;
        if (calm >= quiet || (moves() && frames >= few)) return end(true);
        if (frames >= many) return end(!busy());
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);";

/// Matches while regions differ, until the debugger replaces the start page, and while the deferred module or texts are being
/// loaded.
const BUSY: &str = "'main[aria-busy=true], html[data-coming], html[data-deferred], html[data-texts]'";

/// The same where the debugger is held back.
const BUSY_WITHOUT_ENGINE: &str = "'main[aria-busy=true]'";

impl Page {
    /// Waits until the page shows all that came of what was done. A page without scripts always does.
    pub async fn rest(&self) -> Result<(), Error> {
        if !self.scripts.load(Ordering::Relaxed) {
            return Ok(());
        }
        let busy = if self.engine_comes() { BUSY } else { BUSY_WITHOUT_ENGINE };
        let script = RESTS.replace("BUSY", busy);
        let rests =
            async || Ok(if self.evaluate_later(&script).await? == true { Ok(()) } else { Err("busy".to_owned()) });
        self.wait_for("a page at rest", rests).await
    }
}
