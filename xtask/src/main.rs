//! `cargo xtask`: the commands of this repository.
//!
//! This file reads the command line and dispatches. Each command has a module of its own name:
//! [`serve`], [`test`] (with [`native`] and [`coverage`]), [`bench`], [`soak`], [`fuzz`], [`lint`], [`dist`] (on [`page`] and [`styles`]), [`cli`], [`npm`]. What they need on the machine is found or
//! installed by [`tools`] (programs compiled from crates) and [`system`] (programs of the operating
//! system). Standard library only, so that the first run on a new machine starts at once.

mod bench;
mod cli;
mod coverage;
mod dist;
mod files;
mod fuzz;
mod kubectl;
mod lint;
mod native;
mod notices;
mod npm;
mod page;
mod process;
mod report;
mod serve;
mod soak;
mod styles;
mod system;
mod test;
mod tools;
mod workspace;

use std::process::ExitCode;

use report::{Failure, Outcome};

const USAGE: &str = "\
Usage: cargo xtask <command>

  serve [--port N] [--release]   build the page and serve it on http://127.0.0.1:8080, rebuilding on change
  test [PART...]                 run every test, or only some parts: native wasm node e2e
  test --firefox [PART...]       run the wasm tests and the main path of the end-to-end tests in Firefox
  bench [NAME...] [--json] [--keep] [--seconds N]
                                 measure and compare with the table in benches (--keep updates it):
                                 engine engine-wasm history history-wasm history-import sizes steps frames long-play
  soak [--actions N] [--seed S] [--release E]...
                                 run random actions, a million per release, and check every invariant after each
  soak --wasm [--actions N] [--seed S]
                                 the same in a browser, through the JavaScript API: 100,000 of all releases
  fuzz [TARGET...] [--seconds N] fuzz the engine with libFuzzer, each target for a minute:
                                 manifest cluster session link patch action kubectl
  lint                           check formatting and run clippy, natively and for wasm, warnings denied
  dist                           build everything that is hosted, as static files in target/dist
  cli [--install]                build jobscope for the terminal with the page in it; --install puts it with cargo's programs
  npm                            build the engine's npm package in target/npm
  screens [TEST...]              run the end-to-end tests, or those with such names, and keep their screenshots
  screenshot                     update the README's pictures with the end-to-end tests' browser

Programs that are missing are installed at pinned versions into a folder that all clones share:
$JOBSCOPE_TOOLS, or else jobscope/tools in the user's cache folder.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\nxtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Outcome {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["serve", options @ ..] => serve::run(serve::Options::parse(options)?),
        ["test", words @ ..] => test::run(&test::Plan::parse(words)?),
        ["bench", words @ ..] => bench::run(&bench::Plan::parse(words)?),
        ["soak", options @ ..] => soak::run(&soak::Plan::parse(options)?),
        ["fuzz", words @ ..] => fuzz::run(&fuzz::Plan::parse(words)?),
        ["lint"] => lint::run(),
        ["dist"] => dist::publish(None),
        ["dist", "--site", site] => dist::publish(Some(site)),
        ["cli"] => cli::build(false),
        ["cli", "--install"] => cli::build(true),
        ["npm"] => npm::publish(),
        ["screens", names @ ..] => test::pictures(names),
        ["screenshot"] => test::screenshot(),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        [] => Err(Failure::new(format!("no command given.\n\n{USAGE}"))),
        other => Err(Failure::new(format!("`{}` is not a command.\n\n{USAGE}", other.join(" ")))),
    }
}
