//! Configuration of the server.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use kibitz_game::RunContext;
use kibitz_query::TableFile;

/// Where the server listens and which limits hold.
#[derive(Clone, Debug)]
pub struct Options {
    /// The interface to bind. The loopback is reachable from this machine only.
    pub address: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Host names accepted in addition to those of the interface.
    pub hosts: Vec<String>,
    /// Whether rule files are accepted even if other machines can reach the
    /// server.
    pub allow_rules: bool,
    /// Maximum steps per call of a rule-file function. It also bounds the size
    /// of the lists and strings that the call builds.
    pub fuel: u64,
    /// Memory budget and threads, shared by all requests.
    pub context: RunContext,
    /// Table files: games that have one take their values from it.
    pub tables: Vec<Arc<TableFile>>,
    /// Time limit of a request.
    pub request_time: Duration,
    /// Time limit of a job.
    pub job_time: Duration,
    /// Time limit of judging contest input, including the transfer of the
    /// answers.
    pub judge_time: Duration,
    /// Time limit of receiving contest input, from its first byte to its last.
    pub input_time: Duration,
    /// Idle timeout of a connection: while waiting for the rest of a request,
    /// for the next chunk of contest input, or for the client to accept output.
    pub idle_timeout: Duration,
    /// Maximum number of concurrent event streams (progress of jobs).
    pub event_streams: usize,
}

impl Default for Options {
    /// Loopback, a free port, 10 s per request, 10 min per job.
    fn default() -> Options {
        Options {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            hosts: Vec::new(),
            allow_rules: false,
            fuel: 1_000_000,
            context: RunContext::new(),
            tables: Vec::new(),
            request_time: Duration::from_secs(10),
            job_time: Duration::from_secs(600),
            judge_time: Duration::from_secs(120),
            input_time: Duration::from_secs(60),
            event_streams: 128,
            idle_timeout: Duration::from_secs(10),
        }
    }
}

impl Options {
    /// Whether rule files are accepted. An additional host name suggests a
    /// proxy that forwards requests of other machines.
    pub(crate) fn accepts_rules(&self) -> bool {
        self.allow_rules || self.address.is_loopback() && self.hosts.is_empty()
    }
}
