//! The flow chart: every question of a release, the path of the sync through them, and keyboard use.

use jobscope_core::api::Release;
use jobscope_core::job::catalogue::catalogue;
use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};

use crate::debugger::{Debugger, place};
use crate::manifests::{PI, parallel};
use crate::screens::look_in_language;

#[test]
fn it_has_every_question_of_every_release() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        Debugger::on(page).press("Flow chart").await?;
        for release in Release::ALL {
            page.find("combobox", "Kubernetes").await?.select_by_label(release.name()).await?;
            page.find("group", &format!("Flow chart of {release}")).await?;
            let drawn = page.evaluate("return document.querySelectorAll('.board .fq').length").await?;
            assert_eq!(drawn, catalogue(release).len(), "{release}");
        }
        Ok(())
    });
}

#[test]
fn the_way_of_a_sync_is_lit_question_by_question() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.press("Flow chart").await?;
        debugger.wait_for_text("Why", "No question was asked in this step").await?;
        debugger.apply(PI).await?;
        debugger.press("Step over").await?;
        assert_eq!(lit(page).await?, 0, "no question was asked");
        for edges in 0..4 {
            debugger.press("Step into").await?;
            while page.evaluate(PRESENT).await?.is_null() {
                debugger.press("Step into").await?;
            }
            assert_eq!(lit(page).await?, edges, "one more edge with each question");
        }
        let present = page.evaluate(PRESENT).await?;
        assert_eq!(present, "How often was it requeued? 0");
        debugger.press("Step back").await?;
        assert_eq!(page.evaluate(PRESENT).await?, "Already finished? no The sync can end here.");
        assert_eq!(lit(page).await?, 2);
        Ok(())
    });
}

/// The words of the present question.
const PRESENT: &str = "const present = document.querySelector('.board [aria-current]'); return present && present.textContent.replace('?', '? ').replace(/(no|yes)The/, '$1 The');";

async fn lit(page: &Page) -> Result<u64, Error> {
    let lit = page.evaluate("return document.querySelectorAll('.board .edge.lit').length").await?;
    lit.as_u64().ok_or_else(|| Error::Answer(format!("no number of edges: {lit}")))
}

#[test]
fn keys_go_through_the_questions_and_read_them() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        page.tab_to("button", "Flow chart").await?;
        page.press(&[], Key::Enter).await?;
        page.tab_to("button", "Stop here? no ×4").await?;
        page.press(&[], Key::Home).await?;
        assert_eq!(page.focused().await?.name, "Does the key name a Job? yes The sync can end here.");
        page.press(&[], Key::Down).await?;
        page.press(&[], Key::Enter).await?;
        debugger.wait_for_text("Why", "looks the Job up in its informer’s cache").await?;
        // To the right along the way, over what was not asked.
        page.press(&[], Key::End).await?;
        page.press(&[], Key::Left).await?;
        assert!(page.focused().await?.name.starts_with("Has the status changed?"), "{:?}", page.focused().await?);
        Ok(())
    });
}

#[test]
fn it_opens_large_in_both_themes_and_languages() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        debugger.press("Flow chart").await?;
        for (enlarge, close, language) in [("Enlarge", "Close", "Language: English"), ("放大查看", "关闭", "")] {
            look_in_language(page, "flow", Screen::DESKTOP).await?;
            debugger.press(enlarge).await?;
            look_in_language(page, "flow-large", Screen::DESKTOP).await?;
            debugger.press(close).await?;
            if !language.is_empty() {
                debugger.press(language).await?;
            }
        }
        Ok(())
    });
}

#[test]
fn the_large_one_opens_at_the_present_question() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        debugger.press("Flow chart").await?;
        debugger.press("Enlarge").await?;
        let in_view = async || {
            let seen = page.evaluate(PRESENT_IN_VIEW).await?;
            Ok(if seen == true { Ok(()) } else { Err(seen.to_string()) })
        };
        page.wait_for("the present question in view", in_view).await
    });
}

/// Whether the present question of the large chart is within what its scroller shows, and not at its start.
const PRESENT_IN_VIEW: &str = "
    const present = document.querySelector('.board.large [aria-current]');
    if (!present) return 'there is none';
    const scroller = present.closest('.flow');
    const [at, view] = [present.getBoundingClientRect(), scroller.getBoundingClientRect()];
    return scroller.scrollTop > 0 && at.top >= view.top && at.bottom <= view.bottom || [at.top, at.bottom, view.top, view.bottom];";

#[test]
fn on_a_phone_it_is_a_list() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step out").await?;
        debugger.press("Flow chart").await?;
        page.show_on(Screen::PHONE).await?;
        page.find("tab", "Why").await?.click().await?;
        debugger.wait_for_text("Why", "updateJobStatus").await?;
        assert!(page.find_all("button", "Enlarge").await?.is_empty(), "a drawing that nobody can read");
        assert!(!page.scrolls_sideways().await?);
        look_in_language(page, "flow-list", Screen::PHONE).await
    });
}

#[test]
fn the_large_one_is_larger() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.press("Flow chart").await?;
        let [.., before] = place(page, ".board .fq").await?;
        debugger.press("Enlarge").await?;
        let [.., large] = place(page, ".board.large .fq").await?;
        assert!(5 * large > 6 * before, "{large} instead of {before}");
        Ok(())
    });
}
