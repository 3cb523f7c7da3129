//! The content of the path's rows, in words: a file for each subject.

pub(super) mod calls;
pub(super) mod delivery;
pub(super) mod memory;
pub(super) mod queue;

use yew::prelude::*;

use super::explanation::Explained;

/// What a row says.
pub(in crate::why) struct RowContent {
    pub(in crate::why) ask: AttrValue,
    pub(in crate::why) operands: String,
    pub(in crate::why) answer: AttrValue,
    /// `yes`, `no` or `set`.
    pub(in crate::why) mark: &'static str,
    /// What stands behind it.
    pub(in crate::why) explain: Option<Explained>,
    /// What stands under it in any case.
    pub(in crate::why) extra: Html,
}

impl RowContent {
    pub(in crate::why) fn plain(ask: AttrValue, operands: impl Into<String>, answer: AttrValue) -> Self {
        Self { ask, operands: operands.into(), answer, mark: "set", explain: None, extra: Html::default() }
    }
}
