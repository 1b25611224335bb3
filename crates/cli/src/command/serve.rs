//! `kibitz serve`: the page, and the API behind it.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use kibitz_serve::{Options, Server};

use crate::arguments::{parse_seconds, parse_size};
use crate::failure::Failure;
use crate::memory;
use crate::output;

#[derive(Debug, Args)]
#[command(
    after_help = "Only this machine can reach the page unless --bind says otherwise; whoever can \
    reach it may ask questions. Ctrl-C stops it. A question stops after --time; longer work is \
    asked for as a job, which may take ten minutes. Contest input that is sent to the judge may \
    have 64 MiB, everything else that is sent 64 KiB.\n\n\
    Examples:\n  kibitz serve\n  kibitz serve --open\n  kibitz serve --memory 2GiB --time 5"
)]
pub(crate) struct ServeOptions {
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// The port [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Listen on this interface, for other machines too; 0.0.0.0 is all of
    /// them, and their addresses are answered to
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// Answer to this host name too, as people type it in the browser
    #[arg(long = "allow-host", value_name = "NAME")]
    allow_host: Vec<String>,
    /// Take rule files from the page even where --bind or --allow-host lets
    /// others reach it: their rules run on this machine, within limits
    #[arg(long)]
    allow_rules: bool,
    /// Of a rule file: the steps of one call
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    fuel: u64,
    /// Use at most so much memory for all games, as 500MB or 8GiB [default: the
    /// smaller of 4 GiB and half of the machine's]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = parse_size)]
    memory: Option<u64>,
    /// Stop a question after so many seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = parse_seconds,
          default_value = "10")]
    time: Duration,
    /// Use so many threads for a question [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

pub(crate) fn run(options: &ServeOptions) -> Result<(), Failure> {
    let mut watch = kibitz_game::Watch::new().memory(memory::budget(options.memory));
    if let Some(threads) = options.threads {
        watch = watch.threads(threads.into());
    }
    let server = Server::bind(Options {
        address: options.bind,
        port: options.port,
        hosts: options.allow_host.clone(),
        allow_rules: options.allow_rules,
        fuel: options.fuel,
        watch,
        question_time: options.time,
        ..Options::default()
    });
    let server = server.context("cannot serve")?;
    if !options.bind.is_loopback() {
        warn("other machines can reach this page and ask questions");
    }
    let url = url(server.address());
    output::plain(&format!("kibitz listens on {url}\n"))?;
    if options.open {
        open(&url);
    }
    Ok(server.run().context("cannot serve")?)
}

/// Where the page is, on this machine.
fn url(address: SocketAddr) -> String {
    let here = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(std::net::Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(here, address.port()))
}

/// Opens a page with whatever the system opens pages with; where it does not,
/// people still have the address.
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
