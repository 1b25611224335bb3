//! Vectors of 256 positions.
//!
//! A vector holds one bit for each set of the eight *vector cells*: bit `j` belongs to the set
//! whose members are the one bits of `j`. Filling a set `m` of empty vector cells leads from bit
//! `j` to bit `j | m = j + m`, so the bits of successors are moved to their predecessors by a right
//! shift by `m`.

/// Cells inside a vector.
pub(super) const VECTOR_CELLS: u32 = 8;

/// Bits in a vector.
const VECTOR_BITS: usize = 1 << VECTOR_CELLS;

/// A vector as words, the lowest bits first.
pub(super) type Words = [u64; 4];

/// Code to be compiled for a vector's instructions.
pub(super) trait Task {
    /// Runs it. Implementations and everything they call with vectors are `#[inline(always)]`: code
    /// is compiled for special instructions only if it is inlined into [`Vector::enter`].
    fn run(self);
}

/// A vector of 256 bits in some instruction set.
///
/// An implementation may use instructions that not every processor has. Its values are computed
/// only inside [`Vector::enter`] (constants are moved, but not computed with), whose caller
/// guarantees the support of the processor.
pub(super) trait Vector: Copy + Send + Sync {
    /// All bits zero.
    const ZERO: Self;

    /// How many vectors to process interleaved, to hide the latency of dependent operations: as
    /// many as the registers allow.
    const INTERLEAVE: usize;

    /// Runs `task`, compiled for the instructions of this vector.
    ///
    /// # Safety
    /// The processor must have these instructions.
    unsafe fn enter<T: Task>(task: T);

    /// The vector with these bits.
    fn from_words(words: Words) -> Self;

    /// Reads the vector at `from`.
    ///
    /// # Safety
    /// `from` must point to 32 readable bytes, aligned to 32, that no other thread writes
    /// meanwhile.
    unsafe fn load(from: *const Words) -> Self;

    /// Writes the vector to `to`.
    ///
    /// # Safety
    /// `to` must point to 32 writable bytes, aligned to 32, that no other thread reads or writes
    /// meanwhile.
    unsafe fn store(self, to: *mut Words);

    /// Prefetches the cache line at `from`. A hint; any address is allowed.
    fn prefetch(from: *const Words);

    /// Union.
    fn or(self, other: Self) -> Self;

    /// Intersection.
    fn and(self, other: Self) -> Self;

    /// Difference: the bits that `other` lacks.
    fn minus(self, other: Self) -> Self;

    /// The bits shifted right by m = `64 * WORDS + places`, `places` below 64, for legal moves: bit
    /// `j` of the result is bit `j + m` if `j` and m have no common bits, and unspecified
    /// otherwise.
    fn down<const WORDS: usize>(self, places: u32) -> Self;

    /// The OR of the shifts by each single vector cell: bit `j` of the result is the OR of the bits
    /// `j + c` over the weights `c` of the cells that `j` lacks. In addition, a bit `k` may appear
    /// at `k - c` for the weight `c` of a cell that `k` lacks.
    fn down_each_cell(self) -> Self;
}

/// The vector whose bit `j` is `chosen(j)`.
pub(super) fn words_where(chosen: impl Fn(usize) -> bool) -> Words {
    let mut words = [0; 4];
    for bit in (0..VECTOR_BITS).filter(|&bit| chosen(bit)) {
        words[bit / 64] |= 1 << (bit % 64);
    }
    words
}

/// A pattern's part inside the vector, as an operation on vectors.
#[derive(Clone, Copy)]
pub(super) struct Shift<V> {
    words: usize,
    places: u32,
    disjoint: V,
}

impl<V: Vector> Shift<V> {
    /// The operation for the vector cells in `pattern`.
    pub(super) fn by(pattern: usize) -> Shift<V> {
        Shift {
            words: pattern / 64,
            places: pattern as u32 % 64,
            disjoint: V::from_words(words_where(|set| set & pattern == 0)),
        }
    }

    /// The sets to which the pattern can be added.
    #[inline(always)]
    pub(super) fn disjoint(&self) -> V {
        self.disjoint
    }

    /// Maps a set of successors to the sets that have such a successor by this pattern.
    #[inline(always)]
    pub(super) fn predecessors(&self, successors: V) -> V {
        let mut vectors = [successors];
        self.all_predecessors(&mut vectors);
        vectors[0]
    }

    /// The same for many vectors, with a single branch on the word shift.
    #[inline(always)]
    pub(super) fn all_predecessors<const N: usize>(&self, vectors: &mut [V; N]) {
        match self.words {
            0 if self.places == 0 => {}
            0 => self.by_words::<N, 0>(vectors),
            1 => self.by_words::<N, 1>(vectors),
            2 => self.by_words::<N, 2>(vectors),
            _ => self.by_words::<N, 3>(vectors),
        }
    }

    #[inline(always)]
    fn by_words<const N: usize, const WORDS: usize>(&self, vectors: &mut [V; N]) {
        for vector in vectors {
            *vector = vector.down::<WORDS>(self.places).and(self.disjoint);
        }
    }
}
