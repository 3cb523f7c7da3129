//! `cargo xtask soak`: random actions in great numbers, with every promise checked after each; natively, or in a browser through
//! the JavaScript API.

use crate::process::{self, cargo};
use crate::report::{Failure, Outcome};
use crate::system;
use crate::tools::{self, Tool};

/// What is to be soaked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Natively; the program itself reads the options.
    Native(Vec<String>),
    /// In a browser.
    Browser {
        /// How many actions have to be carried out.
        actions: u64,
        /// The seed of the first script.
        seed: u64,
    },
}

impl Plan {
    /// Reads the options, if they are not for the program.
    pub(crate) fn parse(words: &[&str]) -> Outcome<Self> {
        if !words.contains(&"--wasm") {
            return Ok(Self::Native(words.iter().map(|word| (*word).to_owned()).collect()));
        }
        let (mut actions, mut seed) = (100_000, 0);
        let mut words = words.iter().filter(|word| **word != "--wasm");
        while let Some(word) = words.next() {
            let place = match *word {
                "--actions" => &mut actions,
                "--seed" => &mut seed,
                _ => return Err(Failure::new("with --wasm the other options are: --actions N, --seed S.")),
            };
            let number = words.next().and_then(|number| number.parse().ok());
            *place = number.ok_or_else(|| Failure::new(format!("{word} needs a number: {word} 1000.")))?;
        }
        Ok(Self::Browser { actions, seed })
    }
}

/// Runs to its end, to the first fault, or until it is interrupted.
pub(crate) fn run(plan: &Plan) -> Outcome {
    match plan {
        Plan::Native(options) => native(options),
        Plan::Browser { actions, seed } => in_browser(*actions, *seed),
    }
}

fn native(options: &[String]) -> Outcome {
    let program = ["run", "--locked", "--profile", "soak", "-p", "jobscope-tests", "--bin", "soak", "--"];
    process::run(cargo(program).args(options))
}

fn in_browser(actions: u64, seed: u64) -> Outcome {
    system::ensure_chromium()?;
    system::ensure_wasm_target()?;
    tools::ensure(&[Tool::WasmBindgen])?;
    let mut soak = cargo(["test", "--locked", "--profile", "soak", "--target", "wasm32-unknown-unknown"]);
    // How far it is is said by the test itself.
    soak.args(["-p", "jobscope-tests", "--test", "wasm_soak", "--", "--nocapture"]);
    soak.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner");
    // Seconds that the runner waits.
    soak.env("WASM_BINDGEN_TEST_TIMEOUT", "36000");
    soak.env("JOBSCOPE_SOAK_ACTIONS", actions.to_string()).env("JOBSCOPE_SOAK_SEED", seed.to_string());
    process::run(soak)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_go_to_the_one_who_reads_them() {
        let native = Plan::parse(&["--seed", "7"]).ok();
        assert_eq!(native, Some(Plan::Native(vec!["--seed".to_owned(), "7".to_owned()])));
        for (words, actions, seed) in [
            (["--wasm"].as_slice(), 100_000, 0),
            (&["--wasm", "--actions", "5"], 5, 0),
            (&["--seed", "7", "--wasm", "--actions", "5"], 5, 7),
        ] {
            assert_eq!(Plan::parse(words).ok(), Some(Plan::Browser { actions, seed }), "{words:?}");
        }
        for wrong in
            [["--wasm", "--release", "v1.28"].as_slice(), &["--wasm", "--actions", "many"], &["--wasm", "--seed"]]
        {
            assert!(Plan::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
