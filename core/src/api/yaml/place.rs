//! The position of a field in the text, by its path.

use std::rc::Rc;

use super::tree::{Node, Position};

/// The position of the field at `path`; if it is missing, the key of the object that lacks it.
///
/// Keys may contain dots and brackets, so the path is resolved against the keys that exist.
pub(crate) fn position(root: &Rc<Node>, path: &str) -> Position {
    let mut node = root;
    let mut at = start(root);
    let mut rest = path;
    while !rest.is_empty() {
        let Some((next, next_at, tail)) = step(node, rest) else { break };
        (node, at, rest) = (next, next_at, tail);
    }
    at
}

/// The beginning of a document, which has no key.
fn start(root: &Node) -> Position {
    root.entries().and_then(<[_]>::first).map_or(root.at, |entry| entry.key_at)
}

/// The next node on the path, its position, and the rest of the path.
fn step<'a, 'p>(node: &'a Rc<Node>, path: &'p str) -> Option<(&'a Rc<Node>, Position, &'p str)> {
    if let Some(inner) = path.strip_prefix('[')
        && let Some((index, tail)) = inner.split_once(']')
        && let Some(item) = node.items().and_then(|items| items.get(index.parse::<usize>().ok()?))
    {
        return Some((item, start(item), tail));
    }
    let (key_path, end) = match path.strip_prefix('[') {
        Some(inner) => (inner, "]"),
        None => (path.strip_prefix('.').unwrap_or(path), ""),
    };
    let found = node.entries()?.iter().filter_map(|entry| {
        let tail = key_path.strip_prefix(entry.key.as_str())?.strip_prefix(end)?;
        (tail.is_empty() || tail.starts_with(['.', '['])).then_some((entry, tail))
    });
    let (entry, tail) = found.max_by_key(|(entry, _)| entry.key.len())?;
    // For a scalar, mark the value; for a collection or a missing value, mark the key.
    let at = if entry.value.is_written() && !entry.value.is_collection() { entry.value.at } else { entry.key_at };
    Some((&entry.value, at, tail))
}

#[cfg(test)]
mod tests {
    use super::super::{Contents, read};
    use super::*;

    #[test]
    fn paths_lead_to_places() {
        let root = read(
            "metadata:\n  labels:\n    a.b/c: x\n    a: y\nspec:\n- name: p\n-\n  name: q\n  e:\n",
            Contents::Manifest,
        )
        .unwrap();
        let at = |path| {
            let at = position(&root, path);
            (at.line, at.column)
        };
        assert_eq!(at(""), (1, 1));
        assert_eq!(at("metadata"), (1, 1));
        assert_eq!(at("metadata.labels"), (2, 3));
        assert_eq!(at("metadata.labels[a.b/c]"), (3, 12));
        assert_eq!(at("metadata.labels.a.b/c"), (3, 12));
        assert_eq!(at("metadata.labels[nothing]"), (2, 3));
        assert_eq!(at("metadata.uid"), (1, 1));
        assert_eq!(at("spec[0].name"), (6, 9));
        assert_eq!(at("spec[1]"), (8, 3));
        assert_eq!(at("spec[1].e"), (9, 3));
        assert_eq!(at("spec[1].image"), (8, 3));
        assert_eq!(at("spec[7].image"), (5, 1));
        assert_eq!(at("nothing.at[0].all"), (1, 1));
    }
}
