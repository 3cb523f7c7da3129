//! One page in one browser, for one test.

use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use futures_util::FutureExt as _;
use serde_json::{Value, json};
use url::Url;

use super::driver::Errors;
use super::kind::Kind;
use super::pool::{self, Running};
use super::site::{EMPTY, Server};
use super::{Error, Screen, Site};

/// Enough for a busy machine; a page that works never needs a tenth of it.
const PATIENCE: Duration = Duration::from_mins(1);

/// Tests of the debugger that do not choose a release use the oldest one, whatever the page offers on a first visit.
const RELEASE: &str = "localStorage.setItem('jobscope.release', '\"v1.11\"')";

/// The debugger, which a first visit does not begin with.
const DEBUGGER: &str = "#/debugger";

/// Where a test begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begin {
    /// At the address of the page, with nothing in storage.
    FirstVisit,
    /// In the debugger.
    Debugger,
    /// As on a first visit, in a browser that no other test uses.
    Apart,
}

/// A browser that shows a page.
#[derive(Clone, Debug)]
pub struct Page {
    pub(super) client: Client,
    pub(super) address: Url,
    pub(super) server: Server,
    pub(super) by: Driven,
    /// Whether pages run scripts.
    pub(super) scripts: Arc<AtomicBool>,
    /// Whether the debugger's engine reaches the page.
    pub(super) engine: Arc<AtomicBool>,
    /// How long to wait for what should come.
    pub(super) patience: Duration,
}

/// What drives it.
#[derive(Clone, Debug)]
pub(super) struct Driven {
    pub(super) kind: Kind,
    /// What the browser was started for.
    pub(super) screen: Screen,
    /// Where it keeps what is its own.
    pub(super) files: PathBuf,
    /// Errors that the browser tells of without being asked.
    pub(super) errors: Errors,
}

/// Runs one test on a first visit: serves the site, opens its address in an empty browser on `screen`, and ends both however
/// the test ends. A picture of the page at the moment of failure is kept.
///
/// # Panics
///
/// When the test panics or returns an error, and when the page has misbehaved meanwhile.
pub fn drive(site: Site, screen: Screen, test: impl AsyncFnOnce(&Page) -> Result<(), Error>) {
    run_in_runtime(site, screen, Begin::FirstVisit, test);
}

/// The same for a test that begins in the debugger, with the oldest release and a service worker that keeps no files.
///
/// # Panics
///
/// As [`drive`] does.
pub fn debug(site: Site, screen: Screen, test: impl AsyncFnOnce(&Page) -> Result<(), Error>) {
    run_in_runtime(site, screen, Begin::Debugger, test);
}

/// The same as [`drive`] in a browser that no other test uses before or after.
///
/// # Panics
///
/// As [`drive`] does.
pub fn drive_apart(site: Site, screen: Screen, test: impl AsyncFnOnce(&Page) -> Result<(), Error>) {
    run_in_runtime(site, screen, Begin::Apart, test);
}

#[expect(clippy::panic, reason = "a test that fails panics")]
fn run_in_runtime(site: Site, screen: Screen, begin: Begin, test: impl AsyncFnOnce(&Page) -> Result<(), Error>) {
    let outcome = Running::begin().and_then(|running| running.block_on(run(site, screen, begin, test)));
    match outcome {
        Ok(Ok(Ok(()))) => {}
        Ok(Ok(Err(error))) | Err(error) => panic!("{error}"),
        Ok(Err(panic)) => resume_unwind(panic),
    }
}

/// What became of the test: an error is of what it stands on.
async fn run(
    site: Site,
    screen: Screen,
    begin: Begin,
    test: impl AsyncFnOnce(&Page) -> Result<(), Error>,
) -> Result<std::thread::Result<Result<(), Error>>, Error> {
    let server = site.serve(begin != Begin::Debugger).await?;
    let kind = Kind::chosen()?;
    let browser = pool::take(kind, screen, begin != Begin::Apart).await?;
    let driver = &browser.driver;
    let by = Driven { kind, screen, files: driver.files.path().to_owned(), errors: driver.errors.clone() };
    let scripts = Arc::new(AtomicBool::new(true));
    let engine = Arc::new(AtomicBool::new(true));
    let address = server.address.clone();
    let page = Page { client: browser.client.clone(), address, server, by, scripts, engine, patience: PATIENCE };
    let used = async {
        page.show_on(screen).await?;
        if kind == Kind::Chromium {
            page.forget_the_origin().await?;
        }
        match begin {
            Begin::FirstVisit | Begin::Apart => page.open("").await?,
            Begin::Debugger => {
                page.open(EMPTY).await?;
                page.client.execute(RELEASE, Vec::new()).await?;
                page.open(DEBUGGER).await?;
            }
        }
        test(&page).await
    };
    let body = async {
        match used.await {
            Err(Error::OnlyChromium(what)) => left_out(&what),
            outcome => outcome?,
        }
        page.check_behaviour().await
    };
    let outcome = AssertUnwindSafe(body).catch_unwind().await;
    if matches!(outcome, Ok(Ok(()))) {
        page.stop_serving();
        pool::give_back(browser).await?;
    } else {
        page.keep_evidence().await;
        page.stop_serving();
        // The failure is what there is to tell.
        let _ = browser.close().await;
    }
    Ok(outcome)
}

/// Reports what a test leaves out, past the test harness, which would capture it.
fn left_out(what: &str) {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or_default();
    let _ = writeln!(io::stderr(), "NOT TESTED: {name} ends here, because only Chromium has {what}");
}

impl Page {
    /// Opens the page again, with that fragment or query after its address.
    pub async fn open(&self, suffix: &str) -> Result<(), Error> {
        let address = self.address.join(suffix).map_err(|error| Error::Answer(error.to_string()))?;
        Ok(self.client.goto(address.as_str()).await?)
    }

    /// The same as in a new tab: what the browser keeps is there, what belongs to the tab is not.
    pub async fn open_in_a_new_tab(&self, suffix: &str) -> Result<(), Error> {
        self.forget_the_tab().await?;
        self.open(suffix).await
    }

    /// Leaves the page and removes what it keeps in the browser, except for these entries of local storage, which are there
    /// when a page is opened next.
    pub async fn keep_only(&self, entries: &[(&str, &str)]) -> Result<(), Error> {
        self.forget_the_tab().await?;
        let script = "localStorage.clear(); for (const [key, value] of arguments[0]) localStorage.setItem(key, value)";
        self.client.execute(script, vec![json!(entries)]).await?;
        Ok(())
    }

    /// Removes everything that the browser keeps for the page's origin. Ports come again: an earlier test in this browser may
    /// have had the same one.
    pub async fn forget_the_origin(&self) -> Result<(), Error> {
        let origin = self.address.origin().ascii_serialization();
        self.devtools("Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "all" })).await?;
        Ok(())
    }

    async fn forget_the_tab(&self) -> Result<(), Error> {
        // The page writes down its run when it is left.
        self.open(EMPTY).await?;
        self.client.execute("sessionStorage.clear()", Vec::new()).await?;
        Ok(())
    }

    /// Where the browser keeps what is its own, for as long as it runs.
    pub fn browser_files(&self) -> &Path {
        &self.by.files
    }

    /// An address on the site's other host.
    pub fn elsewhere(&self, path: &str) -> Result<Url, Error> {
        let beside = self.server.beside.as_ref().ok_or_else(|| Error::Answer("there is no other host".to_owned()))?;
        beside.join(path).map_err(|error| Error::Answer(error.to_string()))
    }

    /// Loads the page again, as a person who presses reload.
    pub async fn reload(&self) -> Result<(), Error> {
        Ok(self.client.refresh().await?)
    }

    /// The frame of that title.
    pub async fn frame(&self, title: &str) -> Result<Element, Error> {
        Ok(self.client.find(Locator::Css(&format!("iframe[title={title:?}]"))).await?)
    }

    /// Goes into a frame: what is found and evaluated from now on is of the page in there.
    pub async fn enter(&self, frame: &Element) -> Result<(), Error> {
        Ok(frame.clone().enter_frame().await?)
    }

    /// Opens the debugger as on a first visit.
    pub async fn open_for_the_first_time(&self) -> Result<(), Error> {
        self.forget_everything().await?;
        self.open(DEBUGGER).await
    }

    /// Leaves the page; the browser has nothing of it any more.
    pub async fn forget_everything(&self) -> Result<(), Error> {
        self.forget_the_tab().await?;
        self.client.goto("about:blank").await?;
        let everything = json!({ "origin": self.address.origin().ascii_serialization(), "storageTypes": "all" });
        self.devtools("Storage.clearDataForOrigin", everything).await?;
        self.devtools("Network.clearBrowserCache", json!({})).await?;
        Ok(())
    }

    /// From now on the line is slow: bytes a second in each direction, and milliseconds until a request is answered.
    pub async fn slow_the_line(&self, bytes: u32, latency: u32) -> Result<(), Error> {
        let line =
            json!({ "offline": false, "latency": latency, "downloadThroughput": bytes, "uploadThroughput": bytes });
        self.devtools("Network.emulateNetworkConditions", line).await?;
        Ok(())
    }

    /// From now on each document runs this script before its own.
    pub async fn begin_with(&self, script: &str) -> Result<(), Error> {
        let parameters = json!({ "source": script });
        self.devtools("Page.addScriptToEvaluateOnNewDocument", parameters).await?;
        Ok(())
    }

    /// Back to the page around the frames.
    pub async fn leave(&self) -> Result<(), Error> {
        Ok(self.client.enter_parent_frame().await?)
    }

    /// Whether pages run scripts from now on.
    pub async fn run_scripts(&self, run: bool) -> Result<(), Error> {
        let value = json!({ "value": !run });
        self.devtools("Emulation.setScriptExecutionDisabled", value).await?;
        self.scripts.store(run, Ordering::Relaxed);
        Ok(())
    }

    /// Holds the engine back from pages that are opened from now on: they show what is there before it. Requests for it wait
    /// until it is [let through](Self::let_engine_through).
    pub async fn hold_engine_back(&self) -> Result<(), Error> {
        self.devtools("Network.setCacheDisabled", json!({ "cacheDisabled": true })).await?;
        self.devtools("Network.setBypassServiceWorker", json!({ "bypass": true })).await?;
        self.devtools("Fetch.enable", json!({ "patterns": [{ "urlPattern": "*.wasm" }] })).await?;
        self.engine.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// Lets requests for the engine through.
    pub async fn let_engine_through(&self) -> Result<(), Error> {
        self.devtools("Fetch.disable", json!({})).await?;
        self.devtools("Network.setBypassServiceWorker", json!({ "bypass": false })).await?;
        self.devtools("Network.setCacheDisabled", json!({ "cacheDisabled": false })).await?;
        self.engine.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Whether the engine reaches the page.
    pub(super) fn engine_comes(&self) -> bool {
        self.engine.load(Ordering::Relaxed)
    }

    /// Ends the server: from now on there is no network.
    pub fn stop_serving(&self) {
        self.server.stop();
    }

    /// The value that the body of a JavaScript function returns once the page is at rest, for what no person can tell.
    pub async fn evaluate(&self, script: &str) -> Result<Value, Error> {
        self.rest().await?;
        Ok(self.client.execute(script, Vec::new()).await?)
    }

    /// The value that such a body hands to the function that is its last argument, at once or later.
    pub async fn evaluate_later(&self, script: &str) -> Result<Value, Error> {
        Ok(self.client.execute_async(script, Vec::new()).await?)
    }

    /// How much memory the page uses once what nobody needs is gone: `usedSize` of its objects, `backingStorageSize` of
    /// buffers, in bytes. WebAssembly's memory is in neither.
    pub async fn heap(&self) -> Result<Value, Error> {
        let none = || serde_json::json!({});
        self.devtools("HeapProfiler.collectGarbage", none()).await?;
        self.devtools("Runtime.getHeapUsage", none()).await
    }

    /// Fails if there were errors in the console or requests to other hosts.
    async fn check_behaviour(&self) -> Result<(), Error> {
        let errors = self.console_errors().await?.into_iter().map(|error| format!("console: {error}"));
        let requests = self.foreign_requests().await?.into_iter().map(|address| format!("asked for {address}"));
        let all: Vec<String> = errors.chain(requests).collect();
        if all.is_empty() { Ok(()) } else { Err(Error::Misbehaved(all.join("\n"))) }
    }

    /// Leaves what helps to understand a failure: a picture and the console's errors.
    #[expect(clippy::print_stderr, reason = "the test runner shows it with the failing test")]
    async fn keep_evidence(&self) {
        let thread = std::thread::current();
        let name = thread.name().unwrap_or("test").replace("::", "-");
        match self.keep_picture(&format!("failed-{name}")).await {
            Ok(path) => eprintln!("the page when the test failed: {}", path.display()),
            Err(error) => eprintln!("no picture of the page: {error}"),
        }
        for error in self.console_errors().await.unwrap_or_default() {
            eprintln!("console: {error}");
        }
    }
}
