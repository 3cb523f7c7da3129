//! `cargo xtask bench`: measurements, and one table of them all, compared with the one that is kept in `benches`. Sizes
//! have budgets, and more than that fails; times never do.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::process::cargo;
use crate::report::{Failure, Outcome, step};
use crate::tools::{self, Tool};
use crate::{dist, page, serve, system, workspace};

/// A measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bench {
    /// Jobs that run to their end, the memory of a pod, and a search of schedules, natively.
    Engine,
    /// The same in a headless browser.
    EngineWasm,
    /// A long session, natively.
    History,
    /// The same in a headless browser.
    HistoryWasm,
    /// Recorded histories of growing length, explained natively and in a headless browser.
    HistoryImport,
    /// What a first visit of the optimized page transfers.
    Sizes,
    /// How soon the first step can be made, and how long a step takes until it is seen.
    Steps,
    /// How soon a first visit over a slow line can use the start page, and make the first step.
    SlowLine,
    /// The frames of the optimized page in a headless browser.
    Frames,
    /// The heap of its JavaScript while it plays on and on.
    LongPlay,
    /// How soon `cargo xtask serve` shows the page if nothing was compiled before.
    Serve,
}

impl Bench {
    const ALL: [Self; 11] = [
        Self::Engine,
        Self::EngineWasm,
        Self::History,
        Self::HistoryWasm,
        Self::HistoryImport,
        Self::Sizes,
        Self::Steps,
        Self::SlowLine,
        Self::Frames,
        Self::LongPlay,
        Self::Serve,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::EngineWasm => "engine-wasm",
            Self::History => "history",
            Self::HistoryWasm => "history-wasm",
            Self::HistoryImport => "history-import",
            Self::Sizes => "sizes",
            Self::Steps => "steps",
            Self::SlowLine => "slow-line",
            Self::Frames => "frames",
            Self::LongPlay => "long-play",
            Self::Serve => "serve",
        }
    }

    /// What it prints of figures.
    fn run(self, options: &Options) -> Outcome<Vec<String>> {
        match self {
            // Each in a program of its own: a program's peak memory can be read only once.
            Self::Engine => natively(&["races", "memory", "memory-indexed", "explore"]),
            Self::History => natively(&["history"]),
            Self::EngineWasm => in_browser(&["races", "memory", "explore"]),
            Self::HistoryWasm => in_browser(&["history"]),
            Self::HistoryImport => {
                let mut figures = natively(&["history-import"])?;
                figures.extend(in_browser(&["history_import"])?);
                Ok(figures)
            }
            Self::Sizes | Self::Steps | Self::SlowLine | Self::Frames | Self::LongPlay => on_page(self, &options.page),
            Self::Serve => Ok(Vec::from([serve::measure()?])),
        }
    }
}

fn natively(parts: &[&str]) -> Outcome<Vec<String>> {
    let mut figures = Vec::new();
    for part in parts {
        let run = ["run", "--locked", "--quiet", "--release", "-p", "jobscope-tests", "--bin", "measure", "--"];
        figures.extend(figures_of(cargo(run).arg(part))?);
    }
    Ok(figures)
}

fn in_browser(parts: &[&str]) -> Outcome<Vec<String>> {
    system::ensure_chromium()?;
    system::ensure_wasm_target()?;
    tools::ensure(&[Tool::WasmBindgen])?;
    let mut figures = Vec::new();
    for part in parts {
        let mut test = cargo(["test", "--locked", "--release", "--target", "wasm32-unknown-unknown"]);
        test.args(["-p", "jobscope-tests", "--test", "measured", "--", "--nocapture", "--exact", part]);
        test.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner");
        // Seconds.
        figures.extend(figures_of(test.env("WASM_BINDGEN_TEST_TIMEOUT", "900"))?);
    }
    Ok(figures)
}

/// A measurement of the page as it is published.
fn on_page(bench: Bench, options: &[String]) -> Outcome<Vec<String>> {
    system::ensure_chromium()?;
    page::ensure_tools()?;
    let page = dist::build(page::Kind::Published)?;
    let mut run = cargo(["bench", "--locked", "--profile", "dev", "-p", "jobscope-tests"]);
    run.args(["--features", "e2e", "--bench", "page", "--", bench.name()]).args(options);
    figures_of(run.env("JOBSCOPE_PAGE", &page))
}

/// Runs a command to its end. What it prints goes to the terminal; those lines of it that are figures.
fn figures_of(command: &mut Command) -> Outcome<Vec<String>> {
    let failed = |why: String| Failure::new(format!("a measurement failed: {why}"));
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| failed(error.to_string()))?;
    let mut figures = Vec::new();
    for line in child.stdout.take().into_iter().flat_map(|output| BufReader::new(output).lines()) {
        let line = line.map_err(|error| failed(error.to_string()))?;
        println!("{line}");
        if line.contains("figure {") {
            figures.push(line);
        }
    }
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    if status.success() { Ok(figures) } else { Err(failed(format!("it ended with {status}; see its output above."))) }
}

/// How it is to be done.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    /// Options of the measurements of the page.
    page: Vec<String>,
    /// Options of the table.
    table: Vec<String>,
}

/// What is to be measured, and with which options.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    benches: Vec<Bench>,
    options: Options,
}

impl Plan {
    /// Reads names and options; no names mean all there are.
    pub(crate) fn parse(words: &[&str]) -> Outcome<Self> {
        let mut plan = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "--seconds" {
                let seconds = words.next().filter(|seconds| seconds.parse::<u64>().is_ok_and(|seconds| seconds > 0));
                let seconds =
                    seconds.ok_or_else(|| Failure::new("--seconds needs a number: --seconds 10.".to_owned()))?;
                plan.options.page.extend(["--seconds".to_owned(), (*seconds).to_owned()]);
            } else if ["--json", "--keep"].contains(word) {
                plan.options.table.push((*word).to_owned());
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

/// Measures, one thing after another, and makes the table.
pub(crate) fn run(plan: &Plan) -> Outcome {
    let mut figures = Vec::new();
    for bench in &plan.benches {
        figures.extend(step(&format!("measure {}", bench.name()), || bench.run(&plan.options))?);
    }
    let mut table = cargo(["run", "--locked", "--quiet", "--release", "-p", "jobscope-tests", "--bin", "table", "--"]);
    table.arg("--kept").arg(workspace::root().join("benches/table.json")).args(&plan.options.table);
    let failed = |why: String| Failure::new(format!("there is no table: {why}"));
    let mut table = table.stdin(Stdio::piped()).spawn().map_err(|error| failed(error.to_string()))?;
    if let Some(mut input) = table.stdin.take() {
        input.write_all(figures.join("\n").as_bytes()).map_err(|error| failed(error.to_string()))?;
    }
    let status = table.wait().map_err(|error| failed(error.to_string()))?;
    if status.success() { Ok(()) } else { Err(Failure::new("a size is over its budget; see the table above.")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_options_are_read() {
        let plan = Plan::parse(&["--seconds", "5", "--json"]).ok().unwrap_or_default();
        assert_eq!(plan.benches, Bench::ALL);
        assert_eq!(
            (plan.options.page.join(" "), plan.options.table.join(" ")),
            ("--seconds 5".into(), "--json".into())
        );
        for wrong in [["--seconds"].as_slice(), &["--seconds", "0"], &["speed"]] {
            assert!(Plan::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
