//! Fetches texts that lie beside the page. They come from where the page came from, and work without a network once the page is kept.

use gloo::utils::window;
use jobscope_lessons::Glossary;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use crate::words::Locale;

/// Why something cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// There is no lesson of that name.
    Unknown,
    /// The file did not come.
    NotFetched(String),
    /// It came and cannot be read.
    Unreadable(String),
}

/// The glossary.
pub(super) async fn glossary(locale: Locale) -> Result<Glossary, Missing> {
    let file = format!("glossary/{}.md", locale.tag());
    let text = fetch(&file).await?;
    Glossary::read(&text).map_err(|error| Missing::Unreadable(format!("{file}: {error}")))
}

/// The text of a file beside the page.
pub(crate) async fn fetch(file: &str) -> Result<String, Missing> {
    let missing = || Missing::NotFetched(file.to_owned());
    let answer = JsFuture::from(window().fetch_with_str(&format!("./{file}"))).await.map_err(|_| missing())?;
    let answer: Response = answer.dyn_into().map_err(|_| missing())?;
    if !answer.ok() {
        return Err(missing());
    }
    let text = answer.text().map_err(|_| missing())?;
    JsFuture::from(text).await.ok().and_then(|text| text.as_string()).ok_or_else(missing)
}
