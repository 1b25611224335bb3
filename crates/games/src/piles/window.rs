//! The Grundy value of a pile in linear time.
//!
//! Write g(h) for the value of the lowest h cards. A move that discards d of
//! them leads to height (h − d) − c, where c is the card at height h − d: what
//! it leads to depends on h − d alone. So the options of height h are those of
//! the heights h − k … h, a window that slides up by one card at a time; only
//! one option enters and one leaves.

use kibitz_game::Grundy;

/// Works out piles one after another, reusing its memory.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// g(h) for the heights done so far.
    values: Vec<u32>,
    /// For each height the value of its option without discarding, or
    /// [`NO_OPTION`].
    options: Vec<u32>,
    /// How often each value occurs in the window.
    count: Vec<u32>,
    /// The values that occur, 64 to a word.
    present: Vec<u64>,
    /// No value below this one is missing from the window.
    gap: u32,
}

const NO_OPTION: u32 = u32::MAX;

impl Solver {
    /// The Grundy value of a pile, from the bottom card to the top one, where
    /// up to `k` cards may be discarded.
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
        self.start();
        for card in pile {
            self.lay(*card, k);
        }
        &self.values
    }

    /// Begins a new pile.
    fn start(&mut self) {
        self.values.clear();
        self.values.push(0);
        self.options.clear();
        self.count.iter_mut().for_each(|n| *n = 0);
        self.present.iter_mut().for_each(|set| *set = 0);
        self.gap = 0;
    }

    /// Lays a card on top.
    #[inline]
    fn lay(&mut self, card: u64, k: u64) {
        let height = self.values.len();
        let option = match usize::try_from(card) {
            Ok(card) if card <= height => self.values[height - card],
            _ => NO_OPTION,
        };
        self.options.push(option);
        if option != NO_OPTION {
            self.enter(option);
        }
        // The window holds the options of the heights height - k ..= height;
        // that of height h is `options[h - 1]`.
        if height as u64 > k.saturating_add(1) {
            let leaving = self.options[height - k as usize - 2];
            if leaving != NO_OPTION {
                self.leave(leaving);
            }
        }
        let value = self.mex();
        self.values.push(value);
    }

    #[inline]
    fn enter(&mut self, value: u32) {
        let i = value as usize;
        if self.count.len() <= i {
            self.count.resize(i + 1, 0);
            self.present.resize(i / 64 + 1, 0);
        }
        self.count[i] += 1;
        self.present[i / 64] |= 1 << (i % 64);
    }

    #[inline]
    fn leave(&mut self, value: u32) {
        let i = value as usize;
        self.count[i] -= 1;
        if self.count[i] == 0 {
            self.present[i / 64] &= !(1 << (i % 64));
            self.gap = self.gap.min(value);
        }
    }

    /// The least value that does not occur: the search goes on from where the
    /// last one ended, or from the value that has left since.
    #[inline]
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
