//! A history that was recorded of a cluster: read, explained by one release after the other, piece by piece, and opened as
//! a session. It says how far it is; the person can stop it, or open what the releases so far explain.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use jobscope_core::api::{FeatureGates, ObjectKey, Release};
use jobscope_core::history::{
    Explaining, Explanation, History, HistoryError, JobSeen, Mark, Reading, Summary, WriteReport,
};
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::timeline::SavedSession;
use serde::{Deserialize, Serialize};
use yew::prelude::*;

use super::coming::{Coming, leave, piece_ends, use_pieces};
use super::kept::Texts;
use super::{Arrival, Source, Wrong};
use crate::keep::kept_release;
use crate::words::{Words, args, use_words};

/// How many bytes are read before the clock is looked at.
const PIECE_BYTES: usize = 64 * 1024;

/// How a history that is shown is to be explained otherwise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Explain {
    /// By the releases with these gates, of which the first that explains most is shown.
    By(Vec<FeatureGates>),
    /// As the history of another Job in it.
    Job(ObjectKey),
}

/// All releases, first the one that the person has chosen: of those that explain as much, the first is shown.
fn all_releases() -> Vec<FeatureGates> {
    let kept = kept_release();
    let others = Release::newest_known_first().filter(|other| *other != kept);
    std::iter::once(kept).chain(others).map(FeatureGates::from).collect()
}

/// What is known of a history beside the session that explains it. It stays with the tab: links and saved files do not have
/// it.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    pub(super) texts: Rc<Texts>,
    /// What was read of the texts; after the page was loaded again nothing, until it is needed.
    pub(super) history: OnceCell<Option<History>>,
    pub(super) job: ObjectKey,
    pub(super) jobs: Vec<JobSeen>,
    pub(super) summary: Summary,
    /// By what the session explains it.
    pub(super) gates: FeatureGates,
    /// What each release that was tried explains, the newest first.
    pub(crate) releases: Vec<Verdict>,
    /// Whether the history begins in the middle of the Job's life.
    pub(crate) late: bool,
    /// Whether a kind of object is in the audit log alone.
    pub(crate) partial: bool,
}

/// What a release explains.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub(crate) gates: FeatureGates,
    pub(crate) writes: usize,
    pub(crate) explained: usize,
    /// The first write that it does not explain.
    pub(crate) first: Option<WriteReport>,
}

impl Verdict {
    fn of(explanation: &Explanation) -> Self {
        let report = &explanation.report;
        Self {
            gates: explanation.gates,
            writes: report.writes.len(),
            explained: report.explained(),
            first: report.writes.iter().find(|write| !matches!(write.mark, Mark::Explained { .. })).cloned(),
        }
    }

    pub(crate) fn release(&self) -> Release {
        self.gates.release()
    }

    /// Whether it is of the release as it ships.
    fn is_as_shipped(&self) -> bool {
        self.gates == self.release().into()
    }

    /// Whether it explains all writes.
    pub(crate) fn is_whole(&self) -> bool {
        self.explained == self.writes
    }
}

impl Recorded {
    /// The object of a version as it was printed.
    pub(crate) fn raw(&self, version: u64, uid: &str) -> Option<&serde_json::Value> {
        let history = self.history.get_or_init(|| History::parse_for(self.texts.plain(), Some(&self.job)).ok());
        let versions = history.as_ref()?.versions();
        let place = versions.binary_search_by_key(&version, |known| known.number).ok()?;
        let found = versions.get(place)?;
        (found.object.metadata().uid() == uid).then_some(&*found.raw)
    }

    /// What was read, and what of it was left out.
    pub(crate) fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The Job.
    pub(crate) fn job(&self) -> &ObjectKey {
        &self.job
    }

    /// All Jobs of the history, those with most versions first.
    pub(crate) fn jobs(&self) -> &[JobSeen] {
        &self.jobs
    }
}

/// A history on its way. Shared: whatever carries on takes what is left.
#[derive(Clone, Debug)]
pub(crate) struct Recounting {
    source: Source,
    texts: Rc<Texts>,
    /// The Job that is asked for; without one, the one that most of it is about.
    job: Option<ObjectKey>,
    /// The session file that names the history.
    file: Option<Rc<SavedSession>>,
    /// The releases that are tried; the first of those that explain most is shown.
    releases: Rc<Vec<FeatureGates>>,
    /// What is known of releases that are not tried again.
    known: Rc<Vec<Verdict>>,
    /// The text in the editor, if it is to stay.
    text: Option<AttrValue>,
    left: Rc<RefCell<Option<Stage>>>,
}

#[derive(Clone, Debug)]
enum Stage {
    Reading(Box<Reading<Rc<str>>>),
    Explaining(Box<Trial>),
}

/// Texts of which nothing is read yet.
fn reading(texts: &Texts) -> Result<Stage, HistoryError> {
    Ok(Stage::Reading(Box::new(Reading::of(texts.plain().to_vec())?)))
}

impl Stage {
    /// A history of which nothing is explained yet, by the first of the releases.
    fn begin(history: History, releases: &[FeatureGates]) -> Self {
        let now = history.explaining(releases.first().copied().unwrap_or_else(|| kept_release().into()));
        Self::Explaining(Box::new(Trial { history, now, verdicts: Vec::new(), best: None }))
    }
}

/// The releases that were tried, and the one that is.
#[derive(Clone, Debug)]
struct Trial {
    history: History,
    now: Explaining,
    verdicts: Vec<Verdict>,
    best: Option<Explanation>,
}

impl PartialEq for Recounting {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.left, &other.left)
    }
}

impl Recounting {
    /// Texts of which nothing is read yet; without a release, all are tried.
    pub(super) fn of(source: Source, texts: Vec<String>, release: Option<Release>) -> Result<Self, Wrong> {
        let releases = release.map_or_else(all_releases, |release| vec![release.into()]);
        let texts = Rc::new(Texts::of(texts));
        let stage = reading(&texts).map_err(Wrong::History)?;
        Ok(Self::begun(source, texts, releases, stage))
    }

    /// The history that a session file names.
    pub(super) fn of_file(source: Source, file: SavedSession) -> Result<Self, Wrong> {
        let Some(history) = file.history() else { return Err(Wrong::History(HistoryError::NoJob { unread: 0 })) };
        let files: Vec<String> = history.files().map(str::to_owned).collect();
        if !files.is_empty() {
            return Err(Wrong::History(HistoryError::InFiles(files)));
        }
        let texts = Rc::new(Texts::of(history.texts().map(str::to_owned).collect()));
        let stage = reading(&texts).map_err(Wrong::History)?;
        let job = history.job().map(ObjectKey::from);
        let begun = Self::begun(source, texts, vec![file.gates()], stage);
        Ok(Self { job, file: Some(Rc::new(file)), ..begun })
    }

    fn begun(source: Source, texts: Rc<Texts>, releases: Vec<FeatureGates>, stage: Stage) -> Self {
        let left = Rc::new(RefCell::new(Some(stage)));
        let releases = Rc::new(releases);
        Self { source, texts, job: None, file: None, releases, known: Rc::default(), text: None, left }
    }

    /// A history that was opened before, explained otherwise. `text` is in the editor, and stays there with the same Job.
    pub(crate) fn again(recorded: &Recorded, otherwise: &Explain, text: AttrValue) -> Arrival {
        let (job, releases, known, text) = match otherwise {
            Explain::By(releases) => {
                let is_known = |known: &&Verdict| !releases.contains(&known.gates);
                let known: Vec<Verdict> = recorded.releases.iter().filter(is_known).cloned().collect();
                (recorded.job.clone(), releases.clone(), known, Some(text))
            }
            Explain::Job(job) => (job.clone(), all_releases(), Vec::new(), None),
        };
        let texts = Rc::clone(&recorded.texts);
        let stage = match recorded.history.get().and_then(Option::as_ref) {
            Some(history) if *history.job() == job => Ok(Stage::begin(history.clone(), &releases)),
            Some(history) => history.of_job(&job).map(|history| Stage::begin(history, &releases)),
            None => reading(&texts),
        };
        match stage {
            Ok(stage) => {
                let begun = Self::begun(Source::Cluster, texts, releases, stage);
                Arrival::Recounting(Self { job: Some(job), known: Rc::new(known), text, ..begun })
            }
            Err(error) => Arrival::broken(Source::Cluster, Wrong::History(error)),
        }
    }

    /// Carries on for a while; none if nothing is left.
    pub(super) fn go_a_piece(&self) -> Option<Arrival> {
        let is_over = piece_ends();
        let mut stage = self.left.take()?;
        loop {
            stage = match self.go_on(stage) {
                Ok(stage) => stage,
                Err(arrival) => return Some(*arrival),
            };
            if is_over() {
                self.left.replace(Some(stage));
                return Some(Arrival::Recounting(self.clone()));
            }
        }
    }

    /// The next stage, or what the history brings.
    fn go_on(&self, stage: Stage) -> Result<Stage, Box<Arrival>> {
        let wrong = |error| Box::new(Arrival::broken(self.source.clone(), Wrong::History(error)));
        match stage {
            Stage::Reading(mut reading) => {
                if reading.go_on(PIECE_BYTES).map_err(wrong)? {
                    return Ok(Stage::Reading(reading));
                }
                let history = reading.finish(self.job.as_ref()).map_err(wrong)?;
                Ok(Stage::begin(history, &self.releases))
            }
            Stage::Explaining(mut trial) => {
                if trial.now.go_on() {
                    return Ok(Stage::Explaining(trial));
                }
                match self.releases.get(trial.verdicts.len() + 1) {
                    Some(next) => Ok(Stage::Explaining(Box::new(trial.tried(Some(*next))))),
                    None => Err(Box::new(self.opened(trial.tried(None)))),
                }
            }
        }
    }

    /// The session of the release that explains most.
    fn opened(&self, trial: Trial) -> Arrival {
        let Trial { history, mut verdicts, best, .. } = trial;
        let Some(best) = best else { return Arrival::Plain };
        verdicts.extend(self.known.iter().cloned());
        verdicts.retain(Verdict::is_as_shipped);
        verdicts.small_sort_by_key(|verdict| std::cmp::Reverse(verdict.release()));
        let recorded = Recorded {
            texts: Rc::clone(&self.texts),
            job: history.job().clone(),
            jobs: history.jobs(),
            summary: history.summary(),
            history: OnceCell::from(Some(history)),
            gates: best.gates,
            releases: verdicts,
            late: best.report.late,
            partial: best.report.partial,
        };
        let session = match &self.file {
            Some(file) => file.with_session(best.session),
            None => best.session,
        };
        Coming::of_history(self.source.clone(), session, recorded, self.text.clone())
    }

    /// What the releases that were tried so far bring.
    fn open_now(&self) -> Option<Arrival> {
        match self.left.take()? {
            Stage::Explaining(trial) if trial.best.is_some() => Some(self.opened(*trial)),
            stage => {
                self.left.replace(Some(stage));
                None
            }
        }
    }

    /// All of it at once.
    pub(super) fn whole(&self) -> Option<Arrival> {
        let mut stage = self.left.take()?;
        loop {
            stage = match self.go_on(stage) {
                Ok(stage) => stage,
                Err(arrival) => return Some(*arrival),
            };
        }
    }

    /// What is done, in words; how much of how much; and the release that explains most so far.
    fn counted(&self, words: &Words) -> (AttrValue, (usize, usize), Option<Release>) {
        match &*self.left.borrow() {
            Some(Stage::Reading(reading)) => (words.t("history-reading"), reading.progress(), None),
            Some(Stage::Explaining(trial)) => {
                let release = trial.now.gates().release().name();
                let (tried, of) = (trial.verdicts.len() + 1, self.releases.len());
                let counted = if of > 1 {
                    words.f("history-trying", &args!(release = release, tried = tried, of = of))
                } else {
                    words.f("history-explaining", &args!(release = release))
                };
                let (done, all) = trial.now.progress();
                let best = trial.best.as_ref().map(|best| best.gates.release());
                (counted, (trial.verdicts.len() * all + done, of * all), best)
            }
            None => (AttrValue::default(), (0, 0), None),
        }
    }
}

impl Trial {
    /// The release under way is tried, and `next` is.
    fn tried(self, next: Option<FeatureGates>) -> Self {
        let Self { history, now, mut verdicts, best } = self;
        let following = next.map(|next| history.explaining(next));
        // Nothing reads it where none follows.
        let spare = following.unwrap_or_else(|| now.clone());
        let explanation = now.finish();
        verdicts.push(Verdict::of(&explanation));
        let best = match best {
            Some(best) if best.report.explained() >= explanation.report.explained() => best,
            _ => explanation,
        };
        Self { history, now: spare, verdicts, best: Some(best) }
    }
}

/// Properties of [`RecountingHistory`].
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) recounting: Recounting,
    pub(crate) on_arrival: Callback<Arrival>,
    /// The person does not want it any more.
    pub(crate) on_stop: Callback<()>,
}

#[component]
pub(crate) fn RecountingHistory(props: &Props) -> Html {
    let words = use_words();
    let leaves = |arrival: &Arrival| matches!(arrival, Arrival::Recounting(_));
    use_pieces(&props.recounting, Recounting::go_a_piece, leaves, &props.on_arrival);
    let (counted, (done, all), best) = props.recounting.counted(&words);
    let stop = {
        let (recounting, on_stop) = (props.recounting.clone(), props.on_stop.clone());
        Callback::from(move |_: MouseEvent| {
            recounting.left.take();
            leave(&recounting.source);
            on_stop.emit(());
        })
    };
    let open = {
        let (recounting, on_arrival) = (props.recounting.clone(), props.on_arrival.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(arrival) = recounting.open_now() {
                on_arrival.emit(arrival);
            }
        })
    };
    html! {
        <div class="arrived coming">
            <span role="status">{ words.t("history-coming") }</span>
            <progress max={all.to_string()} value={done.to_string()} aria-label={words.t("history-progress")}></progress>
            <span class="mono" aria-hidden="true">{ counted }</span>
            if let Some(best) = best { <button type="button" class="btn sm" onclick={open}>{ words.f("history-open-now", &args!(release = best.name())) }</button> }
            <button type="button" class="btn sm" onclick={stop}>{ words.t("coming-stop") }</button>
        </div>
    }
}
