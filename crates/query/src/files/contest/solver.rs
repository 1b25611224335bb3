//! Cases to results.
//!
//! Cases are grouped by the game that they are positions of: by the parameters that the rules
//! depend on, and by the lengths of lists in positions. A group is solved at once, from all
//! positions that no earlier solution covers. Rules that share the code of other cases are
//! opened alone if they fault.

use std::borrow::Cow;
use std::sync::Arc;

use kibitz_catalogue::BatchSolver;
use kibitz_game::{Plies, RunContext};
use kibitz_rules::contest::Answers;
use kibitz_rules::source::Diagnostic;
use kibitz_rules::{Failure, Position, Rules, SettingValue};
use kibitz_solve::{Cause, Evaluation, RequestedFields, Scope, Solution, SolveError, solve};

use super::{Case, CaseValue, FileContest};
use crate::files::RuleFileSolver;

/// The place of the file's own game.
const OWN: usize = 0;
/// The most games kept open, and the most solutions kept of each.
const MAX_GAMES: usize = 32;
const MAX_SOLUTIONS: usize = 8;

/// Solves cases of a rule file's contest.
pub(crate) struct FileSolver<'a> {
    contest: &'a FileContest,
    /// The games of earlier cases; the first is that of the file itself.
    games: Vec<OpenGame>,
}

/// A game with some parameters and a shape of positions.
struct OpenGame {
    rules: Arc<Rules>,
    /// Whether a fault may be due to the code of other cases.
    is_sharing: bool,
    /// The parameters that the rules depend on.
    values: Vec<SettingValue>,
    /// Solutions of parts of the game.
    solutions: Vec<Arc<dyn Solution<Rules>>>,
}

impl<'a> FileSolver<'a> {
    pub(super) fn new(contest: &'a FileContest) -> FileSolver<'a> {
        FileSolver {
            contest,
            games: vec![OpenGame {
                rules: Arc::clone(&contest.rules),
                is_sharing: false,
                values: Vec::new(),
                solutions: Vec::new(),
            }],
        }
    }

    /// The game and the position of a case.
    fn place<'c>(&mut self, case: &'c Case) -> Result<(usize, Cow<'c, Position>), SolveError> {
        if let Some(position) = &case.position {
            return Ok((OWN, Cow::Borrowed(position)));
        }
        let values = self.contest.rule_values(case);
        for (place, game) in self.games.iter().enumerate().skip(OWN + 1) {
            // A position of another shape is one of another game.
            if game.values == values
                && let Ok(position) = game.rules.case_starts().position(&case.values)
            {
                return Ok((place, Cow::Owned(position)));
            }
        }
        let fault = |failure| self.contest.fault(&case.values, failure);
        let own = self.contest.rules_of(&case.values).map_err(fault)?;
        let position = own.rules.start().map_err(fault)?;
        self.games.push(OpenGame {
            rules: own.rules,
            is_sharing: own.is_sharing,
            values,
            solutions: Vec::new(),
        });
        Ok((self.games.len() - 1, Cow::Owned(position)))
    }

    /// The evaluations of the first cases, as many as there is room for their games.
    fn evaluate(
        &mut self,
        cases: &[Case],
        context: &RunContext,
    ) -> Result<Vec<Evaluation>, SolveError> {
        if self.games.len() >= MAX_GAMES {
            self.games.drain(OWN + 1..MAX_GAMES / 2);
        }
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut positions = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            let (game, position) = self.place(case)?;
            groups.resize(self.games.len(), Vec::new());
            groups[game].push(number);
            positions.push(position);
            if self.games.len() >= MAX_GAMES {
                break;
            }
        }
        let mut found = vec![None; positions.len()];
        for (game, group) in self.games.iter_mut().zip(&groups) {
            let own: Vec<&Position> = group.iter().map(|case| &*positions[*case]).collect();
            let evaluations = match game.evaluations(&own, context) {
                Err(SolveError::Fault { .. }) if game.is_sharing => {
                    let contest = self.contest;
                    let alone = group.iter().map(|case| {
                        *game = OpenGame::alone(contest, &cases[*case])?;
                        game.start(contest, &cases[*case], context)
                    });
                    alone.collect()
                }
                evaluations => evaluations,
            };
            for (case, evaluation) in group.iter().zip(evaluations?) {
                found[*case] = Some(evaluation);
            }
        }
        Ok(found.into_iter().flatten().collect())
    }
}

impl BatchSolver<&FileContest> for FileSolver<'_> {
    fn answer(
        &mut self,
        cases: &[Case],
        values: &mut Vec<CaseValue>,
        context: &RunContext,
    ) -> Result<(), SolveError> {
        let mut rest = cases;
        while !rest.is_empty() {
            let found = self.evaluate(rest, context)?;
            let (now, later) = rest.split_at(found.len());
            for (case, evaluation) in now.iter().zip(found) {
                let score = evaluation.score.filter(|_| self.contest.rules.is_scored());
                let value = CaseValue {
                    result: evaluation.wdl,
                    score,
                };
                self.contest.check_answer(case, value)?;
                values.push(value);
            }
            rest = later;
        }
        Ok(())
    }

    fn length(&mut self, case: &Case, context: &RunContext) -> Result<u64, SolveError> {
        let found = self.evaluate(std::slice::from_ref(case), context)?;
        let plies = found.first().and_then(|evaluation| evaluation.plies);
        Ok(plies.map_or(0, Plies::get).into())
    }
}

impl OpenGame {
    /// The game of a case, with code of its own.
    fn alone(contest: &FileContest, case: &Case) -> Result<OpenGame, SolveError> {
        let rules = contest.opened_alone(&case.values);
        Ok(OpenGame {
            rules: rules.map_err(|failure| contest.fault(&case.values, failure))?,
            is_sharing: false,
            values: contest.rule_values(case),
            solutions: Vec::new(),
        })
    }

    /// The evaluation of the starting position, which is that of a case.
    fn start(
        &mut self,
        contest: &FileContest,
        case: &Case,
        context: &RunContext,
    ) -> Result<Evaluation, SolveError> {
        let start = self.rules.start();
        let start = start.map_err(|failure| contest.fault(&case.values, failure))?;
        let found = self.evaluations(&[&start], context)?;
        let first = found.into_iter().next();
        first.ok_or_else(|| SolveError::missing(&start))
    }

    /// The evaluations of some positions.
    fn evaluations(
        &mut self,
        positions: &[&Position],
        context: &RunContext,
    ) -> Result<Vec<Evaluation>, SolveError> {
        let mut found: Vec<Option<Evaluation>> = Vec::with_capacity(positions.len());
        for position in positions {
            found.push(self.known(position, context)?);
        }
        let missing = |found: &[Option<Evaluation>]| -> Vec<usize> {
            (0..found.len())
                .filter(|place| found[*place].is_none())
                .collect()
        };
        let open = missing(&found);
        if !open.is_empty() {
            let roots = open.iter().map(|place| positions[*place].clone());
            let roots: Vec<Position> = roots.collect();
            for (place, evaluation) in open.into_iter().zip(self.solve(&roots, context)?) {
                found[place] = Some(evaluation);
            }
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// The evaluation in an earlier solution.
    fn known(
        &self,
        position: &Position,
        context: &RunContext,
    ) -> Result<Option<Evaluation>, SolveError> {
        for solution in self.solutions.iter().rev() {
            if let Some(found) = solution.probe(&self.rules, position, context)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Solves from some positions, in parts if the memory does not suffice for all of them.
    fn solve(
        &mut self,
        roots: &[Position],
        context: &RunContext,
    ) -> Result<Vec<Evaluation>, SolveError> {
        let scope = Scope::From(roots.into());
        let solved = solve(
            &RuleFileSolver,
            &*self.rules,
            &scope,
            RequestedFields::ALL,
            context,
        );
        match solved {
            Err(SolveError::Stop(stop)) if stop.is_for_memory() && !self.solutions.is_empty() => {
                self.solutions.clear();
                self.solve(roots, context)
            }
            Err(SolveError::Stop(stop)) if stop.is_for_memory() && roots.len() > 1 => {
                let (left, right) = roots.split_at(roots.len() / 2);
                let mut found = self.solve(left, context)?;
                found.extend(self.solve(right, context)?);
                Ok(found)
            }
            Err(error) => Err(error),
            Ok(solution) => {
                let found = roots.iter().map(|position| {
                    let evaluation = solution.probe(&self.rules, position, context)?;
                    evaluation.ok_or_else(|| SolveError::missing(position))
                });
                let found = found.collect();
                if self.solutions.len() == MAX_SOLUTIONS {
                    self.solutions.remove(0);
                }
                self.solutions.push(solution);
                found
            }
        }
    }
}

impl FileContest {
    /// A failure of the rules in a case.
    fn fault(&self, values: &[SettingValue], failure: Failure) -> SolveError {
        let position = self.described(values);
        SolveError::Fault {
            fault: Cause::new(failure.note(format!("in the case {position}"))),
            position,
        }
    }

    /// Refuses a result for which the file has no answer.
    fn check_answer(&self, case: &Case, value: CaseValue) -> Result<(), SolveError> {
        let result = value.result;
        match &self.format.answers {
            Answers::Lines(lines) if lines.iter().any(|(own, _)| *own == result) => Ok(()),
            Answers::Lines(_) => {
                let name = result.name();
                let span = self.format.span;
                let message = format!("a case is a {name}, and `answer` has no line for it");
                let help = format!("add \"{name}\": \"…\" to `answer`");
                let failure = self.rules.failure(Diagnostic::at(span, message).help(help));
                Err(self.fault(&case.values, failure))
            }
            Answers::Function(_) => {
                let line = self.line(case, value);
                line.map(drop)
                    .map_err(|failure| self.fault(&case.values, failure))
            }
        }
    }
}
