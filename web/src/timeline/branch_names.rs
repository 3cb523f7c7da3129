//! Names of branches: the user's, or else by their first action.

use jobscope_core::timeline::{BranchId, BranchView, Timeline};
use yew::AttrValue;

use super::edit_words;
use crate::words::{Words, args};

/// The names of all branches, in the order in which they began. No two are alike.
pub(super) fn all(words: &Words, timeline: &Timeline) -> Vec<AttrValue> {
    let mut names: Vec<AttrValue> = Vec::new();
    for branch in timeline.branches() {
        let name = own(words, timeline, &branch);
        let mut unique = name.clone();
        for n in 2.. {
            if !names.contains(&unique) {
                break;
            }
            unique = format!("{name} ({n})").into();
        }
        names.push(unique);
    }
    names
}

/// The name of one.
pub(crate) fn branch_name(words: &Words, timeline: &Timeline, id: BranchId) -> AttrValue {
    let branches = timeline.branches();
    let place = branches.iter().position(|branch| branch.id == id);
    place.and_then(|place| all(words, timeline).get(place).cloned()).unwrap_or_default()
}

/// The name of a branch, which others may have, too.
fn own(words: &Words, timeline: &Timeline, branch: &BranchView) -> AttrValue {
    if !branch.name.is_empty() {
        return branch.name.to_string().into();
    }
    let Some(fork) = branch.from else { return words.t("branch-first") };
    match timeline.steps_of(branch.id).and_then(|steps| steps.get(fork.step)) {
        Some(first) => {
            let what = edit_words::edit_name(words, &first.action).to_string();
            words.f("branch-auto", &args!(step = fork.step, what = what))
        }
        None => words.f("branch-empty", &args!(step = fork.step)),
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::timeline::Cursor;
    use jobscope_core::world::{Action, World};

    use super::*;
    use crate::words::Locale;

    #[test]
    fn branches_that_began_alike_are_told_apart() {
        let mut timeline = Timeline::new(World::new(Release::V1_28));
        timeline.apply(&Action::Restart).unwrap();
        for ms in [1, 2, 3] {
            timeline.seek(Cursor::default());
            timeline.apply(&Action::Advance { ms }).unwrap();
        }
        timeline.rename_branch(BranchId(4), "First run".to_owned().try_into().unwrap()).unwrap();
        let words = Words::new(Locale::En);
        assert_eq!(
            all(&words, &timeline),
            ["First run", "from step 0: time advanced", "from step 0: time advanced (2)", "First run (2)"]
        );
        assert_eq!(branch_name(&words, &timeline, BranchId(3)), "from step 0: time advanced (2)");
    }
}
