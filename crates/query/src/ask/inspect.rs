//! What is known of a position without solving the game: result, moves, and
//! move parsing.

use kibitz_game::{BREAK, CONTINUE, PASS, Places, Turn, Wdl};
use kibitz_solve::{SolveError, Thousands};

use super::probe::move_count;
use crate::QueryError;
use kibitz_catalogue::{AnyGame, NamedStep, Pos};

/// Maximum number of moves whose names are generated.
const MAX_NAMES: u64 = 1 << 16;
/// Maximum number of bytes of the positions generated for them.
const MAX_BYTES: u64 = 1 << 30;
/// Maximum number of candidates in an ambiguity error.
const MAX_CANDIDATES: usize = 5;

/// What is known of a position without solving the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionInfo {
    /// The position in kibitz's notation.
    pub position: String,
    /// The player to move, if positions name the players.
    pub mover: Option<String>,
    /// If the game is over, its result for the player who would move next.
    pub result: Option<Wdl>,
    /// If the game is over, in score play: the score of the end for that player.
    pub final_score: Option<i64>,
    /// The number of moves.
    pub move_count: u64,
    /// The moves in the order of the rules, up to the requested number.
    pub moves: Vec<StepOut>,
}

/// A move and its successor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepOut {
    /// Its name.
    pub by: String,
    /// The position it leads to.
    pub position: String,
    /// Who moves there.
    pub turn: Turn,
    /// The points of the move, in score play.
    pub points: i64,
    /// What it touches on the picture of the position before it.
    pub places: Option<Places>,
}

impl PositionInfo {
    /// Whether a forced pass is the only move.
    #[must_use]
    pub fn is_forced_pass(&self) -> bool {
        self.move_count == 1 && self.moves.first().is_some_and(|only| only.by == PASS)
    }
}

/// Why a text does not name a move.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    /// No move has this name.
    #[error("no move `{text}` in this position")]
    Unknown {
        /// The text as given.
        text: String,
        /// A move with a similar name.
        near: Option<String>,
    },
    /// Several moves match.
    #[error("`{text}` is ambiguous: it matches {count} moves")]
    Ambiguous {
        /// The text as given.
        text: String,
        /// Some of the matching moves.
        meant: Vec<String>,
        /// The number of such moves.
        count: u64,
    },
    /// There are more moves than are examined.
    #[error(
        "`{text}` is not among the first {} of {} moves; the others were not examined",
        Thousands(*seen),
        Thousands(*count)
    )]
    TooMany {
        /// The text as given.
        text: String,
        /// The number of moves examined.
        seen: u64,
        /// The number of such moves.
        count: u64,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The position is invalid, or the rules fail at run time.
    #[error(transparent)]
    Query(#[from] QueryError),
}

pub(crate) fn inspect(
    game: &dyn AnyGame,
    p: &Pos,
    limit: usize,
) -> Result<PositionInfo, QueryError> {
    let result = result(game, p)?;
    let move_count = match result {
        Some(_) => 0,
        None => game.degree(p.any())?,
    };
    let limit = (limit as u64).min(max_names(game, p)) as usize;
    let mut moves = Vec::new();
    if result.is_none() && limit > 0 {
        game.named_steps(p, &mut |step| {
            moves.push(step_out(game, &step));
            if moves.len() < limit { CONTINUE } else { BREAK }
        })?;
    }
    let final_score = match result {
        Some(_) => game.final_score(p.any())?,
        None => None,
    };
    Ok(PositionInfo {
        final_score,
        position: game.write(p),
        mover: game.mover(p).map(str::to_owned),
        result,
        move_count,
        moves,
    })
}

/// If the game is over, its result for the player who would move next.
pub(crate) fn result(game: &dyn AnyGame, p: &Pos) -> Result<Option<Wdl>, SolveError> {
    if let Some(value) = game.static_value(p.any())? {
        return Ok(Some(value.wdl()));
    }
    let has_no_move = game.degree(p.any())? == 0;
    Ok(has_no_move.then(|| game.no_move_result()))
}

/// The move that `by` names.
pub(crate) fn step(game: &dyn AnyGame, p: &Pos, by: &str) -> Result<StepOut, MoveError> {
    let count = move_count(game, p.any()).map_err(QueryError::from)?;
    if count == 0 {
        return Err(MoveError::Over);
    }
    if let Some(step) = game.read_step(p, by) {
        return Ok(step_out(game, &step));
    }
    let max = max_names(game, p);
    let mut names = Names::new(by);
    let visited = game.named_steps(p, &mut |step| {
        let name = step.name.clone();
        if names.add(&name, step) && names.seen < max {
            CONTINUE
        } else {
            BREAK
        }
    });
    visited.map_err(QueryError::from)?;
    Ok(step_out(game, &names.meant(count)?))
}

/// Maximum number of moves examined at a position: each of them creates a
/// position.
fn max_names(game: &dyn AnyGame, p: &Pos) -> u64 {
    let bytes = game.bytes(p.any());
    (MAX_BYTES / bytes.max(1) as u64).clamp(1, MAX_NAMES)
}

fn step_out(game: &dyn AnyGame, step: &NamedStep) -> StepOut {
    StepOut {
        by: step.name.clone(),
        position: game.write(&step.to),
        turn: step.turn,
        points: step.points,
        places: step.places.clone(),
    }
}

/// Index of the loosest way to match a name: by prefix.
const PREFIX: usize = 3;

/// The moves that match a text, by how closely they match: exactly, without
/// spaces, ignoring case, by prefix.
struct Names<'a, S> {
    text: &'a str,
    /// The text without spaces, and that in lower case.
    packed: String,
    small: String,
    seen: u64,
    matches: [Matches<S>; PREFIX + 1],
    near: Option<(f64, String)>,
}

/// The moves whose names match in one way.
struct Matches<S> {
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
            matches: std::array::from_fn(|_| Matches {
                first: None,
                names: Vec::new(),
                count: 0,
            }),
            near: None,
        }
    }

    /// Adds a move; returns whether more moves need to be examined.
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
        let found = &mut self.matches[way];
        found.count += 1;
        if found.names.len() < MAX_CANDIDATES {
            found.names.push(name.to_owned());
        }
        found.first.get_or_insert(step);
        way > 0
    }

    fn compare(&mut self, name: &str, small: &str) {
        const THRESHOLD: f64 = 0.7;
        // The time of the similarity measure grows with both lengths.
        if self.small.len() > 4 * small.len() + 16 {
            return;
        }
        let similarity = strsim::jaro_winkler(&self.small, small);
        if similarity >= THRESHOLD
            && self
                .near
                .as_ref()
                .is_none_or(|(best, _)| similarity > *best)
        {
            self.near = Some((similarity, name.to_owned()));
        }
    }

    /// The one matching move, of `count` in all. Prefixes are ignored unless
    /// all names were seen, since another name may have the same prefix.
    fn meant(self, count: u64) -> Result<S, MoveError> {
        let text = self.text.to_owned();
        let ways = if self.seen < count {
            PREFIX
        } else {
            PREFIX + 1
        };
        let mut found = self.matches.into_iter().take(ways);
        match found.find(|found| found.count > 0) {
            Some(Matches {
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
