//! The files a browser gets, served from this machine for as long as one test runs.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CONTENT_TYPE};
use axum::middleware::map_response;
use axum::response::{Html, Response};
use axum::routing::get;
use tower_http::services::ServeDir;
use url::Url;

use super::Error;

/// Name the folders that are served; `cargo xtask test` sets them.
const BUILT_PAGE: &str = "JOBSCOPE_PAGE";
const NPM_PROJECT: &str = "JOBSCOPE_NPM_PROJECT";
const HANDBOOK: &str = "JOBSCOPE_HANDBOOK";

/// Not the root, because the page must work under any path.
const PATH: &str = "/some/where/";

/// A page of each host with nothing in it.
pub(super) const EMPTY: &str = "/empty";

/// The page of a site that is elsewhere.
const BLANK: &str = r#"<!doctype html><html lang="en"><title>Blank</title><link rel="icon" href="data:,"><main><h1>Blank</h1></main></html>"#;

/// The service worker.
const WORKER: &str = "service-worker.js";

/// Where files are that a site has besides.
const FILES: &str = "/files/";

/// Where the page is that a site embeds.
const BESIDE: &str = "/some/jobscope/";

/// What is served.
#[derive(Clone, Debug)]
pub enum Site {
    /// The built page.
    Jobscope,
    /// A project that has the npm package installed, and the page in it bundled in a folder of its own.
    NpmProject,
    /// The book of the examples, with the built page beside it.
    Handbook,
    /// The files in this folder. A file that has a copy compressed by brotli beside it, with `.br` after its name, is sent as that.
    Folder(PathBuf),
    /// One page of these words on a host of its own; in them `JOBSCOPE` is the address of the built page.
    Apart(&'static str),
    /// The built page, and these files in `/files/` of its host, by name; and the same on another host, which lets pages
    /// of all hosts read them.
    WithFiles(&'static [(&'static str, &'static str)]),
    /// What a test has started itself at this address, beside an empty page.
    Started(Url),
    /// One page of these words, to test the tests.
    Html(&'static str),
}

impl Site {
    /// The folder with the built page.
    pub fn built_page() -> Result<PathBuf, Error> {
        folder(BUILT_PAGE)
    }

    /// What serves it, and what serves the rest on a host of its own.
    async fn routers(self, stopped: &Arc<AtomicBool>) -> Result<(Router, Option<Url>), Error> {
        let serving = |folder: PathBuf| Router::new().nest_service(PATH, ServeDir::new(folder).precompressed_br());
        let one = |words: String| Router::new().route(PATH, get(move || async move { Html(words) }));
        Ok(match self {
            Self::Jobscope => (serving(folder(BUILT_PAGE)?), None),
            Self::NpmProject => (serving(folder(NPM_PROJECT)?), None),
            Self::Handbook => {
                let page = ServeDir::new(folder(BUILT_PAGE)?);
                (serving(folder(HANDBOOK)?).nest_service(BESIDE, page), None)
            }
            Self::Folder(folder) => (serving(folder), None),
            Self::Apart(words) => {
                let page = serving(folder(BUILT_PAGE)?).layer(map_response(for_every_host));
                let jobscope = listen(page, stopped).await?;
                (one(words.replace("JOBSCOPE", jobscope.as_str())), Some(jobscope))
            }
            Self::WithFiles(files) => {
                let elsewhere = with_files(Router::new(), files).layer(map_response(for_every_host));
                let elsewhere = listen(elsewhere, stopped).await?;
                (with_files(serving(folder(BUILT_PAGE)?), files), Some(elsewhere))
            }
            Self::Started(address) => (one(BLANK.to_owned()), Some(address)),
            Self::Html(words) => (one(words.to_owned()), None),
        })
    }

    /// Serves the site from a free port. `keeps`: its service worker makes the browser keep all files, which takes a fifth of
    /// the time of a test.
    pub(super) async fn serve(self, keeps: bool) -> Result<Server, Error> {
        let stopped = Arc::new(AtomicBool::new(false));
        let (mut router, beside) = self.routers(&stopped).await?;
        if !keeps {
            router =
                router.route(&format!("{PATH}{WORKER}"), get(|| async { ([(CONTENT_TYPE, "text/javascript")], "") }));
        }
        Ok(Server { address: listen(router, &stopped).await?, beside, stopped })
    }
}

/// The same with files besides, where the page is.
fn with_files(router: Router, files: &'static [(&'static str, &'static str)]) -> Router {
    files
        .iter()
        .fold(router, |router, &(name, text)| router.route(&format!("{FILES}{name}"), get(move || async move { text })))
}

/// Lets pages of all hosts read the answer.
async fn for_every_host(mut answer: Response) -> Response {
    answer.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    answer
}

/// Serves from a free port until it is stopped; the address.
async fn listen(router: Router, stopped: &Arc<AtomicBool>) -> Result<Url, Error> {
    let no_port =
        |error: std::io::Error| Error::setup(format!("no port to serve the page from: {error}"), "Try again.");
    let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(no_port)?;
    let address: SocketAddr = listener.local_addr().map_err(no_port)?;
    let stopped = Arc::clone(stopped);
    let stop = async move {
        while !stopped.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    // No icon either, for which a browser would ask the host.
    let router = router.route(EMPTY, get(|| async { Html("<link rel=icon href=data:,>") }));
    // Ends with the runtime of the test, if not before.
    tokio::spawn(async move { axum::serve(listener, router).with_graceful_shutdown(stop).await });
    Url::parse(&format!("http://{address}{PATH}")).map_err(|error| Error::Answer(error.to_string()))
}

/// What serves a site.
#[derive(Clone, Debug)]
pub(super) struct Server {
    /// The address of its page.
    pub(super) address: Url,
    /// The address on the other host, if there is one.
    pub(super) beside: Option<Url>,
    stopped: Arc<AtomicBool>,
}

impl Server {
    /// Takes no more requests from now on.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// The folder that the variable names.
fn folder(variable: &str) -> Result<PathBuf, Error> {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    folder.filter(|folder| folder.join("index.html").is_file()).ok_or_else(|| {
        Error::setup(format!("{variable} does not name a folder with a built page"), "Run: cargo xtask test e2e")
    })
}
