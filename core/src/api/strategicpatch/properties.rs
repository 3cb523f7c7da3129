//! Property tests for any two Jobs, and tests with real ones.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::small_sort::SmallSort as _;

fn template(pod: &Value) -> Value {
    json!({"spec": {"template": {"spec": pod}}})
}

fn merged(document: &Value, patch: &Value) -> Value {
    strategic_merge_patch(document, patch).unwrap()
}

fn applied(original: &Value, modified: &Value, current: &Value) -> Value {
    merged(current, &three_way_merge_patch(original, modified, current).unwrap())
}

#[test]
fn lists_are_merged_by_their_keys_and_replaced_without() {
    let containers = |args: Value, env: Value, tolerations: Value| {
        template(&json!({"containers": [{"name": "main", "args": args, "env": env}], "tolerations": tolerations}))
    };
    let old = containers(
        json!(["a", "b"]),
        json!([{"name": "A", "value": "1"}, {"name": "B", "value": "2"}]),
        json!([{"key": "a"}]),
    );
    let patch = template(&json!({"containers": [
        {"name": "main", "args": ["c"], "env": [{"name": "B", "value": "3"}]},
    ], "tolerations": []}));
    let env = json!([{"name": "A", "value": "1"}, {"name": "B", "value": "3"}]);
    assert_eq!(merged(&old, &patch), containers(json!(["c"]), env, json!([])));
    let rules = |rules: Value| json!({"spec": {"podFailurePolicy": {"rules": rules}}});
    let one = rules(json!([{"action": "Ignore"}]));
    assert_eq!(merged(&rules(json!([{"action": "FailJob"}, {"action": "Count"}])), &one), one);
}

#[test]
fn each_kind_of_list_has_its_key() {
    let container = |list: &str, items: Value| template(&json!({"containers": [{"name": "c", list: items}]}));
    for (list, key) in
        [("env", "name"), ("ports", "containerPort"), ("volumeMounts", "mountPath"), ("volumeDevices", "devicePath")]
    {
        let item = |name: u8, more: u8| json!({key: name, "x": more});
        let old = container(list, json!([item(1, 1), item(2, 2)]));
        let new = container(list, json!([item(1, 1), item(2, 3)]));
        assert_eq!(merged(&old, &container(list, json!([item(2, 3)]))), new, "{list}");
    }
    let status = |conditions: Value| json!({"status": {"conditions": conditions}});
    assert_eq!(
        merged(
            &status(json!([{"type": "Suspended", "status": "True"}])),
            &status(json!([{"type": "Failed", "status": "True"}, {"type": "Suspended", "status": "False"}])),
        ),
        status(json!([{"type": "Failed", "status": "True"}, {"type": "Suspended", "status": "False"}])),
    );
}

#[test]
fn directives_delete_replace_retain_and_order() {
    let old = template(&json!({
        "containers": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
        "volumes": [{"name": "v", "emptyDir": {}}],
        "nodeSelector": {"x": "1", "y": "2"},
    }));
    let patch = template(&json!({
        "$setElementOrder/containers": [{"name": "c"}, {"name": "a"}],
        "containers": [{"name": "b", "$patch": "delete"}, {"name": "c", "image": "i"}],
        "volumes": [{"name": "v", "$retainKeys": ["name", "configMap"], "configMap": {"name": "m"}}],
        "nodeSelector": {"$patch": "replace", "z": "3"},
    }));
    assert_eq!(
        merged(&old, &patch),
        template(&json!({
            "containers": [{"name": "c", "image": "i"}, {"name": "a"}],
            "volumes": [{"name": "v", "configMap": {"name": "m"}}],
            "nodeSelector": {"z": "3"},
        }))
    );
    let finalizers = |names: Value| json!({"metadata": {"finalizers": names}});
    let patch = json!({"metadata": {"$deleteFromPrimitiveList/finalizers": ["x"], "finalizers": ["z"]}});
    assert_eq!(merged(&finalizers(json!(["x", "y"])), &patch), finalizers(json!(["z", "y"])));
    let nothing = template(&json!({"volumes": null, "nodeSelector": null, "containers": null}));
    assert_eq!(merged(&old, &nothing), template(&json!({})));
    let replaced = merged(&old, &template(&json!({"containers": [{"$patch": "replace"}, {"name": "d"}]})));
    assert_eq!(replaced["spec"]["template"]["spec"]["containers"], json!([{"name": "d"}]));
    // Only the order.
    let order = template(&json!({"$setElementOrder/containers": [{"name": "c"}, {"name": "b"}, {"name": "a"}]}));
    let ordered = merged(&old, &order);
    let names = json!([{"name": "c"}, {"name": "b"}, {"name": "a"}]);
    assert_eq!(ordered["spec"]["template"]["spec"]["containers"], names);
    // What is done to what is not there.
    assert_eq!(
        merged(&json!({}), &json!({"spec": {"a": {"$patch": "delete"}, "b": {"c": null, "d": 1}}})),
        json!({"spec": {"b": {"d": 1}}})
    );
    assert_eq!(merged(&old, &json!({"spec": {"$patch": "delete"}})), json!({"spec": {}}));
}

#[test]
fn what_is_new_comes_before_what_only_the_server_has() {
    let owners = |uids: &[&str]| json!({"metadata": {"ownerReferences": uids.iter().map(|uid| json!({ "uid": uid })).collect::<Vec<_>>()}});
    assert_eq!(merged(&owners(&["a", "b"]), &owners(&["c"])), owners(&["c", "a", "b"]));
    assert_eq!(merged(&owners(&["a", "b"]), &owners(&["b"])), owners(&["a", "b"]));
    assert_eq!(merged(&owners(&["a", "b", "c"]), &owners(&["c", "a"])), owners(&["b", "c", "a"]));
}

#[test]
fn a_patch_that_is_none_is_refused_in_upstreams_words() {
    let there = json!({
        "containers": [{"name": "a", "args": ["x"]}], "nodeSelector": {"a": "b"}, "volumes": [{"name": "v"}],
    });
    let refused = |patch: Value| strategic_merge_patch(&template(&there), &template(&patch)).unwrap_err().to_string();
    for (patch, says) in [
        (json!({"containers": [{"image": "i"}]}), "map: map[image:i] does not contain declared merge key: name"),
        (
            json!({"containers": [{"$patch": "delete", "image": "i"}]}),
            "map: map[$patch:delete image:i] does not contain declared merge key: name",
        ),
        (json!({"$patch": "burn", "x": [1, null]}), "unknown patch type: burn in map: map[$patch:burn x:[1 <nil>]]"),
        (
            json!({"containers": [{"$patch": "burn", "name": "a"}]}),
            "unknown patch type: burn in map: map[$patch:burn name:a]",
        ),
        (
            json!({"containers": [{"$patch": "merge", "name": "a"}]}),
            "merging lists cannot yet be specified in the patch",
        ),
        (json!({"containers": ["a"]}), "list element types are not identical: [[map[args:[x] name:a]] [a]]"),
        (json!({"containers": [["a"]]}), "list element types are not identical: [[map[args:[x] name:a]] [[a]]]"),
        (json!({"$setElementOrder/containers": "a"}), "expected a []interface {}, but received a string"),
        (json!({"$setElementOrder": []}), "invalid patch format of setElementOrder list"),
        (json!({"$setElementOrder/nothing": [], "nothing": []}), "no elements in any of the given slices"),
        (json!({"$deleteFromPrimitiveList": ["a"]}), "invalid patch format of primitive list"),
        (
            json!({"$deleteFromPrimitiveList/containers": [["a"]]}),
            "list element types are not identical: [[map[args:[x] name:a]] [[a]]]",
        ),
        (json!({"volumes": [{"name": "v", "$retainKeys": "a"}]}), "invalid patch format of retainKeys"),
        (json!({"volumes": [{"name": "v", "$retainKeys": ["name"], "x": {}}]}), "invalid patch format of retainKeys"),
        (
            json!({"$setElementOrder/containers": [{"name": "b"}], "containers": [{"name": "a"}]}),
            "The order in patch list:\n[map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:b]]\n",
        ),
        (
            json!({"$setElementOrder/containers": ["b"], "containers": [{"name": "a"}]}),
            "expected a map[string]interface {}, but received a string",
        ),
    ] {
        assert_eq!(refused(patch.clone()), says, "{patch}");
    }
    let lists =
        strategic_merge_patch(&json!({"metadata": {"finalizers": []}}), &json!({"metadata": {"finalizers": [[]]}}));
    assert_eq!(lists, Err(PatchError::ListOfLists));
    assert_eq!(
        strategic_merge_patch(&json!({}), &json!([])).unwrap_err().to_string(),
        "expected a map[string]interface {}, but received a []interface {}"
    );
}

#[test]
fn items_of_lists_come_change_and_go_and_the_servers_stay() {
    let original = template(&json!({"containers": [{"name": "a", "image": "1", "tty": true}, {"name": "b"}]}));
    let modified = template(&json!({"containers": [{"name": "c"}, {"name": "a", "image": "2"}]}));
    let current = template(&json!({"containers": [
        {"name": "a", "image": "1", "tty": true, "imagePullPolicy": "Always"}, {"name": "b"}, {"name": "injected"},
    ]}));
    let patch = three_way_merge_patch(&original, &modified, &current).unwrap();
    assert_eq!(
        patch,
        template(&json!({
            "$setElementOrder/containers": [{"name": "c"}, {"name": "a"}],
            "containers": [
                {"name": "c"},
                {"name": "a", "tty": null, "image": "2"},
                {"$patch": "delete", "name": "b"},
            ],
        }))
    );
    assert_eq!(
        merged(&current, &patch),
        template(&json!({"containers": [
            {"name": "c"}, {"name": "a", "image": "2", "imagePullPolicy": "Always"}, {"name": "injected"},
        ]}))
    );
}

#[test]
fn a_volume_of_another_kind_is_no_longer_what_it_was() {
    let volumes = |source: &str| template(&json!({"volumes": [{"name": "v", source: {}}]}));
    let patch = three_way_merge_patch(&volumes("emptyDir"), &volumes("configMap"), &volumes("emptyDir")).unwrap();
    let volume = &patch["spec"]["template"]["spec"]["volumes"][0];
    assert_eq!(*volume, json!({"name": "v", "$retainKeys": ["configMap", "name"], "configMap": {}, "emptyDir": null}));
    assert_eq!(merged(&volumes("emptyDir"), &patch), volumes("configMap"));
}

#[test]
fn what_was_applied_already_is_no_patch() {
    let job = template(&json!({"containers": [{"name": "a", "env": [{"name": "X", "value": "1"}]}]}));
    let mut current = job.clone();
    current["spec"]["completions"] = json!(1);
    assert_eq!(three_way_merge_patch(&job, &job, &current), Ok(json!({})));
}

#[test]
fn finalizers_are_a_set() {
    let finalizers = |names: &[&str]| json!({"metadata": {"finalizers": names}});
    let patch =
        three_way_merge_patch(&finalizers(&["a", "b"]), &finalizers(&["b", "c"]), &finalizers(&["a", "b", "x"]));
    assert_eq!(
        patch,
        Ok(json!({"metadata": {
            "$deleteFromPrimitiveList/finalizers": ["a"],
            "$setElementOrder/finalizers": ["b", "c"],
            "finalizers": ["c"],
        }}))
    );
    assert_eq!(
        applied(&finalizers(&["a", "b"]), &finalizers(&["b", "c"]), &finalizers(&["a", "b", "x"])),
        finalizers(&["b", "c", "x"])
    );
}

#[test]
fn the_alphabetical_order_of_a_set_is_not_brought_about() {
    // Upstream sorts the server's list where it stands before it looks at its order.
    let finalizers = |names: &[&str]| json!({"metadata": {"finalizers": names}});
    let patch = |from: &[&str], to: &[&str]| three_way_merge_patch(&json!({}), &finalizers(to), &finalizers(from));
    assert_eq!(patch(&["b", "a"], &["a", "b"]), Ok(json!({})));
    assert_eq!(patch(&["b", "a"], &["b", "a"]), Ok(json!({"metadata": {"$setElementOrder/finalizers": ["b", "a"]}})));
}

#[test]
fn two_ports_of_one_number_are_one_to_a_patch() {
    // kubernetes/kubernetes#39188: the key of ports leaves the protocol out.
    let ports = |ports: Value| template(&json!({"containers": [{"name": "dns", "ports": ports}]}));
    let tcp = json!({"containerPort": 53, "protocol": "TCP", "name": "tcp"});
    let udp = json!({"containerPort": 53, "protocol": "UDP", "name": "udp"});
    let both = ports(json!([tcp, udp]));
    let (one, two) = (ports(json!([tcp])), both.clone());
    assert_ne!(applied(&one, &two, &one), both);
}

/// A Job in JSON with lists of all kinds; no names twice.
fn job() -> impl Strategy<Value = Value> {
    let item = |key: &'static str| {
        let names = prop::sample::subsequence(vec!["a", "b", "c", "d"], 0..=4).prop_shuffle();
        (names, prop::collection::vec(0..3_u8, 4)).prop_map(move |(names, values)| -> Value {
            names.iter().zip(values).map(|(name, value)| json!({key: name, "value": value})).collect()
        })
    };
    let set = prop::sample::subsequence(vec!["x", "y", "z"], 0..=3).prop_shuffle();
    let atomic = prop::collection::vec(0..3_u8, 0..3);
    let sources = prop::sample::subsequence(vec!["emptyDir", "configMap"], 1..=1);
    let names = prop::sample::subsequence(vec!["main", "log", "proxy"], 0..=3).prop_shuffle();
    let containers = (names, prop::collection::vec((item("name"), item("mountPath"), atomic), 3)).prop_map(
        |(names, bodies)| -> Value {
            let container = |(name, (env, mounts, args)): (&&str, (Value, Value, Vec<u8>))| {
                let mut container = json!({"name": name});
                for (field, value) in [("env", env), ("volumeMounts", mounts), ("args", json!(args))] {
                    if value != json!([]) {
                        container[field] = value;
                    }
                }
                container
            };
            names.iter().zip(bodies).map(container).collect()
        },
    );
    let labels = prop::collection::btree_map("[ab]", "[xy]", 0..3);
    (set, labels, containers, sources, prop::option::of(0..4_i32)).prop_map(
        |(finalizers, labels, containers, sources, parallelism)| {
            let mut job = json!({"metadata": {"labels": labels}, "spec": {"template": {"spec": {}}}});
            if !finalizers.is_empty() {
                job["metadata"]["finalizers"] = json!(finalizers);
            }
            if let Some(parallelism) = parallelism {
                job["spec"]["parallelism"] = json!(parallelism);
            }
            if containers != json!([]) {
                job["spec"]["template"]["spec"]["containers"] = containers;
            }
            let volume: Value = sources.iter().map(|source| json!({"name": "v", *source: {}})).collect();
            job["spec"]["template"]["spec"]["volumes"] = volume;
            job
        },
    )
}

proptest! {
    #[test]
    fn applying_a_job_over_another_leads_to_it(old in job(), new in job()) {
        let sorted = |mut job: Value| {
            if let Some(finalizers) = job.pointer_mut("/metadata/finalizers").and_then(Value::as_array_mut) {
                finalizers.small_sort_by_key(Value::to_string);
            }
            job
        };
        prop_assert_eq!(sorted(applied(&old, &new, &old)), sorted(new));
    }

    #[test]
    fn applying_twice_is_applying_once(old in job(), new in job(), current in job()) {
        let once = applied(&old, &new, &current);
        prop_assert_eq!(applied(&new, &new, &once), once);
    }

    #[test]
    fn what_nobody_touched_stays(manifest in job(), current in job()) {
        // Deletions are found between the manifests alone.
        let patch = three_way_merge_patch(&manifest, &manifest, &current).unwrap();
        prop_assert!(!patch.to_string().contains("\"delete\"") && !patch.to_string().contains("null"));
    }
}
