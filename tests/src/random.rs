//! Random scripts: whatever a person, a cluster and the machinery may do, in any order. Every test that goes beyond a
//! few chosen cases draws from here, and so does the soak.

#![expect(clippy::unwrap_used, reason = "what is made here is right by its construction, and a panic is the report")]

use std::ops::RangeInclusive;

use jobscope_core::api::{DeletionPropagation, FeatureGates, Job, Name, Namespace, PatchType, Release, ResourceQuota};
use jobscope_core::manager::ManagerOptions;
use jobscope_core::trace::{FaultMode, Kind, Verb};
use jobscope_core::world::{Action, Fault, Streams, World};
use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

/// What to do next, in a form that makes sense in any world.
#[derive(Clone, Debug)]
pub enum Choice {
    /// This.
    This(Box<Action>),
    /// What a healthy cluster would do.
    Next,
    /// One of the things that the world says may happen.
    Legal(Index),
    /// One of the things that may happen to one of the pods.
    Pod(Index, Index),
}

impl Choice {
    /// The action in `world`; `None` if there is nothing to choose from.
    pub fn action(&self, world: &World) -> Option<Action> {
        let one_of = |actions: Vec<Action>, index: &Index| (!actions.is_empty()).then(|| index.get(&actions).clone());
        match self {
            Self::This(action) => Some(action.as_ref().clone()),
            Self::Next => world.next_action(),
            Self::Legal(index) => one_of(world.legal_actions(), index),
            Self::Pod(pod, index) => {
                let pods: Vec<Name> = world.stored_pods().map(|pod| pod.metadata.name().into()).collect();
                if pods.is_empty() {
                    None
                } else {
                    one_of(world.pod_actions(std::slice::from_ref(pod.get(&pods))), index)
                }
            }
        }
    }

    /// Whether the world itself said that this may happen.
    pub fn is_offered(&self) -> bool {
        !matches!(self, Self::This(_))
    }
}

fn job_name() -> impl Strategy<Value = Name> {
    select(vec!["j", "k"]).prop_map(Name::from)
}

fn job() -> impl Strategy<Value = Action> {
    let limits = (option::of(0..4), option::of(1..100_i64), any::<bool>(), option::of(0..30));
    (job_name(), 0..6, option::of(1..8), limits, since_v1_21()).prop_map(
        |(name, parallelism, completions, limits, newer)| {
            let (backoff_limit, deadline, restart, ttl) = limits;
            let mut spec = json!({
                "parallelism": parallelism,
                "completions": completions,
                "backoffLimit": backoff_limit,
                "activeDeadlineSeconds": deadline,
                "ttlSecondsAfterFinished": ttl,
                "template": {"spec": {
                    "restartPolicy": if restart { "OnFailure" } else { "Never" },
                    "containers": [{"name": "main", "image": "img"}],
                }},
            });
            json_patch::merge(&mut spec, &newer);
            let mut job: Job = serde_json::from_value(json!({"metadata": {}, "spec": spec})).unwrap();
            job.metadata.name = Some(name);
            Action::CreateJob { job: Box::new(job) }
        },
    )
}

/// What Jobs can have since v1.21. Older servers take it, and their controllers do not look at it.
fn since_v1_21() -> impl Strategy<Value = Value> {
    let limits = (option::of(0..3), option::of(0..3), any::<bool>());
    let indexed = option::of((1..6, limits, success_policy())).prop_map(|indexed| match indexed {
        Some((completions, (limit, max_failed, fails_index), success_policy)) => {
            let mut spec = json!({
                "completionMode": "Indexed",
                "completions": completions,
                "backoffLimitPerIndex": limit,
                "maxFailedIndexes": limit.and(max_failed.filter(|max| *max <= completions)),
                "successPolicy": success_policy,
            });
            if limit.is_some() && fails_index {
                let policy = json!({"podFailurePolicy": {"rules": [
                    {"action": "FailIndex", "onExitCodes": {"operator": "In", "values": [1, 42]}},
                    {"action": "Count", "onExitCodes": {"operator": "NotIn", "values": [0]}},
                ]}});
                json_patch::merge(&mut spec, &policy);
                json_patch::merge(&mut spec, &json!({"template": {"spec": {"restartPolicy": "Never"}}}));
            }
            spec
        }
        None => json!({}),
    });
    let policies = select(vec![
        json!({}),
        json!({"suspend": true}),
        json!({"podReplacementPolicy": "Failed"}),
        json!({"podReplacementPolicy": "TerminatingOrFailed"}),
        json!({
            "podFailurePolicy": {"rules": [
                {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [42]}},
                {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]},
            ]},
            "template": {"spec": {"restartPolicy": "Never"}},
        }),
        json!({"managedBy": "example.com/other"}),
        json!({"managedBy": "kubernetes.io/job-controller"}),
    ]);
    (any::<bool>(), indexed, policies).prop_map(|(newer, mut spec, policies)| {
        json_patch::merge(&mut spec, &policies);
        if newer { spec } else { json!({}) }
    })
}

/// When an Indexed Job succeeds early.
fn success_policy() -> impl Strategy<Value = Value> {
    select(vec![
        json!(null),
        json!(null),
        json!({"rules": [{"succeededIndexes": "0"}]}),
        json!({"rules": [{"succeededCount": 1}]}),
        json!({"rules": [{"succeededIndexes": "0-1", "succeededCount": 1}, {"succeededCount": 2}]}),
    ])
}

fn patch() -> impl Strategy<Value = Action> {
    let patches = prop_oneof![
        (0..9).prop_map(|parallelism| json!({"spec": {"parallelism": parallelism}})),
        (0..4).prop_map(|limit| json!({"spec": {"backoffLimit": limit}})),
        option::of(0..30).prop_map(|ttl| json!({"spec": {"ttlSecondsAfterFinished": ttl}})),
        (1..60).prop_map(|seconds| json!({"spec": {"activeDeadlineSeconds": seconds}})),
        Just(json!({"spec": {"completions": -1}})),
        (0..5).prop_map(|size| json!({"spec": {"completions": size, "parallelism": size}})),
        any::<bool>().prop_map(|suspend| json!({"spec": {"suspend": suspend}})),
    ];
    let types = select(vec![PatchType::Merge, PatchType::Strategic]);
    let by_patch =
        (job_name(), types, patches).prop_map(|(name, r#type, patch)| Action::PatchJob { name, r#type, patch });
    let by_number = (job_name(), -1..5).prop_map(|(name, replicas)| Action::ScaleJob { name, replicas });
    let by_manifest = (job_name(), 0..4, option::of(0..4)).prop_map(|(name, parallelism, limit)| {
        let mut spec = json!({"parallelism": parallelism, "template": {"spec": {
            "restartPolicy": "Never", "containers": [{"name": "main", "image": "img"}],
        }}});
        json_patch::merge(&mut spec, &json!({"backoffLimit": limit}));
        let manifest = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": name}, "spec": spec});
        Action::ApplyJob { manifest: Box::new(manifest) }
    });
    prop_oneof![4 => by_patch, 1 => by_number, 2 => by_manifest]
}

fn fault() -> impl Strategy<Value = Action> {
    let verbs = vec![
        Verb::Create,
        Verb::Delete,
        Verb::Patch,
        Verb::UpdateStatus,
        Verb::Get,
        Verb::PatchJob,
        Verb::DeleteJob,
        Verb::GetPod,
        Verb::PatchStatus,
    ];
    let modes = vec![
        FaultMode::ForbiddenQuota,
        FaultMode::NamespaceTerminating,
        FaultMode::Timeout,
        FaultMode::TimeoutApplied,
        FaultMode::ServerError,
        FaultMode::Conflict,
        FaultMode::NotFound,
        FaultMode::Forbidden,
        FaultMode::Invalid,
    ];
    (select(verbs), select(modes), 0..4_u32, 0..3_u32, weighted(0.2)).prop_map(|(verb, mode, from, count, lasts)| {
        Action::Fault(Fault { from, count, lasts, ..Fault::new(verb, mode) })
    })
}

fn machinery() -> impl Strategy<Value = Action> {
    let streams = select(vec![Streams::Job, Streams::Pod, Streams::All]);
    prop_oneof![
        8 => (streams, option::of(1..4_u32)).prop_map(|(kind, n)| Action::Deliver { kind, n }),
        8 => Just(Action::Sync),
        2 => Just(Action::StepSync { key: None }),
        4 => job_name().prop_map(|name| Action::StepSync { key: Some(format!("default/{name}").into()) }),
        2 => Just(Action::SyncOrphan),
        2 => Just(Action::SyncTtl),
        4 => Just(Action::AttemptToDelete),
        2 => Just(Action::AttemptToOrphan),
        2 => Just(Action::PodGc),
        1 => (1..3_u32).prop_map(|node| Action::DeleteNode { name: format!("node-{node}").into() }),
        4 => (0..90_000_i64).prop_map(|ms| Action::Advance { ms }),
        3 => watch(),
        1 => (0..2_usize).prop_map(|fault| Action::RemoveFault { fault }),
        1 => Just(Action::Resync),
        1 => Just(Action::Restart),
        1 => (1..4_u32).prop_map(|writes| Action::CrashAfter { writes }),
        1 => start(),
        1 => quota(),
        1 => Just(Action::Gc),
    ]
}

/// What happens to the watches of the informers.
fn watch() -> impl Strategy<Value = Action> {
    (select(vec![Kind::Job, Kind::Pod]), option::of(1..4_u32)).prop_flat_map(|(kind, n)| {
        select(vec![
            Action::Relist { kind },
            Action::CloseWatch { kind },
            Action::ExpireWatch { kind },
            Action::Bookmark { kind },
            Action::Receive { kind, n },
            Action::ResyncTick { kind },
            Action::HoldStream { kind },
            Action::ReleaseStream { kind },
        ])
    })
}

fn quota() -> impl Strategy<Value = Action> {
    (select(vec!["team-quota", "other"]), 0..4_u32)
        .prop_map(|(name, pods)| Action::CreateQuota { quota: ResourceQuota::new(name, Namespace::default(), pods) })
}

fn start() -> impl Strategy<Value = Action> {
    let controllers = select(vec![vec!["*"], vec!["*", "-job"], vec!["job"], vec!["nobody"]]);
    (controllers, any::<u32>(), 0..2_000_i64, 0..4, any::<bool>()).prop_map(
        |(names, seed, start_interval_ms, threshold, late)| {
            let controllers = names.into_iter().map(str::to_owned).collect();
            let options = ManagerOptions {
                controllers,
                seed,
                start_interval_ms,
                terminated_pod_gc_threshold: threshold,
                late_handlers: late,
            };
            Action::StartManager { options }
        },
    )
}

fn deletion() -> impl Strategy<Value = Action> {
    use DeletionPropagation::{Background, Foreground, Orphan};
    let policies = [None, Some(Background), Some(Foreground), Some(Orphan)];
    (job_name(), select(policies.to_vec())).prop_map(|(name, policy)| Action::DeleteJob { name, policy })
}

/// Pods that a world of seed 0 has: the first two of Job j and the first of Job k.
const PODS: [&str; 3] = ["j-98pml", "j-xqlzz", "k-hbqf8"];
/// The UIDs of its first two Jobs.
const UIDS: [&str; 2] = ["4a0a87f6-49f2-4ec3-8312-1eca43a794e4", "bda1ca13-d7e9-40c6-86b4-60ecf1bac4f1"];

/// Labels and owners change, so that pods are released and adopted.
fn pod_edit() -> impl Strategy<Value = Action> {
    let pods = vec(select([&PODS[..], &["nobody"]].concat()).prop_map(Name::from), 1..3);
    let uid = select(vec![None, Some(UIDS[0]), Some(UIDS[1]), Some("elsewhere")]);
    (pods, uid, any::<bool>()).prop_map(|(pods, uid, orphan)| {
        if orphan {
            Action::PodOrphan { pods, strip_finalizer: uid.is_none() }
        } else {
            // One of the two is in the selector, depending on the release.
            let keys = ["controller-uid", "batch.kubernetes.io/controller-uid"];
            Action::PodLabel { pods, set: keys.map(|key| (key.to_owned(), uid.map(str::to_owned))).into() }
        }
    })
}

fn choice() -> impl Strategy<Value = Choice> {
    let this = |action: Action| Choice::This(Box::new(action));
    prop_oneof![
        2 => job().prop_map(this),
        1 => patch().prop_map(this),
        1 => deletion().prop_map(this),
        1 => fault().prop_map(this),
        1 => pod_edit().prop_map(this),
        6 => machinery().prop_map(this),
        6 => Just(Choice::Next),
        3 => any::<Index>().prop_map(Choice::Legal),
        6 => any::<(Index, Index)>().prop_map(|(pod, index)| Choice::Pod(pod, index)),
    ]
}

/// Scripts as long as a test has time for.
pub fn script() -> impl Strategy<Value = Vec<Choice>> {
    script_of(2..=60)
}

/// Scripts of the given number of choices. They start with a Job, since little happens without one.
pub fn script_of(choices: RangeInclusive<usize>) -> impl Strategy<Value = Vec<Choice>> {
    let first = job().prop_map(|action| Choice::This(Box::new(action)));
    let rest = choices.start().saturating_sub(1)..=choices.end().saturating_sub(1);
    (first, vec(choice(), rest)).prop_map(|(first, rest)| std::iter::once(first).chain(rest).collect())
}

/// Any release with any position of its feature gates.
pub fn gates() -> impl Strategy<Value = FeatureGates> {
    (select(Release::ALL.to_vec()), any::<u32>()).prop_map(|(release, flips)| flipped(release, flips))
}

/// A release with any position of its feature gates.
pub fn gates_of(release: Release) -> impl Strategy<Value = FeatureGates> {
    any::<u32>().prop_map(move |flips| flipped(release, flips))
}

fn flipped(release: Release, flips: u32) -> FeatureGates {
    let shipped = FeatureGates::from(release);
    shipped.iter().enumerate().fold(shipped, |gates, (place, (gate, on))| {
        // The gates as shipped are the most telling, so only a few are turned.
        let flip = flips & (7 << (3 * place)) == 0;
        gates.with(gate, on != flip).unwrap()
    })
}
