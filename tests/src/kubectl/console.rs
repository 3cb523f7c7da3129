//! Transcripts: what was typed, and what real kubectl answered, command by command, on a cluster that goes along.
//!
//! Names of pods, UIDs, versions and times are the recording's; what is equal beyond them has to be equal. Between two
//! commands a moment passes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use flate2::bufread::MultiGzDecoder;
use jobscope_core::api::{Name, Namespace, Pod, PodPhase, Release};
use jobscope_core::kubectl::{Cluster, CommandError, CommandOutput, Ran, SimpleCommand, Typed, Wait, run};
use jobscope_core::world::{Action, Naming, World};
use serde::Deserialize;

use super::Difference;
use super::compare::{same_words, shown, words};

/// Commands that are not compared, by how they begin, with the reason.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("kubectl gett", "it was recorded with a flag before the command, which plugins dislike"),
    ("kubectl help", "it was recorded with a flag before the command, which plugins dislike"),
    ("kubectl --help", "the overview is a text of our own"),
    ("kubectl get ns", "the real cluster had namespaces of other recordings"),
];

/// Milliseconds between two commands.
const BETWEEN_MS: i64 = 400;
/// Milliseconds in which the controllers come to rest after something happened to pods.
const SETTLE_MS: i64 = 15_000;
/// Ages may differ by this number of seconds.
const AGES: i64 = 30;

/// An entry of a transcript.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    /// A file is put into the folder.
    File {
        /// Its name.
        file: String,
        /// What is in it.
        text: String,
    },
    /// Something happened outside of the transcript.
    World {
        /// What, in words.
        world: String,
    },
    /// A command was typed.
    Command {
        /// The line.
        command: String,
        /// What was on standard input.
        #[serde(default)]
        stdin: String,
        /// What came on standard output.
        stdout: String,
        /// What came on standard error.
        stderr: String,
        /// The exit code.
        exit: u8,
    },
}

/// The transcript in a file.
///
/// # Errors
///
/// The file cannot be read, or is no transcript.
pub fn read(path: &Path) -> io::Result<Vec<Entry>> {
    let file = BufReader::new(File::open(path)?);
    let packed = path.extension().is_some_and(|extension| extension == "gz");
    let mut text = String::new();
    if packed { MultiGzDecoder::new(file).read_to_string(&mut text) } else { { file }.read_to_string(&mut text) }?;
    serde_json::from_str(&text).map_err(io::Error::from)
}

/// How many commands answered as recorded, and the others.
pub fn check(entries: &[Entry], namespace: &str, release: Release) -> (usize, Vec<Difference>) {
    let mut console = Console {
        world: World::new(release).with_naming(Naming::Counted),
        files: BTreeMap::new(),
        namespace: Namespace::from(namespace),
        names: BTreeMap::new(),
        seen: Vec::new(),
        taken: 0,
    };
    let (mut passed, mut differences) = (0, Vec::new());
    for (place, entry) in entries.iter().enumerate() {
        match entry {
            Entry::File { file, text } => drop(console.files.insert(file.clone(), text.clone())),
            Entry::World { world } => console.happen(world),
            Entry::Command { command, stdin, stdout, stderr, exit } => {
                console.learn(stdout);
                let output = console.run(command, stdin);
                // The overview is a text of our own.
                if command == "kubectl" || LEFT_OUT.iter().any(|(begins, _)| command.starts_with(begins)) {
                    continue;
                }
                let real = console.real(stdout, stderr, *exit);
                let ours = console.ours(&output);
                if same(command, &real, &ours) {
                    passed += 1;
                } else {
                    differences.push(Difference {
                        id: format!("{place}"),
                        dump: "console".to_owned(),
                        command: command.clone(),
                        real,
                        ours,
                    });
                }
            }
        }
    }
    (passed, differences)
}

struct Console {
    world: World,
    files: BTreeMap<String, String>,
    namespace: Namespace,
    /// The recording's names of pods, and ours.
    names: BTreeMap<String, String>,
    /// Our pods by creation.
    seen: Vec<String>,
    /// How many of them have a name in the recording.
    taken: usize,
}

impl Console {
    fn cluster<'a>(&'a self, stdin: &'a str) -> Cluster<'a> {
        Cluster { namespace: self.namespace.clone(), ..self.world.cluster(&self.files, stdin) }
    }

    fn run(&mut self, line: &str, stdin: &str) -> CommandOutput {
        self.pass(BETWEEN_MS);
        let line = self.names.iter().fold(line.to_owned(), |line, (real, ours)| line.replace(real, ours));
        let commands = match (Typed { line, ..Typed::default() }).commands() {
            Ok(commands) => commands,
            Err(error) => return CommandOutput::failure(&error),
        };
        let [SimpleCommand { words, .. }] = commands.as_slice() else {
            let message = format!("{} commands instead of one", commands.len());
            return CommandOutput::failure(&CommandError::Client(message));
        };
        let ran = run(&self.cluster(stdin), words);
        if let Err(refused) = self.write(&ran) {
            return refused;
        }
        let Some(wait) = &ran.wait else { return ran.output };
        let end = self.waited(wait, stdin);
        let then = ran.then.clone().filter(|_| end.code == 0);
        let output = ran.finished(&end);
        let Some(then) = then else { return output };
        let again = then.run(&self.cluster(stdin));
        if let Err(refused) = self.write(&again) {
            return refused;
        }
        Ran { output, ..Ran::default() }.finished(&again.output)
    }

    /// Carries out what a command writes.
    fn write(&mut self, ran: &Ran) -> Result<(), CommandOutput> {
        for write in &ran.writes {
            let action = self.world.action_of_write(write);
            self.world.apply(&action).map_err(|error| CommandOutput {
                stderr: format!("{error}\n"),
                code: 1,
                ..CommandOutput::default()
            })?;
        }
        Ok(())
    }

    /// What is printed after the wait. What a deletion waits for comes by itself; a time that is over was short.
    fn waited(&mut self, wait: &Wait, stdin: &str) -> CommandOutput {
        let mut left = wait.timeout_ms.min(SETTLE_MS);
        loop {
            if let Some(end) = wait.come(&self.cluster(stdin)) {
                return end;
            }
            if left <= 0 {
                return wait.timed_out(&self.cluster(stdin));
            }
            self.pass(100);
            left -= 100;
        }
    }

    /// Time passes, and the controllers work.
    fn pass(&mut self, ms: i64) {
        let until = self.world.now().plus(ms);
        loop {
            let left = until.since(self.world.now());
            let action = match self.world.next_controller_action() {
                Some(Action::Advance { ms }) if ms <= left => Action::Advance { ms },
                Some(Action::Advance { .. }) | None if left > 0 => Action::Advance { ms: left },
                Some(Action::Advance { .. }) | None => break,
                Some(action) => action,
            };
            if self.world.apply(&action).is_err() {
                break;
            }
        }
        for pod in self.world.stored_pods() {
            if !self.seen.iter().any(|known| known == pod.metadata.name()) {
                self.seen.push(pod.metadata.name().to_owned());
            }
        }
    }

    /// What happened outside: words about the pods that there are.
    fn happen(&mut self, what: &str) {
        self.pass(BETWEEN_MS);
        let named = |fits: fn(&Pod) -> bool, world: &World| -> Vec<Name> {
            world.stored_pods().filter(|pod| fits(pod)).map(|pod| Name::from(pod.metadata.name())).collect()
        };
        let pending = named(|pod| pod.status.phase == PodPhase::Pending && !pod.metadata.is_deleting(), &self.world);
        if what.contains("unning") || what.contains("ran") {
            let _ = self.world.apply(&Action::PodRun { pods: pending, ready: true });
            self.pass(2_500);
        }
        let running = named(|pod| pod.status.phase == PodPhase::Running && !pod.metadata.is_deleting(), &self.world);
        if what.contains("succeeded") {
            let _ = self.world.apply(&Action::PodSucceed { pods: running, main_ago_ms: 0 });
            self.pass(2_500);
        } else if what.contains("failed") {
            let fails = |pod: &&Arc<Pod>| running.iter().any(|name| name.as_str() == pod.metadata.name());
            let containers = self.world.stored_pods().filter(fails).flat_map(|pod| pod.spec.containers.iter());
            let exit = containers.map(|container| (container.name.clone(), 1)).collect();
            let (reason, conds) = (String::new(), Vec::new());
            let (no_status, no_finished_at, main_ago_ms) = (false, false, 0);
            let action = Action::PodFail { pods: running, exit, reason, conds, no_status, no_finished_at, main_ago_ms };
            let _ = self.world.apply(&action);
            self.pass(2_500);
        }
        if what.contains("removed") {
            let deleted = named(|pod| pod.metadata.is_deleting(), &self.world);
            let _ = self.world.apply(&Action::PodRemove { pods: deleted });
            self.pass(SETTLE_MS);
        }
    }

    /// Learns which pods the recording speaks of, by the order in which they come up.
    fn learn(&mut self, text: &str) {
        self.pass(0);
        let in_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        for word in text.split(|c| !in_name(c)) {
            let Some((_, suffix)) = word.rsplit_once('-') else { continue };
            // The letters that names are made of: no vowels, and no digits that look like letters.
            let generated = suffix.len() == 5 && suffix.chars().all(|c| "bcdfghjklmnpqrstvwxz2456789".contains(c));
            if generated && !self.names.contains_key(word) {
                let pods: Vec<_> = self.seen.clone();
                let prefix = word.strip_suffix(suffix).unwrap_or_default();
                let free = |pod: &&String| {
                    pod.strip_prefix(prefix).is_some_and(|rest| rest.len() == 5)
                        && !self.names.values().any(|known| known == *pod)
                };
                if let Some(pod) = pods.iter().find(free) {
                    self.names.insert(word.to_owned(), pod.clone());
                    self.taken += 1;
                }
            }
        }
    }

    fn ours(&self, output: &CommandOutput) -> String {
        let CommandOutput { stdout, stderr, code } = output;
        let text = format!("{stdout}--- stderr\n{stderr}--- exit {code}\n");
        without_uids(&self.seen.iter().fold(text, |text, pod| text.replace(&format!("uid-{pod}"), "UID")))
    }

    fn real(&self, stdout: &str, stderr: &str, exit: u8) -> String {
        let text = format!("{stdout}--- stderr\n{stderr}--- exit {exit}\n");
        without_uids(&self.names.iter().fold(text, |text, (real, ours)| text.replace(real, ours)))
    }
}

/// Whether both are the same but for times and versions.
fn same(command: &str, real: &str, ours: &str) -> bool {
    let form = if command.contains("-o yaml") { "-o yaml" } else { "" };
    let lines = |text: &str| {
        let text = shown(form, text);
        // The descriptions of fields are texts of our own.
        let is_compared = |line: &&str| !(command.starts_with("kubectl explain") && line.starts_with("    "));
        text.lines().filter(is_compared).map(without_version).map(|line| words(&line)).collect::<Vec<_>>()
    };
    let (real, ours) = (lines(real), lines(ours));
    real.len() == ours.len() && real.iter().zip(&ours).all(|(real, ours)| same_words(real, ours, AGES))
}

/// JSON and YAML name the version that an object has.
fn without_version(line: &str) -> String {
    match line.trim_start() {
        // The folders of `kubectl diff` have random numbers in their names, and its headings have times.
        rest if ["/tmp/LIVE-", "/tmp/MERGED-"].iter().any(|folder| rest.contains(folder)) => without_numbers(line),
        rest if rest.starts_with("\"resourceVersion\"") || rest.starts_with("resourceVersion") => {
            "resourceVersion".to_owned()
        }
        rest if ["Start Time:", "Completed At:", "Started:", "Finished:"]
            .iter()
            .any(|title| rest.starts_with(title)) =>
        {
            line.split_once(':').map_or(String::new(), |(title, _)| title.to_owned())
        }
        _ => masked_dates(line),
    }
}

/// A zero in place of each number.
fn without_numbers(line: &str) -> String {
    let mut shown = String::new();
    for c in line.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }) {
        if c != '0' || !shown.ends_with('0') {
            shown.push(c);
        }
    }
    shown
}

/// Without times, which are another day's, and addresses, which pods have not got here.
fn masked_dates(line: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || ['-', ':', '.'].contains(&c);
    let mut masked = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        masked.push_str(before);
        masked.push_str(match word {
            _ if is_time(word) => "TIME",
            _ if is_address(word) => "<none>",
            _ => word,
        });
        rest = after;
    }
    masked + rest
}

/// Whether that is a time such as `2026-11-26T12:09:08Z`.
fn is_time(word: &str) -> bool {
    let shape: String = word.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    shape == "0000-00-00T00:00:00Z"
}

fn is_address(word: &str) -> bool {
    word.parse::<std::net::Ipv4Addr>().is_ok()
}

/// UIDs of both kinds as one word.
fn without_uids(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_hexdigit() || c == '-';
    let mut shown = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        shown.push_str(before);
        let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        let is_uid = word.len() == 36 && word.matches('-').count() == 4;
        // Names of events end with the time of the first in nanoseconds.
        let is_event = word.len() == 16 && before.ends_with('.') && !word.contains('-');
        shown.push_str(if is_uid || is_event { "UID" } else { word });
        rest = after;
    }
    super::names::without_uids(&(shown + rest))
}
