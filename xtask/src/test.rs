//! `cargo xtask test`: every test there is, or some parts of them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::Instant;
use std::{env, fs};

use crate::process::{self, cargo};
use crate::report::{Failure, Outcome, note, seconds, step};
use crate::tools::{self, Tool};
use crate::{coverage, dist, files, kubectl, native, npm, page, report, system, workspace};

/// A part of the tests that can be run by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Unit, property, documentation and conformance tests.
    Native,
    /// The engine's wasm tests in a headless browser.
    Wasm,
    /// The JavaScript API as Node.js sees it.
    Node,
    /// The built page, driven through `WebDriver`.
    EndToEnd,
}

impl Part {
    const ALL: [Self; 4] = [Self::Native, Self::Wasm, Self::Node, Self::EndToEnd];

    fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Wasm => "wasm",
            Self::Node => "node",
            Self::EndToEnd => "e2e",
        }
    }

    /// The parts that are named, or all of them, in the order in which they run.
    pub(crate) fn parse(words: &[&str]) -> Outcome<Vec<Self>> {
        if let Some(unknown) = words.iter().find(|word| Self::ALL.iter().all(|part| part.name() != **word)) {
            return Err(Failure::new(format!(
                "there are no tests named `{unknown}`; the parts are: native wasm node e2e."
            )));
        }
        Ok(Self::ALL.into_iter().filter(|part| words.is_empty() || words.contains(&part.name())).collect())
    }

    /// Whether it tests the npm package, or the page.
    fn needs_packages(self) -> bool {
        matches!(self, Self::Node | Self::EndToEnd)
    }

    fn is_in_browser(self) -> bool {
        matches!(self, Self::Wasm | Self::EndToEnd)
    }

    fn ensure_tools(self, browser: Browser) -> Outcome {
        match self {
            Self::Native => coverage::ensure_tools(),
            Self::Wasm => {
                browser.ensure()?;
                system::ensure_wasm_target()?;
                tools::ensure(&[Tool::WasmBindgen, Tool::WasmPack])
            }
            Self::Node => npm::ensure_tools(),
            Self::EndToEnd => {
                browser.ensure()?;
                system::ensure_chinese_font();
                npm::ensure_tools()?;
                tools::ensure(&[Tool::MdBook])?;
                page::ensure_tools()
            }
        }
    }

    fn run(self, plan: &Plan) -> Outcome {
        match (self, plan.browser) {
            (Self::Native, _) => native(),
            (Self::Wasm, _) => wasm(plan.browser),
            (Self::Node, _) => node(),
            (Self::EndToEnd, Browser::Chromium) => end_to_end(plan.browser, plan.page, &[], Pictures::OfFailures),
            (Self::EndToEnd, Browser::Firefox) => end_to_end(plan.browser, plan.page, &MAIN_PATH, Pictures::OfFailures),
        }
    }
}

/// The browser that tests run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browser {
    Chromium,
    Firefox,
}

impl Browser {
    /// What `wasm-pack test` calls it.
    fn option(self) -> &'static str {
        match self {
            Self::Chromium => "--chrome",
            Self::Firefox => "--firefox",
        }
    }

    /// What the end-to-end tests call it.
    fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
        }
    }

    fn ensure(self) -> Outcome {
        match self {
            Self::Chromium => system::ensure_chromium(),
            Self::Firefox => {
                system::ensure_firefox()?;
                tools::ensure(&[Tool::GeckoDriver])
            }
        }
    }
}

/// The end-to-end tests that Firefox runs, too, by the beginnings of their names: what people do most. What of them needs
/// Chrome's `DevTools` they leave out by themselves and say so.
const MAIN_PATH: [&str; 8] =
    ["answers::", "branches::", "harness::", "keyboard::", "pi::", "share::", "slow_start::", "stepping::"];

/// Which tests are to run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    parts: Vec<Part>,
    browser: Browser,
    /// The page that the end-to-end tests open.
    page: page::Kind,
}

impl Plan {
    /// Reads names of parts; `--firefox`, with which only what runs in a browser is run; and `--published`, with which only the
    /// end-to-end tests are.
    pub(crate) fn parse(words: &[&str]) -> Outcome<Self> {
        let browser = if words.contains(&"--firefox") { Browser::Firefox } else { Browser::Chromium };
        let page = if words.contains(&"--published") { page::Kind::Published } else { page::Kind::Test };
        let words: Vec<&str> =
            words.iter().copied().filter(|word| !matches!(*word, "--firefox" | "--published")).collect();
        let mut parts = Part::parse(&words)?;
        if page == page::Kind::Published {
            if words.iter().any(|word| *word != Part::EndToEnd.name()) {
                return Err(Failure::new("only the end-to-end tests open the published page: e2e --published."));
            }
            parts = vec![Part::EndToEnd];
        }
        if browser == Browser::Firefox {
            if let (false, Some(part)) = (words.is_empty(), parts.iter().find(|part| !part.is_in_browser())) {
                return Err(Failure::new(format!(
                    "the {} tests run in no browser; with --firefox there are: wasm e2e.",
                    part.name()
                )));
            }
            parts.retain(|part| part.is_in_browser());
        }
        Ok(Self { parts, browser, page })
    }
}

/// Runs the parts one after another. A part that fails does not keep the later ones from running.
pub(crate) fn run(plan: &Plan) -> Outcome {
    let Plan { parts, browser, .. } = plan;
    let start = Instant::now();
    if *browser == Browser::Firefox
        && let Err(failure) = browser.ensure()
    {
        // The second browser is there to be had by those who can have it; nothing else is tested with `--firefox`.
        note(&format!("NOTHING IS TESTED IN FIREFOX: {failure}"));
        return Ok(());
    }
    for part in parts {
        part.ensure_tools(*browser)?;
    }
    let mut failed = Vec::new();
    let mut compiling = compile_ahead(plan);
    for part in parts {
        if let Some(compiling) = compiling.take_if(|_| part.needs_packages()) {
            if !compiling.is_finished() {
                note("wait for the page and the npm package, which have been compiled at the same time");
            }
            let _ = compiling.join();
        }
        if let Err(failure) = step(&format!("test {}", part.name()), || part.run(plan)) {
            note(&failure.to_string());
            failed.push(part.name());
        }
    }
    report::summary();
    let time = seconds(start.elapsed());
    if failed.is_empty() {
        note(&format!("all tests passed in {time}"));
        return Ok(());
    }
    Err(Failure::new(format!(
        "tests failed: {} (of {} parts, in {time}). To repeat only these: cargo xtask test {}",
        failed.join(", "),
        parts.len(),
        failed.join(" ")
    )))
}

/// `cargo xtask screens`: pictures of everything that the end-to-end tests look at, or of what tests with such names do.
pub(crate) fn pictures(names: &[&str]) -> Outcome {
    Part::EndToEnd.ensure_tools(Browser::Chromium)?;
    end_to_end(Browser::Chromium, page::Kind::Test, names, Pictures::All)?;
    note(&format!("the pictures are in {}", screens().display()));
    Ok(())
}

/// `cargo xtask screenshot`: the README's pictures, still and moving, as the end-to-end tests see the page.
pub(crate) fn screenshot() -> Outcome {
    pictures(&["screens::the_main_regions", "moving_picture::"])?;
    for (taken, kept) in [("debugger-1440-light.png", "docs/screenshot.png"), ("slow-start.png", "docs/slow-start.png")]
    {
        let kept = workspace::root().join(kept);
        files::copy(&screens().join(taken), &kept)?;
        note(&format!("updated {}", kept.display()));
    }
    Ok(())
}

/// What the property tests draw their cases from, unless the environment says otherwise: a change is judged by
/// what it does, not by the luck of the draw.
const SEED: &str = "PROPTEST_RNG_SEED";

fn native() -> Outcome {
    let real_kubectl = kubectl::program()?;
    let seeded = |mut tests: Command| {
        if let Some(program) = &real_kubectl {
            tests.env(kubectl::PROGRAM, program);
        }
        if env::var_os(SEED).is_none() {
            tests.env(SEED, "136");
        }
        tests
    };
    let is_measured = system::has_llvm_tools();
    if is_measured {
        coverage::clean()?;
    } else {
        note("COVERAGE IS NOT MEASURED: this Rust has no LLVM tools. To add them: rustup component add llvm-tools");
    }
    let tests = seeded(native::unit_and_integration_tests()?);
    step("unit and integration tests", || process::run(tests))?;
    if real_kubectl.is_some() {
        let tests = seeded(native::ignored_tests(&["cluster"])?);
        step("tests with a real kubectl", || process::run(tests))?;
    }
    full_sets()?;
    let mut examples = native::cargo("test")?;
    examples.args(["--no-fail-fast", "--doc"]);
    step("examples in the documentation", || process::run(examples))?;
    if is_measured {
        step("coverage", coverage::report)?;
    }
    let xtask = ["--manifest-path", "xtask/Cargo.toml", "--target-dir", "target/xtask"];
    step("tests of xtask", || process::run(cargo(["test", "--locked", "--quiet"]).args(xtask)))
}

/// Tests that compare with full sets of recordings, of which the repository has samples, and where the sets are.
const FULL_SETS: [(&str, &str); 3] = [
    ("admission", "../shared/admission"),
    ("histories", "../shared/history"),
    ("kubectl", "../shared/kubectl/states-v1.36.jsonl.gz"),
];

fn full_sets() -> Outcome {
    let (present, absent): (Vec<_>, Vec<_>) =
        FULL_SETS.iter().partition(|(_, set)| workspace::root().join(set).exists());
    for (test, set) in absent {
        note(&format!("NOT COMPARED WITH ALL RECORDINGS: {test} has only its sample, because there is no {set}"));
    }
    if present.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = present.iter().map(|(test, _)| *test).collect();
    let tests = native::ignored_tests(&names)?;
    step("recordings beside the repository", || process::run(tests))
}

fn wasm(browser: Browser) -> Outcome {
    let browser_test = |krate| {
        let mut wasm_pack = process::command("wasm-pack");
        wasm_pack.args(["test", "--headless", browser.option(), krate, "--locked"]);
        wasm_pack
    };
    step("the npm package in a browser", || process::run(browser_test("npm")))?;
    // The recordings again, and then byte for byte what the native build gives for them.
    let mut replay = native::command("replay")?;
    let native = process::output_of(replay.args(["--fingerprint", "tests/vectors"])).ok_or_else(|| {
        Failure::new(
            "the replay tool did not run. To see why: cargo run -p jobscope-tests --bin replay -- tests/vectors",
        )
    })?;
    let mut tests = browser_test("tests");
    // Seconds; the runner's own patience ends after twenty, the recordings of all releases take longer.
    tests.args(["--test", "wasm", "--test", "wasm_soak"]).env("WASM_BINDGEN_TEST_TIMEOUT", "600");
    tests.env("JOBSCOPE_NATIVE_FINGERPRINT", native);
    step("recordings and endurance in a browser", || process::run(tests))
}

/// Compiles what later parts need while the first ones run, which often use one core. The later parts then find the work done,
/// or report what is wrong.
fn compile_ahead(plan: &Plan) -> Option<JoinHandle<()>> {
    if plan.parts.first().is_none_or(|first| first.needs_packages()) {
        return None;
    }
    let npm = plan.parts.iter().any(|part| part.needs_packages()).then(|| npm::compile(page::Kind::Test));
    let page = plan.parts.contains(&Part::EndToEnd).then(|| page::compile(plan.page));
    Some(thread::spawn(move || {
        for build in [npm, page].into_iter().flatten() {
            process::output_of(&mut process::nice(&build));
        }
    }))
}

/// The installed package in Node.js, and what its types say.
fn node() -> Outcome {
    install_node_modules()?;
    let project = npm::fresh_project()?;
    let folder = workspace::root().join("tests/node");
    files::copy_folder(&folder, &project)?;
    let tests = files::list(&folder)?.into_iter().filter(|file| file.to_string_lossy().ends_with(".test.mjs"));
    let mut run = process::command("node");
    run.arg("--test").args(tests).current_dir(&project).env("JOBSCOPE_TESTS", workspace::root().join("tests"));
    step("run the package in Node.js", || process::run(run))?;
    let mut types = process::command("node");
    types.arg(node_module("typescript/bin/tsc")).args(["--project", "."]).current_dir(&project);
    step("check the package's types", || process::run(types))
}

/// Which pictures of the page are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pictures {
    /// Those of pages on which a test failed.
    OfFailures,
    /// All that the tests look at, too.
    All,
}

fn end_to_end(browser: Browser, kind: page::Kind, filter: &[&str], pictures: Pictures) -> Outcome {
    install_node_modules()?;
    let page = dist::build(kind)?;
    let project = npm::fresh_project()?;
    step("bundle a page with the npm package", || {
        let mut bundle = process::command("node");
        bundle.arg(node_module("vite/bin/vite.js")).args(["build", "--base", "./", "--outDir", "bundled"]);
        process::run(bundle.current_dir(&project))
    })?;
    let book = handbook()?;
    let mut tests = native::cargo("test")?;
    tests.args(["--test", native::END_TO_END, "--", "--test-threads"]).arg(workers().to_string()).args(filter);
    tests.env("JOBSCOPE_BROWSER", browser.name());
    tests.env("JOBSCOPE_PAGE", &page).env("JOBSCOPE_NPM_PROJECT", &project).env("JOBSCOPE_SCREENS", screens());
    tests.env("JOBSCOPE_HANDBOOK", &book);
    tests.env("JOBSCOPE_CLI", native::program("jobscope")?);
    if let Some(program) = kubectl::program()? {
        tests.arg("--include-ignored").env(kubectl::PROGRAM, program);
    }
    // What a test waited for says more than the frames it waited in, and stands near the end of the output.
    tests.env("RUST_BACKTRACE", "0");
    if pictures == Pictures::All {
        tests.env("JOBSCOPE_PICTURES", "all");
    }
    step("run the end-to-end tests", || process::run(tests))
}

/// How many end-to-end tests run at a time: more than there are cores, because a test often waits for its browser.
fn workers() -> usize {
    thread::available_parallelism().map_or(1, |cores| (cores.get() * 3).div_ceil(2))
}

/// The book of the examples, made with our preprocessor; its folder.
fn handbook() -> Outcome<PathBuf> {
    let folder = workspace::target().join("handbook");
    step("make the book of the examples", || {
        let preprocessor = native::program("mdbook-jobscope")?;
        let mut mdbook = process::command("mdbook");
        mdbook.args(["build", "examples/handbook", "--dest-dir"]).arg(&folder).envs(coverage::environment()?);
        process::run(mdbook.env("MDBOOK_PREPROCESSOR__JOBSCOPE__COMMAND", preprocessor))
    })?;
    Ok(folder)
}

/// Where the end-to-end tests leave their pictures.
fn screens() -> PathBuf {
    workspace::target().join("screens")
}

/// Installs the packages that `tests/package-lock.json` fixes, unless they are there already.
fn install_node_modules() -> Outcome {
    let folder = workspace::root().join("tests");
    if is_newer(&folder.join("node_modules/.package-lock.json"), &folder.join("package-lock.json")) {
        return Ok(());
    }
    let mut npm = process::command("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(folder);
    step("install the packages of tests/package-lock.json", || process::run(npm))
}

/// A program of such a package.
fn node_module(path: &str) -> PathBuf {
    workspace::root().join("tests/node_modules").join(path)
}

fn is_newer(made: &Path, source: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    matches!((time(made), time(source)), (Some(made), Some(source)) if made >= source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_names_mean_every_part() {
        assert_eq!(Part::parse(&[]).ok(), Some(Part::ALL.to_vec()));
    }

    #[test]
    fn parts_run_in_their_own_order() {
        assert_eq!(Part::parse(&["e2e", "native"]).ok(), Some(vec![Part::Native, Part::EndToEnd]));
        assert!(Part::parse(&["unit"]).is_err());
    }

    #[test]
    fn firefox_runs_what_runs_in_a_browser() {
        let plan = |parts: &[Part], browser| Some(Plan { parts: parts.to_vec(), browser, page: page::Kind::Test });
        let both = plan(&[Part::Wasm, Part::EndToEnd], Browser::Firefox);
        assert_eq!(Plan::parse(&["--firefox"]).ok(), both);
        assert_eq!(Plan::parse(&["e2e", "--firefox"]).ok(), plan(&[Part::EndToEnd], Browser::Firefox));
        assert_eq!(Plan::parse(&["e2e"]).ok(), plan(&[Part::EndToEnd], Browser::Chromium));
        assert!(Plan::parse(&["--firefox", "native"]).is_err());
    }

    #[test]
    fn the_published_page_is_opened_by_end_to_end_tests() {
        let plan = Plan { parts: vec![Part::EndToEnd], browser: Browser::Chromium, page: page::Kind::Published };
        assert_eq!(Plan::parse(&["--published"]).ok().as_ref(), Some(&plan));
        assert_eq!(Plan::parse(&["e2e", "--published"]).ok().as_ref(), Some(&plan));
        assert!(Plan::parse(&["native", "--published"]).is_err());
    }

    #[test]
    fn the_main_path_is_there() {
        for name in MAIN_PATH {
            let file = format!("tests/e2e/{}.rs", name.trim_end_matches(':'));
            assert!(workspace::root().join(&file).is_file(), "{file}");
        }
    }
}
