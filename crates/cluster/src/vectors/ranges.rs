//! The parts of the table: ranges in the order of vectors. Positions go with their values from the
//! owners of their buckets to those of their ranges.

use std::ops::Range;

use kibitz_game::{Grundy, Plies, Reservation, Value};
use kibitz_solve::{Evaluation, SolveError, TableRows, write_listed};
use kibitz_tablebase::{Description, Packing, Part};
use timely::worker::Worker;

use super::grundy::Removed;
use super::placed::Placed;
use super::share::share;
use crate::ClusterError;
use crate::build::{Entries, Run};
use crate::options::Built;
use crate::port::Port;
use crate::rounds::{Items, Peers, Rounds, run};

/// Positions of each process from which the bounds of the ranges are estimated.
const SAMPLE: u64 = 1 << 10;

/// Bytes of a depth, a value, and a Grundy value.
const NUMBER: usize = size_of::<u32>();

/// The positions of a range, with their values.
pub(super) struct Listed {
    packing: Packing,
    /// The row of each position, its depth, its value, and its Grundy value if there are any.
    records: Vec<u8>,
    /// The places of the records, in the order of the rows.
    order: Vec<u32>,
    has_grundy: bool,
    /// The number of positions before the range, and of all.
    first: u64,
    all: u64,
    _memory: Reservation,
}

/// Sends all positions to the owners of their ranges, and receives those of the own one.
pub(super) fn exchange(
    peers: Peers<'_>,
    worker: &mut Worker,
    placed: Placed,
    entries: &Entries,
    grundies: Option<Removed>,
) -> Result<Listed, ClusterError> {
    let packets = Items::memory(peers.workers);
    let _packets = peers.context.reserve("packets of positions", packets)?;
    let bounds = bounds(peers, worker, &placed)?;
    let all = placed.summary().positions;
    let has_grundy = grundies.is_some();
    let mut dispatch = Dispatch {
        peers,
        bounds,
        record: record_len(placed.packing(), has_grundy),
        row: vec![0; placed.packing().slots().len()],
        packed: Vec::new(),
        next: (0, 0),
        records: Vec::new(),
        memory: peers.context.reserve("positions of the table", 0)?,
        placed,
        entries,
        grundies,
        sent: 0,
    };
    let stage = peers
        .context
        .stage("sorting by several processes", Some(all));
    run(peers, &mut dispatch, 0, &stage, Port::new(worker))?;
    let Dispatch {
        placed,
        records,
        record,
        mut memory,
        ..
    } = dispatch;
    let packing = placed.packing().clone();
    drop(placed);
    let count = records.len() / record;
    memory.grow("positions of the table", 4 * count as u64)?;
    let mut order: Vec<u32> = (0..count as u32).collect();
    let row = |place: &u32| &records[*place as usize * record..][..packing.row_len()];
    order.sort_unstable_by(|a, b| row(a).cmp(row(b)));
    let counts: Vec<u64> = share(peers, worker, &(count as u64))?;
    Ok(Listed {
        first: counts[..peers.worker].iter().sum(),
        packing,
        records,
        order,
        has_grundy,
        all,
        _memory: memory,
    })
}

/// The first rows of all ranges but the first one.
fn bounds(
    peers: Peers<'_>,
    worker: &mut Worker,
    placed: &Placed,
) -> Result<Vec<Vec<u8>>, ClusterError> {
    let len = placed.tags.len() as u64;
    let mut row = vec![0; placed.packing().slots().len()];
    let sample = (0..SAMPLE.min(len)).map(|i| {
        // Not evenly spaced: ids are sorted within buckets.
        let id = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) % len;
        placed.set.get(id as u32, &mut row);
        let mut packed = Vec::new();
        placed.packing().pack(&row, &mut packed);
        packed
    });
    let sample: Vec<Vec<u8>> = sample.collect();
    let mut all: Vec<Vec<u8>> = share(peers, worker, &sample)?.concat();
    all.sort_unstable();
    let bound = |range: usize| all.get(range * all.len() / peers.workers).cloned();
    Ok((1..peers.workers).filter_map(bound).collect())
}

/// The length of a record.
fn record_len(packing: &Packing, has_grundy: bool) -> usize {
    packing.row_len() + (2 + usize::from(has_grundy)) * NUMBER
}

struct Dispatch<'a> {
    peers: Peers<'a>,
    placed: Placed,
    entries: &'a Entries,
    grundies: Option<Removed>,
    bounds: Vec<Vec<u8>>,
    /// The length of a record.
    record: usize,
    row: Vec<i64>,
    packed: Vec<u8>,
    /// The bucket and the id that come next.
    next: (usize, u32),
    records: Vec<u8>,
    memory: Reservation,
    sent: u64,
}

impl Dispatch<'_> {
    /// Adds records of the own range.
    fn push(&mut self, records: &[u8]) -> Result<(), SolveError> {
        let more = self.records.len() + records.len();
        if more > self.records.capacity() {
            // A vector that grows exists twice for a moment.
            let capacity = more.max(self.records.capacity() / 2 * 3).max(1 << 12);
            let bytes = (2 * capacity) as u64;
            let bytes = bytes.saturating_sub(self.memory.bytes());
            self.memory.grow("positions of the table", bytes)?;
            self.records.reserve_exact(capacity - self.records.len());
        }
        self.records.extend_from_slice(records);
        Ok(())
    }

    /// Makes the record of a position in `packed`.
    fn pack(&mut self, bucket: usize, id: u32) -> Result<(), SolveError> {
        let Placed { set, tags, .. } = &self.placed;
        set.get(id, &mut self.row);
        self.placed.packing().pack(&self.row, &mut self.packed);
        let place = u64::from(id - self.placed.ids(bucket).start);
        let at = ((bucket as u64) << self.placed.bits()) + place;
        let value = self.entries.value(at as usize);
        let value = value.ok_or_else(|| SolveError::missing(&self.row))?;
        let number = match value {
            Value::Draw => 0,
            Value::Win(plies) => 1 + 2 * u64::from(plies.get()),
            Value::Loss(plies) => 2 + 2 * u64::from(plies.get()),
        };
        let mut put = |number: u64| {
            let number = u32::try_from(number).map_err(|_| SolveError::TooLarge {
                what: "a distance or a Grundy value".to_owned(),
                max: u32::MAX.into(),
            })?;
            self.packed.extend(number.to_le_bytes());
            Ok::<(), SolveError>(())
        };
        put(tags[id as usize].depth().into())?;
        put(number)?;
        if let Some(grundies) = &self.grundies {
            put(grundies.grundy(id))?;
        }
        Ok(())
    }
}

impl Rounds for Dispatch<'_> {
    fn apply(&mut self, _: u32, _: usize, items: &[u8]) -> Result<Option<()>, ClusterError> {
        if !items.len().is_multiple_of(self.record) {
            return Ok(None);
        }
        self.push(items)?;
        Ok(Some(()))
    }

    fn emit(&mut self, _: u32, items: &mut Items) -> Result<bool, ClusterError> {
        while self.next.0 < self.placed.buckets() {
            let (bucket, id) = self.next;
            if id == self.placed.ids(bucket).end {
                self.next.0 += 1;
                continue;
            }
            self.next.1 += 1;
            self.sent += 1;
            self.pack(bucket, id)?;
            let row = &self.packed[..self.placed.packing().row_len()];
            match self.bounds.partition_point(|bound| &bound[..] <= row) {
                own if own == self.peers.worker => {
                    let packed = std::mem::take(&mut self.packed);
                    self.push(&packed)?;
                    self.packed = packed;
                }
                other => items.to(other).extend_from_slice(&self.packed),
            }
            if items.are_full() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn done(&self) -> u64 {
        self.sent
    }
}

impl Listed {
    /// Writes the part.
    pub(super) fn write(
        &self,
        run: &Run,
        continued_from: Option<u32>,
    ) -> Result<Built, ClusterError> {
        let part = Part {
            index: run.peers().worker as u32,
            parts: run.peers().workers as u32,
            positions: self.all,
            shard_bits: 0,
            first: Some(self.first),
        };
        let description = Description {
            part: Some(part),
            ..run.description().clone()
        };
        let path = run.part_path();
        let level = run.compression();
        let bytes = write_listed(description, self, level, &path, run.peers().context)?;
        Ok(Built {
            part: path,
            bytes,
            continued_from,
        })
    }

    /// The records of some numbers, each as its row and its numbers.
    fn records(&self, numbers: Range<u64>) -> impl Iterator<Item = (&[u8], [u32; 3])> {
        let len = record_len(&self.packing, self.has_grundy);
        let order = &self.order[numbers.start as usize..numbers.end as usize];
        order.iter().map(move |place| {
            let record = &self.records[*place as usize * len..][..len];
            let (row, rest) = record.split_at(self.packing.row_len());
            let mut numbers = [0; 3];
            for (number, bytes) in numbers.iter_mut().zip(rest.as_chunks().0) {
                *number = u32::from_le_bytes(*bytes);
            }
            (row, numbers)
        })
    }
}

impl TableRows for Listed {
    fn positions(&self) -> u64 {
        self.order.len() as u64
    }

    fn packing(&self) -> &Packing {
        &self.packing
    }

    fn vectors(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(&[i64], Option<u32>),
    ) -> Result<(), SolveError> {
        let mut vector = vec![0; self.packing.slots().len()];
        for (row, [depth, ..]) in self.records(numbers) {
            self.packing.unpack(row, &mut vector);
            visit(&vector, Some(depth));
        }
        Ok(())
    }

    fn evaluations(
        &self,
        numbers: Range<u64>,
        visit: &mut dyn FnMut(Option<Evaluation>),
    ) -> Result<(), SolveError> {
        for (_, [_, value, grundy]) in self.records(numbers) {
            let value = match value.checked_sub(1) {
                None => Value::Draw,
                Some(twice) if twice % 2 == 0 => Value::Win(Plies::new(twice / 2)),
                Some(twice) => Value::Loss(Plies::new(twice / 2)),
            };
            visit(Some(Evaluation {
                grundy: self.has_grundy.then(|| Grundy::new(grundy.into())),
                ..Evaluation::from(value)
            }));
        }
        Ok(())
    }

    fn has_grundy(&self) -> Result<bool, SolveError> {
        Ok(self.has_grundy)
    }
}
