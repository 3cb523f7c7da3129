//! Makes a WebAssembly module smaller as it is transferred: locals are numbered by how often they are used, equal functions
//! become one, similar functions stand next to each other, types and functions of the script are identified by small numbers,
//! numbers are written as short as they can be, loads and stores have no hints, and custom sections are left out. Then the
//! code is written in streams.

mod imports;
mod locals;
mod order;
mod read;
mod streams;
mod type_ids;
mod write;

use std::collections::HashMap;

use read::Reader;
pub(crate) use streams::in_streams;
use type_ids::TypeIds;
use write::{Writer, leb, list, sized};

const HEADER: usize = 8;

/// The sections that are looked into.
mod section {
    pub(super) const CUSTOM: u8 = 0;
    pub(super) const TYPES: u8 = 1;
    pub(super) const IMPORTS: u8 = 2;
    pub(super) const FUNCTIONS: u8 = 3;
    pub(super) const GLOBALS: u8 = 6;
    pub(super) const EXPORTS: u8 = 7;
    pub(super) const START: u8 = 8;
    pub(super) const ELEMENTS: u8 = 9;
    pub(super) const CODE: u8 = 10;
    pub(super) const DATA: u8 = 11;
}

/// The same modules, smaller. `None`: one is no module, or has something that is not known here.
pub(crate) fn compact(modules: &[&[u8]]) -> Option<Vec<Vec<u8>>> {
    let modules: Vec<_> = modules.iter().map(|module| Module::read(module)).collect::<Option<_>>()?;
    let bodies: Vec<&[u8]> = modules.iter().flat_map(|module| &module.bodies).copied().collect();
    let data: Vec<&[u8]> = modules.iter().filter_map(|module| module.content(section::DATA)).collect();
    let type_ids = TypeIds::of(&bodies, &data)?;
    modules.iter().map(|module| module.compact(&type_ids)).collect()
}

/// The names of the functions in the script of which [`compact`] makes the numbers from 0.
pub(crate) fn numbered_imports(module: &[u8]) -> Option<Vec<String>> {
    imports::of_script(Module::read(module)?.content(section::IMPORTS)?)
}

/// What a module consists of.
struct Module<'a> {
    header: &'a [u8],
    sections: Vec<(u8, &'a [u8])>,
    /// The bodies of its functions.
    bodies: Vec<&'a [u8]>,
}

impl<'a> Module<'a> {
    fn read(module: &'a [u8]) -> Option<Self> {
        let (header, rest) = module.split_at_checked(HEADER)?;
        let mut reader = Reader(rest);
        let mut read = Self { header, sections: Vec::new(), bodies: Vec::new() };
        while !reader.0.is_empty() {
            let id = reader.byte()?;
            read.sections.push((id, reader.sized()?));
        }
        read.bodies = Reader(read.content(section::CODE)?).items(Reader::sized)?;
        Some(read)
    }

    fn content(&self, wanted: u8) -> Option<&'a [u8]> {
        self.sections.iter().find(|(id, _)| *id == wanted).map(|(_, content)| *content)
    }

    fn compact(&self, type_ids: &TypeIds) -> Option<Vec<u8>> {
        let imported = self.content(section::IMPORTS).map_or(Some(0), imports::functions)?;
        let parameters = self.content(section::TYPES).map_or(Some(Vec::new()), parameters)?;
        let types = Reader(self.content(section::FUNCTIONS)?).items(Reader::number)?;
        let number = |constant| type_ids.number(constant);
        let bodies =
            types.iter().zip(&self.bodies).map(|(of, body)| locals::by_use(body, *parameters.get(*of)?, &number));
        let bodies = bodies.collect::<Option<Vec<_>>>()?;
        let functions: Vec<_> = types.into_iter().zip(bodies.iter().map(Vec::as_slice)).collect();
        let (writer, order) = folded(&functions, imported)?;

        let mut made = self.header.to_vec();
        for (id, content) in &self.sections {
            let content = match *id {
                section::CUSTOM => continue,
                section::IMPORTS => imports::numbered(content)?,
                section::FUNCTIONS => list(order.iter().map(|(of, _)| Some(leb(*of))))?,
                section::CODE => list(order.iter().map(|(_, body)| Some(sized(&writer.body(body)?))))?,
                section::EXPORTS => writer.exports(content)?,
                section::START => leb(writer.place(Reader(content).number()?)?),
                section::ELEMENTS => writer.elements(content)?,
                section::GLOBALS => writer.globals(content)?,
                section::DATA => type_ids.data(content)?,
                _ => content.to_vec(),
            };
            made.push(*id);
            made.extend(sized(&content));
        }
        Some(made)
    }
}

/// A function: the number of its type, and its body.
type Function<'a> = (usize, &'a [u8]);

/// One of each set of equal functions, each next to one that is like it, and what renumbers them.
fn folded<'a>(functions: &[Function<'a>], imported: usize) -> Option<(Writer, Vec<Function<'a>>)> {
    // Functions may be equal only once those that they call are one.
    let mut writer = Writer { imported, places: (0..functions.len()).collect() };
    loop {
        let mut first = HashMap::new();
        let mut places = Vec::new();
        for (place, (of, body)) in functions.iter().enumerate() {
            places.push(*first.entry((*of, writer.body(body)?)).or_insert(place));
        }
        let is_done = places == writer.places;
        writer.places = places;
        if !is_done {
            continue;
        }
        let mut kept: Vec<_> = first.into_iter().collect();
        kept.sort();
        let bodies: Vec<&[u8]> = kept.iter().map(|((_, body), _)| body.as_slice()).collect();
        let mut numbers = HashMap::new();
        let mut order = Vec::new();
        for (new, place) in order::by_likeness(&bodies)?.into_iter().enumerate() {
            let (_, old) = kept.get(place)?;
            numbers.insert(*old, new);
            order.push(*functions.get(*old)?);
        }
        writer.places = writer.places.iter().map(|old| numbers.get(old).copied()).collect::<Option<_>>()?;
        return Some((writer, order));
    }
}

/// How many parameters each type of function has.
fn parameters(content: &[u8]) -> Option<Vec<usize>> {
    const FUNCTION: u8 = 0x60;
    Reader(content).items(|reader| {
        if reader.byte()? != FUNCTION {
            return None;
        }
        let parameters = reader.items(Reader::byte)?;
        reader.items(Reader::byte)?;
        Some(parameters.len())
    })
}

#[cfg(test)]
mod tests {
    use super::write::{Operand, shortest};
    use super::*;

    #[test]
    fn functions_are_ordered_and_renumbered() {
        let module = [
            b"\0asm\x01\0\0\0".as_slice(),
            b"\x01\x04\x01\x60\x00\x00",       // a type
            b"\x02\x07\x01\x01a\x01b\x00\x00", // function 0 is imported
            b"\x03\x03\x02\x00\x00",
            b"\x07\x05\x01\x01x\x00\x01", // function 1 is exported
            b"\x09\x0b\x01\x00\x41\x80\x80\x80\x80\x00\x0b\x01\x02", // function 2 is in the table
            b"\x0a\x0d\x02\x08\x00\x10\x82\x80\x80\x80\x00\x0b\x02\x00\x0b", // function 1 calls function 2
            b"\x00\x0e\x04name\x01\x07\x02\x01\x01z\x02\x01y",
        ];
        let made = [
            b"\0asm\x01\0\0\0".as_slice(),
            b"\x01\x04\x01\x60\x00\x00",
            b"\x02\x07\x01\x01a\x01b\x00\x00",
            b"\x03\x03\x02\x00\x00",
            b"\x07\x05\x01\x01x\x00\x02",
            b"\x09\x07\x01\x00\x41\x00\x0b\x01\x01",
            b"\x0a\x09\x02\x02\x00\x0b\x04\x00\x10\x01\x0b",
        ];
        assert_eq!(compact(&[&module.concat()]), Some(vec![made.concat()]));
        assert_eq!(compact(&[b"\0asm\x01\0\0\0\x0a\x05\x01"]), None, "it ends too early");
    }

    #[test]
    fn loads_have_no_hint_about_alignment() {
        let (load, made) = ([0x20, 0, 0x28, 2, 12, 0x0b], &mut Vec::new());
        assert_eq!(write::expression(&mut Reader(&load), made, &mut Some), Some(()));
        assert_eq!(*made, [0x20, 0, 0x28, 0, 12, 0x0b]);
    }

    #[test]
    fn numbers_become_as_short_as_they_can() {
        assert_eq!(Reader(&[0xe5, 0x8e, 0x26]).number(), Some(624_485));
        assert_eq!(leb(624_485), [0xe5, 0x8e, 0x26]);
        for (digits, short) in [
            (&[0x80, 0x80, 0x00][..], &[0x00][..]),
            (&[0xc0, 0x80, 0x80, 0x80, 0x00], &[0xc0, 0x00]),
            (&[0xc0, 0xff, 0xff, 0xff, 0x7f], &[0x40]),
            (&[0xbf, 0x7f], &[0xbf, 0x7f]),
        ] {
            assert_eq!(shortest(digits).unwrap(), short);
        }
        for wide in [0, 63, 64, 12_345, 1 << 62, 1 << 63, u64::MAX - 64, u64::MAX] {
            assert_eq!(Reader(&Operand::Wide(wide).written().unwrap()).wide(), Some(wide));
        }
    }
}
