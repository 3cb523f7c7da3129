//! The graph and its memory of absent owners.

use super::graph::{Graph, Node, ObjectReference, ReferenceCache};
use crate::api::{Namespace, OwnerReference};
use crate::trace::Kind;

fn job(name: &str) -> ObjectReference {
    ObjectReference {
        kind: Kind::Job,
        namespace: Namespace::default(),
        name: name.into(),
        uid: format!("uid-{name}").as_str().into(),
    }
}

fn reference(api_version: &str, kind: &str, name: &str, block: Option<bool>) -> OwnerReference {
    OwnerReference {
        api_version: api_version.to_owned(),
        kind: kind.to_owned(),
        name: name.into(),
        uid: format!("uid-{name}").as_str().into(),
        controller: None,
        block_owner_deletion: block,
    }
}

#[test]
fn an_owner_is_meant_by_all_that_its_reference_says() {
    let namespace = Namespace::default();
    let owner = job("a");
    assert!(owner.is_meant_by(&reference("batch/v1", "Job", "a", None), &namespace));
    assert!(!owner.is_meant_by(&reference("v1", "Pod", "a", None), &namespace));
    assert!(!owner.is_meant_by(&reference("batch/v1", "Job", "a", None), &"elsewhere".into()));
    let elsewhere = OwnerReference { name: "b".into(), ..reference("batch/v1", "Job", "a", None) };
    assert!(!owner.is_meant_by(&elsewhere, &namespace));
    assert_eq!(ObjectReference::owner(&reference("batch/v1", "CronJob", "a", None), &namespace), None);
}

#[test]
fn only_those_block_that_say_so() {
    let mut graph = Graph::default();
    let mut owner = Node::virtual_node(job("owner"));
    for (name, block) in [("a", Some(true)), ("b", Some(false)), ("c", None)] {
        let owners = vec![reference("batch/v1", "Job", "owner", block)];
        graph.insert(Node { owners: owners.into(), ..Node::virtual_node(job(name)) });
        owner.dependents.insert(job(name).uid);
    }
    // One that is not in the graph any more blocks nothing.
    owner.dependents.insert(job("gone").uid);
    let names = |nodes: Vec<&Node>| nodes.iter().map(|node| node.identity.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(graph.dependents(&owner).collect()), ["a", "b", "c"]);
    assert_eq!(names(graph.blocking_dependents(&owner).collect()), ["a"]);
}

#[test]
fn a_node_that_leaves_stays_for_the_queue_that_holds_it() {
    let mut graph = Graph::default();
    for held in [false, true] {
        graph.insert(Node { being_deleted: true, ..Node::virtual_node(job("a")) });
        graph.remove(&job("a").uid, held);
        assert_eq!(graph.get(&job("a").uid), None);
        assert_eq!(graph.take_removed(&job("a")).map(|node| node.being_deleted), held.then_some(true));
    }
    assert_eq!(graph.take_removed(&job("a")), None);
}

#[test]
fn of_absent_owners_the_one_is_forgotten_that_was_used_longest_ago() {
    let mut cache = ReferenceCache::default();
    for number in 0..500 {
        cache.add(job(&number.to_string()));
    }
    assert!(cache.has(&job("0")) && cache.has_uid(&job("1").uid));
    cache.add(job("one more"));
    cache.add(job("one more"));
    assert!(!cache.has(&job("2")), "nobody asked for it since");
    assert!(cache.has(&job("0")) && cache.has(&job("1")) && cache.has(&job("3")) && cache.has(&job("one more")));
    assert!(!cache.has(&ObjectReference { kind: Kind::Pod, ..job("0") }), "another kind is another owner");
}
