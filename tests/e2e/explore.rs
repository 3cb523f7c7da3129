//! Explore: finds an order in which something happens, reports it, and puts it on the timeline.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};

use crate::debugger::{Debugger, place};
use crate::manifests::{PI, parallel};
use crate::screens::look;
use crate::share::{fragment, share};

/// A session of that release in which the Job is applied, and nothing else has happened.
async fn applied(page: &Page, release: &str) -> Result<(), Error> {
    applied_job(page, release, PI).await
}

async fn applied_job(page: &Page, release: &str, manifest: &str) -> Result<(), Error> {
    page.find("combobox", "Kubernetes").await?.select_by_label(release).await?;
    Debugger::on(page).apply(manifest).await?;
    Debugger::on(page).wait_for_text("Timeline", "step 1 of 1").await
}

async fn ask_for(page: &Page, goal: &str) -> Result<(), Error> {
    Ok(page.find("combobox", "Look for").await?.select_by_label(goal).await?)
}

/// Asks for a pod that is started for a finished Job, of a Job with three pods, and opens the bounds of the search.
async fn ask_about_three_pods(page: &Page, release: &str) -> Result<(), Error> {
    applied_job(page, release, &parallel(3)).await?;
    page.find("button", "Explore").await?.click().await?;
    ask_for(page, "a pod for a finished Job").await?;
    page.evaluate("document.querySelector('.explore-form .more').open = true").await?;
    Ok(())
}

#[test]
fn a_race_is_found_shown_shared_and_taken_back_by_keys() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        applied(page, "v1.11").await?;
        page.tab_to("button", "Explore").await?;
        page.press(&[], Key::Enter).await?;
        page.find("dialog", "Explore every order").await?;
        ask_for(page, "a start time that changes").await?;
        let asked = debugger.text("dialog", "Explore every order").await?;
        assert!(asked.contains("v1.11 is known to break this."), "{asked}");
        assert!(asked.contains("step 1"), "{asked}");
        page.tab_to("button", "Start").await?;
        page.press(&[], Key::Enter).await?;
        let found = "Found: 5 more steps, and no shorter order leads there";
        page.find("heading", found).await?;
        assert_eq!(page.focused().await?.name, found);
        let verdict = debugger.text("region", found).await?;
        assert!(verdict.contains("syncJob #1 created 1 pod") && verdict.contains("syncJob #2"), "{verdict}");
        assert!(verdict.contains("pi: startTime 2024-01-01T00:00:00Z before"), "{verdict}");
        page.check_accessibility().await?;

        page.tab_to("button", "Show it").await?;
        page.press(&[], Key::Enter).await?;
        let branch = "Found: a start time that changes, 6 steps, branched off from First run after step 1";
        page.find("radio", branch).await?;
        debugger.wait_for_text("Timeline", "step 1 of 6").await?;
        page.find("radio", "First run, 1 step").await?;
        // Its last step is what was looked for.
        for _ in 0..5 {
            page.press(&[], Key::F10).await?;
        }
        debugger.wait_for_text("Why", "syncJob #2").await?;
        debugger.wait_for_text("Timeline", "step 6 of 6").await?;
        page.picture("explore-shown").await?;

        // A link brings the branch with it.
        let link = share(page).await?;
        page.evaluate("localStorage.clear()").await?;
        page.open_in_a_new_tab(&format!("?somebody-else#{}", fragment(&link))).await?;
        page.find("radio", branch).await?;
        debugger.wait_for_text("Timeline", "step 6 of 6").await
    });
}

#[test]
fn what_was_shown_can_be_taken_back() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        applied(page, "v1.11").await?;
        page.press(&[], 'e').await?;
        ask_for(page, "a start time that changes").await?;
        debugger.press("Start").await?;
        debugger.press("Show it").await?;
        page.find("radiogroup", "Branches").await?;
        page.press(&[Key::Control], 'z').await?;
        debugger.wait_for_text("Timeline", "step 1 of 1").await?;
        assert!(page.find_all("radiogroup", "Branches").await?.is_empty(), "the branch is still there");
        // What was asked is still there the next time, and the focus comes back.
        page.tab_to("button", "Explore").await?;
        page.press(&[], Key::Enter).await?;
        let text = debugger.text("dialog", "Explore every order").await?;
        assert!(text.contains("status.startTime changes"), "{text}");
        page.press(&[], Key::Escape).await?;
        assert_eq!(page.focused().await?.name, "Explore");
        Ok(())
    });
}

#[test]
fn near_the_usual_order_a_race_of_three_pods_is_found() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        ask_about_three_pods(page, "v1.25").await?;
        page.find("combobox", "Different states, at most").await?.select_by_label("5,000").await?;
        debugger.press("Start").await?;
        page.find("heading", "Not found so far").await?;
        let said = debugger.text("region", "Not found so far").await?;
        assert!(said.contains("The limit of 5,000 states is reached"), "{said}");

        debugger.press("orders near the usual one").await?;
        let asked = debugger.text("dialog", "Explore every order").await?;
        assert!(asked.contains("First the usual order to its end"), "{asked}");
        debugger.press("Start").await?;
        let found = "Found: 16 more steps, with 2 departures from the usual order";
        page.find("heading", found).await?;
        page.check_accessibility().await?;
        page.picture("explore-usual").await?;
        debugger.press("Show it").await?;
        debugger.wait_for_text("Timeline", "step 1 of 17").await
    });
}

#[test]
fn what_is_not_found_is_reported_honestly_and_a_long_search_can_be_stopped() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("button", "Explore").await?.click().await?;
        let empty = debugger.text("dialog", "Explore every order").await?;
        assert!(empty.contains("there is no Job yet") && !debugger.can_press("Start").await?, "{empty}");
        page.press(&[], Key::Escape).await?;

        // With three pods there are more states than are asked for.
        ask_about_three_pods(page, "v1.36").await?;
        page.find("combobox", "Steps in an order, at most").await?.select_by_label("8").await?;
        debugger.press("Start").await?;
        page.find("heading", "Not found so far").await?;
        let verdict = debugger.text("region", "Not found so far").await?;
        assert!(verdict.contains("No order of up to 8 steps leads there"), "{verdict}");
        page.check_accessibility().await?;

        page.find("combobox", "Steps in an order, at most").await?.select_by_label("48").await?;
        page.find("combobox", "Different states, at most").await?.select_by_label("200,000").await?;
        debugger.press("one thing").await?;
        debugger.press("Start").await?;
        page.find("progressbar", "States searched").await?;
        page.check_accessibility().await?;
        page.picture("explore-under").await?;
        debugger.press("Stop").await?;
        page.find("heading", "Stopped").await?;
        let verdict = debugger.text("region", "Stopped").await?;
        assert!(verdict.contains("different states were searched"), "{verdict}");
        Ok(())
    });
}

#[test]
fn it_looks_right() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        applied(page, "v1.11").await?;
        for (language, one, start) in [("en", "one thing", "Start"), ("zh", "一次", "开始")] {
            debugger.press(if language == "en" { "Explore" } else { "探索" }).await?;
            if language == "en" {
                debugger.press(one).await?;
            }
            page.evaluate("document.querySelector('.explore-form .more').open = true").await?;
            for screen in Screen::ALL {
                look(page, &format!("explore-asked-{language}"), screen).await?;
            }
            page.show_on(Screen::DESKTOP).await?;
            debugger.press(start).await?;
            page.find("button", if language == "en" { "Show it" } else { "显示" }).await?;
            for screen in Screen::ALL {
                page.show_on(screen).await?;
                page.evaluate("document.querySelector('#explore-verdict').scrollIntoView()").await?;
                look(page, &format!("explore-found-{language}"), screen).await?;
            }
            page.show_on(Screen::DESKTOP).await?;
            page.press(&[], Key::Escape).await?;
            if language == "en" {
                debugger.press("Language: English").await?;
            }
        }
        Ok(())
    });
}

/// On a phone it is among the tools of the timeline.
#[test]
fn it_is_at_hand_on_a_phone() {
    debug(Site::Jobscope, Screen::PHONE.without_motion(), async |page| {
        page.find("tab", "Time").await?.click().await?;
        Debugger::on(page).press("Explore").await?;
        page.find("dialog", "Explore every order").await?;
        page.check_accessibility().await?;
        page.press(&[], Key::Escape).await?;
        assert_eq!(page.focused().await?.name, "Explore");
        Ok(())
    });
}

#[test]
fn it_grows_downwards() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        applied(page, "v1.36").await?;
        Debugger::on(page).press("Explore").await?;
        page.find("dialog", "Explore every order").await?;
        let before = place(page, "dialog[open] header").await?;
        Debugger::on(page).press("Start").await?;
        let ended = async || {
            let there = page.evaluate("return !!document.querySelector('.explore-verdict')").await?;
            Ok(if there == true { Ok(()) } else { Err("it still searches".to_owned()) })
        };
        page.wait_for("the end of the search", ended).await?;
        assert_eq!(place(page, "dialog[open] header").await?, before);
        Ok(())
    });
}
