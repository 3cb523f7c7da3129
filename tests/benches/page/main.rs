//! Measures the whole page in a headless browser, each part by its name. It prints times and does not judge them,
//! because they depend on the machine.
#![expect(clippy::print_stdout, clippy::expect_used, reason = "what a bench prints is its result")]

mod first_visit;
mod frames;
mod long_play;
mod slow_line;
mod steps;

use jobscope_tests::browser::{Error, Key, Page};
use jobscope_tests::measure::figure::{Figure, Platform};
use serde_json::Value;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let named = |name: &str| arguments.iter().any(|argument| argument == name);
    let seconds = arguments.iter().position(|argument| argument == "--seconds");
    let seconds = seconds.and_then(|place| arguments.get(place + 1)).and_then(|number| number.parse().ok());
    if named("sizes") {
        first_visit::measure();
    }
    if named("steps") {
        steps::measure();
    }
    if named("slow-line") {
        slow_line::measure();
    }
    if named("frames") {
        frames::measure(seconds);
    }
    if named("long-play") {
        long_play::measure(seconds);
    }
}

/// Prints a figure of the page.
fn tell(figure: Figure) {
    println!("{}", Figure { place: Platform::Page, ..figure });
}

/// Applies a Job with the given number of pods.
async fn apply(page: &Page, parallelism: u32, completions: u32) -> Result<(), Error> {
    let manifest = format!(
        "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: many}}\nspec:\n  parallelism: {parallelism}\n  completions: \
         {completions}\n  template:\n    spec:\n      restartPolicy: Never\n      containers: [{{name: main, image: busybox}}]\n"
    );
    page.find("button", "YAML").await?.click().await?;
    page.find("textbox", "Manifest").await?.click().await?;
    page.paste(&manifest).await?;
    page.press(&[Key::Control], Key::Enter).await
}

/// Plays on at 4×.
async fn play_at_4x(page: &Page) -> Result<(), Error> {
    page.find("combobox", "Speed").await?.select_by_label("4×").await?;
    Ok(page.find("button", "Play").await?.click().await?)
}

/// The name of the memory of WebAssembly in [`Memory`].
const WASM_MEMORY: &str = "WebAssembly memory";

/// Bytes in use after all garbage was collected, by what uses them.
type Memory = [(&'static str, f64); 3];

/// Keeps hold of WebAssembly's memory, where sessions are: what the browser tells of a page's memory does not have it.
const WATCH: &str = "
    for (const name of ['instantiate', 'instantiateStreaming']) {
        const original = WebAssembly[name];
        WebAssembly[name] = async (...given) => {
            const made = await original(...given);
            // The deferred module has the memory of the main one.
            const { memory } = (made.instance ?? made).exports;
            if (memory) window.wasmMemory = memory;
            return made;
        };
    }";

/// Loads the page again, so that [`memory`] can tell of all of it.
async fn watch_memory(page: &Page) -> Result<(), Error> {
    page.begin_with(WATCH).await?;
    page.reload().await
}

/// What is in use; of WebAssembly, what it has ever had in use, for it gives nothing back.
async fn memory(page: &Page) -> Result<Memory, Error> {
    let heap = page.heap().await?;
    let part = |name: &str| heap.get(name).and_then(Value::as_f64).unwrap_or_default();
    let wasm = page.evaluate("return window.wasmMemory.buffer.byteLength").await?;
    let wasm = wasm.as_f64().ok_or_else(|| Error::Answer(format!("no size of WebAssembly's memory: {wasm}")))?;
    Ok([("heap", part("usedSize")), ("buffers", part("backingStorageSize")), (WASM_MEMORY, wasm)])
}
