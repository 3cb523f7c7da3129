//! `sort.Sort` of Go since 1.19: pattern-defeating quicksort. It is not stable, so where more than twelve elements count
//! as equal, their order afterwards is this algorithm's.
//!
//! Here is the algorithm as Orson Peters described it, with the thresholds and the choice of pivots of Go's standard
//! library.

use crate::api::Release;

/// Slices up to this length are sorted by insertion.
const SHORT: usize = 12;
/// From this length on a pivot is the median of three medians, and a slice that is nearly in order is mended.
const LONG: usize = 50;
/// Swaps that a choice among nine takes if all of them are in falling order.
const ALL_FALL: u32 = 12;
/// A slice is repaired at this number of places before it counts as unsorted.
const MOST_MENDED: u32 = 5;
/// The first minor that is built with Go 1.24. It breaks patterns one place further on than the Go versions before.
const GO_1_24: u8 = 33;

/// Sorts as the Go does with which the release is built.
pub(in crate::kubectl) fn sort_by<T>(release: Release, elements: &mut [T], less: impl Fn(&T, &T) -> bool) {
    let end = elements.len();
    let depth = usize::BITS - end.leading_zeros();
    Sort { elements, less, further: release.since(GO_1_24).into() }.sort(0, end, depth);
}

struct Sort<'a, T, F> {
    elements: &'a mut [T],
    less: F,
    /// How much further on than before Go 1.24 patterns are broken.
    further: usize,
}

/// What the elements looked at for a pivot tell of the whole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hint {
    Rises,
    Falls,
    Unknown,
}

impl<T, F: Fn(&T, &T) -> bool> Sort<'_, T, F> {
    fn less(&self, one: usize, other: usize) -> bool {
        let pair = self.elements.get(one).zip(self.elements.get(other));
        pair.is_some_and(|(one, other)| (self.less)(one, other))
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.elements.swap(one, other);
    }

    fn sort(&mut self, mut start: usize, mut end: usize, mut depth: u32) {
        let (mut balanced, mut in_order) = (true, true);
        loop {
            let length = end - start;
            if length <= SHORT {
                return self.insertion_sort(start, end);
            }
            if depth == 0 {
                return self.heap_sort(start, end);
            }
            if !balanced {
                self.break_patterns(start, end);
                depth -= 1;
            }
            let (mut pivot, mut hint) = self.choose_pivot(start, end);
            if hint == Hint::Falls {
                self.reverse(start, end);
                pivot = (end - 1) - (pivot - start);
                hint = Hint::Rises;
            }
            if balanced && in_order && hint == Hint::Rises && self.mended(start, end) {
                return;
            }
            // The element before is not below the pivot: all that equals it goes to the left and is done.
            if start > 0 && !self.less(start - 1, pivot) {
                start = self.partition_equal(start, end, pivot);
                continue;
            }
            let (middle, was_partitioned) = self.partition(start, end, pivot);
            in_order = was_partitioned;
            let (left, right) = (middle - start, end - middle);
            let least = length / 8;
            if left < right {
                balanced = left >= least;
                self.sort(start, middle, depth);
                start = middle + 1;
            } else {
                balanced = right >= least;
                self.sort(middle + 1, end, depth);
                end = middle;
            }
        }
    }

    fn insertion_sort(&mut self, start: usize, end: usize) {
        for place in start + 1..end {
            self.sink(place, start);
        }
    }

    /// Swaps an element with those before it, down to `lowest`, as long as it is less.
    fn sink(&mut self, mut place: usize, lowest: usize) {
        while place > lowest && self.less(place, place - 1) {
            self.swap(place, place - 1);
            place -= 1;
        }
    }

    fn heap_sort(&mut self, start: usize, end: usize) {
        let length = end - start;
        for root in (0..length / 2).rev() {
            self.sift_down(root, length, start);
        }
        for last in (0..length).rev() {
            self.swap(start, start + last);
            self.sift_down(0, last, start);
        }
    }

    fn sift_down(&mut self, mut root: usize, length: usize, start: usize) {
        loop {
            let mut child = 2 * root + 1;
            if child >= length {
                return;
            }
            if child + 1 < length && self.less(start + child, start + child + 1) {
                child += 1;
            }
            if !self.less(start + root, start + child) {
                return;
            }
            self.swap(start + root, start + child);
            root = child;
        }
    }

    /// Swaps three elements in the middle with some that a fixed sequence of numbers picks.
    fn break_patterns(&mut self, start: usize, end: usize) {
        let length = end - start;
        let mut random = length as u64;
        let mask = (length + 1).next_power_of_two() - 1;
        let first = start + length / 4 * 2 - 2 + self.further;
        for place in first..first + 3 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let mut other = usize::try_from(random & mask as u64).unwrap_or_default();
            if other >= length {
                other -= length;
            }
            self.swap(place, start + other);
        }
    }

    fn choose_pivot(&self, start: usize, end: usize) -> (usize, Hint) {
        let length = end - start;
        let mut swaps = 0;
        let [mut low, mut middle, mut high] = [1, 2, 3].map(|quarter| start + length / 4 * quarter);
        if length >= LONG {
            [low, middle, high] = [low, middle, high].map(|place| self.median(place - 1, place, place + 1, &mut swaps));
        }
        let pivot = self.median(low, middle, high, &mut swaps);
        let hint = match swaps {
            0 => Hint::Rises,
            ALL_FALL => Hint::Falls,
            _ => Hint::Unknown,
        };
        (pivot, hint)
    }

    fn median(&self, one: usize, two: usize, three: usize, swaps: &mut u32) -> usize {
        let mut ordered = |low, high| {
            if self.less(high, low) {
                *swaps += 1;
                (high, low)
            } else {
                (low, high)
            }
        };
        let (one, two) = ordered(one, two);
        let (two, _) = ordered(two, three);
        ordered(one, two).1
    }

    fn reverse(&mut self, start: usize, end: usize) {
        if let Some(part) = self.elements.get_mut(start..end) {
            part.reverse();
        }
    }

    /// Puts a few elements in their places, if no more than a few are out of them; whether all are in order now.
    fn mended(&mut self, start: usize, end: usize) -> bool {
        let mut place = start + 1;
        for _ in 0..MOST_MENDED {
            while place < end && !self.less(place, place - 1) {
                place += 1;
            }
            if place == end {
                return true;
            }
            if end - start < LONG {
                return false;
            }
            self.swap(place, place - 1);
            if place - start >= 2 {
                self.sink(place - 1, 0);
            }
            if end - place >= 2 {
                let mut next = place + 1;
                while next < end && self.less(next, next - 1) {
                    self.swap(next, next - 1);
                    next += 1;
                }
            }
        }
        false
    }

    /// Puts what is less than the pivot before it, and the rest behind; where the pivot is then, and whether it was so
    /// before.
    fn partition(&mut self, start: usize, end: usize, pivot: usize) -> (usize, bool) {
        self.swap(start, pivot);
        let (mut low, mut high) = (start + 1, end - 1);
        let mut swapped = false;
        loop {
            while low <= high && self.less(low, start) {
                low += 1;
            }
            while low <= high && !self.less(high, start) {
                high -= 1;
            }
            if low > high {
                break;
            }
            self.swap(low, high);
            swapped = true;
            low += 1;
            high -= 1;
        }
        self.swap(high, start);
        (high, !swapped)
    }

    /// Puts what equals the pivot, than which nothing is less, before the rest; where the rest begins.
    fn partition_equal(&mut self, start: usize, end: usize, pivot: usize) -> usize {
        self.swap(start, pivot);
        let (mut low, mut high) = (start + 1, end - 1);
        loop {
            while low <= high && !self.less(start, low) {
                low += 1;
            }
            while low <= high && self.less(start, high) {
                high -= 1;
            }
            if low > high {
                return low;
            }
            self.swap(low, high);
            low += 1;
            high -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers with the place that each had, sorted by the numbers alone.
    fn sorted(numbers: impl IntoIterator<Item = u64>) -> Vec<(u64, usize)> {
        let mut elements: Vec<_> = numbers.into_iter().enumerate().map(|(place, number)| (number, place)).collect();
        sort_by(Release::V1_36, &mut elements, |one, other| one.0 < other.0);
        elements
    }

    #[test]
    fn everything_is_in_order_afterwards() {
        for length in [0, 1, 2, 12, 13, 49, 50, 51, 300] {
            for (multiplier, modulus) in [(1, 1000), (999, 1000), (7919, 101), (31, 3), (1, 1)] {
                let numbers = (0..length).map(|n| n * multiplier % modulus);
                let result = sorted(numbers.clone());
                let mut expected: Vec<_> = numbers.collect();
                expected.sort_unstable();
                assert_eq!(result.iter().map(|(number, _)| *number).collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn up_to_twelve_elements_keep_their_order_and_more_do_not() {
        let short = sorted([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
        assert!(short.windows(2).all(|pair| pair[0] < pair[1]), "{short:?}");
        let long = sorted([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
        assert!(!long.windows(2).all(|pair| pair[0] < pair[1]), "{long:?}");
    }

    /// The order in which `sort.Sort` leaves 21 elements, of which many are equal.
    fn places_of_equals(release: Release) -> Vec<usize> {
        let numbers = [3, 3, 1, 4, 4, 2, 2, 3, 2, 3, 0, 2, 2, 3, 2, 1, 3, 0, 0, 4, 3];
        let mut elements: Vec<_> = numbers.into_iter().enumerate().collect();
        sort_by(release, &mut elements, |(_, one), (_, other)| *one == 0 || *other != 0 && one < other);
        elements.into_iter().map(|(place, _)| place).collect()
    }

    #[test]
    fn patterns_are_broken_elsewhere_since_go_1_24() {
        let until_1_23 = [17, 18, 10, 15, 2, 12, 14, 5, 8, 11, 6, 13, 9, 0, 16, 7, 1, 20, 3, 4, 19];
        let since_1_24 = [17, 18, 10, 15, 2, 12, 6, 5, 8, 11, 14, 9, 13, 0, 16, 7, 1, 20, 3, 4, 19];
        assert_eq!(places_of_equals(Release::V1_32), until_1_23);
        assert_eq!(places_of_equals(Release::V1_33), since_1_24);
    }
}
