//! The start page before the engine is there: it can be read and used, what needs a session happens later, and nothing jumps
//! when the debugger takes its place.

use jobscope_tests::browser::{Error, Page, Screen, Site, Theme, drive, drive_apart};
use serde_json::{Value, json};

use crate::debugger::Debugger;
use crate::lesson_walks::ENGLISH;
use crate::lessons::lesson_count;

/// A session of 20 steps.
const SESSION: &str = include_str!("../files/v1/pi.yaml");

/// The lessons that show.
const CARDS: &str = "return [...document.querySelectorAll('.card')].filter((card) => card.checkVisibility()).length";

/// Opens the start page, and holds the engine back.
async fn open(page: &Page, stored: &[(&str, &str)]) -> Result<(), Error> {
    page.hold_engine_back().await?;
    page.keep_only(stored).await?;
    page.open("?before").await?;
    page.find("heading", ENGLISH.title).await?;
    assert_eq!(is_static(page).await?, true, "the debugger is there");
    Ok(())
}

async fn is_static(page: &Page) -> Result<Value, Error> {
    page.evaluate("return document.querySelector('#page[data-static]') !== null").await
}

/// What the page says about loading.
async fn said(page: &Page) -> Result<Value, Error> {
    page.evaluate("return document.querySelector('#page > .loading').innerText").await
}

/// Waits until the debugger says that something was opened.
async fn until_news(page: &Page, news: &str) -> Result<(), Error> {
    let arrived = async || {
        let said = page.evaluate("return document.querySelector('.arrived')?.innerText ?? 'nothing'").await?;
        Ok(if said.as_str().is_some_and(|said| said.contains(news)) { Ok(()) } else { Err(said.to_string()) })
    };
    page.wait_for("what was opened", arrived).await
}

#[test]
fn search_theme_and_language_work_and_stay_when_the_debugger_comes() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        open(page, &[]).await?;
        assert_eq!(page.evaluate(CARDS).await?, lesson_count());
        page.check_accessibility().await?;
        page.find("button", "Theme: same as system").await?.click().await?;
        page.find("button", "Theme: light").await?.click().await?;
        page.find("button", "Theme: dark").await?;
        page.find("button", "Language: English").await?.click().await?;
        page.find("button", "空白 Job").await?;
        page.find("searchbox", "搜索课程").await?.click().await?;
        page.write("slow quota").await?;
        page.find("link", "慢启动遇上配额").await?;
        let seen = "
            const field = document.querySelector('[type=search]');
            const { lang, dataset } = document.documentElement;
            const found = document.querySelector('.lessons-bar [role=status]').innerText;
            return [lang, dataset.theme, field.value, field === document.activeElement, field.selectionStart, found];";
        let before = page.evaluate(seen).await?;
        assert_eq!((page.evaluate(CARDS).await?, is_static(page).await?), (json!(1), json!(true)));
        page.let_engine_through().await?;
        page.find("link", "慢启动遇上配额").await?;
        assert_eq!(is_static(page).await?, false);
        assert_eq!((page.evaluate(CARDS).await?, page.evaluate(seen).await?), (json!(1), before));
        page.find("button", "语言：简体中文").await?.click().await?;
        page.find("button", "Theme: dark").await.map(drop)
    });
}

#[test]
fn progress_shows_before_the_debugger_is_there() {
    const LESSONS: &str = r#"{"lessons": {"a-job-runs": {"section": 3, "done": true}, "slow-start": {"section": 2}}, "last": "slow-start"}"#;
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        open(page, &[("jobscope.lessons", LESSONS)]).await?;
        let shown = "
            const text = (selector) => [...document.querySelectorAll(selector)].map((one) => one.innerText);
            const part = document.querySelector('.resume .prog').getAttribute('style').replaceAll(/[ ;]/g, '');
            return [text('.card.done h4'), text('.card.cur h4'), text('.meta b'), text('.th .done'), text('.resume'), part];";
        let before = page.evaluate(shown).await?;
        assert_eq!(before[0].as_array().map(Vec::len), Some(1), "{before}");
        page.let_engine_through().await?;
        assert_eq!(page.evaluate(shown).await?, before);
        assert_eq!(is_static(page).await?, false);
        Ok(())
    });
}

#[test]
fn what_needs_a_session_happens_once_the_debugger_is_there() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        open(page, &[]).await?;
        page.find("button", "Blank Job").await?.click().await?;
        assert_eq!(said(page).await?, "Loading the debugger…");
        page.picture("start-page-waits").await?;
        page.let_engine_through().await?;
        assert!(Debugger::on(page).manifest().await?.contains("name: my-job"));

        open(page, &[]).await?;
        page.find("link", "Slow start").await?.click().await?;
        assert_eq!(said(page).await?, "Loading the debugger… Read it as text meanwhile");
        assert_eq!(page.evaluate(CARDS).await?, 0);
        let text = page.find("link", "Read it as text meanwhile").await?.attr("href").await?;
        assert_eq!(text.as_deref(), Some("lessons/slow-start/en.html"));
        page.let_engine_through().await?;
        page.find("heading", "Fifteen pods, and a server in trouble").await?;

        open(page, &[]).await?;
        page.find("button", "Paste your Job…").await?.click().await?;
        page.let_engine_through().await?;
        page.find("textbox", "What kubectl printed, as YAML or JSON").await.map(drop)
    });
}

#[test]
fn a_file_and_a_text_that_came_before_the_debugger_are_opened() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        for (event, news) in
            [("drop", "The session from the file is open."), ("paste", "The session that you pasted is open.")]
        {
            open(page, &[]).await?;
            let give = format!(
                "const data = new DataTransfer();
                 const init = {{ bubbles: true, cancelable: true }};
                 if ({event:?} === 'drop') data.items.add(new File([{session}], 'a.yaml'));
                 else data.setData('text/plain', {session});
                 const event = {event:?} === 'drop'
                     ? new DragEvent('drop', {{ ...init, dataTransfer: data }})
                     : new ClipboardEvent('paste', {{ ...init, clipboardData: data }});
                 document.body.firstElementChild.dispatchEvent(event);",
                session = json!(SESSION)
            );
            page.evaluate(&give).await?;
            assert_eq!(said(page).await?, "Loading the debugger…", "{event}");
            page.let_engine_through().await?;
            until_news(page, news).await?;
        }
        Ok(())
    });
}

#[test]
fn a_file_that_was_chosen_before_the_debugger_came_is_opened() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        open(page, &[]).await?;
        crate::share::give(page, "input[type=file]", SESSION).await?;
        assert_eq!(said(page).await?, "Loading the debugger…");
        page.let_engine_through().await?;
        until_news(page, "The session from the file is open.").await
    });
}

#[test]
fn a_debugger_that_could_not_be_loaded_is_loaded_when_it_is_wanted_again() {
    /// The engine fails as often as the tab says.
    const FAILS: &str = "
        const real = WebAssembly.compile;
        WebAssembly.compile = (engine) => {
            const fails = Number(sessionStorage.getItem('fails'));
            sessionStorage.setItem('fails', Math.max(fails - 1, 0));
            return fails ? Promise.reject(new Error('the engine is broken')) : real(engine);
        };";
    const FAILED: &str = "The debugger could not be loaded. Check the connection. Try again";
    drive_apart(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.begin_with(FAILS).await?;
        // The first attempt is made when the browser is idle, and nobody waits for it.
        page.evaluate("sessionStorage.setItem('fails', 2)").await?;
        page.open("?again").await?;
        assert_eq!((said(page).await?, is_static(page).await?), (json!(""), json!(true)));
        page.find("button", "Blank Job").await?.click().await?;
        assert_eq!(said(page).await?, FAILED);
        page.check_accessibility().await?;
        page.keep_picture("start-page-failed").await?;
        page.find("button", "Try again").await?.click().await?;
        assert!(Debugger::on(page).manifest().await?.contains("name: my-job"));

        page.evaluate("sessionStorage.setItem('fails', 1)").await?;
        page.open("?once-more#/lesson/slow-start").await?;
        assert_eq!(said(page).await?, format!("{FAILED} Read it as text meanwhile"));
        page.find("button", "Try again").await?.click().await?;
        page.find("heading", "Fifteen pods, and a server in trouble").await.map(drop)
    });
}

/// The deferred module fails the number of times that the tab's storage says.
const FAILS: &str = "
    const real = WebAssembly.instantiate;
    WebAssembly.instantiate = (module, imports) => {
        if (!imports.__wasm_split) return real(module, imports);
        const fails = Number(sessionStorage.getItem('fails'));
        sessionStorage.setItem('fails', Math.max(fails - 1, 0));
        return fails ? Promise.reject(new Error('the deferred module is broken')) : real(module, imports);
    };";

#[test]
fn deferred_components_are_loaded_again_after_a_failure() {
    const ROWS: &str = "return [...document.querySelectorAll('.part-missing')].map((row) => row.innerText)";
    drive_apart(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.begin_with(FAILS).await?;
        page.evaluate("sessionStorage.setItem('fails', 1)").await?;
        page.open("?deferred#/debugger").await?;
        let debugger = Debugger::on(page);
        let kubectl = page.find("region", "kubectl").await?;
        page.find_in(&kubectl, "button", "Try again").await?;
        let rows = page.evaluate(ROWS).await?;
        let rows = rows.as_array().unwrap();
        assert!(!rows.is_empty());
        assert!(rows.iter().all(|row| *row == "This part of the page could not be loaded. Try again"), "{rows:?}");
        page.check_accessibility().await?;
        page.keep_picture("deferred-failed").await?;
        // A first step is possible without it.
        debugger.press("Apply").await?;
        page.find_in(&kubectl, "button", "Try again").await?.click().await?;
        page.find_in(&kubectl, "tab", "describe").await?;
        assert_eq!(page.evaluate(ROWS).await?, json!([]));
        Ok(())
    });
}

#[test]
fn a_restored_session_is_left_without_a_question_while_it_cannot_be_written() {
    const ASKS: &str = "return !dispatchEvent(new Event('beforeunload', { cancelable: true }))";
    drive_apart(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.begin_with(FAILS).await?;
        page.open("?restored#/debugger").await?;
        let debugger = Debugger::on(page);
        debugger.press("Apply").await?;
        page.evaluate("sessionStorage.setItem('fails', 1)").await?;
        page.reload().await?;
        let kubectl = page.find("region", "kubectl").await?;
        page.find_in(&kubectl, "button", "Try again").await?;
        debugger.wait_for_text("Timeline", "step 1 of 1").await?;
        assert_eq!(page.evaluate(ASKS).await?, false, "it is as it was kept");
        debugger.press("Step over").await?;
        assert_eq!(page.evaluate(ASKS).await?, true, "the step is not kept");
        Ok(())
    });
}

/// Opens an embed of the session.
async fn open_embed(page: &Page) -> Result<(), Error> {
    let session = jobscope_core::timeline::SavedSession::from_file(SESSION).unwrap().to_link();
    page.open(&format!("embed.html#s={session}")).await
}

/// Waits until the link of an embed leads to a session. Returns its address.
async fn until_link_has_a_session(page: &Page) -> Result<String, Error> {
    let link = page.find("link", "Open in jobscope").await?;
    let has_one = async || {
        let address = link.prop("href").await?.unwrap_or_default();
        Ok(if address.contains("/#s=1.") { Ok(address) } else { Err(address) })
    };
    page.wait_for("a link with the session", has_one).await
}

#[test]
fn the_link_of_an_embed_leads_to_its_session() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.hold_engine_back().await?;
        open_embed(page).await?;
        let address = until_link_has_a_session(page).await?;
        page.let_engine_through().await?;
        page.open(&address).await?;
        Debugger::on(page).wait_for_text("Timeline", "step 20 of 20").await
    });
}

#[test]
fn an_embed_says_when_its_link_cannot_be_written() {
    drive_apart(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.begin_with(FAILS).await?;
        page.evaluate("sessionStorage.setItem('fails', 1)").await?;
        open_embed(page).await?;
        // Until the engine draws the embed, the document has a link that does not need the module.
        page.find("button", "Step").await?;
        // Followed here rather than in another tab, and without a pointer above it, which would load the module before.
        page.evaluate("document.addEventListener('click', (event) => event.preventDefault())").await?;
        page.evaluate("document.querySelector('.e-top a').click()").await?;
        let again = page.find("button", "Try again").await?;
        page.check_accessibility().await?;
        page.keep_picture("deferred-failed-in-an-embed").await?;
        again.click().await?;
        until_link_has_a_session(page).await.map(drop)
    });
}

/// What the page consists of, and where each part of it is.
const PARTS: &str = "
    const start = document.querySelector('.start');
    const part = (one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const attributes = [...one.attributes].map(({ name, value }) => `${name}=${value}`).filter((text) => text !== 'value=');
        return [[one.tagName, ...attributes.sort()].join(' '), [x, y, width, height]];
    };
    return [[document.title, []], [start.textContent, []], ...[...start.querySelectorAll('*')].map(part)];";

type Parts = Vec<(String, Vec<f64>)>;

/// Checks that the parts are the same, and none has moved. A text in two pieces may be narrower by a part of a pixel.
fn check_same(was: &Parts, is: &Parts, place: &str) {
    assert!(was.len() > 500, "{place}: {} parts", was.len());
    for ((was, from), (is, to)) in was.iter().zip(is) {
        assert_eq!(was, is, "{place}");
        assert!(
            from.iter().zip(to).all(|(from, to)| (from - to).abs() < 0.5),
            "{place}: {was} from {from:?} to {to:?}"
        );
    }
    assert_eq!(was.len(), is.len(), "{place}");
}

#[test]
fn nothing_jumps_when_the_debugger_takes_the_place_of_the_start_page() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        for language in ["en", "zh-CN"] {
            page.hold_engine_back().await?;
            let settings = json!({ "theme": "system", "locale": language }).to_string();
            page.keep_only(&[("jobscope.settings", &settings)]).await?;
            page.open("?before").await?;
            let mut seen: Vec<Parts> = Vec::new();
            for when in ["before", "after"] {
                assert_eq!(is_static(page).await?, when == "before");
                for screen in [Screen::DESKTOP, Screen::TABLET, Screen::PHONE] {
                    for theme in Theme::ALL {
                        let screen = screen.with_theme(theme);
                        page.show_on(screen).await?;
                        page.picture(&format!("start-page-{when}-{language}-{}", screen.name())).await?;
                    }
                    seen.push(serde_json::from_value(page.evaluate(PARTS).await?).unwrap());
                }
                page.let_engine_through().await?;
            }
            for (place, screen) in [Screen::DESKTOP, Screen::TABLET, Screen::PHONE].into_iter().enumerate() {
                check_same(&seen[place], &seen[place + 3], &format!("{language} at {} px", screen.width));
            }
        }
        Ok(())
    });
}
