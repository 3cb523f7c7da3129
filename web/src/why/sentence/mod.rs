//! The sentence of the moment in words.

#[cfg(test)]
mod tests;

use std::rc::Rc;

use jobscope_explain::Moment;
use jobscope_explain::sentence::Sentence;
use jobscope_words::{job_of, phrase_args, plain_sentence};
use yew::prelude::*;

use crate::ui::{Same, use_recent};
use crate::words::Words;

/// The sentence of the moment; recent ones are remembered, because making one reads the whole trace more than once.
#[hook]
pub(crate) fn use_sentence(now: &Moment) -> Rc<Sentence> {
    use_recent(key(now), |_| Sentence::at(now))
}

/// The same, for those who need it only if it is `needed`.
#[hook]
pub(super) fn use_sentence_if(needed: bool, now: &Moment) -> Rc<Option<Sentence>> {
    use_recent(needed.then(|| key(now)), |_| needed.then(|| Sentence::at(now)))
}

/// What a sentence depends on: also on what was recorded after the Job ended, which decides whether its end is the only
/// thing to report, and before the first step on whether there is something to apply.
fn key(now: &Moment) -> impl PartialEq + 'static {
    (now.step.clone().map(Same), now.done, now.inside(), now.next.is_none(), now.begins_history)
}

/// A sentence in words.
pub(crate) trait Said {
    /// The sentence itself, with its numbers set off.
    fn rich(&self, words: &Words) -> Html;
    /// What goes along with it.
    fn rich_more(&self, words: &Words) -> impl Iterator<Item = Html>;
    /// Whether it takes more lines than most, so that it is set smaller.
    fn is_long(&self, words: &Words) -> bool;
    /// All of it as plain text.
    fn plain(&self, words: &Words) -> String;
}

impl Said for Sentence {
    fn rich(&self, words: &Words) -> Html {
        let said = words.rich(self.first.key, &phrase_args(words, &self.first));
        html! { <>if let Some(job) = job_of(words, self) { <b class="job">{ job }</b> }{ said }</> }
    }

    fn rich_more(&self, words: &Words) -> impl Iterator<Item = Html> {
        self.more.iter().map(|phrase| words.rich(phrase.key, &phrase_args(words, phrase)))
    }

    fn is_long(&self, words: &Words) -> bool {
        const LONG: usize = 150;
        // A Chinese character is as wide as two letters.
        let width = |c: char| if c.is_ascii() { 1 } else { 2 };
        self.plain(words).chars().map(width).sum::<usize>() > LONG
    }

    fn plain(&self, words: &Words) -> String {
        plain_sentence(words, self)
    }
}
