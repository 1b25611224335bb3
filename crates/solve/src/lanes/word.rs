//! A word of 256 lanes, in plain integers; [`super::wide`] is its twin.

use kibitz_game::{Action, Lanes, Swaps, exchange};

/// What a kind of move does, made ready to be applied to words.
///
/// Reading a child's word through a move means: lane l of the parent gets what
/// lane `action.lane(l)` of the child has. That is a choice of whole numbers
/// for bits 6 and 7, an exchange of bits for each swap, and a shift for the
/// bits that are set, all of which commute where the result is looked at.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(super) struct Kind {
    /// The lanes in which the move does not exist.
    pub(super) free: Lanes,
    /// The swap of bits 4 and 5 as a choice of bytes in each half.
    pub(super) bytes: [u8; 32],
    /// `sources` as a choice of 32-bit numbers.
    pub(super) halves: [u32; 8],
    /// The number of the child's word that each number of the parent's reads.
    pub(super) sources: [u8; 4],
    /// Lanes of the child that are set by capturing, as a distance.
    pub(super) shift: u32,
    pub(super) swaps: Swaps,
    pub(super) class: Class,
}

/// How much there is to do, from little to much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// A shift alone.
    Shift,
    /// Bits 4 to 7 change, too.
    Bytes,
    /// Everything.
    Bits,
}

impl Kind {
    pub(super) fn new(action: &Action) -> Kind {
        debug_assert_eq!(action.taken >> 6, 0);
        debug_assert_eq!((action.set | action.cleared) & 0x3F, 0);
        let sources: [u8; 4] = std::array::from_fn(|i| {
            let after = ((i as u8) << 6 | action.set) & !action.cleared;
            action.swaps.lane(after) >> 6
        });
        let high = Swaps(action.swaps.0 & 0b0100);
        let bytes = std::array::from_fn(|i| {
            // A byte's number has bits 3 to 5 of its lanes' numbers.
            let place = (i % 16) as u8;
            place & 8 | high.lane((place & 7) << 3) >> 3
        });
        Kind {
            free: action.from.not(),
            bytes,
            halves: std::array::from_fn(|i| 2 * u32::from(sources[i / 2]) + i as u32 % 2),
            sources,
            shift: action.taken.into(),
            swaps: action.swaps,
            class: if action.swaps.0 & 0b0011 != 0 {
                Class::Bits
            } else if action.swaps.0 != 0 || action.set | action.cleared != 0 {
                Class::Bytes
            } else {
                Class::Shift
            },
        }
    }
}

/// The lanes as the other player numbers them: every owner changes, so lane i
/// of 64 becomes lane 63 - i; and some slots change places.
#[inline]
pub(super) fn turned(lanes: Lanes, swaps: Swaps) -> Lanes {
    Lanes(lanes.0.map(u64::reverse_bits)).swapped(swaps)
}

/// The child's lanes, as the player who has moved numbers them, that a move
/// leads to from some lanes.
#[inline]
pub(super) fn pushed(lanes: Lanes, action: &Action) -> Lanes {
    let from = lanes.and(action.from).0.map(|x| x << action.taken);
    let mut to = [0; 4];
    for (i, x) in from.into_iter().enumerate() {
        let i = ((i as u8) << 6 | action.set) & !action.cleared;
        to[usize::from(i >> 6)] |= x;
    }
    Lanes(to).swapped(action.swaps)
}

/// What the engine does with words.
pub(super) trait Word: Copy {
    fn load(lanes: &Lanes) -> Self;
    fn lanes(self) -> Lanes;
    fn none() -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// Without the lanes of `other`.
    fn without(self, other: Self) -> Self;
    fn is_empty(self) -> bool;
    /// Reads a child's word through a move of a kind and its class; what it has
    /// in `kind.free` means nothing.
    fn through(self, kind: &Kind, class: Class) -> Self;
}

impl Word for Lanes {
    #[inline(always)]
    fn load(lanes: &Lanes) -> Lanes {
        *lanes
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        self
    }

    #[inline(always)]
    fn none() -> Lanes {
        Lanes::NONE
    }

    #[inline(always)]
    fn and(self, other: Lanes) -> Lanes {
        Lanes::and(self, other)
    }

    #[inline(always)]
    fn or(self, other: Lanes) -> Lanes {
        Lanes::or(self, other)
    }

    #[inline(always)]
    fn without(self, other: Lanes) -> Lanes {
        self.and(other.not())
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        Lanes::is_empty(self)
    }

    #[inline(always)]
    fn through(self, kind: &Kind, class: Class) -> Lanes {
        let mut words = self.0;
        if class != Class::Shift {
            words = kind.sources.map(|source| self.0[usize::from(source & 3)]);
            for t in 0..3 {
                if kind.swaps.0 >> t & 1 == 1 {
                    words = words.map(|x| exchange(x, t));
                }
            }
        }
        Lanes(words.map(|x| x >> kind.shift))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Actions of every sort: nothing or one bit set, bits 6 and 7 as they
    /// come, any swaps.
    pub(in super::super) fn actions() -> Vec<Action> {
        let mut actions = Vec::new();
        for taken in [0, 1, 2, 4, 8, 16, 32, 33] {
            for (set, cleared) in [(0, 0), (64, 0), (128, 0), (0, 64), (0, 128), (64, 128)] {
                for swaps in 0..16 {
                    let free = (0..6).filter(|i| taken >> i & 1 == 1);
                    let from = free.fold(Lanes::ALL, |from, i| from.and(Lanes::with_bit(i).not()));
                    actions.push(Action {
                        from,
                        taken,
                        set,
                        cleared,
                        swaps: Swaps(swaps),
                    });
                }
            }
        }
        actions
    }

    /// Every bit by itself, so that each lane is followed.
    pub(in super::super) fn check<W: Word>() {
        for action in actions() {
            let kind = Kind::new(&action);
            let mut expected = vec![Lanes::NONE; 256];
            for lane in action.from.iter() {
                let to = usize::from(action.lane(lane));
                expected[to] = expected[to].or(Lanes::one(lane));
            }
            for child in 0..=255 {
                let word = W::load(&Lanes::one(child)).through(&kind, kind.class);
                let word = word.without(W::load(&kind.free));
                assert_eq!(
                    word.lanes(),
                    expected[usize::from(child)],
                    "{action:?} {child}"
                );
                assert_eq!(word.is_empty(), word.lanes().is_empty());
            }
        }
        let (a, b) = (Lanes([1, 2, 3, 4]), Lanes([7, 5, !0, 0]));
        let (wa, wb) = (W::load(&a), W::load(&b));
        assert_eq!(wa.and(wb).lanes(), a.and(b));
        assert_eq!(wa.or(wb).or(W::none()).lanes(), a.or(b));
        assert_eq!(wa.without(wb).lanes(), a.and(b.not()));
    }

    #[test]
    fn plain_words_follow_every_lane() {
        check::<Lanes>();
    }

    #[test]
    fn pushing_follows_every_lane() {
        for action in actions() {
            for lane in 0..=255 {
                let expected = match action.from.has(lane) {
                    true => Lanes::one(action.lane(lane)),
                    false => Lanes::NONE,
                };
                assert_eq!(pushed(Lanes::one(lane), &action), expected);
            }
        }
    }

    #[test]
    fn turning_follows_every_lane() {
        for swaps in (0..16).map(Swaps) {
            for lane in 0..=255u8 {
                let one = Lanes::one(lane);
                let other = swaps.lane(lane ^ 0b11_1111);
                assert_eq!(turned(one, swaps), Lanes::one(other));
                assert_eq!(turned(turned(one, swaps), swaps), one);
            }
        }
    }
}
