//! A reader that returns short reads, like a pipe or a terminal.

use std::io::{self, Read};

/// Returns at most `max` bytes of `bytes` per read.
#[derive(Clone, Debug)]
pub struct Trickle<'a> {
    /// The bytes not yet read.
    pub bytes: &'a [u8],
    /// The maximum number of bytes per read.
    pub max: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let max = self.max.min(buffer.len());
        self.bytes.read(&mut buffer[..max])
    }
}
