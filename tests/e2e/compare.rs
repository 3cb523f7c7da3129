//! Two runs side by side: under two releases, and in two branches.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, drive};

use crate::debugger::Debugger;
use crate::manifests::{PI, parallel};

/// The words of all cells of a kind: of the left run, and of the right.
pub(crate) async fn cells(page: &Page, kind: &str) -> Result<(String, String), Error> {
    let script = format!("return [...document.querySelectorAll('[data-kind={kind}]')].map(cell => cell.innerText)");
    let cells = page.evaluate(&script).await?;
    let text = |place: usize| cells.get(place).and_then(|cell| cell.as_str()).unwrap_or_default().to_owned();
    Ok((text(0), text(1)))
}

async fn wait_for_row(page: &Page, row: usize) -> Result<(), Error> {
    let is_there = async || {
        let value = page.find("slider", "Both runs, in step").await?.prop("value").await?.unwrap_or_default();
        Ok(if value == row.to_string() { Ok(()) } else { Err(value) })
    };
    page.wait_for(&format!("row {row}"), is_there).await
}

async fn compare_with(page: &Page, option: &str) -> Result<(), Error> {
    page.find("combobox", "compare with").await?.select_by_label(option).await?;
    page.find("group", "First difference").await.map(|_| ())
}

#[test]
fn two_releases_are_compared_and_the_first_difference_is_named() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.11").await?;
        debugger.apply(PI).await?;
        compare_with(page, "v1.28").await?;
        let told = debugger.text("group", "First difference").await?;
        assert!(
            told.contains("v1.28 makes status write #3 (accepted); v1.11 does not.")
                && told.contains("The status says active 0, succeeded 1, failed 0, Complete in v1.11, and active 0, succeeded 0, failed 0 in v1.28."),
            "{told}"
        );
        page.check_accessibility().await?;

        // There, one has counted the pod and the other has not.
        debugger.press("Go to the first difference: status").await?;
        let arrived = async || {
            let (left, right) = cells(page, "compare-status").await?;
            let there = left.contains("Complete") && !right.contains("Complete");
            Ok(if there { Ok(()) } else { Err(format!("{left} | {right}")) })
        };
        page.wait_for("the first difference of the status", arrived).await?;

        // Both go in step, by buttons and by keys, to where both are complete.
        debugger.press("To the start").await?;
        page.press(&[], Key::F10).await?;
        debugger.press("On in both").await?;
        wait_for_row(page, 2).await?;
        page.press(&[Key::Shift], Key::F10).await?;
        wait_for_row(page, 1).await?;
        page.find("slider", "Both runs, in step").await?.click().await?;
        page.press(&[], Key::End).await?;
        let (left, right) = cells(page, "compare-status").await?;
        assert!(left.contains("Complete") && right.contains("Complete"), "{left} | {right}");

        // The session is as it was.
        page.press(&[], Key::Escape).await?;
        debugger.wait_for_text("Timeline", "step 1 of 1").await
    });
}

#[test]
fn two_branches_are_compared() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        for _ in 0..5 {
            debugger.press("Step over").await?;
        }
        debugger.press("Step back").await?;
        let pods = debugger.pods().await?;
        let Some((pod, _)) = pods.first() else { return Err(Error::Answer("there are no pods".to_owned())) };
        pod.click().await?;
        debugger.press("Is deleted").await?;
        compare_with(page, "First run").await?;
        let told = debugger.text("group", "First difference").await?;
        assert!(told.contains("First run") && told.contains("something happened to pods"), "{told}");
        debugger.press("Back to debugging").await?;
        page.find("radiogroup", "Branches").await.map(|_| ())
    });
}

#[test]
fn it_looks_right() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.11").await?;
        page.find("combobox", "Scenario").await?.select_by_label("Slow start meets a quota").await?;
        debugger.press("Apply").await?;
        compare_with(page, "v1.28").await?;
        for (go, language) in
            [("Go to the first difference: writes", "Language: English"), ("前往第一处不同：写入", "")]
        {
            debugger.press(go).await?;
            for screen in [Screen::DESKTOP, Screen::TABLET, Screen::UPRIGHT, Screen::PHONE] {
                for theme in Theme::ALL {
                    let screen = screen.with_theme(theme);
                    page.show_on(screen).await?;
                    page.picture(&format!(
                        "compare-{}-{}",
                        screen.name(),
                        if language.is_empty() { "zh" } else { "en" }
                    ))
                    .await?;
                    assert!(!page.scrolls_sideways().await?, "compare scrolls sideways on {screen:?}");
                    page.check_accessibility().await?;
                }
            }
            page.show_on(Screen::DESKTOP).await?;
            if !language.is_empty() {
                debugger.press(language).await?;
            }
        }
        Ok(())
    });
}
