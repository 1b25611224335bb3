//! The graph of all positions for retrograde analysis: initial states and lists of predecessors
//! from files.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

use kibitz_game::{Plies, Turn, Value};

use super::super::degree::Degree;
use super::hashed_file::{BUFFER, name};
use super::job::incomplete;
use super::predecessors::{START, item_bytes};
use super::state::{ShardState, State};
use crate::DiskError;
use crate::SolveError;
use crate::retrograde::bins::Bins;
use crate::retrograde::on_disk::{Flush, ShardGraph, StoredEntry};
use crate::retrograde::{Effect, NodeInit, Outbox, Shard};
use crate::work::{DEGREES, PREDECESSORS, Work};

/// Bytes read at a time if few positions of a shard are needed.
const SMALL: usize = 1 << 12;
/// A level is read in large pieces if at least one position in this many is in it.
const DENSE: u64 = 32;

/// The graph of all positions.
pub(super) struct ListedGraph<'a> {
    pub(super) work: &'a Work,
    shards: &'a [ShardState],
    /// The number of the first position of each shard, and of all positions.
    bases: Vec<u64>,
    item: usize,
}

impl<'a> ListedGraph<'a> {
    pub(super) fn new(work: &'a Work, state: &'a State, mut bases: Vec<u64>) -> ListedGraph<'a> {
        let positions = state.positions();
        bases.push(positions);
        ListedGraph {
            work,
            shards: &state.shards,
            bases,
            item: item_bytes(positions),
        }
    }

    /// The number of positions.
    pub(super) fn size(&self) -> u64 {
        self.bases.last().copied().unwrap_or(0)
    }

    /// The number of the first position of a shard.
    pub(super) fn base(&self, shard: usize) -> u64 {
        self.bases[shard]
    }

    /// The shard of a number below the size, which has positions.
    pub(super) fn shard_of(&self, number: u64) -> usize {
        self.bases.partition_point(|base| *base <= number) - 1
    }
}

impl<C: StoredEntry> ShardGraph<C> for ListedGraph<'_> {
    fn open<'e>(&self, base: u64, entries: &'e mut [C]) -> Result<Shard<&'e mut [C]>, SolveError> {
        let end = base + entries.len() as u64;
        let mut opened = Shard::new(base, entries, Plies::ZERO);
        let mut window = Window::new(self.work, BUFFER);
        let mut number = base;
        while number < end {
            let shard = self.shard_of(number);
            window.open(DEGREES, self.shards[shard].degrees.map(|file| file.number))?;
            let first = self.bases[shard];
            let here = self.bases[shard + 1].min(end);
            for number in number..here {
                let at = (number - first) * Degree::BYTES as u64;
                let degree = Degree::load(window.get(at, Degree::BYTES)?);
                let init = match degree.get() {
                    Ok(moves) => NodeInit::Open(moves.into()),
                    Err(result) => NodeInit::Known(Value::terminal(result)),
                };
                opened.set((number - base) as usize, init)?;
            }
            number = here;
        }
        Ok(opened.at_start())
    }

    fn emit(
        &self,
        shard: &mut Shard<&mut [C]>,
        bins: &mut Bins,
        flush: &mut Flush<'_>,
    ) -> Result<(), SolveError> {
        let is_dense = shard.level_count().count() * DENSE >= shard.entries().len() as u64;
        let mut lists = Lists::new(self, if is_dense { BUFFER } else { SMALL });
        shard.visit_level(|number, is_won| {
            lists.visit(number, |from, turn| {
                if bins.send(from, Effect::of(is_won, turn)).is_break() {
                    flush(bins)?;
                }
                Ok(())
            })
        })
    }
}

/// The lists of predecessors, for numbers in ascending order.
pub(super) struct Lists<'a> {
    graph: &'a ListedGraph<'a>,
    /// The file of a shard, where the lists begin and where they are.
    starts: Window<'a>,
    items: Window<'a>,
    /// The numbers of its positions.
    here: Range<u64>,
    /// Where its first list begins.
    first: u64,
}

impl<'a> Lists<'a> {
    /// Files are read in pieces of `size` bytes.
    pub(super) fn new(graph: &'a ListedGraph<'a>, size: usize) -> Lists<'a> {
        Lists {
            graph,
            starts: Window::new(graph.work, size),
            items: Window::new(graph.work, size),
            here: 0..0,
            first: 0,
        }
    }

    /// Passes the predecessors of a number to `visit`, with the turn after the move.
    pub(super) fn visit(
        &mut self,
        number: u64,
        mut visit: impl FnMut(u64, Turn) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let graph = self.graph;
        if !self.here.contains(&number) {
            let shard = graph.shard_of(number);
            self.here = graph.bases[shard]..graph.bases[shard + 1];
            let file = graph.shards[shard].predecessors.map(|file| file.number);
            self.starts.open(PREDECESSORS, file)?;
            self.items.open(PREDECESSORS, file)?;
            self.first = (self.here.end - self.here.start + 1) * START as u64;
        }
        let at = (number - self.here.start) * START as u64;
        let both = self.starts.get(at, 2 * START)?;
        let (mut next, end) = (integer(&both[..START]), integer(&both[START..]));
        let item = graph.item;
        while next < end {
            let count = (end - next).min((SMALL / item) as u64);
            let at = self.first + next * item as u64;
            let items = self.items.get(at, count as usize * item)?;
            for item in items.chunks_exact(item).map(integer) {
                let turn = match item & 1 {
                    0 => Turn::Other,
                    _ => Turn::Same,
                };
                visit(item >> 1, turn)?;
            }
            next += count;
        }
        Ok(())
    }
}

/// A number of at most eight bytes, little-endian.
#[inline]
fn integer(bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

/// A part of a file in memory.
pub(super) struct Window<'w> {
    work: &'w Work,
    name: String,
    file: Option<File>,
    /// Bytes read at a time.
    size: usize,
    bytes: Vec<u8>,
    start: u64,
}

impl<'w> Window<'w> {
    /// No file yet; it will be read in pieces of `size` bytes.
    pub(super) fn new(work: &'w Work, size: usize) -> Window<'w> {
        Window {
            work,
            name: String::new(),
            file: None,
            size,
            bytes: Vec::new(),
            start: 0,
        }
    }

    /// Opens a file. Every shard with positions has one.
    pub(super) fn open(&mut self, kind: &str, number: Option<u64>) -> Result<(), DiskError> {
        let number = number.ok_or_else(|| incomplete(self.work))?;
        self.name = name(kind, number);
        self.file = Some(self.work.open_file(&self.name)?);
        self.bytes.clear();
        self.start = 0;
        Ok(())
    }

    /// `len` bytes from a place on.
    #[inline]
    pub(super) fn get(&mut self, at: u64, len: usize) -> Result<&[u8], DiskError> {
        let end = self.start + self.bytes.len() as u64;
        if at < self.start || at + len as u64 > end {
            self.read(at, len)?;
        }
        let from = (at - self.start) as usize;
        Ok(&self.bytes[from..from + len])
    }

    /// Reads from a place on, at least `len` bytes.
    #[cold]
    fn read(&mut self, at: u64, len: usize) -> Result<(), DiskError> {
        let Window { work, name, .. } = self;
        let unreadable = |error| work.unreadable(name, error);
        self.bytes.clear();
        self.start = at;
        if let Some(file) = &mut self.file {
            file.seek(SeekFrom::Start(at)).map_err(unreadable)?;
            let wanted = len.max(self.size) as u64;
            let read = file.take(wanted).read_to_end(&mut self.bytes);
            read.map_err(unreadable)?;
        }
        match self.bytes.len() >= len {
            true => Ok(()),
            false => Err(self.work.damaged(&self.name, "it ends too early")),
        }
    }
}
