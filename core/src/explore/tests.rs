//! Known races are found, a result reaches its goal, and no shorter schedule does.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::{Bound, Explorer, Forms, Found, Goal, Plan, Sameness, SearchOrder, Task, Verdict};
use crate::api::{FeatureGate, FeatureGates, Job, JobConditionType, PodPhase, Release, Time};
use crate::random::Random;
use crate::timeline::Breakpoint;
use crate::trace::Kind;
use crate::world::invariants::{Invariant, Promise};
use crate::world::{Action, Mishap, Naming, Outcome, OutcomeRule, World};

/// A world in which a Job of that spec was created.
fn world(gates: FeatureGates, spec: &serde_json::Value) -> World {
    with_job(World::with_gates(gates, Time::START), spec)
}

fn with_job(mut world: World, spec: &serde_json::Value) -> World {
    let mut job = serde_json::json!({"metadata": {"name": "j"}, "spec": spec});
    job["spec"]["template"] = serde_json::json!({
        "spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}
    });
    let job: Job = serde_json::from_value(job).unwrap();
    world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
    world
}

fn one_pod(release: Release) -> World {
    world(release.into(), &serde_json::json!({"parallelism": 1, "completions": 1}))
}

fn verdict(world: &World, plan: Plan) -> Verdict {
    let mut explorer = Explorer::new(world.clone(), plan);
    while !explorer.go_on(500).is_over {}
    explorer.verdict().unwrap().clone()
}

/// The world after what comes by itself, until it is so.
fn later(mut world: World, is_so: impl Fn(&World) -> bool) -> World {
    while !is_so(&world) {
        world.apply(&world.next_action().unwrap()).unwrap();
    }
    world
}

fn not_found(start: &World, plan: Plan) {
    let verdict = verdict(start, plan);
    assert!(matches!(verdict, Verdict::Exhausted | Verdict::Bounded(Bound::Steps)), "{verdict:?}");
}

/// What is found, carried out again: its last step, and no earlier one, reaches the goal.
fn found(start: &World, plan: &Plan) -> Found {
    let verdict = verdict(start, plan.clone());
    let Verdict::Found(found) = verdict else { panic!("{plan:?}: {verdict:?}") };
    let mut world = start.clone();
    for (place, action) in found.actions.iter().enumerate() {
        let before = world.clone();
        let step = world.apply(action).unwrap();
        let reached = plan.goal.reached_by(&before, &step, &world);
        assert_eq!(reached.is_some(), place + 1 == found.actions.len(), "{place}: {action:?}");
    }
    found
}

fn broken(invariant: Invariant) -> Goal {
    Goal::Broken { invariant: Some(invariant) }
}

fn ends(condition: JobConditionType) -> Goal {
    Goal::Strikes { breakpoint: Breakpoint::Condition { condition: Some(condition) } }
}

#[test]
fn an_old_status_is_written_over_a_newer_one() {
    let found = found(&one_pod(Release::V1_11), &Plan::new(broken(Invariant::StartTimeStays)));
    let text = serde_json::to_value(&found.actions).unwrap();
    let ops: Vec<_> = text.as_array().unwrap().iter().map(|action| action["op"].as_str().unwrap()).collect();
    assert_eq!(ops, ["deliver", "sync", "deliver", "advance", "sync"], "the event of the status is late");
    assert_eq!(found.reached.violations.len(), 1);
}

#[test]
fn a_pod_is_started_for_a_finished_job_until_the_guard_comes() {
    let plan = Plan { max_steps: 8, ..Plan::new(broken(Invariant::FinishedStartsNothing)) };
    assert_eq!(plan.goal.promised_by(Release::V1_28.into()), Some(Promise::Broken));
    let ended =
        |release| later(one_pod(release), |world| world.stored_pods().any(|pod| pod.status.phase.is_terminal()));
    assert_eq!(found(&ended(Release::V1_28), &plan).actions.len(), 6, "twice: pods delivered, wait, sync");
    assert_eq!(plan.goal.promised_by(Release::V1_36.into()), Some(Promise::KeptUndisturbed));
    not_found(&ended(Release::V1_36), plan);
}

#[test]
fn what_the_guard_prevents_is_found_with_its_gate_off() {
    let spec = serde_json::json!({"parallelism": 1, "completions": 1});
    let off = FeatureGates::from(Release::V1_36).with(FeatureGate::StaleControllerConsistencyJob, false).unwrap();
    let conflict = Goal::Strikes { breakpoint: Breakpoint::Write { verb: None, refused: Some(true) } };
    let plan = Plan { max_steps: 7, ..Plan::new(conflict) };
    found(&world(off, &spec), &plan);
    not_found(&one_pod(Release::V1_36), plan);
}

#[test]
fn two_pods_of_an_index_run_when_one_of_them_is_deleted() {
    let indexed = serde_json::json!({"parallelism": 1, "completions": 1, "completionMode": "Indexed"});
    let running = |world: &World| world.stored_pods().any(|pod| pod.status.phase == PodPhase::Running);
    let start = later(world(Release::V1_22.into(), &indexed), running);
    let plan = Plan { max_steps: 7, ..Plan::new(Goal::IndexTwice) };
    not_found(&start, plan.clone());
    found(&start, &plan.with_mishaps([Mishap::PodDeleted], 1));
}

#[test]
fn a_job_fails_if_its_pods_do() {
    let plan = Plan::new(ends(JobConditionType::Failed));
    let mut start = one_pod(Release::V1_11);
    assert_eq!(verdict(&start, plan.clone()), Verdict::Exhausted);
    let patch = serde_json::json!({"spec": {"backoffLimit": 0}});
    start.apply(&Action::PatchJob { name: "j".into(), r#type: crate::api::PatchType::Merge, patch }).unwrap();
    let running = later(start.clone(), |world| world.stored_pods().any(|pod| pod.status.phase == PodPhase::Running));
    found(&running, &plan.clone().with_mishaps([Mishap::PodFails], 1));
    let rules = vec![OutcomeRule { outcome: Outcome::exit(1), ..OutcomeRule::default() }];
    start.apply(&Action::SetOutcomes { rules }).unwrap();
    found(&start, &plan);
}

#[test]
fn drawn_names_merge_as_many_worlds_as_counted_ones() {
    let spec = serde_json::json!({"parallelism": 3, "completions": 3});
    let plan = Plan { max_steps: 9, max_worlds: 400, ..Plan::new(Goal::Stuck) }.with_mishaps([Mishap::PodFails], 1);
    let progress = |naming| {
        let world = with_job(World::new(Release::V1_28).with_naming(naming), &spec);
        let mut explorer = Explorer::new(world, plan.clone());
        while !explorer.go_on(500).is_over {}
        explorer.progress()
    };
    assert_eq!(progress(Naming::Drawn), progress(Naming::Counted));
}

#[test]
fn a_bound_that_was_met_is_shown() {
    let start = world(Release::V1_28.into(), &serde_json::json!({"parallelism": 2, "completions": 2}));
    let never = Plan::new(Goal::Stuck);
    let few = |plan: Plan| verdict(&start, plan);
    assert_eq!(few(Plan { max_steps: 4, ..never.clone() }), Verdict::Bounded(Bound::Steps));
    assert_eq!(few(Plan { max_worlds: 50, ..never.clone() }), Verdict::Bounded(Bound::Worlds));
    let mut explorer = Explorer::new(start, Plan { max_worlds: 50, ..never });
    let first = explorer.go_on(1);
    assert!(!first.is_over && first.worlds > 1 && first.steps_tried >= 1, "{first:?}");
    while !explorer.go_on(1).is_over {}
    assert!(explorer.progress().worlds <= 50);
    assert_eq!(explorer.go_on(1), explorer.progress(), "over is over");
}

/// What is left of the life of one pod is searched to its end, not to a bound.
#[test]
fn every_order_around_one_pod_is_searched() {
    let ended = |world: &World| world.stored_pods().any(|pod| pod.status.phase.is_terminal());
    let start = later(one_pod(Release::V1_36), ended);
    let plan = Plan { max_steps: 60, max_worlds: 5_000, ..Plan::new(broken(Invariant::OneEnd)) };
    assert_eq!(verdict(&start, plan.clone()), Verdict::Exhausted);
    let equal = Plan { sameness: Sameness::Equal, ..plan };
    assert_ne!(verdict(&start, equal), Verdict::Exhausted);
}

/// The order in which schedules come changes neither which worlds there are nor what is found in the end.
#[test]
fn both_orders_come_to_the_same_worlds() {
    let start = one_pod(Release::V1_11);
    let shortest = Plan { max_steps: 60, ..Plan::new(broken(Invariant::OneEnd)) };
    let usual = Plan { order: SearchOrder::Usual, max_steps: 200, ..shortest.clone() };
    let worlds = |plan: Plan| {
        let mut explorer = Explorer::new(start.clone(), plan);
        while !explorer.go_on(500).is_over {}
        assert_eq!(explorer.verdict(), Some(&Verdict::Exhausted));
        (explorer.progress().worlds, explorer.progress().frontier)
    };
    assert_eq!(worlds(usual), worlds(shortest));
}

/// A Job of three pods, from its creation: the second of two late deliveries comes after twelve steps.
#[test]
fn near_the_usual_order_a_search_reaches_the_end() {
    let start = world(Release::V1_25.into(), &serde_json::json!({"parallelism": 3, "completions": 3}));
    let shortest = Plan { max_worlds: 1_000, ..Plan::new(broken(Invariant::FinishedStartsNothing)) };
    assert_eq!(verdict(&start, shortest.clone()), Verdict::Bounded(Bound::Worlds));
    let found = found(&start, &Plan { order: SearchOrder::Usual, ..shortest });
    assert_eq!((found.departures, found.actions.len()), (2, 16));
}

#[test]
fn what_departs_less_comes_first() {
    let start = world(Release::V1_28.into(), &serde_json::json!({"parallelism": 2, "completions": 2}));
    let plan = Plan { order: SearchOrder::Usual, max_worlds: 3_000, ..Plan::new(Goal::Stuck) };
    let mut explorer = Explorer::new(start.clone(), plan.with_mishaps([Mishap::PodFails], 1));
    let mut departures = Vec::new();
    while !explorer.go_on(1).is_over {
        departures.push(explorer.progress().departures);
    }
    assert!(departures.is_sorted() && departures.last().is_some_and(|last| *last >= 2), "{:?}", departures.last());
    // The first one is the usual one.
    let mut usual = start;
    let mut steps = 0;
    while let Some(next) = usual.next_action() {
        usual.apply(&next).unwrap();
        steps += 1;
    }
    assert!(departures.iter().filter(|departures| **departures == 0).count() > steps);
}

#[test]
fn a_job_whose_events_are_held_back_is_not_stuck() {
    let mut start = one_pod(Release::V1_28);
    start.apply(&Action::HoldStream { kind: Kind::Job }).unwrap();
    assert_eq!(verdict(&start, Plan::new(Goal::Stuck)), Verdict::Exhausted);
    assert!(start.choices().is_empty());
}

#[test]
fn expanding_many_at_once_finds_the_same() {
    let spec = serde_json::json!({"parallelism": 2, "completions": 2});
    let start = world(Release::V1_28.into(), &spec);
    let plan = Plan { max_steps: 6, ..Plan::new(Goal::Stuck) }.with_mishaps([Mishap::PodFails], 1);
    let searches = [(Goal::Stuck, 20_000), (Goal::Stuck, 30), (broken(Invariant::NoExtraWork), 20_000)];
    let orders = [SearchOrder::Shortest, SearchOrder::Usual];
    for ((goal, max_worlds), order) in
        searches.into_iter().flat_map(|search| orders.map(|order| (search.clone(), order)))
    {
        let plan = Plan { goal, max_worlds, order, ..plan.clone() };
        let (mut one, mut many) = (Explorer::new(start.clone(), plan.clone()), Explorer::new(start.clone(), plan));
        while !one.go_on(7).is_over {}
        let backwards = |plan: &Plan, tasks: Vec<Task>| {
            let mut successors: Vec<_> = tasks.iter().rev().map(|task| task.expand(plan)).collect();
            successors.reverse();
            successors
        };
        while !many.go_on_with(5, backwards).is_over {}
        assert_eq!(many.verdict(), one.verdict());
        assert_eq!(many.progress(), one.progress());
    }
}

/// The promises that some schedule of at most `most` steps breaks, and how many worlds there are.
fn broken_within(start: &World, plan: &Plan, most: u16) -> (BTreeSet<Invariant>, usize) {
    let mut broken = BTreeSet::new();
    let mut seen = BTreeMap::from([(plan.digest(start, &mut Forms::default()), plan.max_mishaps)]);
    let mut tasks = Vec::from([Task::new(start.clone(), plan.max_mishaps)]);
    for _ in 0..most {
        let mut next = Vec::new();
        for successor in tasks.iter().flat_map(|task| task.expand(plan)) {
            broken
                .extend(successor.reached.iter().flat_map(|reached| &reached.violations).map(|found| found.invariant));
            let left = successor.next.mishaps_left;
            if seen.get(&successor.digest).is_none_or(|known| *known < left) {
                seen.insert(successor.digest, left);
                next.push(successor.task);
            }
        }
        tasks = next;
    }
    (broken, seen.len())
}

/// Counting worlds that differ by a symmetry as one hides no broken promise.
#[test]
fn the_same_promises_are_broken_whichever_worlds_count_as_one() {
    let (mut full, mut reduced, mut broken) = (0, 0, BTreeSet::new());
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut pick = |count: usize| random.below(count);
        let release = Release::ALL[pick(Release::ALL.len())];
        let (parallelism, backoff_limit) = (1 + pick(3), pick(2));
        let mode = if pick(4) == 0 { "Indexed" } else { "NonIndexed" };
        let spec = serde_json::json!({"parallelism": parallelism, "completions": 1 + pick(3), "backoffLimit": backoff_limit,
            "completionMode": mode});
        let mut spec = spec;
        if pick(4) == 0 {
            spec["activeDeadlineSeconds"] = (1 + pick(10)).into();
        }
        let mut start = world(release.into(), &spec);
        for _ in 0..pick(20) {
            let mut actions = start.choices();
            if pick(6) == 0 {
                actions.extend(start.mishaps(Mishap::ALL[pick(5)]));
            }
            let next = if pick(3) == 0 { start.next_action() } else { None };
            let action = next.or_else(|| actions.get(pick(actions.len().max(1))).cloned());
            if let Some(action) = action {
                start.apply(&action).unwrap();
            }
        }
        let plan = Plan::new(Goal::Broken { invariant: None }).with_mishaps([Mishap::ALL[pick(5)]], 1);
        let (by_full, worlds) = broken_within(&start, &Plan { sameness: Sameness::Equal, ..plan.clone() }, 3);
        let (by_reduced, alike) = broken_within(&start, &plan, 3);
        assert_eq!(by_reduced, by_full, "seed {seed}");
        (full, reduced) = (full + worlds, reduced + alike);
        broken.extend(by_full);
    }
    assert!(broken.len() >= 3, "{broken:?}");
    assert!(reduced < full, "{reduced} of {full}");
}

/// The shortest schedule by trying all of them, one after the other, without knowing any world again.
fn shortest(world: &World, goal: &Goal, most: usize) -> Option<usize> {
    (1..=most).find(|steps| reaches(world, goal, *steps))
}

fn reaches(before: &World, goal: &Goal, steps: usize) -> bool {
    steps > 0
        && before.choices().into_iter().any(|action| {
            let mut after = before.clone();
            let step = after.apply(&action).unwrap();
            goal.reached_by(before, &step, &after).is_some() || reaches(&after, goal, steps - 1)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn nothing_shorter_reaches_it(
        release in prop::sample::select(&Release::ALL[..]),
        picks in prop::collection::vec(any::<u8>(), 0..12),
        goal in prop::sample::select(vec![
            Goal::Broken { invariant: None },
            Goal::OverParallelism,
            ends(JobConditionType::Complete),
            Goal::Strikes { breakpoint: Breakpoint::Write { verb: None, refused: Some(true) } },
            Goal::Strikes { breakpoint: Breakpoint::Event { reason: None, r#type: None } },
        ]),
    ) {
        const MOST: u16 = 5;
        let mut start = one_pod(release);
        for pick in picks {
            let choices = start.choices();
            if let Some(action) = choices.get(usize::from(pick) % choices.len().max(1)) {
                start.apply(action).unwrap();
            }
        }
        let plan = Plan { max_steps: MOST, ..Plan::new(goal.clone()) };
        let shortest = shortest(&start, &goal, MOST.into());
        let is_found = matches!(verdict(&start, plan.clone()), Verdict::Found(_));
        prop_assert_eq!(is_found.then(|| found(&start, &plan).actions.len()), shortest);
    }
}
