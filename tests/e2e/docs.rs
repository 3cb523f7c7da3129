//! The documentation as pages beside jobscope's own.

use jobscope_tests::browser::{Screen, Site, debug};

use crate::debugger::Debugger;
use crate::screens::look;

#[test]
fn help_leads_to_the_documentation_and_its_pages_lead_to_each_other() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.press("Help and keys").await?;
        let text = "Documentation: session files, terminal, embedding, lessons, recorded histories, hosting";
        let link = page.find("link", text).await?;
        let address = link.prop("href").await?.unwrap_or_default();
        page.open(&address).await?;
        page.find("heading", "Documentation").await?;
        page.check_accessibility().await?;
        page.find("link", "The session file").await?.click().await?;
        page.find("heading", "The session file").await?;
        for screen in Screen::ALL {
            page.show_on(screen).await?;
            look(page, "docs", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        page.find("link", "Embed a scenario").await?.click().await?;
        page.find("heading", "Embed a scenario").await?;
        let shortcode = page.find("link", "the shortcode").await?.prop("href").await?.unwrap_or_default();
        assert!(shortcode.ends_with("/docs/hugo-shortcode.txt"), "{shortcode}");
        Ok(())
    });
}
