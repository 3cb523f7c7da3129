//! Validation of the Windows part of a security context (`validateWindowsSecurityContextOptions`).

use super::meta::invalid_texts;
use super::names;
use crate::api::json::{Object, object, optional_text};
use crate::api::{FieldError, FieldPath};

const MAX_CREDENTIAL_SPEC: usize = 64 * 1024;
const MAX_DOMAIN: usize = 256;
const MAX_USER: usize = 104;

/// `validateWindowsSecurityContextOptions`.
pub(super) fn windows_options(errors: &mut Vec<FieldError>, context: &Object, path: &FieldPath) {
    let Some(options) = object(context, "windowsOptions") else { return };
    if let Some(name) = optional_text(options, "gmsaCredentialSpecName") {
        invalid_texts(errors, &path.child("gmsaCredentialSpecName"), name, names::dns_subdomain(name));
    }
    if let Some(spec) = optional_text(options, "gmsaCredentialSpec") {
        let path = path.child("gmsaCredentialSpec");
        if spec.is_empty() {
            errors.push(FieldError::invalid_text(&path, spec, "gmsaCredentialSpec cannot be an empty string"));
        } else if spec.len() > MAX_CREDENTIAL_SPEC {
            errors.push(FieldError::invalid_text(&path, spec, "gmsaCredentialSpec size must be under 64 KiB"));
        }
    }
    if let Some(user) = optional_text(options, "runAsUserName") {
        let path = path.child("runAsUserName");
        let details = wrong_user_name(user).into_iter();
        errors.extend(details.map(|detail| FieldError::invalid_text(&path, user, format!("runAsUserName{detail}"))));
    }
}

/// What is wrong with the name of a user, with or without a domain.
fn wrong_user_name(name: &str) -> Vec<String> {
    let one = |detail: &str| vec![detail.to_owned()];
    if name.is_empty() {
        return one(" cannot be an empty string");
    }
    if name.contains(|c: char| c.is_ascii_control()) {
        return one(" cannot contain control characters");
    }
    let (domain, user) = match name.split_once('\\') {
        Some((_, user)) if user.contains('\\') => return one(" cannot contain more than one backslash"),
        Some((domain, user)) => (Some(domain), user),
        None => (None, name),
    };
    let mut details = Vec::new();
    if domain.is_some_and(|domain| domain.len() >= MAX_DOMAIN) {
        details.push(format!("'s Domain length must be under {MAX_DOMAIN} characters"));
    }
    if domain.is_some_and(|domain| !is_net_bios_name(domain) && !is_dns_name(domain)) {
        details.push("'s Domain doesn't match the NetBios nor the DNS format".to_owned());
    }
    if user.is_empty() {
        details.push("'s User cannot be empty".to_owned());
    } else if user.len() > MAX_USER {
        details.push(format!("'s User length must not be longer than {MAX_USER} characters"));
    }
    if !user.is_empty() && user.chars().all(|c| matches!(c, '.' | ' ')) {
        details.push("'s User cannot contain only periods or spaces".to_owned());
    }
    if user.contains(|c: char| "\"/\\:;|=,+*?<>@[]".contains(c)) {
        details.push("'s User cannot contain the following characters: \"/\\:;|=,+*?<>@[]".to_owned());
    }
    details
}

/// One to fifteen characters, the first of which is no dot.
fn is_net_bios_name(domain: &str) -> bool {
    let length = domain.chars().count();
    let is_wrong = |c: char| "\\/:*?\"<>|".contains(c);
    (1..=15).contains(&length) && !domain.starts_with('.') && !domain.contains(is_wrong)
}

/// Labels of up to 63 letters, digits and dashes.
fn is_dns_name(domain: &str) -> bool {
    let edge = |c: char| c.is_ascii_alphanumeric();
    domain.split('.').all(|label| {
        label.len() <= 63
            && label.starts_with(edge)
            && label.ends_with(edge)
            && label.chars().all(|c| edge(c) || c == '-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_named_as_windows_does() {
        for right in ["user", "NT AUTHORITY\\SYSTEM", "example.com\\user.name", "a b"] {
            assert_eq!(wrong_user_name(right), Vec::<String>::new(), "{right}");
        }
        for (wrong, details) in [
            ("", &[" cannot be an empty string"] as &[_]),
            ("a\u{7f}", &[" cannot contain control characters"]),
            ("a\\b\\c", &[" cannot contain more than one backslash"]),
            (
                "..a:b\\ .",
                &[
                    "'s Domain doesn't match the NetBios nor the DNS format",
                    "'s User cannot contain only periods or spaces",
                ],
            ),
            ("d\\", &["'s User cannot be empty"]),
            ("a@b", &["'s User cannot contain the following characters: \"/\\:;|=,+*?<>@[]"]),
        ] {
            assert_eq!(wrong_user_name(wrong), details, "{wrong}");
        }
        assert_eq!(wrong_user_name(&"a".repeat(105)), ["'s User length must not be longer than 104 characters"]);
    }
}
