//! Which pods are deleted first, and when passes are due.

use serde_json::json;

use super::*;

fn pod(name: &str, created: &str, reason: &str) -> Arc<Pod> {
    let pod = json!({
        "metadata": {"name": name, "creationTimestamp": created},
        "spec": {"containers": []},
        "status": {"phase": "Failed", "reason": reason},
    });
    serde_json::from_value(pod).unwrap()
}

#[test]
fn the_oldest_go_first_and_since_v1_27_those_that_were_evicted() {
    let (early, late) = ("2020-01-01T00:00:00Z", "2020-01-01T00:01:00Z");
    let pods = [pod("b", early, ""), pod("c", late, "Evicted"), pod("d", late, ""), pod("a", early, "")];
    let names = |release| {
        in_order(pods.iter().collect(), release).into_iter().map(|pod| pod.metadata.name()).collect::<Vec<_>>()
    };
    assert_eq!(names(Release::V1_22), ["a", "b", "c", "d"]);
    assert_eq!(names(Release::V1_28), ["c", "a", "b", "d"]);
}

#[test]
fn a_threshold_of_nothing_is_no_threshold() {
    assert_eq!([excess(5, 3), excess(3, 3), excess(5, 0), excess(5, -1)], [2, 0, 0, 0]);
}

#[test]
fn looks_that_find_nothing_keep_their_rhythm() {
    let mut state = ControllerState::default();
    let at = |seconds: i64| Time::START.plus(seconds * 1_000);
    state.pass_idle(at(5));
    assert_eq!(state.next_pass, None, "the worker does not run");
    state.run(at(0));
    for (now, next) in [(0, 0), (1, 20), (20, 20), (39, 40), (100, 100), (101, 120)] {
        state.pass_idle(at(now));
        assert_eq!(state.next_pass, Some(at(next)), "at {now} s");
    }
}
