//! Tests of what the controllers make of a status that another writer left.

use serde_json::json;

use super::{Action, Streams, World};
use crate::api::{PatchType, Release};

/// What the controller of that release makes of the conditions that another writer left on a Job without pods.
fn conditions_after_sync(release: Release, spec: &serde_json::Value, conditions: &serde_json::Value) -> Vec<String> {
    let mut world = World::new(release);
    let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "img"}]}});
    let mut spec = spec.clone();
    spec["template"] = template;
    let job = serde_json::from_value(json!({"metadata": {"name": "j"}, "spec": spec})).unwrap();
    let patch = json!({"status": {"conditions": conditions}});
    for action in [
        Action::CreateJob { job },
        Action::PatchJobStatus { name: "j".into(), r#type: PatchType::Merge, patch },
        Action::Deliver { kind: Streams::All, n: None },
        Action::Sync,
    ] {
        world.apply(&action).unwrap();
    }
    let job = world.stored_jobs().next().unwrap();
    let conditions = job.status.conditions.iter();
    conditions.map(|one| format!("{:?}={:?} {}", one.r#type, one.status, one.reason)).collect()
}

#[test]
fn the_condition_suspended_takes_the_words_of_the_controller() {
    for release in [Release::V1_22, Release::V1_26, Release::V1_28, Release::V1_36] {
        let by_hand = |reason: &str, message: &str| {
            let time = "2024-01-01T00:00:00Z";
            json!([{"type": "Suspended", "status": "False", "reason": reason, "message": message,
                "lastProbeTime": time, "lastTransitionTime": time}])
        };
        for words in [("ByHand", "Job resumed"), ("JobResumed", "by hand")] {
            let found = conditions_after_sync(release, &json!({"parallelism": 0}), &by_hand(words.0, words.1));
            assert_eq!(found, ["Suspended=False JobResumed"], "{release}");
        }
    }
}

#[test]
fn the_first_of_several_conditions_says_whether_a_success_is_announced() {
    let conditions =
        json!([{"type": "SuccessCriteriaMet", "status": "False"}, {"type": "SuccessCriteriaMet", "status": "True"}]);
    let found = conditions_after_sync(Release::V1_36, &json!({"completions": 0, "parallelism": 0}), &conditions);
    let met = "SuccessCriteriaMet=True";
    assert_eq!(
        found,
        [
            "SuccessCriteriaMet=False ".to_owned(),
            format!("{met} "),
            format!("{met} CompletionsReached"),
            "Complete=True CompletionsReached".to_owned(),
        ]
    );
}
