//! A limit on what text from outside can ask for: values, bytes, commands.

use std::cell::Cell;

/// How much of something is left, of a most. It is spent through a shared reference, so that nested evaluations share one.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    left: Cell<usize>,
    most: usize,
    of: &'static str,
}

/// A budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {most} {of}")]
pub(crate) struct OverBudget {
    most: usize,
    of: &'static str,
}

impl From<OverBudget> for String {
    fn from(error: OverBudget) -> Self {
        error.to_string()
    }
}

impl Budget {
    /// At most `most`; `of` names in the error what is counted.
    pub(crate) const fn new(most: usize, of: &'static str) -> Self {
        Self { left: Cell::new(most), most, of }
    }

    /// Takes `cost` from what is left.
    ///
    /// # Errors
    ///
    /// Less than that is left. Then nothing is.
    pub(crate) fn spend(&self, cost: usize) -> Result<(), OverBudget> {
        let left = self.left.get().checked_sub(cost);
        self.left.set(left.unwrap_or_default());
        left.map(drop).ok_or(OverBudget { most: self.most, of: self.of })
    }

    /// How much is left.
    pub(crate) const fn left(&self) -> usize {
        self.left.get()
    }

    /// How much is spent.
    pub(crate) const fn spent(&self) -> usize {
        self.most - self.left.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_is_gone() {
        let budget = Budget::new(3, "values");
        assert_eq!((budget.spend(2), budget.left()), (Ok(()), 1));
        assert_eq!(budget.spend(2).map_err(|error| error.to_string()), Err("more than 3 values".to_owned()));
        assert!(budget.spend(1).is_err() && budget.spend(0).is_ok());
    }
}
