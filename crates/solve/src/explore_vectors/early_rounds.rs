//! Early fixed-point rounds on the edge list: each solves the positions of one distance and removes
//! edges that no longer matter.
//!
//! Round `n` reads only successors of smaller distance. A position with a good one among them is
//! won in `n`, since in an earlier round it would have been won sooner. A position whose successors
//! are all refuted is lost in `n`, since the last of them was solved at `n - 1`. A round does not
//! read what it writes, so the order of threads does not matter.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use kibitz_game::{RunContext, StopReason};

use super::edge_stream::Piece;
use super::explorer::NodeCounts;
use super::node_status::NodeStatus;
use kibitz_game::Threads;

/// A round is worthwhile if it removes at least one edge in this many; otherwise retrograde
/// analysis on the transposed graph is faster.
const WORTHWHILE: u64 = 16;

/// Runs rounds as long as they are worthwhile. Positions left in the stream may still be solved;
/// unsolved positions without a record are draws.
///
/// # Errors
/// Returns an error if the run is cancelled or a limit is reached.
pub(super) fn rounds(
    pieces: &mut Vec<Piece>,
    status: &[AtomicU8],
    counts: NodeCounts,
    threads: &Threads,
    context: &RunContext,
) -> Result<(), StopReason> {
    let stage = context.stage("early rounds", Some(counts.open));
    let mut open = counts.open;
    // Positions of one ply less than the current round; those that the enumeration has solved at
    // one ply enter in the second round.
    let (mut newly_solved, mut waiting) = (counts.no_moves, counts.in_one);
    for plies in 1..=NodeStatus::MAX_PLIES {
        if newly_solved + waiting == 0 {
            // Fixed point: everything left is a draw.
            pieces.clear();
        }
        if pieces.is_empty() || (newly_solved > 0 && newly_solved * WORTHWHILE < open) {
            break;
        }
        let solved = match newly_solved {
            0 => 0,
            _ => round(pieces, status, plies, threads),
        };
        open -= solved;
        newly_solved = solved + std::mem::take(&mut waiting);
        stage.advance_to(counts.open - open)?;
    }
    Ok(())
}

fn round(pieces: &mut Vec<Piece>, status: &[AtomicU8], plies: u8, threads: &Threads) -> u64 {
    let solved = AtomicU64::new(0);
    threads.each(pieces, |piece| {
        solved.fetch_add(compact(piece, status, plies), Ordering::Relaxed);
    });
    pieces.retain(|piece| !piece.is_empty());
    solved.into_inner()
}

/// Solves the positions of one piece, and returns how many.
fn compact(piece: &mut Piece, status: &[AtomicU8], plies: u8) -> u64 {
    let words = &mut piece[..];
    let (mut read, mut write, mut solved) = (0, 0, 0);
    while read < words.len() {
        let record = write;
        let head = words[read];
        words[write] = head;
        (read, write) = (read + 1, write + 1);
        let mut won = false;
        while let Some(&edge) = words.get(read)
            && !edge.is_head()
        {
            let child = status[edge.id() as usize].load(Ordering::Relaxed);
            let known = NodeStatus::from_byte(child).won_before(plies);
            words[write] = edge;
            write += usize::from(known.is_none());
            won |= known == Some(edge.is_again());
            read += 1;
        }
        let value = if won {
            NodeStatus::won(plies)
        } else if write == record + 1 {
            NodeStatus::lost(plies)
        } else {
            continue;
        };
        status[head.id() as usize].store(value.byte(), Ordering::Relaxed);
        (write, solved) = (record, solved + 1);
    }
    piece.truncate(write);
    if piece.capacity() > 2 * write {
        piece.shrink_to_fit();
    }
    solved
}
