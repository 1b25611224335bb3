//! View of the card table, and the move parser.

use kibitz_game::{Card as Face, CardTable, Hand, Held, Holder, Step, Suit, View};

use super::{Move, Nine, Player, Position};

impl Nine {
    /// The cards laid of each suit, and both hands.
    pub(super) fn picture(&self, p: &Position) -> View {
        View::Table(CardTable {
            suits: (0..self.deck().suits())
                .map(|suit| self.suit(p, suit))
                .collect(),
            hands: [
                self.hand(p, p.mover(), Holder::Mover),
                self.hand(p, p.mover().other(), Holder::Opponent),
            ],
        })
    }

    fn suit(&self, p: &Position, suit: usize) -> Suit {
        let deck = self.deck();
        let laid = self.laid(p);
        let is_laid = |rank| laid.contains(deck.card_at(suit, rank));
        let ranks = 0..deck.rank_letters().len();
        Suit {
            name: deck.suit_name(suit).to_string(),
            ranks: ranks
                .map(|rank| (deck.rank_name(rank).to_string(), is_laid(rank)))
                .collect(),
        }
    }

    fn hand(&self, p: &Position, player: Player, holder: Holder) -> Hand {
        let deck = self.deck();
        let playable = self.playable(p, player);
        let held = |card| {
            let (suit, rank) = deck.place(card);
            Held {
                card: Face {
                    rank: deck.rank_name(rank).to_string(),
                    suit: Some(deck.suit_name(suit).to_string()),
                },
                count: 1,
                is_playable: playable.contains(card),
            }
        };
        Hand {
            holder,
            name: Some(player.name().to_owned()),
            cards: self.held(p, player).iter().map(held).collect(),
        }
    }

    /// A card that can be laid; also accepted in lower case, with the suit
    /// first or as a symbol, or with a ten in digits.
    pub(super) fn parse_move(&self, p: &Position, text: &str) -> Option<Step<Position, Move>> {
        let letters = text.chars().filter(|c| !c.is_whitespace());
        let name: String = letters.map(suit_letter).collect();
        let exact = self.deck().card(name.as_bytes());
        let card = exact.or_else(|| self.deck().intended(name.as_bytes()))?;
        let is_playable = self.playable(p, p.mover()).contains(card);
        is_playable.then(|| Step::alternate(self.after(p, card), Move::Lay(card)))
    }
}

/// The letter for a suit symbol.
fn suit_letter(c: char) -> char {
    match c {
        '♣' => 'C',
        '♦' => 'D',
        '♠' => 'S',
        '♥' => 'H',
        other => other,
    }
}
