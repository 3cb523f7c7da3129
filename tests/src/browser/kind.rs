//! The browsers, and how each is started.
//!
//! What only Chromium has (its `DevTools` protocol: touch, print, themes that change, what is pasted by hardware, memory)
//! ends a test in Firefox where it is first asked for; what came before has been tested by then. This is the one rule for
//! it: no test asks which browser it is in.

use serde_json::{Value, json};

use super::{Error, Screen, Theme};

/// Names the browser; Chromium if it is not there.
const BROWSER: &str = "JOBSCOPE_BROWSER";

/// A browser that tests can be run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Chromium,
    Firefox,
}

impl Kind {
    /// The one that the environment names.
    pub(super) fn chosen() -> Result<Self, Error> {
        Self::named(&std::env::var(BROWSER).unwrap_or_default())
    }

    fn named(name: &str) -> Result<Self, Error> {
        match name {
            "" | "chromium" => Ok(Self::Chromium),
            "firefox" => Ok(Self::Firefox),
            other => Err(Error::setup(format!("{BROWSER} is {other}"), "Set it to chromium or firefox.")),
        }
    }

    /// The driver's program, and the variable that names another one.
    pub(super) fn driver(self) -> (&'static str, &'static str) {
        match self {
            Self::Chromium => ("chromedriver", "CHROMEDRIVER"),
            Self::Firefox => ("geckodriver", "GECKODRIVER"),
        }
    }

    /// What the driver is started with, so that it chooses its ports itself.
    pub(super) fn driver_arguments(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["--port=0"],
            Self::Firefox => &["--port=0", "--websocket-port=0"],
        }
    }

    /// The port in the line of the driver that names it: `ChromeDriver was started successfully on port 12345.`,
    /// `Listening on 127.0.0.1:12345`.
    pub(super) fn port_in(self, line: &str) -> Option<u16> {
        let (_, rest) = line.split_once(match self {
            Self::Chromium => "successfully on port ",
            Self::Firefox => "Listening on 127.0.0.1:",
        })?;
        rest.trim_end().trim_end_matches('.').parse().ok()
    }

    /// The uncaught error of a page in a line that the driver's or the browser's process wrote; Firefox's messages
    /// about its own errors do not count. Chromium is asked for errors instead.
    pub(super) fn error_in(self, line: &str) -> Option<&str> {
        match self {
            Self::Chromium => None,
            Self::Firefox => line.strip_prefix("JavaScript error: ").filter(|error| error.starts_with("http")),
        }
    }

    /// A new browser with nothing in it, on such a screen.
    pub(super) fn capabilities(self, screen: Screen) -> Value {
        match self {
            Self::Chromium => chromium(),
            Self::Firefox => firefox(screen),
        }
    }
}

fn chromium() -> Value {
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
    json!({
        "goog:chromeOptions": { "args": arguments },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        "unhandledPromptBehavior": "ignore",
    })
}

fn firefox(screen: Screen) -> Value {
    let preferences = json!({
        "intl.locale.requested": "en-US",
        "layout.css.prefers-color-scheme.content-override": u8::from(screen.theme == Theme::Light),
        "network.captive-portal-service.enabled": false,
        "network.connectivity-service.enabled": false,
        "ui.prefersReducedMotion": u8::from(screen.reduced_motion),
        "ui.useOverlayScrollbars": 1,
    });
    json!({
        "moz:firefoxOptions": { "args": ["-headless"], "prefs": preferences },
        "unhandledPromptBehavior": "ignore",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_is_read_from_the_line_that_names_it() {
        for (kind, line, port) in [
            (Kind::Chromium, "ChromeDriver was started successfully on port 40123.", Some(40123)),
            (Kind::Chromium, "Starting ChromeDriver 156.0 (abc) on port 0", None),
            (Kind::Firefox, "1763786000000\tgeckodriver\tINFO\tListening on 127.0.0.1:40123", Some(40123)),
            (Kind::Firefox, "1763786000000\tmozrunner::runner\tINFO\tRunning command", None),
        ] {
            assert_eq!(kind.port_in(line), port, "{line}");
        }
    }

    #[test]
    fn what_firefox_says_of_itself_is_no_error_of_a_page() {
        for (line, error) in [
            (
                "JavaScript error: http://127.0.0.1:1/x, line 1: Error: lost",
                Some("http://127.0.0.1:1/x, line 1: Error: lost"),
            ),
            ("JavaScript error: resource://gre/modules/X.sys.mjs, line 1: NS_ERROR", None),
            ("console.error: RSLoader:", None),
        ] {
            assert_eq!(Kind::Firefox.error_in(line), error, "{line}");
        }
    }

    #[test]
    fn a_browser_that_is_not_known_is_said() {
        assert_eq!(Kind::named("").ok(), Some(Kind::Chromium));
        assert_eq!(Kind::named("firefox").ok(), Some(Kind::Firefox));
        assert!(Kind::named("lynx").is_err_and(|error| error.to_string().contains("lynx")));
    }
}
