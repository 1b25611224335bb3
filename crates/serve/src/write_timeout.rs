//! Write timeout of connections.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// A connection whose writes fail if the peer accepts nothing for too long.
#[derive(Debug)]
pub(crate) struct WriteTimeout<S> {
    stream: S,
    idle_timeout: Duration,
    /// When the pending write fails.
    end: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, idle_timeout: Duration) -> WriteTimeout<S> {
        WriteTimeout {
            stream,
            idle_timeout,
            end: Box::pin(tokio::time::sleep(Duration::ZERO)),
            is_waiting: false,
        }
    }

    /// Applies the timeout to the result of a write; the timer runs while it is
    /// pending.
    fn timed<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.is_waiting = false;
            return written;
        }
        if !self.is_waiting {
            self.is_waiting = true;
            self.end.as_mut().reset(Instant::now() + self.idle_timeout);
        }
        ready!(self.end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.timed(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.timed(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.timed(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    const TIMEOUT: Duration = Duration::from_millis(200);

    fn run(test: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        runtime.unwrap().block_on(test);
    }

    #[test]
    fn peer_that_reads_nothing_times_out() {
        run(async {
            let (ours, _theirs) = duplex(8);
            let mut ours = WriteTimeout::new(ours, TIMEOUT);
            let written = ours.write_all(&[0; 9]).await;
            assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn peer_that_reads_slowly_does_not_time_out() {
        run(async {
            let (ours, mut theirs) = duplex(8);
            let mut ours = WriteTimeout::new(ours, TIMEOUT);
            let reader = tokio::spawn(async move {
                for _ in 0..5 {
                    tokio::time::sleep(TIMEOUT / 2).await;
                    theirs.read_exact(&mut [0; 8]).await.unwrap();
                }
            });
            ours.write_all(&[0; 40]).await.unwrap();
            reader.await.unwrap();
        });
    }
}
