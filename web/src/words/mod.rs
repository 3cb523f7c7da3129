//! Every sentence of the page, by key, in the language that was chosen: the [words](jobscope_words), and what makes elements
//! of them.

mod mixed_text;
mod phrases;
mod rich;
#[cfg(test)]
mod tests;
mod texts;

use std::ops::Deref;

use fluent_bundle::FluentArgs;
use yew::prelude::*;

use jobscope_words::{CLOSE, OPEN};
pub(crate) use jobscope_words::{Locale, amount, args, or_none, ordinal, text_minor};
pub(crate) use mixed_text::MixedText;
pub(crate) use phrases::{names_kept, phrased, phrased_after, phrased_before};
pub(crate) use texts::use_words_of;

/// The words in one language. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Words(jobscope_words::Words);

impl Deref for Words {
    type Target = jobscope_words::Words;

    fn deref(&self) -> &jobscope_words::Words {
        &self.0
    }
}

impl Words {
    /// The words of `locale`, whose texts are in the module.
    #[cfg(any(test, not(target_arch = "wasm32")))]
    pub(crate) fn new(locale: Locale) -> Self {
        Self(jobscope_words::Words::new(locale))
    }

    /// The text `key`, or `key.attribute`.
    pub(crate) fn t(&self, key: &str) -> AttrValue {
        self.0.t(key).into()
    }

    /// The text `key` with values, as plain text.
    pub(crate) fn f(&self, key: &str, args: &FluentArgs) -> AttrValue {
        self.0.f(key, args).into()
    }

    /// The text `key` as what an element holds: its words stay whole at the ends of lines. [`Self::t`] is for attributes and for
    /// values of other texts. A flex or grid container has an element around it, or each phrase would be an item.
    pub(crate) fn say(&self, key: &str) -> Html {
        phrased(&self.t(key))
    }

    /// The same with values.
    pub(crate) fn say_f(&self, key: &str, args: &FluentArgs) -> Html {
        phrased(&self.f(key, args))
    }

    /// The text `key` with its values set off.
    pub(crate) fn rich(&self, key: &str, args: &FluentArgs) -> Html {
        rich::html(&self.marked(key, Some(args)))
    }
}

/// The first of the browser's languages that the page speaks; else English.
pub(crate) fn locale_of_browser() -> Locale {
    gloo::utils::window()
        .navigator()
        .languages()
        .iter()
        .filter_map(|tag| tag.as_string())
        .find_map(|tag| Locale::of_tag(&tag))
        .unwrap_or(Locale::En)
}

/// The words of the page.
#[hook]
pub(crate) fn use_words() -> Words {
    #[expect(clippy::expect_used, reason = "the app provides it around everything")]
    use_context::<Words>().expect("words are provided")
}
