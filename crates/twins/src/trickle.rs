//! A source that gives little at a time, as pipes and terminals do.

use std::io::{self, Read};

/// Gives at most `most` bytes of `bytes` whenever it is read.
#[derive(Clone, Debug)]
pub struct Trickle<'a> {
    /// What is left to give.
    pub bytes: &'a [u8],
    /// How much comes at a time.
    pub most: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.most.min(buffer.len());
        self.bytes.read(&mut buffer[..most])
    }
}
