//! Lessons about the Kubernetes Job controller: a session to step through, and a text that goes with it.
//!
//! A lesson's text is Markdown. Its sections are anchored to steps of the session, and whatever it claims
//! about a step is bound to what the engine did there ([`Claim`]), so that the text and the engine cannot part:
//! [`check`] says where they do.
//!
//! - [`Lesson`]: a text, read ([`Lesson::read`]) and in parts that can be drawn
//! - [`Claim`]: what a text may claim, and what is true of a [`Moment`]
//! - [`check`]: all claims of a lesson against its session
//! - [`Glossary`]: what the terms mean
//! - [`Picture`]: a session at a glance
//! - [`Story`]: what of it the picture of a lesson shows
//! - [`library`]: the lessons that there are, by track
//!
//! Nothing here decides what a controller does, and nothing knows the page.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod check;
mod claim;
mod glossary;
mod lesson;
pub mod library;
mod markdown;
mod picture;
mod read;
mod story;
mod value;

pub use check::{Broken, check};
pub use claim::{Claim, Moment};
pub use glossary::{Glossary, Term};
pub use lesson::*;
pub use markdown::ReadError;
pub use picture::{Anchor, Label, Mark, Picture, WIDTH};
pub use story::Story;
