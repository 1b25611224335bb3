//! The comparison of every stored value with those of the successors.

use std::error::Error;
use std::ops::Range;

use kibitz_game::{
    Expander, Game, Grundy, Numbering, Plies, RunContext, StopReason, Turn, Value, Wdl,
};
use kibitz_tablebase::{Entry, Table, TableError};

use crate::entries::Entries;
use crate::reachable::Depths;
use crate::{Problem, Wrong};

/// Numbers that a thread checks in one step.
const CHUNK: u64 = 1 << 14;
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
    check_size(table, numbering.size(game))?;
    let items = Items::new(Entries::new(table, context)?);
    in_chunks(table, 1, context, |numbers| {
        check_numbers(game, numbering, &items, numbers)
    })
}

/// Applies a check to all numbers of a table, in chunks on all threads; a chunk has a multiple of
/// `unit` numbers unless it is the last. Returns the first wrong item.
pub(crate) fn in_chunks<P: Send>(
    table: &Table,
    unit: u64,
    context: &RunContext,
    step: impl Fn(Range<u64>) -> Result<Verdict<P>, CheckError> + Sync,
) -> Result<Verdict<P>, CheckError> {
    let all = table.positions();
    let chunk = CHUNK.next_multiple_of(unit);
    let stage = context.stage("checking", Some(all));
    let mut counts = Counts::default();
    let starts: Vec<u64> = (0..all).step_by(chunk as usize).collect();
    for batch in starts.chunks(CHUNKS) {
        let chunks = context.pool().try_map(batch.to_vec(), |start| {
            context.check()?;
            step(start..(start + chunk).min(all))
        })?;
        for chunk in chunks {
            match chunk {
                Verdict::Correct(more) => counts.add(more),
                Verdict::Wrong(wrong) => return Ok(Verdict::Wrong(wrong)),
            }
        }
        stage.advance_to(counts.numbers())?;
    }
    Ok(Verdict::Correct(counts))
}

/// Compares the size of a table with that of the numbering.
pub(crate) fn check_size(table: &Table, expected: u64) -> Result<(), CheckError> {
    match table.positions() {
        found if found == expected => Ok(()),
        found => Err(CheckError::Size { found, expected }),
    }
}

/// What is compared.
#[derive(Debug)]
pub(crate) struct Items<'t> {
    pub(crate) entries: Entries<'t>,
    /// Whether the game is known to have no cycles. Otherwise some values need moves that lower the
    /// number.
    pub(crate) is_acyclic: bool,
    pub(crate) depths: Option<Depths<'t>>,
}

impl<'t> Items<'t> {
    /// The entries of a table of a whole game.
    pub(crate) fn new(entries: Entries<'t>) -> Items<'t> {
        Items {
            entries,
            is_acyclic: false,
            depths: None,
        }
    }
}

/// Checks some numbers; returns the first wrong one.
pub(crate) fn check_numbers<G: Game>(
    game: &G,
    numbering: &(impl Numbering<G> + ?Sized),
    items: &Items<'_>,
    numbers: Range<u64>,
) -> Result<Verdict<G::Pos>, CheckError> {
    let mut checker = Checker {
        game,
        numbering,
        items,
        expander: game.expander(),
        successors: Vec::new(),
        ranks: Vec::new(),
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
    expander: E,
    successors: Vec<(G::Pos, Turn)>,
    /// The numbers of the successors.
    ranks: Vec<Option<u64>>,
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
                (None, None) => None,
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
        let over = |value: Value| match agrees(stored, value.into()) {
            true => None,
            false => Some(Problem::Differs {
                stored,
                implied: value.into(),
                by: None,
            }),
        };
        if let Some(value) = self.expander.static_value(p).map_err(|e| fault(p, e))? {
            return match over(value) {
                None => self.compare_grundy(number, None),
                problem => Ok(problem),
            };
        }
        let mut successors = std::mem::take(&mut self.successors);
        let expanded = self.expander.expand(p, &mut successors);
        expanded.map_err(|e| fault(p, e))?;
        let ranks = successors.iter();
        self.ranks.clear();
        self.ranks
            .extend(ranks.map(|(to, _)| self.numbering.rank(self.game, to)));
        let problem = match successors.is_empty() {
            true => over(Value::terminal(self.game.no_move_result())),
            false => self.against_successors(number, stored, &successors)?,
        };
        let problem = match problem {
            None => self.against_grundy(number, &successors)?,
            problem => problem,
        };
        let problem = match (problem, &self.items.depths) {
            (None, Some(depths)) => {
                let ranks = self.ranks.iter().copied().flatten();
                depths.problem(number, ranks, |to| self.numbering.unrank(self.game, to))?
            }
            (problem, _) => problem,
        };
        self.successors = successors;
        Ok(problem)
    }

    /// What is wrong with the Grundy value of a position with these successors, if the table has
    /// Grundy values: it must be the least that no successor has. By induction on the game graph if
    /// it has no cycles, otherwise on numbers, which every move must lower.
    fn against_grundy(
        &self,
        number: u64,
        successors: &[(G::Pos, Turn)],
    ) -> Result<Option<Problem<G::Pos>>, CheckError> {
        let Some(table) = self.items.entries.with_grundy() else {
            return Ok(None);
        };
        let mut values = Vec::with_capacity(successors.len());
        for ((to, _), rank) in successors.iter().zip(&self.ranks) {
            let is_lower = |rank: &u64| self.items.is_acyclic || *rank < number;
            let Some(rank) = rank.filter(is_lower) else {
                return Ok(Some(Problem::Unordered(to.clone())));
            };
            match table.grundy(rank)? {
                Some(grundy) => values.push(grundy),
                None => return self.compare_grundy(number, None),
            }
        }
        values.sort_unstable();
        values.dedup();
        let is_gap = |(least, value): &(u64, &Grundy)| value.get() != *least;
        let mex = (0..).zip(&values).find(is_gap);
        let mex = mex.map_or(values.len() as u64, |(least, _)| least);
        self.compare_grundy(number, Some(Grundy::new(mex)))
    }

    /// Compares the stored Grundy value, if the table has some, with the implied one.
    fn compare_grundy(
        &self,
        number: u64,
        implied: Option<Grundy>,
    ) -> Result<Option<Problem<G::Pos>>, CheckError> {
        let Some(table) = self.items.entries.with_grundy() else {
            return Ok(None);
        };
        let stored = table.grundy(number)?;
        Ok((stored != implied).then_some(Problem::Grundy { stored, implied }))
    }

    /// What is wrong with the entry of a position with these successors, at least one.
    fn against_successors(
        &mut self,
        number: u64,
        stored: Entry,
        successors: &[(G::Pos, Turn)],
    ) -> Result<Option<Problem<G::Pos>>, CheckError> {
        let mut best: Option<(Entry, &G::Pos)> = None;
        for (i, (to, turn)) in successors.iter().enumerate() {
            let rank = self.ranks[i];
            let entry = match rank {
                Some(rank) => self.items.entries.get(rank)?,
                None if self.numbering.is_total() => None,
                None => self.static_entry(to)?,
            };
            let Some(entry) = entry else {
                return Ok(Some(Problem::MissingSuccessor(to.clone())));
            };
            if stored.plies().is_some() && entry.value().is_none() {
                return Ok(Some(Problem::NoDistance(to.clone())));
            }
            let is_lower = self.items.is_acyclic || rank.is_none_or(|rank| rank < number);
            if stored.value().is_none() && !is_lower {
                return Ok(Some(Problem::Unordered(to.clone())));
            }
            let entry = backed_up(entry, *turn);
            if best.is_none_or(|(best, _)| is_better(entry, best)) {
                best = Some((entry, to));
            }
        }
        let wrong = best.filter(|(implied, _)| !agrees(stored, *implied));
        Ok(wrong.map(|(implied, by)| Problem::Differs {
            stored,
            implied,
            by: Some(by.clone()),
        }))
    }

    /// The value of a position without a number, if it is statically decided.
    fn static_entry(&mut self, p: &G::Pos) -> Result<Option<Entry>, CheckError> {
        let value = self.expander.static_value(p).map_err(|e| fault(p, e))?;
        Ok(value.map(Entry::from))
    }
}

/// The entry of a move to a position with this entry, for the player who makes it.
fn backed_up(entry: Entry, turn: Turn) -> Entry {
    match entry.value() {
        Some(value) => value.backed_up(turn).into(),
        None => entry.wdl().backed_up(turn).into(),
    }
}

/// Whether a player prefers the first entry: by result, then by distance if both have one.
fn is_better(a: Entry, b: Entry) -> bool {
    match (a.value(), b.value()) {
        (Some(a), Some(b)) => a > b,
        _ => a.wdl() > b.wdl(),
    }
}

/// Whether the stored entry is implied. A stored distance must be; without one the result is
/// enough.
fn agrees(stored: Entry, implied: Entry) -> bool {
    match stored.plies() {
        Some(_) => stored == implied,
        None => stored.wdl() == implied.wdl(),
    }
}
