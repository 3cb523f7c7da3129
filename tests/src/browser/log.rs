//! The page's console output, and the hosts that it contacted.

use serde_json::Value;
use url::Url;

use super::kind::Kind;
use super::page::Page;
use super::{Error, command};

impl Page {
    /// Errors in the console since this was last asked: uncaught ones, panics, failed loads; in Firefox only uncaught ones,
    /// which a panic is, too.
    pub async fn console_errors(&self) -> Result<Vec<String>, Error> {
        if self.by.kind == Kind::Firefox {
            return Ok(self.by.errors.take());
        }
        let entries = command::log(&self.client, "browser").await?;
        let is_error = |entry: &&Value| text(entry, "level") == "SEVERE";
        Ok(list(&entries)?.iter().filter(is_error).map(|entry| text(entry, "message").to_owned()).collect())
    }

    /// Addresses outside of the page's own origin that something was asked of, since this was last asked; in Firefox only
    /// what the page that is open has asked for.
    pub async fn foreign_requests(&self) -> Result<Vec<String>, Error> {
        if self.by.kind == Kind::Firefox {
            let asked = "return performance.getEntriesByType('resource').map((entry) => entry.name)";
            let asked = self.evaluate(asked).await?;
            let addresses = list(&asked)?.iter().filter_map(Value::as_str);
            return Ok(addresses.filter(|address| !self.is_own(address)).map(str::to_owned).collect());
        }
        let entries = command::log(&self.client, "performance").await?;
        let mut foreign = Vec::new();
        for entry in list(&entries)? {
            let event: Value =
                serde_json::from_str(text(entry, "message")).map_err(|error| Error::Answer(error.to_string()))?;
            foreign.extend(requested(&event).filter(|address| !self.is_own(address)).map(str::to_owned));
        }
        Ok(foreign)
    }

    fn is_own(&self, address: &str) -> bool {
        Url::parse(address).is_ok_and(|url| match url.scheme() {
            "http" | "https" | "ws" | "wss" => {
                url.origin() == self.address.origin()
                    || self.server.beside.as_ref().is_some_and(|beside| beside.origin() == url.origin())
            }
            "data" | "blob" | "about" => true,
            _ => false,
        })
    }
}

/// The address that a `DevTools` event says is asked for.
fn requested(event: &Value) -> Option<&str> {
    let place = match event.pointer("/message/method")?.as_str()? {
        "Network.requestWillBeSent" => "/message/params/request/url",
        "Network.webSocketCreated" | "Network.webTransportCreated" => "/message/params/url",
        _ => return None,
    };
    event.pointer(place)?.as_str()
}

fn list(entries: &Value) -> Result<&Vec<Value>, Error> {
    entries.as_array().ok_or_else(|| Error::Answer(format!("a log is no list: {entries}")))
}

fn text<'a>(entry: &'a Value, field: &str) -> &'a str {
    entry.get(field).and_then(Value::as_str).unwrap_or_default()
}
