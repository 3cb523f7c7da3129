//! A world as its digest sees it: bytes, and marks in place of identities that could be others.
//!
//! It is made of the same data that a world is written down as, in its order, without going by way of text. What is left
//! out is left out by its type: [`Shown`](crate::api::Shown), which no action reads, and, where worlds that differ only
//! by names count as one, [`Fresh`](crate::api::Fresh), from which new names are drawn.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::Hasher;

use serde::ser::{self, Serialize};
use siphasher::sip128::{Hasher128, SipHasher13};

use super::ages::{Age, Ages, PodAge};
use crate::api::{FRESH, Job, Name, Object, Pod, ResourceVersion, SHOWN, Time, Uid};
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
    /// The shortest and the longest delay of the rate limiter that is being written, in milliseconds.
    delays: (i64, i64),
    /// Where numbers are counts of failures: those above it are like it.
    most_failures: Option<u32>,
    /// What objects were written as before.
    known: Option<&'a ObjectForms>,
    /// The objects that were not known, by place.
    new: Vec<(Place, ObjectForm)>,
    /// How often it turned to another part.
    turns: usize,
}

/// Where the first field of an object is in memory: as long as the object is kept, it is the place of no other.
pub(super) type Place = usize;

/// What objects were written as, by their place.
pub(super) type ObjectForms = BTreeMap<Place, ObjectForm>;

/// What an object was written as.
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
    place: Option<Place>,
    /// It was known, and is written already.
    is_known: bool,
    maps: u16,
    turns: usize,
}

/// The types of objects with resource versions.
const OBJECTS: [(&str, Kind); 2] = [(Job::TYPE, Kind::Job), (Pod::TYPE, Kind::Pod)];

const ABSENT: u8 = 1;
const PRESENT: u8 = 2;
const END: u8 = 3;
const MARK: u8 = 4;
const NUMBER: u8 = 5;
const TEXT: u8 = 6;

/// The bytes before those of a text: what it is, and its length.
const TEXT_HEAD: usize = 1 + size_of::<u64>();

impl<'a> Form<'a> {
    /// The form of `value` as it is.
    pub(super) fn of<T: Serialize>(value: &T) -> Vec<Part> {
        Self::parts_of(value, None, None, None).parts
    }

    /// The form of `value` with marks: pods are numbered, and `ages` knows what is read of instants. Objects that are known
    /// are not looked at again; those that are not come with it.
    pub(super) fn marked<T: Serialize>(
        value: &T,
        pods: &'a [(&'a str, usize)],
        ages: &'a Ages,
        known: &'a ObjectForms,
    ) -> (Vec<Part>, Vec<(Place, ObjectForm)>) {
        let form = Self::parts_of(value, Some(pods), Some(ages), Some(known));
        (form.parts, form.new)
    }

    fn parts_of<T: Serialize>(
        value: &T,
        pods: Option<&'a [(&'a str, usize)]>,
        ages: Option<&'a Ages>,
        known: Option<&'a ObjectForms>,
    ) -> Self {
        let count = pods.into_iter().flatten().map(|(_, number)| number + 1).max().unwrap_or(0);
        let mut form = Self {
            pods,
            parts: vec![Part::default(); count + 1],
            present: Part::default(),
            place: 0,
            kind: None,
            pod: None,
            maps: 0,
            field: ("", ""),
            ages,
            delays: (0, 0),
            most_failures: None,
            known,
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

    fn number(&mut self, bytes: &[u8]) {
        self.byte(NUMBER);
        self.present.bytes.extend_from_slice(bytes);
    }

    fn text(&mut self, bytes: &[u8]) {
        self.byte(TEXT);
        self.present.bytes.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.present.bytes.extend_from_slice(bytes);
    }

    /// Puts a mark in place of what was written since `start`.
    fn mark(&mut self, start: usize, mark: Mark) {
        self.present.bytes.truncate(start);
        self.byte(MARK);
        self.present.marks.push(mark);
    }

    /// The text that was written since `start`.
    fn text_since(&self, start: usize) -> Option<&[u8]> {
        self.present.bytes.get(start + TEXT_HEAD..)
    }

    /// The number of eight bytes that was written last.
    fn last_number(&self) -> Option<u64> {
        self.present.bytes.last_chunk().map(|bytes| u64::from_le_bytes(*bytes))
    }

    /// What is read of the instant that is being written.
    fn age(&self) -> Age {
        self.ages.map_or(Age::Distance, |ages| ages.of_instant(self.kind, self.field.0, self.field.1))
    }

    /// Whether the numbers in that field are counts of failures.
    fn count_failures(&mut self, name: &str, field: &str) -> bool {
        let (Some(ages), "ItemExponentialFailureRateLimiter") = (self.ages, name) else { return false };
        match (field, self.last_number().map(u64::cast_signed)) {
            ("cap_ms", Some(base)) => self.delays.0 = base,
            ("failures", Some(cap)) => {
                self.delays.1 = cap;
                self.most_failures = Some(ages.most_failures(self.delays.0, cap));
                return true;
            }
            _ => {}
        }
        false
    }

    /// Whether an object is known, of which the first field is at that place. If it is, it is written.
    fn is_known(&mut self, object: &mut ObjectBegun, place: Place) -> bool {
        if object.place.is_some() {
            return false;
        }
        object.place = Some(place);
        let Some(known) = self.known.and_then(|known| known.get(&place)) else { return false };
        object.is_known = true;
        self.present.bytes.extend(known.digest);
        self.present.marks.extend_from_slice(&known.marks);
        self.maps = self.maps.wrapping_add(known.maps);
        true
    }

    /// An object was written, with the marks from number `marks` on. Of everything else its digest is left.
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
        // In an object that reached into other parts more was written than its own bytes and marks.
        if let (Some(place), true) = (object.place, object.turns == self.turns) {
            let marks = self.present.marks.get(marks..).unwrap_or_default().to_vec();
            self.new.push((place, ObjectForm { digest, marks, maps: self.maps.wrapping_sub(object.maps) }));
        }
    }

    /// A state of a pod was written, with the marks from number `start` on: of its instants only that is left which is
    /// read.
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

/// Something with parts: their number is not known before the end, so that is marked.
#[derive(Debug)]
pub(super) struct Parts<'f, 'a> {
    form: &'f mut Form<'a>,
    /// The part and the kind in which it began.
    place: usize,
    kind: Option<Kind>,
    pod: Option<usize>,
    /// Its number, if it is a map.
    map: u16,
    /// Its type, if it is a struct.
    name: &'static str,
    /// What is known of it, if it is an object whose identities are marked.
    object: Option<ObjectBegun>,
    /// How many marks came before it.
    marks: usize,
}

impl<'f, 'a> Parts<'f, 'a> {
    fn begin(form: &'f mut Form<'a>) -> Self {
        let (place, kind, pod, marks) = (form.place, form.kind, form.pod, form.present.marks.len());
        Self { form, place, kind, pod, map: 0, name: "", object: None, marks }
    }

    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        self.form.byte(PRESENT);
        value.serialize(&mut *self.form)
    }

    /// The key of an entry. If it is a pod, the entry belongs to that: so it does not matter in which order pods stand
    /// in a map.
    fn key<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        self.form.turn_to(self.place);
        let (bytes, marks) = (self.form.present.bytes.len(), self.form.present.marks.len());
        self.part(value)?;
        let owner = match self.form.present.marks.get(marks..) {
            Some([Mark::Pod(pod), others @ ..]) if others.iter().all(|other| *other == Mark::Pod(*pod)) => *pod,
            _ => return Ok(()),
        };
        if self.place == 0 {
            let key = self.form.present.bytes.split_off(bytes);
            let same = self.form.present.marks.split_off(marks);
            self.form.turn_to(owner + 1);
            self.form.present.bytes.extend(self.map.to_le_bytes());
            self.form.present.bytes.extend(key);
            self.form.present.marks.extend(same);
        }
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, field: &'static str, value: &T) -> fmt::Result {
        if let Some(object) = &mut self.object
            && (object.is_known || self.form.is_known(object, std::ptr::from_ref(value).addr()))
        {
            return Ok(());
        }
        let counts_failures = self.form.count_failures(self.name, field);
        self.form.field = (self.name, field);
        self.part(value)?;
        if counts_failures {
            self.form.most_failures = None;
        }
        Ok(())
    }

    fn finish(self) {
        self.form.turn_to(self.place);
        if let Some(object) = &self.object {
            self.form.object_written(object, self.name, self.marks);
        }
        self.form.pod = if self.kind == self.form.kind { self.form.pod } else { self.pod };
        self.form.kind = self.kind;
        self.form.byte(END);
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty;)*) => {
        $(fn $method(self, value: $type) -> fmt::Result {
            self.number(&value.to_le_bytes());
            Ok(())
        })*
    };
}

impl<'f, 'a> ser::Serializer for &'f mut Form<'a> {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Parts<'f, 'a>;
    type SerializeTuple = Parts<'f, 'a>;
    type SerializeTupleStruct = Parts<'f, 'a>;
    type SerializeTupleVariant = Parts<'f, 'a>;
    type SerializeMap = Parts<'f, 'a>;
    type SerializeStruct = Parts<'f, 'a>;
    type SerializeStructVariant = Parts<'f, 'a>;

    fn is_human_readable(&self) -> bool {
        false
    }

    numbers! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u64: u64;
        serialize_f32: f32;
        serialize_f64: f64;
    }

    fn serialize_u32(self, value: u32) -> fmt::Result {
        let value = self.most_failures.map_or(value, |most| value.min(most));
        self.number(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_bool(self, value: bool) -> fmt::Result {
        self.byte(u8::from(value));
        Ok(())
    }

    fn serialize_char(self, value: char) -> fmt::Result {
        self.serialize_u32(value.into())
    }

    fn serialize_str(self, value: &str) -> fmt::Result {
        self.text(value.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> fmt::Result {
        self.text(value);
        Ok(())
    }

    fn serialize_none(self) -> fmt::Result {
        self.byte(ABSENT);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> fmt::Result {
        self.byte(PRESENT);
        value.serialize(self)
    }

    fn serialize_unit(self) -> fmt::Result {
        self.byte(ABSENT);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> fmt::Result {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> fmt::Result {
        self.serialize_u32(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> fmt::Result {
        if name == SHOWN || (name == FRESH && self.pods.is_some()) {
            return Ok(());
        }
        let start = self.present.bytes.len();
        value.serialize(&mut *self)?;
        if self.pods.is_none() {
            return Ok(());
        }
        let mark = match name {
            Name::TYPE | Uid::TYPE => self.text_since(start).and_then(|text| self.number_of_pod(text)).map(Mark::Pod),
            ResourceVersion::TYPE => self.last_number().map(|version| Mark::Version(self.kind, self.pod, version)),
            Time::TYPE => self.last_number().map(|time| Mark::Time(self.age(), time.cast_signed())),
            _ => None,
        };
        if let Some(mark) = mark {
            if let (Mark::Pod(pod), Some(Kind::Pod), None) = (mark, self.kind, self.pod) {
                self.pod = Some(pod);
            }
            self.mark(start, mark);
        }
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> fmt::Result {
        self.serialize_u32(index)?;
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'f, 'a>, fmt::Error> {
        Ok(Parts::begin(self))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'f, 'a>, fmt::Error> {
        Ok(Parts::begin(self))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'f, 'a>, fmt::Error> {
        Ok(Parts::begin(self))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'f, 'a>, fmt::Error> {
        self.serialize_u32(index)?;
        Ok(Parts::begin(self))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'f, 'a>, fmt::Error> {
        self.maps = self.maps.wrapping_add(1);
        let map = self.maps;
        Ok(Parts { map, ..Parts::begin(self) })
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'f, 'a>, fmt::Error> {
        let mut parts = Parts { name, ..Parts::begin(self) };
        if let Some((_, kind)) = OBJECTS.into_iter().find(|(object, _)| *object == name) {
            (parts.form.kind, parts.form.pod) = (Some(kind), None);
            let form = &parts.form;
            let (start, maps, turns) = (form.present.bytes.len(), form.maps, form.turns);
            let begun = ObjectBegun { start, place: None, is_known: false, maps, turns };
            parts.object = form.pods.is_some().then_some(begun);
        }
        Ok(parts)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'f, 'a>, fmt::Error> {
        self.serialize_u32(index)?;
        Ok(Parts { name, ..Parts::begin(self) })
    }
}

/// What all parts have in common.
macro_rules! common {
    () => {
        type Ok = ();
        type Error = fmt::Error;

        fn end(self) -> fmt::Result {
            self.finish();
            Ok(())
        }
    };
}

macro_rules! parts {
    ($($trait:ident: $method:ident;)*) => {
        $(impl ser::$trait for Parts<'_, '_> {
            common!();

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
                self.part(value)
            }
        })*
    };
}

parts! {
    SerializeSeq: serialize_element;
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
    SerializeTupleVariant: serialize_field;
}

impl ser::SerializeMap for Parts<'_, '_> {
    common!();

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> fmt::Result {
        self.key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        self.part(value)
    }
}

macro_rules! fields {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Parts<'_, '_> {
            common!();

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> fmt::Result {
                self.field(name, value)
            }

            fn skip_field(&mut self, _: &'static str) -> fmt::Result {
                if self.object.as_ref().is_none_or(|object| !object.is_known) {
                    self.form.byte(ABSENT);
                }
                Ok(())
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);
