//! Two runs side by side: under two releases, and in two branches.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, debug};

use crate::debugger::Debugger;
use crate::lines::check_lines;
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
        let value = page.find("slider", "Both runs, side by side").await?.prop("value").await?.unwrap_or_default();
        Ok(if value == row.to_string() { Ok(()) } else { Err(value) })
    };
    page.wait_for(&format!("row {row}"), is_there).await
}

pub(crate) async fn compare_with(page: &Page, option: &str) -> Result<(), Error> {
    page.find("combobox", "compare with").await?.select_by_label(option).await?;
    page.find("group", "First difference").await.map(|_| ())
}

#[test]
fn two_releases_are_compared_and_the_first_difference_is_named() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.11").await?;
        debugger.apply(PI).await?;
        compare_with(page, "v1.28").await?;
        let shown = debugger.text("group", "First difference").await?;
        assert!(
            shown.contains("v1.28 makes status write #3 (accepted); v1.11 does not.")
                && shown.contains("the next status that v1.11 writes says active 0, succeeded 1, failed 0, Complete; that of v1.28 (at t+12.0 s) says active 0, succeeded 0, failed 0."),
            "{shown}"
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
        debugger.press("Step forward in both").await?;
        wait_for_row(page, 2).await?;
        page.press(&[Key::Shift], Key::F10).await?;
        wait_for_row(page, 1).await?;
        page.find("slider", "Both runs, side by side").await?.click().await?;
        page.press(&[], Key::End).await?;
        let (left, right) = cells(page, "compare-status").await?;
        assert!(left.contains("Complete") && right.contains("Complete"), "{left} | {right}");

        // The session is as it was.
        page.press(&[], Key::Escape).await?;
        debugger.wait_for_text("Timeline", "step 1 of 1").await
    });
}

#[test]
fn of_several_jobs_each_has_its_status_and_a_difference_names_its_own() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.11").await?;
        let other = PI.replace("name: pi\n", "name: tau\n");
        debugger.apply(&format!("{PI}---\n{other}")).await?;
        compare_with(page, "v1.28").await?;
        let said = debugger.text("group", "First difference").await?;
        assert!(said.contains(": pi: ") || said.contains(": tau: "), "{said}");
        page.find("slider", "Both runs, side by side").await?.click().await?;
        page.press(&[], Key::End).await?;
        let both = async || {
            let (left, right) = cells(page, "compare-status").await?;
            let is_whole =
                |cell: &str| cell.contains("pi") && cell.contains("tau") && cell.matches("Complete").count() == 2;
            Ok(if is_whole(&left) && is_whole(&right) { Ok(()) } else { Err(format!("{left} | {right}")) })
        };
        page.wait_for("the status of both Jobs", both).await?;
        page.check_accessibility().await
    });
}

#[test]
fn two_branches_are_compared() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
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
        let shown = debugger.text("group", "First difference").await?;
        assert!(shown.contains("First run") && shown.contains("something happened to pods"), "{shown}");
        debugger.press("Back to debugging").await?;
        page.find("radiogroup", "Branches").await.map(|_| ())
    });
}

#[test]
fn the_lanes_of_both_runs_are_in_step_and_marked_where_they_differ() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.11").await?;
        debugger.apply(PI).await?;
        compare_with(page, "v1.28").await?;
        let lanes = "return [
            [...document.querySelectorAll('.twice .run-name')].map((name) => name.textContent).join(),
            [...document.querySelectorAll('.twice .first-of')].map((mark) => mark.textContent).sort().join(),
            [...document.querySelectorAll('.differences button')].map((found) => found.textContent).sort().join(),
            [...document.querySelectorAll('.twice .lane')].filter((lane) => lane.querySelector('path')).length]";
        let lanes = page.evaluate(lanes).await?;
        let text = |place: usize| lanes.get(place).and_then(|text| text.as_str()).unwrap_or_default();
        assert_eq!(text(0), "v1.11,v1.28");
        assert!(text(1).contains("status") && text(1) == text(2), "{lanes}");
        assert!(lanes.get(3).and_then(serde_json::Value::as_u64) >= Some(6), "{lanes}");
        // Both playheads are one, and it stands where the mark does once one goes there.
        debugger.press("Go to the first difference: status").await?;
        let beside = "const at = (what) => document.querySelector(what).getBoundingClientRect().left;
            return Math.abs(at('.twice .playhead') - at('.twice .first-of[data-of=compare-status]'))";
        let apart = page.evaluate(beside).await?;
        assert!(apart.as_f64().is_some_and(|apart| apart < 3.0), "{apart}");
        // A press on the lanes goes there: at the left edge, to the start.
        let press = "const lanes = document.querySelector('.twice .ruler .t'); const area = lanes.getBoundingClientRect();
            for (const kind of ['pointerdown', 'pointerup'])
              lanes.dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX: area.left + 1, clientY: area.top + 30, button: 0, pointerId: 1 }))";
        page.evaluate(press).await?;
        wait_for_row(page, 0).await
    });
}

#[test]
fn a_branch_is_compared_from_its_row() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        for _ in 0..3 {
            debugger.press("Step over").await?;
        }
        debugger.press("Step back").await?;
        debugger.press("Crash controller").await?;
        let here = "from step 3: the controller was replaced";
        debugger.press("Compare the branch that is shown with First run").await?;
        page.find("heading", &format!("{here} and First run side by side")).await?;
        debugger.press("Back to debugging").await?;

        // With one other there is nothing to ask.
        debugger.press(&format!("Compare “{here}” with another branch")).await?;
        page.find("heading", &format!("{here} and First run side by side")).await?;
        debugger.press("Back to debugging").await?;

        // With several, it is asked with which.
        debugger.press("Step back").await?;
        debugger.press("Step back").await?;
        debugger.press("Crash controller").await?;
        let other = "from step 2: the controller was replaced";
        debugger.press(&format!("Compare “{other}” with another branch")).await?;
        page.check_accessibility().await?;
        page.picture("branch-compare").await?;
        debugger.press(here).await?;
        page.find("heading", &format!("{other} and {here} side by side")).await?;
        debugger.press("Back to debugging").await
    });
}

#[test]
fn it_looks_right() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
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
                    check_lines(page, &format!("compare on {screen:?}")).await?;
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
