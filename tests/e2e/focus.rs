//! The focus after its element was disabled or removed.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};

use crate::debugger::Debugger;
use crate::manifests::{PI, parallel};

/// Waits until the focus is on a button of that name.
async fn is_on(page: &Page, name: &str) -> Result<(), Error> {
    let there = async || {
        let focused = page.focused().await?;
        Ok(if focused.name.starts_with(name) { Ok(()) } else { Err(format!("{focused:?}")) })
    };
    page.wait_for(&format!("the focus on “{name}”"), there).await
}

/// Presses a button by keys alone.
async fn press(page: &Page, name: &str) -> Result<(), Error> {
    page.tab_to("button", name).await?;
    page.press(&[], Key::Enter).await
}

#[test]
fn it_stays_near_what_was_pressed() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.paste(PI).await?;
        press(page, "Apply").await?;
        debugger.wait_for_text("Why", "The API server has stored the Job pi").await?;
        is_on(page, "Apply").await?;
        assert!(!debugger.can_press("Apply").await?);

        press(page, "Add a fault").await?;
        is_on(page, "Call").await?;
        let ends = "
            const end = document.activeElement.closest('form').querySelector('[type=submit]').getBoundingClientRect();
            return end.bottom <= document.querySelector('.time').getBoundingClientRect().top;";
        assert_eq!(page.evaluate(ends).await?, true, "the form's end is out of sight");
        press(page, "Cancel").await?;
        is_on(page, "Add a fault").await?;
        press(page, "Add a fault").await?;
        is_on(page, "Call").await?;
        page.press(&[], Key::Escape).await?;
        is_on(page, "Add a fault").await?;

        press(page, "Undo: the manifest was applied").await?;
        press(page, "Redo: the manifest was applied").await?;
        is_on(page, "Undo: the manifest was applied").await?;

        // Who puts it nowhere wants it nowhere.
        page.evaluate("document.activeElement.blur()").await?;
        page.press(&[], Key::F10).await?;
        debugger.wait_for_text("Why", "The watch delivered 1 Job event").await?;
        assert_eq!(page.evaluate("return document.activeElement === document.body").await?, true);
        Ok(())
    });
}

#[test]
fn a_watch_that_is_held_back_keeps_it_when_events_come() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        page.find("switch", "Hold back the watch of pods").await?;
        page.tab_to("switch", "Hold back the watch of pods").await?;
        page.press(&[], Key::Space).await?;
        while page.find_all("button", "Deliver 1 event of the pod watch").await?.is_empty() {
            page.press(&[], Key::F10).await?;
        }
        assert_eq!(page.focused().await?.name, "Hold back the watch of pods");
        Ok(())
    });
}

#[test]
fn the_drawer_takes_it_and_gives_it_back() {
    debug(Site::Jobscope, Screen::TABLET.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.press("Spec").await?;
        is_on(page, "Form").await?;
        page.press(&[], Key::Escape).await?;
        is_on(page, "Spec").await?;
        debugger.press("Spec").await?;
        is_on(page, "Form").await?;
        debugger.press("Apply").await?;
        debugger.wait_for_text("Why", "The API server has stored the Job pi").await?;
        is_on(page, "Spec").await?;
        assert_eq!(page.evaluate("return document.querySelector('#spec').checkVisibility()").await?, false);
        Ok(())
    });
}
