//! `completions`: what a shell completes.

use std::process::ExitCode;

use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::failure::Outcome;
use crate::output;

pub(crate) fn run(name: &'static str, shell: Shell) -> Outcome<ExitCode> {
    let mut text = Vec::new();
    // A shell knows the plugin by its file.
    clap_complete::generate(shell, &mut Arguments::described(name), name.replace(' ', "-"), &mut text);
    output::print(&String::from_utf8_lossy(&text))?;
    Ok(ExitCode::SUCCESS)
}
