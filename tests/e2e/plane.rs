//! The control plane: what the controller remembers, release by release.

use jobscope_tests::browser::{Error, Page, Screen, Site, Theme, drive};

use crate::debugger::Debugger;
use crate::manifests::{PI, parallel};

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
        assert!(debugger.text("group", STORES).await?.contains("all seen gone"));
        step_until(page, "1 not seen gone").await?;
        step_until(page, "all seen gone").await?;
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
                if screen.width == Screen::PHONE.width {
                    page.find("tab", "Plane").await?.click().await?;
                }
                page.picture(&format!("stores-{}", screen.name())).await?;
                page.check_accessibility().await?;
                assert!(!page.scrolls_sideways().await?);
            }
        }
        Ok(())
    });
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
