//! Compares what real kubectl printed with what the engine's prints.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use jobscope_tests::kubectl::{check, state};
use jobscope_tests::replay::find_files;
use lexopt::{Arg, Parser, ValueExt};

const HELP: &str = "\
Usage: kubectl [options] PATH...

Carries out the scripts of recorded states (.jsonl, .jsonl.gz, or folders of them) in worlds, and compares what kubectl
printed there with what the engine's prints. Exits with 1 if anything differs, with 2 if something could not be read.

Options:
  --only ID   only the state with this id (may be given several times)
  --brief     name the states that differ, but do not show how
  -h, --help  show this";

#[derive(Debug, Default)]
struct Options {
    paths: Vec<PathBuf>,
    only: Vec<String>,
    brief: bool,
    help: bool,
}

fn options(mut arguments: Parser) -> Result<Options, lexopt::Error> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("only") => options.only.push(arguments.value()?.string()?),
            Arg::Long("brief") => options.brief = true,
            Arg::Short('h') | Arg::Long("help") => options.help = true,
            Arg::Value(path) => options.paths.push(path.into()),
            _ => return Err(argument.unexpected()),
        }
    }
    if options.paths.is_empty() && !options.help {
        return Err("give at least one file or folder of recordings; --help says more".into());
    }
    Ok(options)
}

/// How many passed, and how many did not.
fn run(options: &Options, out: &mut impl Write) -> io::Result<(usize, usize)> {
    let (mut passed, mut failed) = (0, 0);
    for path in &options.paths {
        for file in find_files(path).map_err(io::Error::other)? {
            let states = state::read(&file)?;
            for state in states.iter().filter(|state| options.only.is_empty() || options.only.contains(&state.id)) {
                match check(state) {
                    Ok(differences) if differences.is_empty() => passed += 1,
                    Ok(differences) => {
                        failed += 1;
                        for difference in differences {
                            let text = difference.to_string();
                            let shown =
                                if options.brief { text.lines().next().unwrap_or_default() } else { text.trim_end() };
                            writeln!(out, "{shown}")?;
                        }
                    }
                    Err(skip) => writeln!(out, "{} is left out: {skip}", state.id)?,
                }
            }
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok((passed, failed))
}

fn main() -> ExitCode {
    let options = match options(Parser::from_env()) {
        Ok(options) => options,
        Err(error) => return complain(&error.to_string()),
    };
    if options.help {
        let _ = writeln!(io::stdout(), "{HELP}");
        return ExitCode::SUCCESS;
    }
    match run(&options, &mut io::stdout().lock()) {
        Err(error) => complain(&error.to_string()),
        Ok((_, 1..)) => ExitCode::from(1),
        Ok((0, _)) => complain("nothing was compared"),
        Ok(_) => ExitCode::SUCCESS,
    }
}

fn complain(what: &str) -> ExitCode {
    // Nothing more can be done if even this cannot be written.
    let _ = writeln!(io::stderr(), "kubectl: {what}");
    ExitCode::from(2)
}
