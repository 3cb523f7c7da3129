//! `cargo xtask cli`: the program for the terminal, with the page in it.

use std::env::consts::EXE_SUFFIX;
use std::fs;

use crate::process::{self, cargo};
use crate::report::{Failure, Outcome, note, step};
use crate::{dist, files, page, workspace};

/// The environment variable by which the build finds the page.
const EMBED: &str = "JOBSCOPE_EMBED";

/// How large the program may be.
const MOST_BYTES: u64 = 20_000_000;

/// Builds page and program; with `install`, puts both names of the program where cargo installs programs.
pub(crate) fn build(install: bool) -> Outcome {
    page::ensure_tools()?;
    let page = dist::build(page::Kind::Published)?;
    step("build the program with the page in it", || {
        process::run(cargo(["build", "--locked", "--release", "-p", "jobscope-cli"]).env(EMBED, &page))
    })?;
    let program = workspace::target().join(format!("release/jobscope{EXE_SUFFIX}"));
    let bytes = fs::metadata(&program).map_err(|error| files::cannot("read", &program, &error))?.len();
    if bytes > MOST_BYTES {
        return Err(Failure::new(format!("{} has {bytes} bytes; {MOST_BYTES} are the most.", program.display())));
    }
    note(&format!("{}: {bytes} bytes", program.display()));
    if install {
        let mut install = cargo(["install", "--locked", "--path", "cli", "--target-dir"]);
        step("install it", || process::run(install.arg(workspace::target()).env(EMBED, &page)))?;
    }
    Ok(())
}
