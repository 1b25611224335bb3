//! *A Game With Numbers* (Codeforces 919F): turn your cards into zeros.
//!
//! Each player holds cards with numbers below the modulus. A move chooses a
//! non-zero card `a` of the mover's and a non-zero card `b` of the opponent's
//! and turns `a` into `(a + b) mod modulus`. The first player with only zeros
//! wins; infinite play is a draw.
//!
//! A position is a pair of hands, the mover's first, so the side to move is not
//! part of it. Hands are multisets, ranked densely by [`Hands`]. Multiplying
//! every card by a unit of the ring is a symmetry, by which the index is
//! reduced (see the `canonical` module).

mod canonical;
mod contest;
mod generator;
mod hands;
mod map;
mod notation;
mod view;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    Axes, CONTINUE, CatalogueGame, Flow, Game, HandPairGame, Indexed, Info, Kind, Parameter, Plies,
    Retro, SettingError, Settings, Step, Turn, Unmove, Value,
};

use canonical::HandOrbits;
pub use contest::{Case, First, Format};
pub use hands::Hands;

/// Two hands, by their numbers in [`Hands`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pos {
    /// The mover's hand.
    pub mine: u16,
    /// The opponent's hand.
    pub theirs: u16,
}

/// A move: a card of the mover's, and the opponent's card that is added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Add {
    /// The card that changes.
    pub own: u8,
    /// The card that is added to it.
    pub other: u8,
}

/// The game for a number of cards and a modulus.
///
/// ```
/// use kibitz_game::{Indexed, Notation};
/// use kibitz_games::numbers::Numbers;
///
/// let game = Numbers::new(8, 5).unwrap();
/// assert_eq!(game.hands().count(), 495);
/// let p = game.parse("11111112/23333333").unwrap();
/// assert_eq!(game.write(&p), "11111112/23333333");
/// assert!(game.rank(&p) < game.size());
/// ```
#[derive(Clone, Debug)]
pub struct Numbers {
    hands: Hands,
    orbits: HandOrbits,
}

/// Hands are 16-bit numbers; a table of more, squared, exceeds every engine.
const MAX_HANDS: u64 = u16::MAX as u64;
/// Sets of card values are one word.
const LARGEST_MODULUS: u64 = 64;

impl Numbers {
    /// `cards` cards in each hand, numbers below `modulus`.
    ///
    /// # Errors
    ///
    /// Returns the number of hands if there are too many.
    pub fn new(cards: u32, modulus: u32) -> Result<Numbers, TooLarge> {
        let count = hands::count(cards, modulus);
        if count > u128::from(MAX_HANDS) || u64::from(modulus) > LARGEST_MODULUS {
            return Err(TooLarge { hands: count });
        }
        let hands = Hands::new(cards, modulus);
        let orbits = HandOrbits::new(&hands);
        Ok(Numbers { hands, orbits })
    }

    /// The hands and their numbers.
    #[must_use]
    pub fn hands(&self) -> &Hands {
        &self.hands
    }
}

/// Parameters with more hands than can be ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{hands} hands per side; the maximum is {MAX_HANDS}")]
pub struct TooLarge {
    /// The number of hands.
    pub hands: u128,
}

impl Game for Numbers {
    type Pos = Pos;
    type Move = Add;
    type Fault = Infallible;

    fn static_value(&self, p: &Pos) -> Result<Option<Value>, Infallible> {
        Ok(if p.theirs == Hands::ZEROS {
            Some(Value::Loss(Plies::ZERO))
        } else if p.mine == Hands::ZEROS {
            Some(Value::Win(Plies::ZERO))
        } else {
            None
        })
    }

    #[inline]
    fn expand<F>(&self, p: &Pos, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Pos, Add>) -> Flow,
    {
        for own in values(self.hands.non_zero(p.mine)) {
            for other in values(self.hands.non_zero(p.theirs)) {
                let to = Pos {
                    mine: p.theirs,
                    theirs: self.hands.raised(p.mine, own, other),
                };
                if visit(Step::alternate(to, Add { own, other })).is_break() {
                    return Ok(Flow::Break(()));
                }
            }
        }
        Ok(CONTINUE)
    }

    #[inline]
    fn degree(&self, p: &Pos) -> Result<u64, Infallible> {
        let own = self.hands.non_zero(p.mine).count_ones();
        let other = self.hands.non_zero(p.theirs).count_ones();
        Ok(u64::from(own) * u64::from(other))
    }
}

/// The members of a set of card values, in increasing order.
fn values(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let value = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(value)
    })
}

impl Indexed for Numbers {
    fn size(&self) -> u64 {
        self.orbits.canonical_hands() * u64::from(self.hands.count())
    }

    #[inline]
    fn rank(&self, p: &Pos) -> u64 {
        let (row, column) = self.orbits.place(p.mine, p.theirs);
        u64::from(row) * u64::from(self.hands.count()) + u64::from(column)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<Pos> {
        let count = self.hands.count();
        let row = (rank / u64::from(count)) as u16;
        let p = Pos {
            mine: self.orbits.canonical_hand(row),
            theirs: (rank % u64::from(count)) as u16,
        };
        let both_out = p.mine == Hands::ZEROS && p.theirs == Hands::ZEROS;
        (!both_out && self.orbits.is_least(p.mine, p.theirs)).then_some(p)
    }

    fn orbit_size(&self, p: &Pos) -> u64 {
        self.orbits.orbit(p.mine, p.theirs)
    }
}

impl Retro for Numbers {
    #[inline]
    fn unmoves<F>(&self, p: &Pos, mut visit: F)
    where
        F: FnMut(Unmove<Pos>),
    {
        // The player who has moved holds `theirs` now. Card `now` was
        // `now - added` before, for some card `added` of the other player.
        let modulus = self.hands.modulus() as usize;
        let free = self.orbits.is_free(p.mine);
        for (now, raised) in self.hands.raises(p.theirs) {
            for added in values(self.hands.non_zero(p.mine)) {
                if now == added {
                    continue; // a zero cannot be changed
                }
                let from = Pos {
                    mine: raised[modulus - usize::from(added)],
                    theirs: p.mine,
                };
                let back = Unmove {
                    from,
                    turn: Turn::Other,
                };
                if free {
                    visit(back);
                    continue;
                }
                let times = self
                    .orbits
                    .multiplicity((p.mine, p.theirs), (from.mine, from.theirs));
                for _ in 0..times {
                    visit(back);
                }
            }
        }
    }
}

/// The keys of a hand are its non-zero values: key *k* is a card of k + 1.
impl HandPairGame for Numbers {
    fn hands(&self) -> u32 {
        self.hands.count()
    }

    fn pair(&self, mine: u32, theirs: u32) -> Option<Pos> {
        let p = Pos {
            mine: mine as u16,
            theirs: theirs as u16,
        };
        (p.mine != Hands::ZEROS || p.theirs != Hands::ZEROS).then_some(p)
    }

    fn hands_of(&self, p: &Pos) -> (u32, u32) {
        (p.mine.into(), p.theirs.into())
    }

    fn is_special(&self, hand: u32) -> bool {
        hand == u32::from(Hands::ZEROS)
    }

    fn keys(&self) -> u32 {
        self.hands.modulus() - 1
    }

    fn holds(&self, hand: u32, key: u32) -> bool {
        self.hands.non_zero(hand as u16) >> (key + 1) & 1 == 1
    }

    fn changes<F: FnMut(u32)>(&self, hand: u32, key: u32, mut visit: F) {
        for own in values(self.hands.non_zero(hand as u16)) {
            visit(self.hands.raised(hand as u16, own, key as u8 + 1).into());
        }
    }
}

static INFO: Info<'static> = Info {
    name: "numbers",
    aliases: &["cf919f", "919f", "game-with-numbers"],
    summary: "turn your cards into zeros by adding the opponent's; infinite play is a draw",
    parameters: Cow::Borrowed(&[
        Parameter {
            name: "cards",
            kind: Kind::Number,
            default: "8",
            meaning: "cards in each hand",
        },
        Parameter {
            name: "modulus",
            kind: Kind::Number,
            default: "5",
            meaning: "cards are numbers below this",
        },
    ]),
    syntax: "mover's cards/opponent's cards, e.g. 11111112/23333333 \
             (with spaces between cards if the modulus is over 10)",
    fields: Cow::Borrowed(&[]),
    contest: Some(
        "T; per case f (0: Alice moves first, 1: Bob), Alice's cards, Bob's cards. \
         Answers Alice, Bob or Deal",
    ),
};

impl CatalogueGame for Numbers {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Numbers, SettingError> {
        let cards = set.number("cards", 1..=u64::from(u16::MAX))?;
        let modulus = set.number("modulus", 2..=LARGEST_MODULUS)?;
        Numbers::new(cards as u32, modulus as u32).map_err(|e| {
            let text = set.text("cards");
            set.refuse(
                "cards",
                0..text.len(),
                format!("with modulus {modulus} there are {e}"),
            )
        })
    }

    fn default_position(&self) -> Pos {
        let ones = self
            .hands
            .find(std::iter::repeat_n(1, self.hands.cards() as usize));
        Pos {
            mine: ones,
            theirs: ones,
        }
    }

    fn axes(&self) -> Option<Axes> {
        self.pairs_of_hands()
    }
}
