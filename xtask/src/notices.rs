//! Third-party code in a wasm module: names, licences, and the notices that they require.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

use crate::process::{self, cargo};
use crate::report::{Failure, Outcome};
use crate::{files, workspace};

/// A crate.
#[derive(Debug, PartialEq, Eq)]
struct Crate {
    name: String,
    version: String,
    license: String,
    source: String,
}

const HEAD: &str = "\
jobscope is licensed under the Apache License 2.0; see LICENSE. Its WebAssembly module contains what is listed here.
Whatever is offered under the Apache License 2.0, among others, is used under that one. The texts of all other licences
follow after the list. The source code of each is at the address that is named.

std (of Rust): MIT OR Apache-2.0, https://github.com/rust-lang/rust
";

/// The notices for the module that is built of the package that these options of cargo choose.
pub(crate) fn of(package: &[&str]) -> Outcome<String> {
    let mut tree = cargo(["tree", "--locked", "--target", "wasm32-unknown-unknown", "--prefix", "none"]);
    tree.args(["--edges", "normal,no-proc-macro", "--format", "{p}|{l}|{r}"]).args(package);
    let listed = process::output_of(&mut tree).ok_or_else(|| {
        Failure::new("cargo does not list the packages of the module. To see why: cargo tree --locked")
    })?;
    let mut crates: Vec<Crate> = listed.lines().filter_map(parse).collect();
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    crates.dedup();
    let mut text = HEAD.to_owned();
    for Crate { name, version, license, source } in &crates {
        let _ = writeln!(text, "{name} {version}: {license}, {source}");
    }
    // Many share a text to the letter.
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for part in crates.iter().filter(|part| !part.license.contains("Apache-2.0")) {
        texts.entry(license_text(part)?).or_default().push(&part.name);
    }
    for (license, names) in texts {
        let _ = write!(text, "\n{}\n{}\n\n{}\n", "-".repeat(80), names.join(", "), license.trim_end());
    }
    Ok(text)
}

/// A line such as `slab v0.4.12|MIT|https://…`. Our own crates are not listed.
fn parse(line: &str) -> Option<Crate> {
    let mut fields = line.trim_end_matches(" (*)").split('|');
    let mut words = fields.next()?.split_whitespace();
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    let (license, source) = (fields.next()?, fields.next()?);
    let ours = words.next().is_some_and(|place| place.contains(std::path::MAIN_SEPARATOR));
    let owned = str::to_owned;
    (!ours).then(|| Crate {
        name: owned(name),
        version: owned(version),
        license: owned(license),
        source: owned(source),
    })
}

/// What the crate's own file says.
fn license_text(part: &Crate) -> Outcome<String> {
    let package = format!("{}-{}", part.name, part.version);
    for registry in registries()? {
        let folder = registry.join(&package);
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        let mut found: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        found.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
            path.is_file() && ["LICENSE", "LICENCE", "COPYING"].iter().any(|start| name.starts_with(start))
        });
        found.sort();
        if let Some(path) = found.first() {
            return files::read(path);
        }
    }
    Err(Failure::new(format!("{package} ({}) comes without the text of its licence.", part.license)))
}

/// Where cargo keeps the sources of crates.
fn registries() -> Outcome<Vec<PathBuf>> {
    let home = env::var_os("CARGO_HOME").map(|home| workspace::root().join(home));
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let folder = home.ok_or_else(|| Failure::new("there is no home folder. Set CARGO_HOME."))?.join("registry/src");
    let entries = fs::read_dir(&folder).map_err(|error| files::cannot("list", &folder, &error))?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_crate_unless_it_is_ours() {
        let slab = parse("slab v0.4.12|MIT|https://example.org/slab (*)").map(|part| (part.name, part.license));
        assert_eq!(slab, Some(("slab".to_owned(), "MIT".to_owned())));
        assert_eq!(parse("jobscope-core v0.1.0 (/some/where/core)|Apache-2.0|"), None);
    }
}
