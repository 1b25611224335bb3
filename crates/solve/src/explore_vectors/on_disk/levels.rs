//! Enumeration, level by level, with delayed duplicate detection.
//!
//! A pass over the shards reaches a level. For every range of keys to which moves of the previous
//! level lead, the keys are sorted; those that the shards in the range do not have are new. New
//! positions are added to their shards, which are divided when they become too large, and expanded
//! immediately: the keys of their successors are those of the next pass.

use std::ops::Range;

use kibitz_game::{Stage, SuccessorBuffer, Turn, Wdl};

use super::super::source::Expander;
use super::super::tag::Tag;
use super::bounds::Bounds;
use super::byte_bins::ByteBins;
use super::hashed_file::{BUFFER, HashedWriter, name};
use super::job::{Job, Round};
use super::key::{Key, Packer};
use super::rows::read_rows;
use super::state::{Runs, ShardState};
use crate::SolveError;
use crate::explore_vectors::failure::Failure;
use crate::work::segments;
use crate::work::{ROWS, RUN};

/// Fewer items than this are not worth several threads.
const WORTH_THREADS: u64 = 1 << 12;
/// Numbers of vectors that do not fit the fields, after which the round ends.
const MANY_OUTSIDERS: usize = 1 << 16;

/// What a thread needs.
struct Worker<'r, const N: usize> {
    rules: &'r mut dyn Expander,
    steps: SuccessorBuffer,
    row: Vec<i64>,
    /// Keys that were reached, and a tag for each: that of its position if this is new.
    reached: Vec<Key<N>>,
    tags: Vec<Tag>,
    /// The positions of a shard.
    keys: Vec<Key<N>>,
    known: Vec<Tag>,
    bins: ByteBins,
    /// Keys that were sent before, by their hash. All of them have been or will be reached, so they
    /// need not be sent again.
    recent: Vec<Key<N>>,
    buffer: Vec<u8>,
    failure: Option<Failure>,
    /// Successors that do not fit the fields, one after the other.
    outsiders: Vec<i64>,
    has_extra_turns: bool,
}

/// A pass over the shards, with the ranges of keys that matter.
struct Pass<const N: usize> {
    packer: Packer,
    /// The ranges of the runs that are read and written, and of the shards.
    arriving: Bounds<N>,
    leaving: Bounds<N>,
    shards: Bounds<N>,
    /// The most positions of a shard.
    most: u64,
    /// The most keys that are sorted at a time.
    sorted: usize,
}

/// How the enumeration ended.
pub(super) enum LevelsEnd {
    /// All positions are known.
    Complete,
    /// These vectors do not fit the fields, one after the other.
    Outgrown(Vec<i64>),
}

/// The key that stands for no key in the recent ones; it is never taken for one.
fn no_key<const N: usize>() -> Key<N> {
    Key([u64::MAX; N])
}

impl Job<'_> {
    /// Enumerates, until all positions are known or some vectors do not fit the fields. These are
    /// successors that still have to be sent.
    pub(super) fn levels<const N: usize>(
        &mut self,
        rules: &mut [Box<dyn Expander + '_>],
    ) -> Result<LevelsEnd, SolveError> {
        let _memory = self.reserve::<N>()?;
        let sizes = self.sizes;
        let mut workers: Vec<Worker<'_, N>> = rules
            .iter_mut()
            .map(|rules| Worker {
                rules: &mut **rules,
                steps: SuccessorBuffer::new(self.game.slots),
                row: vec![0; self.game.slots],
                reached: Vec::with_capacity(sizes.keys::<N>()),
                tags: Vec::new(),
                keys: Vec::new(),
                known: Vec::new(),
                bins: ByteBins::new(0, sizes.bins),
                recent: vec![no_key(); sizes.recent::<N>()],
                buffer: vec![0; BUFFER],
                failure: None,
                outsiders: Vec::new(),
                has_extra_turns: false,
            })
            .collect();
        loop {
            let name = format!("enumeration on disk, depth {}", self.state.depth);
            let stage = self.context.stage(&self.stage_name(&name), None);
            while let Some(outsiders) = self.level_round(&stage, &mut workers)? {
                if !outsiders.is_empty() {
                    return Ok(LevelsEnd::Outgrown(outsiders));
                }
                // A checkpoint would not have the failure.
                if self.failure.is_none() {
                    self.save_if_due()?;
                }
            }
            if let Some(failure) = self.failure.take() {
                return Err(failure.reported(self.game.write));
            }
            drop(stage);
            if !self.next_level()? {
                return Ok(LevelsEnd::Complete);
            }
        }
    }

    /// A round of the pass; the vectors that do not fit the fields, or `None` if the pass is over.
    fn level_round<const N: usize>(
        &mut self,
        stage: &Stage<'_>,
        workers: &mut [Worker<'_, N>],
    ) -> Result<Option<Vec<i64>>, SolveError> {
        let Runs { items, is_done, .. } = &self.state.arriving;
        let is_due = |range: &usize| items[*range] > 0 && !is_done[*range];
        let due: Vec<usize> = (0..items.len()).filter(is_due).collect();
        if due.is_empty() {
            return Ok(None);
        }
        let all: u64 = due.iter().map(|range| items[*range]).sum();
        let packer = self.state.packer();
        let bounds = |lows: &[_]| Bounds::new(lows.iter(), packer.bits());
        let positions = self.state.positions();
        let pass = Pass {
            arriving: bounds(&self.state.arriving.lows),
            leaving: bounds(&self.state.leaving.lows),
            shards: bounds(&self.state.lows()),
            most: self.sizes.rows::<N>(positions),
            sorted: self.sizes.keys::<N>(),
            packer,
        };
        for worker in workers.iter_mut() {
            worker.bins.reset(pass.leaving.len());
        }
        let used = match all < WORTH_THREADS {
            true => 1,
            false => workers.len(),
        };
        let made = self.round(
            (stage, positions),
            &due,
            &mut workers[..used],
            |round, range, worker| pass.reach(round, range, worker),
            |round, worker| round.flush(&mut worker.bins),
        )?;
        self.replace_shards(&pass, made)?;
        let mut outsiders = Vec::new();
        for worker in workers {
            outsiders.append(&mut worker.outsiders);
            self.state.has_extra_turns |= worker.has_extra_turns;
            let failures = [self.failure.take(), worker.failure.take()];
            let failures = failures.into_iter().flatten();
            self.failure = failures.min_by(|a, b| a.order().cmp(&b.order()));
        }
        Ok(Some(outsiders))
    }

    /// Replaces the shards in some ranges, and removes their files.
    fn replace_shards<const N: usize>(
        &mut self,
        pass: &Pass<N>,
        mut made: Vec<(usize, Vec<ShardState>)>,
    ) -> Result<(), SolveError> {
        made.sort_unstable_by_key(|(range, _)| *range);
        let old = std::mem::take(&mut self.state.shards);
        let mut old = old.into_iter().enumerate().peekable();
        for (range, new) in made {
            let (low, end) = (pass.arriving.low(range), pass.arriving.end(range));
            while let Some((_, shard)) = old.next_if(|(i, _)| pass.shards.low(*i) < low) {
                self.state.shards.push(shard);
            }
            let is_inside = |i: usize| end.is_none_or(|end| pass.shards.low(i) < end);
            while let Some((_, shard)) = old.next_if(|(i, _)| is_inside(*i)) {
                if let Some(rows) = shard.rows
                    && new.iter().all(|shard| shard.rows != Some(rows))
                {
                    self.remove(ROWS, rows.number)?;
                }
            }
            self.state.shards.extend(new);
            self.state.arriving.is_done[range] = true;
        }
        self.state.shards.extend(old.map(|(_, shard)| shard));
        Ok(())
    }

    /// Turns to the next level; false if there is none.
    fn next_level(&mut self) -> Result<bool, SolveError> {
        let leaving = Runs::new(self.state.lows());
        let leaving = std::mem::replace(&mut self.state.leaving, leaving);
        let used = std::mem::replace(&mut self.state.arriving, leaving);
        for run in used.files {
            self.remove(RUN, run)?;
        }
        if self.state.arriving.items.iter().all(|items| *items == 0) {
            return Ok(false);
        }
        self.state.depth += 1;
        match self.state.depth < Tag::MAX_DEPTH {
            true => Ok(true),
            false => Err(SolveError::TooLarge {
                what: "the depth of a position".to_owned(),
                max: Tag::MAX_DEPTH.into(),
            }),
        }
    }
}

impl<const N: usize> Pass<N> {
    /// Reaches the positions of a range; returns the shards that replace those in the range, or
    /// `None` if the fields must be widened first.
    fn reach(
        &self,
        round: &Round<'_>,
        range: usize,
        worker: &mut Worker<'_, N>,
    ) -> Result<Option<Vec<ShardState>>, SolveError> {
        let mut made = Vec::new();
        let mut todo = vec![(self.arriving.low(range), self.arriving.end(range))];
        while let Some((from, to)) = todo.pop() {
            if let Some(middle) = self.collect(round, range, (from, to), worker)? {
                todo.extend([(middle, to), (from, Some(middle))]);
                continue;
            }
            let mut shard = self.shards.of(from);
            let mut at = 0;
            while shard < self.shards.len() && to.is_none_or(|to| self.shards.low(shard) < to) {
                let end = match (self.shards.end(shard), to) {
                    (Some(end), Some(to)) => Some(end.min(to)),
                    (end, to) => end.or(to),
                };
                let part = (self.shards.low(shard).max(from), end);
                let reached = &worker.reached[at..];
                let next = end.map_or(reached.len(), |end| reached.partition_point(|k| *k < end));
                self.merge(round, shard, part, at..at + next, worker, &mut made)?;
                if worker.outsiders.len() >= MANY_OUTSIDERS {
                    return Ok(None);
                }
                at += next;
                shard += 1;
            }
        }
        Ok(Some(made))
    }

    /// Collects the distinct keys that were reached, sorted. If there are too many, returns one of
    /// them to divide the range.
    fn collect(
        &self,
        round: &Round<'_>,
        range: usize,
        (from, to): (Key<N>, Option<Key<N>>),
        worker: &mut Worker<'_, N>,
    ) -> Result<Option<Key<N>>, SolveError> {
        let (low, width) = (self.arriving.low(range), self.arriving.width(range));
        let runs = &round.state.arriving;
        let (reached, buffer) = (&mut worker.reached, &mut worker.buffer);
        reached.clear();
        let (mut items, mut middle) = (0, None);
        for run in &runs.files {
            let (name, place) = (name(RUN, *run), (range, runs.lows.len()));
            segments::read(round.work, (&name, *run), place, buffer, |bytes| {
                let all = bytes.chunks_exact(width);
                let used = all.len() * width;
                items += all.len() as u64;
                for bytes in all {
                    if reached.len() == self.sorted {
                        reached.sort_unstable();
                        reached.dedup();
                        if reached.len() > self.sorted / 2 {
                            middle = middle.or(Some(reached[reached.len() / 2]));
                            reached.clear();
                        }
                    }
                    let key = low.plus(Key::load(bytes));
                    if from <= key && to.is_none_or(|to| key < to) && middle.is_none() {
                        reached.push(key);
                    }
                }
                Ok(used)
            })?;
        }
        if items != runs.items[range] {
            return Err(round.miscounted(range, items));
        }
        reached.sort_unstable();
        reached.dedup();
        Ok(middle)
    }

    /// Adds those of the reached keys that are new to the part of a shard from one key up to
    /// another, and expands them. Appends the shards that replace the part.
    fn merge(
        &self,
        round: &Round<'_>,
        shard: usize,
        (from, to): (Key<N>, Option<Key<N>>),
        reached: Range<usize>,
        worker: &mut Worker<'_, N>,
        made: &mut Vec<ShardState>,
    ) -> Result<(), SolveError> {
        let old = &round.state.shards[shard];
        let is_whole = from == self.shards.low(shard) && to == self.shards.end(shard);
        if is_whole && reached.is_empty() {
            made.push(old.clone());
            return Ok(());
        }
        worker.keys.clear();
        worker.known.clear();
        worker.keys.reserve_exact(old.positions as usize);
        worker.known.reserve_exact(old.positions as usize);
        if let Some(rows) = old.rows {
            let (keys, known) = (&mut worker.keys, &mut worker.known);
            let buffer = &mut worker.buffer;
            read_rows(
                round.work,
                rows,
                old.positions,
                &self.packer,
                buffer,
                |key, tag| {
                    if from <= key && to.is_none_or(|to| key < to) {
                        keys.push(key);
                        known.push(tag);
                    }
                },
            )?;
        }
        let new = self.expand_new(round, reached.clone(), worker)?;
        if is_whole && new == 0 {
            made.push(old.clone());
            return Ok(());
        }
        self.store(round, from, new, reached, worker, made)?;
        round.advance(new)
    }

    /// Sets the tags of reached keys: none if the shard has the key. Expands the others, and returns
    /// how many they are.
    fn expand_new(
        &self,
        round: &Round<'_>,
        reached: Range<usize>,
        worker: &mut Worker<'_, N>,
    ) -> Result<u64, SolveError> {
        worker.tags.clear();
        worker.tags.reserve_exact(reached.len());
        let (mut at, mut new) = (0, 0);
        for i in reached {
            let key = worker.reached[i];
            while worker.keys.get(at).is_some_and(|one| *one < key) {
                at += 1;
            }
            if worker.keys.get(at) == Some(&key) {
                worker.tags.push(Tag::NONE);
                continue;
            }
            new += 1;
            self.packer.unpack(key, &mut worker.row);
            let decided = match worker.rules.decided(&worker.row) {
                Ok(decided) => decided,
                Err(fault) => {
                    Failure::note_cause(&mut worker.failure, 0, &worker.row, fault);
                    Some(Wdl::Draw)
                }
            };
            worker.tags.push(Tag::new(round.state.depth, decided));
            if decided.is_some() {
                continue;
            }
            let expanded = worker.rules.expand(&worker.row, &mut worker.steps);
            if let Err(fault) = expanded {
                Failure::note_cause(&mut worker.failure, 1, &worker.row, fault);
                continue;
            }
            self.send(round, worker)?;
        }
        Ok(new)
    }

    /// Sends the successors of the position expanded last.
    #[inline]
    fn send(&self, round: &Round<'_>, worker: &mut Worker<'_, N>) -> Result<(), SolveError> {
        for (row, turn) in worker.steps.iter() {
            worker.has_extra_turns |= turn == Turn::Same;
            let Some(key) = self.packer.pack::<N>(row) else {
                worker.outsiders.extend_from_slice(row);
                continue;
            };
            let place = place_of(key, worker.recent.len());
            let recent = &mut worker.recent[place];
            if *recent == key && key != no_key() {
                continue;
            }
            *recent = key;
            if worker.bins.is_full() {
                round.flush(&mut worker.bins)?;
            }
            let range = self.leaving.of(key);
            let place = worker.bins.place(range, self.leaving.width(range));
            key.minus(self.leaving.low(range)).store(place);
        }
        Ok(())
    }

    /// Writes the positions of the shard and the new ones, in as many shards as they need, the first
    /// of which begins with the key `from`.
    fn store(
        &self,
        round: &Round<'_>,
        from: Key<N>,
        new: u64,
        reached: Range<usize>,
        worker: &mut Worker<'_, N>,
        made: &mut Vec<ShardState>,
    ) -> Result<(), SolveError> {
        let all = worker.keys.len() as u64 + new;
        let parts = match all <= self.most {
            true => 1,
            false => all.div_ceil(self.most / 2 + 1),
        };
        let old = worker
            .keys
            .iter()
            .copied()
            .zip(worker.known.iter().copied());
        let reached = worker.reached[reached].iter().copied();
        let new = reached.zip(worker.tags.iter().copied());
        let mut new = new.filter(|(_, tag)| *tag != Tag::NONE).peekable();
        let mut old = old.peekable();
        let mut next = || match (old.peek(), new.peek()) {
            (Some((a, _)), Some((b, _))) if a < b => old.next(),
            (Some(_), None) => old.next(),
            _ => new.next(),
        };
        let len = self.packer.bytes();
        for part in 0..parts {
            let positions = all * (part + 1) / parts - all * part / parts;
            let mut low = from;
            let mut rows = None;
            if positions > 0 {
                let mut writer = HashedWriter::new(round.work, ROWS, round.new_file())?;
                for i in 0..positions {
                    let Some((key, tag)) = next() else { break };
                    if i == 0 && part > 0 {
                        low = key;
                    }
                    let place = writer.place(len + Tag::BYTES)?;
                    key.store(&mut place[..len]);
                    tag.store(&mut place[len..]);
                }
                rows = Some(writer.finish()?);
            }
            made.push(ShardState::new(low.stored(), positions, rows));
        }
        Ok(())
    }
}

/// Where a key is remembered, among a power of two of places.
#[inline]
fn place_of<const N: usize>(Key(words): Key<N>, places: usize) -> usize {
    let mut hash = 0u64;
    for word in words {
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (hash >> 32) as usize & (places - 1)
}
