//! The usual layout of a contest board: 45 bytes, always the same.
//!
//! ```text
//!    *            one cell, then 2, 3, 4, 3, 2, 1, each row indented by its
//!   * *           distance from the middle row; a blank line follows
//!  * * *
//! * * * *
//!  * * *
//!   * *
//!    *
//! ```

use super::{Board, Shape};

/// Bytes of a record: a board and the blank line after it.
pub(super) const RECORD: usize = 45;
/// Newlines in a record.
pub(super) const LINES: u64 = 8;
/// Bytes that the AVX2 path loads.
#[cfg(target_arch = "x86_64")]
const WINDOW: usize = 64;

/// The expected class of each byte of a record: bit *i* for byte *i*.
#[derive(Clone, Copy, Debug)]
struct Layout {
    cells: u64,
    line_ends: u64,
    blanks: u64,
}

const LAYOUT: Layout = layout();

const fn layout() -> Layout {
    let mut layout = Layout {
        cells: 0,
        line_ends: 0,
        blanks: 0,
    };
    let rows = [1u32, 2, 3, 4, 3, 2, 1];
    let mut at = 0;
    let mut row = 0;
    while row < rows.len() {
        at += 4 - rows[row];
        let mut cell = 0;
        while cell < rows[row] {
            layout.cells |= 1 << at;
            at += if cell + 1 < rows[row] { 2 } else { 1 };
            cell += 1;
        }
        layout.line_ends |= 1 << at;
        at += 1;
        row += 1;
    }
    layout.line_ends |= 1 << at;
    layout.blanks = !(layout.cells | layout.line_ends) & ((1 << RECORD) - 1);
    layout
}

/// Reads records of the usual layout.
#[derive(Clone, Debug)]
pub(super) struct DiamondReader {
    /// The board of the first and of the last eight cells of the diamond.
    low: Box<[u16; 256]>,
    high: Box<[u16; 256]>,
    avx2: bool,
}

impl DiamondReader {
    /// For the 4 × 4 board; `None` for others.
    pub(super) fn new(shape: &Shape, order: &[u32]) -> Option<DiamondReader> {
        if *shape != Shape::rectangle(4, 4) {
            return None;
        }
        let spread = |cells: &[u32]| {
            let mut table = Box::new([0; 256]);
            for (bits, board) in table.iter_mut().enumerate() {
                for (i, cell) in cells.iter().enumerate() {
                    *board |= (((bits >> i) & 1) << cell) as u16;
                }
            }
            table
        };
        Some(DiamondReader {
            low: spread(&order[..8]),
            high: spread(&order[8..]),
            avx2: avx2::available(),
        })
    }

    /// Parses up to `max` records at the start of `block`; returns their
    /// number.
    pub(super) fn boards(&self, block: &[u8], max: usize, boards: &mut Vec<Board>) -> usize {
        let before = boards.len();
        boards.reserve(max.min(block.len() / RECORD));
        let mut rest = block;
        if self.avx2 {
            avx2::marbles(&mut rest, max, |cells| boards.push(self.board(cells)));
        }
        while boards.len() - before < max
            && let Some(record) = rest.first_chunk::<RECORD>()
            && let Some(cells) = plain(record)
        {
            boards.push(self.board(cells));
            rest = &rest[RECORD..];
        }
        boards.len() - before
    }

    /// Permutes cells from the order of the diamond to that of the grid.
    #[inline]
    fn board(&self, cells: u16) -> Board {
        let [low, high] = cells.to_le_bytes();
        Board(u64::from(
            self.low[usize::from(low)] | self.high[usize::from(high)],
        ))
    }
}

/// The marbles of a record in the order of the diamond; `None` if the layout
/// differs.
fn plain(record: &[u8; RECORD]) -> Option<u16> {
    let mut marbles = 0;
    let mut cell = 0;
    for (i, byte) in record.iter().enumerate() {
        let is = |set: u64| set >> i & 1 == 1;
        match byte {
            b'*' if is(LAYOUT.cells) => marbles |= 1 << cell,
            b'.' if is(LAYOUT.cells) => {}
            b'\n' if is(LAYOUT.line_ends) => {}
            b' ' if is(LAYOUT.blanks) => {}
            _ => return None,
        }
        cell += u32::from(is(LAYOUT.cells));
    }
    Some(marbles)
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    //! 64 bytes per step, with AVX2 and BMI2.
    //!
    //! `*` and `.` differ in one bit. So the XOR of a record with that of an
    //! empty board has that bit set for each marble, and any other bit means a
    //! different layout.

    use std::arch::x86_64::{
        __m256i, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_slli_epi16, _mm256_testz_si256,
        _mm256_xor_si256, _pext_u64,
    };

    use super::{LAYOUT, RECORD, WINDOW};

    /// The bit in which `*` and `.` differ, and its distance from the top bit.
    const MARBLE: u8 = b'*' ^ b'.';
    const TO_TOP: i32 = MARBLE.leading_zeros() as i32;

    /// An empty board, and the bits that must match it.
    const EMPTY: [u8; WINDOW] = record().0;
    const FIXED: [u8; WINDOW] = record().1;

    const fn record() -> ([u8; WINDOW], [u8; WINDOW]) {
        let mut empty = [0; WINDOW];
        let mut fixed = [0; WINDOW];
        let mut i = 0;
        while i < RECORD {
            (empty[i], fixed[i]) = if LAYOUT.cells >> i & 1 == 1 {
                (b'.', !MARBLE)
            } else if LAYOUT.line_ends >> i & 1 == 1 {
                (b'\n', 0xff)
            } else {
                (b' ', 0xff)
            };
            i += 1;
        }
        (empty, fixed)
    }

    /// Whether the processor has the features.
    pub(super) fn available() -> bool {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")
    }

    /// Consumes up to `max` records from the start of `rest`, while at least
    /// 64 bytes are left and the layout is the usual one.
    pub(super) fn marbles(rest: &mut &[u8], max: usize, visit: impl FnMut(u16)) {
        debug_assert!(available());
        // SAFETY: `DiamondReader` calls this only if `available` has detected the
        // features that the function is compiled for.
        unsafe { take(rest, max, visit) }
    }

    #[target_feature(enable = "avx2,bmi2")]
    fn take(rest: &mut &[u8], max: usize, mut visit: impl FnMut(u16)) {
        let (empty, fixed) = (halves(&EMPTY), halves(&FIXED));
        for _ in 0..max {
            let Some(window) = rest.first_chunk::<WINDOW>() else {
                return;
            };
            let window = halves(window);
            let low = _mm256_xor_si256(window.0, empty.0);
            let high = _mm256_xor_si256(window.1, empty.1);
            if _mm256_testz_si256(low, fixed.0) == 0 || _mm256_testz_si256(high, fixed.1) == 0 {
                return;
            }
            let marbles = u64::from(top_bits(low)) | u64::from(top_bits(high)) << 32;
            visit(_pext_u64(marbles, LAYOUT.cells) as u16);
            *rest = &rest[RECORD..];
        }
    }

    /// One bit per byte: whether its marble bit is set. Bits that the shift
    /// moves into a neighbouring byte do not reach its top bit.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn top_bits(bytes: __m256i) -> u32 {
        _mm256_movemask_epi8(_mm256_slli_epi16::<TO_TOP>(bytes)) as u32
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn halves(bytes: &[u8; WINDOW]) -> (__m256i, __m256i) {
        let half = |at: usize| {
            let bytes = bytes[at..at + 32].as_ptr().cast::<__m256i>();
            // SAFETY: the slice has 32 bytes, and the load needs no alignment.
            unsafe { _mm256_loadu_si256(bytes) }
        };
        (half(0), half(32))
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod avx2 {
    //! No AVX2 path for this architecture.

    pub(super) fn available() -> bool {
        false
    }

    pub(super) fn marbles(_: &mut &[u8], _: usize, _: impl FnMut(u16)) {}
}
