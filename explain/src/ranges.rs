//! Many numbers as ranges: indexes, or pods by their number.

/// Runs that are named.
const MOST_NAMED: usize = 2;

/// Numbers in order, runs of them as ranges: `1–3, 7`.
pub fn ranges(numbers: &[i64]) -> String {
    let runs: Vec<_> = numbers.chunk_by(|one, next| one.checked_add(1) == Some(*next)).collect();
    let mut listed: Vec<_> = runs
        .iter()
        .take(MOST_NAMED)
        .map(|run| match run {
            [first, .., last] => format!("{first}–{last}"),
            _ => run.iter().map(ToString::to_string).collect(),
        })
        .collect();
    if runs.len() > MOST_NAMED {
        listed.push("…".to_owned());
    }
    listed.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_shown_as_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 7]), "1–3, 7");
        assert_eq!(ranges(&[1, 3, 5, 7]), "1, 3, …");
        assert_eq!(ranges(&[]), "");
    }
}
