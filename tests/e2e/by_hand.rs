//! The control plane by hand: streams that are held back, faults and crashes where they strike, the machinery's menu.

use jobscope_tests::browser::{Key, Screen, Site, debug};

use crate::debugger::{BESIDE_ITS_BUTTON, Debugger};
use crate::manifests::parallel;

#[test]
fn a_stream_that_is_held_back_waits_for_a_hand() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(2)).await?;
        page.find("switch", "Hold back the watch of pods").await?.click().await?;
        debugger.wait_for_text("Why", "The watch of pods is held back").await?;
        page.check_accessibility().await?;
        // The kubelet runs the pods to their end; the controller hears nothing of it.
        debugger.play_to_the_end().await?;
        debugger.wait_for_text("kubectl", "Completed").await?;
        assert!(debugger.text("region", "Control plane").await?.contains("2 behind"));
        debugger.press("Deliver 1 event of the pod watch").await?;
        debugger.wait_for_text("Why", "delivered").await?;
        page.find("switch", "Hold back the watch of pods").await?.click().await?;
        debugger.wait_for_text("Why", "delivers on its own again").await?;
        debugger.play_to_the_end().await?;
        assert!(debugger.status().await?.starts_with("Complete"), "{}", debugger.status().await?);
        Ok(())
    });
}

#[test]
fn a_fault_is_armed_at_the_wire_that_it_strikes() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        debugger.press("What goes wrong with these calls?").await?;
        page.check_accessibility().await?;
        page.picture("fault-at-the-wire").await?;
        page.find("combobox", "Call").await?.select_by_label("status write").await?;
        page.find("combobox", "fails with").await?.select_by_label("409, conflict").await?;
        debugger.press("Arm it").await?;
        debugger.wait_for_text("Control plane", "status write").await?;
        debugger.press("Step out").await?;
        debugger.wait_for_text("Control plane", "409").await
    });
}

#[test]
fn a_fault_lasts_until_it_is_removed() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(2)).await?;
        debugger.press("Add a fault").await?;
        page.find("combobox", "fails with").await?.select_by_label("403, refused by admission").await?;
        let says = page.find("combobox", "and says").await?;
        says.send_keys("Error creating: pods \"pi-\" is forbidden: no such service account").await?;
        page.find("combobox", "in").await?.select_by_label("every sync until I remove it").await?;
        debugger.press("Arm it").await?;
        debugger.wait_for_text("Spec", "Every sync: every pod create fails").await?;
        debugger.wait_for_text("Spec", "pods \"pi-\" is forbidden: no such service account").await?;
        page.check_accessibility().await?;
        page.picture("fault-that-lasts").await?;
        for sync in ["syncJob #1", "syncJob #2"] {
            debugger.press("Step out").await?;
            debugger.wait_for_text("Why", sync).await?;
            debugger.wait_for_text("Why", "Every sync fails like this until the cause is removed").await?;
            assert_eq!(debugger.pods().await?.len(), 0);
        }
        debugger.press("Remove fault 1").await?;
        debugger.wait_for_text("Spec", "No faults are set").await?;
        debugger.play_to_the_end().await?;
        assert!(debugger.status().await?.starts_with("Complete"), "{}", debugger.status().await?);
        Ok(())
    });
}

#[test]
fn the_controller_crashes_after_its_second_write() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        debugger.press("Step over").await?;
        debugger.press("What goes wrong with these calls?").await?;
        let writes = page.find("textbox", "After which of its writes").await?;
        writes.clear().await?;
        writes.send_keys("2").await?;
        debugger.press("Sync and crash").await?;
        debugger.wait_for_text("Why", "crashed in the middle of a sync, after 2 writes").await?;
        assert_eq!(debugger.pods().await?.len(), 2, "what was written stays");
        debugger.play_to_the_end().await?;
        assert!(debugger.status().await?.starts_with("Complete"), "{}", debugger.status().await?);
        Ok(())
    });
}

#[test]
fn the_machinery_has_everything_that_can_happen_to_it() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(2)).await?;
        let menu = "More that can happen to the control plane";
        for screen in [Screen::DESKTOP, Screen::UPRIGHT, Screen::PHONE] {
            page.show_on(screen).await?;
            if screen != Screen::DESKTOP {
                page.find("tab", "Plane").await?.click().await?;
            }
            debugger.press(menu).await?;
            page.find("dialog", menu).await?;
            assert_eq!(page.evaluate(BESIDE_ITS_BUTTON).await?, "", "{screen:?}");
            page.picture(&format!("machinery-{}", screen.name())).await?;
            page.check_accessibility().await?;
            page.press(&[], Key::Escape).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        debugger.press(menu).await?;
        debugger.press("Events reach the informer’s queue of Jobs, not yet the cache").await?;
        debugger.wait_for_text("Why", "The informer’s queue holds").await?;
        debugger.press(menu).await?;
        debugger.press("The controller manager starts from scratch, step by step").await?;
        for _ in 0..3 {
            debugger.press("Step over").await?;
        }
        debugger.press(menu).await?;
        page.evaluate("document.querySelector('.controllers summary').click()").await?;
        let dialog = page.find("dialog", menu).await?;
        let said = dialog.text().await?;
        assert!(said.contains("kube-controller-manager: ") && said.contains("not started yet"), "{said}");
        Ok(())
    });
}
