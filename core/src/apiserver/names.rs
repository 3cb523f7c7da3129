//! Generated names (`names.SimpleNameGenerator`) and UIDs.
//!
//! Upstream draws both at random. Here they follow from the seed, from what the name begins with, and from the number of
//! objects that have got a name beginning so: no other choice changes them, and they change no other. So the pods of a Job
//! have the same names in all branches and releases, whatever is done between their creations.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smol_str::{SmolStrBuilder, format_smolstr};

use crate::api::{Fresh, KeyMap, Name, Namespace, ObjectKey, Uid};
use crate::random::Random;

/// `maxGeneratedNameLength`: what comes after it is left out of `generateName`.
const MAX_BASE_LENGTH: usize = 58;

/// Number of characters that the server puts behind `generateName`.
pub(super) const SUFFIX_LENGTH: usize = 5;

/// The characters that they are drawn from: no vowels, and none that look like others.
const ALPHABET: &str = "bcdfghjklmnpqrstvwxz2456789";

/// What UIDs of Jobs are drawn for. No name has a slash.
const JOBS: &str = "jobs/";

/// What names of refused pods are drawn for, after what they begin with.
const REFUSED: &str = "/refused";

/// How the server generates names and UIDs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Naming {
    /// As a real server: five drawn characters such as `pi-x7k2p`, and UUIDs of version 4.
    #[default]
    Drawn,
    /// Counting: `pi-00000`, `uid-pi-00000`, `job-uid-0`. Recordings of real controllers name their objects so, and so did
    /// sessions before version 6.
    Counted,
}

/// The names that were given.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Names {
    pub(super) naming: Naming,
    pub(super) seed: u32,
    /// How many objects were given names, by what the names begin with.
    given: Fresh<Given>,
}

/// How many objects were given names, by what the names begin with. A Job with indexes has a beginning for each.
#[derive(Clone, Debug, Default, PartialEq)]
struct Given(KeyMap<u32>);

impl Given {
    /// The number for that beginning, before it is raised.
    fn count(&mut self, base: &Name) -> u32 {
        // The map's keys have a namespace, which does not matter here.
        let key = ObjectKey::new(Namespace::the_default(), base);
        if let Some(given) = self.0.get_mut(&key) {
            let number = *given;
            *given = given.wrapping_add(1);
            return number;
        }
        self.0.insert(&key, 1);
        0
    }
}

impl Serialize for Given {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, given)| (key.name(), given)))
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = BTreeMap::<Name, u32>::deserialize(deserializer)?;
        let key = |base| ObjectKey::new(Namespace::the_default(), &base);
        Ok(Self(given.into_iter().map(|(base, given)| (key(base), given)).collect()))
    }
}

impl Names {
    /// Names and UIDs as `naming` says, with nothing given yet.
    pub(super) fn new(naming: Naming) -> Self {
        Self { naming, ..Self::default() }
    }

    /// A name that begins with `generate_name`, with a UID for the pod that gets it.
    pub(super) fn generate(&mut self, generate_name: &Name, is_taken: impl Fn(&Name) -> bool) -> (Name, Uid) {
        let base = base_of(generate_name);
        loop {
            let number = self.count(&base);
            if self.naming == Naming::Counted {
                let name = Name::from(format_smolstr!("{base}{number:05}"));
                return (name.clone(), counted_uid(&name));
            }
            let mut random = self.random(base.as_str(), number.into());
            let name = suffixed(&base, &mut random);
            if !is_taken(&name) {
                return (name, uuid(&mut random));
            }
        }
    }

    /// The name that a pod has when an injected fault refuses it, after its `generateName`. No pod that is created later
    /// has another name because of it.
    pub(super) fn generate_refused(&mut self, generate_name: &Name) -> Name {
        let base = base_of(generate_name);
        let stream = Name::from(format_smolstr!("{base}{REFUSED}"));
        let number = self.count(&stream);
        let mut random = self.random(stream.as_str(), number.into());
        suffixed(&base, &mut random)
    }

    /// A UID for a pod that brings its name along.
    pub(super) fn pod_uid(&mut self, name: &Name) -> Uid {
        match self.naming {
            Naming::Counted => counted_uid(name),
            Naming::Drawn => {
                let number = self.count(name);
                uuid(&mut self.random(name.as_str(), number.into()))
            }
        }
    }

    /// The UID of the Job of that number.
    pub(super) fn job_uid(&self, number: u64) -> Uid {
        match self.naming {
            Naming::Counted => Uid::from(format_smolstr!("job-uid-{number}")),
            Naming::Drawn => uuid(&mut self.random(JOBS, number)),
        }
    }

    /// The number of objects that were given a name with that base; from now on one more.
    fn count(&mut self, base: &Name) -> u32 {
        self.given.count(base)
    }

    /// What is drawn for the object of that number among those of `base`.
    fn random(&self, base: &str, number: u64) -> Random {
        let of_number = Random::new(u64::from(self.seed).rotate_left(32) ^ number).number();
        Random::new(hash(base) ^ of_number)
    }
}

/// The UID of an object that no controller here reads, such as an Event.
pub(crate) fn uid_from_name(name: &str) -> Uid {
    uuid(&mut Random::new(hash(name)))
}

/// FNV-1a: the same on every target.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What of `generateName` a name begins with.
fn base_of(generate_name: &Name) -> Name {
    let text = generate_name.as_str();
    if text.len() <= MAX_BASE_LENGTH {
        return generate_name.clone();
    }
    let mut end = MAX_BASE_LENGTH;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    Name::from(text.get(..end).unwrap_or_default())
}

/// `base` with a suffix from `utilrand.String`.
fn suffixed(base: &Name, random: &mut Random) -> Name {
    let mut name = SmolStrBuilder::new();
    name.push_str(base.as_str());
    for _ in 0..SUFFIX_LENGTH {
        let place = random.below(ALPHABET.len());
        name.push_str(ALPHABET.get(place..=place).unwrap_or_default());
    }
    Name::from(name.finish())
}

/// `uuid.NewUUID`: 122 bits are drawn; the version is 4, the variant that of RFC 9562.
fn uuid(random: &mut Random) -> Uid {
    let (high, low) = (random.number(), random.number());
    let high = (high & !0xf000) | 0x4000;
    let low = (low & !(0b11 << 62)) | (0b10 << 62);
    let bytes = (u128::from(high) << 64 | u128::from(low)).to_be_bytes();
    let mut text = [b'-'; 36];
    let places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
    for (byte, place) in bytes.into_iter().zip(places) {
        if let Some([first, second]) = text.get_mut(place..place + 2) {
            (*first, *second) = (hex_digit(byte >> 4), hex_digit(byte & 0xf));
        }
    }
    Uid::from(str::from_utf8(&text).unwrap_or_default())
}

fn hex_digit(value: u8) -> u8 {
    if value < 10 { b'0' + value } else { b'a' - 10 + value }
}

fn counted_uid(name: &Name) -> Uid {
    Uid::from(format_smolstr!("uid-{name}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn names(seed: u32) -> Names {
        Names { seed, ..Names::new(Naming::Drawn) }
    }

    fn generated(names: &mut Names, base: &str) -> String {
        names.generate(&base.into(), |_| false).0.to_string()
    }

    #[test]
    fn names_look_like_those_of_a_real_server() {
        let long = format!("{}ü-", "x".repeat(57));
        for (base, kept) in [("pi-", "pi-"), ("pi-0-", "pi-0-"), (long.as_str(), &long[..57]), ("", "")] {
            let name = generated(&mut names(0), base);
            let suffix = name.strip_prefix(kept).unwrap();
            assert!(suffix.len() == 5 && suffix.chars().all(|c| ALPHABET.contains(c)), "{name}");
        }
        let (_, uid) = names(0).generate(&"pi-".into(), |_| false);
        let parts: Vec<_> = uid.as_str().split('-').collect();
        assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [8, 4, 4, 4, 12], "{uid}");
        assert!(parts[2].starts_with('4') && parts[3].starts_with(['8', '9', 'a', 'b']), "{uid}");
    }

    #[test]
    fn they_follow_from_the_seed_the_base_and_the_number_and_from_nothing_else() {
        let (mut one, mut other) = (names(7), names(7));
        let first: Vec<_> = (0..3).map(|_| generated(&mut one, "a-")).collect();
        let mixed = (0..3).map(|_| {
            generated(&mut other, "b-");
            other.pod_uid(&"c".into());
            generated(&mut other, "a-")
        });
        assert_eq!(mixed.collect::<Vec<_>>(), first);
        let suffix = |name: String| name[2..].to_owned();
        let others = [generated(&mut names(8), "a-"), generated(&mut names(7), "b-"), first[1].clone()];
        assert!(others.into_iter().all(|name| suffix(name) != suffix(first[0].clone())));
    }

    #[test]
    fn no_name_is_given_that_is_taken_and_no_uid_twice() {
        let mut all = names(0);
        let first = generated(&mut all, "a-");
        assert_ne!(names(0).generate(&"a-".into(), |name| name.as_str() == first).0.as_str(), first);
        let bare = (0..500).map(|_| all.pod_uid(&"a".into())).collect::<Vec<_>>();
        let jobs = (0..500).map(|number| all.job_uid(number)).collect::<Vec<_>>();
        let pods = (0..500).map(|_| all.generate(&"a-".into(), |_| false).1);
        assert_eq!(pods.chain(bare).chain(jobs).collect::<BTreeSet<_>>().len(), 1500);
    }

    #[test]
    fn a_refused_pod_takes_no_name_from_later_ones() {
        let (mut one, mut other) = (names(7), names(7));
        let refused = (0..3).map(|_| one.generate_refused(&"a-".into()).to_string()).collect::<BTreeSet<_>>();
        let after = generated(&mut one, "a-");
        assert_eq!(after, generated(&mut other, "a-"));
        assert!(refused.len() == 3 && !refused.contains(&after), "{refused:?}");
        assert!(refused.iter().all(|name| name.len() == 7 && name.starts_with("a-")), "{refused:?}");
    }

    #[test]
    fn counted_names_count_up() {
        let mut names = Names::new(Naming::Counted);
        assert_eq!(generated(&mut names, "a-"), "a-00000");
        let (name, uid) = names.generate(&"a-".into(), |_| true);
        assert_eq!((name.as_str(), uid.as_str(), names.job_uid(3).as_str()), ("a-00001", "uid-a-00001", "job-uid-3"));
    }
}
