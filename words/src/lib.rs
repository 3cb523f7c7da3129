//! Every sentence of jobscope, by key, in the language that was chosen, as plain text.
//!
//! The texts are Fluent files: `web/locales/en.ftl` and `web/locales/zh-CN.ftl`. They are compiled in, except in the
//! published page, which fetches them. Values in a sentence are marked with the isolation characters of Unicode, so that the page
//! can set them off as numbers without any markup in the texts. Nothing in a text or value is ever HTML.

mod answer;
mod expected;
mod locale;
mod operands;
mod refusal;
mod sentence;
mod text_problem;
mod transcript;

use std::borrow::Cow;
use std::rc::Rc;

use fluent_bundle::types::{FluentNumber, FluentNumberOptions};
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use jobscope_core::api::Release;

pub use answer::answer;
pub use expected::seen_beyond;
#[doc(hidden)]
pub use fluent_bundle;
pub use locale::Locale;
pub use operands::operands;
pub use refusal::refusal;
pub use sentence::{job_of, phrase_args, plain_phrase, plain_sentence};
pub use text_problem::{hint, text_problem};
pub use transcript::{Markup, Transcript, markdown_cell};

/// Before a value within a sentence (FIRST STRONG ISOLATE).
pub const OPEN: char = '\u{2068}';
/// After a value within a sentence (POP DIRECTIONAL ISOLATE).
pub const CLOSE: char = '\u{2069}';

/// Values for a sentence: `args!(n = 3, name = "pi")`.
#[macro_export]
macro_rules! args {
    ($($name:ident = $value:expr),* $(,)?) => {{
        let mut args = $crate::fluent_bundle::FluentArgs::new();
        $(args.set(stringify!($name), $value);)*
        args
    }};
}

/// The words in one language. Cheap to clone.
#[derive(Clone)]
pub struct Words {
    locale: Locale,
    bundle: Rc<FluentBundle<FluentResource>>,
}

impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        self.locale == other.locale
    }
}

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Words").field(&self.locale).finish()
    }
}

impl Words {
    /// What stands between two sentences.
    pub fn between(&self) -> &'static str {
        match self.locale {
            Locale::En => " ",
            Locale::ZhCn => "",
        }
    }

    /// What stands between two things that are listed.
    pub fn comma(&self) -> &'static str {
        match self.locale {
            Locale::En => ", ",
            Locale::ZhCn => "、",
        }
    }

    /// The words of `locale`.
    pub fn new(locale: Locale) -> Self {
        Self::with_texts(locale, locale.source().to_owned())
    }

    /// The words of `locale` from its Fluent file.
    pub fn with_texts(locale: Locale, texts: String) -> Self {
        // A text that does not parse loses its own message only; a test makes sure that there are no such texts.
        let resource = FluentResource::try_new(texts).unwrap_or_else(|(resource, _)| resource);
        let mut bundle = FluentBundle::new(vec![locale.id()]);
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| match value {
            FluentValue::String(text) => Some(format!("{OPEN}{text}{CLOSE}")),
            FluentValue::Number(number) if !number.options.use_grouping => Some(number.as_string().into_owned()),
            FluentValue::Number(number) => Some(format!("{OPEN}{}{CLOSE}", number.as_string())),
            _ => None,
        }));
        let _ = bundle.add_resource(resource);
        Self { locale, bundle: Rc::new(bundle) }
    }

    /// Their language.
    pub fn locale(&self) -> Locale {
        self.locale
    }

    /// The text `key`, or `key.attribute`.
    pub fn t(&self, key: &str) -> String {
        plain(&self.marked(key, None))
    }

    /// The text `key` with values, as plain text.
    pub fn f(&self, key: &str, args: &FluentArgs) -> String {
        plain(&self.marked(key, Some(args)))
    }

    /// Whether there is a text `key`, or `key.attribute`.
    pub fn has(&self, key: &str) -> bool {
        let (id, attribute) = key.split_once('.').map_or((key, None), |(id, attribute)| (id, Some(attribute)));
        self.bundle.get_message(id).is_some_and(|message| match attribute {
            None => message.value().is_some(),
            Some(attribute) => message.get_attribute(attribute).is_some(),
        })
    }

    /// The text with marks around its values. A key without text shows as itself: wrong, but never nothing.
    pub fn marked(&self, key: &str, args: Option<&FluentArgs>) -> String {
        let (id, attribute) = key.split_once('.').map_or((key, None), |(id, attribute)| (id, Some(attribute)));
        let Some(message) = self.bundle.get_message(id) else { return key.to_owned() };
        let pattern = match attribute {
            None => message.value(),
            Some(attribute) => message.get_attribute(attribute).map(|attribute| attribute.value()),
        };
        let Some(pattern) = pattern else { return key.to_owned() };
        // Written, not formatted: a text that is one selection as a whole would be marked as a value itself.
        let mut text = String::new();
        let _ = self.bundle.write_pattern(&mut text, pattern, args, &mut Vec::new());
        match self.locale {
            Locale::En => text,
            Locale::ZhCn => without_holes(&text),
        }
    }
}

/// Without a space behind a mark that is as wide as a character: texts have one behind each value, and a value may end with such a
/// mark, as `v1.28（t+12.0 s）` does.
fn without_holes(text: &str) -> String {
    const WIDE: &str = "）”》。，、：；？！";
    let is_mark = |c: &char| [OPEN, CLOSE].contains(c);
    let mut spaced = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let is_wide = |before: char| WIDE.contains(before);
        let is_hole = c == ' '
            && spaced.chars().rev().find(|before| !is_mark(before)).is_some_and(is_wide)
            && rest.clone().find(|next| !is_mark(next)).is_some_and(is_ideograph);
        if !is_hole {
            spaced.push(c);
        }
    }
    spaced
}

/// Without the marks around values.
fn plain(marked: &str) -> String {
    marked.replace([OPEN, CLOSE], "")
}

/// A number that is part of a name, such as that of a sync: nothing sets it off within a sentence.
pub fn ordinal(n: u32) -> FluentValue<'static> {
    let options = FluentNumberOptions { use_grouping: false, ..FluentNumberOptions::default() };
    FluentNumber::new(n.into(), options).into()
}

/// The minors at which texts about the Job controller change.
const TEXT_MINORS: [u8; 4] = [11, 22, 25, 31];

/// The newest of the minors at which texts change that the release has: texts select by it.
pub fn text_minor(release: Release) -> u8 {
    TEXT_MINORS.into_iter().filter(|minor| release.since(*minor)).max().unwrap_or_default()
}

/// A number that may be large, its digits in groups of three; those of four digits too, because they stand beside longer ones.
pub fn amount(n: impl TryInto<u64>) -> String {
    let (mut rest, mut groups) = (n.try_into().unwrap_or(u64::MAX), String::new());
    while rest >= 1_000 {
        groups = format!(",{:03}{groups}", rest % 1_000);
        rest /= 1_000;
    }
    format!("{rest}{groups}")
}

/// A value that may be absent, as it shows in a sentence.
pub fn or_none<T: ToString>(value: Option<T>) -> Cow<'static, str> {
    value.map_or(Cow::Borrowed("–"), |value| Cow::Owned(value.to_string()))
}

/// Whether a character is a Chinese one.
pub fn is_ideograph(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_hole_is_left_behind_a_wide_mark() {
        let words = Words::new(Locale::ZhCn);
        let said = |run: &str| words.f("compare-status-only", &args!(run = run, status = "–", other = "v1.29"));
        assert_eq!(said("v1.28"), "v1.28 还写入了一次状态：–；v1.29 没有写。");
        assert_eq!(said("v1.28（t+12.0 s）"), "v1.28（t+12.0 s）还写入了一次状态：–；v1.29 没有写。");
        assert_eq!(without_holes("“是吗？” · 未提问"), "“是吗？” · 未提问");
    }

    #[test]
    fn large_amounts_are_read_by_groups() {
        let said = [0_u32, 999, 1_000, 8_828, 20_000, 1_234_567].map(amount);
        assert_eq!(said, ["0", "999", "1,000", "8,828", "20,000", "1,234,567"]);
        assert_eq!(amount(1_000_000_007_usize), "1,000,000,007");
    }
}
