//! `record`: what happens to a Job, as lines of JSON that `replay` explains.
//!
//! Three watches of kubectl run side by side: the Job, its pods, its Events. A watch that ends continues from the newest
//! version that came. Where the server has forgotten what came after that, a list shows what there is: what is known already
//! is left out, and what the list lacks has gone.

mod lines;
mod watch;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use crate::arguments::Record;
use crate::failure::{Failure, Outcome};
use crate::kubectl::Kubectl;
use crate::{output, releases, source};
use lines::Lines;
use watch::{Heard, LONGEST_DELAY, Listed, Stream, Watches};

/// How long the last changes may take after the Job has ended: finalizers and Events come after the status.
const AFTER_THE_END: Duration = Duration::from_secs(3);
/// How long the recorder waits for the next event before it looks at the clock.
const TICK: Duration = Duration::from_millis(250);
/// What kubectl says where a watch cannot continue from a version.
const FORGOTTEN: [&str; 4] = ["(Expired)", "(Gone)", "too old resource version", "Too large resource version"];
/// How many events wait to be written; kubectl waits for the others.
const MOST_WAITING: usize = 64;

pub(crate) fn run(options: &Record) -> Outcome<ExitCode> {
    let subject = Subject::find(Kubectl::new(&options.cluster), &options.job)?;
    if let Err(failure) = releases::named(&subject.version) {
        output::note(&format!("{failure}"));
    }
    let file: Box<dyn Write> = match &options.output {
        Some(path) => Box::new(File::create(path).map_err(|error| Failure::of_file("write", path, &error))?),
        None => Box::new(io::stdout()),
    };
    let mut recorder = Recorder::begin(subject, file)?;
    recorder.record()?;
    let place = options.output.as_ref().map_or_else(|| "standard output".to_owned(), |path| path.display().to_string());
    output::note(&format!("{} changes are in {place}", recorder.written));
    if let Some(path) = &options.output {
        output::note(&format!("to explain them: jobscope replay {}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// What is recorded.
pub(crate) struct Subject {
    kubectl: Kubectl,
    /// The Job's name, and the Job.
    name: String,
    job: Value,
    /// The version of the server.
    pub(crate) version: String,
}

impl Subject {
    pub(crate) fn find(kubectl: Kubectl, name: &str) -> Outcome<Self> {
        let job = source::job_of_kubectl(&kubectl, name)?;
        let version = source::server_version(&kubectl)?;
        Ok(Self { kubectl, name: name.to_owned(), job, version })
    }
}

/// Ctrl+C ends the recording, not the program in the middle of a line.
fn stop_on_interrupt(heard: SyncSender<Heard>) -> Outcome {
    ctrlc::set_handler(move || {
        let _ = heard.send(Heard::Interrupted);
    })
    .map_err(|error| Failure::new(format!("Ctrl+C cannot be caught: {error}")))
}

fn progress(job: &str) -> ProgressBar {
    if !output::shows_progress() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar.set_message(format!("watching Job {job} until it ends; Ctrl+C stops"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Why a recording ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The Job has ended.
    Job,
    /// Ctrl+C.
    Interrupted,
}

/// A recording under way.
pub(crate) struct Recorder {
    lines: Lines<BufWriter<Box<dyn Write>>>,
    watches: Watches,
    heard: Receiver<Heard>,
    bar: ProgressBar,
    /// When it is over: some time after the Job has ended.
    ends: Option<Instant>,
    written: usize,
}

impl Recorder {
    /// Starts to watch, and writes to `out`.
    pub(crate) fn begin(subject: Subject, out: Box<dyn Write>) -> Outcome<Self> {
        let Subject { kubectl, name, job, version } = subject;
        let (sender, heard) = mpsc::sync_channel(MOST_WAITING);
        stop_on_interrupt(sender.clone())?;
        let lines = Lines::begin(BufWriter::new(out), &version, &job)?;
        let bar = progress(&name);
        let watches = Watches::new(kubectl, job, sender);
        let mut recorder = Self { lines, watches, heard, bar, ends: None, written: 0 };
        for stream in Stream::ALL {
            recorder.watches.start(stream)?;
        }
        Ok(recorder)
    }

    /// Records until the Job has ended, or Ctrl+C.
    pub(crate) fn record(&mut self) -> Outcome<End> {
        let end = self.record_all();
        self.bar.finish_and_clear();
        self.watches.stop();
        end
    }

    /// Waits for Ctrl+C after the recording has ended.
    pub(crate) fn wait_for_interrupt(&self) {
        while self.heard.recv().is_ok_and(|heard| !matches!(heard, Heard::Interrupted)) {}
    }

    fn record_all(&mut self) -> Outcome<End> {
        loop {
            match self.heard.recv_timeout(TICK) {
                Ok(Heard::Interrupted) | Err(RecvTimeoutError::Disconnected) => return Ok(End::Interrupted),
                Ok(Heard::Event { stream, event }) => self.event(stream, event)?,
                Ok(Heard::Listed { run, listed }) => self.listed(run, &listed)?,
                Ok(Heard::Ended { stream, run, said }) => self.ended(stream, run, &said)?,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let patience = if self.watches.is_behind() { LONGEST_DELAY } else { Duration::ZERO };
            if self.ends.is_some_and(|ends| ends + patience <= Instant::now()) {
                return Ok(End::Job);
            }
            self.watches.start_due()?;
        }
    }

    fn event(&mut self, stream: Stream, event: Value) -> Outcome {
        let r#type = event.get("type").and_then(Value::as_str).unwrap_or_default();
        match r#type {
            "ADDED" | "MODIFIED" | "DELETED" => {}
            "ERROR" => {
                // Too old a version, mostly: only a new list helps.
                let said = event.pointer("/object/message").and_then(Value::as_str).unwrap_or("no reason given");
                return self.list_again(stream, said);
            }
            // A bookmark.
            _ => {
                self.watches.heard(stream, &event);
                return Ok(());
            }
        }
        self.watches.heard(stream, &event);
        let is_over = stream == Stream::Job && (r#type == "DELETED" || has_ended(&event));
        if self.lines.event(stream, event)? {
            self.wrote(1);
        }
        if is_over {
            self.over();
        }
        Ok(())
    }

    /// A list is complete: what it lacks was deleted while the watch was down.
    fn listed(&mut self, run: u32, listed: &Listed) -> Outcome {
        if !self.watches.is_present(listed.stream, run) {
            return Ok(());
        }
        self.watches.listed(listed)?;
        let gone = self.lines.listed(listed)?;
        if gone == 0 {
            return Ok(());
        }
        self.wrote(gone);
        if listed.stream == Stream::Job {
            self.over();
        }
        let what = if gone == 1 { "1 object was".to_owned() } else { format!("{gone} objects were") };
        self.note(&format!(
            "{what} deleted while the watch of {} was down: the recorded time and version of the deletion are the latest possible ones",
            listed.stream
        ))
    }

    fn wrote(&mut self, count: usize) {
        self.written += count;
        self.bar.set_message(format!("{} changes; Ctrl+C stops", self.written));
        // Each change after the end gives the next one its time.
        if self.ends.is_some() {
            self.ends = Some(Instant::now() + AFTER_THE_END);
        }
    }

    fn over(&mut self) {
        self.ends.get_or_insert_with(|| Instant::now() + AFTER_THE_END);
    }

    /// A watch or its list ended: it is started again, unless nothing else can be expected.
    fn ended(&mut self, stream: Stream, run: u32, said: &str) -> Outcome {
        if !self.watches.is_present(stream, run) {
            return Ok(());
        }
        if said.contains("(Forbidden)") {
            if stream != Stream::Events {
                return Err(self.watches.failure(stream, said));
            }
            self.watches.give_up(stream);
            return self.note("Events may not be read: they are left out");
        }
        let said = said.trim().lines().last().unwrap_or_default();
        if FORGOTTEN.iter().any(|sign| said.contains(sign)) {
            return self.list_again(stream, said);
        }
        // A server ends each watch after a while, which is no fault.
        if self.watches.restart(stream, false) && !said.is_empty() {
            return self.note(&format!("the watch of {stream} failed ({said}): it continues where it was"));
        }
        Ok(())
    }

    /// The server does not know any more, or not yet, what came after the newest version that was heard of.
    fn list_again(&mut self, stream: Stream, said: &str) -> Outcome {
        self.watches.restart(stream, true);
        self.lines.restarted(stream);
        self.note(&format!(
            "the watch of {stream} failed ({said}): it is started again with a list, and versions in between may be missing"
        ))
    }

    fn note(&mut self, message: &str) -> Outcome {
        self.bar.suspend(|| output::note(message));
        self.lines.note(message)
    }
}

/// Whether a version of a Job has ended.
fn has_ended(event: &Value) -> bool {
    let conditions = event.pointer("/object/status/conditions").and_then(Value::as_array);
    conditions.into_iter().flatten().any(|condition| {
        let text = |field: &str| condition.get(field).and_then(Value::as_str);
        matches!(text("type"), Some("Complete" | "Failed")) && text("status") == Some("True")
    })
}

/// The version of the object of an event; 0 if it has none that is a number.
fn version_of(event: &Value) -> u64 {
    let version = event.pointer("/object/metadata/resourceVersion").and_then(Value::as_str);
    version.and_then(|version| version.parse().ok()).unwrap_or(0)
}

fn set(value: &mut Value, field: &str, to: Value) {
    if let Some(fields) = value.as_object_mut() {
        fields.insert(field.to_owned(), to);
    }
}
