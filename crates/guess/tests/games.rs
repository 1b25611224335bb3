//! Games with known laws. All values are computed from the rules by memoised
//! recursion, also those beyond the table that the law was fitted to.

mod heaps;
mod numbers;
mod solve;

use std::sync::OnceLock;

use kibitz_guess::{Axis, Law, Table, guess};

use solve::Brute;

/// A game with a table to guess.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// The names of the axes with their first value and their number of values.
    pub(crate) axes: &'static [(&'static str, i64, usize)],
    pub(crate) show: Show,
    /// The position of a cell; `None` for a hole.
    pub(crate) position: fn(&[i64]) -> Option<Vec<i64>>,
    pub(crate) moves: Rules,
    /// Texts that the formula contains, for laws that have one usual form.
    pub(crate) formula: &'static [&'static str],
}

/// The moves of a game.
#[derive(Clone, Copy)]
pub(crate) enum Rules {
    /// The positions after a move.
    Plain(fn(&[i64]) -> Vec<Vec<i64>>),
    /// The two heaps after a move in one; 0 is none.
    Split(fn(i64) -> Vec<(i64, i64)>),
    /// The heaps after a move in one.
    Sum(fn(i64) -> Vec<Vec<i64>>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Show {
    Grundy,
    Outcome,
    Misere,
    Plies,
}

impl Case {
    /// The table with axes `halves` / 2 times as long.
    fn table(&self, halves: usize) -> Table {
        let axes: Vec<Axis> = self
            .axes
            .iter()
            .map(|(name, first, len)| Axis::new(name, *first, len * halves / 2).unwrap())
            .collect();
        let total: usize = axes.iter().map(Axis::len).product();
        let mut brute = Brute::new(self.moves);
        let mut cells = Vec::new();
        for mut cell in 0..total {
            let mut place = vec![0; axes.len()];
            for (x, axis) in place.iter_mut().zip(&axes).rev() {
                *x = axis.first() + (cell % axis.len()) as i64;
                cell /= axis.len();
            }
            cells.push((self.position)(&place).map(|position| match self.show {
                Show::Grundy => brute.grundy(&position),
                Show::Outcome => brute.wins(&position).into(),
                Show::Misere => brute.wins_misere(&position).into(),
                Show::Plies => brute.plies(&position),
            }));
        }
        if matches!(self.show, Show::Outcome | Show::Misere) {
            let labels = vec!["loss".to_owned(), "win".to_owned()];
            let cells = cells.iter().map(|cell| cell.map(|v| v as usize)).collect();
            Table::of_labels(axes, cells, labels).unwrap()
        } else {
            Table::of_numbers(axes, cells).unwrap()
        }
    }

    /// The simplest law of the table that survives in one half as long again.
    fn law(&self) -> Option<Law> {
        let mut findings = guess(&self.table(2));
        let more = self.table(3);
        let holds = |law: &Law| law.counterexample(&more).is_none();
        findings.laws.retain(holds);
        findings.law(&more).cloned()
    }
}

/// A case with its law, and a table twice as long as the one that the law was found in.
pub(crate) struct Solved {
    pub(crate) case: Case,
    pub(crate) law: Option<Law>,
    pub(crate) beyond: Table,
}

/// All cases, solved once for all tests.
pub(crate) fn solved() -> &'static [Solved] {
    static SOLVED: OnceLock<Vec<Solved>> = OnceLock::new();
    let solve = |case: Case| Solved {
        law: case.law(),
        beyond: case.table(4),
        case,
    };
    SOLVED.get_or_init(|| cases().into_iter().map(solve).collect())
}

/// All cases.
fn cases() -> Vec<Case> {
    heaps::cases().into_iter().chain(numbers::cases()).collect()
}

#[test]
fn laws_of_games_hold_beyond_the_table() {
    let mut problems = Vec::new();
    for Solved { case, law, beyond } in solved() {
        let Some(law) = law else {
            problems.push(format!("{}: no law", case.name));
            continue;
        };
        let text = law.text();
        eprintln!("{}: {}: {text}", case.name, law.family());
        if let Some(wrong) = law.counterexample(beyond) {
            problems.push(format!("{}: {text} is refuted by {wrong:?}", case.name));
        }
        for part in case.formula {
            if !text.contains(part) {
                problems.push(format!("{}: {text} does not contain {part}", case.name));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(solved().len() >= 40);
}
