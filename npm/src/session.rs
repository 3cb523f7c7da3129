//! The class `Session` of the npm package.

use std::collections::BTreeMap;

use jobscope_explain::{Moment, Movement, Scenes};
use jobscope_words::{Locale, Words};
use wasm_bindgen::prelude::*;

use super::Why;
use super::plain::{
    action_error, argument_error, file_error, from_js, history_error, manifest_error, optional_from_js, session_error,
    to_js,
};
use jobscope_core::api::{FeatureGates, Manifest, Manifests, Name, Release, Time};
use jobscope_core::explore::{Explorer, Plan};
use jobscope_core::history::explained;
use jobscope_core::kubectl::MANIFEST_FILE;
use jobscope_core::timeline::{BranchId, BranchName, Breakpoint, Comparison, Cursor, SavedSession, Timeline};
use jobscope_core::world::{Action, World};

/// How many steps of a search are tried before its progress is reported.
const PIECE: usize = 2_000;

/// A session with its timeline: an API server, the Job controller of one Kubernetes release, and the pods.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Session {
    timeline: Timeline,
    /// The manifest that was applied last.
    manifest: String,
    /// What it was read from: title, breakpoints and narration go with it.
    origin: Option<Box<SavedSession>>,
    /// The states that were explained.
    scenes: Scenes,
    /// The words of the last explanation.
    words: Option<Words>,
}

#[wasm_bindgen]
impl Session {
    /// An empty cluster of `release` (`"v1.11"` and so on; the newest that was recorded if omitted), with feature gates other
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
        let mut session = Self::at(Timeline::new(World::with_gates(gates, Time::START)), String::new(), None);
        if let Some(manifest) = manifest {
            session.create(&manifest)?;
        }
        Ok(session)
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

    /// Runs a command of kubectl such as `get pods -o wide`; the word `kubectl` may be left out, and pipes, `&&`, `>` and
    /// commands such as `grep` are understood. Further lines are its standard input, and the manifest that was applied last is `manifest.yaml`. What it changes are steps of the session, and while
    /// it waits (`wait --for=…`, `delete`) time passes. A command that fails says so in `exit` and `stderr`; nothing is thrown.
    #[wasm_bindgen(unchecked_return_type = "CommandOutput")]
    pub fn kubectl(&mut self, command: &str) -> Result<JsValue, JsValue> {
        let files = BTreeMap::from([(MANIFEST_FILE.to_owned(), self.manifest.clone())]);
        to_js(&self.timeline.kubectl_to_the_end(command, &files))
    }

    /// The session of a file (YAML, see the documentation of session files), executed again, where it opens.
    ///
    /// # Errors
    ///
    /// Throws if the file cannot be read; the `cause` says line and column. Throws if its steps cannot be executed.
    #[wasm_bindgen(js_name = fromFile)]
    pub fn from_file(text: &str) -> Result<Self, JsValue> {
        Self::explained(SavedSession::from_file(text).map_err(|error| file_error(&error))?)
    }

    /// The session as the text of a file: release, gates, manifest, branches with all their actions, and where the
    /// cursor stands. What it was read with, such as title and narration, is in it.
    #[wasm_bindgen(js_name = toFile)]
    pub fn to_file(&self) -> String {
        self.saved().to_file()
    }

    /// The session of a link that Share makes: the whole address, or what follows `#s=` in it.
    ///
    /// # Errors
    ///
    /// Throws if the link cannot be read, or if its steps cannot be executed.
    #[wasm_bindgen(js_name = fromLink)]
    pub fn from_link(link: &str) -> Result<Self, JsValue> {
        let session = link.split_once("#s=").map_or(link, |(_, session)| session);
        Self::explained(SavedSession::from_link(session).map_err(|error| session_error(&error.to_string()))?)
    }

    /// The session as it follows `#s=` in the address of jobscope's page.
    #[wasm_bindgen(js_name = toLink)]
    pub fn to_link(&self) -> String {
        self.saved().to_link()
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

    /// Explains the step that the cursor stands in or after, as the page's region Why does: what happened as a text, and the
    /// path of questions and effects, among them the questions that the sync did not reach. The language is English if omitted.
    ///
    /// # Errors
    ///
    /// Throws if there are no texts in the language.
    #[wasm_bindgen(unchecked_return_type = "Why")]
    pub fn why(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "\"en\" | \"zh-CN\"")] language: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let locale = optional_from_js::<Option<Locale>>(language)?.unwrap_or(Locale::En);
        let known = self.words.take().filter(|words| words.locale() == locale);
        let words = self.words.insert(known.unwrap_or_else(|| Words::new(locale)));
        to_js(&Why::new(&Moment::at(&self.timeline, &mut self.scenes, 0, Movement::Jump, 0), words))
    }

    /// To the end of the current or next step; at the end of the session, what a healthy cluster would do next is done.
    /// Answers with the step; undefined if there is nothing to do.
    #[wasm_bindgen(js_name = stepOver, unchecked_return_type = "Step | undefined")]
    pub fn step_over(&mut self) -> Result<JsValue, JsValue> {
        let moved = self.timeline.step_over();
        self.step_after(moved)
    }

    /// To the next question, API call or delivery. Answers with the step that it is in; undefined if there is nothing to do.
    #[wasm_bindgen(js_name = stepInto, unchecked_return_type = "Step | undefined")]
    pub fn step_into(&mut self) -> Result<JsValue, JsValue> {
        let moved = self.timeline.step_into();
        self.step_after(moved)
    }

    /// To the end of the current step or of the next sync. Answers with the step; undefined if there is nothing to do.
    #[wasm_bindgen(js_name = stepOut, unchecked_return_type = "Step | undefined")]
    pub fn step_out(&mut self) -> Result<JsValue, JsValue> {
        let moved = self.timeline.step_out();
        self.step_after(moved)
    }

    /// To where the last step forward came from. False at the start.
    #[wasm_bindgen(js_name = stepBack)]
    pub fn step_back(&mut self) -> bool {
        self.timeline.step_back()
    }

    /// Moves to right after the first breakpoint that is hit from here on, with at most 2,000 steps; undefined if none is.
    ///
    /// # Errors
    ///
    /// Throws if `breakpoints` is not a list of breakpoints.
    #[wasm_bindgen(js_name = runTo, unchecked_return_type = "Hit | undefined")]
    pub fn run_to(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Breakpoint[]")] breakpoints: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let breakpoints: Vec<Breakpoint> = from_js(breakpoints)?;
        self.timeline.run_to(&breakpoints).map_or(Ok(JsValue::UNDEFINED), |hit| to_js(&hit))
    }

    /// Moves back to right after the previous breakpoint that was hit; undefined if there is none.
    ///
    /// # Errors
    ///
    /// Throws if `breakpoints` is not a list of breakpoints.
    #[wasm_bindgen(js_name = runBack, unchecked_return_type = "Hit | undefined")]
    pub fn run_back(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Breakpoint[]")] breakpoints: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let breakpoints: Vec<Breakpoint> = from_js(breakpoints)?;
        self.timeline.run_back(&breakpoints).map_or(Ok(JsValue::UNDEFINED), |hit| to_js(&hit))
    }

    /// The chosen branch compared with another session: the first question, write and status that differ.
    #[wasm_bindgen(unchecked_return_type = "Comparison")]
    pub fn compare(&self, other: &Self) -> Result<JsValue, JsValue> {
        to_js(&Comparison::of(&self.timeline, &other.timeline))
    }

    /// The actions of the chosen branch carried out under another release, with its default gates. What is not possible
    /// there is left out.
    ///
    /// # Errors
    ///
    /// Throws if the release is unknown.
    pub fn under(&self, #[wasm_bindgen(unchecked_param_type = "Release")] release: &JsValue) -> Result<Self, JsValue> {
        let release: Release = from_js(release)?;
        let timeline = self.timeline.under(release.into(), &self.manifest).timeline;
        Ok(Self::at(timeline, self.manifest.clone(), None))
    }

    /// Tries every order of what may happen from here, until one reaches the goal of the plan or its bounds are met: the
    /// shortest first, or with `order: "usual"` those that depart least from the usual one. `onProgress` receives the
    /// progress; it stops the search by returning `false`: the verdict is undefined then.
    ///
    /// # Errors
    ///
    /// Throws if `plan` is not a plan, and what `onProgress` throws.
    #[wasm_bindgen(unchecked_return_type = "Verdict | undefined")]
    pub fn explore(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Plan")] plan: &JsValue,
        #[wasm_bindgen(js_name = onProgress, unchecked_optional_param_type = "(progress: Progress) => boolean | void")]
        on_progress: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let plan: Plan = from_js(plan)?;
        let hears: Option<&js_sys::Function> = on_progress.dyn_ref();
        let mut explorer = Explorer::new(self.timeline.world().clone(), plan);
        loop {
            let progress = explorer.go_on(PIECE);
            if let Some(verdict) = explorer.verdict() {
                return to_js(verdict);
            }
            if let Some(hears) = hears
                && hears.call1(&JsValue::UNDEFINED, &to_js(&progress)?)?.as_bool() == Some(false)
            {
                return Ok(JsValue::UNDEFINED);
            }
        }
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

    /// Names a branch (one line, at most 80 characters); an empty string removes the name.
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

    /// The step that the cursor stands in or after, if it has moved.
    fn step_after(&self, moved: bool) -> Result<JsValue, JsValue> {
        match self.timeline.present_step() {
            Some(step) if moved => to_js(&**step),
            _ => Ok(JsValue::UNDEFINED),
        }
    }

    /// A session from a saved one, which may name a history.
    fn explained(saved: SavedSession) -> Result<Self, JsValue> {
        Self::from_saved(explained(saved).map_err(|error| history_error(&error.to_string()))?)
    }

    /// The session that explains a history, carried out.
    pub(super) fn explaining(timeline: Timeline, saved: SavedSession) -> Self {
        let manifest = saved.manifest().to_owned();
        Self::at(timeline, manifest, Some(Box::new(saved)))
    }

    fn at(timeline: Timeline, manifest: String, origin: Option<Box<SavedSession>>) -> Self {
        Self { timeline, manifest, origin, scenes: Scenes::default(), words: None }
    }

    fn from_saved(saved: SavedSession) -> Result<Self, JsValue> {
        let timeline = saved.replay().map_err(|error| session_error(&error.to_string()))?;
        Ok(Self::explaining(timeline, saved))
    }

    fn saved(&self) -> SavedSession {
        let view = self.origin.as_ref().map(|origin| origin.view().clone()).unwrap_or_default();
        let mut saved = SavedSession::seen(&self.timeline, &self.manifest, view);
        if let Some(origin) = &self.origin {
            saved.title.clone_from(&origin.title);
            saved.breakpoints.clone_from(&origin.breakpoints);
            saved.narration.clone_from(&origin.narration);
        }
        saved
    }

    fn run(&mut self, action: &Action) -> Result<JsValue, JsValue> {
        match self.timeline.apply(action) {
            Ok(step) => to_js(&*step),
            Err(error) => Err(action_error(&error)),
        }
    }
}
