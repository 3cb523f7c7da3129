//! What paths find in a document.

use std::cmp::Ordering;

use serde_json::Value;

use super::{Comparison, End, Slice, Step, go_text};
use crate::budget::Budget;

/// What finding a value costs, next to a byte that is printed.
const VALUE: usize = 25;

/// An evaluation, which spends of the budget of its command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk<'w>(pub(super) &'w Budget);

impl Walk<'_> {
    pub(super) fn spend(self, cost: usize) -> Result<(), String> {
        self.0.spend(cost).map_err(|error| format!("the template does too much: {error}"))
    }

    /// The values that steps find, one after the other.
    pub(super) fn steps<'v>(self, steps: &'v [Step], mut values: Vec<&'v Value>) -> Result<Vec<&'v Value>, String> {
        self.spend(VALUE)?;
        for step in steps {
            self.spend(VALUE * (values.len() + 1))?;
            values = self.step(step, values)?;
            self.spend(VALUE * values.len())?;
        }
        Ok(values)
    }

    fn step<'v>(self, step: &'v Step, values: Vec<&'v Value>) -> Result<Vec<&'v Value>, String> {
        let mut found = Vec::new();
        match step {
            Step::Field(name) => found.extend(values.into_iter().filter_map(|value| value.get(name))),
            Step::Wildcard => values.into_iter().for_each(|value| found.extend(children(value))),
            Step::Recursive => values.into_iter().try_for_each(|value| self.recursive(value, &mut found))?,
            Step::Slice(slice) => {
                for value in values.into_iter().filter(|value| !value.is_null()) {
                    let Value::Array(items) = value else { return Err(not_a_list(value)) };
                    match slice.of(items)? {
                        Some(some) => found.extend(some),
                        // As upstream, the lists that follow are not evaluated.
                        None => return Ok(found),
                    }
                }
            }
            Step::Union(members) => {
                for member in members {
                    found.extend(self.steps(member, values.clone())?);
                }
            }
            Step::Filter(left, comparison) => {
                for value in values {
                    let Value::Array(items) = value else {
                        return Err(format!("{} is not array or slice and cannot be filtered", go_text(value)));
                    };
                    for item in items {
                        if self.fits(item, left, comparison.as_ref())? {
                            found.push(item);
                        }
                    }
                }
            }
            Step::Text(text) => found.push(text),
            Step::Constant(constant) => found.extend(values.iter().map(|_| constant)),
            Step::Identifier(word) if word == "end" => return Err("not in range, nothing to end".to_owned()),
            Step::Identifier(word) => return Err(format!("unrecognized identifier {word}")),
        }
        Ok(found)
    }

    /// Whether a filter lets an item through.
    fn fits(self, item: &Value, left: &[Step], comparison: Option<&Comparison>) -> Result<bool, String> {
        let one = |values: Vec<_>| match values.as_slice() {
            [] => Ok(None),
            [value] => Ok(Some(*value)),
            _ => Err("can only compare one element at a time".to_owned()),
        };
        let lefts = self.steps(left, vec![item]);
        let Some(comparison) = comparison else { return Ok(lefts.is_ok_and(|lefts| !lefts.is_empty())) };
        let Some(left) = one(lefts?)? else { return Ok(false) };
        let Some(right) = one(self.steps(&comparison.right, vec![item])?)? else { return Ok(false) };
        comparison.holds(left, right)
    }

    /// `evalRecursive`: values that have parts, with all of these.
    fn recursive<'v>(self, value: &'v Value, found: &mut Vec<&'v Value>) -> Result<(), String> {
        self.spend(VALUE)?;
        let children = children(value);
        if !children.is_empty() || value.as_str().is_some_and(|text| !text.is_empty()) {
            found.push(value);
        }
        children.into_iter().try_for_each(|child| self.recursive(child, found))
    }
}

fn children(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(fields) => fields.values().collect(),
        _ => Vec::new(),
    }
}

impl Slice {
    /// The items; `None` for an empty range.
    fn of<'v>(&self, items: &'v [Value]) -> Result<Option<impl Iterator<Item = &'v Value> + use<'v>>, String> {
        let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
        let from_end = |place: i64| if place < 0 { place.saturating_add(length) } else { place };
        let first = self.from.unwrap_or(0);
        let from = from_end(first);
        let to = match self.to {
            End::First => match first.saturating_add(1) {
                0 => length,
                after => from_end(after),
            },
            End::Before(to) => from_end(to),
            End::Last => length,
        };
        if from == to {
            return Ok(None);
        }
        let out_of_bounds = |index: i64| format!("array index out of bounds: index {index}, length {length}");
        if !(0..length).contains(&from) {
            return Err(out_of_bounds(from));
        }
        if !(0..=length).contains(&to) {
            return Err(out_of_bounds(to.saturating_sub(1)));
        }
        if from > to {
            return Err(format!("starting index {from} is greater than ending index {to}"));
        }
        let place = |place: i64| usize::try_from(place).unwrap_or(usize::MAX);
        let step = place(self.step.unwrap_or(1));
        if self.step.is_some_and(|step| step <= 0) {
            return Err("step must be > 0".to_owned());
        }
        Ok(Some(items.get(place(from)..place(to)).unwrap_or_default().iter().step_by(step.max(1))))
    }
}

fn not_a_list(value: &Value) -> String {
    let kind = match value {
        Value::Object(_) => "map[string]interface {}",
        Value::String(_) => "string",
        Value::Number(number) if number.is_f64() => "float64",
        Value::Number(_) => "int64",
        Value::Bool(_) => "bool",
        Value::Null | Value::Array(_) => "<nil>",
    };
    format!("{kind} is not array or slice")
}

impl Comparison {
    fn holds(&self, left: &Value, right: &Value) -> Result<bool, String> {
        let equal = || compare(left, right).map(Ordering::is_eq);
        // Truth values have no order.
        let order = || match left {
            Value::Bool(_) if right.is_boolean() => Err(INVALID.to_owned()),
            _ => compare(left, right),
        };
        match self.operator.as_str() {
            "==" => equal(),
            "!=" => equal().map(|equal| !equal),
            "<" => order().map(Ordering::is_lt),
            "<=" => order().map(Ordering::is_le),
            ">" => order().map(Ordering::is_gt),
            ">=" => order().map(Ordering::is_ge),
            other => Err(format!("unrecognized filter operator {other}")),
        }
    }
}

const INVALID: &str = "invalid type for comparison";

/// The order of two values of one basic kind.
fn compare(left: &Value, right: &Value) -> Result<Ordering, String> {
    let is_basic = |value: &Value| !matches!(value, Value::Null | Value::Array(_) | Value::Object(_));
    if !is_basic(left) || !is_basic(right) {
        return Err(INVALID.to_owned());
    }
    let order = match (left, right) {
        (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
        (Value::Bool(left), Value::Bool(right)) => Some(left.cmp(right)),
        (Value::Number(left), Value::Number(right)) if left.is_f64() == right.is_f64() => {
            match (left.as_i64(), right.as_i64()) {
                (Some(left), Some(right)) => Some(left.cmp(&right)),
                _ => left.as_f64().zip(right.as_f64()).and_then(|(left, right)| left.partial_cmp(&right)),
            }
        }
        _ => None,
    };
    order.ok_or_else(|| "incompatible types for comparison".to_owned())
}
