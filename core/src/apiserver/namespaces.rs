//! Namespaces are only names. One is there once it was created, or once it has had an object.

use super::ApiServer;
use crate::api::{MetaTime, Namespace, ObjectMeta, Time};

impl ApiServer {
    /// The namespaces that were created or have had an object, each with the time since when it is there.
    pub fn namespaces(&self) -> impl Iterator<Item = (&Namespace, Time)> {
        self.namespaces.iter().map(|(namespace, created)| (namespace, *created))
    }

    /// Whether that is one of them.
    pub fn has_namespace(&self, namespace: &Namespace) -> bool {
        self.namespaces.contains_key(namespace)
    }

    /// The namespace of a new object is there.
    pub(super) fn enter_namespace_of(&mut self, metadata: &ObjectMeta) {
        let Some(namespace) = metadata.namespace.as_ref().filter(|namespace| !self.has_namespace(namespace)) else {
            return;
        };
        let created = metadata.creation_timestamp.map_or(Time::START, MetaTime::time);
        self.namespaces.insert(namespace.clone(), created);
    }
}
