//! Writes a module's bytes.

use super::read::Reader;

/// The instructions that begin and end blocks.
pub(super) mod opcode {
    pub(in super::super) const BLOCK: u8 = 0x02;
    pub(in super::super) const IF: u8 = 0x04;
    pub(in super::super) const END: u8 = 0x0b;
}

/// A number that is not negative, as short as it can be.
pub(super) fn leb(number: usize) -> Vec<u8> {
    let (mut rest, mut made) = (number, Vec::new());
    while rest >= 0x80 {
        made.push(u8::try_from(rest & 0x7f).unwrap_or_default() | 0x80);
        rest >>= 7;
    }
    made.push(u8::try_from(rest).unwrap_or_default());
    made
}

/// A number that may be negative, as short as it can be.
pub(super) fn shortest(digits: &[u8]) -> Option<Vec<u8>> {
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
pub(super) fn sized(content: &[u8]) -> Vec<u8> {
    let mut made = leb(content.len());
    made.extend(content);
    made
}

/// Things after their number.
pub(super) fn list(items: impl ExactSizeIterator<Item = Option<Vec<u8>>>) -> Option<Vec<u8>> {
    let mut made = leb(items.len());
    for item in items {
        made.extend(item?);
    }
    Some(made)
}

/// What instructions have that can be replaced.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    /// The number of a function.
    Function(usize),
    /// The number of a local.
    Local(usize),
    /// A constant of 64 bits.
    Wide(u64),
}

impl Operand {
    pub(super) fn written(self) -> Option<Vec<u8>> {
        match self {
            Self::Function(number) | Self::Local(number) => Some(leb(number)),
            Self::Wide(constant) => {
                let digit = |place: u32| constant.cast_signed() >> (7 * place).min(63) & 0x7f;
                let digits: Vec<u8> = (0..10).filter_map(|place| u8::try_from(digit(place)).ok()).collect();
                shortest(&digits)
            }
        }
    }
}

/// Instructions to the end that belongs to them, with the operands that `replace` returns.
pub(super) fn expression(
    reader: &mut Reader<'_>,
    made: &mut Vec<u8>,
    replace: &mut dyn FnMut(Operand) -> Option<Operand>,
) -> Option<()> {
    let mut depth = 0_usize;
    loop {
        match instruction(reader, made, replace)? {
            opcode::BLOCK..=opcode::IF => depth += 1,
            opcode::END if depth == 0 => return Some(()),
            opcode::END => depth -= 1,
            _ => {}
        }
    }
}

/// One instruction; its opcode.
pub(super) fn instruction(
    reader: &mut Reader<'_>,
    made: &mut Vec<u8>,
    replace: &mut dyn FnMut(Operand) -> Option<Operand>,
) -> Option<u8> {
    let opcode = reader.byte()?;
    made.push(opcode);
    let mut numbers = |count: usize| {
        for _ in 0..count {
            made.extend(leb(reader.number()?));
        }
        Some(())
    };
    match opcode {
        opcode::BLOCK..=opcode::IF => made.extend(shortest(reader.digits()?)?),
        // No operands.
        0x00 | 0x01 | 0x05 | opcode::END | 0x0f | 0x1a | 0x1b | 0x45..=0xc4 | 0xd1 => {}
        // Locals.
        0x20..=0x22 => made.extend(replace(Operand::Local(reader.number()?))?.written()?),
        // Labels, globals, tables, the memory.
        0x0c | 0x0d | 0x23..=0x26 | 0x3f | 0x40 => numbers(1)?,
        // call_indirect
        0x11 | 0x13 => numbers(2)?,
        // Loads and stores. Their alignment is a hint, which compresses best if it is always the same; 0 claims nothing.
        0x28..=0x3e => {
            reader.number()?;
            made.push(0);
            made.extend(leb(reader.number()?));
        }
        // br_table
        0x0e => {
            let labels = reader.number()?;
            made.extend(leb(labels));
            for _ in 0..=labels {
                made.extend(leb(reader.number()?));
            }
        }
        // call, return_call, ref.func
        0x10 | 0x12 | 0xd2 => made.extend(replace(Operand::Function(reader.number()?))?.written()?),
        // select with types
        0x1c => made.extend(sized(reader.sized()?)),
        // Constants, and ref.null.
        0x41 | 0xd0 => made.extend(shortest(reader.digits()?)?),
        0x42 => made.extend(replace(Operand::Wide(reader.wide()?))?.written()?),
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
    Some(opcode)
}

/// Writes what names functions by their numbers.
pub(super) struct Writer {
    pub(super) imported: usize,
    /// The new place of each function of the module's own.
    pub(super) places: Vec<usize>,
}

impl Writer {
    /// The new number of a function.
    pub(super) fn place(&self, number: usize) -> Option<usize> {
        match number.checked_sub(self.imported) {
            None => Some(number),
            Some(own) => Some(self.places.get(own)? + self.imported),
        }
    }

    fn function(&self, reader: &mut Reader<'_>) -> Option<Vec<u8>> {
        Some(leb(self.place(reader.number()?)?))
    }

    pub(super) fn exports(&self, content: &[u8]) -> Option<Vec<u8>> {
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

    pub(super) fn globals(&self, content: &[u8]) -> Option<Vec<u8>> {
        let globals = Reader(content).items(|reader| {
            let mut made = reader.take(2)?.to_vec();
            self.expression(reader, &mut made)?;
            Some(made)
        })?;
        list(globals.into_iter().map(Some))
    }

    /// Element segments: all of functions by number or by expression.
    pub(super) fn elements(&self, content: &[u8]) -> Option<Vec<u8>> {
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

    pub(super) fn body(&self, body: &[u8]) -> Option<Vec<u8>> {
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

    fn expression(&self, reader: &mut Reader<'_>, made: &mut Vec<u8>) -> Option<()> {
        expression(reader, made, &mut |operand| match operand {
            Operand::Function(number) => self.place(number).map(Operand::Function),
            _ => Some(operand),
        })
    }
}
