//! `cargo xtask npm`: the engine as one npm package, for bundlers, browsers and Node.js, and a fresh project that has it installed.

use std::path::PathBuf;
use std::process::Command;

use crate::process::{self, cargo};
use crate::report::{Failure, Outcome, note, step};
use crate::tools::{self, Tool};
use crate::{files, notices, page, system, workspace};

/// The files that are written by hand.
const SOURCES: &str = "npm/package";

const CRATE: [&str; 2] = ["-p", "jobscope-npm"];
const WASM: &str = "wasm32-unknown-unknown";

/// What the generated types mention and older `lib` settings of TypeScript do not have: `Symbol.dispose`.
const TYPES_NEED: &str = "/// <reference lib=\"esnext.disposable\" />\n";

/// Makes sure that the package can be built and packed.
pub(crate) fn ensure_tools() -> Outcome {
    system::ensure_wasm_target()?;
    system::ensure_node()?;
    tools::ensure(&[Tool::WasmBindgen])
}

/// `cargo xtask npm`: the package as it is published, as a folder and as a tarball.
pub(crate) fn publish() -> Outcome {
    ensure_tools()?;
    let tarball = pack(page::Kind::Published)?;
    note(&format!("the package is in {} and, packed, in {}", package().display(), tarball.display()));
    Ok(())
}

/// A project with nothing in it but the installed tarball, as tests build it, and the files of `tests/npm`.
pub(crate) fn fresh_project() -> Outcome<PathBuf> {
    let tarball = pack(page::Kind::Test)?;
    let project = folder().join("project");
    step("install the tarball into a fresh project", || {
        files::renew(&project)?;
        files::copy_folder(&workspace::root().join("tests/npm"), &project)?;
        // It has no dependencies: nothing has to be asked for.
        let mut npm = process::command("npm");
        npm.args(["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts"]).arg(tarball);
        process::run(npm.current_dir(&project))
    })?;
    Ok(project)
}

fn folder() -> PathBuf {
    workspace::target().join("npm")
}

fn package() -> PathBuf {
    folder().join("jobscope")
}

/// Builds the package and packs it; the tarball.
fn pack(kind: page::Kind) -> Outcome<PathBuf> {
    step(&format!("build the npm package ({})", kind.profile()), || build(kind))?;
    let mut npm = process::command("npm");
    npm.args(["pack", "--ignore-scripts", "--pack-destination"]).arg(folder()).current_dir(package());
    process::run(npm)?;
    Ok(folder().join(format!("jobscope-{}.tgz", workspace::locked_version("jobscope-npm")?)))
}

/// The build of the package's module.
pub(crate) fn compile(kind: page::Kind) -> Command {
    // As a module of its own only here: the browser tests need the library, and native builds neither.
    let mut build = cargo(["rustc", "--locked", "--lib", "--crate-type", "cdylib", "--target", WASM]);
    build.args(["--profile", kind.profile()]).args(CRATE);
    build
}

fn build(kind: page::Kind) -> Outcome {
    process::run(compile(kind))?;
    let package = package();
    files::renew(&package)?;
    let mut bindgen = process::command("wasm-bindgen");
    bindgen.args(["--target", "web", "--out-name", "jobscope", "--out-dir"]).arg(&package);
    process::run(bindgen.arg(workspace::target().join(WASM).join(kind.profile()).join("jobscope_npm.wasm")))?;
    // It tells of the exports of the bare module, which are nobody's business.
    files::remove(&package.join("jobscope_bg.wasm.d.ts"))?;
    files::copy_folder(&workspace::root().join(SOURCES), &package)?;
    let types = package.join("jobscope.d.ts");
    files::write(&types, &format!("{TYPES_NEED}{}", files::read(&types)?))?;
    files::write(&package.join("package.json"), &manifest(&workspace::locked_version("jobscope-npm")?)?)?;
    files::copy(&workspace::root().join("LICENSE"), &package.join("LICENSE"))?;
    files::write(&package.join("THIRD-PARTY-NOTICES"), &notices::of(&CRATE)?)
}

/// The package's manifest, with the engine's version.
fn manifest(version: &str) -> Outcome<String> {
    const NONE: &str = r#""version": "0.0.0""#;
    let path = workspace::root().join(SOURCES).join("package.json");
    let text = files::read(&path)?;
    if !text.contains(NONE) {
        return Err(Failure::new(format!("{} does not say {NONE}, which is where the version goes.", path.display())));
    }
    Ok(text.replacen(NONE, &format!(r#""version": "{version}""#), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_has_the_engines_version() -> Outcome {
        assert!(manifest("9.8.7")?.contains(r#""version": "9.8.7""#));
        Ok(())
    }
}
