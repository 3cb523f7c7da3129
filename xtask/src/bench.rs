//! `cargo xtask bench`: measurements. They print; none of them passes or fails.

use crate::process::{self, cargo};
use crate::report::{Failure, Outcome};
use crate::{dist, page, system};

/// A measurement, in `tests/benches` under its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bench {
    /// The frames of the optimized page in a headless browser.
    Frames,
}

impl Bench {
    const ALL: [Self; 1] = [Self::Frames];

    fn name(self) -> &'static str {
        match self {
            Self::Frames => "frames",
        }
    }

    fn run(self, options: &[String]) -> Outcome {
        match self {
            Self::Frames => {
                system::ensure_chromium()?;
                page::ensure_tools()?;
                let page = dist::build()?;
                let mut bench = cargo(["bench", "--locked", "--profile", "dev", "-p", "jobscope-tests"]);
                bench.args(["--features", "e2e", "--bench", self.name(), "--"]).args(options);
                process::run(bench.env("JOBSCOPE_PAGE", &page))
            }
        }
    }
}

/// What is to be measured, and with which options.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    benches: Vec<Bench>,
    options: Vec<String>,
}

impl Plan {
    /// Reads names and `--seconds N`; no names mean all there are.
    pub(crate) fn parse(words: &[&str]) -> Outcome<Self> {
        let mut plan = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "--seconds" {
                let seconds = words.next().filter(|seconds| seconds.parse::<u64>().is_ok_and(|seconds| seconds > 0));
                let seconds =
                    seconds.ok_or_else(|| Failure::new("--seconds needs a number: --seconds 10.".to_owned()))?;
                plan.options.extend(["--seconds".to_owned(), (*seconds).to_owned()]);
            } else if let Some(bench) = Bench::ALL.into_iter().find(|bench| bench.name() == *word) {
                plan.benches.push(bench);
            } else {
                let names = Bench::ALL.map(Bench::name).join(" ");
                return Err(Failure::new(format!("there is no bench named `{word}`; there are: {names}.")));
            }
        }
        if plan.benches.is_empty() {
            plan.benches = Bench::ALL.to_vec();
        }
        Ok(plan)
    }
}

/// Measures, one thing after another.
pub(crate) fn run(plan: &Plan) -> Outcome {
    plan.benches.iter().try_for_each(|bench| bench.run(&plan.options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_seconds_are_read() {
        let plan = Plan::parse(&["--seconds", "5"]).ok().unwrap_or_default();
        assert_eq!(plan.benches, Bench::ALL);
        assert_eq!(plan.options, ["--seconds", "5"]);
        for wrong in [["--seconds"].as_slice(), &["--seconds", "0"], &["speed"]] {
            assert!(Plan::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
