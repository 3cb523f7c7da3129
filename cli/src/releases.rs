//! Releases by their names, and by the version of a server.

use std::fmt;

use jobscope_core::api::{FeatureGates, Fix, Release};

use crate::failure::{Failure, Outcome};

/// A version of Kubernetes: a release, and the patch level of it if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Version {
    pub(crate) release: Release,
    patch: Option<u8>,
}

impl Version {
    /// What is simulated of it: the release with the fixes that came between the recorded patch level and this one.
    pub(crate) fn gates(self) -> FeatureGates {
        let gates = FeatureGates::from(self.release);
        let later = gates.patches().map(|(fix, _)| fix).filter(|fix| self.has(*fix));
        later.fold(gates, |gates, fix| gates.with_fix(fix, true).unwrap_or(gates))
    }

    /// Whether a session of these gates is of this version: of its release, with its fixes if the patch level is known.
    pub(crate) fn simulates(self, gates: FeatureGates) -> bool {
        let has_its_fixes = || gates.patches().all(|(fix, is_on)| is_on == self.has(fix));
        self.release == gates.release() && (self.patch.is_none() || has_its_fixes())
    }

    /// The fixes that are simulated although this patch level does not have them yet.
    pub(crate) fn lacks(self) -> impl Iterator<Item = Fix> {
        Fix::ALL.iter().copied().filter(move |fix| fix.is_in(self.release) && !self.has(*fix))
    }

    /// Whether it has the fix. One whose patch level is not known is as the release was recorded.
    fn has(self, fix: Fix) -> bool {
        fix.patch_in(self.release).is_some_and(|since| self.patch.unwrap_or(self.release.patch()) >= since)
    }
}

/// As it is written: `v1.36.3`, or `v1.36` without a patch level.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.patch {
            Some(patch) => write!(f, "{}.{patch}", self.release),
            None => self.release.fmt(f),
        }
    }
}

/// The version of a name such as `v1.36`, `1.36` or `v1.36.3`.
///
/// The names of all releases, and the nearest one, are in the failure.
pub(crate) fn named(name: &str) -> Outcome<Version> {
    let (minor, patch) = numbers_of(name).ok_or_else(|| {
        Failure::new(format!("{name:?} is no Kubernetes release: write it like {}", Release::default()))
    })?;
    Ok(Version { release: of_minor(minor)?, patch })
}

/// The release of a minor version.
fn of_minor(minor: u8) -> Outcome<Release> {
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

/// The minor version and the patch level in `v1.36.3`; providers write more after them, as in `v1.36.3-gke.100`.
pub(crate) fn numbers_of(name: &str) -> Option<(u8, Option<u8>)> {
    let rest = name.strip_prefix('v').unwrap_or(name).strip_prefix("1.")?;
    let (minor, after) = number(rest);
    let patch = after.strip_prefix('.').and_then(|after| number(after).0);
    (after.is_empty() || after.starts_with(['.', '+', '-'])).then_some((minor?, patch))
}

/// The number that a text begins with, and what follows it.
fn number(text: &str) -> (Option<u8>, &str) {
    let (digits, after) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    (digits.parse().ok(), after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_versions_of_servers_are_releases() {
        for name in ["v1.36", "1.36", "v1.36.3", "v1.36+", "v1.36.3-gke.100"] {
            assert_eq!(named(name).ok().map(|version| version.release), Some(Release::V1_36), "{name}");
        }
        for name in ["", "1", "v2.36", "v1.x", "v1.36beta"] {
            assert!(named(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_patch_level_brings_its_fixes_and_lacks_later_ones() {
        let of = |name: &str| named(name).unwrap();
        for (name, patched, lacks) in [
            ("v1.36", false, 0),
            ("v1.36+", false, 0),
            ("v1.36.1", false, 1),
            ("v1.36.3-gke.100", false, 0),
            ("v1.36.4", true, 0),
            ("v1.36.400", false, 0),
        ] {
            let version = of(name);
            assert_eq!(version.gates().has(Fix::OrphansBySelectorRetried), patched, "{name}");
            assert_eq!(version.lacks().count(), lacks, "{name}");
        }
        assert_eq!(of("1.36.1").lacks().collect::<Vec<_>>(), [Fix::ActiveInBackOff]);
        assert_eq!(of("v1.36.1-eks-1").to_string(), "v1.36.1");
        assert_eq!(
            of("v1.34.10").gates(),
            FeatureGates::from(Release::V1_34).with_fix(Fix::ActiveInBackOff, true).unwrap()
        );
    }

    #[test]
    fn a_patch_level_simulates_sessions_with_its_fixes() {
        let later = named("v1.36.4").unwrap().gates();
        for (name, own, patched) in
            [("v1.36", true, true), ("v1.36.3", true, false), ("v1.36.4", false, true), ("v1.28.4", false, false)]
        {
            let version = named(name).unwrap();
            assert_eq!(version.simulates(Release::V1_36.into()), own, "{name}");
            assert_eq!(version.simulates(later), patched, "{name}");
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
