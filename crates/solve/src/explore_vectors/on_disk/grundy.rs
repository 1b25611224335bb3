//! Grundy values, and whether there is a cycle, by repeated removal of the positions without moves
//! (Kahn's algorithm).
//!
//! Every position has a [mark](super::super::marks). When none of its moves is left, it is removed,
//! and its value sent to its predecessors.

use std::ops::Range;

use kibitz_game::Stage;

use super::super::degree::Degree;
use super::super::marks::{LEFT, Marks, missing, size};
use super::super::numbers::{number, put_number};
use super::byte_bins::{ByteBins, memory};
use super::graph::{ListedGraph, Lists, Window};
use super::hashed_file::{BUFFER, HashedWriter, StoredFile, name};
use super::job::{Job, Round};
use super::state::{Phase, Runs};
use crate::SolveError;
use crate::work::segments;
use crate::work::{DEGREES, MARKS, RUN};

/// What a thread needs.
struct Worker {
    marks: Marks,
    removed: Vec<u32>,
    bins: ByteBins,
    buffer: Vec<u8>,
}

/// What became of a shard.
struct Marked {
    file: StoredFile,
    removed: u64,
}

impl Job<'_> {
    /// Removes positions until none without moves is left.
    pub(super) fn grundy(&mut self) -> Result<(), SolveError> {
        let shards = self.state.shards.len();
        let bytes = memory(shards as u64, self.sizes.bins) + 4 * BUFFER as u64;
        let workers = self.sizes.workers as u64;
        let _memory = self
            .context
            .reserve("Grundy values on disk", workers * bytes)?;
        let worker = |_| Worker {
            marks: Marks::default(),
            removed: Vec::new(),
            bins: ByteBins::new(shards, self.sizes.bins),
            buffer: vec![0; BUFFER],
        };
        let mut workers: Vec<Worker> = (0..self.sizes.workers).map(worker).collect();
        let all = self.state.positions();
        let stage = self
            .context
            .stage(&self.stage_name("Grundy values on disk"), Some(all));
        loop {
            while self.grundy_round(&stage, &mut workers)? {
                self.save_if_due()?;
            }
            let none = Runs::new(self.state.lows());
            let leaving = std::mem::replace(&mut self.state.leaving, none);
            let used = std::mem::replace(&mut self.state.arriving, leaving);
            for run in used.files {
                self.remove(RUN, run)?;
            }
            if self.state.arriving.items.iter().all(|items| *items == 0) {
                self.state.phase = Phase::Values;
                return self.save();
            }
        }
    }

    /// A round of a pass; false if the pass is over.
    fn grundy_round(
        &mut self,
        stage: &Stage<'_>,
        workers: &mut [Worker],
    ) -> Result<bool, SolveError> {
        let Runs { items, is_done, .. } = &self.state.arriving;
        let is_due = |shard: &usize| {
            let state = &self.state.shards[*shard];
            let has_work = state.marks.is_none() || items[*shard] > 0;
            state.positions > 0 && has_work && !is_done[*shard]
        };
        let due: Vec<usize> = (0..items.len()).filter(is_due).collect();
        if due.is_empty() {
            return Ok(false);
        }
        let bases = self.bases();
        let done = self.state.removed;
        let made = self.round(
            (stage, done),
            &due,
            workers,
            |round, shard, worker| {
                let graph = ListedGraph::new(round.work, round.state, bases.clone());
                remove(round, &graph, shard, worker).map(Some)
            },
            |round, worker| round.flush(&mut worker.bins),
        )?;
        for (shard, Marked { file, removed }) in made {
            self.state.arriving.is_done[shard] = true;
            self.state.removed += removed;
            let old = self.state.shards[shard].marks.replace(file);
            if let Some(old) = old {
                self.remove(MARKS, old.number)?;
            }
        }
        Ok(true)
    }
}

/// Applies what was sent to a shard, and sends the values of the positions that are removed.
fn remove(
    round: &Round<'_>,
    graph: &ListedGraph<'_>,
    shard: usize,
    worker: &mut Worker,
) -> Result<Marked, SolveError> {
    let Worker {
        marks,
        removed,
        bins,
        buffer,
    } = worker;
    let _memory = read(round, shard, marks, buffer)?;
    removed.clear();
    let state = &round.state.shards[shard];
    if state.marks.is_none() {
        let all = 0..state.positions as u32;
        removed.extend(all.filter(|offset| marks.left(*offset as usize) == 0));
    }
    let runs = &round.state.arriving;
    let mut items = 0;
    for run in &runs.files {
        let (name, place) = (name(RUN, *run), (shard, runs.lows.len()));
        segments::read(round.work, (&name, *run), place, buffer, |bytes| {
            let mut at = 0;
            while let Some((offset, len)) = number(&bytes[at..])
                && let Some((value, more)) = number(&bytes[at + len..])
            {
                if offset >= state.positions {
                    let problem = format!("an item is for a position outside the shard {shard}");
                    return Err(round.work.damaged(&name, problem).into());
                }
                if marks.apply(offset as usize, value) {
                    removed.push(offset as u32);
                }
                items += 1;
                at += len + more;
            }
            Ok(at)
        })?;
    }
    if items != runs.items[shard] {
        return Err(round.miscounted(shard, items));
    }
    removed.sort_unstable();
    let mut lists = Lists::new(graph, BUFFER);
    for offset in removed.iter() {
        let value = marks.value(*offset as usize);
        lists.visit(graph.base(shard) + u64::from(*offset), |to, _| {
            if bins.is_full() {
                round.flush(bins)?;
            }
            let shard = graph.shard_of(to);
            let mut digits = [0; 20];
            let len = put_number(to - graph.base(shard), &mut digits);
            let len = len + put_number(value, &mut digits[len..]);
            bins.place(shard, len).copy_from_slice(&digits[..len]);
            Ok(())
        })?;
    }
    let mut writer = HashedWriter::new(round.work, MARKS, round.new_file())?;
    for part in marks.bytes.chunks(BUFFER) {
        writer.place(part.len())?.copy_from_slice(part);
    }
    let file = writer.finish()?;
    let removed = removed.len() as u64;
    round.advance(removed)?;
    Ok(Marked { file, removed })
}

/// Reads the marks of a shard, or makes them; returns the reservation of their memory.
fn read(
    round: &Round<'_>,
    shard: usize,
    marks: &mut Marks,
    buffer: &mut [u8],
) -> Result<kibitz_game::Reservation, SolveError> {
    let state = &round.state.shards[shard];
    let degrees = state.degrees.ok_or_else(|| round.incomplete())?;
    let records = (state.positions, Degree::BYTES);
    let mut bytes = 0;
    degrees.read(round.work, DEGREES, records, buffer, |record| {
        bytes += size(Degree::load(record));
    })?;
    let memory = Marks::memory(state.positions, bytes);
    let memory = round.context.reserve("Grundy values on disk", memory)?;
    marks.starts.clear();
    marks.bytes.clear();
    marks.starts.reserve_exact(state.positions as usize + 1);
    marks.bytes.reserve_exact(bytes as usize);
    let is_new = state.marks.is_none();
    let mut start = 0;
    degrees.read(round.work, DEGREES, records, buffer, |record| {
        let degree = Degree::load(record);
        match is_new {
            true => marks.push(degree),
            false => marks.starts.push(start),
        }
        start += size(degree);
    })?;
    if !is_new {
        marks.starts.push(start);
    }
    if let Some(file) = state.marks {
        file.append(round.work, MARKS, bytes, &mut marks.bytes)?;
    }
    Ok(memory)
}

/// Passes the Grundy values of some offsets of a shard to `take`, in order; `None` for those that
/// were not removed.
pub(super) fn values(
    (degrees, marks): (&mut Window<'_>, &mut Window<'_>),
    offsets: Range<u64>,
    mut take: impl FnMut(Option<u64>),
) -> Result<(), SolveError> {
    let mut at = 0;
    for offset in 0..offsets.end {
        let degree = degrees.get(offset * Degree::BYTES as u64, Degree::BYTES)?;
        let len = size(Degree::load(degree));
        if offset >= offsets.start {
            let mark = marks.get(at, len as usize)?;
            let (left, seen) = mark.split_at(LEFT);
            take(left.iter().all(|byte| *byte == 0).then(|| missing(seen)));
        }
        at += len;
    }
    Ok(())
}
