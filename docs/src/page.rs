//! One text as a page.

use std::fmt::Write as _;

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

/// The pages load nothing but files next to them.
pub(crate) const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/// A page.
pub(crate) struct Page {
    /// Its file, without the ending.
    pub(crate) name: &'static str,
    title: String,
    body: String,
}

impl Page {
    /// The page of a text in Markdown.
    pub(crate) fn of(name: &'static str, text: &str) -> Self {
        let (mut title, mut events) = (String::new(), Vec::new());
        let mut heading: Option<(HeadingLevel, usize)> = None;
        let mut unlinked = false;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    heading = Some((level, events.len()));
                    events.push(Event::Start(Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() }));
                }
                Event::End(TagEnd::Heading(level)) => {
                    let start = heading.take().map_or(0, |(_, start)| start);
                    let words = words(events.get(start..).unwrap_or_default());
                    if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(start) {
                        *id = Some(slug(&words).into());
                    }
                    if level == HeadingLevel::H1 {
                        title = words;
                    }
                    events.push(Event::End(TagEnd::Heading(level)));
                }
                Event::Start(Tag::Link { dest_url, title, .. }) => match published(&dest_url) {
                    Some(address) => events.push(Event::Start(Tag::Link {
                        link_type: LinkType::Inline,
                        dest_url: address.into(),
                        title,
                        id: CowStr::Borrowed(""),
                    })),
                    None => unlinked = true,
                },
                Event::End(TagEnd::Link) if unlinked => unlinked = false,
                // A table may be wider than the page, and is scrolled by itself.
                Event::Start(Tag::Table(alignment)) => {
                    events.push(Event::Html(r#"<div class="table" tabindex="0">"#.into()));
                    events.push(Event::Start(Tag::Table(alignment)));
                }
                Event::End(TagEnd::Table) => {
                    events.push(Event::End(TagEnd::Table));
                    events.push(Event::Html("</div>\n".into()));
                }
                other => events.push(other),
            }
        }
        let mut body = String::new();
        html::push_html(&mut body, events.into_iter());
        // Code may be wider than the page, too.
        Self { name, title, body: body.replace("<pre>", r#"<pre tabindex="0">"#) }
    }

    /// The whole document, with a list of all `pages`.
    pub(crate) fn html(&self, pages: &[Self]) -> String {
        document(&self.title, &contents(pages, Some(self.name)), &self.body)
    }

    /// The document that links to all of them.
    pub(crate) fn contents(pages: &[Self]) -> String {
        let body = format!("<h1>Documentation</h1>\n{}", contents(pages, None));
        document("Documentation", "", &body)
    }
}

fn document(title: &str, nav: &str, body: &str) -> String {
    let nav = if nav.is_empty() { String::new() } else { format!("<nav aria-label=\"Documentation\">{nav}</nav>\n") };
    format!(
        "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">
<meta name=\"color-scheme\" content=\"light dark\">
<title>{title} · jobscope</title>
<link rel=\"icon\" href=\"data:,\">
<link rel=\"stylesheet\" href=\"docs.css\">
</head>
<body>
<header><a href=\"../index.html\">jobscope</a> · <a href=\"index.html\">Documentation</a></header>
{nav}<main>
{body}</main>
</body>
</html>
"
    )
}

/// The list of pages; the present one is marked.
fn contents(pages: &[Page], present: Option<&str>) -> String {
    let mut list = "<ul>\n".to_owned();
    for page in pages {
        let mark = if present == Some(page.name) { " aria-current=\"page\"" } else { "" };
        let _ = writeln!(list, "<li><a href=\"{}.html\"{mark}>{}</a></li>", page.name, page.title);
    }
    list + "</ul>\n"
}

/// The address among the pages for a link of the repository; `None` if its target is not published.
fn published(link: &str) -> Option<String> {
    if link.starts_with("https://") || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (file, anchor) = link.split_once('#').map_or((link, String::new()), |(file, at)| (file, format!("#{at}")));
    if let Some((_, name, _)) = crate::COPIED.iter().find(|(from, ..)| *from == file) {
        return Some((*name).to_owned());
    }
    match file.rsplit_once('.')? {
        (name, "md") if !name.contains('/') => Some(format!("{name}.html{anchor}")),
        _ if file == "session-file.schema.json" => Some(format!("../{file}")),
        _ => None,
    }
}

/// The words of a piece of text.
fn words(events: &[Event<'_>]) -> String {
    let words = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    words.collect()
}

/// The name of a heading in addresses, as GitHub makes it.
fn slug(words: &str) -> String {
    let known = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'));
    known.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_names_and_links_lead_to_pages() {
        let page = Page::of(
            "a",
            "# One `two`\n\nSee [it](b.md#the-end), [x](../examples/x.md) and [s](session-file.schema.json).\n",
        );
        assert_eq!(page.title, "One two");
        assert!(page.body.contains("<h1 id=\"one-two\">"), "{}", page.body);
        assert!(
            page.body.contains("<a href=\"b.html#the-end\">it</a>, x and <a href=\"../session-file.schema.json\">"),
            "{}",
            page.body
        );
    }
}
