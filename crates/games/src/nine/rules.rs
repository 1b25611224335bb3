//! The rules.

use std::convert::Infallible;

use kibitz_game::{CONTINUE, EitherStarts, Flow, Game, Scored, Step, Value, Wdl};

use super::{Card, Cards, Deck, Player, Position};

/// The game of nine with all cards dealt.
///
/// ```
/// use kibitz_game::{CatalogueGame, Game, Settings};
/// use kibitz_games::nine::Nine;
///
/// let nine = Nine::with(&Settings::new(&Nine::INFO, []).unwrap()).unwrap();
/// // Alice holds the nines of two suits.
/// assert_eq!(nine.degree(&nine.start().unwrap()), Ok(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nine {
    deck: Deck,
    /// Alice's and Bob's cards; together they are the deck.
    hands: [Cards; 2],
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Lays a card on the table.
    Lay(Card),
    /// A forced pass: no card can be laid.
    Pass,
}

impl Nine {
    /// The game in which Alice holds `alice`, restricted to the deck, and Bob
    /// all other cards.
    #[must_use]
    pub fn new(deck: Deck, alice: Cards) -> Nine {
        let alice = deck.cards() & alice;
        let bob = deck.cards() - alice;
        Nine {
            deck,
            hands: [alice, bob],
        }
    }

    /// The deck.
    #[must_use]
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The cards that a player was dealt.
    #[must_use]
    pub fn dealt(&self, player: Player) -> Cards {
        self.hands[player as usize]
    }

    /// The empty table with `player` to move. With Alice it is the start; the
    /// other one serves to compute the first-move advantage.
    #[must_use]
    pub fn start_of(&self, player: Player) -> Position {
        Position::empty(player)
    }

    /// The cards still in a player's hand.
    #[must_use]
    pub fn held(&self, p: &Position, player: Player) -> Cards {
        self.dealt(player) - self.laid(p)
    }

    /// The cards that a player could lay if it were their turn.
    #[must_use]
    pub fn playable(&self, p: &Position, player: Player) -> Cards {
        self.over_suits(p, Deck::open_in) & self.dealt(player)
    }

    /// The cards on the table.
    pub(super) fn laid(&self, p: &Position) -> Cards {
        self.over_suits(p, Deck::laid_in)
    }

    fn over_suits(&self, p: &Position, cards: fn(&Deck, usize, usize) -> Cards) -> Cards {
        (0..self.deck.suits()).fold(Cards::NONE, |all, suit| {
            all | cards(&self.deck, suit, usize::from(p.table[suit]))
        })
    }

    /// The position after the mover has laid `card`, which is playable.
    pub(super) fn after(&self, p: &Position, card: Card) -> Position {
        let (suit, rank) = self.deck.place(card);
        let mut next = p.passed();
        next.table[suit] += self.deck.shape().rise(rank) as u8;
        next
    }
}

impl Game for Nine {
    type Pos = Position;
    type Move = Move;
    type Fault = Infallible;

    fn start(&self) -> Option<Position> {
        Some(self.start_of(Player::Alice))
    }

    fn static_value(&self, p: &Position) -> Result<Option<Value>, Infallible> {
        let out = |player| self.held(p, player).is_empty();
        let wdl = if out(p.mover) {
            Some(Wdl::Win)
        } else if out(p.mover.other()) {
            Some(Wdl::Loss)
        } else {
            None
        };
        Ok(wdl.map(Value::terminal))
    }

    fn expand<F>(&self, p: &Position, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Position, Move>) -> Flow,
    {
        let playable = self.playable(p, p.mover);
        if playable.is_empty() {
            return Ok(visit(Step::alternate(p.passed(), Move::Pass)));
        }
        for card in playable.iter() {
            let step = Step::alternate(self.after(p, card), Move::Lay(card));
            if visit(step).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }

    fn degree(&self, p: &Position) -> Result<u64, Infallible> {
        Ok(self.playable(p, p.mover).len().max(1) as u64)
    }
}

impl Scored for Nine {
    /// The number of cards left in the loser's hand.
    fn score(&self, p: &Position) -> i64 {
        let held = |player| self.held(p, player).len() as i64;
        // One of the two is 0 at the end.
        held(p.mover.other()) - held(p.mover)
    }
}

impl EitherStarts for Nine {
    fn starts(&self) -> [Position; 2] {
        [Player::Alice, Player::Bob].map(|player| self.start_of(player))
    }
}
