//! kubectl as a command line: a command in, what it prints and what it asks of the API server out.
//!
//! - `typed`: what was typed or pasted, in lines with their standard input; `complete`: how a line can continue
//! - `words`: a line in words and operators, as a shell makes them; `shell`: its commands; `utilities`, `grep`:
//!   those that are not kubectl
//! - `commands`: the commands by name; `global`: the command among words, and flags that all commands have; `flags`:
//!   flags and arguments of a command
//! - `kind`: kinds by their names; `object`: objects; `resource`: those that are named; `select`, `label_selector`,
//!   `selector_errors`: selectors of fields and labels
//! - `jsonpath`, `gotemplate`: what is taken out of objects; `sort`: their order; `form`: what `-o` says; `kyaml`;
//!   `go_json`: the order of fields; `table`: rows and columns
//! - `documents`: the objects in files; `others`: those that are no Jobs; `write`: what commands that write share;
//!   `written`: what they send; `subresource`; `local`: patches without the server
//! - `get` (with `component_status`), `events`, `describe`, `create`, `apply` (with `apply_prune`), `apply_on_server`
//!   (with `typed_patch`), `replace`, `last_applied`, `delete`, `diff`, `patch`, `scale`, `autoscale`, `set` (image),
//!   `set_env`, `set_resources`, `mark` (label, annotate), `wait`, `watch`, `rollout`, `top`, `logs`, `auth`, `run_pod` (run)
//! - `config`, `version`, `resources` (kinds and versions of the API), `explain` (with `explain_words`), `about` (help),
//!   `options`, `namespaces`, `nodes`, `quotas`; `elsewhere` and `refused` (commands that are not here)
//!
//! A command reads a server and changes a copy of it, so that it may make several requests one after the other. What it
//! wrote is in [`Ran`]; who runs it carries the same out where it counts.

mod about;
mod apply;
mod apply_on_server;
mod apply_prune;
mod auth;
mod autoscale;
mod commands;
mod complete;
mod component_status;
mod config;
mod create;
mod delete;
mod describe;
mod diff;
mod documents;
mod elsewhere;
mod events;
mod explain;
mod explain_words;
mod flags;
mod form;
mod get;
mod global;
mod go_json;
mod gotemplate;
mod grep;
mod jsonpath;
mod kind;
mod kyaml;
mod label_selector;
mod last_applied;
mod local;
mod logs;
mod mark;
mod namespaces;
mod nodes;
mod object;
mod options;
mod others;
mod patch;
mod quotas;
mod refused;
mod replace;
mod resource;
mod resources;
mod rollout;
mod run_pod;
mod scale;
mod select;
mod selector_errors;
mod set;
mod set_env;
mod set_resources;
mod shell;
mod sort;
mod subresource;
mod table;
#[cfg(test)]
mod tests;
mod top;
mod typed;
mod typed_patch;
mod utilities;
mod version;
mod wait;
mod watch;
mod words;
mod write;
mod written;

pub use complete::{Completions, complete};
pub(super) use kind::not_namespaced;
pub use replace::Recreation;
pub use shell::{Link, SimpleCommand, Stderr};
pub use typed::Typed;
pub use utilities::{Sleep, not_found};
pub use wait::Wait;
pub use watch::Watch;
pub use words::quoted;
pub use written::Write;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{CommandError, CommandOutput, Printer};
use crate::api::{Namespace, Release, Time};
use crate::apiserver::ApiServer;
use crate::budget::Budget;
use crate::client::StoredEvent;
use commands::{COMMANDS, Known, known};
use flags::Flags;
use global::Call;

/// By this name the session's manifest is a file for kubectl.
pub const MANIFEST_FILE: &str = "manifest.yaml";

/// Most bytes of a file, and of what a utility reads at once.
pub const MAX_FILE_BYTES: usize = 1024 * 1024;

/// Longest line that is read, in bytes.
pub const MAX_LINE_BYTES: usize = 8 * 1024;

/// Most bytes that the commands of a text print.
pub const MAX_PRINTED_BYTES: usize = 64 * 1024 * 1024;

/// What the templates and paths of a command may do: steps, the bytes of values, and bytes that are printed.
const MOST_WORK: usize = 50_000_000;

/// Most bytes of files that a command reads, a little more than there can be.
const MOST_READ: usize = 5 * 1024 * 1024;

/// Less than this passes while a command sleeps. Longer waits end when nothing more happens by itself.
pub(crate) const MOST_SLEPT_MS: i64 = 24 * 3_600_000;

/// Most objects that a command names.
const MOST_NAMED: usize = 500;

/// What kubectl runs against.
#[derive(Clone, Debug)]
pub struct Cluster<'a> {
    /// The API server.
    pub server: &'a ApiServer,
    /// The events that it has.
    pub events: Vec<StoredEvent>,
    /// The release.
    pub release: Release,
    /// The time.
    pub now: Time,
    /// When the clock started.
    pub start: Time,
    /// The namespace that is used where none is named.
    pub namespace: Namespace,
    /// The files that there are, by name.
    pub files: &'a BTreeMap<String, String>,
    /// What is on standard input.
    pub stdin: &'a str,
}

impl<'a> Cluster<'a> {
    /// The text of a file, or of standard input.
    fn read_file(&self, file: &str) -> Option<&'a str> {
        match file {
            "-" => Some(self.stdin),
            file => self.files.get(file.strip_prefix("./").unwrap_or(file)).map(String::as_str),
        }
    }
}

/// What became of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ran {
    /// What it printed, and its exit code.
    pub output: CommandOutput,
    /// What it wrote, in order.
    pub writes: Vec<Write>,
    /// What it waits for before it is through; the output is what it prints when that has come.
    pub wait: Option<Wait>,
    /// What it creates once what it waits for has come (`replace --force`).
    pub then: Option<Recreation>,
    /// What it prints later, for as long as it is let run (`get --watch`).
    pub watch: Option<Watch>,
    /// What its templates and objects came to, in steps and bytes.
    pub work: usize,
}

impl Ran {
    /// All that is printed, once what it waited for has come or the time was over.
    #[must_use]
    pub fn finished(self, end: &CommandOutput) -> CommandOutput {
        let mut output = self.output;
        output.stdout.push_str(&end.stdout);
        output.stderr.push_str(&end.stderr);
        output.code = output.code.max(end.code);
        output
    }
}

/// Runs a command of a line such as `kubectl get pods -o wide`; the word `kubectl` may be left out. What is no command or
/// cannot be understood is answered as kubectl answers it, and changes nothing. `grep` and the like run as well.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use jobscope_core::api::{Namespace, Release, Time};
/// use jobscope_core::apiserver::ApiServer;
/// use jobscope_core::kubectl::{Cluster, run};
///
/// let server = ApiServer::new(Release::V1_36.into());
/// let cluster = Cluster {
///     server: &server,
///     events: Vec::new(),
///     release: Release::V1_36,
///     now: Time::START,
///     start: Time::START,
///     namespace: Namespace::default(),
///     files: &BTreeMap::new(),
///     stdin: "",
/// };
/// let ran = run(&cluster, &["kubectl", "get", "job", "pi"].map(str::to_owned));
/// assert_eq!(ran.output.stderr, "Error from server (NotFound): jobs.batch \"pi\" not found\n");
/// assert_eq!(ran.output.code, 1);
/// ```
pub fn run(cluster: &Cluster<'_>, words: &[String]) -> Ran {
    let (read, passed_on);
    let (cluster, words) = match utilities::passed_on(words, cluster.stdin) {
        None => (cluster, words),
        Some(Ok(words)) => {
            (read, passed_on) = (Cluster { stdin: "", ..cluster.clone() }, words);
            (&read, passed_on.as_slice())
        }
        Some(Err(output)) => return Ran { output, ..Ran::default() },
    };
    if let Some(output) = utilities::run(cluster, words) {
        return Ran { work: cluster.stdin.len() + output.stdout.len(), output, ..Ran::default() };
    }
    let mut command = Command::new(cluster);
    let result = command.run(words);
    command.finish(result)
}

/// Ends a command: an error, or errors that are printed together.
type Outcome = Result<(), CommandError>;

/// A command while it runs.
struct Command<'c> {
    cluster: &'c Cluster<'c>,
    /// The server with what the command has written so far.
    server: ApiServer,
    /// The namespace that it works in.
    namespace: Namespace,
    /// Whether it looks in all namespaces (`--all-namespaces`).
    everywhere: bool,
    ran: Ran,
    /// Errors about single objects, after which the command continued.
    failures: Vec<CommandError>,
    /// Whether an error that several objects have in common is printed once.
    merges_failures: bool,
    /// Whether errors about objects in files are printed without `error: `.
    lists_failures: bool,
    /// Whether `-n` is given.
    names_namespace: bool,
    /// Whether it deletes what it names, without asking for it first.
    deletes: bool,
    /// Whether `---` separates YAML documents that are printed one by one.
    separates_documents: bool,
    /// Documents to print together at the end, if nothing fails.
    collected: Option<Vec<Value>>,
    /// The exit code after an error.
    failure_code: u8,
    /// Warnings of the server, each of which is printed once.
    warnings: BTreeSet<String>,
    /// Whether they are errors (`--warnings-as-errors`).
    warnings_are_errors: bool,
    /// What `--record` writes into an annotation of what is changed.
    change_cause: Option<String>,
    /// What its templates and paths may still do and print.
    work: Budget,
    /// What the objects may still be that it prints.
    documents: Budget,
    /// What it may still read of files.
    files: Budget,
    /// What it may still print.
    printed: Budget,
    /// Whether it would have printed more than that.
    is_cut_off: bool,
}

impl<'c> Command<'c> {
    fn new(cluster: &'c Cluster<'c>) -> Self {
        Self {
            cluster,
            server: cluster.server.clone(),
            namespace: cluster.namespace.clone(),
            everywhere: false,
            ran: Ran::default(),
            failures: Vec::new(),
            merges_failures: false,
            lists_failures: false,
            names_namespace: false,
            deletes: false,
            separates_documents: true,
            collected: None,
            failure_code: 1,
            warnings: BTreeSet::new(),
            warnings_are_errors: false,
            change_cause: None,
            work: Budget::new(MOST_WORK, "steps and bytes"),
            documents: Budget::new(MAX_PRINTED_BYTES, "bytes of objects"),
            files: Budget::new(MOST_READ, "bytes of files are read"),
            printed: Budget::new(MAX_PRINTED_BYTES, "bytes are printed"),
            is_cut_off: false,
        }
    }

    fn run(&mut self, words: &[String]) -> Outcome {
        let Call { name, flag_before, words: arguments } = Call::read(words);
        let Some(name) = name else {
            Flags::parse("", &[], &arguments)?;
            self.print(&about::overview());
            return Ok(());
        };
        if name == "help" {
            self.help(&arguments);
            return Ok(());
        }
        let Some(known) = Known::named(name) else {
            return Err(elsewhere::unknown_command(name, flag_before));
        };
        let (known, name, arguments) = known.part(&arguments);
        if let Some(error) = elsewhere::unknown_part(&name, known.parts_word(&arguments), &arguments) {
            return Err(error);
        }
        if name == "diff" {
            // 1 says that there are differences.
            self.failure_code = 2;
        }
        let mut flags = Flags::parse(&name, known.flags, &arguments)?;
        documents::expand_folders(&mut flags, self.cluster.files)?;
        if flags.is_set("help") {
            self.print(&about::help(&name, known));
            return Ok(());
        }
        global::check(self, &name, &flags)?;
        self.warnings_are_errors = flags.is_set("warnings-as-errors");
        if flags.value("record").is_some() {
            self.warn("Flag --record has been deprecated, --record will be removed in the future");
        }
        self.change_cause = flags.is_set("record").then(|| flags.change_cause(&name));
        if let Some(namespace) = flags.value("namespace").filter(|namespace| !namespace.is_empty()) {
            self.namespace = Namespace::from(namespace);
            self.names_namespace = true;
        }
        self.everywhere = flags.is_set("all-namespaces");
        (known.run)(self, &flags)
    }

    fn finish(mut self, result: Outcome) -> Ran {
        let mut failures = std::mem::take(&mut self.failures);
        failures.extend(result.err());
        if self.warnings_are_errors && failures.is_empty() && !self.warnings.is_empty() {
            let (count, s) = (self.warnings.len(), if self.warnings.len() == 1 { "" } else { "s" });
            failures.push(CommandError::Client(format!("{count} warning{s} received")));
        }
        if !failures.is_empty() {
            if self.merges_failures {
                let mut seen = BTreeSet::new();
                failures.retain(|failure| seen.insert(failure.to_string()));
            }
            self.ran.output.code = self.failure_code;
            for failure in &failures {
                if let CommandError::Template(printed, _) = failure {
                    self.ran.output.stdout.push_str(printed);
                }
            }
            self.ran.output.stderr.push_str(&super::output::errors(&failures));
            self.ran.wait = None;
            self.ran.then = None;
            self.ran.watch = None;
        }
        self.ran.work = [&self.work, &self.documents, &self.files, &self.printed].map(Budget::spent).into_iter().sum();
        self.ran
    }

    fn print(&mut self, text: &str) {
        match self.printed.spend(text.len()) {
            Ok(()) => self.ran.output.stdout.push_str(text),
            Err(error) if !self.is_cut_off => {
                self.is_cut_off = true;
                self.failures.push(CommandError::Client(error.to_string()));
            }
            Err(_) => {}
        }
    }

    fn print_line(&mut self, text: &str) {
        self.print(text);
        self.print("\n");
    }

    fn warn(&mut self, text: &str) {
        self.ran.output.stderr.push_str(text);
        self.ran.output.stderr.push('\n');
    }

    /// Prints a warning of the server, the first time.
    fn warn_of_server(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warn(&format!("Warning: {warning}"));
            self.warnings.insert(warning);
        }
    }

    /// A line of kubectl's own log (`klog`). The process has the number 1 here.
    fn log_line(&self, severity: char, place: &str, text: &str) -> String {
        let now = self.cluster.now.to_string();
        let part = |range| now.get(range).unwrap_or_default();
        let time = format!("{}{} {}.000000", part(5..7), part(8..10), part(11..19));
        format!("{severity}{time}       1 {place}] {text}")
    }

    /// Says that there is nothing where it looked.
    fn warn_of_nothing(&mut self) {
        self.warn(&if self.everywhere {
            "No resources found".to_owned()
        } else {
            format!("No resources found in {} namespace.", self.namespace)
        });
    }

    fn printer(&self) -> Printer {
        Printer { release: self.cluster.release, now: self.cluster.now, namespace: self.namespace.clone() }
    }

    fn release(&self) -> Release {
        self.cluster.release
    }

    /// The text of a file, or of standard input.
    fn read(&self, file: &str) -> Result<&'c str, CommandError> {
        if let Some(folder) = documents::kustomized(file) {
            return Err(self.listed(documents::no_kustomization(folder, self.cluster.files)));
        }
        let text = self.cluster.read_file(file).ok_or_else(|| {
            let is_url = file.starts_with("http://") || file.starts_with("https://");
            let why = if is_url { "is not fetched here; use -f -" } else { "does not exist" };
            CommandError::Client(format!("the path {file:?} {why}"))
        })?;
        // A file can be named again and again.
        let read = self.files.spend(text.len() + 1_000);
        read.map_err(|error| CommandError::Client(error.to_string()))?;
        Ok(text)
    }
}
