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

use serde::Serialize;
use siphasher::sip128::{Hasher128, SipHasher13};

use super::Forms;
use super::ages::Ages;
use super::form::{Form, Mark, Part};
use super::order::{Order, place};
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

/// [`digest_of_alike`], which reuses the forms of objects that earlier worlds had, too.
pub(super) fn digest_of_alike_with(world: &World, forms: &mut Forms) -> u128 {
    let Some(pods) = numbered_pods(world) else { return digest(world) };
    let ages = Ages::of(world, &pods);
    let parts = forms.form_of(world, &pods, &ages);
    let Some((rest, pods)) = parts.split_first() else { return 0 };
    let order = Order::of(&parts, world.now().0);
    let named: Vec<_> = named_in(rest).collect();
    let mut written = forms.take_spare_bytes();
    // The pods by what is said of each, without their names.
    let mut sorted: Vec<_> = pods
        .iter()
        .enumerate()
        .map(|(number, part)| {
            let mut hash = SipHasher13::new();
            written.clear();
            order.write(part, false, &mut written, |other| u64::from(other == number));
            for (place, _) in named.iter().filter(|(_, pod)| *pod == number) {
                written.extend_from_slice(&(*place as u64).to_le_bytes());
            }
            hash.write(&written);
            hash.write(&part.bytes);
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
    written.clear();
    order.write(rest, true, &mut written, place_of);
    for (said, _, part) in sorted {
        written.extend_from_slice(&said.to_le_bytes());
        for (_, pod) in named_in(part) {
            written.extend_from_slice(&place_of(pod).to_le_bytes());
        }
    }
    written.extend_from_slice(&place(&order.of_jobs, order.second).to_le_bytes());
    let mut hash = SipHasher13::new();
    hash.write(&written);
    hash.write(&rest.bytes);
    forms.give_back(parts, written);
    hash.finish128().as_u128()
}

/// The pods that a part names, after the place of the mark.
fn named_in(part: &Part) -> impl Iterator<Item = (usize, usize)> {
    let marks = part.marks.iter().enumerate();
    marks.filter_map(|(place, mark)| if let Mark::Pod(pod) = mark { Some((place, *pod)) } else { None })
}

/// Numbers of pods, by name and by UID, sorted.
pub(super) type PodNumbers<'a> = [(&'a str, usize)];

/// The pods, numbered, by name and by UID; `None` if they have to be distinguished.
fn numbered_pods(world: &World) -> Option<Vec<(&str, usize)>> {
    if !world.treats_pods_alike() {
        return None;
    }
    // A pod is in the store, in the cache, and in a few events.
    let mut pods = Vec::with_capacity(4 * world.stored_pods().len());
    pods.extend(world.pods_anywhere().map(|pod| (pod.metadata.name(), pod.metadata.uid())));
    pods.sort_unstable();
    pods.dedup();
    let another_of_that_name = pods.iter().zip(pods.iter().skip(1)).any(|(one, other)| one.0 == other.0);
    let mut texts: Vec<_> =
        pods.into_iter().enumerate().flat_map(|(number, (name, uid))| [(name, number), (uid, number)]).collect();
    texts.sort_unstable();
    (!another_of_that_name).then_some(texts)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

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
        let alike =
            |value| Form::marked(&(1, Fresh(value)), &[], &ages, &BTreeMap::new(), Vec::new()).0.remove(0).bytes;
        assert_eq!(alike(2), alike(3));
    }

    #[test]
    fn it_is_the_same_on_every_target() {
        let expected = "bab0ca2321445210f404e7b57356771a";
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
        assert!(forms.len() > 10);
    }

    #[test]
    fn instants_count_from_the_present_second() {
        let starting = |ms| World::starting_at(Release::V1_36, Time::START.plus(ms));
        assert_ne!(digest(&starting(5_000)), digest(&starting(0)));
        assert_eq!(digest_of_alike(&starting(5_000)), digest_of_alike(&starting(0)));
        assert_ne!(digest_of_alike(&starting(500)), digest_of_alike(&starting(0)));
    }
}
