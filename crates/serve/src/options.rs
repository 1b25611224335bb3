//! What a server can be told before it starts.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use kibitz_game::Watch;

/// Where the server listens and what it may take.
#[derive(Clone, Debug)]
pub struct Options {
    /// The interface; only this machine can reach the loopback.
    pub address: IpAddr,
    /// The port; 0 for a free one.
    pub port: u16,
    /// Names that requests may be sent to, beside those of the interface.
    pub hosts: Vec<String>,
    /// Whether rule files are taken even where others than this machine may
    /// reach the server.
    pub allow_rules: bool,
    /// Steps of one call of a rule file's function: they bound what its tables
    /// and texts take, too.
    pub fuel: u64,
    /// Memory and threads, for all questions together.
    pub watch: Watch,
    /// How long a question may take.
    pub question_time: Duration,
    /// How long a job may take.
    pub job_time: Duration,
    /// How long contest input may be judged, until its answers are taken.
    pub judge_time: Duration,
    /// How long contest input may take to come, from its first byte to its
    /// last.
    pub input_time: Duration,
    /// How long a client may keep the server waiting for the rest of a
    /// request, for the next piece of contest input, or for room to send an
    /// answer.
    pub patience: Duration,
    /// Streams of a job's progress at a time.
    pub event_streams: usize,
}

impl Default for Options {
    /// Loopback, a free port, ten seconds for a question, ten minutes for a job.
    fn default() -> Options {
        Options {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            hosts: Vec::new(),
            allow_rules: false,
            fuel: 1_000_000,
            watch: Watch::new(),
            question_time: Duration::from_secs(10),
            job_time: Duration::from_secs(600),
            judge_time: Duration::from_secs(120),
            input_time: Duration::from_secs(60),
            event_streams: 128,
            patience: Duration::from_secs(10),
        }
    }
}

impl Options {
    /// Whether rule files are taken. A name to answer to, beside those of the
    /// interface, is a sign of others: something may pass their requests on.
    pub(crate) fn takes_rules(&self) -> bool {
        self.allow_rules || self.address.is_loopback() && self.hosts.is_empty()
    }
}
