//! Catalogues: which function asks which question, and what can follow an answer. Each controller has its own
//! catalogue; this module has its types, and checks a trace against one.

use std::fmt;

use serde::Serialize;

use super::{DecisionId, Function, TraceEntry};

/// A question, and the function that asks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct QuestionSite {
    /// The function that asks it.
    pub function: Function,
    /// The question.
    pub decision: DecisionId,
}

impl fmt::Display for QuestionSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.decision.name(), self.function.name())
    }
}

/// A question of a release with what can come after its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Question {
    /// Where it is asked.
    pub at: QuestionSite,
    /// Questions that can be the next one.
    #[cfg_attr(feature = "js", tsify(type = "QuestionSite[]"))]
    pub next: &'static [QuestionSite],
    /// Whether the sync can end after it.
    pub ends: bool,
}

/// The questions of a step in order, each with the function that asked it; `None` is the end of a sync.
///
/// A sync ends with its result; a pass of pod garbage collection, which has no key, ends when `gc` is left.
pub fn asked(trace: &[TraceEntry]) -> Vec<Option<QuestionSite>> {
    let mut functions = Vec::new();
    let mut asked = Vec::new();
    for entry in trace {
        match entry {
            TraceEntry::Enter(function) => functions.push(*function),
            TraceEntry::Leave(Function::Gc) | TraceEntry::SyncResult(_) => {
                functions.clear();
                asked.push(None);
            }
            TraceEntry::Leave(_) => drop(functions.pop()),
            TraceEntry::Decision(decision) => {
                let function = functions.last().copied().unwrap_or(Function::SyncJob);
                asked.push(Some(QuestionSite { function, decision: decision.id() }));
            }
            _ => {}
        }
    }
    asked
}

/// A place, for the lists of the controllers.
pub(crate) const fn at(function: Function, decision: DecisionId) -> QuestionSite {
    QuestionSite { function, decision }
}

/// A question after which another always follows.
pub(crate) const fn ask(function: Function, decision: DecisionId, next: &'static [QuestionSite]) -> Question {
    Question { at: at(function, decision), next, ends: false }
}

/// A question after which the sync can end.
pub(crate) const fn ask_last(function: Function, decision: DecisionId, next: &'static [QuestionSite]) -> Question {
    Question { at: at(function, decision), next, ends: true }
}
