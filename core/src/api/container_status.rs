//! The status of each container in a pod: `v1.ContainerStatus` and its parts.
//!
//! This is only what the kubelet writes. The pod's own status is in `pod`; container specs are passed on unread.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

use super::{MetaTime, ReportedText, from_json};

/// `v1.ContainerStatus`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct ContainerStatus {
    /// The container's name.
    pub name: String,
    /// What it does now.
    pub state: ContainerState,
    /// How its run before the present one ended (`lastState.terminated`); nothing before it was ever restarted.
    #[serde(default, rename = "lastState", with = "last_state", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "js", tsify(optional, type = "{ terminated?: { exitCode: number; finishedAt?: MetaTime } }"))]
    pub last_termination: Option<Termination>,
    /// Whether its readiness probe passes.
    pub ready: bool,
    /// How often the kubelet restarted it.
    #[serde(default)]
    pub restart_count: i32,
}

impl ContainerStatus {
    /// The status of a container that has not started.
    pub fn waiting(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            state: ContainerState::default(),
            last_termination: None,
            ready: false,
            restart_count: 0,
        }
    }

    /// The kubelet restarts the container `n` times, the last time now. A running one ends with `exit_code` for that.
    pub fn restart(&mut self, n: i32, exit_code: i32, now: MetaTime) {
        if n == 0 {
            return;
        }
        // A 32-bit counter, which wraps: nothing in the API keeps it from doing so.
        self.restart_count = self.restart_count.wrapping_add(n);
        let ended_now = Termination { exit_code, finished_at: Some(now) };
        self.last_termination = Some(match (&self.state, self.last_termination) {
            (&ContainerState::Terminated { exit_code, finished_at, .. }, _) => Termination { exit_code, finished_at },
            (state, Some(last)) if state.waits_for(WaitingReason::CrashLoopBackOff) => {
                self.state = ContainerState::Running;
                self.ready = true;
                last
            }
            // It ended to be started again.
            (ContainerState::Waiting { .. } | ContainerState::Running, _) => ended_now,
        });
    }

    /// The kubelet starts the container, which runs, again after it has ended.
    pub(crate) fn end_and_restart(&mut self, exit_code: i32, now: MetaTime) {
        if self.state == ContainerState::Running {
            self.state = ContainerState::ended(exit_code, Some(now));
        }
        self.restart(1, exit_code, now);
        self.state = ContainerState::Running;
    }

    /// The container has ended, and the kubelet waits before it starts it again (`CrashLoopBackOff`).
    pub(crate) fn end_and_back_off(&mut self, exit_code: i32, now: MetaTime) {
        self.last_termination = Some(Termination { exit_code, finished_at: Some(now) });
        self.state = ContainerState::waiting(WaitingReason::CrashLoopBackOff);
        self.ready = false;
    }

    /// The times in it.
    pub(super) fn times(&self) -> impl Iterator<Item = MetaTime> {
        let ended = match self.state {
            ContainerState::Terminated { finished_at, .. } => finished_at,
            ContainerState::Waiting { .. } | ContainerState::Running => None,
        };
        ended.into_iter().chain(self.last_termination.and_then(|last| last.finished_at))
    }

    /// Changes the times in it.
    pub(super) fn change_times(&mut self, change: impl Fn(MetaTime) -> MetaTime) {
        if let ContainerState::Terminated { finished_at, .. } = &mut self.state {
            *finished_at = finished_at.map(&change);
        }
        if let Some(last) = &mut self.last_termination {
            last.finished_at = last.finished_at.map(&change);
        }
    }
}

/// `v1.ContainerState`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(
    feature = "js",
    tsify(
        type = "{ waiting: { reason?: string; message?: string } } | { running: {} } | { terminated: { exitCode: number; finishedAt?: MetaTime; reason?: string } }"
    )
)]
pub enum ContainerState {
    /// Not started (again) yet.
    Waiting {
        /// Why, as far as that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        reason: Option<ReportedReason>,
        /// What the kubelet says about it, if a cluster did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional, type = "string"))]
        message: Option<ReportedText>,
    },
    /// Running.
    #[serde(with = "empty_object")]
    Running,
    /// Ended.
    Terminated {
        /// Its exit code.
        #[serde(rename = "exitCode")]
        exit_code: i32,
        /// When it ended; a node that was lost may not say.
        #[serde(rename = "finishedAt", default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        finished_at: Option<MetaTime>,
        /// Why, where it is not what the exit code says.
        #[serde(default, deserialize_with = "known_reason", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "js", tsify(optional))]
        reason: Option<TerminationReason>,
    },
}

impl ContainerState {
    /// Ended with that exit code.
    pub fn ended(exit_code: i32, finished_at: Option<MetaTime>) -> Self {
        Self::Terminated { exit_code, finished_at, reason: None }
    }

    /// Whether it waits for that reason.
    pub fn waits_for(&self, reason: WaitingReason) -> bool {
        matches!(self, Self::Waiting { reason: Some(known), .. } if *known == reason)
    }

    /// Waiting for that reason.
    pub fn waiting(reason: WaitingReason) -> Self {
        Self::Waiting { reason: Some(ReportedReason::Known(reason)), message: None }
    }
}

impl Default for ContainerState {
    fn default() -> Self {
        Self::Waiting { reason: None, message: None }
    }
}

/// Why a container waits, as its status says: a runtime may have words of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ReportedReason {
    /// A word of the kubelet that changes what happens next.
    Known(WaitingReason),
    /// Another word.
    Other(ReportedText),
}

impl ReportedReason {
    /// The word in the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(reason) => reason.as_str(),
            Self::Other(word) => word,
        }
    }
}

impl PartialEq<WaitingReason> for ReportedReason {
    fn eq(&self, reason: &WaitingReason) -> bool {
        matches!(self, Self::Known(known) if known == reason)
    }
}

impl<'de> Deserialize<'de> for ReportedReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = ReportedText::deserialize(deserializer)?;
        let known = from_json(&serde_json::Value::from(&*word)).ok();
        Ok(known.map_or(Self::Other(word), Self::Known))
    }
}

/// Why a container waits, of the kubelet's words for that (`state.waiting.reason`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WaitingReason {
    /// It is being set up.
    ContainerCreating,
    /// The init containers have not finished.
    PodInitializing,
    /// Its image could not be fetched.
    ErrImagePull,
    /// The same, and the next try is delayed.
    ImagePullBackOff,
    /// Its image is not there and may not be fetched.
    ErrImageNeverPull,
    /// Its image's name is not valid.
    InvalidImageName,
    /// Something that its configuration names does not exist.
    CreateContainerConfigError,
    /// It could not be created.
    CreateContainerError,
    /// It could not be started.
    RunContainerError,
    /// It ended repeatedly, and its next start is delayed.
    CrashLoopBackOff,
}

impl WaitingReason {
    /// The word in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ContainerCreating => "ContainerCreating",
            Self::PodInitializing => "PodInitializing",
            Self::ErrImagePull => "ErrImagePull",
            Self::ImagePullBackOff => "ImagePullBackOff",
            Self::ErrImageNeverPull => "ErrImageNeverPull",
            Self::InvalidImageName => "InvalidImageName",
            Self::CreateContainerConfigError => "CreateContainerConfigError",
            Self::CreateContainerError => "CreateContainerError",
            Self::RunContainerError => "RunContainerError",
            Self::CrashLoopBackOff => "CrashLoopBackOff",
        }
    }
}

/// Why a container ended, of the kubelet's words for that (`state.terminated.reason`) those that say more than the exit
/// code: without one the reason is `Completed` or `Error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TerminationReason {
    /// It is not known what became of it: it was not there when its pod was stopped.
    ContainerStatusUnknown,
    /// It used more memory than it may.
    #[serde(rename = "OOMKilled")]
    OomKilled,
    /// It could not be run.
    ContainerCannotRun,
    /// It could not be started.
    StartError,
    /// The pod ran longer than it may.
    DeadlineExceeded,
}

impl TerminationReason {
    /// The word in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ContainerStatusUnknown => "ContainerStatusUnknown",
            Self::OomKilled => "OOMKilled",
            Self::ContainerCannotRun => "ContainerCannotRun",
            Self::StartError => "StartError",
            Self::DeadlineExceeded => "DeadlineExceeded",
        }
    }
}

/// The reason, if it is one that is known: a runtime may have others, and none of them changes what happens.
fn known_reason<'de, D: Deserializer<'de>, R: DeserializeOwned>(deserializer: D) -> Result<Option<R>, D::Error> {
    let said = Option::<serde_json::Value>::deserialize(deserializer)?;
    Ok(said.and_then(|said| from_json(&said).ok()))
}

/// `v1.ContainerStateTerminated`, of a run that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Termination {
    /// Its exit code.
    pub exit_code: i32,
    /// When it ended, as far as that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<MetaTime>,
}

/// A state that says nothing but its name is an empty object in the API: `{"waiting": {}}`.
mod empty_object {
    use serde::de::{Deserialize, Deserializer, IgnoredAny};
    use serde::ser::{SerializeMap, Serializer};

    pub(super) fn serialize<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_map(Some(0))?.end()
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| ())
    }
}

/// A last state is a state in the API, of which only the end of a run is ever set.
mod last_state {
    use serde::de::Deserializer;
    use serde::ser::Serializer;
    use serde::{Deserialize, Serialize};

    use super::Termination;

    #[derive(Serialize, Deserialize)]
    struct State {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terminated: Option<Termination>,
    }

    // The form that serde asks for.
    #[allow(clippy::ref_option)]
    pub(super) fn serialize<S: Serializer>(last: &Option<Termination>, serializer: S) -> Result<S::Ok, S::Error> {
        State { terminated: *last }.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Termination>, D::Error> {
        State::deserialize(deserializer).map(|state| state.terminated)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_container_status_is_written_as_the_api_writes_it() {
        let status = |state| ContainerStatus { state, ..ContainerStatus::waiting("c") };
        let ended = ContainerState::ended(3, Some(MetaTime::default()));
        let lost = ContainerState::Terminated {
            exit_code: 137,
            finished_at: None,
            reason: Some(TerminationReason::ContainerStatusUnknown),
        };
        for (state, written) in [
            (ContainerState::default(), json!({"waiting": {}})),
            (
                ContainerState::waiting(WaitingReason::ImagePullBackOff),
                json!({"waiting": {"reason": "ImagePullBackOff"}}),
            ),
            (
                ContainerState::Waiting {
                    reason: Some(ReportedReason::Other("SomethingNew".into())),
                    message: Some("so it is".into()),
                },
                json!({"waiting": {"reason": "SomethingNew", "message": "so it is"}}),
            ),
            (ContainerState::Running, json!({"running": {}})),
            (ended, json!({"terminated": {"exitCode": 3, "finishedAt": "1970-01-01T00:00:00Z"}})),
            (lost, json!({"terminated": {"exitCode": 137, "reason": "ContainerStatusUnknown"}})),
        ] {
            let written = json!({"name": "c", "state": written, "ready": false, "restartCount": 0});
            assert_eq!(serde_json::to_value(status(state.clone())).unwrap(), written);
            assert_eq!(serde_json::from_value::<ContainerStatus>(written).unwrap(), status(state));
        }
        let running = json!({"running": {"startedAt": "2024-01-01T00:00:00Z"}});
        assert_eq!(serde_json::from_value::<ContainerState>(running).unwrap(), ContainerState::Running);
    }

    #[test]
    fn a_restart_leaves_how_the_run_before_ended() {
        let mut status = ContainerStatus { state: ContainerState::Running, ..ContainerStatus::waiting("c") };
        status.restart(2, 1, MetaTime::default());
        let written = json!({
            "name": "c",
            "state": {"running": {}},
            "lastState": {"terminated": {"exitCode": 1, "finishedAt": "1970-01-01T00:00:00Z"}},
            "ready": false,
            "restartCount": 2,
        });
        assert_eq!(serde_json::to_value(&status).unwrap(), written);
        assert_eq!(serde_json::from_value::<ContainerStatus>(written).unwrap(), status);
        status.state = ContainerState::ended(3, None);
        status.restart(i32::MAX, 1, MetaTime::default());
        assert_eq!(status.restart_count, i32::MIN + 1);
        assert_eq!(status.last_termination, Some(Termination { exit_code: 3, finished_at: None }));
    }

    #[test]
    fn a_real_server_writes_a_last_state_that_says_nothing() {
        let never = json!({"name": "c", "state": {"running": {}}, "lastState": {}, "ready": true, "restartCount": 0});
        assert_eq!(serde_json::from_value::<ContainerStatus>(never).unwrap().last_termination, None);
    }
}
