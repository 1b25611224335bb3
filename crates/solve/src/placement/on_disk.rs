//! The sweep with the tables in files, and with checkpoints.
//!
//! The table of each side is a [mapped](MappedBits) file. While a thread solves a unit, i.e. the sets
//! that differ only in their lowest places, it accesses this unit and those that the patterns lead
//! to: as many as the patterns have different parts above these places. Then it releases all of
//! them. So the memory in use is known for each size of units, and the largest that fits is taken.
//! The result does not depend on it.
//!
//! A checkpoint lists the finished blocks with their checksums, after they were flushed to the disk.
//! The sweep writes only blocks that are not finished, so the files of the last checkpoint are valid
//! at any moment. A run that continues compares finished blocks with their checksums; at the end all
//! of them are compared, since the sweep has read them without.
//!
//! Only cells of a *window*, the lowest ones, change their places in the layout. Thus sets in order of
//! their numbers are read from the file window by window.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kibitz_game::{RunContext, Scratch, Threads};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use super::layout::Layout;
use super::losing::{LosingSet, LossTable};
use super::mapped::MappedBits;
use super::order::{BlockStore, MAX_BLOCK_CELLS};
use super::path::{Board, Path, all, program_memory, threads};
use super::sweep::other;
use super::table::LossBits;
use super::vector::VECTOR_CELLS;
use crate::work::{BITS, Identity, Work};
use crate::{DiskError, SolveError};

/// Cells of a window: 2 MiB.
pub(super) const WINDOW_CELLS: u32 = 24;
/// Fewer cells than this are not worth a file. Blocks are then larger than the stripes of any path.
pub(super) const LEAST_CELLS: u32 = WINDOW_CELLS + 2;
/// Cells of the smallest unit, 64 KiB: the system maps as much at a time.
const LEAST_UNIT: u32 = 19;
/// Bytes of which a checksum is computed at a time.
const PART: usize = 1 << 18;
/// Changes whenever files of another version of this program cannot be continued.
const FORMAT: u32 = 1;

/// How much memory is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Cells of a unit.
    unit_cells: u32,
    is_parallel: bool,
    /// Whether units are released: otherwise there is memory for everything.
    is_limited: bool,
    /// The peak memory in bytes, and what of it reading the solution needs, beside its use.
    pub(super) bytes: u64,
    pub(super) reading: u64,
}

impl<const SIDES: usize> Board<'_, SIDES> {
    /// The bytes of the files.
    pub(super) fn disk(self) -> u64 {
        SIDES as u64 * LossBits::bytes(self.cells)
    }

    /// The layout of a new table.
    pub(super) fn layout_on_disk(self, path: Path) -> Layout {
        let patterns = self.patterns.concat();
        Layout::choose(self.cells, &patterns, path.tile_cells(), WINDOW_CELLS)
    }

    /// The cells of a block.
    fn block_cells(self) -> u32 {
        self.cells - MAX_BLOCK_CELLS
    }

    /// The parts of a side's patterns above the lowest `cells` places, except the empty one.
    fn parts_above(self, side: usize, cells: u32, layout: &Layout) -> Vec<usize> {
        let placed = self.patterns[side].iter().map(|&p| layout.place(p));
        let mut parts: Vec<usize> = placed.map(|p| (p >> cells) as usize).collect();
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|&part| part != 0);
        parts
    }

    /// The sizes for the free part of the memory budget, if the use of the solution needs `spare`
    /// bytes. If it is too little, they need more, but not much.
    pub(super) fn sizes(self, layout: &Layout, spare: u64, context: &RunContext) -> Sizes {
        let (free, threads) = (context.memory_free(), context.thread_count());
        let fixed: u64 = self
            .patterns
            .iter()
            .map(|side| program_memory(side.len()))
            .sum();
        let (disk, block) = (self.disk(), self.block_cells());
        let all = Sizes {
            unit_cells: block,
            is_parallel: true,
            is_limited: false,
            bytes: fixed + disk + spare,
            reading: fixed + disk,
        };
        if all.bytes <= free {
            return all;
        }
        let window = SIDES as u64 * LossBits::bytes(WINDOW_CELLS);
        let with = |threads: usize, unit_cells: u32| {
            let parts = |side| self.parts_above(side, unit_cells, layout).len();
            let units = SIDES + (0..SIDES).map(parts).sum::<usize>();
            let unit = LossBits::bytes(unit_cells) * units as u64 + PART as u64;
            let reading = fixed + threads as u64 * window;
            Sizes {
                unit_cells,
                is_parallel: threads > 1,
                is_limited: true,
                bytes: (reading + spare).max(fixed + threads as u64 * unit),
                reading,
            }
        };
        let least = LEAST_UNIT.min(block);
        let units = (least..=block).rev();
        let both = [threads, 1].map(|threads| units.clone().map(move |unit| (threads, unit)));
        let mut sizes = both
            .into_iter()
            .flatten()
            .map(|(threads, unit)| with(threads, unit));
        let fitting = sizes.find(|sizes| sizes.bytes <= free);
        fitting.unwrap_or_else(|| with(1, least))
    }

    /// Solves all positions, or continues to do so; in memory if the board is small.
    pub(super) fn solve_on_disk(
        self,
        path: Path,
        scratch: &Scratch,
        context: &RunContext,
    ) -> Result<[LosingSet; SIDES], SolveError> {
        if self.cells < LEAST_CELLS {
            return Ok(self.solve(path, &threads(self.cells, context), context)?);
        }
        let work = Arc::new(Work::open(&scratch.directory)?);
        let identity = Identity {
            format: FORMAT,
            purpose: scratch.purpose.clone(),
            ranks: Some((SIDES as u64) << self.cells),
        };
        let saved = State::load(&work, &identity, SIDES, self.cells)?;
        let layout = match &saved {
            Some((_, layout)) => layout.clone(),
            None => self.layout_on_disk(path),
        };
        let sizes = self.sizes(&layout, scratch.spare, context);
        let memory = context.reserve("a placement sweep on disk", sizes.bytes)?;
        let names = files(SIDES);
        work.remove_others(|name| saved.is_some() && names.contains(name))?;
        let bytes = LossBits::bytes(self.cells);
        let tables = (0..SIDES).map(|side| {
            let name = bits_name(side);
            match &saved {
                Some(_) => MappedBits::open(&work, &name, bytes, sizes.is_limited),
                None => MappedBits::create(&work, &name, bytes, sizes.is_limited),
            }
        });
        let tables: [MappedBits; SIDES] = all(tables.collect::<Result<_, _>>()?);
        let state = saved.map(|(state, _)| state);
        let state = state.unwrap_or_else(|| State::new(identity, &layout));
        let store = DiskStore {
            work: &work,
            tables: &tables,
            had: state.blocks.iter().map(Option::is_some).collect(),
            block_bytes: LossBits::bytes(self.block_cells()) as usize,
            unit_bytes: LossBits::bytes(sizes.unit_cells) as usize,
            sources: std::array::from_fn(|side| self.parts_above(side, sizes.unit_cells, &layout)),
            interval: scratch.interval,
            saved: Mutex::new((state, Instant::now())),
        };
        let threads = context.pool().if_worthwhile(sizes.is_parallel);
        store.verify(&threads, context)?;
        if !store.had.iter().all(|&had| had) {
            self.sweep(path, &layout, &store, &threads, context)?;
            store.save()?;
            store.verify(&threads, context)?;
        }
        drop(store);
        drop(memory);
        let mut lost = Vec::with_capacity(SIDES);
        for table in tables {
            let memory = context.reserve("reading working files", sizes.reading / SIDES as u64)?;
            let (table, threads) = (LossTable::File(table), context.pool().clone());
            lost.push(LosingSet::new(&layout, table, threads, memory));
        }
        Ok(all(lost))
    }

    /// Fills what the store does not have.
    fn sweep(
        self,
        path: Path,
        layout: &Layout,
        store: &DiskStore<'_, SIDES>,
        threads: &Threads,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        let tile_cells = path.tile_cells();
        let index_cells = self.cells - VECTOR_CELLS - tile_cells;
        let programs = self.programs(layout, tile_cells, index_cells);
        // SAFETY: until the sweep ends, the store reads only blocks that were reported as finished.
        let fillable = store
            .tables
            .each_ref()
            .map(|table| unsafe { table.fillable() });
        path.fill(fillable, &programs, store, threads, context)
    }
}

/// The file of a side's table.
fn bits_name(side: usize) -> String {
    format!("{BITS}{side}")
}

/// All files.
fn files(sides: usize) -> HashSet<String> {
    (0..sides).map(bits_name).collect()
}

/// What a checkpoint says.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    #[serde(flatten)]
    identity: Identity,
    /// The cell in each place of the layout.
    cell_at: Vec<u8>,
    /// The checksums of each finished block, one for each side.
    blocks: Vec<Option<Vec<u64>>>,
}

impl State {
    fn new(identity: Identity, layout: &Layout) -> State {
        State {
            identity,
            cell_at: layout.cell_at().to_vec(),
            blocks: vec![None; 1 << MAX_BLOCK_CELLS],
        }
    }

    /// The last checkpoint, if there is one, and its layout.
    fn load(
        work: &Work,
        identity: &Identity,
        sides: usize,
        cells: u32,
    ) -> Result<Option<(State, Layout)>, DiskError> {
        let Some(json) = work.read_checkpoint(identity)? else {
            return Ok(None);
        };
        let state: State = work.parse_checkpoint(&json)?;
        let layout = Layout::from_cells(state.cell_at.clone());
        let layout = layout.filter(|layout| {
            let above = layout
                .cell_at()
                .iter()
                .copied()
                .zip(0..)
                .skip(WINDOW_CELLS as usize);
            layout.cells() == cells && above.into_iter().all(|(cell, place)| cell == place)
        });
        let mut checksums = state.blocks.iter().flatten();
        let is_valid = state.blocks.len() == 1 << MAX_BLOCK_CELLS
            && checksums.all(|checksums| checksums.len() == sides);
        match layout {
            Some(layout) if is_valid => Ok(Some((state, layout))),
            _ => Err(work.unusable("it contradicts itself")),
        }
    }
}

/// Tables in files.
struct DiskStore<'a, const SIDES: usize> {
    work: &'a Work,
    tables: &'a [MappedBits; SIDES],
    /// Whether an earlier run has finished a block.
    had: Vec<bool>,
    block_bytes: usize,
    unit_bytes: usize,
    /// For each side, the parts of its patterns that number units.
    sources: [Vec<usize>; SIDES],
    /// The least time between two checkpoints.
    interval: Duration,
    /// What is finished, and when the last checkpoint was made.
    saved: Mutex<(State, Instant)>,
}

impl<const SIDES: usize> BlockStore for DiskStore<'_, SIDES> {
    type Error = SolveError;

    fn has(&self, block: usize) -> bool {
        self.had[block]
    }

    fn unit_bytes(&self, block_bytes: usize) -> usize {
        debug_assert_eq!(block_bytes, self.block_bytes);
        self.unit_bytes
    }

    fn release(&self, unit: usize) {
        let bytes = |unit: usize| unit * self.unit_bytes..(unit + 1) * self.unit_bytes;
        for side in 0..SIDES {
            self.tables[side].release(bytes(unit));
            for part in self.sources[side].iter().filter(|&part| part & unit == 0) {
                self.tables[other::<SIDES>(side)].release(bytes(unit | part));
            }
        }
    }

    fn finish(&self, block: usize) -> Result<(), SolveError> {
        let checksums = (0..SIDES).map(|side| self.checksum(block, side)).collect();
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        let (state, at) = &mut *saved;
        state.blocks[block] = Some(checksums);
        if at.elapsed() >= self.interval {
            self.save_state(state)?;
            *at = Instant::now();
        }
        Ok(())
    }
}

impl<const SIDES: usize> DiskStore<'_, SIDES> {
    fn bytes_of(&self, block: usize) -> Range<usize> {
        block * self.block_bytes..(block + 1) * self.block_bytes
    }

    /// The checksum of a finished block.
    fn checksum(&self, block: usize, side: usize) -> u64 {
        let (all, table) = (self.bytes_of(block), &self.tables[side]);
        let mut hash = Xxh3Default::new();
        for start in all.clone().step_by(PART) {
            let part = start..all.end.min(start + PART);
            // SAFETY: within the table; finished blocks are not written.
            hash.update(unsafe { table.bytes(part.clone()) });
            table.release(part);
        }
        hash.digest()
    }

    /// Makes a checkpoint.
    fn save(&self) -> Result<(), SolveError> {
        let saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        self.save_state(&saved.0)
    }

    fn save_state(&self, state: &State) -> Result<(), SolveError> {
        for (side, table) in self.tables.iter().enumerate() {
            let flushed = table.flush();
            flushed.map_err(|error| self.work.unwritable(&bits_name(side), error))?;
        }
        let files = files(SIDES);
        Ok(self.work.save_checkpoint(state, &files, &HashSet::new())?)
    }

    /// Compares all finished blocks with their checksums.
    fn verify(&self, threads: &Threads, context: &RunContext) -> Result<(), SolveError> {
        let saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        let blocks = saved.0.blocks.iter().enumerate();
        let finished: Vec<(usize, &Vec<u64>)> = blocks
            .filter_map(|(block, checksums)| Some((block, checksums.as_ref()?)))
            .collect();
        if finished.is_empty() {
            return Ok(());
        }
        let count = finished.len() as u64;
        let stage = context.stage("verifying the working files", Some(count));
        let done = AtomicU64::new(0);
        let verified = threads.try_map(finished, |(block, checksums)| {
            stage.advance_to(done.fetch_add(1, Ordering::Relaxed))?;
            for (side, &expected) in checksums.iter().enumerate() {
                let found = self.checksum(block, side);
                if found != expected {
                    let problem = format!(
                        "the checksum of block {block} is {found:016x}, expected {expected:016x}"
                    );
                    let damaged = self.work.damaged(&bits_name(side), problem);
                    return Err(SolveError::from(damaged));
                }
            }
            Ok(())
        });
        verified.map(drop)
    }
}
