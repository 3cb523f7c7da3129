//! A real browser on the built page: the foundation of the end-to-end tests.
//!
//! [`drive`] serves a [`Site`] from this machine, opens it in an empty tab of a headless Chromium (or in a Firefox: see `kind`)
//! and hands it over as a [`Page`]; `pool` says what tests share. The page is used as people use it: things are found by their role
//! and accessible name, and operated by pointer and keys. When the test is over, errors in the
//! console and requests to other hosts make it fail even if nothing else did.
//!
//! Everything a test does not know about lives here; what a test expects of jobscope lives in the
//! tests.

mod accessibility;
mod animation;
mod command;
mod driver;
mod error;
mod find;
mod keyboard;
mod kind;
mod log;
mod page;
mod pointer;
mod pool;
mod rest;
mod screen;
mod site;

pub use animation::Animation;
pub use error::Error;
pub use find::Accessible;
pub use page::{Page, debug, drive, drive_apart};
pub use screen::{Screen, Theme};
pub use site::Site;

pub use fantoccini::elements::Element;
pub use fantoccini::key::Key;
