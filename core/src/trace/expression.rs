//! The operands of a question as one line of figures, the same in every language: `7 > 6`.

use super::Decision;

impl Decision {
    /// The operands as one line of figures and Kubernetes' own words, such as `failed 2 > 1 · 0 ≠ 3`.
    /// Nothing in it needs translation; what is absent shows as `–`.
    pub fn expression(&self) -> String {
        format!("{self:?}")
    }
}
