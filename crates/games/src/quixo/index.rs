//! Dense index of positions.
//!
//! A position is seen from the mover's side, and its cells are the digits of a
//! base-3 number: 0 blank, 1 the mover's, 2 the opponent's. The canonical form
//! is the least of the eight images' numbers; the other numbers are holes.
//!
//! The numbers of all eight images are computed together: they are sums over
//! the bytes of the sets, looked up in a table with one entry per image.

use kibitz_game::Indexed;

use super::{Pos, Quixo};
use crate::tictactoe::Mark;

/// The number of symmetries of the board.
const IMAGES: usize = 8;
/// Cells per table lookup.
const CHUNK: u32 = 8;
/// The number of states of a chunk.
const CHUNK_NUMBERS: u64 = 3u64.pow(CHUNK);

/// For each image a sum of powers of three.
type ImageSums = [u64; IMAGES];

/// The lookup tables of the ranking.
#[derive(Debug)]
pub(super) struct Index {
    size: u64,
    /// For each byte of a set of cells and each of its values: the numbers of
    /// its images, with all cells the mover's.
    numbers: Vec<[ImageSums; 256]>,
    /// The mover's and the opponent's cells of a number below 3⁸.
    cells: Vec<[u8; 2]>,
}

impl Index {
    pub(super) fn new(side: u8) -> Index {
        let cells = u32::from(side) * u32::from(side);
        let chunk = |chunk: u32| {
            let mut numbers = [[0; IMAGES]; 256];
            for (byte, lanes) in numbers.iter_mut().enumerate() {
                let own = (0..CHUNK).filter(|bit| byte >> bit & 1 == 1);
                for cell in own.map(|bit| CHUNK * chunk + bit).filter(|c| *c < cells) {
                    for (image, lane) in lanes.iter_mut().enumerate() {
                        *lane += 3u64.pow(turned(cell, image, side.into()));
                    }
                }
            }
            numbers
        };
        Index {
            size: 3u64.pow(cells),
            numbers: (0..cells.div_ceil(CHUNK)).map(chunk).collect(),
            cells: (0..CHUNK_NUMBERS as u32).map(cells_of).collect(),
        }
    }

    /// The numbers of all images.
    #[inline]
    fn images(&self, mine: u32, theirs: u32) -> ImageSums {
        let mut lanes = [0; IMAGES];
        for (chunk, numbers) in self.numbers.iter().enumerate() {
            let shift = CHUNK as usize * chunk;
            let mine = &numbers[(mine >> shift & 0xff) as usize];
            let theirs = &numbers[(theirs >> shift & 0xff) as usize];
            for (lane, (one, two)) in lanes.iter_mut().zip(mine.iter().zip(theirs)) {
                *lane += one + 2 * two;
            }
        }
        lanes
    }

    /// The rank of a position, and the order of its stabiliser.
    #[inline]
    pub(super) fn locate(&self, p: &Pos) -> (u64, u64) {
        let images = self.images(p.mine, p.theirs);
        let least = images.iter().fold(u64::MAX, |least, n| least.min(*n));
        let alike = images.iter().map(|n| u64::from(*n == images[0]));
        (least, alike.sum())
    }
}

/// The image of a cell under a symmetry.
fn turned(cell: u32, symmetry: usize, side: u32) -> u32 {
    let (mut row, mut column) = (cell / side, cell % side);
    if symmetry & 1 != 0 {
        row = side - 1 - row;
    }
    if symmetry & 2 != 0 {
        column = side - 1 - column;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    side * row + column
}

/// The mover's and the opponent's cells among eight.
fn cells_of(mut number: u32) -> [u8; 2] {
    let mut cells = [0; 2];
    for bit in 0..CHUNK {
        match number % 3 {
            1 => cells[0] |= 1 << bit,
            2 => cells[1] |= 1 << bit,
            _ => {}
        }
        number /= 3;
    }
    cells
}

impl Indexed for Quixo {
    fn size(&self) -> u64 {
        self.index.size
    }

    #[inline]
    fn rank(&self, p: &Pos) -> u64 {
        self.index.locate(p).0
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<Pos> {
        let (mut mine, mut theirs) = (0, 0);
        let mut rest = rank;
        for chunk in 0..self.index.numbers.len() as u32 {
            let [one, two] = self.index.cells[(rest % CHUNK_NUMBERS) as usize];
            mine |= u32::from(one) << (CHUNK * chunk);
            theirs |= u32::from(two) << (CHUNK * chunk);
            rest /= CHUNK_NUMBERS;
        }
        let p = Pos {
            mine,
            theirs,
            mover: Mark::X,
        };
        (self.rank(&p) == rank).then_some(p)
    }

    /// The orbit under the eight symmetries and the exchange of the players'
    /// signs.
    fn orbit_size(&self, p: &Pos) -> u64 {
        2 * IMAGES as u64 / self.index.locate(p).1
    }
}
