//! The README's moving picture: ten seconds of stepping into a slow start.

use std::time::Duration;

use jobscope_tests::browser::{Animation, Screen, Site, debug};

use crate::debugger::Debugger;
use crate::manifests::parallel;

/// All regions side by side.
const WINDOW: Screen = Screen::DESKTOP;

/// How long each step is shown, and the last one.
const STEP: Duration = Duration::from_millis(220);
const END: Duration = Duration::from_secs(2);

/// More than it takes.
const MOST_STEPS: usize = 80;

/// The README's pictures are loaded with the page that shows them.
const MOST_BYTES: usize = 2_000_000;

#[test]
fn stepping_into_a_slow_start() {
    debug(Site::Jobscope, WINDOW.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(15)).await?;
        let mut animation = Animation::default();
        let mut is_over = false;
        for _ in 0..MOST_STEPS {
            is_over = debugger.text("region", "Why").await?.contains("created 15 pods in 4 slow-start batches");
            if let Some(screenshot) = page.wanted_screenshot().await? {
                animation.push(&screenshot, if is_over { END } else { STEP })?;
            }
            if is_over {
                break;
            }
            debugger.press("Step into").await?;
        }
        assert!(is_over, "the sync never ends");
        if let Some(file) = page.keep_animation("slow-start", &animation)? {
            assert!(file < MOST_BYTES, "{file} bytes");
            let seconds = animation.time().as_secs();
            assert!((8..=12).contains(&seconds), "{seconds} s");
        }
        Ok(())
    });
}
