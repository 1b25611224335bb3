//! The words of all bundles: won, lost and open.

use kibitz_game::{BitParallelGame, InitialLanes, LaneMask, LaneSwaps, StopReason, Threads};

use super::BLOCK;
use super::pull::Phase;
use super::word::swap_sides;
use crate::zeroed::Zeroed;

/// A word of each kind for each bundle.
#[derive(Debug)]
pub(super) struct Words {
    /// Won and lost, in the lane numbering of the player who has moved.
    pub(super) won: Zeroed<LaneMask>,
    pub(super) lost: Zeroed<LaneMask>,
    /// Neither so far, in the mover's numbering.
    pub(super) open: Zeroed<LaneMask>,
}

/// The number of open lanes at the beginning, and whether some lanes are won in 1 ply or lost in 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Opened {
    pub(super) lanes: u64,
    pub(super) has_wins: bool,
    pub(super) has_losses: bool,
}

/// The words of a bundle before the first phase: won, lost and open.
pub(super) fn initial(known: &InitialLanes, other: LaneSwaps) -> [LaneMask; 3] {
    let wins = known.decided_won.or(known.won);
    let losses = known.decided_lost.or(known.no_move);
    [
        swap_sides(wins, other),
        swap_sides(losses, other),
        wins.or(losses).or(known.holes).not(),
    ]
}

impl Words {
    /// Zeros, for [`open`](Words::open).
    pub(super) fn new(inner: usize) -> Result<Words, StopReason> {
        Ok(Words {
            won: Zeroed::new(inner)?,
            lost: Zeroed::new(inner)?,
            open: Zeroed::new(inner)?,
        })
    }

    /// Initialises the words from the game.
    pub(super) fn open<G: BitParallelGame>(&mut self, game: &G, threads: &Threads) -> Opened {
        let Words { won, lost, open } = self;
        let blocks = won.chunks_mut(BLOCK).zip(lost.chunks_mut(BLOCK));
        let blocks = blocks.zip(open.chunks_mut(BLOCK)).enumerate().collect();
        let counts = threads.map(blocks, |(block, ((won, lost), open))| {
            let mut opened = Opened::default();
            for i in 0..open.len() {
                let bundle = (block * BLOCK + i) as u32;
                let (known, other) = (game.initial_lanes(bundle), game.side_swaps(bundle));
                [won[i], lost[i], open[i]] = initial(&known, other);
                opened.lanes += u64::from(open[i].count());
                let present = swap_sides(known.holes.not(), other);
                opened.has_wins |= !won[i].and(present).is_empty();
                opened.has_losses |= !lost[i].and(present).is_empty();
            }
            opened
        });
        let both = |a: Opened, b: Opened| Opened {
            lanes: a.lanes + b.lanes,
            has_wins: a.has_wins | b.has_wins,
            has_losses: a.has_losses | b.has_losses,
        };
        counts.into_iter().fold(Opened::default(), both)
    }

    /// What a phase reads of all bundles, and what it writes of each block.
    pub(super) fn split(
        &mut self,
        phase: Phase,
    ) -> (&[LaneMask], impl Iterator<Item = BlockWords<'_>>) {
        let (children, newly_solved) = match phase {
            Phase::Losses => (&*self.won, &mut *self.lost),
            Phase::Wins => (&*self.lost, &mut *self.won),
        };
        let blocks = self
            .open
            .chunks_mut(BLOCK)
            .zip(newly_solved.chunks_mut(BLOCK));
        let blocks = blocks.map(|(open, newly_solved)| BlockWords { open, newly_solved });
        (children, blocks)
    }
}

/// The words of a block that a phase writes.
pub(super) struct BlockWords<'a> {
    /// Unsolved lanes, in the mover's numbering.
    pub(super) open: &'a mut [LaneMask],
    /// The lanes solved by this kind of phase, in the numbering of the player who has moved.
    pub(super) newly_solved: &'a mut [LaneMask],
}
