//! The layout of the flow chart, computed only from the questions and edges of a release's catalogue.
//!
//! Every question gets a row below all that lead to it, and the lane of its function. An edge to the next row goes
//! straight down. All others to one question share a line beside it: on the left those that skip forwards, on the
//! right those that go back. In a narrow chart lanes are indents and each row has one question; in a wide one, lanes
//! are columns.

use std::collections::{BTreeMap, BTreeSet};

use jobscope_core::small_sort::SmallSort as _;
use jobscope_core::trace::{Question, QuestionSite};

use super::graph::{Graph, Span, Spot, Taken};

/// The size of a question, in units of the drawing.
pub const SIZE: (i32, i32) = (226, 42);
/// Between two rows.
const GAP: i32 = 22;
/// How far a lane stands in, in a narrow chart.
const INDENT: i32 = 16;
/// Between two parallel lines.
const TRACK: i32 = 9;
/// From the edge of a question to the line that leaves it downwards.
const PORT: i32 = 9;
/// How lanes are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// As indents: fits a column of the page.
    Narrow,
    /// As columns.
    Wide,
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    pub at: QuestionSite,
    pub x: i32,
    pub y: i32,
    /// Whether the sync can end after it.
    pub ends: bool,
    /// Whether its function is to be named above it.
    pub heads: bool,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: QuestionSite,
    pub to: QuestionSite,
    /// Whether it leads upwards.
    pub back: bool,
    /// Its corners.
    pub points: Vec<(i32, i32)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    pub width: i32,
    pub height: i32,
    /// From top to bottom.
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
}

impl Chart {
    /// The chart of a catalogue.
    pub fn of(catalogue: &[Question], shape: Shape) -> Self {
        let graph = Graph::of(catalogue);
        let spots = graph.spots(shape);
        Drawing { graph: &graph, spots: &spots, shape }.draw(catalogue)
    }
}

/// Numbers into coordinates.
struct Drawing<'a> {
    graph: &'a Graph,
    spots: &'a [Spot],
    shape: Shape,
}

/// The line beside a question that its edges share.
type Bus = (usize, bool);

impl Drawing<'_> {
    fn draw(&self, catalogue: &[Question]) -> Chart {
        let tracks = self.tracks();
        let count = |lane: usize, back: bool| {
            let own = tracks.iter().filter(|((to, b), _)| *b == back && self.gutter(*to) == lane);
            i32::try_from(own.map(|(_, track)| track + 1).max().unwrap_or(0)).unwrap_or(0)
        };
        let lanes = self.spots.iter().map(|spot| spot.lane).max().unwrap_or(0) + 1;
        // The left edge of each lane, and the right edge of all.
        let mut lefts = Vec::new();
        let mut x = 0;
        for lane in 0..lanes {
            match self.shape {
                Shape::Wide => {
                    x += count(lane, false) * TRACK + PORT;
                    lefts.push(x);
                    x += SIZE.0 + count(lane, true) * TRACK + PORT;
                }
                Shape::Narrow => lefts.push(count(0, false) * TRACK + PORT + INDENT * i32::try_from(lane).unwrap_or(0)),
            }
        }
        let right = match self.shape {
            Shape::Wide => x,
            Shape::Narrow => lefts.last().map_or(0, |last| last + SIZE.0) + count(0, true) * TRACK + PORT,
        };
        let left = |node: usize| self.spot(node, |spot| lefts.get(spot.lane).copied()).unwrap_or(0);
        let bus_x = |(to, back): Bus| {
            let track = tracks.get(&(to, back)).copied().and_then(|track| i32::try_from(track).ok()).unwrap_or(0);
            let beside = match (self.shape, back) {
                (Shape::Wide, _) => left(to),
                (Shape::Narrow, false) => lefts.first().copied().unwrap_or(0),
                (Shape::Narrow, true) => lefts.last().copied().unwrap_or(0),
            };
            if back { beside + SIZE.0 + PORT + TRACK * track } else { beside - PORT - TRACK * track }
        };
        let edges = self.graph.edges().filter_map(|(from, to)| self.edge(from, to, &left, &bus_x)).collect();
        let mut nodes: Vec<_> =
            (0..self.graph.places.len()).filter_map(|node| self.node(node, left(node), catalogue)).collect();
        nodes.small_sort_by_key(|node| (node.y, node.x));
        self.name_functions(&mut nodes);
        let height = nodes.last().map_or(0, |last| last.y + SIZE.1 + GAP);
        Chart { width: right + 1, height, nodes, edges }
    }

    fn node(&self, node: usize, x: i32, catalogue: &[Question]) -> Option<Node> {
        let question = catalogue.get(node)?;
        Some(Node { at: question.at, x, y: self.y(node), ends: question.ends, heads: false })
    }

    /// A function is named where it begins; in a narrow chart also where it continues after another one.
    fn name_functions(&self, nodes: &mut [Node]) {
        let mut named = BTreeSet::new();
        let mut last = None;
        for node in nodes {
            node.heads = match self.shape {
                Shape::Wide => named.insert(node.at.function),
                Shape::Narrow => last != Some(node.at.function),
            };
            last = Some(node.at.function);
        }
    }

    fn spot<T>(&self, node: usize, read: impl FnOnce(&Spot) -> Option<T>) -> Option<T> {
        self.spots.get(node).and_then(read)
    }

    fn row(&self, node: usize) -> usize {
        self.spot(node, |spot| Some(spot.row)).unwrap_or(0)
    }

    fn lane(&self, node: usize) -> usize {
        self.spot(node, |spot| Some(spot.lane)).unwrap_or(0)
    }

    fn y(&self, node: usize) -> i32 {
        GAP + i32::try_from(self.row(node)).unwrap_or(0) * (SIZE.1 + GAP)
    }

    /// Beside which lane the lines of a question run.
    fn gutter(&self, node: usize) -> usize {
        if self.shape == Shape::Wide { self.lane(node) } else { 0 }
    }

    /// Whether an edge goes straight down: nothing stands in its way.
    fn is_straight(&self, from: usize, to: usize) -> bool {
        let (top, bottom, lane) = (self.row(from), self.row(to), self.lane(from));
        let in_the_way = |spot: &Spot| match self.shape {
            Shape::Wide => spot.lane == lane,
            Shape::Narrow => spot.lane <= lane,
        };
        if bottom == top + 1 {
            return true;
        }
        self.lane(to) == lane
            && bottom > top
            && !self.spots.iter().any(|spot| spot.row > top && spot.row < bottom && in_the_way(spot))
    }

    /// The track of each shared line, counted from its questions outwards: the first one that is free there.
    fn tracks(&self) -> BTreeMap<Bus, usize> {
        let mut spans: BTreeMap<Bus, Span<usize>> = BTreeMap::new();
        for (from, to) in self.graph.edges() {
            let back = self.row(to) <= self.row(from);
            if back || !self.is_straight(from, to) {
                let (start, end) = (self.row(from), self.row(to));
                let span = spans.entry((to, back)).or_insert(Span { first: start, last: start });
                span.extend(start);
                span.extend(end);
            }
        }
        let mut by_length: Vec<_> = spans.into_iter().collect();
        by_length.small_sort_by_key(|((to, back), span)| (span.last - span.first, span.first, *to, *back));
        let mut taken = Taken::default();
        let mut tracks = BTreeMap::new();
        for ((to, back), span) in by_length {
            tracks.insert((to, back), taken.take((self.gutter(to), back), span));
        }
        tracks
    }

    fn edge(&self, from: usize, to: usize, left: &dyn Fn(usize) -> i32, bus_x: &dyn Fn(Bus) -> i32) -> Option<Edge> {
        let back = self.row(to) <= self.row(from);
        let (start, end) = (self.y(from) + SIZE.1, self.y(to));
        // Lines that leave neighbours in one row do not run into each other.
        let gap = start + 5 + 4 * i32::try_from(self.gutter(from)).unwrap_or(0);
        let middle = end + SIZE.1 / 2;
        let points = if back {
            let (out, bus) = (left(from) + SIZE.0 - PORT, bus_x((to, true)));
            vec![(out, start), (out, gap), (bus, gap), (bus, middle), (left(to) + SIZE.0, middle)]
        } else if self.is_straight(from, to) {
            let (out, into) = (left(from) + PORT, left(to) + PORT);
            if out == into {
                vec![(out, start), (into, end)]
            } else {
                vec![(out, start), (out, gap), (into, gap), (into, end)]
            }
        } else {
            let (out, bus) = (left(from) + PORT, bus_x((to, false)));
            vec![(out, start), (out, gap), (bus, gap), (bus, middle), (left(to), middle)]
        };
        let place = |node: usize| self.graph.places.get(node).copied();
        Some(Edge { from: place(from)?, to: place(to)?, back, points })
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::Release;
    use jobscope_core::job::catalogue::catalogue;

    use super::*;

    fn charts() -> impl Iterator<Item = (Release, Shape, Chart)> {
        let shapes = [Shape::Narrow, Shape::Wide];
        Release::ALL
            .into_iter()
            .flat_map(move |release| shapes.map(|shape| (release, shape, Chart::of(catalogue(release), shape))))
    }

    #[test]
    fn every_question_and_every_edge_is_there_once() {
        for (release, shape, chart) in charts() {
            let questions: BTreeSet<_> = catalogue(release).iter().map(|question| question.at).collect();
            let drawn: BTreeSet<_> = chart.nodes.iter().map(|node| node.at).collect();
            assert_eq!(drawn, questions, "{release} {shape:?}");
            let edges: usize = catalogue(release).iter().map(|question| question.next.len()).sum();
            assert_eq!(chart.edges.len(), edges, "{release} {shape:?}");
        }
    }

    #[test]
    fn no_two_questions_overlap_and_all_are_inside() {
        for (release, shape, chart) in charts() {
            for (place, node) in chart.nodes.iter().enumerate() {
                assert!(node.x >= 0 && node.x + SIZE.0 <= chart.width, "{release} {shape:?} {}", node.at);
                assert!(node.y >= 0 && node.y + SIZE.1 <= chart.height, "{release} {shape:?} {}", node.at);
                for other in chart.nodes.iter().skip(place + 1) {
                    let apart = (node.x - other.x).abs() >= SIZE.0 || (node.y - other.y).abs() >= SIZE.1;
                    assert!(apart, "{release} {shape:?}: {} lies on {}", node.at, other.at);
                }
            }
        }
    }

    #[test]
    fn no_edge_runs_through_a_question() {
        for (release, shape, chart) in charts() {
            for edge in &chart.edges {
                for leg in edge.points.windows(2) {
                    let (from, to) = (leg[0], leg[1]);
                    let (left, right) = (from.0.min(to.0), from.0.max(to.0));
                    let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
                    assert!(left == right || top == bottom, "{release} {shape:?}: a leg is slanted");
                    assert!(left >= 0 && right <= chart.width, "{release} {shape:?}: an edge leaves the chart");
                    for node in &chart.nodes {
                        let beside = right <= node.x || left >= node.x + SIZE.0;
                        let above_or_below = bottom <= node.y || top >= node.y + SIZE.1;
                        assert!(
                            beside || above_or_below,
                            "{release} {shape:?}: {} to {} runs through {}",
                            edge.from,
                            edge.to,
                            node.at
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn edges_lead_down_but_for_those_that_close_a_circle() {
        for (release, shape, chart) in charts() {
            let y = |place: QuestionSite| chart.nodes.iter().find(|node| node.at == place).unwrap().y;
            for edge in &chart.edges {
                assert_eq!(edge.back, y(edge.to) <= y(edge.from), "{release} {shape:?}");
            }
            let back = chart.edges.iter().filter(|edge| edge.back).count();
            assert!(back * 5 < chart.edges.len(), "{release} {shape:?}: {back} of {} go back", chart.edges.len());
        }
    }

    #[test]
    fn a_narrow_chart_fits_its_column() {
        for (release, shape, chart) in charts().filter(|(_, shape, _)| *shape == Shape::Narrow) {
            assert!(chart.width <= 386, "{release} {shape:?}: {}", chart.width);
        }
    }
}
