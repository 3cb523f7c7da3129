//! Paths and versions: the repository's root, its target folder, and versions from its lock file.

use std::fs;
use std::path::{Path, PathBuf};

use crate::report::{Failure, Outcome};

/// The repository's root: the folder above this package.
pub(crate) fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_path_buf()
}

/// Where cargo puts what it builds for the workspace.
pub(crate) fn target() -> PathBuf {
    // A relative folder counts from where cargo is started, which is the root for all children.
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// The version of a package that `Cargo.lock` fixes.
pub(crate) fn locked_version(package: &str) -> Outcome<String> {
    let path = root().join("Cargo.lock");
    let lock = fs::read_to_string(&path).map_err(|error| {
        Failure::new(format!("cannot read {}: {error}. It is part of the repository: restore it.", path.display()))
    })?;
    version_in_lock(&lock, package).ok_or_else(|| {
        Failure::new(format!("{} does not name the package {package}, whose version is needed.", path.display()))
    })
}

fn version_in_lock(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    Some(lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_file_version_is_that_of_the_named_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"9.9.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.1\"\n";
        assert_eq!(version_in_lock(lock, "wasm-bindgen").as_deref(), Some("0.2.1"));
        assert_eq!(version_in_lock(lock, "bindgen"), None);
    }
}
