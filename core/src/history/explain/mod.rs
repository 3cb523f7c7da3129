//! The search: window by window, from one write of the Job controller that begins a sync to the next.
//!
//! Within a window others' versions are put into the store in their order, and deliveries follow at once; syncs that
//! write nothing run by themselves when their key is due. The sync at the window's end has to write what was seen. If
//! it does not, the window is tried again with other choices ([`choices`]), the likeliest first.

mod choices;
mod judge;
mod killed;
mod run;
mod window;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::merge::Chosen;
use super::report::{Explanation, Mark, Report, WriteReport};
use super::versions::Version;
use super::writers::{is_surely_own, may_be_own};
use crate::api::{FeatureGates, Time, Uid};
use crate::timeline::SavedSession;
use crate::world::{Action, World, WriteDifference};
use choices::{Choice, less_likely};
use run::Run;
use window::{Found, Window};

/// How many schedules are tried before the caller may say how far the search is.
const CHOICES_AT_ONCE: usize = 4;

/// A history on its way to being explained, sync by sync.
#[derive(Clone, Debug)]
pub struct Explaining {
    search: Search,
    start: Time,
    is_over: bool,
}

impl Explaining {
    pub(super) fn new(chosen: Arc<Chosen>, gates: FeatureGates) -> Self {
        let start = chosen.versions.first().map_or(Time::START, |version| version.at);
        let mut search = Search::new(chosen, gates, start);
        search.begin();
        Self { search, start, is_over: false }
    }

    /// Tries some schedules for the next sync that wrote something. False if no sync is left to be found.
    pub fn go_on(&mut self) -> bool {
        self.is_over = self.is_over || !self.search.next();
        !self.is_over
    }

    /// How many versions are explained or taken as they were observed, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.search.place, self.search.chosen.versions.len())
    }

    /// The release whose controller explains it.
    pub fn gates(&self) -> FeatureGates {
        self.search.run.world.gates()
    }

    /// The session and the report. Versions that were not reached are not in it.
    pub fn finish(self) -> Explanation {
        let Self { search: Search { chosen, run, mut report, .. }, start, .. } = self;
        let gates = run.world.gates();
        report.syncs = run.syncs.into_iter().collect();
        if chosen.summary.missing > 0 {
            // Another sync may have written what a version that is missing had.
            for sync in &mut report.syncs {
                sync.one_of_several = true;
            }
        }
        report.count(chosen.versions.iter().map(|version| (version.by, version.agent.clone())));
        let mut actions: Vec<Action> = run.actions.into_iter().collect();
        annotate(&mut actions, &mut report);
        let is_of = |version: &&Version| version.object.metadata().key() == chosen.key;
        let first = chosen.versions.iter().find(is_of).map(|version| &*version.raw);
        Explanation { gates, session: SavedSession::of_history(first, gates, start, actions), report }
    }
}

/// Puts into the session what the report says: which writes are not explained, and which syncs are one of several. The
/// report gets the steps that have those writes.
fn annotate(actions: &mut [Action], report: &mut Report) {
    let mut unexplained: BTreeMap<u64, &mut WriteReport> = report
        .writes
        .iter_mut()
        .filter(|write| write.unexplained().is_some())
        .map(|write| (write.version, write))
        .collect();
    for (step, action) in actions.iter_mut().enumerate() {
        let seen = match action {
            Action::Observe { seen } => std::slice::from_mut(seen),
            Action::InferSync { seen, .. } => seen.as_mut_slice(),
            _ => continue,
        };
        for seen in seen {
            if let Some(write) = unexplained.remove(&seen.object.version().0) {
                write.step = step;
                seen.unexplained = write.unexplained().map(Box::new);
            }
        }
    }
    for sync in report.syncs.iter().filter(|sync| sync.one_of_several) {
        if let Some(Action::InferSync { one_of_several, .. }) = actions.get_mut(sync.step) {
            *one_of_several = true;
        }
    }
}

/// What no sync was found for. What the controller remembered is unknown where versions are.
fn not_found(chosen: &Chosen, surely: bool, nearest: Option<WriteDifference>) -> Mark {
    if chosen.late || chosen.summary.missing > 0 {
        Mark::UnknownMemory { nearest }
    } else if surely {
        Mark::Unexplained { nearest }
    } else {
        Mark::UnknownWriter { nearest }
    }
}

/// The search and how far it has come.
#[derive(Clone, Debug)]
struct Search {
    chosen: Arc<Chosen>,
    /// Who wrote each version, as far as it is settled.
    own: Vec<Ownership>,
    run: Run,
    /// The first version that is not dealt with.
    place: usize,
    /// The search for the next sync, if it has begun.
    trial: Option<Trial>,
    report: Report,
}

/// The search for a sync.
#[derive(Clone, Debug)]
struct Trial {
    /// The first version that the sync may have written.
    first: usize,
    /// The Job controller wrote that version for sure, or it is likely.
    surely: bool,
    likely: bool,
    /// The schedules that are left.
    choices: std::vec::IntoIter<Choice>,
    /// Those are but the likeliest.
    is_first: bool,
    /// How many writes of the nearest sync were as seen, and the first that was not.
    nearest: Option<(usize, WriteDifference)>,
    /// The sync of a killed process that explains most, and the last version that it has.
    killed: Option<(Box<Run>, usize)>,
}

impl Trial {
    /// The next schedule to try.
    fn next(&mut self, window: &Window<'_>) -> Option<Choice> {
        if self.choices.len() == 0 && std::mem::take(&mut self.is_first) {
            self.choices = less_likely(window, self.likely).into_iter();
        }
        self.choices.next()
    }
}

/// Whether a version is the Job controller's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ownership {
    Own,
    Perhaps,
    Others,
}

impl Search {
    fn new(chosen: Arc<Chosen>, gates: FeatureGates, start: Time) -> Self {
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
        let run = Run::new(Arc::clone(&chosen), World::with_gates(gates, start));
        Self { chosen, own, run, place: 0, trial: None, report }
    }

    /// Puts what was there before the history into the world.
    fn begin(&mut self) {
        let chosen = Arc::clone(&self.chosen);
        self.run.apply(Action::SetOutcomes { rules: Vec::new() });
        if !chosen.late {
            return;
        }
        let is_job = |version: &Version| version.object.metadata().key() == chosen.key && version.is_job();
        let first = chosen.versions.iter().position(is_job).unwrap_or(0);
        for place in 0..=first {
            let Some(version) = chosen.versions.get(place) else { continue };
            self.run.observe(version);
            if self.own.get(place) == Some(&Ownership::Own) {
                self.mark(place, Mark::UnknownMemory { nearest: None });
            }
        }
        self.run.apply(Action::Restart);
        self.place = first + 1;
    }

    /// Continues the search for the next sync that wrote something; says whether there is more.
    fn next(&mut self) -> bool {
        let chosen = Arc::clone(&self.chosen);
        let Some(mut trial) = self.trial.take().or_else(|| self.trial(&chosen)) else { return false };
        let window = self.window(&chosen, trial.first);
        for _ in 0..CHOICES_AT_ONCE {
            let Some(choice) = trial.next(&window) else {
                match trial.killed.take() {
                    Some((run, last)) => self.take(&chosen, trial.first, *run, last, false),
                    None => self.give_up(&chosen, trial),
                }
                return true;
            };
            match window.attempt(&self.run, &choice) {
                Found::Explained(run, last) if choice.crash => {
                    if trial.killed.as_ref().is_none_or(|(_, most)| last > *most) {
                        trial.killed = Some((run, last));
                    }
                }
                Found::Explained(run, last) => {
                    let several = window.is_one_of_several(&self.run, &choice, last);
                    self.take(&chosen, trial.first, *run, last, several);
                    return true;
                }
                Found::Nearest(matched, difference) => {
                    if trial.nearest.as_ref().is_none_or(|(most, _)| matched > *most) {
                        trial.nearest = Some((matched, difference));
                    }
                }
                Found::Impossible => {}
            }
        }
        self.trial = Some(trial);
        true
    }

    /// Begins the search for the next sync; without one, goes through the rest.
    fn trial(&mut self, chosen: &Chosen) -> Option<Trial> {
        let is_own = |place: &usize| self.own.get(*place).is_some_and(|own| *own != Ownership::Others);
        let Some(first) = (self.place..chosen.versions.len()).find(is_own) else {
            let window = self.window(chosen, chosen.versions.len());
            window.go_through(&mut self.run);
            self.place = chosen.versions.len();
            return None;
        };
        let surely = self.own.get(first) == Some(&Ownership::Own);
        let likely = surely || chosen.versions.get(first).is_some_and(Version::is_own);
        Some(Trial {
            first,
            surely,
            likely,
            choices: vec![Choice::default()].into_iter(),
            is_first: true,
            nearest: None,
            killed: None,
        })
    }

    /// Takes a run that explains the versions from `first` to `last`.
    fn take(&mut self, chosen: &Chosen, first: usize, run: Run, last: usize, several: bool) {
        let sync = run.syncs.len().saturating_sub(1);
        let step = run.actions.len().saturating_sub(1);
        self.run = run;
        let inferred = self.run.syncs.back().map(|sync| sync.writes.clone()).unwrap_or_default();
        if let Some(sync) = self.run.syncs.back_mut() {
            sync.one_of_several = several;
        }
        for place in first..=last {
            let Some(version) = chosen.versions.get(place) else { continue };
            if inferred.contains(&version.number) {
                self.mark_at(place, step, Mark::Explained { sync });
            } else if version.is_own() && self.own.get(place) == Some(&Ownership::Perhaps) {
                // Likely the controller's, and not of the sync around it.
                self.mark_at(place, step, not_found(chosen, false, None));
            }
        }
        self.place = last + 1;
    }

    /// No schedule explains a version: it is taken as it was seen.
    fn give_up(&mut self, chosen: &Chosen, Trial { first, surely, likely, nearest, .. }: Trial) {
        let nearest = nearest.map(|(_, difference)| difference);
        let mark = not_found(chosen, surely, nearest);
        if surely {
            self.report.bounded += 1;
            let window = self.window(chosen, first);
            window.go_through(&mut self.run);
            if let Some(version) = chosen.versions.get(first) {
                self.run.advance_to(version.at);
                self.run.observe(version);
                self.run.deliver_all();
            }
            self.mark(first, mark);
            self.place = first + 1;
        } else if let Some(own) = self.own.get_mut(first) {
            *own = Ownership::Others;
            if likely {
                self.mark(first, mark);
            }
        }
    }

    fn window<'a>(&self, chosen: &'a Chosen, end: usize) -> Window<'a> {
        Window::new(chosen, &self.own, self.place, end, &self.run)
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
