//! Wider fields: all files are written again. Packed vectors are ordered like vectors in any fields,
//! so positions stay in their order, and keys in their ranges.

use super::super::tag::Tag;
use super::bounds::Bounds;
use super::byte_bins::ByteBins;
use super::hashed_file::{BUFFER, HashedWriter, name};
use super::job::{Job, write_run};
use super::key::{Key, Packer, StoredKey, WIDEST};
use super::rows::read_rows;
use super::state::Runs;
use crate::SolveError;
use crate::explore_vectors::fields::Span;
use crate::work::segments::{self, SegmentWriter};
use crate::work::{ROWS, RUN};

/// A key of any fields.
type Wide = Key<WIDEST>;

impl Job<'_> {
    /// Widens the fields for some vectors, one after the other, and sends these.
    pub(super) fn widen(&mut self, outsiders: &[i64]) -> Result<(), SolveError> {
        let old = self.state.packer();
        let mut spans = old.fields().spans().to_vec();
        // A vector without slots always fits.
        let outsiders = outsiders.chunks_exact(self.game.slots.max(1));
        for row in outsiders.clone() {
            for (span, value) in spans.iter_mut().zip(row) {
                *span = span.with(Span::of(*value));
            }
        }
        let fields = old.fields().widened(&spans);
        if fields.words() > WIDEST {
            return Err(SolveError::TooLarge {
                what: "the number of bits of a position".to_owned(),
                max: 64 * WIDEST as u64,
            });
        }
        let new = Packer::new(fields);
        self.repack_shards(&old, &new)?;
        let arriving = std::mem::take(&mut self.state.arriving);
        self.state.arriving = self.repack_runs(arriving, &old, &new)?;
        let leaving = std::mem::take(&mut self.state.leaving);
        self.state.leaving = self.repack_runs(leaving, &old, &new)?;
        self.state.set_fields(new.fields());
        let mut leaving = std::mem::take(&mut self.state.leaving);
        self.send(&mut leaving, outsiders)?;
        self.state.leaving = leaving;
        Ok(())
    }

    /// The number of a new file.
    fn new_file(&mut self) -> u64 {
        self.state.next_file += 1;
        self.state.next_file - 1
    }

    /// Adds vectors that fit the fields to some runs.
    pub(super) fn send<'r>(
        &mut self,
        runs: &mut Runs,
        rows: impl Iterator<Item = &'r [i64]>,
    ) -> Result<(), SolveError> {
        let packer = self.state.packer();
        let bounds = Bounds::<WIDEST>::new(runs.lows.iter(), packer.bits());
        let mut bins = ByteBins::new(bounds.len(), BUFFER as u64);
        let mut left = rows.peekable();
        while left.peek().is_some() {
            while !bins.is_full()
                && let Some(row) = left.next()
            {
                let key: Wide = packer.pack(row).ok_or_else(|| SolveError::Missing {
                    position: (self.game.write)(row),
                })?;
                let range = bounds.of(key);
                let place = bins.place(range, bounds.width(range));
                key.minus(bounds.low(range)).store(place);
                runs.items[range] += 1;
            }
            let run = self.new_file();
            write_run(self.work, run, &mut bins)?;
            runs.files.push(run);
        }
        Ok(())
    }

    fn repack_shards(&mut self, old: &Packer, new: &Packer) -> Result<(), SolveError> {
        let mut buffer = vec![0; BUFFER];
        let len = new.bytes();
        for i in 0..self.state.shards.len() {
            self.context.check()?;
            let shard = &self.state.shards[i];
            let (positions, low) = (shard.positions, convert(&shard.low, old, new)?);
            self.state.shards[i].low = low;
            let Some(rows) = self.state.shards[i].rows else {
                continue;
            };
            let number = self.new_file();
            let mut writer = HashedWriter::new(self.work, ROWS, number)?;
            let mut written = Ok(());
            let mut vector = vec![0; self.game.slots];
            read_rows(self.work, rows, positions, old, &mut buffer, |key, tag| {
                if written.is_ok() {
                    written = repacked(key, old, new, &mut vector).and_then(|key| {
                        let place = writer.place(len + Tag::BYTES)?;
                        key.store(&mut place[..len]);
                        tag.store(&mut place[len..]);
                        Ok(())
                    });
                }
            })?;
            written?;
            self.state.shards[i].rows = Some(writer.finish()?);
            self.remove(ROWS, rows.number)?;
        }
        Ok(())
    }

    fn repack_runs(&mut self, runs: Runs, old: &Packer, new: &Packer) -> Result<Runs, SolveError> {
        let lows = runs.lows.iter().map(|low| convert(low, old, new));
        let lows: Vec<StoredKey> = lows.collect::<Result<_, _>>()?;
        let before = Bounds::<WIDEST>::new(runs.lows.iter(), old.bits());
        let after = Bounds::<WIDEST>::new(lows.iter(), new.bits());
        let mut files = Vec::new();
        let (mut buffer, mut vector) = (vec![0; BUFFER], vec![0; self.game.slots]);
        for run in &runs.files {
            self.context.check()?;
            let (old_name, number) = (name(RUN, *run), self.new_file());
            let new_name = name(RUN, number);
            let mut writer = SegmentWriter::new(self.work.create(&new_name)?, number, BUFFER);
            let unwritable = |error| self.work.unwritable(&new_name, error);
            let mut bytes = Vec::new();
            for range in 0..before.len() {
                let (width, place) = (before.width(range), (range, before.len()));
                let read = (old_name.as_str(), *run);
                segments::read(self.work, read, place, &mut buffer, |items| {
                    bytes.clear();
                    for item in items.chunks_exact(width) {
                        let key = before.low(range).plus(Key::load(item));
                        let key = repacked(key, old, new, &mut vector)?;
                        let start = bytes.len();
                        bytes.resize(start + after.width(range), 0);
                        key.minus(after.low(range)).store(&mut bytes[start..]);
                    }
                    writer.write(&bytes).map_err(unwritable)?;
                    Ok(items.len() / width * width)
                })?;
                writer.next_shard();
            }
            writer.finish().map_err(unwritable)?;
            files.push(number);
            self.remove(RUN, *run)?;
        }
        Ok(Runs {
            lows,
            files,
            ..runs
        })
    }
}

/// The key of the same vector in other fields.
fn repacked(key: Wide, old: &Packer, new: &Packer, vector: &mut [i64]) -> Result<Wide, SolveError> {
    old.unpack(key, vector);
    let missing = || SolveError::missing(&vector);
    new.pack(vector).ok_or_else(missing)
}

/// The same for the first key of a range: a vector, or zero for the first range.
fn convert(low: &StoredKey, old: &Packer, new: &Packer) -> Result<StoredKey, SolveError> {
    let key = Wide::of(low);
    if key == Key::ZERO {
        return Ok(low.clone());
    }
    let mut vector = vec![0; old.fields().spans().len()];
    Ok(repacked(key, old, new, &mut vector)?.stored())
}
