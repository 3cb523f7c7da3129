//! Makes a table of the figures in its input.

use std::error::Error;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use jobscope_tests::measure::figure::Figure;
use jobscope_tests::measure::machine;
use jobscope_tests::measure::table::Table;
use jobscope_tests::program::{self, Ended};
use lexopt::{Arg, Parser, ValueExt};

const HELP: &str = "\
Usage: table --kept FILE [--keep] [--json] < figures

Makes one table of the figures in its input, compared with the one kept in FILE, and prints it. Fails if one is over its
budget.

Options:
  --kept FILE  the last table, as JSON; beside it is the same as Markdown
  --keep       keep this one there; what was not measured now stays as it was, if this is the same machine
  --json       print JSON
  -h, --help   show this";

#[derive(Default)]
struct Options {
    kept: PathBuf,
    keep: bool,
    json: bool,
}

fn options(mut arguments: Parser) -> Result<Option<Options>, lexopt::Error> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("kept") => options.kept = arguments.value()?.parse()?,
            Arg::Long("keep") => options.keep = true,
            Arg::Long("json") => options.json = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(options))
}

fn run(options: &Options, out: &mut dyn Write) -> Result<Ended, Box<dyn Error>> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let figures = input.lines().filter_map(Figure::read).collect::<Result<Vec<_>, _>>()?;
    let now = Table { machine: machine::name(), load: machine::load(), figures };
    let last = match std::fs::read_to_string(&options.kept) {
        Ok(text) => Some(serde_json::from_str::<Table>(&text)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let text = if options.json { serde_json::to_string_pretty(&now)? } else { now.markdown(last.as_ref()) };
    writeln!(out, "{}", text.trim_end())?;
    let ended = if now.over_budget().next().is_none() { Ended::Well } else { Ended::Badly };
    if options.keep {
        let kept = now.with_rest_of(&last.unwrap_or_default());
        std::fs::write(&options.kept, format!("{}\n", serde_json::to_string_pretty(&kept)?))?;
        std::fs::write(options.kept.with_extension("md"), kept.markdown(None))?;
    }
    Ok(ended)
}

fn main() -> ExitCode {
    program::run("table", HELP, options, |options, out| run(&options, out))
}
