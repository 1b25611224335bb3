//! Contest input: deals one after another until the end, each on two lines,
//! Alice's cards and Bob's. Alice moves first. The format belongs to the deck.

use kibitz_game::Notation;
use kibitz_game::Wdl;
use kibitz_game::contest::{Asked, Contest, Count, Input, InputError, Taken};

use super::{Card, Cards, Deck, Nine, Player};

impl Contest for Deck {
    /// Alice's cards.
    type Case = Cards;

    const COUNT: Count = Count::UntilEnd;

    fn recognise(&self, block: &[u8], most: usize, cases: &mut Vec<Cards>) -> Taken {
        let layout = Layout::new(self);
        let mut taken = Taken::default();
        for record in block.chunks_exact(layout.bytes()).take(most) {
            let Some(alice) = layout.recognise(record) else {
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
        // Nobody ever draws: each card laid brings the end nearer.
        let winner = match value {
            Wdl::Win => Player::Alice,
            Wdl::Draw | Wdl::Loss => Player::Bob,
        };
        out.extend_from_slice(winner.name().as_bytes());
        out.push(b'\n');
    }

    fn asked(&self, &alice: &Cards) -> Asked {
        let nine = Nine::new(self.clone(), alice);
        Asked {
            set: vec![("deal", self.write_deal(alice))],
            position: nine.write(&nine.start_of(Player::Alice)),
            mover: None,
        }
    }
}

/// Reads the `count` cards of one hand; gives them together with `dealt`.
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
            let expected = format!("a card not yet dealt (`{name}` came before in this deal)");
            return Err(input.rejected(name.len(), &expected));
        }
        dealt = dealt.with(card);
    }
    Ok(dealt)
}

/// Reads a card; `what` names it, for the case that the input ends.
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
    let expected = match deck.meant(word) {
        Some(card) => format!("a card (perhaps `{}`)", deck.name(card)),
        None => deck.card_syntax(),
    };
    Err(input.rejected(length, &expected))
}

/// The layout that files usually have: two characters a card, a blank between
/// cards, a line feed after each hand, and nothing else.
struct Layout {
    /// Cards on each of the two lines.
    hands: [usize; 2],
    /// All cards of the deck.
    all: Cards,
    /// For a byte the number of the rank it names, or [`NO_CARD`].
    rank: [u8; 256],
    /// For a byte the number of the first card of the suit it names, or
    /// [`NO_CARD`].
    suit: [u8; 256],
}

/// Added to anything, it gives a number that no card has; twice it fits a byte.
const NO_CARD: u8 = Cards::MOST as u8;

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

    /// The length of a deal: three bytes a card, its separator among them.
    fn bytes(&self) -> usize {
        3 * (self.hands[0] + self.hands[1])
    }

    /// Alice's cards of a deal in this layout.
    fn recognise(&self, record: &[u8]) -> Option<Cards> {
        let (first, second) = record.split_at(3 * self.hands[0]);
        let alice = self.line(first)?;
        let bob = self.line(second)?;
        // So many cards as the deck has: if they are all of it, none came twice.
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
