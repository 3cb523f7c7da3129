//! Breakpoints, runs to them, zoom, and undo.

use jobscope_tests::browser::{Key, Screen, Site, Theme, debug};

use crate::debugger::Debugger;
use crate::manifests::{PI, parallel};

#[test]
fn it_runs_to_a_condition_and_back_to_what_led_there() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        debugger.press("Run to").await?;
        page.check_accessibility().await?;
        debugger.press("Run forward to: any condition of the Job").await?;
        debugger.wait_for_text("Timeline", "any condition of the Job").await?;
        assert!(debugger.status().await?.starts_with("Complete"), "{}", debugger.status().await?);
        assert_eq!(page.focused().await?.name, "Run to", "the focus is lost");

        debugger.press("Run to").await?;
        debugger.press("Run forward to: a refused call").await?;
        debugger.wait_for_text("Timeline", "It does not happen from here on").await?;
        assert!(debugger.status().await?.starts_with("Complete"), "a run to nothing went somewhere");
        Ok(())
    });
}

#[test]
fn a_marker_at_the_end_has_its_text_beside_its_drawing() {
    /// The visible line of the last marker; its text wraps to the next line if it has no room.
    const SAID: &str = "
        const mark = [...document.querySelectorAll('#time .marks .mk')].at(-1), end = mark.getBoundingClientRect().bottom;
        return [...mark.children].filter((part) => part.getBoundingClientRect().top < end).map((part) => part.textContent).join('');";
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        debugger.press("Run to").await?;
        debugger.press("Run forward to: any condition of the Job").await?;
        for screen in [Screen::TABLET, Screen::DESKTOP] {
            page.show_on(screen).await?;
            page.settle().await?;
            assert_eq!(page.evaluate(SAID).await?, "Complete", "{screen:?}");
        }
        Ok(())
    });
}

#[test]
fn breakpoints_are_made_kept_and_struck_by_play_and_by_keys() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.press("Run to").await?;
        page.find("combobox", "Stop at").await?.select_by_value("decision").await?;
        let which = page.find("combobox", "Which").await?;
        let chosen =
            page.evaluate("return document.querySelector('.run-to .pair select').selectedOptions[0].text").await?;
        assert_eq!(chosen, "May it create or delete pods?", "what is chosen at first");
        which.select_by_label("Are expectations satisfied?").await?;
        page.find("combobox", "Answer").await?.select_by_label("no").await?;
        debugger.press("Add breakpoint").await?;
        page.find("combobox", "Stop at").await?.select_by_value("phase").await?;
        page.find("combobox", "Which").await?.select_by_label("Succeeded").await?;
        debugger.press("Add breakpoint").await?;
        page.find("button", "Remove the breakpoint: a pod’s phase becomes Succeeded").await?;
        for theme in Theme::ALL {
            page.show_on(Screen::DESKTOP.with_theme(theme)).await?;
            page.check_accessibility_in(theme).await?;
            page.picture(&format!("breakpoints-{}", Screen::DESKTOP.with_theme(theme).name())).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        page.press(&[], Key::Escape).await?;

        page.reload().await?;
        debugger.apply(&parallel(3)).await?;
        debugger.press("Play").await?;
        debugger.wait_for_text("Timeline", "a pod’s phase becomes Succeeded").await?;
        assert!(debugger.can_press("Play").await?, "Play continues after a breakpoint");
        assert_eq!(debugger.kubectl("get pods").await?.matches("Completed").count(), 3);
        page.press(&[Key::Shift], Key::F8).await?;
        debugger.wait_for_text("Timeline", "It has not happened before").await?;
        debugger.press("To the start").await?;
        page.press(&[], Key::F8).await?;
        debugger.wait_for_text("Timeline", "a pod’s phase becomes Succeeded").await
    });
}

#[test]
fn what_came_of_the_present_step_is_drawn_at_the_playhead() {
    /// How far the drawing of a lane reaches to the left of the playhead, and over it, in pixels.
    const DRAWN: &str = r"
        const playhead = document.querySelector('.playhead').getBoundingClientRect().left + 1;
        const box = (one) => one.getBoundingClientRect();
        const pods = box(document.querySelector('.gantt path.g-pending'));
        const rise = document.querySelector('.chart path.a-active');
        const covered = [...document.querySelectorAll('.tick')].filter((tick) => {
            const at = box(tick), head = box(document.querySelector('.over'));
            return at.top < head.top + 6 && at.left < playhead + 6 && at.right > playhead - 6;
        });
        return [playhead - pods.left, pods.right - playhead, box(rise).height, covered.length];
    ";
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        debugger.wait_for_text("Pods", "15").await?;
        for screen in [Screen::DESKTOP, Screen::UPRIGHT, Screen::PHONE] {
            page.show_on(screen).await?;
            if screen.width <= 1000 {
                page.evaluate("document.querySelector('#tab-time').click()").await?;
            }
            let drawn: Vec<f64> = serde_json::from_value(page.evaluate(DRAWN).await?).unwrap_or_default();
            let [before, over, rise, covered] = drawn[..] else { panic!("{drawn:?}") };
            assert!(before > 3.0 && over.abs() < 2.0 && rise > 10.0 && covered == 0.0, "{screen:?}: {drawn:?}");
        }
        Ok(())
    });
}

#[test]
fn waits_are_seen_and_said() {
    /// The visible labels of the waits.
    const SAID: &str = "
        return [...document.querySelectorAll('#time .tl-wait b')].filter((one) => one.checkVisibility())
            .map((one) => one.textContent.replace(/\\u00a0/g, ' ')).join(' | ')";
    /// The full description of each.
    const FOR: &str = "return [...document.querySelectorAll('#time .tl-wait')].map((one) => one.title.replace(/\\u00a0/g, ' ')).join(' | ')";
    /// The slider's value text.
    const SLIDER: &str = "return document.querySelector('#time [type=range]').getAttribute('aria-valuetext')";
    /// The labels that overlap the playhead on the ruler, and the labels that the waits' labels overlap.
    const STRUCK: &str = "
        const box = (one) => one.getBoundingClientRect();
        const head = box(document.querySelector('.playhead'));
        const ticks = [...document.querySelectorAll('#time .tick > span')].filter((one) => {
            const text = box(one), shown = box(one.parentElement);
            return text.top < shown.bottom && text.left < head.left - 1 && text.right > head.right + 1;
        });
        return ticks.map((one) => one.textContent).join()";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.wait_for_text("Timeline", "What happens is drawn here").await?;
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        page.find("combobox", "Scenario").await?.select_by_label("A pod that keeps failing").await?;
        debugger.press("Apply").await?;
        debugger.wait_for_text("Timeline", "The next steps come here").await?;
        debugger.play_to_the_end().await?;
        let said = page.evaluate(SAID).await?.to_string();
        let all: Vec<&str> = said.trim_matches('"').split(" | ").collect();
        assert!(matches!(all[..], ["8 s", "18 s" | "back-off, 18 s", "back-off, 38 s"]), "{said}");
        // Each has a full description, and so does the slider after a step that was a wait.
        assert_eq!(
            page.evaluate(FOR).await?,
            [8, 18, 38]
                .map(|s| format!("{s} s in which the Job and the pods that it needs wait for the back-off."))
                .join(" | ")
        );
        let mut said = false;
        for _ in 0..30 {
            page.press(&[Key::Shift], Key::F10).await?;
            said |= page.evaluate(SLIDER).await?.as_str().is_some_and(|said| said.ends_with("wait for the back-off."));
        }
        assert!(said, "the slider tells of no back-off");
        for screen in [Screen::DESKTOP, Screen::PHONE] {
            page.show_on(screen).await?;
            if screen == Screen::PHONE {
                page.evaluate("document.querySelector('#tab-time').click()").await?;
            }
            for _ in 0..30 {
                page.press(&[Key::Shift], Key::F10).await?;
                assert_eq!(page.evaluate(STRUCK).await?, "", "on {screen:?}");
            }
        }
        Ok(())
    });
}

#[test]
fn a_closer_look_keeps_the_playhead_in_view() {
    const TICKS: &str = "return [...document.querySelectorAll('#time .tick')].map((tick) => tick.textContent).join()";
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(20)).await?;
        debugger.play_to_the_end().await?;
        let whole = page.evaluate(TICKS).await?;
        page.evaluate("document.querySelector('#time input[type=range]').focus()").await?;
        for _ in 0..3 {
            page.write("+").await?;
        }
        assert_ne!(page.evaluate(TICKS).await?, whole);
        page.press(&[], Key::Home).await?;
        let place =
            page.evaluate("return parseFloat(document.querySelector('.over').style.getPropertyValue('--now'))").await?;
        assert!(place.as_f64().is_some_and(|place| (0.0..=100.0).contains(&place)), "{place}");
        page.write("0").await?;
        assert_eq!(page.evaluate(TICKS).await?, whole);
        assert!(!debugger.can_press("Zoom out").await?);
        debugger.press("Zoom in").await?;
        assert!(debugger.can_press("Zoom out").await?);
        Ok(())
    });
}

#[test]
fn what_somebody_drags_to_shows_whole_when_they_rest() {
    /// Moves back by one step in each frame, then rests. Returns the number of rows that the path had at its last step
    /// during the drag, and at the end.
    const DRAG: &str = "
        const rows = () => document.querySelectorAll('#path .q').length;
        await rest(Number(slider.max));
        for (let step = Number(slider.max) - 1; step >= TO; step -= 1) {
            go(step);
            await frame();
        }
        let dragged = 0;
        while (main.ariaBusy) {
            if (main.dataset.dragged) dragged = rows();
            await frame();
        }
        return [dragged, rows()];";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        // Its syncs have paths that are longer than the view.
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.apply(&parallel(20)).await?;
        debugger.step_over_until("region", "Why", "syncJob #1 created").await?;
        let step = page.evaluate(STEP).await?;
        debugger.play_to_the_end().await?;
        let slide = |script: &str| format!("{SLIDER}{script}").replace("TO", &step.to_string());
        page.evaluate(&slide("await rest(TO);")).await?;
        let whole = debugger.everything().await?;
        let (mut dragged, mut rows) = (0, 0);
        // On a busy machine this may be too slow to count as a drag.
        for _ in 0..5 {
            let said = page.evaluate(&slide(DRAG)).await?;
            [dragged, rows] = [0, 1].map(|place| said[place].as_u64().unwrap_or_default());
            assert_eq!(debugger.everything().await?, whole);
            assert_eq!(page.evaluate(PRESENT_IN_VIEW).await?, true, "the present row is not in view");
            if dragged > 0 {
                break;
            }
        }
        assert!(0 < dragged && dragged < rows, "{dragged} rows while it was dragged, {rows} after it");
        Ok(())
    });
}

/// Whether the current row is visible below the sentence.
const PRESENT_IN_VIEW: &str = "
    const box = (found) => document.querySelector(found).getBoundingClientRect();
    const [row, path, sentence] = [box('#path .cur'), box('#path'), box('.saying')];
    return row.top >= Math.max(path.top, sentence.bottom) - 1 && row.bottom <= path.bottom + 1;";

/// Moves the slider, as a user who drags it, or one who goes to a step and stays there.
const SLIDER: &str = "
    const slider = document.querySelector('#time input[type=range]');
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    const main = document.querySelector('main');
    const go = (step) => {
        value.call(slider, String(step));
        slider.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const rest = async (step) => {
        go(step);
        do await frame(); while (main.ariaBusy);
    };";

/// The number of the current step.
const STEP: &str = "return Number(document.querySelector('#time input[type=range]').value)";

#[test]
fn edits_are_taken_back_and_brought_back() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step out").await?;
        let before = debugger.everything().await?;
        debugger.choose_for_the_pod("Starts running").await?;
        debugger.wait_for_text("Why", "runs").await?;
        let after = debugger.everything().await?;
        debugger.press("Undo: something happened to pods").await?;
        assert_eq!(debugger.everything().await?, before);
        debugger.press("Redo: something happened to pods").await?;
        assert_eq!(debugger.everything().await?, after);
        page.press(&[Key::Control], 'z').await?;
        assert_eq!(debugger.everything().await?, before);
        debugger.press("Undo: the manifest was applied").await?;
        debugger.wait_for_text("kubectl", "No resources found").await?;
        assert!(!debugger.can_press("Undo").await?);
        Ok(())
    });
}
