//! Everyday things: the command palette, a presenter's remote control, the first steps, the meter, printing.

use jobscope_tests::browser::{Key, Screen, Site, Theme, debug};

use crate::debugger::Debugger;
use crate::manifests::PI;
use crate::screens::look;

#[test]
fn a_command_is_found_by_a_few_letters_and_run_by_enter() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        page.press(&[Key::Control], 'k').await?;
        page.find("combobox", "Find a command").await?;
        assert_eq!(page.focused().await?.name, "Find a command");
        page.write("step ov").await?;
        page.find("option", "Step over: the next action").await?;
        look(page, "palette", Screen::DESKTOP).await?;
        page.press(&[], Key::Enter).await?;
        debugger.wait_for_text("Why", "delivered").await?;
        assert!(page.all("dialog").await?.is_empty(), "the palette has closed");
        // The same in the other language, by a few letters of either.
        page.press(&[Key::Control], 'k').await?;
        page.find("combobox", "Find a command").await?;
        page.write("简体").await?;
        page.press(&[], Key::Enter).await?;
        page.find("region", "控制平面").await?;
        page.press(&[Key::Control], 'k').await?;
        page.find("combobox", "查找命令").await?;
        page.write("dark").await?;
        look(page, "palette-zh", Screen::DESKTOP).await?;
        page.press(&[], Key::Enter).await?;
        let is_dark = async || {
            let theme = page.evaluate("return document.documentElement.dataset.theme").await?;
            Ok(if theme == "dark" { Ok(()) } else { Err(theme.to_string()) })
        };
        page.wait_for("the dark theme", is_dark).await
    });
}

#[test]
fn enter_runs_what_was_typed_even_before_it_is_drawn() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        page.press(&[Key::Control], 'k').await?;
        page.find("combobox", "Find a command").await?;
        // In a single action, so that nothing is rendered between the letters and Enter.
        let fast = "
            const field = document.activeElement;
            field.value = '简体';
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
            field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));";
        page.evaluate(fast).await?;
        page.find("region", "控制平面").await.map(|_| ())
    });
}

#[test]
fn a_phone_has_the_palette_too_and_it_applies_and_shares() {
    debug(Site::Jobscope, Screen::PHONE, async |page| {
        let debugger = Debugger::on(page);
        debugger.press("Search commands").await?;
        page.find("combobox", "Find a command").await?;
        page.write("apply the\n").await?;
        debugger.wait_for_text("Spec", "nothing would change").await?;
        debugger.press("Search commands").await?;
        page.find("combobox", "Find a command").await?;
        page.write("share this\n").await?;
        page.find("dialog", "Share this session").await.map(|_| ())
    });
}

#[test]
fn arrows_choose_in_the_palette_and_escape_gives_the_focus_back() {
    debug(Site::Jobscope, Screen::PHONE, async |page| {
        page.find("button", "Help and keys").await?;
        page.tab_to("button", "Help and keys").await?;
        page.press(&[Key::Control], 'k').await?;
        page.find("combobox", "Find a command").await?;
        let selected = async || {
            let script = "return document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).textContent";
            page.evaluate(script).await
        };
        let first = selected().await?;
        page.press(&[], Key::Down).await?;
        assert_ne!(selected().await?, first);
        page.press(&[], Key::Up).await?;
        assert_eq!(selected().await?, first);
        look(page, "palette", Screen::PHONE).await?;
        page.press(&[], Key::Escape).await?;
        assert_eq!(page.focused().await?.name, "Help and keys");
        Ok(())
    });
}

#[test]
fn a_remote_control_steps_and_blanks_the_screen() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        page.press(&[], Key::PageDown).await?;
        debugger.wait_for_text("Why", "delivered").await?;
        page.press(&[], Key::PageUp).await?;
        debugger.wait_for_text("Why", "has stored the Job pi").await?;
        page.press(&[], '.').await?;
        page.wait_for("a black screen", async || {
            let black =
                page.all("status").await?.into_iter().any(|(_, it)| it.name.is_empty() || it.name.contains("black"));
            Ok(if black { Ok(()) } else { Err("no".to_owned()) })
        })
        .await?;
        let blank = "return document.querySelector('.blank') !== null";
        assert_eq!(page.evaluate(blank).await?, true);
        page.press(&[], 'b').await?;
        assert_eq!(page.evaluate(blank).await?, false);
        Ok(())
    });
}

#[test]
fn the_first_steps_are_dismissed_for_good() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.find("complementary", "New here?").await?;
        for screen in [Screen::DESKTOP, Screen::TABLET, Screen::UPRIGHT, Screen::PHONE] {
            page.show_on(screen).await?;
            look(page, "first-steps", screen).await?;
            let steps = page.evaluate("return document.querySelector('.hint-card ol').innerText").await?.to_string();
            assert_eq!(steps.contains("F10"), screen.width > 1000, "{steps}");
        }
        page.show_on(Screen::DESKTOP).await?;
        Debugger::on(page).press("Got it").await?;
        page.reload().await?;
        page.find("region", "Why").await?;
        assert!(page.find_all("complementary", "New here?").await?.is_empty());
        Ok(())
    });
}

#[test]
fn where_spec_is_a_drawer_its_button_is_marked_until_there_is_a_job() {
    debug(Site::Jobscope, Screen::TABLET.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        let looks = "
            const button = document.querySelector('.top [aria-controls=spec]');
            return [getComputedStyle(button).backgroundColor !== 'rgba(0, 0, 0, 0)', Math.round(button.getBoundingClientRect().width)];";
        let before = page.evaluate(looks).await?;
        assert_eq!(before[0], true);
        debugger.press("Spec").await?;
        debugger.press("Apply").await?;
        debugger.wait_for_text("Why", "The API server has stored the Job pi").await?;
        // The pointer lies elsewhere.
        let after = page.evaluate(looks).await?;
        assert_eq!((&after[0], &after[1]), (&false.into(), &before[1]));
        Ok(())
    });
}

#[test]
fn a_phone_keeps_names_to_two_lines() {
    // How many lines a name takes when it is short, long, or absurdly long.
    const LINES: &str = "
        const shown = document.querySelector(PLACE);
        const line = parseFloat(getComputedStyle(shown).lineHeight);
        const there = [...shown.childNodes];
        const lines = ['pi', 'What the controller made of a pod that nobody asked for', 'many words '.repeat(30)].map((name) => {
            shown.replaceChildren(name);
            return Math.round(shown.getBoundingClientRect().height / line);
        });
        shown.replaceChildren(...there);
        return lines;";
    debug(Site::Jobscope, Screen::PHONE, async |page| {
        page.find("combobox", "Scenario").await?;
        let lines = page.evaluate(&LINES.replace("PLACE", "'.name-shown'")).await?;
        assert_eq!(lines, serde_json::json!([1, 2, 2]), "of a scenario");
        page.open("#/lesson/pod-failure-policy").await?;
        page.find("heading", "Not every failure is the same").await?;
        let lines = page.evaluate(&LINES.replace("PLACE", "'.lesson-name'")).await?;
        assert_eq!(lines, serde_json::json!([1, 2, 2]), "of a lesson");
        Ok(())
    });
}

#[test]
fn the_release_is_chosen_on_a_phone_too() {
    debug(Site::Jobscope, Screen::PHONE, async |page| {
        page.find("tab", "Spec").await?.click().await?;
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        page.find("tab", "Why").await?.click().await?;
        Debugger::on(page).wait_for_text("Why", "v1.28").await
    });
}

#[test]
fn the_meter_measures_frames() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.find("region", "Why").await?;
        page.press(&[Key::Control], 'k').await?;
        page.find("combobox", "Find a command").await?;
        page.write("frame meter\n").await?;
        let meter = page.find("status", "Frame meter").await?;
        let measured = async || {
            let frames = meter.attr("data-frames").await?.unwrap_or_default();
            Ok(if frames.parse().is_ok_and(|frames: u32| frames > 25) { Ok(()) } else { Err(frames) })
        };
        page.wait_for("frames to be measured", measured).await?;
        page.check_accessibility().await
    });
}

#[test]
fn what_is_printed_has_nothing_to_press() {
    debug(Site::Jobscope, Screen::DESKTOP.with_theme(Theme::Dark), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step out").await?;
        debugger.wait_for_text("Why", "created 1 pod").await?;
        page.print("printed", async || {
            let script = "
                const seen = (element) => element.getClientRects().length > 0;
                return [...document.querySelectorAll('button, select, textarea, input')]
                    .filter((control) => seen(control) && !control.closest('.top, .path, .batches, .marks, .out .tabs, .counts, .parked')).map((control) => control.textContent || control.className);";
            let controls = page.evaluate(script).await?;
            assert_eq!(controls.as_array().map(Vec::len), Some(0), "{controls}");
            let with = page.evaluate("return document.querySelector('.top').innerText.includes('compare with')").await?;
            assert_eq!(with, false, "what could be chosen to compare with");
            for region in ["Why", "Pods", "kubectl"] {
                let text = debugger.text("region", region).await?;
                assert!(!text.is_empty(), "{region} is not printed");
            }
            let lanes = "
                return ['.ruler .t', '.gantt .t', '.chart .t'].map((lane) => document.querySelector('.time ' + lane).getBoundingClientRect())
                    .map((lane) => lane.height > 15 ? lane.left : 'none');";
            let lanes = page.evaluate(lanes).await?;
            assert!(lanes[0].is_number() && lanes[0] == lanes[1] && lanes[1] == lanes[2], "{lanes}");
            Ok(())
        })
        .await
    });
}
