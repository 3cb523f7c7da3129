//! The style sheets as they are published: one file for the start page, and one for the rest.

use std::path::Path;

use crate::files;
use crate::page::unexpected;
use crate::report::Outcome;

/// The last of the style sheets that the start page needs.
const LAST_OF_START: &str = "start";

/// The links to the joined style sheets.
pub(crate) struct Styles {
    /// What the start page needs.
    pub(crate) start: String,
    /// What else the debugger needs.
    pub(crate) rest: String,
}

/// Joins the style sheets that the document of the folder links to. Returns the document without links to style sheets, and the
/// links to the joined ones.
pub(crate) fn join(folder: &Path, page: &str) -> Outcome<(String, Styles)> {
    let (page, links) = without_styles(page);
    let last = links.iter().position(|link| link.contains(&format!("\"./{LAST_OF_START}-")));
    let last = last.ok_or_else(|| unexpected(&format!("it has no style sheet named {LAST_OF_START}")))?;
    let (start, rest) = links.split_at(last + 1);
    let styles = Styles { start: joined(folder, "start-page", start)?, rest: joined(folder, "debugger", rest)? };
    Ok((page, styles))
}

/// The document without the links to style sheets beside it, and these links.
fn without_styles(page: &str) -> (String, Vec<String>) {
    const LINK: &str = "<link ";
    let mut parts = page.split(LINK);
    let mut left = parts.next().unwrap_or_default().to_owned();
    let mut links = Vec::new();
    for part in parts {
        if let Some((link, after)) = part.split_once('>').filter(|(link, _)| link.contains("rel=\"stylesheet\"")) {
            links.push(format!("{LINK}{link}>"));
            left += after.trim_start_matches('\n');
        } else {
            left += LINK;
            left += part;
        }
    }
    (left, links)
}

/// Makes one file of several style sheets; the link to it.
fn joined(folder: &Path, name: &str, links: &[String]) -> Outcome<String> {
    let mut styles = String::new();
    for link in links {
        let file = link.split_once("href=\"./").and_then(|(_, rest)| rest.split_once('"')).map(|(file, _)| file);
        let path = folder.join(file.ok_or_else(|| unexpected(link))?);
        styles += &without_notes(&files::read(&path)?);
        files::remove(&path)?;
    }
    let file = format!("{name}-{:016x}.css", files::hash_of(&styles));
    files::write(&folder.join(&file), &styles)?;
    Ok(format!(r#"<link rel="stylesheet" href="./{file}">"#))
}

/// A style sheet without its comments.
fn without_notes(styles: &str) -> String {
    let mut parts = styles.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let kept = parts.fold(first, |kept, part| kept + part.split_once("*/").map_or("", |(_, after)| after));
    kept.lines().map(str::trim).filter(|line| !line.is_empty()).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_style_sheets_are_taken_out_and_others_stay() {
        let (page, links) =
            without_styles("<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"./a.css\" />\nb");
        assert_eq!(page, "<link rel=\"icon\" href=\"data:,\">\nb");
        assert_eq!(links, ["<link rel=\"stylesheet\" href=\"./a.css\" />"]);
    }

    #[test]
    fn comments_are_not_published() {
        assert_eq!(without_notes("/* a */\n.b { c: d; } /* e\n f */\n  .g {}\n"), ".b { c: d; }\n.g {}\n");
    }
}
