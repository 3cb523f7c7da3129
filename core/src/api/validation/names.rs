//! The syntax of names, labels and keys, with Kubernetes' sentences
//! (`apimachinery/pkg/util/validation`).
//!
//! Each function gives the sentences about what is wrong with `value`, none if it is right. The
//! regular expressions in them are quotations: the checks are written out by hand. The sentences are those of
//! v1.11, except that what v1.36 tells apart is told apart; [`in_words_of`](super::words::in_words_of) turns them into
//! those of a release.

use crate::api::Release;

const DNS_LABEL: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const DNS_SUBDOMAIN: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const QUALIFIED_NAME: &str = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
/// How a sentence about a key with two slashes begins.
pub(super) const LABEL_KEY: &str = "a valid label key ";
const ENV_NAME: &str = "[-._a-zA-Z][-._a-zA-Z0-9]*";
const CONFIG_KEY: &str = "[-._a-zA-Z0-9]+";

/// Go's `strings.ToLower`, as far as names can come of it: what else is not ASCII is refused anyway. Rust's takes large tables.
pub(super) fn to_lower(text: &str) -> String {
    let lower = |c: char| match c {
        '\u{130}' => 'i',
        '\u{212a}' => 'k',
        _ => c.to_ascii_lowercase(),
    };
    text.chars().map(lower).collect()
}

pub(super) fn too_long(max: usize) -> String {
    format!("must be no more than {max} characters")
}

/// The same of labels: since v1.35 their rules are in another package, which speaks of bytes.
pub(super) fn too_long_for_label(max: usize) -> String {
    format!("must be no more than {max} bytes")
}

/// `RegexError`: the rule, examples, and the regular expression.
fn syntax(rule: &str, regex: &str, examples: &[&str]) -> String {
    let examples: Vec<String> = examples.iter().map(|example| format!("'{example}', ")).collect();
    format!("{rule} (e.g. {}regex used for validation is '{regex}')", examples.join(" or "))
}

fn is_lower_alphanumeric(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

/// Whether `text` has only `inner` bytes and starts and ends with `edge` ones; not empty.
fn is_framed(text: &str, edge: fn(u8) -> bool, inner: fn(u8) -> bool) -> bool {
    let bytes = text.as_bytes();
    bytes.first().copied().is_some_and(edge) && bytes.last().copied().is_some_and(edge) && text.bytes().all(inner)
}

fn has_label_syntax(text: &str) -> bool {
    is_framed(text, is_lower_alphanumeric, |byte| is_lower_alphanumeric(byte) || byte == b'-')
}

fn has_qualified_syntax(text: &str) -> bool {
    is_framed(
        text,
        |byte| byte.is_ascii_alphanumeric(),
        |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'),
    )
}

/// `IsDNS1123Label`.
pub(crate) fn dns_label(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 63 {
        errors.push(too_long(63));
    }
    if !has_label_syntax(value) {
        let rule = "a DNS-1123 label must consist of lower case alphanumeric characters or '-', \
                    and must start and end with an alphanumeric character";
        errors.push(syntax(rule, DNS_LABEL, &["my-name", "123-abc"]));
    }
    errors
}

/// `IsDNS1123Subdomain`.
pub(crate) fn dns_subdomain(value: &str) -> Vec<String> {
    subdomain(value, too_long)
}

fn subdomain(value: &str, too_long: fn(usize) -> String) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 253 {
        errors.push(too_long(253));
    }
    if !value.split('.').all(has_label_syntax) {
        let rule = "a DNS-1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', \
                    and must start and end with an alphanumeric character";
        errors.push(syntax(rule, DNS_SUBDOMAIN, &["example.com"]));
    }
    errors
}

/// `IsDomainPrefixedPath`: a name such as `acme.io/foo`, not empty. Each sentence comes with the part of the name that
/// it is about.
pub(crate) fn domain_prefixed_path(value: &str) -> Vec<(&str, String)> {
    const HTTP_PATH: &str = r"[A-Za-z0-9/\-._~%!$&'()*+,;=:]+";
    if value.is_empty() {
        return Vec::new();
    }
    let Some((host, path)) = value.split_once('/').filter(|(host, path)| !host.is_empty() && !path.is_empty()) else {
        return vec![(value, "must be a domain-prefixed path (such as \"acme.io/foo\")".to_owned())];
    };
    let mut errors: Vec<_> = dns_subdomain(host).into_iter().map(|sentence| (host, sentence)).collect();
    if !path.bytes().all(|byte| byte.is_ascii_alphanumeric() || br"/-._~%!$&'()*+,;=:".contains(&byte)) {
        errors.push((path, format!("Invalid path (regex used for validation is '{HTTP_PATH}')")));
    }
    errors
}

/// `IsQualifiedName`: the key of a label or annotation, the name of a finalizer.
pub(crate) fn qualified_name(value: &str) -> Vec<String> {
    let rule = "must consist of alphanumeric characters, '-', '_' or '.', \
                and must start and end with an alphanumeric character";
    let syntax = || syntax(rule, QUALIFIED_NAME, &["MyName", "my.name", "123-abc"]);
    let mut errors = Vec::new();
    let (prefix, name) = match value.split_once('/') {
        None => (None, value),
        Some((_, name)) if name.contains('/') => {
            let tail = " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
            return vec![format!("{LABEL_KEY}{}{tail}", syntax())];
        }
        Some((prefix, name)) => (Some(prefix), name),
    };
    match prefix {
        None => {}
        Some("") => errors.push("prefix part must be non-empty".to_owned()),
        Some(prefix) => {
            let sentences = subdomain(prefix, too_long_for_label).into_iter();
            errors.extend(sentences.map(|sentence| format!("prefix part {sentence}")));
        }
    }
    if name.is_empty() {
        errors.push("name part must be non-empty".to_owned());
    } else if name.len() > 63 {
        errors.push(format!("name part {}", too_long_for_label(63)));
    }
    if !has_qualified_syntax(name) {
        errors.push(format!("name part {}", syntax()));
    }
    errors
}

/// `IsValidLabelValue`.
pub(crate) fn label_value(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 63 {
        errors.push(too_long_for_label(63));
    }
    if !value.is_empty() && !has_qualified_syntax(value) {
        let rule = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', \
                    and must start and end with an alphanumeric character";
        errors.push(syntax(rule, &format!("({QUALIFIED_NAME})?"), &["MyValue", "my_value", "12345"]));
    }
    errors
}

/// `hasChDirPrefix`: what would lead out of a folder.
fn leads_out(value: &str) -> Option<String> {
    match value {
        "." => Some("must not be '.'".to_owned()),
        ".." => Some("must not be '..'".to_owned()),
        _ if value.starts_with("..") => Some("must not start with '..'".to_owned()),
        _ => None,
    }
}

/// `IsEnvVarName`.
pub(crate) fn env_name(value: &str) -> Vec<String> {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'.' | b'_');
    let mut errors = Vec::new();
    if !value.bytes().next().is_some_and(letter) || !value.bytes().all(|byte| letter(byte) || byte.is_ascii_digit()) {
        let rule = "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', \
                    and must not start with a digit";
        errors.push(syntax(rule, ENV_NAME, &["my.env-name", "MY_ENV.NAME", "MyEnvName1"]));
    }
    errors.extend(leads_out(value));
    errors
}

/// `IsRelaxedEnvVarName`: any printable ASCII but `=`.
pub(crate) fn relaxed_env_name(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.is_empty() {
        errors.push("environment variable name must be non-empty".to_owned());
    }
    if value.bytes().any(|byte| !matches!(byte, b' '..=b'~') || byte == b'=') {
        let rule = "a valid environment variable name must consist only of printable ASCII characters other than '='";
        errors.push(rule.to_owned());
    }
    errors
}

/// `IsDNS1123SubdomainWithUnderscore`: a name to search. v1.33 shows the regular expression without underscores.
pub(crate) fn dns_subdomain_with_underscore(value: &str, release: Release) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 253 {
        errors.push(too_long(253));
    }
    let is_label = |label: &str| {
        let rest = label.strip_prefix('_').unwrap_or(label);
        is_framed(rest, is_lower_alphanumeric, |byte| is_lower_alphanumeric(byte) || matches!(byte, b'-' | b'_'))
    };
    if !value.split('.').all(is_label) {
        let rule = "a DNS-1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', \
                    and must start and end with an alphanumeric character";
        let regex = if release.since(34) {
            DNS_SUBDOMAIN.replace("[-a-z0-9]", "[-_a-z0-9]").replace("[a-z0-9](", "_?[a-z0-9](")
        } else {
            DNS_SUBDOMAIN.to_owned()
        };
        errors.push(syntax(rule, &regex, &["example.com"]));
    }
    errors
}

/// `IsConfigMapKey`: a key of a `ConfigMap` or Secret.
pub(crate) fn config_key(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 253 {
        errors.push(too_long(253));
    }
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    if value.is_empty() || !value.bytes().all(allowed) {
        let rule = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
        errors.push(syntax(rule, CONFIG_KEY, &["key.name", "KEY_NAME", "key-name"]));
    }
    errors.extend(leads_out(value));
    errors
}

/// `IsHTTPHeaderName`.
pub(crate) fn http_header_name(value: &str) -> Vec<String> {
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Vec::new();
    }
    let rule = "a valid HTTP header must consist of alphanumeric characters or '-'";
    vec![syntax(rule, "[-A-Za-z0-9]+", &["X-Header-Name"])]
}

/// `IsValidPortName`.
pub(crate) fn port_name(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 15 {
        errors.push(too_long(15));
    }
    if value.is_empty() || !value.bytes().all(|byte| is_lower_alphanumeric(byte) || byte == b'-') {
        errors.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)".to_owned());
    }
    if !value.bytes().any(|byte| byte.is_ascii_lowercase()) {
        errors.push("must contain at least one letter or number (a-z, 0-9)".to_owned());
    }
    if value.contains("--") {
        errors.push("must not contain consecutive hyphens".to_owned());
    }
    if value.starts_with('-') || value.ends_with('-') {
        errors.push("must not begin or end with a hyphen".to_owned());
    }
    errors
}

/// `InclusiveRangeError` when `value` is outside `low..=high`.
pub(crate) fn in_range(value: i64, low: i64, high: i64) -> Option<String> {
    (!(low..=high).contains(&value)).then(|| format!("must be between {low} and {high}, inclusive"))
}

/// `NameIsDNSSubdomain`, which Jobs use for their names. As the prefix of a generated name, `value`
/// may end in a dash.
pub(crate) fn job_name(value: &str, prefix: bool) -> Vec<String> {
    match value.strip_suffix('-') {
        // Kubernetes replaces the last two characters by an `a`.
        Some(rest) if prefix => {
            let mut kept = rest.to_owned();
            kept.pop();
            kept.push('a');
            dns_subdomain(&kept)
        }
        _ => dns_subdomain(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_lower_as_in_go() {
        assert_eq!(to_lower("Example.Com/KEY-1"), "example.com/key-1");
        // The sign of kelvin, and a Turkish letter.
        assert_eq!(to_lower("\u{212a}8s.\u{130}o"), "k8s.io");
        assert!(!qualified_name(&to_lower("\u{c4}")).is_empty());
    }

    #[test]
    fn a_subdomain_is_explained_in_kubernetes_words() {
        assert_eq!(dns_subdomain("my.pi-1"), Vec::<String>::new());
        assert_eq!(
            dns_subdomain("Pi"),
            [
                "a DNS-1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and \
              end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
              '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ]
        );
        for wrong in ["", "a..b", "-a", "a-", "a_b", ".a"] {
            assert_eq!(dns_subdomain(wrong).len(), 1, "{wrong:?}");
        }
    }

    #[test]
    fn labels_follow_the_qualified_name_rules() {
        assert_eq!(qualified_name("batch.kubernetes.io/job-name"), Vec::<String>::new());
        assert_eq!(qualified_name("/x"), ["prefix part must be non-empty"]);
        assert_eq!(qualified_name("a/")[0], "name part must be non-empty");
        assert!(qualified_name("a/b/c")[0].starts_with("a valid label key must consist of"));
        assert!(qualified_name("a/b/c")[0].contains("'MyName',  or 'my.name',  or '123-abc', regex used"));
        assert_eq!(label_value(""), Vec::<String>::new());
        assert_eq!(label_value("-a").len(), 1);
    }

    #[test]
    fn a_generated_names_prefix_may_end_in_a_dash() {
        assert_eq!([job_name("pi-", true), job_name("-", true)], [Vec::<String>::new(), Vec::new()]);
        assert_eq!(job_name("pi-", false).len(), 1);
    }

    #[test]
    fn small_names() {
        assert_eq!(env_name("PATH"), Vec::<String>::new());
        assert_eq!(env_name("1A").len(), 1);
        assert_eq!(env_name("..x"), ["must not start with '..'"]);
        assert_eq!(dns_subdomain_with_underscore("_srv.a_b.c", Release::V1_36), Vec::<String>::new());
        let regex = r"'_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*'";
        assert!(dns_subdomain_with_underscore("__a", Release::V1_36)[0].contains(regex));
        assert_eq!(config_key("a.b"), Vec::<String>::new());
        assert_eq!(config_key("."), ["must not be '.'"]);
        assert_eq!(port_name("http"), Vec::<String>::new());
        assert_eq!(port_name("80"), ["must contain at least one letter or number (a-z, 0-9)"]);
        assert_eq!(http_header_name("X-Header-Name"), Vec::<String>::new());
        assert_eq!(
            http_header_name("a b"),
            [
                "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for \
              validation is '[-A-Za-z0-9]+')"
            ]
        );
        assert_eq!(in_range(0, 1, 65535).as_deref(), Some("must be between 1 and 65535, inclusive"));
    }
}
