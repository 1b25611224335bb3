use std::convert::Infallible;

use kibitz_game::{CONTINUE, Flow, Game, Step};

/// Take a square number of matches; a player who cannot take loses.
pub struct Squares {
    /// Matches at the start.
    pub matches: u32,
}

impl Game for Squares {
    type Pos = u32;
    type Move = u32;
    type Fault = Infallible;

    fn start(&self) -> Option<u32> {
        Some(self.matches)
    }

    fn expand<F>(&self, &left: &u32, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<u32, u32>) -> Flow,
    {
        for take in (1..).map(|n| n * n).take_while(|square| *square <= left) {
            if visit(Step::alternate(left - take, take)).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }
}

use kibitz_game::{Notation, TextError, parse_count};

impl Notation for Squares {
    fn write(&self, left: &u32) -> String {
        left.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, TextError> {
        let matches = parse_count(text, 0..text.len(), "a number of matches")?;
        let too_many = |_| TextError::new(0..text.len(), "too many matches");
        u32::try_from(matches).map_err(too_many)
    }

    fn write_move(&self, _: &u32, take: &u32) -> String {
        format!("-{take}")
    }
}

use std::borrow::Cow;

use kibitz_game::{CatalogueGame, Info, Kind, Parameter, SettingError, Settings};

static INFO: Info<'static> = Info {
    name: "squares",
    aliases: &[],
    summary: "take a square number of matches; a player who cannot take loses",
    parameters: Cow::Borrowed(&[Parameter {
        name: "matches",
        kind: Kind::Number,
        default: "21",
        meaning: "matches at the start",
    }]),
    syntax: "the number of matches, e.g. 21",
    fields: Cow::Borrowed(&["{n}"]),
    contest: None,
};

impl CatalogueGame for Squares {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Squares, SettingError> {
        let matches = set.number("matches", 0..=1_000_000)? as u32;
        Ok(Squares { matches })
    }

    fn default_position(&self) -> u32 {
        self.matches
    }
}

use kibitz_query::{Entry, entry};
use kibitz_solve::explore::EnumerationSolver;

static SQUARES: Entry = entry::<Squares, EnumerationSolver>();

use kibitz_game::laws;

#[test]
fn squares_obeys_the_trait_laws() {
    let game = Squares { matches: 50 };
    for left in 0..=50 {
        laws::notation_round_trips(&game, &left).unwrap();
        laws::degree_counts(&game, &left).unwrap();
    }
}

use kibitz_game::RunContext;
use kibitz_query::{Limits, Session};

/// Straight from the rules: lost where no square leads to a lost number.
fn is_lost(left: u32) -> bool {
    let squares = (1..=left).filter(|n| n * n <= left);
    squares.into_iter().all(|n| !is_lost(left - n * n))
}

#[test]
fn squares_agrees_with_plain_recursion() {
    let game = Session::open(&SQUARES, [("matches", "30")]).unwrap();
    for left in 0..=30 {
        let text = left.to_string();
        let answer = game
            .analyse(&text, Limits::default(), &RunContext::new())
            .unwrap();
        assert_eq!(answer.value == "loss", is_lost(left), "{left}");
    }
}
