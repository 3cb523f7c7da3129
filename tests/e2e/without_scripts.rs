//! What readers without scripts get, and search engines: the start page, the lessons and the glossary as documents.

use jobscope_tests::browser::{Screen, Site, drive};

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
