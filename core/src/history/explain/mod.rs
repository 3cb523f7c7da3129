//! The search: window by window, from one write of the Job controller that begins a sync to the next.
//!
//! Within a window others' versions are put into the store in their order, and deliveries follow at once; syncs that
//! write nothing run by themselves when their key is due. The sync at the window's end has to write what was seen. If
//! it does not, the window is tried again with other choices ([`choices`]), the likeliest first.

mod choices;
mod judge;
mod window;

use std::collections::BTreeMap;

use super::differ::Difference;
use super::merge::Chosen;
use super::report::{Explanation, Mark, Report, WriteReport};
use super::versions::Version;
use super::writers::{is_surely_own, may_be_own};
use crate::api::{FeatureGates, Time, Uid};
use crate::timeline::Recording;
use crate::world::{Action, World};
use choices::choices;
use window::{Found, Run, Window};

/// Finds the syncs that explain a history.
pub(super) fn explain(chosen: &Chosen, gates: FeatureGates) -> Explanation {
    let start = chosen.versions.first().map_or(Time::START, |version| version.at);
    let mut search = Search::new(chosen, gates, start);
    search.begin();
    while search.next() {}
    let Search { run, mut report, .. } = search;
    report.syncs = run.syncs.into_iter().collect();
    report.count(chosen.versions.iter().map(|version| (version.by, version.agent.clone())));
    let is_of = |version: &&Version| version.object.metadata().key() == chosen.key;
    let first = chosen.versions.iter().find(is_of).map(|version| &*version.raw);
    Explanation {
        gates,
        session: Recording::of_history(first, gates, start, run.actions.into_iter().collect()),
        report,
    }
}

/// The search and how far it has come.
struct Search<'a> {
    chosen: &'a Chosen,
    /// Who wrote each version, as far as it is settled.
    own: Vec<Ownership>,
    run: Run<'a>,
    /// The first version that is not dealt with.
    place: usize,
    report: Report,
}

/// Whether a version is the Job controller's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ownership {
    Own,
    Perhaps,
    Others,
}

impl<'a> Search<'a> {
    fn new(chosen: &'a Chosen, gates: FeatureGates, start: Time) -> Self {
        let mut last: BTreeMap<Uid, usize> = BTreeMap::new();
        let mut own = Vec::new();
        for (place, version) in chosen.versions.iter().enumerate() {
            let uid = version.object.metadata().uid.clone().unwrap_or_else(|| Uid::from(""));
            let before = last.insert(uid, place).and_then(|place| chosen.versions.get(place));
            own.push(if is_surely_own(version) {
                Ownership::Own
            } else if may_be_own(version, before) {
                Ownership::Perhaps
            } else {
                Ownership::Others
            });
        }
        let report = Report {
            by: Vec::new(),
            writes: Vec::new(),
            syncs: Vec::new(),
            late: chosen.late,
            partial: chosen.partial,
            bounded: 0,
            summary: chosen.summary.clone(),
        };
        Self { chosen, own, run: Run::new(chosen, World::with_gates(gates, start)), place: 0, report }
    }

    /// Puts what was there before the history into the world.
    fn begin(&mut self) {
        self.run.apply(Action::SetOutcomes { rules: Vec::new() });
        if !self.chosen.late {
            return;
        }
        let is_job = |version: &Version| version.object.metadata().key() == self.chosen.key && version.is_job();
        let first = self.chosen.versions.iter().position(is_job).unwrap_or(0);
        for place in 0..=first {
            let Some(version) = self.chosen.versions.get(place) else { continue };
            self.run.observe(version);
            if self.own.get(place) == Some(&Ownership::Own) {
                self.mark(place, Mark::UnknownMemory { nearest: None });
            }
        }
        self.run.apply(Action::Restart);
        self.place = first + 1;
    }

    /// Deals with the next sync that wrote something; says whether there is more.
    fn next(&mut self) -> bool {
        let is_own = |place: &usize| self.own.get(*place).is_some_and(|own| *own != Ownership::Others);
        let Some(first) = (self.place..self.chosen.versions.len()).find(is_own) else {
            let window = self.window(self.chosen.versions.len());
            window.go_through(&mut self.run);
            self.place = self.chosen.versions.len();
            return false;
        };
        let surely = self.own.get(first) == Some(&Ownership::Own);
        let window = self.window(first);
        let mut nearest: Option<(usize, Difference)> = None;
        let likely = surely || self.chosen.versions.get(first).is_some_and(Version::is_own);
        for choice in choices(&window, likely) {
            match window.attempt(&self.run, &choice) {
                Found::Explained(run, last) => {
                    let sync = run.syncs.len().saturating_sub(1);
                    let step = run.actions.len().saturating_sub(1);
                    let several = window.is_one_of_several(&self.run, &choice, last);
                    self.run = *run;
                    let inferred = self.run.syncs.back().map(|sync| sync.writes.clone()).unwrap_or_default();
                    if let Some(sync) = self.run.syncs.back_mut() {
                        sync.one_of_several = several;
                    }
                    for place in first..=last {
                        let version = self.chosen.versions.get(place);
                        if version.is_some_and(|version| inferred.contains(&version.number)) {
                            self.mark_at(place, step, Mark::Explained { sync });
                        }
                    }
                    self.place = last + 1;
                    return true;
                }
                Found::Nearest(matched, difference) => {
                    if nearest.as_ref().is_none_or(|(most, _)| matched > *most) {
                        nearest = Some((matched, difference));
                    }
                }
                Found::Impossible => {}
            }
        }
        if surely {
            self.report.bounded += 1;
            let window = self.window(first);
            window.go_through(&mut self.run);
            let nearest = nearest.map(|(_, difference)| difference);
            let mark = if self.chosen.late { Mark::UnknownMemory { nearest } } else { Mark::Unexplained { nearest } };
            if let Some(version) = self.chosen.versions.get(first) {
                self.run.advance_to(version.at);
                self.run.observe(version);
                self.run.deliver_all();
            }
            self.mark(first, mark);
            self.place = first + 1;
        } else if let Some(own) = self.own.get_mut(first) {
            *own = Ownership::Others;
            if likely {
                let nearest = nearest.map(|(_, difference)| difference);
                let late = self.chosen.late;
                self.mark(first, if late { Mark::UnknownMemory { nearest } } else { Mark::UnknownWriter { nearest } });
            }
        }
        true
    }

    fn window(&self, end: usize) -> Window<'a> {
        Window::new(self.chosen, &self.own, self.place, end, &self.run)
    }

    fn mark(&mut self, place: usize, mark: Mark) {
        self.mark_at(place, self.run.actions.len().saturating_sub(1), mark);
    }

    fn mark_at(&mut self, place: usize, step: usize, mark: Mark) {
        let Some(version) = self.chosen.versions.get(place) else { return };
        self.report.writes.push(WriteReport {
            version: version.number,
            resource: version.object.kind(),
            name: version.name(),
            r#type: version.r#type,
            step,
            mark,
        });
    }
}
