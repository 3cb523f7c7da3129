//! The selected pods, for actions on all of them.

use std::collections::BTreeSet;
use std::rc::Rc;

use jobscope_core::api::Name;
use jobscope_core::small_collect::SmallCollect as _;
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::seen::{Shown, use_seen};

/// Names stay chosen while the session continues; those of pods that are gone mean nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Selection {
    chosen: BTreeSet<Name>,
    /// Where the keyboard stands.
    pub(crate) active: Option<Name>,
    /// Where a range begins.
    anchor: Option<Name>,
    /// Whether a plain press chooses, for those who have no Ctrl key at hand.
    pub(crate) several: bool,
}

/// A change of the selection.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Select {
    /// The keyboard stands there now.
    Go(Name),
    /// Chosen if it was not, and the other way round.
    Toggle(Name),
    /// All from where the last choice began to this one, in that order of pods.
    Range(Name, Vec<Name>),
    /// These and no others.
    All(Vec<Name>),
    /// Whether a plain press chooses.
    Several(bool),
    /// None.
    Clear,
    /// As a session from elsewhere has it.
    Seen(Selection),
}

impl Selection {
    /// Whether the pod is chosen.
    pub(crate) fn has(&self, pod: &Name) -> bool {
        self.chosen.contains(pod)
    }

    /// Whether nothing is chosen.
    pub(crate) fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// The chosen pods.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Name> {
        self.chosen.iter()
    }

    fn after(&self, select: Select) -> Self {
        let mut next = self.clone();
        match select {
            Select::Go(pod) => {
                if next.chosen.is_empty() {
                    next.anchor = Some(pod.clone());
                }
                next.active = Some(pod);
            }
            Select::Toggle(pod) => {
                if !next.chosen.remove(&pod) {
                    next.chosen.insert(pod.clone());
                }
                next.anchor = Some(pod.clone());
                next.active = Some(pod);
            }
            Select::Range(pod, order) => {
                let place = |name: &Name| order.iter().position(|other| other == name);
                let to = place(&pod);
                let from = next.anchor.as_ref().and_then(place).or(to);
                if let (Some(from), Some(to)) = (from, to) {
                    let range = from.min(to)..=from.max(to);
                    next.chosen = order.get(range).unwrap_or_default().iter().cloned().collect();
                    next.anchor = order.get(from).cloned();
                }
                next.active = Some(pod);
            }
            Select::Seen(selection) => return selection,
            Select::All(pods) => next.chosen = pods.into_iter().collect(),
            Select::Several(several) => next.several = several,
            Select::Clear => {
                next.chosen.clear();
                next.several = false;
                next.anchor.clone_from(&next.active);
            }
        }
        next
    }
}

/// Most chosen pods that are passed on.
const MOST_PASSED_ON: usize = 500;

impl Shown for Selection {
    fn written(&self) -> Option<String> {
        let is_some = (1..=MOST_PASSED_ON).contains(&self.chosen.len());
        is_some.then(|| self.chosen.iter().map(Name::as_str).collect::<Vec<_>>().join(" "))
    }

    fn read(text: &str) -> Option<Self> {
        let chosen = text.split_ascii_whitespace().take(MOST_PASSED_ON).map(Name::from).small_collect();
        Some(Self { chosen, ..Self::default() })
    }
}

impl Reducible for Selection {
    type Action = Select;

    fn reduce(self: Rc<Self>, select: Select) -> Rc<Self> {
        Rc::new(self.after(select))
    }
}

/// The selection, which goes along when the session is passed on.
#[hook]
pub(super) fn use_selection() -> UseReducerHandle<Selection> {
    const NAME: &str = "chosen";
    let seen = use_seen();
    let selection: UseReducerHandle<Selection> = use_reducer(|| seen.shown(NAME).unwrap_or_default());
    {
        let selection = selection.clone();
        use_effect_with(seen.clone(), move |seen| {
            if seen.came() {
                selection.dispatch(Select::Seen(seen.shown(NAME).unwrap_or_default()));
            }
        });
    }
    use_effect_with((seen, (*selection).clone()), |(seen, selection)| seen.note(NAME, selection));
    selection
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &str) -> Vec<Name> {
        all.split_whitespace().map(Name::from).collect()
    }

    fn chosen(selection: &Selection) -> String {
        selection.iter().map(Name::as_str).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_range_goes_from_where_it_began_to_where_it_is_now() {
        let order = names("a b c d e");
        let range = |selection: &Selection, to: &str| selection.after(Select::Range(to.into(), order.clone()));
        let at_c = Selection::default().after(Select::Go("c".into()));
        let down = range(&at_c, "e");
        assert_eq!(chosen(&down), "c d e");
        assert_eq!(chosen(&range(&down, "b")), "b c", "it turns around where it began");
        let toggled = down.after(Select::Toggle("a".into()));
        assert_eq!(chosen(&toggled), "a c d e");
        assert_eq!(chosen(&range(&toggled, "b")), "a b", "the last toggle is a new beginning");
    }

    #[test]
    fn a_range_from_a_pod_that_is_gone_is_the_one_pod() {
        let gone = Selection::default().after(Select::Go("x".into()));
        assert_eq!(chosen(&gone.after(Select::Range("b".into(), names("a b c")))), "b");
    }

    #[test]
    fn clearing_keeps_where_the_keyboard_stands() {
        let some = Selection::default().after(Select::Toggle("b".into())).after(Select::Several(true));
        let cleared = some.after(Select::Clear);
        assert!(cleared.is_empty() && !cleared.several);
        assert_eq!(cleared.active, Some("b".into()));
    }
}
