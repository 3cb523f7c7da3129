//! Branches: an edit in the past keeps both futures; the user can switch, name and remove them.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, debug};

use crate::debugger::Debugger;
use crate::manifests::parallel;

/// A Job of three pods played to its end, and another future of it in which the controller is replaced after step 3.
async fn fork(page: &Page) -> Result<(), Error> {
    let debugger = Debugger::on(page);
    debugger.apply(&parallel(3)).await?;
    debugger.play_to_the_end().await?;
    page.find("slider", "Timeline").await?.click().await?;
    page.press(&[], Key::Home).await?;
    for _ in 0..3 {
        debugger.press("Step over").await?;
    }
    debugger.press("Crash controller").await?;
    page.find("radiogroup", "Branches").await.map(|_| ())
}

/// The names of the branches, the chosen one in brackets.
async fn branches(page: &Page) -> Result<Vec<String>, Error> {
    let script = "return [...document.querySelectorAll('.br')].map(branch => {
        const name = branch.querySelector('.br-name').textContent;
        return branch.querySelector('input').checked ? `[${name}]` : name;
    })";
    let names = page.evaluate(script).await?;
    Ok(names.as_array().into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned)).collect())
}

async fn wait_for_branches(page: &Page, expected: &[&str]) -> Result<(), Error> {
    let are_there = async || {
        let names = branches(page).await?;
        Ok(if names == expected { Ok(()) } else { Err(format!("{names:?}")) })
    };
    page.wait_for(&format!("the branches {expected:?}"), are_there).await
}

const REPLACED: &str = "from step 3: the controller was replaced";

#[test]
fn an_edit_in_the_past_leaves_both_futures() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        fork(page).await?;
        wait_for_branches(page, &["First run", &format!("[{REPLACED}]")]).await?;
        debugger.wait_for_text("Timeline", "step 4 of 4").await?;
        page.check_accessibility().await?;
        let here = debugger.everything().await?;

        // By keyboard to the other one: it is where it was left, and continues as before.
        page.tab_to("radio", &format!("{REPLACED}, 4 steps, branched off from First run after step 3")).await?;
        page.press(&[], Key::Up).await?;
        wait_for_branches(page, &["[First run]", REPLACED]).await?;
        debugger.wait_for_text("Timeline", "step 3 of").await?;
        debugger.play_to_the_end().await?;
        assert!(debugger.status().await?.starts_with("Complete"), "the first future is gone");
        page.find("radio", &format!("{REPLACED}, 4 steps, branched off from First run after step 3"))
            .await?
            .click()
            .await?;
        debugger.wait_for_text("Timeline", "step 4 of 4").await?;
        assert_eq!(debugger.everything().await?, here);

        // Undo takes the branch back with the edit, Redo brings both.
        page.press(&[Key::Control], 'z').await?;
        page.find("button", "Redo: the controller was replaced").await?;
        assert!(branches(page).await?.is_empty());
        debugger.press("Redo: the controller was replaced").await?;
        wait_for_branches(page, &["First run", &format!("[{REPLACED}]")]).await
    });
}

#[test]
fn branches_are_named_removed_and_brought_back() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        fork(page).await?;
        let label = format!("{REPLACED}, 4 steps, branched off from First run after step 3");
        page.tab_to("radio", &label).await?;
        page.press(&[], '\u{e032}').await?;
        page.find("textbox", "Name of the branch").await?;
        page.write("A crash <b>").await?;
        page.press(&[], Key::Enter).await?;
        wait_for_branches(page, &["First run", "[A crash <b>]"]).await?;
        assert_eq!(page.focused().await?.role, "radio", "the focus is lost");

        debugger.press("Rename the branch: A crash <b>").await?;
        page.write("something else").await?;
        page.press(&[], Key::Escape).await?;
        wait_for_branches(page, &["First run", "[A crash <b>]"]).await?;

        debugger.press("Remove the branch: A crash <b>").await?;
        page.find("button", "Undo: a branch was removed").await?;
        assert!(branches(page).await?.is_empty());
        debugger.wait_for_text("Timeline", "step 3 of").await?;
        debugger.press("Undo: a branch was removed").await?;
        wait_for_branches(page, &["First run", "[A crash <b>]"]).await?;
        page.find("button", "Undo: a branch was renamed").await.map(|_| ())
    });
}

#[test]
fn a_link_brings_all_branches_and_what_runs_stop_at() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        fork(page).await?;
        debugger.press("Run to").await?;
        page.find("combobox", "Stop at").await?.select_by_value("phase").await?;
        page.find("combobox", "Which").await?.select_by_label("Succeeded").await?;
        debugger.press("Add breakpoint").await?;
        page.press(&[], Key::Escape).await?;
        let seen = debugger.everything().await?;
        debugger.press("Share").await?;
        let link = page.find("textbox", "Link").await?.prop("value").await?.unwrap_or_default();
        let fragment = link.split_once('#').map_or("", |(_, fragment)| fragment);

        page.evaluate("localStorage.clear()").await?;
        page.open_in_a_new_tab(&format!("?somebody-else#{fragment}")).await?;
        wait_for_branches(page, &["First run", &format!("[{REPLACED}]")]).await?;
        assert_eq!(debugger.everything().await?, seen);
        debugger.press("Run to").await?;
        page.find("button", "Remove the breakpoint: a pod’s phase becomes Succeeded").await?;
        page.press(&[], Key::Escape).await?;
        assert_eq!(
            page.evaluate("return localStorage.getItem('jobscope.breakpoints')").await?,
            serde_json::Value::Null
        );

        // Undo leads back to what was there, its breakpoints included.
        debugger.press("Undo: another session was opened").await?;
        debugger.press("Run to").await?;
        assert!(page.find_all("button", "Remove the breakpoint: a pod’s phase becomes Succeeded").await?.is_empty());
        Ok(())
    });
}

#[test]
fn the_tree_looks_right() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        fork(page).await?;
        debugger.play_to_the_end().await?;
        debugger.press("Crash controller").await?;
        for (name, language) in [("First run", "Language: English"), ("最初的运行", "")] {
            for screen in [Screen::DESKTOP, Screen::TABLET, Screen::PHONE] {
                page.show_on(screen).await?;
                if screen == Screen::PHONE {
                    page.evaluate("document.getElementById('tab-time').click()").await?;
                }
                for theme in Theme::ALL {
                    let screen = screen.with_theme(theme);
                    page.show_on(screen).await?;
                    page.picture(&format!("branches-{}-{}", screen.name(), language.len())).await?;
                    assert!(!page.scrolls_sideways().await?, "{name} scrolls sideways on {screen:?}");
                    page.check_accessibility_in(theme).await?;
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
