//! Serves the page on 127.0.0.1, to those who know a random word: it is in the address, and no page of another origin learns it.

use std::fmt::Write as _;
use std::io::Cursor;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;

use jobscope_core::api::Release;
use tiny_http::{Header, Method, Request, Response};

use super::live::Log;
use super::page::{DOCUMENT, File, Page};
use crate::failure::{Failure, Outcome};

/// The name of the session beside the page.
const SESSION: &str = "session";

/// The name of the lines of a recording, and of the parameter by which the page knows that there are some.
const LIVE: &str = "live";

/// What is served besides the page.
#[derive(Debug)]
pub(super) enum Served {
    /// Nothing.
    Page,
    /// A text that the page opens.
    Session(String),
    /// A recording under way, which the page explains by that release.
    Live(Arc<Log>, Release),
}

/// The server.
pub(super) struct Server {
    http: tiny_http::Server,
    page: Page,
    served: Served,
    gate: Gate,
}

/// Who may ask for what.
#[derive(Debug)]
struct Gate {
    /// The only host that requests may name, such as `127.0.0.1:4321`.
    host: String,
    /// What every path begins with, such as `/0f…/`.
    prefix: String,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refused {
    /// It comes from another page, or by another name of this machine.
    Stranger,
    /// It is no question.
    Method,
    /// It does not know the word, or asks for what is not there.
    Unknown,
}

impl Refused {
    fn code(self) -> u16 {
        match self {
            Self::Stranger => 403,
            Self::Method => 405,
            Self::Unknown => 404,
        }
    }
}

impl Server {
    /// Listens on a free port.
    pub(super) fn start(page: Page, served: Served) -> Outcome<Self> {
        let wrong = |error: &dyn std::fmt::Display| Failure::new(format!("the page cannot be served: {error}"));
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).map_err(|error| wrong(&error))?;
        let host = listener.local_addr().map_err(|error| wrong(&error))?.to_string();
        let http = tiny_http::Server::from_listener(listener, None).map_err(|error| wrong(&error))?;
        let gate = Gate { host, prefix: format!("/{}/", word()?) };
        Ok(Self { http, page, served, gate })
    }

    /// The address of the page, which opens the session.
    pub(super) fn address(&self) -> String {
        let Gate { host, prefix } = &self.gate;
        let query = match &self.served {
            Served::Page => String::new(),
            Served::Session(_) => format!("?src={SESSION}"),
            Served::Live(_, release) => format!("?{LIVE}={release}"),
        };
        format!("http://{host}{prefix}{query}")
    }

    /// Answers requests for as long as the program runs.
    pub(super) fn serve(&self) {
        for request in self.http.incoming_requests() {
            let found = self.found(&request);
            // A browser may go away in the middle of an answer.
            let _ = match (found, &self.served) {
                (Ok(LIVE), Served::Live(log, _)) => {
                    let last = header(&request, "Last-Event-ID").and_then(|id| id.parse().ok());
                    let from = last.map_or(0, |last: usize| last.saturating_add(1));
                    let (log, out) = (Arc::clone(log), request.into_writer());
                    thread::spawn(move || log.stream(out, from));
                    Ok(())
                }
                (Ok(name), _) => {
                    let unpacks = header(&request, "Accept-Encoding").is_some_and(|names| names.contains("gzip"));
                    let answer = self.file(name, unpacks).map_or_else(|| refusal(Refused::Unknown), with_headers);
                    request.respond(answer)
                }
                (Err(refused), _) => request.respond(refusal(refused)),
            };
        }
    }

    /// The name of what a request asks for.
    fn found<'a>(&self, request: &'a Request) -> Result<&'a str, Refused> {
        self.gate.name(&Asked {
            method: request.method(),
            path: request.url(),
            host: header(request, "Host"),
            origin: header(request, "Origin"),
        })
    }

    fn file(&self, name: &str, unpacks: bool) -> Option<File> {
        match &self.served {
            Served::Session(text) if name == SESSION => {
                Some(File { bytes: text.clone().into_bytes(), is_packed: false, r#type: "text/plain; charset=utf-8" })
            }
            Served::Session(_) | Served::Live(..) | Served::Page => {
                self.page.file(if name.is_empty() { DOCUMENT } else { name }, unpacks)
            }
        }
    }
}

/// A request, as far as it decides who asks for what.
struct Asked<'a> {
    method: &'a Method,
    path: &'a str,
    host: Option<&'a str>,
    origin: Option<&'a str>,
}

impl Gate {
    /// The name of the file that a request asks for; empty for the page itself.
    fn name<'a>(&self, asked: &Asked<'a>) -> Result<&'a str, Refused> {
        // A name that a stranger made lead to this machine would be another host; its page has another origin.
        let own = format!("http://{}", self.host);
        if asked.host != Some(&self.host) || asked.origin.is_some_and(|origin| origin != own) {
            return Err(Refused::Stranger);
        }
        if !matches!(asked.method, Method::Get | Method::Head) {
            return Err(Refused::Method);
        }
        let path = asked.path.split(['?', '#']).next().unwrap_or_default();
        path.strip_prefix(&self.prefix).ok_or(Refused::Unknown)
    }
}

/// A random word of 32 letters and digits.
fn word() -> Outcome<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::new(format!("this machine has no random numbers: {error}")))?;
    Ok(bytes.iter().fold(String::new(), |mut word, byte| {
        let _ = write!(word, "{byte:02x}");
        word
    }))
}

fn header<'a>(request: &'a Request, name: &'static str) -> Option<&'a str> {
    let found = request.headers().iter().find(|header| header.field.equiv(name));
    found.map(|header| header.value.as_str())
}

fn refusal(refused: Refused) -> Response<Cursor<Vec<u8>>> {
    Response::from_string("Open the address that jobscope printed.\n").with_status_code(refused.code())
}

fn with_headers(file: File) -> Response<Cursor<Vec<u8>>> {
    let encoding = file.is_packed.then_some(("Content-Encoding", "gzip"));
    let headers = [
        ("Content-Type", file.r#type),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("X-Frame-Options", "SAMEORIGIN"),
    ];
    let headers = headers.into_iter().chain(encoding);
    let headers = headers.filter_map(|(name, value)| Header::from_bytes(name, value).ok());
    headers.fold(Response::from_data(file.bytes), Response::with_header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_knows_the_word_and_asks_this_host_gets_something() {
        let gate = Gate { host: "127.0.0.1:4321".to_owned(), prefix: "/word/".to_owned() };
        let ask = |method: Method, path, host, origin| {
            gate.name(&Asked { method: &method, path, host, origin }).map(str::to_owned)
        };
        let own = Some("127.0.0.1:4321");
        assert_eq!(ask(Method::Get, "/word/", own, None), Ok(String::new()));
        assert_eq!(ask(Method::Get, "/word/a/b.js?x#y", own, Some("http://127.0.0.1:4321")), Ok("a/b.js".to_owned()));
        for host in [None, Some("127.0.0.1"), Some("localhost:4321"), Some("rebound.test:4321")] {
            assert_eq!(ask(Method::Get, "/word/", host, None), Err(Refused::Stranger), "{host:?}");
        }
        for origin in ["null", "http://rebound.test:4321", "http://127.0.0.1:4322", "https://127.0.0.1:4321"] {
            assert_eq!(ask(Method::Get, "/word/", own, Some(origin)), Err(Refused::Stranger), "{origin}");
        }
        assert_eq!(ask(Method::Post, "/word/", own, None), Err(Refused::Method));
        for path in ["/", "/word", "/other/", "//word/", "/favicon.ico", "word/"] {
            assert_eq!(ask(Method::Get, path, own, None), Err(Refused::Unknown), "{path}");
        }
    }

    #[test]
    fn words_differ() {
        let (one, other) = (word().unwrap(), word().unwrap());
        assert!(one.len() == 32 && one != other, "{one} {other}");
    }
}
