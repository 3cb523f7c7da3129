//! The jobscope page: draws the engine's state, sends it actions, decides nothing.
//!
//! - [`session`]: the recorded session (`jobscope_core::timeline::Timeline`) as one reducer, and the [`jobscope_explain::Moment`] that
//!   everything is drawn from.
//! - [`words`]: every sentence of the page, in English and Chinese.
//! - [`settings`] and [`keep`]: what the person chose and typed, kept in the browser.
//! - [`app`]: the page as a whole; [`desk`]: the debugger, on one session.
//! - [`route`]: what of it shows, by its address; [`lessons`]: the start page, lessons and the glossary.
//! - [`share`]: a session as a link, made and opened; [`seen`]: what of the page goes along with it.
//! - [`compare`]: two runs side by side.
//! - [`embed`]: the page within another page.
//! - [`offline`]: the page without a network, and newer versions of it.
//! - [`palette`]: everything that can be done, by name; [`keys`] what keys do; [`hint`] the first steps; [`meter`] how long
//!   frames take.
//! - A folder per region: [`header`], [`spec`], [`plane`], [`pods`], [`why`], [`timeline`], [`output`]; [`ui`] has what they share.
//!
//! No controller logic lives here: a region shows what a `Moment` holds and sends `Action`s.

mod after_frame;
mod app;
mod compare;
mod desk;
mod embed;
mod explore;
mod header;
mod hint;
mod keep;
mod keys;
mod lessons;
mod meter;
mod offline;
mod output;
mod palette;
mod plane;
mod pods;
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

fn main() {
    panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show_crash_notice();
    }));
    let Some(place) = gloo::utils::document().get_element_by_id("page") else { return };
    if embed::is_wanted() {
        keep::keep_nothing();
        yew::Renderer::<embed::Embed>::with_root(place).render();
    } else {
        yew::Renderer::<app::App>::with_root(place).render();
    }
}

/// Unhides the notice that `index.html` holds, so that an error of jobscope never leaves a blank or dead page unexplained.
fn show_crash_notice() {
    if let Some(notice) = gloo::utils::document().get_element_by_id("crash") {
        let _ = notice.remove_attribute("hidden");
    }
}
