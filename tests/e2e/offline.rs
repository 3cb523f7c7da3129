//! The published page without a network, and when a newer version of it is published.

use std::fs;
use std::path::{Path, PathBuf};

use jobscope_tests::browser::{Error, Page, Screen, Site, debug, drive};

use crate::debugger::Debugger;
use crate::manifests::PI;
use crate::screens::look;

#[test]
fn it_works_without_a_network_once_it_was_loaded() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        until_kept(page).await?;
        page.stop_serving();
        let gone = async || {
            let ask = "return fetch('not-kept').then((answer) => `${answer.status}`, () => 'gone')";
            let answer = page.evaluate(ask).await?;
            Ok(if answer == "gone" { Ok(()) } else { Err(answer.to_string()) })
        };
        page.wait_for("the server to be gone", gone).await?;
        page.console_errors().await?;
        page.open("#/debugger").await?;
        page.reload().await?;
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.play_to_the_end().await?;
        assert!(debugger.status().await?.starts_with("Complete"));
        debugger.press("Language: English").await?;
        page.find("button", "步过").await?;
        debugger.press("语言：简体中文").await?;
        page.open("?another=address").await?;
        page.find("button", "Apply").await?;
        page.open("docs/embed.html").await?;
        page.find("heading", "Embed a scenario").await?;
        Ok(())
    });
}

#[test]
fn lessons_and_the_glossary_open_without_a_network_though_nobody_has_read_them_before() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        until_kept(page).await?;
        page.stop_serving();
        page.console_errors().await?;
        for (address, heading) in
            [("?a#/lessons", "Lessons"), ("?b#/lesson/limit-ten", "Ten at a time"), ("?c#/glossary/watch", "Glossary")]
        {
            page.open(address).await?;
            page.find("heading", heading).await?;
        }
        Ok(())
    });
}

#[test]
fn no_script_but_files_of_its_own_may_run() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let policy = "return document.querySelector('meta[http-equiv=Content-Security-Policy]').content";
        let policy = page.evaluate(policy).await?;
        let scripts = policy.as_str().and_then(|policy| policy.split(';').find(|part| part.contains("script-src")));
        assert_eq!(scripts.map(str::trim), Some("script-src 'self' 'wasm-unsafe-eval'"));
        let inject = "
            const script = document.createElement('script');
            script.textContent = 'window.injected = true';
            document.head.append(script);
            return window.injected === undefined";
        assert_eq!(page.evaluate(inject).await?, true, "an inline script ran");
        let refused = page.console_errors().await?;
        assert!(matches!(refused.as_slice(), [one] if one.contains("Content Security Policy")), "{refused:?}");
        Ok(())
    });
}

#[test]
fn a_newer_version_waits_until_the_person_wants_it() -> Result<(), Error> {
    let folder = copy_of(&Site::built_page()?);
    drive(Site::Folder(folder.clone()), Screen::DESKTOP, async |page| {
        until_kept(page).await?;
        page.find("link", "Debugger").await?.click().await?;
        let debugger = Debugger::on(page);
        debugger.apply(PI).await?;
        debugger.press("Step out").await?;
        let seen = debugger.everything().await?;
        publish_anew(&folder);
        // The browser looks for it when the page is opened.
        page.evaluate(
            "return navigator.serviceWorker.getRegistration().then((there) => there.update().then(() => null))",
        )
        .await?;
        let load = page.find("button", "Load it").await?;
        assert_eq!(debugger.everything().await?, seen, "the page changed unasked");
        for screen in [Screen::DESKTOP, Screen::PHONE] {
            page.show_on(screen).await?;
            look(page, "new-version", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        load.click().await?;
        let newer = async || {
            let version = page.evaluate("return document.documentElement.dataset.version ?? 'the old one'").await?;
            Ok(if version == "newer" { Ok(()) } else { Err(version.to_string()) })
        };
        page.wait_for("the newer version", newer).await?;
        page.find("button", "Step out").await?;
        assert_eq!(debugger.everything().await?, seen, "the session did not come along");
        let kept = page.evaluate("return caches.keys().then((names) => names.length)").await?;
        assert_eq!(kept, 1, "the older version is still kept");
        Ok(())
    });
    Ok(())
}

/// Waits until the browser has all files.
async fn until_kept(page: &Page) -> Result<(), Error> {
    let kept = async || {
        let state = page.evaluate(
            "return navigator.serviceWorker.getRegistration().then((there) => there?.active?.state ?? 'none')",
        );
        let state = state.await?;
        Ok(if state == "activated" { Ok(()) } else { Err(state.to_string()) })
    };
    page.wait_for("the files to be kept", kept).await?;
    // The worker answers for pages that are opened from now on.
    page.reload().await
}

/// A copy that can be changed.
fn copy_of(page: &Path) -> PathBuf {
    let copy = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("newer-version");
    let _ = fs::remove_dir_all(&copy);
    copy_folder(page, &copy).unwrap();
    copy
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(path, target)?;
        }
    }
    Ok(())
}

/// Changes the page as if it had been built again.
fn publish_anew(folder: &Path) {
    let change = |name: &str, from: &str, to: &str| {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{name} does not hold {from}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    };
    change("index.html", "<html lang=\"en\"", "<html lang=\"en\" data-version=\"newer\"");
    change("service-worker.js", "const VERSION = \"", "const VERSION = \"newer-");
}
