//! Holds the word list of `words` over everything that a person reads in this repository.

use std::fs;
use std::path::{Path, PathBuf};

use super::{texts, words};
use crate::report::{Failure, Outcome, note};
use crate::{files, workspace};

/// What is not ours, is generated, or is the list itself.
const EXCEPT: &[&str] = &[
    "tests/vectors",
    "tests/admission",
    "tests/kubectl",
    "tests/histories",
    "tests/files",
    "fuzz/corpus",
    "xtask/src/lint",
];

/// Folders at any depth that are built or fetched.
const BUILT: &[&str] = &["target", "dist", "node_modules", "pkg"];

pub(super) fn check() -> Outcome {
    let root = workspace::root();
    let mut found = Vec::new();
    for file in sources(&root)? {
        found.extend(in_file(&file, &files::read(&root.join(&file))?));
    }
    for line in &found {
        println!("{line}");
    }
    match found.len() {
        0 => Ok(()),
        count => {
            note("the list is in xtask/src/lint/words.rs; CONTRIBUTING.md says how we write");
            Err(Failure::new(format!("{count} words read as translated; see them above.")))
        }
    }
}

/// A line for each word of the list that a file has, as `path:line`.
fn in_file(file: &Path, source: &str) -> Vec<String> {
    let Some(read) = reader(file) else { return Vec::new() };
    let text = read(source);
    let line = |at| 1 + text.get(..at).unwrap_or_default().matches('\n').count();
    let found = words::found(&text).into_iter();
    found.map(|(at, word)| format!("{}:{}: “{}”: {}", file.display(), line(at), word.avoid, word.better)).collect()
}

/// How the texts of a file are found in it, if it has English ones.
fn reader(file: &Path) -> Option<fn(&str) -> String> {
    if file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("zh-CN.")) {
        return None;
    }
    match file.extension()?.to_str()? {
        "rs" => Some(texts::rust),
        "md" => Some(texts::markdown),
        "ftl" => Some(texts::fluent),
        "txt" if file.starts_with("tests/scenarios") => Some(texts::scenario),
        _ => None,
    }
}

/// The files of the repository that have texts, relative to its root, in order.
fn sources(root: &Path) -> Outcome<Vec<PathBuf>> {
    let mut sources = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let path = root.join(&folder);
        for entry in fs::read_dir(&path).map_err(|error| files::cannot("list", &path, &error))? {
            let entry = entry.map_err(|error| files::cannot("list", &path, &error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let inner = folder.join(&name);
            if name.starts_with('.')
                || BUILT.contains(&name.as_str())
                || EXCEPT.iter().any(|path| inner == Path::new(path))
            {
                continue;
            }
            if entry.path().is_dir() {
                folders.push(inner);
            } else if reader(&inner).is_some() {
                sources.push(inner);
            }
        }
    }
    sources.sort();
    Ok(sources)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_named_with_its_line_and_a_better_one() {
        let source = "fn told() {}\n\n// The list is\n// told again.\n";
        let expected = ["core/src/a.rs:4: “told”: reported, delivered, shown"];
        assert_eq!(in_file(Path::new("core/src/a.rs"), source), expected);
        assert_eq!(in_file(Path::new("a/zh-CN.md"), "told"), [""; 0]);
    }

    #[test]
    fn sources_leave_out_what_is_built_and_what_is_not_ours() {
        let sources = sources(&workspace::root()).expect("the repository can be read");
        assert!(sources.iter().any(|file| file == Path::new("README.md")));
        assert!(sources.iter().any(|file| file == Path::new("xtask/src/main.rs")));
        assert!(!sources.iter().any(|file| file.starts_with("target") || file.starts_with("tests/vectors")));
    }
}
