//! Resource quotas on pods: what the admission plugin `ResourceQuota` admits (`plugin/pkg/admission/resourcequota`),
//! with the count that its evaluator of pods makes.
//!
//! In a cluster a controller of its own keeps `status.used`, which lags behind when pods end; here it is what
//! the store says.

use serde::{Deserialize, Serialize};

use super::ApiServer;
use crate::api::{Namespace, ObjectKey, Pod, ResourceQuota, ResourceVersion, Shown, StatusError, StatusReason, Time};

/// Most quotas that the store takes: each is looked at with every pod that is made.
pub const MAX_QUOTAS: usize = 20;

/// A quota in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredQuota {
    /// The quota.
    pub quota: ResourceQuota,
    /// When it was created.
    pub created: Shown<Time>,
    /// Its version.
    pub version: Shown<ResourceVersion>,
}

impl ApiServer {
    /// All quotas, by key.
    pub fn quotas(&self) -> impl Iterator<Item = &ResourceQuota> {
        self.stored_quotas().map(|stored| &stored.quota)
    }

    /// All quotas as they are stored, by key.
    pub(crate) fn stored_quotas(&self) -> impl Iterator<Item = &StoredQuota> {
        self.quotas.values()
    }

    /// Creates a quota. What is there already stays, even beyond it.
    ///
    /// # Errors
    ///
    /// 422 if it is not valid, 409 if there is one of that name, 403 if there are too many to be looked at.
    pub fn create_quota(&mut self, quota: &ResourceQuota, now: Time) -> Result<StoredQuota, StatusError> {
        quota.validate(self.release())?;
        let key = quota.key();
        if self.quotas.contains_key(&key) {
            return Err(StatusError::already_exists("resourcequotas", quota.name.as_str()));
        }
        if self.quotas.len() >= MAX_QUOTAS {
            let message = format!("resourcequotas is forbidden: a world holds at most {MAX_QUOTAS} quotas");
            return Err(StatusError::new(StatusReason::Forbidden, message));
        }
        self.enter_namespace(&quota.namespace, now);
        Ok(self.store_quota(quota, Shown(now)))
    }

    fn store_quota(&mut self, quota: &ResourceQuota, created: Shown<Time>) -> StoredQuota {
        let version = Shown(self.next_resource_version());
        let stored = StoredQuota { quota: quota.clone(), created, version };
        self.quotas.insert(quota.key(), stored.clone());
        stored
    }

    /// Creates a quota, or changes its limit; nothing if nothing changes. What is there already stays, even beyond it.
    ///
    /// # Errors
    ///
    /// Those of [`Self::create_quota`], but that there may be one of that name.
    pub(crate) fn apply_quota(&mut self, quota: &ResourceQuota, now: Time) -> Result<Option<StoredQuota>, StatusError> {
        let Some(StoredQuota { quota: before, created, .. }) = self.quotas.get(&quota.key()) else {
            return self.create_quota(quota, now).map(Some);
        };
        let quota = ResourceQuota { others: before.others, ..quota.clone() };
        let created = *created;
        Ok((quota != *before).then(|| self.store_quota(&quota, created)))
    }

    /// Deletes the quota of that key, and gives it back.
    ///
    /// # Errors
    ///
    /// 404 if there is none.
    pub(crate) fn delete_quota(&mut self, key: &ObjectKey) -> Result<ResourceQuota, StatusError> {
        let gone = self.quotas.remove(key).ok_or_else(|| StatusError::not_found("resourcequotas", key.split().1))?;
        self.next_resource_version();
        Ok(gone.quota)
    }

    /// The pods of the store that count against a quota of that namespace.
    pub(crate) fn pods_in_use(&self, namespace: &Namespace, now: Time) -> usize {
        let theirs = |pod: &Pod| pod.metadata.namespace.as_ref() == Some(namespace);
        self.pods.values().filter(|pod| theirs(pod) && counts(pod, now)).count()
    }

    /// `status.used.pods` of a quota: the pods in the store that count, and those that are not in the store.
    pub(crate) fn pods_used(&self, quota: &ResourceQuota, now: Time) -> usize {
        self.pods_in_use(&quota.namespace, now).saturating_add(quota.pods_of_others())
    }

    /// `checkRequest`: whether the quotas of its namespace let the pod be made, which has its name already.
    pub(super) fn check_quotas(&self, pod: &Pod, now: Time) -> Result<(), StatusError> {
        let namespace = pod.metadata.namespace.clone().unwrap_or_default();
        let mut quotas = self.quotas().filter(|quota| quota.namespace == namespace).peekable();
        if quotas.peek().is_none() {
            return Ok(());
        }
        let in_store = self.pods_in_use(&namespace, now);
        let used = |quota: &ResourceQuota| in_store.saturating_add(quota.pods_of_others());
        let hard = |quota: &ResourceQuota| usize::try_from(quota.pods).unwrap_or(usize::MAX);
        match quotas.find(|quota| used(quota) >= hard(quota)) {
            None => Ok(()),
            Some(quota) => Err(exceeded(pod.metadata.name(), quota.name.as_str(), used(quota), hard(quota))),
        }
    }
}

/// Whether a pod counts against a quota (`QuotaV1Pod`). One that has ended does not, nor one that should have stopped
/// long ago. (The time that a deleted pod has is in its deletion timestamp, and is added once more.)
pub(crate) fn counts(pod: &Pod, now: Time) -> bool {
    let metadata = &pod.metadata;
    let stopped_by = metadata.deletion_timestamp.zip(metadata.deletion_grace_period_seconds);
    let overdue =
        stopped_by.is_some_and(|(deletion, seconds)| now > deletion.time().plus(seconds.saturating_mul(1_000)));
    !pod.status.phase.is_terminal() && !overdue
}

/// The refusal of the pod `name` by the quota `quota`, of whose `hard` pods `used` are in use.
pub(super) fn exceeded(name: &str, quota: &str, used: usize, hard: usize) -> StatusError {
    let message = format!(
        "pods {name:?} is forbidden: exceeded quota: {quota}, requested: pods=1, used: pods={used}, limited: pods={hard}"
    );
    StatusError::new(StatusReason::Forbidden, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{DeleteOptions, PodPhase, Release};
    use crate::apiserver::Naming;

    const NOW: Time = Time::START;

    fn server(pods: u32) -> ApiServer {
        let mut server = ApiServer::new(Release::V1_28.into()).with_naming(Naming::Counted);
        server.create_quota(&ResourceQuota::new("team-quota", Namespace::default(), pods), NOW).unwrap();
        server
    }

    fn create(server: &mut ApiServer, now: Time) -> Result<ObjectKey, String> {
        let mut pod = Pod::default();
        pod.metadata.generate_name = Some("pi-".into());
        pod.spec.node_name = Some("node-1".into());
        server.create_pod(pod, now).map(|pod| pod.metadata.key()).map_err(|error| error.message)
    }

    #[test]
    fn the_pod_beyond_the_limit_is_refused_with_the_numbers() {
        let mut server = server(7);
        for _ in 0..7 {
            create(&mut server, NOW).unwrap();
        }
        let full = "pods \"pi-00007\" is forbidden: exceeded quota: team-quota, requested: pods=1, used: pods=7, limited: pods=7";
        assert_eq!(create(&mut server, NOW), Err(full.to_owned()));
        let next = create(&mut server, NOW).unwrap_err();
        assert!(next.starts_with("pods \"pi-00008\" is forbidden"), "{next}: each attempt has a name of its own");
        server.delete_quota(&"default/team-quota".into()).unwrap();
        assert!(create(&mut server, NOW).is_ok());
    }

    #[test]
    fn pods_that_ended_or_should_be_gone_do_not_count() {
        let mut server = server(2);
        let first = create(&mut server, NOW).unwrap();
        let second = create(&mut server, NOW).unwrap();
        server.update_pod(&first, |pod| pod.status.phase = PodPhase::Succeeded).unwrap();
        assert_eq!(server.pods_in_use(&Namespace::default(), NOW), 1);
        server.delete_pod(&second, &DeleteOptions::with_grace(Some(10)), NOW).unwrap();
        assert_eq!(server.pods_in_use(&Namespace::default(), NOW.plus(10_000)), 1, "it may still be stopping");
        assert_eq!(server.pods_in_use(&Namespace::default(), NOW.plus(20_000)), 1, "and is given the time again");
        assert_eq!(server.pods_in_use(&Namespace::default(), NOW.plus(20_001)), 0);
    }

    #[test]
    fn pods_that_are_not_in_the_store_count() {
        let mut server = server(3);
        server.delete_quota(&"default/team-quota".into()).unwrap();
        let quota = ResourceQuota::new("team-quota", Namespace::default(), 3);
        server.create_quota(&ResourceQuota { others: 2, ..quota.clone() }, NOW).unwrap();
        create(&mut server, NOW).unwrap();
        let full = "pods \"pi-00001\" is forbidden: exceeded quota: team-quota, requested: pods=1, used: pods=3, limited: pods=3";
        assert_eq!(create(&mut server, NOW), Err(full.to_owned()));
        assert_eq!(server.apply_quota(&quota, NOW), Ok(None), "a manifest does not say what others use");
        let raised = server.apply_quota(&ResourceQuota { pods: 4, ..quota }, NOW).unwrap().unwrap();
        assert_eq!((raised.quota.others, server.pods_used(&raised.quota, NOW)), (2, 3));
        assert!(create(&mut server, NOW).is_ok() && create(&mut server, NOW).is_err());
    }

    #[test]
    fn a_quota_is_one_namespaces_and_there_once() {
        let mut server = server(0);
        let quota = ResourceQuota::new("team-quota", Namespace::default(), 1);
        assert_eq!(
            server.create_quota(&quota, NOW).unwrap_err().message,
            "resourcequotas \"team-quota\" already exists"
        );
        assert!(server.create_quota(&ResourceQuota { namespace: "other".into(), ..quota }, NOW).is_ok());
        assert!(create(&mut server, NOW).is_err());
        server.delete_quota(&"default/team-quota".into()).unwrap();
        assert_eq!(
            server.delete_quota(&"default/team-quota".into()).unwrap_err().message,
            "resourcequotas \"team-quota\" not found"
        );
        assert!(create(&mut server, NOW).is_ok(), "the quota of another namespace is none of its business");
    }
}
