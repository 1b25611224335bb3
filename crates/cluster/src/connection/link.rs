//! A socket as timely dataflow uses it, whose failures end the run in order.
//!
//! Timely panics in its threads when a socket fails. Here the failure is reported instead, and the
//! thread stays where it is until the process ends.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::thread;

use timely::communication::allocator::zero_copy::stream::Stream;

use super::{Failure, Pulses};

/// The length of a message header of timely, all of whose bytes are 0 at the end of a stream.
const END: usize = 48;

/// A connection with another process.
pub(crate) struct Link {
    socket: TcpStream,
    /// Who is on the other side.
    name: Arc<str>,
    pulses: Arc<Pulses>,
    /// How many bytes read last were 0, at most [`END`].
    zeros: usize,
}

impl Link {
    pub(crate) fn new(socket: TcpStream, name: &str, pulses: &Arc<Pulses>) -> io::Result<Link> {
        socket.set_read_timeout(None)?;
        socket.set_write_timeout(None)?;
        Ok(Link {
            socket,
            name: name.into(),
            pulses: Arc::clone(pulses),
            zeros: 0,
        })
    }

    /// Reports that the connection has failed.
    fn fail(&self, problem: &str) -> ! {
        let problem = format!("the connection with {} failed: {problem}", self.name);
        self.pulses.fail(Failure::Connection(problem));
        loop {
            thread::park();
        }
    }
}

impl Read for Link {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.socket.read(buffer) {
            Ok(0) if self.zeros >= END => Ok(0),
            Ok(0) => self.fail("it was closed"),
            Ok(count) => {
                let zeros = buffer[..count]
                    .iter()
                    .rev()
                    .take(END)
                    .take_while(|byte| **byte == 0);
                let zeros = zeros.count();
                self.zeros = if zeros == count {
                    self.zeros + zeros
                } else {
                    zeros
                };
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => self.fail(&error.to_string()),
        }
    }
}

impl Write for Link {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.socket.write(buffer) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.fail(&error.to_string())
            }
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Link> {
        Ok(Link {
            socket: self.socket.try_clone()?,
            name: Arc::clone(&self.name),
            pulses: Arc::clone(&self.pulses),
            zeros: 0,
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.socket.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        match self.socket.shutdown(how) {
            // The other side has gone already; the pulses know why.
            Err(error) if error.kind() == io::ErrorKind::NotConnected => Ok(()),
            done => done,
        }
    }
}
