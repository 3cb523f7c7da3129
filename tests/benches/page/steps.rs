//! The time until the first step is possible, and the time of a step from its key to the frame that shows it.

use jobscope_tests::browser::{Error, Page, Screen, Site, debug};
use jobscope_tests::measure::figure::{Figure, Unit};
use serde_json::Value;

use crate::{apply, tell};

/// What times should be at most, in milliseconds.
pub(super) struct Aims {
    pub(super) median: f64,
    /// 95 of 100 of them.
    pub(super) most: f64,
}

/// How far away the first step may be.
const FIRST_STEP: Aims = Aims { median: 1000.0, most: 1000.0 };
/// How long a step may take: in the median no more than a frame.
const STEP: Aims = Aims { median: 16.0, most: 30.0 };

/// Prints the figures.
pub(super) fn measure() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| first_step(page).await);
    debug(Site::Jobscope, Screen::DESKTOP, async |page| step_over(page).await);
}

/// From the beginning of a navigation until the button can be pressed, the browser having nothing of the page.
async fn first_step(page: &Page) -> Result<(), Error> {
    report("first step possible", times_to_first_step(page, 7).await?, &FIRST_STEP);
    Ok(())
}

/// The times of as many first visits until the first step is possible, in milliseconds.
pub(super) async fn times_to_first_step(page: &Page, visits: usize) -> Result<Vec<f64>, Error> {
    page.begin_with(WATCH_FOR_APPLY).await?;
    let mut times = Vec::new();
    for _ in 0..visits {
        page.open_for_the_first_time().await?;
        page.find("button", "Apply").await?;
        times.extend(page.evaluate("return window.firstStep").await?.as_f64());
    }
    Ok(times)
}

/// Notes when the button to apply the Job first can be pressed in a frame that is drawn.
const WATCH_FOR_APPLY: &str = "
    requestAnimationFrame(function look() {
        const button = [...document.querySelectorAll('button:not([disabled])')].find((b) => b.textContent.trim().startsWith('Apply'));
        if (button) window.firstStep = performance.now(); else requestAnimationFrame(look);
    });";

/// Steps with 1,000 pods: the key, the step, the frame.
async fn step_over(page: &Page) -> Result<(), Error> {
    apply(page, 1_000, 1_000_000).await?;
    page.find("button", "Step over").await?;
    let mut times = Vec::new();
    // A script may not take longer than half a minute.
    for _ in 0..4 {
        let more = page.evaluate(TAKE_STEPS).await?;
        times.extend(more.as_array().into_iter().flatten().filter_map(Value::as_f64));
    }
    report("step over, 1,000 pods, from key to frame", times, &STEP);
    Ok(())
}

/// 50 steps by key, at rest between them; how long each took from its key, with which a frame begins, until the frame that
/// shows it was handed over. (A key at any other time waits for the next frame besides: half of one on average.)
const TAKE_STEPS: &str = "
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const begin = () => new Promise((done) => requestAnimationFrame(done));
    const end = () => new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now());
        port2.postMessage(0);
    });
    const shown = () => document.querySelector('#time input[type=range]').max;
    return (async () => {
        const times = [];
        for (let step = 0; step < 50; step++) {
            await wait(150);
            const before = shown();
            await begin();
            const key = performance.now();
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F10', bubbles: true, cancelable: true }));
            let drawn = await end();
            while (shown() === before) {
                await begin();
                drawn = await end();
            }
            times.push(drawn - key);
        }
        return times;
    })();";

/// Prints the figures of times in milliseconds.
pub(super) fn report(what: &str, mut times: Vec<f64>, aims: &Aims) {
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times.get(times.len().saturating_sub(1) * share / 100).copied().unwrap_or(f64::NAN);
    println!("{what}, {} times: p50 {:.1} ms, p95 {:.1} ms, longest {:.1} ms", times.len(), at(50), at(95), at(100));
    tell(Figure::new(format!("{what}, in the median"), at(50), Unit::Ms).at_most(aims.median));
    tell(Figure::new(format!("{what}, 95 of 100"), at(95), Unit::Ms).at_most(aims.most));
}
