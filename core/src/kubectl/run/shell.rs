//! The commands of a line as a shell reads them: what each reads, where its output goes, and when it runs.

use super::words::{Token, tokens};

/// When a simple command runs.
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

/// Where the standard error of a simple command goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stderr {
    /// It is printed.
    #[default]
    Printed,
    /// Where the standard output goes (`2>&1`).
    Output,
    /// Into a file (`2> FILE`).
    File(String),
}

/// A command of a line with its redirections: what the grammar of shells calls a simple command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimpleCommand {
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
    pub stderr: Stderr,
}

/// Words that begin a compound command of a shell.
const KEYWORDS: [&str; 6] = ["case", "for", "function", "if", "until", "while"];

/// The commands of a line.
pub(super) fn commands(line: &str) -> Result<Vec<SimpleCommand>, String> {
    let mut commands = Vec::new();
    let mut command = SimpleCommand::default();
    let mut last_operator = None;
    let mut tokens = tokens(line)?.into_iter();
    while let Some(token) = tokens.next() {
        let operator = match token {
            Token::Word(word) => {
                if command.words.is_empty() && KEYWORDS.contains(&word.as_str()) {
                    return Err(format!("{word} is not supported; type each command by itself"));
                }
                command.words.push(word);
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
                command.input = Some(file()?);
                continue;
            }
            ">" | ">>" => {
                command.output = Some(file()?);
                command.appends = operator == ">>";
                continue;
            }
            "2>" => {
                command.stderr = Stderr::File(file()?);
                continue;
            }
            "2>&1" => {
                command.stderr = Stderr::Output;
                continue;
            }
            "&&" => Link::Success,
            "||" => Link::Failure,
            "|" => Link::Pipe,
            _ => Link::Always,
        };
        if command.words.is_empty() {
            return Err(format!("there is no command before {operator}"));
        }
        let next = SimpleCommand { link: when, ..SimpleCommand::default() };
        commands.push(std::mem::replace(&mut command, next));
        last_operator = Some(operator);
    }
    match last_operator {
        _ if !command.words.is_empty() => commands.push(command),
        Some(operator) if operator != ";" => return Err(format!("there is no command after {operator}")),
        _ => {}
    }
    Ok(commands)
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
        let links = |line| {
            commands(line)
                .unwrap()
                .into_iter()
                .map(|command| (command.words.join(" "), command.link))
                .collect::<Vec<_>>()
        };
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
            ("a; for b in c; do d; done", "for is not supported; type each command by itself"),
        ] {
            assert_eq!(commands(line), Err(why.to_owned()), "{line}");
        }
    }

    #[test]
    fn files_take_what_is_printed() {
        let one = |line| commands(line).unwrap().remove(0);
        let command = SimpleCommand { words: vec!["a".to_owned()], ..SimpleCommand::default() };
        let file = Some("f".to_owned());
        assert_eq!(one("a > f"), SimpleCommand { output: file.clone(), ..command.clone() });
        assert_eq!(one("a >> f"), SimpleCommand { output: file.clone(), appends: true, ..command.clone() });
        assert_eq!(one("a <f"), SimpleCommand { input: file, ..command.clone() });
        assert_eq!(one("a 2>&1"), SimpleCommand { stderr: Stderr::Output, ..command.clone() });
        assert_eq!(one("a 2>/dev/null"), SimpleCommand { stderr: Stderr::File("/dev/null".to_owned()), ..command });
    }
}
