//! What the parts of the published page transfer, as brotli makes them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use brotli::enc::BrotliEncoderParams;

/// Where the document lists what only the debugger needs.
const DEBUGGER: (&str, &str) = ("<template id=\"debugger\">", "</template>");

/// How the link to the deferred module begins.
const DEFERRED: &str = "rel=\"prefetch\"";

/// How the name of a file of texts ends.
const TEXTS: &str = ".txt";

/// A part of the page: what is transferred until it can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name in the budget.
    pub name: &'static str,
    /// The files, each with its bytes.
    pub files: Vec<(String, u64)>,
}

impl Part {
    /// All its bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|(_, bytes)| bytes).sum()
    }
}

/// Bytes that may be transferred, by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget(BTreeMap<String, u64>);

impl Budget {
    /// Reads the budget from a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a JSON object of numbers.
    pub fn read(file: &Path) -> io::Result<Self> {
        Ok(Self(serde_json::from_str(&fs::read_to_string(file)?)?))
    }

    /// How many bytes a part may have.
    ///
    /// # Errors
    ///
    /// The budget does not name the part.
    pub fn of(&self, part: &Part) -> io::Result<u64> {
        let most = self.0.get(part.name).copied();
        most.ok_or_else(|| io::Error::other(format!("the budget does not name the part `{}`", part.name)))
    }
}

/// The parts of the page that is published in this folder.
///
/// # Errors
///
/// A file cannot be read, or the document is not as it is published.
pub fn parts(folder: &Path) -> io::Result<Vec<Part>> {
    let document = fs::read_to_string(folder.join("index.html"))?;
    let (before, rest) =
        document.split_once(DEBUGGER.0).ok_or_else(|| io::Error::other("nothing loads the debugger"))?;
    let (debugger, after) = rest.split_once(DEBUGGER.1).unwrap_or((rest, ""));
    let mut weights = BTreeMap::new();
    let mut part = |name, files: BTreeSet<&str>| {
        let mut weighed = Vec::new();
        for file in files {
            let bytes = match weights.get(file) {
                Some(bytes) => *bytes,
                None => compressed(&folder.join(file))?.len() as u64,
            };
            weights.insert(file.to_owned(), bytes);
            weighed.push((file.to_owned(), bytes));
        }
        // A reader fetches the texts of one language: the one with the most bytes counts.
        let (texts, mut weighed): (Vec<_>, Vec<_>) = weighed.into_iter().partition(|(file, _)| file.ends_with(TEXTS));
        weighed.extend(texts.into_iter().max_by_key(|(_, bytes)| *bytes));
        Ok::<_, io::Error>(Part { name, files: weighed })
    };
    let start: BTreeSet<&str> = [before, after].into_iter().flat_map(loaded).chain(["index.html"]).collect();
    let deferred: BTreeSet<&str> =
        debugger.split("<link ").filter(|link| link.starts_with(DEFERRED)).flat_map(loaded).collect();
    let after_it = loaded(debugger).filter(|file| !start.contains(file) && !deferred.contains(file)).collect();
    let parts_of_embed = fs::read_to_string(folder.join("parts.html"))?;
    let embed = loaded(&parts_of_embed)
        .filter(|file| !deferred.contains(file))
        .chain(["embed.html", "embed-frame.js", "parts.html"])
        .collect();
    Ok(vec![
        part("start page until it can be used", start)?,
        part("debugger after the start page, until the first step", after_it)?,
        part("deferred module of the debugger", deferred)?,
        part("embed until the first step", embed)?,
        part("script of pages with embeds", BTreeSet::from(["embed.js"]))?,
    ])
}

/// The style sheets, scripts, modules and texts that a document names.
fn loaded(document: &str) -> impl Iterator<Item = &str> {
    let files = document.split("=\"./").skip(1).filter_map(|rest| rest.split('"').next());
    files.filter(|file| {
        !file.contains("service-worker") && [".css", ".js", ".wasm", TEXTS].iter().any(|end| file.ends_with(end))
    })
}

/// The file as a host transfers it.
///
/// # Errors
///
/// The file cannot be read.
pub fn compressed(file: &Path) -> io::Result<Vec<u8>> {
    let bytes = fs::read(file).map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut bytes.as_slice(), &mut packed, &BrotliEncoderParams::default())?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_what_the_document_loads() {
        let head = "<meta content=\"./service-worker.js\"><link href=\"./a.css\"><script src=\"./b.js\"></script>\
                    <link href=\"./c_en.txt\">";
        assert_eq!(loaded(head).collect::<Vec<_>>(), ["a.css", "b.js", "c_en.txt"]);
        assert_eq!(loaded("<a href=\"./docs/index.html\">").count(), 0);
    }

    #[test]
    fn a_part_without_a_budget_is_an_error() {
        let budget = Budget(BTreeMap::from([("a".to_owned(), 5)]));
        let part = |name| Part { name, files: vec![("x".to_owned(), 2), ("y".to_owned(), 4)] };
        assert_eq!((budget.of(&part("a")).unwrap(), part("a").bytes()), (5, 6));
        assert!(budget.of(&part("b")).is_err());
    }
}
