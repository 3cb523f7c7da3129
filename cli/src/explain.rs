//! `explain`: the next sync of a Job.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

use jobscope_core::api::{Fix, ObjectKey, Pod};
use jobscope_core::job::queued_orphan;
use jobscope_core::timeline::Timeline;
use jobscope_explain::{Overdue, next_sync};
use jobscope_words::{Locale, Words};

use crate::arguments::{Explain, Form};
use crate::failure::{Failure, Outcome};
use crate::kubectl::Kubectl;
use crate::output;
use crate::releases::Version;
use crate::report::{self, Explained, FORM, Report, SyncReport};
use crate::source::{self, Opened, ReleaseFrom};

/// Most steps until the orphan worker has taken each pod.
const MOST_STEPS: usize = 2_000;

/// What of the controller no object has.
const MEMORY: &str = "jobscope cannot know what the running controller remembers: which pods it still expects to see, how often \
it has failed, how long it still waits. This is the sync of a controller that has just started.";

/// What the session has no answer to if a pod has lost its Job.
const ORPHANS: &str = "The Job of these pods is not in the text. If the cluster still has it, print Jobs and pods together. If it is \
gone, a running controller of v1.25 or later frees its pods at once. Where it has not, the API server refuses its patch, as a webhook \
on updates of pods can, or the controller does not run: no Event reports either.";

/// Most pods without a Job that are explained.
const MOST_ORPHANS: usize = 100;

pub(crate) fn run(options: &Explain) -> Outcome<ExitCode> {
    let release = options.release.as_deref();
    let opened = if let Some(file) = &options.file {
        source::open(&source::read_text(file)?, &source::named(file), release, options.at)?
    } else {
        let now = options.at.unwrap_or_else(source::present);
        source::of_kubectl(&Kubectl::new(&options.cluster), options.job.as_deref(), release, now)?
    };
    let report = explain(&opened, options.job.as_deref(), options.cluster.namespace.as_deref())?;
    output::print(&match options.output {
        Form::Text => report::text(&report, options.all),
        Form::Markdown => report::markdown(&report, options.all),
        Form::Json => {
            let json = serde_json::to_string_pretty(&report);
            json.map_err(|error| Failure::new(error.to_string()))? + "\n"
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The Jobs of a session that are asked for, those first that have not ended, each with its next sync.
fn explain(opened: &Opened, job: Option<&str>, namespace: Option<&str>) -> Outcome<Report> {
    let world = opened.timeline.world();
    let is_asked_for = |key: &ObjectKey| {
        let (of, name) = key.split();
        job.is_none_or(|job| job == name) && namespace.is_none_or(|namespace| namespace == of)
    };
    let mut jobs: Vec<(bool, ObjectKey)> = world
        .stored_jobs()
        .map(|job| (job.status.finished().is_some(), job.metadata.key()))
        .filter(|(_, key)| is_asked_for(key))
        .collect();
    jobs.sort_by_key(|(has_ended, _)| *has_ended);
    let words = Words::new(Locale::En);
    let is_of = |pod: &Pod| {
        let owner = pod.metadata.controller().map(|owner| owner.name.as_str());
        job.is_none_or(|job| owner == Some(job))
            && namespace.is_none_or(|namespace| pod.metadata.key().split().0 == namespace)
    };
    let orphans = orphans(&opened.timeline, is_of, &words);
    if jobs.is_empty() && orphans.is_empty() {
        return Err(none_of(opened, job));
    }
    let faults = world.armed_faults();
    let next = |(_, key): &(bool, ObjectKey)| {
        let mut timeline = opened.timeline.clone();
        let fault = faults.iter().find(|fault| fault.job.as_ref() == Some(key));
        let sync = next_sync(&mut timeline, key).then(|| {
            let report = SyncReport::of(&timeline, fault, &words);
            report.with_overdue(overdue(opened, key).as_ref(), &words)
        });
        Explained::new(key, sync)
    };
    Ok(Report {
        jobscope: FORM,
        release: world.release().to_string(),
        release_from: opened.release_from,
        jobs: jobs.iter().map(next).collect(),
        unknown: unknown(opened, !orphans.is_empty()),
        orphans,
    })
}

/// What is overdue of a Job, if the objects and their release are those of the present.
fn overdue(opened: &Opened, key: &ObjectKey) -> Option<Overdue> {
    // Another release would perhaps write something else.
    let unmoved = opened.unmoved.as_ref().filter(|_| opened.release_from != ReleaseFrom::Objects)?;
    Overdue::find(&opened.timeline, unmoved, key)
}

/// The pods that a Job left behind, each with its sync by the orphan worker. If the session begins with Jobs, only those that
/// wait for this worker.
fn orphans(timeline: &Timeline, is_of: impl Fn(&Pod) -> bool, words: &Words) -> Vec<Explained> {
    let world = timeline.world();
    let queue = world.snapshot().orphan_queue.ready;
    let mut waiting: BTreeSet<ObjectKey> = queue.iter().filter_map(queued_orphan).collect();
    let has_jobs = world.stored_jobs().next().is_some();
    let pods = world.stored_pods().filter(|pod| is_of(pod)).map(|pod| pod.metadata.key());
    let pods: Vec<ObjectKey> = pods.filter(|pod| !has_jobs || waiting.contains(pod)).take(MOST_ORPHANS).collect();
    waiting.retain(|pod| pods.contains(pod));
    let mut syncs = BTreeMap::new();
    let mut timeline = timeline.clone();
    for _ in 0..MOST_STEPS {
        if waiting.is_empty() || !timeline.step_over() {
            break;
        }
        let step = timeline.cursor().step;
        let recorded = timeline.syncs();
        let now = recorded.last().filter(|sync| sync.step + 1 == step);
        if let Some(pod) = now.and_then(|sync| queued_orphan(&sync.key)).filter(|pod| waiting.remove(pod)) {
            syncs.insert(pod, SyncReport::of(&timeline, None, words));
        }
    }
    pods.into_iter().map(|pod| Explained::new(&pod, syncs.remove(&pod))).collect()
}

/// What cannot be known of a session.
fn unknown(opened: &Opened, has_orphans: bool) -> Vec<String> {
    let release = opened.earlier.as_ref().map(|earlier| match earlier.suggested {
        Some(release) => format!("{earlier}; --release {release} explains it under that one"),
        None => earlier.to_string(),
    });
    let memory = opened.is_of_cluster.then(|| MEMORY.to_owned());
    let left_out = opened.left_out.clone();
    let orphans = has_orphans.then(|| ORPHANS.to_owned());
    let lacks = opened.version.and_then(lacks);
    release.into_iter().chain(lacks).chain(left_out).chain(orphans).chain(memory).collect()
}

/// The fixes that are simulated although the version does not have them.
fn lacks(version: Version) -> Option<String> {
    let words = Words::new(Locale::En);
    let fix = |fix: Fix| format!("{fix}: {}", words.t(&format!("fix-{}", fix.number())));
    let fixes: Vec<String> = version.lacks().map(fix).collect();
    let (release, patch) = (version.release, version.release.patch());
    let simulated = format!("This is {release}.{patch}, which has fixes that {version} does not have yet.");
    (!fixes.is_empty()).then(|| format!("{simulated} {}", fixes.join(" ")))
}

fn none_of(opened: &Opened, job: Option<&str>) -> Failure {
    let known: Vec<String> = opened.timeline.world().stored_jobs().map(|job| job.metadata.key().to_string()).collect();
    match (job, known.as_slice()) {
        (_, []) => Failure::new("there is no Job here: give what `kubectl get job,pods -o yaml` prints"),
        (Some(job), known) => Failure::new(format!("there is no Job {job:?} here, only {}", known.join(", "))),
        (None, known) => Failure::new(format!("no Job of that namespace is here, only {}", known.join(", "))),
    }
}
