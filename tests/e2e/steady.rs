//! What is pressed stays where it is, what is enlarged is larger, and the focus follows what opens and closes.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug, drive};

use crate::debugger::Debugger;
use crate::manifests::PI;

/// What the start page says of an address that it does not know.
const NO_PAGE: &str = "There is no page at this address. This is the start page.";

/// Where the middle of the element is on the screen.
async fn middle(page: &Page, selector: &str) -> Result<(i64, i64), Error> {
    let script = format!(
        "const {{ left, top, width, height }} = document.querySelector('{selector}').getBoundingClientRect();
         return [Math.round(left + width / 2), Math.round(top + height / 2)];"
    );
    let at = page.evaluate(&script).await?;
    Ok((at[0].as_i64().unwrap_or(-1), at[1].as_i64().unwrap_or(-1)))
}

async fn width(page: &Page, selector: &str) -> Result<f64, Error> {
    let script = format!("return document.querySelector('{selector}').getBoundingClientRect().width");
    Ok(page.evaluate(&script).await?.as_f64().unwrap_or_default())
}

#[test]
fn the_buttons_of_theme_and_language_stay_when_the_language_changes() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        for address in ["#/debugger", "#/lessons", "#/glossary"] {
            page.open(address).await?;
            for screen in [Screen::DESKTOP, Screen::TABLET] {
                page.show_on(screen).await?;
                page.find("button", "Language: English").await?;
                let before = (middle(page, ".btn.theme").await?, middle(page, ".btn.lang").await?);
                page.find("button", "Language: English").await?.click().await?;
                page.find("button", "语言：简体中文").await?;
                let after = (middle(page, ".btn.theme").await?, middle(page, ".btn.lang").await?);
                let near = |one: (i64, i64), other: (i64, i64)| one.0.abs_diff(other.0) + one.1.abs_diff(other.1) <= 1;
                let stay = near(after.0, before.0) && near(after.1, before.1);
                assert!(stay, "{address} {}: {after:?} instead of {before:?}", screen.name());
                page.find("button", "语言：简体中文").await?.click().await?;
            }
        }
        Ok(())
    });
}

#[test]
fn the_tabs_of_a_phone_stay_whichever_is_chosen() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step over").await?;
        page.show_on(Screen::PHONE).await?;
        let mut places = Vec::new();
        for tab in ["Why", "Plane", "Pods", "kubectl", "Time", "Spec"] {
            page.find("tab", tab).await?.click().await?;
            places.push((tab, middle(page, ".page-nav").await?));
        }
        assert!(places.iter().all(|(_, place)| *place == places[0].1), "{places:?}");
        Ok(())
    });
}

#[test]
fn the_search_of_schedules_grows_downwards() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Explore").await?;
        page.find("dialog", "Explore every order").await?;
        let before = middle(page, "dialog[open] header").await?;
        debugger.press("Start").await?;
        let is_there = async || {
            let there = page.evaluate("return !!document.querySelector('.explore-verdict')").await?;
            Ok(if there == true { Ok(()) } else { Err("it still searches".to_owned()) })
        };
        page.wait_for("its end", is_there).await?;
        assert_eq!(middle(page, "dialog[open] header").await?, before);
        Ok(())
    });
}

#[test]
fn kubectl_and_the_flow_chart_can_be_enlarged() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step over").await?;
        let before = width(page, ".out").await?;
        debugger.press("Enlarge kubectl").await?;
        let large = width(page, ".out").await?;
        assert!(large > 2.5 * before, "{large} instead of {before}");
        page.check_accessibility().await?;
        page.picture("kubectl-large").await?;
        debugger.press("Step over").await?;
        debugger.wait_for_text("Timeline", "step 3 of 3").await?;
        debugger.press("Enlarge kubectl").await?;
        let again = width(page, ".out").await?;
        assert!((again - before).abs() < 1.0, "{again} instead of {before}");

        debugger.press("Flow chart").await?;
        let before = width(page, ".board .fq").await?;
        debugger.press("Enlarge").await?;
        let large = width(page, ".board.large .fq").await?;
        assert!(large > 1.2 * before, "{large} instead of {before}");
        Ok(())
    });
}

#[test]
fn the_drawer_takes_the_focus_and_gives_it_back() {
    debug(Site::Jobscope, Screen::TABLET.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        let is_in_drawer = async || {
            let inside = page.evaluate("return !!document.activeElement.closest('#spec')").await?;
            Ok(if inside == true { Ok(()) } else { Err("the focus is elsewhere".to_owned()) })
        };
        debugger.press("Spec").await?;
        page.wait_for("the focus in the drawer", is_in_drawer).await?;
        page.press(&[], Key::Escape).await?;
        assert_eq!(page.focused().await?.name, "Spec");
        debugger.press("Spec").await?;
        page.wait_for("the focus in the drawer", is_in_drawer).await?;
        debugger.press("Apply").await?;
        debugger.wait_for_text("Why", "The API server has stored the Job pi").await?;
        assert_eq!(page.focused().await?.name, "Spec");
        assert_eq!(page.evaluate("return document.querySelector('#spec').checkVisibility()").await?, false);
        Ok(())
    });
}

#[test]
fn an_address_that_leads_nowhere_says_so() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.open("#/moon").await?;
        let said = async || {
            let said = page.evaluate("return document.querySelector('.arrived')?.innerText ?? ''").await?;
            let said = said.as_str().unwrap_or_default().to_owned();
            Ok(if said == NO_PAGE { Ok(()) } else { Err(said) })
        };
        page.wait_for(NO_PAGE, said).await?;
        page.open("#/lessons").await?;
        page.find("heading", "Lessons").await?;
        assert!(!page.evaluate("return document.body.innerText").await?.to_string().contains(NO_PAGE));
        Ok(())
    });
}
