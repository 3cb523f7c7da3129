//! Replaces the identifiers of types by small numbers.
//!
//! A `TypeId` is 16 bytes that look random, so they do not compress, and each type behind `dyn Any` has one. They are only
//! compared with one another, so numbers do as well. Both modules get the same numbers, as they share memory and objects.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::read::Reader;
use super::write::{list, sized};

const SIZE: usize = 16;

/// The identifiers of two modules, and the number of each half.
pub(super) struct TypeIds {
    ids: HashSet<[u8; SIZE]>,
    numbers: HashMap<u64, u64>,
}

impl TypeIds {
    /// Those that functions return as `Any::type_id` does, from the bodies of all functions and the sections of data.
    pub(super) fn of(bodies: &[&[u8]], data: &[&[u8]]) -> Option<Self> {
        let segments: Vec<_> = data.iter().map(|content| segments(content)).collect::<Option<Vec<_>>>()?.concat();
        let at = |address: usize| {
            segments.iter().find_map(|segment| {
                let bytes = segment.bytes.get(address.checked_sub(segment.address)?..)?;
                bytes.first_chunk::<SIZE>().copied()
            })
        };
        let ids: HashSet<_> = bodies.iter().filter_map(|body| at(returned(body)?)).collect();
        let halves: BTreeSet<u64> = ids.iter().flat_map(halves).collect();
        Some(Self { ids, numbers: halves.into_iter().zip(0..).collect() })
    }

    /// What a constant becomes.
    pub(super) fn number(&self, constant: u64) -> u64 {
        self.numbers.get(&constant).copied().unwrap_or(constant)
    }

    /// A section of data with numbers.
    pub(super) fn data(&self, content: &[u8]) -> Option<Vec<u8>> {
        const ALIGNMENT: usize = 4;
        let segments = segments(content)?;
        list(segments.into_iter().map(|segment| {
            let mut bytes = segment.bytes.to_vec();
            let mut place = segment.address.next_multiple_of(ALIGNMENT) - segment.address;
            while let Some(id) = bytes.get_mut(place..).and_then(|rest| rest.first_chunk_mut::<SIZE>()) {
                if self.ids.contains(id) {
                    let numbers = halves(id).map(|half| self.number(half).to_le_bytes());
                    id.copy_from_slice(numbers.as_flattened());
                }
                place += ALIGNMENT;
            }
            Some([segment.head, &sized(&bytes)].concat())
        }))
    }
}

/// Bytes that are in memory from the start.
#[derive(Clone, Copy)]
struct Segment<'a> {
    address: usize,
    /// What stands before the bytes.
    head: &'a [u8],
    bytes: &'a [u8],
}

fn segments(content: &[u8]) -> Option<Vec<Segment<'_>>> {
    Reader(content).items(|reader| {
        let start = reader.0;
        // The first memory, at an address that is a constant.
        if reader.take(2)? != [0, 0x41] {
            return None;
        }
        let address = reader.number()?;
        if reader.byte()? != 0x0b {
            return None;
        }
        let head = start.get(..start.len() - reader.0.len())?;
        Some(Segment { address, head, bytes: reader.sized()? })
    })
}

/// The address of what a function returns, if it does nothing but load 16 bytes from there.
fn returned(body: &[u8]) -> Option<usize> {
    // local.get 0, i32.const 0, i64.load of the half at the offset, i64.store at the offset
    let half = |reader: &mut Reader<'_>, offset: u8| {
        (reader.take(5)? == [0x20, 0, 0x41, 0, 0x29]).then_some(())?;
        reader.number()?;
        let address = reader.number()?;
        (reader.byte()? == 0x37).then_some(())?;
        reader.number()?;
        (reader.byte()? == offset).then_some(address)
    };
    let mut reader = Reader(body);
    let no_locals = reader.number()? == 0;
    let upper = half(&mut reader, 8)?;
    let lower = half(&mut reader, 0)?;
    (no_locals && reader.0 == [0x0b] && upper == lower + 8).then_some(lower)
}

fn halves(id: &[u8; SIZE]) -> [u64; 2] {
    let number = u128::from_le_bytes(*id);
    [number, number >> 64].map(|half| u64::try_from(half & u128::from(u64::MAX)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `Any::type_id` of a type whose identifier is at an address below 64.
    fn type_id(address: u8) -> Vec<u8> {
        let half = |offset: u8| [0x20, 0, 0x41, 0, 0x29, 2, address + offset, 0x37, 2, offset];
        [&[0][..], &half(8), &half(0), &[0x0b]].concat()
    }

    #[test]
    fn identifiers_become_numbers_wherever_they_are() {
        let ids: [[u8; SIZE]; 3] = [[7; SIZE], *b"0123456789abcdef", *b"zyxwvutsrqponmlk"];
        // Two segments: from 8 the first two, from 40 the last one and the second again.
        let segment =
            |address: u8, ids: [[u8; SIZE]; 2]| [&[0, 0x41, address, 0x0b][..], &sized(ids.as_flattened())].concat();
        let section = |[one, two, three]: [[u8; SIZE]; 3]| {
            [&[2][..], &segment(8, [one, two]), &segment(40, [three, two])].concat()
        };
        let data = section(ids);
        let other = [0, 0x42, 5, 0x1a, 0x0b];
        let (second, third) = (type_id(24), type_id(40));
        let found = TypeIds::of(&[&second, &other, &third], &[&data]).unwrap();

        let of = |half: &[u8; 8]| found.number(u64::from_le_bytes(*half));
        let mut numbers = [b"01234567", b"89abcdef", b"zyxwvuts", b"rqponmlk"].map(of);
        let joined = |lower, upper| *[of(lower), of(upper)].map(u64::to_le_bytes).as_flattened().first_chunk().unwrap();
        let made = section([ids[0], joined(b"01234567", b"89abcdef"), joined(b"zyxwvuts", b"rqponmlk")]);
        assert_eq!(found.data(&data), Some(made), "the first one is returned by no function");
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2, 3]);
        assert_eq!(found.number(12_345), 12_345);
    }

    #[test]
    fn only_functions_that_load_both_halves_return_an_identifier() {
        assert_eq!(returned(&type_id(24)), Some(24));
        let mut apart = type_id(24);
        apart[7] += 8;
        assert_eq!(returned(&apart), None);
        assert_eq!(returned(&[0, 0x20, 0, 0x0b]), None);
    }
}
