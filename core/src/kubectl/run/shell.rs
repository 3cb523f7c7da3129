//! The commands of a line, as a shell runs them: one after the other, each with what goes into it and with where its
//! output goes.

use super::words::{Token, tokens};

/// By this name the session's manifest is a file for kubectl.
pub const MANIFEST_FILE: &str = "manifest.yaml";

/// When a command of a line runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// In any case: the first one, and after `;`.
    #[default]
    Always,
    /// If the last one went well (`&&`).
    Success,
    /// If the last one failed (`||`).
    Failure,
    /// If the last one ran, whose output it reads (`|`).
    Pipe,
}

/// Where the standard error of a command goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// It is printed.
    #[default]
    Printed,
    /// Where the standard output goes (`2>&1`).
    Output,
    /// Into a file (`2> FILE`).
    File(String),
}

/// A command of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Its words.
    pub words: Vec<String>,
    /// When it runs.
    pub link: Link,
    /// The file that it reads as its standard input (`< FILE`).
    pub input: Option<String>,
    /// The file that takes its standard output (`> FILE`).
    pub output: Option<String>,
    /// Whether that file keeps what it had (`>> FILE`).
    pub appends: bool,
    /// Where its standard error goes.
    pub errors: Errors,
}

/// The commands of a line.
pub(super) fn parts(line: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut part = Part::default();
    let mut last_operator = None;
    let mut tokens = tokens(line)?.into_iter();
    while let Some(token) = tokens.next() {
        let operator = match token {
            Token::Word(word) => {
                part.words.push(word);
                continue;
            }
            Token::Operator(operator) => operator,
        };
        let mut file = || match tokens.next() {
            Some(Token::Word(file)) => Ok(file),
            _ => Err(format!("the name of a file is missing after {operator}")),
        };
        let when = match operator {
            "<" => {
                part.input = Some(file()?);
                continue;
            }
            ">" | ">>" => {
                part.output = Some(file()?);
                part.appends = operator == ">>";
                continue;
            }
            "2>" => {
                part.errors = Errors::File(file()?);
                continue;
            }
            "2>&1" => {
                part.errors = Errors::Output;
                continue;
            }
            "&&" => Link::Success,
            "||" => Link::Failure,
            "|" => Link::Pipe,
            _ => Link::Always,
        };
        if part.words.is_empty() {
            return Err(format!("there is no command before {operator}"));
        }
        parts.push(std::mem::replace(&mut part, Part { link: when, ..Part::default() }));
        last_operator = Some(operator);
    }
    match last_operator {
        _ if !part.words.is_empty() => parts.push(part),
        Some(operator) if operator != ";" => return Err(format!("there is no command after {operator}")),
        _ => {}
    }
    Ok(parts)
}

/// The words that `xargs` runs: its own, then those that it reads.
pub(super) fn passed_on(words: &[String], stdin: &str) -> Option<Vec<String>> {
    let (_, command) = words.split_first().filter(|(name, command)| *name == "xargs" && !command.is_empty())?;
    Some(command.iter().cloned().chain(stdin.split_whitespace().map(str::to_owned)).collect())
}

/// How many milliseconds `sleep` takes, such as `sleep 5`, `sleep 0.5` or `sleep 2m`; `None` for any other command.
pub fn sleeps(words: &[String]) -> Option<i64> {
    let [_, time] = words else { return None };
    let (number, unit) = match time.find(|c: char| c.is_ascii_alphabetic()) {
        Some(at) => time.split_at_checked(at)?,
        None => (time.as_str(), "s"),
    };
    let seconds: i64 = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let ms = format!("{fraction:0<3.3}").parse::<u16>().ok()?;
    let whole = whole.parse::<u32>().ok()?;
    words.first().filter(|name| *name == "sleep")?;
    i64::from(whole).checked_mul(1_000)?.checked_add(i64::from(ms))?.checked_mul(seconds)
}

/// The words of the last command of a line that is being typed, and whether it reads the output of another one.
pub(super) fn last_words(line: &str) -> Result<(Vec<String>, bool), String> {
    let mut words = Vec::new();
    let mut is_piped = false;
    for token in tokens(line)? {
        match token {
            Token::Word(word) => words.push(word),
            Token::Operator(operator @ ("|" | "||" | "&&" | ";")) => {
                words.clear();
                is_piped = operator == "|";
            }
            Token::Operator(_) => {}
        }
    }
    Ok((words, is_piped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_link_commands() {
        let links =
            |line| parts(line).unwrap().into_iter().map(|part| (part.words.join(" "), part.link)).collect::<Vec<_>>();
        let [a, b, c, d] = ["a x", "b", "c", "d"].map(str::to_owned);
        assert_eq!(
            links("a x | b && c || d;"),
            [(a, Link::Always), (b, Link::Pipe), (c, Link::Success), (d, Link::Failure)]
        );
        assert!(links("").is_empty() && links("# a").is_empty());
        for (line, why) in [
            ("| a", "there is no command before |"),
            ("a ; ; b", "there is no command before ;"),
            ("a &&", "there is no command after &&"),
            ("a >", "the name of a file is missing after >"),
            ("a < | b", "the name of a file is missing after <"),
        ] {
            assert_eq!(parts(line), Err(why.to_owned()), "{line}");
        }
    }

    #[test]
    fn files_take_what_is_printed() {
        let one = |line| parts(line).unwrap().remove(0);
        let part = Part { words: vec!["a".to_owned()], ..Part::default() };
        let file = Some("f".to_owned());
        assert_eq!(one("a > f"), Part { output: file.clone(), ..part.clone() });
        assert_eq!(one("a >> f"), Part { output: file.clone(), appends: true, ..part.clone() });
        assert_eq!(one("a <f"), Part { input: file, ..part.clone() });
        assert_eq!(one("a 2>&1"), Part { errors: Errors::Output, ..part.clone() });
        assert_eq!(one("a 2>/dev/null"), Part { errors: Errors::File("/dev/null".to_owned()), ..part });
    }
}
