//! View of two hands of cards.

use kibitz_game::{Card, CardTable, Hand, Held, Holder, View};

use super::{Numbers, Pos};

impl Numbers {
    pub(super) fn picture(&self, p: &Pos) -> View {
        View::Table(CardTable {
            suits: Vec::new(),
            hands: [
                self.hand(p.mine, Holder::Mover),
                self.hand(p.theirs, Holder::Opponent),
            ],
        })
    }

    /// Every non-zero card can be played.
    fn hand(&self, hand: u16, holder: Holder) -> Hand {
        let counts = self.hands().counts(hand).iter().enumerate();
        let cards = counts
            .filter(|(_, count)| **count > 0)
            .map(|(value, count)| Held {
                card: Card {
                    rank: value.to_string(),
                    suit: None,
                },
                count: u64::from(*count),
                is_playable: value > 0,
            });
        Hand {
            holder,
            name: None,
            cards: cards.collect(),
        }
    }
}
