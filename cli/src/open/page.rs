//! The files of the page: those in the program, packed with gzip, or those in a folder.

use std::env;
use std::fs;
use std::io::Read;
use std::path::PathBuf;

use flate2::read::GzDecoder;

use crate::failure::{Failure, Outcome};

/// The environment variable that names a folder with a built page, which is served instead of the one in the program.
const FOLDER: &str = "JOBSCOPE_PAGE";

/// The files in the program, sorted by their names.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The document of the page.
pub(super) const DOCUMENT: &str = "index.html";

/// How the document names its service worker. It would keep the page for an address that no later start has.
const WORKER: &str = r#"<meta name="service-worker" content="./service-worker.js">"#;

/// Where the page is.
#[derive(Clone, Debug)]
pub(super) enum Page {
    Embedded,
    Folder(PathBuf),
}

/// A file of the page.
#[derive(Debug)]
pub(super) struct File {
    pub(super) bytes: Vec<u8>,
    /// Whether the bytes are packed with gzip.
    pub(super) is_packed: bool,
    pub(super) r#type: &'static str,
}

impl Page {
    pub(super) fn find() -> Outcome<Self> {
        if let Some(folder) = env::var_os(FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from) {
            let known = folder.join(DOCUMENT).is_file();
            return if known {
                Ok(Self::Folder(folder))
            } else {
                Err(Failure::new(format!("{FOLDER} names {}, where no built page is", folder.display())))
            };
        }
        if FILES.is_empty() {
            return Err(Failure::new(
                "this program was built without the page: build it with `cargo xtask cli`, or name a folder with a built page in JOBSCOPE_PAGE",
            ));
        }
        Ok(Self::Embedded)
    }

    /// The file of that name, packed if the reader unpacks it.
    pub(super) fn file(&self, name: &str, unpacks: bool) -> Option<File> {
        let r#type = type_of(name);
        let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':']);
        if !name.split('/').all(is_plain) {
            return None;
        }
        let (bytes, is_packed) = match self {
            Self::Folder(folder) => (fs::read(folder.join(name)).ok()?, false),
            Self::Embedded => {
                let place = FILES.binary_search_by_key(&name, |(name, _)| name).ok()?;
                (FILES.get(place)?.1.to_vec(), true)
            }
        };
        let is_packed_for = unpacks && name != DOCUMENT;
        let bytes = if is_packed && !is_packed_for { unpacked(&bytes)? } else { bytes };
        let bytes = if name == DOCUMENT { without_worker(bytes) } else { bytes };
        Some(File { bytes, is_packed: is_packed && is_packed_for, r#type })
    }
}

fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut plain).ok()?;
    Some(plain)
}

fn without_worker(document: Vec<u8>) -> Vec<u8> {
    match String::from_utf8(document) {
        Ok(text) => text.replace(WORKER, "").into_bytes(),
        Err(error) => error.into_bytes(),
    }
}

/// The media type of a file.
fn type_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "md" | "txt" | "yaml" | "ftl" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_served_without_its_worker_and_nothing_above_it() {
        let folder = env::temp_dir().join(format!("jobscope-page-{}", std::process::id()));
        fs::create_dir_all(folder.join("docs")).unwrap();
        fs::write(folder.join(DOCUMENT), format!("<head>{WORKER}</head>")).unwrap();
        fs::write(folder.join("docs/a.wasm"), "wasm").unwrap();
        let page = Page::Folder(folder.join("docs").join(".."));
        assert_eq!(page.file(DOCUMENT, true).unwrap().bytes, b"<head></head>");
        assert_eq!(page.file("docs/a.wasm", true).unwrap().r#type, "application/wasm");
        for name in ["", "/", "docs", "docs/", "../x", "docs/../index.html", "docs\\a.wasm", "C:/x", "no.js"] {
            assert!(page.file(name, true).is_none(), "{name}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
