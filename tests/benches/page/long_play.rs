//! How the page's memory grows during a long playback with 1,000 pods.

use std::time::Duration;

use jobscope_tests::browser::{Error, Page, Screen, Site, debug};
use jobscope_tests::measure::figure::{Figure, Unit};

use crate::{Memory, WASM_MEMORY, apply, memory, play_at_4x, tell, watch_memory};

/// How long it plays by default. Memory should settle in the first fifth.
const SECONDS: u64 = 600;

/// Prints the figures.
pub(super) fn measure(seconds: Option<u64>) {
    let time = Duration::from_secs(seconds.unwrap_or(SECONDS));
    debug(Site::Jobscope, Screen::DESKTOP, async |page| play(page, time).await);
}

async fn play(page: &Page, time: Duration) -> Result<(), Error> {
    watch_memory(page).await?;
    apply(page, 1_000, 1_000_000).await?;
    play_at_4x(page).await?;
    let mut kept: Vec<Memory> = Vec::new();
    for fifth in 1..=5 {
        tokio::time::sleep(time / 5).await;
        let now = memory(page).await?;
        let step = page.find("slider", "Timeline").await?.attr("max").await?.unwrap_or_default();
        let parts: Vec<_> = now.iter().map(|(part, bytes)| format!("{part} {:.1} MB", bytes / 1e6)).collect();
        println!("{} s, step {step}: {}", (time / 5 * fifth).as_secs(), parts.join(", "));
        kept.push(now);
    }
    let (Some(first), Some(last)) = (kept.first(), kept.last()) else { return Ok(()) };
    for ((part, first), (_, last)) in first.iter().zip(last) {
        let what = format!("play on and on, 1,000 pods: growth of the {part} after the first fifth");
        let growth = Figure::new(what, (last - first).max(0.0), Unit::Bytes);
        // A session is kept in the memory of WebAssembly; the heap of JavaScript always varies.
        tell(if *part == WASM_MEMORY { growth.at_most(0.0) } else { growth });
    }
    Ok(())
}
