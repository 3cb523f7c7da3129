//! How a function numbers its locals.

use std::cmp::Reverse;
use std::iter;

use super::read::Reader;
use super::write::{Operand, expression, leb, list};

/// The body with its locals numbered by how often they are used, in each type. Most functions then use the same few numbers.
/// Locals that are not used are left out. Constants of 64 bits become what `wide` returns.
pub(super) fn by_use(body: &[u8], parameters: usize, wide: &dyn Fn(u64) -> u64) -> Option<Vec<u8>> {
    let mut reader = Reader(body);
    let declared = reader.items(|reader| Some((reader.number()?, reader.byte()?)))?;
    let types = declared.into_iter().flat_map(|(count, of)| iter::repeat_n(of, count));
    let mut locals: Vec<(Reverse<u8>, Reverse<usize>, usize)> =
        types.enumerate().map(|(number, of)| (Reverse(of), Reverse(0), number)).collect();
    let mut code = reader;
    expression(&mut reader, &mut Vec::new(), &mut |operand| {
        if let Operand::Local(number) = operand
            && let Some(own) = number.checked_sub(parameters)
        {
            locals.get_mut(own)?.1.0 += 1;
        }
        Some(operand)
    })?;
    let mut numbers = vec![None; locals.len()];
    locals.retain(|(_, uses, _)| uses.0 > 0);
    locals.sort_unstable();
    for (new, (.., old)) in locals.iter().enumerate() {
        *numbers.get_mut(*old)? = Some(new + parameters);
    }

    let runs = locals.chunk_by(|one, other| one.0 == other.0);
    let runs: Vec<Vec<u8>> = runs.filter_map(|run| Some([leb(run.len()), vec![run.first()?.0.0]].concat())).collect();
    let mut made = list(runs.into_iter().map(Some))?;
    expression(&mut code, &mut made, &mut |operand| match operand {
        Operand::Local(number) => Some(Operand::Local(match number.checked_sub(parameters) {
            Some(own) => (*numbers.get(own)?)?,
            None => number,
        })),
        Operand::Wide(constant) => Some(Operand::Wide(wide(constant))),
        Operand::Function(_) => Some(operand),
    })?;
    code.0.is_empty().then_some(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locals_that_are_used_more_come_first() {
        // Locals after one parameter: two of i32, one of i64, one of i32. The last one is used most, the first one never.
        let body = [
            &[3, 2, 0x7f, 1, 0x7e, 1, 0x7f][..],
            &[0x20, 0, 0x21, 2], // the parameter to local 2
            &[0x42, 5, 0x21, 3], // a constant to the local of i64
            &[0x41, 7, 0x21, 4, 0x41, 8, 0x21, 4, 0x0b],
        ];
        let made = [
            &[2, 2, 0x7f, 1, 0x7e][..],
            &[0x20, 0, 0x21, 2],
            &[0x42, 5, 0x21, 3],
            &[0x41, 7, 0x21, 1, 0x41, 8, 0x21, 1, 0x0b],
        ];
        assert_eq!(by_use(&body.concat(), 1, &|constant| constant), Some(made.concat()));
        assert_eq!(by_use(&[0, 0x20, 9, 0x0b], 1, &|constant| constant), None, "there is no such local");
    }
}
