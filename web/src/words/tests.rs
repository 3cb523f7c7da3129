//! Both languages have all texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fluent_bundle::FluentResource;
use jobscope_core::trace::DecisionId;
use jobscope_words::is_ideograph;

use super::{Locale, Words, args};

/// All keys of a Fluent file, attributes included, read line by line. Each may be there once.
fn keys(locale: Locale) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let mut message = String::new();
    for line in locale.source().lines() {
        let Some((name, _)) = line.split_once(" =") else { continue };
        if let Some(attribute) = name.trim_start().strip_prefix('.') {
            keys.insert(format!("{message}.{attribute}"));
        } else if !name.starts_with([' ', '#', '-', '*', '[', '}']) {
            name.clone_into(&mut message);
            assert!(keys.insert(message.clone()), "{locale:?} has {message} twice");
        }
    }
    keys
}

/// The text of all source files below `folder`.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text.push_str(&sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
    text
}

/// The source of the page, and of the crates that decide which sentence it says and that have the words.
fn all_sources() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    ["src", "../explain/src", "../words/src"].map(|folder| sources(&root.join(folder))).concat()
}

#[test]
fn both_files_parse() {
    for locale in Locale::ALL {
        if let Err((_, errors)) = FluentResource::try_new(locale.source().to_owned()) {
            panic!("{locale:?}: {errors:?}");
        }
    }
}

#[test]
fn both_languages_have_the_same_keys() {
    assert_eq!(keys(Locale::En), keys(Locale::ZhCn));
}

#[test]
fn every_key_is_understood_as_it_stands_in_the_file() {
    for locale in Locale::ALL {
        let words = Words::new(locale);
        for key in keys(locale) {
            assert!(words.has(&key), "{locale:?} {key}");
        }
    }
}

/// A text of that many words is a sentence, and no list of names that are the same in each language.
const SENTENCE: usize = 5;

#[test]
fn sentences_are_chinese_in_chinese() {
    let texts = |locale: Locale| {
        let keys_and_texts = locale.source().lines().filter_map(|line| line.split_once(" = "));
        keys_and_texts.filter(|(key, _)| !key.starts_with([' ', '#'])).collect::<BTreeMap<_, _>>()
    };
    let (english, chinese) = (texts(Locale::En), texts(Locale::ZhCn));
    // Without values.
    let words = |text: &str| {
        let text: String = text.split('{').map(|piece| piece.split_once('}').map_or(piece, |(_, rest)| rest)).collect();
        text.split(' ').filter(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic())).count()
    };
    let sentences: Vec<_> = english.into_iter().filter(|(_, text)| words(text) >= SENTENCE).collect();
    assert!(sentences.len() > 500, "{}", sentences.len());
    for (key, _) in sentences {
        let text = chinese.get(key).copied().unwrap_or_default();
        // A text of several lines begins in the next one.
        assert!(text.contains(is_ideograph) || text.ends_with("->"), "{key}: {text}");
    }
}

#[test]
fn every_decision_has_words() {
    for locale in Locale::ALL {
        let words = Words::new(locale);
        for id in DecisionId::ALL {
            for part in ["", ".explain", ".term"] {
                let key = format!("decision-{}{part}", id.name());
                assert!(words.has(&key), "{locale:?} lacks {key}");
            }
        }
    }
}

/// Lessons quote the questions in their own words: “More failed pods than backoffLimit?”
#[test]
fn lessons_quote_questions_as_the_page_asks_them() {
    let texts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons/texts");
    for (locale, file) in [(Locale::En, "en.md"), (Locale::ZhCn, "zh-CN.md")] {
        // Lines break anywhere.
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        let words = Words::new(locale);
        let asked: BTreeSet<String> =
            DecisionId::ALL.iter().map(|id| plain(&words.t(&format!("decision-{}", id.name())))).collect();
        let mut quoted = 0;
        for lesson in fs::read_dir(&texts).unwrap() {
            let path = lesson.unwrap().path().join(file);
            let text = plain(&fs::read_to_string(&path).unwrap());
            for quote in text.split('“').skip(1).filter_map(|rest| rest.split('”').next()) {
                if quote.ends_with(['?', '？']) {
                    assert!(asked.contains(quote), "{}: the page does not ask “{quote}”", path.display());
                    quoted += 1;
                }
            }
        }
        assert!(quoted > 0, "{file} quotes questions");
    }
}

/// The string literals that are handed to a function of `Words`, as far as they stand in the call itself.
#[test]
fn every_key_that_the_page_asks_for_is_there() {
    let source = all_sources();
    let known = keys(Locale::En);
    let mut asked = 0;
    for call in [".t(\"", ".f(\"", ".say(\"", ".say_f(\"", ".rich(\"", "phrase!(\""] {
        for (at, _) in source.match_indices(call) {
            let rest = &source[at + call.len()..];
            let key = &rest[..rest.find('"').unwrap()];
            if key.contains(char::is_whitespace) {
                continue;
            }
            assert!(known.contains(key), "no text for {key}");
            asked += 1;
        }
    }
    assert!(asked > 50, "the search finds calls: {asked}");
}

/// The string literals of `source`, a hole (`*`) where a value goes into one.
fn literals(source: &str) -> BTreeSet<String> {
    let mut literals = BTreeSet::new();
    for line in source.lines() {
        for text in line.split('"').skip(1).step_by(2) {
            let parts = text.split('{').map(|part| part.rsplit('}').next().unwrap_or_default());
            literals.insert(parts.collect::<Vec<_>>().join("*"));
        }
    }
    literals
}

/// Whether `key` is what a literal with one hole or more can become.
fn fits(literal: &str, key: &str) -> bool {
    let Some((first, rest)) = literal.split_once('*') else { return literal == key };
    // Next to nothing would fit everything.
    let is_telling = literal.replace('*', "").len() > 3 && !literal.contains(char::is_whitespace);
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    is_telling
        && key.len() > first.len() + last.len()
        && key.starts_with(first)
        && key.ends_with(last)
        && middle.split('*').all(|part| key.contains(part))
}

#[test]
fn every_key_is_asked_for() {
    let source = all_sources();
    let literals = literals(&source);
    let texts = Locale::En.source();
    let unused: Vec<String> = keys(Locale::En)
        .into_iter()
        .filter(|key| !key.contains('.'))
        .filter(|key| !literals.iter().any(|literal| fits(literal, key)))
        // Some texts are parts of others.
        .filter(|key| !texts.contains(&format!("{{ {key} }}")))
        .collect();
    assert!(unused.is_empty(), "nobody asks for {unused:?}");
    assert!(fits("state-*", "state-ready") && !fits("*", "state-ready") && !fits("state-*", "other"));
}

/// Chinese knows no singular: what is written for `one` would never be chosen, what is written for `1` is.
#[test]
fn chinese_chooses_by_numbers() {
    assert!(!Locale::ZhCn.source().contains("[one]"));
    assert_eq!(Words::new(Locale::ZhCn).f("pod-nothing-next", &args!(n = 1)), "现在它不会发生任何事。");
}

#[test]
fn plurals_and_values_work() {
    let words = Words::new(Locale::En);
    assert_eq!(words.f("pods-number", &args!(n = 1)), "1 pod");
    assert_eq!(words.f("pods-number", &args!(n = 2)), "2 pods");
    assert_eq!(Words::new(Locale::ZhCn).f("pods-number", &args!(n = 2)), "2\u{a0}个 Pod");
}
