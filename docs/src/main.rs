//! Renders this folder's texts, the lessons and the glossary as HTML: `jobscope-docs FOLDER [SITE]` writes the pages
//! below FOLDER. They run no script, load nothing from other hosts, and link to each other by relative addresses. With
//! the address of the site they get a sitemap, which needs absolute ones.

mod lessons;
mod page;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use page::Page;

/// The texts, in the order of the table of contents, as they are named in the repository.
const TEXTS: [(&str, &str); 6] = [
    ("session-file", include_str!("../session-file.md")),
    ("terminal", include_str!("../terminal.md")),
    ("embed", include_str!("../embed.md")),
    ("lessons", include_str!("../lessons.md")),
    ("history", include_str!("../history.md")),
    ("hosting", include_str!("../hosting.md")),
];

/// Files that the texts tell people to copy, by their links in the repository; published as text, so that browsers show
/// them.
pub(crate) const COPIED: [(&str, &str, &str); 2] = [
    ("../examples/hugo/jobscope.html", "hugo-shortcode.txt", include_str!("../../examples/hugo/jobscope.html")),
    ("../examples/docusaurus/JobScope.jsx", "JobScope.jsx.txt", include_str!("../../examples/docusaurus/JobScope.jsx")),
];

/// The page's colours and sizes, and the styles of documents.
const STYLE: [&str; 3] = [
    include_str!("../../web/styles/tokens.css"),
    include_str!("../../web/styles/glance.css"),
    include_str!("docs.css"),
];

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        return failed("usage: jobscope-docs FOLDER [SITE]");
    };
    match write(&folder, env::args().nth(2).as_deref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("cannot write to {}: {error}", folder.display())),
    }
}

#[expect(clippy::print_stderr, reason = "it is a program")]
fn failed(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::FAILURE
}

fn write(folder: &Path, site: Option<&str>) -> io::Result<()> {
    let docs = folder.join("docs");
    fs::create_dir_all(&docs)?;
    fs::write(docs.join("docs.css"), STYLE.concat())?;
    for (_, name, text) in COPIED {
        fs::write(docs.join(name), text)?;
    }
    let pages = TEXTS.map(|(name, text)| Page::of(name, text));
    for page in &pages {
        fs::write(docs.join(format!("{}.html", page.name)), page.html(&pages))?;
    }
    fs::write(docs.join("index.html"), Page::contents(&pages))?;
    let read = lessons::documents()?;
    for (file, html) in &read {
        let path = folder.join(file);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, html)?;
    }
    let Some(site) = site else { return Ok(()) };
    let documents = pages.iter().map(|page| format!("docs/{}.html", page.name));
    let documents = documents.chain(read.iter().map(|(file, _)| file.clone()));
    fs::write(folder.join("sitemap.txt"), lessons::sitemap(site, documents))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_text_of_the_folder_is_a_page() {
        let texts = fs::read_dir(env!("CARGO_MANIFEST_DIR")).into_iter().flatten().flatten();
        let names = texts.filter_map(|file| file.file_name().to_str()?.strip_suffix(".md").map(str::to_owned));
        let pages = TEXTS.map(|(name, _)| name.to_owned());
        assert_eq!(names.collect::<BTreeSet<_>>(), BTreeSet::from(pages));
    }

    #[test]
    fn every_link_leads_somewhere() {
        let pages = TEXTS.map(|(name, text)| Page::of(name, text));
        let all: Vec<(String, String)> = pages.iter().map(|page| (page.name.to_owned(), page.html(&pages))).collect();
        let contents = Page::contents(&pages);
        let mut followed = 0;
        for (name, html) in &all {
            for link in html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
                let target = match file.strip_suffix(".html") {
                    None if file.is_empty() => Some(html),
                    None => {
                        let known = ["data:,", "docs.css", "../session-file.schema.json"];
                        let is_copied = COPIED.iter().any(|(_, name, _)| *name == file);
                        assert!(known.contains(&file) || is_copied || file.starts_with("https://"), "{name}: {link}");
                        continue;
                    }
                    // The page itself, and the list of these.
                    Some("../index") => continue,
                    Some("index") => Some(&contents),
                    Some(page) => all.iter().find(|(known, _)| known == page).map(|(_, html)| html),
                };
                let has = target.is_some_and(|html| anchor.is_empty() || html.contains(&format!("id=\"{anchor}\"")));
                assert!(has, "{name}: {link} leads nowhere");
                followed += 1;
            }
        }
        assert!(followed > 10, "{followed}");
    }
}
