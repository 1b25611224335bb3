//! Input that is waited for only as long as the work may go on.

use std::io::{self, Read};

use kibitz_game::Watch;

/// A source that may keep its reader waiting: a pipe or a terminal. While it
/// gives nothing, the watch is looked at; a stop is an error with the
/// [`Stop`](kibitz_game::Stop) inside.
pub(crate) struct Waiting<R> {
    pub(crate) source: R,
    pub(crate) watch: Watch,
}

#[cfg(unix)]
impl<R: Read + std::os::fd::AsFd> Read for Waiting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        const GLANCE: Timespec = Timespec {
            tv_sec: 0,
            tv_nsec: 100_000_000,
        };
        loop {
            self.watch.check().map_err(io::Error::other)?;
            let mut source = [PollFd::new(&self.source, PollFlags::IN)];
            match poll(&mut source, Some(&GLANCE)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => return self.source.read(buffer),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

#[cfg(not(unix))]
impl<R: Read> Read for Waiting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.watch.check().map_err(io::Error::other)?;
        self.source.read(buffer)
    }
}
