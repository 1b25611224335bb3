//! Checkpoints: the entries of a worker when it arrives at a level.
//!
//! A worker writes a file of its own, `checkpoint-LEVEL-WORKER-of-WORKERS`; a level counts if the
//! files of all workers are whole. Its sections are the entries of its shards. Each worker keeps its
//! last two.
//!
//! A process that starts offers the levels for which it has what it needs: its own files of the
//! same number of workers, or all files of another number, from which it takes its shards. All
//! continue from the newest level that every process offers.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, Seek, SeekFrom};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use kibitz_solve::SolveError;
use kibitz_solve::retrograde::{Division, StoredEntry};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use crate::Log;
use crate::section_file::{
    BUFFER, Unusable, names, parse_workers, read_header, read_section, remove, system, write,
};

/// Changes whenever files of another version of this program cannot be continued.
const FORMAT: u32 = 1;

const PREFIX: &str = "checkpoint-";

/// A state of the solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Moment {
    pub(crate) level: u32,
    /// Bytes of an entry.
    pub(crate) width: usize,
}

/// The checkpoints of a moment by some number of workers. The largest offer is the newest: wide
/// entries come after narrow ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Offer {
    pub(crate) width: usize,
    pub(crate) level: u32,
    pub(crate) workers: usize,
}

/// Where checkpoints are, and when they are made.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoints {
    pub(crate) directory: PathBuf,
    /// Game, parameters and rules.
    pub(crate) purpose: String,
    pub(crate) division: Division,
    /// Log2 of the ranks of a shard.
    pub(crate) bits: u32,
    pub(crate) worker: usize,
    pub(crate) workers: usize,
    pub(crate) schedule: Schedule,
}

/// When checkpoints are made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    /// The least time between two checkpoints.
    pub(crate) interval: Duration,
    /// Levels between two checkpoints, whatever the time.
    pub(crate) levels: Option<u32>,
}

impl Schedule {
    /// Whether a checkpoint is to be made at a level, if the last one was at `saved_at`.
    pub(crate) fn is_time(self, level: u32, saved_at: Instant) -> bool {
        let by_level = self
            .levels
            .is_some_and(|levels| level.is_multiple_of(levels.max(1)));
        by_level || saved_at.elapsed() >= self.interval
    }
}

/// What a file says about itself.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: u32,
    purpose: String,
    ranks: u64,
    bits: u32,
    level: u32,
    width: usize,
    worker: usize,
    workers: usize,
    /// Of the entries of each shard.
    checksums: Vec<u64>,
}

impl Checkpoints {
    /// Writes the entries of the shards of this worker, and removes all but the last two files of
    /// this worker. The last one before this was written by all workers, because no worker can be two
    /// levels ahead of a checkpoint that is not written.
    pub(crate) fn save<'e, C: StoredEntry>(
        &self,
        moment: Moment,
        shards: impl Iterator<Item = &'e [C]> + Clone,
    ) -> Result<(), SolveError> {
        let mut buffer = vec![0; BUFFER];
        let checksum = |entries| {
            let mut hash = Xxh3Default::new();
            in_parts(entries, &mut buffer, |bytes| {
                hash.update(bytes);
                Ok(())
            })
            .map(|()| hash.digest())
        };
        let name = self.file_name(moment.level, self.worker, self.workers);
        let path = self.directory.join(name);
        let checksums: io::Result<Vec<u64>> = shards.clone().map(checksum).collect();
        let header = Header {
            checksums: checksums.map_err(system("write", &path))?,
            ..self.header(moment, self.worker, self.workers)
        };
        write(&path, &header, |file| {
            for entries in shards {
                in_parts(entries, &mut buffer, |bytes| file.write_all(bytes))?;
            }
            Ok(())
        })?;
        self.prune()
    }

    /// Removes all but the last two files of this worker.
    fn prune(&self) -> Result<(), SolveError> {
        let all = self.files()?.into_iter();
        let own = all.filter(|file| (file.worker, file.workers) == (self.worker, self.workers));
        let mut levels: Vec<u32> = own.map(|file| file.level).collect();
        levels.sort_unstable();
        for level in levels.iter().rev().skip(2) {
            let name = self.file_name(*level, self.worker, self.workers);
            remove(&self.directory.join(name))?;
        }
        Ok(())
    }

    /// Removes the files of this worker that are not older than the state with which it begins: the
    /// solve writes them again, and they must not be taken for newer ones.
    pub(crate) fn begin_from(&self, offer: Option<Offer>) -> Result<(), SolveError> {
        let is_kept = |file: &FileName| offer.is_some_and(|offer| file.level <= offer.level);
        for file in self.files()? {
            if (file.worker, file.workers) == (self.worker, self.workers) && !is_kept(&file) {
                let name = self.file_name(file.level, file.worker, file.workers);
                remove(&self.directory.join(name))?;
            }
        }
        Ok(())
    }

    /// Removes all checkpoints that this worker, or none of the present workers, has written.
    pub(crate) fn clear(&self) -> Result<(), SolveError> {
        for file in self.files()? {
            if file.workers != self.workers || file.worker == self.worker {
                let name = self.file_name(file.level, file.worker, file.workers);
                remove(&self.directory.join(name))?;
            }
        }
        Ok(())
    }

    /// The levels from which this worker could continue, as far as it can see. Files that are
    /// damaged are logged and not used.
    pub(crate) fn offers(&self, log: &Log) -> Result<Vec<Offer>, SolveError> {
        let files = self.files()?;
        let moments: BTreeSet<(u32, usize)> = files
            .iter()
            .map(|file| (file.level, file.workers))
            .collect();
        let mut offers = Vec::new();
        for (level, workers) in moments {
            let mut width = None;
            let is_whole = self
                .sources(workers)
                .into_iter()
                .try_fold(true, |all, worker| {
                    let name = self.file_name(level, worker, workers);
                    if !self.directory.join(&name).exists() {
                        return Ok(false);
                    }
                    match self.verify(level, worker, workers) {
                        Ok(found) => {
                            let is_same = *width.get_or_insert(found) == found;
                            Ok::<bool, SolveError>(all && is_same)
                        }
                        Err(unusable) => {
                            let path = self.directory.join(&name);
                            unusable.logged(&path, &self.purpose, log)?;
                            Ok(false)
                        }
                    }
                })?;
            if let Some(width) = width.filter(|_| is_whole) {
                offers.push(Offer {
                    width,
                    level,
                    workers,
                });
            }
        }
        Ok(offers)
    }

    /// Reads the entries of this worker's shards from the checkpoint that was offered.
    pub(crate) fn load<C: StoredEntry>(
        &self,
        offer: Offer,
        entries: &mut [C],
    ) -> Result<(), SolveError> {
        for worker in self.sources(offer.workers) {
            let name = self.file_name(offer.level, worker, offer.workers);
            let path = self.directory.join(name);
            let read = self.read_shards(offer.level, worker, offer.workers, |shard, bytes| {
                let at: u64 = self
                    .division
                    .of_owner(self.worker)
                    .take_while(|own| *own < shard)
                    .map(|own| len(self.division, own))
                    .sum();
                let part = &mut entries[at as usize..];
                let part = &mut part[..bytes.len() / C::BYTES];
                C::load(bytes, part);
            });
            read.map_err(|unusable| unusable.at(&path))?;
        }
        Ok(())
    }

    /// The workers, of `workers`, whose files have shards of this worker.
    fn sources(&self, workers: usize) -> BTreeSet<usize> {
        let own = self.division.of_owner(self.worker);
        match workers == self.workers {
            true => [self.worker].into(),
            false => own.map(|shard| shard % workers.max(1)).collect(),
        }
    }

    /// Compares the shards of this worker in a file with their checksums; returns the bytes of an
    /// entry.
    fn verify(&self, level: u32, worker: usize, workers: usize) -> Result<usize, Unusable> {
        self.read_shards(level, worker, workers, |_, _| ())
    }

    /// Passes the shards of this worker in a file to `take`, as bytes, after each was compared with
    /// its checksum.
    fn read_shards(
        &self,
        level: u32,
        worker: usize,
        workers: usize,
        mut take: impl FnMut(usize, &[u8]),
    ) -> Result<usize, Unusable> {
        let name = self.file_name(level, worker, workers);
        let mut file = BufReader::new(File::open(self.directory.join(name))?);
        let header: Header = read_header(&mut file)?;
        let width = header.width;
        let moment = Moment { level, width };
        let expected = Header {
            checksums: header.checksums.clone(),
            ..self.header(moment, worker, workers)
        };
        if (header.format, &header.purpose) != (expected.format, &expected.purpose) {
            let Header {
                format, purpose, ..
            } = header;
            return Err(Unusable::Foreign(format!("{purpose} (format {format})")));
        }
        let shards: Vec<usize> = (worker..self.division.shards()).step_by(workers).collect();
        if header != expected || !matches!(width, 2 | 4) || header.checksums.len() != shards.len() {
            return Err(Unusable::Damaged("it contradicts itself".to_owned()));
        }
        let mut bytes = Vec::new();
        for (shard, checksum) in shards.into_iter().zip(header.checksums) {
            let length = len(self.division, shard) * width as u64;
            if self.division.owner(shard) != self.worker {
                file.seek(SeekFrom::Current(length as i64))?;
                continue;
            }
            read_section(&mut file, shard, (length, checksum), &mut bytes)?;
            take(shard, &bytes);
        }
        Ok(width)
    }

    /// What the file of a worker should say, but for the checksums.
    fn header(&self, moment: Moment, worker: usize, workers: usize) -> Header {
        Header {
            format: FORMAT,
            purpose: self.purpose.clone(),
            ranks: self.division.size(),
            bits: self.bits,
            level: moment.level,
            width: moment.width,
            worker,
            workers,
            checksums: Vec::new(),
        }
    }

    fn file_name(&self, level: u32, worker: usize, workers: usize) -> String {
        format!("{PREFIX}{level}-{worker}-of-{workers}")
    }

    /// All checkpoint files of the directory.
    fn files(&self) -> Result<Vec<FileName>, SolveError> {
        let names = names(&self.directory)?;
        Ok(names
            .iter()
            .filter_map(|name| FileName::parse(name))
            .collect())
    }
}

/// What the name of a checkpoint file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileName {
    level: u32,
    worker: usize,
    workers: usize,
}

impl FileName {
    fn parse(name: &str) -> Option<FileName> {
        let (level, rest) = name.strip_prefix(PREFIX)?.split_once('-')?;
        let (worker, workers) = parse_workers(rest)?;
        Some(FileName {
            level: level.parse().ok()?,
            worker,
            workers,
        })
    }
}

/// The number of ranks of a shard.
fn len(division: Division, shard: usize) -> u64 {
    let ranks = division.ranks(shard);
    ranks.end - ranks.start
}

/// Passes the bytes of `entries` to `take`, in parts of the size of `buffer`.
fn in_parts<C: StoredEntry>(
    entries: &[C],
    buffer: &mut [u8],
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    entries
        .chunks(buffer.len() / C::BYTES)
        .try_for_each(|part| {
            let bytes = &mut buffer[..part.len() * C::BYTES];
            C::store(part, bytes);
            take(bytes)
        })
}
