//! A value as JSON, with the fields of each type in their order.

use serde_json::Value;

use super::GoType::{List, Map, Pointer, Struct};
use super::{GoStruct, GoType};
use crate::api::Release;
use crate::api::json::{Object, go_json};
use crate::api::jsonpatch::Decoded;

impl GoStruct {
    /// The type of the field with that name in JSON.
    pub(in crate::api) fn field_type(&self, json: &str) -> Option<&'static GoType> {
        self.fields.iter().find_map(|field| match &field.r#type {
            Struct(inner) if field.json.is_empty() => inner.field_type(json),
            r#type => (field.json == json).then_some(r#type),
        })
    }

    /// The members of `object` in the order of the fields.
    fn in_order<'a>(&'static self, object: &'a Object, release: Release) -> Vec<(&'a String, &'a Value)> {
        self.outside(release)
            .flat_map(|field| match &field.r#type {
                Struct(inner) if field.json.is_empty() => inner.in_order(object, release),
                _ => object.get_key_value(field.json).into_iter().collect(),
            })
            .collect()
    }
}

/// `value` as JSON: by key where it was `decoded`, else in the order of the type.
pub(in crate::api) fn ordered_json(
    value: &Value,
    r#type: Option<&'static GoType>,
    decoded: &Decoded,
    release: Release,
) -> String {
    let r#type = match r#type {
        Some(Pointer(inner)) => Some(*inner),
        other => other,
    };
    let below = |key: &str| match decoded {
        Decoded::Here(below) => below.get(key).cloned().unwrap_or_default(),
        other => other.clone(),
    };
    match value {
        Value::Object(object) => {
            let members = match (r#type, decoded) {
                (Some(Struct(of)), Decoded::Nothing) => of.in_order(object, release),
                _ => object.iter().collect(),
            };
            let members = members.into_iter().map(|(key, value)| {
                let r#type = match r#type {
                    Some(Struct(of)) => of.field_type(key),
                    Some(Map(_, entry)) => Some(*entry),
                    _ => None,
                };
                format!("{}:{}", go_json(key), ordered_json(value, r#type, &below(key), release))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => {
            let item_type = match r#type {
                Some(List(item)) => Some(*item),
                _ => None,
            };
            let items = items.iter().enumerate();
            let items = items.map(|(index, item)| ordered_json(item, item_type, &below(&index.to_string()), release));
            format!("[{}]", items.collect::<Vec<_>>().join(","))
        }
        other => go_json(other),
    }
}
