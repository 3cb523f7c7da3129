//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use jobscope_core::api::{Release, Time};

use crate::source;

/// A debugger for the Kubernetes Job controller: it explains what the controller does about a Job, decision by decision.
#[derive(Debug, Parser)]
#[command(
    max_term_width = 100,
    after_help = "jobscope reads the cluster through your own kubectl and never writes to it. Exit codes: 1 for a failure, 2 for a wrong command line."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Explain the next sync of a Job: what the controller finds, decides and does
    Explain(Explain),
    /// Record what happens to a Job, its pods and Events, until it ends or Ctrl+C
    Record(Record),
    /// Explain a recorded history: find the syncs behind each write of the Job controller
    Replay(Replay),
    /// Open the page in the browser, with a Job of the cluster or with files
    Open(Open),
    /// Execute a session file or a manifest, and print a transcript
    Run(Run),
    /// Run a kubectl command in the simulated cluster of a session file
    Kubectl(Kubectl),
    /// Search every order of events for one that violates an invariant, and print it as a session file
    Explore(Explore),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Which cluster.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Cluster {
    /// The namespace; the one of kubectl's context by default
    #[arg(short, long, value_name = "NAMESPACE")]
    pub(crate) namespace: Option<String>,
    /// The context of kubectl's configuration
    #[arg(long, value_name = "CONTEXT")]
    pub(crate) context: Option<String>,
}

/// How an explanation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Form {
    /// Text for a terminal
    #[default]
    Text,
    /// Markdown, for an issue or a chat
    Markdown,
    /// JSON that follows explain.schema.json
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// The Job; by default every Job of the namespace or file
    pub(crate) job: Option<String>,
    #[command(flatten)]
    pub(crate) cluster: Cluster,
    /// Read what `kubectl get job,pods -o yaml` printed, a manifest or a session file, instead of a cluster (`-` for
    /// standard input)
    #[arg(short, long, value_name = "FILE", conflicts_with = "context")]
    pub(crate) file: Option<PathBuf>,
    /// The Kubernetes release, such as v1.36; the one of the server or file by default
    #[arg(long, value_name = "RELEASE")]
    pub(crate) release: Option<String>,
    /// The time of the sync, such as 2026-01-05T12:00:00Z; the present by default, and with -f the latest time in the file
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) at: Option<Time>,
    /// The output format
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) output: Form,
    /// Show the questions whose answers change nothing, too
    #[arg(long)]
    pub(crate) all: bool,
}

/// Reads a time of the command line.
fn time(text: &str) -> Result<Time, String> {
    let instant = humantime::parse_rfc3339_weak(text).map_err(|_| "write it like 2026-01-05T12:00:00Z".to_owned())?;
    Ok(source::time_of(instant))
}

#[derive(Debug, Args)]
pub(crate) struct Record {
    /// The Job
    pub(crate) job: String,
    #[command(flatten)]
    pub(crate) cluster: Cluster,
    /// Write here instead of to standard output: lines of JSON, which `jobscope replay` explains
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// Watch streams, lists and audit logs, plain or packed with gzip; a folder is a history of its own
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The Job, such as team/report or report, if the files have several; the one with most versions by default
    #[arg(long, value_name = "JOB")]
    pub(crate) job: Option<String>,
    /// The Kubernetes release; the recorded one, or the one that explains most, by default
    #[arg(long, value_name = "RELEASE")]
    pub(crate) release: Option<String>,
    /// Exit with 1 if a write is not explained
    #[arg(long)]
    pub(crate) strict: bool,
    /// Show the syncs that wrote nothing, too
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Open {
    /// A Job of the cluster; or files: a session file, a manifest, what kubectl printed, or the files or the folder of a
    /// recorded history (`-` for standard input)
    #[arg(value_name = "JOB|FILE")]
    pub(crate) what: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) cluster: Cluster,
    /// The Kubernetes release, such as v1.36; the one of the server or file by default
    #[arg(long, value_name = "RELEASE")]
    pub(crate) release: Option<String>,
    /// Follow the Job until it ends or Ctrl+C: the page explains each change as it happens
    #[arg(long)]
    pub(crate) live: bool,
    /// Print the address of the page, and open no browser
    #[arg(long)]
    pub(crate) no_browser: bool,
}

/// How a session is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum SessionForm {
    /// A transcript
    #[default]
    Text,
    /// A transcript in Markdown
    Markdown,
    /// A session file
    Session,
    /// A link: what follows #s= in the address of the page
    Link,
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// A session file or a manifest (`-` for standard input)
    pub(crate) file: PathBuf,
    /// Let the cluster continue by itself until a condition of a Job (`Complete`), an event (`event=FailedCreate`), or until
    /// nothing more happens (`settled`); exit with 1 if that never happens
    #[arg(long, value_name = "WHAT")]
    pub(crate) until: Option<Until>,
    /// The Kubernetes release for a manifest
    #[arg(long, value_name = "RELEASE")]
    pub(crate) release: Option<String>,
    /// The output format
    #[arg(short, long, value_enum, default_value_t)]
    pub(crate) output: SessionForm,
}

/// How long a session runs by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// A condition of a Job becomes true.
    Condition(String),
    /// An event of that reason is recorded.
    Event(String),
    /// Nothing more happens.
    Settled,
}

impl std::str::FromStr for Until {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const CONDITIONS: [&str; 5] = ["Complete", "Failed", "Suspended", "FailureTarget", "SuccessCriteriaMet"];
        if text == "settled" {
            return Ok(Self::Settled);
        }
        if let Some(reason) = text.strip_prefix("event=").filter(|reason| !reason.is_empty()) {
            return Ok(Self::Event(reason.to_owned()));
        }
        let known = CONDITIONS.into_iter().find(|known| known.eq_ignore_ascii_case(text));
        known.map(|known| Self::Condition(known.to_owned())).ok_or_else(|| {
            format!("expected settled, event=REASON or a condition of a Job ({})", CONDITIONS.join(", "))
        })
    }
}

#[derive(Debug, Args)]
pub(crate) struct Kubectl {
    /// A session file or a manifest
    pub(crate) file: PathBuf,
    /// The Kubernetes release for a manifest
    #[arg(long, value_name = "RELEASE")]
    pub(crate) release: Option<String>,
    /// The command without `kubectl`, after `--`
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

/// What may go wrong in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mishap {
    /// The controller is restarted between two syncs
    Restart,
    /// The controller crashes in the middle of a sync
    Crash,
    /// A watch breaks, and a list follows
    WatchLost,
    /// A running pod fails
    PodFails,
    /// A pod is deleted
    PodDeleted,
}

/// Which orders a search tries first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum SearchOrder {
    /// The shortest ones
    #[default]
    Shortest,
    /// Those that depart least from the usual one: for Jobs with several pods
    Usual,
}

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Goal {
    /// A step violates an invariant of the release
    #[default]
    Broken,
    /// A Job gets more active pods than its parallelism
    OverParallelism,
    /// Two pods run for one completion index
    IndexTwice,
    /// Nothing more happens, and the Job has not ended
    Stuck,
    /// A Job completes
    Complete,
    /// A Job fails
    Failed,
}

#[derive(Debug, Args)]
pub(crate) struct Explore {
    /// A session file, a manifest, or what `kubectl get job,pods -o yaml` printed
    pub(crate) file: PathBuf,
    /// What to look for
    #[arg(long, value_enum, default_value_t)]
    pub(crate) goal: Goal,
    /// What else may go wrong
    #[arg(long, value_enum, value_delimiter = ',', value_name = "MISHAP")]
    pub(crate) mishaps: Vec<Mishap>,
    /// How often something may go wrong in one order
    #[arg(long, default_value_t = 1, value_name = "COUNT")]
    pub(crate) most: u8,
    /// Which orders come first
    #[arg(long, value_enum, default_value_t)]
    pub(crate) order: SearchOrder,
    /// The most steps in an order
    #[arg(long, default_value_t = jobscope_core::explore::Plan::DEFAULT_MAX_STEPS, value_name = "COUNT")]
    pub(crate) steps: u16,
    /// The most states to search
    #[arg(long, default_value_t = jobscope_core::explore::Plan::DEFAULT_MAX_WORLDS, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(jobscope_core::explore::Plan::MAX_WORLDS)))]
    pub(crate) states: u32,
    /// Threads that search; one for each core by default. The result does not depend on it
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// The Kubernetes release for a manifest
    #[arg(long, value_name = "RELEASE")]
    pub(crate) release: Option<String>,
    /// Write the session file here instead of to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

impl Arguments {
    /// The command line of the program called `name`.
    pub(crate) fn described(name: &'static str) -> clap::Command {
        let releases = Release::ALL.map(Release::name).join(", ");
        let version = format!("{}\nreleases: {releases} (default {})", env!("CARGO_PKG_VERSION"), Release::default());
        Self::command().name("jobscope").bin_name(name).version(version)
    }

    /// Reads it.
    pub(crate) fn read(name: &'static str, words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut described = Self::described(name);
        let matches = described.try_get_matches_from_mut(words)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut described))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Command, clap::Error> {
        let words = std::iter::once("jobscope").chain(words.iter().copied()).map(OsString::from);
        Arguments::read("jobscope", words).map(|arguments| arguments.command)
    }

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::described("jobscope").debug_assert();
    }

    #[test]
    fn what_follows_two_dashes_is_a_command_of_kubectl() {
        let Ok(Command::Kubectl(options)) = read(&["kubectl", "a.yaml", "--", "get", "pods", "-o", "wide"]) else {
            panic!("it is one");
        };
        assert_eq!(options.command, ["get", "pods", "-o", "wide"]);
        assert!(read(&["kubectl", "a.yaml"]).is_err());
    }

    #[test]
    fn a_run_ends_at_a_condition_an_event_or_at_rest() {
        let until = |text: &str| text.parse::<Until>();
        assert_eq!(until("complete"), Ok(Until::Condition("Complete".to_owned())));
        assert_eq!(until("event=FailedCreate"), Ok(Until::Event("FailedCreate".to_owned())));
        assert_eq!(until("settled"), Ok(Until::Settled));
        assert!(until("done").is_err() && until("event=").is_err());
    }

    /// The words behind the program's name in each command line of a text: in blocks of code, and in code within lines.
    fn commands(text: &str) -> Vec<Vec<&str>> {
        let mut is_block = false;
        let mut code = Vec::new();
        for line in text.lines() {
            if line.trim_start().starts_with("```") {
                is_block = !is_block;
            } else if is_block {
                code.push(line);
            } else {
                code.extend(line.split('`').skip(1).step_by(2));
            }
        }
        let is_command = |line: &&str| ["jobscope ", "$ ", "kubectl "].iter().any(|start| line.starts_with(start));
        let words = |line| {
            let mut words = str::split_whitespace(line).skip_while(|word| *word != "jobscope").skip(1).peekable();
            words.peek()?;
            Some(words.take_while(|word| !["|", ">", "#"].contains(word)).collect())
        };
        code.into_iter().filter(is_command).filter_map(words).collect()
    }

    #[test]
    fn the_commands_in_the_documentation_are_understood() {
        let documents = [
            include_str!("../../README.md"),
            include_str!("../../ARCHITECTURE.md"),
            include_str!("../../CONTRIBUTING.md"),
            include_str!("../../SECURITY.md"),
            include_str!("../../docs/embed.md"),
            include_str!("../../docs/history.md"),
            include_str!("../../docs/session-file.md"),
            include_str!("../../docs/terminal.md"),
        ];
        let documented: Vec<_> = documents.into_iter().flat_map(commands).collect();
        for words in &documented {
            // `jobscope COMMAND --help` stands for every command.
            let words: Vec<_> = words.iter().map(|word| if *word == "COMMAND" { "explain" } else { word }).collect();
            let is_help = |error: &clap::Error| error.kind() == clap::error::ErrorKind::DisplayHelp;
            let outcome = read(&words);
            assert!(outcome.as_ref().err().is_none_or(is_help), "jobscope {}: {outcome:?}", words.join(" "));
        }
        assert!(documented.len() > 15, "{documented:?}");
        assert_eq!(commands("Run `jobscope explian x | less`."), [["explian", "x"]]);
        assert!(read(&["explian", "x"]).is_err());
    }
}
