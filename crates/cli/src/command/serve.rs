//! `kibitz serve`: the web interface and the HTTP API.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use kibitz_query::{QueryError, TableFile};
use kibitz_serve::{Options, Server};

use crate::arguments::{parse_seconds, parse_size};
use crate::failure::Failure;
use crate::memory;
use crate::output;

#[derive(Debug, Args)]
#[command(
    after_help = "Listens on 127.0.0.1 unless --bind is given; there is no authentication. Ctrl-C \
    stops the server. A request times out after --time; longer computations run as jobs of up to \
    ten minutes. Request bodies are limited to 64 MiB for contest input and 64 KiB otherwise.\n\n\
    Examples:\n  kibitz serve\n  kibitz serve --open\n  kibitz serve --memory 2GiB --time 5\n  \
    kibitz serve --tables ."
)]
pub(crate) struct ServeOptions {
    /// Open the web interface in a browser
    #[arg(long)]
    open: bool,
    /// Port [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Address to listen on; 0.0.0.0 means all interfaces. An address other than
    /// 127.0.0.1 exposes the server to other machines
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Also accept requests for this host name
    #[arg(long = "allow-host", value_name = "NAME")]
    allow_host: Vec<String>,
    /// Accept rule files even if --bind or --allow-host exposes the server: other
    /// users' rules then run on this machine, within limits
    #[arg(long)]
    allow_rules: bool,
    /// Rule files: maximum number of steps per call
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    fuel: u64,
    /// Memory limit for all games, e.g. 500MB or 8GiB [default: the smaller of
    /// 4 GiB and half of the machine's memory]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = parse_size)]
    memory: Option<u64>,
    /// Time limit of a request, in seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = parse_seconds,
          default_value = "10")]
    time: Duration,
    /// Directory of table files: a game that has one is not solved
    #[arg(long, value_name = "DIRECTORY")]
    tables: Option<PathBuf>,
    /// Number of threads per request [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

pub(crate) fn run(options: &ServeOptions) -> Result<(), Failure> {
    let mut context = kibitz_game::RunContext::new().memory(memory::budget(options.memory));
    if let Some(threads) = options.threads {
        context = context.threads(threads.into());
    }
    let server = Server::bind(Options {
        address: options.bind,
        port: options.port,
        hosts: options.allow_host.clone(),
        allow_rules: options.allow_rules,
        fuel: options.fuel,
        context,
        tables: tables(options.tables.as_deref())?,
        request_time: options.time,
        judge_time: Options::default().judge_time.max(options.time),
        ..Options::default()
    });
    let server = server.context("cannot serve")?;
    if !options.bind.is_loopback() {
        warn("the server accepts requests from other machines");
    }
    let url = url(server.address());
    output::plain(&format!("kibitz listens on {url}\n"))?;
    if options.open {
        open(&url);
    }
    Ok(server.run().context("cannot serve")?)
}

/// Opens the table files of a directory, in the order of their names.
fn tables(directory: Option<&Path>) -> Result<Vec<Arc<TableFile>>, Failure> {
    let Some(directory) = directory else {
        return Ok(Vec::new());
    };
    let unreadable = || format!("cannot read the directory {}", directory.display());
    let entries = std::fs::read_dir(directory).with_context(unreadable)?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.with_context(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "kbz") {
            paths.push(path);
        }
    }
    paths.sort();
    let open = |path: &PathBuf| TableFile::open(path).map(Arc::new);
    let tables: Result<_, _> = paths.iter().map(open).collect();
    Ok(tables.map_err(QueryError::from)?)
}

/// The URL of the web interface on this machine.
fn url(address: SocketAddr) -> String {
    let here = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(std::net::Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(here, address.port()))
}

/// Opens a page in the system's default browser; warns if that fails.
fn open(url: &str) {
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start"])
    } else {
        ("xdg-open", &[])
    };
    let opened = Command::new(program)
        .args(first)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = opened {
        warn(&format!(
            "cannot open the page with {program} ({error}); the address is {url}"
        ));
    }
}

fn warn(message: &str) {
    let _ = writeln!(anstream::stderr(), "\x1b[1;33mwarning\x1b[0m: {message}");
}
