//! `cargo xtask dist`: builds everything for hosting jobscope, as static files for any path of any host.
//!
//! It completes what Trunk builds: renders the start page into the document; joins the style sheets; removes the inline
//! script, so that the page's Content Security Policy can forbid them; adds a service worker that caches all files for
//! offline use; adds the licences.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::process::{self, cargo};
use crate::report::{Outcome, note, step};
use crate::tools::{self, Tool};
use crate::{files, native, notices, page, split, start_page, workspace};

/// Its source, and its name among the published files.
const WORKER: &str = "web/worker/service-worker.js";
const WORKER_NAME: &str = "service-worker.js";

/// The JSON Schema of session files, for editors.
const SCHEMA: &str = "session-file.schema.json";

/// How many bytes the parts of the page may have.
const BUDGET: &str = "web/budget.json";

/// `cargo xtask dist`: the folder. With the address of the site it gets a sitemap.
pub(crate) fn publish(site: Option<&str>) -> Outcome {
    page::ensure_tools()?;
    let folder = build_for(page::Kind::Published, site)?;
    check_size(&folder)?;
    note(&format!("everything is in {}: serve that folder from any host, under any path", folder.display()));
    Ok(())
}

/// Builds everything; the folder.
pub(crate) fn build(kind: page::Kind) -> Outcome<PathBuf> {
    build_for(kind, None)
}

fn build_for(kind: page::Kind, site: Option<&str>) -> Outcome<PathBuf> {
    let folder = workspace::target().join(match kind {
        page::Kind::Published => "dist",
        page::Kind::Test => "dist-test",
    });
    tools::ensure(&[Tool::WasmSplit])?;
    page::build(kind, &folder)?;
    split::split(kind, &folder)?;
    step("finish the static files", || finish(kind, &folder, site))?;
    Ok(folder)
}

/// Prints what the parts of the page weigh; fails if one is heavier than the budget allows.
fn check_size(folder: &Path) -> Outcome {
    let run = ["run", "--quiet", "--locked", "-p", "jobscope-tests", "--features", "sizes", "--bin", "weigh", "--"];
    step("weigh the page", || process::run(cargo(run).arg(folder).arg(workspace::root().join(BUDGET))))
}

fn finish(kind: page::Kind, folder: &Path, site: Option<&str>) -> Outcome {
    start_page::write(kind, folder, &format!(r#"<meta name="service-worker" content="./{WORKER_NAME}">"#))?;
    files::copy(&workspace::root().join("docs").join(SCHEMA), &folder.join(SCHEMA))?;
    // The texts of docs/, the lessons and the glossary as documents, with relative addresses.
    let mut documents = match kind {
        page::Kind::Published => cargo(["run", "--quiet", "--locked", "-p", "jobscope-docs", "--"]),
        page::Kind::Test => native::command("jobscope-docs")?,
    };
    process::run(documents.arg(folder).args(site))?;
    files::copy(&workspace::root().join("LICENSE"), &folder.join("LICENSE"))?;
    files::write(&folder.join("THIRD-PARTY-NOTICES"), &notices::of(&["-p", "jobscope-web"])?)?;
    // Last, because it names all the others.
    files::write(&folder.join(WORKER_NAME), &service_worker(folder)?)
}

/// Documents that only readers without scripts need, who have no service worker either.
fn is_for_readers_without_scripts(name: &str) -> bool {
    let folder = name.split('/').next().unwrap_or_default();
    let is_document = Path::new(name).extension().is_some_and(|extension| extension == "html");
    (matches!(folder, "lessons" | "glossary") && is_document) || name == "sitemap.txt"
}

/// The service worker for the files that are in the folder.
fn service_worker(folder: &Path) -> Outcome<String> {
    let names: Vec<String> = files::list(folder)?
        .iter()
        .map(|file| file.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/"))
        .filter(|name| name != WORKER_NAME && !is_for_readers_without_scripts(name))
        .collect();
    let source = files::read(&workspace::root().join(WORKER))?;
    let mut version = DefaultHasher::new();
    source.hash(&mut version);
    for name in &names {
        let path = folder.join(name);
        name.hash(&mut version);
        fs::read(&path).map_err(|error| files::cannot("read", &path, &error))?.hash(&mut version);
    }
    let version = format!("{:016x}", version.finish());
    // Names and numbers: a debug string is JavaScript's, too.
    Ok(format!("const VERSION = {version:?};\nconst FILES = {names:?};\n\n{source}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_service_worker_knows_every_file_and_its_version_follows_them() -> Outcome {
        let folder = workspace::target().join("dist-unit-test");
        files::renew(&folder)?;
        files::write(&folder.join("index.html"), "one")?;
        files::write(&folder.join("docs/embed.html"), "two")?;
        let first = service_worker(&folder)?;
        assert!(first.contains(r#"const FILES = ["docs/embed.html", "index.html"];"#), "{first}");
        assert_eq!(service_worker(&folder)?, first);
        files::write(&folder.join("index.html"), "three")?;
        assert_ne!(service_worker(&folder)?.lines().next(), first.lines().next());
        fs::remove_dir_all(&folder).map_err(|error| files::cannot("remove", &folder, &error))
    }
}
