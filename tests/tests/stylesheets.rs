//! The page's stylesheets: each class belongs to one of them. A region that takes a name which another has already
//! would change how the other looks. And what browsers pass over silently is not in them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Where regions stand on the page is theirs alone to say; how they look is not.
const LAYOUT: &str = "layout.css";

#[test]
fn a_class_is_defined_in_one_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/styles");
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for class in defined(&std::fs::read_to_string(&path).unwrap()) {
            files.entry(class).or_default().insert(name.clone());
        }
    }
    assert!(files.len() > 250, "classes found: {}", files.len());
    files.retain(|_, files| files.iter().filter(|name| *name != LAYOUT).count() > 1);
    assert_eq!(files, BTreeMap::new(), "classes that two files define");
}

#[test]
fn what_is_said_of_a_class_alone_defines_it() {
    let sheet = "/* .no {} */ .a { } .b, .c > p { } .d .e { } @media print { .f { } } .g:hover { }";
    assert_eq!(defined(sheet).into_iter().collect::<Vec<_>>(), ["a", "b"]);
}

/// A browser passes over a declaration with such a value, without a word, and what it finds elsewhere holds.
#[test]
fn no_repeat_lies_within_another() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/styles");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(nested_repeat(&std::fs::read_to_string(&path).unwrap()), None, "{}", path.display());
    }
}

#[test]
fn a_repeat_within_another_is_found() {
    assert_eq!(nested_repeat(".a { grid: repeat(2, minmax(0, 1fr)) repeat(3, 1px); }"), None);
    assert_eq!(nested_repeat(".a { grid: repeat(2, 1px repeat(3, 2px)); }"), Some("repeat(2, 1px repeat("));
}

/// The first `repeat()` that holds another, up to that.
fn nested_repeat(sheet: &str) -> Option<&str> {
    sheet.match_indices("repeat(").find_map(|(start, opening)| {
        let from = &sheet[start..];
        let mut depth = 0_u32;
        let end = from.char_indices().skip(opening.len() - 1).find_map(|(place, letter)| {
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(place)
        })?;
        let inner = from[opening.len()..end].find(opening)?;
        Some(&from[..opening.len() + inner + opening.len()])
    })
}

/// The classes that have a rule of their own, for every screen.
fn defined(sheet: &str) -> BTreeSet<String> {
    let mut classes = BTreeSet::new();
    let mut depth = 0_u32;
    let mut selectors = String::new();
    let mut rest = sheet;
    while let Some(letter) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
            continue;
        }
        match letter {
            '{' => {
                if depth == 0 {
                    let alone = |class: &&str| class.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
                    let named = selectors.split(',').filter_map(|selector| selector.trim().strip_prefix('.'));
                    classes.extend(named.filter(alone).map(str::to_owned));
                }
                depth += 1;
                selectors.clear();
            }
            '}' => {
                depth = depth.saturating_sub(1);
                selectors.clear();
            }
            other => selectors.push(other),
        }
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
    }
    classes
}
