//! Building the page with Trunk.

use std::path::Path;
use std::process::Command;

use crate::process;
use crate::report::{Outcome, step};
use crate::system;
use crate::tools::{self, Tool};

/// Trunk with the options that every use of it here shares.
pub(crate) fn trunk(subcommand: &str) -> Command {
    let mut command = process::command("trunk");
    command.args(["--skip-version-check", subcommand]);
    command
}

/// Makes sure that the page can be built.
pub(crate) fn ensure_tools() -> Outcome {
    system::ensure_wasm_target()?;
    tools::ensure(&[Tool::WasmBindgen, Tool::Trunk])
}

/// Builds the optimized page into `folder`.
pub(crate) fn build(folder: &Path) -> Outcome {
    step("build the page", || process::run(trunk("build").args(["--release", "--locked", "--dist"]).arg(folder)))
}
