//! How long the page's frames take, by the page's own frame meter, and how its memory grows: while it plays at 4×
//! with 200 pods, and while scrubbing through what 10,000 pods did.

use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};
use jobscope_tests::measure::figure::{Figure, Unit};

use crate::{Memory, apply, memory, play_at_4x, tell, watch_memory};

/// How long each of the two runs by default.
const SECONDS: u64 = 60;

/// A frame's time at 60 a second, with what a browser's clock is off.
const FRAME_MS: f64 = 17.0;

/// Prints the figures.
pub(super) fn measure(seconds: Option<u64>) {
    let time = Duration::from_secs(seconds.unwrap_or(SECONDS));
    debug(Site::Jobscope, Screen::DESKTOP, async |page| play(page, time).await);
    debug(Site::Jobscope, Screen::DESKTOP, async |page| scrub(page, time).await);
}

/// Play at 4×, with 200 pods that are replaced for ever.
async fn play(page: &Page, time: Duration) -> Result<(), Error> {
    watch_memory(page).await?;
    apply(page, 200, 1_000_000).await?;
    play_at_4x(page).await?;
    let meter = show_meter(page).await?;
    let before = memory(page).await?;
    tokio::time::sleep(time).await;
    report(page, "play at 4×, 200 pods", time, &meter, before).await
}

/// Back and forth through a session with 10,000 pods, a step a frame.
async fn scrub(page: &Page, time: Duration) -> Result<(), Error> {
    watch_memory(page).await?;
    apply(page, 10_000, 10_000).await?;
    let over = page.find("button", "Step over").await?;
    let start = Instant::now();
    let mut steps = 0_u32;
    while steps < 60 && over.is_enabled().await? {
        over.click().await?;
        steps += 1;
    }
    println!(
        "{steps} steps with 10,000 pods: {:.0} ms each",
        start.elapsed().as_secs_f64() * 1000.0 / f64::from(steps)
    );
    let meter = show_meter(page).await?;
    let before = memory(page).await?;
    let end = Instant::now() + time;
    while Instant::now() < end {
        page.evaluate(SCRUB).await?;
    }
    report(page, "scrubbing, 10,000 pods", time, &meter, before).await
}

/// Moves the slider of the timeline to the next or last step in each frame, for three seconds.
const SCRUB: &str = "
    const slider = document.querySelector('#time input[type=range]');
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    const max = Number(slider.max), end = performance.now() + 3000;
    let at = Number(slider.value), by = -1;
    return new Promise((done) => requestAnimationFrame(function next() {
        if (at + by < 0 || at + by > max) by = -by;
        at += by;
        value.call(slider, String(at));
        slider.dispatchEvent(new InputEvent('input', { bubbles: true }));
        if (performance.now() < end) requestAnimationFrame(next); else done();
    }));";

async fn show_meter(page: &Page) -> Result<Element, Error> {
    page.press(&[Key::Control], 'k').await?;
    page.find("combobox", "Find a command").await?;
    page.write("frame meter\n").await?;
    page.find("status", "Frame meter").await
}

async fn report(page: &Page, what: &str, time: Duration, meter: &Element, before: Memory) -> Result<(), Error> {
    let after = memory(page).await?;
    let frames = meter.attr("data-frames").await?.unwrap_or_default();
    println!("{what}, {} s: {frames} frames", time.as_secs());
    for (attribute, part) in [("data-apart", "apart"), ("data-drawn", "drawn within")] {
        let value = meter.attr(attribute).await?.unwrap_or_default();
        let [median, most, longest] = value.split(' ').collect::<Vec<_>>()[..] else { continue };
        println!("  {part:13} p50 {median} ms, p95 {most} ms, longest {longest} ms");
        if let Ok(most) = most.parse() {
            tell(Figure::new(format!("{what}: 95 of 100 frames {part}"), most, Unit::Ms).at_most(FRAME_MS));
        }
    }
    for ((part, first), (_, end)) in before.into_iter().zip(after) {
        println!("  {part}: {:.1} MB at first, {:.1} MB at the end", first / 1e6, end / 1e6);
        tell(Figure::new(format!("{what}: growth of the {part}"), (end - first).max(0.0), Unit::Bytes));
    }
    Ok(())
}
