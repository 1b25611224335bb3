//! Lists of predecessors: the moves to the positions of a shard, sorted.
//!
//! The file of a shard has, for each position and once more, where its list begins, counted in
//! items, with five bytes; then all lists. An item is twice the number of the predecessor, plus one
//! if the same player moves again, in four bytes, or five if there are many positions. Numbers are
//! little-endian.

use std::ops::Range;

use super::super::numbers::number;
use super::bounds::{Ascending, Bounds};
use super::hashed_file::{BUFFER, HashedWriter, StoredFile, name};
use super::job::{Job, Round};
use super::key::{Key, Packer};
use super::rows::read_rows;
use super::state::{Phase, Runs};
use crate::SolveError;
use crate::work::segments;
use crate::work::{PREDECESSORS, RUN};

/// Bytes of the place where a list begins.
pub(super) const START: usize = 5;
/// Bits of an item.
const ITEM_BITS: u32 = 40;
/// The most positions, so that an item fits.
const MOST_POSITIONS: u64 = 1 << (ITEM_BITS - 1);

/// The bytes of an item.
pub(super) fn item_bytes(positions: u64) -> usize {
    match 2 * positions <= 1 << 32 {
        true => 4,
        false => 5,
    }
}

/// What a thread needs.
struct Worker {
    /// Moves: the offset of the successor in the shard, then the item.
    moves: Vec<u64>,
    /// Their items, sorted by offset, and how many there are for each offset.
    items: Vec<u64>,
    lens: Vec<u64>,
    buffer: Vec<u8>,
}

/// Some of the moves to a shard: those to some of its positions, but not the first `skipped`, and at
/// most as many as can be sorted.
struct Window {
    offsets: Range<usize>,
    skipped: u64,
}

impl Job<'_> {
    /// Makes the lists of all shards, and turns to the next phase.
    pub(super) fn predecessors<const N: usize>(&mut self, next: Phase) -> Result<(), SolveError> {
        let _memory = self.reserve::<N>()?;
        let packer = self.state.packer();
        let bounds = Bounds::<N>::new(self.state.arriving.lows.iter(), packer.bits());
        let all = self.state.positions();
        if all > MOST_POSITIONS {
            return Err(SolveError::TooLarge {
                what: "the number of positions".to_owned(),
                max: MOST_POSITIONS,
            });
        }
        let sorted = self.sizes.moves();
        let worker = |_| Worker {
            moves: Vec::with_capacity(sorted),
            items: Vec::with_capacity(sorted),
            lens: Vec::new(),
            buffer: vec![0; BUFFER],
        };
        let mut workers: Vec<Worker> = (0..self.sizes.workers).map(worker).collect();
        let stage = self
            .context
            .stage(&self.stage_name("sorting moves on disk"), Some(all));
        loop {
            let shards = self.state.shards.iter().enumerate();
            let due = shards.filter(|(_, s)| s.predecessors.is_none() && s.positions > 0);
            let due: Vec<usize> = due.map(|(i, _)| i).collect();
            if due.is_empty() {
                break;
            }
            let left: u64 = due.iter().map(|i| self.state.shards[*i].positions).sum();
            let list = |round: &Round<'_>, shard: usize, worker: &mut Worker| {
                list(round, &packer, &bounds, (shard, sorted), worker).map(Some)
            };
            let made = self.round(
                (&stage, all - left),
                &due,
                &mut workers,
                list,
                |_, _| Ok(()),
            )?;
            for (shard, file) in made {
                self.state.shards[shard].predecessors = Some(file);
            }
            self.save_if_due()?;
        }
        self.state.arriving = Runs::new(self.state.lows());
        self.state.phase = next;
        self.save()
    }
}

/// Makes the lists of a shard, with at most `sorted` moves in memory.
fn list<const N: usize>(
    round: &Round<'_>,
    packer: &Packer,
    bounds: &Bounds<N>,
    (shard, sorted): (usize, usize),
    worker: &mut Worker,
) -> Result<StoredFile, SolveError> {
    let state = &round.state.shards[shard];
    let (low, width) = (bounds.low(shard), bounds.width(shard));
    let mut keys = Vec::with_capacity(state.positions as usize);
    if let Some(file) = state.rows {
        let buffer = &mut worker.buffer;
        read_rows(
            round.work,
            file,
            state.positions,
            packer,
            buffer,
            |key, _| {
                keys.push(Key::<N>::minus(key, low));
            },
        )?;
    }
    let bits = packer.bits().min(8 * width as u32);
    let moves = ToShard {
        round,
        packer,
        shard,
        low,
        width,
        keys: Ascending::new(keys, bits),
    };
    let all = round.state.arriving.items[shard];
    let positions = state.positions as usize;
    let mut writer = HashedWriter::new(round.work, PREDECESSORS, round.new_file())?;
    let windows = match all <= sorted as u64 {
        true => {
            let all = Window {
                offsets: 0..positions,
                skipped: 0,
            };
            moves.take(&all, sorted, worker)?;
            write_starts(&mut writer, &worker.lens)?;
            write_items(&mut writer, round, &worker.items)?;
            Vec::new()
        }
        false => {
            let counts = moves.count(positions, &mut worker.buffer)?;
            write_starts(&mut writer, &counts)?;
            windows(&counts, sorted as u64)
        }
    };
    for window in windows {
        moves.take(&window, sorted, worker)?;
        write_items(&mut writer, round, &worker.items)?;
    }
    let file = writer.finish()?;
    round.advance(state.positions)?;
    Ok(file)
}

/// Writes where the list of each position begins, given their lengths.
fn write_starts(writer: &mut HashedWriter<'_>, lens: &[u64]) -> Result<(), SolveError> {
    let mut start = 0u64;
    for len in lens.iter().chain(&[0]) {
        let place = writer.place(START)?;
        place.copy_from_slice(&start.to_le_bytes()[..START]);
        start += len;
    }
    Ok(())
}

fn write_items(
    writer: &mut HashedWriter<'_>,
    round: &Round<'_>,
    items: &[u64],
) -> Result<(), SolveError> {
    let len = item_bytes(round.state.positions());
    for some in items.chunks(BUFFER / len) {
        let place = writer.place(some.len() * len)?;
        for (item, place) in some.iter().zip(place.chunks_exact_mut(len)) {
            place.copy_from_slice(&item.to_le_bytes()[..len]);
        }
    }
    Ok(())
}

/// Windows of at most `sorted` moves each, in order.
fn windows(counts: &[u64], sorted: u64) -> Vec<Window> {
    let mut windows = Vec::new();
    let mut add = |offsets: Range<usize>, skipped| windows.push(Window { offsets, skipped });
    let (mut start, mut sum) = (0, 0);
    for (offset, count) in counts.iter().enumerate() {
        sum += count;
        if sum > sorted {
            add(start..offset, 0);
            (start, sum) = (offset, *count);
        }
        // A position with many predecessors has windows of its own.
        if sum > sorted {
            for skipped in (0..*count).step_by(sorted as usize) {
                add(offset..offset + 1, skipped);
            }
            (start, sum) = (offset + 1, 0);
        }
    }
    add(start..counts.len(), 0);
    windows
}

/// The moves to the positions of a shard.
struct ToShard<'a, const N: usize> {
    round: &'a Round<'a>,
    packer: &'a Packer,
    shard: usize,
    low: Key<N>,
    width: usize,
    /// The positions, as differences from the first key of the shard's range.
    keys: Ascending<N>,
}

impl<const N: usize> ToShard<'_, N> {
    /// Passes the offset of the successor and the item of every move to `visit`.
    fn visit(
        &self,
        buffer: &mut [u8],
        mut visit: impl FnMut(usize, u64),
    ) -> Result<(), SolveError> {
        let ToShard { round, width, .. } = *self;
        let runs = &round.state.arriving;
        let mut items = 0;
        for run in &runs.files {
            let (name, place) = (name(RUN, *run), (self.shard, runs.lows.len()));
            let mut from = 0u64;
            segments::read(round.work, (&name, *run), place, buffer, |bytes| {
                let mut at = 0;
                while let Some(rest) = bytes.get(at + width..)
                    && let Some((digits, len)) = number(rest)
                {
                    let key = Key::load(&bytes[at..at + width]);
                    let rank = self.keys.rank(key);
                    if rank == 0 || self.keys.keys()[rank - 1] != key {
                        return Err(self.missing(key));
                    }
                    from = from.wrapping_add(digits >> 1);
                    let item = (from << 1 | digits & 1) & ((1 << ITEM_BITS) - 1);
                    visit(rank - 1, item);
                    items += 1;
                    at += width + len;
                }
                Ok(at)
            })?;
        }
        match items == runs.items[self.shard] {
            true => Ok(()),
            false => Err(round.miscounted(self.shard, items)),
        }
    }

    #[cold]
    fn missing(&self, key: Key<N>) -> SolveError {
        let mut row = vec![0; self.round.game.slots];
        self.packer.unpack(self.low.plus(key), &mut row);
        self.round.missing(&row)
    }

    /// The number of moves to each position.
    fn count(&self, positions: usize, buffer: &mut [u8]) -> Result<Vec<u64>, SolveError> {
        let mut counts = vec![0; positions];
        self.visit(buffer, |offset, _| counts[offset] += 1)?;
        Ok(counts)
    }

    /// Takes the moves of a window, at most `most`, and sorts them by successor.
    fn take(&self, window: &Window, most: usize, worker: &mut Worker) -> Result<(), SolveError> {
        let Worker {
            moves,
            items,
            lens,
            buffer,
        } = worker;
        let Window { offsets, skipped } = window;
        let mut passed = 0;
        moves.clear();
        lens.clear();
        lens.resize(offsets.len(), 0);
        self.visit(buffer, |offset, item| {
            if offsets.contains(&offset) {
                if passed >= *skipped && moves.len() < most {
                    let offset = offset - offsets.start;
                    lens[offset] += 1;
                    moves.push((offset as u64) << ITEM_BITS | item);
                }
                passed += 1;
            }
        })?;
        // A counting sort. Where the next item of each offset goes:
        let mut next = 0;
        for len in lens.iter_mut() {
            let start = next;
            next += *len;
            *len = start;
        }
        items.clear();
        items.resize(moves.len(), 0);
        for item in moves.iter() {
            let place = &mut lens[(item >> ITEM_BITS) as usize];
            items[*place as usize] = item & ((1 << ITEM_BITS) - 1);
            *place += 1;
        }
        // Now every place is where the items of its offset end.
        let mut start = 0;
        for place in lens.iter_mut() {
            let end = *place;
            *place = end - start;
            start = end;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_have_all_moves_in_order() {
        let all: [&[u64]; 6] = [
            &[],
            &[3, 0, 4],
            &[0, 25, 0],
            &[9, 1, 1, 30, 10, 10, 0, 3],
            &[10, 20, 11],
            &[100],
        ];
        for counts in all {
            let mut found = vec![0; counts.len()];
            for window in windows(counts, 10) {
                let sum: u64 = counts[window.offsets.clone()].iter().sum();
                let taken = (sum - window.skipped).min(10);
                assert!(window.skipped == 0 && sum == taken || window.offsets.len() == 1);
                if window.offsets.len() == 1 {
                    assert_eq!(found[window.offsets.start], window.skipped);
                    found[window.offsets.start] += taken;
                } else {
                    for offset in window.offsets {
                        found[offset] += counts[offset];
                    }
                }
            }
            assert_eq!(found, counts);
        }
    }
}
