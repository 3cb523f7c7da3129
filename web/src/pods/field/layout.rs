//! The layout of thousands of tiles: syncs flow like words in a line, batches flow within their sync, and the tiles of
//! a batch fill a block. Plain numbers, in pixels from the top left.

/// Height of a sync's heading.
pub(super) const HEAD: f64 = 24.0;
/// Height of a batch's heading.
pub(super) const LABEL: f64 = 17.0;
/// Between blocks and between syncs.
const GAP: f64 = 12.0;
/// A batch has at least so much room, for its heading.
const BATCH: f64 = 48.0;
/// A sync is at least so wide, for its heading.
const NARROWEST: f64 = 120.0;
/// How many times wider than high a block is.
const ASPECT: usize = 4;

/// The tiles of one batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Block {
    /// The sync (place in the list of those shown) and the batch in it.
    pub(super) sync: usize,
    pub(super) batch: usize,
    /// The number of its first tile among all.
    pub(super) first: usize,
    /// How many tiles.
    pub(super) tiles: usize,
    columns: usize,
    pub(super) x: f64,
    /// The top of its tiles; the heading is above.
    pub(super) y: f64,
    pitch: f64,
}

impl Block {
    fn width(&self) -> f64 {
        number(self.columns) * self.pitch
    }

    /// How wide it is with its heading.
    pub(super) fn room(&self) -> f64 {
        self.width().max(BATCH)
    }

    pub(super) fn bottom(&self) -> f64 {
        self.y + number(self.tiles.div_ceil(self.columns.max(1))) * self.pitch
    }

    /// The top left of a tile of it.
    pub(super) fn place(&self, tile: usize) -> (f64, f64) {
        let columns = self.columns.max(1);
        (self.x + number(tile % columns) * self.pitch, self.y + number(tile / columns) * self.pitch)
    }
}

/// A sync's heading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Head {
    pub(super) sync: usize,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    pub(super) heads: Vec<Head>,
    pub(super) blocks: Vec<Block>,
    pub(super) height: f64,
}

fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

impl Layout {
    /// Places the batches of all syncs, given by their numbers of tiles, in `width` pixels. `pitch` is the distance from
    /// one tile to the next.
    pub(super) fn of<'a>(syncs: impl IntoIterator<Item = &'a [usize]>, width: f64, pitch: f64) -> Self {
        let width = width.max(pitch);
        let mut layout = Self::default();
        let (mut x, mut y, mut row, mut first) = (0.0, 0.0, 0.0_f64, 0);
        for (sync, batches) in syncs.into_iter().enumerate() {
            let (blocks, size) = flow(sync, batches, first, width, pitch);
            first += batches.iter().sum::<usize>();
            if x > 0.0 && x + size.0 > width {
                (x, y, row) = (0.0, y + row + GAP, 0.0);
            }
            layout.heads.push(Head { sync, x, y, width: size.0 });
            layout.blocks.extend(blocks.into_iter().map(|block| Block {
                x: block.x + x,
                y: block.y + y + HEAD,
                ..block
            }));
            row = row.max(size.1 + HEAD);
            x += size.0 + 2.0 * GAP;
        }
        layout.height = y + row;
        layout
    }

    /// How many tiles there are.
    pub(super) fn tiles(&self) -> usize {
        self.blocks.last().map_or(0, |block| block.first + block.tiles)
    }

    /// The block that a tile is in.
    pub(super) fn block(&self, tile: usize) -> Option<&Block> {
        let after = self.blocks.partition_point(|block| block.first <= tile);
        self.blocks.get(after.checked_sub(1)?).filter(|block| tile < block.first + block.tiles)
    }

    /// The tile at a point.
    pub(super) fn at(&self, x: f64, y: f64) -> Option<usize> {
        let inside = |block: &&Block| x >= block.x && x < block.x + block.width() && y >= block.y && y < block.bottom();
        let block = self.blocks.iter().find(inside)?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are within the block")]
        let place = |offset: f64| (offset / block.pitch) as usize;
        let tile = place(y - block.y) * block.columns + place(x - block.x);
        (tile < block.tiles).then_some(block.first + tile)
    }

    /// The middles of all tiles in order.
    pub(super) fn middles(&self) -> Vec<(f64, f64)> {
        let of_block = |block: &'_ Block| {
            let (block, half) = (*block, block.pitch / 2.0);
            (0..block.tiles).map(move |tile| block.place(tile)).map(move |(x, y)| (x + half, y + half))
        };
        self.blocks.iter().flat_map(of_block).collect()
    }
}

/// The blocks of one sync from its own top left, and the size of all of them.
fn flow(sync: usize, batches: &[usize], mut first: usize, width: f64, pitch: f64) -> (Vec<Block>, (f64, f64)) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a width is small and positive")]
    let most = ((width / pitch) as usize).max(1);
    let (mut x, mut y, mut row, mut widest) = (0.0, 0.0, 0.0_f64, NARROWEST);
    let mut blocks = Vec::with_capacity(batches.len());
    for (batch, &tiles) in batches.iter().enumerate() {
        // The block that is as near as can be to its aspect, and no wider than the page.
        let rows = tiles.div_ceil(ASPECT).isqrt().max(1);
        let columns = tiles.div_ceil(rows).clamp(1, most);
        let block = Block { sync, batch, first, tiles, columns, x, y: y + LABEL, pitch };
        let block = if x > 0.0 && x + block.room() > width {
            y += row + GAP;
            (x, row) = (0.0, 0.0);
            Block { x, y: y + LABEL, ..block }
        } else {
            block
        };
        row = row.max(block.bottom() - y);
        x += block.room() + GAP;
        widest = widest.max(x - GAP);
        first += tiles;
        blocks.push(block);
    }
    (blocks, (widest.min(width), y + row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(syncs: &[&[usize]], width: f64) -> Layout {
        Layout::of(syncs.iter().copied(), width, 16.0)
    }

    #[test]
    fn nothing_overlaps_and_nothing_sticks_out() {
        let batches: Vec<usize> = (0..8).map(|n| 1 << n).chain([245]).collect();
        let singles: Vec<&[usize]> = vec![&[1]; 40];
        for width in [120.0, 358.0, 700.0, 1400.0] {
            let mut syncs: Vec<&[usize]> = vec![&batches, &batches];
            syncs.extend(&singles);
            let layout = of(&syncs, width);
            assert_eq!(layout.tiles(), 2 * 500 + 40);
            for (at, one) in layout.blocks.iter().enumerate() {
                assert!(
                    one.x >= 0.0 && one.x + one.room() <= width && one.bottom() <= layout.height,
                    "{width} {one:?}"
                );
                for other in &layout.blocks[at + 1..] {
                    let apart = one.x + one.room() <= other.x
                        || other.x + other.width() <= one.x
                        || one.bottom() <= other.y - LABEL
                        || other.bottom() <= one.y - LABEL;
                    assert!(apart, "{width} {one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn each_tile_is_found_where_it_is() {
        let layout = of(&[&[1, 2, 4, 8, 16, 32, 64, 3], &[1], &[2, 1]], 300.0);
        let middles = layout.middles();
        assert_eq!(middles.len(), layout.tiles());
        for (tile, &(x, y)) in middles.iter().enumerate() {
            assert_eq!(layout.at(x, y), Some(tile));
            let block = layout.block(tile).unwrap();
            assert_eq!(block.place(tile - block.first), (x - 8.0, y - 8.0));
        }
        assert_eq!(layout.at(0.0, 0.0), None, "a heading is no tile");
        assert_eq!(layout.block(layout.tiles()), None);
    }

    #[test]
    fn small_syncs_stand_side_by_side() {
        let layout = of(&[&[1], &[1], &[1]], 700.0);
        assert_eq!(layout.heads.iter().map(|head| head.y).collect::<Vec<_>>(), [0.0; 3]);
    }
}
