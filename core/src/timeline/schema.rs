//! The JSON Schema of session files, made from the types that read them. Editors use it to check and explain a file as
//! you type. Not part of any wasm module.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::SavedSession;
use super::recorded_history::{FileName, MAX_NAME_BYTES};
use super::saved_session::SavedStep;
use super::written::{APPLY, COLLECTED, DRAWN, KUBECTL, PLAIN, VIEWED, WrittenSession};
use crate::api::FeatureGate;
use crate::world::Action;

impl SavedSession {
    /// The JSON Schema (draft 2020-12) of the files that [`SavedSession::from_file`] reads. A file that fits it may still
    /// be refused: which gates a release has and what is possible at a step is beyond a schema.
    pub fn schema() -> Value {
        let generator = SchemaSettings::draft2020_12().into_generator();
        let mut schema = generator.into_root_schema_for::<WrittenSession>();
        schema.insert("title".to_owned(), json!("jobscope session"));
        // Form 1 has no branches, those before the fourth have no view, those before the fifth no commands, and those before
        // the newest no history.
        let plain = json!({ "name": { "const": "" }, "branch": { "const": 1 }, "branches": { "maxItems": 0 } });
        let unseen = json!({ "view": { "maxProperties": 0 } });
        let rule = |forms: Value, then: Value| json!({ "if": { "properties": { "jobscope": forms } }, "then": { "properties": then } });
        let no_commands = json!({ "items": { "not": { "type": "object", "required": [KUBECTL] } } });
        let untyped =
            json!({ "actions": no_commands, "branches": { "items": { "properties": { "actions": no_commands } } } });
        let no_steps = json!({
            "manifest": { "const": "" },
            "startMs": { "type": "null" },
            "actions": { "maxItems": 0 },
            "name": { "const": "" },
            "branch": { "const": 1 },
            "branches": { "maxItems": 0 },
        });
        let rules = [
            rule(json!({ "const": PLAIN }), plain),
            rule(json!({ "maximum": COLLECTED }), unseen),
            rule(json!({ "maximum": VIEWED }), untyped),
            rule(json!({ "maximum": DRAWN }), json!({ "history": { "type": "null" } })),
            json!({ "if": { "required": ["history"] }, "then": { "properties": no_steps } }),
        ];
        schema.insert("allOf".to_owned(), rules.into_iter().collect());
        let mut schema = schema.to_value();
        without_rust(&mut schema);
        schema
    }
}

/// Takes out what only Rust knows: links of its documentation become what they show, and integers have limits
/// rather than types.
fn without_rust(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.retain(|name, value| name != "format" || !value.is_string());
            for (name, value) in fields {
                match value {
                    Value::String(text) if name == "description" => {
                        *text = text.replace("[`", "`").replace("`]", "`").replace("Action::", "");
                    }
                    _ => without_rust(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(without_rust),
        _ => {}
    }
}

/// Gates by name, on or off.
pub(super) fn gates(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<_> = FeatureGate::ALL.iter().map(|gate| gate.name()).collect();
    json_schema!({
        "type": "object",
        "propertyNames": { "enum": names },
        "additionalProperties": { "type": "boolean" },
    })
}

impl JsonSchema for FileName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "FileName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let part = "[A-Za-z0-9_-][A-Za-z0-9._-]*";
        json_schema!({ "type": "string", "maxLength": MAX_NAME_BYTES, "pattern": format!("^{part}(/{part})*$") })
    }
}

impl JsonSchema for SavedStep {
    fn schema_name() -> Cow<'static, str> {
        "Entry".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number of steps as a healthy cluster takes them, the word apply, a command of kubectl, or an action.",
            "anyOf": [
                { "type": "integer", "minimum": 0, "description": "That many steps, as a healthy cluster takes them." },
                { "const": APPLY, "description": "Applies the manifest as kubectl does." },
                {
                    "type": "object",
                    "description": "A command of kubectl. Further lines are its standard input; manifest.yaml is the manifest.",
                    "properties": { KUBECTL: { "type": "string" } },
                    "required": [KUBECTL],
                    "additionalProperties": false,
                },
                generator.subschema_for::<Action>(),
            ],
        })
    }
}
