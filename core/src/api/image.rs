//! Names of container images, as far as defaulting reads them (`pkg/util/parsers`).

/// `parsers.ParseImageName`: the tag of an image, `latest` if neither tag nor digest is given.
/// `None` for a digest without a tag and for what is no image name.
pub(crate) fn image_tag(image: &str) -> Option<&str> {
    // 64 hex digits alone could be mistaken for an image ID.
    if image.len() == 64 && image.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    let (domain, rest) = match image.split_once('/') {
        Some((first, rest)) if first.contains(['.', ':']) || first == "localhost" => (Some(first), rest),
        _ => (None, image),
    };
    let (named, digest) = match rest.split_once('@') {
        Some((named, digest)) => (named, Some(digest)),
        None => (rest, None),
    };
    let (path, tag) = match named.split_once(':') {
        Some((path, tag)) => (path, Some(tag)),
        None => (named, None),
    };
    let valid = domain.is_none_or(is_domain)
        && path.split('/').all(is_path_component)
        && name_length(domain, path) <= 255
        && tag.is_none_or(is_tag)
        && digest.is_none_or(is_digest);
    if !valid {
        return None;
    }
    match (tag, digest) {
        (None, None) => Some("latest"),
        (tag, _) => tag,
    }
}

/// The length of the full name, with what is understood: `docker.io/` and `library/`.
fn name_length(domain: Option<&str>, path: &str) -> usize {
    match domain {
        Some(domain) => domain.len() + 1 + path.len(),
        None if path.contains('/') => "docker.io/".len() + path.len(),
        None => "docker.io/library/".len() + path.len(),
    }
}

fn is_domain(domain: &str) -> bool {
    let (host, port) = match domain.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (domain, None),
    };
    host.split('.').all(|label| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    }) && port.is_none_or(|port| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Lower case letters and digits, separated by one period, one or two underscores, or dashes.
fn is_path_component(component: &str) -> bool {
    let alphanumeric = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    component.starts_with(alphanumeric)
        && component.ends_with(alphanumeric)
        && component
            .split(alphanumeric)
            .all(|separator| matches!(separator, "" | "." | "_" | "__") || separator.bytes().all(|byte| byte == b'-'))
}

fn is_tag(tag: &str) -> bool {
    tag.len() <= 128
        && tag.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
        && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

fn is_digest(digest: &str) -> bool {
    let Some((algorithm, hex)) = digest.split_once(':') else { return false };
    let length = match algorithm {
        "sha256" => 64,
        "sha384" => 96,
        "sha512" => 128,
        _ => return false,
    };
    hex.len() == length && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_is_latest_unless_something_else_is_said() {
        let digest = format!("perl@sha256:{}", "a".repeat(64));
        let both = format!("perl:latest@sha256:{}", "a".repeat(64));
        for (image, tag) in [
            ("perl", Some("latest")),
            ("perl:5.34", Some("5.34")),
            ("library/perl:latest", Some("latest")),
            ("localhost:5000/perl", Some("latest")),
            ("quay.io/a/b__c.d-e:v1", Some("v1")),
            (&digest, None),
            (&both, Some("latest")),
            ("", None),
            ("Perl", None),
            ("perl:", None),
            ("a b", None),
            ("a..b", None),
            ("perl@sha256:abc", None),
            (&"a".repeat(64), None),
            (&"z".repeat(300), None),
        ] {
            assert_eq!(image_tag(image), tag, "{image}");
        }
    }
}
