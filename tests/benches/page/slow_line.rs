//! A first visit over a slow line, from a host that sends files compressed: the time until the start page can be used, and until
//! the first step is possible.

use std::fs;
use std::path::Path;

use jobscope_tests::browser::{Error, Page, Screen, Site, debug};
use jobscope_tests::measure::figure::{Figure, Unit};
use jobscope_tests::measure::sizes::compressed;

use crate::{steps, tell};

/// 1.6 Mbit/s in each direction, in bytes a second.
const BYTES: u32 = 200_000;
/// Milliseconds until a request is answered.
const LATENCY: u32 = 150;
const VISITS: usize = 5;

/// What is sent compressed.
const TEXTS: [&str; 6] = ["css", "html", "js", "svg", "txt", "wasm"];

/// Prints the figures.
pub(super) fn measure() {
    let built = Site::built_page().expect("the built page is named");
    let folder = tempfile::tempdir().expect("a folder for compressed files");
    copy_compressed(&built, folder.path()).expect("the page can be compressed");
    debug(Site::Folder(folder.path().to_owned()), Screen::DESKTOP, async |page| {
        page.slow_the_line(BYTES, LATENCY).await?;
        report("start page can be used", start_page(page).await?, 1500.0);
        report("first step possible", steps::times_to_first_step(page, VISITS).await?, 8000.0);
        Ok(())
    });
}

/// Until it is drawn and its script has run.
async fn start_page(page: &Page) -> Result<Vec<f64>, Error> {
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

fn report(what: &str, mut times: Vec<f64>, most: f64) {
    times.sort_by(f64::total_cmp);
    println!("{what}, over a slow line: {times:.0?} ms");
    let median = times.get(times.len() / 2).copied().unwrap_or(f64::NAN);
    tell(Figure::new(format!("{what}, 1.6 Mbit/s and 150 ms, in the median"), median, Unit::Ms).at_most(most));
}

fn copy_compressed(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (entry, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if entry.is_dir() {
            copy_compressed(&entry, &target)?;
            continue;
        }
        fs::copy(&entry, &target)?;
        if entry.extension().is_some_and(|end| TEXTS.iter().any(|text| end == *text)) {
            let mut name = target.into_os_string();
            name.push(".br");
            fs::write(name, compressed(&entry)?)?;
        }
    }
    Ok(())
}
