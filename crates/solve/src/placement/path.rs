//! How tables are filled: which instructions, how many threads, how much
//! memory.

use kibitz_game::{Stop, Threads, Watch};

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::layout::Layout;
use super::losing::LosingSet;
use super::order;
use super::plain;
use super::portable::Portable;
use super::program::Program;
use super::table::Table;
use super::vector::VECTOR_CELLS;

/// Boards with fewer cells take less time than starting a thread.
const CELLS_FOR_THREADS: u32 = 21;

/// What the memory is for, in words.
const WHAT: &str = "a bit for each position";

/// Bytes for one table: a bit for each position, and a little for each pattern.
pub(super) fn memory(cells: u32, patterns: usize) -> u64 {
    const FIXED: u64 = 64 << 10;
    const EACH_PATTERN: u64 = 2 << 10;
    Table::bytes(cells) + FIXED + EACH_PATTERN * patterns as u64
}

/// Threads that so many cells are worth.
pub(super) fn threads(cells: u32, watch: &Watch) -> Threads {
    watch.pool().where_worth(cells >= CELLS_FOR_THREADS)
}

/// The lost positions of each side, which plays `patterns`: one side where both
/// players have the same.
///
/// # Errors
/// Where the watch says stop, or there is not enough memory.
pub(super) fn solve<const SIDES: usize>(
    path: Path,
    cells: u32,
    patterns: &[Vec<u64>; SIDES],
    stuck_wins: bool,
    threads: &Threads,
    watch: &Watch,
) -> Result<[LosingSet; SIDES], Stop> {
    let mut claims = Vec::with_capacity(SIDES);
    let mut tables = Vec::with_capacity(SIDES);
    for side in patterns {
        let needed = memory(cells, side.len());
        claims.push(watch.claim(WHAT, needed)?);
        watch.check()?;
        tables.push(Table::zeroed(cells).map_err(|_| Stop::Refused {
            what: WHAT.to_owned(),
            bytes: Table::bytes(cells),
        })?);
    }
    let mut tables: [Table; SIDES] = all(tables);
    let tile_cells = path.tile_cells();
    let layout = match cells.checked_sub(VECTOR_CELLS + tile_cells) {
        None => {
            plain::fill(&mut tables, cells, patterns, stuck_wins);
            Layout::plain(cells)
        }
        Some(index_cells) => {
            let layout = Layout::choose(cells, &patterns.concat(), tile_cells);
            let programs = patterns.each_ref().map(|patterns| {
                let placed: Vec<u64> = patterns.iter().map(|&p| layout.place(p)).collect();
                Program::new(&placed, tile_cells, index_cells, stuck_wins)
            });
            path.fill(&mut tables, &programs, threads, watch)?;
            layout
        }
    };
    let tables = tables.into_iter().zip(claims);
    let lost = tables.map(|(table, claim)| LosingSet::new(&layout, table, threads.clone(), claim));
    Ok(all(lost.collect()))
}

/// One for each side.
fn all<T, const SIDES: usize>(sides: Vec<T>) -> [T; SIDES] {
    let Ok(sides) = sides.try_into() else {
        unreachable!("there was one for each side")
    };
    sides
}

/// The instructions that a sweep uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    Portable,
    /// To be chosen only where [`avx2::available`].
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

/// Vectors in a tile: their sums are to fit the registers.
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

    fn tile_cells(self) -> u32 {
        match self {
            Path::Portable => PORTABLE_TILE.ilog2(),
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => AVX2_TILE.ilog2(),
        }
    }

    fn fill<const SIDES: usize>(
        self,
        tables: &mut [Table; SIDES],
        programs: &[Program; SIDES],
        threads: &Threads,
        watch: &Watch,
    ) -> Result<(), Stop> {
        match self {
            // SAFETY: needs no special instructions.
            Path::Portable => unsafe {
                order::fill::<Portable, PORTABLE_TILE, SIDES>(tables, programs, threads, watch)
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: chosen only where the instructions exist.
            Path::Avx2 => unsafe {
                order::fill::<avx2::Avx2, AVX2_TILE, SIDES>(tables, programs, threads, watch)
            },
        }
    }
}
