//! The Grundy value of a pile in linear time, by a sliding window.
//!
//! Write g(h) for the value of the lowest h cards. A move that discards d of
//! them leads to height (h − d) − c, where c is the card at height h − d, so
//! its successor depends on h − d alone. So the options of height h are those
//! of the heights h − k … h, a window that slides up by one card at a time: one
//! option enters and one leaves.

use kibitz_game::Grundy;

/// Solves piles one after another, reusing its memory.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// g(h) for the heights solved so far.
    values: Vec<u32>,
    /// For each height from 1 the value of its option without discarding, or
    /// [`Window::NO_OPTION`].
    options: Vec<u32>,
}

impl Solver {
    /// The Grundy value of a pile, listed from bottom to top, with up to `k`
    /// discards.
    ///
    /// ```
    /// use kibitz_games::piles::Solver;
    ///
    /// assert_eq!(Solver::default().grundy(&[2, 1, 1], 2).get(), 2);
    /// ```
    #[must_use]
    pub fn grundy(&mut self, pile: &[u64], k: u64) -> Grundy {
        let heights = self.heights(pile, k);
        Grundy::new(heights[pile.len()].into())
    }

    /// The Grundy values of the lowest 0, 1, 2, … cards of a pile.
    #[must_use]
    pub fn heights(&mut self, pile: &[u64], k: u64) -> &[u32] {
        // At most the whole pile can be discarded.
        let k = usize::try_from(k).map_or(pile.len(), |k| k.min(pile.len()));
        if k <= Narrow::MAX_DISCARDS {
            self.slide(pile, k, Narrow::default());
        } else {
            self.slide(pile, k, Wide::default());
        }
        &self.values
    }

    fn slide<W: Window>(&mut self, pile: &[u64], k: usize, mut window: W) {
        self.values.clear();
        self.values.resize(pile.len() + 1, 0);
        self.options.clear();
        self.options.resize(pile.len(), W::NO_OPTION);
        for (below, card) in pile.iter().enumerate() {
            // `below` cards are under this one, which is at height below + 1.
            let left = usize::try_from(*card)
                .ok()
                .and_then(|c| (below + 1).checked_sub(c));
            let option = left.map_or(W::NO_OPTION, |left| self.values[left]);
            self.options[below] = option;
            window.enter(option);
            if below > k {
                window.leave(self.options[below - k - 1]);
            }
            self.values[below + 1] = window.mex();
        }
    }
}

/// A multiset of Grundy values.
trait Window {
    /// Marks a height without an option of its own.
    const NO_OPTION: u32;
    fn enter(&mut self, value: u32);
    fn leave(&mut self, value: u32);
    /// The least value not in the multiset.
    fn mex(&mut self) -> u32;
}

/// A window short enough for all values to fit one word; branch-free.
struct Narrow {
    count: [u8; 64],
    present: u64,
}

impl Narrow {
    /// A window of k + 1 options has a mex of at most k + 1, which must stay
    /// below [`NO_OPTION`](Window::NO_OPTION).
    const MAX_DISCARDS: usize = 61;
}

impl Default for Narrow {
    fn default() -> Narrow {
        Narrow {
            count: [0; 64],
            present: 0,
        }
    }
}

impl Window for Narrow {
    const NO_OPTION: u32 = 63;

    #[inline]
    fn enter(&mut self, value: u32) {
        self.count[value as usize % 64] += 1;
        self.present |= 1 << value;
    }

    #[inline]
    fn leave(&mut self, value: u32) {
        let count = &mut self.count[value as usize % 64];
        *count -= 1;
        self.present &= !(u64::from(*count == 0) << value);
    }

    #[inline]
    fn mex(&mut self) -> u32 {
        self.present.trailing_ones()
    }
}

/// A window of any length.
#[derive(Default)]
struct Wide {
    count: Vec<u32>,
    /// The values present, 64 per word.
    present: Vec<u64>,
    /// All values below this one are present.
    gap: u32,
}

impl Window for Wide {
    const NO_OPTION: u32 = u32::MAX;

    fn enter(&mut self, value: u32) {
        if value == Wide::NO_OPTION {
            return;
        }
        let i = value as usize;
        if self.count.len() <= i {
            self.count.resize(i + 1, 0);
            self.present.resize(i / 64 + 1, 0);
        }
        self.count[i] += 1;
        self.present[i / 64] |= 1 << (i % 64);
    }

    fn leave(&mut self, value: u32) {
        if value == Wide::NO_OPTION {
            return;
        }
        let i = value as usize;
        self.count[i] -= 1;
        if self.count[i] == 0 {
            self.present[i / 64] &= !(1 << (i % 64));
            self.gap = self.gap.min(value);
        }
    }

    /// The search continues from where the last one ended, or from the least
    /// value removed since.
    fn mex(&mut self) -> u32 {
        while let Some(set) = self.present.get(self.gap as usize / 64) {
            let bit = self.gap % 64;
            let run = (set >> bit).trailing_ones();
            self.gap += run;
            if run + bit < 64 {
                break;
            }
        }
        self.gap
    }
}
