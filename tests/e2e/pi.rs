//! The Job of the Kubernetes documentation, from creation to Complete.

use jobscope_tests::browser::{Screen, Site, debug};

use crate::debugger::Debugger;
use crate::manifests::PI;

#[test]
fn it_plays_to_complete() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        assert!(!debugger.status().await?.contains("Complete"));
        debugger.play_to_the_end().await?;
        assert!(debugger.status().await?.starts_with("Complete"), "{}", debugger.status().await?);
        assert!(debugger.kubectl("-o yaml").await?.contains("type: Complete"));
        Ok(())
    });
}

#[test]
fn it_steps_over_to_complete() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        let mut steps = 0;
        while debugger.can_press("Step over").await? {
            debugger.press("Step over").await?;
            steps += 1;
            assert!(steps < 100, "the Job never ends: {}", debugger.text("region", "Why").await?);
        }
        assert!(debugger.status().await?.starts_with("Complete"), "{}", debugger.status().await?);
        Ok(())
    });
}

#[test]
fn stepping_into_shows_question_after_question() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        // The Job's event is delivered, then the sync begins.
        debugger.press("Step over").await?;
        debugger.press("Step into").await?;
        debugger.wait_for_text("Why", "syncJob #1").await?;
        let mut last = debugger.text("region", "Why").await?;
        for _ in 0..5 {
            debugger.press("Step into").await?;
            let now = debugger.text("region", "Why").await?;
            assert_ne!(now, last, "a step that shows nothing");
            last = now;
        }
        debugger.press("Step out").await?;
        debugger.wait_for_text("Why", "created 1 pod").await
    });
}
