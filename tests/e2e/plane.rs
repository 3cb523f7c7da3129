//! The control plane: what the controller remembers, release by release.

use jobscope_tests::browser::{Error, Page, Screen, Site, Theme, drive};

use crate::debugger::Debugger;
use crate::manifests::{PI, parallel};
use crate::screens::look;

const STORES: &str = "What newer releases remember besides";

#[test]
fn old_releases_remember_no_more_than_expectations() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        assert!(page.find_all("group", STORES).await?.is_empty());
        page.find("group", "What the controller remembers").await?;
        Ok(())
    });
}

#[test]
fn finalizers_are_expected_to_go_until_the_cache_shows_it() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(PI).await?;
        assert!(debugger.text("group", STORES).await?.contains("all seen removed"));
        step_until(page, "1 removed, unseen").await?;
        step_until(page, "all seen removed").await?;
        assert!(!debugger.text("group", STORES).await?.contains("Own writes"), "v1.28 waits for no writes");
        Ok(())
    });
}

#[test]
fn the_newest_release_waits_for_its_own_writes() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.apply(&parallel(2)).await?;
        assert!(debugger.text("group", STORES).await?.contains("none to wait for"));
        step_until(page, "pods 4").await?;
        for screen in Screen::ALL {
            for theme in Theme::ALL {
                let screen = screen.with_theme(theme);
                page.show_on(screen).await?;
                if screen.width <= 1000 {
                    page.find("tab", "Plane").await?.click().await?;
                    page.evaluate("document.querySelector('.stores').scrollIntoView({ block: 'center' })").await?;
                }
                page.picture(&format!("stores-{}", screen.name())).await?;
                page.check_accessibility().await?;
                assert!(!page.scrolls_sideways().await?);
            }
        }
        Ok(())
    });
}

#[test]
fn a_hundred_deliveries_and_a_broken_watch_have_room_on_their_wires() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(120)).await?;
        debugger.press("Step out").await?;
        for _ in 0..9 {
            if debugger.text("region", "Control plane").await?.contains("120 × addPod") {
                break;
            }
            debugger.press("Step over").await?;
        }
        debugger.wait_for_text("Control plane", "120 × addPod").await?;
        look_at_the_plane(page, "deliveries").await?;
        debugger.press("More that can happen to the machinery").await?;
        debugger.press("410 Gone: the watch of pods cannot go on").await?;
        debugger.wait_for_text("Control plane", "pods: watch lost").await?;
        let told = debugger.text("region", "Control plane").await?;
        assert!(told.contains("lists in") && told.matches("in step").count() == 1, "{told}");
        look_at_the_plane(page, "watch-lost").await
    });
}

/// Keeps pictures of the region in every size.
async fn look_at_the_plane(page: &Page, what: &str) -> Result<(), Error> {
    for screen in Screen::ALL {
        page.show_on(screen).await?;
        page.evaluate("document.querySelector('#tab-plane')?.click()").await?;
        look(page, what, screen).await?;
    }
    page.show_on(Screen::DESKTOP).await
}

/// Steps over until the stores hold these words.
async fn step_until(page: &Page, words: &str) -> Result<(), Error> {
    let debugger = Debugger::on(page);
    let mut told = String::new();
    for _ in 0..40 {
        told = debugger.text("group", STORES).await?;
        if told.contains(words) {
            return Ok(());
        }
        debugger.press("Step over").await?;
    }
    Err(Error::Answer(format!("never “{words}” but: {told}")))
}
