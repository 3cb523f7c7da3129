//! Conformance, browser and end-to-end tests of jobscope.
//!
//! [`replay`] checks the engine against recordings of the real Job controllers. It is a library, so
//! that the `replay` tool, the tests of this crate and the tests in a browser all do the same.
//! [`admission`] compares the engine's API server with recorded answers of real ones.
//! [`scenario`] runs texts that say, decision by decision, what has to happen.
//! [`kubectl`] compares what real kubectl printed with what the engine's prints.
//! [`histories`] explains what was recorded of real clusters, folder by folder.
//! [`measure`] is what is measured of the engine, natively and in a browser.
//! [`program`] is what the programs of this crate have in common.
//! [`random`] draws scripts of actions in any order; [`soak`] holds the engine to what it promises while they last.
//! `browser` (feature `e2e`) serves the built page and drives it through WebDriver.

pub mod admission;
#[cfg(feature = "e2e")]
pub mod browser;
pub mod histories;
pub mod kubectl;
pub mod measure;
pub mod program;
pub mod random;
pub mod replay;
pub mod scenario;
pub mod soak;

/// The README's Rust compiles and does what it says.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
