//! Writes a form: everything that has parts, objects among it, and the values.

use std::fmt;

use serde::ser::{self, Serialize};

use super::{ABSENT, END, Form, LIMITER, Mark, OBJECTS, ObjectBegun, PRESENT};
use crate::api::{FRESH, Name, ResourceVersion, SHOWN, Time, Uid};
use crate::trace::Kind;

/// Something with parts: their number is not known before the end, so that is marked.
#[derive(Debug)]
pub(in crate::explore) struct Parts<'f, 'a> {
    form: &'f mut Form<'a>,
    /// The part and the kind in which it began.
    place: usize,
    kind: Option<Kind>,
    pod: Option<usize>,
    /// Its number, if it is a map.
    map: u16,
    /// Its type, if it is a struct.
    name: &'static str,
    /// It is a rate limiter.
    limits: bool,
    /// Its state, if it is an object whose identities are marked.
    object: Option<ObjectBegun>,
    /// How many marks came before it.
    marks: usize,
}

impl<'f, 'a> Parts<'f, 'a> {
    fn begin(form: &'f mut Form<'a>) -> Self {
        let (place, kind, pod, marks) = (form.place, form.kind, form.pod, form.present.marks.len());
        Self { form, place, kind, pod, map: 0, name: "", limits: false, object: None, marks }
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
        let counts_failures = self.limits && self.form.count_failures(field);
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
    ($($method:ident: $type:ty, $bits:expr;)*) => {
        $(fn $method(self, value: $type) -> fmt::Result {
            self.number($bits(value));
            Ok(())
        })*
    };
}

fn signed(value: impl Into<i64>) -> u64 {
    value.into().cast_unsigned()
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
        serialize_i8: i8, signed;
        serialize_i16: i16, signed;
        serialize_i32: i32, signed;
        serialize_i64: i64, signed;
        serialize_u8: u8, u64::from;
        serialize_u16: u16, u64::from;
        serialize_u64: u64, u64::from;
        serialize_f32: f32, |value| f64::from(value).to_bits();
        serialize_f64: f64, f64::to_bits;
    }

    fn serialize_u32(self, value: u32) -> fmt::Result {
        let value = self.most_failures.map_or(value, |most| value.min(most));
        self.number(value.into());
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
            ResourceVersion::TYPE => Some(Mark::Version(self.kind, self.pod, self.number)),
            Time::TYPE => Some(Mark::Time(self.age(), self.number.cast_signed())),
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
        let mut parts = Parts { name, limits: name == LIMITER, ..Parts::begin(self) };
        if let Some((_, kind)) = OBJECTS.into_iter().find(|(object, _)| *object == name) {
            (parts.form.kind, parts.form.pod) = (kind, None);
            let form = &parts.form;
            let (start, maps, turns) = (form.present.bytes.len(), form.maps, form.turns);
            let begun = ObjectBegun { start, address: None, is_known: false, maps, turns };
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
