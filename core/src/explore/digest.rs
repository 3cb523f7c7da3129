//! A world's digest: 128 bits that are the same for worlds with the same future, on every target.
//!
//! It is made of the same data that a world is written down as, in its order, without going by way of text. It leaves
//! out only what no action reads: the controller's Prometheus metrics and the Events that it recorded. Two worlds that
//! differ in nothing else have the same future.

use std::fmt;

use serde::ser::{self, Serialize};

use crate::world::World;

/// The fields that no action reads, as the type and the field.
const ONLY_SHOWN: [(&str, &str); 3] =
    [("RateLimitingQueue", "metrics"), ("ControllerState", "metrics"), ("World", "events")];

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
    let mut digest = Digest::default();
    // Nothing in a world refuses to be written down; if something did, all such worlds would count as one.
    let _ = world.serialize(&mut digest);
    digest.finish()
}

/// Two lanes of 64 bits, each with a multiplier of its own.
#[derive(Debug)]
struct Digest {
    one: u64,
    other: u64,
}

impl Default for Digest {
    fn default() -> Self {
        // The first digits of pi, which nobody chose.
        Self { one: 0x243f_6a88_85a3_08d3, other: 0x1319_8a2e_0370_7344 }
    }
}

impl Digest {
    fn word(&mut self, word: u64) {
        self.one = (self.one ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.one ^= self.one >> 32;
        self.other = (self.other.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        self.other ^= self.other >> 29;
    }

    fn text(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            for (to, from) in word.iter_mut().zip(chunk) {
                *to = *from;
            }
            self.word(u64::from_le_bytes(word));
        }
    }

    fn finish(mut self) -> u128 {
        // So that the last word reaches every bit, too.
        self.word(0);
        self.word(0);
        u128::from(self.one) << 64 | u128::from(self.other)
    }
}

/// Something with parts: their number is not known before the end, so that is marked.
#[derive(Debug)]
struct Parts<'a> {
    digest: &'a mut Digest,
    of: &'static str,
}

const ABSENT: u64 = 1;
const PRESENT: u64 = 2;
const END: u64 = 3;

impl Parts<'_> {
    fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
        self.digest.word(PRESENT);
        value.serialize(&mut *self.digest)
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> fmt::Result {
        if ONLY_SHOWN.contains(&(self.of, key)) {
            return Ok(());
        }
        self.digest.text(key.as_bytes());
        value.serialize(&mut *self.digest)
    }

    fn end(self) {
        self.digest.word(END);
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty;)*) => {
        $(fn $method(self, value: $type) -> fmt::Result {
            // Widened, so that no bit goes.
            self.text(&value.to_le_bytes());
            Ok(())
        })*
    };
}

impl<'a> ser::Serializer for &'a mut Digest {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    numbers! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
        serialize_f32: f32;
        serialize_f64: f64;
    }

    fn serialize_bool(self, value: bool) -> fmt::Result {
        self.word(u64::from(value));
        Ok(())
    }

    fn serialize_char(self, value: char) -> fmt::Result {
        self.word(u64::from(value));
        Ok(())
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
        self.word(ABSENT);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> fmt::Result {
        self.word(PRESENT);
        value.serialize(self)
    }

    fn serialize_unit(self) -> fmt::Result {
        self.word(ABSENT);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> fmt::Result {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> fmt::Result {
        self.word(u64::from(index));
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> fmt::Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> fmt::Result {
        self.word(u64::from(index));
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, fmt::Error> {
        Ok(Parts { digest: self, of: "" })
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, fmt::Error> {
        Ok(Parts { digest: self, of: "" })
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, fmt::Error> {
        Ok(Parts { digest: self, of: "" })
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, fmt::Error> {
        self.word(u64::from(index));
        Ok(Parts { digest: self, of: "" })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, fmt::Error> {
        Ok(Parts { digest: self, of: "" })
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'a>, fmt::Error> {
        Ok(Parts { digest: self, of: name })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, fmt::Error> {
        self.word(u64::from(index));
        Ok(Parts { digest: self, of: "" })
    }
}

macro_rules! parts {
    ($($trait:ident: $($method:ident),+;)*) => {
        $(impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = fmt::Error;

            $(fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> fmt::Result {
                self.part(value)
            })+

            fn end(self) -> fmt::Result {
                Parts::end(self);
                Ok(())
            }
        })*
    };
}

parts! {
    SerializeSeq: serialize_element;
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
    SerializeTupleVariant: serialize_field;
    SerializeMap: serialize_key, serialize_value;
}

macro_rules! fields {
    ($($trait:ident),*) => {
        $(impl ser::$trait for Parts<'_> {
            type Ok = ();
            type Error = fmt::Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> fmt::Result {
                self.field(key, value)
            }

            fn end(self) -> fmt::Result {
                Parts::end(self);
                Ok(())
            }
        })*
    };
}

fields!(SerializeStruct, SerializeStructVariant);

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: &impl Serialize) -> u128 {
        let mut digest = Digest::default();
        value.serialize(&mut digest).unwrap();
        digest.finish()
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
    fn it_is_the_same_on_every_target() {
        assert_eq!(format!("{:032x}", of(&("jobscope", 1_i32, [true, false]))), EXPECTED);
    }

    const EXPECTED: &str = "80a590ad473db06b329e051a6027e8df";
}
