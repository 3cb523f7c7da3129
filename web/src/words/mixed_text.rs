//! Texts that quote others: Kubernetes, kubectl and parsers speak English in every language.

use std::fmt;

use jobscope_core::api::{Hint, ManifestError, TextProblem};
use jobscope_core::world::ActionError;
use jobscope_words::{hint, refusal, text_problem};
use yew::prelude::*;

use super::{Words, args, names_kept, phrased};

/// A text in the page's language, an English one that it quotes, and what follows that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MixedText {
    own: String,
    english: String,
    rest: String,
}

impl MixedText {
    /// Only a quoted text.
    pub(crate) fn english(text: impl Into<String>) -> Self {
        Self { english: text.into(), ..Self::default() }
    }

    /// Only a text in the page's language.
    fn own(own: String) -> Self {
        Self { own, ..Self::default() }
    }

    /// As what an element holds: the quoted text is marked as English.
    pub(crate) fn html(&self) -> Html {
        html! {
            <>
                if !self.own.is_empty() { { phrased(&self.own) } }
                if !self.english.is_empty() { <span lang="en">{ names_kept(&self.english) }</span> }
                if !self.rest.is_empty() { { phrased(&self.rest) } }
            </>
        }
    }
}

impl fmt::Display for MixedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.own, self.english, self.rest)
    }
}

impl Words {
    /// What is wrong with a text.
    pub(crate) fn text_problem(&self, problem: &TextProblem) -> MixedText {
        let text = text_problem(self, problem);
        // Both languages have the quoted text at the end.
        let quoted = problem.english().and_then(|english| Some((text.strip_suffix(english)?, english)));
        match quoted {
            Some((own, english)) => MixedText { own: own.to_owned(), english: english.to_owned(), rest: String::new() },
            None => MixedText::own(text),
        }
    }

    /// How to correct an error, if it has a hint.
    pub(crate) fn hint(&self, error: &ManifestError) -> Option<AttrValue> {
        error.hint.as_ref().map(|known| hint(self, known).into())
    }

    /// Why an action is not possible.
    pub(crate) fn refusal(&self, error: &ActionError) -> MixedText {
        match refusal(self, error) {
            Some(own) => MixedText::own(own),
            None => MixedText::english(error.to_string()),
        }
    }

    /// What is wrong with a field, and how to correct it.
    pub(crate) fn text_problem_in(&self, path: &str, problem: &TextProblem, known: Option<&Hint>) -> MixedText {
        let path = if path.is_empty() { String::new() } else { format!("{path}: ") };
        let MixedText { own, english, .. } = self.text_problem(problem);
        let rest = known.map(|known| self.f("with-hint", &args!(hint = hint(self, known)))).unwrap_or_default();
        MixedText { own: format!("{path}{own}"), english, rest: rest.to_string() }
    }

    /// An error with its place and field.
    pub(crate) fn manifest_error(&self, error: &ManifestError) -> MixedText {
        let place = self.f("problem-where", &args!(line = error.line, column = error.column));
        let said = self.text_problem_in(&error.path, &error.problem, error.hint.as_ref());
        MixedText { own: format!("{place}: {}", said.own), ..said }
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Manifest, Release};

    use super::*;
    use crate::words::Locale;

    fn said(text: &str) -> (MixedText, Option<String>) {
        let words = Words::new(Locale::ZhCn);
        let error = Manifest::parse(text, Release::V1_36).unwrap_err().remove(0);
        (words.text_problem(&error.problem), words.hint(&error).map(|hint| hint.to_string()))
    }

    #[test]
    fn what_kubernetes_and_parsers_say_is_set_apart() {
        let (problem, hint) = said("apiVersion: v1\nkind: Job\n");
        assert_eq!(problem.own, "");
        assert!(problem.english.starts_with("no matches for kind"), "{problem}");
        assert_eq!(hint.as_deref(), Some("请写成 apiVersion: batch/v1"));
        let (problem, hint) = said("a:\n\tb: 1\n");
        assert_eq!((problem.own.as_str(), hint.as_deref()), ("这不是有效的 YAML：", Some("请用空格缩进")));
        assert!(problem.english.starts_with("tabs disallowed"), "{problem}");
        let words = Words::new(Locale::ZhCn);
        let both = words.text_problem_in("", &TextProblem::Empty, Some(&Hint::BeginSession));
        assert_eq!(both.to_string(), "内容为空；会话文件以 jobscope: 6 这一行开头");
        let (problem, _) = said("kind: Pod\n");
        assert_eq!(problem, MixedText::own("这是 Pod，而这里只能读取 Job".to_owned()));
    }
}
