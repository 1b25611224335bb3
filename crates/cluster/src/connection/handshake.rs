//! The first messages on a connection: both sides prove that they know the secret, and say what
//! they solve.
//!
//! 1. The listener sends a nonce, and nothing else: a stranger learns only that.
//! 2. The caller sends what it is ([`Hello`], with a nonce of its own) and a proof: HMAC-SHA-256
//!    under the secret of the listener's nonce and of this message.
//! 3. The listener does the same, its proof covering the caller's message, too; or it says why it
//!    refuses.
//! 4. The caller says that it agrees, or why it refuses.
//!
//! The secret is never sent, and a proof is of no use on another connection.

use std::io::{self, Read, Write};
use std::net::TcpStream;

use serde::{Deserialize, Serialize};

use super::Secret;
use super::secret::{PROOF, nonce};
use crate::checkpoint::Offer;
use crate::vectors::saved::PositionsOffer;

/// The first bytes of the listener.
const MAGIC: &[u8; 16] = b"kibitz cluster 1";

/// The longest message. Strangers cannot make a process reserve more.
const MAX_MESSAGE: u32 = 1 << 16;

const AGREED: u8 = 1;
const REFUSED: u8 = 0;

/// What a process says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// The version of the program.
    pub(crate) version: String,
    pub(crate) game: String,
    /// As text.
    pub(crate) parameters: String,
    /// The hash of the rules.
    pub(crate) rules: String,
    pub(crate) processes: usize,
    pub(crate) process: usize,
    /// Where it listens.
    pub(crate) address: String,
    /// Checkpoints of positions and of values from which it could continue.
    pub(crate) positions: Vec<PositionsOffer>,
    pub(crate) offers: Vec<Offer>,
}

/// Which of the two connections this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Channel {
    Dataflow,
    Pulses,
}

/// The caller's message.
#[derive(Debug, Serialize, Deserialize)]
struct Call {
    hello: Hello,
    /// The number of the process that is called.
    to: usize,
    channel: Channel,
    nonce: [u8; PROOF],
}

/// Why there is no connection.
#[derive(Debug)]
pub(crate) enum Failed {
    /// The system's error, or a stranger: the right process may still connect.
    Stranger(String),
    /// A process of this run, which does not fit.
    Unfit(String),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        Failed::Stranger(match error.kind() {
            io::ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                "it did not answer in time".to_owned()
            }
            _ => error.to_string(),
        })
    }
}

impl Hello {
    /// Who this is, for messages.
    pub(crate) fn name(&self) -> String {
        format!("process {} at {}", self.process, self.address)
    }

    /// Why this process does not fit another one, if so.
    fn differs(&self, other: &Hello) -> Option<String> {
        let pairs = [
            ("version", &self.version, &other.version),
            ("game", &self.game, &other.game),
            ("parameters", &self.parameters, &other.parameters),
            ("rules", &self.rules, &other.rules),
        ];
        let counts = [self.processes, other.processes].map(|n| n.to_string());
        let pairs = pairs
            .into_iter()
            .chain([("number of processes", &counts[0], &counts[1])]);
        let (what, own, others) = pairs.into_iter().find(|(_, own, other)| own != other)?;
        Some(format!(
            "{} has the {what} {own}, {} has {others}; start all processes with the same program \
             and the same command",
            self.name(),
            other.name()
        ))
    }
}

/// Calls a process, and returns what it is.
pub(crate) fn call(
    stream: &mut TcpStream,
    own: &Hello,
    to: usize,
    channel: Channel,
    secret: &Secret,
) -> Result<Hello, Failed> {
    let mut magic = [0; MAGIC.len()];
    stream.read_exact(&mut magic)?;
    if magic != *MAGIC {
        return Err(Failed::Stranger(
            "what listens there is not kibitz, or another version of it".to_owned(),
        ));
    }
    let their_nonce = read_proof(stream)?;
    let nonce = nonce().map_err(|error| Failed::Unfit(error.to_string()))?;
    let call = Call {
        hello: own.clone(),
        to,
        channel,
        nonce,
    };
    let call = serde_json::to_vec(&call).map_err(io::Error::from)?;
    write_message(stream, &call)?;
    stream.write_all(&secret.prove(&[b"call", &their_nonce, &call]))?;
    if read_status(stream)? == REFUSED {
        let why = read_message(stream)?;
        let why = String::from_utf8_lossy(&why);
        return Err(Failed::Unfit(format!("process {to} refused: {why}")));
    }
    let answer = read_message(stream)?;
    let proof = read_proof(stream)?;
    if !secret.accepts(&[b"answer", &nonce, &call, &answer], &proof) {
        return Err(Failed::Unfit(format!(
            "what answers as process {to} does not know the secret of {}",
            own.name()
        )));
    }
    let other: Hello = serde_json::from_slice(&answer).map_err(io::Error::from)?;
    if let Some(problem) = own.differs(&other) {
        refuse(stream, &problem);
        return Err(Failed::Unfit(problem));
    }
    stream.write_all(&[AGREED])?;
    Ok(other)
}

/// Answers a call, and returns who has called, for which channel.
pub(crate) fn answer(
    stream: &mut TcpStream,
    own: &Hello,
    secret: &Secret,
) -> Result<(Hello, Channel), Failed> {
    let nonce = nonce().map_err(|error| Failed::Unfit(error.to_string()))?;
    stream.write_all(&[&MAGIC[..], &nonce].concat())?;
    let message = read_message(stream)?;
    let proof = read_proof(stream)?;
    if !secret.accepts(&[b"call", &nonce, &message], &proof) {
        let claim = serde_json::from_slice::<Call>(&message);
        let claim = claim.map_or_else(
            |_| "it sent an invalid message".to_owned(),
            |call| {
                format!(
                    "it says that it is {}, but does not know the secret",
                    call.hello.name()
                )
            },
        );
        refuse(
            stream,
            &format!("the caller does not know the secret of {}", own.name()),
        );
        return Err(Failed::Stranger(claim));
    }
    let call: Call = serde_json::from_slice(&message).map_err(io::Error::from)?;
    let problem = match call.hello.differs(own) {
        None if call.to != own.process => Some(format!(
            "{} has called process {}, but this is {}; all host files must be the same",
            call.hello.name(),
            call.to,
            own.name()
        )),
        None if call.hello.process <= own.process || call.hello.process >= own.processes => {
            Some(format!(
                "{} calls {}: only processes with larger numbers call; is a number given twice?",
                call.hello.name(),
                own.name()
            ))
        }
        problem => problem,
    };
    if let Some(problem) = problem {
        refuse(stream, &problem);
        return Err(Failed::Unfit(problem));
    }
    let answer = serde_json::to_vec(own).map_err(io::Error::from)?;
    stream.write_all(&[AGREED])?;
    write_message(stream, &answer)?;
    stream.write_all(&secret.prove(&[b"answer", &call.nonce, &message, &answer]))?;
    if read_status(stream)? == REFUSED {
        let why = read_message(stream)?;
        return Err(Failed::Unfit(String::from_utf8_lossy(&why).into_owned()));
    }
    Ok((call.hello, call.channel))
}

/// Says why there will be no connection, if the other side still listens.
fn refuse(stream: &mut TcpStream, why: &str) {
    let _ = stream.write_all(&[REFUSED]);
    let _ = write_message(stream, why.as_bytes());
}

fn write_message(stream: &mut TcpStream, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(&(bytes.len() as u32).to_le_bytes())?;
    stream.write_all(bytes)
}

fn read_message(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > MAX_MESSAGE {
        return Err(io::Error::other("it sent an invalid message"));
    }
    let mut bytes = vec![0; length as usize];
    stream.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn read_proof(stream: &mut TcpStream) -> io::Result<[u8; PROOF]> {
    let mut bytes = [0; PROOF];
    stream.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn read_status(stream: &mut TcpStream) -> io::Result<u8> {
    let mut status = [0];
    stream.read_exact(&mut status)?;
    Ok(status[0])
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn hello(process: usize) -> Hello {
        Hello {
            version: "1".to_owned(),
            game: "numbers".to_owned(),
            parameters: "cards=8".to_owned(),
            rules: "00ff".to_owned(),
            processes: 3,
            process,
            address: format!("host{process}:1"),
            positions: Vec::new(),
            offers: vec![Offer {
                width: 2,
                level: 7,
                workers: 3,
            }],
        }
    }

    fn secret(text: &str) -> Secret {
        Secret::new(text.as_bytes()).unwrap()
    }

    const SECRET: &str = "correct horse battery";

    /// What the listener, process 0, and the caller make of each other.
    fn meet(
        caller: Hello,
        to: usize,
        callers_secret: &str,
    ) -> (Result<(Hello, Channel), Failed>, Result<Hello, Failed>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let callers_secret = secret(callers_secret);
        let calling = thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            call(&mut stream, &caller, to, Channel::Pulses, &callers_secret)
        });
        let (mut stream, _) = listener.accept().unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let answered = answer(&mut stream, &hello(0), &secret(SECRET));
        (answered, calling.join().unwrap())
    }

    #[test]
    fn equals_agree() {
        let (answered, called) = meet(hello(2), 0, SECRET);
        assert_eq!(answered.unwrap(), (hello(2), Channel::Pulses));
        assert_eq!(called.unwrap(), hello(0));
    }

    #[test]
    fn both_name_what_differs() {
        let version = Hello {
            version: "2".to_owned(),
            ..hello(1)
        };
        let rules = Hello {
            rules: "0000".to_owned(),
            ..hello(1)
        };
        let processes = Hello {
            processes: 4,
            ..hello(1)
        };
        let cases = [
            (
                version,
                0,
                "process 1 at host1:1 has the version 2, process 0 at host0:1 has 1",
            ),
            (
                rules,
                0,
                "process 1 at host1:1 has the rules 0000, process 0 at host0:1 has 00ff",
            ),
            (
                processes,
                0,
                "process 1 at host1:1 has the number of processes 4",
            ),
            (
                hello(1),
                2,
                "process 1 at host1:1 has called process 2, but this is process 0",
            ),
            (
                hello(0),
                0,
                "process 0 at host0:1 calls process 0 at host0:1",
            ),
        ];
        for (caller, to, expected) in cases {
            let (answered, called) = meet(caller, to, SECRET);
            let (Err(Failed::Unfit(answered)), Err(Failed::Unfit(called))) = (answered, called)
            else {
                panic!("{expected}: there is a connection")
            };
            assert!(answered.contains(expected), "{answered}");
            assert!(called.contains(expected), "{called}");
        }
    }

    #[test]
    fn another_secret_is_a_stranger() {
        let (answered, called) = meet(hello(1), 0, "another horse battery");
        assert!(matches!(answered, Err(Failed::Stranger(why)) if why.contains("process 1")));
        assert!(matches!(called, Err(Failed::Unfit(why)) if why.contains("process 0")));
    }

    /// A listener that does not know the secret is refused by the caller.
    #[test]
    fn a_false_listener_is_refused() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let calling = thread::spawn(move || {
            let mut stream = TcpStream::connect(address).unwrap();
            call(
                &mut stream,
                &hello(1),
                0,
                Channel::Dataflow,
                &secret(SECRET),
            )
        });
        let (mut stream, _) = listener.accept().unwrap();
        stream
            .write_all(&[&MAGIC[..], &[7; PROOF]].concat())
            .unwrap();
        let message = read_message(&mut stream).unwrap();
        let proof = read_proof(&mut stream).unwrap();
        // It answers with what it has got.
        stream.write_all(&[AGREED]).unwrap();
        write_message(&mut stream, &message).unwrap();
        stream.write_all(&proof).unwrap();
        let called = calling.join().unwrap();
        assert!(matches!(called, Err(Failed::Unfit(why)) if why.contains("does not know")));
    }
}
