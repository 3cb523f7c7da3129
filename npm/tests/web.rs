//! The npm package as JavaScript sees it, in a browser.
#![cfg(test)]
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use jobscope_core::api::Release;
use jobscope_npm::Session;
use js_sys::{Array, Error, JSON, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// The Job of the Kubernetes documentation.
const PI: &str = r#"
apiVersion: batch/v1
kind: Job
metadata:
  name: pi
spec:
  template:
    spec:
      containers:
      - name: pi
        image: perl:5.34.0
        command: ["perl", "-Mbignum=bpi", "-wle", "print bpi(2000)"]
      restartPolicy: Never
  backoffLimit: 4
"#;

fn at(value: &JsValue, path: &[&str]) -> JsValue {
    path.iter().fold(value.clone(), |value, key| match key.parse::<u32>() {
        Ok(index) => Reflect::get_u32(&value, index).unwrap(),
        Err(_) => Reflect::get(&value, &JsValue::from_str(key)).unwrap(),
    })
}

fn text(value: &JsValue, path: &[&str]) -> String {
    at(value, path).as_string().unwrap_or_else(|| panic!("{path:?} is no text in {:?}", JSON::stringify(value)))
}

fn plain(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

fn state(session: &Session) -> String {
    JSON::stringify(&session.snapshot().unwrap()).unwrap().into()
}

#[wasm_bindgen_test]
fn releases_cross_to_javascript_under_their_short_name() {
    let releases: Array = jobscope_npm::releases().unwrap().unchecked_into();
    let names: Vec<_> = releases.iter().filter_map(|release| release.as_string()).collect();
    assert_eq!(names, Release::ALL.map(Release::name));
}

#[wasm_bindgen_test]
fn the_pi_job_steps_to_complete() {
    let mut session = Session::new(Some(PI.to_owned()), &JsValue::UNDEFINED, &JsValue::UNDEFINED).unwrap();
    while session.step_over().unwrap().is_truthy() {}
    let snapshot = session.snapshot().unwrap();
    assert_eq!(text(&snapshot, &["jobs", "0", "job", "status", "conditions", "1", "type"]), "Complete");
    assert_eq!(text(&snapshot, &["pods", "0", "phase"]), "Succeeded");
}

#[wasm_bindgen_test]
fn the_first_sync_says_why_it_makes_a_pod() {
    let mut session = Session::new(Some(PI.to_owned()), &JsValue::UNDEFINED, &JsValue::UNDEFINED).unwrap();
    assert!(session.step_out().unwrap().is_truthy());
    let why = session.why(&JsValue::UNDEFINED).unwrap();
    assert!(text(&why, &["text"]).starts_with("syncJob #1 created 1 pod."), "{why:?}");
    let path: Array = at(&why, &["path"]).unchecked_into();
    let present: Vec<_> = path.iter().filter(|row| text(row, &["standing"]) == "present").collect();
    assert_eq!(present.iter().map(|row| text(row, &["kind"])).collect::<Vec<_>>(), ["calls"]);
    assert!(session.why(&JsValue::from_str("de")).is_err());
}

#[wasm_bindgen_test]
fn stepping_back_returns_exactly_the_earlier_state() {
    let mut session = Session::new(Some(PI.to_owned()), &JsValue::from_str("v1.11"), &JsValue::UNDEFINED).unwrap();
    let mut states = vec![state(&session)];
    while session.step_into().unwrap().is_truthy() {
        states.push(state(&session));
    }
    while let Some(earlier) = states.pop() {
        assert_eq!(state(&session), earlier);
        session.step_back();
    }
}

#[wasm_bindgen_test]
fn offered_actions_can_be_applied() {
    let session = || {
        let mut session = Session::new(Some(PI.to_owned()), &JsValue::UNDEFINED, &JsValue::UNDEFINED).unwrap();
        assert!(session.step_out().unwrap().is_truthy(), "the first sync makes the pod");
        session
    };
    let offered: Array = session().actions().unwrap().unchecked_into();
    assert!(offered.length() > 5);
    for action in offered.iter() {
        let step = session().apply(&action).unwrap();
        assert_eq!(text(&step, &["action", "op"]), text(&action, &["op"]));
    }
}

#[wasm_bindgen_test]
fn a_broken_manifest_is_shown_by_line_and_column() {
    let thrown =
        Session::new(Some(PI.replace("Never", "Always")), &JsValue::UNDEFINED, &JsValue::UNDEFINED).unwrap_err();
    let error: Error = thrown.dyn_into().unwrap();
    let cause = error.cause();
    assert_eq!(text(&cause, &["kind"]), "manifest");
    assert_eq!(at(&cause, &["errors", "0", "line"]).as_f64(), Some(13.0));
    assert_eq!(text(&cause, &["errors", "0", "path"]), "spec.template.spec.restartPolicy");
}

#[wasm_bindgen_test]
fn what_is_not_possible_throws_and_changes_nothing() {
    let mut session = Session::new(Some(PI.to_owned()), &JsValue::UNDEFINED, &JsValue::UNDEFINED).unwrap();
    let before = state(&session);
    let cyclic = js_sys::Object::new();
    Reflect::set(&cyclic, &JsValue::from_str("op"), &cyclic).unwrap();
    for (action, kind) in [
        (plain(r#"{"op": "sync"}"#), "action"),
        (plain(r#"{"op": "podRun", "pods": ["nobody"]}"#), "action"),
        (plain(r#"{"op": "advance", "ms": -1}"#), "action"),
        (plain(r#"{"op": "explode"}"#), "argument"),
        (plain(r#"{"op": "advance", "ms": 1.5}"#), "argument"),
        (plain("[]"), "argument"),
        (JsValue::NULL, "argument"),
        (JsValue::UNDEFINED, "argument"),
        (JsValue::from(cyclic), "argument"),
    ] {
        let error: Error = session.apply(&action).unwrap_err().dyn_into().unwrap();
        assert_eq!(text(&error.cause(), &["kind"]), kind, "{action:?}");
        assert_eq!(state(&session), before);
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(session.apply(&JsValue::from_str(&deep)).is_err());
    assert!(Session::new(None, &JsValue::from_str("v0.1"), &JsValue::UNDEFINED).is_err());
}
