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

#[cfg(test)]
mod tests {
    use super::*;
    use kibitz_game::Stop;

    const LIMIT: Duration = Duration::from_millis(50);

    fn stop_of<T: std::fmt::Debug>(failed: io::Result<T>) -> Stop {
        let error = failed.unwrap_err();
        let stop = error.get_ref().unwrap().downcast_ref::<Stop>();
        stop.unwrap().clone()
    }

    #[test]
    fn input_that_does_not_come_is_not_waited_for_longer_than_the_watch_allows() {
        let (feed, source) = mpsc::channel(1);
        let mut reader = QueueReader::new(source, &Watch::new().time(LIMIT));
        feed.blocking_send(Ok(Bytes::from_static(b"1"))).unwrap();
        assert_eq!(reader.read(&mut [0; 8]).unwrap(), 1);
        assert_eq!(stop_of(reader.read(&mut [0; 8])), Stop::OutOfTime(LIMIT));
    }

    #[test]
    fn answers_that_are_not_read_are_not_waited_for_either() {
        let (sink, _answers) = mpsc::channel(1);
        let mut writer = QueueWriter::new(sink, &Watch::new().time(LIMIT));
        writer.write_all(b"Yes").unwrap();
        assert_eq!(stop_of(writer.write_all(b"No")), Stop::OutOfTime(LIMIT));
    }

    #[test]
    fn a_thread_that_waits_hears_that_it_is_cancelled_and_what_comes() {
        let watch = Watch::new();
        let (feed, source) = mpsc::channel(1);
        let mut reader = QueueReader::new(source, &watch);
        let waiting = thread::spawn(move || (reader.read(&mut [0; 8]).unwrap(), reader));
        thread::sleep(LIMIT);
        feed.blocking_send(Ok(Bytes::from_static(b"12"))).unwrap();
        let (length, mut reader) = waiting.join().unwrap();
        assert_eq!(length, 2);
        let waiting = thread::spawn(move || reader.read(&mut [0; 8]));
        thread::sleep(LIMIT);
        watch.cancel();
        assert_eq!(stop_of(waiting.join().unwrap()), Stop::Cancelled);
    }
}
