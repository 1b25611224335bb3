//! The obvious way, for boards smaller than a tile.

/// Marks the lost sets of so many cells in `lost`, one bit each; `stuck_wins`
/// says whether who cannot move wins.
pub(super) fn fill(lost: &mut [u64], cells: u32, patterns: &[u64], stuck_wins: bool) {
    // A move makes the set larger, so larger numbers come first.
    for filled in (0..1u64 << cells).rev() {
        let mut moves = patterns.iter().filter(|&&pattern| pattern & filled == 0);
        let is_stuck = moves.clone().next().is_none();
        let is_won = if is_stuck {
            stuck_wins
        } else {
            moves.any(|pattern| get(lost, filled | pattern))
        };
        if !is_won {
            lost[filled as usize / 64] |= 1 << (filled % 64);
        }
    }
}

/// Whether the set is marked.
pub(super) fn get(marked: &[u64], set: u64) -> bool {
    marked[set as usize / 64] >> (set % 64) & 1 == 1
}
