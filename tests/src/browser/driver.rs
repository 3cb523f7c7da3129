//! A browser's driver as a child process, and the browser it starts.

use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fantoccini::error::NewSessionError;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use tempfile::TempDir;

use super::kind::Kind;
use super::{Error, Screen};

const ROOM: &str = "Make room in the folder for temporary files.";

const REMEDY: &str = "Run `cargo xtask test e2e`, which installs Chromium and its driver or says how to; with --firefox, Firefox and its.";

/// How often a driver is started before it counts as missing.
const TRIES: u32 = 5;

/// How many seconds a machine on which no browser starts (its disk is full, its memory is taken) is given before each
/// further try.
const PAUSES: [u64; 4] = [1, 2, 4, 8];

/// How often it is tried to remove what browser and driver kept.
const REMOVALS: u32 = 5;

/// A running driver; ends with the value.
#[derive(Debug)]
pub(super) struct Driver {
    process: Child,
    /// Where driver and browser keep what is theirs. A browser leaves tens of megabytes behind when its driver is gone before
    /// it has cleared up.
    pub(super) files: TempDir,
    port: u16,
    kind: Kind,
    /// What went wrong in pages, as far as the processes say it by themselves.
    pub(super) errors: Errors,
}

/// Errors of pages, in order, since they were last taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors(Arc<Mutex<Vec<String>>>);

impl Errors {
    fn add(&self, error: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(error);
    }

    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Listens to a process for as long as it says something: what it says must not fill the pipe.
    fn listen(&self, kind: Kind, output: impl Read + Send + 'static) {
        let errors = self.clone();
        let lines = BufReader::new(output).lines();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if let Some(error) = kind.error_in(&line) {
                    errors.add(error.to_owned());
                }
            }
        });
    }
}

impl Driver {
    /// Starts a driver and a new browser with nothing in it, for a page on that screen.
    pub(super) async fn start_browser(kind: Kind, screen: Screen) -> Result<(Self, Client), Error> {
        let mut pauses = PAUSES.into_iter().map(Duration::from_secs);
        loop {
            let driver = Self::start(kind)?;
            match (driver.browser(screen).await, pauses.next()) {
                (Ok(client), _) => return Ok((driver, client)),
                (Err(Error::Session(error)), Some(pause)) => {
                    drop(driver);
                    will_be_repeated(&error, pause);
                }
                (Err(error), _) => return Err(error),
            }
        }
    }

    /// Starts the driver on a port that it chooses. On a busy machine `ChromeDriver` now and then ends before it
    /// listens (it takes one port for IPv4 and for IPv6, and another process may be faster), so it gets several
    /// attempts.
    pub(super) fn start(kind: Kind) -> Result<Self, Error> {
        let mut tries = (0..TRIES).map(|_| Self::start_once(kind));
        tries.find_map(Result::transpose).unwrap_or_else(|| {
            let (program, _) = kind.driver();
            Err(Error::setup(format!("{program} ended {TRIES} times without naming its port"), REMEDY))
        })
    }

    /// Starts the driver; `None` when it ended at once.
    fn start_once(kind: Kind) -> Result<Option<Self>, Error> {
        let (program, variable) = kind.driver();
        let program = std::env::var_os(variable).unwrap_or_else(|| program.into());
        let files = tempfile::Builder::new()
            .prefix("jobscope-browser-")
            .tempdir()
            .map_err(|error| Error::setup(format!("no folder for what browsers keep: {error}"), ROOM))?;
        let mut process = Command::new(&program)
            .args(kind.driver_arguments())
            .env("TZ", "UTC")
            .env("TMPDIR", files.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Error::setup(format!("cannot start {}: {error}", program.display()), REMEDY))?;
        let (output, said) = (process.stdout.take(), process.stderr.take());
        // From here on the process is ended whatever happens.
        let mut driver = Self { process, files, port: 0, kind, errors: Errors::default() };
        let (Some(output), Some(said)) = (output, said) else {
            return Err(Error::setup("the driver has no output", REMEDY));
        };
        driver.errors.listen(kind, said);
        let mut output = BufReader::new(output);
        let mut lines = output.by_ref().lines();
        let Some(port) = lines.by_ref().map_while(Result::ok).find_map(|line| kind.port_in(&line)) else {
            return Ok(None);
        };
        driver.port = port;
        driver.errors.listen(kind, output);
        Ok(Some(driver))
    }

    async fn browser(&self, screen: Screen) -> Result<Client, Error> {
        let serde_json::Value::Object(capabilities) = self.kind.capabilities(screen) else {
            return Err(Error::Answer("capabilities are no object".to_owned()));
        };
        let address = format!("http://127.0.0.1:{}", self.port);
        Ok(ClientBuilder::new(HttpConnector::new()).capabilities(capabilities).connect(&address).await?)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Both fail only if the process is gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
        // The folder goes with the value. What the browser's last processes still write meanwhile may make that fail.
        for _ in 0..REMOVALS {
            if std::fs::remove_dir_all(self.files.path()).is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

#[expect(clippy::print_stderr, reason = "the person who runs the tests needs to know what is wrong with the machine")]
fn will_be_repeated(error: &NewSessionError, pause: Duration) {
    eprintln!("no browser session, once more in {pause:?}: {error}");
    std::thread::sleep(pause);
}
