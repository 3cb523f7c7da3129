//! Lessons on the page: the gallery that one starts from, a lesson's column beside the regions, and the glossary.
//!
//! - [`index`]: what is known of every lesson before its text is fetched, made from the texts when the page is built.
//! - [`library`]: fetches texts and sessions, and reads them.
//! - [`gallery`] with [`card`] and [`search`]: the start page.
//! - [`desk`]: a lesson with its session; [`column`] with [`path`], [`predict`], [`ending`] and [`text`]: its narration.
//! - [`progress`]: how far the reader came.
//! - [`glossary`] and [`term`]: what terms mean, as a page and where they appear.
//!
//! What a lesson claims is checked by the tests of its own crate; here it is only shown.

mod card;
mod column;
mod ending;
mod exercise;
mod gallery;
mod glossary;
mod index;
pub(crate) mod library;
mod path;
mod predict;
mod progress;
mod search;
mod starters;

pub(crate) use column::{Column, ColumnBody, Looked, OpenLesson};
pub(crate) use gallery::Gallery;
pub(crate) use glossary::{GlossaryBody, GlossaryPage};
pub(crate) use index::CARDS;
pub(crate) use path::steps;
pub(crate) use progress::Progress;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use search::ASKED;
