//! The harness catches what it claims to catch, on small pages made to be wrong.

use std::path::PathBuf;
use std::time::Duration;

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, Theme, drive, drive_apart};

const GOOD: Site = Site::Html(
    r#"<!doctype html><html lang="en"><title>Good</title><link rel="icon" href="data:,">
    <main><h1>Good</h1>
    <section aria-label="Pods"><button>Apply</button><button aria-label="Step into">↓</button></section>
    <section aria-labelledby="why"><h2 id="why">Why</h2><label>Timeline <input type="range"></label>
    <label>Words <textarea></textarea></label></section>
    <div role="button" hidden>Hidden</div></main></html>"#,
);

#[test]
fn things_are_found_by_role_and_name() {
    drive(GOOD, Screen::DESKTOP, async |page| {
        let pods = page.find("region", "Pods").await?;
        page.find_in(&pods, "button", "Step into").await?;
        page.find("slider", "Timeline").await?;
        page.find("region", "Why").await?;
        let names: Vec<String> = page.all("button").await?.into_iter().map(|(_, button)| button.name).collect();
        assert_eq!(names, ["Apply", "Step into"], "what is hidden is not there");
        Ok(())
    });
}

#[test]
fn keys_go_where_the_focus_is() {
    drive(GOOD, Screen::DESKTOP, async |page| {
        page.tab_to("textbox", "Words").await?;
        page.write("old").await?;
        page.paste("new\nwords").await?;
        let value = page.evaluate("return document.querySelector('textarea').value").await?;
        assert_eq!(value, "new\nwords");
        page.press(&[Key::Shift], Key::Tab).await?;
        assert_eq!(page.focused().await?.name, "Timeline");
        Ok(())
    });
}

#[test]
fn a_browser_leaves_nothing_on_the_disk() {
    let mut files = PathBuf::new();
    drive_apart(GOOD, Screen::DESKTOP, async |page| {
        page.find("region", "Pods").await?;
        files = page.browser_files().to_owned();
        assert!(files.read_dir().is_ok_and(|mut files| files.next().is_some()), "the browser's own files are here");
        Ok(())
    });
    assert!(!files.exists(), "{} is still there", files.display());
}

#[test]
fn a_good_page_breaks_no_rule_and_pictures_have_the_size_of_the_window() {
    drive(GOOD, Screen::PHONE, async |page| {
        page.check_accessibility().await?;
        let path = page.keep_picture("harness").await?;
        let picture = std::fs::read(&path).map_err(|error| Error::File { path: path.display().to_string(), error })?;
        // A PNG file holds width and height as big-endian numbers at a fixed place.
        assert_eq!(&picture[16..24], [390_u32.to_be_bytes(), 844_u32.to_be_bytes()].concat());
        Ok(())
    });
}

#[test]
fn a_picture_is_of_the_page_not_of_its_coming() {
    const COMING: Site = Site::Html(
        r#"<!doctype html><html lang="en"><title>Coming</title><link rel="icon" href="data:,"><main id="page"><p class="loading">jobscope</p></main>"#,
    );
    const COMES: &str = "setTimeout(() => document.querySelector('.loading').remove(), 400)";
    drive(COMING, Screen::DESKTOP, async |page| {
        let early = page.with_patience(Duration::from_millis(200)).picture("harness-coming").await;
        assert!(early.is_err_and(|error| error.to_string().contains("still loads")));
        page.evaluate(COMES).await?;
        page.picture("harness-coming").await?;
        assert_eq!(page.evaluate("return document.querySelectorAll('.loading').length").await?, 0);
        Ok(())
    });
}

#[test]
fn theme_and_motion_are_as_the_screen_says() {
    drive(GOOD, Screen::TABLET.with_theme(Theme::Dark).without_motion(), async |page| {
        for wish in ["prefers-color-scheme: dark", "prefers-reduced-motion: reduce", "width: 1024px"] {
            assert_eq!(page.evaluate(&format!("return matchMedia('({wish})').matches")).await?, true, "{wish}");
        }
        assert!(!page.scrolls_sideways().await?);
        Ok(())
    });
}

#[test]
fn broken_rules_are_named() {
    const UNNAMED: Site = Site::Html(
        r#"<!doctype html><html lang="en"><title>Bad</title><link rel="icon" href="data:,"><main><h1>Bad</h1><button></button></main></html>"#,
    );
    drive(UNNAMED, Screen::DESKTOP, async |page| {
        match page.check_accessibility().await {
            Err(Error::Accessibility(text)) => assert!(text.contains("button-name"), "{text}"),
            other => panic!("a button without a name passed: {other:?}"),
        }
        Ok(())
    });
}

#[test]
fn what_is_missing_or_double_is_said() {
    const DOUBLE: Site = Site::Html(
        r#"<!doctype html><html lang="en"><title>Double</title><link rel="icon" href="data:,"><button>Play</button><button>Play</button></html>"#,
    );
    drive(DOUBLE, Screen::DESKTOP, async |page| {
        let words = |outcome: Result<_, Error>| outcome.map(|_| ()).map_err(|error| error.to_string());
        let page = page.with_patience(Duration::from_millis(200));
        assert!(words(page.find("button", "Play").await).is_err_and(|text| text.contains("2 of them")));
        assert!(words(page.find("button", "Pause").await).is_err_and(|text| text.contains("“Play”")));
        Ok(())
    });
}

#[test]
fn what_an_earlier_test_left_at_the_same_port_is_forgotten() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.evaluate("localStorage.setItem('left', 'behind')").await?;
        page.forget_the_origin().await?;
        page.open("").await?;
        let left = page.evaluate("return localStorage.getItem('left')").await?;
        assert!(left.is_null(), "{left}");
        Ok(())
    });
}

#[test]
fn an_uncaught_error_fails_the_test() {
    const THROWS: Site = Site::Html(
        r#"<!doctype html><html lang="en"><link rel="icon" href="data:,"><script>setTimeout(() => { throw new Error("lost") })</script></html>"#,
    );
    misbehaves(THROWS, "lost");
}

#[test]
fn a_request_to_another_host_fails_the_test() {
    const ASKS: Site = Site::Html(
        r#"<!doctype html><html lang="en"><link rel="icon" href="data:,"><script>fetch("http://elsewhere.test/x").catch(() => {})</script></html>"#,
    );
    misbehaves(ASKS, "elsewhere.test");
}

/// A test that does nothing fails on such a page, and reports why.
fn misbehaves(site: Site, why: &str) {
    // The end of the test is what looks; the error must have happened by then.
    let idle = async |page: &Page| {
        page.evaluate("return new Promise((done) => setTimeout(done, 300))").await?;
        Ok(())
    };
    let outcome = std::panic::catch_unwind(|| drive(site, Screen::DESKTOP, idle));
    let said = outcome.expect_err("a page that misbehaves passed");
    let said = said.downcast_ref::<String>().expect("a panic with words");
    assert!(said.contains(why), "{said}");
}
