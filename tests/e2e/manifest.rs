//! Typing into the editor: mistakes are shown in place, and nothing is lost.

use jobscope_tests::browser::{Key, Screen, Site, debug};

use crate::debugger::Debugger;
use crate::manifests::{PI, parallel};

#[test]
fn a_mistake_shows_at_its_line_and_the_old_state_stays() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step over").await?;
        debugger.press("Step over").await?;
        let before = debugger.everything().await?;

        debugger.paste(&PI.replace("backoffLimit: 4", "backofLimit: 4")).await?;
        debugger.wait_for_text("Spec", "line 13, column 3").await?;
        debugger.wait_for_text("Spec", "backofLimit").await?;
        assert_eq!(page.find("textbox", "Manifest").await?.attr("aria-invalid").await?.as_deref(), Some("true"));
        assert_eq!(debugger.everything().await?, before, "the mistake has changed the world");

        debugger.press("Apply").await?;
        assert_eq!(page.focused().await?.name, "Manifest", "Apply leads to the mistake");
        assert_eq!(debugger.everything().await?, before, "a broken manifest was applied");
        Ok(())
    });
}

#[test]
fn text_that_is_no_manifest_breaks_nothing() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        let deep = format!("a: {}", "[".repeat(50_000));
        let long = format!("{PI}# {}", "x".repeat(300 * 1024));
        for text in ["]", "---", "\u{0}\u{feff}\t: :", "kind: Pod", "&a [*a, *a]", deep.as_str(), long.as_str()] {
            debugger.paste(text).await?;
            debugger.wait_for_text("Spec", "line ").await?;
            // The next mistake is not to be taken for this one.
            debugger.paste(PI).await?;
            let valid = async || {
                let invalid = page.find("textbox", "Manifest").await?.attr("aria-invalid").await?;
                Ok(if invalid.as_deref() == Some("true") { Err("it is invalid".to_owned()) } else { Ok(()) })
            };
            page.wait_for("a manifest without mistakes", valid).await?;
        }
        debugger.apply(PI).await?;
        debugger.wait_for_text("kubectl", "No resources found").await
    });
}

#[test]
fn the_manifest_is_applied_by_keys_from_any_region() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("region", "Timeline").await?.click().await?;
        page.press(&[Key::Control], Key::Enter).await?;
        debugger.wait_for_text("Why", "The API server has stored the Job pi").await?;
        // Where there is nothing to apply, nothing happens; what is wrong with a manifest is gone to.
        let seen = debugger.everything().await?;
        page.press(&[Key::Control], Key::Enter).await?;
        assert_eq!(debugger.everything().await?, seen);
        debugger.paste("kind: Job\nspec: [").await?;
        page.find("region", "Timeline").await?.click().await?;
        page.press(&[Key::Control], Key::Enter).await?;
        page.write("x").await?;
        assert!(debugger.manifest().await?.contains('x'), "the editor has no focus");
        Ok(())
    });
}

#[test]
fn what_was_typed_is_there_after_a_reload() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.paste("kind: Job # unfinished").await?;
        page.press(&[], Key::End).await?;
        page.write(" business").await?;
        page.reload().await?;
        let editor = page.find("textbox", "Manifest").await?;
        assert_eq!(editor.prop("value").await?.as_deref(), Some("kind: Job # unfinished business"));
        Ok(())
    });
}

#[test]
fn each_tab_has_its_own_session_and_the_next_begins_with_the_last() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&parallel(5)).await?;
        debugger.paste("kind: Job # mine").await?;
        // What another tab leaves there meanwhile.
        let others = [
            ("manifest", r#""kind: Job # theirs""#),
            ("release", r#""v1.22""#),
            ("replaced", r#"["kind: Job # replaced"]"#),
        ];
        for (key, value) in others {
            page.evaluate(&format!("localStorage.setItem('jobscope.{key}', {value:?})")).await?;
        }
        let before = debugger.everything().await?;
        page.reload().await?;
        page.find("region", "Why").await?;
        assert_eq!(debugger.manifest().await?, "kind: Job # mine");
        assert_eq!(debugger.everything().await?, before);
        assert!(page.find_all("button", "Bring it back").await?.is_empty());
        page.open_in_a_new_tab("?next").await?;
        page.find("region", "Why").await?;
        assert_eq!(debugger.manifest().await?, "kind: Job # theirs");
        Ok(())
    });
}

#[test]
fn the_start_of_a_long_line_comes_back_into_view() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.paste("a: b").await?;
        page.write(&"long ".repeat(40)).await?;
        let scrolled = async || page.evaluate("return document.querySelector('.editor').scrollLeft").await;
        assert_ne!(scrolled().await?, 0, "the end of the line is out of view");
        page.press(&[], Key::Home).await?;
        assert_eq!(scrolled().await?, 0, "the line numbers hide the start of the line");
        Ok(())
    });
}
