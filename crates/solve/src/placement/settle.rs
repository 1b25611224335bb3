//! What remains inside a tile, once it knows what other tiles tell.

use super::program::Program;
use super::vector::{Shift, VECTOR_CELLS, Vector, words_where};

/// The patterns that stay inside a tile, as operations on its vectors.
pub(super) struct Settle<V> {
    /// For each vector of the tile, the vectors that patterns lead to.
    moves: Vec<Vec<(usize, Shift<V>)>>,
    /// The vectors, supersets first, in groups that do not depend on one
    /// another and are settled together.
    waves: Vec<Vec<usize>>,
    /// Whether every single vector cell is a pattern.
    all_singles: bool,
    /// The patterns inside the vector; without the single cells where those
    /// are all there.
    inside: Vec<Shift<V>>,
    /// The sets of vector cells, by their size.
    by_size: [V; VECTOR_CELLS as usize + 1],
}

impl<V: Vector> Settle<V> {
    /// The program's patterns inside tiles of so many vectors.
    pub(super) fn new(program: &Program, vectors: usize) -> Settle<V> {
        let all_singles = (0..VECTOR_CELLS).all(|c| program.in_vector.contains(&(1 << c)));
        let needs_shift = |p: &&usize| !(all_singles && p.is_power_of_two());
        let inside = program.in_vector.iter().filter(needs_shift);
        Settle {
            moves: (0..vectors).map(|v| moves_from(program, v)).collect(),
            waves: waves(vectors, V::ABREAST),
            all_singles,
            inside: inside.map(|&pattern| Shift::by(pattern)).collect(),
            by_size: std::array::from_fn(|size| {
                V::from_words(words_where(|set| set.count_ones() as usize == size))
            }),
        }
    }

    /// Turns what is known to be won into what is lost, for a whole tile.
    ///
    /// A wave's vectors have equally many cells, so that none is another's
    /// successor, and later waves have no more: what a vector needs is there.
    #[inline(always)]
    pub(super) fn tile<const TILE: usize>(&self, tile: &mut [V; TILE]) {
        for wave in &self.waves {
            match wave[..] {
                [a] => self.wave(tile, [a]),
                [a, b] => self.wave(tile, [a, b]),
                [a, b, c] => self.wave(tile, [a, b, c]),
                [a, b, c, d] => self.wave(tile, [a, b, c, d]),
                _ => unreachable!("waves have one to four vectors"),
            }
        }
    }

    #[inline(always)]
    fn wave<const TILE: usize, const N: usize>(&self, tile: &mut [V; TILE], wave: [usize; N]) {
        let won = wave.map(|vector| {
            let moves = self.moves[vector].iter();
            moves.fold(tile[vector], |won, (to, shift)| {
                won.or(shift.predecessors(tile[*to]))
            })
        });
        let lost = self.vectors(won);
        for (vector, lost) in wave.into_iter().zip(lost) {
            tile[vector] = lost;
        }
    }

    /// Turns what is known to be won by leaving the vector into what is lost.
    ///
    /// Goes from the large sets to the small ones. Of the sets of the present
    /// size, those not won are lost, and their predecessors, all smaller, are
    /// won. `lost` keeps what has been decided.
    ///
    /// For single cells no mask is needed. A shift by cell `c` that is no
    /// move, because the set `k` lacks `c`, borrows: it clears the lowest
    /// member above `c`, and fills `c` and what lies between. The set that it
    /// arrives at is at least as large as `k`, so it has been decided, and
    /// nobody looks at its mark in `won` again. (If there is no member above
    /// `c`, the bit falls off the end.)
    #[inline(always)]
    fn vectors<const N: usize>(&self, won: [V; N]) -> [V; N] {
        if self.all_singles && self.inside.is_empty() {
            self.by_descending_size::<N, true>(won)
        } else {
            self.by_descending_size::<N, false>(won)
        }
    }

    #[inline(always)]
    fn by_descending_size<const N: usize, const ONLY_SINGLES: bool>(
        &self,
        mut won: [V; N],
    ) -> [V; N] {
        let mut lost = [V::ZERO; N];
        for of_size in self.by_size[1..].iter().rev() {
            for i in 0..N {
                let now = of_size.minus(won[i]);
                lost[i] = lost[i].or(now);
                won[i] = if ONLY_SINGLES {
                    won[i].or(now.down_each_cell())
                } else {
                    self.predecessors(won[i], now)
                };
            }
        }
        for i in 0..N {
            lost[i] = lost[i].or(self.by_size[0].minus(won[i]));
        }
        lost
    }

    /// `won` with all predecessors of `lost` inside the vector.
    #[inline(always)]
    fn predecessors(&self, mut won: V, lost: V) -> V {
        if self.all_singles {
            won = won.or(lost.down_each_cell());
        }
        let shifts = self.inside.iter();
        shifts.fold(won, |won, shift| won.or(shift.predecessors(lost)))
    }
}

/// Where the patterns inside a tile lead from one of its vectors.
fn moves_from<V: Vector>(program: &Program, vector: usize) -> Vec<(usize, Shift<V>)> {
    let fitting = program.in_tile.iter().filter(|p| p.tile & vector == 0);
    fitting
        .map(|p| (vector | p.tile, Shift::by(p.vector)))
        .collect()
}

/// The vectors of a tile by the number of their cells, the most first, in
/// equal groups of at most `abreast`.
fn waves(vectors: usize, abreast: usize) -> Vec<Vec<usize>> {
    let mut waves = Vec::new();
    for size in (0..=vectors.ilog2()).rev() {
        let of_size: Vec<usize> = (0..vectors).filter(|v| v.count_ones() == size).collect();
        let groups = of_size.len().div_ceil(abreast);
        let wave = of_size.len().div_ceil(groups);
        waves.extend(of_size.chunks(wave).map(<[usize]>::to_vec));
    }
    waves
}
