//! A sync as data: what `-o json` prints, and what texts are made of. `docs/explain.schema.json` describes it.

mod markdown;
mod rows;
mod text;

use jobscope_core::api::ObjectKey;
use jobscope_core::timeline::{Cursor, Timeline};
use jobscope_core::trace::TraceEntry;
use jobscope_core::world::{Fault, FaultEvents};
use jobscope_explain::sentence::Sentence;
use jobscope_explain::{Moment, Movement, Overdue};
use jobscope_words::{Words, plain_phrase, plain_sentence};
use serde::Serialize;

use crate::source::ReleaseFrom;

pub(crate) use markdown::markdown;
pub(crate) use text::text;

/// The version of this format.
pub(crate) const FORM: u8 = 1;

/// What `jobscope explain -o json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    /// The version of this format.
    pub(crate) jobscope: u8,
    /// The Kubernetes release whose controller is simulated, such as `v1.36`.
    pub(crate) release: String,
    /// Where the release comes from.
    pub(crate) release_from: ReleaseFrom,
    /// The Jobs, each with its next sync.
    pub(crate) jobs: Vec<Explained>,
    /// Pods whose Job is gone and which its finalizer still holds, each with its sync by the orphan worker.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) orphans: Vec<Explained>,
    /// What cannot be known from what was read, one sentence each.
    pub(crate) unknown: Vec<String>,
}

impl Report {
    /// All that is explained: its kind and name, and its sync or what is said where there is none.
    fn explained(&self) -> impl Iterator<Item = (String, Result<&SyncReport, &'static str>)> {
        let titled = |kind: &str, Explained { namespace, name, .. }: &Explained| format!("{kind} {namespace}/{name}");
        let jobs = self.jobs.iter().map(move |job| (titled("Job", job), job.sync.as_ref().ok_or(NO_SYNC)));
        jobs.chain(self.orphans.iter().map(move |pod| (titled("Pod", pod), pod.sync.as_ref().ok_or(NO_WORKER))))
    }
}

/// What is said of a Job that no sync is due for.
const NO_SYNC: &str = "No sync of this Job is due: nothing more happens to it by itself.";

/// What is said of a pod without a Job that no worker takes.
const NO_WORKER: &str = "Nothing takes the finalizer off this pod: the controller of this release does not look for pods that lost \
their Job.";

/// A Job and its next sync, or a pod that lost its Job and its sync by the orphan worker.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Explained {
    /// The namespace.
    pub(crate) namespace: String,
    /// The name.
    pub(crate) name: String,
    /// The sync; absent if nothing brings the Job to the controller, or if the release has no orphan worker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sync: Option<SyncReport>,
}

impl Explained {
    pub(crate) fn new(key: &ObjectKey, sync: Option<SyncReport>) -> Self {
        let (namespace, name) = key.split();
        Self { namespace: namespace.to_owned(), name: name.to_owned(), sync }
    }
}

/// A sync.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct SyncReport {
    /// The simulated time at its end, in RFC 3339.
    pub(crate) at: String,
    /// What it comes to, in English.
    pub(crate) sentence: String,
    /// What Events of the cluster say about creates that were refused, if those of the sync are refused in the same way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refused_in_cluster: Option<RefusedCreates>,
    /// The condition that ends the Job, if the sync ends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ended: Option<String>,
    /// How many milliseconds ago a controller that runs would have done this, if that is longer than it waits after errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) overdue_ms: Option<i64>,
    /// The same in English: since when the sync is overdue, and what can be the cause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) overdue: Option<String>,
    /// What the sync asked and did, in order.
    pub(crate) path: Vec<Row>,
}

/// Creates of pods that a cluster refused, by its Events.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefusedCreates {
    /// How often, by the last Event.
    pub(crate) count: u32,
    /// When last, in RFC 3339.
    pub(crate) last: String,
    /// The error of the API server.
    pub(crate) message: String,
}

impl RefusedCreates {
    /// The sentences about them; `error` is how their error is written.
    fn text(&self, error: &str) -> String {
        let Self { count, last, .. } = self;
        let often = if *count == 1 { format!("once, at {last}") } else { format!("{count} times, last at {last}") };
        format!(
            "The cluster's Events report this {often}: {error}\nA refused create is not a failed pod: backoffLimit never ends \
             this, and the controller tries again with a growing delay."
        )
    }
}

/// One thing that a sync asked or did.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum Row {
    /// A function of the controller is called.
    Enter {
        /// Its name in Kubernetes' source.
        function: String,
        /// How many functions below the first one.
        depth: usize,
    },
    /// A question with its answer.
    Question {
        /// The name of the question, such as `manage-needed`.
        id: String,
        /// The question in English.
        question: String,
        /// The numbers that it compares; may be empty.
        operands: String,
        /// `yes`, `no`, or a number.
        answer: String,
        /// Whether the answer changes nothing, so that texts leave the row out.
        quiet: bool,
        /// How many functions below the first one.
        depth: usize,
    },
    /// Requests of one kind.
    Calls {
        /// The requests, such as `POST pods`.
        requests: Vec<String>,
        /// How many of them the API server took.
        done: usize,
        /// Status codes of those that it refused.
        refused: Vec<u16>,
        /// How many functions below the first one.
        depth: usize,
    },
    /// An Event is recorded.
    Event {
        /// `Normal` or `Warning`.
        r#type: String,
        /// Its reason.
        reason: String,
        /// Its message.
        message: String,
    },
    /// The sync returns.
    Returned {
        /// The error, which requeues the key with a growing delay.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    },
    /// The key of the Job is requeued after a delay.
    Requeued {
        /// After that many milliseconds.
        after_ms: i64,
        /// Whether the rate limiter chose the delay.
        rate_limited: bool,
    },
}

impl SyncReport {
    /// The step before the cursor of a timeline, which is a sync. `fault` is what Events of a cluster armed for it.
    pub(crate) fn of(timeline: &Timeline, fault: Option<&Fault>, words: &Words) -> Self {
        let now = Moment::of(timeline, 0, Movement::Jump, 0);
        let sentence = Sentence::at(&now);
        let has_struck = |entry: &TraceEntry| matches!(entry, TraceEntry::Call(call) if call.fault.is_some());
        let refused_in_cluster = fault.filter(|_| now.done_trace().iter().any(has_struck)).and_then(|fault| {
            let FaultEvents { count, last } = fault.events?;
            Some(RefusedCreates { count, last: last.to_string(), message: fault.message.clone()? })
        });
        Self {
            at: now.snapshot.now.to_string(),
            sentence: plain(&plain_sentence(words, &sentence)),
            refused_in_cluster,
            ended: sentence.ended.map(|condition| condition.as_str().to_owned()),
            overdue_ms: None,
            overdue: None,
            path: rows::rows(&now, words),
        }
    }

    /// The same with what is overdue of it.
    pub(crate) fn with_overdue(self, overdue: Option<&Overdue>, words: &Words) -> Self {
        let said = overdue.map(|overdue| plain(&plain_phrase(words, &overdue.phrase())));
        Self { overdue_ms: overdue.map(|overdue| overdue.ms), overdue: said, ..self }
    }
}

/// The sentence of a step of a timeline, in which every sync is inferred, so that none says so.
pub(crate) fn sentence(timeline: &mut Timeline, step: usize, words: &Words) -> String {
    timeline.seek(Cursor { step, entries: 0 });
    let mut sentence = Sentence::at(&Moment::of(timeline, 0, Movement::Jump, 0));
    sentence.more.retain(|phrase| phrase.key != "more-inferred");
    plain(&plain_sentence(words, &sentence))
}

/// A text without the spaces at which no line of a page ends.
pub(crate) fn plain(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// The Events in a trace.
fn events(trace: &[TraceEntry]) -> impl Iterator<Item = Row> {
    trace.iter().filter_map(|entry| match entry {
        TraceEntry::Event(event) => Some(Row::Event {
            r#type: event.r#type.as_str().to_owned(),
            reason: event.reason.to_string(),
            message: event.message.to_string(),
        }),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// `docs/explain.schema.json` is made from these types. To write it again: `JOBSCOPE_BLESS=1 cargo test -p jobscope-cli`.
    #[test]
    fn the_documented_form_is_the_one_that_is_printed() {
        let schema = serde_json::to_string_pretty(&schemars::schema_for!(Report)).unwrap() + "\n";
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/explain.schema.json");
        if env::var_os("JOBSCOPE_BLESS").is_some() {
            fs::write(&path, &schema).unwrap();
        }
        assert_eq!(fs::read_to_string(path).unwrap_or_default(), schema);
    }
}
