//! What the nodes of a template print.

use std::borrow::Cow;

use serde_json::Value;

use super::functions::{self, is_true};
use super::parse::position;
use super::{Command, MAIN, Named, Node, Operand, Pipe, Place, Start};
use crate::api::json::weight;
use crate::budget::Budget;
use crate::kubectl::run::jsonpath::go_text;

struct Walk<'t> {
    text: &'t str,
    templates: &'t [Named],
    /// How many templates call each other.
    depth: usize,
    /// Variables by name, the newest last.
    variables: Vec<(String, Value)>,
    out: String,
    /// Whether the range around it ends, or continues with its next value, before anything else is done.
    jump: Option<bool>,
    /// The budget of its command: nodes that are visited, values that are copied or made, bytes that are printed.
    work: &'t Budget,
}

/// The most templates that call each other.
const MOST_DEEP: usize = 100;
/// What visiting a node costs.
const VISIT: usize = 200;

/// What is printed; or what is printed before an error, and that.
pub(super) fn printed(
    text: &str,
    templates: &[Named],
    document: &Value,
    work: &Budget,
) -> Result<String, (String, String)> {
    let variables = vec![(String::new(), document.clone())];
    let mut walk = Walk { text, templates, depth: 0, variables, out: String::new(), jump: None, work };
    match walk.nodes(walk.template(MAIN).unwrap_or_default(), document) {
        Ok(()) => Ok(walk.out),
        Err(why) => Err((walk.out, why)),
    }
}

/// The operand that is evaluated last, which errors of a range name.
fn last_place(pipe: &Pipe) -> Place {
    let last = pipe.commands.last().and_then(|command| command.operands.last());
    match last.map(|operand| (&operand.start, &operand.place)) {
        Some((Start::Pipe(pipe), _)) => last_place(pipe),
        Some((_, place)) => place.clone(),
        None => Place::default(),
    }
}

impl<'t> Walk<'t> {
    fn template(&self, name: &str) -> Option<&'t [Node]> {
        self.templates.iter().find(|(known, _)| known == name).map(|(_, nodes)| nodes.as_slice())
    }

    /// What the template of that name prints of a value, which it sees alone.
    fn call(&mut self, place: &Place, name: &str, pipe: Option<&Pipe>, dot: &Value) -> Result<(), String> {
        let nodes = self.template(name).ok_or_else(|| self.failed(place, &format!("template {name:?} not defined")))?;
        if self.depth == MOST_DEEP {
            return Err(self.failed(place, "exceeded maximum template depth (100000)"));
        }
        let value = pipe.map_or(Ok(Value::Null), |pipe| self.pipe(pipe, dot))?;
        let outer = std::mem::replace(&mut self.variables, vec![(String::new(), value.clone())]);
        self.depth += 1;
        self.nodes(nodes, &value)?;
        self.depth -= 1;
        self.variables = outer;
        Ok(())
    }

    /// An error at that place.
    fn failed(&self, place: &Place, why: &str) -> String {
        let (line, column) = position(self.text, place.at);
        let (template, text) = (&place.template, place.text(self.text));
        let text = if place.is_call { format!("{{{{template {text}}}}}") } else { text.to_owned() };
        format!("template: {MAIN}:{line}:{column}: executing {template:?} at <{text}>: {why}")
    }

    fn spend(&self, cost: usize) -> Result<(), String> {
        self.work.spend(cost).map_err(|error| format!("the template does too much: {error}"))
    }

    fn print(&mut self, text: &str) -> Result<(), String> {
        self.spend(text.len())?;
        self.out.push_str(text);
        Ok(())
    }

    /// Calls a function that stands at that place.
    fn called(&mut self, name: &str, values: &[Value], place: &Place) -> Result<Value, String> {
        self.spend(values.iter().map(weight).sum())?;
        functions::check_count(name, values.len()).map_err(|why| self.failed(place, &why))?;
        let value = functions::call(name, values, self.work.left())
            .map_err(|why| self.failed(place, &format!("error calling {name}: {why}")))?;
        self.spend(weight(&value))?;
        Ok(value)
    }

    fn nodes(&mut self, nodes: &[Node], dot: &Value) -> Result<(), String> {
        for node in nodes {
            let outside = self.variables.len();
            self.spend(VISIT)?;
            match node {
                Node::Text(text) => self.print(text)?,
                Node::Call { place, name, pipe } => self.call(place, name, pipe.as_ref(), dot)?,
                Node::Jump { ends } => self.jump = Some(*ends),
                Node::Print(pipe) => {
                    let value = self.pipe(pipe, dot)?;
                    match value {
                        _ if !pipe.variables.is_empty() => {}
                        Value::Null => self.print("<no value>")?,
                        value => self.print(&go_text(&value))?,
                    }
                    continue;
                }
                Node::Choice { moves_dot, pipe, then, otherwise } => {
                    let value = self.pipe(pipe, dot)?;
                    let inside = if *moves_dot { &value } else { dot };
                    if is_true(&value) {
                        self.nodes(then, inside)?;
                    } else {
                        self.nodes(otherwise, dot)?;
                    }
                }
                Node::Range { pipe, body, otherwise } => {
                    let over = self.pipe(pipe, dot)?;
                    let items: Vec<(Value, Value)> = match over {
                        Value::Array(items) => (0_u64..).map(Value::from).zip(items).collect(),
                        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key.into(), value)).collect(),
                        Value::Null => Vec::new(),
                        Value::Number(count) if count.is_i64() && pipe.variables.len() > 1 => {
                            let why = format!("can't use {count} to iterate over more than one variable");
                            return Err(self.failed(&last_place(pipe), &why));
                        }
                        Value::Number(count) if count.is_i64() => {
                            let count = count.as_u64().unwrap_or_default().min(MOST_COUNTED);
                            (0..count).map(|at| (at.into(), at.into())).collect()
                        }
                        other => {
                            let why = format!("range can't iterate over {}", go_text(&other));
                            return Err(self.failed(&last_place(pipe), &why));
                        }
                    };
                    if items.is_empty() {
                        self.nodes(otherwise, dot)?;
                    }
                    for (key, value) in items {
                        self.variables.truncate(outside);
                        match pipe.variables.as_slice() {
                            [one] => self.variables.push((one.clone(), value.clone())),
                            [one, other] => {
                                self.variables.push((one.clone(), key));
                                self.variables.push((other.clone(), value.clone()));
                            }
                            _ => {}
                        }
                        self.nodes(body, &value)?;
                        if self.jump.take() == Some(true) {
                            break;
                        }
                    }
                }
            }
            self.variables.truncate(outside);
            if self.jump.is_some() {
                break;
            }
        }
        Ok(())
    }

    fn pipe(&mut self, pipe: &Pipe, dot: &Value) -> Result<Value, String> {
        let mut value = None;
        for command in &pipe.commands {
            value = Some(self.command(command, dot, value)?);
        }
        let value = value.unwrap_or_default();
        for name in &pipe.variables {
            let known = self.variables.iter_mut().rfind(|(known, _)| known == name).filter(|_| !pipe.declares);
            match known {
                Some((_, known)) => *known = value.clone(),
                None => self.variables.push((name.clone(), value.clone())),
            }
        }
        Ok(value)
    }

    fn command(&mut self, command: &Command, dot: &Value, last: Option<Value>) -> Result<Value, String> {
        let Some((first, arguments)) = command.operands.split_first() else { return Ok(Value::Null) };
        let Start::Function(name) = &first.start else {
            if first.place.text(self.text) == "nil" {
                return Err(self.failed(&first.place, "nil is not a command"));
            }
            if !arguments.is_empty() || last.is_some() {
                let text = first.place.text(self.text);
                return Err(self.failed(&first.place, &format!("can't give argument to non-function {text}")));
            }
            return self.operand(first, dot);
        };
        let mut values = Vec::new();
        for argument in arguments {
            let value = self.operand(argument, dot)?;
            // `and` and `or` stop at the value that decides.
            let decided = (name == "and" && !is_true(&value)) || (name == "or" && is_true(&value));
            if decided {
                return Ok(value);
            }
            values.push(value);
        }
        values.extend(last);
        self.called(name, &values, &command.place)
    }

    fn operand(&mut self, operand: &Operand, dot: &Value) -> Result<Value, String> {
        let mut value = match &operand.start {
            Start::Dot => Cow::Borrowed(dot),
            Start::Literal(value) => Cow::Borrowed(value),
            Start::Function(name) => Cow::Owned(self.called(name, &[], &operand.place)?),
            Start::Pipe(pipe) => Cow::Owned(self.pipe(pipe, dot)?),
            Start::Variable(name) => {
                let known = self.variables.iter().rfind(|(known, _)| known == name);
                known.map_or(Cow::Owned(Value::Null), |(_, value)| Cow::Borrowed(value))
            }
        };
        for field in &operand.fields {
            value = match value {
                Cow::Borrowed(Value::Object(fields)) => Cow::Borrowed(fields.get(field).unwrap_or(&Value::Null)),
                Cow::Owned(Value::Object(mut fields)) => Cow::Owned(fields.remove(field).unwrap_or_default()),
                value if value.is_null() => value,
                _ => {
                    let why = format!("can't evaluate field {field} in type interface {{}}");
                    return Err(self.failed(&operand.place, &why));
                }
            };
        }
        let value = value.into_owned();
        self.spend(weight(&value))?;
        Ok(value)
    }
}

/// The longest range over a number.
const MOST_COUNTED: u64 = 10_000;
