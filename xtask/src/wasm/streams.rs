//! Writes a module so that it compresses best: the opcodes of all functions stand together, and so do their operands of each
//! kind. `web/start/module.js` makes the module of it.
//!
//! The file is a module to those who serve it, with one custom section without a name. That has, after how each instruction's
//! operands are kept, the size of the module, of its beginning and the number of its functions, then the size of each stream, and
//! the streams.

use super::read::Reader;
use super::write::{instruction, leb, opcode, sized};
use super::{HEADER, section};

/// How the operands of an instruction are kept. Above these, the number of the stream that has its one operand.
mod kept {
    /// It has none.
    pub(super) const NOTHING: u8 = 0;
    /// It begins a block, and its type follows the opcode.
    pub(super) const BLOCK: u8 = 1;
    /// It ends a block or a function, and has none.
    pub(super) const END: u8 = 2;
    /// After their size, in a stream with those of other rare instructions.
    pub(super) const RARE: u8 = 3;
    /// The offset of a load or a store, its first byte apart from the others.
    pub(super) const OFFSET: u8 = 4;
    /// A constant, in a stream with others before the same opcode, which most often says what it is for.
    pub(super) const CONSTANT: u8 = 5;
}

/// The streams. Those from [`stream::CONSTANTS`] on have the constants, by the opcode that follows them.
mod stream {
    pub(super) const OPCODES: usize = 0;
    /// The locals of functions.
    pub(super) const LOCALS: usize = 1;
    pub(super) const RARE: usize = 2;
    pub(super) const OFFSETS: usize = 3;
    pub(super) const LONG_OFFSETS: usize = 4;
    /// What is before the functions, and what is after them.
    pub(super) const REST: usize = 5;
    /// The locals that are read; one each for those that are set and teed follow.
    pub(super) const READ_LOCALS: u8 = 6;
    pub(super) const LABELS: u8 = 9;
    pub(super) const CALLS: u8 = 10;
    pub(super) const GLOBALS: u8 = 11;
    pub(super) const WIDE_CONSTANTS: u8 = 12;
    pub(super) const CONSTANTS: usize = 16;
    pub(super) const COUNT: usize = CONSTANTS + 0x100;
}

fn how_kept(opcode: u8) -> u8 {
    match opcode {
        opcode::BLOCK..=opcode::IF => kept::BLOCK,
        opcode::END => kept::END,
        0x28..=0x3e => kept::OFFSET,
        0x41 => kept::CONSTANT,
        0x20..=0x22 => opcode - 0x20 + stream::READ_LOCALS,
        0x0c | 0x0d => stream::LABELS,
        0x10 => stream::CALLS,
        0x23 | 0x24 => stream::GLOBALS,
        0x42 => stream::WIDE_CONSTANTS,
        _ if instruction(&mut Reader(&[opcode]), &mut Vec::new(), &mut Some).is_some() => kept::NOTHING,
        _ => kept::RARE,
    }
}

/// The module in streams.
pub(crate) fn in_streams(module: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader(module.get(HEADER..)?);
    while reader.byte()? != section::CODE {
        reader.sized()?;
    }
    let mut code = Reader(reader.sized()?);
    let functions = code.number()?;
    let beginning = module.len() - reader.0.len() - code.0.len();

    let mut streams = vec![Vec::new(); stream::COUNT];
    for _ in 0..functions {
        add(&mut streams, Reader(code.sized()?))?;
    }
    streams.get_mut(stream::REST)?.extend([module.get(..beginning)?, reader.0].concat());

    let mut content = leb(0);
    content.extend((0..=u8::MAX).map(how_kept));
    for number in [module.len(), beginning, functions].into_iter().chain(streams.iter().map(Vec::len)) {
        content.extend(leb(number));
    }
    content.extend(streams.concat());
    Some([module.get(..HEADER)?, &[section::CUSTOM], &sized(&content)].concat())
}

/// Adds a function to the streams.
fn add(streams: &mut [Vec<u8>], mut body: Reader<'_>) -> Option<()> {
    let mut add = |stream: usize, bytes: &[u8]| streams.get_mut(stream).map(|stream| stream.extend(bytes));
    let whole = body;
    let runs = body.items(|reader| Some((reader.number()?, reader.byte()?)))?.len();
    // The script reads one byte.
    if runs >= 0x80 {
        return None;
    }
    let (locals, _) = whole.0.split_at_checked(whole.0.len() - body.0.len())?;
    add(stream::LOCALS, locals)?;
    while !body.0.is_empty() {
        let mut made = Vec::new();
        let opcode = instruction(&mut body, &mut made, &mut Some)?;
        let (_, operands) = made.split_first()?;
        add(stream::OPCODES, &[opcode])?;
        match how_kept(opcode) {
            kept::NOTHING | kept::END => {}
            kept::BLOCK => add(stream::OPCODES, operands)?,
            kept::RARE => add(stream::RARE, &sized(operands))?,
            kept::OFFSET => {
                // The alignment is 0.
                let (first, more) = operands.get(1..)?.split_first()?;
                add(stream::OFFSETS, &[*first])?;
                add(stream::LONG_OFFSETS, more)?;
            }
            kept::CONSTANT => add(stream::CONSTANTS + usize::from(*body.0.first()?), operands)?,
            stream => add(usize::from(stream), operands)?,
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_stands_together() {
        let module = [
            b"\0asm\x01\0\0\0".as_slice(),
            b"\x01\x04\x01\x60\x00\x00",
            b"\x03\x02\x01\x00",
            // A function with two locals: a block in which a constant of two bytes is stored at an offset of two bytes.
            b"\x0a\x14\x01\x12\x01\x02\x7f\x02\x40\x20\x01\x41\xe4\x00\x36\x00\xc8\x01\x0c\x00\x0b\x0b",
            b"\x0b\x01\x00",
        ]
        .concat();
        let made = in_streams(&module).unwrap();
        assert_eq!(made.get(..12).unwrap(), b"\0asm\x01\0\0\0\x00\xbd\x04\x00", "a custom section without a name");
        let streams = made.get(12 + 0x100 + 3 + stream::COUNT..).unwrap();
        let expected = [
            b"\x02\x40\x20\x41\x36\x0c\x0b\x0b".as_slice(), // opcodes
            b"\x01\x02\x7f",                                // locals
            b"\xc8",                                        // offsets
            b"\x01",                                        // the rest of long offsets
            module.get(..21).unwrap(),
            b"\x0b\x01\x00",
            b"\x01",     // what is read
            b"\x00",     // the label
            b"\xe4\x00", // the constant before a store
        ];
        assert_eq!(streams, expected.concat());
        assert_eq!(in_streams(b"\0asm\x01\0\0\0\x0a\x05\x01"), None, "it ends too early");
    }
}
