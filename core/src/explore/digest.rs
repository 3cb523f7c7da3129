//! A world's digest: 128 bits that are the same for worlds with the same future, on every target.
//!
//! [`digest`] is the same for worlds that are equal except for what no action reads (metrics, Events). [`digest_of_alike`]
//! is also the same for two worlds if one becomes the other by
//!
//! - renaming pods: a new name is drawn without regard to the names that were drawn before;
//! - numbering resource versions otherwise. Those of a pod are only compared with one another, and those of events under
//!   way with what the controller has written; those of Jobs only with one another. These orders stay;
//! - shifting all instants by whole seconds: only differences between them are read, and the API keeps whole seconds.
//!
//! The form of such a world has places instead of these: a pod's place among the pods sorted without their names, a version's
//! among those of its kind, and an instant's distance from the present second.

use std::hash::Hasher;

use serde::Serialize;
use siphasher::sip128::{Hasher128, SipHasher13};

use super::form::{Form, Mark, Part};
use crate::trace::Kind;
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
    for part in Form::of(value, None) {
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
    let Some(pods) = numbered_pods(world) else { return digest(world) };
    let parts = Form::of(world, Some(&pods));
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
    hash.finish128().as_u128()
}

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

/// What makes places of marks.
struct Order {
    /// The present second.
    second: i64,
    /// The resource versions of Jobs, sorted.
    jobs: Vec<u64>,
    /// How far the informer of pods has come, and the controller has written, sorted.
    reached: Vec<u64>,
    /// The resource versions of pods, by pod, sorted.
    pods: Vec<(usize, u64)>,
}

impl Order {
    fn of(parts: &[Part], now: i64) -> Self {
        let (mut jobs, mut reached, mut pods) = (Vec::new(), Vec::new(), Vec::new());
        for mark in parts.iter().flat_map(|part| &part.marks) {
            match *mark {
                Mark::Version(Some(Kind::Job), _, version) => jobs.push(version),
                Mark::Version(Some(Kind::Pod), None, version) => reached.push(version),
                Mark::Version(Some(Kind::Pod), Some(pod), version) => pods.push((pod, version)),
                Mark::Version(None, ..) | Mark::Pod(_) | Mark::Time(_) => {}
            }
        }
        jobs.sort_unstable();
        jobs.dedup();
        reached.sort_unstable();
        reached.dedup();
        pods.sort_unstable();
        pods.dedup();
        Self { second: now.div_euclid(1000) * 1000, jobs, reached, pods }
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
                Mark::Time(time) => write(time.wrapping_sub(self.second).cast_unsigned()),
            }
        }
    }
}

fn place(versions: &[u64], version: u64) -> u64 {
    versions.partition_point(|other| *other < version) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Fresh, Release, Shown, Time};
    use crate::world::{Action, Naming};

    fn of(value: &impl Serialize) -> Vec<u8> {
        Form::of(value, None).remove(0).bytes
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
        let alike = |value| Form::of(&(1, Fresh(value)), Some(&[])).remove(0).bytes;
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
    fn instants_count_from_the_present_second() {
        let starting = |ms| World::starting_at(Release::V1_36, Time::START.plus(ms));
        assert_ne!(digest(&starting(5_000)), digest(&starting(0)));
        assert_eq!(digest_of_alike(&starting(5_000)), digest_of_alike(&starting(0)));
        assert_ne!(digest_of_alike(&starting(500)), digest_of_alike(&starting(0)));
    }
}
