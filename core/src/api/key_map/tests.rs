//! The map against one of the standard library, and its nodes.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::row::MOST;
use super::*;

/// Names of pods of two Jobs, names that begin with one another, and names in other namespaces.
fn keys() -> impl Strategy<Value = ObjectKey> {
    let namespace = prop_oneof![8 => Just("default/"), 1 => Just("default-2/"), 1 => Just("a/"), 1 => Just("")];
    let name = prop_oneof![
        8 => "loop-[a-d]{3}",
        4 => "a-long-name-of-a-job-[0-9]{1,2}-[a-c]{2}",
        1 => "[a-b]{0,12}",
        1 => "[a\\x00]{0,10}",
    ];
    (namespace, name).prop_map(|(namespace, name)| ObjectKey::from(format!("{namespace}{name}")))
}

/// The nodes are as a search expects them.
fn check<V>(node: &Node<V>, root: bool) -> usize {
    fn row<T>(row: &Row<T>) {
        assert!(row.entries.is_sorted_by(|one, other| one.0 < other.0) && row.entries.len() <= MOST);
        assert!(row.tails.len() == if row.shared.is_some() { row.entries.len() } else { 0 });
        assert!(row.tails.is_sorted());
    }
    match node {
        Node::Leaf(leaf) => {
            row(leaf);
            assert!(!leaf.entries.is_empty() || root);
            1
        }
        Node::Branch(branch) => {
            row(branch);
            let heights: Vec<_> = branch.entries.iter().map(|(_, child)| check(child, false)).collect();
            assert!(heights.windows(2).all(|pair| pair[0] == pair[1]));
            heights[0] + 1
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn it_is_an_ordered_map(changes in proptest::collection::vec((keys(), any::<Option<u8>>()), 0..600)) {
        let (mut map, mut model) = (KeyMap::new(), BTreeMap::new());
        let mut kept = Vec::new();
        for (number, (key, value)) in changes.into_iter().enumerate() {
            prop_assert_eq!(map.get(&key), model.get(&key));
            match value {
                Some(value) if value % 4 == 0 => {
                    let (ours, theirs) = (map.get_mut(&key), model.get_mut(&key));
                    prop_assert_eq!(&ours, &theirs);
                    if let (Some(ours), Some(theirs)) = (ours, theirs) {
                        (*ours, *theirs) = (value, value);
                    }
                }
                Some(value) => prop_assert_eq!(map.insert(&key, value), model.insert(key.clone(), value)),
                None => prop_assert_eq!(map.remove(&key), model.remove(&key)),
            }
            if number % 50 == 0 {
                kept.push((map.clone(), model.clone()));
            }
        }
        kept.push((map.clone(), model.clone()));
        if let Some(root) = &map.root {
            check(root, true);
        }
        for (map, model) in &kept {
            prop_assert!(map.iter().eq(model) && map.iter().len() == model.len() && map.len() == model.len());
            for (other, theirs) in &kept {
                let differing = |key: &&ObjectKey| model.get(*key) != theirs.get(*key);
                let all: std::collections::BTreeSet<_> = model.keys().chain(theirs.keys()).collect();
                let all: Vec<_> = all.into_iter().filter(differing).collect();
                prop_assert_eq!(map == other, all.is_empty());
                prop_assert_eq!(map.differing(other).collect::<Vec<_>>(), all);
                let keys: Vec<_> = model.keys().collect();
                let places = theirs.keys().map(|key| (key, keys.binary_search(&key)));
                prop_assert!(map.places(theirs.keys()).eq(places));
            }
        }
        // Removing the rest leaves an empty map.
        for key in model.keys().rev() {
            prop_assert!(map.remove(key).is_some());
        }
        prop_assert!(map.is_empty() && map.iter().next().is_none());
    }
}

#[test]
fn keys_in_rising_order_fill_the_nodes() {
    let map: KeyMap<_> = (0..1_000).map(|n| (ObjectKey::from(format!("default/loop-{n:05}")), n)).collect();
    let Some(Node::Branch(root)) = map.root.as_deref() else { panic!("1,000 entries fit into no leaf") };
    assert_eq!(root.entries.len(), 1_000_usize.div_ceil(MOST));
    let text = serde_json::to_string(&map).unwrap();
    assert_eq!(serde_json::from_str::<KeyMap<i32>>(&text).unwrap(), map);
    assert_eq!(text, serde_json::to_string(&map.iter().collect::<BTreeMap<_, _>>()).unwrap());
}

#[test]
fn what_two_maps_share_is_not_looked_at() {
    /// Not even equal to itself, so that a look at it is noticed.
    #[derive(Clone, Debug)]
    struct Unequal;
    impl PartialEq for Unequal {
        fn eq(&self, _: &Self) -> bool {
            false
        }
    }
    let key = |n: u32| ObjectKey::from(format!("default/loop-{:05}", n.wrapping_mul(7_919) % 100_000));
    let map: KeyMap<_> = (0..5_000).map(|n| (key(n), Unequal)).collect();
    assert_eq!(map.differing(&map.clone()).count(), 0);
    let mut other = map.clone();
    for n in 5_000..5_010 {
        other.insert(&key(n), Unequal);
    }
    assert!(map.differing(&other).count() <= 10 * (MOST + 1));
}
