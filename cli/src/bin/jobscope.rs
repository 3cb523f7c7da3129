//! `jobscope`.

use std::process::ExitCode;

fn main() -> ExitCode {
    jobscope_cli::main("jobscope")
}
