//! How the page looks: pictures of every size in both themes, and what can be checked of them without
//! eyes. `debugger-1440-light.png` is the README's picture.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, drive};

use crate::debugger::Debugger;
use crate::manifests::{indexed, parallel};

/// The regions by the ids of their tabs on narrow pages.
const REGIONS: [&str; 6] = ["why", "plane", "pods", "output", "time", "spec"];

#[test]
fn the_main_regions() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        stop_at_the_quota(page).await?;
        look_everywhere(page, "debugger", &REGIONS).await
    });
}

#[test]
fn before_anything_has_happened() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| look_everywhere(page, "start", &["spec", "plane"]).await);
}

#[test]
fn a_job_that_has_failed() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        page.find("combobox", "Scenario").await?.select_by_label("A pod that keeps failing").await?;
        debugger.press("Apply").await?;
        debugger.play_to_the_end().await?;
        debugger.wait_for_text("Pods", "exit").await?;
        look_everywhere(page, "failed", &["why", "pods", "time"]).await
    });
}

#[test]
fn a_refused_manifest() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&indexed(4)).await?;
        debugger.apply(&parallel(4)).await?;
        debugger.wait_for_text("Spec", "field is immutable").await?;
        look_everywhere(page, "refused", &["spec"]).await
    });
}

#[test]
fn hundreds_of_pods() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(400)).await?;
        debugger.press("Step out").await?;
        debugger.wait_for_text("Pods", "400").await?;
        look_everywhere(page, "hundreds", &["pods"]).await
    });
}

/// Shows the page in every size, theme and language, on narrow pages with each of these regions, and keeps pictures.
async fn look_everywhere(page: &Page, what: &str, regions: &[&str]) -> Result<(), Error> {
    for language in ["", "-zh"] {
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            if screen.width > 1000 {
                look(page, &format!("{what}{language}"), screen).await?;
                continue;
            }
            for region in regions {
                page.evaluate(&format!("document.querySelector('#tab-{region}').click()")).await?;
                look(page, &format!("{what}-{region}{language}"), screen).await?;
            }
        }
        page.show_on(Screen::DESKTOP).await?;
        if language.is_empty() {
            Debugger::on(page).press("Language: English").await?;
        }
    }
    Ok(())
}

/// A moment with something of everything: pods that run, pods that were refused, a delayed key.
async fn stop_at_the_quota(page: &Page) -> Result<(), Error> {
    let debugger = Debugger::on(page);
    page.find("combobox", "Scenario").await?.select_by_label("Slow start meets a quota").await?;
    debugger.paste(&parallel(15)).await?;
    page.press(&[Key::Control], Key::Enter).await?;
    debugger.press("Step out").await?;
    debugger.wait_for_text("Why", "refused").await
}

/// Keeps pictures in both themes, and checks what does not need eyes.
pub(crate) async fn look(page: &Page, what: &str, screen: Screen) -> Result<(), Error> {
    for theme in Theme::ALL {
        let screen = screen.with_theme(theme);
        page.show_on(screen).await?;
        page.picture(&format!("{what}-{}", screen.name())).await?;
        assert!(!page.scrolls_sideways().await?, "{what} scrolls sideways on {screen:?}");
        page.check_accessibility().await?;
    }
    Ok(())
}
