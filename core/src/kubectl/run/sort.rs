//! `kubectl get --sort-by`.

use serde_json::Value;

use super::Command;
use super::form::Form;
use super::jsonpath::Braced;
use super::object::Object;
use super::resource::Named;
use crate::api::Quantity;
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
    let by_name = named.iter().all(|one| one.name.is_some());
    let single = by_name && named.len() == 1;
    let braced = || Braced::new(written).map_err(CommandError::Client);
    match (form, if by_name { objects.len() } else { named.len() }) {
        (Form::Table { .. }, 0) => {}
        // The server answers with a table, whose rows kubectl sorts.
        (Form::Table { .. }, 1) => {
            let sorted = braced().and_then(|path| by_path(command, objects, &path, &OF_ROWS));
            return match sorted {
                Err(CommandError::Client(why)) if objects.len() > 1 => Ok(Sorted::Nothing(why)),
                Err(fatal @ CommandError::Listed(_)) => Err(fatal),
                _ => Ok(Sorted::Objects),
            };
        }
        // It sorts several tables as objects, which have no such fields.
        (Form::Table { .. }, _) => {
            let path = braced()?;
            path.path().map_err(CommandError::Client)?;
            return Err(CommandError::Client(not_found(&path)));
        }
        _ if single || objects.is_empty() => {}
        _ => by_path(command, objects, &braced()?, &OF_OBJECTS)?,
    }
    Ok(Sorted::Objects)
}

/// What `sorter.go` sorts, and the line at which it gives up.
struct Sorter(&'static str, u32);

const OF_ROWS: Sorter = Sorter("[][][]reflect.Value", 375);
const OF_OBJECTS: Sorter = Sorter("*unstructured.Unstructured", 329);

fn by_path(
    command: &Command<'_>,
    objects: &mut Vec<Object>,
    braced: &Braced,
    sorter: &Sorter,
) -> Result<(), CommandError> {
    let path = braced.path().map_err(CommandError::Client)?;
    let mut keyed = Vec::new();
    for object in objects.iter() {
        let document = object.document(command.release());
        let found = path.find(&document, &command.work).map_err(CommandError::Client)?;
        keyed.push((found.first().map(|value| Value::clone(value)), object.clone()));
    }
    let keys = || keyed.iter().filter_map(|(key, _)| key.as_ref());
    if keys().next().is_none() {
        return Err(CommandError::Client(not_found(braced)));
    }
    if let (Some(unsortable), true) = (keys().find_map(unsortable), keys().count() > 1) {
        let (path, Sorter(what, line)) = (braced.as_str(), sorter);
        let why =
            format!("Field {path} in {what} is an unsortable type: interface, err: unsortable type: {unsortable}");
        return Err(CommandError::Listed(command.log_line('F', &format!("sorter.go:{line}"), &why)));
    }
    go_sort_by(command.release(), &mut keyed, |(one, _), (other, _)| match (one, other) {
        // As upstream, even if the other has none either.
        (None, _) => true,
        (Some(_), None) => false,
        (Some(one), Some(other)) => is_less(one, other),
    });
    *objects = keyed.into_iter().map(|(_, object)| object).collect();
    Ok(())
}

/// The Go type of a value without an order.
fn unsortable(value: &Value) -> Option<&'static str> {
    match value {
        Value::Bool(_) => Some("bool"),
        Value::Array(_) => Some("[]interface {}"),
        Value::Object(_) => Some("map[string]interface {}"),
        Value::Null | Value::Number(_) | Value::String(_) => None,
    }
}

fn not_found(path: &Braced) -> String {
    format!("couldn't find any field with path {:?} in the list of objects", path.as_str())
}

/// `isLess`, of types with an order.
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
        _ => false,
    }
}
