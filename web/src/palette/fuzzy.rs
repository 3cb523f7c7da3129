//! How well typed letters match a name: they occur in order, and score higher the closer together they are. Most of
//! them must be adjacent or begin a word, because scattered letters match nearly every name.

/// Points for a letter that follows the one before it directly.
const TOGETHER: i32 = 8;
/// Points for a letter that begins a word.
const BEGINS: i32 = 6;

/// How well `typed` fits `name`, more is better; `None` if it does not. Blanks and case make no difference.
pub(super) fn fit(typed: &str, name: &str) -> Option<i32> {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    let typed: Vec<char> = typed.to_lowercase().chars().filter(|letter| !letter.is_whitespace()).collect();
    let begins =
        |place: usize| place.checked_sub(1).and_then(|before| name.get(before)).is_none_or(|c| !c.is_alphanumeric());
    let starts = name.iter().enumerate().filter(|(_, letter)| Some(*letter) == typed.first()).map(|(place, _)| place);
    let from = |start: usize| {
        let (mut points, mut astray) = (0, 0);
        let mut last = None::<usize>;
        let mut rest = name.iter().enumerate().skip(start);
        for wanted in &typed {
            let (place, _) = rest.find(|(_, letter)| *letter == wanted)?;
            let together = last.is_some_and(|last| last + 1 == place);
            astray += usize::from(!together && !begins(place));
            points += 1 + if together { TOGETHER } else { 0 } + if begins(place) { BEGINS } else { 0 };
            last = Some(place);
        }
        (astray <= typed.len() / 3).then(|| points - i32::try_from(name.len()).unwrap_or(i32::MAX) / 8)
    };
    if typed.is_empty() { Some(0) } else { starts.filter_map(from).max() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_to_be_there_in_order() {
        assert!(fit("so", "Step over").is_some() && fit("STEPOVER", "Step over").is_some());
        assert!(fit("os", "Step over").is_none() && fit("stepx", "Step over").is_none());
        assert_eq!(fit(" ", "anything"), Some(0));
        assert!(fit("深色", "主题：深色").is_some());
    }

    #[test]
    fn scattered_letters_are_no_fit() {
        assert!(fit("dark", "The server sends a bookmark for pods").is_none());
        assert!(fit("stpovr", "Step over").is_some(), "some may be left out");
    }

    #[test]
    fn words_and_runs_fit_better_than_scattered_letters() {
        let best =
            |typed: &str, names: &[&'static str]| names.iter().copied().max_by_key(|name| fit(typed, name)).unwrap();
        assert_eq!(best("step i", &["Step out: the end of this", "Step into", "Stop it"]), "Step into");
        assert_eq!(best("dark", &["Deliver all events of the Job watch, kept", "Theme: dark"]), "Theme: dark");
        assert_eq!(best("v1.28", &["Kubernetes v1.22", "Kubernetes v1.28"]), "Kubernetes v1.28");
    }
}
