//! Text for people and JSON for programs, on standard output.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use kibitz_solve::Plan;
use serde::Serialize;

use crate::failure::Failure;

/// One JSON document and nothing else.
pub(crate) fn json(document: &impl Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_string_pretty(document).map_err(anyhow::Error::from)?;
    text.push('\n');
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(Failure::Output)
}

/// Text, with colours where they are wanted.
pub(crate) fn text(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(Failure::Output)
}

/// Says what a longer piece of work will take, before it starts.
pub(crate) fn announce(plan: &Plan) {
    const SHORT: Duration = Duration::from_millis(200);
    if plan.time.is_some_and(|time| time > SHORT) || io::stderr().is_terminal() {
        let _ = writeln!(anstream::stderr(), "plan: {plan}");
    }
}

/// A name that begins an entry.
pub(crate) fn heading(name: &str) -> String {
    format!("\x1b[1m{name}\x1b[0m")
}

/// `win` in green, `draw` in yellow, `loss` in red.
pub(crate) fn coloured(value: &str) -> String {
    let colour = match value {
        "win" => 32,
        "draw" => 33,
        _ => 31,
    };
    format!("\x1b[{colour}m{value}\x1b[0m")
}

/// ` in 5 plies`, where they are known.
pub(crate) fn in_plies(plies: Option<u32>) -> String {
    match plies {
        None => String::new(),
        Some(1) => " in 1 ply".to_owned(),
        Some(n) => format!(" in {n} plies"),
    }
}
