//! Which functions stand next to each other.

use std::collections::HashMap;

/// How many bytes two functions share where they are alike.
const LENGTH: usize = 4;

/// Bytes that more functions have than this say nothing about likeness.
const COMMON: usize = 2_000;

/// The order in which each function is followed by the one, of those that are left, that is most like it.
pub(super) fn by_likeness(bodies: &[&[u8]]) -> Option<Vec<usize>> {
    let pieces: Vec<Vec<&[u8]>> = bodies.iter().map(|body| pieces(body)).collect();
    let mut holders: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (place, pieces) in pieces.iter().enumerate() {
        for piece in pieces {
            holders.entry(piece).or_default().push(place);
        }
    }
    let mut is_left = vec![true; bodies.len()];
    let mut shared = vec![0_usize; bodies.len()];
    let mut rest = 0..bodies.len();
    let mut order = Vec::new();
    let mut next = rest.next();
    while let Some(place) = next {
        order.push(place);
        *is_left.get_mut(place)? = false;
        let own = pieces.get(place)?;
        let mut alike = Vec::new();
        for piece in own {
            let holders = holders.get_mut(piece)?;
            holders.retain(|other| is_left.get(*other) == Some(&true));
            if holders.len() > COMMON {
                continue;
            }
            for other in holders {
                let count = shared.get_mut(*other)?;
                if *count == 0 {
                    alike.push(*other);
                }
                *count += 1;
            }
        }
        // The part of the larger one that both have.
        let mut best = (0, 1);
        next = None;
        for other in alike {
            let count = std::mem::take(shared.get_mut(other)?);
            let whole = own.len().max(pieces.get(other)?.len());
            if count * best.1 > best.0 * whole {
                best = (count, whole);
                next = Some(other);
            }
        }
        next = next.or_else(|| rest.find(|other| is_left.get(*other) == Some(&true)));
    }
    Some(order)
}

/// All sequences of bytes in a body, each once.
fn pieces(body: &[u8]) -> Vec<&[u8]> {
    let mut pieces: Vec<&[u8]> = body.windows(LENGTH).collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_is_followed_by_the_one_most_like_it() {
        let bodies: [&[u8]; 5] = [b"abcdefgh", b"0123456789", b"abcdefxy", b"01234567ab", b"abcdefgx"];
        assert_eq!(by_likeness(&bodies), Some(vec![0, 4, 2, 1, 3]));
        assert_eq!(by_likeness(&[b"", b"x", b""]), Some(vec![0, 1, 2]), "what is like nothing stays in order");
    }
}
