//! The possible changes of every hand, in one array.

use kibitz_game::HandPairGame;

/// For each hand and key, the hands that it can become.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    keys: usize,
    /// Where the list of a hand and a key begins; one more entry than lists.
    starts: Vec<u32>,
    hands: Vec<u32>,
}

impl Changes {
    pub(super) fn of<G: HandPairGame>(game: &G) -> Changes {
        let mut changes = Changes {
            keys: game.keys() as usize,
            starts: vec![0],
            hands: Vec::new(),
        };
        for hand in 0..game.hands() {
            for key in 0..game.keys() {
                game.changes(hand, key, |to| changes.hands.push(to));
                changes.starts.push(changes.hands.len() as u32);
            }
        }
        changes
    }

    /// What a hand can become against any key.
    #[inline(always)]
    pub(super) fn all(&self, hand: usize) -> &[u32] {
        let first = self.starts[hand * self.keys] as usize;
        let end = self.starts[(hand + 1) * self.keys] as usize;
        &self.hands[first..end]
    }

    /// The same by key.
    #[inline(always)]
    pub(super) fn by_key(&self, hand: usize) -> impl Iterator<Item = &[u32]> {
        let starts = &self.starts[hand * self.keys..=(hand + 1) * self.keys];
        let ranges = starts.iter().zip(&starts[1..]);
        ranges.map(|(first, end)| &self.hands[*first as usize..*end as usize])
    }
}
