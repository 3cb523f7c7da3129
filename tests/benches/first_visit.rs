//! What the first visit of the page transfers, and the script of an embed alone, as brotli makes them: the size of the
//! files that the browser asks for, not of all that are published.
#![expect(clippy::print_stdout, clippy::expect_used, reason = "what a bench prints is its result")]

use std::path::Path;

use brotli::enc::BrotliEncoderParams;
use jobscope_tests::browser::{Error, Page, Screen, Site, drive};
use jobscope_tests::measure::figure::{Figure, Place, Unit};
use serde_json::Value;

/// Bytes that a first visit should transfer at most, and the script that a page loads for its embeds.
const FIRST_VISIT: f64 = 300_000.0;
const EMBED_SCRIPT: f64 = 8_000.0;

/// Whether more than that fails.
const IS_BUDGET: bool = false;

fn main() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| first_visit(page).await);
    let folder = Site::built_page().expect("the built page is named");
    tell("the script of an embed", brotli_size(&folder.join("embed.js")), EMBED_SCRIPT);
}

async fn first_visit(page: &Page) -> Result<(), Error> {
    // Whoever comes for the first time sees the start page.
    page.open("").await?;
    page.reload().await?;
    page.find("button", "Blank Job").await?;
    let names = page.evaluate(FILES).await?;
    let folder = Site::built_page()?;
    let mut bytes = brotli_size(&folder.join("index.html"));
    for name in names.as_array().into_iter().flatten().filter_map(Value::as_str) {
        let size = brotli_size(&folder.join(name));
        println!("  {size:>9} {name}");
        bytes += size;
    }
    tell("the first visit", bytes, FIRST_VISIT);
    Ok(())
}

/// The files that the page has asked for beside its document, by their paths below it.
const FILES: &str = "
    const base = new URL('./', document.baseURI).href;
    const names = performance.getEntriesByType('resource').map((entry) => entry.name.split(/[?#]/)[0]);
    return [...new Set(names.filter((name) => name.startsWith(base)).map((name) => name.slice(base.length)))];";

fn brotli_size(file: &Path) -> u32 {
    let Ok(bytes) = std::fs::read(file) else { return 0 };
    let mut packed = Vec::new();
    let best = BrotliEncoderParams::default();
    brotli::BrotliCompress(&mut bytes.as_slice(), &mut packed, &best).expect("nothing fails in memory");
    u32::try_from(packed.len()).unwrap_or(u32::MAX)
}

fn tell(what: &str, bytes: u32, aim: f64) {
    let figure = Figure { place: Place::Page, budget: IS_BUDGET, ..Figure::new(what, f64::from(bytes), Unit::Bytes) };
    println!("{}", figure.at_most(aim));
}
