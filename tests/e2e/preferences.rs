//! Preferences of a user: language and theme, which are stored, reduced motion, and contrast themes.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, debug, drive, drive_apart};

use crate::debugger::{Debugger, place};
use crate::manifests::parallel;

#[test]
fn the_page_speaks_chinese_and_remembers_it() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        debugger.press("Language: English").await?;
        page.find("button", "步过").await?;
        assert_eq!(page.evaluate("return document.documentElement.lang").await?, "zh-CN");
        assert!(page.find_all("button", "Step over").await?.is_empty(), "English is left over");
        page.check_accessibility().await?;
        page.picture("chinese-1440-light").await?;
        page.reload().await?;
        page.find("button", "步过").await?;
        Ok(())
    });
}

#[test]
fn the_language_stays_when_texts_of_the_other_cannot_be_fetched() {
    drive_apart(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.begin_with(
            "
            const real = fetch;
            window.fetch = (asked, ...more) =>
                `${asked}`.endsWith('_zh-CN.txt') && !sessionStorage.getItem('there')
                    ? Promise.resolve(new Response('', { status: 404 }))
                    : real(asked, ...more);",
        )
        .await?;
        page.open("?texts#/debugger").await?;
        let language = "return document.documentElement.lang";
        page.find("button", "Language: English").await?.click().await?;
        page.find("button", "Apply").await?;
        assert_eq!(page.evaluate(language).await?, "en");
        // The button leads back, and to another attempt.
        page.evaluate("sessionStorage.setItem('there', true)").await?;
        page.find("button", "Language: 简体中文").await?.click().await?;
        page.find("button", "Language: English").await?.click().await?;
        page.find("button", "语言：简体中文").await?;
        assert_eq!(page.evaluate(language).await?, "zh-CN");
        Ok(())
    });
}

#[test]
fn a_chosen_theme_wins_over_the_systems_and_is_remembered() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        let ink = async || page.evaluate("return getComputedStyle(document.body).color").await;
        let light = ink().await?;
        // As the system, light, dark.
        debugger.press("Theme: same as system").await?;
        debugger.press("Theme: light").await?;
        page.find("button", "Theme: dark").await?;
        page.settle().await?;
        let dark = ink().await?;
        assert_ne!(dark, light);
        page.reload().await?;
        page.find("button", "Theme: dark").await?;
        page.settle().await?;
        assert_eq!(ink().await?, dark);
        Ok(())
    });
}

#[test]
fn a_phone_has_theme_and_language_in_one_place_for_fingers_and_keys() {
    const SMALL: &str = "
        const boxes = [...document.querySelectorAll('.both-pop button')].map((one) => one.getBoundingClientRect());
        return boxes.filter(({ width, height }) => width < 44 || height < 44).length";
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        for (name, address, heading) in [
            ("debugger", "?debugger#/lesson/a-job-runs", "A Job is only a wish"),
            ("start", "?start#/lessons", "Step through the Kubernetes Job controller"),
        ] {
            page.show_on(Screen::PHONE).await?;
            page.open(address).await?;
            page.find("heading", heading).await?;
            let debugger = Debugger::on(page);
            debugger.press("Theme and language").await?;
            page.find("dialog", "Theme and language").await?;
            assert_eq!(page.evaluate(SMALL).await?, 0, "too small for a finger");
            page.check_accessibility().await?;
            let theme = page.find("group", "Theme").await?;
            page.find_in(&theme, "button", "dark").await?.click().await?;
            assert_eq!(page.evaluate("return document.documentElement.dataset.theme").await?, "dark");
            // By keys alone from here on.
            page.press(&[], Key::Escape).await?;
            assert_eq!(page.focused().await?.name, "Theme and language");
            page.press(&[], Key::Enter).await?;
            page.tab_to("button", "简体中文").await?;
            page.press(&[], Key::Enter).await?;
            page.find("dialog", "主题与语言").await?;
            assert_eq!(page.focused().await?.name, "简体中文", "the focus went away");
            page.picture(&format!("preferences-390-{name}")).await?;
            debugger.press("English").await?;
            debugger.press("same as system").await?;
            page.press(&[], Key::Escape).await?;
        }
        // Where there is room, each has a button of its own.
        page.show_on(Screen::DESKTOP).await?;
        page.find("button", "Language: English").await?;
        assert!(page.find_all("button", "Theme and language").await?.is_empty());
        Ok(())
    });
}

#[test]
fn nothing_moves_where_motion_is_unwelcome() {
    const MOVING: &str = "
        const lasts = (animation) => animation.effect.getComputedTiming().activeDuration > 1;
        return document.getAnimations().filter(lasts).length";
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        assert_ne!(page.evaluate(MOVING).await?, 0, "batches land with motion");
        page.show_on(Screen::DESKTOP.without_motion()).await?;
        debugger.press("Step back").await?;
        debugger.press("Step out").await?;
        assert_eq!(page.evaluate(MOVING).await?, 0);
        Ok(())
    });
}

#[test]
fn a_browser_that_keeps_nothing_is_debugged_in_all_the_same() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        // As browsers do that block a site's data; and as those that have no storage at all.
        for refusal in ["throw new DOMException('refused', 'SecurityError')", "return null"] {
            page.begin_with(&format!(
                "for (const name of ['localStorage', 'sessionStorage'])
                   Object.defineProperty(window, name, {{ configurable: true, get() {{ {refusal} }} }})"
            ))
            .await?;
            page.reload().await?;
            let debugger = Debugger::on(page);
            debugger.press("Theme: same as system").await?;
            debugger.apply(&parallel(3)).await?;
            debugger.play_to_the_end().await?;
            assert!(debugger.status().await?.contains("Complete"));
        }
        Ok(())
    });
}

#[test]
fn their_buttons_stay_when_the_language_changes() {
    drive(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        for address in ["#/debugger", "#/lessons", "#/glossary"] {
            page.open(address).await?;
            for screen in [Screen::DESKTOP, Screen::TABLET] {
                page.show_on(screen).await?;
                page.find("button", "Language: English").await?;
                let before = [place(page, ".btn.theme").await?, place(page, ".btn.lang").await?];
                page.find("button", "Language: English").await?.click().await?;
                page.find("button", "语言：简体中文").await?;
                let after = [place(page, ".btn.theme").await?, place(page, ".btn.lang").await?];
                let mut pairs = before.as_flattened().iter().zip(after.as_flattened());
                let stay = pairs.all(|(before, after)| before.abs_diff(*after) <= 1);
                assert!(stay, "{address} {}: {after:?} instead of {before:?}", screen.name());
                page.find("button", "语言：简体中文").await?.click().await?;
            }
        }
        Ok(())
    });
}

/// Whether two elements have the same ground, shadow, border and outline.
async fn look_alike(page: &Page, one: &str, other: &str) -> Result<bool, Error> {
    let script = format!(
        "const [one, other] = ['{one}', '{other}'].map((selector) => {{
           const found = document.querySelector(selector);
           if (!found) throw new Error(`no ${{selector}}`);
           const style = getComputedStyle(found);
           return [style.backgroundColor, style.boxShadow, style.borderColor, style.outlineStyle].join();
         }});
         return one === other"
    );
    Ok(page.evaluate(&script).await? == true)
}

#[test]
fn a_contrast_theme_leaves_what_is_chosen_and_focused_to_see() {
    let screen = Screen::DESKTOP.without_motion().with_forced_colors();
    debug(Site::Jobscope, screen, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(5)).await?;
        debugger.play_to_the_end().await?;
        for theme in Theme::ALL {
            page.show_on(screen.with_theme(theme)).await?;
            page.find("button", "Step back").await?.click().await?;
            page.press(&[], Key::Tab).await?;
            for (one, other) in [
                (".why [aria-pressed=true]", ".why [aria-pressed=false]"),
                (".out [aria-selected=true]", ".out [aria-selected=false]"),
                (":focus", ".time .btn:not(:focus)"),
            ] {
                assert!(!look_alike(page, one, other).await?, "{one} and {other} in {}", theme.name());
            }
            page.check_accessibility().await?;
            page.picture(&format!("contrast-1440-{}", theme.name())).await?;
        }
        page.open("#/lessons").await?;
        page.find("link", "Debugger").await?;
        page.press(&[], Key::Tab).await?;
        assert!(!look_alike(page, ":focus", "header a:not(:focus)").await?);
        page.check_accessibility().await
    });
}
