//! A game with its parameters, ready for questions in text.

use std::io::Write;
use std::sync::Arc;

use kibitz_game::contest::{Asked, Input};
use kibitz_game::{Axes, Info, Listed, Presented, Settings, View, Watch};
use kibitz_rules::Rules;
use kibitz_solve::{Cache, Scope, Solver, Verdict, Wanted};

use crate::QueryError;
use crate::ask::answer::{Answer, MoveOut, SetOut, SetValue, Stats};
use crate::ask::{self, Demo, LONGEST_LINE, MoveError, Probe, Sight, StepOut};
use crate::contest::generated::Generated;
use crate::contest::judge::Judged;
use crate::contest::{Contestant, Order, Report};
use crate::erased::{AnyGame, Opened, Pos};
use crate::files::Ruled;
use crate::many::{self, Conditions, Finds, Found, Map, Puzzle, Survey, Texts, Wish};

/// A game that answers questions. Questions can be asked at the same time: one
/// solve serves all who need the same.
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
    /// A game with the solver that answers for it.
    ///
    /// # Errors
    /// Where the value of a parameter does not fit.
    pub fn new<G: Listed + 'static>(
        settings: &Settings,
        solver: impl Solver<G> + 'static,
    ) -> Result<Session, QueryError> {
        Session::contest(settings, solver, |_| None, |_| None)
    }

    /// A game that may have a contest, and a maker of cases.
    pub(crate) fn contest<G: Listed + 'static>(
        settings: &Settings,
        solver: impl Solver<G> + 'static,
        contest: fn(&G) -> Option<&dyn Judged>,
        generated: fn(&G) -> Option<&dyn Generated>,
    ) -> Result<Session, QueryError> {
        let game = G::with(settings)?;
        let values = game.settings(settings).into_iter();
        let parameter = |name| G::INFO.parameters.iter().find(|p| p.name == name);
        let set = values.filter_map(|(name, value)| Some(SetValue::new(parameter(name)?, value)));
        Ok(Session::opened(Opened {
            set: SetOut(set.collect()),
            game: Arc::new(game),
            solver: Box::new(solver),
            cache: Cache::default(),
            contest,
            generated,
        }))
    }

    /// A rule file: it has no contest.
    pub(crate) fn of_rules(rules: impl Into<Arc<Rules>>) -> Session {
        let rules = rules.into();
        let set = rules.settings().iter().map(SetValue::from);
        Session::opened(Opened {
            set: SetOut(set.collect()),
            game: rules,
            solver: Box::new(Ruled),
            cache: Cache::default(),
            contest: |_| None,
            generated: |_| None,
        })
    }

    fn opened<G: Presented + 'static>(opened: Opened<G>) -> Session {
        Session {
            game: Arc::new(opened),
        }
    }

    /// Reads a position. A byte order mark before it, as some editors write it
    /// at the head of a file, is no part of it.
    pub(crate) fn parse(&self, text: &str) -> Result<Pos, QueryError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        self.game
            .parse(text)
            .map_err(|problem| QueryError::Position {
                text: text.to_owned(),
                problem,
            })
    }

    /// The position from which questions about many positions go out: `p`, or
    /// none where they go through the whole game.
    pub(crate) fn visited_from(&self, p: &Pos) -> Option<String> {
        (!self.game.visits_all()).then(|| self.game.write(p))
    }

    /// The game with a solution that knows `p` and all it leads to.
    pub(crate) fn around<'a>(
        &'a self,
        p: &Pos,
        wanted: Wanted,
        watch: &'a Watch,
    ) -> Result<Probe<'a>, QueryError> {
        Ok(Probe {
            game: &*self.game,
            solution: self
                .game
                .solution(&Scope::Around(p.clone()), wanted, watch)?,
            watch,
        })
    }

    /// The game with a solution for visiting all positions, or what `p` reaches.
    pub(crate) fn to_visit<'a>(
        &'a self,
        p: &Pos,
        wanted: Wanted,
        watch: &'a Watch,
    ) -> Result<Probe<'a>, QueryError> {
        let scope = match self.game.visits_all() {
            true => Scope::All,
            false => Scope::from_one(p.clone()),
        };
        Ok(Probe {
            game: &*self.game,
            solution: self.game.solution(&scope, wanted, watch)?,
            watch,
        })
    }

    fn judged(&self) -> Result<&dyn Judged, QueryError> {
        let none = || QueryError::NoContest(self.info().name.to_owned());
        self.game.contest().ok_or_else(none)
    }

    fn generated(&self) -> Result<&dyn Generated, QueryError> {
        let none = || QueryError::NoGenerator(self.info().name.to_owned());
        self.game.generated().ok_or_else(none)
    }

    /// What there is to say about the game.
    #[must_use]
    pub fn info(&self) -> Info<'_> {
        self.game.info()
    }

    /// The position that is shown when nobody names one.
    #[must_use]
    pub fn shown(&self) -> String {
        self.game.write(&self.game.shown())
    }

    /// What is known of a position, without its moves.
    ///
    /// # Errors
    /// Where the text is no position, or a budget is used up.
    pub fn verdict(
        &self,
        position: &str,
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Verdict, QueryError> {
        let _here = watch.here();
        let p = self.parse(position)?;
        self.around(&p, wanted, watch)?
            .verdict(&p)
            .map_err(Into::into)
    }

    /// Value, moves and main line of a position.
    ///
    /// # Errors
    /// Where the text is no position, or a budget is used up.
    pub fn ask(&self, position: &str, limits: Limits, watch: &Watch) -> Result<Answer, QueryError> {
        let _here = watch.here();
        let p = self.parse(position)?;
        self.around(&p, Wanted::ALL, watch)?.answer(&p, limits)
    }

    /// The moves of a position with their worth, best first, at most `most` of
    /// them; of moves in groups some of each.
    ///
    /// # Errors
    /// Where the text is no position, or a budget is used up.
    pub fn moves(
        &self,
        position: &str,
        most: usize,
        watch: &Watch,
    ) -> Result<Vec<MoveOut>, QueryError> {
        let _here = watch.here();
        let p = self.parse(position)?;
        self.around(&p, Wanted::ALL, watch)?.moves(&p, most)
    }

    /// Best play by both sides, with a picture of every position on the way.
    /// Each move is the first that [`ask`](Session::ask) lists.
    ///
    /// # Errors
    /// Where the text is no position, or a budget is used up.
    pub fn demo(&self, position: &str, watch: &Watch) -> Result<Demo, QueryError> {
        let _here = watch.here();
        let p = self.parse(position)?;
        self.around(&p, Wanted::ALL, watch)?.demo(&p)
    }

    /// Counts all positions by value; in a game without end of them, those
    /// that `position` reaches.
    ///
    /// # Errors
    /// Where the text is no position, or a budget is used up.
    pub fn stats(&self, position: &str, watch: &Watch) -> Result<Stats, QueryError> {
        let _here = watch.here();
        self.count(&self.parse(position)?, watch)
    }

    /// Answers contest input; says how many cases there were.
    ///
    /// # Errors
    /// Where the game has no contest, or the input is wrong: all answers
    /// before the bad case have been written.
    pub fn judge(
        &self,
        input: &mut Input<'_>,
        out: &mut dyn Write,
        watch: &Watch,
    ) -> Result<u64, QueryError> {
        let _here = watch.here();
        self.judged()?.judge(input, out, watch)
    }

    /// What a case of contest input asks; cases count from 1.
    ///
    /// # Errors
    /// Where the game has no contest, the input is wrong or too short.
    pub fn case(&self, input: &mut Input<'_>, number: u64) -> Result<Asked, QueryError> {
        self.judged()?.case(input, number)
    }

    /// A picture of a position, from the side of the player who moves.
    ///
    /// # Errors
    /// Where the text is no position.
    pub fn view(&self, position: &str) -> Result<View, QueryError> {
        Ok(self.game.view(&self.parse(position)?))
    }

    /// How moves are written, with an example, where the game says so.
    #[must_use]
    pub fn move_syntax(&self) -> Option<&'static str> {
        self.game.move_syntax()
    }

    /// What can be seen of a position without solving it: whether the game is
    /// over, and the moves, at most `most` of them.
    ///
    /// # Errors
    /// Where the text is no position, or the rules fail.
    pub fn look(&self, position: &str, most: usize) -> Result<Sight, QueryError> {
        ask::look(&*self.game, &self.parse(position)?, most)
    }

    /// Makes the move that somebody means by `by`: its name in any case and
    /// with any spaces, or the beginning of only one name.
    ///
    /// # Errors
    /// Where the text is no position, or no move or more than one is meant.
    pub fn step(&self, position: &str, by: &str) -> Result<StepOut, MoveError> {
        ask::step(&*self.game, &self.parse(position)?, by)
    }

    /// The game's parameters with their values.
    #[must_use]
    pub fn settings(&self) -> SetOut {
        self.game.settings().clone()
    }

    /// The verdicts on many positions, by one solve where that is possible.
    /// A text that is no position has none.
    ///
    /// # Errors
    /// Where a budget is used up.
    pub fn survey(
        &self,
        texts: &dyn Texts,
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Survey, QueryError> {
        let _here = watch.here();
        many::survey(&*self.game, texts, wanted, watch)
    }

    /// What the rows and columns of the game's map are.
    ///
    /// # Errors
    /// Where the game has no map.
    pub fn axes(&self) -> Result<Axes, QueryError> {
        let none = || QueryError::NoMap(self.info().name.to_owned());
        self.game.axes().ok_or_else(none)
    }

    /// The outcome of every cell of the game's map.
    ///
    /// # Errors
    /// Where the game has no map, or a budget is used up.
    pub fn map(&self, watch: &Watch) -> Result<Map, QueryError> {
        let _here = watch.here();
        Map::new(&*self.game, self.axes()?, watch)
    }

    /// The positions that satisfy conditions, among all or, in a game without
    /// end of them, among those that `position` reaches; the first `most` of
    /// them are listed.
    ///
    /// # Errors
    /// Where the text is no position, a condition is about something that is
    /// not known of any position, or a budget is used up.
    pub fn find(
        &self,
        position: &str,
        conditions: &Conditions,
        most: usize,
        watch: &Watch,
    ) -> Result<Found, QueryError> {
        let mut all = None;
        self.find_each(position, conditions, most, &mut all, watch)?;
        Ok(all.expect("a search begins before it ends"))
    }

    /// Finds as [`find`](Session::find) does, and hands over one position after
    /// the other.
    ///
    /// # Errors
    /// As [`find`](Session::find), or where `to` has one.
    pub fn find_each(
        &self,
        position: &str,
        conditions: &Conditions,
        most: usize,
        to: &mut dyn Finds,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let _here = watch.here();
        self.find_where(&self.parse(position)?, conditions, most, to, watch)
    }

    /// Positions with exactly one winning move.
    ///
    /// # Errors
    /// Where there is none as it is wished for, or a budget is used up.
    pub fn puzzles(&self, wish: &Wish, watch: &Watch) -> Result<Vec<Puzzle>, QueryError> {
        let _here = watch.here();
        self.puzzles_for(wish, watch)
    }

    /// Writes contest input made up at random.
    ///
    /// # Errors
    /// Where cases of the game cannot be made up, or not of these sizes.
    pub fn generate(
        &self,
        order: &Order,
        out: &mut dyn Write,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let _here = watch.here();
        self.generated()?.generate(order, out, watch)
    }

    /// Compares a contestant's program with the truth, on cases made up at
    /// random.
    ///
    /// # Errors
    /// Where cases of the game cannot be made up, or not of these sizes, the
    /// program cannot be run, or a budget is used up.
    pub fn verify(
        &self,
        order: &Order,
        contestant: &mut dyn Contestant,
        watch: &Watch,
    ) -> Result<Report, QueryError> {
        let _here = watch.here();
        self.generated()?.verify(order, contestant, watch)
    }
}

/// How much of an answer is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Moves listed at most.
    pub moves: usize,
    /// Moves of the main line at most.
    pub line: usize,
    /// How many of the winner's replies deep the reason goes.
    pub depth: usize,
}

impl Default for Limits {
    /// Everything; of an endless line so much that its cycle can be seen.
    fn default() -> Limits {
        Limits {
            moves: usize::MAX,
            line: LONGEST_LINE,
            depth: 1,
        }
    }
}
