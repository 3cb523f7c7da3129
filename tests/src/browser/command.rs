//! WebDriver commands that the client library has no method for.

use axum::http::Method;
use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};
use url::{ParseError, Url};

use super::Error;
use super::kind::Kind;
use super::page::Page;

/// A command of the session: what comes after `session/<id>/` in its address, and its body if it has one.
#[derive(Debug)]
struct Command {
    path: String,
    body: Option<Value>,
}

impl WebDriverCompatibleCommand for Command {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        match &self.body {
            Some(body) => (Method::POST, Some(body.to_string())),
            None => (Method::GET, None),
        }
    }
}

/// Sends a GET request to the session.
pub(super) async fn get(client: &Client, path: String) -> Result<Value, CmdError> {
    client.issue_cmd(Command { path, body: None }).await
}

/// The entries of a log of the browser since it was last read.
pub(super) async fn log(client: &Client, kind: &str) -> Result<Value, CmdError> {
    client.issue_cmd(Command { path: "se/log".to_owned(), body: Some(json!({ "type": kind })) }).await
}

impl Page {
    /// A command of the Chrome `DevTools` protocol.
    pub(super) async fn devtools(&self, method: &str, parameters: Value) -> Result<Value, Error> {
        if self.by.kind != Kind::Chromium {
            return Err(Error::OnlyChromium(method.to_owned()));
        }
        let body = json!({ "cmd": method, "params": parameters });
        Ok(self.client.issue_cmd(Command { path: "goog/cdp/execute".to_owned(), body: Some(body) }).await?)
    }
}
