//! The sentences about names in the words of a release ([`names`](super::names) has those of v1.11). The rules are the
//! same in all.

use super::names::{LABEL_KEY, dns_subdomain, too_long, too_long_for_label};
use crate::api::json::go_escaped;
use crate::api::{FieldError, FieldErrorKind, Release};

/// The sentences as the release has them. The rules are the same in all.
pub(crate) fn in_words_of(release: Release, mut errors: Vec<FieldError>) -> Vec<FieldError> {
    for error in &mut errors {
        error.detail = sentence_of(release, std::mem::take(&mut error.detail), &error.kind);
        // A value with a type of its own is shown as JSON since v1.34, a plain string is not.
        if release.since(34)
            && let FieldErrorKind::NotSupported { value } = &mut error.kind
            && ![".resourceFieldRef.resource", ".diskURI"].iter().any(|field| error.path.to_string().ends_with(field))
        {
            *value = go_escaped(std::mem::take(value));
        }
    }
    errors
}

/// The sentences about `value` as the release has them.
pub(crate) fn sentences_of(release: Release, value: &str, sentences: Vec<String>) -> Vec<String> {
    let kind = FieldErrorKind::Invalid { value: value.to_owned() };
    sentences.into_iter().map(|sentence| sentence_of(release, sentence, &kind)).collect()
}

fn sentence_of(release: Release, sentence: String, kind: &FieldErrorKind) -> String {
    const LABEL: &str = "a DNS-1123 label ";
    const A_LETTER: &str = "must contain at least one letter";
    if release.since(27) {
        let shown = if let FieldErrorKind::Invalid { value } = kind { value.trim_matches('"') } else { "" };
        if sentence.starts_with(LABEL) && dns_subdomain(shown).is_empty() {
            return "must not contain dots".to_owned();
        }
    }
    if release.since(25) && sentence.starts_with(A_LETTER) {
        return format!("{A_LETTER} (a-z)");
    }
    let sentence = if release.since(35) { sentence } else { without_bytes(sentence) };
    // #94182, v1.20.
    if release.since(20) { sentence.replace("a DNS-1123 ", "a lowercase RFC 1123 ") } else { sentence }
}

/// A sentence about a label in the words that it had until v1.34.
fn without_bytes(sentence: String) -> String {
    if let Some(rest) = sentence.strip_prefix(LABEL_KEY) {
        return format!("a qualified name {rest}");
    }
    let words = [63, 253].map(|max| (too_long_for_label(max), too_long(max)));
    let in_characters = |sentence: String, (bytes, characters): &(String, String)| {
        if sentence.contains(bytes.as_str()) { sentence.replace(bytes, characters) } else { sentence }
    };
    words.iter().fold(sentence, in_characters)
}

#[cfg(test)]
mod tests {
    use super::super::names::*;
    use super::*;
    use crate::api::FieldPath;

    /// What the release says of `value`.
    fn said(release: Release, value: &str, sentences: Vec<String>) -> Vec<String> {
        let path = FieldPath::new("name");
        let errors = sentences.into_iter().map(|sentence| FieldError::invalid_text(&path, value, sentence));
        in_words_of(release, errors.collect()).into_iter().map(|error| error.detail).collect()
    }

    #[test]
    fn unsupported_values_are_json_since_1_34() {
        let said = |release, field| {
            let errors = vec![FieldError::not_supported(&FieldPath::new("f").child(field), "<mode>", &["A"])];
            in_words_of(release, errors).remove(0).to_string()
        };
        assert_eq!(said(Release::V1_33, "mode"), r#"f.mode: Unsupported value: "<mode>": supported values: "A""#);
        assert_eq!(
            said(Release::V1_34, "mode"),
            r#"f.mode: Unsupported value: "\u003cmode\u003e": supported values: "A""#
        );
        let plain = said(Release::V1_34, "diskURI");
        assert_eq!(plain, r#"f.diskURI: Unsupported value: "<mode>": supported values: "A""#);
    }

    #[test]
    fn each_release_has_its_own_words() {
        let said = |release, value, sentences| said(release, value, sentences).remove(0);
        let upper = |release| said(release, "Pi", dns_subdomain("Pi"));
        let dotted = |release| said(release, "a.b", dns_label("a.b"));
        let port = |release| said(release, "80", port_name("80"));
        for release in Release::ALL {
            let rule = if release == Release::V1_11 { "a DNS-1123 " } else { "a lowercase RFC 1123 " };
            assert!(upper(release).starts_with(&format!("{rule}subdomain must consist of")), "{release}");
            let dots = if release.since(27) {
                "must not contain dots".to_owned()
            } else {
                format!("{rule}label must consist of")
            };
            assert!(dotted(release).starts_with(&dots), "{release}");
            let letter = if release.since(25) { "letter (a-z)" } else { "letter or number (a-z, 0-9)" };
            assert_eq!(port(release), format!("must contain at least one {letter}"), "{release}");
        }
        assert!(
            said(Release::V1_36, "A.b/c", qualified_name("A.b/c")).starts_with("prefix part a lowercase RFC 1123 ")
        );
    }

    #[test]
    fn lengths_are_shown_in_the_releases_unit() {
        let said = |release, sentences| said(release, "", sentences);
        let (long, longer) = ("a".repeat(64), "a".repeat(254));
        let key = [longer.as_str(), &long].join("/");
        for release in [Release::V1_11, Release::V1_22, Release::V1_28, Release::V1_34] {
            assert_eq!(said(release, label_value(&long)), ["must be no more than 63 characters"]);
            assert_eq!(
                said(release, qualified_name(&key)),
                ["prefix part must be no more than 253 characters", "name part must be no more than 63 characters"]
            );
            assert!(said(release, qualified_name("a/b/c"))[0].starts_with("a qualified name must consist of alpha"));
        }
        let v1_36 = |sentences| said(Release::V1_36, sentences);
        assert_eq!(
            v1_36([qualified_name(&key), label_value(&long)].concat()),
            [
                "prefix part must be no more than 253 bytes",
                "name part must be no more than 63 bytes",
                "must be no more than 63 bytes"
            ]
        );
        assert_eq!(
            v1_36(qualified_name("a/b/c")),
            [
                "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
              alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
              '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. \
              'example.com/MyName')"
            ]
        );
        for release in Release::ALL {
            assert_eq!(said(release, dns_label(&long)), ["must be no more than 63 characters"]);
            assert_eq!(said(release, dns_subdomain(&longer)), ["must be no more than 253 characters"]);
            assert_eq!(said(release, port_name(&"a".repeat(16))), ["must be no more than 15 characters"]);
        }
    }
}
