//! Many pods at once: batches of 1, 2, 4, 8, and what stops them.

use jobscope_tests::browser::{Screen, Site, debug};

use crate::debugger::Debugger;
use crate::manifests::parallel;

#[test]
fn fifteen_pods_are_made_as_1_2_4_8() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        debugger.wait_for_text("Why", "created 15 pods in 4 slow-start batches").await?;
        assert_eq!(debugger.newest_batches().await?, [1, 2, 4, 8]);
        assert_eq!(debugger.pods().await?.len(), 15);
        page.settle().await?;
        for (tile, name) in debugger.pods().await? {
            assert!(tile.is_displayed().await?, "{name} has not landed");
        }
        debugger.play_to_the_end().await?;
        assert!(debugger.status().await?.starts_with("Complete"), "{}", debugger.status().await?);
        Ok(())
    });
}

#[test]
fn a_quota_at_the_fourth_create_stops_them_until_the_back_off_is_over() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(15)).await?;
        debugger.press("Add a fault").await?;
        let from = page.find("textbox", "from call").await?;
        from.clear().await?;
        from.send_keys("4").await?;
        debugger.press("Arm it").await?;
        debugger.wait_for_text("Spec", "from number 4 on, every pod create fails").await?;

        debugger.press("Step out").await?;
        debugger.wait_for_text("Why", "refused 4 of batch 3 (403), so it skipped the other 8").await?;
        assert_eq!(debugger.newest_batches().await?, [1, 2, 4], "the fourth batch never starts");
        assert_eq!(debugger.pods().await?.len(), 3);
        debugger.wait_for_text("Control plane", "in 10").await?;
        assert!(debugger.kubectl("events").await?.contains("FailedCreate"));

        debugger.play_to_the_end().await?;
        assert_eq!(debugger.pods().await?.len(), 15, "the pods that were refused are made later");
        assert!(debugger.status().await?.starts_with("Complete"), "{}", debugger.status().await?);
        Ok(())
    });
}
