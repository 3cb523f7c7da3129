//! Browsers that tests reuse, because starting one takes longer than most tests.
//!
//! Each test gets a new tab, so that what belongs to a tab (its emulated screen, scripts that documents begin with, session
//! storage, history) is as in a new browser, and serves its site from a port of its own, so that what belongs to an origin is.
//! A browser in which a test failed is not used again.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use fantoccini::Client;
use tokio::runtime::{Builder, Runtime};

use super::driver::Driver;
use super::kind::Kind;
use super::{Error, Screen, command};

/// What all tests of a process run in: the connection to a browser stays with the runtime that made it.
static RUNTIME: LazyLock<std::io::Result<Runtime>> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(2).enable_all().build());

static POOL: Mutex<Pool> = Mutex::new(Pool { tests: 0, idle: Vec::new() });

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Debug)]
struct Pool {
    /// How many tests run.
    tests: usize,
    /// Browsers that no test uses.
    idle: Vec<Browser>,
}

/// A browser with its driver.
#[derive(Debug)]
pub(super) struct Browser {
    pub(super) client: Client,
    pub(super) driver: Driver,
    /// Whether other tests may use it afterwards.
    is_shared: bool,
}

impl Browser {
    /// Ends it. It goes away with its session; otherwise it would outlive its driver.
    pub(super) async fn close(self) -> Result<(), Error> {
        Ok(self.client.close().await?)
    }

    /// Replaces all tabs by a new one, and forgets what the old ones logged.
    async fn renew(&self) -> Result<(), Error> {
        let old = self.client.windows().await?;
        let new = self.client.new_window(true).await?.handle;
        for window in old {
            self.client.switch_to_window(window).await?;
            self.client.close_window().await?;
        }
        self.client.switch_to_window(new).await?;
        for log in ["browser", "performance"] {
            command::log(&self.client, log).await?;
        }
        Ok(())
    }
}

/// A test that runs; while there is one, browsers that no test uses stay.
#[derive(Debug)]
pub(super) struct Running(&'static Runtime);

impl Running {
    pub(super) fn begin() -> Result<Self, Error> {
        let runtime = RUNTIME.as_ref().map_err(|error| {
            Error::setup(format!("no runtime for the tests: {error}"), "Run fewer tests at a time.")
        })?;
        pool().tests += 1;
        Ok(Self(runtime))
    }

    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.0.block_on(future)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let idle = {
            let mut pool = pool();
            pool.tests -= 1;
            if pool.tests == 0 { std::mem::take(&mut pool.idle) } else { Vec::new() }
        };
        for browser in idle {
            // A browser that cannot be closed is gone already.
            let _ = self.0.block_on(browser.close());
        }
    }
}

/// A browser with one empty tab: one that another test is done with, or a new one.
pub(super) async fn take(kind: Kind, screen: Screen, may_share: bool) -> Result<Browser, Error> {
    // Firefox's start-up options differ from test to test.
    let is_shared = may_share && kind == Kind::Chromium;
    while let Some(browser) = if is_shared { idle() } else { None } {
        if browser.renew().await.is_ok() {
            return Ok(browser);
        }
        let _ = browser.close().await;
    }
    let (driver, client) = Driver::start_browser(kind, screen).await?;
    Ok(Browser { client, driver, is_shared })
}

/// A browser that no test uses. The pool is locked only until this returns.
fn idle() -> Option<Browser> {
    pool().idle.pop()
}

/// Keeps a browser for the next test if it may be used again.
pub(super) async fn give_back(browser: Browser) -> Result<(), Error> {
    if !browser.is_shared {
        return browser.close().await;
    }
    pool().idle.push(browser);
    Ok(())
}
