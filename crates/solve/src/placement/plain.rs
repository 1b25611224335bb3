//! Direct evaluation of the definition, for boards smaller than a tile.

use super::sweep::other;
use super::table::LossBits;

/// Marks the lost sets of `cells` cells in the table of each side, one bit each; `no_move_wins` is
/// whether a player without a legal move wins.
pub(super) fn fill<const SIDES: usize>(
    tables: &mut [LossBits; SIDES],
    cells: u32,
    patterns: &[Vec<u64>; SIDES],
    no_move_wins: bool,
) {
    // A move leads to a superset, so larger numbers come first.
    for filled in (0..1u64 << cells).rev() {
        for side in 0..SIDES {
            let fits = |pattern: &&u64| *pattern & filled == 0;
            let mut moves = patterns[side].iter().filter(fits);
            let is_stuck = moves.clone().next().is_none();
            let lost = tables[other::<SIDES>(side)].words();
            let is_won = if is_stuck {
                no_move_wins
            } else {
                moves.any(|pattern| get(lost, filled | pattern))
            };
            if !is_won {
                tables[side].words_mut()[filled as usize / 64] |= 1 << (filled % 64);
            }
        }
    }
}

/// Whether the set is marked.
pub(super) fn get(marked: &[u64], set: u64) -> bool {
    marked[set as usize / 64] >> (set % 64) & 1 == 1
}
