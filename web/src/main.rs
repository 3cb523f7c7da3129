//! The jobscope page: draws the engine's state, sends it actions, decides nothing.
//!
//! ARCHITECTURE.md lists the modules by floor: a module imports only from lower floors or its own.
//!
//! No controller logic lives here: a region shows what a `Moment` holds and sends `Action`s.

mod address;
mod after_frame;
mod app;
mod arrival;
mod compare;
mod deferred;
mod desk;
mod effect;
mod embed;
mod explore;
mod header;
mod hint;
mod keep;
mod keys;
mod lazy;
mod lessons;
mod live;
mod meter;
mod offline;
mod output;
mod palette;
mod plane;
mod pods;
#[cfg(not(target_arch = "wasm32"))]
mod prerender;
mod prose;
mod recorded;
mod releases;
mod route;
mod seen;
mod session;
mod settings;
mod share;
mod spec;
mod timeline;
mod ui;
mod why;
mod words;

use std::panic;

#[cfg(target_arch = "wasm32")]
fn main() {
    start();
}

/// Natively this program renders the start page into files.
#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    prerender::main()
}

/// Shows the page, or an embed.
#[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "there is no document to show it in"))]
fn start() {
    panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show_crash_notice();
    }));
    deferred::begin();
    let Some(place) = gloo::utils::document().get_element_by_id("page") else { return };
    if embed::is_wanted() {
        keep::keep_nothing();
        yew::Renderer::<embed::Embed>::with_root(place).render();
    } else {
        app::announce(app::DRAWS);
        yew::Renderer::<app::App>::with_root(place).render();
    }
}

/// Unhides the notice that `index.html` holds, so that an error of jobscope never leaves a blank or dead page unexplained.
fn show_crash_notice() {
    if let Some(notice) = gloo::utils::document().get_element_by_id("crash") {
        let _ = notice.remove_attribute("hidden");
    }
}
