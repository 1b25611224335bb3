//! Sessions: a game with its parameters, queried by text.

use std::io::Write;
use std::sync::Arc;

use kibitz_catalogue::{
    AnyGame, CaseSpec, Entry, ErasedContest, Generated, Opened, Pos, Report, SetOut, SetValue,
    Submission,
};
use kibitz_game::contest::{CaseQuery, Input, Size};
use kibitz_game::{Axes, Info, RunContext, View};
use kibitz_rules::{Rules, Setting, SettingValue};
use kibitz_solve::{Evaluation, RequestedFields, Scope};

use crate::QueryError;
use crate::ask::analysis::{Analysis, MoveOut, Stats};
use crate::ask::{self, MAX_LINE_LEN, MoveError, Playthrough, PositionInfo, Probe, StepOut};
use crate::files::{FileContest, RuleFileSolver};
use crate::many::{
    self, BatchReport, Conditions, Finds, Found, Map, PositionTexts, Puzzle, PuzzleSpec,
};

/// A game with its solver and cached solution. It can be queried concurrently;
/// queries that need the same solution share one solve.
#[derive(Clone)]
pub struct Session {
    pub(crate) game: Arc<dyn AnyGame>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("game", &self.info().name)
            .field("set", self.game.settings())
            .finish_non_exhaustive()
    }
}

impl Session {
    /// Opens a game of the catalogue, or another [`entry`](crate::entry), with some parameters
    /// set.
    ///
    /// # Errors
    /// Returns an error if a parameter is unknown or its value is invalid.
    pub fn open<'a>(
        entry: &Entry,
        set: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Session, QueryError> {
        let game = entry.game(set)?;
        Ok(Session { game })
    }

    /// Opens a rule file, with its contest if it has one.
    pub(crate) fn of_rules(rules: impl Into<Arc<Rules>>) -> Session {
        let rules = rules.into();
        let set = SetOut(rules.settings().iter().map(set_value).collect());
        let contest = FileContest::new(&rules);
        let opened = Opened::new(rules, set, Arc::new(RuleFileSolver));
        let opened = match contest {
            Some(contest) => opened.with_contest(Arc::new(contest)),
            None => opened,
        };
        Session {
            game: Arc::new(opened),
        }
    }

    /// Parses a position. A leading byte order mark, which some editors write,
    /// is ignored.
    pub(crate) fn parse(&self, text: &str) -> Result<Pos, QueryError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        self.game
            .parse(text)
            .map_err(|problem| QueryError::Position {
                text: text.to_owned(),
                problem,
            })
    }

    /// The root of queries about many positions, or `None` if they cover the
    /// whole game.
    pub(crate) fn visited_from(&self, p: &Pos) -> Option<String> {
        (!self.game.visits_all()).then(|| self.game.write(p))
    }

    /// The game with a solution of `p` and all positions reachable from it.
    pub(crate) fn around<'a>(
        &'a self,
        p: &Pos,
        wanted: RequestedFields,
        context: &'a RunContext,
    ) -> Result<Probe<'a>, QueryError> {
        Ok(Probe {
            game: &*self.game,
            solution: self
                .game
                .solution(&Scope::Around(p.clone()), wanted, context)?,
            context,
        })
    }

    /// The game with a solution for visiting all positions, or those reachable
    /// from `p`.
    pub(crate) fn to_visit<'a>(
        &'a self,
        p: &Pos,
        wanted: RequestedFields,
        context: &'a RunContext,
    ) -> Result<Probe<'a>, QueryError> {
        let scope = match self.game.visits_all() {
            true => Scope::All,
            false => Scope::from_one(p.clone()),
        };
        Ok(Probe {
            game: &*self.game,
            solution: self.game.solution(&scope, wanted, context)?,
            context,
        })
    }

    fn judged(&self) -> Result<&dyn ErasedContest, QueryError> {
        let none = || QueryError::NoContest(self.info().name.to_owned());
        self.game.contest().ok_or_else(none)
    }

    fn generated(&self) -> Result<&dyn Generated, QueryError> {
        let none = || QueryError::NoGenerator(self.info().name.to_owned());
        self.game.generated().ok_or_else(none)
    }

    /// The game's name, aliases, parameters and templates.
    #[must_use]
    pub fn info(&self) -> Info<'_> {
        self.game.info()
    }

    /// The names of the first and the second player.
    #[must_use]
    pub fn players(&self) -> [&'static str; 2] {
        self.game.players()
    }

    /// The position used if none is given.
    #[must_use]
    pub fn default_position(&self) -> String {
        self.game.write(&self.game.default_position())
    }

    /// The evaluation of a position.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid or a limit is reached.
    pub fn probe(
        &self,
        position: &str,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Result<Evaluation, QueryError> {
        let _here = context.here();
        let p = self.parse(position)?;
        self.around(&p, wanted, context)?
            .evaluation(&p)
            .map_err(Into::into)
    }

    /// The full analysis of a position: evaluation, moves, principal variation
    /// and explanation.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid or a limit is reached.
    pub fn analyse(
        &self,
        position: &str,
        limits: Limits,
        context: &RunContext,
    ) -> Result<Analysis, QueryError> {
        let _here = context.here();
        let p = self.parse(position)?;
        self.around(&p, RequestedFields::ALL, context)?
            .analysis(&p, limits)
    }

    /// The moves of a position with their evaluations, best first, at most
    /// `limit` of them; for move classes examples.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid or a limit is reached.
    pub fn moves(
        &self,
        position: &str,
        limit: usize,
        context: &RunContext,
    ) -> Result<Vec<MoveOut>, QueryError> {
        let _here = context.here();
        let p = self.parse(position)?;
        self.around(&p, RequestedFields::ALL, context)?
            .moves(&p, limit)
    }

    /// The principal variation with a view of every position. Each move is the
    /// first that [`analyse`](Session::analyse) lists.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid or a limit is reached.
    pub fn demo(&self, position: &str, context: &RunContext) -> Result<Playthrough, QueryError> {
        let _here = context.here();
        let p = self.parse(position)?;
        self.around(&p, RequestedFields::ALL, context)?
            .playthrough(&p)
    }

    /// Statistics over all positions or, in an unbounded game, over those
    /// reachable from `position`.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid or a limit is reached.
    pub fn stats(&self, position: &str, context: &RunContext) -> Result<Stats, QueryError> {
        let _here = context.here();
        self.count(&self.parse(position)?, context)
    }

    /// Answers contest input; returns the number of cases.
    ///
    /// # Errors
    /// Returns an error if the game has no contest or the input is invalid; all
    /// answers before the invalid case have been written.
    pub fn judge(
        &self,
        input: &mut Input<'_>,
        out: &mut dyn Write,
        context: &RunContext,
    ) -> Result<u64, QueryError> {
        let _here = context.here();
        Ok(self.judged()?.judge(input, out, context)?)
    }

    /// The query of a case of contest input; cases are numbered from 1.
    ///
    /// # Errors
    /// Returns an error if the game has no contest, or the input is invalid or
    /// has fewer cases.
    pub fn case(&self, input: &mut Input<'_>, number: u64) -> Result<CaseQuery, QueryError> {
        Ok(self.judged()?.case(input, number)?)
    }

    /// The view of a position, from the mover's side.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid.
    pub fn view(&self, position: &str) -> Result<View, QueryError> {
        Ok(self.game.view(&self.parse(position)?))
    }

    /// The notation of moves, with an example, if the game describes it.
    #[must_use]
    pub fn move_syntax(&self) -> Option<&'static str> {
        self.game.move_syntax()
    }

    /// What is known of a position without solving the game: whether it is
    /// over, and the moves, at most `limit` of them.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid or the rules fail.
    pub fn inspect(&self, position: &str, limit: usize) -> Result<PositionInfo, QueryError> {
        ask::inspect(&*self.game, &self.parse(position)?, limit)
    }

    /// Makes the move named `by`, ignoring case and spaces; an unambiguous
    /// prefix of a name suffices.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid, or `by` matches no move or
    /// several.
    pub fn step(&self, position: &str, by: &str) -> Result<StepOut, MoveError> {
        ask::step(&*self.game, &self.parse(position)?, by)
    }

    /// The game's parameters with their values.
    #[must_use]
    pub fn settings(&self) -> SetOut {
        self.game.settings().clone()
    }

    /// Evaluates many positions, by one solve if possible. An invalid text gets
    /// no evaluation.
    ///
    /// # Errors
    /// Returns an error if a limit is reached.
    pub fn evaluate_batch(
        &self,
        texts: &dyn PositionTexts,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Result<BatchReport, QueryError> {
        let _here = context.here();
        many::evaluate_batch(&*self.game, texts, wanted, context)
    }

    /// The rows and columns of the game's map.
    ///
    /// # Errors
    /// Returns an error if the game has no map.
    pub fn axes(&self) -> Result<Axes, QueryError> {
        let none = || QueryError::NoMap(self.info().name.to_owned());
        self.game.axes().ok_or_else(none)
    }

    /// The result of every cell of the game's map.
    ///
    /// # Errors
    /// Returns an error if the game has no map or a limit is reached.
    pub fn map(&self, context: &RunContext) -> Result<Map, QueryError> {
        let _here = context.here();
        Map::new(&*self.game, self.axes()?, context)
    }

    /// The distance of every cell of the game's map in plies, row by row; `u16::MAX` for a draw,
    /// for a cell that is not a position, and where it is not known.
    ///
    /// # Errors
    /// Returns an error if the game has no map or a limit is reached.
    pub fn map_distances(&self, context: &RunContext) -> Result<Vec<u16>, QueryError> {
        let _here = context.here();
        many::map_distances(&*self.game, &self.axes()?, context)
    }

    /// The positions that satisfy conditions, among all or, in an unbounded
    /// game, among those reachable from `position`; the first `limit` of them
    /// are listed.
    ///
    /// # Errors
    /// Returns an error if `position` is invalid, a condition is about a
    /// quantity that could not be computed, or a limit is reached.
    pub fn find(
        &self,
        position: &str,
        conditions: &Conditions,
        limit: usize,
        context: &RunContext,
    ) -> Result<Found, QueryError> {
        let mut all = None;
        self.find_each(position, conditions, limit, &mut all, context)?;
        Ok(all.expect("a search begins before it ends"))
    }

    /// Like [`find`](Session::find), but passes on positions one by one.
    ///
    /// # Errors
    /// As [`find`](Session::find), and errors of `to`.
    pub fn find_each(
        &self,
        position: &str,
        conditions: &Conditions,
        limit: usize,
        to: &mut dyn Finds,
        context: &RunContext,
    ) -> Result<(), QueryError> {
        let _here = context.here();
        self.find_where(&self.parse(position)?, conditions, limit, to, context)
    }

    /// Positions with exactly one winning move.
    ///
    /// # Errors
    /// Returns an error if there is no such puzzle or a limit is reached.
    pub fn puzzles(
        &self,
        spec: &PuzzleSpec,
        context: &RunContext,
    ) -> Result<Vec<Puzzle>, QueryError> {
        let _here = context.here();
        self.puzzles_for(spec, context)
    }

    /// Writes random contest input.
    ///
    /// # Errors
    /// Returns an error if the game has no case generator or the sizes are
    /// invalid.
    pub fn generate(
        &self,
        spec: &CaseSpec,
        out: &mut dyn Write,
        context: &RunContext,
    ) -> Result<(), QueryError> {
        let _here = context.here();
        Ok(self.generated()?.generate(spec, out, context)?)
    }

    /// Checks that contest input is exactly as the contest states: lines, limits and
    /// guarantees. Returns the number of cases.
    ///
    /// # Errors
    /// Returns an error if it is not, or if the game has no case generator.
    pub fn validate(&self, name: &str, text: &[u8]) -> Result<u64, QueryError> {
        Ok(self.generated()?.validate(name, text)?)
    }

    /// The contest's maximum number of cases in an input, or a usual number.
    ///
    /// # Errors
    /// Returns an error if the game has no case generator.
    pub fn most_cases(&self) -> Result<u64, QueryError> {
        Ok(self.generated()?.most_cases())
    }

    /// Visits the sizes of a contest case.
    ///
    /// # Errors
    /// Returns an error if the game has no case generator.
    pub fn sizes(&self, visit: &mut dyn FnMut(&Size<'_>)) -> Result<(), QueryError> {
        self.generated()?.sizes(visit);
        Ok(())
    }

    /// Tests a program against the solver, on random cases.
    ///
    /// # Errors
    /// Returns an error if the game has no case generator, the sizes are
    /// invalid, the program cannot be run or a limit is reached.
    pub fn verify(
        &self,
        spec: &CaseSpec,
        submission: &mut dyn Submission,
        context: &RunContext,
    ) -> Result<Report, QueryError> {
        let _here = context.here();
        Ok(self.generated()?.verify(spec, submission, context)?)
    }
}

/// Limits of an analysis.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of moves listed.
    pub moves: usize,
    /// Maximum length of the principal variation.
    pub line: usize,
    /// Depth of the explanation, in the winner's replies.
    pub depth: usize,
}

impl Default for Limits {
    /// No limit on moves; a line long enough to show the cycle of infinite
    /// play.
    fn default() -> Limits {
        Limits {
            moves: usize::MAX,
            line: MAX_LINE_LEN,
            depth: 1,
        }
    }
}

/// A parameter of a rule file.
fn set_value(setting: &Setting) -> SetValue {
    SetValue {
        name: setting.name.clone(),
        text: setting.text.clone(),
        json: json_of(&setting.value),
    }
}

fn json_of(value: &SettingValue) -> serde_json::Value {
    match value {
        SettingValue::Int(number) => (*number).into(),
        SettingValue::Bool(is_true) => (*is_true).into(),
        SettingValue::Text(text) => text.as_str().into(),
        SettingValue::List(items) | SettingValue::Tuple(items) => {
            items.iter().map(json_of).collect()
        }
        SettingValue::None => serde_json::Value::Null,
    }
}
