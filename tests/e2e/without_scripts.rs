//! What readers without scripts get, and search engines: the start page, the lessons and the glossary as documents.

use jobscope_tests::browser::{Error, Page, Screen, Site, drive};

use crate::lessons::lesson_count;
use crate::screens::look;

#[test]
fn without_scripts_the_start_page_leads_to_the_lessons_and_the_glossary() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        page.run_scripts(false).await?;
        page.open("?without-scripts").await?;
        page.find("heading", "Step through the Kubernetes Job controller").await?;
        page.find("link", "lessons").await?.click().await?;
        page.find("link", "Slow start").await?.click().await?;
        page.find("heading", "One, two, four, eight").await?;
        page.find("link", "简体中文").await?.click().await?;
        page.find("link", "English").await?.click().await?;
        page.find("link", "slow start").await?.click().await?;
        page.find("heading", "Glossary").await?;
        page.run_scripts(true).await?;
        for (name, address) in [
            ("lessons", "lessons/en.html"),
            ("lesson", "lessons/slow-start/en.html"),
            ("lesson-zh", "lessons/slow-start/zh-CN.html"),
            ("glossary", "glossary/en.html"),
        ] {
            page.open(address).await?;
            page.check_accessibility().await?;
            for screen in [Screen::DESKTOP, Screen::PHONE] {
                page.show_on(screen).await?;
                // Without scripts, nothing keeps the words of Chinese whole at the end of a line.
                if name.ends_with("zh") {
                    page.picture(&format!("document-{name}-{}", screen.width)).await?;
                } else {
                    look(page, &format!("document-{name}"), screen).await?;
                }
            }
            page.show_on(Screen::DESKTOP).await?;
        }
        page.open("lessons/slow-start/en.html").await?;
        page.find("link", "Step through it in the debugger").await?.click().await?;
        page.find("heading", "Fifteen pods, and a server in trouble").await.map(drop)
    });
}

/// The addresses of all lessons on the page that lists them.
const LINKS: &str = "
    const links = [...document.querySelectorAll('main a')].map((link) => new URL(link.href).pathname);
    return [...new Set(links.filter((path) => /\\/lessons\\/[^/]+\\/[^/]+\\.html$/.test(path)))];";

/// The headings of what can be read.
const HEADINGS: &str = "return document.querySelectorAll('main h2').length";

/// Shows what only readers without scripts see: the browser hides it from the rules, which are a script.
const SHOW: &str = "document.querySelectorAll('noscript').forEach((one) => one.replaceWith(...one.childNodes))";

/// Loads a document without scripts and checks it as it stands then.
async fn check_without_scripts(page: &Page, address: &str) -> Result<(), Error> {
    page.run_scripts(false).await?;
    page.open(address).await?;
    page.run_scripts(true).await?;
    page.evaluate(SHOW).await?;
    page.check_accessibility().await
}

/// The lessons that are listed in a language, each with how many headings it has.
async fn read_all_lessons(page: &Page, language: &str) -> Result<(), Error> {
    check_without_scripts(page, &format!("lessons/{language}.html")).await?;
    let links: Vec<String> = serde_json::from_value(page.evaluate(LINKS).await?).unwrap_or_default();
    let links: Vec<_> = links.iter().filter(|link| link.ends_with(&format!("/{language}.html"))).collect();
    assert_eq!(links.len(), lesson_count(), "{links:?}");
    for link in links {
        let (_, lesson) = link.split_once("/lessons/").unwrap_or(("", link));
        check_without_scripts(page, &format!("lessons/{lesson}")).await?;
        let headings = page.evaluate(HEADINGS).await?.as_u64().unwrap_or_default();
        assert!(headings >= 4, "{lesson} has {headings} sections");
    }
    Ok(())
}

#[test]
fn without_scripts_the_start_page_and_every_lesson_are_accessible() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        check_without_scripts(page, "?without-scripts").await?;
        read_all_lessons(page, "en").await
    });
}

#[test]
fn without_scripts_every_lesson_is_accessible_in_chinese() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| read_all_lessons(page, "zh-CN").await);
}
