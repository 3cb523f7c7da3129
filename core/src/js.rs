//! The JavaScript surface: the npm package's one class.
//!
//! Thin on purpose: values cross as plain objects whose TypeScript types are made from the Rust types,
//! and everything is decided below. Errors are thrown as `Error` with the typed cause in `cause`.

use std::collections::BTreeMap;

use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::prelude::*;

use crate::api::{FeatureGates, Manifest, ManifestError, Manifests, Name, ObjectKey, Release, Time};
use crate::timeline::{BranchId, BranchName, Cursor, FileError, MANIFEST_FILE, Recording, Timeline};
use crate::world::{Action, ActionError, World as CoreWorld};

/// Longest action that is read from JavaScript, as JSON, in bytes.
const MAX_ACTION_BYTES: usize = 1024 * 1024;

#[wasm_bindgen(typescript_custom_section)]
const ERRORS: &str = r#"
/** What the `cause` of a thrown `Error` says. */
export type ErrorCause =
    | { kind: "manifest"; errors: ManifestError[] }
    | { kind: "file"; error: FileError }
    | { kind: "session"; message: string }
    | { kind: "history"; message: string }
    | { kind: "action"; error: ActionError }
    | { kind: "argument"; message: string };
"#;

/// A world with its history: an API server, the Job controller of one Kubernetes release, and the pods.
#[wasm_bindgen]
#[derive(Debug)]
pub struct World {
    timeline: Timeline,
    /// The manifest that was applied last.
    manifest: String,
    /// What it was read from: title, breakpoints and narration go with it.
    origin: Option<Box<Recording>>,
}

#[wasm_bindgen]
impl World {
    /// An empty world of `release` (`"v1.11"` and so on; the newest that was recorded if left out), with feature gates other
    /// than those that the release ships, such as `{ JobReadyPods: false }`. With a manifest, the Job is
    /// created in it.
    ///
    /// # Errors
    ///
    /// Throws if the release or a feature gate is unknown or the manifest is not valid; the `cause` lists
    /// line and column of each mistake.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "string")] manifest: Option<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "Release")] release: &JsValue,
        #[wasm_bindgen(js_name = featureGates, unchecked_optional_param_type = "Partial<Record<FeatureGate, boolean>>")]
        feature_gates: &JsValue,
    ) -> Result<Self, JsValue> {
        let release: Release = optional_from_js(release)?;
        let switches: BTreeMap<String, bool> = optional_from_js(feature_gates)?;
        let gates = switches
            .iter()
            .try_fold(FeatureGates::from(release), |gates, (gate, on)| gates.with_named(gate, *on))
            .map_err(|error| argument_error(&error.to_string()))?;
        let timeline = Timeline::new(CoreWorld::with_gates(gates, Time::START));
        let mut world = Self { timeline, manifest: String::new(), origin: None };
        if let Some(manifest) = manifest {
            world.create(&manifest)?;
        }
        Ok(world)
    }

    /// Creates the Job of a manifest (YAML or JSON), as `kubectl create` does. Answers with the step.
    ///
    /// # Errors
    ///
    /// Throws if the manifest is not valid, or if the API server refuses it.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn create(&mut self, manifest: &str) -> Result<JsValue, JsValue> {
        let manifest = Manifest::parse(manifest, self.timeline.world().gates()).map_err(|e| manifest_error(&e))?;
        self.run(&Action::CreateJob { job: Box::new(manifest.job) })
    }

    /// Applies a manifest (YAML or JSON), as `kubectl apply` does: the Job is created, or patched so that it is as
    /// the manifest says. A text with several documents or a `List` is applied in order. Answers with the last step.
    ///
    /// # Errors
    ///
    /// Throws if the manifest is not valid, or if the API server refuses it.
    #[wasm_bindgen(js_name = kubectlApply, unchecked_return_type = "Step")]
    pub fn kubectl_apply(&mut self, manifest: &str) -> Result<JsValue, JsValue> {
        let parsed = Manifests::parse(manifest, self.timeline.world().gates()).map_err(|e| manifest_error(&e))?;
        let mut step = JsValue::UNDEFINED;
        for action in Action::from_manifests(&parsed) {
            step = self.run(&action)?;
        }
        manifest.clone_into(&mut self.manifest);
        Ok(step)
    }

    /// Runs a command of kubectl such as `get pods -o wide`; the word `kubectl` may be left out. Further lines are its standard
    /// input, and the manifest that was applied last is `manifest.yaml`. What it changes are steps of the session, and while
    /// it waits (`wait --for=…`, `delete`) time passes. A command that fails says so in `exit` and `stderr`; nothing is thrown.
    #[wasm_bindgen(unchecked_return_type = "CommandOutput")]
    pub fn kubectl(&mut self, command: &str) -> Result<JsValue, JsValue> {
        let files = BTreeMap::from([(MANIFEST_FILE.to_owned(), self.manifest.clone())]);
        to_js(&self.timeline.kubectl_to_the_end(command, &files))
    }

    /// The session of a file (YAML, see the documentation of session files), carried out again, where it opens.
    ///
    /// # Errors
    ///
    /// Throws if the file cannot be read; the `cause` says line and column. Throws if what it tells cannot happen.
    #[wasm_bindgen(js_name = fromFile)]
    pub fn from_file(text: &str) -> Result<Self, JsValue> {
        Self::from_recording(Recording::from_file(text).map_err(|error| file_error(&error))?)
    }

    /// The session as the text of a file: release, gates, manifest, branches with all their actions, and where the
    /// cursor stands. What it was read with, such as title and narration, is in it.
    #[wasm_bindgen(js_name = toFile)]
    pub fn to_file(&self) -> String {
        self.recording().to_file()
    }

    /// The session of a link that Share makes: the whole address, or what follows `#s=` in it.
    ///
    /// # Errors
    ///
    /// Throws if the link cannot be read, or if what it tells cannot happen.
    #[wasm_bindgen(js_name = fromLink)]
    pub fn from_link(link: &str) -> Result<Self, JsValue> {
        let session = link.split_once("#s=").map_or(link, |(_, session)| session);
        Self::from_recording(Recording::from_link(session).map_err(|error| session_error(&error.to_string()))?)
    }

    /// The session as it follows `#s=` in the address of jobscope's page.
    #[wasm_bindgen(js_name = toLink)]
    pub fn to_link(&self) -> String {
        self.recording().to_link()
    }

    /// Carries out an action where the cursor stands. In the past, this begins a branch: the steps after the cursor
    /// stay in the one that they are in.
    ///
    /// # Errors
    ///
    /// Throws if the action is not possible now; nothing has changed then.
    #[wasm_bindgen(unchecked_return_type = "Step")]
    pub fn apply(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Action")] action: &JsValue,
    ) -> Result<JsValue, JsValue> {
        self.run(&from_js(action)?)
    }

    /// Everything that may happen next and needs no further choice.
    #[wasm_bindgen(unchecked_return_type = "Action[]")]
    pub fn actions(&self) -> Result<JsValue, JsValue> {
        to_js(&self.timeline.world().legal_actions())
    }

    /// What may happen next to all the pods of those names together.
    #[wasm_bindgen(js_name = podActions, unchecked_return_type = "Action[]")]
    pub fn pod_actions(&self, pods: Vec<String>) -> Result<JsValue, JsValue> {
        let pods: Vec<Name> = pods.into_iter().map(Name::from).collect();
        to_js(&self.timeline.world().pod_actions(&pods))
    }

    /// What a healthy cluster would do next; undefined if nothing more happens by itself.
    #[wasm_bindgen(js_name = nextAction, unchecked_return_type = "Action | undefined")]
    pub fn next_action(&self) -> Result<JsValue, JsValue> {
        self.timeline.world().next_action().map_or(Ok(JsValue::UNDEFINED), |action| to_js(&action))
    }

    /// The state at the cursor.
    #[wasm_bindgen(unchecked_return_type = "Snapshot")]
    pub fn snapshot(&self) -> Result<JsValue, JsValue> {
        to_js(&self.timeline.world().snapshot())
    }

    /// The metrics of the Job controller and its queues at the cursor, as Prometheus text under the names of the
    /// release.
    pub fn metrics(&self) -> String {
        self.timeline.world().metrics()
    }

    /// All recorded steps of the chosen branch, those after the cursor included.
    #[wasm_bindgen(unchecked_return_type = "Step[]")]
    pub fn steps(&self) -> Result<JsValue, JsValue> {
        to_js(self.timeline.steps())
    }

    /// The syncs up to the cursor, with their slow-start batches.
    #[wasm_bindgen(unchecked_return_type = "SyncRecord[]")]
    pub fn syncs(&self) -> Result<JsValue, JsValue> {
        to_js(&self.timeline.syncs())
    }

    /// To the end of the present or next step; at the end of the history, what a healthy cluster would
    /// do next is done. False if there is nothing to do.
    #[wasm_bindgen(js_name = stepOver)]
    pub fn step_over(&mut self) -> bool {
        self.timeline.step_over()
    }

    /// To the next question, API call or delivery. False if there is nothing to do.
    #[wasm_bindgen(js_name = stepInto)]
    pub fn step_into(&mut self) -> bool {
        self.timeline.step_into()
    }

    /// To the end of the present step or of the next sync. False if there is nothing to do.
    #[wasm_bindgen(js_name = stepOut)]
    pub fn step_out(&mut self) -> bool {
        self.timeline.step_out()
    }

    /// To where the last step forward came from. False at the start.
    #[wasm_bindgen(js_name = stepBack)]
    pub fn step_back(&mut self) -> bool {
        self.timeline.step_back()
    }

    /// Where the cursor stands.
    #[wasm_bindgen(unchecked_return_type = "Cursor")]
    pub fn cursor(&self) -> Result<JsValue, JsValue> {
        to_js(&self.timeline.cursor())
    }

    /// Moves the cursor, or to the nearest place that there is.
    ///
    /// # Errors
    ///
    /// Throws if `cursor` is not a cursor.
    pub fn seek(&mut self, #[wasm_bindgen(unchecked_param_type = "Cursor")] cursor: &JsValue) -> Result<(), JsValue> {
        self.timeline.seek(from_js::<Cursor>(cursor)?);
        Ok(())
    }

    /// The branches in the order in which they began, each with where it comes from.
    #[wasm_bindgen(unchecked_return_type = "BranchView[]")]
    pub fn branches(&self) -> Result<JsValue, JsValue> {
        to_js(&self.timeline.branches())
    }

    /// Goes to another branch, to where its cursor was left.
    ///
    /// # Errors
    ///
    /// Throws if there is no such branch.
    #[wasm_bindgen(js_name = chooseBranch)]
    pub fn choose_branch(&mut self, #[wasm_bindgen(unchecked_param_type = "BranchId")] id: u32) -> Result<(), JsValue> {
        self.timeline.choose_branch(BranchId(id)).map_err(|error| argument_error(&error.to_string()))
    }

    /// Calls a branch so, in a line of at most 80 characters; an empty one takes its name away.
    ///
    /// # Errors
    ///
    /// Throws if there is no such branch, or if that is no name for one.
    #[wasm_bindgen(js_name = renameBranch)]
    pub fn rename_branch(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "BranchId")] id: u32,
        name: String,
    ) -> Result<(), JsValue> {
        let name = BranchName::try_from(name).map_err(|error| argument_error(&error.to_string()))?;
        self.timeline.rename_branch(BranchId(id), name).map_err(|error| argument_error(&error.to_string()))
    }

    /// Removes a branch. If it is the chosen one, the one that it came from is chosen then.
    ///
    /// # Errors
    ///
    /// Throws if there is no such branch, or no other.
    #[wasm_bindgen(js_name = removeBranch)]
    pub fn remove_branch(&mut self, #[wasm_bindgen(unchecked_param_type = "BranchId")] id: u32) -> Result<(), JsValue> {
        self.timeline.remove_branch(BranchId(id)).map_err(|error| argument_error(&error.to_string()))
    }

    fn from_recording(recording: Recording) -> Result<Self, JsValue> {
        let timeline = recording.replay().map_err(|error| session_error(&error.to_string()))?;
        Ok(Self { timeline, manifest: recording.manifest().to_owned(), origin: Some(Box::new(recording)) })
    }

    fn recording(&self) -> Recording {
        let view = self.origin.as_ref().map(|origin| origin.view().clone()).unwrap_or_default();
        let mut recording = Recording::seen(&self.timeline, &self.manifest, view);
        if let Some(origin) = &self.origin {
            recording.title.clone_from(&origin.title);
            recording.breakpoints.clone_from(&origin.breakpoints);
            recording.narration.clone_from(&origin.narration);
        }
        recording
    }

    fn run(&mut self, action: &Action) -> Result<JsValue, JsValue> {
        match self.timeline.apply(action) {
            Ok(step) => to_js(&*step),
            Err(error) => Err(action_error(&error)),
        }
    }
}

/// What was recorded of a cluster: watch streams as kubectl prints them, lists, and the API server's audit log.
#[wasm_bindgen]
#[derive(Debug)]
pub struct History {
    history: crate::history::History,
}

#[wasm_bindgen]
impl History {
    /// Reads texts in any order, and chooses the Job that most of them is about, or that with the key `job`, such as
    /// `default/pi`.
    ///
    /// # Errors
    ///
    /// Throws if there is no such Job, if the texts are too long, or if the audit log does not have the objects.
    #[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen passes lists by value")]
    pub fn parse(
        texts: Vec<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] job: Option<String>,
    ) -> Result<Self, JsValue> {
        let job = job.map(ObjectKey::from);
        let history = crate::history::History::parse_for(&texts, job.as_ref());
        history.map(|history| Self { history }).map_err(|error| history_error(&error.to_string()))
    }

    /// The key of the Job.
    #[wasm_bindgen(getter)]
    pub fn job(&self) -> String {
        self.history.job().to_string()
    }

    /// Finds the syncs of a release's controller that explain what the Job controller wrote. Without a release, all are
    /// tried, and the newest of those that explain most is answered with.
    ///
    /// # Errors
    ///
    /// Throws if the release is unknown.
    pub fn explain(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "{ release?: Release }")] options: &JsValue,
    ) -> Result<Explanation, JsValue> {
        let options: ExplainOptions = optional_from_js(options)?;
        let explanation = match options.release {
            Some(release) => Some(self.history.explain(release)),
            None => self.history.explain_by_any().into_iter().next(),
        };
        let explanation = explanation.ok_or_else(|| history_error("there is no release"))?;
        Ok(Explanation { explanation })
    }
}

/// How a history is to be explained.
#[derive(Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ExplainOptions {
    release: Option<Release>,
}

/// A history explained by a release.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Explanation {
    explanation: crate::history::Explanation,
}

#[wasm_bindgen]
impl Explanation {
    /// The release whose controller explains it.
    #[wasm_bindgen(getter, unchecked_return_type = "Release")]
    pub fn release(&self) -> String {
        self.explanation.gates.release().name().to_owned()
    }

    /// The writes, by whom and whether they are explained, and the syncs that were inferred.
    #[wasm_bindgen(getter, unchecked_return_type = "Report")]
    pub fn report(&self) -> Result<JsValue, JsValue> {
        to_js(&self.explanation.report)
    }

    /// The session, at its end: it is stepped as any other.
    ///
    /// # Errors
    ///
    /// Throws if the session is too long.
    pub fn session(&self) -> Result<World, JsValue> {
        World::from_recording(self.explanation.session.clone())
    }
}

/// The releases that a world can be of, oldest first.
#[wasm_bindgen(unchecked_return_type = "Release[]")]
pub fn releases() -> Result<JsValue, JsValue> {
    to_js(&Release::ALL)
}

fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(|e| argument_error(&e.to_string()))
}

/// A value that may be left out.
fn optional_from_js<T: DeserializeOwned + Default>(value: &JsValue) -> Result<T, JsValue> {
    if value.is_undefined() || value.is_null() { Ok(T::default()) } else { from_js(value) }
}

/// Reads a value by way of JSON: what is cyclic, or no data, is refused before anything recurses into it.
fn from_js<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    let not_plain = || argument_error("the value is no plain data");
    // Of undefined and of functions `JSON.stringify` makes no text.
    let text: JsValue = js_sys::JSON::stringify(value).map_err(|_| not_plain())?.into();
    let text = text.as_string().ok_or_else(not_plain)?;
    if text.len() > MAX_ACTION_BYTES {
        return Err(argument_error(&format!("the value is longer than {MAX_ACTION_BYTES} bytes")));
    }
    let mut deserializer = serde_json::Deserializer::from_str(&text);
    serde_path_to_error::deserialize(&mut deserializer).map_err(|error| argument_error(&error.to_string()))
}

/// An `Error` whose `cause` is typed data.
fn error(message: &str, cause: &serde_json::Value) -> JsValue {
    let error = js_sys::Error::new(message);
    if let Ok(cause) = to_js(cause) {
        error.set_cause(&cause);
    }
    error.into()
}

fn argument_error(message: &str) -> JsValue {
    error(message, &serde_json::json!({"kind": "argument", "message": message}))
}

fn action_error(refusal: &ActionError) -> JsValue {
    error(&refusal.to_string(), &serde_json::json!({"kind": "action", "error": refusal}))
}

fn file_error(wrong: &FileError) -> JsValue {
    error(&wrong.to_string(), &serde_json::json!({"kind": "file", "error": wrong}))
}

fn session_error(message: &str) -> JsValue {
    error(message, &serde_json::json!({"kind": "session", "message": message}))
}

fn history_error(message: &str) -> JsValue {
    error(message, &serde_json::json!({"kind": "history", "message": message}))
}

fn manifest_error(errors: &[ManifestError]) -> JsValue {
    let message: Vec<_> = errors.iter().map(ToString::to_string).collect();
    error(&message.join("\n"), &serde_json::json!({"kind": "manifest", "errors": errors}))
}
