//! The npm package in a browser: unbundled and bundled.

use jobscope_tests::browser::{Error, Page, Screen, Site, drive};

#[test]
fn a_browser_loads_it_as_it_is() {
    drive(Site::NpmProject, Screen::DESKTOP, async |page| {
        completes(page).await?;
        let loaded = page.evaluate("return performance.getEntriesByType('resource').map((load) => load.name)").await?;
        assert!(loaded.to_string().contains("/node_modules/jobscope/jobscope_bg.wasm"), "{loaded}");
        Ok(())
    });
}

#[test]
fn a_bundler_finds_all_of_it_by_itself() {
    drive(Site::NpmProject, Screen::DESKTOP, async |page| {
        page.open("bundled/").await?;
        completes(page).await?;
        let loaded = page.evaluate("return performance.getEntriesByType('resource').map((load) => load.name)").await?;
        assert!(loaded.to_string().contains("/bundled/assets/jobscope_bg-"), "{loaded}");
        assert!(!loaded.to_string().contains("node_modules"), "{loaded}");
        Ok(())
    });
}

/// The page steps its Job to Complete.
async fn completes(page: &Page) -> Result<(), Error> {
    let says = async || {
        let said = page.find("status", "The Job").await?.text().await?;
        let complete = said.starts_with("Complete after ") && said.ends_with(": 3 succeeded");
        Ok(if complete { Ok(()) } else { Err(said) })
    };
    page.wait_for("the Job to complete", says).await
}
