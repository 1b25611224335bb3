//! Queues that a thread reads and writes like files.

use std::io::{self, Read, Write};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use bytes::{Buf, Bytes};
use kibitz_game::Watch;
use tokio::sync::mpsc;

/// Time between two looks at the watch of a thread that waits.
const PACE: Duration = Duration::from_millis(100);

/// Wakes a thread that waits.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for a queue on a thread of its own, as long as the watch allows. The
/// error that ends it holds the watch's reason.
fn wait<T>(watch: &Watch, queue: impl Future<Output = T>) -> io::Result<T> {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut queue = pin!(queue);
    loop {
        if let Poll::Ready(done) = queue.as_mut().poll(&mut context) {
            return Ok(done);
        }
        watch.check().map_err(io::Error::other)?;
        thread::park_timeout(PACE);
    }
}

/// Reads what comes out of a queue.
pub(super) struct QueueReader {
    queue: mpsc::Receiver<io::Result<Bytes>>,
    watch: Watch,
    piece: Bytes,
}

impl QueueReader {
    pub(super) fn new(queue: mpsc::Receiver<io::Result<Bytes>>, watch: &Watch) -> QueueReader {
        QueueReader {
            queue,
            watch: watch.clone(),
            piece: Bytes::new(),
        }
    }
}

impl Read for QueueReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match wait(&self.watch, self.queue.recv())? {
                Some(piece) => self.piece = piece?,
                None => return Ok(0),
            }
        }
        let length = buffer.len().min(self.piece.len());
        self.piece.copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}

/// Writes into a queue; waits while it is full, and fails once nobody reads it.
pub(super) struct QueueWriter {
    queue: mpsc::Sender<Bytes>,
    watch: Watch,
}

impl QueueWriter {
    pub(super) fn new(queue: mpsc::Sender<Bytes>, watch: &Watch) -> QueueWriter {
        QueueWriter {
            queue,
            watch: watch.clone(),
        }
    }
}

impl Write for QueueWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() {
            let piece = Bytes::copy_from_slice(bytes);
            let sent = wait(&self.watch, self.queue.send(piece))?;
            sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
