//! The languages of the texts.

use serde::{Deserialize, Serialize};
use unic_langid::LanguageIdentifier;

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Locale {
    /// English.
    #[serde(rename = "en")]
    En,
    /// Chinese in simplified characters.
    #[serde(rename = "zh-CN")]
    ZhCn,
}

impl Locale {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::En, Self::ZhCn];

    /// The language of a BCP 47 tag.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let language: LanguageIdentifier = tag.parse().ok()?;
        match language.language.as_str() {
            "en" => Some(Self::En),
            "zh" => Some(Self::ZhCn),
            _ => None,
        }
    }

    /// The BCP 47 tag, for `lang` attributes.
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::ZhCn => "zh-CN",
        }
    }

    /// Its name in itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::ZhCn => "简体中文",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::En => Self::ZhCn,
            Self::ZhCn => Self::En,
        }
    }

    pub(super) fn id(self) -> LanguageIdentifier {
        self.tag().parse().unwrap_or_default()
    }

    /// The Fluent file.
    pub fn source(self) -> &'static str {
        match self {
            Self::En => include_str!("../../web/locales/en.ftl"),
            Self::ZhCn => include_str!("../../web/locales/zh-CN.ftl"),
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
