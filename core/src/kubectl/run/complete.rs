//! How a line can continue: commands, kinds, names of objects, flags and their values.

use std::collections::BTreeSet;

use super::explain;
use super::flags::{Flags, Spec, Takes};
use super::global::{COMMON, Call};
use super::kind::{Kind, OTHERS};
use super::object::Object;
use super::{COMMANDS, Cluster, Command, Known, shell, utilities};
use crate::api::Namespace;
use crate::small_collect::SmallCollect as _;

/// Most continuations that are offered.
const MOST: usize = 1_000;

/// Words that may stand at the end of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// Each of them takes the place of what the line has from this byte on.
    pub from: usize,
    /// The words, in the order in which they are offered.
    pub words: Vec<String>,
}

impl Completions {
    /// What all of them begin with; of a single one that is whole, with the blank behind it.
    pub fn common(&self) -> String {
        let Some((first, rest)) = self.words.split_first() else { return String::new() };
        if rest.is_empty() {
            let whole = !first.ends_with(['=', '/', '.']);
            return if whole { format!("{first} ") } else { first.clone() };
        }
        let mut common = first.as_str();
        for word in rest {
            let same = common.char_indices().zip(word.chars()).find(|((_, one), other)| one != other);
            let end = same.map_or(common.len().min(word.len()), |((at, _), _)| at);
            common = common.get(..end).unwrap_or_default();
        }
        common.to_owned()
    }
}

/// How a line can continue at its end. Nothing is offered within quotes.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use jobscope_core::api::Release;
/// use jobscope_core::kubectl::complete;
/// use jobscope_core::world::World;
///
/// let mut world = World::new(Release::V1_36);
/// world.kubectl("create job hello --image=busybox")?;
/// let files = BTreeMap::new();
/// let complete = |line| complete(&world.cluster(&files, ""), line).common();
/// assert_eq!(complete("kubectl desc"), "describe ");
/// assert_eq!(complete("kubectl describe job"), "jobs ");
/// assert_eq!(complete("kubectl describe jobs "), "hello ");
/// assert_eq!(complete("kubectl delete jobs hello --casc"), "--cascade=");
/// # Ok::<(), jobscope_core::world::ActionError>(())
/// ```
pub fn complete(cluster: &Cluster<'_>, line: &str) -> Completions {
    let from = line.char_indices().rev().find(|(_, c)| c.is_whitespace()).map_or(0, |(at, c)| at + c.len_utf8());
    let (before, word) = line.split_at_checked(from).unwrap_or((line, ""));
    let (true, Ok((before, is_piped))) =
        (line.len() <= super::MAX_LINE_BYTES && !word.contains(['\'', '"', '\\']), shell::last_words(before))
    else {
        return Completions::default();
    };
    let is_first = before.is_empty();
    let Call { name, words: before, .. } = Call::read(&before);
    let mut command = Command::new(cluster);
    let (skipped, mut words) = candidates(&mut command, name, &before, word, is_first);
    if is_first && is_piped {
        words.extend(utilities::names().map(str::to_owned));
    }
    let rest = word.get(skipped..).unwrap_or_default();
    words.retain(|candidate| candidate.starts_with(rest));
    words.truncate(MOST);
    Completions { from: from + skipped, words }
}

/// Completions of `word` after its first bytes, which stay.
fn candidates(
    command: &mut Command<'_>,
    name: Option<&str>,
    arguments: &[&str],
    word: &str,
    is_first: bool,
) -> (usize, Vec<String>) {
    let Some(name) = name else {
        let kubectl = (is_first && !word.is_empty()).then_some("kubectl");
        let names = COMMANDS.iter().map(|known| known.name).chain(["help"]).chain(kubectl);
        return (0, names.map(str::to_owned).collect());
    };
    if name == "help" {
        return (0, COMMANDS.iter().map(|known| known.name.to_owned()).collect());
    }
    let Some(known) = Known::named(name) else { return (0, Vec::new()) };
    let (known, name, arguments) = known.part(arguments);
    if arguments.contains(&"--") {
        return (0, Vec::new());
    }
    let specs = || known.flags.iter().chain(COMMON);
    if let Some(spec) = arguments.last().and_then(|last| awaiting(specs(), last)) {
        return values(command, known, spec, word, 0);
    }
    if let Some((long, value)) = word.strip_prefix("--").and_then(|long| long.split_once('=')) {
        let Some(spec) = specs().find(|spec| spec.long == long) else { return (0, Vec::new()) };
        return values(command, known, spec, value, word.len() - value.len());
    }
    if word.starts_with('-') {
        let long = |spec: &Spec| {
            let equals = if spec.takes == Takes::Switch { "" } else { "=" };
            format!("--{}{equals}", spec.long)
        };
        let all: BTreeSet<_> = specs().map(long).small_collect();
        return (0, all.into_iter().collect());
    }
    let Ok(given) = Flags::parse(&name, known.flags, &arguments) else { return (0, Vec::new()) };
    if let Some(namespace) = given.value("namespace") {
        command.namespace = Namespace::from(namespace);
    }
    let parts = known.parts.iter().map(|part| part.name.to_owned());
    if given.arguments.is_empty() && !known.parts.is_empty() && Command::files(&given).is_empty() {
        return (0, parts.collect());
    }
    positional(command, &name, &given.arguments, word)
}

/// The flag that the next word is the value of, if `last` is one.
fn awaiting<'s>(mut specs: impl Iterator<Item = &'s Spec>, last: &str) -> Option<&'s Spec> {
    let takes = |spec: &&Spec| spec.takes_next();
    if let Some(long) = last.strip_prefix("--") {
        return specs.find(|spec| spec.long == long).filter(takes);
    }
    let short = last.strip_prefix('-').filter(|shorts| !shorts.contains('='))?.chars().last()?;
    specs.find(|spec| spec.short == Some(short)).filter(takes)
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().copied().map(str::to_owned).collect()
}

/// Values of a flag instead of `value`, before which the word has `skipped` bytes.
fn values(command: &Command<'_>, known: &Known, spec: &Spec, value: &str, skipped: usize) -> (usize, Vec<String>) {
    let all = match spec.long {
        "output" if known.name == "get" => {
            owned(&["wide", "yaml", "kyaml", "json", "name", "jsonpath=", "custom-columns=", "go-template="])
        }
        "output" if known.name == "version" => owned(&["json", "yaml"]),
        "output" if known.name == "api-resources" => owned(&["wide", "name", "json", "yaml"]),
        "output" => owned(&["yaml", "json", "name"]),
        "filename" | "patch-file" => command.cluster.files.keys().cloned().chain(["-".to_owned()]).collect(),
        "for" if known.name == "events" => {
            let last = value.rsplit_once('/').map_or("job", |(kind, _)| kind);
            names_after_slash(command, last)
        }
        "for" => {
            owned(&["condition=complete", "condition=failed", "condition=suspended", "create", "delete", "jsonpath="])
        }
        "cascade" => owned(&["background", "foreground", "orphan"]),
        "dry-run" => owned(&["client", "server", "none"]),
        "validate" => owned(&["strict", "warn", "ignore"]),
        "type" => owned(&["strategic", "merge", "json"]),
        "types" => owned(&["Normal", "Warning"]),
        "api-group" => owned(&["apps", "batch"]),
        "sort-by" => owned(&[".metadata.creationTimestamp", ".metadata.name", ".lastTimestamp", ".status.startTime"]),
        "field-selector" => owned(&[
            "metadata.name=",
            "status.phase=Failed",
            "status.phase=Pending",
            "status.phase=Running",
            "status.phase=Succeeded",
        ]),
        "selector" => labels(command, |key, value| format!("{key}={value}")),
        "label-columns" => labels(command, |key, _| key.to_owned()),
        "namespace" => command.namespaces().into_iter().map(|namespace| namespace.name).collect(),
        _ => Vec::new(),
    };
    (skipped, all)
}

/// Labels of what there is.
fn labels(command: &Command<'_>, format: impl Fn(&str, &str) -> String) -> Vec<String> {
    let objects = command.of_kind(Kind::Job).into_iter().chain(command.of_kind(Kind::Pod));
    let mut all = BTreeSet::new();
    for object in objects {
        let labels = object.labels_text();
        let pairs = labels.split(',').filter_map(|label| label.split_once('='));
        all.extend(pairs.map(|(key, value)| format(key, value)));
        if all.len() >= MOST {
            break;
        }
    }
    all.into_iter().collect()
}

/// Arguments after `given`.
fn positional(command: &Command<'_>, name: &str, given: &[String], word: &str) -> (usize, Vec<String>) {
    let first = given.is_empty();
    let kinds: &[&str] = match name {
        "get" => &["all", "events", "jobs", "pods"],
        "delete" | "describe" | "label" | "annotate" | "patch" | "wait" => &["jobs", "pods"],
        "scale" | "autoscale" => &["jobs"],
        "explain" if first => return (0, explain::completions(word, command.release())),
        "logs" if first => return (0, names(command, Kind::Pod)),
        "set env" | "set image" | "set resources" => return (0, names_after_slash(command, "job")),
        name if name.starts_with("rollout ") => return (0, names_after_slash(command, "job")),
        _ => return (0, Vec::new()),
    };
    if let Some((kind, _)) = word.split_once('/') {
        return (0, names_after_slash(command, kind));
    }
    if let Some(kind) = given.first().filter(|kind| !kind.contains('/')) {
        // What has an equals sign says what to do, and not to what.
        if given.iter().any(|argument| argument.contains('=')) {
            return (0, Vec::new());
        }
        let found = Kind::named(kind).map(|kind| names(command, kind)).unwrap_or_default();
        return (0, found.into_iter().filter(|name| !given.contains(name)).collect());
    }
    if !first {
        return (
            0,
            given
                .last()
                .and_then(|last| last.split_once('/'))
                .map_or(Vec::new(), |(kind, _)| names_after_slash(command, kind)),
        );
    }
    // Kinds may be listed with commas.
    let skipped = word.rfind(',').map_or(0, |at| at + 1);
    let mut all = owned(kinds);
    if skipped < word.len() && name == "get" {
        // `po` is meant for pods.
        let others = OTHERS.iter().map(|other| other.plural).filter(|plural| !plural.starts_with("pod"));
        all.extend(others.map(str::to_owned));
    }
    (skipped, all)
}

fn names(command: &Command<'_>, kind: Kind) -> Vec<String> {
    command.of_kind(kind).iter().map(Object::name).collect()
}

/// `kind/name` of all of a kind.
fn names_after_slash(command: &Command<'_>, kind: &str) -> Vec<String> {
    let found = Kind::named(kind).map(|kind| names(command, kind)).unwrap_or_default();
    found.into_iter().map(|name| format!("{kind}/{name}")).collect()
}
