//! Programs that are compiled from crates, at pinned versions, into one folder that every clone on
//! the machine shares.

use std::env;
use std::fs::{self, File};
use std::path::PathBuf;

use crate::report::{Failure, Outcome, step};
use crate::{process, progress, workspace};

/// A program this repository builds or tests with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Builds and serves the page.
    Trunk,
    /// Runs the wasm tests in a browser.
    WasmPack,
    /// Makes the JavaScript around a wasm module and runs wasm tests.
    WasmBindgen,
    /// Splits a wasm module.
    WasmSplit,
    /// Runs tests and tells which lines they reached.
    LlvmCov,
    /// Makes the book of the examples.
    MdBook,
    /// Drives Firefox.
    GeckoDriver,
}

impl Tool {
    fn package(self) -> &'static str {
        match self {
            Self::Trunk => "trunk",
            Self::WasmPack => "wasm-pack",
            Self::WasmBindgen => "wasm-bindgen-cli",
            Self::WasmSplit => "wasm_split_cli_support",
            Self::LlvmCov => "cargo-llvm-cov",
            Self::MdBook => "mdbook",
            Self::GeckoDriver => "geckodriver",
        }
    }

    /// The programs that the package installs and we use.
    fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Trunk => &["trunk"],
            Self::WasmPack => &["wasm-pack"],
            Self::WasmBindgen => &["wasm-bindgen", "wasm-bindgen-test-runner"],
            Self::WasmSplit => &["wasm-split-cli"],
            Self::LlvmCov => &["cargo-llvm-cov"],
            Self::MdBook => &["mdbook"],
            Self::GeckoDriver => &["geckodriver"],
        }
    }

    /// What to ask its programs for their version with: a cargo command wants its own name first. Some do not report it.
    fn version_options(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Trunk | Self::WasmPack | Self::WasmBindgen | Self::MdBook | Self::GeckoDriver => Some(&["--version"]),
            Self::LlvmCov => Some(&["llvm-cov", "--version"]),
            Self::WasmSplit => None,
        }
    }

    fn version(self) -> Outcome<String> {
        match self {
            // Trunk 0.22 and later ask for a newer compiler than the pinned one.
            Self::Trunk => Ok("0.21.14".to_owned()),
            Self::WasmPack => Ok("0.15.1".to_owned()),
            // The module and the program must agree to the last digit.
            Self::WasmBindgen => workspace::locked_version("wasm-bindgen"),
            // It has to fit wasm_split_helpers, which the page is linked with.
            Self::WasmSplit => Ok("0.2.4".to_owned()),
            Self::LlvmCov => Ok("0.9.1".to_owned()),
            Self::MdBook => Ok("0.5.4".to_owned()),
            Self::GeckoDriver => Ok("0.37.1".to_owned()),
        }
    }

    /// Features to add, or to leave out: Trunk needs its own only to download what we install ourselves, wasm-bindgen to reach
    /// a browser on another machine, mdBook to serve and search.
    fn install_options(self) -> &'static [&'static str] {
        match self {
            Self::Trunk | Self::WasmBindgen | Self::MdBook => &["--no-default-features"],
            Self::WasmSplit => &["--features", "build-binary"],
            Self::WasmPack | Self::LlvmCov | Self::GeckoDriver => &[],
        }
    }

    /// Packages that it depends on and does not need for what we use it for. Instead of each, its stub in `xtask/stubs` is
    /// compiled.
    fn stubbed(self) -> &'static [&'static str] {
        match self {
            Self::Trunk => &["lightningcss", "minify-html", "minify-js", "oxipng"],
            Self::WasmPack | Self::WasmBindgen | Self::WasmSplit | Self::LlvmCov | Self::MdBook | Self::GeckoDriver => {
                &[]
            }
        }
    }

    /// The packages of it that are worth optimizing, because they work on the whole module in each build of the page.
    fn optimized(self) -> &'static [&'static str] {
        match self {
            Self::WasmBindgen => &["walrus", "wasmparser"],
            Self::WasmSplit => &["walrus", "wasm_split_cli_support", "wasm-encoder", "wasmparser"],
            Self::Trunk | Self::WasmPack | Self::LlvmCov | Self::MdBook | Self::GeckoDriver => &[],
        }
    }
}

/// The profile of tools: without debug information, checks and unwinding, and each package in one piece, which all save time.
const PROFILE: [(&str, &str); 5] = [
    ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"),
    ("CARGO_PROFILE_DEV_DEBUG", "0"),
    ("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false"),
    ("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", "false"),
    ("CARGO_PROFILE_DEV_PANIC", "abort"),
];

/// The folder of our tools, the programs in its `bin`.
pub(crate) fn folder() -> PathBuf {
    if let Some(folder) = env::var_os("JOBSCOPE_TOOLS").filter(|value| !value.is_empty()) {
        // Children start in the root; a relative folder must mean the same to them.
        return workspace::root().join(folder);
    }
    cache_folder().join("jobscope").join("tools")
}

fn cache_folder() -> PathBuf {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    variable("XDG_CACHE_HOME")
        .filter(|folder| folder.is_absolute())
        .or_else(|| variable("LOCALAPPDATA").filter(|_| cfg!(windows)))
        .or_else(|| env::home_dir().map(|home| home.join(".cache")))
        .unwrap_or_else(|| workspace::root().join("target"))
}

/// Whether each tool is there at its pinned version.
pub(crate) fn are_there(tools: &[Tool]) -> Outcome<bool> {
    Ok(missing(tools)?.is_empty())
}

/// Makes sure that each tool is there at its pinned version, compiling what is missing.
pub(crate) fn ensure(tools: &[Tool]) -> Outcome {
    if are_there(tools)? {
        return Ok(());
    }
    let folder = folder();
    fs::create_dir_all(&folder).map_err(|error| cannot(&format!("create {}", folder.display()), &error))?;
    // Two clones may get here at the same time; the second waits and then finds the work done.
    let lock = File::create(folder.join("install.lock")).map_err(|error| cannot("create the install lock", &error))?;
    lock.lock().map_err(|error| cannot("wait for another installation", &error))?;
    let missing = missing(tools)?;
    progress::expect(missing.iter().map(|(tool, _)| tool.package().to_owned()));
    for (tool, version) in missing {
        install(tool, &version)?;
        progress::done();
    }
    // Compiled dependencies are of use to the next tool, then only in the way.
    let _ = fs::remove_dir_all(folder.join("build"));
    Ok(())
}

fn missing(tools: &[Tool]) -> Outcome<Vec<(Tool, String)>> {
    let mut missing = Vec::new();
    for &tool in tools {
        let version = tool.version()?;
        let is_there = |program: &&str| match tool.version_options() {
            Some(options) => installed_version(program, options).as_deref() == Some(version.as_str()),
            None => process::find(program).is_some() && is_recorded(tool.package(), &version),
        };
        if !tool.programs().iter().all(is_there) {
            missing.push((tool, version));
        }
    }
    Ok(missing)
}

fn installed_version(program: &str, options: &[&str]) -> Option<String> {
    let file = process::find(program)?;
    let text = process::output_of(process::command(&file.to_string_lossy()).args(options))?;
    version_word(&text)
}

/// Whether cargo has noted that it installed this version into our folder.
fn is_recorded(package: &str, version: &str) -> bool {
    let notes = fs::read_to_string(folder().join(".crates.toml")).unwrap_or_default();
    notes.lines().any(|line| line.starts_with(&format!("\"{package} {version} ")))
}

/// The version in a line such as `wasm-bindgen 0.2.129 (5dfe6c1)`.
fn version_word(text: &str) -> Option<String> {
    text.split_whitespace().nth(1).map(|word| word.trim_start_matches('v').to_owned())
}

fn install(tool: Tool, version: &str) -> Outcome {
    let package = tool.package();
    let folder = folder();
    let title = format!("compile {package} {version} into {} (once per machine, takes minutes)", folder.display());
    step(&title, || {
        // An unoptimized build takes a third of the time and runs fast enough for what it does here.
        let mut command = process::cargo(["install", "--locked", "--debug", "--force", "--version", version]);
        command.args(tool.install_options());
        for package in tool.optimized() {
            command.args(["--config", &format!("profile.dev.package.{package}.opt-level=1")]);
        }
        for package in tool.stubbed() {
            let stub = workspace::root().join("xtask").join("stubs").join(package);
            command.args(["--config", &format!("patch.crates-io.{package}.path={:?}", stub.display().to_string())]);
        }
        command.arg("--root").arg(&folder).arg("--target-dir").arg(folder.join("build")).arg(package);
        command.envs(PROFILE).env_remove("CARGO_BUILD_TARGET");
        process::run_long(&mut command)
    })?;
    match missing(&[tool])?.as_slice() {
        [] => Ok(()),
        _ => Err(Failure::new(format!(
            "{package} {version} was compiled into {}, but its programs do not run there or report another version.",
            folder.display()
        ))),
    }
}

fn cannot(what: &str, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot {what}: {error}. Set JOBSCOPE_TOOLS to a folder that can be written to."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_is_the_second_word() {
        assert_eq!(version_word("wasm-bindgen 0.2.129 (5dfe6c1)").as_deref(), Some("0.2.129"));
        assert_eq!(version_word("trunk 0.21.14").as_deref(), Some("0.21.14"));
        assert_eq!(version_word("mdbook v0.5.4").as_deref(), Some("0.5.4"));
        assert_eq!(version_word(""), None);
    }

    #[test]
    fn wasm_bindgen_follows_the_lock_file() {
        assert_eq!(Tool::WasmBindgen.version().ok(), workspace::locked_version("wasm-bindgen").ok());
    }
}
