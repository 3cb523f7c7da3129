//! Files and folders, with failures that name them.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::Error;
use std::path::{Path, PathBuf};

use crate::report::{Failure, Outcome};

/// Why something could not be done to a file or folder.
pub(crate) fn cannot(what: &str, path: &Path, error: &Error) -> Failure {
    Failure::new(format!("cannot {what} {}: {error}.", path.display()))
}

/// Makes the folder, empty, whatever was there.
pub(crate) fn renew(folder: &Path) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| cannot("empty", folder, &error))?;
    }
    fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))
}

/// Writes a file, with the folders above it.
pub(crate) fn write(path: &Path, text: &str) -> Outcome {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))?;
    }
    fs::write(path, text).map_err(|error| cannot("write", path, &error))
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| cannot("read", path, &error))
}

/// A number that follows from texts or bytes, for names of files that change with what is in them.
pub(crate) fn hash_of(text: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Copies one file.
pub(crate) fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to).map(|_| ()).map_err(|error| cannot(&format!("copy {} to", from.display()), to, &error))
}

/// Removes one file.
pub(crate) fn remove(path: &Path) -> Outcome {
    fs::remove_file(path).map_err(|error| cannot("remove", path, &error))
}

/// Copies what is in a folder into another one.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Outcome {
    for file in list(from)? {
        let target = to.join(&file);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))?;
        }
        copy(&from.join(&file), &target)?;
    }
    Ok(())
}

/// The files in a folder and in those below it, relative to it, in order.
pub(crate) fn list(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        let path = folder.join(&inner);
        for entry in fs::read_dir(&path).map_err(|error| cannot("list", &path, &error))? {
            let entry = entry.map_err(|error| cannot("list", &path, &error))?;
            let name = inner.join(entry.file_name());
            if entry.path().is_dir() { folders.push(name) } else { found.push(name) }
        }
    }
    found.sort();
    Ok(found)
}
