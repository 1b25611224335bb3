//! When exceptions are over: a law with exceptions at the beginning is only believed if
//! it is improbable that they would go on.

/// If exceptions were at random places, all of them would be among the first of all cells
/// with a probability of less than 2 to the power of minus this.
const MIN_BITS: f64 = 8.0;

/// Games are often special at 0 and 1, so that exceptions there need less.
const SPECIAL: usize = 2;

/// The number of cells for each special one.
const CELLS_PER_SPECIAL: usize = 64;

/// The same if the law is a constant, of which no other cell is evidence.
const CELLS_PER_SPECIAL_OF_A_CONSTANT: usize = 256;

/// Whether `count` independent exceptions, all of them among the first `end` of `total`
/// cells, are over.
pub(crate) fn is_settled(count: usize, end: usize, total: usize) -> bool {
    if count == 0 {
        return true;
    }
    let bits = count as f64 * (total as f64 / end as f64).log2();
    bits >= MIN_BITS || end <= SPECIAL && total >= end * CELLS_PER_SPECIAL
}

/// Whether the first `end` of `total` cells are exceptions from a constant. Others may be
/// rare, but nothing says that they are over.
pub(crate) fn is_special(end: usize, total: usize) -> bool {
    end <= SPECIAL && total >= end * CELLS_PER_SPECIAL_OF_A_CONSTANT
}

/// The number of independent exceptions at these numbers: neighbours can be one, e.g. if two
/// values are swapped.
pub(crate) fn independent(ascending: &[i64]) -> usize {
    let runs = ascending.chunk_by(|a, b| a + 1 == *b);
    runs.map(|run| run.len().div_ceil(2)).sum()
}
