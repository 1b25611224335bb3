//! Input whose reading can be cancelled.

use std::io::{self, Read};

use kibitz_game::RunContext;

/// A source that may block, e.g. a pipe or a terminal. While waiting for data the
/// run context is checked; a stop is returned as an error that contains the
/// [`StopReason`](kibitz_game::StopReason).
pub(crate) struct CancellableReader<R> {
    pub(crate) source: R,
    pub(crate) context: RunContext,
}

#[cfg(unix)]
impl<R: Read + std::os::fd::AsFd> Read for CancellableReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        const POLL_INTERVAL: Timespec = Timespec {
            tv_sec: 0,
            tv_nsec: 100_000_000,
        };
        loop {
            self.context.check().map_err(io::Error::other)?;
            let mut source = [PollFd::new(&self.source, PollFlags::IN)];
            match poll(&mut source, Some(&POLL_INTERVAL)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => return self.source.read(buffer),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

#[cfg(not(unix))]
impl<R: Read> Read for CancellableReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.context.check().map_err(io::Error::other)?;
        self.source.read(buffer)
    }
}
