//! A game on pairs of hands as a graph with predecessors, without symmetry reduction: for retrograde
//! analysis with counters, where the bit matrix is too large for one machine.

use kibitz_game::{ByHands, HandPairGame, Numbering, Turn, Value};

use crate::SolveError;
use crate::retrograde::{NodeInit, PredecessorGraph};

/// The positions (mine, theirs) at mine × hands + theirs.
///
/// A move leads from (x, y) to (y, x'), where x' is a change of x against a key of y. So (a, b) is
/// reached from (x, a) for every x that can become b against a key of a.
#[derive(Debug)]
pub struct HandPairGraph<'a, G> {
    game: &'a G,
    hands: u64,
    keys: usize,
    /// The number of changes of each hand against each key.
    counts: Vec<u32>,
    /// Where the hands that can become a hand against a key are in `before`; one more at the end.
    starts: Vec<u32>,
    before: Vec<u32>,
}

impl<'a, G: HandPairGame> HandPairGraph<'a, G> {
    /// Lists the changes of all hands.
    pub fn new(game: &'a G) -> HandPairGraph<'a, G> {
        let (hands, keys) = (game.hands(), game.keys());
        let cells = hands as usize * keys as usize;
        let mut counts = vec![0; cells];
        let mut starts = vec![0; cells + 1];
        let all = || (0..hands).flat_map(|hand| (0..keys).map(move |key| (hand, key)));
        let cell = |hand: u32, key: u32| hand as usize * keys as usize + key as usize;
        for (hand, key) in all() {
            game.changes(hand, key, |after| {
                counts[cell(hand, key)] += 1;
                starts[cell(after, key) + 1] += 1;
            });
        }
        for i in 0..cells {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut before = vec![0; starts[cells] as usize];
        for (hand, key) in all() {
            game.changes(hand, key, |after| {
                let next = &mut next[cell(after, key)];
                before[*next as usize] = hand;
                *next += 1;
            });
        }
        HandPairGraph {
            game,
            hands: hands.into(),
            keys: keys as usize,
            counts,
            starts,
            before,
        }
    }

    fn hands_of(&self, rank: u64) -> (u32, u32) {
        ((rank / self.hands) as u32, (rank % self.hands) as u32)
    }

    /// The keys of a hand.
    #[inline]
    fn held(&self, hand: u32) -> impl Iterator<Item = usize> {
        (0..self.keys).filter(move |key| self.game.holds(hand, *key as u32))
    }
}

impl<G: HandPairGame> PredecessorGraph for HandPairGraph<'_, G> {
    fn size(&self) -> u64 {
        ByHands.size(self.game)
    }

    #[inline]
    fn init(&self, rank: u64) -> Result<NodeInit, SolveError> {
        let (mine, theirs) = self.hands_of(rank);
        if self.game.is_special(mine) || self.game.is_special(theirs) {
            let Some(p) = self.game.pair(mine, theirs) else {
                return Ok(NodeInit::Hole);
            };
            let decided = self.game.static_value(&p);
            if let Some(value) = decided.map_err(|fault| SolveError::fault(&p, fault))? {
                return Ok(NodeInit::Known(value));
            }
        }
        let counts = &self.counts[mine as usize * self.keys..];
        let moves: u64 = self.held(theirs).map(|key| u64::from(counts[key])).sum();
        Ok(match moves {
            0 => NodeInit::Known(Value::terminal(self.game.no_move_result())),
            moves => NodeInit::Open(moves),
        })
    }

    #[inline]
    fn predecessors<F: FnMut(u64, Turn)>(&self, rank: u64, mut visit: F) {
        let (mine, theirs) = self.hands_of(rank);
        for key in self.held(mine) {
            let cell = theirs as usize * self.keys + key;
            let (start, end) = (self.starts[cell], self.starts[cell + 1]);
            for before in &self.before[start as usize..end as usize] {
                visit(
                    u64::from(*before) * self.hands + u64::from(mine),
                    Turn::Other,
                );
            }
        }
    }
}
