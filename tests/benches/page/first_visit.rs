//! What the first visit of the page transfers, and the script of an embed alone, as brotli makes them: the size of the
//! files that the browser asks for, not of all that are published.

use std::path::Path;

use brotli::enc::BrotliEncoderParams;
use jobscope_tests::browser::{Error, Page, Screen, Site, drive};
use jobscope_tests::measure::figure::{Figure, Unit};
use serde_json::Value;

use crate::tell;

/// Bytes that a first visit should transfer at most, and the script that a page loads for its embeds.
const FIRST_VISIT: f64 = 300_000.0;
const EMBED_SCRIPT: f64 = 8_000.0;

/// Prints the figures.
pub(super) fn measure() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| first_visit(page).await);
    let folder = Site::built_page().expect("the built page is named");
    let embed = figure("the script of an embed", brotli_size(&folder.join("embed.js")));
    tell(Figure { budget: true, ..embed }.at_most(EMBED_SCRIPT));
}

async fn first_visit(page: &Page) -> Result<(), Error> {
    page.find("button", "Blank Job").await?;
    let names = page.evaluate(FILES).await?;
    let folder = Site::built_page()?;
    let mut bytes = brotli_size(&folder.join("index.html"));
    for name in names.as_array().into_iter().flatten().filter_map(Value::as_str) {
        let size = brotli_size(&folder.join(name));
        println!("  {size:>9} {name}");
        bytes += size;
    }
    // An aim, and no budget yet: the page is far above it.
    tell(figure("the first visit", bytes).at_most(FIRST_VISIT));
    Ok(())
}

/// The files that the page has asked for beside its document, by their paths below it.
const FILES: &str = "
    const base = new URL('./', document.baseURI).href;
    const names = performance.getEntriesByType('resource').map((entry) => entry.name.split(/[?#]/)[0]);
    return [...new Set(names.filter((name) => name.startsWith(base)).map((name) => name.slice(base.length)))];";

fn brotli_size(file: &Path) -> u32 {
    // A file that is not there must not weigh nothing.
    let bytes = std::fs::read(file).expect("what the page asked for is among its files");
    let mut packed = Vec::new();
    let best = BrotliEncoderParams::default();
    brotli::BrotliCompress(&mut bytes.as_slice(), &mut packed, &best).expect("nothing fails in memory");
    u32::try_from(packed.len()).unwrap_or(u32::MAX)
}

fn figure(what: &str, bytes: u32) -> Figure {
    Figure::new(what, f64::from(bytes), Unit::Bytes)
}
