//! A world as its digest sees it: bytes, and marks in place of identities that could be others.
//!
//! It is made of the same data that a world is written down as, in its order, without going by way of text. What is left
//! out is left out by its type: [`Shown`](crate::api::Shown), which no action reads, and, where worlds that differ only
//! by names count as one, [`Fresh`](crate::api::Fresh), from which new names are drawn.

mod serializer;

use std::collections::BTreeMap;
use std::hash::Hasher;

use serde::Serialize;
use siphasher::sip128::{Hasher128, SipHasher13};

use super::ages::{Age, Ages, PodAge};
use crate::api::{Job, Object, Pod};
use crate::garbagecollector::Node;
use crate::trace::Kind;

/// Something that matters only in relation to others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A pod, by its name or its UID: its number.
    Pod(usize),
    /// A resource version of objects of that kind, or of something else; that of a pod with the pod's number, if it is
    /// one of a certain pod.
    Version(Option<Kind>, Option<usize>, u64),
    /// An instant, by what is read of it.
    Time(Age, i64),
}

/// What belongs to one pod, or to none.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// Everything but the marks.
    pub(super) bytes: Vec<u8>,
    /// The marks, in order.
    pub(super) marks: Vec<Mark>,
}

/// A world in parts.
#[derive(Debug)]
pub(super) struct Form<'a> {
    /// The numbers of pods, by name and by UID, sorted; `None` if all is to stay as it is.
    pods: Option<&'a [(&'a str, usize)]>,
    /// First what belongs to no pod, then what belongs to each. The part that is being written is in `present`.
    parts: Vec<Part>,
    present: Part,
    place: usize,
    /// The kind of the object that is being written.
    kind: Option<Kind>,
    /// The pod that it is, as soon as its name was written.
    pod: Option<usize>,
    /// How many maps were begun.
    maps: u16,
    /// The field that is being written, after the name of its type.
    field: (&'static str, &'static str),
    /// What is read of instants.
    ages: Option<&'a Ages>,
    /// The shortest delay of the rate limiter that is being written, in milliseconds.
    base_ms: i64,
    /// Where numbers count failures: larger ones have the same consequences as this one.
    most_failures: Option<u32>,
    /// The forms of objects in the cache.
    known: Option<&'a ObjectForms>,
    /// The number that was written last.
    number: u64,
    /// The forms that were not in the cache.
    new: Vec<(Address, ObjectForm)>,
    /// How often the present part has changed.
    turns: usize,
}

/// The address of an object's first field. As long as the object is kept, no other has it.
pub(super) type Address = usize;

/// The forms of objects, by their addresses.
pub(super) type ObjectForms = BTreeMap<Address, ObjectForm>;

/// The form of an object.
#[derive(Clone, Debug)]
pub(super) struct ObjectForm {
    /// The digest of everything but the marks.
    digest: [u8; 16],
    marks: Vec<Mark>,
    /// How many maps it has.
    maps: u16,
}

/// An object that is being written.
#[derive(Debug)]
struct ObjectBegun {
    /// Where its bytes begin.
    start: usize,
    address: Option<Address>,
    /// Its form was in the cache and has been written.
    is_known: bool,
    maps: u16,
    turns: usize,
}

/// The types that stand behind an [`Arc`](std::sync::Arc), so that worlds share them; with the kind of those that have resource
/// versions.
const OBJECTS: [(&str, Option<Kind>); 3] =
    [(Job::TYPE, Some(Kind::Job)), (Pod::TYPE, Some(Kind::Pod)), (Node::TYPE, None)];

/// The type of rate limiters.
const LIMITER: &str = "ItemExponentialFailureRateLimiter";

const ABSENT: u8 = 1;
const PRESENT: u8 = 2;
const END: u8 = 3;
const MARK: u8 = 4;
const TEXT: u8 = 5;
/// A number of no bytes, which is 0; the tag of another is greater by the number of its bytes, which follow.
const NUMBER: u8 = 6;

/// In place of the length of a text that is longer: eight bytes with its length follow.
const LONG: u8 = 0xff;

impl<'a> Form<'a> {
    /// The form of `value` as it is.
    pub(super) fn of<T: Serialize>(value: &T) -> Vec<Part> {
        Self::parts_of(value, None, None, None, Vec::new()).parts
    }

    /// The form of `value` with marks: `pods` has the numbers of pods, `ages` decides what is read of instants. Uses the forms
    /// of objects that are `known`, and returns the others. The memory of `spare` parts is used again.
    pub(super) fn marked<T: Serialize>(
        value: &T,
        pods: &'a [(&'a str, usize)],
        ages: &'a Ages,
        known: &'a ObjectForms,
        spare: Vec<Part>,
    ) -> (Vec<Part>, Vec<(Address, ObjectForm)>) {
        let form = Self::parts_of(value, Some(pods), Some(ages), Some(known), spare);
        (form.parts, form.new)
    }

    fn parts_of<T: Serialize>(
        value: &T,
        pods: Option<&'a [(&'a str, usize)]>,
        ages: Option<&'a Ages>,
        known: Option<&'a ObjectForms>,
        mut parts: Vec<Part>,
    ) -> Self {
        let count = pods.into_iter().flatten().map(|(_, number)| number + 1).max().unwrap_or(0);
        parts.resize_with(count + 1, Part::default);
        for part in &mut parts {
            part.bytes.clear();
            part.marks.clear();
        }
        let mut form = Self {
            pods,
            present: parts.first_mut().map(std::mem::take).unwrap_or_default(),
            parts,
            place: 0,
            kind: None,
            pod: None,
            maps: 0,
            field: ("", ""),
            ages,
            base_ms: 0,
            most_failures: None,
            known,
            number: 0,
            new: Vec::new(),
            turns: 0,
        };
        // Nothing in a world refuses to be written down; if something did, all such worlds would count as one.
        let _ = value.serialize(&mut form);
        form.turn_to(0);
        if let Some(rest) = form.parts.first_mut() {
            *rest = std::mem::take(&mut form.present);
        }
        form
    }

    /// Writes on in another part.
    fn turn_to(&mut self, place: usize) {
        if place == self.place {
            return;
        }
        for place in [self.place, place] {
            if let Some(part) = self.parts.get_mut(place) {
                std::mem::swap(part, &mut self.present);
            }
        }
        self.place = place;
        self.turns += 1;
    }

    fn byte(&mut self, byte: u8) {
        self.present.bytes.push(byte);
    }

    fn number(&mut self, number: u64) {
        let [length, ..] = (u64::BITS - number.leading_zeros()).div_ceil(8).to_le_bytes();
        self.byte(NUMBER + length);
        let end = self.present.bytes.len() + usize::from(length);
        self.present.bytes.extend_from_slice(&number.to_le_bytes());
        self.present.bytes.truncate(end);
        self.number = number;
    }

    fn text(&mut self, bytes: &[u8]) {
        self.byte(TEXT);
        let length = u8::try_from(bytes.len()).unwrap_or(LONG);
        self.byte(length);
        if length == LONG {
            self.present.bytes.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        }
        self.present.bytes.extend_from_slice(bytes);
    }

    /// Puts a mark in place of what was written since `start`.
    fn mark(&mut self, start: usize, mark: Mark) {
        self.present.bytes.truncate(start);
        self.byte(MARK);
        self.present.marks.push(mark);
    }

    /// The text that was written since `start`, if it is not long.
    fn text_since(&self, start: usize) -> Option<&[u8]> {
        match self.present.bytes.get(start..) {
            Some([TEXT, length, text @ ..]) if *length < LONG => Some(text),
            _ => None,
        }
    }

    /// What is read of the instant that is being written.
    fn age(&self) -> Age {
        self.ages.map_or(Age::Distance, |ages| ages.of_instant(self.kind, self.field.0, self.field.1))
    }

    /// Whether the numbers in that field of a rate limiter are counts of failures.
    fn count_failures(&mut self, field: &str) -> bool {
        let Some(ages) = self.ages else { return false };
        // The field before each of these is the one that is needed.
        let before = self.number.cast_signed();
        match field {
            "cap_ms" => self.base_ms = before,
            "failures" => {
                self.most_failures = Some(ages.most_failures(self.base_ms, before));
                return true;
            }
            _ => {}
        }
        false
    }

    /// Writes the form of the object whose first field has that address, if the cache has it. Says whether it has.
    fn is_known(&mut self, object: &mut ObjectBegun, address: Address) -> bool {
        if object.address.is_some() {
            return false;
        }
        object.address = Some(address);
        let Some(known) = self.known.and_then(|known| known.get(&address)) else { return false };
        object.is_known = true;
        self.present.bytes.extend(known.digest);
        self.present.marks.extend_from_slice(&known.marks);
        self.maps = self.maps.wrapping_add(known.maps);
        true
    }

    /// Ends an object, whose marks are those from number `marks` on. Everything but the marks is replaced by its digest.
    fn object_written(&mut self, object: &ObjectBegun, name: &str, marks: usize) {
        if object.is_known {
            return;
        }
        if name == Pod::TYPE {
            self.pod_written(marks);
        }
        let mut hash = SipHasher13::new();
        hash.write(self.present.bytes.get(object.start..).unwrap_or_default());
        let digest = hash.finish128().as_bytes();
        self.present.bytes.truncate(object.start);
        self.present.bytes.extend(digest);
        // An object that has written into other parts has more than these bytes and marks.
        if let (Some(address), true) = (object.address, object.turns == self.turns) {
            let marks = self.present.marks.get(marks..).unwrap_or_default().to_vec();
            self.new.push((address, ObjectForm { digest, marks, maps: self.maps.wrapping_sub(object.maps) }));
        }
    }

    /// Ends a state of a pod, whose marks are those from number `start` on. Only the instant that is read keeps its mark's value.
    fn pod_written(&mut self, start: usize) {
        let Some(ages) = self.ages else { return };
        let Some(marks) = self.present.marks.get_mut(start..) else { return };
        let state = marks.iter().find_map(|mark| match mark {
            Mark::Version(Some(Kind::Pod), Some(pod), version) => Some((*pod, *version)),
            _ => None,
        });
        let Some(age) = state.and_then(|(pod, version)| ages.of_pod(pod, version)) else { return };
        for mark in marks {
            if let Mark::Time(age, _) = mark {
                *age = Age::Unread;
            }
        }
        let (age, at) = match age {
            PodAge::Unread => return,
            PodAge::Failed(at) => (Age::Failure, at),
            PodAge::Succeeded(at) => (Age::Success, at),
        };
        self.byte(MARK);
        self.present.marks.push(Mark::Time(age, at.0));
    }

    fn number_of_pod(&self, text: &[u8]) -> Option<usize> {
        let pods = self.pods?;
        let place = pods.binary_search_by_key(&text, |(text, _)| text.as_bytes()).ok()?;
        pods.get(place).map(|(_, number)| *number)
    }
}
