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

/// Bytes of a board with the blank line after it.
pub(super) const RECORD: usize = 45;
/// Line ends among them.
pub(super) const LINES: u64 = 8;
/// Bytes that the wide recogniser looks at.
#[cfg(target_arch = "x86_64")]
const LOOK: usize = 64;

/// What each byte of a record must be: bit *i* for byte *i*.
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
pub(super) struct Recogniser {
    /// The board of the first and the last eight cells of the picture.
    low: Box<[u16; 256]>,
    high: Box<[u16; 256]>,
    wide: bool,
}

impl Recogniser {
    /// For the 4 × 4 board only.
    pub(super) fn new(shape: &Shape, order: &[u32]) -> Option<Recogniser> {
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
        Some(Recogniser {
            low: spread(&order[..8]),
            high: spread(&order[8..]),
            wide: wide::available(),
        })
    }

    /// Takes up to `most` records from the head of `block`; says how many.
    pub(super) fn boards(&self, block: &[u8], most: usize, boards: &mut Vec<Board>) -> usize {
        let before = boards.len();
        boards.reserve(most.min(block.len() / RECORD));
        let mut rest = block;
        if self.wide {
            wide::marbles(&mut rest, most, |cells| boards.push(self.board(cells)));
        }
        while boards.len() - before < most
            && let Some(record) = rest.first_chunk::<RECORD>()
            && let Some(cells) = plain(record)
        {
            boards.push(self.board(cells));
            rest = &rest[RECORD..];
        }
        boards.len() - before
    }

    /// From the order of the picture to that of the grid.
    #[inline]
    fn board(&self, cells: u16) -> Board {
        let [low, high] = cells.to_le_bytes();
        Board(u64::from(
            self.low[usize::from(low)] | self.high[usize::from(high)],
        ))
    }
}

/// The marbles of one record in the order of the picture; `None` where the
/// layout is another.
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
mod wide {
    //! 64 bytes at a look, with AVX2 and BMI2.
    //!
    //! `*` and `.` differ in one bit. So a record that is compared with an
    //! empty one by exclusive or has that bit set for each marble, and any
    //! other bit means another layout.

    use std::arch::x86_64::{
        __m256i, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_slli_epi16, _mm256_testz_si256,
        _mm256_xor_si256, _pext_u64,
    };

    use super::{LAYOUT, LOOK, RECORD};

    /// The bit in which `*` and `.` differ, and how far it is from the top.
    const MARBLE: u8 = b'*' ^ b'.';
    const TO_TOP: i32 = MARBLE.leading_zeros() as i32;

    /// An empty board, and the bits that must be as they are in it.
    const EMPTY: [u8; LOOK] = record().0;
    const FIXED: [u8; LOOK] = record().1;

    const fn record() -> ([u8; LOOK], [u8; LOOK]) {
        let mut empty = [0; LOOK];
        let mut fixed = [0; LOOK];
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

    /// Whether this processor can.
    pub(super) fn available() -> bool {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")
    }

    /// Takes up to `most` records off the head of `rest`, as long as there are
    /// 64 bytes to look at and the layout is the usual one.
    pub(super) fn marbles(rest: &mut &[u8], most: usize, visit: impl FnMut(u16)) {
        debug_assert!(available());
        // SAFETY: `Recogniser` calls this only where `available` has found the
        // features that the function is compiled for.
        unsafe { take(rest, most, visit) }
    }

    #[target_feature(enable = "avx2,bmi2")]
    fn take(rest: &mut &[u8], most: usize, mut visit: impl FnMut(u16)) {
        let (empty, fixed) = (halves(&EMPTY), halves(&FIXED));
        for _ in 0..most {
            let Some(look) = rest.first_chunk::<LOOK>() else {
                return;
            };
            let look = halves(look);
            let low = _mm256_xor_si256(look.0, empty.0);
            let high = _mm256_xor_si256(look.1, empty.1);
            if _mm256_testz_si256(low, fixed.0) == 0 || _mm256_testz_si256(high, fixed.1) == 0 {
                return;
            }
            let marbles = u64::from(top_bits(low)) | u64::from(top_bits(high)) << 32;
            visit(_pext_u64(marbles, LAYOUT.cells) as u16);
            *rest = &rest[RECORD..];
        }
    }

    /// One bit for each byte: whether its marble bit is set. Bits that cross
    /// into a neighbour by the shift do not reach the top.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn top_bits(bytes: __m256i) -> u32 {
        _mm256_movemask_epi8(_mm256_slli_epi16::<TO_TOP>(bytes)) as u32
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn halves(bytes: &[u8; LOOK]) -> (__m256i, __m256i) {
        let half = |at: usize| {
            let bytes = bytes[at..at + 32].as_ptr().cast::<__m256i>();
            // SAFETY: the slice has 32 bytes, and the load needs no alignment.
            unsafe { _mm256_loadu_si256(bytes) }
        };
        (half(0), half(32))
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod wide {
    //! No wide path for this processor.

    pub(super) fn available() -> bool {
        false
    }

    pub(super) fn marbles(_: &mut &[u8], _: usize, _: impl FnMut(u16)) {}
}
