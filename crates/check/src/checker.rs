//! The check of every number of a table.

use std::error::Error;
use std::ops::Range;

use kibitz_game::{
    Expander, Game, Numbering, Plies, RunContext, Scored, Step, StopReason, Value, Wdl,
};
use kibitz_tablebase::{Entry, Table, TableError};

use crate::compare::{Items, Node, Successor};
use crate::entries::Entries;
use crate::{Problem, Wrong};

/// Numbers that a thread checks in one step, if a position has a few moves.
pub(crate) const CHUNK: u64 = 1 << 14;
/// Chunks between two looks at the results: after a wrong item the rest is not checked.
const CHUNKS: usize = 1 << 8;

/// The result of checking a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<P> {
    /// Every value is right.
    Correct(Counts),
    /// Some value is wrong; this is the first.
    Wrong(Box<Wrong<P>>),
}

impl<P> Verdict<P> {
    /// The same verdict with positions of another type.
    pub fn map<Q>(self, of: impl Fn(P) -> Q) -> Verdict<Q> {
        match self {
            Verdict::Correct(counts) => Verdict::Correct(counts),
            Verdict::Wrong(wrong) => {
                let Wrong {
                    number,
                    position,
                    problem,
                } = *wrong;
                Wrong::verdict(number, position.map(&of), problem.map(of))
            }
        }
    }
}

/// The positions of a correct table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won positions.
    pub win: u64,
    /// Drawn positions.
    pub draw: u64,
    /// Lost positions.
    pub loss: u64,
    /// Numbers without a position.
    pub holes: u64,
    /// The longest distance, if any is stored.
    pub longest: Option<Plies>,
}

/// Why a table was not checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The run was cancelled or reached a limit.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// The rules fail at a position.
    #[error("the rules fail at {position}: {fault}")]
    Rules {
        /// The position.
        position: String,
        /// The fault.
        fault: Box<dyn Error + Send + Sync>,
    },
    /// The game's bit-parallel encoding and its rules disagree.
    #[error(
        "the bit-parallel encoding of bundle {bundle} does not agree with the rules: internal \
         error, please report it"
    )]
    Encoding {
        /// The bundle.
        bundle: u32,
    },
    /// The table has another number of positions than the game.
    #[error("the table has {found} numbers, expected {expected}; it was made for another game")]
    Size {
        /// The size of the table.
        found: u64,
        /// The size of the numbering.
        expected: u64,
    },
}

/// Checks every value of a table of a whole game.
///
/// The verdict does not depend on the number of threads. The values are decoded into memory if the
/// budget of the context permits; otherwise it takes longer.
///
/// ```
/// use std::convert::Infallible;
/// use kibitz_check::{Verdict, check};
/// use kibitz_game::{ByIndex, Numbering, Plies, RunContext, Value};
/// use kibitz_games::tictactoe::TicTacToe;
/// use kibitz_tablebase::{Description, Table, TableWriter};
///
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("wrong.kbz");
/// let game = TicTacToe::default();
/// let positions = ByIndex.size(&game);
/// TableWriter::<Infallible>::new(Description { positions, ..Description::default() })
///     .values(&|numbers, into| {
///         into.extend(numbers.map(|_| Some(Value::Win(Plies::new(3)).into())));
///         Ok(())
///     })
///     .write(&path, &RunContext::new())?;
/// let verdict = check(&game, &ByIndex, &Table::open(&path)?, &RunContext::new())?;
/// assert!(matches!(verdict, Verdict::Wrong(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the table cannot be read or is of another size, a limit is reached, or the
/// rules fail.
pub fn check<G: Game>(
    game: &G,
    numbering: &(impl Numbering<G> + ?Sized),
    table: &Table,
    context: &RunContext,
) -> Result<Verdict<G::Pos>, CheckError> {
    check_whole(game, numbering, None, table, context)
}

/// Checks every value of a table of a whole game whose end has a score, like [`check`]; also that
/// every score is the best that a move leads to.
///
/// # Errors
/// The same as [`check`].
pub fn check_scored<G: Scored>(
    game: &G,
    numbering: &(impl Numbering<G> + ?Sized),
    table: &Table,
    context: &RunContext,
) -> Result<Verdict<G::Pos>, CheckError> {
    check_whole(game, numbering, Some(G::score), table, context)
}

/// Checks a table of a whole game, with scores if the game has them.
fn check_whole<G: Game>(
    game: &G,
    numbering: &(impl Numbering<G> + ?Sized),
    score: Option<ScoreOf<G>>,
    table: &Table,
    context: &RunContext,
) -> Result<Verdict<G::Pos>, CheckError> {
    check_size(table, numbering.size(game))?;
    let items = Items {
        is_scored: score.is_some(),
        ..Items::new(Entries::new(table, context)?)
    };
    in_chunks(table, CHUNK, context, |numbers| {
        check_numbers(game, numbering, &items, score, numbers)
    })
}

/// Applies a check to all numbers of a table, in chunks of `chunk` numbers on all threads; the last
/// one may have fewer. Returns the first wrong item.
pub(crate) fn in_chunks<P>(
    table: &Table,
    chunk: u64,
    context: &RunContext,
    step: impl Fn(Range<u64>) -> Result<Verdict<P>, CheckError> + Sync,
) -> Result<Verdict<P>, CheckError> {
    let counts = count_chunks(table, chunk, context, &|numbers| {
        Ok(match step(numbers)? {
            Verdict::Correct(counts) => Some(counts),
            Verdict::Wrong(_) => None,
        })
    })?;
    match counts {
        Ok(counts) => Ok(Verdict::Correct(counts)),
        Err(wrong) => step(wrong),
    }
}

/// Counts the numbers of all chunks, or returns the first chunk for which `count` returns `None`.
/// Not generic, so that the parallel loop is compiled once.
fn count_chunks(
    table: &Table,
    chunk: u64,
    context: &RunContext,
    count: &(dyn Fn(Range<u64>) -> Result<Option<Counts>, CheckError> + Sync),
) -> Result<Result<Counts, Range<u64>>, CheckError> {
    let all = table.positions();
    let stage = context.stage("checking", Some(all));
    let mut counts = Counts::default();
    let starts: Vec<u64> = (0..all).step_by(chunk as usize).collect();
    for batch in starts.chunks(CHUNKS) {
        let chunks = context.pool().try_map(batch.to_vec(), |start| {
            context.check()?;
            let numbers = start..(start + chunk).min(all);
            Ok::<_, CheckError>((count(numbers.clone())?, numbers))
        })?;
        for (counted, numbers) in chunks {
            match counted {
                Some(more) => counts.add(more),
                None => return Ok(Err(numbers)),
            }
        }
        stage.advance_to(counts.numbers())?;
    }
    Ok(Ok(counts))
}

/// Compares the size of a table with that of the numbering.
pub(crate) fn check_size(table: &Table, expected: u64) -> Result<(), CheckError> {
    match table.positions() {
        found if found == expected => Ok(()),
        found => Err(CheckError::Size { found, expected }),
    }
}

/// The score of a position that is over.
type ScoreOf<G> = fn(&G, &<G as Game>::Pos) -> i64;

/// Checks some numbers, with scores if the game has them; returns the first wrong one.
pub(crate) fn check_numbers<G: Game>(
    game: &G,
    numbering: &(impl Numbering<G> + ?Sized),
    items: &Items<'_>,
    score: Option<ScoreOf<G>>,
    numbers: Range<u64>,
) -> Result<Verdict<G::Pos>, CheckError> {
    let mut checker = Checker {
        game,
        numbering,
        items,
        score,
        expander: game.expander(),
        positions: Vec::new(),
        successors: Vec::new(),
    };
    checker.check(numbers)
}

impl Counts {
    /// All positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.win + self.draw + self.loss
    }

    pub(crate) fn numbers(&self) -> u64 {
        self.positions() + self.holes
    }

    pub(crate) fn add(&mut self, more: Counts) {
        self.win += more.win;
        self.draw += more.draw;
        self.loss += more.loss;
        self.holes += more.holes;
        self.longest = self.longest.max(more.longest);
    }

    /// Counts a number with its entry.
    pub(crate) fn see(&mut self, entry: Option<Entry>) {
        let Some(entry) = entry else {
            self.holes += 1;
            return;
        };
        match entry.wdl() {
            Wdl::Win => self.win += 1,
            Wdl::Draw => self.draw += 1,
            Wdl::Loss => self.loss += 1,
        }
        self.longest = self.longest.max(entry.plies());
    }
}

/// Checks one position after another.
struct Checker<'a, G: Game, N: ?Sized, E> {
    game: &'a G,
    numbering: &'a N,
    items: &'a Items<'a>,
    score: Option<ScoreOf<G>>,
    expander: E,
    positions: Vec<Step<G::Pos, ()>>,
    successors: Vec<Successor>,
}

/// A fault of the rules at a position.
pub(crate) fn fault<P: std::fmt::Debug, E: Error + Send + Sync + 'static>(
    p: &P,
    fault: E,
) -> CheckError {
    CheckError::Rules {
        position: format!("{p:?}"),
        fault: Box::new(fault),
    }
}

impl<G, N, E> Checker<'_, G, N, E>
where
    G: Game,
    N: Numbering<G> + ?Sized,
    E: Expander<Pos = G::Pos, Fault = G::Fault>,
{
    /// Checks some numbers; returns the first wrong one.
    fn check(&mut self, numbers: Range<u64>) -> Result<Verdict<G::Pos>, CheckError> {
        let mut counts = Counts::default();
        for number in numbers {
            let position = self.numbering.unrank(self.game, number);
            let stored = self.items.entries.get(number)?;
            let problem = match (&position, stored) {
                (None, None) => self.items.compare_score(number, None)?,
                (None, Some(entry)) => Some(Problem::NotAPosition(entry)),
                (Some(_), None) => Some(Problem::Missing),
                (Some(p), Some(entry)) => self.problem(number, p, entry)?,
            };
            if let Some(problem) = problem {
                return Ok(Wrong::verdict(number, position, problem));
            }
            counts.see(stored);
        }
        Ok(Verdict::Correct(counts))
    }

    /// What is wrong with the entry of a position.
    fn problem(
        &mut self,
        number: u64,
        p: &G::Pos,
        stored: Entry,
    ) -> Result<Option<Problem<G::Pos>>, CheckError> {
        let own = self.numbering.rank(self.game, p);
        if own != Some(number) {
            return Ok(Some(Problem::OtherNumber(own)));
        }
        let decided = self.expander.static_value(p);
        let decided = decided.map_err(|e| fault(p, e))?;
        self.positions.clear();
        if decided.is_none() {
            let expanded = self.expander.expand(p, &mut self.positions);
            expanded.map_err(|e| fault(p, e))?;
        }
        self.find_successors()?;
        let node = match self.successors.is_empty() {
            true => Node::Ended {
                value: decided.unwrap_or(Value::terminal(self.game.no_move_result())),
                is_decided: decided.is_some(),
                score: self.score.map(|score| score(self.game, p)),
            },
            false => Node::Open(&self.successors),
        };
        let problem = self.items.problem(number, stored, node)?;
        Ok(problem.map(|problem| problem.map(|i| self.positions[i].to.clone())))
    }

    /// Numbers the successors.
    fn find_successors(&mut self) -> Result<(), CheckError> {
        self.successors.clear();
        let is_total = self.numbering.is_total();
        for i in 0..self.positions.len() {
            let Step { to, turn, .. } = &self.positions[i];
            let number = self.numbering.rank(self.game, to);
            let mut successor = Successor {
                number,
                turn: *turn,
                decided: None,
            };
            if number.is_none() && !is_total {
                let value = self.expander.static_value(to);
                successor.decided = value.map_err(|e| fault(to, e))?.map(Entry::from);
            }
            self.successors.push(successor);
        }
        Ok(())
    }
}
