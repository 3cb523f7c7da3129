//! An mdBook preprocessor: fenced blocks named `jobscope` become embedded scenarios. `docs/embed.md` says how to use
//! it.
//!
//! mdBook starts it, first to ask which renderers it supports, then with the book as JSON on its standard input. For other
//! sites `mdbook-jobscope element FILE` prints the same HTML for one scenario.

mod block;
mod book;
mod element;
mod poster;

use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use element::{Attributes, Element, Language};

const USAGE: &str = "\
Usage: mdbook-jobscope                             as mdBook starts it: the book comes as JSON, and goes as JSON
       mdbook-jobscope supports RENDERER           whether that renderer is supported
       mdbook-jobscope element FILE [NAME=VALUE]…  print the HTML that embeds the scenario of a file;
                                                   address=URL says where jobscope is, the rest are attributes";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        [] => preprocess(),
        // What does not render to HTML shows the block as it is.
        ["supports", renderer] => return ExitCode::from(u8::from(*renderer != "html")),
        ["element", file, attributes @ ..] => element(file, attributes),
        ["help" | "--help" | "-h"] => Ok(USAGE.to_owned()),
        _ => Err(USAGE.to_owned()),
    };
    let written = match &outcome {
        Ok(text) => writeln!(std::io::stdout(), "{text}"),
        Err(error) => writeln!(std::io::stderr(), "mdbook-jobscope: {error}"),
    };
    ExitCode::from(u8::from(outcome.is_err() || written.is_err()))
}

fn preprocess() -> Result<String, String> {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).map_err(|error| error.to_string())?;
    book::preprocess(&input).map_err(|error| error.to_string())
}

fn element(file: &str, attributes: &[&str]) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut attributes = Attributes::parse(&attributes.join(" ")).map_err(|error| error.to_string())?;
    let address = attributes.take("address").unwrap_or_default();
    let element = Element::of_file(&text, attributes).map_err(|error| format!("{file}: {error}"))?;
    let html = element.html(&address, Language::English);
    Ok(format!("{}\n{html}", element::script(&address)))
}
