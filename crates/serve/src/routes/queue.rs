//! Blocking `Read` and `Write` adapters for asynchronous queues.

use std::io::{self, Read, Write};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Duration;

use bytes::{Buf, Bytes};
use kibitz_game::RunContext;
use tokio::sync::mpsc;

/// Interval of cancellation checks while a thread waits.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Waker that unparks a thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Blocks on a queue until it is ready or the context stops. The error then
/// contains the `StopReason`.
fn wait<T>(context: &RunContext, queue: impl Future<Output = T>) -> io::Result<T> {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut waking = Context::from_waker(&waker);
    let mut queue = pin!(queue);
    loop {
        if let Poll::Ready(done) = queue.as_mut().poll(&mut waking) {
            return Ok(done);
        }
        context.check().map_err(io::Error::other)?;
        thread::park_timeout(CHECK_INTERVAL);
    }
}

/// Reads from a queue.
pub(super) struct QueueReader {
    queue: mpsc::Receiver<io::Result<Bytes>>,
    context: RunContext,
    chunk: Bytes,
}

impl QueueReader {
    pub(super) fn new(
        queue: mpsc::Receiver<io::Result<Bytes>>,
        context: &RunContext,
    ) -> QueueReader {
        QueueReader {
            queue,
            context: context.clone(),
            chunk: Bytes::new(),
        }
    }
}

impl Read for QueueReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.chunk.is_empty() {
            match wait(&self.context, self.queue.recv())? {
                Some(chunk) => self.chunk = chunk?,
                None => return Ok(0),
            }
        }
        let length = buffer.len().min(self.chunk.len());
        self.chunk.copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}

/// Writes to a queue; blocks while it is full, and fails once the receiver is
/// dropped.
pub(super) struct QueueWriter {
    queue: mpsc::Sender<Bytes>,
    context: RunContext,
}

impl QueueWriter {
    pub(super) fn new(queue: mpsc::Sender<Bytes>, context: &RunContext) -> QueueWriter {
        QueueWriter {
            queue,
            context: context.clone(),
        }
    }
}

impl Write for QueueWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() {
            let chunk = Bytes::copy_from_slice(bytes);
            let sent = wait(&self.context, self.queue.send(chunk))?;
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
    use kibitz_game::StopReason;

    const LIMIT: Duration = Duration::from_millis(50);

    fn stop_of<T: std::fmt::Debug>(failed: io::Result<T>) -> StopReason {
        let error = failed.unwrap_err();
        let stop = error.get_ref().unwrap().downcast_ref::<StopReason>();
        stop.unwrap().clone()
    }

    #[test]
    fn reading_stops_at_the_time_limit() {
        let (feed, source) = mpsc::channel(1);
        let mut reader = QueueReader::new(source, &RunContext::new().time(LIMIT));
        feed.blocking_send(Ok(Bytes::from_static(b"1"))).unwrap();
        assert_eq!(reader.read(&mut [0; 8]).unwrap(), 1);
        assert_eq!(
            stop_of(reader.read(&mut [0; 8])),
            StopReason::OutOfTime(LIMIT)
        );
    }

    #[test]
    fn writing_to_a_full_queue_stops_at_the_time_limit() {
        let (sink, _answers) = mpsc::channel(1);
        let mut writer = QueueWriter::new(sink, &RunContext::new().time(LIMIT));
        writer.write_all(b"Yes").unwrap();
        assert_eq!(
            stop_of(writer.write_all(b"No")),
            StopReason::OutOfTime(LIMIT)
        );
    }

    #[test]
    fn waiting_reader_receives_input_and_cancellation() {
        let context = RunContext::new();
        let (feed, source) = mpsc::channel(1);
        let mut reader = QueueReader::new(source, &context);
        let waiting = thread::spawn(move || (reader.read(&mut [0; 8]).unwrap(), reader));
        thread::sleep(LIMIT);
        feed.blocking_send(Ok(Bytes::from_static(b"12"))).unwrap();
        let (length, mut reader) = waiting.join().unwrap();
        assert_eq!(length, 2);
        let waiting = thread::spawn(move || reader.read(&mut [0; 8]));
        thread::sleep(LIMIT);
        context.cancel();
        assert_eq!(stop_of(waiting.join().unwrap()), StopReason::Cancelled);
    }
}
