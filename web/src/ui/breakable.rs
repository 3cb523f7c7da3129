//! Long names that break where one of their words begins, if they have to break at all: `waitingForDependentsDeletion`.

use yew::prelude::*;

/// Shorter words fit everywhere.
const LONG: usize = 20;

/// The text, with places to break in its long words.
pub(crate) fn breakable(text: &str) -> Html {
    let is_long = |word: &str| word.len() > LONG;
    if !text.split(' ').any(is_long) {
        return html!(text.to_owned());
    }
    html! { <>for part in parts(text) { { part }<wbr /> }</> }
}

/// The text in parts, each of which but the first begins with a capital in the middle of a word.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = ' ';
    for c in text.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
        before = c;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_breaks_where_its_words_begin() {
        let text = "solid 0 · waitingForDependentsDeletion 1";
        assert_eq!(parts(text), ["solid 0 · waiting", "For", "Dependents", "Deletion 1"]);
        assert_eq!(parts(text).concat(), text);
    }
}
