//! Checkpoints of the enumeration: the positions of a process when it arrives at a depth, and all of
//! them.
//!
//! A process writes a file of its own, `checkpoint-positions-DEPTH-WORKER-of-WORKERS`, or with `all`
//! in place of the depth. Its sections are its buckets; each position is its tag and its vector.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use kibitz_solve::SolveError;
use kibitz_solve::explore_vectors::{RowSet, Tag};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::items::{put_row, take_row};
use super::{BUCKETS, bucket};
use crate::Log;
use crate::checkpoint::Schedule;
use crate::section_file::{
    Unusable, names, parse_workers, read_header, read_section, remove, write,
};

/// Changes whenever files of another version of this program cannot be continued.
const FORMAT: u32 = 1;

const PREFIX: &str = "checkpoint-positions-";
const ALL: &str = "all";

/// How far the enumeration is. The largest is the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Progress {
    /// Positions of less depth are expanded, those of this depth are known.
    Depth(u32),
    /// All positions are known.
    All {
        /// Log2 of the ranks of a bucket.
        bits: u32,
    },
}

/// A checkpoint by some number of processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct PositionsOffer {
    pub(crate) progress: Progress,
    pub(crate) workers: usize,
}

/// Where the checkpoints are, and when they are made.
#[derive(Clone, Debug)]
pub(crate) struct SavedPositions {
    pub(crate) directory: PathBuf,
    /// Game, parameters and rules.
    pub(crate) purpose: String,
    pub(crate) slots: usize,
    pub(crate) worker: usize,
    pub(crate) workers: usize,
    pub(crate) schedule: Schedule,
}

/// What a file says about itself.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: u32,
    purpose: String,
    progress: Progress,
    has_extra_turns: bool,
    slots: usize,
    worker: usize,
    workers: usize,
    /// Length and checksum of each bucket.
    sections: Vec<(u64, u64)>,
}

/// What the name of a file says; without a depth, it has all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FileName {
    workers: usize,
    worker: usize,
    /// The largest number for all positions.
    depth: u32,
}

impl FileName {
    fn parse(name: &str) -> Option<FileName> {
        let (depth, rest) = name.strip_prefix(PREFIX)?.split_once('-')?;
        let (worker, workers) = parse_workers(rest)?;
        let depth = match depth {
            ALL => u32::MAX,
            depth => depth.parse().ok()?,
        };
        Some(FileName {
            workers,
            worker,
            depth,
        })
    }

    fn path(self, directory: &Path) -> PathBuf {
        let depth = match self.depth {
            u32::MAX => ALL.to_owned(),
            depth => depth.to_string(),
        };
        let FileName {
            worker, workers, ..
        } = self;
        directory.join(format!("{PREFIX}{depth}-{worker}-of-{workers}"))
    }
}

impl Progress {
    fn depth(self) -> u32 {
        match self {
            Progress::Depth(depth) => depth,
            Progress::All { .. } => u32::MAX,
        }
    }
}

/// The positions of a process by bucket: ids in order, and where those of each bucket begin and the
/// last ones end.
pub(super) fn by_bucket(set: &RowSet, worker: usize, workers: usize) -> (Vec<u32>, Vec<u32>) {
    let own = (worker..BUCKETS).step_by(workers).count();
    let mut row = vec![0; set.slots()];
    let mut bucket_of = |id| {
        set.get(id, &mut row);
        bucket(&row) / workers
    };
    let mut firsts = vec![0; own + 1];
    for id in 0..set.len() as u32 {
        firsts[bucket_of(id) + 1] += 1;
    }
    let mut before = 0;
    for first in &mut firsts {
        before += *first;
        *first = before;
    }
    let (mut order, mut next) = (vec![0; set.len()], firsts.clone());
    for id in 0..set.len() as u32 {
        let place = &mut next[bucket_of(id)];
        order[*place as usize] = id;
        *place += 1;
    }
    (order, firsts)
}

impl SavedPositions {
    /// Writes the positions of this process, and removes all but its last two files.
    pub(super) fn save(
        &self,
        (set, tags): (&RowSet, &[Tag]),
        has_extra_turns: bool,
        progress: Progress,
    ) -> Result<(), SolveError> {
        let (order, firsts) = by_bucket(set, self.worker, self.workers);
        let mut row = vec![0; self.slots];
        let mut encode = |bounds: &[u32], bytes: &mut Vec<u8>| {
            bytes.clear();
            for id in &order[bounds[0] as usize..bounds[1] as usize] {
                set.get(*id, &mut row);
                let at = bytes.len();
                bytes.resize(at + Tag::BYTES, 0);
                tags[*id as usize].store(&mut bytes[at..]);
                put_row(bytes, &row);
            }
        };
        let mut bytes = Vec::new();
        let mut sections = Vec::with_capacity(firsts.len() - 1);
        for bounds in firsts.windows(2) {
            encode(bounds, &mut bytes);
            sections.push((bytes.len() as u64, xxh3_64(&bytes)));
        }
        let header = Header {
            has_extra_turns,
            sections,
            ..self.header(progress, self.worker, self.workers)
        };
        let name = FileName {
            workers: self.workers,
            worker: self.worker,
            depth: progress.depth(),
        };
        write(&name.path(&self.directory), &header, |file| {
            for bounds in firsts.windows(2) {
                encode(bounds, &mut bytes);
                file.write_all(&bytes)?;
            }
            Ok(())
        })?;
        let mut own = self.own_files()?;
        own.sort_unstable();
        own.iter()
            .rev()
            .skip(2)
            .try_for_each(|file| remove(&file.path(&self.directory)))
    }

    /// The states from which this process could continue, as far as it can see. Files that are
    /// damaged are logged and not used.
    pub(crate) fn offers(&self, log: &Log) -> Result<Vec<PositionsOffer>, SolveError> {
        let files = self.files()?;
        let moments: BTreeSet<(u32, usize)> = files.iter().map(|f| (f.depth, f.workers)).collect();
        let mut offers = Vec::new();
        for (depth, workers) in moments {
            let mut found = BTreeSet::new();
            let mut is_whole = true;
            for worker in self.sources(workers) {
                let file = FileName {
                    workers,
                    worker,
                    depth,
                };
                let path = file.path(&self.directory);
                is_whole &= path.exists();
                if !is_whole {
                    break;
                }
                match self.read(file, |_, _| Ok(())) {
                    Ok(header) => _ = found.insert(header.progress),
                    Err(Stopped::Unusable(unusable)) => {
                        unusable.logged(&path, &self.purpose, log)?;
                        is_whole = false;
                    }
                    Err(Stopped::Solve(error)) => return Err(error),
                }
            }
            if is_whole && found.len() == 1 {
                let progress = found.into_iter();
                offers.extend(progress.map(|progress| PositionsOffer { progress, workers }));
            }
        }
        Ok(offers)
    }

    /// Passes the positions of this process to `insert`, those of the last depth at the end; returns
    /// whether there are extra turns.
    pub(super) fn load(
        &self,
        offer: PositionsOffer,
        mut insert: impl FnMut(&[i64], Tag) -> Result<(), SolveError>,
    ) -> Result<bool, SolveError> {
        let depth = offer.progress.depth();
        let mut has_extra_turns = false;
        for is_last in [false, true] {
            for worker in self.sources(offer.workers) {
                let file = FileName {
                    workers: offer.workers,
                    worker,
                    depth,
                };
                let read = self.read(file, |row, tag| match (tag.depth() == depth) == is_last {
                    true => insert(row, tag),
                    false => Ok(()),
                });
                has_extra_turns |= read
                    .map_err(|stopped| match stopped {
                        Stopped::Unusable(unusable) => unusable.at(&file.path(&self.directory)),
                        Stopped::Solve(error) => error,
                    })?
                    .has_extra_turns;
            }
        }
        Ok(has_extra_turns)
    }

    /// Removes the files of this process that are newer than the state with which it begins.
    pub(super) fn begin_from(&self, offer: Option<PositionsOffer>) -> Result<(), SolveError> {
        let kept = offer.map(|offer| offer.progress.depth());
        let mut newer = self.own_files()?;
        newer.retain(|file| kept.is_none_or(|depth| file.depth > depth));
        newer
            .iter()
            .try_for_each(|file| remove(&file.path(&self.directory)))
    }

    /// Removes all files that this process, or none of the present ones, has written.
    pub(crate) fn clear(&self) -> Result<(), SolveError> {
        let mut files = self.files()?;
        files.retain(|file| file.workers != self.workers || file.worker == self.worker);
        files
            .iter()
            .try_for_each(|file| remove(&file.path(&self.directory)))
    }

    /// The processes, of `workers`, whose files have buckets of this one.
    fn sources(&self, workers: usize) -> BTreeSet<usize> {
        let own = (self.worker..BUCKETS).step_by(self.workers);
        own.map(|bucket| bucket % workers.max(1)).collect()
    }

    /// Passes the positions of this process in a file to `take`, after each bucket was compared with
    /// its checksum.
    fn read(
        &self,
        name: FileName,
        mut take: impl FnMut(&[i64], Tag) -> Result<(), SolveError>,
    ) -> Result<Header, Stopped> {
        let mut file = BufReader::new(File::open(name.path(&self.directory))?);
        let header: Header = read_header(&mut file)?;
        let FileName {
            workers,
            worker,
            depth,
        } = name;
        let expected = Header {
            has_extra_turns: header.has_extra_turns,
            sections: header.sections.clone(),
            ..self.header(header.progress, worker, workers)
        };
        if (header.format, &header.purpose) != (expected.format, &expected.purpose) {
            let Header {
                format, purpose, ..
            } = header;
            return Err(Unusable::Foreign(format!("{purpose} (format {format})")).into());
        }
        let buckets: Vec<usize> = (worker..BUCKETS).step_by(workers).collect();
        let contradicts = || Unusable::Damaged("it contradicts itself".to_owned());
        if header != expected
            || header.progress.depth() != depth
            || header.sections.len() != buckets.len()
        {
            return Err(contradicts().into());
        }
        let (mut bytes, mut row) = (Vec::new(), vec![0; self.slots]);
        for (bucket, section) in buckets.into_iter().zip(&header.sections) {
            if bucket % self.workers != self.worker {
                file.seek(SeekFrom::Current(section.0 as i64))?;
                continue;
            }
            read_section(&mut file, bucket, *section, &mut bytes)?;
            let mut rest = &bytes[..];
            while let Some((tag, after)) = rest.split_at_checked(Tag::BYTES) {
                rest = take_row(after, &mut row).ok_or_else(contradicts)?;
                take(&row, Tag::load(tag))?;
            }
            if !rest.is_empty() {
                return Err(contradicts().into());
            }
        }
        Ok(header)
    }

    /// What the file of a process should say, but for the positions.
    fn header(&self, progress: Progress, worker: usize, workers: usize) -> Header {
        Header {
            format: FORMAT,
            purpose: self.purpose.clone(),
            progress,
            has_extra_turns: false,
            slots: self.slots,
            worker,
            workers,
            sections: Vec::new(),
        }
    }

    fn own_files(&self) -> Result<Vec<FileName>, SolveError> {
        let mut files = self.files()?;
        files.retain(|file| (file.worker, file.workers) == (self.worker, self.workers));
        Ok(files)
    }

    fn files(&self) -> Result<Vec<FileName>, SolveError> {
        let names = names(&self.directory)?;
        Ok(names
            .iter()
            .filter_map(|name| FileName::parse(name))
            .collect())
    }
}

/// Why reading has stopped.
enum Stopped {
    Unusable(Unusable),
    /// What takes the positions has failed.
    Solve(SolveError),
}

impl From<Unusable> for Stopped {
    fn from(unusable: Unusable) -> Stopped {
        Stopped::Unusable(unusable)
    }
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Stopped {
        Unusable::from(error).into()
    }
}

impl From<SolveError> for Stopped {
    fn from(error: SolveError) -> Stopped {
        Stopped::Solve(error)
    }
}
