//! Files of what phases have solved: for each block a segment with the changed bundles.
//!
//! A record is the number of a bundle within its block, two bytes, and its newly solved lanes, four
//! words, little-endian.

use std::collections::HashSet;

use kibitz_game::LaneMask;

use super::super::BLOCK;
use crate::work::BlockWriter;
use crate::work::segments;
use crate::work::{SOLVED, Work};
use crate::{DiskError, SolveError};

/// Bytes of a record.
pub(super) const RECORD: usize = 2 + size_of::<LaneMask>();

/// The name of a file; they are numbered from 0.
fn name(file: usize) -> String {
    format!("{SOLVED}{file}")
}

/// The names of the files of a number of phases.
pub(super) fn files(count: usize) -> HashSet<String> {
    (0..count).map(name).collect()
}

/// The files.
#[derive(Debug)]
pub(super) struct Phases {
    pub(super) work: Work,
    inner: usize,
}

impl Phases {
    /// Those in a directory, of `inner` bundles.
    pub(super) fn new(work: Work, inner: usize) -> Phases {
        Phases { work, inner }
    }

    pub(super) fn blocks(&self) -> usize {
        self.inner.div_ceil(BLOCK)
    }

    /// The number of bundles in a block.
    pub(super) fn len(&self, block: usize) -> usize {
        (self.inner - block * BLOCK).min(BLOCK)
    }

    /// Begins a file.
    pub(super) fn create(&self, file: usize) -> Result<BlockWriter<'_>, DiskError> {
        BlockWriter::new(&self.work, name(file), file as u64)
    }

    /// Passes what a phase has solved of a block to `take`: the number of a bundle within the block,
    /// and its lanes in the numbering of the player who has moved.
    pub(super) fn read(
        &self,
        file: usize,
        block: usize,
        mut take: impl FnMut(usize, LaneMask),
    ) -> Result<(), SolveError> {
        let (name, len) = (name(file), self.len(block));
        let mut buffer = [0; BLOCK * RECORD];
        let place = (block, self.blocks());
        segments::read(
            &self.work,
            (&name, file as u64),
            place,
            &mut buffer,
            |bytes| {
                let (records, rest) = bytes.as_chunks::<RECORD>();
                for record in records {
                    let i = usize::from(u16::from_le_bytes([record[0], record[1]]));
                    if i >= len {
                        let problem = format!("it has bundle {i} in a block of {len}");
                        return Err(self.work.damaged(&name, problem).into());
                    }
                    let (words, _) = record[2..].as_chunks();
                    take(
                        i,
                        LaneMask(std::array::from_fn(|k| u64::from_le_bytes(words[k]))),
                    );
                }
                Ok(bytes.len() - rest.len())
            },
        )
    }
}

/// The segment of a block, from its changed bundles.
pub(super) fn encode(changed: &[(u32, LaneMask)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(changed.len() * RECORD);
    for (bundle, lanes) in changed {
        bytes.extend(((*bundle as usize % BLOCK) as u16).to_le_bytes());
        bytes.extend(lanes.0.iter().flat_map(|word| word.to_le_bytes()));
    }
    bytes
}
