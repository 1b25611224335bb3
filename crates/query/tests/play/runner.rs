//! An artificial game with extra turns, forced passes and ties, but without
//! repetition.

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    CONTINUE, CatalogueGame, Flow, Game, Info, Notation, PASS, SettingError, Settings, Step,
    TextError, Value, Wdl, parse_count,
};
use kibitz_query::{Entry, entry};
use kibitz_solve::explore::EnumerationSolver;

/// A runner advances 1 place, or 3 with an extra turn, and must pass on every
/// fifth place. On place 23 the game is a tie; on 24 the player to move has
/// won; beyond, the player to move has lost.
pub(crate) struct Runner;

pub(crate) static RUNNER: Entry = entry::<Runner, EnumerationSolver>();

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    Step,
    Jump,
    Pass,
}

impl Game for Runner {
    type Pos = u32;
    type Move = Run;
    type Fault = Infallible;

    fn static_value(&self, at: &u32) -> Result<Option<Value>, Infallible> {
        Ok(match at {
            0..23 => None,
            23 => Some(Value::terminal(Wdl::Draw)),
            24 => Some(Value::terminal(Wdl::Win)),
            _ => Some(Value::terminal(Wdl::Loss)),
        })
    }

    fn expand<F>(&self, &at: &u32, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<u32, Run>) -> Flow,
    {
        if at % 5 == 4 {
            return Ok(visit(Step::alternate(at + 1, Run::Pass)));
        }
        if visit(Step::alternate(at + 1, Run::Step)).is_break() {
            return Ok(Flow::Break(()));
        }
        if visit(Step::extra_turn(at + 3, Run::Jump)).is_break() {
            return Ok(Flow::Break(()));
        }
        Ok(CONTINUE)
    }
}

impl Notation for Runner {
    fn write(&self, at: &u32) -> String {
        at.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, TextError> {
        let at = parse_count(text, 0..text.len(), "a place")?;
        let far = |_| TextError::new(0..text.len(), "too far");
        u32::try_from(at).map_err(far)
    }

    fn write_move(&self, _: &u32, by: &Run) -> String {
        match by {
            Run::Step => "step".to_owned(),
            Run::Jump => "Jump far".to_owned(),
            Run::Pass => PASS.to_owned(),
        }
    }
}

static INFO: Info<'static> = Info {
    name: "runner",
    aliases: &[],
    summary: "run along a track",
    parameters: Cow::Borrowed(&[]),
    syntax: "a place",
    fields: Cow::Borrowed(&[]),
    contest: None,
};

impl CatalogueGame for Runner {
    const INFO: &'static Info<'static> = &INFO;

    fn with(_: &Settings) -> Result<Runner, SettingError> {
        Ok(Runner)
    }

    fn default_position(&self) -> u32 {
        0
    }
}
