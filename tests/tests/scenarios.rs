//! The scenarios under `tests/scenarios`: what each release decides, writes and waits for, in a text
//! that a person can review. With `JOBSCOPE_BLESS=1` the files are written again; read the difference.
//!
//! A release that has no texts of its own shares those of its neighbour: what goes differently is in `NAME.diff`.
//!
//! They are complete: each answer to each question of a release's controllers is in a scenario of that
//! release, and so are what it can make of an event or of a pod, each event and condition that it tells, and each
//! invariant that it is known to break.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::panic, reason = "in a test a panic is the report")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use jobscope_core::api::{FeatureGate, FeatureGates, JobCondition, Release};
use jobscope_core::manager::questions;
use jobscope_core::trace::{
    Answer, Call, CallBody, Decision, Handled, Handler, HandlerVerdict, PodVerdict, QuestionSite, TraceEntry, asked,
};
use jobscope_core::world::invariants::{Invariant, Promise};
use jobscope_tests::scenario::ShownStep;
use jobscope_tests::scenario::overlay::{self, Scenario};
use similar::TextDiff;

/// All scenarios, carried out once.
static SCENARIOS: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
    overlay::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")).unwrap_or_else(|error| panic!("{error}"))
});

/// The steps that scenarios show.
fn shown_steps() -> impl Iterator<Item = &'static ShownStep> {
    SCENARIOS.iter().flat_map(|scenario| &scenario.run.shown)
}

#[test]
fn every_scenario_goes_as_written() {
    let bless = std::env::var_os("JOBSCOPE_BLESS").is_some();
    let mut differing = Vec::new();
    for Scenario { path, written, found, .. } in &*SCENARIOS {
        if found == written {
            continue;
        }
        if bless && found.is_empty() {
            fs::remove_file(path).unwrap();
        } else if bless {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, found).unwrap();
        } else {
            let diff = TextDiff::from_lines(written, found);
            differing.push(format!("{}\n{}", path.display(), diff.unified_diff().header("written", "happened")));
        }
    }
    assert!(
        differing.is_empty(),
        "{} of {} scenarios differ\n{}",
        differing.len(),
        SCENARIOS.len(),
        differing.join("\n")
    );
}

/// The writes of its own controller that a release refuses, by a part of the refusal and the releases that do.
const KNOWN_REFUSALS: [(&str, &[Release]); 2] = [
    (
        "cannot set more ready pods than active",
        &[Release::V1_31, Release::V1_32, Release::V1_33, Release::V1_34, Release::V1_35],
    ),
    ("startTime cannot be removed for unsuspended job", &[Release::V1_30, Release::V1_31]),
];

#[test]
fn each_release_shows_which_writes_of_its_controller_it_refuses() {
    for (refusal, releases) in KNOWN_REFUSALS {
        for release in releases {
            let mut texts = SCENARIOS.iter().filter(|scenario| scenario.release == *release);
            assert!(texts.any(|scenario| scenario.run.text.contains(refusal)), "{release} does not show {refusal:?}");
        }
    }
}

/// An answer, as far as the controller tells answers apart: of a number, whether there is any.
fn kind(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::Value(1..) => "some",
        Answer::Value(_) => "none",
    }
}

/// The kinds of answers that questions got, by release.
fn answers() -> BTreeMap<(Release, QuestionSite), BTreeSet<&'static str>> {
    let mut answers: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for ShownStep { gates, trace, .. } in shown_steps() {
        let decisions = trace.iter().filter_map(|entry| match entry {
            TraceEntry::Decision(decision) => Some(decision),
            _ => None,
        });
        for (place, decision) in asked(trace).into_iter().flatten().zip(decisions) {
            answers.entry((gates.release(), place)).or_default().insert(kind(Decision::answer(decision)));
        }
    }
    answers
}

const NODE_BACK: &str = "node-deleted in discoverDeletedNodes: no";

/// From the first minor to the last.
struct Minors(u8, u8);

/// Answers that no scenario can show, each with the reason. Unit tests of the
/// controller hold those that it can be brought to give.
const UNREACHABLE: &[(Minors, &str, &str)] = &[
    (Minors(22, 99), NODE_BACK, "a node that is gone does not come back"),
    (
        Minors(0, 99),
        "key-complete in syncJob: no",
        "keys are made of the names of objects, which have a namespace each",
    ),
    (
        Minors(22, 27),
        "pending-indexes in manageJob: none",
        "without failed indexes there is a free index for every pod that is missing",
    ),
    (
        Minors(25, 25),
        "interim-condition-needed in trackJobStatusAndRemoveFinalizers: yes",
        "the alpha of the pod failure policy is not simulated",
    ),
    (Minors(26, 26), "tracking-annotation-left in syncJob: yes", "a Job with the annotation is tracked"),
    (
        Minors(31, 99),
        "controlled-by-other in syncOrphanPod: yes",
        "nobody makes pods in a world but the Job controller",
    ),
];

#[test]
fn every_answer_is_in_a_scenario_of_its_release() {
    let answers = answers();
    let none = BTreeSet::new();
    let mut missing = BTreeSet::new();
    for release in Release::ALL {
        for question in questions(release) {
            let place = question.at;
            // Whether a question is answered with a number is the same wherever it is asked.
            let is_number = answers.iter().any(|((_, other), kinds)| {
                other.decision == place.decision && (kinds.contains("some") || kinds.contains("none"))
            });
            let there = answers.get(&(release, place)).unwrap_or(&none);
            for kind in if is_number { ["none", "some"] } else { ["no", "yes"] } {
                if !there.contains(kind) {
                    missing.insert(format!("{release}: {place}: {kind}"));
                }
            }
        }
    }
    let unreachable: BTreeSet<String> = UNREACHABLE
        .iter()
        .flat_map(|(Minors(first, last), answer, _)| {
            let releases = Release::ALL.into_iter().filter(|asking| (*first..=*last).contains(&asking.minor()));
            releases.map(move |release| format!("{release}: {answer}"))
        })
        .collect();
    let unshown: Vec<_> = missing.difference(&unreachable).map(String::as_str).collect();
    assert!(unshown.is_empty(), "in no scenario of the release:\n{}", unshown.join("\n"));
    let shown: Vec<_> = unreachable.difference(&missing).map(String::as_str).collect();
    assert!(shown.is_empty(), "said to be out of reach, and reached:\n{}", shown.join("\n"));
}

/// What the handlers make of the events of pods, and syncs of pods that their finalizer holds.
fn verdicts(release: Release) -> BTreeSet<String> {
    use HandlerVerdict::{NotOurs, Orphan, OwnerFinished, SameVersion, TreatedAsDelete};

    let mut verdicts = BTreeSet::new();
    let mut handler = |handler: Handler, can: &[HandlerVerdict]| {
        verdicts.extend(can.iter().map(|verdict| format!("{handler:?}: {verdict:?}")));
    };
    handler(Handler::AddPod, &[HandlerVerdict::Handled, TreatedAsDelete, NotOurs, Orphan]);
    handler(Handler::UpdatePod, &[HandlerVerdict::Handled, SameVersion, TreatedAsDelete, NotOurs, Orphan]);
    handler(Handler::DeletePod, &[HandlerVerdict::Handled, NotOurs]);
    if release.since(22) {
        handler(Handler::DeletePod, &[Orphan]);
        let counted = [PodVerdict::Succeeded, PodVerdict::Failed, PodVerdict::CountedBefore];
        let left = [PodVerdict::Kept, PodVerdict::NotCounted];
        verdicts.extend(counted.iter().chain(&left).map(|verdict| format!("{verdict:?}")));
    }
    if release.since(25) {
        verdicts.insert(format!("{:?}: {OwnerFinished:?}", Handler::DeletePod));
    }
    if release.since(26) {
        verdicts.insert(format!("{:?}", PodVerdict::Ignored));
    }
    if release.since(28) {
        verdicts.insert(format!("{:?}", PodVerdict::KeptForReplacement));
    }
    verdicts
}

#[test]
fn every_verdict_on_a_pod_is_in_a_scenario_of_its_release() {
    for release in Release::ALL {
        let traces = shown_steps().filter(|step| step.gates.release() == release).flat_map(|step| &step.trace);
        let given = traces.filter_map(|entry| match entry {
            TraceEntry::Handled(Handled { handler, verdict, .. }) => {
                let about_pod = matches!(handler, Handler::AddPod | Handler::UpdatePod | Handler::DeletePod);
                about_pod.then(|| format!("{handler:?}: {verdict:?}"))
            }
            TraceEntry::TrackedPod(pod) => Some(format!("{:?}", pod.verdict)),
            _ => None,
        });
        assert_eq!(given.collect::<BTreeSet<_>>(), verdicts(release), "{release}");
    }
}

/// The reasons of events, and conditions with their reasons.
fn reasons(release: Release) -> BTreeSet<String> {
    const FAILURES: [&str; 2] = ["BackoffLimitExceeded", "DeadlineExceeded"];
    const OF_POLICY: [&str; 1] = ["PodFailurePolicy"];
    const OF_INDEXES: [&str; 2] = ["FailedIndexes", "MaxFailedIndexesExceeded"];

    let mut reasons = BTreeSet::new();
    let mut add = |kind: &str, listed: &[&str]| reasons.extend(listed.iter().map(|reason| format!("{kind} {reason}")));
    add("event", &["SuccessfulCreate", "FailedCreate", "SuccessfulDelete", "FailedDelete", "TooManySucceededPods"]);
    add("event", &FAILURES);
    add("Failed", &FAILURES);
    if release.since(22) {
        add("event", &["Completed", "Suspended", "Resumed"]);
        add("Suspended", &["JobSuspended", "JobResumed"]);
    } else {
        add("event", &["TooManyActivePods"]);
    }
    if release.since(22) && !release.since(24) {
        add("event", &["IndexedJobDisabled"]);
    }
    if release.since(25) {
        // v1.25 keeps one that is there already.
        add("FailureTarget", &OF_POLICY);
    }
    if release.since(26) {
        add("event", &OF_POLICY);
        add("Failed", &OF_POLICY);
    }
    if release.since(28) {
        add("event", &OF_INDEXES);
        add("Failed", &OF_INDEXES);
    }
    if release.since(30) {
        add("SuccessCriteriaMet", &["SuccessPolicy"]);
        add("Complete", &["SuccessPolicy"]);
    }
    if release.since(31) {
        add("FailureTarget", &FAILURES);
        add("FailureTarget", &OF_INDEXES);
        add("SuccessCriteriaMet", &["CompletionsReached"]);
        add("Complete", &["CompletionsReached"]);
    }
    if release.since(31) && !release.since(33) {
        add("SuccessCriteriaMet", &[""]);
    }
    // Without an announcement, or with the gate of the success policy off, nothing is said of it.
    if !release.since(33) {
        add("Complete", &[""]);
    }
    reasons
}

#[test]
fn every_event_and_condition_is_in_a_scenario_of_its_release() {
    for release in Release::ALL {
        let traces = shown_steps().filter(|step| step.gates.release() == release).flat_map(|step| &step.trace);
        let given = traces.flat_map(|entry| match entry {
            TraceEntry::Event(event) => vec![format!("event {}", event.reason)],
            TraceEntry::Call(Call { body: CallBody::Status(status), error: None, .. }) => {
                let name = |condition: &JobCondition| format!("{} {}", condition.r#type.as_str(), condition.reason);
                status.conditions.iter().map(name).collect()
            }
            _ => Vec::new(),
        });
        assert_eq!(given.collect::<BTreeSet<_>>(), reasons(release), "{release}");
    }
}

#[test]
fn every_gate_is_turned_in_a_scenario_of_its_release() {
    let turned: BTreeSet<(Release, FeatureGate)> =
        shown_steps().flat_map(|step| step.gates.turned().map(|(gate, _)| (step.gates.release(), gate))).collect();
    let unturned: Vec<_> = Release::ALL
        .into_iter()
        .flat_map(|release| FeatureGates::from(release).iter().map(move |(gate, _)| (release, gate)))
        .filter(|gate| !turned.contains(gate))
        .collect();
    assert_eq!(unturned, []);
}

#[test]
fn every_promise_that_a_release_breaks_is_broken_in_a_scenario() {
    let shown: Vec<(Release, Invariant, Promise)> = shown_steps()
        .flat_map(|step| step.broken.iter().map(|broken| (step.gates, broken.invariant)))
        .map(|(gates, broken)| (gates.release(), broken, broken.promised_by(gates)))
        .collect();
    let mut differing = Vec::new();
    for release in Release::ALL {
        let shipped = FeatureGates::from(release);
        let turned = shipped.iter().map(|(gate, on)| shipped.with(gate, !on).unwrap());
        let positions: Vec<FeatureGates> = std::iter::once(shipped).chain(turned).collect();
        for invariant in Invariant::ALL {
            let is_shown = |promise| shown.contains(&(release, *invariant, promise));
            if is_shown(Promise::Kept) {
                differing.push(format!("{release} keeps {invariant}, and a scenario breaks it"));
            }
            for promise in [Promise::Broken, Promise::KeptUndisturbed] {
                if positions.iter().any(|gates| invariant.promised_by(*gates) == promise) && !is_shown(promise) {
                    differing.push(format!("{release} breaks {invariant} ({promise:?}), and no scenario shows it"));
                }
            }
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn every_scenario_that_the_readme_names_is_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let named = readme.split([' ', ',']).filter_map(|word| word.strip_suffix(".txt"));
    let (there, missing): (Vec<_>, Vec<_>) = named.partition(|name| folder.join(format!("{name}.txt")).is_file());
    assert!(!there.is_empty() && missing.is_empty(), "{missing:?}");
}
