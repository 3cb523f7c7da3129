//! End-to-end tests: the built page in a real browser, used as people use it.
//!
//! One module per subject. [`harness`] tests the tests.

#[cfg(test)]
mod harness;
