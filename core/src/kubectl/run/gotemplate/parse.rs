//! Nodes from the text of a template.

use std::sync::Arc;

use serde_json::Value;

use super::tokens::{Token, Word, quoted, tokens};
use super::{Command, MAIN, Named, Node, Operand, Pipe, Place, Start, functions};
use crate::api::go_quote;

/// A text, or the words of an action.
enum Piece {
    Text(String),
    Action { at: usize, tokens: Vec<Token> },
}

/// What ends a list of nodes.
enum End {
    Text,
    /// `{{end}}`
    Block,
    /// `{{else}}`, with what follows the word.
    Branch(Vec<Token>),
}

struct Parser<'t> {
    text: &'t str,
    pieces: std::vec::IntoIter<Piece>,
    /// The templates so far.
    templates: Vec<Named>,
    /// The name of the one that is read.
    name: Arc<str>,
    /// The variables that there are.
    variables: Vec<String>,
    /// The byte that is read.
    at: usize,
    /// The blocks and parentheses around it.
    depth: usize,
    /// The ranges around it.
    ranges: usize,
}

/// Words of their own, as errors show them.
const KEYWORDS: [&str; 12] =
    [".", "block", "break", "continue", "define", "else", "end", "if", "nil", "range", "template", "with"];

/// The most blocks and parentheses within each other.
const MOST_NESTED: usize = 32;
/// The most templates, and the most variables in one place: they are searched one after the other.
const MOST_DECLARED: usize = 1_000;

pub(super) fn templates(text: &str) -> Result<Vec<Named>, String> {
    let mut parser = Parser {
        text,
        pieces: Vec::new().into_iter(),
        templates: Vec::new(),
        name: MAIN.into(),
        variables: vec![String::new()],
        at: 0,
        depth: 0,
        ranges: 0,
    };
    let parsed = pieces(text, &mut parser.at).and_then(|pieces| {
        parser.pieces = pieces.into_iter();
        let (nodes, end) = parser.list(true)?;
        match end {
            End::Text => parser.add(MAIN, nodes),
            End::Block => Err("unexpected {{end}}".to_owned()),
            End::Branch(_) => Err("unexpected {{else}}".to_owned()),
        }
    });
    parsed.map_err(|why| format!("{}: {why}", position(text, parser.at).0))?;
    Ok(parser.templates)
}

/// The line of a byte, from 1, and its column, from 0. Reads all that is before it.
pub(super) fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or_default();
    (before.matches('\n').count() + 1, before.len() - before.rfind('\n').map_or(0, |newline| newline + 1))
}

/// The texts and actions of a template; `read` is the byte of the last action.
fn pieces(text: &str, read: &mut usize) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    loop {
        let Some((before, after)) = rest.split_once("{{") else {
            pieces.push(Piece::Text(rest.to_owned()));
            return Ok(pieces);
        };
        let trims = after.starts_with("- ");
        pieces.push(Piece::Text(if trims { before.trim_end() } else { before }.to_owned()));
        let inside = if trims { after.get(1..).unwrap_or_default() } else { after };
        let at = text.len() - inside.len();
        *read = at;
        let length = action_length(inside)?;
        let action = inside.get(..length).unwrap_or_default();
        rest = inside.get(length + 2..).unwrap_or_default();
        let action = match action.strip_suffix(" -") {
            Some(action) => {
                rest = rest.trim_start();
                action
            }
            None => action,
        };
        if !action.trim_start().starts_with("/*") {
            pieces.push(Piece::Action { at, tokens: tokens(action, at)? });
        }
    }
}

/// Finds the closing braces of an action, outside quotes.
fn action_length(text: &str) -> Result<usize, String> {
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(c) = rest.chars().next() else { break };
        if rest.starts_with("}}") {
            return Ok(at);
        }
        at += match c {
            '"' => quoted(rest).ok_or("unterminated quoted string")?,
            '`' => rest.get(1..).and_then(|raw| raw.find('`')).ok_or("unterminated raw quoted string")? + 2,
            c => c.len_utf8(),
        };
    }
    Err("unclosed action".to_owned())
}

impl Parser<'_> {
    /// Reads nodes up to the end of the block around them. Only outside of all blocks are templates defined.
    fn list(&mut self, defines: bool) -> Result<(Vec<Node>, End), String> {
        let mut nodes = Vec::new();
        while let Some(piece) = self.pieces.next() {
            let (at, mut tokens) = match piece {
                Piece::Text(text) => {
                    nodes.push(Node::Text(text));
                    continue;
                }
                Piece::Action { at, tokens } => (at, tokens),
            };
            self.at = at;
            let keyword = match tokens.first().map(|token| &token.word) {
                Some(Word::Name(name)) => name.clone(),
                _ => String::new(),
            };
            match keyword.as_str() {
                "end" => return Ok((nodes, End::Block)),
                "else" => return Ok((nodes, End::Branch(tokens.split_off(1)))),
                "if" | "range" | "with" => nodes.push(self.block(&keyword, &tokens.split_off(1))?),
                "break" | "continue" if self.ranges == 0 => {
                    return Err(format!("{{{{{keyword}}}}} outside {{{{range}}}}"));
                }
                "break" | "continue" => nodes.push(Node::Jump { ends: keyword == "break" }),
                "define" if defines => {
                    let (name, after) = self.template_name(&tokens, "define clause")?;
                    if let Some(more) = after.first() {
                        return Err(self.unexpected(more, "define clause"));
                    }
                    self.definition(name, "define clause")?;
                }
                "define" => return Err("unexpected <define> in command".to_owned()),
                "template" => {
                    let clause = "template clause";
                    let (name, after) = self.template_name(&tokens, clause)?;
                    let pipe = if after.is_empty() { None } else { Some(self.pipe(after, clause)?) };
                    nodes.push(self.call(&tokens, name, pipe));
                }
                "block" => {
                    let clause = "block clause";
                    let (name, after) = self.template_name(&tokens, clause)?;
                    let pipe = self.pipe(after, clause)?;
                    nodes.push(self.call(&tokens, name.clone(), Some(pipe)));
                    self.definition(name, clause)?;
                }
                _ => nodes.push(Node::Print(self.pipe(&tokens, "command")?)),
            }
        }
        Ok((nodes, End::Text))
    }

    /// The name behind `define`, `template` or `block`, and what follows it.
    fn template_name<'w>(&self, tokens: &'w [Token], clause: &str) -> Result<(String, &'w [Token]), String> {
        match tokens.split_at_checked(1).and_then(|(_, rest)| rest.split_first()) {
            Some((Token { word: Word::Literal(Value::String(name)), .. }, rest)) => Ok((name.clone(), rest)),
            Some((other, _)) => Err(self.unexpected(other, clause)),
            None => Err(format!("unexpected \"}}}}\" in {clause}")),
        }
    }

    fn unexpected(&self, token: &Token, clause: &str) -> String {
        let text = self.text.get(token.at..token.end).unwrap_or_default();
        let is_keyword = matches!(&token.word, Word::Name(name) if KEYWORDS.contains(&name.as_str()));
        let start: String = text.chars().take(10).collect();
        let shown = match text.len() {
            _ if is_keyword => format!("<{text}>"),
            ..=10 => go_quote(text),
            _ => go_quote(&start) + "...",
        };
        format!("unexpected {shown} in {clause}")
    }

    /// A node that calls the template of that name; errors show its text.
    fn call(&self, tokens: &[Token], name: String, pipe: Option<Pipe>) -> Node {
        let (at, end) = (tokens.get(1), tokens.last());
        let (at, end) = (at.map_or(0, |token| token.at), end.map_or(0, |token| token.end));
        Node::Call { place: Place { is_call: true, ..self.place(at, at..end) }, name, pipe }
    }

    /// Reads a template to its end. Neither variables nor ranges around it are in it.
    fn definition(&mut self, name: String, clause: &str) -> Result<(), String> {
        self.enter()?;
        let variables = std::mem::replace(&mut self.variables, vec![String::new()]);
        let ranges = std::mem::take(&mut self.ranges);
        let outer = std::mem::replace(&mut self.name, name.into());
        let (nodes, end) = self.list(false)?;
        match end {
            End::Text => return Err("unexpected EOF".to_owned()),
            End::Block => {}
            End::Branch(_) => return Err(format!("unexpected {{{{else}}}} in {clause}")),
        }
        let name = std::mem::replace(&mut self.name, outer);
        (self.variables, self.ranges) = (variables, ranges);
        self.depth -= 1;
        self.add(&name, nodes)
    }

    /// Adds a template. One that prints nothing but space stands back behind another of the same name.
    fn add(&mut self, name: &str, nodes: Vec<Node>) -> Result<(), String> {
        let is_empty =
            |nodes: &[Node]| nodes.iter().all(|node| matches!(node, Node::Text(text) if text.trim().is_empty()));
        let is_full = self.templates.len() == MOST_DECLARED;
        match self.templates.iter_mut().find(|(known, _)| known == name) {
            None if is_full => {
                return Err(format!("more than {MOST_DECLARED} templates"));
            }
            None => self.templates.push((name.to_owned(), nodes)),
            Some((_, known)) if is_empty(known) => *known = nodes,
            Some(_) if is_empty(&nodes) => {}
            Some(_) => return Err(format!("template: multiple definition of template {name:?}")),
        }
        Ok(())
    }

    fn enter(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MOST_NESTED { Err(format!("more than {MOST_NESTED} blocks within each other")) } else { Ok(()) }
    }

    /// What follows `if`, `range` or `with`, to its end.
    fn block(&mut self, keyword: &str, tokens: &[Token]) -> Result<Node, String> {
        self.enter()?;
        let outside = self.variables.len();
        let pipe = self.pipe(tokens, keyword)?;
        let is_range = usize::from(keyword == "range");
        self.ranges += is_range;
        let (then, end) = self.list(false)?;
        self.ranges -= is_range;
        let otherwise = match end {
            End::Text => return Err("unexpected EOF".to_owned()),
            End::Block => Vec::new(),
            End::Branch(tokens) if tokens.is_empty() => match self.list(false)? {
                (otherwise, End::Block) => otherwise,
                (_, End::Text) => return Err("unexpected EOF".to_owned()),
                (_, End::Branch(_)) => return Err("expected end; found {{else}}".to_owned()),
            },
            // `{{else if}}` shares the end of the surrounding block.
            End::Branch(mut tokens) => {
                let inner = tokens.split_off(1);
                vec![self.block(keyword, &inner)?]
            }
        };
        self.variables.truncate(outside);
        self.depth -= 1;
        Ok(match keyword {
            "range" => Node::Range { pipe, body: then, otherwise },
            _ => Node::Choice { moves_dot: keyword == "with", pipe, then, otherwise },
        })
    }

    fn pipe(&mut self, tokens: &[Token], of: &str) -> Result<Pipe, String> {
        let is = |token: &Token, name: &str| token.word == Word::Name(name.to_owned());
        let mut pipe = Pipe::default();
        let mut rest = tokens;
        if let Some(at) = tokens.iter().position(|token| is(token, ":=") || is(token, "=")) {
            let (names, value) = tokens.split_at(at);
            pipe.declares = value.first().is_some_and(|token| is(token, ":="));
            rest = value.get(1..).unwrap_or_default();
            let names = names.iter().filter_map(|token| match &token.word {
                Word::Variable(name) => Some(name.clone()),
                _ => None,
            });
            pipe.variables = names.collect();
        }
        let mut commands = rest;
        loop {
            let (command, left) = self.command(commands)?;
            // A line may end with the sign of a pipe.
            if command.is_none() && pipe.commands.is_empty() {
                return Err(format!("missing value for {of}"));
            }
            pipe.commands.extend(command);
            match left.split_first() {
                None => break,
                Some((pipe, left)) if is(pipe, "|") => commands = left,
                Some(_) => return Err("unexpected right paren".to_owned()),
            }
        }
        if pipe.declares {
            self.variables.extend(pipe.variables.iter().cloned());
            if self.variables.len() > MOST_DECLARED {
                return Err(format!("more than {MOST_DECLARED} variables"));
            }
        }
        Ok(pipe)
    }

    /// A command at the beginning, and the words after it.
    fn command<'w>(&mut self, tokens: &'w [Token]) -> Result<(Option<Command>, &'w [Token]), String> {
        let mut operands = Vec::new();
        let mut rest = tokens;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            let mut fields = Vec::new();
            let start = match &first.word {
                Word::Literal(value) => Start::Literal(value.clone()),
                Word::Variable(name) if self.variables.contains(name) => Start::Variable(name.clone()),
                Word::Variable(name) => return Err(format!("undefined variable \"${name}\"")),
                Word::Field(name) => {
                    fields.push(name.clone());
                    Start::Dot
                }
                Word::Name(name) => match name.as_str() {
                    "." => Start::Dot,
                    "nil" => Start::Literal(Value::Null),
                    "(" => {
                        let close = closing(rest).ok_or("unclosed left paren")?;
                        let (inside, after) = rest.split_at(close);
                        rest = after.get(1..).unwrap_or_default();
                        self.enter()?;
                        let pipe = self.pipe(inside, "parenthesized pipeline")?;
                        self.depth -= 1;
                        Start::Pipe(pipe)
                    }
                    "|" | ")" => {
                        rest = tokens.get(tokens.len() - rest.len() - 1..).unwrap_or_default();
                        break;
                    }
                    name if functions::is_known(name) => Start::Function(name.to_owned()),
                    name => return Err(format!("function {name:?} not defined")),
                },
            };
            let mut end = tokens.get(tokens.len() - rest.len() - 1).map_or(first.end, |token| token.end);
            // The place of several parts is that of the second one.
            let mut at = first.at;
            while let Some((Token { word: Word::Field(name), at: next, end: after }, left)) = rest.split_first()
                && *next == end
            {
                if at == first.at {
                    at = *next;
                }
                fields.push(name.clone());
                (rest, end) = (left, *after);
            }
            operands.push(Operand { place: self.place(at, first.at..end), start, fields });
        }
        let used = tokens.get(..tokens.len() - rest.len()).unwrap_or_default();
        let place = match (used.first(), used.last()) {
            (Some(first), Some(last)) => self.place(first.at, first.at..last.end),
            _ => Place::default(),
        };
        Ok(((!operands.is_empty()).then_some(Command { place, operands }), rest))
    }

    fn place(&self, at: usize, of: std::ops::Range<usize>) -> Place {
        Place { template: Arc::clone(&self.name), at, text: of, is_call: false }
    }
}

/// Finds the parenthesis that closes the one before these words.
fn closing(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0;
    tokens.iter().position(|token| {
        match &token.word {
            Word::Name(name) if name == "(" => depth += 1,
            Word::Name(name) if name == ")" => depth -= 1,
            _ => {}
        }
        depth < 0
    })
}
