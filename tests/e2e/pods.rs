//! Deciding by hand what happens to pods: to one, to several at once, to thousands.

use jobscope_tests::browser::{Element, Error, Key, Page, Screen, Site, Theme, debug};
use serde_json::Value;

use crate::debugger::{BESIDE_ITS_BUTTON, Debugger};
use crate::lines::check_lines;
use crate::manifests::{PI, indexed, parallel};

#[test]
fn a_pod_that_is_made_to_fail_is_replaced_after_the_back_off() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
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

#[test]
fn a_container_is_restarted_where_its_pod_does_not_fail() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&PI.replace("restartPolicy: Never", "restartPolicy: OnFailure")).await?;
        debugger.press("Step out").await?;
        debugger.choose_for_the_pod("Starts running").await?;
        debugger.choose_for_the_pod("Container pi restarts").await?;
        debugger.wait_for_text("Pods", "↻1").await?;
        Ok(())
    });
}

#[test]
fn what_is_chosen_for_several_happens_to_all_of_them() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(7)).await?;
        debugger.press("Step out").await?;
        let tiles: Vec<Element> = debugger.pods().await?.into_iter().map(|(tile, _)| tile).collect();
        page.click_holding(Key::Control, &tiles[1]).await?;
        page.click_holding(Key::Shift, &tiles[4]).await?;
        debugger.wait_for_text("Pods", "4 pods selected").await?;
        page.click_holding(Key::Control, &tiles[2]).await?;
        debugger.wait_for_text("Pods", "3 pods selected").await?;
        assert_eq!(pressed(page).await?, 3);

        debugger.press("What happens next…").await?;
        page.find("dialog", "What happens next to 3 pods").await?;
        page.check_accessibility().await?;
        debugger.press("Starts running and is ready").await?;
        debugger.wait_for_text("Why", "3 pods run and are ready").await?;
        debugger.press("Clear").await?;
        debugger.press("Choose all 4 Pending").await?;
        debugger.wait_for_text("Pods", "4 pods selected").await?;
        debugger.press("Clear").await?;
        assert_eq!(pressed(page).await?, 0);
        assert_eq!(page.find_all("button", "Clear").await?.len(), 0, "nothing is chosen");
        Ok(())
    });
}

#[test]
fn several_are_chosen_and_run_by_keys_alone() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        let names: Vec<String> = debugger.pods().await?.into_iter().map(|(_, name)| name).collect();
        page.tab_to("button", &names[0]).await?;
        page.press(&[], Key::Right).await?;
        assert_eq!(page.focused().await?.name, names[1]);
        page.press(&[Key::Shift], Key::Down).await?;
        let focused = page.focused().await?.name;
        assert_ne!(focused, names[1], "the arrow leads to the next row");
        page.press(&[], Key::End).await?;
        assert_eq!(page.focused().await?.name, names[14]);
        page.press(&[Key::Control], 'a').await?;
        debugger.wait_for_text("Pods", "15 pods selected").await?;
        page.press(&[], Key::Enter).await?;
        page.tab_to("button", "Starts running and is ready").await?;
        page.press(&[], Key::Enter).await?;
        debugger.wait_for_text("Why", "15 pods run and are ready").await?;
        assert!(page.focused().await?.name.starts_with("15"), "the focus is back on the tile");
        page.press(&[], Key::Escape).await?;
        assert_eq!(pressed(page).await?, 0);
        Ok(())
    });
}

#[test]
fn taps_choose_several_where_there_are_no_keys() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        debugger.press("Step out").await?;
        page.show_on(Screen::PHONE).await?;
        page.find("tab", "Pods").await?.click().await?;
        debugger.press("Select").await?;
        for (tile, _) in debugger.pods().await?.into_iter().take(2) {
            tile.click().await?;
        }
        debugger.wait_for_text("Pods", "2 pods selected").await?;
        debugger.press("What happens next…").await?;
        page.picture("pods-menu-390-light").await?;
        assert_eq!(page.evaluate(BESIDE_ITS_BUTTON).await?, "");
        debugger.press("Starts running").await?;
        page.find("button", "Choose all 2 Running").await.map(drop)
    });
}

#[test]
fn a_tile_tells_index_attempt_and_how_its_job_counts_it() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&indexed(2)).await?;
        debugger.press("Step out").await?;
        // The plane names pods as their tiles do.
        debugger.wait_for_text("Control plane", "indexes 0–1").await?;
        let said = async |index: usize| {
            let (tile, _) = debugger.pods().await?.swap_remove(index);
            tile.attr("title").await.map(Option::unwrap_or_default).map_err(Error::from)
        };
        assert!(said(0).await?.contains("index 0, attempt 1"), "{}", said(0).await?);
        assert!(said(0).await?.contains("A finalizer holds it"), "{}", said(0).await?);
        for choice in ["Starts running and is ready", "Fails with exit code 1"] {
            debugger.pods().await?.swap_remove(0).0.click().await?;
            debugger.press(choice).await?;
        }
        assert!(said(0).await?.contains("has not counted it yet"), "{}", said(0).await?);
        debugger.wait_for_text("Why", "The pod with index 0 failed").await?;
        debugger.play_to_the_end().await?;
        let mut all = String::new();
        for index in 0..debugger.pods().await?.len() {
            all += &said(index).await?;
        }
        assert!(all.contains("index 0, attempt 2"), "{all}");
        assert_eq!(all.matches("It is counted").count(), 3, "{all}");
        debugger.press("Table").await?;
        page.find("columnheader", "Counted").await?;
        page.check_accessibility().await
    });
}

#[test]
fn thousands_of_pods_are_drawn_walked_through_and_listed() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(2000)).await?;
        make(page, &debugger, 2000).await?;
        let field = page.find("listbox", "2000 pods").await?;
        page.check_accessibility().await?;
        assert!(page.all_in(&field, "option").await?.len() == 1, "one option stands for all");
        page.tab_to("listbox", "2000 pods").await?;
        let active = async || page.evaluate("return document.getElementById('pod-active').innerText").await;
        let first = active().await?;
        page.press(&[], Key::Right).await?;
        page.press(&[Key::Shift], Key::Down).await?;
        assert_ne!(active().await?, first, "arrows lead to other pods");
        page.press(&[], Key::End).await?;
        let last = page.evaluate(OPTION_IN_VIEW).await?;
        assert_eq!(last, true, "the last pod is not in view");
        page.press(&[Key::Control], 'a').await?;
        debugger.wait_for_text("Pods", "2000 pods selected").await?;
        page.press(&[], Key::Enter).await?;
        page.find("dialog", "What happens next to 2000 pods").await?;
        debugger.press("Starts running and is ready").await?;
        debugger.press("Clear").await?;
        page.find("button", "Choose all 2000 Ready").await?;

        debugger.press("Table").await?;
        let table = page.find("table", "2000 pods").await?;
        assert_eq!(table.attr("aria-rowcount").await?.as_deref(), Some("2001"));
        let rows = page.evaluate("return document.querySelectorAll('.pod-table tbody tr').length").await?;
        assert!(rows.as_u64().is_some_and(|rows| (10..200).contains(&rows)), "{rows} rows in the document");
        page.evaluate("document.querySelector('#pods .scroll').scrollTop = 1e7").await?;
        debugger.wait_for_text("Pods", "pi-5nhdj").await?;
        page.check_accessibility().await
    });
}

#[test]
fn tiles_that_change_one_by_one_look_as_if_all_were_painted_at_once() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(600)).await?;
        make(page, &debugger, 600).await?;
        // Their sync is no longer the current step, which its heading would say.
        debugger.press("Step over").await?;
        let made = page.evaluate(PAINTED).await?;
        page.tab_to("listbox", "600 pods").await?;
        page.press(&[], Key::Right).await?;
        page.press(&[Key::Shift], Key::Down).await?;
        let framed = page.evaluate(PAINTED).await?;
        assert!(framed != made, "what is chosen has no frame");
        page.press(&[], ' ').await?;
        let fewer = painted_at_once(page).await?;
        assert!(fewer != framed && fewer != made, "one is no longer chosen");
        debugger.press("What happens next…").await?;
        debugger.press("Starts running and is ready").await?;
        assert!(painted_at_once(page).await? != fewer, "they still look the same");
        // The browser may lose what a canvas shows; it tells when there is one again.
        let whole = page.evaluate(PAINTED).await?;
        page.evaluate(LOSE).await?;
        assert!(page.evaluate(PAINTED).await? == whole, "not all is painted again");
        Ok(())
    });
}

/// The canvas, when what was to be painted has been.
const PAINTED: &str = "
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() =>
        done(document.querySelector('#pods canvas').toDataURL())))));";

/// Empties the canvas, as one that was lost comes back.
const LOSE: &str = "
    const canvas = document.querySelector('#pods canvas');
    canvas.width = canvas.width;
    canvas.dispatchEvent(new Event('contextrestored'));";

/// The canvas, which is the same when all of it is painted in one go: for the colours of another theme and back.
async fn painted_at_once(page: &Page) -> Result<Value, Error> {
    let piecewise = page.evaluate(PAINTED).await?;
    page.show_on(Screen::DESKTOP.with_theme(Theme::Dark)).await?;
    assert!(page.evaluate(PAINTED).await? != piecewise, "the theme has not changed");
    page.show_on(Screen::DESKTOP.with_theme(Theme::Light)).await?;
    assert!(page.evaluate(PAINTED).await? == piecewise, "tiles are left from before");
    Ok(piecewise)
}

/// Whether the option is inside of the region's scrolling part.
const OPTION_IN_VIEW: &str = "
    const inner = document.getElementById('pod-active').getBoundingClientRect();
    const outer = document.querySelector('#pods .scroll').getBoundingClientRect();
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;";

#[test]
fn pods_look_well_in_every_number_size_theme_and_language() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&indexed(12)).await?;
        debugger.press("Step out").await?;
        some_of_everything(page, &debugger).await?;
        // What the marks mean gives way to the pods.
        for screen in [Screen::DESKTOP, Screen::TABLET] {
            page.show_on(screen).await?;
            assert_eq!(page.evaluate(TOLD_WHILE_CHOSEN).await?, "5 0 2", "{screen:?}");
        }
        look(page, "pods-12").await?;
        for (pods, name) in [(120, "pods-120"), (1200, "pods-1200")] {
            page.show_on(Screen::DESKTOP).await?;
            page.open_in_a_new_tab("#/debugger").await?;
            debugger.apply(&indexed(pods)).await?;
            make(page, &debugger, pods).await?;
            look(page, name).await?;
        }
        Ok(())
    });
}

/// Pods in every state, some of them chosen.
async fn some_of_everything(page: &Page, debugger: &Debugger<'_>) -> Result<(), Error> {
    let tile = async |index: u32| {
        let named = format!("pi-{index}-");
        let found = debugger.pods().await?.into_iter().find(|(_, name)| name.contains(&named));
        found.map(|(tile, _)| tile).ok_or_else(|| Error::Answer(format!("no tile of {named}")))
    };
    for (indexes, choice) in [
        (0..9, "Starts running and is ready"),
        (0..2, "Fails with exit code 1"),
        (2..4, "Succeeds"),
        (4..5, "Is deleted"),
    ] {
        for index in indexes {
            tile(index).await?.click().await?;
            debugger.press(choice).await?;
        }
        // What has happened so far is seen, the rest is on its way.
        for _ in 0..3 {
            debugger.press("Step over").await?;
        }
    }
    // It stays for as long as its containers have to end: a pod with time left.
    tile(9).await?.click().await?;
    debugger.press("Is deleted").await?;
    for index in 6..9 {
        page.click_holding(Key::Control, &tile(index).await?).await?;
    }
    Ok(())
}

/// Continues until `pods` pods exist.
async fn make(page: &Page, debugger: &Debugger<'_>, pods: u32) -> Result<(), Error> {
    let counted =
        "return [...document.querySelectorAll('#pods .counts b')].reduce((n, b) => n + Number(b.innerText), 0)";
    for _ in 0..60 {
        if page.evaluate(counted).await? == pods {
            return Ok(());
        }
        debugger.press("Step over").await?;
    }
    Err(Error::Answer(format!("{pods} pods are not made in 60 steps")))
}

async fn pressed(page: &Page) -> Result<u64, Error> {
    let count = page.evaluate("return document.querySelectorAll('#pods .pod[aria-pressed=true]').length").await?;
    count.as_u64().ok_or_else(|| Error::Answer(format!("no count but {count}")))
}

/// How many states are counted, marks explained, and buttons there for the chosen pods, none of which lies on another.
const TOLD_WHILE_CHOSEN: &str = "
    const free = (one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    const marks = ['.counts li', '.pod-marks li', '.chosen-bar button'];
    return marks.map((what) => [...document.querySelectorAll(`#pods ${what}`)].filter(free).length).join(' ');";

/// Whether all tiles are within the region.
const FITS: &str = "
    const region = document.querySelector('#pods .scroll');
    const tiles = [...region.querySelectorAll('.full .pod, .full .says')];
    return region.scrollWidth <= region.clientWidth && tiles.every((tile) => tile.scrollWidth <= tile.clientWidth + 1);";

/// Pictures of the region on all screens, and what can be checked of it without eyes.
async fn look(page: &Page, what: &str) -> Result<(), Error> {
    for language in ["en", "zh"] {
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            if screen.width <= 1000 {
                for (tab, accessible) in page.all("tab").await? {
                    if ["Pods", "Pod"].contains(&accessible.name.as_str()) && tab.is_displayed().await? {
                        tab.click().await?;
                    }
                }
            }
            for theme in Theme::ALL {
                let screen = screen.with_theme(theme);
                page.show_on(screen).await?;
                page.picture(&format!("{what}-{}-{language}", screen.name())).await?;
                assert!(!page.scrolls_sideways().await?, "{what} scrolls sideways on {screen:?}");
                check_lines(page, &format!("{what} on {screen:?}")).await?;
                assert_eq!(page.evaluate(FITS).await?, true, "{what}: tiles stick out on {screen:?} in {language}");
                page.check_accessibility_in(theme).await?;
            }
        }
        page.show_on(Screen::DESKTOP).await?;
        let switch = if language == "en" { "Language: English" } else { "语言：简体中文" };
        page.find("button", switch).await?.click().await?;
    }
    Ok(())
}
