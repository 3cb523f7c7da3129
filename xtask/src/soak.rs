//! `cargo xtask soak`: random actions in great numbers, with every promise checked after each.

use crate::process::{self, cargo};
use crate::report::Outcome;

/// Goes on to its end, to the first fault, or until somebody interrupts it. The program itself reads the options.
pub(crate) fn run(options: &[&str]) -> Outcome {
    let program = ["run", "--locked", "--profile", "soak", "-p", "jobscope-tests", "--bin", "soak", "--"];
    process::run(cargo(program).args(options))
}
