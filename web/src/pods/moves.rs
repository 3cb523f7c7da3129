//! Arrow keys among tiles in rows of any length.

/// A way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Left,
    Right,
    Up,
    Down,
    First,
    Last,
}

impl Way {
    /// What a key stands for.
    pub(super) fn of_key(key: &str) -> Option<Self> {
        Some(match key {
            "ArrowLeft" => Self::Left,
            "ArrowRight" => Self::Right,
            "ArrowUp" => Self::Up,
            "ArrowDown" => Self::Down,
            "Home" => Self::First,
            "End" => Self::Last,
            _ => return None,
        })
    }

    /// The place of the tile that is that way from the one at `from`; tiles are given by their middles, in reading order.
    /// At the edge it stays.
    pub(super) fn from(self, from: usize, middles: &[(f64, f64)]) -> usize {
        let last = middles.len().saturating_sub(1);
        match self {
            Self::Left => from.saturating_sub(1),
            Self::Right => (from + 1).min(last),
            Self::First => 0,
            Self::Last => last,
            Self::Up => nearest(from, middles, -1.0),
            Self::Down => nearest(from, middles, 1.0),
        }
    }
}

/// The tile of the next row that way which is nearest.
fn nearest(from: usize, middles: &[(f64, f64)], way: f64) -> usize {
    /// Tiles whose middles differ by less stand in one row.
    const ROW: f64 = 4.0;
    let Some(&(x, y)) = middles.get(from) else { return from };
    let ahead = || middles.iter().enumerate().filter(move |(_, middle)| (middle.1 - y) * way > ROW);
    let Some(row) = ahead().map(|(_, middle)| (middle.1 - y) * way).min_by(f64::total_cmp) else { return from };
    ahead()
        .filter(|(_, middle)| (middle.1 - y) * way < row + ROW)
        .min_by(|(_, one), (_, other)| (one.0 - x).abs().total_cmp(&(other.0 - x).abs()))
        .map_or(from, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three rows: three tiles, one, two.
    const MIDDLES: [(f64, f64); 6] = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (0.0, 30.0), (0.0, 60.0), (18.0, 61.0)];

    #[test]
    fn up_and_down_keep_the_column_as_far_as_there_is_one() {
        assert_eq!(Way::Down.from(2, &MIDDLES), 3);
        assert_eq!(Way::Down.from(3, &MIDDLES), 4);
        assert_eq!(Way::Up.from(5, &MIDDLES), 3);
        assert_eq!(Way::Up.from(3, &MIDDLES), 0);
    }

    #[test]
    fn edges_hold() {
        assert_eq!(Way::Up.from(1, &MIDDLES), 1);
        assert_eq!(Way::Down.from(5, &MIDDLES), 5);
        assert_eq!(Way::Left.from(0, &MIDDLES), 0);
        assert_eq!(Way::Right.from(5, &MIDDLES), 5);
        assert_eq!((Way::First.from(4, &MIDDLES), Way::Last.from(0, &MIDDLES)), (0, 5));
        assert_eq!(Way::Down.from(0, &[]), 0);
    }
}
