//! Codeforces 919F: `T`, then for each case who moves first and both hands.

use kibitz_game::contest::{Asked, Contest, Count, Input, InputError, Taken};
use kibitz_game::{Notation, Wdl};

use super::{Hands, Numbers, Pos};

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Alice, whose cards come first in the input.
    Alice,
    /// Bob.
    Bob,
}

/// One case of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// Who moves first.
    pub first: First,
    /// The position as that player sees it.
    pub position: Pos,
}

/// The contest's input and output for some number of cards and modulus.
#[derive(Clone, Debug)]
pub struct Format<'a> {
    game: &'a Numbers,
    keys: Option<Keys>,
}

impl<'a> Format<'a> {
    /// The format for the parameters of `game`.
    #[must_use]
    pub fn new(game: &'a Numbers) -> Format<'a> {
        Format {
            game,
            keys: Keys::new(game.hands()),
        }
    }

    fn read_hand(&self, input: &mut Input<'_>, whose: &str) -> Result<u16, InputError> {
        let hands = self.game.hands();
        let mut cards = Vec::with_capacity(hands.cards() as usize);
        for i in 1..=hands.cards() {
            cards.push(self.read_card(input, whose, i)?);
        }
        Ok(hands.find(cards))
    }

    fn read_card(&self, input: &mut Input<'_>, whose: &str, i: u32) -> Result<u8, InputError> {
        let hands = self.game.hands();
        let largest = hands.modulus() - 1;
        input
            .number_at_most(u64::from(largest), || {
                let cards = hands.cards();
                format!("card {i} of {whose}'s {cards}, a number from 0 to {largest}")
            })
            .map(|n| n as u8)
    }
}

impl Contest for Format<'_> {
    type Case = Case;

    const COUNT: Count = Count::Given;

    fn recognise(&self, block: &[u8], most: usize, cases: &mut Vec<Case>) -> Taken {
        let Some(keys) = &self.keys else {
            return Taken::default();
        };
        let length = 2 + 2 * keys.line;
        let mut taken = Taken::default();
        for case in block.chunks_exact(length).take(most) {
            let Some(case) = keys.case(case) else { break };
            cases.push(case);
            taken.bytes += length;
            taken.lines += 3;
        }
        taken
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Case, InputError> {
        let f = input.number_at_most(1, || {
            "0 (Alice moves first) or 1 (Bob moves first)".to_owned()
        })?;
        let first = if f == 0 { First::Alice } else { First::Bob };
        let alice = self.read_hand(input, "Alice")?;
        let bob = self.read_hand(input, "Bob")?;
        if alice == Hands::ZEROS && bob == Hands::ZEROS {
            return Err(input.rejected_last("a card that is not 0, as both hands are all zero"));
        }
        Ok(case(first, alice, bob))
    }

    fn write(&self, _: u64, case: &Case, value: Wdl, out: &mut Vec<u8>) {
        let for_alice = match case.first {
            First::Alice => value,
            First::Bob => -value,
        };
        out.extend_from_slice(match for_alice {
            Wdl::Win => b"Alice\n",
            Wdl::Loss => b"Bob\n",
            Wdl::Draw => b"Deal\n",
        });
    }

    fn asked(&self, case: &Case) -> Asked {
        Asked {
            set: Vec::new(),
            position: self.game.write(&case.position),
        }
    }
}

/// The case in which `first` moves first, as that player sees it.
fn case(first: First, alice: u16, bob: u16) -> Case {
    let position = match first {
        First::Alice => Pos {
            mine: alice,
            theirs: bob,
        },
        First::Bob => Pos {
            mine: bob,
            theirs: alice,
        },
    };
    Case { first, position }
}

/// Finds a hand from the sum of a weight for each of its cards.
#[derive(Clone, Debug)]
struct Keys {
    /// The weight of two digits, the second in the upper half of the index;
    /// [`NO_CARDS`] where one is no card.
    weights: Box<[u32; 256]>,
    /// The hand with this sum of weights.
    hands: Vec<u16>,
    /// Bytes of a line of cards, with its end.
    line: usize,
}

/// Larger than the sum of all weights of a hand.
const NO_CARDS: u32 = 1 << 24;
/// A larger table would not pay.
const MOST_KEYS: u64 = 1 << 18;

impl Keys {
    /// Only for single digits, an even number of them, and few of them.
    fn new(hands: &Hands) -> Option<Keys> {
        let (cards, modulus) = (hands.cards(), hands.modulus());
        let base = u64::from(cards) + 1;
        let size = base.checked_pow(modulus - 1)?;
        if modulus > 10 || cards % 2 == 1 || size > MOST_KEYS {
            return None;
        }
        // A hand's counts of 1, 2, 3, … are the digits of its key.
        let weight = |value: u32| {
            if value == 0 {
                0
            } else {
                base.pow(value - 1) as u32
            }
        };
        let mut weights = Box::new([NO_CARDS; 256]);
        for a in 0..modulus {
            for b in 0..modulus {
                weights[(a | b << 4) as usize] = weight(a) + weight(b);
            }
        }
        let mut table = vec![0; size as usize];
        for hand in 0..hands.count() {
            let counts = hands.counts(hand as u16).iter().zip(0..);
            let key: u32 = counts.map(|(n, value)| u32::from(*n) * weight(value)).sum();
            table[key as usize] = hand as u16;
        }
        Some(Keys {
            weights,
            hands: table,
            line: 2 * cards as usize,
        })
    }

    /// A case whose layout is exactly `f`, line end, cards, line end, cards,
    /// line end.
    #[inline]
    fn case(&self, bytes: &[u8]) -> Option<Case> {
        let first = match &bytes[..2] {
            b"0\n" => First::Alice,
            b"1\n" => First::Bob,
            _ => return None,
        };
        let (alice, bob) = bytes[2..].split_at(self.line);
        let (alice, bob) = (self.hand(alice)?, self.hand(bob)?);
        (alice != Hands::ZEROS || bob != Hands::ZEROS).then(|| case(first, alice, bob))
    }

    /// A line of single digits with single spaces between them.
    #[inline]
    fn hand(&self, line: &[u8]) -> Option<u16> {
        const PLAIN: u32 = u32::from_le_bytes(*b"0 0 ");
        // All bits that differ from the layout, digits apart.
        const FIXED: u32 = u32::from_le_bytes([0xf0, 0xff, 0xf0, 0xff]);
        let mut key = 0;
        let mut wrong = 0;
        let (pairs, _) = line.as_chunks::<4>();
        for (i, pair) in pairs.iter().enumerate() {
            let mut difference = u32::from_le_bytes(*pair) ^ PLAIN;
            if i + 1 == pairs.len() {
                difference ^= u32::from(b' ' ^ b'\n') << 24;
            }
            wrong |= difference & FIXED;
            key += self.weights[((difference | difference >> 12) & 0xff) as usize];
        }
        if wrong != 0 || key >= NO_CARDS {
            return None;
        }
        Some(self.hands[key as usize])
    }
}
