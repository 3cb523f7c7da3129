//! Namespaces are only names. One is there once it was created, or once it has had an object.

use super::ApiServer;
use crate::api::{MetaTime, Namespace, ObjectMeta, StatusError, StatusReason, Time, validate_namespace_name};

/// Namespaces that a cluster begins with, and the minor that has each.
const FIRST: [(&str, u8); 4] = [("default", 0), ("kube-node-lease", 14), ("kube-public", 0), ("kube-system", 0)];

/// Most namespaces that can be created.
const MAX_NAMESPACES: usize = 1_000;

impl ApiServer {
    /// The namespaces that were created or have had an object, each with the time since when it is there.
    pub fn namespaces(&self) -> impl Iterator<Item = (&Namespace, Time)> {
        self.namespaces.iter().map(|(namespace, created)| (namespace, *created))
    }

    /// The namespaces that each cluster of the release begins with, by name.
    pub(crate) fn first_namespaces(&self) -> impl Iterator<Item = &'static str> {
        let release = self.release();
        FIRST.iter().filter(move |(_, minor)| release.since(*minor)).map(|(name, _)| *name)
    }

    /// Whether there is that namespace.
    pub(crate) fn has_namespace(&self, namespace: &Namespace) -> bool {
        self.namespaces.contains_key(namespace) || self.first_namespaces().any(|first| first == namespace.as_str())
    }

    /// Creates a namespace.
    ///
    /// # Errors
    ///
    /// 422 if it cannot have that name, 409 if it is there, 403 if there are too many.
    pub(crate) fn create_namespace(&mut self, namespace: &Namespace, now: Time) -> Result<(), StatusError> {
        validate_namespace_name(namespace, self.release())?;
        if self.has_namespace(namespace) {
            return Err(StatusError::already_exists("namespaces", namespace.as_str()));
        }
        if self.namespaces.len() >= MAX_NAMESPACES {
            let message = format!("namespaces is forbidden: a world holds at most {MAX_NAMESPACES} namespaces");
            return Err(StatusError::new(StatusReason::Forbidden, message));
        }
        self.next_resource_version();
        self.namespaces.insert(namespace.clone(), now);
        Ok(())
    }

    /// Adds the namespace of a new object.
    pub(super) fn enter_namespace_of(&mut self, metadata: &ObjectMeta) {
        if let Some(namespace) = &metadata.namespace {
            self.enter_namespace(namespace, metadata.creation_timestamp.map_or(Time::START, MetaTime::time));
        }
    }

    /// Adds a namespace, created at `now`, unless it is known.
    pub(super) fn enter_namespace(&mut self, namespace: &Namespace, now: Time) {
        if !self.namespaces.contains_key(namespace) {
            self.namespaces.insert(namespace.clone(), now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Pod, Release};

    #[test]
    fn a_namespace_is_created_once() {
        let mut server = ApiServer::new(Release::V1_36.into());
        let created = |server: &mut ApiServer, name: &str| {
            server.create_namespace(&name.into(), Time::START).map_err(|error| error.message)
        };
        assert_eq!(created(&mut server, "team"), Ok(()));
        for name in ["team", "default", "kube-node-lease"] {
            assert_eq!(created(&mut server, name), Err(format!("namespaces {name:?} already exists")));
        }
        let invalid = created(&mut server, "A").unwrap_err();
        assert!(
            invalid.starts_with("Namespace \"A\" is invalid: metadata.name: Invalid value: \"A\": a lowercase RFC")
        );
        let mut old = ApiServer::new(Release::V1_11.into());
        assert_eq!(created(&mut old, "kube-node-lease"), Ok(()));
    }

    #[test]
    fn an_object_brings_its_namespace_along() {
        let mut server = ApiServer::new(Release::V1_36.into());
        let mut pod = Pod::default();
        pod.metadata.name = Some("p".into());
        pod.metadata.namespace = Some("team".into());
        assert!(!server.has_namespace(&"team".into()));
        server.create_pod(pod, Time::START.plus(1_000)).unwrap();
        let all: Vec<_> = server.namespaces().map(|(name, at)| (name.as_str(), at)).collect();
        assert_eq!(all, [("team", Time::START.plus(1_000))]);
    }
}
