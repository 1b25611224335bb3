//! A file with a segment for each block, while it is written.

use super::Work;
use super::segments::SegmentWriter;
use crate::DiskError;

/// Bytes of a write.
const BUFFER: usize = 1 << 16;

/// Writes the segments in the order of the blocks.
pub(crate) struct BlockWriter<'a> {
    work: &'a Work,
    name: String,
    output: SegmentWriter,
}

impl<'a> BlockWriter<'a> {
    /// Begins a file; its number is part of the checksums.
    pub(crate) fn new(
        work: &'a Work,
        name: String,
        number: u64,
    ) -> Result<BlockWriter<'a>, DiskError> {
        Ok(BlockWriter {
            work,
            output: SegmentWriter::new(work.create(&name)?, number, BUFFER),
            name,
        })
    }

    /// Appends the segment of the next block.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), DiskError> {
        let written = self.output.write(bytes);
        self.output.next_shard();
        written.map_err(|error| self.work.unwritable(&self.name, error))
    }

    /// Ends the file.
    pub(crate) fn finish(self) -> Result<(), DiskError> {
        let BlockWriter { work, name, output } = self;
        output
            .finish()
            .map_err(|error| work.unwritable(&name, error))
    }
}
