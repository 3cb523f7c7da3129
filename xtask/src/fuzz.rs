//! `cargo xtask fuzz`: hostile input for the engine, made by libFuzzer from what it sees of the code that each input reaches.
//!
//! The targets are in `fuzz`, a workspace of its own, because they are compiled with LLVM's coverage in them. That takes
//! nothing but flags that the pinned compiler knows, and a C++ compiler for libFuzzer itself: no nightly, no other program.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::process;
use crate::report::{Failure, Outcome, note, step};
use crate::{system, workspace};

/// The targets, in `fuzz/targets` under their names.
const TARGETS: [&str; 7] = ["manifest", "cluster", "session", "link", "patch", "action", "kubectl"];

/// What has LLVM count which edges of the code are reached, and tell what is compared with what.
const COVERAGE: [&str; 6] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
];

/// Time between two lines that say how far it is.
const PATIENCE: Duration = Duration::from_secs(10);

/// Which targets, and for how long.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    seconds: u32,
    targets: Vec<&'static str>,
}

impl Plan {
    /// Reads names and `--seconds N`; no names mean all targets.
    pub(crate) fn parse(words: &[&str]) -> Outcome<Self> {
        let mut plan = Self { seconds: 60, targets: Vec::new() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "--seconds" {
                let seconds = words.next().and_then(|seconds| seconds.parse().ok()).filter(|seconds| *seconds > 0);
                plan.seconds = seconds.ok_or_else(|| Failure::new("--seconds needs a number: --seconds 60."))?;
            } else if let Some(target) = TARGETS.into_iter().find(|target| target == word) {
                plan.targets.push(target);
            } else {
                let all = TARGETS.join(" ");
                return Err(Failure::new(format!("there is no fuzz target named `{word}`; there are: {all}.")));
            }
        }
        if plan.targets.is_empty() {
            plan.targets = TARGETS.to_vec();
        }
        Ok(plan)
    }
}

/// Runs the targets one after another, each until its time is over or something is found.
pub(crate) fn run(plan: &Plan) -> Outcome {
    system::ensure_cpp_compiler()?;
    let host = host()?;
    let folder = workspace::target().join("fuzz");
    step("compile the fuzz targets", || {
        let mut build = process::cargo(["build", "--locked", "--release", "--manifest-path", "fuzz/Cargo.toml"]);
        // A target that is named keeps these flags away from what runs while it is compiled.
        build.args(["--target", &host, "--target-dir"]).arg(&folder);
        process::run(build.env("RUSTFLAGS", COVERAGE.join(" ")))
    })?;
    for target in &plan.targets {
        step(&format!("fuzz {target} for {} s", plan.seconds), || {
            let (found, seeds) = (folder.join("corpus").join(target), seeds(target));
            let broken = folder.join("found").join(target);
            for made in [&found, &broken] {
                fs::create_dir_all(made)
                    .map_err(|error| Failure::new(format!("cannot create {}: {error}.", made.display())))?;
            }
            let program = folder.join(&host).join("release").join(target);
            let mut fuzz = process::command(&program.to_string_lossy());
            fuzz.args(["-timeout=30", "-rss_limit_mb=2048", "-max_len=4096", "-print_final_stats=1"]);
            fuzz.arg(format!("-max_total_time={}", plan.seconds));
            fuzz.arg(format!("-artifact_prefix={}/", broken.display()));
            // What it learns is kept beside what is built; the seeds are only read.
            let mut said = Said::default();
            process::run_and_tell(fuzz.arg(&found).arg(&seeds), |line| said.is_told(line, Instant::now())).map_err(|failure| {
                Failure::new(format!(
                    "{failure}\nThe input is in {}. Put it into {} to have it tried first from now on; make it shorter with \
                     {} -minimize_crash=1 -runs=10000 INPUT.",
                    broken.display(),
                    seeds.display(),
                    program.display()
                ))
            })
        })?;
    }
    note("nothing was found");
    Ok(())
}

/// What of libFuzzer's lines a person has seen: it writes one for each input that reaches something new.
#[derive(Default)]
struct Said {
    progress: Option<Instant>,
}

impl Said {
    /// Whether a line that comes at that moment is printed: progress now and then, failures always.
    fn is_told(&mut self, line: &str, now: Instant) -> bool {
        let is_of_dictionary = line.starts_with('"') || line.starts_with("###");
        if is_of_dictionary || line.trim_start().starts_with("NEW_FUNC") {
            return false;
        }
        let is_progress = line.starts_with('#') && !line.contains("INITED") && !line.contains("DONE");
        if !is_progress {
            return true;
        }
        let is_time = self.progress.is_none_or(|last| now.duration_since(last) >= PATIENCE);
        if is_time {
            self.progress = Some(now);
        }
        is_time
    }
}

/// Where a target's seeds are. Session files of every version are kept anyway.
fn seeds(target: &str) -> PathBuf {
    let folder = if target == "session" { "tests/files".to_owned() } else { format!("fuzz/corpus/{target}") };
    workspace::root().join(folder)
}

/// The machine's own target.
fn host() -> Outcome<String> {
    let told = process::output_of(process::command("rustc").arg("-vV")).unwrap_or_default();
    let host = told.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned);
    host.ok_or_else(|| Failure::new("rustc -vV does not name the host. Is Rust installed?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_seconds_are_read() {
        assert_eq!(Plan::parse(&[]).ok(), Some(Plan { seconds: 60, targets: TARGETS.to_vec() }));
        let plan = Plan::parse(&["--seconds", "5", "link"]).ok();
        assert_eq!(plan, Some(Plan { seconds: 5, targets: vec!["link"] }));
        for wrong in [["--seconds"].as_slice(), &["--seconds", "0"], &["yaml"]] {
            assert!(Plan::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn progress_is_told_now_and_then_and_a_crash_at_once() {
        let (mut said, start) = (Said::default(), Instant::now());
        for (seconds, line, told) in [
            (0, "INFO: Seed: 1", true),
            (1, "#5\tINITED cov: 23058", true),
            (1, "#7\tNEW    cov: 23059", true),
            (2, "\tNEW_FUNC[1/4]: 0x55e5", false),
            (9, "#8\tREDUCE cov: 23059", false),
            (11, "#9\tpulse  cov: 23059", true),
            (12, "thread panicked at core/src/lib.rs:1:1:", true),
            (12, "==7== ERROR: libFuzzer: deadly signal", true),
            (13, "#10\tDONE   cov: 23060", true),
            (13, "###### Recommended dictionary. ######", false),
            (13, "\"ttl\" # Uses: 6", false),
        ] {
            assert_eq!(said.is_told(line, start + Duration::from_secs(seconds)), told, "{line}");
        }
    }

    #[test]
    fn every_target_has_a_file_and_seeds() {
        for target in TARGETS {
            assert!(workspace::root().join(format!("fuzz/targets/{target}.rs")).is_file(), "{target}");
            assert!(seeds(target).is_dir(), "{target}");
        }
    }
}
