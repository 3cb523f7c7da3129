//! `kubectl get --sort-by`.

use serde_json::Value;

use super::Command;
use super::form::Form;
use super::jsonpath::Braced;
use super::resource::{Named, Object};
use crate::api::{Quantity, Release};
use crate::kubectl::CommandError;
use crate::kubectl::print::go_sort_by;

/// What is left to print after sorting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sorted {
    /// The objects.
    Objects,
    /// Nothing, with the reason: kubectl drops a table that it cannot sort, without an error.
    Nothing(String),
}

/// Sorts objects by what a path finds in them.
pub(super) fn sort(
    command: &Command<'_>,
    objects: &mut Vec<Object>,
    named: &[Named],
    form: &Form,
    written: &str,
) -> Result<Sorted, CommandError> {
    let release = command.release();
    let by_name = named.iter().all(|one| one.name.is_some());
    let single = by_name && named.len() == 1;
    let sorted = match (form, if by_name { objects.len() } else { named.len() }) {
        (Form::Table { .. }, 0) => Ok(()),
        // The server answers with a table, whose rows kubectl sorts.
        (Form::Table { .. }, 1) => {
            let sorted = Braced::new(written).and_then(|path| by_path(objects, &path, release));
            let unsorted = sorted.err().filter(|_| objects.len() > 1);
            return Ok(unsorted.map_or(Sorted::Objects, Sorted::Nothing));
        }
        // It sorts several tables as objects, which have no such fields.
        (Form::Table { .. }, _) => Braced::new(written).and_then(|path| {
            path.path()?;
            Err(not_found(&path))
        }),
        _ if single || objects.is_empty() => Ok(()),
        _ => Braced::new(written).and_then(|path| by_path(objects, &path, release)),
    };
    sorted.map(|()| Sorted::Objects).map_err(CommandError::Client)
}

fn by_path(objects: &mut Vec<Object>, braced: &Braced, release: Release) -> Result<(), String> {
    let path = braced.path()?;
    let mut keyed = Vec::new();
    for object in objects.iter() {
        let document = object.document(release);
        let key = path.find(&document)?.first().map(|value| Value::clone(value));
        keyed.push((key, object.clone()));
    }
    if keyed.iter().all(|(key, _)| key.is_none()) {
        return Err(not_found(braced));
    }
    go_sort_by(&mut keyed, |(one, _), (other, _)| match (one, other) {
        // As upstream, even if the other has none either.
        (None, _) => true,
        (Some(_), None) => false,
        (Some(one), Some(other)) => is_less(one, other),
    });
    *objects = keyed.into_iter().map(|(_, object)| object).collect();
    Ok(())
}

fn not_found(path: &Braced) -> String {
    format!("couldn't find any field with path {:?} in the list of objects", path.as_str())
}

/// `isLess`. kubectl panics on types without an order; here they are equal.
fn is_less(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Null, other) => !other.is_null(),
        (Value::Number(one), Value::Number(other)) => match (one.as_i64(), other.as_i64()) {
            (Some(one), Some(other)) => one < other,
            _ => one.as_f64() < other.as_f64(),
        },
        (Value::String(one), Value::String(other)) => match (Quantity::parse(one), Quantity::parse(other)) {
            (Ok(one), Ok(other)) => other.exceeds(one),
            _ => one < other,
        },
        (Value::Array(one), Value::Array(other)) => one.iter().zip(other).all(|(one, other)| is_less(one, other)),
        _ => false,
    }
}
