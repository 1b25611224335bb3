//! A game with its parameters, ready for questions: the one erased layer.

mod ask;
mod best;
mod count;
mod demo;
mod find;
mod line;
mod look;
mod map;
mod puzzle;
mod rate;
mod survey;
mod why;

use std::io::Write;

use kibitz_game::contest::{Asked, Input};
use kibitz_game::{Axes, Info, Listed, Presented, Settings, View, Watch};
use kibitz_rules::Rules;
use kibitz_solve::Plan;

use crate::QueryError;
use crate::answer::{Answer, SetOut, SetValue, Stats};
use crate::conditions::Conditions;
use crate::generated::Generated;
use crate::judge::Judged;
use crate::oracle::{Oracle, Wanted};
use crate::verify::{Contestant, Order, Report};

use line::LONGEST_LINE;

pub use demo::{Demo, DemoStep, Scene};
pub use find::{Finds, Found, FoundOut};
pub use look::{MoveError, Sight, StepOut};
pub use map::Map;
pub use puzzle::{Puzzle, Solution, Wish};
pub use survey::{Survey, Texts};

/// A game that answers questions.
pub trait Session: Send + Sync {
    /// What there is to say about the game.
    fn info(&self) -> Info<'_>;

    /// The position that is shown when nobody names one.
    fn shown(&self) -> String;

    /// What it will take to answer a question about a position.
    ///
    /// # Errors
    /// Where the text is no position.
    fn plan(&self, position: &str, watch: &Watch) -> Result<Plan, QueryError>;

    /// What it will take to count all positions.
    ///
    /// # Errors
    /// Where the text is no position.
    fn plan_stats(&self, position: &str, watch: &Watch) -> Result<Plan, QueryError>;

    /// Value, moves and main line of a position.
    ///
    /// # Errors
    /// Where the text is no position, or a budget is used up.
    fn ask(&self, position: &str, limits: Limits, watch: &Watch) -> Result<Answer, QueryError>;

    /// Best play by both sides, with a picture of every position on the way.
    /// Each move is the first that [`ask`](Session::ask) lists.
    ///
    /// # Errors
    /// Where the text is no position, or a budget is used up.
    fn demo(&self, position: &str, watch: &Watch) -> Result<Demo, QueryError>;

    /// Counts all positions by value; in a game without end of them, those
    /// that `position` reaches.
    ///
    /// # Errors
    /// Where the text is no position, or a budget is used up.
    fn stats(&self, position: &str, watch: &Watch) -> Result<Stats, QueryError>;

    /// Answers contest input; says how many cases there were.
    ///
    /// # Errors
    /// Where the game has no contest, or the input is wrong: all answers
    /// before the bad case have been written.
    fn judge(
        &self,
        input: &mut Input<'_>,
        out: &mut dyn Write,
        watch: &Watch,
    ) -> Result<u64, QueryError>;

    /// What a case of contest input asks; cases count from 1.
    ///
    /// # Errors
    /// Where the game has no contest, the input is wrong or too short.
    fn case(&self, input: &mut Input<'_>, number: u64) -> Result<Asked, QueryError>;

    /// A picture of a position, from the side of the player who moves.
    ///
    /// # Errors
    /// Where the text is no position.
    fn view(&self, position: &str) -> Result<View, QueryError>;

    /// How moves are written, with an example, where the game says so.
    fn move_syntax(&self) -> Option<&'static str>;

    /// What anybody can see of a position without solving it: whether the game
    /// is over, and the moves, at most `most` of them.
    ///
    /// # Errors
    /// Where the text is no position, or the rules fail.
    fn look(&self, position: &str, most: usize) -> Result<Sight, QueryError>;

    /// Makes the move that somebody means by `by`: its name in any case and
    /// with any spaces, or the beginning of only one name.
    ///
    /// # Errors
    /// Where the text is no position, or no move or more than one is meant.
    fn step(&self, position: &str, by: &str) -> Result<StepOut, MoveError>;

    /// The game's parameters with their values.
    fn settings(&self) -> SetOut;

    /// The verdicts on many positions, by one solve where that is possible.
    /// A text that is no position has none.
    ///
    /// # Errors
    /// Where a budget is used up.
    fn survey(
        &self,
        texts: &dyn Texts,
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Survey, QueryError>;

    /// What the rows and columns of the game's map are.
    ///
    /// # Errors
    /// Where the game has no map.
    fn axes(&self) -> Result<Axes, QueryError>;

    /// The outcome of every cell of the game's map.
    ///
    /// # Errors
    /// Where the game has no map, or a budget is used up.
    fn map(&self, watch: &Watch) -> Result<Map, QueryError>;

    /// The positions that satisfy conditions, among all or, in a game without
    /// end of them, among those that `position` reaches; the first `most` of
    /// them are listed.
    ///
    /// # Errors
    /// Where the text is no position, a condition is about something that is
    /// not known of any position, or a budget is used up.
    fn find(
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

    /// The same, handed over one position after the other.
    ///
    /// # Errors
    /// As [`find`](Session::find), or where `to` has one.
    fn find_each(
        &self,
        position: &str,
        conditions: &Conditions,
        most: usize,
        to: &mut dyn Finds,
        watch: &Watch,
    ) -> Result<(), QueryError>;

    /// Positions with exactly one winning move.
    ///
    /// # Errors
    /// Where there is none as it is wished for, or a budget is used up.
    fn puzzles(&self, wish: &Wish, watch: &Watch) -> Result<Vec<Puzzle>, QueryError>;

    /// Writes contest input made up at random.
    ///
    /// # Errors
    /// Where cases of the game cannot be made up, or not of these sizes.
    fn generate(&self, order: &Order, out: &mut dyn Write, watch: &Watch)
    -> Result<(), QueryError>;

    /// Compares a contestant's program with the truth, on cases made up at
    /// random.
    ///
    /// # Errors
    /// Where cases of the game cannot be made up, or not of these sizes, the
    /// program cannot be run, or a budget is used up.
    fn verify(
        &self,
        order: &Order,
        contestant: &mut dyn Contestant,
        watch: &Watch,
    ) -> Result<Report, QueryError>;
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

/// A game, its parameters and what answers for it.
pub(crate) struct Open<G: Presented, O> {
    game: G,
    set: SetOut,
    oracle: O,
    contest: fn(&G) -> Option<&dyn Judged>,
    generated: fn(&G) -> Option<&dyn Generated>,
}

impl<G: Listed, O: Oracle<G>> Open<G, O> {
    pub(crate) fn new(
        settings: &Settings,
        contest: fn(&G) -> Option<&dyn Judged>,
        generated: fn(&G) -> Option<&dyn Generated>,
    ) -> Result<Open<G, O>, QueryError> {
        let game = G::with(settings)?;
        let values = game.settings(settings).into_iter();
        let parameter = |name| G::INFO.parameters.iter().find(|p| p.name == name);
        let set = values.filter_map(|(name, value)| Some(SetValue::new(parameter(name)?, value)));
        Ok(Open {
            set: SetOut(set.collect()),
            game,
            oracle: O::default(),
            contest,
            generated,
        })
    }
}

impl<O: Oracle<Rules>> Open<Rules, O> {
    /// A rule file: it has no contest.
    pub(crate) fn of_rules(rules: Rules) -> Open<Rules, O> {
        let set = rules.settings().iter().map(SetValue::from);
        Open {
            set: SetOut(set.collect()),
            game: rules,
            oracle: O::default(),
            contest: |_| None,
            generated: |_| None,
        }
    }
}

impl<G: Presented, O: Oracle<G>> Open<G, O> {
    /// The game, and what answers for it.
    pub(crate) fn pieces(&self) -> (&G, &O) {
        (&self.game, &self.oracle)
    }

    /// Reads a position. A byte order mark before it, as some editors write it
    /// at the head of a file, is no part of it.
    fn parse(&self, text: &str) -> Result<G::Pos, QueryError> {
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
    fn visited_from(&self, p: &G::Pos) -> Option<String> {
        O::VISITS_REACHED.then(|| self.game.write(p))
    }

    fn judged(&self) -> Result<&dyn Judged, QueryError> {
        let none = || QueryError::NoContest(self.game.info().name.to_owned());
        (self.contest)(&self.game).ok_or_else(none)
    }

    fn generated(&self) -> Result<&dyn Generated, QueryError> {
        let none = || QueryError::NoGenerator(self.game.info().name.to_owned());
        (self.generated)(&self.game).ok_or_else(none)
    }

    fn set(&self) -> SetOut {
        self.set.clone()
    }
}

impl<G: Presented + 'static, O: Oracle<G>> Session for Open<G, O> {
    fn info(&self) -> Info<'_> {
        self.game.info()
    }

    fn shown(&self) -> String {
        self.game.write(&self.game.shown())
    }

    fn plan(&self, position: &str, watch: &Watch) -> Result<Plan, QueryError> {
        let _here = watch.here();
        let p = self.parse(position)?;
        Ok(self.oracle.plan(&self.game, &p, watch))
    }

    fn plan_stats(&self, position: &str, watch: &Watch) -> Result<Plan, QueryError> {
        let _here = watch.here();
        let p = self.parse(position)?;
        Ok(self.oracle.plan_stats(&self.game, &p, watch))
    }

    fn ask(&self, position: &str, limits: Limits, watch: &Watch) -> Result<Answer, QueryError> {
        let _here = watch.here();
        self.answer(position, limits, watch)
    }

    fn demo(&self, position: &str, watch: &Watch) -> Result<Demo, QueryError> {
        let _here = watch.here();
        self.play_out(position, watch)
    }

    fn axes(&self) -> Result<Axes, QueryError> {
        self.axes_of_map()
    }

    fn map(&self, watch: &Watch) -> Result<Map, QueryError> {
        let _here = watch.here();
        self.mapped(watch)
    }

    fn stats(&self, position: &str, watch: &Watch) -> Result<Stats, QueryError> {
        let _here = watch.here();
        self.count(position, watch)
    }

    fn judge(
        &self,
        input: &mut Input<'_>,
        out: &mut dyn Write,
        watch: &Watch,
    ) -> Result<u64, QueryError> {
        let _here = watch.here();
        self.judged()?.judge(input, out, watch)
    }

    fn case(&self, input: &mut Input<'_>, number: u64) -> Result<Asked, QueryError> {
        self.judged()?.case(input, number)
    }

    fn view(&self, position: &str) -> Result<View, QueryError> {
        Ok(self.game.view(&self.parse(position)?))
    }

    fn move_syntax(&self) -> Option<&'static str> {
        self.game.move_syntax()
    }

    fn look(&self, position: &str, most: usize) -> Result<Sight, QueryError> {
        self.look_at(position, most)
    }

    fn step(&self, position: &str, by: &str) -> Result<StepOut, MoveError> {
        self.step_by(position, by)
    }

    fn settings(&self) -> SetOut {
        self.set()
    }

    fn survey(
        &self,
        texts: &dyn Texts,
        wanted: Wanted,
        watch: &Watch,
    ) -> Result<Survey, QueryError> {
        let _here = watch.here();
        self.survey_texts(texts, wanted, watch)
    }

    fn find_each(
        &self,
        position: &str,
        conditions: &Conditions,
        most: usize,
        to: &mut dyn Finds,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let _here = watch.here();
        self.find_where(position, conditions, most, to, watch)
    }

    fn puzzles(&self, wish: &Wish, watch: &Watch) -> Result<Vec<Puzzle>, QueryError> {
        let _here = watch.here();
        self.puzzles_for(wish, watch)
    }

    fn generate(
        &self,
        order: &Order,
        out: &mut dyn Write,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let _here = watch.here();
        self.generated()?.generate(order, out, watch)
    }

    fn verify(
        &self,
        order: &Order,
        contestant: &mut dyn Contestant,
        watch: &Watch,
    ) -> Result<Report, QueryError> {
        let _here = watch.here();
        self.generated()?.verify(order, contestant, watch)
    }
}
