//! The manifest as typed. It is stored in the browser with every change, and can be restored after a scenario or a link
//! replaced it.

use std::rc::Rc;

use jobscope_explain::Preset;
use jobscope_explain::preset::BLANK;
use yew::prelude::*;

use crate::keep::Keep;
use crate::session::Texts;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    /// The text.
    pub(crate) text: AttrValue,
    /// What was replaced, if that was more than a scenario; the last one first to come back.
    replaced: Vec<AttrValue>,
    /// Whether the browser keeps it: a lesson's is nothing to keep.
    keeps: bool,
}

/// A change of the draft.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DraftAction {
    /// The person typed.
    Type(String),
    /// A scenario or a link puts its own manifest there.
    Replace(String),
    /// Undo or Redo of that: the manifest of the other side comes back.
    Restore(Texts),
    /// The text that was replaced comes back.
    BringBack,
    /// The text that was replaced is no longer needed.
    Forget,
}

impl Draft {
    /// As kept, or the first scenario's.
    pub(crate) fn restore() -> Self {
        let text = Keep::Manifest.read::<String>().unwrap_or_else(|| Preset::Pi.manifest().to_owned());
        let replaced = Keep::Replaced.read::<Vec<String>>().unwrap_or_default();
        Self { text: text.into(), replaced: replaced.into_iter().map(AttrValue::from).collect(), keeps: true }
    }

    /// The manifest of a session that is not the person's own, of which nothing is kept.
    pub(crate) fn guest(manifest: &str) -> Self {
        Self { text: manifest.to_owned().into(), replaced: Vec::new(), keeps: false }
    }

    /// The same with the manifest of a link in its place.
    pub(crate) fn opened(self, manifest: &str) -> Self {
        let next = self.after(DraftAction::Replace(manifest.to_owned()));
        next.keep();
        next
    }

    /// Whether there is a text to bring back.
    pub(crate) fn has_replaced(&self) -> bool {
        !self.replaced.is_empty()
    }

    fn keep(&self) {
        if !self.keeps {
            return;
        }
        Keep::Manifest.write(&self.text.as_str());
        // An empty list is kept, too: without it, another tab's list would be read.
        Keep::Replaced.write(&self.replaced.iter().map(AttrValue::as_str).collect::<Vec<_>>());
    }

    fn after(&self, action: DraftAction) -> Self {
        let Self { text, mut replaced, keeps } = self.clone();
        match action {
            DraftAction::Type(typed) => Self { text: typed.into(), replaced, keeps },
            DraftAction::Replace(other) if other == *text || other.trim().is_empty() => Self { text, replaced, keeps },
            DraftAction::Replace(other) => {
                if is_own(&text) {
                    replaced.push(text);
                }
                Self { text: other.into(), replaced, keeps }
            }
            DraftAction::Restore(Texts { before, after }) => {
                // What the edit itself had put there is nothing to keep.
                if text != before && text != after && is_own(&text) {
                    replaced.push(text);
                } else if replaced.last() == Some(&after) {
                    replaced.pop();
                }
                Self { text: after, replaced, keeps }
            }
            DraftAction::BringBack => Self { text: replaced.pop().unwrap_or(text), replaced, keeps },
            DraftAction::Forget => {
                replaced.pop();
                Self { text, replaced, keeps }
            }
        }
    }
}

/// Whether a person may have written it.
fn is_own(text: &str) -> bool {
    !text.trim().is_empty() && text != BLANK && Preset::of_manifest(text).is_none()
}

impl Reducible for Draft {
    type Action = DraftAction;

    fn reduce(self: Rc<Self>, action: DraftAction) -> Rc<Self> {
        let next = self.after(action);
        next.keep();
        Rc::new(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &'static str) -> Draft {
        Draft { text: text.into(), replaced: Vec::new(), keeps: true }
    }

    fn replace(text: &str) -> DraftAction {
        DraftAction::Replace(text.to_owned())
    }

    #[test]
    fn what_was_typed_survives_scenarios() {
        let mine = draft("kind: Job # mine");
        let other = mine.after(replace(Preset::Pi.manifest()));
        let third = other.after(replace(Preset::SlowStart.manifest()));
        let back = third.after(DraftAction::BringBack);
        assert_eq!(back, mine);
    }

    #[test]
    fn all_that_was_typed_comes_back_one_after_the_other() {
        let first = draft("a: 1").after(replace(Preset::Pi.manifest()));
        let second = first.after(DraftAction::Type("b: 2".to_owned())).after(replace("from a link"));
        let back = second.after(DraftAction::BringBack);
        assert_eq!(back.text, "b: 2");
        assert_eq!(back.after(DraftAction::BringBack).text, "a: 1");
        assert!(!back.after(DraftAction::Forget).has_replaced());
    }

    #[test]
    fn undo_and_redo_leave_nothing_to_bring_back_but_what_was_typed_since() {
        let texts = |before: &'static str, after: &'static str| {
            DraftAction::Restore(Texts { before: before.into(), after: after.into() })
        };
        let opened = draft("mine").after(replace("theirs"));
        assert!(opened.has_replaced());
        let undone = opened.after(texts("theirs", "mine"));
        assert_eq!(undone, draft("mine"));
        let redone = undone.after(texts("mine", "theirs"));
        assert_eq!((&*redone.text, redone.has_replaced()), ("theirs", false));
        let typed = redone.after(DraftAction::Type("typed".to_owned())).after(texts("theirs", "mine"));
        assert_eq!(&*typed.text, "mine");
        assert_eq!(&*typed.after(DraftAction::BringBack).text, "typed");
        assert_eq!(&*draft("theirs").after(texts("theirs", "")).text, "", "an empty editor comes back, too");
    }

    #[test]
    fn scenarios_are_not_worth_keeping() {
        assert!(!draft(Preset::Pi.manifest()).after(replace("x")).has_replaced());
    }

    #[test]
    fn opening_a_link_again_changes_nothing() {
        let opened = draft("mine").after(replace("from a link"));
        assert_eq!(opened.after(replace("from a link")), opened);
        assert_eq!(opened.after(replace("")), opened, "a link without a text leaves the text alone");
    }
}
