//! The files a browser gets, served from this machine for as long as one test runs.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::response::Html;
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
    /// The files in this folder.
    Folder(PathBuf),
    /// One page of these words, to test the tests.
    Html(&'static str),
}

impl Site {
    /// The folder with the built page.
    pub fn built_page() -> Result<PathBuf, Error> {
        folder(BUILT_PAGE)
    }

    fn router(self) -> Result<Router, Error> {
        let serving = |folder: PathBuf| Router::new().nest_service(PATH, ServeDir::new(folder));
        match self {
            Self::Jobscope => folder(BUILT_PAGE).map(serving),
            Self::NpmProject => folder(NPM_PROJECT).map(serving),
            Self::Handbook => {
                let page = ServeDir::new(folder(BUILT_PAGE)?);
                Ok(serving(folder(HANDBOOK)?).nest_service(BESIDE, page))
            }
            Self::Folder(folder) => Ok(serving(folder)),
            Self::Html(words) => Ok(Router::new().route(PATH, get(move || async move { Html(words) }))),
        }
    }

    /// Serves the site from a free port.
    pub(super) async fn serve(self) -> Result<Server, Error> {
        let router = self.router()?;
        let no_port =
            |error: std::io::Error| Error::setup(format!("no port to serve the page from: {error}"), "Try again.");
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(no_port)?;
        let address: SocketAddr = listener.local_addr().map_err(no_port)?;
        let stopped = Arc::new(AtomicBool::new(false));
        let stop = {
            let stopped = Arc::clone(&stopped);
            async move {
                while !stopped.load(Ordering::Relaxed) {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
        };
        // Ends with the runtime of the test, if not before.
        tokio::spawn(async move { axum::serve(listener, router).with_graceful_shutdown(stop).await });
        let address =
            Url::parse(&format!("http://{address}{PATH}")).map_err(|error| Error::Answer(error.to_string()))?;
        Ok(Server { address, stopped })
    }
}

/// What serves a site.
#[derive(Clone, Debug)]
pub(super) struct Server {
    /// The address of its page.
    pub(super) address: Url,
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
