//! Deciding by hand what happens to a pod.

use jobscope_tests::browser::{Screen, Site, drive};

use crate::debugger::Debugger;
use crate::manifests::PI;

#[test]
fn a_pod_that_is_made_to_fail_is_replaced_after_the_back_off() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step out").await?;
        debugger.choose_for_the_pod("Starts running").await?;
        debugger.choose_for_the_pod("Fails with exit code 1").await?;
        debugger.wait_for_text("Why", "failed with exit code 1").await?;
        debugger.play_to_the_end().await?;
        let names: Vec<String> = debugger.pods().await?.into_iter().map(|(_, name)| name).collect();
        assert_eq!(names.len(), 2, "{names:?}");
        assert!(names.iter().any(|name| name.contains("exit 1")), "{names:?}");
        assert!(names.iter().any(|name| name.contains("Succeeded")), "{names:?}");
        assert!(debugger.status().await?.starts_with("Complete"), "{}", debugger.status().await?);
        Ok(())
    });
}
