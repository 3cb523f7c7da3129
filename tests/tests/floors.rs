//! The floors of `core` and `web`, as ARCHITECTURE.md has them: a module imports only from lower floors, or from its own row.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "in a test a panic is the report")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module's floor and its row in the table.
type Floors = BTreeMap<String, (u32, usize)>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The table below the heading “Floors of `name`”.
fn floors(name: &str) -> Floors {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, section) = map.split_once(&format!("### Floors of `{name}`")).unwrap();
    let rows = section.lines().skip_while(|line| !line.starts_with("| ")).take_while(|line| line.starts_with('|'));
    let mut floors = Floors::new();
    for (row, line) in rows.skip(2).enumerate() {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let floor = cells[1].parse().unwrap();
        for module in cells[2].split(',') {
            let module = module.trim().trim_matches('`').to_owned();
            assert!(floors.insert(module.clone(), (floor, row)).is_none(), "{module} is listed twice");
        }
    }
    floors
}

/// The Rust files below a folder, each with the top module that it belongs to.
fn files(folder: &Path, module: Option<&str>, found: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let module = module.unwrap_or(&stem);
        if path.is_dir() {
            files(&path, Some(module), found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !["lib", "main"].contains(&module) {
            found.push((module.to_owned(), path));
        }
    }
}

/// The top modules that a source names behind `crate::`, comments and unit tests apart.
fn imports(source: &str) -> BTreeSet<String> {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let word = |text: &str| text.chars().take_while(|one| one.is_alphanumeric() || *one == '_').collect::<String>();
    let mut named = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        let Some(group) = after.strip_prefix('{') else {
            named.insert(word(after));
            continue;
        };
        let mut depth = 0;
        let mut starts = true;
        for (at, one) in group.char_indices() {
            match one {
                '}' if depth == 0 => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => starts = true,
                one if starts && !one.is_whitespace() => {
                    named.insert(word(&group[at..]));
                    starts = false;
                }
                _ => {}
            }
        }
    }
    named
}

/// What breaks the rule in a crate.
fn broken(name: &str) -> Vec<String> {
    let floors = floors(name);
    let mut found = Vec::new();
    files(&root().join(name).join("src"), None, &mut found);
    let mut broken = Vec::new();
    for (module, path) in &found {
        // Test support that a module has in a file of its own.
        if path.components().any(|part| part.as_os_str() == "tests")
            || path.ends_with("tests.rs")
            || path.ends_with("testing.rs")
        {
            continue;
        }
        let Some(of) = floors.get(module) else {
            broken.push(format!("{module} has no floor"));
            continue;
        };
        for import in imports(&fs::read_to_string(path).unwrap()) {
            match floors.get(&import) {
                Some(to) if import != *module && (to.0 > of.0 || (to.0 == of.0 && to.1 != of.1)) => {
                    broken.push(format!("{} imports {import}", path.strip_prefix(root()).unwrap().display()));
                }
                _ => {}
            }
        }
    }
    let modules: BTreeSet<_> = found.iter().map(|(module, _)| module).collect();
    broken.extend(
        floors.keys().filter(|module| !modules.contains(module)).map(|module| format!("{module} is no module")),
    );
    broken
}

#[test]
fn modules_of_the_engine_import_downwards() {
    assert_eq!(broken("core"), Vec::<String>::new());
}

#[test]
fn modules_of_the_page_import_downwards() {
    assert_eq!(broken("web"), Vec::<String>::new());
}

#[test]
fn imports_are_found_however_they_are_written() {
    let source = "use crate::{a::{B, C}, d, e::F};\nuse crate::g::H;\n// crate::not\nfn f() { crate::i::j() }\n#[cfg(test)]\nmod tests {\n    use crate::k;\n}";
    let found: Vec<_> = imports(source).into_iter().collect();
    assert_eq!(found, ["a", "d", "e", "g", "i"]);
}
