//! Releases by their names, and by the version of a server.

use jobscope_core::api::Release;

use crate::failure::{Failure, Outcome};

/// The release of a name such as `v1.36`, `1.36` or `v1.36.3`.
///
/// The names of all releases, and the nearest one, are in the failure.
pub(crate) fn named(name: &str) -> Outcome<Release> {
    let minor = minor_of(name).ok_or_else(|| {
        Failure::new(format!("{name:?} is no Kubernetes release: write it like {}", Release::default()))
    })?;
    of_minor(minor)
}

/// The release of a minor version.
pub(crate) fn of_minor(minor: u8) -> Outcome<Release> {
    let distance = |release: &Release| (release.minor().abs_diff(minor), u8::MAX - release.minor());
    let Some(nearest) = Release::ALL.into_iter().min_by_key(distance) else {
        return Err(Failure::new("no release is simulated"));
    };
    if nearest.minor() == minor {
        return Ok(nearest);
    }
    Err(Failure::new(format!(
        "v1.{minor} is not simulated: the nearest release is {nearest}, and --release {nearest} shows what that one does"
    )))
}

/// The minor version in `v1.36.3`; providers write more after it, as in `v1.36.3-gke.100`.
pub(crate) fn minor_of(name: &str) -> Option<u8> {
    let rest = name.strip_prefix('v').unwrap_or(name).strip_prefix("1.")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).map_or(rest, |end| rest.get(..end).unwrap_or_default());
    let after = rest.get(digits.len()..).unwrap_or_default();
    (after.is_empty() || after.starts_with(['.', '+', '-'])).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_versions_of_servers_are_releases() {
        for name in ["v1.36", "1.36", "v1.36.3", "v1.36+", "v1.36.3-gke.100"] {
            assert_eq!(named(name).ok(), Some(Release::V1_36), "{name}");
        }
        for name in ["", "1", "v2.36", "v1.x", "v1.36beta"] {
            assert!(named(name).is_err(), "{name}");
        }
    }

    #[test]
    fn the_nearest_release_is_named_and_of_two_the_newer() {
        let said = |minor| of_minor(minor).map_err(|failure| failure.to_string()).unwrap_err();
        assert!(said(24).contains("the nearest release is v1.25"), "{}", said(24));
        let newest = Release::ALL.into_iter().max().unwrap();
        assert!(said(90).contains(&format!("--release {newest}")), "{}", said(90));
    }
}
