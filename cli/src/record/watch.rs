//! The watches of a Job: each begins with a list, whose version kubectl's own watches do not print, and continues from the
//! newest version that came. Threads read what kubectl prints.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::io::{BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Deserializer, Value, json};

use super::{set, version_of};
use crate::failure::{Failure, Outcome};
use crate::kubectl::{Kubectl, Query};
use crate::source;

/// How long it takes until a watch is started again, at first and at most.
const FIRST_DELAY: Duration = Duration::from_millis(500);
pub(super) const LONGEST_DELAY: Duration = Duration::from_secs(30);
/// Most objects of one answer to a list.
const PAGE: usize = 500;

/// What is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stream {
    Job,
    Pods,
    Events,
}

impl Stream {
    pub(super) const ALL: [Self; 3] = [Self::Job, Self::Pods, Self::Events];

    /// The version of the API and the kind, which the objects of a list do not name.
    fn kind(self) -> (&'static str, &'static str) {
        match self {
            Self::Job => ("batch/v1", "Job"),
            Self::Pods => ("v1", "Pod"),
            Self::Events => ("v1", "Event"),
        }
    }

    /// The path of what it lists for a Job, with a `?` and its selectors.
    fn path(self, job: &Value) -> String {
        let text = |path: &str, otherwise: &'static str| job.pointer(path).and_then(Value::as_str).unwrap_or(otherwise);
        let (namespace, name) = (text("/metadata/namespace", "default"), text("/metadata/name", ""));
        let (group, resources, selector) = match self {
            Self::Job => ("apis/batch/v1", "jobs", Some(("fieldSelector", format!("metadata.name={name}")))),
            Self::Pods => ("api/v1", "pods", source::selector(job).map(|selector| ("labelSelector", selector))),
            Self::Events => {
                let of_job = format!("involvedObject.kind=Job,involvedObject.name={name}");
                ("api/v1", "events", Some(("fieldSelector", of_job)))
            }
        };
        let selector = selector.map(|(parameter, value)| format!("{parameter}={}&", escaped(&value)));
        format!("/{group}/namespaces/{namespace}/{resources}?{}", selector.unwrap_or_default())
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Job => "the Job",
            Self::Pods => "its pods",
            Self::Events => "its Events",
        })
    }
}

/// What comes from the watches.
#[derive(Debug)]
pub(super) enum Heard {
    /// A watch event; for each object of a list, too.
    Event { stream: Stream, event: Value },
    /// A list is complete.
    Listed { run: u32, listed: Listed },
    /// kubectl ended, the given run of it, and said that.
    Ended { stream: Stream, run: u32, said: String },
    /// Ctrl+C.
    Interrupted,
}

/// What a list has.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) stream: Stream,
    pub(super) uids: BTreeSet<String>,
    /// The version that it is of.
    pub(super) version: u64,
}

/// A watch: it runs, or waits until it may run again.
#[derive(Debug, Default)]
struct Watch {
    child: Option<Child>,
    /// Counts its starts.
    run: u32,
    due: Option<Instant>,
    delay: Option<Duration>,
    /// The newest version that came, from which it continues. `None` if it begins with a list.
    version: Option<u64>,
}

/// The watches of a Job.
pub(super) struct Watches {
    kubectl: Kubectl,
    job: Value,
    heard: SyncSender<Heard>,
    watches: [Watch; 3],
}

impl Watches {
    pub(super) fn new(kubectl: Kubectl, job: Value, heard: SyncSender<Heard>) -> Self {
        Self { kubectl, job, heard, watches: Default::default() }
    }

    fn watch(&mut self, stream: Stream) -> &mut Watch {
        let [job, pods, events] = &mut self.watches;
        match stream {
            Stream::Job => job,
            Stream::Pods => pods,
            Stream::Events => events,
        }
    }

    /// Starts with a list, or continues from the newest version.
    pub(super) fn start(&mut self, stream: Stream) -> Outcome {
        let (kubectl, path, heard) = (self.kubectl.clone(), stream.path(&self.job), self.heard.clone());
        let watch = self.watch(stream);
        watch.run += 1;
        watch.due = None;
        let run = watch.run;
        let Some(version) = watch.version else {
            thread::spawn(move || {
                let last = match list(&kubectl, stream, &path, &heard) {
                    Ok(listed) => Heard::Listed { run, listed },
                    Err(said) => Heard::Ended { stream, run, said },
                };
                let _ = heard.send(last);
            });
            return Ok(());
        };
        // A bookmark comes once a minute, so that the version stays a recent one while nothing happens.
        let path = format!("{path}watch=true&allowWatchBookmarks=true&resourceVersion={version}");
        let mut command = kubectl.command(&Query::Raw { path });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| kubectl.not_started(&error))?;
        let (out, err) = (child.stdout.take(), child.stderr.take());
        watch.child = Some(child);
        thread::spawn(move || {
            let values = out.map(|out| Deserializer::from_reader(BufReader::new(out)).into_iter::<Value>());
            // What breaks off in the middle is the end of the watch.
            for event in values.into_iter().flatten().map_while(Result::ok) {
                if heard.send(Heard::Event { stream, event }).is_err() {
                    return;
                }
            }
            let mut said = String::new();
            let _ = err.map(|mut err| err.read_to_string(&mut said));
            let _ = heard.send(Heard::Ended { stream, run, said });
        });
        Ok(())
    }

    /// Starts the watches again whose time has come.
    pub(super) fn start_due(&mut self) -> Outcome {
        let now = Instant::now();
        for stream in Stream::ALL {
            if self.watch(stream).due.is_some_and(|due| due <= now) {
                self.start(stream)?;
            }
        }
        Ok(())
    }

    /// A list is complete: the watch begins at its version.
    pub(super) fn listed(&mut self, listed: &Listed) -> Outcome {
        self.watch(listed.stream).version = Some(listed.version);
        self.start(listed.stream)
    }

    /// Whether something that has happened may still be missing: a list runs, or a watch waits until it may run again.
    pub(super) fn is_behind(&self) -> bool {
        let [job, pods, _] = &self.watches;
        [job, pods].into_iter().any(|watch| watch.version.is_none() || watch.due.is_some())
    }

    /// Ends a watch, and lets it begin again after a while; a longer one each time that nothing came. It begins with a list,
    /// or continues from the newest version. Returns whether something had come since it was started.
    pub(super) fn restart(&mut self, stream: Stream, with_list: bool) -> bool {
        let watch = self.watch(stream);
        let was_well = watch.delay.is_none();
        let delay = watch.delay.map_or(FIRST_DELAY, |delay| (delay * 2).min(LONGEST_DELAY));
        end(watch);
        watch.version = watch.version.filter(|_| !with_list);
        watch.delay = Some(delay);
        watch.due = Some(Instant::now() + delay);
        was_well
    }

    /// Something came: the watch is well, unless that is its list.
    pub(super) fn heard(&mut self, stream: Stream, event: &Value) {
        let watch = self.watch(stream);
        if let Some(version) = &mut watch.version {
            *version = (*version).max(version_of(event));
            watch.delay = None;
        }
    }

    /// Whether that run is the one that is under way.
    pub(super) fn is_present(&mut self, stream: Stream, run: u32) -> bool {
        let watch = self.watch(stream);
        watch.run == run && watch.due.is_none()
    }

    /// Ends a watch for good.
    pub(super) fn give_up(&mut self, stream: Stream) {
        end(self.watch(stream));
    }

    pub(super) fn failure(&self, stream: Stream, said: &str) -> Failure {
        self.kubectl.failure(&Query::Raw { path: stream.path(&self.job) }, said)
    }

    /// Ends all of them.
    pub(super) fn stop(&mut self) {
        self.watches.iter_mut().for_each(end);
    }
}

fn end(watch: &mut Watch) {
    if let Some(mut child) = watch.child.take() {
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Lists what there is, page by page, each object as an event; what kubectl says if that fails.
fn list(kubectl: &Kubectl, stream: Stream, path: &str, heard: &SyncSender<Heard>) -> Result<Listed, String> {
    let (api, kind) = stream.kind();
    let mut listed = Listed { stream, uids: BTreeSet::new(), version: 0 };
    let mut rest = String::new();
    loop {
        let query = Query::Raw { path: format!("{path}limit={PAGE}{rest}") };
        let page = kubectl.answer(&query).map_err(|failure| failure.to_string())??;
        let text = |path: &str| page.pointer(path).and_then(Value::as_str).unwrap_or_default();
        listed.version = text("/metadata/resourceVersion").parse().unwrap_or(0);
        rest = Some(text("/metadata/continue"))
            .filter(|token| !token.is_empty())
            .map_or_else(String::new, |token| format!("&continue={}", escaped(token)));
        for mut object in source::items_of(page) {
            set(&mut object, "apiVersion", api.into());
            set(&mut object, "kind", kind.into());
            listed.uids.extend(object.pointer("/metadata/uid").and_then(Value::as_str).map(str::to_owned));
            let event = json!({"type": "ADDED", "object": object});
            if heard.send(Heard::Event { stream, event }).is_err() {
                return Ok(listed);
            }
        }
        if rest.is_empty() {
            return Ok(listed);
        }
    }
}

/// A value of a parameter in an address.
fn escaped(value: &str) -> String {
    let mut escaped = String::new();
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}
