//! Texts of our own about what is wrong with a manifest: each is data with a name, and its English text.
//!
//! The page and the terminal have the same texts by name in each language (`web/locales`), where a value is named as its
//! field.

/// Declares an enum of texts: each with its values, its name and its English text.
macro_rules! texts {
    (
        $(#[$about:meta])*
        pub enum $texts:ident {
            $($(#[$doc:meta])* $text:ident $({ $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })?
                = $name:literal, $english:literal;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize)]
        #[serde(tag = "kind", rename_all = "camelCase")]
        #[cfg_attr(feature = "js", derive(tsify::Tsify))]
        pub enum $texts {
            $($(#[$doc])* #[error($english)] $text $({ $($(#[$field_doc])* $field: $type),* })?,)*
        }

        impl $texts {
            /// The names of all texts, with the English texts: `{field}` stands for a value.
            pub const ALL: &[(&str, &str)] = &[$(($name, $english)),*];

            /// The name of the text.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$text { .. } => $name,)*
                }
            }

            /// The values by the names of their fields.
            pub fn values(&self) -> Vec<(&'static str, String)> {
                match self {
                    $(Self::$text $({ $($field),* })? => vec![$($((stringify!($field), $field.to_string())),*)?],)*
                }
            }
        }
    };
}

pub(super) use texts;
