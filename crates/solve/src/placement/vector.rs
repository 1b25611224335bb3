//! Two hundred and fifty-six positions at a time.
//!
//! A vector holds one bit for each set of the eight *vector cells*: bit `j`
//! belongs to the set whose members are the one bits of `j`. Filling a set
//! `m` of empty vector cells leads from bit `j` to bit `j | m = j + m`, so
//! what is known of the successors arrives at their predecessors by a shift
//! of `m` places down.

/// Cells that live inside a vector.
pub(super) const VECTOR_CELLS: u32 = 8;

/// Bits in a vector.
const VECTOR_BITS: usize = 1 << VECTOR_CELLS;

/// A vector in plain words, the lowest bits first.
pub(super) type Words = [u64; 4];

/// Work that is to be compiled for a vector's instructions.
pub(super) trait Task {
    /// Does it. Implementations say `#[inline(always)]`, and so does all that
    /// they call with vectors: code is compiled for special instructions only
    /// where it ends up inside [`Vector::enter`].
    fn run(self);
}

/// A vector of 256 bits, as a processor has it.
///
/// An implementation may use instructions that not every processor has. Its
/// values are made and used only inside [`Vector::enter`] (constants apart,
/// which are moved but not computed with), whose caller answers for the
/// processor.
pub(super) trait Vector: Copy + Send + Sync {
    /// No bits.
    const ZERO: Self;

    /// How many vectors to work on alternately, so that one's operations fill
    /// the gaps between another's: as many as the registers allow.
    const ABREAST: usize;

    /// Runs `task`, compiled for the instructions of this vector.
    ///
    /// # Safety
    /// The processor has these instructions.
    unsafe fn enter<T: Task>(task: T);

    /// The vector with these bits.
    fn from_words(words: Words) -> Self;

    /// Reads the vector at `from`.
    ///
    /// # Safety
    /// `from` points to 32 readable bytes, aligned to 32, that no other
    /// thread writes meanwhile.
    unsafe fn load(from: *const Words) -> Self;

    /// Writes the vector to `to`.
    ///
    /// # Safety
    /// `to` points to 32 writable bytes, aligned to 32, that no other thread
    /// reads or writes meanwhile.
    unsafe fn store(self, to: *mut Words);

    /// Asks for the cache line at `from`, soon to be read. Any address will
    /// do, and nothing has to happen.
    fn prefetch(from: *const Words);

    /// The bits in either.
    fn or(self, other: Self) -> Self;

    /// The bits in both.
    fn and(self, other: Self) -> Self;

    /// The bits that `other` lacks.
    fn minus(self, other: Self) -> Self;

    /// The bits moved `64 * WORDS + places` down, as far as moves are
    /// concerned, for `places` below 64: bit `j` of the result is the bit at
    /// so much above `j` wherever `j` and that number have no one bits in
    /// common, and anything elsewhere.
    fn down<const WORDS: usize>(self, places: u32) -> Self;

    /// The bits moved down by one vector cell, for each of the eight, all in
    /// one: bit `j` of the result is the OR of the bits `j + c` over the
    /// weights `c` of the cells that `j` lacks. Besides, a bit `k` may turn up
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

    /// From marks on successors to marks on the sets that have such a
    /// successor by this pattern.
    #[inline(always)]
    pub(super) fn predecessors(&self, successors: V) -> V {
        let mut vectors = [successors];
        self.all_predecessors(&mut vectors);
        vectors[0]
    }

    /// The same for many vectors, with one decision about the words for all.
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
