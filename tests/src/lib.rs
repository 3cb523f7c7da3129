//! Conformance, browser and end-to-end tests of jobscope.
