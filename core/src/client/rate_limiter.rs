//! `workqueue.ItemExponentialFailureRateLimiter`: a delay per key that doubles with each failure.

use imbl::OrdMap;
use serde::{Deserialize, Serialize};

/// The limiter: `base_ms × 2^failures`, at most `cap_ms`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "K: Serialize + Ord + Clone", deserialize = "K: Deserialize<'de> + Ord + Clone"))]
pub(crate) struct ItemExponentialFailureRateLimiter<K: Ord + Clone> {
    base_ms: i64,
    cap_ms: i64,
    #[serde(with = "super::pairs")]
    failures: OrdMap<K, u32>,
}

impl<K: Ord + Clone> ItemExponentialFailureRateLimiter<K> {
    /// A limiter that starts with `base_ms` and never goes over `cap_ms`, both in milliseconds.
    pub(crate) fn new(base_ms: i64, cap_ms: i64) -> Self {
        Self { base_ms, cap_ms, failures: OrdMap::new() }
    }

    /// `When`: the delay for one more failure of `key`, in milliseconds, which is counted.
    pub(crate) fn when(&mut self, key: &K) -> i64 {
        let failures = self.failures.entry(key.clone()).or_insert(0);
        let delay = exponential(self.base_ms, *failures, self.cap_ms);
        *failures = failures.saturating_add(1);
        delay
    }

    /// `NumRequeues`: failures of `key` since it was last forgotten.
    pub(crate) fn num_requeues(&self, key: &K) -> u32 {
        self.failures.get(key).copied().unwrap_or(0)
    }

    /// `Forget`: ends the count of `key`; says what it was.
    pub(crate) fn forget(&mut self, key: &K) -> u32 {
        self.failures.remove(key).unwrap_or(0)
    }

    /// Keys with their counts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, u32)> {
        self.failures.iter().map(|(key, failures)| (key, *failures))
    }
}

/// `base × 2^exponent`, at most `cap`.
pub(crate) fn exponential(base: i64, exponent: u32, cap: i64) -> i64 {
    1i64.checked_shl(exponent.min(62)).and_then(|factor| base.checked_mul(factor)).map_or(cap, |delay| delay.min(cap))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_the_cap() {
        let mut limiter = ItemExponentialFailureRateLimiter::new(10_000, 360_000);
        let delays: Vec<_> = (0..8).map(|_| limiter.when(&"j")).collect();
        assert_eq!(delays, [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 360_000, 360_000]);
        assert_eq!(limiter.num_requeues(&"j"), 8);
        assert_eq!(limiter.forget(&"j"), 8);
        assert_eq!(limiter.when(&"j"), 10_000);
    }

    #[test]
    fn huge_counts_do_not_overflow() {
        assert_eq!(exponential(10_000, u32::MAX, 360_000), 360_000);
    }
}
