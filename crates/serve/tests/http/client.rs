//! A server for tests, and a client that can violate the protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::thread::JoinHandle;
use std::time::Duration;

use kibitz_game::RunContext;
use kibitz_query::Entry;
use kibitz_serve::{Options, Server, Stopper};
use serde_json::Value;

/// Far longer than anything takes that ends by itself, also on a busy machine.
pub(crate) const HANG: Duration = Duration::from_secs(60);

/// A running server, stopped on drop.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    pub(crate) fn new(options: Options) -> Served {
        let server = Server::bind(options).unwrap();
        Served {
            address: server.address(),
            stopper: server.stopper(),
            thread: Some(std::thread::spawn(move || server.run().unwrap())),
        }
    }

    /// The server that tests share.
    pub(crate) fn shared() -> &'static Served {
        static SHARED: OnceLock<Served> = OnceLock::new();
        SHARED.get_or_init(|| Served::new(options()))
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &[], b"")
    }

    /// The JSON at a path; the status must be 200.
    pub(crate) fn json(&self, path: &str) -> Value {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        assert_eq!(reply.header("content-type"), Some("application/json"));
        reply.json()
    }

    pub(crate) fn post(&self, path: &str, body: &[u8]) -> Reply {
        self.ask("POST", path, &[], body)
    }

    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let mut client = Client::new(self.address);
        client.send(method, path, headers, body);
        client.reply().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// Options sufficient for small requests.
pub(crate) fn options() -> Options {
    Options {
        context: RunContext::new().memory(1 << 30),
        ..Options::default()
    }
}

/// The path of a request about a game.
pub(crate) fn path(game: &str, route: &str, parameters: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(parameters);
    let query = query.finish();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("/api/v1/games/{game}/{route}{mark}{query}")
}

/// The same for a built-in game, with parameters for which it is solved fast.
pub(crate) fn quick(entry: &Entry, route: &str, parameters: &[(&str, &str)]) -> String {
    let set: Vec<String> = entry
        .quick
        .into_iter()
        .flatten()
        .map(|(n, v)| format!("{n}={v}"))
        .collect();
    let set = set.iter().map(|pair| ("set", pair.as_str()));
    let all: Vec<(&str, &str)> = parameters.iter().copied().chain(set).collect();
    path(entry.info.name, route, &all)
}

/// A response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// The kind of the error.
    pub(crate) fn kind(&self) -> String {
        self.json()["error"]["kind"].as_str().unwrap().to_owned()
    }
}

/// A connection.
pub(crate) struct Client {
    pub(crate) stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        let idle_timeout = Some(HANG);
        stream.set_read_timeout(idle_timeout).unwrap();
        stream.set_write_timeout(idle_timeout).unwrap();
        Client {
            stream: BufReader::new(stream),
        }
    }

    /// Sends raw bytes.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).unwrap();
    }

    pub(crate) fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head += "host: localhost\r\n";
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() || method == "POST" {
            head += &format!("content-length: {}\r\n", body.len());
        }
        head += "\r\n";
        self.raw(&[head.as_bytes(), body].concat());
    }

    /// Reads a response; an error if the connection ends prematurely.
    pub(crate) fn reply(&mut self) -> std::io::Result<Reply> {
        let status = self.line()?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(": ") else {
                break;
            };
            headers.push((name.to_owned(), value.to_owned()));
        }
        let mut reply = Reply {
            status: status.unwrap_or(0),
            headers,
            body: Vec::new(),
        };
        if reply.status == 304 || reply.status == 204 {
            return Ok(reply);
        }
        if reply.header("transfer-encoding") == Some("chunked") {
            while self.chunk(&mut reply.body)? {}
        } else {
            let length = reply.header("content-length").unwrap_or("0");
            reply.body.resize(length.parse().unwrap(), 0);
            self.stream.read_exact(&mut reply.body)?;
        }
        Ok(reply)
    }

    /// Reads one chunk; false after the last one.
    pub(crate) fn chunk(&mut self, body: &mut Vec<u8>) -> std::io::Result<bool> {
        let size = usize::from_str_radix(&self.line()?, 16).unwrap();
        let mut chunk = vec![0; size + 2];
        self.stream.read_exact(&mut chunk)?;
        body.extend_from_slice(&chunk[..size]);
        Ok(size > 0)
    }

    pub(crate) fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }
}
