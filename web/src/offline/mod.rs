//! The page without a network: a service worker keeps its files, if the page was published with one, and a newer version of
//! them waits until the user loads it.
//!
//! `cargo xtask dist` names the worker in the document; a page without that name, such as `cargo xtask serve` shows, has none.

mod new_version;
mod worker;

pub(crate) use new_version::NewVersion;
