//! Starts other programs: from the repository's root, with our tools first on their `PATH` and without what `cargo run`
//! left in our own environment.

use std::borrow::BorrowMut;
use std::env;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::report::{Failure, Outcome};
use crate::{progress, tools, workspace};

/// What `cargo run` sets for this process and what would mislead a cargo below it.
const LEAKED: &[&str] = &["CARGO", "CARGO_BIN_NAME", "CARGO_CRATE_NAME", "CARGO_PRIMARY_PACKAGE", "OUT_DIR"];
const LEAKED_PREFIXES: &[&str] = &["CARGO_MANIFEST_", "CARGO_PKG_", "CARGO_BIN_EXE_"];

/// A command that starts in the repository's root. `program` is a name looked up on `PATH`, with
/// our tools first.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(find(program).unwrap_or_else(|| program.into()));
    command.current_dir(workspace::root());
    for (name, value) in env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if LEAKED.contains(&name.as_str()) || LEAKED_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
            command.env_remove(&name);
        }
        // Trunk takes the variable's value for a boolean; any other tool only asks if it is set.
        if name == "NO_COLOR" && !value.is_empty() {
            command.env("NO_COLOR", "true");
        }
    }
    if let Ok(path) = env::join_paths(search_path()) {
        command.env("PATH", path);
    }
    command
}

/// A cargo command.
pub(crate) fn cargo<const N: usize>(arguments: [&str; N]) -> Command {
    let mut cargo = command("cargo");
    cargo.args(arguments);
    cargo
}

/// Runs a command to its end; its output goes to the terminal. Anything but success is a failure.
pub(crate) fn run(mut command: impl BorrowMut<Command>) -> Outcome {
    let command = command.borrow_mut();
    let line = begin(command);
    let status = command.stdin(Stdio::null()).status().map_err(|error| not_started(&line, &error))?;
    succeeded(status, &line)
}

/// The same for a command that says too much: of what it writes to its standard error only the lines go to the terminal
/// for which `is_told` says so.
pub(crate) fn run_and_tell(command: &mut Command, mut is_told: impl FnMut(&str) -> bool) -> Outcome {
    let line = begin(command);
    let mut child =
        command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().map_err(|error| not_started(&line, &error))?;
    for said in child.stderr.take().into_iter().flat_map(|said| BufReader::new(said).split(b'\n')) {
        let Ok(said) = said else { break };
        let said = String::from_utf8_lossy(&said);
        if is_told(&said) {
            eprintln!("{said}");
        }
    }
    let status = child.wait().map_err(|error| not_waited(&line, &error))?;
    succeeded(status, &line)
}

/// [`run`] for a long build, with a line every ten seconds where no terminal shows cargo's progress.
pub(crate) fn run_long(command: &mut Command) -> Outcome {
    let line = begin(command);
    progress::ask(command);
    let mut child = command.stdin(Stdio::null()).spawn().map_err(|error| not_started(&line, &error))?;
    let output = progress::follow(&mut child);
    let status = child.wait().map_err(|error| not_waited(&line, &error))?;
    if let Some(output) = output {
        let _ = output.join();
    }
    succeeded(status, &line)
}

/// Says what is run.
fn begin(command: &Command) -> String {
    let line = describe(command);
    println!("    $ {line}");
    line
}

fn not_started(line: &str, error: &io::Error) -> Failure {
    Failure::new(format!("cannot start `{line}`: {error}. Is the program installed?"))
}

fn not_waited(line: &str, error: &io::Error) -> Failure {
    Failure::new(format!("cannot wait for `{line}`: {error}."))
}

fn succeeded(status: ExitStatus, line: &str) -> Outcome {
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(format!("`{line}` ended with {status}; see its output above.")))
    }
}

/// What a command prints, or nothing if it cannot be started or does not succeed.
pub(crate) fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The same command at the lowest priority, where that can be chosen: it takes the time that others leave.
pub(crate) fn nice(command: &Command) -> Command {
    let nice = find("nice");
    let mut nicer = Command::new(nice.as_deref().map_or(command.get_program(), Path::as_os_str));
    if nice.is_some() {
        nicer.args(["-n", "19"]).arg(command.get_program());
    }
    nicer.args(command.get_args()).current_dir(workspace::root());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => nicer.env(name, value),
            None => nicer.env_remove(name),
        };
    }
    nicer
}

/// The program's file, if it is on the search path.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let given = Path::new(program);
    if given.is_absolute() {
        return given.is_file().then(|| given.to_path_buf());
    }
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat"] } else { &[""] };
    search_path()
        .iter()
        .flat_map(|folder| endings.iter().map(move |ending| folder.join(format!("{program}{ending}"))))
        .find(|file| file.is_file())
}

fn search_path() -> Vec<PathBuf> {
    let mut folders = vec![tools::folder().join("bin")];
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    folders
}

fn describe(command: &Command) -> String {
    let program =
        Path::new(command.get_program()).file_stem().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(program).chain(arguments).collect::<Vec<_>>().join(" ")
}
