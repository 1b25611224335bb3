//! Propagation inside a tile, after that from other tiles.

use super::program::Program;
use super::sweep::other;
use super::vector::{Shift, VECTOR_CELLS, Vector, words_where};

/// The patterns that stay inside a tile, as operations on its vectors.
pub(super) struct TileMoves<V, const SIDES: usize> {
    sides: [Moves<V>; SIDES],
    /// The vectors, supersets first, in independent groups that are processed together.
    waves: Vec<Vec<usize>>,
    /// Whether the patterns inside a vector are exactly the single cells, for all sides.
    only_singles: bool,
    /// The sets of vector cells, by their size.
    by_size: [V; VECTOR_CELLS as usize + 1],
}

/// The moves of one side.
struct Moves<V> {
    /// For each vector of the tile, the vectors that patterns lead to.
    in_tile: Vec<Vec<(usize, Shift<V>)>>,
    /// Whether every single vector cell is a pattern.
    all_singles: bool,
    /// The patterns inside the vector, except the single cells if `all_singles`.
    inside: Vec<Shift<V>>,
}

impl<V: Vector> Moves<V> {
    fn new(program: &Program, vectors: usize) -> Moves<V> {
        let all_singles = (0..VECTOR_CELLS).all(|c| program.in_vector.contains(&(1 << c)));
        let needs_shift = |p: &&usize| !(all_singles && p.is_power_of_two());
        let inside = program.in_vector.iter().filter(needs_shift);
        Moves {
            in_tile: (0..vectors).map(|v| moves_from(program, v)).collect(),
            all_singles,
            inside: inside.map(|&pattern| Shift::by(pattern)).collect(),
        }
    }

    /// `won` and all predecessors of `lost` inside the vector.
    #[inline(always)]
    fn predecessors(&self, mut won: V, lost: V) -> V {
        if self.all_singles {
            won = won.or(lost.down_each_cell());
        }
        let shifts = self.inside.iter();
        shifts.fold(won, |won, shift| won.or(shift.predecessors(lost)))
    }
}

impl<V: Vector, const SIDES: usize> TileMoves<V, SIDES> {
    /// The patterns of each side's program inside tiles of this many vectors.
    pub(super) fn new(programs: &[Program; SIDES], vectors: usize) -> Self {
        let sides = programs.each_ref().map(|p| Moves::new(p, vectors));
        let only_singles = |side: &Moves<V>| side.all_singles && side.inside.is_empty();
        TileMoves {
            only_singles: sides.iter().all(only_singles),
            sides,
            waves: waves(vectors, V::INTERLEAVE),
            by_size: std::array::from_fn(|size| {
                V::from_words(words_where(|set| set.count_ones() as usize == size))
            }),
        }
    }

    /// Turns what is known to be won into what is lost, for a whole tile.
    ///
    /// The vectors of a wave have equally many cells, so none is a successor of another, and later
    /// waves have at most as many: everything that a vector needs is known.
    #[inline(always)]
    pub(super) fn tile<const TILE: usize>(&self, tile: &mut [[V; TILE]; SIDES]) {
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
    fn wave<const TILE: usize, const N: usize>(
        &self,
        tile: &mut [[V; TILE]; SIDES],
        wave: [usize; N],
    ) {
        let mut won = [[V::ZERO; N]; SIDES];
        for side in 0..SIDES {
            let opponent = &tile[other::<SIDES>(side)];
            won[side] = wave.map(|vector| {
                let moves = self.sides[side].in_tile[vector].iter();
                moves.fold(tile[side][vector], |won, (to, shift)| {
                    won.or(shift.predecessors(opponent[*to]))
                })
            });
        }
        let lost = self.vectors(won);
        for side in 0..SIDES {
            for (vector, lost) in wave.into_iter().zip(lost[side]) {
                tile[side][vector] = lost;
            }
        }
    }

    /// Turns what is known to be won by leaving the vector into what is lost.
    ///
    /// Processes the sets by decreasing size. Of the sets of the current size, those not won are
    /// lost, and their predecessors, all smaller, are won. `lost` accumulates the result.
    ///
    /// For single cells no mask is needed. A shift by cell `c` that is not a move, because the set
    /// `k` lacks `c`, borrows: it clears the lowest member above `c`, and fills `c` and the cells
    /// between. The resulting set is at least as large as `k`, so it has been decided for all
    /// sides, and its mark in `won` is not read again. (If there is no member above `c`, the bit is
    /// shifted out.)
    #[inline(always)]
    fn vectors<const N: usize>(&self, won: [[V; N]; SIDES]) -> [[V; N]; SIDES] {
        if self.only_singles {
            self.by_descending_size::<N, true>(won)
        } else {
            self.by_descending_size::<N, false>(won)
        }
    }

    #[inline(always)]
    fn by_descending_size<const N: usize, const ONLY_SINGLES: bool>(
        &self,
        mut won: [[V; N]; SIDES],
    ) -> [[V; N]; SIDES] {
        let mut lost = [[V::ZERO; N]; SIDES];
        for of_size in self.by_size[1..].iter().rev() {
            for i in 0..N {
                let mut now = [V::ZERO; SIDES];
                for side in 0..SIDES {
                    now[side] = of_size.minus(won[side][i]);
                    lost[side][i] = lost[side][i].or(now[side]);
                }
                for side in 0..SIDES {
                    let now = now[other::<SIDES>(side)];
                    won[side][i] = if ONLY_SINGLES {
                        won[side][i].or(now.down_each_cell())
                    } else {
                        self.sides[side].predecessors(won[side][i], now)
                    };
                }
            }
        }
        for side in 0..SIDES {
            for i in 0..N {
                lost[side][i] = lost[side][i].or(self.by_size[0].minus(won[side][i]));
            }
        }
        lost
    }
}

/// The successors of a tile's vector by patterns inside the tile.
fn moves_from<V: Vector>(program: &Program, vector: usize) -> Vec<(usize, Shift<V>)> {
    let fitting = program.in_tile.iter().filter(|p| p.tile & vector == 0);
    fitting
        .map(|p| (vector | p.tile, Shift::by(p.vector)))
        .collect()
}

/// The vectors of a tile by decreasing number of cells, in equal groups of at most `interleave`.
fn waves(vectors: usize, interleave: usize) -> Vec<Vec<usize>> {
    let mut waves = Vec::new();
    for size in (0..=vectors.ilog2()).rev() {
        let of_size: Vec<usize> = (0..vectors).filter(|v| v.count_ones() == size).collect();
        let groups = of_size.len().div_ceil(interleave);
        let wave = of_size.len().div_ceil(groups);
        waves.extend(of_size.chunks(wave).map(<[usize]>::to_vec));
    }
    waves
}
