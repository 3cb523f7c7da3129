//! The files a browser gets, served from this machine for as long as one test runs.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use axum::Router;
use axum::response::Html;
use axum::routing::get;
use tower_http::services::ServeDir;
use url::Url;

use super::Error;

/// Name the folders that are served; `cargo xtask test` sets them.
const BUILT_PAGE: &str = "JOBSCOPE_PAGE";
const NPM_PROJECT: &str = "JOBSCOPE_NPM_PROJECT";

/// Not the root, because the page must work under any path.
const PATH: &str = "/some/where/";

/// What is served.
#[derive(Clone, Copy, Debug)]
pub enum Site {
    /// The built page.
    Jobscope,
    /// A project that has the npm package installed, and the page in it bundled in a folder of its own.
    NpmProject,
    /// One page of these words, to test the tests.
    Html(&'static str),
}

impl Site {
    fn router(self) -> Result<Router, Error> {
        match self {
            Self::Jobscope => Ok(Router::new().nest_service(PATH, folder(BUILT_PAGE)?)),
            Self::NpmProject => Ok(Router::new().nest_service(PATH, folder(NPM_PROJECT)?)),
            Self::Html(words) => Ok(Router::new().route(PATH, get(move || async move { Html(words) }))),
        }
    }

    /// Serves the site from a free port; the address of its page.
    pub(super) async fn serve(self) -> Result<Url, Error> {
        let router = self.router()?;
        let no_port =
            |error: std::io::Error| Error::setup(format!("no port to serve the page from: {error}"), "Try again.");
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(no_port)?;
        let address: SocketAddr = listener.local_addr().map_err(no_port)?;
        // Ends with the runtime of the test.
        tokio::spawn(async move { axum::serve(listener, router).await });
        Url::parse(&format!("http://{address}{PATH}")).map_err(|error| Error::Answer(error.to_string()))
    }
}

/// The folder that the variable names.
fn folder(variable: &str) -> Result<ServeDir, Error> {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    let folder = folder.filter(|folder| folder.join("index.html").is_file()).ok_or_else(|| {
        Error::setup(format!("{variable} does not name a folder with a built page"), "Run: cargo xtask test e2e")
    })?;
    Ok(ServeDir::new(folder))
}
