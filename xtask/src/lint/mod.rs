//! `cargo xtask lint`: formatting, plain words, and clippy for every target that is built, warnings denied.

mod prose;
mod texts;
mod words;

use crate::process::{self, cargo};
use crate::report::{Outcome, step};
use crate::system;

pub(crate) fn run() -> Outcome {
    system::ensure_wasm_target()?;
    step("formatting", || {
        process::run(cargo(["fmt", "--all", "--check"]))?;
        for beside in ["xtask/Cargo.toml", "fuzz/Cargo.toml"] {
            process::run(cargo(["fmt", "--manifest-path", beside, "--check"]))?;
        }
        Ok(())
    })?;
    step("plain words", prose::check)?;
    step("clippy, native", || {
        let everything = ["--workspace", "--all-targets", "--all-features"];
        process::run(cargo(["clippy", "--locked"]).args(everything).args(DENY_WARNINGS))?;
        let xtask = ["--manifest-path", "xtask/Cargo.toml", "--target-dir", "target/xtask", "--all-targets"];
        process::run(cargo(["clippy", "--locked"]).args(xtask).args(DENY_WARNINGS))?;
        // Without libFuzzer itself, which takes a C++ compiler.
        let fuzz = ["--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target/fuzz", "--no-default-features"];
        process::run(cargo(["clippy", "--locked"]).args(fuzz).args(DENY_WARNINGS))
    })?;
    step("clippy, wasm", || {
        let clippy = || cargo(["clippy", "--locked", "--target", "wasm32-unknown-unknown"]);
        process::run(clippy().args(["--all-targets", "-p", "jobscope-web"]).args(DENY_WARNINGS))?;
        process::run(clippy().args(["--all-targets", "-p", "jobscope-npm"]).args(DENY_WARNINGS))?;
        let browser_tests = ["-p", "jobscope-tests", "--test", "wasm", "--test", "wasm_soak"];
        process::run(clippy().args(browser_tests).args(DENY_WARNINGS))?;
        process::run(clippy().args(["-p", "jobscope-tests"]).args(DENY_WARNINGS))
    })
}

const DENY_WARNINGS: [&str; 3] = ["--", "-D", "warnings"];
