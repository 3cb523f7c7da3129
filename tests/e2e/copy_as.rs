//! Copying a session in other forms: for articles, tests, and readers.

use jobscope_core::api::Release;
use jobscope_core::timeline::{SavedSession, Timeline};
use jobscope_core::world::{Action, World};
use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, debug};

use crate::debugger::Debugger;
use crate::lines::check_lines;
use crate::manifests::parallel;

/// Opens Share, which from now on copies to where the test finds it.
async fn share(page: &Page, name: &str) -> Result<(), Error> {
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }")
        .await?;
    Debugger::on(page).press(name).await
}

/// Presses a button of that name, and waits until the page says that it copied; the text.
async fn copied(page: &Page, form: &str) -> Result<String, Error> {
    page.evaluate("window.copied = ''").await?;
    Debugger::on(page).press(form).await?;
    let there = async || {
        let text = page.evaluate("return window.copied").await?;
        let text = text.as_str().unwrap_or_default().to_owned();
        Ok(if text.is_empty() { Err("nothing is copied".to_owned()) } else { Ok(text) })
    };
    page.wait_for(form, there).await
}

#[test]
fn each_form_holds_the_session() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.apply(&parallel(3)).await?;
        debugger.press("Step out").await?;
        let seen = debugger.everything().await?;
        let sentence = page.evaluate("return document.querySelector('.sentence').innerText").await?;
        let sentence = sentence.as_str().unwrap_or_default().to_owned();
        share(page, "Share").await?;
        let base = page.evaluate("return location.href.split('#')[0]").await?;
        let base = base.as_str().unwrap_or_default();

        let markdown = copied(page, "Markdown link").await?;
        assert!(markdown.starts_with("[The Job ") && markdown.contains(&format!("]({base}#s=1.")), "{markdown}");
        let session = markdown.split("#s=").nth(1).unwrap_or_default().trim_end().trim_end_matches(')').to_owned();
        let recording = SavedSession::from_link(&session).unwrap();
        assert_eq!(recording.replay().unwrap().steps().len(), 3);

        let element = copied(page, "Element (HTML)").await?;
        assert!(
            element.starts_with(&format!(
                "<script type=\"module\" src=\"{base}embed.js\"></script>\n<job-scope scenario=\"{session}\""
            )),
            "{element}"
        );
        let rust = copied(page, "Rust test").await?;
        // Which views the regions had is nothing that a test is about.
        let plain = SavedSession::of(&recording.replay().unwrap(), recording.manifest());
        assert_eq!(rust, plain.to_rust_test().unwrap());
        let javascript = copied(page, "JavaScript test").await?;
        assert_eq!(javascript, plain.to_javascript_test().unwrap());
        for (form, head) in [("Transcript", "\nStep 3 "), ("Transcript (Markdown)", "\n## Step 3 ")] {
            let transcript = copied(page, form).await?.replace('\\', "");
            assert!(transcript.contains(head) && transcript.contains(&sentence), "{sentence}: {transcript}");
        }

        let picture = copied(page, "Timeline (SVG)").await?;
        let drawn = format!(
            "const image = new Image(); image.src = 'data:image/svg+xml,' + encodeURIComponent({picture:?});
             return image.decode().then(() => image.naturalWidth)"
        );
        assert_eq!(page.evaluate(&drawn).await?, 960, "it is no picture: {picture}");
        page.check_accessibility().await?;

        let frame = copied(page, "iframe (HTML)").await?;
        let address = frame.split('"').nth(1).unwrap_or_default().to_owned();
        page.open(&address).await?;
        let there = async || {
            let text = page.evaluate("return document.querySelector('.sentence')?.innerText ?? ''").await?;
            Ok(if text == sentence.as_str() { Ok(()) } else { Err(text.to_string()) })
        };
        page.wait_for("the embed to show the same", there).await?;
        page.open("?back").await?;
        page.open(&format!("#s={session}")).await?;
        page.find("region", "Why").await?;
        assert_eq!(debugger.everything().await?, seen);
        Ok(())
    });
}

#[test]
fn where_the_page_may_not_copy_the_text_is_there_to_be_copied_by_hand() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(1)).await?;
        page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))").await?;
        debugger.press("Share").await?;
        page.tab_to("button", "Rust test").await?;
        page.press(&[], Key::Enter).await?;
        let said = async || {
            let focused = page.focused().await?.name;
            Ok(if focused == "Text to copy" { Ok(()) } else { Err(focused) })
        };
        page.wait_for("the text to be selected", said).await?;
        let selected =
            "const text = document.activeElement; return text.value.slice(text.selectionStart, text.selectionEnd)";
        let selected = page.evaluate(selected).await?.to_string();
        assert!(selected.contains("it_goes_as_recorded"), "{selected}");
        page.check_accessibility().await
    });
}

/// More steps than are written at once, as a link.
const MANY: usize = 1_300;

#[test]
fn a_long_transcript_is_whole() {
    let mut timeline = Timeline::new(World::new(Release::V1_28));
    for _ in 0..MANY {
        timeline.apply(&Action::Advance { ms: 1 }).unwrap();
    }
    let link = SavedSession::of(&timeline, "").to_link();
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.open(&format!("?long#s={link}")).await?;
        page.find("region", "Why").await?;
        share(page, "Share").await?;
        for (form, first, last) in [
            ("Transcript", "\nStep 1 ", format!("\nStep {MANY} ")),
            ("Transcript (Markdown)", "\n## Step 1 ", format!("\n## Step {MANY} ")),
        ] {
            Debugger::on(page).press(form).await?;
            let text = copied(page, "Copy the transcript").await?;
            assert!(text.contains(first) && text.contains(&last), "{}", text.len());
            assert_eq!(text.matches("Step ").count(), MANY);
        }
        page.check_accessibility().await?;
        page.picture("copy-as-long").await?;
        Debugger::on(page).press("Transcript").await?;
        let saved = Debugger::on(page).save("Save the transcript").await?;
        assert!(saved.contains(&format!("Step {MANY} ")));
        Ok(())
    });
}

#[test]
fn it_looks_right() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Scenario").await?.select_by_label("Slow start meets a quota").await?;
        debugger.press("Apply").await?;
        debugger.play_to_the_end().await?;
        for (name, form, language) in [("Share", "Timeline (SVG)", "en"), ("分享", "时间线（SVG）", "zh")] {
            for screen in [Screen::DESKTOP, Screen::UPRIGHT, Screen::PHONE] {
                page.show_on(screen).await?;
                share(page, name).await?;
                let picture = copied(page, form).await?;
                for theme in Theme::ALL {
                    let screen = screen.with_theme(theme);
                    page.show_on(screen).await?;
                    page.picture(&format!("copy-as-{}-{language}", screen.name())).await?;
                    assert!(!page.scrolls_sideways().await?, "sharing scrolls sideways on {screen:?}");
                    check_lines(page, &format!("sharing on {screen:?}")).await?;
                    page.check_accessibility_in(theme).await?;
                }
                page.press(&[], Key::Escape).await?;
                if screen == Screen::DESKTOP {
                    for theme in Theme::ALL {
                        page.show_on(screen.with_theme(theme)).await?;
                        let show = format!(
                            "const image = new Image(); image.id = 'shown'; image.src = 'data:image/svg+xml,' + encodeURIComponent({picture:?});
                             image.style = 'position: fixed; inset: 0; z-index: 99'; document.body.append(image); return image.decode()"
                        );
                        page.evaluate(&show).await?;
                        page.picture(&format!("timeline-svg-{}-{language}", theme.name())).await?;
                        page.evaluate("document.getElementById('shown').remove()").await?;
                    }
                }
            }
            page.show_on(Screen::DESKTOP).await?;
            if language == "en" {
                debugger.press("Language: English").await?;
            }
        }
        Ok(())
    });
}
