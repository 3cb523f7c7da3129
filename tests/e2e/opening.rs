//! Sessions from outside: pasted onto the page, or fetched from the address in `?src=`.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, debug, drive};
use serde_json::json;

use crate::debugger::Debugger;
use crate::lines::check_lines;
use crate::manifests::PI;

const PLAIN: &str = include_str!("../files/v1/pi.yaml");

/// What the other host has.
const FILES: &[(&str, &str)] = &[
    ("pi.jobscope.yaml", PLAIN),
    ("wrong.jobscope.yaml", "jobscope: 1\nrelease: v1.12\n"),
    ("page.html", "<!doctype html>\n<title>Nothing here</title>\n"),
];

/// A session with `steps` automatic steps, of a Job with `pods` pods at a time.
fn long(steps: u32, pods: u32) -> String {
    let job =
        PI.replace("spec:\n  template", &format!("spec:\n  parallelism: {pods}\n  completions: 1000000\n  template"));
    assert_ne!(job, PI);
    let manifest = job.trim_end().replace('\n', "\n  ");
    format!("jobscope: 1\nrelease: v1.28\nmanifest: |\n  {manifest}\nactions:\n- apply\n- {steps}\n")
}

/// Pastes a text, as Ctrl+V does, where the focus is.
async fn paste(page: &Page, text: &str) -> Result<(), Error> {
    let script = format!(
        "const clipboardData = new DataTransfer();
         clipboardData.setData('text/plain', {});
         document.activeElement.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData, bubbles: true, cancelable: true }}));",
        json!(text)
    );
    page.evaluate(&script).await.map(|_| ())
}

/// Waits until the page says so.
async fn says(page: &Page, role: &str, words: &str) -> Result<(), Error> {
    let script =
        format!("return [...document.querySelectorAll('[role={role}]')].map((one) => one.innerText).join(' | ')");
    let said = async || {
        let all = page.evaluate(&script).await?;
        let all = all.as_str().unwrap_or_default().to_owned();
        Ok(if all.contains(words) { Ok(()) } else { Err(all) })
    };
    page.wait_for(words, said).await
}

#[test]
fn what_is_pasted_opens_and_undo_brings_back_what_was_there() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&PI.replace("name: pi", "name: mine")).await?;
        let (before, text) = (debugger.everything().await?, debugger.manifest().await?);

        page.evaluate("document.activeElement.blur()").await?;
        paste(page, PLAIN).await?;
        says(page, "status", "The session that you pasted is open.").await?;
        debugger.wait_for_text("Timeline", "step 20 of 20").await?;
        page.check_accessibility().await?;
        let opened = debugger.everything().await?;
        debugger.press("Undo").await?;
        assert_eq!((debugger.everything().await?, debugger.manifest().await?), (before, text));

        // A link, as it is in a chat message.
        let saved = jobscope_core::timeline::SavedSession::from_file(PLAIN).unwrap();
        paste(page, &format!("Look: https://example.org/jobscope/#s={}.", saved.to_link())).await?;
        says(page, "status", "The session that you pasted is open.").await?;
        assert_eq!(debugger.everything().await?, opened);
        // The next action dismisses the notice.
        debugger.press("Crash controller").await?;
        assert!(page.evaluate("return document.querySelector('.arrived')").await?.is_null());

        // Undo of another scenario brings the manifest back with the run.
        let (before, text) = (debugger.everything().await?, debugger.manifest().await?);
        page.find("combobox", "Scenario").await?.select_by_label("A pod that keeps failing").await?;
        debugger.wait_for_text("Why", "There is no Job yet").await?;
        debugger.press("Undo: the session restarted").await?;
        assert_eq!((debugger.everything().await?, debugger.manifest().await?), (before, text));
        // What is typed afterwards stays, wherever one goes meanwhile.
        let typed = PI.replace("name: pi", "name: typed");
        debugger.paste(&typed).await?;
        page.evaluate("location.hash = '#/'").await?;
        page.find("heading", "Lessons").await?;
        page.evaluate("location.hash = '#/debugger'").await?;
        assert_eq!(debugger.manifest().await?, typed);
        page.evaluate("document.activeElement.blur()").await?;

        // A manifest goes into the editor; anything else goes nowhere.
        paste(page, PI).await?;
        says(page, "status", "The manifest is in the editor.").await?;
        assert_eq!(debugger.manifest().await?, PI);
        paste(page, "nothing of ours").await?;
        assert!(page.all("alert").await?.is_empty());
        paste(page, "jobscope: 1\nrelease: v1.12\n").await?;
        says(page, "alert", "What you pasted cannot be opened").await?;
        says(page, "alert", "Line 2, column 10 is wrong:").await?;
        assert_eq!(debugger.manifest().await?, PI);
        page.check_accessibility().await?;

        // Once it is applied, the notice is gone.
        debugger.press("Crash controller").await?;
        paste(page, &PI.replace("name: pi", "name: other")).await?;
        says(page, "status", "The manifest is in the editor").await?;
        debugger.press("Apply").await?;
        debugger.wait_for_text("Why", "has stored the Job other").await?;
        assert!(page.evaluate("return document.querySelector('.arrived')").await?.is_null());
        Ok(())
    });
}

/// How many steps of a long session are there.
const PROGRESS: &str = "return document.querySelector('.coming progress')?.value ?? null";

#[test]
fn a_long_session_says_how_far_it_is_and_can_be_left() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&PI.replace("name: pi", "name: mine")).await?;
        let before = debugger.everything().await?;

        // Wherever in the page it comes, it is opened in the debugger.
        page.evaluate("location.hash = '#/glossary'").await?;
        page.find("heading", "Glossary").await?;
        paste(page, &long(9_999, 500)).await?;
        says(page, "status", "Opening a long session.").await?;
        page.find("progressbar", "Progress of opening the session").await?;
        let done = page.evaluate(PROGRESS).await?;
        let goes_on = async || {
            let now = page.evaluate(PROGRESS).await?;
            Ok(if now.as_f64() > done.as_f64() { Ok(()) } else { Err(now.to_string()) })
        };
        page.wait_for("more of the session", goes_on).await?;
        page.picture("opening-long").await?;
        debugger.press("Cancel").await?;
        assert_eq!(page.evaluate(PROGRESS).await?, json!(null));
        assert_eq!(debugger.everything().await?, before);

        paste(page, &long(1_000, 100)).await?;
        says(page, "status", "The session that you pasted is open.").await?;
        debugger.wait_for_text("Timeline", "step 1001 of 1001").await?;
        debugger.press("Undo").await?;
        assert_eq!(debugger.everything().await?, before);

        // A link that takes long is still the page's address when it has arrived.
        let link = jobscope_core::timeline::SavedSession::from_file(&long(1_000, 100)).unwrap().to_link();
        page.open_in_a_new_tab(&format!("#s={link}")).await?;
        debugger.wait_for_text("Timeline", "step 1001 of 1001").await?;
        assert_eq!(page.evaluate("return location.hash").await?, format!("#s={link}"));
        Ok(())
    });
}

#[test]
fn what_is_pasted_into_a_field_stays_there() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        let before = debugger.manifest().await?;
        page.evaluate("document.querySelector('textarea').focus()").await?;
        paste(page, PLAIN).await?;
        assert!(page.evaluate("return document.querySelector('.arrived')").await?.is_null());
        assert_eq!(debugger.manifest().await?, before, "the page took what the browser pastes");
        Ok(())
    });
}

#[test]
fn of_markdown_and_commands_only_the_manifest_is_kept() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        let markdown = format!("It hangs:\n\n```yaml\n{PI}```\n\nWhy?\n");
        page.evaluate("document.activeElement.blur()").await?;
        paste(page, &markdown).await?;
        says(page, "status", "The manifest is in the editor").await?;
        assert_eq!(debugger.manifest().await?, PI);

        let two = PI.replace("name: pi", "name: two");
        debugger.paste(&format!("cat <<EOF | kubectl apply -f -\n{two}EOF\n")).await?;
        says(page, "status", "The manifest stands within other text.").await?;
        page.check_accessibility().await?;
        debugger.press("Keep only the manifest").await?;
        assert_eq!(debugger.manifest().await?, two);
        debugger.press("Apply").await?;
        debugger.wait_for_text("Control plane", "Jobs\n1").await
    });
}

#[test]
fn the_pages_own_host_is_asked_at_once() {
    debug(Site::WithFiles(FILES), Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.paste("kind: Job # mine").await?;
        page.open("?src=/files/pi.jobscope.yaml").await?;
        says(page, "status", "The session from 127.0.0.1").await?;
        debugger.wait_for_text("Timeline", "step 20 of 20").await?;
        assert!(debugger.manifest().await?.contains("name: pi"));
        // After the next action, the address no longer describes the session.
        debugger.press("Crash controller").await?;
        assert_eq!(page.evaluate("return location.search").await?, "");

        for (source, told) in [
            ("/files/wrong.jobscope.yaml", "Line 2, column 10 is wrong:"),
            ("/files/page.html", "This is not a session"),
            ("javascript:alert(1)", "is not a web URL"),
            ("https://name:word@example.org/x.yaml", "is not a web URL"),
        ] {
            page.open(&format!("?src={source}")).await?;
            says(page, "alert", told).await?;
            assert!(debugger.manifest().await?.contains("name: pi"), "{source}");
            page.check_accessibility().await?;
        }
        debugger.press("Bring it back").await?;
        assert_eq!(debugger.manifest().await?, "kind: Job # mine", "what was typed is lost");
        Ok(())
    });
}

/// What the page has asked the other host for.
const ASKED: &str =
    "return performance.getEntriesByType('resource').filter(({ name }) => new URL(name).origin !== origin).length";

#[test]
fn another_host_is_asked_only_if_the_person_says_so() {
    debug(Site::WithFiles(FILES), Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        let there = page.elsewhere("/files/pi.jobscope.yaml")?;
        let host = there.authority().to_owned();
        page.open(&format!("?src={there}")).await?;
        let title = format!("Open a session from {host}?");
        page.find("dialog", &title).await?;
        page.check_accessibility().await?;
        page.press(&[], Key::Escape).await?;
        let gone = async || {
            let open = page.find_all("dialog", &title).await?;
            Ok(if open.is_empty() { Ok(()) } else { Err("it is still there".to_owned()) })
        };
        page.wait_for("the dialog to go", gone).await?;
        assert_eq!(page.evaluate(ASKED).await?, 0, "the host was asked for something");
        assert_eq!(page.evaluate("return location.search").await?, "");

        page.open(&format!("?again&src={there}")).await?;
        page.find("dialog", &title).await?;
        debugger.press("Open it").await?;
        says(page, "status", &format!("The session from {host} is open.")).await?;
        debugger.wait_for_text("Timeline", "step 20 of 20").await?;
        assert_eq!(page.evaluate(ASKED).await?, 1);

        let nothing = page.elsewhere("/files/nothing.yaml")?;
        page.open(&format!("?third&src={nothing}")).await?;
        debugger.press("Open it").await?;
        says(page, "alert", "The host answers with status 404.").await?;
        // The browser reports it, too.
        assert_eq!(page.console_errors().await?.len(), 1);
        Ok(())
    });
}

#[test]
fn it_looks_right() {
    debug(Site::WithFiles(FILES), Screen::DESKTOP, async |page| {
        let there = page.elsewhere("/files/pi.jobscope.yaml")?;
        for language in ["en", "zh"] {
            for screen in [Screen::DESKTOP, Screen::TABLET, Screen::PHONE] {
                for theme in Theme::ALL {
                    let screen = screen.with_theme(theme);
                    page.show_on(screen).await?;
                    for (name, suffix) in [
                        ("source", format!("?src={there}&{}", screen.name())),
                        ("arrived", format!("?src=/files/pi.jobscope.yaml&{}", screen.name())),
                    ] {
                        page.open(&suffix).await?;
                        let shown = if name == "source" { "dialog[open] .actions" } else { ".arrived button" };
                        let there = async || {
                            let shown =
                                page.evaluate(&format!("return Boolean(document.querySelector('{shown}'))")).await?;
                            Ok(if shown == true { Ok(()) } else { Err("not yet".to_owned()) })
                        };
                        page.wait_for(name, there).await?;
                        page.picture(&format!("{name}-{}-{language}", screen.name())).await?;
                        assert!(!page.scrolls_sideways().await?, "{name} scrolls sideways on {screen:?}");
                        check_lines(page, &format!("{name} on {screen:?}")).await?;
                        page.check_accessibility_in(theme).await?;
                    }
                }
            }
            page.show_on(Screen::DESKTOP).await?;
            if language == "en" {
                page.open("").await?;
                Debugger::on(page).press("Language: English").await?;
            }
        }
        Ok(())
    });
}

/// Several objects as a chart prints them, of which some are not simulated.
const CHART: &str = "---
# Source: shop/templates/cm.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: shop}
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: nightly
spec:
  schedule: '0 3 * * *'
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers: [{name: main, image: busybox}]
---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
spec:
  backoffLimit: 2
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: busybox}]
";

#[test]
fn what_is_said_of_several_objects_is_in_view_and_agrees() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        let is_in_view = async |text: &str| {
            // Of what lies at the middle of the text, nothing is in front.
            let script = format!(
                "const walk = document.createTreeWalker(document.querySelector('.spec'), NodeFilter.SHOW_TEXT);
                 while (walk.nextNode()) {{
                     if (!walk.currentNode.data.includes({})) continue;
                     const range = document.createRange();
                     range.selectNode(walk.currentNode);
                     const {{ left, top, width, height }} = range.getBoundingClientRect();
                     const front = document.elementFromPoint(left + width / 2, top + height / 2);
                     return walk.currentNode.parentElement.closest('li, p')?.contains(front) ? '' : 'covered';
                 }}
                 return 'not there';",
                json!(text)
            );
            page.wait_for(text, async || {
                let found = page.evaluate(&script).await?;
                Ok(if found == "" { Ok(()) } else { Err(found.to_string()) })
            })
            .await
        };
        paste(page, CHART).await?;
        says(page, "status", "The manifest is in the editor. Apply sends it to the API server.").await?;
        debugger.wait_for_text("Spec", "creates 2 objects").await?;
        is_in_view("kubectl create job").await?;

        page.evaluate("document.activeElement.blur()").await?;
        paste(page, &CHART.replace("backoffLimit: 2", "backoffLimit: two")).await?;
        says(page, "status", "Fix the problems below it").await?;
        is_in_view("spec.backoffLimit").await
    });
}

#[test]
fn what_cannot_be_kept_is_not_left_without_a_question() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        let asks = async || {
            let leaving = "return !dispatchEvent(new Event('beforeunload', { cancelable: true }))";
            page.evaluate(leaving).await.map(|asks| asks == true)
        };
        assert!(!asks().await?, "nothing has happened");
        debugger.apply(PI).await?;
        debugger.press("Step over").await?;
        assert!(!asks().await?, "the session is kept with the tab");
        page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
            .await?;
        assert!(asks().await?, "there is no room for the session");
        Ok(())
    });
}
