//! Watches of kubectl, each read by a thread.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Deserializer, Value};

use super::{list, query};
use crate::failure::{Failure, Outcome};
use crate::kubectl::Kubectl;

/// How long it takes until a watch is started again, at first and at most.
const FIRST_DELAY: Duration = Duration::from_millis(500);
const LONGEST_DELAY: Duration = Duration::from_secs(30);
/// How long after a new start the watch has listed what there is, even if that is nothing.
const LISTED_AFTER: Duration = Duration::from_secs(2);

/// What is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stream {
    Job,
    Pods,
    Events,
}

impl Stream {
    pub(super) const ALL: [Self; 3] = [Self::Job, Self::Pods, Self::Events];
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
    /// A watch event.
    Event { stream: Stream, event: Value },
    /// What there is some time after a watch was started again.
    Listed(Listed),
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
    /// When it is asked for what there is, to see what has gone while it did not run.
    list_due: Option<Instant>,
    /// The thread that asks.
    listing: Option<JoinHandle<()>>,
}

/// The watches of a Job.
pub(super) struct Watches {
    kubectl: Kubectl,
    name: String,
    job: Value,
    heard: Sender<Heard>,
    watches: [Watch; 3],
}

impl Watches {
    pub(super) fn new(kubectl: Kubectl, name: &str, job: &Value, heard: Sender<Heard>) -> Self {
        Self { kubectl, name: name.to_owned(), job: job.clone(), heard, watches: Default::default() }
    }

    fn watch(&mut self, stream: Stream) -> &mut Watch {
        let [job, pods, events] = &mut self.watches;
        match stream {
            Stream::Job => job,
            Stream::Pods => pods,
            Stream::Events => events,
        }
    }

    /// Starts kubectl, and a thread that reads what it prints.
    pub(super) fn start(&mut self, stream: Stream) -> Outcome {
        let mut command = self.kubectl.command(&query(stream, &self.name, &self.job));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| self.kubectl.not_started(&error))?;
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let heard = self.heard.clone();
        let watch = self.watch(stream);
        watch.run += 1;
        watch.due = None;
        watch.child = Some(child);
        let run = watch.run;
        watch.list_due = (run > 1 && stream != Stream::Events).then(|| Instant::now() + LISTED_AFTER);
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

    /// Starts the watches again whose time has come, and asks for lists.
    pub(super) fn start_due(&mut self) -> Outcome {
        let now = Instant::now();
        for stream in Stream::ALL {
            let watch = self.watch(stream);
            let (starts, lists) =
                (watch.due.is_some_and(|due| due <= now), watch.list_due.is_some_and(|due| due <= now));
            if starts {
                self.start(stream)?;
            } else if lists {
                self.list(stream);
            }
        }
        Ok(())
    }

    /// Asks for what there is. Where that fails, the next start of the watch asks again.
    fn list(&mut self, stream: Stream) {
        let (kubectl, asked, heard) = (self.kubectl.clone(), list(stream, &self.name, &self.job), self.heard.clone());
        let watch = self.watch(stream);
        watch.list_due = None;
        watch.listing = Some(thread::spawn(move || {
            let listed = kubectl.ask(&asked).ok().and_then(|answer| {
                let text = |value: &Value, path: &str| Some(value.pointer(path)?.as_str()?.to_owned());
                let items = answer.get("items")?.as_array()?;
                let uids = items.iter().filter_map(|item| text(item, "/metadata/uid")).collect();
                let version = text(&answer, "/metadata/resourceVersion")?.parse().ok()?;
                Some(Listed { stream, uids, version })
            });
            if let Some(listed) = listed {
                let _ = heard.send(Heard::Listed(listed));
            }
        }));
    }

    /// Whether a list is still to come.
    pub(super) fn is_listing(&self) -> bool {
        let is_running = |thread: &JoinHandle<()>| !thread.is_finished();
        self.watches.iter().any(|watch| watch.list_due.is_some() || watch.listing.as_ref().is_some_and(is_running))
    }

    /// Ends a watch, and lets it begin again after a while; a longer one each time that nothing came.
    pub(super) fn restart(&mut self, stream: Stream) {
        let watch = self.watch(stream);
        let delay = watch.delay.map_or(FIRST_DELAY, |delay| (delay * 2).min(LONGEST_DELAY));
        end(watch);
        watch.list_due = None;
        watch.delay = Some(delay);
        watch.due = Some(Instant::now() + delay);
    }

    /// Something came: the watch is well, and has listed what there is.
    pub(super) fn heard(&mut self, stream: Stream) {
        let watch = self.watch(stream);
        watch.delay = None;
        watch.list_due = watch.list_due.map(|due| due.min(Instant::now()));
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
        self.kubectl.failure(&query(stream, &self.name, &self.job), said)
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
