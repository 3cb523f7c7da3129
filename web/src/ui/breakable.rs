//! Line breaks in values and names: long names, labels and addresses break where one of their words begins,
//! `waitingForDependentsDeletion`, and a quantity stays with its unit, an operator with what follows it: `20 s` `− 2
//! s`.

use yew::prelude::*;

/// Shorter words fit everywhere, and shorter terms, too.
const LONG: usize = 20;
/// What stands between two values.
const DOT: &str = " · ";
/// Units of quantities.
const UNITS: [&str; 8] = ["ms", "s", "min", "m", "h", "个", "次", "秒"];
/// Signs that belong to what comes before them: that a test holds or does not, that a value is absent.
const SIGNS: [&str; 4] = ["·", "✓", "✗", "–"];
/// Marks that may follow without a space.
const AFTER: [char; 4] = [',', ')', ':', ';'];
/// Marks between the words of a label or an address.
const JOINTS: [char; 4] = ['/', '=', '-', '.'];
/// Signs that belong to what comes after them.
const OPERATORS: [&str; 14] = ["−", "+", "×", "/", "=", "≠", "<", ">", "≤", "≥", "∈", "∉", "&&", "||"];

/// The text, with places to break in its long words and none in its short terms.
pub(crate) fn breakable(text: &str) -> Html {
    breakable_after(None, text)
}

/// An address, which breaks behind its slashes, and within what stands between them only if that is long.
pub(crate) fn breakable_address(address: &str) -> Html {
    address.split_inclusive('/').map(|part| html! { <>{ breakable(part) }<wbr /></> }).collect()
}

/// Values with a dot between each two of them, which shows only where they are in one line. One alone has no dot to keep clear
/// of: most rows of a path have no more, and dozens of them are rendered with each step.
pub(crate) fn listed(values: &str) -> Html {
    if !values.contains(DOT) {
        return breakable(values);
    }
    let value = |(place, value): (usize, &str)| {
        let dot = html! { <i>{ if place > 0 { DOT } else { "" } }</i> };
        let is_long = value.chars().count() > LONG;
        html! { <span class={classes!("value", is_long.then_some("long"))}>{ breakable_after(Some(&dot), value) }</span> }
    };
    html! { <span class="values">{ for values.split(DOT).enumerate().map(value) }</span> }
}

/// The same behind what no line may end with.
fn breakable_after(sign: Option<&Html>, text: &str) -> Html {
    let terms = terms(text);
    let terms = terms.iter().enumerate().map(|(place, term)| {
        let gap = if place > 0 { " " } else { "" };
        let sign = sign.filter(|_| place == 0);
        if term.contains(' ') && term.chars().count() <= LONG + 4 {
            return html! { <>{ gap }<span class="keep">{ sign.cloned() }{ term.clone() }</span></> };
        }
        let parts = if term.chars().count() > LONG { parts(term) } else { vec![term.clone()] };
        let part = |(place, part): (usize, &String)| match sign.filter(|_| place == 0) {
            Some(sign) => html! { <span class="keep">{ sign.clone() }{ part.clone() }</span> },
            None => html!(part.clone()),
        };
        let is_broken = parts.len() > 1;
        html! { <>{ gap }for part in parts.iter().enumerate().map(part) { { part }if is_broken { <wbr /> } }</> }
    });
    terms.collect()
}

/// The text in terms, between which lines may break.
fn terms(text: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    let mut last = "";
    for word in text.split(' ') {
        let length = |term: &str| term.chars().count() + word.chars().count();
        match terms.last_mut() {
            Some(term) if is_tail(word) || is_unit(last, word) || (belongs(last, word) && length(term) < LONG) => {
                term.push(' ');
                term.push_str(word);
            }
            _ => terms.push(word.to_owned()),
        }
        last = word;
    }
    terms
}

/// Whether `word` belongs to what comes before it whatever that is.
fn is_tail(word: &str) -> bool {
    SIGNS.contains(&word.trim_end_matches(AFTER))
}

/// Whether `word` is the unit of the number before it.
fn is_unit(last: &str, word: &str) -> bool {
    last.ends_with(|c: char| c.is_ascii_digit()) && UNITS.contains(&word.trim_end_matches(AFTER))
}

/// Whether `word` is what the operator before it works on, or the value of the name before it.
fn belongs(last: &str, word: &str) -> bool {
    let named = last.starts_with(char::is_alphabetic) && last.ends_with(char::is_alphanumeric);
    OPERATORS.contains(&last) || (named && word.starts_with(|c: char| c.is_ascii_digit()))
}

/// The text in parts, each of which but the first begins with a capital in the middle of a word, or after a mark between words.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = ' ';
    for c in text.chars() {
        if (c.is_ascii_uppercase() && before.is_ascii_lowercase()) || (c.is_alphabetic() && JOINTS.contains(&before)) {
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
        let label = "batch.kubernetes.io/job-name=pi";
        assert_eq!(parts("11-20,31-40, 25.5"), ["11-20,31-40, 25.5"]);
        assert_eq!(parts(label), ["batch.", "kubernetes.", "io/", "job-", "name=", "pi"]);
    }

    #[test]
    fn a_quantity_stays_whole_and_an_operator_with_what_it_works_on() {
        for (text, expected) in [
            ("failures 2: 20 s − 2 s", vec!["failures 2:", "20 s", "− 2 s"]),
            ("failures 2: max(0, 20 s − 25.5 s)", vec!["failures 2:", "max(0,", "20 s", "− 25.5 s)"]),
            ("min(15 − 3, 4)", vec!["min(15", "− 3,", "4)"]),
            ("active 3 ≠ 4 && adds 0", vec!["active 3", "≠ 4", "&& adds 0"]),
            ("solid 0 · waitingForDependentsDeletion 1", vec!["solid 0 ·", "waitingForDependentsDeletion", "1"]),
            ("activeDeadlineSeconds – · failures 7 ✓", vec!["activeDeadlineSeconds – ·", "failures 7 ✓"]),
            ("completions –, active 1 ✓)", vec!["completions –,", "active 1 ✓)"]),
            ("", vec![""]),
        ] {
            assert_eq!(terms(text), expected);
            assert_eq!(terms(text).join(" "), text);
        }
    }
}
