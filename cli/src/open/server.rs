//! Serves the page on 127.0.0.1, to those who know a random word: it is in the address, and no page of another origin learns it.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::live::Log;
use super::page::{DOCUMENT, File, Page};
use crate::failure::{Failure, Outcome};
use jobscope_core::api::Release;

/// The name of the session beside the page.
const SESSION: &str = "session";

/// The name of the lines of a recording, and of the parameter by which the page knows that there are some.
const LIVE: &str = "live";

/// How long a browser may take to ask, and to take the next piece of an answer.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long the head of a request may be.
const MOST_BYTES: usize = 64 * 1024;
const MOST_HEADERS: usize = 64;

/// What every answer says.
pub(super) const HEADERS: &str = "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: SAMEORIGIN\r\nConnection: close\r\n";

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

/// The server: a thread for each connection, each for one request.
pub(super) struct Server {
    listener: TcpListener,
    page: Page,
    served: Served,
    gate: Gate,
}

/// Which requests are answered.
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
    /// Its method is neither GET nor HEAD.
    Method,
    /// It does not know the word, or asks for what is not there.
    Unknown,
    /// It is not an HTTP request.
    Unread,
}

impl Refused {
    fn status(self) -> &'static str {
        match self {
            Self::Stranger => "403 Forbidden",
            Self::Method => "405 Method Not Allowed",
            Self::Unknown => "404 Not Found",
            Self::Unread => "400 Bad Request",
        }
    }
}

impl Server {
    /// Listens on a free port.
    pub(super) fn start(page: Page, served: Served) -> Outcome<Self> {
        let wrong = |error: io::Error| Failure::new(format!("the page cannot be served: {error}"));
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).map_err(wrong)?;
        let host = listener.local_addr().map_err(wrong)?.to_string();
        let gate = Gate { host, prefix: format!("/{}/", word()?) };
        Ok(Self { listener, page, served, gate })
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
    pub(super) fn serve(self) {
        let server = Arc::new(self);
        for stream in server.listener.incoming().flatten() {
            let server = Arc::clone(&server);
            // A browser may go away in the middle of an answer.
            thread::spawn(move || server.answer(&stream).is_ok());
        }
    }

    fn answer(&self, mut stream: &TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let head = read_head(stream)?;
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        let is_whole = request.parse(&head).is_ok_and(|status| status.is_complete());
        let asked = Asked::of(&request).filter(|_| is_whole);
        let found = asked.as_ref().ok_or(Refused::Unread).and_then(|asked| Ok((asked, self.gate.name(asked)?)));
        match (found, &self.served) {
            (Ok((asked, LIVE)), Served::Live(log, _)) => {
                log.stream(stream, asked.last.map_or(0, |last| last.saturating_add(1)))
            }
            (Ok((asked, name)), _) => match self.file(name, asked.unpacks) {
                Some(file) => respond(stream, "200 OK", &file, asked.method == "HEAD"),
                None => refuse(stream, Refused::Unknown),
            },
            (Err(refused), _) => refuse(stream, refused),
        }?;
        stream.flush()
    }

    fn file(&self, name: &str, unpacks: bool) -> Option<File> {
        match &self.served {
            Served::Session(text) if name == SESSION => Some(text_file(text)),
            Served::Session(_) | Served::Live(..) | Served::Page => {
                self.page.file(if name.is_empty() { DOCUMENT } else { name }, unpacks)
            }
        }
    }
}

/// The parts of a request that decide the answer.
#[derive(Debug, Default)]
struct Asked<'a> {
    method: &'a str,
    path: &'a str,
    host: Option<&'a str>,
    origin: Option<&'a str>,
    /// Whether the client accepts gzip.
    unpacks: bool,
    /// The last line of a recording that is there already.
    last: Option<usize>,
}

impl<'a> Asked<'a> {
    fn of(request: &httparse::Request<'_, 'a>) -> Option<Self> {
        let header = |name: &str| {
            let found = request.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
            found.and_then(|header| std::str::from_utf8(header.value).ok())
        };
        Some(Self {
            method: request.method?,
            path: request.path?,
            host: header("Host"),
            origin: header("Origin"),
            unpacks: header("Accept-Encoding").is_some_and(|names| names.contains("gzip")),
            last: header("Last-Event-ID").and_then(|id| id.parse().ok()),
        })
    }
}

impl Gate {
    /// The name of the file that a request asks for; empty for the page itself.
    fn name<'a>(&self, asked: &Asked<'a>) -> Result<&'a str, Refused> {
        // A name that a stranger made lead to this machine would be another host; its page has another origin.
        let own = format!("http://{}", self.host);
        if asked.host != Some(&self.host) || asked.origin.is_some_and(|origin| origin != own) {
            return Err(Refused::Stranger);
        }
        if !matches!(asked.method, "GET" | "HEAD") {
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

/// What is before the empty line.
fn read_head(mut stream: &TcpStream) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut piece = [0; 1024];
    while head.len() < MOST_BYTES && !head.windows(4).any(|window| window == b"\r\n\r\n") {
        match stream.read(&mut piece)? {
            0 => break,
            count => head.extend_from_slice(piece.get(..count).unwrap_or_default()),
        }
    }
    Ok(head)
}

fn text_file(text: &str) -> File {
    File { bytes: text.as_bytes().to_vec(), is_packed: false, r#type: "text/plain; charset=utf-8" }
}

fn refuse(stream: &TcpStream, refused: Refused) -> io::Result<()> {
    respond(stream, refused.status(), &text_file("Open the address that jobscope printed.\n"), false)
}

fn respond(mut stream: &TcpStream, status: &str, file: &File, head_only: bool) -> io::Result<()> {
    let encoding = if file.is_packed { "Content-Encoding: gzip\r\n" } else { "" };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{encoding}{HEADERS}\r\n",
        file.r#type,
        file.bytes.len()
    )?;
    if head_only { Ok(()) } else { stream.write_all(&file.bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_knows_the_word_and_asks_this_host_gets_something() {
        let gate = Gate { host: "127.0.0.1:4321".to_owned(), prefix: "/word/".to_owned() };
        let ask = |method, path, host, origin| {
            let asked = Asked { method, path, host, origin, ..Asked::default() };
            gate.name(&asked).map(str::to_owned)
        };
        let own = Some("127.0.0.1:4321");
        assert_eq!(ask("GET", "/word/", own, None), Ok(String::new()));
        assert_eq!(ask("GET", "/word/a/b.js?x#y", own, Some("http://127.0.0.1:4321")), Ok("a/b.js".to_owned()));
        for host in [None, Some("127.0.0.1"), Some("localhost:4321"), Some("rebound.test:4321")] {
            assert_eq!(ask("GET", "/word/", host, None), Err(Refused::Stranger), "{host:?}");
        }
        for origin in ["null", "http://rebound.test:4321", "http://127.0.0.1:4322", "https://127.0.0.1:4321"] {
            assert_eq!(ask("GET", "/word/", own, Some(origin)), Err(Refused::Stranger), "{origin}");
        }
        assert_eq!(ask("POST", "/word/", own, None), Err(Refused::Method));
        for path in ["/", "/word", "/other/", "//word/", "/favicon.ico", "word/"] {
            assert_eq!(ask("GET", path, own, None), Err(Refused::Unknown), "{path}");
        }
    }

    #[test]
    fn words_differ() {
        let (one, other) = (word().unwrap(), word().unwrap());
        assert!(one.len() == 32 && one != other, "{one} {other}");
    }
}
