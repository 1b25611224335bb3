//! The comparison of a stored value with those of the successors. It knows numbers and values, not
//! the game, so it is compiled once.

use kibitz_game::{Grundy, Turn, Value};
use kibitz_tablebase::Entry;

use crate::entries::Entries;
use crate::reachable::Depths;
use crate::{CheckError, Problem};

/// What is compared.
#[derive(Debug)]
pub(crate) struct Items<'t> {
    pub(crate) entries: Entries<'t>,
    /// Whether the game is known to have no cycles. Otherwise some values need moves that lower the
    /// number.
    pub(crate) is_acyclic: bool,
    /// Whether the end of the game has a score.
    pub(crate) is_scored: bool,
    pub(crate) depths: Option<Depths<'t>>,
}

/// What the rules say about a position.
#[derive(Clone, Copy)]
pub(crate) enum Node<'a> {
    /// It is over.
    Ended {
        value: Value,
        /// Whether it is statically decided.
        is_decided: bool,
        score: Option<i64>,
    },
    /// It has successors.
    Open(&'a [Successor]),
}

/// A successor of a position.
#[derive(Clone, Copy)]
pub(crate) struct Successor {
    /// Its number; `None` if it has none.
    pub(crate) number: Option<u64>,
    pub(crate) turn: Turn,
    /// The value of a statically decided one without a number.
    pub(crate) decided: Option<Entry>,
}

/// What is wrong, with the index of a successor.
type Found = Result<Option<Problem<usize>>, CheckError>;

impl<'t> Items<'t> {
    /// The entries of a table of a whole game.
    pub(crate) fn new(entries: Entries<'t>) -> Items<'t> {
        Items {
            entries,
            is_acyclic: false,
            is_scored: false,
            depths: None,
        }
    }

    /// What is wrong with the entry of a position.
    pub(crate) fn problem(&self, number: u64, stored: Entry, node: Node<'_>) -> Found {
        let successors = match node {
            Node::Ended {
                value,
                is_decided,
                score,
            } => {
                let grundy = (!is_decided).then_some(Grundy::ZERO);
                return Ok(match against_rules(stored, value) {
                    None => match self.compare_grundy(number, grundy)? {
                        None => self.compare_score(number, score)?,
                        problem => problem,
                    },
                    problem => problem,
                });
            }
            Node::Open(successors) => successors,
        };
        let problem = match self.against_successors(number, stored, successors)? {
            None => self.against_grundy(number, successors)?,
            problem => problem,
        };
        let problem = match problem {
            None => self.against_scores(number, successors)?,
            problem => problem,
        };
        match (problem, &self.depths) {
            (None, Some(depths)) => {
                let numbers = successors.iter().filter_map(|to| to.number);
                let index = |number| successors.iter().position(|to| to.number == Some(number));
                depths.problem(number, numbers, index)
            }
            (problem, _) => Ok(problem),
        }
    }

    /// What is wrong with the score of a position with these successors: it must be the best that a
    /// move leads to. By induction as for Grundy values.
    fn against_scores(&self, number: u64, successors: &[Successor]) -> Found {
        if !self.is_scored {
            return self.compare_score(number, None);
        }
        let mut best = None;
        for (i, to) in successors.iter().enumerate() {
            let Some(next) = to.number.filter(|to| self.is_before(*to, number)) else {
                return Ok(Some(Problem::Unordered(i)));
            };
            let Some(score) = self.score(next)? else {
                return self.compare_score(number, None);
            };
            let score = match to.turn {
                Turn::Other => score.checked_neg(),
                Turn::Same => Some(score),
            };
            best = best.max(score);
        }
        self.compare_score(number, best)
    }

    /// Compares the stored score, if any, with the implied one.
    pub(crate) fn compare_score<P>(
        &self,
        number: u64,
        implied: Option<i64>,
    ) -> Result<Option<Problem<P>>, CheckError> {
        let stored = self.score(number)?;
        Ok((stored != implied).then_some(Problem::Score { stored, implied }))
    }

    /// The stored score; `None` also if the table has no scores.
    fn score(&self, number: u64) -> Result<Option<i64>, CheckError> {
        let table = self.entries.table();
        Ok(match table.has_scores() {
            true => table.score(number)?,
            false => None,
        })
    }

    /// Whether a successor's values are proved before those of the position.
    fn is_before(&self, successor: u64, number: u64) -> bool {
        self.is_acyclic || successor < number
    }

    /// What is wrong with the Grundy value of a position with these successors, if the table has
    /// Grundy values: it must be the least that no successor has. By induction on the game graph if
    /// it has no cycles, otherwise on numbers, which every move must lower.
    fn against_grundy(&self, number: u64, successors: &[Successor]) -> Found {
        let table = self.entries.table();
        if !table.has_grundy() {
            return Ok(None);
        }
        let mut values = Vec::with_capacity(successors.len());
        for (i, to) in successors.iter().enumerate() {
            let Some(to) = to.number.filter(|to| self.is_before(*to, number)) else {
                return Ok(Some(Problem::Unordered(i)));
            };
            match table.grundy(to)? {
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
    fn compare_grundy(&self, number: u64, implied: Option<Grundy>) -> Found {
        let table = self.entries.table();
        if !table.has_grundy() {
            return Ok(None);
        }
        let stored = table.grundy(number)?;
        Ok((stored != implied).then_some(Problem::Grundy { stored, implied }))
    }

    /// What is wrong with the entry of a position with these successors, at least one.
    fn against_successors(&self, number: u64, stored: Entry, successors: &[Successor]) -> Found {
        let mut best: Option<(Entry, usize)> = None;
        for (i, to) in successors.iter().enumerate() {
            let entry = match to.number {
                Some(number) => self.entries.get(number)?,
                None => to.decided,
            };
            let Some(entry) = entry else {
                return Ok(Some(Problem::MissingSuccessor(i)));
            };
            if stored.plies().is_some() && entry.value().is_none() {
                return Ok(Some(Problem::NoDistance(i)));
            }
            let is_before = to.number.is_none_or(|to| self.is_before(to, number));
            if stored.value().is_none() && !is_before {
                return Ok(Some(Problem::Unordered(i)));
            }
            let entry = backed_up(entry, to.turn);
            if best.is_none_or(|(best, _)| is_better(entry, best)) {
                best = Some((entry, i));
            }
        }
        let wrong = best.filter(|(implied, _)| !agrees(stored, *implied));
        Ok(wrong.map(|(implied, by)| Problem::Differs {
            stored,
            implied,
            by: Some(by),
        }))
    }
}

/// Compares the entry of a position that is over with its value by the rules.
fn against_rules(stored: Entry, value: Value) -> Option<Problem<usize>> {
    let implied = value.into();
    (!agrees(stored, implied)).then_some(Problem::Differs {
        stored,
        implied,
        by: None,
    })
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
