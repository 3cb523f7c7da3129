//! The languages of the page.

use serde::{Deserialize, Serialize};
use unic_langid::LanguageIdentifier;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Locale {
    /// English.
    #[serde(rename = "en")]
    En,
    /// Chinese in simplified characters.
    #[serde(rename = "zh-CN")]
    ZhCn,
}

impl Locale {
    /// All of them.
    pub(crate) const ALL: [Self; 2] = [Self::En, Self::ZhCn];

    /// The first of the browser's languages that the page speaks; else English.
    pub(crate) fn of_browser() -> Self {
        gloo::utils::window()
            .navigator()
            .languages()
            .iter()
            .filter_map(|tag| tag.as_string())
            .find_map(|tag| Self::of_tag(&tag))
            .unwrap_or(Self::En)
    }

    /// The language of a BCP 47 tag.
    pub(crate) fn of_tag(tag: &str) -> Option<Self> {
        let language: LanguageIdentifier = tag.parse().ok()?;
        match language.language.as_str() {
            "en" => Some(Self::En),
            "zh" => Some(Self::ZhCn),
            _ => None,
        }
    }

    /// The BCP 47 tag, for `lang` attributes.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::ZhCn => "zh-CN",
        }
    }

    /// Its name in itself.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::ZhCn => "简体中文",
        }
    }

    /// The other one.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::En => Self::ZhCn,
            Self::ZhCn => Self::En,
        }
    }

    pub(super) fn id(self) -> LanguageIdentifier {
        self.tag().parse().unwrap_or_default()
    }

    /// The Fluent file.
    pub(super) fn source(self) -> &'static str {
        match self {
            Self::En => include_str!("../../locales/en.ftl"),
            Self::ZhCn => include_str!("../../locales/zh-CN.ftl"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_browsers_are_understood() {
        assert_eq!(Locale::of_tag("zh-Hans-CN"), Some(Locale::ZhCn));
        assert_eq!(Locale::of_tag("en-GB"), Some(Locale::En));
        assert_eq!(Locale::of_tag("de"), None);
        assert_eq!(Locale::of_tag("?"), None);
    }
}
