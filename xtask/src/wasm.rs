//! Makes a WebAssembly module smaller as it is transferred: equal functions become one, similar functions stand next to each
//! other, numbers are written as short as they can be, and custom sections are left out.

use std::collections::HashMap;

const HEADER: usize = 8;

/// The sections that are looked into.
mod section {
    pub(super) const CUSTOM: u8 = 0;
    pub(super) const IMPORTS: u8 = 2;
    pub(super) const FUNCTIONS: u8 = 3;
    pub(super) const GLOBALS: u8 = 6;
    pub(super) const EXPORTS: u8 = 7;
    pub(super) const START: u8 = 8;
    pub(super) const ELEMENTS: u8 = 9;
    pub(super) const CODE: u8 = 10;
}

/// The same module, smaller. `None`: it is no module, or has something that is not known here.
pub(crate) fn compact(module: &[u8]) -> Option<Vec<u8>> {
    let (header, rest) = module.split_at_checked(HEADER)?;
    let mut reader = Reader(rest);
    let mut sections = Vec::new();
    while !reader.0.is_empty() {
        let id = reader.byte()?;
        sections.push((id, reader.sized()?));
    }
    let content = |wanted| sections.iter().find(|(id, _)| *id == wanted).map(|(_, content)| *content);
    let imported = content(section::IMPORTS).map_or(Some(0), imported_functions)?;
    let bodies = Reader(content(section::CODE)?).items(Reader::sized)?;
    let types = Reader(content(section::FUNCTIONS)?).items(Reader::number)?;
    let functions: Vec<_> = types.into_iter().zip(bodies).collect();
    let (writer, order) = folded(&functions, imported)?;

    let mut made = header.to_vec();
    for (id, content) in &sections {
        let content = match *id {
            section::CUSTOM => continue,
            section::FUNCTIONS => list(order.iter().map(|(of, _)| Some(leb(*of))))?,
            section::CODE => list(order.iter().map(|(_, body)| Some(sized(&writer.body(body)?))))?,
            section::EXPORTS => writer.exports(content)?,
            section::START => leb(writer.place(Reader(content).number()?)?),
            section::ELEMENTS => writer.elements(content)?,
            section::GLOBALS => writer.globals(content)?,
            _ => content.to_vec(),
        };
        made.push(*id);
        made.extend(sized(&content));
    }
    Some(made)
}

/// A function: the number of its type, and its body.
type Function<'a> = (usize, &'a [u8]);

/// One of each set of equal functions, those of one type together and ordered by their bodies, and what renumbers them.
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
        let mut numbers = HashMap::new();
        let mut order = Vec::new();
        for (new, (_, old)) in kept.into_iter().enumerate() {
            numbers.insert(old, new);
            order.push(*functions.get(old)?);
        }
        writer.places = writer.places.iter().map(|old| numbers.get(old).copied()).collect::<Option<_>>()?;
        return Some((writer, order));
    }
}

/// How many functions a section imports.
fn imported_functions(content: &[u8]) -> Option<usize> {
    let kinds = Reader(content).items(|reader| {
        reader.sized()?;
        reader.sized()?;
        let kind = reader.byte()?;
        match kind {
            0 => drop(reader.number()?),
            1 => {
                reader.byte()?;
                reader.limits()?;
            }
            2 => reader.limits()?,
            3 => {
                reader.byte()?;
                reader.byte()?;
            }
            _ => return None,
        }
        Some(kind)
    })?;
    Some(kinds.into_iter().filter(|kind| *kind == 0).count())
}

/// Reads a module.
#[derive(Clone, Copy)]
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    /// The bytes of a number.
    fn digits(&mut self) -> Option<&'a [u8]> {
        let last = self.0.iter().position(|byte| byte & 0x80 == 0)?;
        self.take(last + 1)
    }

    fn number(&mut self) -> Option<usize> {
        self.digits()?
            .iter()
            .rev()
            .try_fold(0_usize, |value, byte| Some(value.checked_mul(0x80)? | usize::from(byte & 0x7f)))
    }

    /// Bytes after their number.
    fn sized(&mut self) -> Option<&'a [u8]> {
        let count = self.number()?;
        self.take(count)
    }

    /// Things after their number.
    fn items<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        (0..count).map(|_| item(self)).collect()
    }

    /// How large a memory or table is.
    fn limits(&mut self) -> Option<()> {
        let has_maximum = self.byte()? & 1 == 1;
        self.number()?;
        if has_maximum {
            self.number()?;
        }
        Some(())
    }
}

/// A number that is not negative, as short as it can be.
fn leb(number: usize) -> Vec<u8> {
    let (mut rest, mut made) = (number, Vec::new());
    while rest >= 0x80 {
        made.push(u8::try_from(rest & 0x7f).unwrap_or_default() | 0x80);
        rest >>= 7;
    }
    made.push(u8::try_from(rest).unwrap_or_default());
    made
}

/// A number that may be negative, as short as it can be.
fn shortest(digits: &[u8]) -> Option<Vec<u8>> {
    let mut made: Vec<u8> = digits.iter().map(|digit| digit & 0x7f).collect();
    // The last digit of five has four bits of a number of 32, that of ten one bit of 64: above it are copies of the sign.
    while let [.., before, last] = made.as_slice() {
        let is_sign = if before & 0x40 == 0 { *last == 0 } else { *last == 0x7f };
        if !is_sign {
            break;
        }
        made.pop();
    }
    let last = made.pop()?;
    Some(made.into_iter().map(|digit| digit | 0x80).chain([last]).collect())
}

/// Bytes after their number.
fn sized(content: &[u8]) -> Vec<u8> {
    let mut made = leb(content.len());
    made.extend(content);
    made
}

/// Things after their number.
fn list(items: impl ExactSizeIterator<Item = Option<Vec<u8>>>) -> Option<Vec<u8>> {
    let mut made = leb(items.len());
    for item in items {
        made.extend(item?);
    }
    Some(made)
}

/// Writes what names functions by their numbers.
struct Writer {
    imported: usize,
    /// The new place of each function of the module's own.
    places: Vec<usize>,
}

impl Writer {
    /// The new number of a function.
    fn place(&self, number: usize) -> Option<usize> {
        match number.checked_sub(self.imported) {
            None => Some(number),
            Some(own) => Some(self.places.get(own)? + self.imported),
        }
    }

    fn function(&self, reader: &mut Reader<'_>) -> Option<Vec<u8>> {
        Some(leb(self.place(reader.number()?)?))
    }

    fn exports(&self, content: &[u8]) -> Option<Vec<u8>> {
        const FUNCTION: u8 = 0;
        let exports = Reader(content).items(|reader| {
            let mut made = sized(reader.sized()?);
            let kind = reader.byte()?;
            made.push(kind);
            made.extend(if kind == FUNCTION { self.function(reader)? } else { leb(reader.number()?) });
            Some(made)
        })?;
        list(exports.into_iter().map(Some))
    }

    fn globals(&self, content: &[u8]) -> Option<Vec<u8>> {
        let globals = Reader(content).items(|reader| {
            let mut made = reader.take(2)?.to_vec();
            self.expression(reader, &mut made)?;
            Some(made)
        })?;
        list(globals.into_iter().map(Some))
    }

    /// Element segments: all of functions by number or by expression.
    fn elements(&self, content: &[u8]) -> Option<Vec<u8>> {
        let segments = Reader(content).items(|reader| {
            let flags = reader.byte()?;
            let (is_passive, has_table, has_expressions) = (flags & 1 == 1, flags & 2 == 2, flags & 4 == 4);
            let mut made = vec![flags];
            if !is_passive {
                if has_table {
                    made.extend(leb(reader.number()?));
                }
                self.expression(reader, &mut made)?;
            }
            if is_passive || has_table {
                made.push(reader.byte()?);
            }
            let functions = reader.items(|reader| {
                if !has_expressions {
                    return self.function(reader);
                }
                let mut made = Vec::new();
                self.expression(reader, &mut made)?;
                Some(made)
            })?;
            made.extend(list(functions.into_iter().map(Some))?);
            Some(made)
        })?;
        list(segments.into_iter().map(Some))
    }

    fn body(&self, body: &[u8]) -> Option<Vec<u8>> {
        let mut reader = Reader(body);
        let locals = reader.items(|reader| {
            let mut made = leb(reader.number()?);
            made.push(reader.byte()?);
            Some(made)
        })?;
        let mut made = list(locals.into_iter().map(Some))?;
        self.expression(&mut reader, &mut made)?;
        reader.0.is_empty().then_some(made)
    }

    /// Instructions to the end that belongs to them.
    fn expression(&self, reader: &mut Reader<'_>, made: &mut Vec<u8>) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            let opcode = reader.byte()?;
            made.push(opcode);
            let mut numbers = |count: usize| {
                for _ in 0..count {
                    made.extend(leb(reader.number()?));
                }
                Some(())
            };
            match opcode {
                0x02..=0x04 => {
                    depth += 1;
                    made.extend(shortest(reader.digits()?)?);
                }
                0x0b if depth == 0 => return Some(()),
                0x0b => depth -= 1,
                // No operands.
                0x00 | 0x01 | 0x05 | 0x0f | 0x1a | 0x1b | 0x45..=0xc4 | 0xd1 => {}
                // Labels, locals, globals, tables, the memory.
                0x0c | 0x0d | 0x20..=0x26 | 0x3f | 0x40 => numbers(1)?,
                // call_indirect, loads and stores.
                0x11 | 0x13 | 0x28..=0x3e => numbers(2)?,
                // br_table
                0x0e => {
                    let labels = reader.number()?;
                    made.extend(leb(labels));
                    for _ in 0..=labels {
                        made.extend(leb(reader.number()?));
                    }
                }
                // call, return_call, ref.func
                0x10 | 0x12 | 0xd2 => made.extend(self.function(reader)?),
                // select with types
                0x1c => made.extend(sized(reader.sized()?)),
                // Constants, and ref.null.
                0x41 | 0x42 | 0xd0 => made.extend(shortest(reader.digits()?)?),
                0x43 => made.extend(reader.take(4)?),
                0x44 => made.extend(reader.take(8)?),
                0xfc => {
                    let more = reader.number()?;
                    made.extend(leb(more));
                    let operands = match more {
                        0..=7 => 0,
                        9 | 11 | 13 | 15..=17 => 1,
                        8 | 10 | 12 | 14 => 2,
                        _ => return None,
                    };
                    for _ in 0..operands {
                        made.extend(leb(reader.number()?));
                    }
                }
                _ => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_ordered_by_their_bodies_and_renumbered() {
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
        assert_eq!(compact(&module.concat()), Some(made.concat()));
        assert_eq!(compact(b"\0asm\x01\0\0\0\x0a\x05\x01"), None, "it ends too early");
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
    }
}
