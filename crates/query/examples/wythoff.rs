//! A game outside the catalogue: Wythoff's Nim.
//!
//! Two heaps. A move takes any positive number from one heap, or the same
//! number from both; a player who cannot move loses.
//!
//! Run it with `cargo run --release -p kibitz-query --example wythoff`.

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    CONTINUE, CatalogueGame, Flow, Game, Info, Kind, Notation, Parameter, RunContext, SettingError,
    Settings, Step, TextError, parse_count, words,
};
use kibitz_query::{Entry, Limits, Session, entry};
use kibitz_solve::explore::EnumerationSolver;

/// The game, with the size of both heaps at the start.
struct Wythoff {
    heap: u32,
}

type Heaps = (u32, u32);

impl Game for Wythoff {
    type Pos = Heaps;
    type Move = Heaps;
    type Fault = Infallible;

    fn start(&self) -> Option<Heaps> {
        Some((self.heap, self.heap))
    }

    fn expand<F>(&self, &(a, b): &Heaps, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Heaps, Heaps>) -> Flow,
    {
        let first = (1..=a).map(|n| (n, 0));
        let second = (1..=b).map(|n| (0, n));
        let both = (1..=a.min(b)).map(|n| (n, n));
        for (x, y) in first.chain(second).chain(both) {
            if visit(Step::alternate((a - x, b - y), (x, y))).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }
}

impl Notation for Wythoff {
    fn write(&self, (a, b): &Heaps) -> String {
        format!("{a} {b}")
    }

    fn parse(&self, text: &str) -> Result<Heaps, TextError> {
        let heap = |(at, word)| parse_count(word, at, "a heap");
        let heaps: Vec<u64> = words(text).map(heap).collect::<Result<_, _>>()?;
        match heaps[..] {
            [a, b] if a.max(b) <= 1000 => Ok((a as u32, b as u32)),
            _ => Err(TextError::new(
                0..text.len(),
                "expected two heaps up to 1000",
            )),
        }
    }

    fn write_move(&self, _: &Heaps, (x, y): &Heaps) -> String {
        format!("-{x} -{y}")
    }
}

static INFO: Info<'static> = Info {
    name: "wythoff",
    aliases: &[],
    summary: "take from one heap, or the same from both",
    parameters: Cow::Borrowed(&[Parameter {
        name: "heap",
        kind: Kind::Number,
        default: "10",
        meaning: "the size of both heaps at the start",
    }]),
    syntax: "two numbers, e.g. 3 5",
    fields: Cow::Borrowed(&["{a} {b}"]),
    contest: None,
};

impl CatalogueGame for Wythoff {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Wythoff, SettingError> {
        let heap = set.number("heap", 0..=1000)? as u32;
        Ok(Wythoff { heap })
    }

    fn default_position(&self) -> Heaps {
        (self.heap, self.heap)
    }
}

static WYTHOFF: Entry = entry::<Wythoff, EnumerationSolver>();

/// Checks that the P-positions are (⌊nφ⌋, ⌊nφ²⌋) (Wythoff, 1907).
fn main() -> Result<(), kibitz_query::QueryError> {
    let game = Session::open(&WYTHOFF, [("heap", "30")])?;
    let context = RunContext::new();
    let mut lost = Vec::new();
    for a in 0..=30 {
        for b in a..=30 {
            let analysis = game.analyse(&format!("{a} {b}"), Limits::default(), &context)?;
            if analysis.value == "loss" {
                lost.push((a, b));
            }
        }
    }
    let golden = f64::midpoint(1.0, 5f64.sqrt());
    for (n, (a, b)) in lost.iter().enumerate() {
        let n = n as f64;
        let rounded = (
            (n * golden).floor() as u32,
            (n * golden * golden).floor() as u32,
        );
        assert_eq!((*a, *b), rounded, "Wythoff, 1907");
    }
    eprintln!("lost: {lost:?}");
    Ok(())
}
