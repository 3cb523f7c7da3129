//! Watches of kubectl, each read by a thread.

use std::fmt;
use std::io::{BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Deserializer, Value};

use super::query;
use crate::failure::{Failure, Outcome};
use crate::kubectl::Kubectl;

/// How long it takes until a watch is started again, at first and at most.
const FIRST_DELAY: Duration = Duration::from_millis(500);
const LONGEST_DELAY: Duration = Duration::from_secs(30);

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
    /// kubectl ended, the given run of it, and said that.
    Ended { stream: Stream, run: u32, said: String },
    /// Ctrl+C.
    Interrupted,
}

/// A watch: it runs, or waits until it may run again.
#[derive(Debug, Default)]
struct Watch {
    child: Option<Child>,
    /// Counts its starts.
    run: u32,
    due: Option<Instant>,
    delay: Option<Duration>,
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

    /// Ends a watch, and lets it begin again after a while; a longer one each time that nothing came.
    pub(super) fn restart(&mut self, stream: Stream) {
        let watch = self.watch(stream);
        let delay = watch.delay.map_or(FIRST_DELAY, |delay| (delay * 2).min(LONGEST_DELAY));
        end(watch);
        watch.delay = Some(delay);
        watch.due = Some(Instant::now() + delay);
    }

    /// Something came: the watch is well.
    pub(super) fn heard(&mut self, stream: Stream) {
        self.watch(stream).delay = None;
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
