//! Dispatch: instruction set, number of threads, memory.

use kibitz_game::{RunContext, StopReason, Threads};

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::layout::Layout;
use super::losing::{LosingSet, LossTable};
use super::order::{self, BlockStore, InMemory};
use super::plain;
use super::portable::Portable;
use super::program::Program;
use super::table::{LossBits, ToFill};
use super::vector::VECTOR_CELLS;

/// Smaller boards take less time than starting a thread.
const CELLS_FOR_THREADS: u32 = 21;

/// What the memory is reserved for.
const WHAT: &str = "a table of one bit per position";

/// A game with the patterns of each side: one side if both players have the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<'a, const SIDES: usize> {
    pub(super) cells: u32,
    pub(super) patterns: &'a [Vec<u64>; SIDES],
    pub(super) no_move_wins: bool,
}

/// The size of a program in bytes.
pub(super) fn program_memory(patterns: usize) -> u64 {
    const FIXED: u64 = 64 << 10;
    const EACH_PATTERN: u64 = 2 << 10;
    FIXED + EACH_PATTERN * patterns as u64
}

/// The threads that a board of this size justifies.
pub(super) fn threads(cells: u32, context: &RunContext) -> Threads {
    context.pool().if_worthwhile(cells >= CELLS_FOR_THREADS)
}

impl<const SIDES: usize> Board<'_, SIDES> {
    /// The size of all tables in bytes: a bit for each position, and a little for each pattern.
    pub(super) fn memory(self) -> u64 {
        let sides = self.patterns.iter();
        sides.map(|side| memory(self.cells, side.len())).sum()
    }

    /// The lost positions of each side.
    ///
    /// # Errors
    /// Returns the reason if the run is cancelled, a limit is reached, or there is not enough memory.
    pub(super) fn solve(
        self,
        path: Path,
        threads: &Threads,
        context: &RunContext,
    ) -> Result<[LosingSet; SIDES], StopReason> {
        let Board {
            cells,
            patterns,
            no_move_wins,
        } = self;
        let mut reservations = Vec::with_capacity(SIDES);
        let mut tables = Vec::with_capacity(SIDES);
        for side in patterns {
            let needed = memory(cells, side.len());
            reservations.push(context.reserve(WHAT, needed)?);
            context.check()?;
            tables.push(LossBits::zeroed(cells).map_err(|_| StopReason::Refused {
                what: WHAT.to_owned(),
                bytes: LossBits::bytes(cells),
            })?);
        }
        let mut tables: [LossBits; SIDES] = all(tables);
        let tile_cells = path.tile_cells();
        let layout = match cells.checked_sub(VECTOR_CELLS + tile_cells) {
            None => {
                plain::fill(&mut tables, cells, patterns, no_move_wins);
                Layout::plain(cells)
            }
            Some(index_cells) => {
                let layout = Layout::choose(cells, &patterns.concat(), tile_cells, cells);
                let programs = self.programs(&layout, tile_cells, index_cells);
                let fillable = tables.each_mut().map(LossBits::fillable);
                path.fill(fillable, &programs, &InMemory, threads, context)?;
                layout
            }
        };
        let tables = tables.into_iter().zip(reservations);
        let lost = tables.map(|(table, reservation)| {
            let table = LossTable::Memory(table);
            LosingSet::new(&layout, table, threads.clone(), reservation)
        });
        Ok(all(lost.collect()))
    }

    /// The program of each side, for a layout; `index_cells` cells number the tiles.
    pub(super) fn programs(
        self,
        layout: &Layout,
        tile_cells: u32,
        index_cells: u32,
    ) -> [Program; SIDES] {
        self.patterns.each_ref().map(|patterns| {
            let placed: Vec<u64> = patterns.iter().map(|&p| layout.place(p)).collect();
            Program::new(&placed, tile_cells, index_cells, self.no_move_wins)
        })
    }
}

/// The size of one table in bytes.
fn memory(cells: u32, patterns: usize) -> u64 {
    LossBits::bytes(cells) + program_memory(patterns)
}

/// Converts to an array with one element per side.
pub(super) fn all<T, const SIDES: usize>(sides: Vec<T>) -> [T; SIDES] {
    let Ok(sides) = sides.try_into() else {
        unreachable!("there was one for each side")
    };
    sides
}

/// The instruction set of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    Portable,
    /// To be chosen only if [`avx2::available`].
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

/// Vectors per tile: their accumulators should fit the registers.
const PORTABLE_TILE: usize = 8;
#[cfg(target_arch = "x86_64")]
const AVX2_TILE: usize = 16;

impl Path {
    /// The fastest on this processor.
    pub(super) fn best() -> Path {
        #[cfg(target_arch = "x86_64")]
        if avx2::available() {
            return Path::Avx2;
        }
        Path::Portable
    }

    /// Cells that number a vector inside its tile.
    pub(super) fn tile_cells(self) -> u32 {
        match self {
            Path::Portable => PORTABLE_TILE.ilog2(),
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => AVX2_TILE.ilog2(),
        }
    }

    /// Fills the table of each side, except for the blocks that the store has, which are solved.
    pub(super) fn fill<const SIDES: usize, S: BlockStore>(
        self,
        tables: [ToFill<'_>; SIDES],
        programs: &[Program; SIDES],
        store: &S,
        threads: &Threads,
        context: &RunContext,
    ) -> Result<(), S::Error> {
        match self {
            // SAFETY: needs no special instructions; the store is as required.
            Path::Portable => unsafe {
                order::fill::<Portable, PORTABLE_TILE, SIDES, S>(
                    tables, programs, store, threads, context,
                )
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: chosen only if the instructions exist; the store is as required.
            Path::Avx2 => unsafe {
                order::fill::<avx2::Avx2, AVX2_TILE, SIDES, S>(
                    tables, programs, store, threads, context,
                )
            },
        }
    }
}
