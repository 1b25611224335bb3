//! Load on a server: each connection sends its next request as soon as it has a
//! response.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The requests, and the length of each response: a cached response never
/// changes, so it suffices to check its beginning and length.
#[derive(Clone, Debug)]
pub struct Load {
    address: SocketAddr,
    requests: Vec<(Vec<u8>, usize)>,
    connections: usize,
}

/// The result of a load.
#[derive(Clone, Copy, Debug)]
pub struct LoadResult {
    /// Responses with status 200 and the expected length.
    pub answers: u64,
    /// Everything else.
    pub errors: u64,
    /// The elapsed time.
    pub time: Duration,
}

impl LoadResult {
    /// Responses per second.
    #[must_use]
    pub fn per_second(&self) -> f64 {
        self.answers as f64 / self.time.as_secs_f64()
    }
}

impl Load {
    /// Sends each request twice, so that it is cached and its length known.
    pub fn new(address: SocketAddr, paths: &[&str], connections: usize) -> io::Result<Self> {
        let mut requests = Vec::new();
        for path in paths {
            let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
            length(address, &request)?;
            let length = length(address, &request)?;
            requests.push((request.into_bytes(), length));
        }
        Ok(Self {
            address,
            requests,
            connections,
        })
    }
}

/// The length of a response including its head.
fn length(address: SocketAddr, request: &str) -> io::Result<usize> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(request.as_bytes())?;
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    if !head.starts_with("HTTP/1.1 200") {
        return Err(io::Error::other(format!("{request}{head}")));
    }
    let mut lines = head.lines();
    let body = lines.find_map(|line| line.strip_prefix("content-length: "));
    let body = body.and_then(|length| length.parse().ok());
    let body: usize = body.ok_or_else(|| io::Error::other("no length"))?;
    reader.read_exact(&mut vec![0; body])?;
    Ok(head.len() + body)
}

/// Runs all connections for this time.
pub fn drive(load: &Load, time: Duration) -> io::Result<LoadResult> {
    let runtime = tokio::runtime::Runtime::new()?;
    let began = Instant::now();
    let (answers, errors) = runtime.block_on(async {
        let mut all = tokio::task::JoinSet::new();
        for number in 0..load.connections {
            all.spawn(run_connection(load.clone(), number, began + time));
        }
        let counts = all.join_all().await.into_iter();
        counts.fold((0, 0), |(a, e), (answers, errors)| {
            (a + answers, e + errors)
        })
    });
    Ok(LoadResult {
        answers,
        errors,
        time: began.elapsed(),
    })
}

/// One connection: the number of its responses and errors.
async fn run_connection(load: Load, number: usize, end: Instant) -> (u64, u64) {
    let Ok(mut stream) = tokio::net::TcpStream::connect(load.address).await else {
        return (0, 1);
    };
    let _ = stream.set_nodelay(true);
    let longest = load.requests.iter().map(|(_, length)| *length).max();
    let mut buffer = vec![0; longest.unwrap_or(0)];
    let mut answers = 0;
    // Connections start with different requests.
    let mut next = number;
    while Instant::now() < end {
        let (request, length) = &load.requests[next % load.requests.len()];
        let answer = &mut buffer[..*length];
        let sent = stream.write_all(request).await;
        if sent.is_err() || stream.read_exact(answer).await.is_err() {
            return (answers, 1);
        }
        if !answer.starts_with(b"HTTP/1.1 200") {
            return (answers, 1);
        }
        answers += 1;
        next += 1;
    }
    (answers, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// A server that sends `good` valid responses per connection.
    fn server(good: usize) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut request = [0; 100];
                let mut given = 0;
                while stream.read(&mut request).is_ok_and(|n| n > 0) && given < good {
                    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi";
                    stream.write_all(answer.as_bytes()).unwrap();
                    given += 1;
                }
            }
        });
        address
    }

    #[test]
    fn responses_and_errors_are_counted() {
        let time = Duration::from_millis(50);
        let load = Load::new(server(usize::MAX), &["/"], 1).unwrap();
        let done = drive(&load, time).unwrap();
        assert!(done.answers > 0 && done.errors == 0, "{done:?}");
        let load = Load::new(server(3), &["/"], 1).unwrap();
        let done = drive(&load, time).unwrap();
        assert_eq!((done.answers, done.errors), (3, 1));
    }
}
