//! Builds the page with Trunk.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::process;
use crate::report::{Failure, Outcome, note, step};
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

    /// The environment of a build whose module is split: that needs the names of functions.
    fn unstripped(self) -> (String, &'static str) {
        (format!("CARGO_PROFILE_{}_STRIP", self.profile().to_uppercase().replace('-', "_")), "false")
    }
}

/// The environment of builds for `trunk serve`: no browser reads line tables.
pub(crate) const FOR_SERVING: [(&str, &str); 1] = [("CARGO_PROFILE_DEV_DEBUG", "false")];

/// Trunk with the options that every use of it here shares.
pub(crate) fn trunk(subcommand: &str) -> Command {
    let mut command = process::command("trunk");
    command.args(["--skip-version-check", subcommand]);
    command
}

/// What every build of the page needs.
const TOOLS: [Tool; 2] = [Tool::WasmBindgen, Tool::Trunk];

/// Makes sure that the page can be built.
pub(crate) fn ensure_tools() -> Outcome {
    system::ensure_wasm_target()?;
    tools::ensure(&TOOLS)
}

/// [`ensure_tools`] for `trunk serve` without optimization. If tools have to be compiled, the page is compiled at the same time:
/// both builds have long stretches that use one core.
pub(crate) fn ensure_tools_and_compile() -> Outcome {
    system::ensure_wasm_target()?;
    if tools::are_there(&TOOLS)? {
        return Ok(());
    }
    let mut compile = compile_as_trunk();
    compile.envs(FOR_SERVING);
    compile.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let compiling = compile.spawn();
    let tools = tools::ensure(&TOOLS);
    if let Ok(mut compiling) = compiling {
        if tools.is_ok() {
            note("wait for the page, which has been compiled at the same time");
        }
        let _ = if tools.is_ok() { compiling.wait().map(drop) } else { compiling.kill() };
    }
    tools
}

/// The compilation within [`build`].
pub(crate) fn compile(kind: Kind) -> Command {
    let mut compile = compile_as_trunk();
    compile.args(["--features", "split", "--profile", kind.profile()]).envs([kind.unstripped()]);
    compile
}

/// As Trunk calls it, which then finds the work done, or reports what is wrong.
fn compile_as_trunk() -> Command {
    process::cargo(["build", "--locked", "--manifest-path", "web/Cargo.toml", "--target", "wasm32-unknown-unknown"])
}

/// Builds the page into `folder`, with what wasm-split needs.
pub(crate) fn build(kind: Kind, folder: &Path) -> Outcome {
    let mut build = trunk("build");
    build.args(["--release", "--locked", "--features", "split", "--cargo-profile", kind.profile()]);
    build.arg("--dist").arg(folder).envs([kind.unstripped()]);
    step(&format!("build the page ({})", kind.profile()), || process::run_long(&mut build))
}

/// What Trunk built cannot be worked on.
pub(crate) fn unexpected(what: &str) -> Failure {
    Failure::new(format!("the page that Trunk built is not as expected: {what}."))
}
