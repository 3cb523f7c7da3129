//! The recorded history that the tab keeps beside its run: the texts, packed, and what is known of them.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

use jobscope_core::api::{FeatureGates, ObjectKey};
use jobscope_core::history::{JobSeen, Summary, pack, unpack};
use serde::{Deserialize, Serialize};

use super::Arrival;
use super::recorded::{Explain, Recorded, Recounting, Verdict};
use crate::keep::Keep;

/// The texts of a history. They are packed once the tab keeps them, and unpacked once something reads them.
#[derive(Debug, Default)]
pub(super) struct Texts {
    plain: OnceCell<Vec<Rc<str>>>,
    packed: OnceCell<String>,
}

impl Texts {
    pub(super) fn of(texts: Vec<String>) -> Self {
        let texts: Vec<Rc<str>> = texts.into_iter().map(Rc::from).collect();
        Self { plain: OnceCell::from(texts), packed: OnceCell::new() }
    }

    /// The texts; none if the stored form is broken.
    pub(super) fn plain(&self) -> &[Rc<str>] {
        self.plain.get_or_init(|| {
            let texts = self.packed.get().and_then(|packed| unpack(packed)).unwrap_or_default();
            texts.into_iter().map(Rc::from).collect()
        })
    }

    fn packed(&self) -> &str {
        self.packed.get_or_init(|| pack(self.plain()))
    }
}

/// What is kept.
#[derive(Serialize, Deserialize)]
struct KeptHistory<'a> {
    packed: Cow<'a, str>,
    job: String,
    jobs: Vec<(String, usize)>,
    summary: Summary,
    gates: FeatureGates,
    releases: Vec<Verdict>,
    late: bool,
    partial: bool,
}

impl Recorded {
    /// Keeps it with the tab; whether the browser has room for it.
    pub(crate) fn keep(&self) -> bool {
        let kept = KeptHistory {
            packed: Cow::Borrowed(self.texts.packed()),
            job: self.job.to_string(),
            jobs: self.jobs.iter().map(|job| (job.key.to_string(), job.versions)).collect(),
            summary: self.summary.clone(),
            gates: self.gates,
            releases: self.releases.clone(),
            late: self.late,
            partial: self.partial,
        };
        Keep::History.write(&kept)
    }

    /// The one that the tab has kept. Nothing of it is read yet.
    pub(super) fn kept() -> Option<Self> {
        let kept: KeptHistory<'static> = Keep::History.read()?;
        let KeptHistory { packed, job, jobs, summary, gates, releases, late, partial } = kept;
        let texts = Texts { plain: OnceCell::new(), packed: OnceCell::from(packed.into_owned()) };
        let seen = |(key, versions): (String, usize)| JobSeen { key: ObjectKey::from(key), versions };
        Some(Self {
            texts: Rc::new(texts),
            history: OnceCell::new(),
            job: ObjectKey::from(job),
            jobs: jobs.into_iter().map(seen).collect(),
            summary,
            gates,
            releases,
            late,
            partial,
        })
    }
}

/// The history that the tab has kept without a run, because the run was too long: it is explained again.
pub(super) fn history_without_run() -> Option<Arrival> {
    if Keep::Run.read::<String>().is_some() {
        return None;
    }
    let recorded = Recorded::kept()?;
    let text = Keep::Manifest.read::<String>().unwrap_or_default();
    Some(Recounting::again(&recorded, &Explain::By(vec![recorded.gates]), text.into()))
}
