//! What a file, standard input or the cluster has, as a session.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::time::SystemTime;

use flate2::read::MultiGzDecoder;
use jobscope_core::api::{FeatureGates, Manifests, Release, Time};
use jobscope_core::history::explained;
use jobscope_core::timeline::{
    ClusterProblem, ClusterState, EarlierRelease, OpenedText, SavedSession, Timeline, text_of_bytes,
};
use jobscope_core::world::{Action, World};

use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::{Failure, Outcome};
use crate::kubectl::{Kubectl, Query};
use crate::releases::{self, Version};

/// Most Events of a cluster that are read: the text with all objects may not become too long.
const MOST_EVENTS: usize = 200;

/// Where the release of a session comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) enum ReleaseFrom {
    /// The command line.
    Option,
    /// The server.
    Server,
    /// The session file.
    Session,
    /// Nothing names it: the newest release that can have stored the objects.
    Objects,
}

/// A session to explain or to continue.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) timeline: Timeline,
    /// The text for the editor.
    pub(crate) manifest: String,
    pub(crate) release_from: ReleaseFrom,
    /// Whether it begins with what a cluster has, so that the controller's memory is not known.
    pub(crate) is_of_cluster: bool,
    /// What says that the objects come from an earlier release, if nothing but the command line names one.
    pub(crate) earlier: Option<EarlierRelease>,
    /// The version that was named, or that the server has.
    pub(crate) version: Option<Version>,
    /// The session that begins at the latest time in the objects, if this one begins later.
    pub(crate) unmoved: Option<Timeline>,
    /// What of the objects is not simulated.
    pub(crate) left_out: Option<String>,
}

/// What a file is called in messages.
pub(crate) fn named(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

/// Reads a file, or standard input for `-`. Files packed with gzip are unpacked.
pub(crate) fn read_text(path: &Path) -> Outcome<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::new(format!("cannot read standard input: {error}")))?;
    } else {
        bytes = fs::read(path).map_err(|error| Failure::of_file("read", path, &error))?;
    }
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(bytes.as_slice())
            .read_to_end(&mut unpacked)
            .map_err(|error| Failure::of_file("unpack", path, &error))?;
        bytes = unpacked;
    }
    text_of_bytes(bytes).ok_or_else(|| Failure::new(format!("cannot read {}: it is not text", named(path))))
}

/// Opens a text: a session file, a link, manifests, or what a cluster has, at `now` if that is later than what the text says.
pub(crate) fn open(text: &str, named: &str, release: Option<&str>, now: Option<Time>) -> Outcome<Opened> {
    let version = release.map(releases::named).transpose()?;
    let wrong = |error: &dyn std::fmt::Display| Failure::new(format!("{named}: {error}"));
    match OpenedText::read(text) {
        Ok(OpenedText::Session(saved) | OpenedText::Link(saved)) => {
            if version.is_some_and(|version| !version.simulates(saved.gates())) {
                let own = saved.gates().release();
                return Err(Failure::new(format!(
                    "{named} is a session of {own} with its own fixes: leave out --release"
                )));
            }
            let saved = explained(with_files(*saved, named)?).map_err(|error| wrong(&error))?;
            let timeline = saved.replay().map_err(|error| wrong(&error))?;
            let manifest = saved.manifest().to_owned();
            Ok(Opened::of_own(timeline, manifest, ReleaseFrom::Session))
        }
        Ok(OpenedText::Manifests(text)) => of_manifests(&text, named, version),
        Ok(OpenedText::Cluster(state)) => {
            let from = if version.is_some() { ReleaseFrom::Option } else { ReleaseFrom::Objects };
            let Some(gates) = version.map(Version::gates).or_else(|| state.releases().next().map(Into::into)) else {
                return Err(Failure::new(format!("{named}: no release can have stored these objects")));
            };
            let opened = of_cluster(*state, gates, from, now).map_err(|failure| wrong(&failure))?;
            Ok(Opened { version, ..opened })
        }
        Ok(OpenedText::History) => {
            Err(Failure::new(format!("{named} is a recorded history: explain it with `jobscope replay {named}`")))
        }
        Err(error) => Err(wrong(&error)),
    }
}

/// The saved session with the texts of the files that it names, which lie below the folder of `named`.
pub(crate) fn with_files(saved: SavedSession, named: &str) -> Outcome<SavedSession> {
    let Some(history) = saved.history() else { return Ok(saved) };
    let folder = Path::new(named).parent().unwrap_or(Path::new(""));
    let mut texts = BTreeMap::new();
    for file in history.files() {
        texts.insert(file.to_owned(), read_text(&folder.join(file))?);
    }
    let history = history.with_files(|file| texts.get(file).cloned());
    Ok(saved.with_history(history))
}

/// Begins a session with what a cluster has, at `now` if that is later than all times in it.
fn of_cluster(
    state: ClusterState,
    gates: FeatureGates,
    release_from: ReleaseFrom,
    now: Option<Time>,
) -> Outcome<Opened> {
    // Objects on a server may be older than the server.
    let is_known = release_from == ReleaseFrom::Server;
    let earlier = state.release_range().earlier_than(gates.release()).filter(|_| !is_known);
    let begin = |state: &ClusterState| {
        let saved = state.session(gates).map_err(|unfit| Failure::new(unfit.to_string()))?;
        let timeline = saved.replay().map_err(|error| Failure::new(error.to_string()))?;
        Outcome::Ok((timeline, saved.manifest().to_owned()))
    };
    let left_out = left_out(&state);
    let unmoved = begin(&state)?.0;
    let (timeline, manifest) = begin(&now.map_or(state.clone(), |now| state.at(now)))?;
    let is_moved = timeline.world().now() > unmoved.world().now();
    Ok(Opened {
        is_of_cluster: true,
        earlier,
        unmoved: is_moved.then_some(unmoved),
        left_out,
        ..Opened::of_own(timeline, manifest, release_from)
    })
}

fn of_manifests(text: &str, named: &str, version: Option<Version>) -> Outcome<Opened> {
    let release_from = if version.is_some() { ReleaseFrom::Option } else { ReleaseFrom::Objects };
    let gates = version.map_or_else(|| Release::default().into(), Version::gates);
    let manifests = Manifests::parse(text, gates).map_err(|errors| {
        let first = errors.first();
        let message = first.map(ToString::to_string).unwrap_or_default();
        let hint = first.and_then(|error| error.hint.as_ref()).map(|hint| format!("\n  {hint}")).unwrap_or_default();
        let more = errors.len().saturating_sub(1);
        let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
        Failure::new(format!("{named}: {message}{more}{hint}"))
    })?;
    let mut timeline = Timeline::new(World::with_gates(gates, Time::START));
    for action in Action::from_manifests(&manifests) {
        timeline.apply(&action).map_err(|error| Failure::new(format!("{named}: {error}")))?;
    }
    Ok(Opened { version, ..Opened::of_own(timeline, text.to_owned(), release_from) })
}

/// What of the objects of a cluster is not simulated.
fn left_out(state: &ClusterState) -> Option<String> {
    let left_out = state.left_out();
    let limits = if state.has_other_limits() { " The server may refuse pods for these limits of a quota." } else { "" };
    (!left_out.is_empty()).then(|| format!("Not simulated, and left out: {}.{limits}", left_out.join(", ")))
}

impl Opened {
    /// A session that does not begin with the objects of a cluster.
    fn of_own(timeline: Timeline, manifest: String, release_from: ReleaseFrom) -> Self {
        Self {
            timeline,
            manifest,
            release_from,
            is_of_cluster: false,
            earlier: None,
            version: None,
            unmoved: None,
            left_out: None,
        }
    }

    /// The session as a saved session.
    pub(crate) fn saved(&self) -> SavedSession {
        SavedSession::of(&self.timeline, &self.manifest)
    }
}

/// What the cluster has of a Job, or of all Jobs of the namespace: their pods, and the quotas on pods and the Events of Jobs
/// if they may be read.
///
/// It is explained as of `now`, or as of the latest time in the objects if the clock here is behind that.
pub(crate) fn of_kubectl(kubectl: &Kubectl, job: Option<&str>, release: Option<&str>, now: Time) -> Outcome<Opened> {
    let (version, from) = match release {
        Some(name) => (releases::named(name)?, ReleaseFrom::Option),
        None => (version_of(kubectl)?, ReleaseFrom::Server),
    };
    let mut items = Vec::new();
    let mut uid = None;
    match job {
        Some(name) => {
            let job = job_of_kubectl(kubectl, name)?;
            uid = job.pointer("/metadata/uid").and_then(Value::as_str).map(str::to_owned);
            let pods = match selector(&job) {
                Some(selector) => Query::selected("pods", selector),
                None => Query::all("pods"),
            };
            items.push(job);
            items.extend(items_of(kubectl.ask(&pods)?));
        }
        None => items.extend(items_of(kubectl.ask(&Query::all("jobs.batch,pods"))?)),
    }
    // A quota may be why pods are missing; who may not read quotas sees the rest.
    items.extend(kubectl.ask(&Query::all("resourcequotas")).map(items_of).unwrap_or_default());
    // So may be what else refuses them, which only Events report.
    items.extend(creation_events(kubectl.ask(&Query::Events { uid }).map(items_of).unwrap_or_default()));
    let list = json!({"apiVersion": "v1", "kind": "List", "items": items}).to_string();
    let state = ClusterState::read_with_all_pods(&list).map_err(|error| match error.problem {
        ClusterProblem::NoJob => {
            let namespace = kubectl.namespace().map_or_else(|| namespace_of_context(kubectl), str::to_owned);
            Failure::new(format!(
                "there is no Job in namespace {namespace}: name another one with -n; `kubectl get jobs -A` lists all"
            ))
        }
        problem => Failure::new(problem.to_string()),
    })?;
    let opened = of_cluster(state, version.gates(), from, Some(now))?;
    Ok(Opened { version: Some(version), ..opened })
}

/// The present time, by the clock of this machine.
pub(crate) fn present() -> Time {
    time_of(SystemTime::now())
}

/// An instant of the system on the clock of sessions.
pub(crate) fn time_of(instant: SystemTime) -> Time {
    let since = instant.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// The latest Events about created or refused pods.
fn creation_events(mut events: Vec<Value>) -> Vec<Value> {
    events.retain(|event| {
        matches!(event.get("reason").and_then(Value::as_str), Some("FailedCreate" | "SuccessfulCreate"))
    });
    let last = |event: &Value| {
        let times = ["/series/lastObservedTime", "/lastTimestamp", "/eventTime"];
        times.into_iter().find_map(|time| event.pointer(time)?.as_str()).unwrap_or_default().to_owned()
    };
    events.sort_by_cached_key(|event| Reverse(last(event)));
    events.truncate(MOST_EVENTS);
    events
}

/// A Job as the cluster has it.
pub(crate) fn job_of_kubectl(kubectl: &Kubectl, name: &str) -> Outcome<Value> {
    // Anything else would be an option of kubectl.
    if !name.starts_with(|first: char| first.is_ascii_alphanumeric()) {
        return Err(Failure::new(format!("{name:?} is no name of a Job: it begins with a letter or a digit")));
    }
    kubectl.ask(&Query::one("jobs.batch", name))
}

/// The version of the server.
fn version_of(kubectl: &Kubectl) -> Outcome<Version> {
    let version = server_version(kubectl)?;
    if releases::numbers_of(&version).is_none() {
        return Err(Failure::new(format!("the server says the version {version:?}: name its release with --release")));
    }
    releases::named(&version)
}

/// The version of the server, such as `v1.36.3`.
pub(crate) fn server_version(kubectl: &Kubectl) -> Outcome<String> {
    let version = kubectl.ask(&Query::Version)?;
    Ok(version.pointer("/serverVersion/gitVersion").and_then(Value::as_str).unwrap_or_default().to_owned())
}

/// The namespace that is used where none is named.
fn namespace_of_context(kubectl: &Kubectl) -> String {
    let config = kubectl.ask(&Query::ConfigView).ok();
    let namespace = config.as_ref().and_then(|config| config.pointer("/contexts/0/context/namespace")?.as_str());
    namespace.unwrap_or("default").to_owned()
}

/// The selector of a Job as kubectl takes it. `None` where it has more than labels.
pub(crate) fn selector(job: &Value) -> Option<String> {
    let selector = job.pointer("/spec/selector")?;
    if selector.get("matchExpressions").and_then(Value::as_array).is_some_and(|list| !list.is_empty()) {
        return None;
    }
    let labels = selector.get("matchLabels")?.as_object()?;
    let pairs: Option<Vec<String>> =
        labels.iter().map(|(key, value)| Some(format!("{key}={}", value.as_str()?))).collect();
    pairs.filter(|pairs| !pairs.is_empty()).map(|pairs| pairs.join(","))
}

/// The objects of a list.
pub(crate) fn items_of(mut list: Value) -> Vec<Value> {
    match list.get_mut("items").map(Value::take) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    }
}
