//! The page within another page: one scenario with its step controls, small enough for an article.
//!
//! `embed.html` is this page with the attribute `data-embed` on its root; `web/embed` has it and the custom element that
//! puts it into other pages. What is shown comes in the address ([`options`]), what the other page wants and hears in
//! [`message`]s by way of [`host`]. Nothing is kept in the browser.

mod host;
mod message;
mod options;
mod scenario;
mod view;

pub(crate) use view::Embed;

/// Whether the document is an embed.
pub(crate) fn is_wanted() -> bool {
    gloo::utils::document().document_element().is_some_and(|root| root.has_attribute("data-embed"))
}
