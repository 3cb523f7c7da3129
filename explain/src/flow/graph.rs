//! The questions of a catalogue as a graph: which edges close a circle, and the row and the lane of each question.

use std::collections::{BTreeMap, BTreeSet};

use jobscope_core::small_collect::SmallCollect as _;
use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::trace::{Function, Question, QuestionSite};

use super::layout::Shape;

/// Between two parts of the chart that nothing connects, in rows.
const APART: usize = 1;

/// A question's row and the lane of its function.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spot {
    pub row: usize,
    pub lane: usize,
}

/// From somewhere to somewhere, both included.
#[derive(Clone, Copy, Debug)]
pub struct Span<P> {
    pub first: P,
    pub last: P,
}

impl<P: Copy + Ord> Span<P> {
    /// Makes it reach to `point`.
    pub fn extend(&mut self, point: P) {
        self.first = self.first.min(point);
        self.last = self.last.max(point);
    }
}

/// What is taken over which span: lanes by functions, tracks by lines.
#[derive(Debug)]
pub struct Taken<S, P>(Vec<(S, usize, Span<P>)>);

impl<S, P> Default for Taken<S, P> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S: PartialEq, P: Copy + Ord> Taken<S, P> {
    /// Takes the first number that is free on that side over the whole span.
    pub fn take(&mut self, side: S, span: Span<P>) -> usize {
        let is_free = |number: &usize| {
            self.0.iter().all(|(other, taken, over)| {
                *other != side || taken != number || over.last < span.first || span.last < over.first
            })
        };
        let number = (0..self.0.len()).find(is_free).unwrap_or(self.0.len());
        self.0.push((side, number, span));
        number
    }
}

/// The catalogue by numbers.
#[derive(Debug)]
pub struct Graph {
    pub places: Vec<QuestionSite>,
    next: Vec<Vec<usize>>,
    /// Edges that close a circle.
    back: BTreeSet<(usize, usize)>,
    /// The number of the connected part that a question belongs to.
    part: Vec<usize>,
}

impl Graph {
    pub fn of(catalogue: &[Question]) -> Self {
        let places: Vec<_> = catalogue.iter().map(|question| question.at).collect();
        let number: BTreeMap<_, _> = places.iter().copied().zip(0..).small_collect();
        let next: Vec<Vec<usize>> = catalogue
            .iter()
            .map(|question| question.next.iter().filter_map(|place| number.get(place).copied()).collect())
            .collect();
        let part = parts(&next);
        let mut graph = Self { places, next, back: BTreeSet::new(), part };
        graph.find_back_edges();
        graph
    }

    fn next(&self, node: usize) -> &[usize] {
        self.next.get(node).map_or(&[], Vec::as_slice)
    }

    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.next.iter().enumerate().flat_map(|(from, next)| next.iter().map(move |to| (from, *to)))
    }

    /// Goes through the questions depth first; an edge to one that is still open closes a circle.
    fn find_back_edges(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.places.len()];
        for start in 0..self.places.len() {
            if marks.get(start) != Some(&Mark::New) {
                continue;
            }
            let mut stack = vec![(start, 0)];
            while let Some((node, at)) = stack.pop() {
                if let Some(mark) = marks.get_mut(node) {
                    *mark = Mark::Open;
                }
                let Some(&to) = self.next(node).get(at) else {
                    if let Some(mark) = marks.get_mut(node) {
                        *mark = Mark::Done;
                    }
                    continue;
                };
                stack.push((node, at + 1));
                match marks.get(to) {
                    Some(Mark::Open) => drop(self.back.insert((node, to))),
                    Some(Mark::New) => stack.push((to, 0)),
                    _ => {}
                }
            }
        }
    }

    /// How many questions lead to each at the longest, circles left out.
    fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.places.len()];
        // At most as many rounds as there are questions; in source order it is mostly one.
        for _ in 0..self.places.len() {
            let before = ranks.clone();
            for edge in self.edges().filter(|edge| !self.back.contains(edge)) {
                let least = ranks.get(edge.0).map_or(0, |rank| rank + 1);
                if let Some(rank) = ranks.get_mut(edge.1) {
                    *rank = least.max(*rank);
                }
            }
            if ranks == before {
                break;
            }
        }
        ranks
    }

    /// The place of each in an order in which nothing comes before what leads to it, circles left out, and which is
    /// that of the source wherever it can be.
    fn source_order(&self) -> Vec<usize> {
        let mut leads: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, to) in self.edges().filter(|edge| !self.back.contains(edge)) {
            *leads.entry(to).or_default() += 1;
        }
        let mut free: BTreeSet<usize> = (0..self.places.len()).filter(|node| !leads.contains_key(node)).small_collect();
        let mut order = vec![0; self.places.len()];
        let mut position = 0;
        while let Some(node) = free.pop_first() {
            if let Some(own) = order.get_mut(node) {
                *own = position;
            }
            position += 1;
            for &to in self.next(node) {
                if let Some(left) = leads.get_mut(&to).filter(|_| !self.back.contains(&(node, to))) {
                    *left -= 1;
                    if *left == 0 {
                        free.insert(to);
                    }
                }
            }
        }
        order
    }

    /// A lane for each function: the first one that is free at that time.
    fn lanes(&self, ranks: &[usize]) -> BTreeMap<Function, usize> {
        let mut spans: Vec<(Function, Span<_>)> = Vec::new();
        for ((place, &rank), &part) in self.places.iter().zip(ranks).zip(&self.part) {
            let at = (part, rank);
            match spans.iter_mut().find(|(function, _)| *function == place.function) {
                Some((_, span)) => span.extend(at),
                None => spans.push((place.function, Span { first: at, last: at })),
            }
        }
        let mut taken = Taken::default();
        let mut lanes = BTreeMap::new();
        for (function, span) in spans {
            lanes.insert(function, taken.take((), span));
        }
        lanes
    }

    pub fn spots(&self, shape: Shape) -> Vec<Spot> {
        let ranks = match shape {
            Shape::Narrow => self.source_order(),
            Shape::Wide => self.ranks(),
        };
        let lanes = self.lanes(&ranks);
        let mut order: Vec<_> = (0..self.places.len()).collect();
        let key = |node: usize| (self.part.get(node).copied(), ranks.get(node).copied(), node);
        order.small_sort_by_key(|node| key(*node));
        let mut spots = vec![Spot::default(); self.places.len()];
        let mut taken = BTreeSet::new();
        let (mut part, mut top, mut bottom) = (0, 0, 0);
        for node in order {
            let own_part = self.part.get(node).copied().unwrap_or_default();
            if own_part != part {
                (part, top) = (own_part, bottom + 1 + APART);
            }
            let before = self.edges().filter(|edge| edge.1 == node && !self.back.contains(edge));
            let least = before.filter_map(|(from, _)| spots.get(from).map(|spot: &Spot| spot.row + 1)).max();
            let lane = self.places.get(node).and_then(|place| lanes.get(&place.function)).copied().unwrap_or_default();
            let slot = |row: usize| (row, if shape == Shape::Wide { lane } else { 0 });
            let mut row = least.unwrap_or(0).max(top);
            while !taken.insert(slot(row)) {
                row += 1;
            }
            bottom = bottom.max(row);
            if let Some(spot) = spots.get_mut(node) {
                *spot = Spot { row, lane };
            }
        }
        spots
    }
}

/// The connected parts, numbered in the order of their first questions.
fn parts(next: &[Vec<usize>]) -> Vec<usize> {
    let mut part: Vec<usize> = (0..next.len()).collect();
    for _ in 0..next.len() {
        let before = part.clone();
        for (from, next) in next.iter().enumerate() {
            for &to in next {
                let least = part.get(from).copied().min(part.get(to).copied()).unwrap_or_default();
                for node in [from, to] {
                    if let Some(part) = part.get_mut(node) {
                        *part = least;
                    }
                }
            }
        }
        if part == before {
            break;
        }
    }
    part
}
