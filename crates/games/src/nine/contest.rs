//! Contest input: deals until the end of the input, each on two lines, Alice's
//! cards and Bob's. Alice moves first. The format depends on the deck.

use kibitz_game::Notation;
use kibitz_game::Wdl;
use kibitz_game::contest::{CaseQuery, Consumed, Contest, Count, Input, InputError};

use super::{Card, Cards, Deck, Nine, Player};

impl Contest for Deck {
    /// Alice's cards.
    type Case = Cards;
    type Value = Wdl;

    fn count(&self) -> Count {
        Count::UntilEnd
    }

    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Cards>) -> Consumed {
        let layout = Layout::new(self);
        let mut taken = Consumed::default();
        for record in block.chunks_exact(layout.bytes()).take(max) {
            let Some(alice) = layout.parse_fast(record) else {
                break;
            };
            cases.push(alice);
            taken.bytes += record.len();
            taken.lines += 2;
        }
        taken
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Cards, InputError> {
        let [to_alice, to_bob] = self.halves();
        let alice = read_hand(self, input, Player::Alice, to_alice, Cards::NONE)?;
        read_hand(self, input, Player::Bob, to_bob, alice)?;
        Ok(alice)
    }

    fn write(&self, _: u64, _: &Cards, value: Wdl, out: &mut Vec<u8>) {
        // There are no draws: the number of cards on the table increases.
        let winner = match value {
            Wdl::Win => Player::Alice,
            Wdl::Draw | Wdl::Loss => Player::Bob,
        };
        out.extend_from_slice(winner.name().as_bytes());
        out.push(b'\n');
    }

    fn query(&self, &alice: &Cards) -> CaseQuery {
        let nine = Nine::new(self.clone(), alice);
        CaseQuery {
            set: vec![("deal".to_owned(), self.write_deal(alice))],
            position: nine.write(&nine.start_of(Player::Alice)),
            mover: None,
        }
    }
}

/// Reads the `count` cards of one hand; returns them together with `dealt`.
fn read_hand(
    deck: &Deck,
    input: &mut Input<'_>,
    player: Player,
    count: usize,
    dealt: Cards,
) -> Result<Cards, InputError> {
    let mut dealt = dealt;
    for number in 1..=count {
        let card = read_card(deck, input, || {
            format!("{player}'s card {number} of {count}")
        })?;
        if dealt.contains(card) {
            let name = deck.name(card);
            let expected = format!("a card not yet dealt (`{name}` is a duplicate in this deal)");
            return Err(input.rejected(name.len(), &expected));
        }
        dealt = dealt.with(card);
    }
    Ok(dealt)
}

/// Reads a card; `what` names it for the error at the end of the input.
fn read_card(
    deck: &Deck,
    input: &mut Input<'_>,
    what: impl Fn() -> String,
) -> Result<Card, InputError> {
    let Some(word) = input.word()? else {
        return Err(input.unexpected(&what()));
    };
    if let Some(card) = deck.card(word) {
        return Ok(card);
    }
    let length = word.len();
    let expected = match deck.intended(word) {
        Some(card) => format!("a card (did you mean `{}`?)", deck.name(card)),
        None => deck.card_syntax(),
    };
    Err(input.rejected(length, &expected))
}

/// The usual layout of files: two characters per card, one space between cards,
/// a newline after each hand, and nothing else.
struct Layout {
    /// Cards on each of the two lines.
    hands: [usize; 2],
    /// All cards of the deck.
    all: Cards,
    /// For a byte the rank that it names, or [`NO_CARD`].
    rank: [u8; 256],
    /// For a byte the number of the first card of the suit that it names, or
    /// [`NO_CARD`].
    suit: [u8; 256],
}

/// Added to any entry, it gives a number that is not a card's; twice it fits a
/// byte.
const NO_CARD: u8 = Cards::MAX as u8;

impl Layout {
    fn new(deck: &Deck) -> Layout {
        let mut layout = Layout {
            hands: deck.halves(),
            all: deck.cards(),
            rank: [NO_CARD; 256],
            suit: [NO_CARD; 256],
        };
        for (rank, &letter) in deck.rank_letters().iter().enumerate() {
            layout.rank[usize::from(letter)] = rank as u8;
        }
        for (suit, &letter) in deck.suit_letters().iter().enumerate() {
            layout.suit[usize::from(letter)] = deck.card_at(suit, 0).number() as u8;
        }
        layout
    }

    /// The length of a deal: three bytes per card, including its separator.
    fn bytes(&self) -> usize {
        3 * (self.hands[0] + self.hands[1])
    }

    /// Alice's cards of a deal in this layout.
    fn parse_fast(&self, record: &[u8]) -> Option<Cards> {
        let (first, second) = record.split_at(3 * self.hands[0]);
        let alice = self.line(first)?;
        let bob = self.line(second)?;
        // As many cards as the deck has: if they are all of it, there are no
        // duplicates.
        (alice | bob == self.all).then_some(alice)
    }

    /// The cards of a line.
    fn line(&self, line: &[u8]) -> Option<Cards> {
        let [line @ .., b'\n'] = line else {
            return None;
        };
        let (cards, last) = line.as_chunks::<3>();
        let &[rank, suit] = last else { return None };
        let mut set = self.card(rank, suit)?;
        for &[rank, suit, separator] in cards {
            if separator != b' ' {
                return None;
            }
            set = set | self.card(rank, suit)?;
        }
        Some(set)
    }

    fn card(&self, rank: u8, suit: u8) -> Option<Cards> {
        let number = self.rank[usize::from(rank)] + self.suit[usize::from(suit)];
        (number < NO_CARD).then(|| Cards::from_bits(1 << number))
    }
}
