//! `index.html` as it is published: the start page, which can be read and used before the debugger is there, and what
//! loads the debugger then.
//!
//! The crate `jobscope-web` renders the start page natively, in each language. English is in the document, another language
//! in a template; `web/start/start.js` chooses. A third template holds the links to the debugger's files.

use std::fmt::Write as _;
use std::path::Path;

use crate::page::unexpected;
use crate::process::{self, cargo};
use crate::report::{Failure, Outcome, step};
use crate::styles::{self, Styles};
use crate::{files, native, page, workspace};

/// The script of the start page.
const SCRIPT: &str = "web/start/start.js";

/// The language that the document itself is in, and the others.
const LANGUAGE: &str = "en";
const OTHERS: [&str; 1] = ["zh-CN"];

/// What an embed reads to find style sheets and engine, and where its script names `index.html` instead.
const PARTS: &str = "parts.html";
const EMBED: &str = "embed-frame.js";

/// Where the page's document takes what is added.
const HEAD_END: &str = "</head>";
const ROOT: &str = r#"<div id="page"><p class="loading">jobscope</p></div>"#;

/// Completes the document that Trunk has built in the folder. `head` is added to its head.
pub(crate) fn write(kind: page::Kind, folder: &Path, head: &str) -> Outcome {
    let index = folder.join("index.html");
    let page = forbid_inline_scripts(&without_inline_script(&files::read(&index)?)?)?;
    let (page, Styles { start: first, rest }) = styles::join(folder, &page)?;
    let (page, engine) = without_links(&page);

    let rendered = workspace::target().join("start-page");
    let mut render = match kind {
        page::Kind::Published => cargo(["run", "--quiet", "--locked", "-p", "jobscope-web", "--"]),
        page::Kind::Test => native::command("jobscope-web")?,
    };
    render.arg(&rendered);
    step("render the start page", || process::run(render))?;
    let known = files::read(&rendered.join("start.json"))?;
    let script =
        format!("const START = {known};\n{}", without_comments(&files::read(&workspace::root().join(SCRIPT))?));
    let name = format!("start-page-{:016x}.js", files::hash_of(&script));
    files::write(&folder.join(&name), &script)?;

    let in_language = |tag: &str| files::read(&rendered.join(format!("{tag}.html")));
    let mut body = format!(
        r#"<div id="page" data-static="{LANGUAGE}"><p class="loading" role="status"></p>{}</div>"#,
        in_language(LANGUAGE)?
    );
    for tag in OTHERS {
        let _ = write!(body, "\n<template id=\"start-{tag}\">{}</template>", in_language(tag)?);
    }
    let head = format!(
        "{head}{first}<template id=\"debugger\">{rest}{engine}</template><script src=\"./{name}\"></script>{HEAD_END}"
    );
    for part in [HEAD_END, ROOT] {
        if !page.contains(part) {
            return Err(unexpected(&format!("no {part}")));
        }
    }
    files::write(&index, &page.replacen(HEAD_END, &head, 1).replacen(ROOT, &body, 1))?;

    files::write(&folder.join(PARTS), &format!("{first}{rest}{engine}\n"))?;
    let embed = folder.join(EMBED);
    let source = files::read(&embed)?;
    if !source.contains("\"./index.html\"") {
        return Err(Failure::new(format!("{EMBED} does not read index.html.")));
    }
    files::write(&embed, &source.replacen("\"./index.html\"", &format!("\"./{PARTS}\""), 1))
}

/// The document without the one inline script that Trunk puts into it, which would start the debugger at once.
fn without_inline_script(page: &str) -> Outcome<String> {
    const START: &str = "<script type=\"module\">";
    const END: &str = "</script>";
    let wrong = || unexpected("it does not have just one inline script");
    let (before, rest) = page.split_once(START).ok_or_else(wrong)?;
    let (_, after) = rest.split_once(END).ok_or_else(wrong)?;
    let page = format!("{before}{after}");
    if page.contains("<script") { Err(wrong()) } else { Ok(page) }
}

/// The document with a policy that allows scripts only as files of its own.
fn forbid_inline_scripts(page: &str) -> Outcome<String> {
    const LOOSE: &str = "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval';";
    const STRICT: &str = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';";
    if page.contains(LOOSE) {
        Ok(page.replacen(LOOSE, STRICT, 1))
    } else {
        Err(Failure::new(format!("index.html has no Content Security Policy with {LOOSE}")))
    }
}

/// The document without the links to files beside it, and these links.
fn without_links(page: &str) -> (String, String) {
    const LINK: &str = "<link ";
    let mut parts = page.split(LINK);
    let mut left = parts.next().unwrap_or_default().to_owned();
    let mut links = String::new();
    for part in parts {
        if let Some((link, after)) = part.split_once('>').filter(|(link, _)| link.contains("href=\"./")) {
            let _ = write!(links, "{LINK}{link}>");
            left += after.trim_start_matches('\n');
        } else {
            left += LINK;
            left += part;
        }
    }
    (left, links)
}

/// A script without the lines that are comments, and without indentation.
pub(crate) fn without_comments(script: &str) -> String {
    let lines = script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inline_script_is_taken_out() -> Outcome {
        let page = without_inline_script("<head>\n<script type=\"module\">\nstart();\n\n</script></head>")?;
        assert_eq!(page, "<head>\n</head>");
        assert!(without_inline_script("<head><script type=\"module\">a</script><script>b</script></head>").is_err());
        assert!(without_inline_script("<head></head>").is_err());
        Ok(())
    }

    #[test]
    fn links_to_files_are_taken_out_and_others_stay() {
        let (page, links) =
            without_links("<link rel=\"icon\" href=\"data:,\">\n<link rel=\"modulepreload\" href=\"./a.js\" />\nb");
        assert_eq!(page, "<link rel=\"icon\" href=\"data:,\">\nb");
        assert_eq!(links, "<link rel=\"modulepreload\" href=\"./a.js\" />");
    }

    #[test]
    fn comments_are_not_published() {
        assert_eq!(without_comments("// a\n  b(); // c\n\n"), "b(); // c\n");
    }

    #[test]
    fn the_pages_policy_is_one_that_can_be_made_strict() -> Outcome {
        let page = forbid_inline_scripts(&files::read(&workspace::root().join("index.html"))?)?;
        let policy = page.lines().find(|line| line.contains("Content-Security-Policy")).unwrap_or_default();
        let scripts = policy.split(';').find(|part| part.contains("script-src"));
        assert_eq!(scripts.map(str::trim), Some("script-src 'self' 'wasm-unsafe-eval'"));
        assert!(policy.contains("default-src 'none'"));
        assert!(page.contains(ROOT) && page.contains(HEAD_END));
        Ok(())
    }
}
