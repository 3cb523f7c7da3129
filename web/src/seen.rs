//! View settings that are shared with a session: the view of each region, the selection in it, and what the session is
//! compared with.
//!
//! Regions keep such a choice by [`use_shown`]. A session that comes with a view of its own brings all of them to where
//! its sender had them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use jobscope_core::api::Release;
use jobscope_core::timeline::{BranchId, BranchView, Compared, View};
use yew::prelude::*;

use crate::effect::use_effect_with;
use crate::session::Session;
use crate::settings::{Settings, Views};

/// What the chosen branch is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum With {
    /// The same actions under this release.
    Release(Release),
    /// Another branch.
    Branch(BranchId),
}

/// A choice of a region, as it is written in a view.
pub(crate) trait Shown: Clone + Default + PartialEq + 'static {
    /// `None` for the usual choice.
    fn written(&self) -> Option<String>;
    /// `None` if the text is unknown.
    fn read(text: &str) -> Option<Self>;
}

/// Shared: regions write down what they show.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen(Rc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// Whether it came with a session.
    came: bool,
    panels: RefCell<BTreeMap<String, String>>,
    /// What the session is compared with, and the row of the comparison that is shown.
    compared: Cell<Option<(With, Option<usize>)>>,
}

impl PartialEq for Seen {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Seen {
    /// What came with a session of these branches.
    pub(crate) fn of(view: &View, branches: &[BranchView]) -> Self {
        let with = view.compare.and_then(|compared| match compared {
            Compared::Release(release) => Some(With::Release(release)),
            Compared::Branch(number) => Some(With::Branch(branches.get(number.checked_sub(1)?)?.id)),
        });
        Self(Rc::new(Inner {
            came: true,
            panels: RefCell::new(view.panels.clone()),
            compared: Cell::new(with.map(|with| (with, view.row))),
        }))
    }

    /// Whether it came with a session.
    pub(crate) fn came(&self) -> bool {
        self.0.came
    }

    /// A key that differs for each session that came.
    pub(crate) fn key(&self) -> String {
        format!("{:p}", Rc::as_ptr(&self.0))
    }

    /// What the session is compared with, and the row that is shown.
    pub(crate) fn compared(&self) -> Option<(With, Option<usize>)> {
        self.0.compared.get()
    }

    /// Writes down what the session is compared with, and the row that is shown.
    pub(crate) fn compare(&self, compared: Option<(With, usize)>) {
        self.0.compared.set(compared.map(|(with, row)| (with, Some(row))));
    }

    /// The views of the regions that the page remembers anyway.
    pub(crate) fn views(&self) -> Views {
        Views::read(|name| self.0.panels.borrow().get(name).cloned())
    }

    /// The choice that is stored under a name.
    pub(crate) fn shown<T: Shown>(&self, name: &str) -> Option<T> {
        T::read(self.0.panels.borrow().get(name)?)
    }

    /// Writes down what is shown.
    pub(crate) fn note<T: Shown>(&self, name: &str, shown: &T) {
        let mut panels = self.0.panels.borrow_mut();
        match shown.written() {
            Some(text) => panels.insert(name.to_owned(), text),
            None => panels.remove(name),
        };
    }

    /// All of it, to be shared with the session.
    pub(crate) fn view(&self, session: &Session, settings: &Settings) -> View {
        let mut panels = self.0.panels.borrow().clone();
        settings.views.write(|name, text| match text {
            Some(text) => drop(panels.insert(name.to_owned(), text.to_owned())),
            None => drop(panels.remove(name)),
        });
        let compared = self.compared().and_then(|(with, row)| {
            let compared = match with {
                With::Release(release) => Compared::Release(release),
                With::Branch(id) => {
                    let place = session.now.branches.iter().position(|branch| branch.id == id)?;
                    Compared::Branch(place + 1)
                }
            };
            Some((compared, row))
        });
        View { compare: compared.map(|(compared, _)| compared), row: compared.and_then(|(_, row)| row), panels }
    }
}

/// The page's view settings. Where nothing can be shared, they are not kept.
#[hook]
pub(crate) fn use_seen() -> Seen {
    use_context::<Seen>().unwrap_or_default()
}

/// A choice of a region under its name in views. Without a session that brings it, it begins as `usual`.
#[hook]
pub(crate) fn use_shown<T: Shown>(name: &'static str, usual: impl FnOnce() -> T) -> UseStateHandle<T> {
    let seen = use_seen();
    let state = use_state_eq(|| {
        let shown = seen.shown(name);
        shown.unwrap_or_else(|| if seen.came() { T::default() } else { usual() })
    });
    {
        let state = state.clone();
        use_effect_with(seen.clone(), move |seen| {
            if seen.came() {
                state.set(seen.shown(name).unwrap_or_default());
            }
        });
    }
    use_effect_with((seen, (*state).clone()), move |(seen, shown)| seen.note(name, shown));
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{OutputTab, PodsAs, WhyAs};

    #[test]
    fn what_is_seen_comes_back() {
        let session = Session::blank();
        let mut settings = Settings::default();
        settings.views = Views { pods_as: PodsAs::Table, why_as: WhyAs::Flow, output: OutputTab::Events, wide: true };
        let id = session.now.branches.first().map_or(BranchId(0), |branch| branch.id);
        for with in [With::Release(Release::V1_11), With::Branch(id)] {
            let seen = Seen::default();
            seen.compare(Some((with, 7)));
            let view = seen.view(&session, &settings);
            let again = Seen::of(&view, &session.now.branches);
            assert_eq!((again.compared(), again.views()), (Some((with, Some(7))), settings.views));
            assert_eq!(again.view(&session, &settings), view);
        }
        // The usual choice takes no room in a link.
        assert!(Seen::default().view(&session, &Settings::default()).is_usual());
    }

    #[test]
    fn what_nobody_knows_is_as_usual() {
        let odd = [("why", "moon"), ("pods", ""), ("output", "9"), ("moon", "full")];
        let panels = odd.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        let view = View { compare: Some(Compared::Branch(9)), row: Some(usize::MAX), panels };
        let seen = Seen::of(&view, &Session::blank().now.branches);
        assert_eq!((seen.compared(), seen.views()), (None, Views::default()));
    }
}
