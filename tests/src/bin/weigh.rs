//! What the published page transfers: `weigh FOLDER BUDGET` prints its parts, and fails if one has more bytes than the
//! budget allows.

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, io};

use jobscope_tests::measure::sizes::{Budget, parts};

fn main() -> ExitCode {
    let mut paths = env::args_os().skip(1).map(PathBuf::from);
    let (Some(folder), Some(budget)) = (paths.next(), paths.next()) else {
        return failed("usage: weigh FOLDER BUDGET");
    };
    match weigh(&folder, &budget) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => failed(&format!("the page is heavier than {} allows", budget.display())),
        Err(error) => failed(&format!("the page cannot be weighed: {error}")),
    }
}

#[expect(clippy::print_stderr, reason = "it is a program")]
fn failed(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::FAILURE
}

/// Prints all parts; whether each is within its budget.
#[expect(clippy::print_stdout, reason = "it is a program")]
fn weigh(folder: &std::path::Path, budget: &std::path::Path) -> io::Result<bool> {
    let budget = Budget::read(budget)?;
    let mut fits = true;
    for part in parts(folder)? {
        let (bytes, most) = (part.bytes(), budget.of(&part)?);
        println!("{bytes:>9} of {most:>9} bytes: {}{}", part.name, if bytes > most { ", TOO MANY" } else { "" });
        for (file, bytes) in &part.files {
            println!("  {bytes:>9} {file}");
        }
        fits &= bytes <= most;
    }
    Ok(fits)
}
