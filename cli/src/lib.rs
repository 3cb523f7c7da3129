//! jobscope at the terminal: the program `jobscope`, and kubectl's plugin `kubectl jobscope`.
//!
//! The command line is in `arguments`; each command has a module of its own name. They share:
//!
//! - `kubectl`: the only place that starts kubectl, with a closed list of its commands, all of which only read
//! - `source`: what a file, standard input or the cluster has, as a session
//! - `report`: a sync as data (`-o json`), as text and as Markdown
//! - `output`, `failure`: what is printed, and why a command fails

mod arguments;
mod completions;
mod explain;
mod explore;
mod failure;
mod kubectl;
mod open;
mod output;
mod record;
mod releases;
mod replay;
mod report;
mod run;
mod source;

use std::env;
use std::process::ExitCode;

use arguments::{Arguments, Command};
use failure::{Failure, Outcome};

/// Exit code of a wrong command line.
const USAGE: u8 = 2;

/// Runs the program, which people call by this name.
pub fn main(name: &'static str) -> ExitCode {
    let arguments = match Arguments::read(name, env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    match dispatch(name, arguments.command) {
        Ok(code) => code,
        // The reader of a pipe had enough.
        Err(Failure::Unread) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(name, &failure);
            ExitCode::FAILURE
        }
    }
}

fn dispatch(name: &'static str, command: Command) -> Outcome<ExitCode> {
    match command {
        Command::Explain(options) => explain::run(&options),
        Command::Record(options) => record::run(&options),
        Command::Replay(options) => replay::run(&options),
        Command::Open(options) => open::run(&options),
        Command::Run(options) => run::run(&options),
        Command::Kubectl(options) => run::kubectl(&options),
        Command::Explore(options) => explore::run(&options),
        Command::Completions { shell } => completions::run(name, shell),
    }
}
