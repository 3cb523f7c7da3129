//! Errors of opening, in words.

use jobscope_core::api::{Release, ReleaseBound};
use jobscope_core::history::HistoryError;
use jobscope_core::timeline::{
    ClusterError, ClusterProblem, ClusterState, EarlierRelease, FileError, LinkError, MAX_CLUSTER_JOBS, MAX_FILE_BYTES,
    MAX_HISTORY_TEXTS, OpenError, PrintedForm, ReplayError, UnfitRelease,
};
use yew::AttrValue;

use super::{Source, WATCH_JOBS};
use crate::words::{MixedText, Words, args};

/// Something that cannot be opened, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) source: Source,
    pub(crate) wrong: Wrong,
}

/// What is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// The link cannot be read.
    Link(LinkError),
    /// The file cannot be read.
    File(FileError),
    /// The text is neither a session nor a manifest nor objects of a cluster.
    Text(OpenError),
    /// The release cannot have stored these objects of a cluster.
    Unfit(UnfitRelease, Box<ClusterState>),
    /// The history cannot be explained.
    History(HistoryError),
    /// It is too long.
    TooLong,
    /// The browser refuses to read the file.
    NotGiven,
    /// A file whose name ends in `.gz` cannot be unpacked.
    NotUnpacked,
    /// More addresses are named than a history has texts.
    TooManyAddresses,
    /// Its address is not a web address.
    NoAddress,
    /// The host does not let this page fetch it.
    NotFetched,
    /// The host answers with this status.
    Status(u16),
    /// It is not text.
    NoText,
    /// It can be read, but its actions cannot be executed.
    Impossible(ReplayError),
}

impl Problem {
    /// What is wrong, in a sentence.
    pub(crate) fn message(&self, words: &Words) -> AttrValue {
        match (&self.source, &self.wrong) {
            // The user has taken no steps: the API server of that release refuses the objects.
            (Source::Cluster, Wrong::Impossible(ReplayError::Refused { .. })) => words.t("cluster-impossible"),
            (_, wrong) => wrong.message(words),
        }
    }

    /// The line that is wrong, from 1, if it is one of the text.
    pub(crate) fn line(&self) -> Option<u32> {
        match &self.wrong {
            Wrong::File(error) => Some(error.line),
            Wrong::Text(error) => error.place().map(|(line, _)| line),
            Wrong::Unfit(unfit, _) => unfit.evidence.first().map(|evidence| evidence.line),
            _ => None,
        }
    }

    /// The command that prints what is needed, if there is one.
    pub(crate) fn command(&self) -> Option<String> {
        match &self.wrong {
            Wrong::Text(error) => error.command(),
            Wrong::History(HistoryError::NoJob { .. }) => Some(WATCH_JOBS.to_owned()),
            _ => None,
        }
    }

    /// The objects of a cluster that open under another release, and the first such release.
    pub(crate) fn under_another_release(&self) -> Option<(&ClusterState, Release)> {
        match &self.wrong {
            Wrong::Unfit(_, state) => {
                let release = state.release_range().suggested.or_else(|| state.releases().next())?;
                Some((state, release))
            }
            _ => None,
        }
    }

    /// The engine's message, where it adds something to the sentence.
    pub(crate) fn detail(&self, words: &Words) -> Option<MixedText> {
        self.wrong.detail(words)
    }
}

/// Which earlier release wrote the objects of a cluster, and what says so, in a sentence.
pub(crate) fn earlier_message(earlier: &EarlierRelease, words: &Words) -> AttrValue {
    let evidence = &earlier.evidence;
    let key = match evidence.bound {
        ReleaseBound::Missing(_) => "cluster-earlier-missing",
        ReleaseBound::Since(_) | ReleaseBound::Until(_) => "cluster-earlier",
    };
    words.f(key, &args!(path = evidence.path.clone(), until = earlier.until()))
}

impl Wrong {
    /// What is wrong, in a sentence.
    pub(crate) fn message(&self, words: &Words) -> AttrValue {
        match self {
            Self::Link(LinkError::UnknownVersion) => words.t("link-unknown-version"),
            Self::Link(LinkError::Damaged) => words.t("link-damaged"),
            Self::Link(LinkError::TooLong)
            | Self::TooLong
            | Self::Impossible(ReplayError::TooLong | ReplayError::TooMuch | ReplayError::TextTooLong) => {
                words.t("link-too-long")
            }
            Self::Link(LinkError::NotASession(_)) => words.t("link-no-session"),
            Self::File(error) => words.f("file-wrong", &args!(line = error.line, column = error.column)),
            Self::Text(OpenError::Empty) => words.t("open-empty"),
            Self::Text(OpenError::TooLong { bytes }) => {
                words.f("open-too-long", &args!(bytes = *bytes, most = MAX_FILE_BYTES))
            }
            Self::Text(OpenError::Session(error)) => Self::File(error.clone()).message(words),
            Self::Text(OpenError::Link(error)) => Self::Link(error.clone()).message(words),
            Self::Text(OpenError::Cluster(error)) => of_cluster(error, words),
            Self::Text(OpenError::Printed(printed)) => words.t(match printed.form {
                PrintedForm::Table => "open-table",
                PrintedForm::Events => "open-events",
                PrintedForm::Description => "open-description",
                PrintedForm::Command => "open-command",
                PrintedForm::Nothing => "open-nothing",
            }),
            Self::Text(OpenError::Unknown) => words.t("open-unknown"),
            Self::Unfit(unfit, _) => {
                let (path, since) =
                    unfit.evidence.first().map(|first| (first.path.clone(), first.bound.since())).unwrap_or_default();
                let (release, since) = (unfit.release.name(), format!("v1.{}", since.unwrap_or_default()));
                words.f("cluster-unfit", &args!(release = release, path = path, since = since))
            }
            Self::History(error) => of_history(error, words),
            Self::TooManyAddresses => words.f("source-too-many", &args!(most = MAX_HISTORY_TEXTS)),
            Self::NotGiven => words.t("file-not-given"),
            Self::NotUnpacked => words.t("file-not-unpacked"),
            Self::NotFetched => words.t("source-not-fetched"),
            Self::NoAddress => words.t("source-no-address"),
            Self::Status(status) => words.f("source-status", &args!(status = *status)),
            Self::NoText => words.t("source-no-text"),
            Self::Impossible(ReplayError::TooManyBranches) => words.t("link-too-many-branches"),
            Self::Impossible(ReplayError::NoBranch(branch)) => words.f("link-no-branch", &args!(branch = *branch)),
            Self::Impossible(ReplayError::NoFork { from: (branch, step) }) => {
                words.f("link-no-fork", &args!(branch = *branch, step = *step))
            }
            Self::Impossible(ReplayError::Branch { branch, error }) => {
                let error = Self::Impossible((**error).clone()).message(words);
                words.f("link-in-branch", &args!(branch = *branch, error = error.to_string()))
            }
            Self::Impossible(
                ReplayError::Refused { step, .. }
                | ReplayError::Manifest { step, .. }
                | ReplayError::Command { step, .. },
            ) => words.f("link-refused", &args!(step = *step)),
            Self::Impossible(ReplayError::NotExplained) => words.t("history-not-explained"),
            Self::Impossible(ReplayError::NothingToDo { step }) => words.f("link-nothing-to-do", &args!(step = *step)),
        }
    }

    fn detail(&self, words: &Words) -> Option<MixedText> {
        match self {
            Self::Link(LinkError::NotASession(detail)) => Some(MixedText::english(detail)),
            Self::Text(OpenError::Session(error)) => Self::File(error.clone()).detail(words),
            Self::Text(OpenError::Link(error)) => Self::Link(error.clone()).detail(words),
            Self::Text(OpenError::Cluster(ClusterError {
                path,
                problem: ClusterProblem::Invalid { problem, hint },
                ..
            }))
            | Self::File(FileError { path, problem, hint, .. }) => {
                Some(words.text_problem_in(path, problem, hint.as_ref()))
            }
            Self::Impossible(ReplayError::Branch { error, .. }) => Self::Impossible((**error).clone()).detail(words),
            Self::Impossible(ReplayError::Refused { error, .. }) => Some(words.refusal(error)),
            Self::Impossible(ReplayError::Command { message, .. }) => Some(MixedText::english(message)),
            Self::Impossible(ReplayError::Manifest { errors, .. }) => {
                errors.first().map(|error| words.manifest_error(error))
            }
            _ => None,
        }
    }
}

/// What is wrong with a recorded history.
fn of_history(error: &HistoryError, words: &Words) -> AttrValue {
    match error {
        HistoryError::TooLong { bytes, most } => words.f("history-too-long", &args!(bytes = *bytes, most = *most)),
        HistoryError::TooMany { most } => words.f("history-too-many", &args!(most = *most)),
        HistoryError::NoJob { unread } => words.f("history-no-job", &args!(n = *unread)),
        HistoryError::NoSuchJob(job) => words.f("history-no-such-job", &args!(job = job.clone())),
        HistoryError::InFiles(files) => words.f("history-in-files", &args!(files = files.join(", "))),
        HistoryError::AuditLevel { level } => words.f("history-audit-level", &args!(level = level.clone())),
        HistoryError::TwoClusters { version, one, other } => words
            .f("history-two-clusters", &args!(version = version.to_string(), one = one.clone(), other = other.clone())),
    }
}

/// What is wrong with objects of a cluster.
fn of_cluster(error: &ClusterError, words: &Words) -> AttrValue {
    let place = || args!(line = error.line, column = error.column);
    match &error.problem {
        ClusterProblem::NoJob => words.t("open-no-job"),
        ClusterProblem::PodsAlone { pod } => words.f("open-pods-alone", &args!(pod = pod.clone())),
        ClusterProblem::OtherOwner { pod, kind, owner } => {
            words.f("open-other-owner", &args!(pod = pod.clone(), kind = kind.clone(), owner = owner.clone()))
        }
        ClusterProblem::Events => words.t("open-events"),
        ClusterProblem::WithoutPods { job, active } => {
            words.f("open-without-pods", &args!(job = job.clone(), n = *active))
        }
        ClusterProblem::NoUid => words.f("open-no-uid", &place()),
        ClusterProblem::NoName => words.f("open-no-name", &place()),
        ClusterProblem::SameUid => words.f("open-same-uid", &place()),
        ClusterProblem::SameName => words.f("open-same-name", &place()),
        ClusterProblem::TooManyJobs => words.f("open-too-many-jobs", &args!(most = MAX_CLUSTER_JOBS)),
        ClusterProblem::Invalid { .. } => words.f("file-wrong", &place()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Locale;

    #[test]
    fn what_cannot_happen_is_shown_with_its_step() {
        let words = Words::new(Locale::En);
        let error = ReplayError::NothingToDo { step: 7 };
        assert!(Wrong::Impossible(error).message(&words).contains('7'));
    }
}
