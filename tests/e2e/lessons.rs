//! The start page, lessons and the glossary, as a reader goes through them.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, debug, drive};

use crate::debugger::Debugger;
use crate::lesson_walks::{ENGLISH, speak_chinese, where_it_is};
use crate::lines::check_lines;

/// How many lessons there are.
pub(crate) fn lesson_count() -> usize {
    let texts = concat!(env!("CARGO_MANIFEST_DIR"), "/../lessons/texts");
    std::fs::read_dir(texts).map(Iterator::count).unwrap_or_default()
}

#[test]
fn whoever_comes_first_sees_the_start_page_and_whoever_comes_back_what_they_did() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.find("heading", ENGLISH.title).await?;
        page.find("button", "Blank Job").await?.click().await?;
        let debugger = Debugger::on(page);
        assert!(debugger.manifest().await?.contains("name: my-job"));
        debugger.press("Apply").await?;
        debugger.wait_for_text("Why", "The API server has stored the Job my-job").await?;
        page.open("?again").await?;
        assert!(debugger.manifest().await?.contains("name: my-job"), "the manifest is lost");
        debugger.wait_for_text("Why", "The API server has stored the Job my-job").await?;
        Ok(())
    });
}

#[test]
fn every_starter_opens_and_applies() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        for (starter, job) in [
            ("pi", "pi"),
            ("Work queue", "queue"),
            ("Indexed", "indexed"),
            ("Failure policy", "policy"),
            ("Suspended", "later"),
        ] {
            page.open(&format!("?{job}#/lessons")).await?;
            let starters = page.find("region", "Start from a manifest").await?;
            let buttons = page.all_in(&starters, "button").await?;
            let button = buttons.iter().find(|(_, button)| button.name.starts_with(starter));
            let Some((button, _)) = button else { panic!("no {starter} but {buttons:?}") };
            button.click().await?;
            debugger.press("Apply").await?;
            debugger.wait_for_text("Why", &format!("The API server has stored the Job {job}")).await?;
            if job == "policy" {
                // Its rules are sent once more, because the server has completed them.
                debugger.wait_for_text("Spec", "podFailurePolicy.rules").await?;
                debugger.press("Apply").await?;
            }
            debugger.wait_for_text("Spec", "nothing would change").await?;
        }
        Ok(())
    });
}

#[test]
fn lessons_are_found_by_words() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.open("#/lessons").await?;
        let cards = async || Ok::<_, Error>(page.evaluate("return document.querySelectorAll('.card').length").await?);
        page.find("heading", ENGLISH.title).await?;
        assert_eq!(cards().await?, lesson_count());
        page.tab_to("searchbox", "Search lessons").await?;
        page.write("slow quota").await?;
        page.find("link", "Slow start meets a quota").await?;
        assert_eq!(cards().await?, 1);
        page.paste("moon").await?;
        assert_eq!(cards().await?, 0);
        let said = page.evaluate("return document.querySelector('.lessons-bar [role=status]').innerText").await?;
        assert_eq!(said, "0 lessons found");
        page.check_accessibility().await
    });
}

#[test]
fn a_lesson_leaves_ones_own_session_alone_and_what_is_tried_in_it_leads_back() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(crate::manifests::PI).await?;
        debugger.press("Step out").await?;
        let mine = debugger.everything().await?;
        page.evaluate("location.hash = '#/lesson/slow-start'").await?;
        page.find("heading", "Slow start").await?;
        assert!(!debugger.can_press("Undo").await?);
        // Off the path, and back.
        debugger.press("Crash controller").await?;
        let lesson = page.find("complementary", "Slow start").await?;
        page.find_in(&lesson, "button", "Back to the lesson").await?.click().await?;
        let back = async || {
            let left = !page.find_all("button", "Back to the lesson").await?.is_empty();
            Ok(if left { Err("still off the path".to_owned()) } else { Ok(()) })
        };
        page.wait_for("the lesson's path", back).await?;
        page.reload().await?;
        page.find("heading", "Slow start").await?;
        page.find("link", "Leave the lesson").await?.click().await?;
        page.find("combobox", "Scenario").await?;
        assert!(debugger.manifest().await?.contains("name: pi"), "the manifest is lost");
        page.evaluate("history.back()").await?;
        page.find("heading", "Slow start").await?;
        drop(mine);
        Ok(())
    });
}

#[test]
fn the_section_follows_the_steps_and_the_language_the_page() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.open("#/lesson/a-job-runs").await?;
        page.find("heading", "A Job is only a wish").await?;
        page.press(&[], Key::F10).await?;
        page.find("heading", "The cache tells a handler, the handler fills the queue").await?;
        page.press(&[Key::Shift], Key::F10).await?;
        page.find("heading", "A Job is only a wish").await?;
        page.press(&[], Key::F10).await?;
        speak_chinese(page).await?;
        page.find("heading", "缓存通知处理函数，处理函数往队列里放键").await?;
        assert_eq!(where_it_is(page).await?, (2, 6), "another language starts over");
        Ok(())
    });
}

/// Continues to the section with that heading, and answers all predictions on the way.
async fn go_on_to(page: &Page, heading: &str) -> Result<(), Error> {
    for _ in 0..20 {
        let (place, _) = where_it_is(page).await?;
        if page.evaluate("return document.querySelector('.lesson-col article h3')?.innerText").await? == heading {
            return Ok(());
        }
        page.evaluate("document.querySelector('.lesson-ways button:last-child').click()").await?;
        let moved = async || {
            let (now, _) = where_it_is(page).await?;
            Ok(if now == place + 1 { Ok(()) } else { Err(now.to_string()) })
        };
        page.wait_for("the next section", moved).await?;
    }
    panic!("no section {heading}");
}

/// Waits until the script answers that.
async fn wait_until(page: &Page, what: &str, script: &str, answer: &str) -> Result<(), Error> {
    let is_so = async || {
        let found = page.evaluate(script).await?;
        Ok(if found == answer { Ok(()) } else { Err(found.to_string()) })
    };
    page.wait_for(what, is_so).await
}

#[test]
fn a_section_sets_off_the_question_that_it_speaks_of() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.open("#/lesson/parallelism-and-completions").await?;
        page.find("heading", "Two numbers").await?;
        go_on_to(page, "The smaller number counts").await?;
        // The row is the present one, and all of it is to be seen.
        let row = "
            const [path, row] = ['#path', '#path .q.cur'].map((one) => document.querySelector(one)?.getBoundingClientRect());
            const seen = row && row.top >= path.top - 1 && row.bottom <= path.bottom + 1;
            return seen && document.querySelector('#path .q.cur .ask').innerText";
        wait_until(page, "the row", row, "How many should run?").await?;
        let look = page.find("button", "Look at: Why, “How many should run?”").await?;
        look.click().await?;
        let focused = "return document.activeElement.closest('section')?.id ?? 'no section'";
        wait_until(page, "the focus", focused, "why").await?;
        // In the flow chart it is the same one.
        page.find("button", "Flow chart").await?.click().await?;
        let node =
            "return document.querySelector('.fq[aria-current]')?.textContent.includes('How many should run?') + ''";
        wait_until(page, "the node", node, "true").await?;
        page.find("button", "Path").await?.click().await?;
        // Where a step stands that the section does not speak of, what decided it is set off.
        page.press(&[], Key::F10).await?;
        let asks = "return document.querySelector('#path .q.cur .ask')?.innerText ?? 'nothing'";
        wait_until(page, "another step", asks, "nothing").await
    });
}

#[test]
fn what_a_section_speaks_of_comes_to_where_it_can_be_seen_on_a_smaller_page_too() {
    /// How many tiles there are, and how many of them nothing covers.
    const TILES: &str = "
        const tiles = [...document.querySelectorAll('.pods .pod')].map((tile) => tile.getBoundingClientRect());
        const seen = ({ left, right, top, bottom }) => document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('.pods');
        return `${tiles.length} pods, ${tiles.filter(seen).length} in sight`";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.open("#/lesson/limit-ten").await?;
        page.find("heading", "Ten at a time").await?;
        page.find("button", "Look at: Pods").await?;
        // The page becomes smaller while the lesson stands there.
        page.show_on(Screen::TABLET.without_motion()).await?;
        wait_until(page, "the pods", TILES, "10 pods, 10 in sight").await?;
        // The regions above the pods change with each step.
        page.evaluate("document.querySelector('main').scrollTo(0, 0)").await?;
        page.press(&[], Key::F10).await?;
        page.press(&[Key::Shift], Key::F10).await?;
        wait_until(page, "the pods again", TILES, "10 pods, 10 in sight").await?;
        // A section that speaks of Why, and of a pod's tile besides.
        page.open("?again#/lesson/a-job-runs").await?;
        page.find("heading", "A Job is only a wish").await?;
        go_on_to(page, "One sync, one pod").await?;
        wait_until(page, "Why and the tile", TILES, "1 pods, 1 in sight").await
    });
}

#[test]
fn a_section_shows_what_kubectl_prints_and_leaves_the_settings_alone() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.open("#/lesson/indexed").await?;
        page.find("heading", "Numbered work").await?;
        go_on_to(page, "The Job remembers which").await?;
        let tab = "return document.querySelector('#output [role=tab][aria-selected=true]').innerText.trim()";
        wait_until(page, "the tab", tab, "describe").await?;
        let printed = page.evaluate("return document.querySelector('#output-text').innerText").await?;
        assert!(printed.as_str().is_some_and(|text| text.contains("Completed Indexes:  0,2")), "{printed}");
        // Another tab is the reader's choice.
        page.find("tab", "events").await?.click().await?;
        wait_until(page, "the reader's tab", tab, "events").await?;
        page.find("tab", "get pods").await?.click().await?;
        go_on_to(page, "Every index has succeeded").await?;
        page.find("link", "Leave the lesson").await?.click().await?;
        page.find("combobox", "Scenario").await?;
        wait_until(page, "the tab of before", tab, "get pods").await
    });
}

#[test]
fn a_section_shows_the_field_that_it_speaks_of() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.open("#/lesson/node-drained").await?;
        page.find("heading", "An eviction").await?;
        go_on_to(page, "Another Job, with a rule").await?;
        let field = "
            const [text, line] = ['#output-text', '#output-text mark'].map((one) => document.querySelector(one)?.getBoundingClientRect());
            const seen = line && line.top >= text.top && line.bottom <= text.bottom;
            return seen ? document.querySelector('#output-text mark').textContent.trim() : 'not in sight'";
        wait_until(page, "the field", field, "podFailurePolicy:").await?;
        let said = "return document.querySelector('#why .sentence').innerText.includes('was evicted') + ''";
        wait_until(page, "the eviction", said, "true").await?;
        // A worker that pauses has not returned.
        page.open("?again#/lesson/five-workers").await?;
        page.find("heading", "Many Jobs at once").await?;
        go_on_to(page, "Five at a time").await?;
        let worker =
            "return document.querySelector('.node.worker').innerText.includes('before a call to the API server') + ''";
        wait_until(page, "the worker", worker, "true").await
    });
}

#[test]
fn beside_each_other_both_releases_stand_where_the_section_is() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.open("#/lesson/slow-start-and-quota").await?;
        page.find("heading", "Ten wanted, five allowed").await?;
        go_on_to(page, "It waits longer and longer").await?;
        debugger.press("Side by side").await?;
        page.find("heading", "v1.36 and v1.11 side by side").await?;
        let shows = async |kind: &str, left: &str, right: &str| {
            let there = async || {
                let (one, other) = crate::compare::cells(page, kind).await?;
                let fits = one.contains(left) && other.contains(right);
                Ok(if fits { Ok(()) } else { Err(format!("{one} | {other}")) })
            };
            page.wait_for(&format!("{left} beside {right}"), there).await
        };
        shows("compare-queue", "16", "80").await?;
        page.check_accessibility().await?;
        page.picture("lesson-beside").await?;
        let higher = "return document.documentElement.scrollHeight - innerHeight";
        assert_eq!(page.evaluate(higher).await?, 0, "the page scrolls away under the comparison");
        // The sections advance beside it, and both runs with them.
        go_on_to(page, "No event announces it").await?;
        shows("compare-happened", "team-quota", "team-quota").await?;
        go_on_to(page, "When the time is over").await?;
        shows("compare-pods", "10", "10").await?;
        // The two change sides.
        page.find("button", "v1.11").await?.click().await?;
        page.find("heading", "v1.11 and v1.36 side by side").await?;
        page.find("heading", "When the time is over").await?;
        let lesson = page.find("complementary", "Slow start meets a quota").await?;
        page.find_in(&lesson, "button", "Back to debugging").await?.click().await?;
        page.find("region", "Why").await?;
        Ok(())
    });
}

#[test]
fn terms_tell_what_they_mean_where_they_stand() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.open("#/lesson/a-job-runs").await?;
        page.find("heading", "A Job is only a wish").await?;
        page.tab_to("link", "informer cache").await?;
        page.press(&[], Key::Enter).await?;
        let meaning = page.find("dialog", "What it means").await?;
        page.find_in(&meaning, "heading", "Informer cache").await?;
        page.check_accessibility().await?;
        // One term leads to another, and to the whole glossary.
        page.tab_to("button", "watch").await?;
        page.press(&[], Key::Enter).await?;
        page.find_in(&meaning, "heading", "Watch").await?;
        page.press(&[], Key::Escape).await?;
        assert_eq!(page.focused().await?.name, "informer cache", "the focus went away");
        page.tab_to("link", "Work queue").await?;
        page.press(&[], Key::Enter).await?;
        page.tab_to("link", "In the glossary").await?;
        page.press(&[], Key::Enter).await?;
        page.find("heading", "Glossary").await?;
        let there = async || {
            let id = page.evaluate("return document.activeElement.id").await?;
            Ok(if id == "term-work-queue" { Ok(()) } else { Err(id.to_string()) })
        };
        page.wait_for("the term to be shown", there).await
    });
}

#[test]
fn a_lesson_that_is_not_there_says_so() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        for name in ["moon", "..%2fglossary"] {
            page.open(&format!("?{name}#/lesson/{name}")).await?;
            page.find("heading", "This lesson cannot be shown").await?;
        }
        page.find("link", "All lessons").await?.click().await?;
        page.find("heading", ENGLISH.title).await?;
        Ok(())
    });
}

#[test]
fn the_timeline_does_not_show_what_is_to_be_predicted() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.open("#/lesson/slow-start").await?;
        let answer = page.find("button", "One").await?;
        let veil = "return getComputedStyle(document.querySelector('#time .veil')).opacity";
        assert_eq!(page.evaluate(veil).await?, "1", "what comes is hidden");
        answer.click().await?;
        let lifted = async || {
            let opacity = page.evaluate(veil).await?;
            Ok(if opacity == "0.6" { Ok(()) } else { Err(opacity.to_string()) })
        };
        page.wait_for("what comes to show", lifted).await
    });
}

/// Tracks and cards of the gallery that reach into one another, by their headings.
const OVER_EACH_OTHER: &str = "
    const found = [];
    for (const list of [document.querySelectorAll('.lesson-track'), document.querySelectorAll('.card')]) {
        const boxes = [...list].map((element) => [element.querySelector('h3, h4')?.textContent, element.getBoundingClientRect()]);
        boxes.forEach(([one, a], place) => boxes.slice(place + 1).forEach(([other, b]) => {
            const apart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
            if (!apart) found.push(`${one} / ${other}`);
        }));
    }
    return found;";

#[test]
fn pictures_at_every_size() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.open("#/lessons").await?;
        page.find("heading", ENGLISH.title).await?;
        for language in ["en", "zh"] {
            for (what, address, there) in [
                ("gallery", "#/lessons", ".card"),
                ("lesson", "#/lesson/limit-ten", ".lesson-col article"),
                ("glossary", "#/glossary/watch", ".term-entry"),
            ] {
                page.evaluate(&format!("location.hash = {address:?}")).await?;
                let is_there = format!("return document.querySelector({there:?}) !== null");
                let shown = async || {
                    let there = page.evaluate(&is_there).await? == true;
                    Ok(if there { Ok(()) } else { Err("not there".to_owned()) })
                };
                page.wait_for(what, shown).await?;
                for screen in Screen::ALL {
                    for theme in Theme::ALL {
                        let screen = screen.with_theme(theme);
                        page.show_on(screen).await?;
                        page.picture(&format!("{what}-{}-{language}", screen.name())).await?;
                        assert!(!page.scrolls_sideways().await?, "{what} scrolls sideways on {screen:?}");
                        check_lines(page, &format!("{what} on {screen:?}")).await?;
                        assert_eq!(
                            page.evaluate(OVER_EACH_OTHER).await?,
                            serde_json::json!([]),
                            "{what} on {screen:?}"
                        );
                        if screen.width == Screen::DESKTOP.width || screen.width == Screen::PHONE.width {
                            page.check_accessibility_in(theme).await?;
                        }
                    }
                }
                page.show_on(Screen::DESKTOP).await?;
            }
            if language == "en" {
                speak_chinese(page).await?;
            }
        }
        Ok(())
    });
}

#[test]
fn an_address_that_leads_nowhere_shows_the_start_page_and_says_so() {
    const NO_PAGE: &str = "There is no page at this address. This is the start page.";
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        let message = async || {
            let text = page.evaluate("return document.querySelector('.arrived')?.innerText ?? ''").await?;
            Ok::<_, Error>(text.as_str().unwrap_or_default().to_owned())
        };
        page.open("#/moon").await?;
        let shows = async || {
            let text = message().await?;
            Ok(if text == NO_PAGE { Ok(()) } else { Err(text) })
        };
        page.wait_for(NO_PAGE, shows).await?;
        page.find("heading", "Lessons").await?;
        page.open("#/lessons").await?;
        let is_gone = async || {
            let text = message().await?;
            Ok(if text.is_empty() { Ok(()) } else { Err(text) })
        };
        page.wait_for("the message to go", is_gone).await
    });
}
