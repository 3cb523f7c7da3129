//! A first visit over a slow line, from a host that sends files compressed: the time until the start page can be used, and until
//! the first step is possible.

use std::fs;
use std::path::Path;

use jobscope_tests::browser::{Error, Page, Screen, Site, debug};
use jobscope_tests::measure::sizes::compressed;

use crate::steps::{Aims, report, times_to_first_step};

/// 1.6 Mbit/s in each direction, in bytes a second.
const BYTES: u32 = 200_000;
/// Milliseconds until a request is answered.
const LATENCY: u32 = 150;
const VISITS: usize = 5;

const START_PAGE: Aims = Aims { median: 1500.0, most: 1500.0 };
const FIRST_STEP: Aims = Aims { median: 8000.0, most: 8000.0 };

/// How the names of files end that are sent compressed.
const COMPRESSED: [&str; 6] = ["css", "html", "js", "svg", "txt", "wasm"];

/// Prints the figures.
pub(super) fn measure() {
    let built = Site::built_page().expect("the built page is named");
    let folder = tempfile::tempdir().expect("a folder for compressed files");
    copy_compressed(&built, folder.path()).expect("the page can be compressed");
    debug(Site::Folder(folder.path().to_owned()), Screen::DESKTOP, async |page| {
        page.slow_the_line(BYTES, LATENCY).await?;
        report("start page can be used, slow line", times_to_start_page(page).await?, &START_PAGE);
        report("first step possible, slow line", times_to_first_step(page, VISITS).await?, &FIRST_STEP);
        Ok(())
    });
}

/// The times until the start page is drawn and its script has run, in milliseconds.
async fn times_to_start_page(page: &Page) -> Result<Vec<f64>, Error> {
    const USABLE: &str = "
        const [visit] = performance.getEntriesByType('navigation');
        const [drawn] = performance.getEntriesByName('first-contentful-paint');
        return Math.max(visit.domContentLoadedEventEnd, drawn.startTime);";
    let mut times = Vec::new();
    for _ in 0..VISITS {
        page.forget_everything().await?;
        page.open("").await?;
        page.find("searchbox", "Search lessons").await?;
        times.extend(page.evaluate(USABLE).await?.as_f64());
    }
    Ok(times)
}

/// Copies a folder, and adds a compressed copy of each file that is sent as one.
fn copy_compressed(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if entry.is_dir() {
            copy_compressed(&entry, &target)?;
            continue;
        }
        fs::copy(&entry, &target)?;
        if entry.extension().is_some_and(|end| COMPRESSED.iter().any(|known| end == *known)) {
            let mut name = target.into_os_string();
            name.push(".br");
            fs::write(name, compressed(&entry)?)?;
        }
    }
    Ok(())
}
