//! Feature gates: the switches of a release that change what is simulated.
//!
//! Only gates that matter here are known, not locked ones or those of other components. Gates are the same for API
//! server and controller.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use super::{Fix, Release};
use GateState::{Locked, NotSimulated, Switch};

/// How a release has a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateState {
    /// The release does not know the gate: what it stands for is not there.
    Absent,
    /// A switch, which the release ships in this position.
    Switch(bool),
    /// What the gate stands for is there for good.
    Locked,
    /// The release ships it off, and what it stands for is not simulated: it stays off.
    NotSimulated,
}

/// How mature a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Maturity {
    /// Alpha.
    Alpha,
    /// Beta.
    Beta,
    /// Generally available: on for good.
    Ga,
}

/// A line of a gate's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Stage {
    /// The first minor that ships the gate so.
    pub minor: u8,
    /// How mature the feature is from there on.
    pub maturity: Maturity,
    /// Whether the gate is on.
    pub on: bool,
}

macro_rules! stage {
    ($minor:literal alpha off) => {
        Stage { minor: $minor, maturity: Maturity::Alpha, on: false }
    };
    ($minor:literal beta off) => {
        Stage { minor: $minor, maturity: Maturity::Beta, on: false }
    };
    ($minor:literal beta on) => {
        Stage { minor: $minor, maturity: Maturity::Beta, on: true }
    };
    ($minor:literal GA) => {
        Stage { minor: $minor, maturity: Maturity::Ga, on: true }
    };
}

macro_rules! feature_gates {
    ($($(#[$doc:meta])* $name:ident: $($minor:literal $maturity:ident $($on:ident)?),*;)*) => {
        /// A feature gate, by its name in Kubernetes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum FeatureGate {
            $($(#[$doc])* $name,)*
        }

        impl FeatureGate {
            /// All gates of all releases.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name, as in `--feature-gates`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// How the releases ship the gate, oldest first, as upstream's `versioned_kube_features.go` lists it.
            pub fn history(self) -> &'static [Stage] {
                match self {
                    $(Self::$name => &[$(stage!($minor $maturity $($on)?)),*],)*
                }
            }
        }
    };
}

feature_gates! {
    /// `completions` of an Indexed Job can be changed together with `parallelism`.
    ElasticIndexedJob: 27 beta on, 31 GA;
    /// `completionMode`.
    IndexedJob: 21 alpha off, 22 beta on, 24 GA;
    /// `backoffLimitPerIndex`, `maxFailedIndexes` and the action `FailIndex`.
    JobBackoffLimitPerIndex: 28 alpha off, 29 beta on, 33 GA;
    /// `managedBy`, and a status that is checked strictly because others may write it.
    JobManagedBy: 30 alpha off, 32 beta on, 35 GA;
    /// `podFailurePolicy`.
    JobPodFailurePolicy: 25 alpha off, 26 beta on, 31 GA;
    /// `podReplacementPolicy` and `status.terminating`.
    JobPodReplacementPolicy: 28 alpha off, 29 beta on, 34 GA;
    /// `status.ready`.
    JobReadyPods: 23 alpha off, 24 beta on, 29 GA;
    /// `successPolicy`.
    JobSuccessPolicy: 30 alpha off, 31 beta on, 33 GA;
    /// Resources of a suspended Job's containers can be changed.
    MutablePodResourcesForSuspendedJobs: 35 alpha off, 36 beta on;
    /// The scheduling directives of a suspended Job can be changed although the Job once ran; its start time is
    /// cleared for that.
    MutableSchedulingDirectivesForSuspendedJobs: 35 alpha off, 36 beta on;
    /// A finalizer holds each pod until its end is in the status.
    JobTrackingWithFinalizers: 22 alpha off, 23 beta on, 24 beta off, 25 beta on, 26 GA;
    /// Pods that are disrupted get the condition `DisruptionTarget`. The Job controller does not ask for
    /// it: who disrupts a pod does.
    PodDisruptionConditions: 25 alpha off, 26 beta on, 31 GA;
    /// Pods of Indexed Jobs have their index as a label too.
    PodIndexLabel: 28 beta on, 32 GA;
    /// The read-your-writes guard: no sync before the caches have what the controller itself wrote.
    StaleControllerConsistencyJob: 36 beta on;
    /// Workloads and pod groups for gang scheduling, an alpha feature.
    WorkloadWithJob: 36 alpha off;
    /// `suspend`.
    SuspendJob: 21 alpha off, 22 beta on, 24 GA;
}

impl FeatureGate {
    /// Whether the engine has what the gate stands for. (With the alpha of the pod failure policy the controller of v1.25
    /// panics at the first container that has not terminated.)
    fn is_simulated(self, release: Release) -> bool {
        match self {
            Self::WorkloadWithJob => false,
            Self::JobPodFailurePolicy => release.since(26),
            _ => true,
        }
    }

    /// How the release ships the gate, if it knows it.
    pub fn stage_in(self, release: Release) -> Option<Stage> {
        self.history().iter().rev().find(|stage| release.since(stage.minor)).copied()
    }

    /// How the gate stands in `release`.
    pub fn state_in(self, release: Release) -> GateState {
        match self.stage_in(release) {
            None => GateState::Absent,
            Some(_) if !self.is_simulated(release) => NotSimulated,
            Some(Stage { maturity: Maturity::Ga, .. }) => Locked,
            Some(Stage { on, .. }) => Switch(on),
        }
    }
}

impl fmt::Display for FeatureGate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A release with the position of each of its gates.
///
/// ```
/// use jobscope_core::api::{Release, FeatureGate, FeatureGates};
///
/// let gates = FeatureGates::from(Release::V1_28);
/// assert!(gates.enabled(FeatureGate::JobReadyPods));
/// let gates = gates.with(FeatureGate::JobReadyPods, false)?;
/// assert!(!gates.enabled(FeatureGate::JobReadyPods));
/// let error = FeatureGates::from(Release::V1_11).with_named("JobReadyPods", true).unwrap_err();
/// assert_eq!(error.to_string(), "v1.11 has no feature gate JobReadyPods that can be set here");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "GatesOf")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "{ release: Release; enabled: FeatureGate[]; fixes?: Fix[] }"))]
pub struct FeatureGates {
    release: Release,
    /// One bit for each gate that is on, in the order of [`FeatureGate::ALL`].
    enabled: u32,
    /// One bit for each fix that is there, in the order of [`Fix::ALL`].
    fixes: u32,
}

/// Why a gate cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{release} has no feature gate {gate} that can be set here")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct UnknownGate {
    /// The release.
    pub release: Release,
    /// The gate that it does not have.
    pub gate: String,
}

impl From<Release> for FeatureGates {
    /// The gates as the release ships them.
    fn from(release: Release) -> Self {
        let on = |gate: &&FeatureGate| matches!(gate.state_in(release), Switch(true) | Locked);
        let on = FeatureGate::ALL.iter().filter(on);
        let fixes = Fix::ALL.iter().filter(|fix| fix.is_in(release));
        Self {
            release,
            enabled: on.fold(0, |enabled, gate| enabled | gate.bit()),
            fixes: fixes.fold(0, |fixes, fix| fixes | fix.bit()),
        }
    }
}

impl Default for FeatureGates {
    fn default() -> Self {
        Release::default().into()
    }
}

impl FeatureGate {
    fn bit(self) -> u32 {
        1 << self as u32
    }

    fn is_switch_in(self, release: Release) -> bool {
        matches!(self.state_in(release), Switch(_))
    }
}

impl FeatureGates {
    /// The release.
    pub fn release(self) -> Release {
        self.release
    }

    /// Whether `gate` is on; a gate that the release does not have is off.
    pub fn enabled(self, gate: FeatureGate) -> bool {
        self.enabled & gate.bit() != 0
    }

    /// The same with `gate` on or off.
    pub fn with(self, gate: FeatureGate, on: bool) -> Result<Self, UnknownGate> {
        match gate.state_in(self.release) {
            Switch(_) => {}
            // Kubernetes too lets a gate be set to what it is for good.
            Locked if on => return Ok(self),
            NotSimulated if !on => return Ok(self),
            GateState::Absent | Locked | NotSimulated => return Err(self.unknown(gate.name())),
        }
        let enabled = if on { self.enabled | gate.bit() } else { self.enabled & !gate.bit() };
        Ok(Self { enabled, ..self })
    }

    /// Whether the release has the fix, by itself or because it was switched on.
    pub fn has(self, fix: Fix) -> bool {
        self.fixes & fix.bit() != 0
    }

    /// The same with a fix that a later patch level of the release brings, or without it.
    pub fn with_fix(self, fix: Fix, on: bool) -> Result<Self, UnknownGate> {
        if self.has(fix) != on && !fix.is_switch_in(self.release) {
            return Err(self.unknown(&fix.to_string()));
        }
        let fixes = if on { self.fixes | fix.bit() } else { self.fixes & !fix.bit() };
        Ok(Self { fixes, ..self })
    }

    /// The same with the gate standing as in `other`, although the release may have no such switch.
    pub(crate) fn with_gate_of(self, gate: FeatureGate, other: Self) -> Self {
        Self { enabled: self.enabled & !gate.bit() | other.enabled & gate.bit(), ..self }
    }

    /// The same with the fix there as in `other`, although the release may have no such switch.
    pub(crate) fn with_fix_of(self, fix: Fix, other: Self) -> Self {
        Self { fixes: self.fixes & !fix.bit() | other.fixes & fix.bit(), ..self }
    }

    /// The fixes that later patch levels of the release bring, with whether they are switched on.
    pub fn patches(self) -> impl Iterator<Item = (Fix, bool)> {
        Fix::ALL.iter().filter(move |fix| fix.is_switch_in(self.release)).map(move |fix| (*fix, self.has(*fix)))
    }

    /// The same with the gate of that name on or off, or the fix of that number, such as `#139457`.
    pub fn with_named(self, name: &str, on: bool) -> Result<Self, UnknownGate> {
        if name.starts_with('#') {
            let fix = Fix::ALL.iter().find(|fix| fix.to_string() == name);
            return fix.map_or_else(|| Err(self.unknown(name)), |fix| self.with_fix(*fix, on));
        }
        let gate = FeatureGate::ALL.iter().find(|gate| gate.name() == name);
        gate.map_or_else(|| Err(self.unknown(name)), |gate| self.with(*gate, on))
    }

    /// The switches that stand otherwise than the release ships them, with their positions, by name.
    pub fn turned(self) -> impl Iterator<Item = (FeatureGate, bool)> {
        let shipped = Self::from(self.release());
        self.iter().filter(move |(gate, on)| shipped.enabled(*gate) != *on)
    }

    /// The same by name, with the fixes that were switched on, as [`Self::with_named`] takes them.
    pub fn turned_names(self) -> impl Iterator<Item = (String, bool)> {
        let fixes = self.patches().filter(|(_, on)| *on).map(|(fix, on)| (fix.to_string(), on));
        self.turned().map(|(gate, on)| (gate.name().to_owned(), on)).chain(fixes)
    }

    /// The release's switches with their positions, by name.
    pub fn iter(self) -> impl Iterator<Item = (FeatureGate, bool)> {
        FeatureGate::ALL
            .iter()
            .filter(move |gate| gate.is_switch_in(self.release))
            .map(move |gate| (*gate, self.enabled(*gate)))
    }

    fn unknown(self, gate: &str) -> UnknownGate {
        UnknownGate { release: self.release, gate: gate.to_owned() }
    }
}

/// How gates are written down.
#[derive(Serialize, Deserialize)]
struct GatesOf {
    #[serde(alias = "edition")]
    release: Release,
    enabled: Vec<FeatureGate>,
    /// Those that were switched on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix>,
}

impl From<FeatureGates> for GatesOf {
    fn from(gates: FeatureGates) -> Self {
        Self {
            release: gates.release,
            enabled: gates.iter().filter(|(_, on)| *on).map(|(gate, _)| gate).collect(),
            fixes: gates.patches().filter(|(_, on)| *on).map(|(fix, _)| fix).collect(),
        }
    }
}

impl Serialize for FeatureGates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return GatesOf::from(*self).serialize(serializer);
        }
        (self.release, self.enabled, self.fixes).serialize(serializer)
    }
}

impl TryFrom<GatesOf> for FeatureGates {
    type Error = UnknownGate;

    fn try_from(GatesOf { release, enabled, fixes }: GatesOf) -> Result<Self, UnknownGate> {
        let off = FeatureGate::ALL
            .iter()
            .filter(|gate| gate.is_switch_in(release))
            .fold(Self::from(release), |gates, gate| Self { enabled: gates.enabled & !gate.bit(), ..gates });
        let gates = enabled.into_iter().try_fold(off, |gates, gate| gates.with(gate, true))?;
        fixes.into_iter().try_fold(gates, |gates, fix| gates.with_fix(fix, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_release_knows_its_gates_alone() {
        let gates = FeatureGates::from(Release::V1_28);
        assert_eq!(
            gates.iter().filter(|(_, on)| !on).map(|(gate, _)| gate.name()).collect::<Vec<_>>(),
            ["JobBackoffLimitPerIndex", "JobPodReplacementPolicy"]
        );
        assert_eq!(gates.with_named("JobTrackingWithFinalizers", true), Ok(gates));
        assert!(gates.with_named("JobTrackingWithFinalizers", false).is_err());
        assert!(gates.with_named("JobManagedBy", true).is_err());
        assert_eq!(FeatureGates::from(Release::V1_11).iter().count(), 0);
    }

    #[test]
    fn gates_survive_being_written_down() {
        let gates = FeatureGates::from(Release::V1_28).with(FeatureGate::JobReadyPods, false).unwrap();
        let text = serde_json::to_string(&gates).unwrap();
        assert_eq!(serde_json::from_str::<FeatureGates>(&text).unwrap(), gates);
        let foreign = r#"{"release":"v1.11","enabled":["JobReadyPods"]}"#;
        assert!(serde_json::from_str::<FeatureGates>(foreign).is_err());
    }
}
