//! The solution: which positions are lost.

use std::fmt;

use kibitz_game::{Reservation, Threads};

use super::layout::Layout;
use super::mapped::MappedBits;
use super::on_disk::WINDOW_CELLS;
use super::plain;
use super::table::LossBits;

/// Minimum number of words per counting thread.
const WORDS_FOR_THREADS: usize = 1 << 17;

/// The positions lost for the mover; all others are won.
pub struct LosingSet {
    cells: u32,
    /// For each byte of a set and each of its values, the places of its cells.
    places: Vec<[u64; 256]>,
    table: LossTable,
    threads: Threads,
    /// Keeps the table's memory reserved as long as it exists.
    _reservation: Reservation,
}

/// A solved table.
pub(super) enum LossTable {
    Memory(LossBits),
    /// In a file, with a layout that mixes only cells of a window.
    File(MappedBits),
}

impl LossTable {
    fn words(&self) -> &[u64] {
        match self {
            LossTable::Memory(bits) => bits.words(),
            LossTable::File(bits) => bits.words(),
        }
    }
}

impl LosingSet {
    pub(super) fn new(
        layout: &Layout,
        table: LossTable,
        threads: Threads,
        reservation: Reservation,
    ) -> LosingSet {
        let cells = layout.cells();
        let byte = |first| std::array::from_fn(|value| layout.place((value as u64) << first));
        LosingSet {
            cells,
            places: (0..cells).step_by(8).map(byte).collect(),
            table,
            threads,
            _reservation: reservation,
        }
    }

    /// Whether the mover loses when these cells are filled.
    ///
    /// # Panics
    /// Panics if there is no such cell.
    #[must_use]
    pub fn is_lost(&self, filled: u64) -> bool {
        assert!(filled >> self.cells == 0, "there are {} cells", self.cells);
        let bytes = self.places.iter().zip(filled.to_le_bytes());
        let placed = bytes.fold(0, |set, (places, byte)| set | places[usize::from(byte)]);
        plain::get(self.table.words(), placed)
    }

    /// Releases the memory that holds some positions; they can still be read.
    pub(super) fn release(&self, seen: &Seen) {
        if let (LossTable::File(bits), Some((least, most))) = (&self.table, seen.0) {
            let window = |set: u64| (set >> WINDOW_CELLS) as usize;
            let bytes = LossBits::bytes(WINDOW_CELLS) as usize;
            bits.release(window(least) * bytes..(window(most) + 1) * bytes);
        }
    }

    /// The number of lost positions.
    #[must_use]
    pub fn count_lost(&self) -> u64 {
        let words = self.table.words();
        let parts = words.chunks(WORDS_FOR_THREADS).collect();
        self.threads.map(parts, count).into_iter().sum()
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.cells
    }
}

/// The least and the greatest of some sets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen(Option<(u64, u64)>);

impl Seen {
    pub(super) fn add(&mut self, set: u64) {
        let (least, most) = self.0.unwrap_or((set, set));
        self.0 = Some((least.min(set), most.max(set)));
    }
}

impl fmt::Debug for LosingSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LosingSet")
            .field("cells", &self.cells)
            .finish_non_exhaustive()
    }
}

fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}
