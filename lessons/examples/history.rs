//! Prints the session file that explains a recorded history by a release: `history v1.36 TITLE FILES`. For authors of lessons.
#![allow(clippy::print_stdout, reason = "that is what it is for")]

use std::error::Error;
use std::fs;

use jobscope_core::api::Release;
use jobscope_core::history::History;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("name a release, a title, and the files")?;
    let release = Release::ALL.into_iter().find(|release| release.name() == name).ok_or("there is no such release")?;
    let title = arguments.next().ok_or("name a title, and the files")?;
    let texts: Vec<String> = arguments.map(fs::read_to_string).collect::<Result<_, _>>()?;
    let explanation = History::parse(&texts)?.explain(release);
    let mut session = explanation.session;
    session.title = title;
    println!("# {} of {} writes explained", explanation.report.explained(), explanation.report.writes.len());
    println!("jobscope: 6\nrelease: {release}\npacked: {}", session.to_link());
    Ok(())
}
