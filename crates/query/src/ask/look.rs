//! What can be seen and done at a position without solving anything.

use kibitz_game::{ENOUGH, MORE, PASS, Turn, Wdl};
use kibitz_solve::{SolveError, Thousands};

use super::probe::move_count;
use crate::QueryError;
use crate::erased::{AnyGame, NamedStep, Pos};

/// Moves whose names are looked at, at most.
const MOST_NAMES: u64 = 1 << 16;
/// Bytes of positions that are made to look at them, at most.
const MOST_BYTES: u64 = 1 << 30;
/// Moves that are named where more than one is meant.
const MOST_MEANT: usize = 5;

/// What anybody can see of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The position, as kibitz writes it.
    pub position: String,
    /// Who moves, where positions name the players.
    pub mover: Option<String>,
    /// Where the game is over, what that is for the player who would move.
    pub result: Option<Wdl>,
    /// How many moves there are.
    pub move_count: u64,
    /// The moves in the order of the rules, as many as were wanted.
    pub moves: Vec<StepOut>,
}

/// A move and what comes after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepOut {
    /// Its name.
    pub by: String,
    /// Where it leads.
    pub position: String,
    /// Whose turn it is there.
    pub turn: Turn,
}

impl Sight {
    /// Whether nothing but a forced pass is possible.
    #[must_use]
    pub fn is_forced_pass(&self) -> bool {
        self.move_count == 1 && self.moves.first().is_some_and(|only| only.by == PASS)
    }
}

/// Why a text is no move.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// No move is called so.
    #[error("there is no move `{text}` here")]
    Unknown {
        /// What was asked for.
        text: String,
        /// A move whose name looks like it.
        near: Option<String>,
    },
    /// More than one may be meant.
    #[error("`{text}` may be any of {count} moves")]
    Ambiguous {
        /// What was asked for.
        text: String,
        /// Some of the moves.
        meant: Vec<String>,
        /// How many there are.
        count: u64,
    },
    /// There are more moves than can be looked at.
    #[error(
        "`{text}` is not among the first {} of {} moves, and no more are looked at",
        Thousands(*seen),
        Thousands(*count)
    )]
    TooMany {
        /// What was asked for.
        text: String,
        /// How many moves were looked at.
        seen: u64,
        /// How many there are.
        count: u64,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The position is none, or the rules fail.
    #[error(transparent)]
    Query(#[from] QueryError),
}

pub(crate) fn look(game: &dyn AnyGame, p: &Pos, most: usize) -> Result<Sight, QueryError> {
    let result = result(game, p)?;
    let move_count = match result {
        Some(_) => 0,
        None => game.degree(p.any())?,
    };
    let most = (most as u64).min(most_names(game, p)) as usize;
    let mut moves = Vec::new();
    if result.is_none() && most > 0 {
        game.named_steps(p, &mut |step| {
            moves.push(step_out(game, &step));
            if moves.len() < most { MORE } else { ENOUGH }
        })?;
    }
    Ok(Sight {
        position: game.write(p),
        mover: game.mover(p).map(str::to_owned),
        result,
        move_count,
        moves,
    })
}

/// Where the game is over, what that is for the player who would move.
pub(crate) fn result(game: &dyn AnyGame, p: &Pos) -> Result<Option<Wdl>, SolveError> {
    if let Some(value) = game.decided(p.any())? {
        return Ok(Some(value.wdl()));
    }
    let is_stuck = game.degree(p.any())? == 0;
    Ok(is_stuck.then(|| game.stuck()))
}

/// The move that `by` means.
pub(crate) fn step(game: &dyn AnyGame, p: &Pos, by: &str) -> Result<StepOut, MoveError> {
    let count = move_count(game, p.any()).map_err(QueryError::from)?;
    if count == 0 {
        return Err(MoveError::Over);
    }
    if let Some(step) = game.read_step(p, by) {
        return Ok(step_out(game, &step));
    }
    let most = most_names(game, p);
    let mut names = Names::new(by);
    let looked = game.named_steps(p, &mut |step| {
        let name = step.name.clone();
        if names.add(&name, step) && names.seen < most {
            MORE
        } else {
            ENOUGH
        }
    });
    looked.map_err(QueryError::from)?;
    Ok(step_out(game, &names.meant(count)?))
}

/// How many moves of a position may be looked at: each makes a position.
fn most_names(game: &dyn AnyGame, p: &Pos) -> u64 {
    let bytes = game.bytes(p.any());
    (MOST_BYTES / bytes.max(1) as u64).clamp(1, MOST_NAMES)
}

fn step_out(game: &dyn AnyGame, step: &NamedStep) -> StepOut {
    StepOut {
        by: step.name.clone(),
        position: game.write(&step.to),
        turn: step.turn,
    }
}

/// The last of the ways in which a text may fit a name: as its beginning.
const PREFIX: usize = 3;

/// The moves that somebody may mean, from the closest spelling to the furthest.
struct Names<'a, S> {
    text: &'a str,
    /// The text without spaces, and that in small letters.
    packed: String,
    small: String,
    seen: u64,
    found: [Found<S>; PREFIX + 1],
    near: Option<(f64, String)>,
}

/// The moves whose names fit in one way.
struct Found<S> {
    first: Option<S>,
    names: Vec<String>,
    count: u64,
}

impl<'a, S> Names<'a, S> {
    fn new(text: &'a str) -> Names<'a, S> {
        let packed = pack(text);
        Names {
            text,
            small: packed.to_lowercase(),
            packed,
            seen: 0,
            found: std::array::from_fn(|_| Found {
                first: None,
                names: Vec::new(),
                count: 0,
            }),
            near: None,
        }
    }

    /// Takes a move into account; says whether it is worth looking at more.
    fn add(&mut self, name: &str, step: S) -> bool {
        self.seen += 1;
        let packed = pack(name);
        let small = packed.to_lowercase();
        let fits = [
            name == self.text,
            packed == self.packed,
            small == self.small,
            !self.small.is_empty() && small.starts_with(&self.small),
        ];
        let Some(way) = fits.iter().position(|fits| *fits) else {
            self.compare(name, &small);
            return true;
        };
        let found = &mut self.found[way];
        found.count += 1;
        if found.names.len() < MOST_MEANT {
            found.names.push(name.to_owned());
        }
        found.first.get_or_insert(step);
        way > 0
    }

    fn compare(&mut self, name: &str, small: &str) {
        const ALIKE: f64 = 0.7;
        // Likeness takes time that grows with both lengths.
        if self.small.len() > 4 * small.len() + 16 {
            return;
        }
        let alike = strsim::jaro_winkler(&self.small, small);
        if alike >= ALIKE && self.near.as_ref().is_none_or(|(best, _)| alike > *best) {
            self.near = Some((alike, name.to_owned()));
        }
    }

    /// The one move that is meant, of `count` in all. The beginning of a name
    /// is no telling sign where not all names were seen.
    fn meant(self, count: u64) -> Result<S, MoveError> {
        let text = self.text.to_owned();
        let ways = if self.seen < count {
            PREFIX
        } else {
            PREFIX + 1
        };
        let mut found = self.found.into_iter().take(ways);
        match found.find(|found| found.count > 0) {
            Some(Found {
                first: Some(step),
                count: 1,
                ..
            }) => Ok(step),
            Some(found) => Err(MoveError::Ambiguous {
                text,
                meant: found.names,
                count: found.count,
            }),
            None if self.seen < count => Err(MoveError::TooMany {
                text,
                seen: self.seen,
                count,
            }),
            None => Err(MoveError::Unknown {
                text,
                near: self.near.map(|(_, name)| name),
            }),
        }
    }
}

fn pack(text: &str) -> String {
    text.split_whitespace().collect()
}
