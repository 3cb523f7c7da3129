//! The objects of a text: its documents, with lists taken apart, as `kubectl -f` visits them.

use std::rc::Rc;

use crate::api::yaml::{Contents, Entry, Node, YamlError, position, read_documents};

/// Deepest nesting of lists within lists that is taken apart.
const MAX_LISTS: usize = 4;

/// An object of a text.
#[derive(Clone, Debug)]
pub(crate) struct TextObject {
    /// The object, with its places in the text.
    pub(crate) node: Rc<Node>,
    /// Its `kind`; may be empty.
    pub(crate) kind: String,
    /// Its `apiVersion`; may be empty.
    pub(crate) api_version: String,
    /// Where it is in its document, such as `items[3]`; empty if it is the document.
    pub(crate) path: String,
}

impl TextObject {
    /// A text of the object's metadata, if it has it.
    pub(crate) fn metadata(&self, field: &str) -> Option<&str> {
        self.node.entry("metadata")?.value.text(field).filter(|text| !text.is_empty())
    }

    /// Whether an API server stored it: it has a UID, or a status that says something.
    pub(crate) fn is_stored(&self) -> bool {
        let has_status = || {
            let status = self.node.entry("status").and_then(|status| status.value.entries());
            status.is_some_and(|fields| fields.iter().any(|field| field.value.is_written()))
        };
        self.metadata("uid").is_some() || has_status()
    }

    /// Whether it is of the kind, in any version of its group.
    pub(crate) fn is(&self, group: &str, kind: &str) -> bool {
        self.kind == kind && (self.api_version.is_empty() || self.group() == group)
    }

    /// The group of its version; empty for the core group.
    pub(crate) fn group(&self) -> &str {
        self.api_version.split_once('/').map_or("", |(group, _)| group)
    }
}

/// Reads the objects of a text, in order.
pub(crate) fn read_objects(text: &str, contents: Contents) -> Result<Vec<TextObject>, YamlError> {
    match read_objects_until_error(text, contents) {
        (objects, None) => Ok(objects),
        (_, Some(error)) => Err(error),
    }
}

/// Reads the objects of a text as far as it can be read.
pub(super) fn read_objects_until_error(text: &str, contents: Contents) -> (Vec<TextObject>, Option<YamlError>) {
    let (documents, error) = read_documents(text, contents);
    let mut objects = Vec::new();
    for root in documents {
        add(&mut objects, root, ("", ""), String::new(), 0);
    }
    (objects, error)
}

/// Adds an object, or the items of a list. `of_list` is the type that the list around it gives its items.
fn add(objects: &mut Vec<TextObject>, node: Rc<Node>, of_list: (&str, &str), path: String, depth: usize) {
    let said = |field: &str, of_list: &str| {
        let own = node.text(field).filter(|text| !text.is_empty());
        own.unwrap_or(of_list).to_owned()
    };
    let (api_version, kind) = (said("apiVersion", of_list.0), said("kind", of_list.1));
    let items = node.entry("items").and_then(|items| items.value.items());
    match (kind.strip_suffix("List"), items) {
        (Some(of_items), Some(items)) if depth < MAX_LISTS => {
            // A plain `List` does not name the type of its items.
            let of_items = if of_items.is_empty() { ("", "") } else { (api_version.as_str(), of_items) };
            for (index, item) in items.iter().enumerate().filter(|(_, item)| item.is_written()) {
                let dot = if path.is_empty() { "" } else { "." };
                add(objects, Rc::clone(item), of_items, format!("{path}{dot}items[{index}]"), depth + 1);
            }
        }
        _ => {
            let node = with_type(node, &api_version, &kind);
            objects.push(TextObject { node, kind, api_version, path });
        }
    }
}

/// The item of a list with the type that its list says.
fn with_type(node: Rc<Node>, api_version: &str, kind: &str) -> Rc<Node> {
    let Some(entries) = node.entries() else { return node };
    let missing = |(field, value): &(&str, &str)| !value.is_empty() && node.text(field).is_none_or(str::is_empty);
    let added: Vec<_> = [("apiVersion", api_version), ("kind", kind)].into_iter().filter(missing).collect();
    if added.is_empty() {
        return node;
    }
    let at = position(&node, "");
    let is_added = |entry: &&Entry| added.iter().any(|(field, _)| *field == entry.key);
    let mut entries: Vec<_> = entries.iter().filter(|entry| !is_added(entry)).cloned().collect();
    entries.extend(added.iter().map(|(field, value)| Entry::new(field, at, Rc::new(Node::written(at, *value)))));
    Rc::new(Node::map(node.at, entries))
}
