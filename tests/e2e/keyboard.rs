//! A whole session by keyboard alone.

use jobscope_tests::browser::{Key, Screen, Site, debug};

use crate::debugger::Debugger;
use crate::manifests::PI;

#[test]
fn a_job_is_applied_stepped_and_played_by_keys_alone() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.tab_to("button", "YAML").await?;
        page.press(&[], Key::Enter).await?;
        page.tab_to("textbox", "Manifest").await?;
        page.paste(PI).await?;
        page.press(&[Key::Control], Key::Enter).await?;
        debugger.wait_for_text("Why", "The API server has stored the Job pi").await?;
        assert_eq!(page.focused().await?.name, "Manifest", "the focus went away");

        page.press(&[], Key::F10).await?;
        page.press(&[], Key::F11).await?;
        debugger.wait_for_text("Why", "syncJob #1").await?;
        page.press(&[Key::Shift], Key::F11).await?;
        debugger.wait_for_text("Why", "created 1 pod").await?;
        page.press(&[Key::Shift], Key::F10).await?;
        assert!(debugger.pods().await?.is_empty(), "a step back left the pod");
        page.press(&[Key::Shift], Key::F11).await?;

        let pods = debugger.pods().await?;
        let [(_, name)] = pods.as_slice() else { panic!("not one pod but {}", pods.len()) };
        page.tab_to("button", name).await?;
        page.press(&[], Key::Enter).await?;
        page.tab_to("button", "Starts running").await?;
        page.press(&[], Key::Enter).await?;
        debugger.wait_for_text("Why", "Pod 1 runs").await?;
        let focused = page.focused().await?;
        assert!(focused.name.contains("pi-497r4"), "the focus is not on the pod but on {focused:?}");
        page.press(&[], Key::Enter).await?;
        page.tab_to("button", "Succeeds").await?;
        page.press(&[], Key::Enter).await?;
        debugger.wait_for_text("Why", "succeeded").await?;

        page.tab_to("button", "Play").await?;
        page.press(&[], Key::Enter).await?;
        let is_complete = async || {
            let status = debugger.status().await?;
            Ok(if status.starts_with("Complete") { Ok(()) } else { Err(status) })
        };
        page.wait_for("the Job to be Complete", is_complete).await
    });
}

#[test]
fn help_opens_and_gives_the_focus_back() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.tab_to("button", "Help and keys").await?;
        page.press(&[], Key::Enter).await?;
        page.find("dialog", "How to read this page").await?;
        page.check_accessibility().await?;
        page.press(&[], Key::Escape).await?;
        let is_closed = async || {
            let open = !page.all("dialog").await?.is_empty();
            Ok(if open { Err("it is open".to_owned()) } else { Ok(()) })
        };
        page.wait_for("Help to close", is_closed).await?;
        assert_eq!(page.focused().await?.name, "Help and keys");
        Ok(())
    });
}
