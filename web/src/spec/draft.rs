//! The manifest as typed. It is kept in the browser with every change; a scenario that replaces it can be undone.

use std::rc::Rc;

use yew::prelude::*;

use super::Scenario;
use crate::keep::Keep;

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    /// The text.
    pub(crate) text: AttrValue,
    /// What a scenario replaced, if that was more than another scenario.
    pub(crate) replaced: Option<AttrValue>,
}

/// A change of the draft.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DraftAction {
    /// The person typed.
    Type(String),
    /// A scenario puts its own manifest there.
    Replace(String),
    /// The text before the scenario comes back.
    BringBack,
    /// The text before the scenario is no longer needed.
    Forget,
}

impl Draft {
    /// As kept, or the first scenario's.
    pub(crate) fn restore() -> Self {
        let text = Keep::Manifest.read::<String>().unwrap_or_else(|| Scenario::Pi.manifest().to_owned());
        Self { text: text.into(), replaced: Keep::Replaced.read::<String>().map(AttrValue::from) }
    }

    fn keep(&self) {
        Keep::Manifest.write(&self.text.as_str());
        match &self.replaced {
            Some(replaced) => Keep::Replaced.write(&replaced.as_str()),
            None => Keep::Replaced.forget(),
        }
    }

    fn after(&self, action: DraftAction) -> Self {
        match action {
            DraftAction::Type(text) => Self { text: text.into(), replaced: self.replaced.clone() },
            DraftAction::Replace(text) => {
                let own = !self.text.trim().is_empty() && Scenario::of_manifest(&self.text).is_none();
                Self { replaced: if own { Some(self.text.clone()) } else { self.replaced.clone() }, text: text.into() }
            }
            DraftAction::BringBack => {
                Self { text: self.replaced.clone().unwrap_or_else(|| self.text.clone()), replaced: None }
            }
            DraftAction::Forget => Self { text: self.text.clone(), replaced: None },
        }
    }
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
        Draft { text: text.into(), replaced: None }
    }

    #[test]
    fn what_was_typed_survives_scenarios() {
        let mine = draft("kind: Job # mine");
        let other = mine.after(DraftAction::Replace(Scenario::Pi.manifest().to_owned()));
        let third = other.after(DraftAction::Replace(Scenario::SlowStart.manifest().to_owned()));
        let back = third.after(DraftAction::BringBack);
        assert_eq!(back, mine);
    }

    #[test]
    fn scenarios_are_not_worth_keeping() {
        let pi = Draft { text: Scenario::Pi.manifest().into(), replaced: None };
        assert_eq!(pi.after(DraftAction::Replace("x".to_owned())).replaced, None);
    }
}
