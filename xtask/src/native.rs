//! What the tests build for the machine that they run on.
//!
//! Every cargo command here selects the whole workspace with the same features, so that each library is compiled once for all
//! parts of the tests. Where the machine can, the crates of the workspace are built so that [`coverage`] can measure them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

use crate::report::{Outcome, step};
use crate::{coverage, files, process, workspace};

/// The packages and features of every build.
const SELECTION: [&str; 4] = ["--locked", "--workspace", "--features", "jobscope-tests/e2e"];

/// Turns debug information off. Cargo leaves it out of what only build scripts need, and what they need depends on the targets
/// that a command names: with debug information two commands would share little of what they compile.
const NO_DEBUG_INFO: (&str, &str) = ("CARGO_PROFILE_DEV_DEBUG", "none");

/// The programs that other parts of the tests run.
const PROGRAMS: [&str; 5] = ["jobscope", "jobscope-docs", "jobscope-web", "mdbook-jobscope", "replay"];

/// The name of the end-to-end tests.
pub(crate) const END_TO_END: &str = "e2e";

/// `cargo SUBCOMMAND` for the whole workspace. What it starts leaves its coverage where [`coverage::report`] looks for it.
pub(crate) fn cargo(subcommand: &str) -> Outcome<Command> {
    let mut cargo = process::command("cargo");
    cargo.arg(subcommand).args(SELECTION).envs([NO_DEBUG_INFO]).envs(coverage::environment()?);
    Ok(cargo)
}

/// `cargo test` of everything but the end-to-end tests and the documentation.
pub(crate) fn unit_and_integration_tests() -> Outcome<Command> {
    let mut tests = cargo("test")?;
    tests.args(["--no-fail-fast", "--lib", "--bins"]);
    for name in integration_tests(&workspace::root())? {
        tests.arg("--test").arg(name);
    }
    Ok(tests)
}

/// `cargo test` of the integration tests with those names that are ignored, because not every machine has what they need.
pub(crate) fn ignored_tests(names: &[&str]) -> Outcome<Command> {
    let mut tests = cargo("test")?;
    tests.arg("--no-fail-fast");
    for name in names {
        tests.args(["--test", name]);
    }
    tests.args(["--", "--ignored"]);
    Ok(tests)
}

/// Builds the programs and the end-to-end tests, once.
fn build() -> Outcome {
    static IS_BUILT: OnceLock<()> = OnceLock::new();
    if IS_BUILT.get().is_none() {
        let mut build = cargo("build")?;
        for name in PROGRAMS {
            build.args(["--bin", name]);
        }
        // A build with a test in it has the features that tests ask for, as `cargo test` has.
        build.args(["--test", END_TO_END]);
        step("build the programs and the end-to-end tests", || process::run(build))?;
        let _ = IS_BUILT.set(());
    }
    Ok(())
}

/// The file of one of the programs.
pub(crate) fn program(name: &str) -> Outcome<PathBuf> {
    build()?;
    Ok(coverage::target().join("debug").join(format!("{name}{}", env::consts::EXE_SUFFIX)))
}

/// One of the programs as a command.
pub(crate) fn command(name: &str) -> Outcome<Command> {
    let mut command = process::command(&program(name)?.to_string_lossy());
    command.envs(coverage::environment()?);
    Ok(command)
}

/// The names of all integration tests in the members of the workspace.
fn integration_tests(root: &Path) -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    for tests in children(root)?.into_iter().map(|member| member.join("tests")).filter(|tests| tests.is_dir()) {
        let sources = children(&tests)?.into_iter().filter(|file| file.extension().is_some_and(|end| end == "rs"));
        names.extend(sources.filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())));
    }
    names.sort();
    names.dedup();
    Ok(names)
}

/// What is directly in a folder.
fn children(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let cannot = |error| files::cannot("list", folder, &error);
    fs::read_dir(folder).map_err(cannot)?.map(|entry| Ok(entry.map_err(cannot)?.path())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integration_tests_of_all_crates_are_found() -> Outcome {
        let names = integration_tests(&workspace::root())?;
        for name in ["cluster", "conformance", "lessons", "web"] {
            assert!(names.iter().any(|found| found == name), "{name}: {names:?}");
        }
        assert!(!names.iter().any(|name| name == END_TO_END), "{names:?}");
        Ok(())
    }
}
