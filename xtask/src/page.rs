//! Builds the page with Trunk.

use std::path::Path;
use std::process::Command;

use crate::process;
use crate::report::{Failure, Outcome, step};
use crate::system;
use crate::tools::{self, Tool};

/// What is built with: the profiles of `Cargo.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As it is published: as small as the compiler can make it.
    Published,
    /// For tests: built in a fraction of the time.
    Test,
}

impl Kind {
    /// The cargo profile, after which cargo also names the folder.
    pub(crate) fn profile(self) -> &'static str {
        match self {
            Self::Published => "page",
            Self::Test => "page-test",
        }
    }
}

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

/// Builds the page into `folder`, with what wasm-split needs.
pub(crate) fn build(kind: Kind, folder: &Path) -> Outcome {
    let mut build = trunk("build");
    build
        .args(["--release", "--locked", "--features", "split", "--cargo-profile", kind.profile(), "--dist"])
        .arg(folder);
    build.env(format!("CARGO_PROFILE_{}_STRIP", kind.profile().to_uppercase().replace('-', "_")), "false");
    step(&format!("build the page ({})", kind.profile()), || process::run_long(&mut build))
}

/// What Trunk built cannot be worked on.
pub(crate) fn unexpected(what: &str) -> Failure {
    Failure::new(format!("the page that Trunk built is not as expected: {what}."))
}
