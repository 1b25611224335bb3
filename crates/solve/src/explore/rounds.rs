//! Rounds over the stream: each settles the positions of one number of plies
//! and leaves out what no longer matters.
//!
//! A round for `n` plies looks only at children with fewer. A position with a
//! good one among them is won in `n`: in an earlier round it would have been
//! won sooner. One of whose children none is left is lost in `n`: the last of
//! them was settled at `n - 1`. Whatever a round settles it does not look at
//! itself, so it does not matter which thread comes first.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use kibitz_game::{Stop, Watch};

use super::early::Early;
use super::explorer::Tally;
use super::stream::Piece;
use kibitz_game::Threads;

/// A round pays where it leaves out at least one edge of so many; otherwise it
/// is better to walk the edges backwards.
const PAYS: u64 = 16;

/// Settles positions as long as rounds pay. What is left of the stream may
/// still be settled; what is in no record will not be.
///
/// # Errors
/// Where somebody stops it.
pub(super) fn rounds(
    pieces: &mut Vec<Piece>,
    early: &[AtomicU8],
    tally: Tally,
    threads: &Threads,
    watch: &Watch,
) -> Result<(), Stop> {
    let stage = watch.stage("settling positions near the end", Some(tally.open));
    let mut open = tally.open;
    // Positions of one ply less than the round is for; those that exploring has
    // settled at one ply wait for the second round.
    let (mut news, mut waiting) = (tally.stuck, tally.in_one);
    for plies in 1..=Early::MOST_PLIES {
        if news + waiting == 0 {
            // Nothing changes any more: all that is left are draws.
            pieces.clear();
        }
        if pieces.is_empty() || (news > 0 && news * PAYS < open) {
            break;
        }
        let settled = match news {
            0 => 0,
            _ => round(pieces, early, plies, threads),
        };
        open -= settled;
        news = settled + std::mem::take(&mut waiting);
        stage.reach(tally.open - open)?;
    }
    Ok(())
}

fn round(pieces: &mut Vec<Piece>, early: &[AtomicU8], plies: u8, threads: &Threads) -> u64 {
    let settled = AtomicU64::new(0);
    threads.each(pieces, |piece| {
        settled.fetch_add(compact(piece, early, plies), Ordering::Relaxed);
    });
    pieces.retain(|piece| !piece.is_empty());
    settled.into_inner()
}

/// Settles the positions of one piece, and tells how many.
fn compact(piece: &mut Piece, early: &[AtomicU8], plies: u8) -> u64 {
    let marks = &mut piece[..];
    let (mut read, mut write, mut settled) = (0, 0, 0);
    while read < marks.len() {
        let record = write;
        let head = marks[read];
        marks[write] = head;
        (read, write) = (read + 1, write + 1);
        let mut won = false;
        while let Some(&edge) = marks.get(read)
            && !edge.is_head()
        {
            let child = early[edge.id() as usize].load(Ordering::Relaxed);
            let known = Early::from_byte(child).won_before(plies);
            marks[write] = edge;
            write += usize::from(known.is_none());
            won |= known == Some(edge.is_again());
            read += 1;
        }
        let value = if won {
            Early::won(plies)
        } else if write == record + 1 {
            Early::lost(plies)
        } else {
            continue;
        };
        early[head.id() as usize].store(value.byte(), Ordering::Relaxed);
        (write, settled) = (record, settled + 1);
    }
    piece.truncate(write);
    if piece.capacity() > 2 * write {
        piece.shrink_to_fit();
    }
    settled
}
