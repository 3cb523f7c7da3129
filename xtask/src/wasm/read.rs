//! Reads a module's bytes.

/// Reads a module.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    /// The bytes of a number.
    pub(super) fn digits(&mut self) -> Option<&'a [u8]> {
        let last = self.0.iter().position(|byte| byte & 0x80 == 0)?;
        self.take(last + 1)
    }

    pub(super) fn number(&mut self) -> Option<usize> {
        self.digits()?
            .iter()
            .rev()
            .try_fold(0_usize, |value, byte| Some(value.checked_mul(0x80)? | usize::from(byte & 0x7f)))
    }

    /// A number of 64 bits that may be negative, as its bits.
    pub(super) fn wide(&mut self) -> Option<u64> {
        let digits = self.digits()?;
        let is_negative = digits.last()? & 0x40 != 0;
        let start = if is_negative { u64::MAX } else { 0 };
        Some(digits.iter().rev().fold(start, |value, byte| value << 7 | u64::from(byte & 0x7f)))
    }

    /// Bytes after their number.
    pub(super) fn sized(&mut self) -> Option<&'a [u8]> {
        let count = self.number()?;
        self.take(count)
    }

    /// Things after their number.
    pub(super) fn items<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        (0..count).map(|_| item(self)).collect()
    }

    /// How large a memory or table is.
    pub(super) fn limits(&mut self) -> Option<()> {
        let has_maximum = self.byte()? & 1 == 1;
        self.number()?;
        if has_maximum {
            self.number()?;
        }
        Some(())
    }
}
