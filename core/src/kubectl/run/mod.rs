//! kubectl as a command line: a line in, what it prints and what it asks of the API server out.
//!
//! - `typed`: what was typed or pasted, in commands with their standard input; `complete`: how a line can continue
//! - `words`: a line in words, as a shell makes them; `flags`: flags and arguments of a command
//! - `kind`: kinds by their names; `resource`: objects by theirs; `select`: selectors of labels and fields
//! - `jsonpath`: what is taken out of objects; `sort`: their order; `form`: what `-o` says;
//!   `table`: rows and columns
//! - `get`, `events`, `describe`, `create`, `write` (apply, replace), `delete`, `diff`, `change` (patch, scale, set), `mark` (label,
//!   annotate), `wait`, `watch`, `about` (version, resources, help)
//!
//! A command reads a server and changes a copy of it, so that it may make several requests one after the other. What it
//! wrote is in [`Ran`]; who runs it carries the same out where it counts.

mod about;
mod change;
mod complete;
mod create;
mod delete;
mod describe;
mod diff;
mod events;
mod flags;
mod form;
mod get;
mod jsonpath;
mod kind;
mod mark;
mod resource;
mod select;
mod sort;
mod table;
#[cfg(test)]
mod tests;
mod typed;
mod wait;
mod watch;
mod words;
mod write;

pub use complete::{Completions, complete};
pub use typed::Typed;
pub use wait::Wait;
pub use watch::Watch;
pub use words::quoted;

use std::collections::{BTreeMap, BTreeSet};

use super::{CommandError, CommandOutput, Printer};
use crate::api::{DeletionPropagation, Namespace, ObjectKey, Release, Time};
use crate::apiserver::ApiServer;
use crate::client::StoredEvent;
use crate::trace::Request;
use flags::{Flags, Spec};

/// Longest line that is read, in bytes.
pub const MAX_LINE_BYTES: usize = 8 * 1024;

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
    /// The namespace that is used where none is named.
    pub namespace: Namespace,
    /// The files that there are, by name.
    pub files: &'a BTreeMap<String, String>,
    /// What is on standard input.
    pub stdin: &'a str,
}

/// A write that a command made.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// A request about a Job.
    Job(Request),
    /// A Job is deleted.
    DeleteJob {
        /// The Job.
        key: ObjectKey,
        /// What becomes of its pods.
        policy: DeletionPropagation,
    },
    /// A pod is deleted.
    DeletePod {
        /// The pod.
        key: ObjectKey,
        /// Its grace period in seconds; absent means its own.
        grace: Option<i64>,
    },
    /// Labels of a pod change.
    LabelPod {
        /// The pod.
        key: ObjectKey,
        /// Values by key; none removes.
        set: BTreeMap<String, Option<String>>,
    },
    /// Annotations of a pod change.
    AnnotatePod {
        /// The pod.
        key: ObjectKey,
        /// Values by key; none removes.
        set: BTreeMap<String, Option<String>>,
    },
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
    /// What it prints later, for as long as it is let run (`get --watch`).
    pub watch: Option<Watch>,
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

/// Runs a line such as `kubectl get pods -o wide`; the word `kubectl` may be left out. What would not fit on a command
/// line, is no command or cannot be understood is answered as kubectl answers it, and changes nothing.
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
///     namespace: Namespace::default(),
///     files: &BTreeMap::new(),
///     stdin: "",
/// };
/// let ran = run(&cluster, "kubectl get job pi");
/// assert_eq!(ran.output.stderr, "Error from server (NotFound): jobs.batch \"pi\" not found\n");
/// assert_eq!(ran.output.code, 1);
/// ```
pub fn run(cluster: &Cluster<'_>, line: &str) -> Ran {
    let mut command = Command::new(cluster);
    let result = command.run(line);
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
}

/// A command by its name.
struct Known {
    name: &'static str,
    flags: &'static [Spec],
    run: fn(&mut Command<'_>, &Flags) -> Outcome,
}

/// The commands that are simulated.
const COMMANDS: &[Known] = &[
    Known { name: "annotate", flags: mark::FLAGS, run: mark::annotate },
    Known { name: "api-resources", flags: about::RESOURCES_FLAGS, run: about::api_resources },
    Known { name: "apply", flags: write::APPLY_FLAGS, run: write::apply },
    Known { name: "auth", flags: &[], run: about::auth },
    Known { name: "autoscale", flags: about::SCALE_FLAGS, run: about::autoscale },
    Known { name: "create", flags: create::FLAGS, run: create::create },
    Known { name: "delete", flags: delete::FLAGS, run: delete::delete },
    Known { name: "describe", flags: describe::FLAGS, run: describe::describe },
    Known { name: "diff", flags: diff::FLAGS, run: diff::diff },
    Known { name: "events", flags: events::FLAGS, run: events::events },
    Known { name: "explain", flags: about::EXPLAIN_FLAGS, run: about::explain },
    Known { name: "get", flags: get::FLAGS, run: get::get },
    Known { name: "label", flags: mark::FLAGS, run: mark::label },
    Known { name: "logs", flags: about::LOGS_FLAGS, run: about::logs },
    Known { name: "patch", flags: change::PATCH_FLAGS, run: change::patch },
    Known { name: "replace", flags: write::REPLACE_FLAGS, run: write::replace },
    Known { name: "rollout", flags: &[], run: about::rollout },
    Known { name: "scale", flags: change::SCALE_FLAGS, run: change::scale },
    Known { name: "set", flags: change::SET_FLAGS, run: change::set },
    Known { name: "top", flags: &[], run: about::top },
    Known { name: "version", flags: about::VERSION_FLAGS, run: about::version },
    Known { name: "wait", flags: wait::FLAGS, run: wait::wait },
];

/// The words from the name of the command on, and the namespace that stands before it.
fn from_command(words: &[String]) -> (Option<&str>, Vec<&str>) {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    if words.first() == Some(&"kubectl") {
        words.remove(0);
    }
    let mut named = None;
    while let Some((count, namespace)) = flags::leading_namespace(&words) {
        named = Some(namespace);
        words.drain(..count);
    }
    (named, words)
}

impl Known {
    fn named(name: &str) -> Option<&'static Self> {
        COMMANDS.iter().find(|known| known.name == name)
    }
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
        }
    }

    fn run(&mut self, line: &str) -> Outcome {
        if line.len() > MAX_LINE_BYTES {
            return Err(CommandError::Client(format!("a line may have {MAX_LINE_BYTES} bytes")));
        }
        let words = words::split(line).map_err(CommandError::Client)?;
        let (namespace, words) = from_command(&words);
        if let Some(namespace) = namespace {
            self.namespace = Namespace::from(namespace);
        }
        let Some((&name, arguments)) = words.split_first() else {
            self.print(&about::overview());
            return Ok(());
        };
        if ["help", "--help", "-h"].contains(&name) {
            self.print(&about::help(arguments.first().copied()));
            return Ok(());
        }
        let Some(known) = Known::named(name) else {
            return Err(about::unknown_command(name));
        };
        let flags = Flags::parse(name, known.flags, arguments)?;
        if flags.is_set("help") {
            self.print(&about::help(Some(name)));
            return Ok(());
        }
        if let Some(namespace) = flags.value("namespace") {
            self.namespace = Namespace::from(namespace);
        }
        self.everywhere = flags.is_set("all-namespaces");
        (known.run)(self, &flags)
    }

    fn finish(mut self, result: Outcome) -> Ran {
        let mut failures = std::mem::take(&mut self.failures);
        failures.extend(result.err());
        if !failures.is_empty() {
            // kubectl prints an error that several objects have in common once.
            let mut seen = BTreeSet::new();
            failures.retain(|failure| seen.insert(failure.to_string()));
            self.ran.output.code = 1;
            self.ran.output.stderr.push_str(&super::output::errors(&failures));
            self.ran.wait = None;
            self.ran.watch = None;
        }
        self.ran
    }

    fn print(&mut self, text: &str) {
        self.ran.output.stdout.push_str(text);
    }

    fn print_line(&mut self, text: &str) {
        self.print(text);
        self.print("\n");
    }

    fn warn(&mut self, text: &str) {
        self.ran.output.stderr.push_str(text);
        self.ran.output.stderr.push('\n');
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
        if file == "-" {
            return Ok(self.cluster.stdin);
        }
        let text = self.cluster.files.get(file).map(String::as_str);
        text.ok_or_else(|| CommandError::Client(format!("the path {file:?} does not exist")))
    }
}
