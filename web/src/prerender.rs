//! The start page as HTML, which readers see before the debugger is loaded. It is rendered natively, from the same
//! components and texts as in the browser.
//!
//! `jobscope-web FOLDER` writes what the page's root element holds as `FOLDER/LANGUAGE.html`, and as `FOLDER/start.json`
//! what `web/start/start.js` needs to know. `cargo xtask dist` makes the published page of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::process::ExitCode;
use std::task::{Context, Poll, Waker};
use std::{env, fs, io};

use serde_json::{Value, json};
use yew::LocalServerRenderer;
use yew::prelude::*;

use crate::app::with_contexts;
use crate::lessons::{ASKED, CARDS, Gallery};
use crate::session::Session;
use crate::settings::{Settings, Theme};
use crate::spec::Draft;
use crate::words::{Locale, Words, args};

/// How a link to a part of the page begins.
const ROUTE: &str = "href=\"#/";

/// What a number is called in texts of which the script fills it in.
const NUMBER: &str = "{n}";

/// The program.
pub(crate) fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else { return failed("usage: jobscope-web FOLDER") };
    match write(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("cannot write to {}: {error}", folder.display())),
    }
}

#[expect(clippy::print_stderr, reason = "it is a program")]
fn failed(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::FAILURE
}

fn write(folder: &Path) -> io::Result<()> {
    crate::keep::keep_nothing();
    crate::deferred::begin();
    fs::create_dir_all(folder)?;
    for locale in Locale::ALL {
        fs::write(folder.join(format!("{}.html", locale.tag())), rendered(locale)?)?;
    }
    fs::write(folder.join("start.json"), known().to_string())
}

#[derive(Properties, PartialEq)]
struct Props {
    locale: Locale,
}

/// The start page in a language, for a reader of whom nothing is stored.
#[component]
fn StartPage(props: &Props) -> Html {
    let settings = use_reducer(|| Settings::of(Theme::System, Some(props.locale)));
    let session = use_reducer(Session::restore);
    let draft = use_reducer(Draft::restore);
    let gallery = html! { <Gallery {session} {draft} on_arrival={Callback::noop()} /> };
    with_contexts(settings, Words::new(props.locale), gallery)
}

fn rendered(locale: Locale) -> io::Result<String> {
    let renderer = LocalServerRenderer::<StartPage>::with_props(Props { locale }).hydratable(false);
    let mut rendering = pin!(renderer.render());
    // Nothing in it waits for anything.
    match rendering.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(html) => Ok(with_documents(&html, locale)),
        Poll::Pending => Err(io::Error::other("the start page waits for something")),
    }
}

/// Has links lead to documents that can be read without scripts; `data-route` is where they lead in the page.
fn with_documents(html: &str, locale: Locale) -> String {
    let tag = locale.tag();
    let mut parts = html.split(ROUTE);
    let mut linked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (route, _) = part.split_once('"').unwrap_or((part, ""));
        let document = match route.split_once('/') {
            Some(("lesson", name)) => Some(format!("lessons/{name}/{tag}.html")),
            None if matches!(route, "lessons" | "glossary") => Some(format!("{route}/{tag}.html")),
            _ => None,
        };
        if let Some(document) = document {
            let _ = write!(linked, "href=\"{document}\" data-route=\"#/{part}");
        } else {
            linked += ROUTE;
            linked += part;
        }
    }
    linked
}

/// What the script of the start page needs to know.
fn known() -> Value {
    let lessons: BTreeMap<_, _> = CARDS.iter().map(|card| (card.name, (card.sections, card.terms))).collect();
    let words: BTreeMap<_, _> = Locale::ALL.into_iter().map(|locale| (locale.tag(), words(locale))).collect();
    json!({ "lessons": lessons, "asked": ASKED, "words": words })
}

/// The texts of the start page that depend on what the browser stores and on what the reader does.
fn words(locale: Locale) -> Value {
    let words = Words::new(locale);
    // The text for one, and for any other number.
    let counted = |key: &str| {
        let text = |n: Value| match n.as_u64() {
            Some(n) => words.f(key, &args!(n = n)),
            None => words.f(key, &args!(n = NUMBER)),
        };
        json!([text(json!(1)).as_str(), text(Value::Null).as_str()])
    };
    let themes: BTreeMap<_, _> = Theme::ALL
        .into_iter()
        .map(|theme| {
            let name = words.t(theme.word()).to_string();
            (theme.attribute().unwrap_or("system"), words.f("theme", &args!(name = name)).to_string())
        })
        .collect();
    json!({
        "themes": themes,
        "title": words.t("lessons").as_str(),
        "found": counted("lessons-found"),
        "number": counted("lessons-number"),
        "done": counted("lessons-done"),
        "none": words.t("lessons-none").as_str(),
        "over": words.t("lesson-done").as_str(),
        "at": words.f("lesson-at", &args!(n = NUMBER, of = "{of}")).as_str(),
        "resume": words.t("lesson-continue").as_str(),
        "coming": words.t("debugger-coming").as_str(),
        "meanwhile": words.t("debugger-meanwhile").as_str(),
        "failed": words.t("debugger-failed").as_str(),
        "again": words.t("debugger-again").as_str(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_page_is_rendered_in_each_language_with_all_lessons() {
        crate::keep::keep_nothing();
        for locale in Locale::ALL {
            let html = rendered(locale).unwrap();
            for card in CARDS {
                let link = format!("href=\"lessons/{}/{}.html\"", card.name, locale.tag());
                assert!(html.contains(&link), "{link}");
            }
            assert!(html.contains(Words::new(locale).t("start-blank").as_str()) && !html.contains("<!--"));
        }
        assert!(rendered(Locale::ZhCn).unwrap().contains("<span class=\"keep\">"), "words of Chinese stay whole");
    }

    #[test]
    fn links_lead_to_documents() {
        let link = |route: &str| with_documents(&format!("<a href=\"#/{route}\">"), Locale::En);
        assert_eq!(link("lesson/pi"), "<a href=\"lessons/pi/en.html\" data-route=\"#/lesson/pi\">");
        assert_eq!(link("debugger"), "<a href=\"#/debugger\">");
        assert_eq!(link("glossary"), "<a href=\"glossary/en.html\" data-route=\"#/glossary\">");
    }

    #[test]
    fn numbers_are_filled_in_by_the_script() {
        let english = words(Locale::En);
        assert_eq!(english["found"], json!(["1 lesson found", "{n} lessons found"]));
        assert_eq!(english["at"], "{n} of {of}");
        assert_eq!(english["themes"]["dark"], "Theme: dark");
    }
}
