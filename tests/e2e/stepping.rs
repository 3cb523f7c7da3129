//! Stepping forwards and backwards.

use jobscope_tests::browser::{Key, Screen, Site, debug};
use serde_json::json;

use crate::compare::compare_with;
use crate::debugger::Debugger;
use crate::manifests::parallel;

#[test]
fn steps_back_show_exactly_what_was() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.kubectl("-o yaml").await?;
        let mut moments = vec![debugger.everything().await?];
        debugger.apply(&parallel(3)).await?;
        for button in ["Step over", "Step into", "Step into", "Step over", "Step over"] {
            moments.push(debugger.everything().await?);
            debugger.press(button).await?;
        }
        for earlier in moments.into_iter().rev() {
            debugger.press("Step back").await?;
            assert_eq!(debugger.everything().await?, earlier);
        }
        assert!(!debugger.can_press("Step back").await?, "there is something before the beginning");
        Ok(())
    });
}

#[test]
fn a_run_continues_when_the_page_is_loaded_again() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(5)).await?;
        for button in ["Step out", "Step out", "Step over", "Step back"] {
            debugger.press(button).await?;
        }
        let seen = debugger.everything().await?;
        page.reload().await?;
        page.find("region", "Why").await?;
        assert_eq!(debugger.everything().await?, seen);
        assert!(!debugger.can_press("Undo").await?, "there is nothing before it");
        debugger.press("Step over").await?;
        let further = debugger.everything().await?;
        assert_ne!(further, seen);
        // It continues after a visit to another page, too; but each tab has a run of its own.
        page.open("?elsewhere#/lessons").await?;
        page.open("?back#/debugger").await?;
        page.find("region", "Why").await?;
        assert_eq!(debugger.everything().await?, further);
        page.open_in_a_new_tab("#/debugger").await?;
        debugger.wait_for_text("kubectl", "No resources found").await
    });
}

#[test]
fn the_slider_goes_to_any_step() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        debugger.play_to_the_end().await?;
        let end = debugger.everything().await?;
        let slider = page.find("slider", "Timeline").await?;
        page.evaluate("document.querySelector('#time input[type=range], #time [role=slider]').focus()").await?;
        page.press(&[], Key::Home).await?;
        debugger.wait_for_text("kubectl", "No resources found").await?;
        assert!(!debugger.can_press("Step back").await?);
        page.press(&[], Key::Right).await?;
        assert!(debugger.can_press("Step back").await?);
        page.press(&[], Key::End).await?;
        assert_eq!(debugger.everything().await?, end);
        // The same keys do it on the page as a whole.
        page.evaluate("document.activeElement.blur()").await?;
        page.press(&[], Key::Home).await?;
        assert!(!debugger.can_press("Step back").await?);
        page.press(&[], Key::End).await?;
        assert_eq!(debugger.everything().await?, end);
        drop(slider);
        Ok(())
    });
}

#[test]
fn play_can_be_paused_and_continued() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        // Long enough that a busy machine does not see its end before it pauses.
        debugger.apply(&parallel(12)).await?;
        debugger.press("Play").await?;
        debugger.wait_for_text("Why", "syncJob #").await?;
        debugger.press("Pause").await?;
        let paused = debugger.everything().await?;
        tokio::time::sleep(std::time::Duration::from_millis(1_500)).await;
        assert_eq!(debugger.everything().await?, paused, "it continued by itself");
        debugger.play_to_the_end().await?;
        assert!(debugger.status().await?.starts_with("Complete"), "{}", debugger.status().await?);
        Ok(())
    });
}

/// What only narrow pages have appears when the window becomes narrow. The log follows the session on both, and in a comparison.
#[test]
fn the_sentence_and_the_log_follow_on_wide_and_narrow_pages() {
    const SENTENCES: &str = r"
        const sentence = (which) => (document.querySelector(which)?.textContent ?? '').match(/^[^.]*\.?/)[0];
        return [sentence('.strip-said'), sentence('[role=log]')];
    ";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        let says = async |sentence: &str, log: &str| {
            let expected = json!([sentence, log]);
            let shown = async || {
                let shown = page.evaluate(SENTENCES).await?;
                Ok(if shown == expected { Ok(()) } else { Err(format!("{shown}")) })
            };
            page.wait_for(&format!("{expected}"), shown).await
        };
        debugger.apply(&parallel(2)).await?;
        let stored = "The API server has stored the Job pi.";
        says("", stored).await?;
        page.show_on(Screen::PHONE.without_motion()).await?;
        says(stored, stored).await?;
        debugger.press("Step over").await?;
        let delivered = "The watch delivered 1 Job event to the cache.";
        says(delivered, delivered).await?;
        page.show_on(Screen::DESKTOP.without_motion()).await?;
        says("", delivered).await?;
        compare_with(page, "v1.28").await?;
        says("", delivered).await
    });
}

#[test]
fn nothing_jumps_while_stepping() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        for release in ["v1.11", "v1.28"] {
            for scenario in ["Slow start meets a quota", "A pod that keeps failing"] {
                page.show_on(Screen::DESKTOP.without_motion()).await?;
                page.find("combobox", "Kubernetes").await?.select_by_label(release).await?;
                page.find("combobox", "Scenario").await?.select_by_label(scenario).await?;
                debugger.press("Apply").await?;
                let low = Screen { height: 800, ..Screen::DESKTOP };
                for screen in [Screen::DESKTOP, low, Screen::TABLET] {
                    page.show_on(screen.without_motion()).await?;
                    page.find("button", "Step into").await?;
                    let moved = page.evaluate(STEP_AND_MEASURE).await?;
                    assert_eq!(moved, "", "{release} {scenario} {screen:?}");
                }
            }
        }
        Ok(())
    });
}

/// Steps into many questions; what changed its place or height meanwhile, and which sentences did not fit.
const STEP_AND_MEASURE: &str = "return (async () => {
    const parts = '#plane, #pods, #why .moment, #path, .did, #time, #output, .map > *, .memory > *';
    const places = () => [...document.querySelectorAll(parts)].map((part) => {
        const { top, height } = part.getBoundingClientRect();
        return `${part.id || part.className.replace(/ (now|on|held|idle|long)/g, '')} ${Math.round(top)} + ${Math.round(height)}`;
    });
    const found = new Set();
    const into = document.querySelector('[aria-keyshortcuts=F11]');
    const before = places();
    for (let step = 0; step < 120 && !into.disabled; step++) {
        into.click();
        await new Promise((done) => setTimeout(done));
        places().forEach((place, at) => place === before[at] || found.add(`${before[at]} -> ${place}`));
        for (const line of document.querySelectorAll('.lines > *, .stores dd')) {
            if (line.scrollWidth > line.clientWidth) found.add(`is cut: ${line.innerText}`);
        }
        const sentence = document.querySelector('.narrative');
        if (sentence.scrollHeight > sentence.clientHeight) found.add(`does not fit: ${sentence.innerText}`);
    }
    return [...found].join('; ');
})()";
