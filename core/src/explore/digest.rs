//! A world's digest: 128 bits that are the same for worlds with the same future, on every target.
//!
//! [`digest`] is the same for worlds that are equal except for what no action reads (metrics, Events). [`digest_of_alike`]
//! is also the same for two worlds if one becomes the other by
//!
//! - renaming pods: a new name is drawn without regard to the names that were drawn before;
//! - numbering resource versions otherwise. Those of a pod are only compared with one another, and those of events under
//!   way with what the controller has written; those of Jobs only with one another. These orders stay;
//! - shifting all instants by whole seconds: only differences between them are read, and the API keeps whole seconds;
//! - shifting an instant by itself, as far as nothing reads it (`ages`): most instants of the API are only shown.
//!
//! The form of such a world has places instead of these: a pod's place among the pods sorted without their names, a version's
//! among those of its kind, and what is read of an instant, such as its distance from the present second.

use std::hash::Hasher;
use std::sync::Arc;

use serde::Serialize;
use siphasher::sip128::{Hasher128, SipHasher13};

use super::ages::{Age, Ages};
use super::form::{Form, Mark, ObjectForm, ObjectForms, Part, Place};
use crate::api::{Job, Name, Pod};
use crate::client::BACKOFF_RESET_MS;
use crate::trace::{EXPECTATIONS_TIMEOUT_MS, Kind, MAX_JOB_POD_FAILURE_BACK_OFF_MS};
use crate::world::World;

/// The digest of a world.
///
/// ```
/// use jobscope_core::api::Release;
/// use jobscope_core::explore::digest::digest;
/// use jobscope_core::world::{Action, World};
///
/// let world = World::new(Release::V1_28);
/// let mut later = world.clone();
/// assert_eq!(digest(&later), digest(&world));
/// later.apply(&Action::Advance { ms: 1 })?;
/// assert_ne!(digest(&later), digest(&world));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn digest(world: &World) -> u128 {
    digest_of(world)
}

fn digest_of(value: &impl Serialize) -> u128 {
    let mut hash = SipHasher13::new();
    for part in Form::of(value) {
        hash.write(&part.bytes);
    }
    hash.finish128().as_u128()
}

/// The digest of a world that is the same for worlds that differ only by a symmetry. Where something tells alike pods
/// apart, such as a rule for the first three, it is [`digest`].
///
/// ```
/// use jobscope_core::api::Release;
/// use jobscope_core::explore::digest::digest_of_alike;
/// use jobscope_core::world::{Action, World};
///
/// let world = World::new(Release::V1_28);
/// let after = |ms| {
///     let mut world = world.clone();
///     world.apply(&Action::Advance { ms }).map(|_| digest_of_alike(&world))
/// };
/// assert_ne!(after(1)?, after(2)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn digest_of_alike(world: &World) -> u128 {
    digest_of_alike_with(world, &mut Forms::default())
}

/// The same, faster if the forms of many of the world's objects are known from worlds before.
pub(super) fn digest_of_alike_with(world: &World, forms: &mut Forms) -> u128 {
    let Some(pods) = numbered_pods(world) else { return digest(world) };
    let ages = Ages::of(world, &pods);
    let mut group = forms.take(&pods, ages.read_of_objects());
    let (parts, new) = Form::marked(world, &pods, &ages, &group.objects);
    group.keep(new, world);
    forms.0.push(group);
    let Some((rest, pods)) = parts.split_first() else { return 0 };
    let order = Order::of(&parts, world.now().0);
    // The pods by what is said of each, without their names.
    let mut sorted: Vec<_> = pods
        .iter()
        .enumerate()
        .map(|(number, part)| {
            let mut hash = SipHasher13::new();
            order.hash(part, false, &mut hash, |other| u64::from(other == number));
            for (place, _) in rest.marks.iter().enumerate().filter(|(_, mark)| **mark == Mark::Pod(number)) {
                hash.write(&(place as u64).to_le_bytes());
            }
            (hash.finish128().as_u128(), number, part)
        })
        .collect();
    sorted.sort_unstable_by_key(|(said, number, _)| (*said, *number));
    let mut places = vec![0; pods.len()];
    for (place, (_, number, _)) in (0..).zip(&sorted) {
        if let Some(at) = places.get_mut(*number) {
            *at = place;
        }
    }
    let place_of = |number: usize| places.get(number).copied().unwrap_or(u64::MAX);
    let mut hash = SipHasher13::new();
    order.hash(rest, true, &mut hash, place_of);
    for (_, _, part) in sorted {
        order.hash(part, false, &mut hash, place_of);
    }
    hash.write(&place(&order.of_jobs, order.second).to_le_bytes());
    hash.finish128().as_u128()
}

/// Forms of objects. Worlds that follow from one another share most of their objects.
#[derive(Clone, Debug, Default)]
pub struct Forms(Vec<Group>);

/// Those of worlds with the same pods, in which the same is read of instants.
#[derive(Clone, Debug)]
struct Group {
    pods: Vec<(Name, usize)>,
    read: (bool, bool),
    objects: ObjectForms,
    /// The objects themselves: as long as they are kept, their places are those of no others.
    kept: Vec<AnyObject>,
}

#[derive(Clone, Debug)]
#[expect(dead_code, reason = "they are kept for the places that they take")]
enum AnyObject {
    Job(Arc<Job>),
    Pod(Arc<Pod>),
}

/// Most groups, and most objects in one.
const MOST_GROUPS: usize = 16;
const MOST_OBJECTS: usize = 4_096;

impl Forms {
    /// The group of these worlds, which is to be put back.
    fn take(&mut self, pods: &PodNumbers<'_>, read: (bool, bool)) -> Group {
        let is_same = |group: &Group| {
            group.read == read
                && group.pods.len() == pods.len()
                && group.pods.iter().zip(pods).all(|(known, pod)| known.0.as_str() == pod.0 && known.1 == pod.1)
        };
        if let Some(place) = self.0.iter().position(is_same) {
            return self.0.swap_remove(place);
        }
        if self.0.len() >= MOST_GROUPS {
            self.0.clear();
        }
        let pods = pods.iter().map(|(text, number)| (Name::from(*text), *number)).collect();
        Group { pods, read, objects: ObjectForms::new(), kept: Vec::new() }
    }
}

impl Group {
    /// Keeps the forms of objects that the world shares with those that follow from it.
    fn keep(&mut self, new: Vec<(Place, ObjectForm)>, world: &World) {
        if self.kept.len() >= MOST_OBJECTS {
            self.objects.clear();
            self.kept.clear();
        }
        for (place, object) in new {
            let pod = world.pods_anywhere().find(|pod| std::ptr::from_ref(&pod.metadata).addr() == place);
            let job = || world.jobs_anywhere().find(|job| std::ptr::from_ref(&job.metadata).addr() == place);
            let kept = pod.map(|pod| AnyObject::Pod(Arc::clone(pod)));
            let kept = kept.or_else(|| Some(AnyObject::Job(Arc::clone(job()?))));
            if let Some(kept) = kept {
                self.objects.insert(place, object);
                self.kept.push(kept);
            }
        }
    }
}

/// Numbers of pods, by name and by UID, sorted.
pub(super) type PodNumbers<'a> = [(&'a str, usize)];

/// The pods, numbered, by name and by UID; `None` if they have to be distinguished.
fn numbered_pods(world: &World) -> Option<Vec<(&str, usize)>> {
    if !world.treats_pods_alike() {
        return None;
    }
    let mut pods: Vec<_> = world.pods_anywhere().map(|pod| (pod.metadata.name(), pod.metadata.uid())).collect();
    pods.sort_unstable();
    pods.dedup();
    let another_of_that_name = pods.iter().zip(pods.iter().skip(1)).any(|(one, other)| one.0 == other.0);
    let mut texts: Vec<_> =
        pods.into_iter().enumerate().flat_map(|(number, (name, uid))| [(name, number), (uid, number)]).collect();
    texts.sort_unstable();
    (!another_of_that_name).then_some(texts)
}

/// Failures longer ago than this delay nothing any more.
const LONGEST_BACK_OFF_MS: i64 = MAX_JOB_POD_FAILURE_BACK_OFF_MS + 1_000;

/// What makes places of marks.
struct Order {
    /// The present.
    now: i64,
    /// The present second.
    second: i64,
    /// The instants of Jobs, and the present second, sorted.
    of_jobs: Vec<i64>,
    /// When pods failed, and the present second, sorted.
    failures: Vec<i64>,
    /// When the moves of pods that are due became due, sorted.
    overdue: Vec<i64>,
    /// The resource versions of Jobs, sorted.
    jobs: Vec<u64>,
    /// How far the informer of pods has come, and the controller has written, sorted.
    reached: Vec<u64>,
    /// The resource versions of pods, by pod, sorted.
    pods: Vec<(usize, u64)>,
}

impl Order {
    fn of(parts: &[Part], now: i64) -> Self {
        let second = now.div_euclid(1000) * 1000;
        let (mut jobs, mut reached, mut pods) = (Vec::new(), Vec::new(), Vec::new());
        let (mut of_jobs, mut failures, mut overdue) = (Vec::from([second]), Vec::from([second]), Vec::new());
        for mark in parts.iter().flat_map(|part| &part.marks) {
            match *mark {
                Mark::Version(Some(Kind::Job), _, version) => jobs.push(version),
                Mark::Version(Some(Kind::Pod), None, version) => reached.push(version),
                Mark::Version(Some(Kind::Pod), Some(pod), version) => pods.push((pod, version)),
                Mark::Time(Age::AmongJobs, time) => of_jobs.push(time),
                Mark::Time(Age::Failure, time) => failures.push(time),
                Mark::Time(Age::Due, time) if time <= now => overdue.push(time),
                Mark::Version(None, ..) | Mark::Pod(_) | Mark::Time(..) => {}
            }
        }
        for numbers in [&mut jobs, &mut reached] {
            numbers.sort_unstable();
            numbers.dedup();
        }
        for times in [&mut of_jobs, &mut failures, &mut overdue] {
            times.sort_unstable();
            times.dedup();
        }
        pods.sort_unstable();
        pods.dedup();
        Self { now, second, of_jobs, failures, overdue, jobs, reached, pods }
    }

    /// Adds a part. Only versions in the one that belongs to no pod are those of events under way, which the informer is
    /// going to reach.
    fn hash(&self, part: &Part, is_under_way: bool, hash: &mut SipHasher13, place_of: impl Fn(usize) -> u64) {
        // So that it is known where it ends.
        hash.write(&(part.bytes.len() as u64).to_le_bytes());
        hash.write(&part.bytes);
        let mut write = |number: u64| hash.write(&number.to_le_bytes());
        for mark in &part.marks {
            match mark {
                Mark::Pod(number) => write(place_of(*number)),
                Mark::Version(Some(Kind::Pod), Some(pod), version) => {
                    let first = self.pods.partition_point(|(other, _)| other < pod);
                    write((self.pods.partition_point(|other| *other < (*pod, *version)) - first) as u64);
                    if is_under_way {
                        write(self.reached.partition_point(|other| other <= version) as u64);
                    }
                }
                Mark::Version(Some(Kind::Pod), None, version) => {
                    write(u64::MAX);
                    write(place(&self.reached, *version));
                }
                Mark::Version(Some(Kind::Job), _, version) => write(place(&self.jobs, *version)),
                Mark::Version(None, _, version) => write(*version),
                Mark::Time(age, time) => self.write_time(*age, *time, &mut write),
            }
        }
    }

    /// Adds what is read of an instant.
    fn write_time(&self, age: Age, time: i64, write: &mut impl FnMut(u64)) {
        let distance = time.wrapping_sub(self.second);
        write(age as u64);
        match age {
            Age::Unread => {}
            Age::Distance => write(distance.cast_unsigned()),
            Age::AmongJobs => write(place(&self.of_jobs, time)),
            Age::Failure => write(distance.max(-LONGEST_BACK_OFF_MS).cast_unsigned()),
            Age::Success => {
                let place = self.failures.partition_point(|other| *other < time);
                write(place as u64);
                write(u64::from(self.failures.get(place) == Some(&time)));
            }
            Age::Due if time <= self.now => {
                write(0);
                write(place(&self.overdue, time));
            }
            Age::Due => {
                write(1);
                write(distance.cast_unsigned());
            }
            Age::Expected => write(self.age_up_to(time, EXPECTATIONS_TIMEOUT_MS)),
            Age::Relisted => write(self.age_up_to(time, BACKOFF_RESET_MS)),
            Age::Coming => write(time.max(self.now).wrapping_sub(self.second).cast_unsigned()),
        }
    }
}

impl Order {
    /// How long ago that was, in milliseconds; where it is longer than `most`, it does not matter how much.
    fn age_up_to(&self, time: i64, most: i64) -> u64 {
        self.now.saturating_sub(time).min(most.saturating_add(1)).cast_unsigned()
    }
}

fn place<T: PartialOrd + Copy>(sorted: &[T], value: T) -> u64 {
    sorted.partition_point(|other| *other < value) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Fresh, PatchType, Release, Shown, Time};
    use crate::world::{Action, Naming};

    fn of(value: &impl Serialize) -> Vec<u8> {
        Form::of(value).remove(0).bytes
    }

    #[test]
    fn what_is_written_alike_is_not_the_same() {
        let different = [
            of(&("ab", "c")),
            of(&("a", "bc")),
            of(&["ab", "c"].concat()),
            of(&vec![vec![1], vec![2, 3]]),
            of(&vec![vec![1, 2], vec![3]]),
            of(&vec![1, 2, 3]),
            of(&Option::<u8>::None),
            of(&Some(0_u8)),
            of(&0_u64),
            of(&""),
        ];
        for (place, one) in different.iter().enumerate() {
            assert!(different.iter().skip(place + 1).all(|other| other != one), "{place}");
        }
    }

    #[test]
    fn what_is_left_out_is_left_out_by_its_type() {
        assert_eq!(of(&(1, Shown(2))), of(&(1, Shown(3))));
        assert_ne!(of(&(1, Fresh(2))), of(&(1, Fresh(3))));
        let ages = Ages::of(&World::new(Release::V1_36), &[]);
        let alike = |value| Form::marked(&(1, Fresh(value)), &[], &ages, &ObjectForms::new()).0.remove(0).bytes;
        assert_eq!(alike(2), alike(3));
    }

    #[test]
    fn it_is_the_same_on_every_target() {
        let expected = "5287a602f4b83602b3e1bf2141904a01";
        assert_eq!(format!("{:032x}", digest_of(&("jobscope", 1_i32, [true, false]))), expected);
    }

    /// Three pods of one Job, made in one sync, of which those at the given places in order of their names run.
    fn with_running(running: &[&[usize]]) -> World {
        let job = serde_json::from_value(serde_json::json!({"metadata": {"name": "j"}, "spec": {
            "parallelism": 3, "completions": 3,
            "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}}}}))
        .unwrap();
        let mut world = World::new(Release::V1_36).with_naming(Naming::Drawn);
        world.apply(&Action::CreateJob { job: Box::new(job) }).unwrap();
        while world.stored_pods().len() < 3
            || world.next_action().is_some_and(|next| matches!(next, Action::Deliver { .. }))
        {
            world.apply(&world.next_action().unwrap()).unwrap();
        }
        let names: Vec<_> = world.stored_pods().filter_map(|pod| pod.metadata.name.clone()).collect();
        for places in running {
            let pods = places.iter().map(|place| names[*place].clone()).collect();
            world.apply(&Action::PodRun { pods, ready: true }).unwrap();
        }
        world
    }

    #[test]
    fn pods_that_differ_by_their_names_count_as_one() {
        let one = with_running(&[&[0]]);
        for place in [1, 2] {
            let other = with_running(&[&[place]]);
            assert_ne!(digest(&one), digest(&other));
            assert_eq!(digest_of_alike(&one), digest_of_alike(&other));
        }
        let two = digest_of_alike(&with_running(&[&[0], &[1]]));
        assert_ne!(digest_of_alike(&one), two);
        assert_eq!(digest_of_alike(&with_running(&[&[2], &[0]])), two);
        // The events of one action come in the order of the names.
        assert_eq!(digest_of_alike(&with_running(&[&[0, 1]])), digest_of_alike(&with_running(&[&[1, 2]])));
    }

    #[test]
    fn instants_that_nothing_reads_do_not_count() {
        let ended = |ttl: bool, ms: i64| {
            let mut world = with_running(&[&[0, 1, 2]]);
            if ttl {
                let patch = serde_json::json!({"spec": {"ttlSecondsAfterFinished": 100}});
                world.apply(&Action::PatchJob { name: "j".into(), r#type: PatchType::Merge, patch }).unwrap();
            }
            while world.stored_jobs().any(|job| job.status.finished().is_none()) {
                world.apply(&world.next_action().unwrap()).unwrap();
            }
            world.apply(&Action::Advance { ms }).unwrap();
            world
        };
        assert_ne!(digest(&ended(false, 2_000)), digest(&ended(false, 7_000)));
        assert_eq!(digest_of_alike(&ended(false, 2_000)), digest_of_alike(&ended(false, 7_000)));
        assert_ne!(digest_of_alike(&ended(true, 2_000)), digest_of_alike(&ended(true, 7_000)), "when it is deleted");
    }

    #[test]
    fn forms_that_are_known_change_no_digest() {
        let mut world = with_running(&[&[1]]);
        let mut forms = Forms::default();
        while let Some(next) = world.next_action() {
            for choice in world.choices() {
                let mut other = world.clone();
                other.apply(&choice).unwrap();
                assert_eq!(digest_of_alike_with(&other, &mut forms), digest_of_alike(&other), "{choice:?}");
            }
            world.apply(&next).unwrap();
        }
        assert!(forms.0.iter().any(|group| group.kept.len() > 10));
    }

    #[test]
    fn instants_count_from_the_present_second() {
        let starting = |ms| World::starting_at(Release::V1_36, Time::START.plus(ms));
        assert_ne!(digest(&starting(5_000)), digest(&starting(0)));
        assert_eq!(digest_of_alike(&starting(5_000)), digest_of_alike(&starting(0)));
        assert_ne!(digest_of_alike(&starting(500)), digest_of_alike(&starting(0)));
    }
}
