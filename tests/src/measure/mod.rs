//! Measurements: what is measured natively and in a browser alike, and the one form in which all programs that measure
//! tell their figures, so that one table can be made of them.

pub mod closed_loop;
pub mod figure;
pub mod history;
pub mod machine;
#[cfg(feature = "sizes")]
pub mod sizes;
pub mod suite;
pub mod table;
