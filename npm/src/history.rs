//! The classes `History` and `Explanation` of the npm package.

use wasm_bindgen::prelude::*;

use super::Session;
use super::plain::{history_error, optional_from_js, session_error, to_js};
use jobscope_core::api::{ObjectKey, Release};

/// What was recorded of a cluster: watch streams as kubectl prints them, lists, and the API server's audit log.
#[wasm_bindgen]
#[derive(Debug)]
pub struct History {
    history: jobscope_core::history::History,
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
        let history = jobscope_core::history::History::parse_for(&texts, job.as_ref());
        history.map(|history| Self { history }).map_err(|error| history_error(&error.to_string()))
    }

    /// The key of the Job.
    #[wasm_bindgen(getter)]
    pub fn job(&self) -> String {
        self.history.job().to_string()
    }

    /// The keys of all Jobs in the texts, those with most versions first.
    #[wasm_bindgen(getter)]
    pub fn jobs(&self) -> Vec<String> {
        self.history.jobs().iter().map(|job| job.key.to_string()).collect()
    }

    /// Finds the syncs of a release's controller that explain what the Job controller wrote. Without a release, all are
    /// tried. The answer is then the newest recorded release among those that explain most.
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
    explanation: jobscope_core::history::Explanation,
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
    /// Throws if the session cannot be carried out.
    pub fn session(&self) -> Result<Session, JsValue> {
        let timeline = self.explanation.replay().map_err(|error| session_error(&error.to_string()))?;
        Ok(Session::explaining(timeline, self.explanation.session.clone()))
    }
}
