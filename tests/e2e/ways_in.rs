//! The debugger shows whatever a user opens, from anywhere on the page, on the first visit and later.
//!
//! One browser goes through a table: each way to open something, at each place of the page, on a first visit and on a later one.

use jobscope_core::timeline::SavedSession;
use jobscope_tests::browser::{Error, Page, Screen, Site, debug, drive};
use serde_json::json;

use crate::debugger::Debugger;
use crate::manifests::PI;
use crate::screens::look;

/// A session of 20 steps.
const SESSION: &str = include_str!("../files/v1/pi.yaml");

/// A Job of a cluster with its pods.
const CLUSTER: &str = include_str!("../cluster/stuck.yaml");

/// What the page's host has beside the page.
const FILES: &[(&str, &str)] = &[("pi.yaml", SESSION)];

/// A part of the page, by the fragment that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Route {
    /// The address without a fragment: the start page on a first visit, later the debugger.
    Root,
    /// An empty route.
    Hash,
    Lessons,
    Lesson,
    Glossary,
    Debugger,
}

impl Route {
    const ALL: [Self; 6] = [Self::Root, Self::Hash, Self::Lessons, Self::Lesson, Self::Glossary, Self::Debugger];

    fn fragment(self) -> &'static str {
        match self {
            Self::Root => "",
            Self::Hash => "#/",
            Self::Lessons => "#/lessons",
            Self::Lesson => "#/lesson/slow-start",
            Self::Glossary => "#/glossary",
            Self::Debugger => "#/debugger",
        }
    }

    /// What the page shows there.
    fn shows(self, visit: Visit) -> Shows {
        match (self, visit) {
            (Self::Root, Visit::First) | (Self::Hash | Self::Lessons, _) => Shows::Start,
            (Self::Root, Visit::Later) | (Self::Debugger, _) => Shows::Debugger,
            (Self::Lesson, _) => Shows::Lesson,
            (Self::Glossary, _) => Shows::Glossary,
        }
    }
}

/// A part of the page, by what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    Start,
    Lesson,
    Glossary,
    Debugger,
}

impl Shows {
    /// Matches while the page shows it.
    fn selector(self) -> &'static str {
        match self {
            Self::Start => ".start .hero",
            Self::Lesson => ".app.in-lesson",
            Self::Glossary => ".start .glossary",
            Self::Debugger => ".app:not(.in-lesson)",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visit {
    /// The browser keeps nothing of the page.
    First,
    /// The user typed a manifest here once.
    Later,
}

impl Visit {
    const ALL: [Self; 2] = [Self::First, Self::Later];

    fn storage(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::First => &[],
            Self::Later => &[("jobscope.manifest", "\"kind: Job # mine\"")],
        }
    }
}

/// A way to open something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// *Blank Job* on the start page.
    Blank,
    /// *Open a file…* and the browser's own dialog.
    FileChooser,
    DropSession,
    DropManifest,
    PasteSession,
    PasteManifest,
    PasteLink,
    /// *Paste your Job…*, from the start page or the command palette.
    ClusterDialog,
    /// A starter of the start page, or a scenario of the debugger.
    Starter,
    /// `?src=` in the address.
    Source,
    /// A link that the page is opened with.
    Link,
    /// A link that takes the place of the address while the page is open.
    LinkInPlace,
}

impl Way {
    /// Whether this way exists where the page shows that.
    fn is_at(self, shows: Shows) -> bool {
        match self {
            Self::Blank => shows == Shows::Start,
            Self::FileChooser | Self::ClusterDialog => shows != Shows::Glossary,
            Self::Starter => matches!(shows, Shows::Start | Shows::Debugger),
            Self::DropSession
            | Self::DropManifest
            | Self::PasteSession
            | Self::PasteManifest
            | Self::PasteLink
            | Self::Source
            | Self::Link
            | Self::LinkInPlace => true,
        }
    }

    /// Opens something in this way.
    async fn open(self, page: &Page, shows: Shows) -> Result<(), Error> {
        let link = || SavedSession::from_file(SESSION).expect("the file is a session").to_link();
        match self {
            Self::Blank => Ok(page.find("button", "Blank Job").await?.click().await?),
            Self::FileChooser => choose_file(page, shows, SESSION).await,
            Self::DropSession => drop_file(page, SESSION).await,
            Self::DropManifest => drop_file(page, &mine()).await,
            Self::PasteSession => paste(page, SESSION).await,
            Self::PasteManifest => paste(page, &mine()).await,
            Self::PasteLink => paste(page, &format!("Look: https://example.org/#s={}.", link())).await,
            Self::ClusterDialog => {
                if shows == Shows::Start {
                    page.find("button", "Paste your Job…").await?.click().await?;
                } else {
                    page.find("button", "Search commands").await?.click().await?;
                    page.find("combobox", "Find a command").await?;
                    page.write("a job from your cluster\n").await?;
                }
                page.find("textbox", "What kubectl printed, as YAML or JSON").await?.click().await?;
                page.paste(CLUSTER).await?;
                Ok(page.find("button", "Open it").await?.click().await?)
            }
            Self::Starter if shows == Shows::Start => {
                let script = "document.querySelectorAll('.starters button')[1].click()";
                page.evaluate(script).await.map(|_| ())
            }
            Self::Starter => Ok(page.find("combobox", "Scenario").await?.select_by_value("work-queue").await?),
            Self::LinkInPlace => page.evaluate(&format!("location.hash = '#s={}'", link())).await.map(|_| ()),
            // The page is opened with these.
            Self::Source | Self::Link => Ok(()),
        }
    }

    /// The address that the page is opened with.
    fn address(self, place: Route) -> String {
        match self {
            Self::Source => format!("?src=/files/pi.yaml{}", place.fragment()),
            Self::Link => {
                let link = SavedSession::from_file(SESSION).expect("the file is a session").to_link();
                format!("#s={link}")
            }
            _ => place.fragment().to_owned(),
        }
    }

    /// Words that the debugger shows only of what was opened.
    fn opened(self) -> &'static str {
        match self {
            Self::Blank => "my-job",
            Self::DropManifest | Self::PasteManifest => "brought",
            Self::ClusterDialog => "report",
            Self::Starter => "queue",
            Self::FileChooser
            | Self::DropSession
            | Self::PasteSession
            | Self::PasteLink
            | Self::Source
            | Self::Link
            | Self::LinkInPlace => "step 20 of 20",
        }
    }
}

fn mine() -> String {
    PI.replace("name: pi", "name: brought")
}

/// Presses *Open a file…*, and gives the file to what that button opens.
async fn choose_file(page: &Page, shows: Shows, text: &str) -> Result<(), Error> {
    if shows != Shows::Start {
        page.evaluate("document.querySelector('#share').click()").await?;
    }
    // The browser's own dialog cannot be operated here; whether the button asks for it can be seen.
    let asked = "
        const field = document.querySelector('input[type=file]');
        field.addEventListener('click', (event) => { event.preventDefault(); window.asked = true; });
        field.previousElementSibling.click();
        return window.asked;";
    assert_eq!(page.evaluate(asked).await?, true, "the button asks for no file");
    crate::share::give(page, "input[type=file]", text).await
}

/// Drops a file onto the middle of the page.
async fn drop_file(page: &Page, text: &str) -> Result<(), Error> {
    let script = format!(
        "const dataTransfer = new DataTransfer();
         dataTransfer.items.add(new File([{}], 'a.yaml'));
         const at = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
         for (const kind of ['dragenter', 'dragover', 'drop']) {{
             const isHandled = !at.dispatchEvent(new DragEvent(kind, {{ dataTransfer, bubbles: true, cancelable: true }}));
             if (kind !== 'dragenter' && !isHandled) throw new Error(`${{kind}} is left to the browser`);
         }}",
        json!(text)
    );
    page.evaluate(&script).await.map(|_| ())
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

/// Waits until the page shows a part of it with these words in it; the values of fields count, too.
async fn wait_until_it_shows(page: &Page, what: &str, shows: Shows, words: &str) -> Result<(), Error> {
    let script = format!(
        "const part = document.querySelector({});
         const fields = [...part?.querySelectorAll('input, textarea') ?? []].map((field) => field.value);
         return part ? [part.innerText, ...fields].join(' ') : null;",
        json!(shows.selector())
    );
    let reads = async || {
        let text = page.evaluate(&script).await?;
        Ok(match text.as_str() {
            Some(text) if text.contains(words) => Ok(()),
            Some(text) => Err(text.chars().take(300).collect()),
            None => Err("another part of the page".to_owned()),
        })
    };
    page.wait_for(&format!("{what}: {shows:?} with “{words}”"), reads).await
}

/// Tries every combination of these ways, and reports all failures at the end.
fn every_combination(ways: &[Way]) {
    drive(Site::WithFiles(FILES), Screen::DESKTOP.without_motion(), async |page| {
        let page = &page.with_patience(std::time::Duration::from_secs(20));
        let mut failed = Vec::new();
        for &way in ways {
            for visit in Visit::ALL {
                for place in Route::ALL.into_iter().filter(|place| way.is_at(place.shows(visit))) {
                    let what = format!("{way:?} at “{}” on the {visit:?} visit", place.fragment());
                    if let Err(error) = combination(page, &what, way, place, visit).await {
                        failed.push(error.to_string());
                    }
                }
            }
        }
        assert!(failed.is_empty(), "{} do not work:\n{}", failed.len(), failed.join("\n"));
        Ok(())
    });
}

async fn combination(page: &Page, what: &str, way: Way, place: Route, visit: Visit) -> Result<(), Error> {
    page.keep_only(visit.storage()).await?;
    page.open(&way.address(place)).await?;
    if !matches!(way, Way::Source | Way::Link) {
        wait_until_it_shows(page, what, place.shows(visit), "").await?;
    }
    way.open(page, place.shows(visit)).await?;
    wait_until_it_shows(page, what, Shows::Debugger, way.opened()).await
}

#[test]
fn files_are_opened_from_everywhere() {
    every_combination(&[Way::FileChooser, Way::DropSession, Way::DropManifest]);
}

#[test]
fn what_is_pasted_is_opened_everywhere() {
    every_combination(&[Way::PasteSession, Way::PasteManifest, Way::PasteLink]);
}

#[test]
fn addresses_are_opened_from_everywhere() {
    every_combination(&[Way::Source, Way::Link, Way::LinkInPlace]);
}

#[test]
fn buttons_open_what_they_say_from_everywhere() {
    every_combination(&[Way::Blank, Way::Starter, Way::ClusterDialog]);
}

/// What was opened is there when the page is loaded again, and Back leads to where the user was.
#[test]
fn what_was_opened_stays_and_back_leads_back() {
    drive(Site::WithFiles(FILES), Screen::DESKTOP.without_motion(), async |page| {
        for (way, place) in [
            (Way::PasteManifest, Route::Root),
            (Way::DropSession, Route::Lessons),
            (Way::FileChooser, Route::Hash),
            (Way::Starter, Route::Root),
        ] {
            let what = format!("{way:?} at “{}”", place.fragment());
            combination(page, &what, way, place, Visit::First).await?;
            page.reload().await?;
            wait_until_it_shows(page, &format!("{what}, loaded again"), Shows::Debugger, way.opened()).await?;

            combination(page, &what, way, place, Visit::First).await?;
            page.evaluate("history.back()").await?;
            wait_until_it_shows(page, &format!("{what}, and back"), place.shows(Visit::First), "").await?;
            page.evaluate("history.forward()").await?;
            wait_until_it_shows(page, &format!("{what}, and forward"), Shows::Debugger, way.opened()).await?;
        }
        Ok(())
    });
}

/// A file that is opened in the middle of a lesson leaves the lesson, also after the lesson's own session was shared, when
/// the address names a session already.
#[test]
fn a_shared_lesson_does_not_keep_what_is_opened_from_showing() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.open(Route::Lesson.fragment()).await?;
        wait_until_it_shows(page, "the lesson", Shows::Lesson, "Slow start").await?;
        crate::share::share(page).await?;
        paste(page, &mine()).await?;
        wait_until_it_shows(page, "a manifest after a shared lesson", Shows::Debugger, "brought").await?;
        page.reload().await?;
        wait_until_it_shows(page, "the same, loaded again", Shows::Debugger, "brought").await
    });
}

#[test]
fn a_manifest_that_is_opened_is_seen_at_every_width() {
    const REGION: &str = "return document.querySelector('.app').dataset.tab";
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        for screen in Screen::ALL {
            page.show_on(screen.without_motion()).await?;
            page.open(Route::Debugger.fragment()).await?;
            page.rest().await?;
            page.evaluate("document.querySelector('#tab-why')?.click()").await?;
            paste(page, &PI.replace("name: pi", &format!("name: pi-{}", screen.width))).await?;
            page.find("region", "Spec").await?;
            assert_eq!(page.evaluate(REGION).await?, "spec", "{screen:?}");
            wait_until_it_shows(page, "the message", Shows::Debugger, "The manifest is in the editor.").await?;
            // Neither lies over the other.
            let lies_apart = "const box = (one) => document.querySelector(one).getBoundingClientRect();
                return box('.notices').bottom <= box('.spec').top + 0.5";
            assert_eq!(page.evaluate(lies_apart).await?, true, "{screen:?}");
            look(page, "manifest-opened", screen).await?;
            debugger.press("Apply").await?;
        }
        Ok(())
    });
}
