//! The moves of all positions, by number: every position is expanded again, in order, and its moves
//! are sent to the shards of the successors. A move is the key of the successor and the number of
//! the position.

use kibitz_game::{SuccessorBuffer, Turn};

use super::super::degree::Degree;
use super::super::numbers::{MOST_NUMBER, put_number};
use super::super::source::Expander;
use super::super::tag::Tag;
use super::bounds::Bounds;
use super::byte_bins::ByteBins;
use super::hashed_file::{BUFFER, HashedWriter, StoredFile};
use super::job::{Job, Round};
use super::key::{Key, Packer};
use super::rows::read_rows;
use super::state::{Phase, Runs};
use crate::SolveError;
use crate::work::DEGREES;

/// What a thread needs.
struct Worker<'r, const N: usize> {
    rules: &'r mut dyn Expander,
    steps: SuccessorBuffer,
    row: Vec<i64>,
    rows: Vec<(Key<N>, Tag)>,
    bins: ByteBins,
    buffer: Vec<u8>,
}

/// What is found in a shard.
struct Expanded {
    degrees: StoredFile,
    ranges: Vec<(i64, i64)>,
}

impl Job<'_> {
    /// Expands all positions.
    pub(super) fn moves<const N: usize>(
        &mut self,
        rules: &mut [Box<dyn Expander + '_>],
    ) -> Result<(), SolveError> {
        let _memory = self.reserve::<N>()?;
        let packer = self.state.packer();
        let bounds = Bounds::<N>::new(self.state.leaving.lows.iter(), packer.bits());
        let bases = self.bases();
        let mut workers: Vec<Worker<'_, N>> = rules
            .iter_mut()
            .map(|rules| Worker {
                rules: &mut **rules,
                steps: SuccessorBuffer::new(self.game.slots),
                row: vec![0; self.game.slots],
                rows: Vec::new(),
                bins: ByteBins::new(bounds.len(), self.sizes.bins),
                buffer: vec![0; BUFFER],
            })
            .collect();
        let all = self.state.positions();
        let stage = self
            .context
            .stage(&self.stage_name("expansion on disk"), Some(all));
        loop {
            let shards = self.state.shards.iter().enumerate();
            let due = shards.filter(|(_, s)| s.degrees.is_none() && s.positions > 0);
            let due: Vec<usize> = due.map(|(i, _)| i).collect();
            if due.is_empty() {
                break;
            }
            let left: u64 = due.iter().map(|i| self.state.shards[*i].positions).sum();
            let expand = |round: &Round<'_>, shard: usize, worker: &mut Worker<'_, N>| {
                expand(round, &packer, &bounds, (shard, bases[shard]), worker).map(Some)
            };
            let made = self.round((&stage, all - left), &due, &mut workers, expand, |r, w| {
                r.flush(&mut w.bins)
            })?;
            for (shard, Expanded { degrees, ranges }) in made {
                self.state.shards[shard].degrees = Some(degrees);
                self.state.ranges = Some(match self.state.ranges.take() {
                    None => ranges,
                    Some(known) => union(known, &ranges),
                });
            }
            self.save_if_due()?;
        }
        let none = Runs::new(self.state.lows());
        self.state.arriving = std::mem::replace(&mut self.state.leaving, none);
        self.state.phase = Phase::Predecessors;
        self.save_if_due()
    }

    /// The number of the first position of each shard.
    pub(super) fn bases(&self) -> Vec<u64> {
        let shards = self.state.shards.iter();
        let bases = shards.scan(0, |next, shard| {
            let base = *next;
            *next += shard.positions;
            Some(base)
        });
        bases.collect()
    }
}

/// The smallest ranges that contain both.
fn union(mut known: Vec<(i64, i64)>, more: &[(i64, i64)]) -> Vec<(i64, i64)> {
    for ((low, high), more) in known.iter_mut().zip(more) {
        (*low, *high) = ((*low).min(more.0), (*high).max(more.1));
    }
    known
}

/// Expands the positions of a shard, whose first number is `base`.
fn expand<const N: usize>(
    round: &Round<'_>,
    packer: &Packer,
    bounds: &Bounds<N>,
    (shard, base): (usize, u64),
    worker: &mut Worker<'_, N>,
) -> Result<Expanded, SolveError> {
    let state = &round.state.shards[shard];
    let Worker {
        rules,
        steps,
        row,
        rows,
        bins,
        buffer,
    } = worker;
    rows.clear();
    rows.reserve_exact(state.positions as usize);
    if let Some(file) = state.rows {
        read_rows(
            round.work,
            file,
            state.positions,
            packer,
            buffer,
            |key, tag| {
                rows.push((key, tag));
            },
        )?;
    }
    let mut writer = HashedWriter::new(round.work, DEGREES, round.new_file())?;
    let mut ranges = vec![(i64::MAX, i64::MIN); row.len()];
    for (number, (key, tag)) in (base..).zip(rows.iter()) {
        packer.unpack(*key, row);
        for ((low, high), value) in ranges.iter_mut().zip(row.iter()) {
            (*low, *high) = ((*low).min(*value), (*high).max(*value));
        }
        let degree = match tag.decided() {
            Some(result) => Degree::known(result),
            None => {
                let expanded = rules.expand(row, steps);
                expanded.map_err(|fault| SolveError::Fault {
                    position: (round.game.write)(row),
                    fault,
                })?;
                for (to, turn) in steps.iter() {
                    let missing = || round.missing(to);
                    let to = packer.pack(to).ok_or_else(missing)?;
                    if bins.is_full() {
                        round.flush(bins)?;
                    }
                    send(bounds, (to, turn), number, bins);
                }
                match steps.len() {
                    0 => Degree::known(round.game.no_move_result),
                    moves => Degree::moves(moves).ok_or_else(|| SolveError::TooLarge {
                        what: "the number of moves".to_owned(),
                        max: Degree::MAX_MOVES.into(),
                    })?,
                }
            }
        };
        degree.store(writer.place(Degree::BYTES)?);
    }
    let degrees = writer.finish()?;
    round.advance(state.positions)?;
    Ok(Expanded { degrees, ranges })
}

/// Sends a move of a position to the shard of its successor. Numbers ascend, so that the difference
/// from the previous one of the same bin is stored.
#[inline]
fn send<const N: usize>(
    bounds: &Bounds<N>,
    (to, turn): (Key<N>, Turn),
    number: u64,
    bins: &mut ByteBins,
) {
    let shard = bounds.of(to);
    let before = std::mem::replace(bins.memory(shard), number);
    let difference = (number - before) << 1 | u64::from(turn == Turn::Same);
    let mut digits = [0; MOST_NUMBER];
    let len = put_number(difference, &mut digits);
    let width = bounds.width(shard);
    let place = bins.place(shard, width + len);
    to.minus(bounds.low(shard)).store(&mut place[..width]);
    place[width..].copy_from_slice(&digits[..len]);
}
