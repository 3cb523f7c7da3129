//! How the page looks: pictures of every size in both themes, and what can be checked of them without
//! eyes. `debugger-1440-light.png` is the README's picture.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, drive};

use crate::debugger::Debugger;
use crate::manifests::parallel;

#[test]
fn desktop() {
    in_both_themes(Screen::DESKTOP);
}

#[test]
fn tablet() {
    in_both_themes(Screen::TABLET);
}

#[test]
fn phone() {
    in_both_themes(Screen::PHONE);
}

fn in_both_themes(screen: Screen) {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.show_on(screen).await?;
        look(page, "start", screen).await?;
        page.show_on(Screen::DESKTOP).await?;
        stop_at_the_quota(page).await?;
        page.show_on(screen).await?;
        look(page, "debugger", screen).await?;
        for (tab, accessible) in page.all("tab").await? {
            let is_region = ["Why", "Plane", "Pods", "kubectl", "Time", "Spec"].contains(&accessible.name.as_str());
            if is_region {
                tab.click().await?;
                look(page, &accessible.name.to_lowercase(), screen).await?;
            }
        }
        Ok(())
    });
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
