//! Servers as separate processes: kibitz, and a trivial one.

use std::io::{self, BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};

/// The argument that turns a benchmark into the trivial server.
pub const HELLO: &str = "--say-hello";

/// A server that runs until this is dropped.
#[derive(Debug)]
pub struct Running {
    /// The address it listens on.
    pub address: SocketAddr,
    child: Child,
}

impl Running {
    /// `kibitz serve`.
    pub fn kibitz(program: &Path) -> io::Result<Self> {
        Self::start(Command::new(program).arg("serve"))
    }

    /// A bare axum route, in another process of the running benchmark.
    pub fn hello() -> io::Result<Self> {
        Self::start(Command::new(std::env::current_exe()?).arg(HELLO))
    }

    /// Starts a server that prints a line with its address.
    fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let address = line.trim().rsplit_once("http://");
        let address = address.and_then(|(_, rest)| rest.trim_end_matches('/').parse().ok());
        match address {
            Some(address) => Ok(Self { address, child }),
            None => Err(io::Error::other(format!("no address in {line:?}"))),
        }
    }

    /// The resident set in bytes.
    pub fn memory(&self) -> io::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
        let kilobytes: Option<u64> = kilobytes;
        kilobytes
            .map(|n| n * 1024)
            .ok_or_else(|| io::Error::other("no VmRSS"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves a constant response until the process is killed.
#[allow(clippy::print_stdout, reason = "the parent process reads the address")]
pub fn serve_hello() -> ExitCode {
    let serve = async {
        let route = axum::routing::get(|| async { "hello" });
        let app = axum::Router::new().route("/", route);
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        println!("http://{}/", listener.local_addr()?);
        axum::serve(listener, app).await
    };
    let runtime = tokio::runtime::Runtime::new();
    match runtime.and_then(|runtime| runtime.block_on(serve)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
