//! The lessons and the glossary as documents: for readers without scripts, and for search engines.
//!
//! Each lesson is `lessons/NAME/LANGUAGE.html`, beside the text that the page fetches; `lessons/LANGUAGE.html` lists them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use jobscope_core::timeline::SavedSession;
use jobscope_lessons::library::{LESSONS, Track};
use jobscope_lessons::{Block, Glossary, Inline, Lesson, Picture, WIDTH};

use crate::page::POLICY;

/// The height of a lesson's picture, or of all of them.
const HEIGHT: u32 = 88;

/// The words around the texts, in one language.
struct Language {
    tag: &'static str,
    /// Its texts on the page, for what is said there as well.
    locale: &'static str,
    other: &'static str,
    other_tag: &'static str,
    /// Leads from a lesson to itself in the debugger.
    step: &'static str,
    answer: &'static str,
    sources: &'static str,
    skip: &'static str,
}

const LANGUAGES: [Language; 2] = [
    Language {
        tag: "en",
        locale: include_str!("../../web/locales/en.ftl"),
        other: "简体中文",
        other_tag: "zh-CN",
        step: "Step through it in the debugger",
        answer: "Answer",
        sources: "Sources",
        skip: "Skip to the text",
    },
    Language {
        tag: "zh-CN",
        locale: include_str!("../../web/locales/zh-CN.ftl"),
        other: "English",
        other_tag: "en",
        step: "在调试器中逐步执行",
        answer: "答案",
        sources: "来源",
        skip: "跳到正文",
    },
];

impl Language {
    /// A text of the page that is on one line and has no values.
    fn word(&self, key: &str) -> &'static str {
        self.of_line(&format!("{key} = "))
    }

    /// The attribute `.what` of such a text.
    fn what(&self, key: &str) -> &'static str {
        let at = self.locale.find(&format!("\n{key} = ")).unwrap_or_default();
        let rest = self.locale.get(at..).unwrap_or_default();
        rest.split_once("    .what = ").and_then(|(_, rest)| rest.lines().next()).unwrap_or_default()
    }

    fn of_line(&self, start: &str) -> &'static str {
        self.locale.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_default()
    }
}

fn track_key(track: Track) -> &'static str {
    match track {
        Track::FirstSteps => "track-first-steps",
        Track::FailingWell => "track-failing-well",
        Track::AskedMost => "track-asked-most",
        Track::TheMachinery => "track-the-machinery",
        Track::CountingOnce => "track-counting-once",
        Track::RacesAndReleases => "track-races-and-releases",
    }
}

/// All documents, as the file below the site's folder and its text.
pub(crate) fn documents() -> io::Result<Vec<(String, String)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons");
    let mut documents = Vec::new();
    for language in &LANGUAGES {
        let mut lessons = Vec::new();
        for entry in LESSONS {
            let folder = root.join("texts").join(entry.name);
            let lesson = Lesson::read(&fs::read_to_string(folder.join(format!("{}.md", language.tag)))?);
            let lesson = lesson.map_err(|error| unreadable(&folder, &error.to_string()))?;
            let pictures = pictures(&folder, &lesson, entry.story)?;
            documents.push((
                format!("lessons/{}/{}.html", entry.name, language.tag),
                lesson_document(language, entry.name, &lesson, &pictures),
            ));
            lessons.push((entry, lesson));
        }
        let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", language.word("start-title"), language.word("start-what"));
        for track in Track::ALL {
            let key = track_key(track);
            let _ = writeln!(body, "<h2>{}</h2>\n<p>{}</p>\n<ul>", language.word(key), language.what(key));
            for (entry, lesson) in lessons.iter().filter(|(entry, _)| entry.track == track) {
                let (title, question) = (escaped(&lesson.title), escaped(&lesson.question));
                let _ = writeln!(
                    body,
                    "<li><a href=\"{}/{}.html\">{title}</a><p>{question}</p></li>",
                    entry.name, language.tag
                );
            }
            body.push_str("</ul>\n");
        }
        let list = Document { title: language.word("lessons"), description: language.word("start-what"), up: "../" };
        documents.push((format!("lessons/{}.html", language.tag), list.html(language, &body)));
        let glossary = root.join("glossary").join(format!("{}.md", language.tag));
        let read = Glossary::read(&fs::read_to_string(&glossary)?);
        let read = read.map_err(|error| unreadable(&glossary, &error.to_string()))?;
        documents.push((format!("glossary/{}.html", language.tag), glossary_document(language, &read)));
    }
    Ok(documents)
}

fn unreadable(path: &Path, error: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
}

/// The pictures of the lesson's card, one a release where it is about the difference.
fn pictures(folder: &Path, lesson: &Lesson, story: jobscope_lessons::Story) -> io::Result<Vec<Picture>> {
    let shown = if story.is_of_each_release() { lesson.sessions.len().clamp(1, 2) } else { 1 };
    let height = if shown > 1 { HEIGHT / 2 } else { HEIGHT };
    let of = |file: PathBuf| {
        let saved = SavedSession::from_file(&fs::read_to_string(&file)?);
        let timeline = saved.map_err(|error| unreadable(&file, &error.to_string()))?.replay();
        Ok(story.of(&timeline.map_err(|error| unreadable(&file, &error.to_string()))?, height))
    };
    lesson.sessions.iter().take(shown).map(|(_, file)| of(folder.join(file))).collect()
}

fn lesson_document(language: &Language, name: &str, lesson: &Lesson, pictures: &[Picture]) -> String {
    let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", escaped(&lesson.title), escaped(&lesson.question));
    for picture in pictures {
        body.push_str(&svg(picture, HEIGHT / u32::try_from(pictures.len()).unwrap_or(1)));
    }
    let _ = writeln!(body, "<p><a class=\"step\" href=\"../../index.html#/lesson/{name}\">{}</a></p>", language.step);
    let glossary = format!("../../glossary/{}.html", language.tag);
    for section in &lesson.sections {
        let _ = writeln!(body, "<h2>{}</h2>", escaped(&section.heading));
        for block in &section.blocks {
            body.push_str(&drawn(block, &glossary));
        }
        if let Some(exercise) = &section.exercise {
            let _ = writeln!(body, "<h3>{}</h3>", line(&exercise.task, &glossary));
            let (summary, example) = (escaped(language.word("exercise-hint")), escaped(&exercise.example));
            let _ = writeln!(body, "<details><summary>{summary}</summary>\n<pre>{example}</pre>\n</details>");
        }
        if let Some(prediction) = &section.prediction {
            let _ = writeln!(body, "<h3>{}</h3>\n<ul>", line(&prediction.question, &glossary));
            for choice in &prediction.choices {
                let _ = writeln!(body, "<li>{}</li>", line(&choice.text, &glossary));
            }
            let _ = writeln!(body, "</ul>\n<details><summary>{}</summary>", language.answer);
            for choice in prediction.choices.iter().filter(|choice| choice.right) {
                let _ = writeln!(body, "<p>{}</p>", line(&choice.text, &glossary));
            }
            body.push_str("</details>\n");
        }
    }
    if !lesson.sources.is_empty() {
        let _ = writeln!(body, "<h2>{}</h2>\n<ul>", language.sources);
        for source in &lesson.sources {
            let _ = writeln!(body, "<li><a href=\"{}\">{}</a></li>", escaped(&source.url), escaped(&source.title));
        }
        body.push_str("</ul>\n");
    }
    let document = Document { title: &lesson.title, description: &lesson.question, up: "../../" };
    document.html(language, &body)
}

fn glossary_document(language: &Language, glossary: &Glossary) -> String {
    let mut body = format!("<h1>{}</h1>\n", language.word("glossary"));
    let mut terms: Vec<_> = glossary.terms.iter().collect();
    // The Chinese terms keep the file's order: theirs is a dictionary's, which is in browsers.
    if language.tag == "en" {
        terms.sort_by_key(|term| term.name.to_lowercase());
    }
    for term in terms {
        let _ = writeln!(body, "<h2 id=\"{}\">{}</h2>", escaped(&term.id), escaped(&term.name));
        for block in &term.blocks {
            body.push_str(&drawn(block, ""));
        }
    }
    let document = Document { title: language.word("glossary"), description: language.word("start-what"), up: "../" };
    document.html(language, &body)
}

/// What stands around a text.
struct Document<'a> {
    title: &'a str,
    description: &'a str,
    /// The way to the site's folder.
    up: &'static str,
}

impl Document<'_> {
    fn html(&self, language: &Language, body: &str) -> String {
        let Self { title, description, up } = self;
        let (title, description) = (escaped(title), escaped(description));
        let Language { tag, other, other_tag, skip, .. } = language;
        let (lessons, glossary) = (language.word("lessons"), language.word("glossary"));
        format!(
            "<!doctype html>
<html lang=\"{tag}\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">
<meta name=\"color-scheme\" content=\"light dark\">
<meta name=\"description\" content=\"{description}\">
<title>{title} · jobscope</title>
<link rel=\"icon\" href=\"data:,\">
<link rel=\"alternate\" hreflang=\"{other_tag}\" href=\"{other_tag}.html\">
<link rel=\"stylesheet\" href=\"{up}docs/docs.css\">
</head>
<body class=\"lesson\">
<a class=\"skip\" href=\"#text\">{skip}</a>
<header><a href=\"{up}index.html\">jobscope</a> · <a href=\"{up}lessons/{tag}.html\">{lessons}</a> · <a href=\"{up}glossary/{tag}.html\">{glossary}</a> · <a href=\"{other_tag}.html\" lang=\"{other_tag}\">{other}</a></header>
<main id=\"text\">
{body}</main>
</body>
</html>
"
        )
    }
}

/// A block; `glossary` is the way to the document of the glossary.
fn drawn(block: &Block, glossary: &str) -> String {
    match block {
        Block::Paragraph(inlines) => format!("<p>{}</p>\n", line(inlines, glossary)),
        Block::List(items) => {
            let list = "<ul>\n".to_owned();
            items.iter().fold(list, |list, item| list + "<li>" + &line(item, glossary) + "</li>\n") + "</ul>\n"
        }
        Block::Code(code) => format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", escaped(code.trim_end())),
    }
}

fn line(inlines: &[Inline], glossary: &str) -> String {
    let drawn = |inline: &Inline| match inline {
        Inline::Text(text) => escaped(text),
        Inline::Strong(text) | Inline::Claim { text, .. } => format!("<strong>{}</strong>", escaped(text)),
        Inline::Code(text) => format!("<code>{}</code>", escaped(text)),
        Inline::Link { text, to } => match to.strip_prefix('#') {
            Some(term) => format!("<a href=\"{glossary}#{}\">{}</a>", escaped(term), escaped(text)),
            None if to.starts_with("https://") => format!("<a href=\"{}\">{}</a>", escaped(to), escaped(text)),
            None => escaped(text),
        },
    };
    inlines.iter().map(drawn).collect()
}

/// The picture; the text beside it says what it shows.
fn svg(picture: &Picture, height: u32) -> String {
    let mut svg = format!("<svg class=\"glance\" viewBox=\"0 0 {WIDTH} {height}\" aria-hidden=\"true\">");
    for (mark, path) in &picture.paths {
        let _ = write!(svg, "<path class=\"p-{}\" d=\"{}\"/>", mark.name(), escaped(path));
    }
    for label in &picture.labels {
        let class = if label.large { " class=\"large\"" } else { "" };
        let (x, y, anchor, text) = (&label.x, &label.y, label.anchor.name(), escaped(&label.text));
        let _ = write!(svg, "<text{class} x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>");
    }
    svg + "</svg>\n"
}

/// A text as HTML shows it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The addresses of documents on a site, a line each.
pub(crate) fn sitemap(site: &str, files: impl Iterator<Item = String>) -> String {
    let site = site.trim_end_matches('/');
    files.fold(format!("{site}/\n"), |list, file| format!("{list}{site}/{file}\n"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_lesson_is_a_document_in_each_language_and_every_link_leads_somewhere() {
        let documents: BTreeMap<String, String> = documents().unwrap_or_default().into_iter().collect();
        assert_eq!(documents.len(), LANGUAGES.len() * (LESSONS.len() + 2));
        let mut followed = 0;
        for (file, html) in &documents {
            assert!(!html.contains("<h1></h1>") && !html.contains("<p></p>") && !html.contains("<h2></h2>"), "{file}");
            let folder = Path::new(file).parent().unwrap_or(Path::new(""));
            for link in html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                if link.starts_with("https://") || link.starts_with("data:") {
                    continue;
                }
                let (to, anchor) = link.split_once('#').unwrap_or((link, ""));
                let mut parts: Vec<&str> = folder.to_str().unwrap_or_default().split('/').collect();
                for part in to.split('/') {
                    if part == ".." { parts.truncate(parts.len().saturating_sub(1)) } else { parts.push(part) }
                }
                let target = if to.is_empty() { file.clone() } else { parts.join("/") };
                if target == "index.html" || target == "docs/docs.css" {
                    continue;
                }
                let found = documents
                    .get(&target)
                    .is_some_and(|html| anchor.is_empty() || html.contains(&format!("id=\"{anchor}\"")));
                assert!(found, "{file}: {link} leads nowhere");
                followed += 1;
            }
        }
        assert!(followed > 200, "{followed}");
    }

    #[test]
    fn texts_are_never_markup() {
        let text =
            [Inline::Text("<b>".to_owned()), Inline::Link { text: "\"".to_owned(), to: "javascript:x".to_owned() }];
        assert_eq!(line(&text, ""), "&lt;b&gt;&quot;");
    }

    #[test]
    fn a_sitemap_has_absolute_addresses() {
        assert_eq!(
            sitemap("https://example.org/j/", ["docs/a.html".to_owned()].into_iter()),
            "https://example.org/j/\nhttps://example.org/j/docs/a.html\n"
        );
    }
}
