//! How actions name Jobs and pods: by name and, if that alone means another one, by `namespace/name`.

use super::World;
use crate::api::{Name, Namespace, ObjectKey};

impl World {
    /// How an action names the Job with that key.
    pub fn name_of_job(&self, key: &ObjectKey) -> Name {
        self.shortest(key, |key| self.api.jobs().contains_key(key))
    }

    /// How an action names the pod with that key.
    pub(super) fn name_of_pod(&self, key: &ObjectKey) -> Name {
        self.shortest(key, |key| self.api.pods().contains_key(key))
    }

    /// The key of the Job that an action names so; in the default namespace, if there is none.
    pub fn job_named(&self, name: &Name) -> ObjectKey {
        self.named(name, |key| self.api.jobs().contains_key(key)).unwrap_or_else(|| usual_key(name))
    }

    /// The key of the pod that an action names so, if there is one.
    pub(super) fn pod_named(&self, name: &Name) -> Option<ObjectKey> {
        self.named(name, |key| self.api.pods().contains_key(key))
    }

    fn shortest(&self, key: &ObjectKey, has: impl Fn(&ObjectKey) -> bool) -> Name {
        let (namespace, name) = key.split();
        let name = Name::from(name);
        let is_meant =
            namespace == Namespace::the_default().as_str() || self.named(&name, has).is_none_or(|meant| meant == *key);
        if is_meant { name } else { Name::from(key.to_string()) }
    }

    /// A name alone means the object in the default namespace or, if there is none, in the first that has one.
    fn named(&self, name: &Name, has: impl Fn(&ObjectKey) -> bool) -> Option<ObjectKey> {
        let elsewhere = self.api.namespaces().map(|(namespace, _)| ObjectKey::new(namespace, name));
        [usual_key(name)].into_iter().chain(elsewhere).chain([ObjectKey::from(name.as_str())]).find(has)
    }
}

/// The key that a name alone has first of all.
pub(super) fn usual_key(name: &Name) -> ObjectKey {
    ObjectKey::new(Namespace::the_default(), name)
}

#[cfg(test)]
mod tests {
    use crate::api::Release;
    use crate::world::{Action, World};

    /// What commands print in a new world.
    fn typed(text: &str) -> String {
        let output = World::new(Release::V1_36).kubectl(text).unwrap();
        output.stdout + &output.stderr
    }

    #[test]
    fn objects_of_one_name_are_told_apart_by_their_namespaces() {
        let two = "create ns a\ncreate ns b\ncreate job j --image=i -n a\ncreate job j --image=i -n b\n";
        let jobs = "get jobs -A -o custom-columns=NS:.metadata.namespace,P:.spec.parallelism --no-headers";
        let after = |command: &str| {
            let printed = typed(&format!("{two}{command} > /dev/null\n{jobs}"));
            printed
                .lines()
                .skip(4)
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
        };
        assert_eq!(after("delete job j -n b"), ["a 1"]);
        assert_eq!(after("delete job j -n a"), ["b 1"]);
        assert_eq!(after("patch job j -n b -p '{\"spec\":{\"parallelism\":3}}'"), ["a 1", "b 3"]);
    }

    #[test]
    fn pods_of_one_name_run_side_by_side() {
        let pods = "create ns a\ncreate ns b\nrun p --image=i --restart=Never -n a\nrun p --image=i --restart=Never -n b\n\
                    wait --for=jsonpath='{.status.phase}'=Succeeded pod/p -n b --timeout=60s\n\
                    delete pod p -n b\nget pods -A --no-headers -o custom-columns=NS:.metadata.namespace,S:.status.phase";
        let printed = typed(pods);
        assert!(printed.ends_with("a     Succeeded\n"), "{printed}");
    }

    #[test]
    fn what_no_object_is_called_is_repeated_whole() {
        for name in ["<b>x</b>", "team/x/y", "/", ""] {
            let deleted = World::new(Release::V1_36).apply(&Action::DeleteJob { name: name.into(), policy: None });
            assert_eq!(deleted.unwrap_err().to_string(), format!("jobs.batch {name:?} not found"));
        }
    }
}
