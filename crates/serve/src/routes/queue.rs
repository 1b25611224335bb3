//! Queues that a thread reads and writes like files.

use std::io::{self, Read, Write};

use bytes::{Buf, Bytes};
use tokio::sync::mpsc;

/// Reads what comes out of a queue.
pub(super) struct QueueReader {
    queue: mpsc::Receiver<io::Result<Bytes>>,
    piece: Bytes,
}

impl QueueReader {
    pub(super) fn new(queue: mpsc::Receiver<io::Result<Bytes>>) -> QueueReader {
        QueueReader {
            queue,
            piece: Bytes::new(),
        }
    }
}

impl Read for QueueReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.queue.blocking_recv() {
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
pub(super) struct QueueWriter(pub(super) mpsc::Sender<Bytes>);

impl Write for QueueWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() {
            let piece = Bytes::copy_from_slice(bytes);
            let sent = self.0.blocking_send(piece);
            sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
