//! Links: what the sender saw is what the receiver sees, and a broken one breaks nothing.

use jobscope_core::api::{FeatureGate, FeatureGates, Release, Time};
use jobscope_core::timeline::{SavedSession, Timeline};
use jobscope_core::world::World;
use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};

use crate::debugger::Debugger;
use crate::manifests::{PI, parallel};
use crate::screens::look_in_language;

#[test]
fn a_link_shows_what_the_sender_saw() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.22").await?;
        debugger.apply(&format!("# a comment\n{}", parallel(5))).await?;
        debugger.press("Step out").await?;
        debugger.press("Deliver 1 event of the pod watch").await?;
        debugger.press("Step out").await?;
        for _ in 0..2 {
            debugger.press("Step back").await?;
        }
        debugger.press("Step into").await?;
        let (seen, text) = (debugger.everything().await?, debugger.manifest().await?);
        let link = share(page).await?;
        assert_eq!(page.evaluate("return location.href").await?, link.as_str(), "the address is not the link");

        // Another user, with a session of their own.
        page.evaluate("localStorage.clear()").await?;
        page.open_in_a_new_tab("?somebody-else#/debugger").await?;
        debugger.paste("kind: Job # theirs").await?;
        page.open(&format!("?again#{}", fragment(&link))).await?;
        page.find("region", "Why").await?;
        assert_eq!(debugger.everything().await?, seen);
        assert_eq!(debugger.manifest().await?, text);
        assert_eq!(page.find("combobox", "Kubernetes").await?.prop("value").await?.as_deref(), Some("v1.22"));

        // What is recorded after the cursor came along, too.
        debugger.press("Step over").await?;
        debugger.wait_for_text("Timeline", " of ").await?;
        page.reload().await?;
        page.find("region", "Why").await?;
        assert_eq!(debugger.everything().await?, seen, "the same link shows something else");
        debugger.press("Bring it back").await?;
        assert_eq!(debugger.manifest().await?, "kind: Job # theirs", "what was typed is lost");
        Ok(())
    });
}

/// What of the regions is chosen: the tabs and buttons that are pressed, the chosen pods, and what is zoomed into.
const CHOSEN: &str = "return [
    ...document.querySelectorAll('[role=tab][aria-selected=true], .seg [aria-pressed=true], .all-columns[aria-pressed=true]'),
].map((one) => one.textContent).concat(
    [...document.querySelectorAll('.chosen-bar [role=status]')].map((one) => one.textContent),
    document.querySelector('.tl .gantt svg')?.getAttribute('viewBox') ?? '').join(' | ')";

#[test]
fn a_link_shows_the_views_that_the_sender_had() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        debugger.press("Step out").await?;
        let usual = page.evaluate(CHOSEN).await?;
        let plain = share(page).await?;
        page.press(&[], Key::Escape).await?;
        for (role, name) in [
            ("button", "Flow chart"),
            ("button", "Table"),
            ("tab", "get job"),
            ("button", "Zoom in"),
            ("button", "-o wide"),
        ] {
            page.find(role, name).await?.click().await?;
        }
        page.find("table", "3 pods").await?;
        debugger.press("Choose all 3 Pending").await?;
        let seen = page.evaluate(CHOSEN).await?;
        assert_ne!(seen, usual);
        let link = share(page).await?;

        // Another user without a selection, and one with the same selection.
        page.evaluate("localStorage.clear()").await?;
        page.open_in_a_new_tab(&format!("?somebody-else#{}", fragment(&link))).await?;
        page.find("region", "Why").await?;
        wait_for_views(page, &seen).await?;
        page.check_accessibility().await?;
        page.picture("link-with-views").await?;
        page.open(&format!("?usual#{}", fragment(&plain))).await?;
        page.find("region", "Why").await?;
        wait_for_views(page, &usual).await?;
        // A link in the page that is open brings its views, too.
        page.evaluate(&format!("location.hash = '{}'", fragment(&link))).await?;
        wait_for_views(page, &seen).await?;
        // What was lent is not kept.
        page.open("?plain#/debugger").await?;
        page.find("region", "Why").await?;
        let kept = page.evaluate("return localStorage.getItem('jobscope.settings') ?? ''").await?.to_string();
        assert!(!kept.contains("flow") && !kept.contains("table"), "{kept}");
        Ok(())
    });
}

async fn wait_for_views(page: &Page, seen: &serde_json::Value) -> Result<(), Error> {
    let is_so = async || {
        let now = page.evaluate(CHOSEN).await?;
        Ok(if now == *seen { Ok(()) } else { Err(format!("{now} instead of {seen}")) })
    };
    page.wait_for("the sender's views", is_so).await
}

#[test]
fn a_link_and_a_file_open_a_comparison() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&parallel(3)).await?;
        page.find("combobox", "compare with").await?.select_by_label("v1.11").await?;
        debugger.press("Go to the first difference: writes").await?;
        let compared = "return document.querySelector('.compare')?.innerText ?? ''";
        let (seen, slider) = (page.evaluate(compared).await?, "Both runs, side by side");
        let row = page.find("slider", slider).await?.prop("value").await?;
        assert!(row.as_deref().is_some_and(|row| row != "0"), "{row:?}");
        let link = share(page).await?;
        let saved = debugger.save("Save as a file").await?;
        assert!(saved.contains("view:\n  compare:\n    release: v1.11\n"), "{saved}");

        page.evaluate("localStorage.clear()").await?;
        for way in ["a link", "a file"] {
            if way == "a link" {
                page.open(&format!("?compared#{}", fragment(&link))).await?;
            } else {
                page.open_in_a_new_tab("?file#/debugger").await?;
                page.find("region", "Why").await?;
                give(page, "nothing", &saved).await?;
            }
            page.find("heading", "v1.28 and v1.11 side by side").await?;
            assert_eq!(page.find("slider", slider).await?.prop("value").await?, row, "{way}");
            assert_eq!(page.evaluate(compared).await?, seen, "{way}");
            page.check_accessibility().await?;
            // The session is the sender's, too.
            debugger.press("Back to debugging").await?;
            debugger.wait_for_text("Timeline", "step 1 of 1").await?;
        }
        Ok(())
    });
}

#[test]
fn a_link_is_opened_in_the_page_that_is_open_and_can_be_undone() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step out").await?;
        let link = share(page).await?;
        page.press(&[], Key::Escape).await?;
        let shared = debugger.everything().await?;

        debugger.press("Step over").await?;
        debugger.press("Crash controller").await?;
        assert_eq!(
            page.evaluate("return location.hash").await?,
            "#/debugger",
            "the address promises what was edited away"
        );
        let edited = debugger.everything().await?;
        page.evaluate(&format!("location.hash = '{}'", fragment(&link))).await?;
        page.find("button", "Undo: another session was opened").await?;
        assert_eq!(debugger.everything().await?, shared);
        debugger.press("Undo: another session was opened").await?;
        assert_eq!(debugger.everything().await?, edited);
        Ok(())
    });
}

#[test]
fn a_link_that_the_engine_made_brings_its_gates() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let gates = FeatureGates::from(Release::V1_28).with(FeatureGate::JobBackoffLimitPerIndex, true);
        let gates = gates.map_err(|error| Error::Answer(error.to_string()))?;
        let timeline = Timeline::new(World::with_gates(gates, Time::START));
        page.open(&format!("?gates#s={}", SavedSession::of(&timeline, PI).to_link())).await?;
        let debugger = Debugger::on(page);
        let turned = debugger.text("list", "Feature gates that differ from the release’s defaults").await?;
        assert_eq!(turned, "JobBackoffLimitPerIndex on");
        // Another scenario under the same gates.
        page.find("combobox", "Scenario").await?.select_by_label("Slow start meets a quota").await?;
        debugger.press("Apply").await?;
        page.find("list", "Feature gates that differ from the release’s defaults").await?;
        page.check_accessibility().await
    });
}

#[test]
fn broken_links_say_so_and_nothing_is_lost() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(3)).await?;
        let link = share(page).await?;
        let good = fragment(&link);
        debugger.paste("kind: Job # mine").await?;
        let (start, end) = good.split_at(good.len() / 2);
        for (broken, says) in [
            (format!("{start}{}", &end[1..]), "damaged"),
            (good[..good.len() - 9].to_owned(), "damaged"),
            (good.replace("s=1.", "s=2."), "does not know"),
            ("s=".to_owned(), "does not know"),
            (format!("s=1.{}", "A".repeat(600_000)), "larger than a session may be"),
        ] {
            page.open(&format!("?{}#{broken}", says.len())).await?;
            let alert = debugger.text("alert", "").await?;
            assert!(alert.contains("The link cannot be opened") && alert.contains(says), "{says}: {alert}");
            debugger.wait_for_text("kubectl", "No resources found").await?;
            assert_eq!(debugger.manifest().await?, "kind: Job # mine");
        }
        debugger.press("Dismiss").await?;
        assert!(page.all("alert").await?.is_empty());
        assert_eq!(page.evaluate("return location.hash").await?, "#/debugger");
        Ok(())
    });
}

#[test]
fn where_the_page_may_not_copy_the_link_is_there_to_be_copied_by_hand() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))").await?;
        page.tab_to("button", "Share").await?;
        page.press(&[], Key::Enter).await?;
        let told = async || {
            let told = debugger.text("dialog", "Share this session").await?;
            Ok(if told.contains("copy it by hand") { Ok(()) } else { Err(told) })
        };
        page.wait_for("word of what to do", told).await?;
        assert_eq!(page.focused().await?.name, "Link");
        let selected = page
            .evaluate(
                "const link = document.activeElement; return link.value.slice(link.selectionStart, link.selectionEnd)",
            )
            .await?;
        assert!(selected.as_str().is_some_and(|link| link.starts_with("http") && link.contains("#s=1.")), "{selected}");
        page.press(&[], Key::Escape).await?;
        assert_eq!(page.focused().await?.name, "Share");
        Ok(())
    });
}

#[test]
fn it_looks_right_in_both_themes_and_languages() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        for (share, language) in [("Share", "Language: English"), ("分享", "")] {
            for screen in [Screen::DESKTOP, Screen::TABLET, Screen::PHONE] {
                page.show_on(screen).await?;
                debugger.press(share).await?;
                look_in_language(page, "share", screen).await?;
                page.press(&[], Key::Escape).await?;
            }
            page.show_on(Screen::DESKTOP).await?;
            if !language.is_empty() {
                debugger.press(language).await?;
            }
        }
        for screen in [Screen::DESKTOP, Screen::PHONE] {
            page.show_on(screen).await?;
            page.open(&format!("?{}#s=1.abc", screen.width)).await?;
            page.find("alert", "").await?;
            look_in_language(page, "broken-link", screen).await?;
        }
        Ok(())
    });
}

/// Waits until the page shows something: from then on it takes what is dropped.
pub(crate) async fn wait_until_shown(page: &Page) -> Result<(), Error> {
    let shown = async || {
        let is_there = page.evaluate("return document.querySelector('main') !== null").await?;
        Ok(if is_there == true { Ok(()) } else { Err("nothing".to_owned()) })
    };
    page.wait_for("the page", shown).await
}

/// Gives the page a file, as if a person had chosen it (`into` is an input) or dropped it (a window).
pub(crate) async fn give(page: &Page, into: &str, text: &str) -> Result<(), Error> {
    let text = serde_json::to_string(text).map_err(|error| Error::Answer(error.to_string()))?;
    let script = format!(
        "const given = new DataTransfer();
         given.items.add(new File([{text}], 'a.yaml'));
         const input = document.querySelector({into:?});
         if (!input) return window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: given, cancelable: true }}));
         input.files = given.files;
         input.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    );
    wait_until_shown(page).await?;
    page.evaluate(&script).await.map(|_| ())
}

#[test]
fn steps_after_a_link_was_made_are_there_when_the_page_is_loaded_again() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(5)).await?;
        share(page).await?;
        page.press(&[], Key::Escape).await?;
        for _ in 0..3 {
            debugger.press("Step over").await?;
        }
        let seen = debugger.everything().await?;
        assert_eq!(page.evaluate("return location.hash").await?, "#/debugger");
        page.reload().await?;
        page.find("region", "Why").await?;
        assert_eq!(debugger.everything().await?, seen);
        Ok(())
    });
}

/// Drops a file of this name with what a script makes of `text`.
async fn drop_file(page: &Page, name: &str, text: &str, made: &str) -> Result<(), Error> {
    let text = serde_json::to_string(text).map_err(|error| Error::Answer(error.to_string()))?;
    let script = format!(
        "const done = arguments[0], text = {text};
         new Response({made}).blob().then((blob) => {{
           const given = new DataTransfer();
           given.items.add(new File([blob], '{name}'));
           window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: given, cancelable: true }}));
           done();
         }});"
    );
    page.evaluate_later(&script).await.map(|_| ())
}

#[test]
fn files_are_unpacked_and_decoded() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        let opens = async |manifest: &str| {
            let there = async || {
                Ok(if debugger.manifest().await? == manifest { Ok(()) } else { Err("another manifest".to_owned()) })
            };
            page.wait_for("the manifest to arrive", there).await
        };
        let refuses = async |why: &str| {
            let says = async || {
                let alert = debugger.text("alert", "").await?;
                Ok(if alert.contains(why) { Ok(()) } else { Err(alert) })
            };
            page.wait_for("the file to be refused", says).await
        };
        let packed = "new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))";
        drop_file(page, "audit-2026.log.gz", PI, packed).await?;
        opens(PI).await?;
        drop_file(page, "audit-2026.log.gz", PI, "text").await?;
        refuses("cannot be unpacked").await?;
        let of_power_shell = "Uint16Array.from('\\uFEFF' + text, (unit) => unit.charCodeAt())";
        let five = parallel(5);
        drop_file(page, "five.yaml", &five, of_power_shell).await?;
        opens(&five).await?;
        drop_file(page, "picture.png", "\u{89}PNG", "Uint8Array.from(text, (byte) => byte.charCodeAt())").await?;
        refuses("It is not text").await
    });
}

#[test]
fn a_session_is_saved_as_a_file_and_opened_again() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&format!("# a comment\n{}", parallel(5))).await?;
        for button in ["Step out", "Step out", "Step back"] {
            debugger.press(button).await?;
        }
        let (seen, text) = (debugger.everything().await?, debugger.manifest().await?);
        share(page).await?;
        page.check_accessibility().await?;
        let saved = debugger.save("Save as a file").await?;
        assert!(saved.starts_with("jobscope: 6\nrelease: ") && saved.contains("\n- apply\n"), "{saved}");

        // Chosen by a user with another session.
        page.evaluate("localStorage.clear()").await?;
        page.open_in_a_new_tab("?somebody-else#/debugger").await?;
        debugger.paste("kind: Job # theirs").await?;
        debugger.press("Share").await?;
        page.find("button", "Open a file…").await?;
        give(page, "input[type=file]", &saved).await?;
        page.find("button", "Undo: another session was opened").await?;
        assert_eq!(debugger.everything().await?, seen);
        assert_eq!(debugger.manifest().await?, text);
        debugger.press("Bring it back").await?;
        assert_eq!(debugger.manifest().await?, "kind: Job # theirs", "what was typed is lost");

        // A manifest that is dropped goes into the editor.
        give(page, "nothing", PI).await?;
        let there =
            async || Ok(if debugger.manifest().await? == PI { Ok(()) } else { Err("another manifest".to_owned()) });
        page.wait_for("the manifest to arrive", there).await
    });
}

#[test]
fn a_broken_file_is_shown_with_its_place_and_nothing_is_lost() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.paste("kind: Job # mine").await?;
        for (file, says) in [
            ("jobscope: 1\nrelease: v1.12\n", "Line 2, column 10 is wrong:"),
            ("jobscope: 9\n", "only versions 1 to 7 are known"),
            ("jobscope: 1\nrelease: v1.11\nactions: [{op: sync}]\n", "Its step 1 is refused"),
        ] {
            give(page, "nothing", file).await?;
            let told = async || {
                let alert = debugger.text("alert", "").await?;
                Ok(if alert.contains("The file cannot be opened") && alert.contains(says) {
                    Ok(())
                } else {
                    Err(alert)
                })
            };
            page.wait_for(says, told).await?;
        }
        page.check_accessibility().await?;
        debugger.press("Dismiss").await?;
        assert!(page.all("alert").await?.is_empty());
        assert_eq!(debugger.manifest().await?, "kind: Job # mine");
        Ok(())
    });
}

/// Presses Share, and waits until the page says that the link is copied; the link.
pub(crate) async fn share(page: &Page) -> Result<String, Error> {
    let debugger = Debugger::on(page);
    debugger.press("Share").await?;
    let copied = async || {
        let said = debugger.text("dialog", "Share this session").await?;
        Ok(if said.contains("Link copied.") { Ok(()) } else { Err(said) })
    };
    page.wait_for("the link to be copied", copied).await?;
    let link = page.find("textbox", "Link").await?.prop("value").await?;
    link.ok_or_else(|| Error::Answer("the link is empty".to_owned()))
}

pub(crate) fn fragment(link: &str) -> &str {
    link.split_once('#').map_or("", |(_, fragment)| fragment)
}
