//! The releases: what is known of each, what changed between two, and what is behind a difference.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};

use crate::compare::compare_with;
use crate::debugger::Debugger;
use crate::manifests::PI;
use crate::screens::look;

/// Waits until the page has these words.
async fn wait_for_words(page: &Page, words: &[&str]) -> Result<(), Error> {
    let is_there = async || {
        let text = page.evaluate("return document.querySelector('main')?.innerText ?? ''").await?;
        let text = text.as_str().unwrap_or_default();
        let missing: Vec<_> = words.iter().filter(|words| !text.contains(**words)).collect();
        Ok(if missing.is_empty() { Ok(()) } else { Err(format!("{missing:?} in {text}")) })
    };
    page.wait_for("the words", is_there).await
}

#[test]
fn what_changed_between_two_releases_has_an_address() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.open("#/releases/v1.30/v1.33").await?;
        page.find("heading", "What changed between v1.30 and v1.33?").await?;
        let said = ["JobManagedBy", "alpha, off → beta, on", "#123775", "#127378", "How many pods match the selector?"];
        wait_for_words(page, &said).await?;
        wait_for_words(page, &["Supported", "Older", "History", "recordings of the real controller of v1.33.13"])
            .await?;
        wait_for_words(page, &["Read from the source of v1.37.0, not recorded."]).await?;
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            look(page, "releases", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;

        // Another choice is another address.
        page.find("combobox", "From").await?.select_by_label("v1.32").await?;
        page.find("heading", "What changed between v1.32 and v1.33?").await?;
        assert_eq!(page.evaluate("return location.hash").await?, "#/releases/v1.32/v1.33");
        page.find("combobox", "From").await?.select_by_label("v1.33").await?;
        wait_for_words(page, &["Nothing that jobscope knows of changed between v1.33 and v1.33."]).await?;
        page.find("combobox", "to").await?.select_by_label("v1.34").await?;
        page.find("link", "Lesson: Two pods of one index").await.map(|_| ())
    });
}

#[test]
fn a_fix_of_a_later_patch_is_switched_on() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.35").await?;
        debugger.press("About v1.35").await?;
        let said = debugger.text("dialog", "About v1.35").await?;
        for words in ["recordings of the real controller of v1.35.6", "#139457", "from v1.35.7", "alpha"] {
            assert!(said.contains(words), "{words} in {said}");
        }
        for screen in [Screen::DESKTOP, Screen::TABLET] {
            look(page, "release-switches", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        page.find("switch", "#139457").await?.click().await?;
        page.press(&[], Key::Escape).await?;
        let turned = debugger.text("list", "Feature gates that differ from the release’s defaults").await?;
        assert!(turned.contains("#139457 on"), "{turned}");
        Ok(())
    });
}

#[test]
fn the_gate_behind_the_first_difference_is_named() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.30").await?;
        debugger.apply(PI).await?;
        compare_with(page, "v1.33").await?;
        let named = async || {
            let said = debugger.text("group", "First difference").await?;
            let whole = said.contains("The cause, since v1.32:") && said.contains("JobManagedBy");
            Ok(if whole { Ok(()) } else { Err(said) })
        };
        page.wait_for("the gate", named).await
    });
}
