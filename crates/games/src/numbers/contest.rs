//! Codeforces 919F: `T`, then for each case the first player and both hands.

use kibitz_game::contest::{CaseQuery, Consumed, Contest, Count, Input, InputError};
use kibitz_game::{Notation, Wdl};

use super::{Hands, Numbers, Pos};

/// The player who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Alice, whose cards are first in the input.
    Alice,
    /// Bob.
    Bob,
}

/// One case of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The player who moves first.
    pub first: First,
    /// The position from that player's side.
    pub position: Pos,
}

/// The contest's input and output for a number of cards and a modulus.
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

    pub(super) fn game(&self) -> &Numbers {
        self.game
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
    type Value = Wdl;

    fn count(&self) -> Count {
        Count::Given
    }

    fn parse_fast(&self, block: &[u8], max: usize, cases: &mut Vec<Case>) -> Consumed {
        let Some(keys) = &self.keys else {
            return Consumed::default();
        };
        let before = cases.len();
        let length = 2 + 2 * keys.line;
        let parse = |case: &[u8]| keys.case(case);
        if length == CONTEST {
            // The same with a length known at compile time.
            let (records, _) = block.as_chunks::<CONTEST>();
            cases.extend(records.iter().take(max).map_while(|case| parse(case)));
        } else {
            let records = block.chunks_exact(length);
            cases.extend(records.take(max).map_while(parse));
        }
        let taken = cases.len() - before;
        Consumed {
            bytes: taken * length,
            lines: 3 * taken as u64,
        }
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Case, InputError> {
        let f = input.number_at_most(1, || {
            "0 (Alice moves first) or 1 (Bob moves first)".to_owned()
        })?;
        let first = if f == 0 { First::Alice } else { First::Bob };
        let alice = self.read_hand(input, "Alice")?;
        let bob = self.read_hand(input, "Bob")?;
        if alice == Hands::ZEROS && bob == Hands::ZEROS {
            return Err(
                input.rejected_last("a card that is not 0, because both hands are all zero")
            );
        }
        Ok(case(first, alice, bob))
    }

    fn write(&self, _: u64, case: &Case, value: Wdl, out: &mut Vec<u8>) {
        // Branch-free, with a copy of fixed length that is truncated
        // afterwards: branches on random results would be mispredicted.
        const LINES: [(&[u8; 8], usize); 3] =
            [(b"Bob\n....", 4), (b"Deal\n...", 5), (b"Alice\n..", 6)];
        let for_mover = value as usize;
        let for_alice = match case.first {
            First::Alice => for_mover,
            First::Bob => LINES.len() - 1 - for_mover,
        };
        let (line, length) = LINES[for_alice];
        let before = out.len();
        out.extend_from_slice(line);
        out.truncate(before + length);
    }

    fn query(&self, case: &Case) -> CaseQuery {
        CaseQuery {
            set: Vec::new(),
            position: self.game.write(&case.position),
            mover: Some(match case.first {
                First::Alice => "Alice",
                First::Bob => "Bob",
            }),
        }
    }
}

/// The case in which `first` moves first, from that player's side.
pub(super) fn case(first: First, alice: u16, bob: u16) -> Case {
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

/// Perfect hash of a hand: the sum of a weight per card.
#[derive(Clone, Debug)]
struct Keys {
    /// The weight of two digits, the second in the upper half of the index;
    /// [`NO_CARDS`] if one is not a card.
    weights: Box<[u32; 256]>,
    /// The hand with this sum of weights.
    hands: Vec<u16>,
    /// Bytes of a line of cards, including the newline.
    line: usize,
}

/// The first line of a case as one integer, compared in one instruction.
const ALICE_FIRST: u16 = u16::from_le_bytes(*b"0\n");
const BOB_FIRST: u16 = u16::from_le_bytes(*b"1\n");
/// Bytes of a case with eight cards per hand.
const CONTEST: usize = 34;
/// A bit that no sum of weights has.
const NO_CARDS: u32 = 1 << 24;
/// Larger tables would not be worth the cache misses.
const MAX_KEYS: u64 = 1 << 18;

impl Keys {
    /// Only for single-digit cards and small tables; `None` otherwise.
    fn new(hands: &Hands) -> Option<Keys> {
        let (cards, modulus) = (hands.cards(), hands.modulus());
        let base = u64::from(cards) + 1;
        let size = base.checked_pow(modulus - 1)?;
        if modulus > 10 || size > MAX_KEYS {
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

    /// A case whose layout is exactly `f`, newline, cards, newline, cards,
    /// newline.
    #[inline(always)]
    fn case(&self, bytes: &[u8]) -> Option<Case> {
        let (first, hands) = bytes.split_first_chunk::<2>()?;
        let first = match u16::from_le_bytes(*first) {
            ALICE_FIRST => First::Alice,
            BOB_FIRST => First::Bob,
            _ => return None,
        };
        let (alice, bob) = hands.split_at(hands.len() / 2);
        let (alice, bob) = (self.hand(alice)?, self.hand(bob)?);
        (alice != Hands::ZEROS || bob != Hands::ZEROS).then(|| case(first, alice, bob))
    }

    /// A line of single digits with single spaces between them.
    #[inline(always)]
    fn hand(&self, line: &[u8]) -> Option<u16> {
        let mut sum = Sum::default();
        let (fours, rest) = line.as_chunks::<8>();
        if rest.is_empty()
            && let Some((last, others)) = fours.split_last()
        {
            for four in others {
                sum.add(&self.weights, u64::from_le_bytes(*four));
            }
            // The last separator is a newline instead of a space.
            let spaced = u64::from_le_bytes(*last) ^ u64::from(b' ' ^ b'\n') << 56;
            sum.add(&self.weights, spaced);
        } else {
            for four in fours {
                sum.add(&self.weights, u64::from_le_bytes(*four));
            }
            // Missing cards count as zeros.
            let mut last = *b"0 0 0 0 ";
            last[..rest.len()].copy_from_slice(rest);
            last[rest.len() - 1] ^= b' ' ^ b'\n';
            sum.add(&self.weights, u64::from_le_bytes(last));
        }
        if sum.wrong != 0 {
            return None;
        }
        Some(self.hands[sum.key as usize])
    }
}

/// The weights of some cards, and whether their layout is the usual one.
#[derive(Default)]
struct Sum {
    key: u32,
    wrong: u64,
}

impl Sum {
    /// Adds four cards, each a digit and a space.
    #[inline(always)]
    fn add(&mut self, weights: &[u32; 256], four: u64) {
        const PLAIN: u64 = u64::from_le_bytes(*b"0 0 0 0 ");
        // The bits that all cards in the usual layout share.
        const FIXED: u64 = u64::from_le_bytes([0xf0, 0xff, 0xf0, 0xff, 0xf0, 0xff, 0xf0, 0xff]);
        let difference = four ^ PLAIN;
        self.wrong |= difference & FIXED;
        let digits = difference | difference >> 12;
        let low = weights[(digits & 0xff) as usize];
        let high = weights[(digits >> 32 & 0xff) as usize];
        self.wrong |= u64::from((low | high) & NO_CARDS);
        // Many invalid cards may overflow the sum.
        self.key = self.key.wrapping_add(low).wrapping_add(high);
    }
}
