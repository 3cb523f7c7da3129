//! `cargo xtask`: the commands of this repository.
//!
//! This file reads the command line and dispatches. Each command has a module of its own name:
//! [`serve`], [`test`] (with [`native`] and [`coverage`]), [`bench`], [`soak`], [`fuzz`], [`lint`], [`dist`] (on [`page`] and [`start_page`]), [`cli`], [`npm`]. What they need on the machine is found or
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
mod progress;
mod report;
mod serve;
mod soak;
mod split;
mod start_page;
mod styles;
mod system;
mod test;
mod tools;
mod wasm;
mod workspace;

use std::process::ExitCode;

use report::{Failure, Outcome};

const USAGE: &str = "\
Usage: cargo xtask <command>

  serve [--port N] [--release]   build the page and serve it on http://127.0.0.1:8080, rebuilding on change
  test [PART...]                 run every test, or only some parts: native wasm node e2e
  test --firefox [PART...]       run the wasm tests and the main path of the end-to-end tests in Firefox
  test --published               run the end-to-end tests on the page as it is published
  bench [NAME...] [--json] [--keep] [--seconds N]
                                 measure and compare with the table in benches (--keep updates it):
                                 engine engine-wasm history history-wasm history-import sizes steps slow-line frames long-play serve
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
    Task::parse(&words)?.run()
}

/// What a command line asks for.
enum Task<'a> {
    Serve(serve::Options),
    Test(test::Plan),
    Bench(bench::Plan),
    Soak(soak::Plan),
    Fuzz(fuzz::Plan),
    Lint,
    /// With the address of the site, if it is known.
    Dist(Option<&'a str>),
    Cli {
        installs: bool,
    },
    Npm,
    /// Of the tests whose names contain these words.
    Screens(&'a [&'a str]),
    Screenshot,
    Help,
}

impl<'a> Task<'a> {
    fn parse(words: &'a [&'a str]) -> Outcome<Self> {
        Ok(match words {
            ["serve", options @ ..] => Self::Serve(serve::Options::parse(options)?),
            ["test", words @ ..] => Self::Test(test::Plan::parse(words)?),
            ["bench", words @ ..] => Self::Bench(bench::Plan::parse(words)?),
            ["soak", options @ ..] => Self::Soak(soak::Plan::parse(options)?),
            ["fuzz", words @ ..] => Self::Fuzz(fuzz::Plan::parse(words)?),
            ["lint"] => Self::Lint,
            ["dist"] => Self::Dist(None),
            ["dist", "--site", site] => Self::Dist(Some(site)),
            ["cli"] => Self::Cli { installs: false },
            ["cli", "--install"] => Self::Cli { installs: true },
            ["npm"] => Self::Npm,
            ["screens", names @ ..] => Self::Screens(names),
            ["screenshot"] => Self::Screenshot,
            ["help" | "--help" | "-h"] => Self::Help,
            [] => return Err(Failure::new(format!("no command given.\n\n{USAGE}"))),
            other => return Err(Failure::new(format!("`{}` is not a command.\n\n{USAGE}", other.join(" ")))),
        })
    }

    fn run(self) -> Outcome {
        match self {
            Self::Serve(options) => serve::run(options),
            Self::Test(plan) => test::run(&plan),
            Self::Bench(plan) => bench::run(&plan),
            Self::Soak(plan) => soak::run(&plan),
            Self::Fuzz(plan) => fuzz::run(&plan),
            Self::Lint => lint::run(),
            Self::Dist(site) => dist::publish(site),
            Self::Cli { installs } => cli::build(installs),
            Self::Npm => npm::publish(),
            Self::Screens(names) => test::pictures(names),
            Self::Screenshot => test::screenshot(),
            Self::Help => {
                println!("{USAGE}");
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    /// Every document of the repository that has commands.
    fn documents() -> Vec<PathBuf> {
        let folders = ["", "docs", "benches", "examples", "npm/package", ".github"];
        let files = folders.iter().flat_map(|folder| fs::read_dir(workspace::root().join(folder)).unwrap());
        let paths = files.map(|file| file.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
    }

    /// The command lines in a text that begin with `cargo`: those in code, without comments.
    fn commands(text: &str) -> Vec<String> {
        let mut commands = Vec::new();
        let mut is_block = false;
        for line in text.lines() {
            if line.trim_start().starts_with("```") {
                is_block = !is_block;
            } else if is_block {
                commands.push(line.split('#').next().unwrap_or_default().to_owned());
            } else {
                commands.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
            }
        }
        commands.retain(|command| command.contains("cargo "));
        commands
    }

    /// Whether the workspace has what the options of `cargo run` and `cargo test` name.
    fn is_there(words: &[&str]) -> bool {
        let named = |option: &str| words.iter().position(|word| *word == option).and_then(|at| words.get(at + 1));
        let folder = named("-p").map_or("", |package| package.strip_prefix("jobscope-").unwrap_or(package));
        let folder = workspace::root().join(folder);
        let is_file = |option: &str, below: &str| {
            named(option).is_none_or(|name| folder.join(below).join(format!("{name}.rs")).is_file())
        };
        let path = named("--path").is_none_or(|path| workspace::root().join(path).join("Cargo.toml").is_file());
        let targets = [("--bin", "src/bin"), ("--test", "tests"), ("--example", "examples")];
        path && folder.join("Cargo.toml").is_file() && targets.into_iter().all(|(option, below)| is_file(option, below))
    }

    #[test]
    fn the_commands_in_the_documentation_are_understood() {
        let mut seen = 0;
        for document in documents() {
            for command in commands(&files::read(&document).unwrap()) {
                let words: Vec<&str> = command.split_whitespace().skip_while(|word| *word != "cargo").skip(1).collect();
                let is_understood = match words.as_slice() {
                    // `cargo xtask test …` stands for any of them.
                    ["xtask", words @ .., "…"] | ["xtask", words @ ..] => {
                        Task::parse(words).is_ok() || words.is_empty()
                    }
                    ["run" | "test" | "doc" | "install", options @ ..] => is_there(options),
                    _ => false,
                };
                assert!(is_understood, "{}: {command}", document.display());
                seen += 1;
            }
        }
        assert!(seen > 40, "only {seen} commands were found");
    }

    #[test]
    fn a_command_that_does_not_exist_is_not_understood() {
        let text = "Run `cargo xtask tset` or\n```sh\ncargo run -p jobscope-tests --bin none # x\n```\n";
        assert_eq!(commands(text), ["cargo xtask tset", "cargo run -p jobscope-tests --bin none "]);
        assert!(Task::parse(&["tset"]).is_err() && Task::parse(&["test", "all"]).is_err());
        assert!(!is_there(&["-p", "jobscope-tests", "--bin", "none"]) && !is_there(&["-p", "jobscope-none"]));
        assert!(is_there(&["-p", "jobscope-tests", "--bin", "replay"]));
    }
}
