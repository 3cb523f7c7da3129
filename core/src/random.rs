//! The only randomness that there is: numbers that follow from a seed.

use serde::{Deserialize, Serialize};

/// A sequence of numbers that follows from its seed (`SplitMix64`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Random(u64);

impl Random {
    /// The sequence of that seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let scaled = (u128::from(self.number()) * (bound as u128)) >> 64;
        usize::try_from(scaled).unwrap_or(0)
    }

    /// `wait.Jitter` with factor 1: between `ms` and twice that, in milliseconds.
    pub fn jitter(&mut self, ms: i64) -> i64 {
        let share = (i128::from(ms.max(0)) * i128::from(self.number() >> 32)) >> 32;
        ms.max(0).saturating_add(i64::try_from(share).unwrap_or(0))
    }

    /// Puts `items` into an order that no one can rely on, as Go walks over a map.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let numbers = |seed| {
            let mut random = Random::new(seed);
            (0..9).map(|_| random.jitter(1_000)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
        assert!(numbers(7).iter().all(|ms| (1_000..2_000).contains(ms)));
    }

    #[test]
    fn a_shuffle_keeps_everything() {
        let mut items: Vec<_> = (0..40).collect();
        Random::new(1).shuffle(&mut items);
        assert_ne!(items, (0..40).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..40).collect::<Vec<_>>());
    }

    #[test]
    fn no_interval_is_no_jitter() {
        assert_eq!(Random::new(3).jitter(0), 0);
    }
}
