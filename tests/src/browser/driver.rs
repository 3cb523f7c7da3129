//! ChromeDriver as a child process, and the Chromium it starts.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

use super::Error;

const REMEDY: &str = "Run `cargo xtask test e2e`, which installs Chromium and its driver or says how to.";

/// How often ChromeDriver is started before it counts as missing.
const TRIES: u32 = 5;

/// A running ChromeDriver; ends with the value.
#[derive(Debug)]
pub(super) struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    /// Starts ChromeDriver on a port that it chooses. On a busy machine it now and then ends before it listens (it takes
    /// one port for IPv4 and for IPv6, and somebody else may be faster), so it gets several tries.
    pub(super) fn start() -> Result<Self, Error> {
        let mut tries = (0..TRIES).map(|_| Self::start_once());
        tries.find_map(Result::transpose).unwrap_or_else(|| {
            Err(Error::setup(format!("ChromeDriver ended {TRIES} times without naming its port"), REMEDY))
        })
    }

    /// Starts ChromeDriver; `None` when it ended at once.
    fn start_once() -> Result<Option<Self>, Error> {
        let program = std::env::var_os("CHROMEDRIVER").unwrap_or_else(|| "chromedriver".into());
        let mut process = Command::new(&program)
            .arg("--port=0")
            .env("TZ", "UTC")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Error::setup(format!("cannot start {}: {error}", program.display()), REMEDY))?;
        let output = process.stdout.take();
        // From here on the process is ended whatever happens.
        let mut driver = Self { process, port: 0 };
        let mut lines =
            BufReader::new(output.ok_or_else(|| Error::setup("ChromeDriver has no output", REMEDY))?).lines();
        let Some(port) = lines.by_ref().map_while(Result::ok).find_map(|line| port_in(&line)) else {
            return Ok(None);
        };
        driver.port = port;
        // What it says later must not fill the pipe.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Ok(Some(driver))
    }

    /// A new browser with nothing in it.
    pub(super) async fn browser(&self) -> Result<Client, Error> {
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-default-apps",
            "--disable-extensions",
            "--disable-quic",
            "--disable-sync",
            "--no-first-run",
            "--no-default-browser-check",
            "--force-color-profile=srgb",
            "--hide-scrollbars",
            "--lang=en-US",
            // Should the page ever ask for another host, nobody hears of it but the log.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        ];
        let capabilities = json!({
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "unhandledPromptBehavior": "ignore",
        });
        let serde_json::Value::Object(capabilities) = capabilities else {
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
    }
}

/// The port in `ChromeDriver was started successfully on port 12345.`
fn port_in(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once("successfully on port ")?;
    rest.trim_end().trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_is_read_from_the_line_that_names_it() {
        assert_eq!(port_in("ChromeDriver was started successfully on port 40123."), Some(40123));
        assert_eq!(port_in("Starting ChromeDriver 156.0 (abc) on port 0"), None);
    }
}
