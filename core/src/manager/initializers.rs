//! The controllers of each release's kube-controller-manager: `NewControllerInitializers`, later
//! `NewControllerDescriptors`.
//!
//! Only what makes a difference to the start is noted: names, what keeps one from starting in a cluster
//! without a cloud provider, and who listens to the informers of Jobs and pods. Most are not simulated.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::api::Release;

/// A controller of the manager that is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum Simulated {
    /// The Job controller.
    Job,
    /// The garbage collector.
    GarbageCollector,
    /// Pod garbage collection.
    PodGc,
    /// The TTL-after-finished controller (v1.12 and later).
    TtlAfterFinished,
}

impl Simulated {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Job, Self::GarbageCollector, Self::PodGc, Self::TtlAfterFinished];

    /// The file of Kubernetes' source that decides, the same in all releases.
    pub fn source_file(self) -> &'static str {
        match self {
            Self::Job => "pkg/controller/job/job_controller.go",
            Self::GarbageCollector => "pkg/controller/garbagecollector/garbagecollector.go",
            Self::PodGc => "pkg/controller/podgc/gc_controller.go",
            Self::TtlAfterFinished => "pkg/controller/ttlafterfinished/ttlafterfinished_controller.go",
        }
    }
}

/// How often a listener wants everything repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resync {
    /// As often as the factory says.
    Factory,
    /// After a period that it drew for itself.
    Own,
    /// Never.
    Never,
}

/// What keeps a controller from starting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// Nothing.
    No,
    /// It has to be named by `--controllers`.
    ByDefault,
    /// The release has this feature gate off.
    Gate(&'static str),
    /// It is a cloud provider's.
    Cloud,
    /// Without a cloud provider and `--allocate-node-cidrs` it has nothing to do.
    NotConfigured,
}

/// A controller that the manager knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Initializer {
    /// Its name.
    pub name: &'static str,
    /// Its name before v1.28, which `--controllers` still understands.
    pub alias: Option<&'static str>,
    /// What keeps it from starting.
    pub off: Off,
    /// Which of the simulated ones it is.
    pub simulated: Option<Simulated>,
    /// Whether it listens to the shared informer of Jobs.
    pub jobs: Option<Resync>,
    /// Whether it listens to the shared informer of pods.
    pub pods: Option<Resync>,
    /// The minor that it came with, or 0 if all releases here have it.
    since: u8,
}

const fn plain(name: &'static str) -> Initializer {
    Initializer { name, alias: None, off: Off::No, simulated: None, jobs: None, pods: None, since: 0 }
}

const fn renamed(name: &'static str, alias: &'static str) -> Initializer {
    Initializer { alias: Some(alias), ..plain(name) }
}

impl Initializer {
    const fn off(self, off: Off) -> Self {
        Self { off, ..self }
    }

    const fn since(self, minor: u8) -> Self {
        Self { since: minor, ..self }
    }

    /// Until v1.27 the old name is the only one; and until v1.28 the manager itself can run what is a cloud provider's.
    fn named_in(self, release: Release) -> Self {
        let off = if self.off == Off::Cloud && !release.since(29) { Off::NotConfigured } else { self.off };
        match self.alias {
            Some(alias) if !release.since(28) => Self { name: alias, alias: None, off, ..self },
            _ => Self { off, ..self },
        }
    }

    const fn simulated(self, simulated: Simulated) -> Self {
        Self { simulated: Some(simulated), ..self }
    }

    const fn jobs(self, resync: Resync) -> Self {
        Self { jobs: Some(resync), ..self }
    }

    const fn pods(self, resync: Resync) -> Self {
        Self { pods: Some(resync), ..self }
    }
}

use Resync::{Factory, Never, Own};

const V1_11: &[Initializer] = &[
    plain("endpoint").pods(Factory),
    plain("replicationcontroller").pods(Factory),
    plain("podgc").simulated(Simulated::PodGc),
    plain("resourcequota").jobs(Own).pods(Own),
    plain("namespace"),
    plain("serviceaccount"),
    plain("garbagecollector").simulated(Simulated::GarbageCollector).jobs(Never).pods(Never),
    plain("daemonset").pods(Factory),
    plain("job").simulated(Simulated::Job).jobs(Factory).pods(Factory),
    plain("deployment").pods(Factory),
    plain("replicaset").pods(Factory),
    plain("horizontalpodautoscaling"),
    plain("disruption").pods(Factory),
    plain("statefulset").pods(Factory),
    plain("cronjob"),
    plain("csrsigning"),
    plain("csrapproving"),
    plain("csrcleaner"),
    plain("ttl"),
    plain("bootstrapsigner").off(Off::ByDefault),
    plain("tokencleaner").off(Off::ByDefault),
    plain("nodeipam").off(Off::NotConfigured),
    plain("service").off(Off::NotConfigured),
    plain("route").off(Off::NotConfigured),
    plain("nodelifecycle").pods(Factory),
    plain("persistentvolume-binder"),
    plain("attachdetach").pods(Factory),
    plain("persistentvolume-expander"),
    plain("clusterrole-aggregation"),
    plain("pvc-protection").pods(Factory),
    plain("pv-protection"),
];

/// Those of v1.22 and later. Until v1.27 the second name is the only one.
const SINCE_V1_22: &[Initializer] = &[
    renamed("endpoints-controller", "endpoint").pods(Factory),
    renamed("endpointslice-controller", "endpointslice").pods(Factory),
    renamed("endpointslice-mirroring-controller", "endpointslicemirroring"),
    renamed("replicationcontroller-controller", "replicationcontroller").pods(Factory),
    renamed("pod-garbage-collector-controller", "podgc").simulated(Simulated::PodGc),
    renamed("resourcequota-controller", "resourcequota").jobs(Own).pods(Own),
    renamed("namespace-controller", "namespace"),
    renamed("serviceaccount-controller", "serviceaccount"),
    renamed("garbage-collector-controller", "garbagecollector")
        .simulated(Simulated::GarbageCollector)
        .jobs(Never)
        .pods(Never),
    renamed("daemonset-controller", "daemonset").pods(Factory),
    renamed("job-controller", "job").simulated(Simulated::Job).jobs(Factory).pods(Factory),
    renamed("deployment-controller", "deployment").pods(Factory),
    renamed("replicaset-controller", "replicaset").pods(Factory),
    renamed("horizontal-pod-autoscaler-controller", "horizontalpodautoscaling"),
    renamed("disruption-controller", "disruption").pods(Factory),
    renamed("statefulset-controller", "statefulset").pods(Factory),
    renamed("cronjob-controller", "cronjob").jobs(Factory),
    renamed("certificatesigningrequest-signing-controller", "csrsigning"),
    renamed("certificatesigningrequest-approving-controller", "csrapproving"),
    renamed("certificatesigningrequest-cleaner-controller", "csrcleaner"),
    plain("podcertificaterequest-cleaner-controller").off(Off::Gate("PodCertificateRequest")).since(34),
    renamed("ttl-controller", "ttl"),
    renamed("bootstrap-signer-controller", "bootstrapsigner").off(Off::ByDefault),
    renamed("token-cleaner-controller", "tokencleaner").off(Off::ByDefault),
    renamed("node-ipam-controller", "nodeipam").off(Off::NotConfigured),
    renamed("node-lifecycle-controller", "nodelifecycle").pods(Factory),
    renamed("service-lb-controller", "service").off(Off::Cloud),
    renamed("node-route-controller", "route").off(Off::Cloud),
    renamed("cloud-node-lifecycle-controller", "cloud-node-lifecycle").off(Off::Cloud),
    renamed("persistentvolume-binder-controller", "persistentvolume-binder"),
    renamed("persistentvolume-attach-detach-controller", "attachdetach").pods(Factory),
    renamed("persistentvolume-expander-controller", "persistentvolume-expander"),
    renamed("clusterrole-aggregation-controller", "clusterrole-aggregation"),
    renamed("persistentvolumeclaim-protection-controller", "pvc-protection").pods(Factory),
    renamed("persistentvolume-protection-controller", "pv-protection"),
    plain("podgroup-protection-controller").off(Off::Gate("GenericWorkload")).since(36),
    plain("volumeattributesclass-protection-controller").since(34),
    renamed("ttl-after-finished-controller", "ttl-after-finished").simulated(Simulated::TtlAfterFinished).jobs(Factory),
    renamed("root-ca-certificate-publisher-controller", "root-ca-cert-publisher"),
    plain("kube-apiserver-serving-clustertrustbundle-publisher-controller")
        .off(Off::Gate("ClusterTrustBundle"))
        .since(33),
    renamed("ephemeral-volume-controller", "ephemeral-volume").pods(Factory),
    renamed("storageversion-garbage-collector-controller", "storage-version-gc")
        .off(Off::Gate("StorageVersionAPI"))
        .since(30),
    renamed("resourceclaim-controller", "resource-claim-controller").pods(Factory).since(34),
    plain("device-taint-eviction-controller").pods(Factory).since(36),
    plain("resourcepoolstatusrequest-controller").off(Off::Gate("DRAResourcePoolStatus")).since(36),
    renamed("legacy-serviceaccount-token-cleaner-controller", "legacy-service-account-token-cleaner").since(29),
    plain("validatingadmissionpolicy-status-controller").since(30),
    plain("taint-eviction-controller").pods(Factory).since(29),
    plain("service-cidr-controller").since(33),
    plain("storage-version-migrator-controller").off(Off::Gate("StorageVersionMigrator")).since(30),
    plain("selinux-warning-controller").off(Off::ByDefault).since(32),
];

fn list(release: Release) -> Vec<Initializer> {
    let table = if release.since(22) { SINCE_V1_22 } else { V1_11 };
    table.iter().filter(|known| release.since(known.since)).map(|known| known.named_in(release)).collect()
}

/// The controllers that the manager of `release` knows, in the order in which its source lists them, without
/// the one for service account tokens.
pub(crate) fn initializers(release: Release) -> &'static [Initializer] {
    static LISTS: LazyLock<BTreeMap<Release, Vec<Initializer>>> =
        LazyLock::new(|| Release::ALL.into_iter().map(|release| (release, list(release))).collect());
    LISTS.get(&release).map_or(&[], Vec::as_slice)
}

/// The controller that makes service account tokens, which starts before all others.
pub(crate) fn token_controller(release: Release) -> Initializer {
    if release.since(28) {
        renamed("serviceaccount-token-controller", "serviceaccount-token")
    } else {
        plain("serviceaccount-token")
    }
}

/// Whether the manager asks `--controllers` about the one for tokens. Since v1.34 it makes it in any case.
pub(crate) fn token_controller_heeds_flag(release: Release) -> bool {
    !release.since(34)
}

/// The name of a simulated controller in that release; `None` if it does not have it.
pub fn name_of(release: Release, simulated: Simulated) -> Option<&'static str> {
    initializers(release).iter().find(|known| known.simulated == Some(simulated)).map(|known| known.name)
}

/// `IsControllerEnabled`: what `--controllers` says of a controller. The first entry that names it counts,
/// with a minus or without; `*` stands for all that are not off by default.
pub(crate) fn is_controller_enabled(known: &Initializer, controllers: &[String]) -> bool {
    let names = |flag: &str| flag == known.name || Some(flag) == known.alias;
    for flag in controllers {
        if names(flag) {
            return true;
        }
        if flag.strip_prefix('-').is_some_and(names) {
            return false;
        }
    }
    controllers.iter().any(|flag| flag == "*") && known.off != Off::ByDefault
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enabled(flags: &[&str]) -> Vec<&'static str> {
        let flags: Vec<_> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        initializers(Release::V1_28)
            .iter()
            .filter(|known| is_controller_enabled(known, &flags))
            .map(|known| known.name)
            .collect()
    }

    #[test]
    fn names_are_there_once() {
        for release in Release::ALL {
            let mut names: Vec<_> =
                initializers(release).iter().flat_map(|known| [Some(known.name), known.alias]).flatten().collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{release}");
        }
    }

    #[test]
    fn every_release_has_the_controllers_that_are_simulated() {
        for release in Release::ALL {
            for simulated in [Simulated::Job, Simulated::GarbageCollector, Simulated::PodGc] {
                assert!(name_of(release, simulated).is_some());
            }
            assert_eq!(name_of(release, Simulated::TtlAfterFinished).is_some(), release.since(12));
        }
    }

    #[test]
    fn flags_choose_by_name_by_star_and_by_minus() {
        assert_eq!(enabled(&["job-controller"]), ["job-controller"]);
        assert_eq!(enabled(&["job"]), ["job-controller"], "the old name is understood");
        assert_eq!(enabled(&[]), [""; 0]);
        let all = enabled(&["*"]);
        assert!(!all.contains(&"token-cleaner-controller") && all.contains(&"job-controller"));
        assert!(enabled(&["*", "token-cleaner-controller"]).contains(&"token-cleaner-controller"));
        assert_eq!(enabled(&["*", "-job-controller"]).len(), all.len() - 1);
        assert!(enabled(&["job-controller", "-job-controller"]).contains(&"job-controller"), "the first one counts");
    }
}
