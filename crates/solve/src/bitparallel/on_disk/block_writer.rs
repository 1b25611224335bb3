//! A file with a segment for each block of bundles, while it is written.

use super::BUFFER;
use crate::DiskError;
use crate::retrograde::on_disk::segments::SegmentWriter;
use crate::work::Work;

/// Writes the segments in the order of the blocks.
pub(super) struct BlockWriter<'a> {
    work: &'a Work,
    name: String,
    output: SegmentWriter,
}

impl<'a> BlockWriter<'a> {
    /// Begins a file; its number is part of the checksums.
    pub(super) fn new(
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
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), DiskError> {
        let written = self.output.write(bytes);
        self.output.next_shard();
        written.map_err(|error| self.work.unwritable(&self.name, error))
    }

    /// Ends the file.
    pub(super) fn finish(self) -> Result<(), DiskError> {
        let BlockWriter { work, name, output } = self;
        output
            .finish()
            .map_err(|error| work.unwritable(&name, error))
    }
}
