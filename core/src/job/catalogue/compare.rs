//! What changed between two releases: questions that are new, gone, or asked elsewhere.

use std::collections::BTreeMap;

use serde::Serialize;

use super::catalogue;
use crate::api::Release;
use crate::small_sort::SmallSort as _;
use crate::trace::{DecisionId, Function, Question};

/// The difference between two catalogues; each list is in the order of the catalogue that has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct CatalogueDifference {
    /// Questions that only the second release asks.
    pub new: Vec<DecisionId>,
    /// Questions that only the first release asks.
    pub gone: Vec<DecisionId>,
    /// Questions that both ask, the second in other functions or at another point of the order.
    pub moved: Vec<DecisionId>,
}

/// What `new` asks differently from `old`.
///
/// ```
/// use jobscope_core::api::Release;
/// use jobscope_core::job::catalogue::compare;
/// use jobscope_core::trace::DecisionId;
///
/// let difference = compare(Release::V1_11, Release::V1_28);
/// assert!(difference.gone.contains(&DecisionId::Requeues));
/// assert!(difference.new.contains(&DecisionId::PodBackoffRemaining));
/// assert!(difference.moved.contains(&DecisionId::TooManySucceededPods));
/// ```
pub fn compare(old: Release, new: Release) -> CatalogueDifference {
    let (old, new) = (order(catalogue(old)), order(catalogue(new)));
    let only = |one: &Order, other: &Order| {
        one.ids.iter().copied().filter(|id| !other.functions.contains_key(id)).collect::<Vec<_>>()
    };
    let common = |one: &Order, other: &Order| {
        one.ids.iter().copied().filter(|id| other.functions.contains_key(id)).collect::<Vec<_>>()
    };
    let stayed = longest_common_subsequence(&common(&old, &new), &common(&new, &old));
    let moved = common(&new, &old)
        .into_iter()
        .filter(|id| !stayed.contains(id) || old.functions.get(id) != new.functions.get(id))
        .collect();
    CatalogueDifference { new: only(&new, &old), gone: only(&old, &new), moved }
}

/// Questions in the order in which they first come, with the functions that ask them.
struct Order {
    ids: Vec<DecisionId>,
    functions: BTreeMap<DecisionId, Vec<Function>>,
}

fn order(catalogue: &[Question]) -> Order {
    let mut order = Order { ids: Vec::new(), functions: BTreeMap::new() };
    for question in catalogue {
        let functions = order.functions.entry(question.at.decision).or_default();
        if functions.is_empty() {
            order.ids.push(question.at.decision);
        }
        functions.push(question.at.function);
    }
    for functions in order.functions.values_mut() {
        functions.small_sort();
    }
    order
}

/// Questions that keep their order.
fn longest_common_subsequence(a: &[DecisionId], b: &[DecisionId]) -> Vec<DecisionId> {
    // One row of the usual table, with the subsequences themselves: the lists are short.
    let mut row: Vec<Vec<DecisionId>> = vec![Vec::new(); b.len() + 1];
    for id in a {
        let mut next = vec![Vec::new()];
        for (column, other) in b.iter().enumerate() {
            let above = row.get(column + 1).cloned().unwrap_or_default();
            let left = next.last().cloned().unwrap_or_default();
            let mut diagonal = row.get(column).cloned().unwrap_or_default();
            next.push(if id == other {
                diagonal.push(*id);
                diagonal
            } else if above.len() >= left.len() {
                above
            } else {
                left
            });
        }
        row = next;
    }
    row.pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_release_does_not_differ_from_itself() {
        for release in Release::ALL {
            assert_eq!(compare(release, release), CatalogueDifference::default());
        }
    }

    #[test]
    fn what_is_new_for_one_is_gone_for_the_other() {
        let (there, back) = (compare(Release::V1_11, Release::V1_28), compare(Release::V1_28, Release::V1_11));
        assert_eq!(there.new, back.gone);
        assert_eq!(there.gone, back.new);
        let mut moved = (there.moved.clone(), back.moved);
        moved.0.small_sort();
        moved.1.small_sort();
        assert_eq!(moved.0, moved.1);
        assert_eq!(there.moved, [DecisionId::TooManySucceededPods]);
    }
}
