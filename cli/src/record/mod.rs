//! `record`: what happens to a Job, as lines of JSON that `replay` explains.
//!
//! Three watches of kubectl run side by side: the Job, its pods, its Events. A watch that ends is started again; kubectl then
//! lists what there is, and what is known already is left out.

mod lines;
mod watch;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use crate::arguments::Record;
use crate::failure::{Failure, Outcome};
use crate::kubectl::{Kubectl, Query};
use crate::{output, releases, source};
use lines::Lines;
use watch::{Heard, Stream, Watches};

/// How long the last changes may take after the Job has ended: finalizers and Events come after the status.
const AFTER_THE_END: Duration = Duration::from_secs(3);
/// How long the recorder waits for the next event before it looks at the clock.
const TICK: Duration = Duration::from_millis(250);

pub(crate) fn run(options: &Record) -> Outcome<ExitCode> {
    let kubectl = Kubectl::new(&options.cluster);
    let job = source::job_of_kubectl(&kubectl, &options.job)?;
    let version = source::server_version(&kubectl)?;
    if let Err(failure) = releases::named(&version) {
        output::note(&format!("{failure}"));
    }
    let file: Box<dyn Write> = match &options.output {
        Some(path) => Box::new(File::create(path).map_err(|error| Failure::of_file("write", path, &error))?),
        None => Box::new(io::stdout()),
    };
    let (sender, heard) = mpsc::channel();
    stop_on_interrupt(sender.clone())?;
    let mut recording = Recorder {
        lines: Lines::begin(BufWriter::new(file), &version, &job)?,
        watches: Watches::new(kubectl, &options.job, &job, sender),
        bar: progress(&options.job),
        ends: None,
        written: 0,
    };
    for stream in Stream::ALL {
        recording.watches.start(stream)?;
    }
    let end = recording.record(&heard);
    recording.bar.finish_and_clear();
    recording.watches.stop();
    end?;
    let place = options.output.as_ref().map_or_else(|| "standard output".to_owned(), |path| path.display().to_string());
    output::note(&format!("{} changes are in {place}", recording.written));
    if let Some(path) = &options.output {
        output::note(&format!("to explain them: jobscope replay {}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// Ctrl+C ends the recording, not the program in the middle of a line.
fn stop_on_interrupt(heard: Sender<Heard>) -> Outcome {
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

struct Recorder {
    lines: Lines<BufWriter<Box<dyn Write>>>,
    watches: Watches,
    bar: ProgressBar,
    /// When it is over: some time after the Job has ended.
    ends: Option<Instant>,
    written: usize,
}

impl Recorder {
    /// Until the Job has ended, or Ctrl+C.
    fn record(&mut self, heard: &mpsc::Receiver<Heard>) -> Outcome {
        loop {
            match heard.recv_timeout(TICK) {
                Ok(Heard::Interrupted) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Ok(Heard::Event { stream, event }) => self.event(stream, event)?,
                Ok(Heard::Ended { stream, run, said }) => self.ended(stream, run, &said)?,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.ends.is_some_and(|ends| ends <= Instant::now()) {
                return Ok(());
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
                self.note(&format!("the watch of {stream} failed ({said}): it is started again"))?;
                self.watches.restart(stream);
                return Ok(());
            }
            _ => return Ok(()),
        }
        self.watches.heard(stream);
        let is_over = stream == Stream::Job && (r#type == "DELETED" || has_ended(&event));
        if self.lines.event(event)? {
            self.written += 1;
            self.bar.set_message(format!("{} changes; Ctrl+C stops", self.written));
            // Each change after the end gives the next one its time.
            if self.ends.is_some() {
                self.ends = Some(Instant::now() + AFTER_THE_END);
            }
        }
        if is_over && self.ends.is_none() {
            self.ends = Some(Instant::now() + AFTER_THE_END);
        }
        Ok(())
    }

    /// A watch ended: it is started again, unless nothing else can be expected.
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
        self.watches.restart(stream);
        self.note(&format!("the watch of {stream} ended: it is started again with a list"))
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

/// The query that watches a Job, its pods or its Events.
fn query(stream: Stream, name: &str, job: &Value) -> Query {
    let (resources, selector, field_selector) = match stream {
        Stream::Job => ("jobs.batch", None, Some(format!("metadata.name={name}"))),
        Stream::Pods => ("pods", source::selector(job), None),
        Stream::Events => ("events", None, Some(format!("involvedObject.kind=Job,involvedObject.name={name}"))),
    };
    Query::Get { resources, name: None, selector, field_selector, watch: true }
}
