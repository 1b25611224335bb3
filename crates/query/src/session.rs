//! A game with its parameters, ready for questions: the one erased layer.

mod find;
mod look;
mod puzzle;
mod survey;
mod why;

use std::collections::HashSet;
use std::io::Write;

use kibitz_game::contest::{Asked, Input};
use kibitz_game::{Game, Group, Info, Listed, MORE, Settings, Step, View, Watch};
use kibitz_solve::{Plan, SolveError};

use crate::QueryError;
use crate::answer::{Answer, GroupOut, LineOut, MoveOut, SetOut, StartOut, Stats, Verdict};
use crate::conditions::Conditions;
use crate::judge::Judged;
use crate::oracle::{Oracle, Wanted};

pub use find::{Found, FoundOut};
pub use puzzle::{Puzzle, Solution, Wish};
pub use survey::{Survey, Texts};

use why::Subject;

use crate::generated::Generated;
use crate::verify::{Contestant, Order, Report};
pub use look::{MoveError, Sight, StepOut};

/// A game that answers questions.
pub trait Session: Send + Sync {
    /// The game's entry in the catalogue.
    fn info(&self) -> &'static Info;

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
    ) -> Result<Found, QueryError>;

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

/// Positions with more moves than this are not looked at move by move.
const MOST_MOVES: u64 = 1 << 22;

/// A line is not followed further than this.
const LONGEST_LINE: usize = 1000;

/// Of moves in groups so many are shown as examples.
const MOST_EXAMPLES: usize = 100;

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
pub(crate) struct Open<G: Listed, O> {
    game: G,
    settings: Settings,
    oracle: O,
    contest: fn(&G) -> Option<&dyn Judged>,
    generated: fn(&G) -> Option<&dyn Generated>,
}

/// A move and what it is worth.
struct Rated<G: Game> {
    step: Step<G::Pos, G::Move>,
    worth: Verdict,
}

impl<G: Listed, O: Oracle<G>> Open<G, O> {
    pub(crate) fn new(
        settings: Settings,
        contest: fn(&G) -> Option<&dyn Judged>,
        generated: fn(&G) -> Option<&dyn Generated>,
    ) -> Result<Open<G, O>, QueryError> {
        Ok(Open {
            game: G::with(&settings)?,
            settings,
            oracle: O::default(),
            contest,
            generated,
        })
    }

    fn parse(&self, text: &str) -> Result<G::Pos, QueryError> {
        self.game
            .parse(text)
            .map_err(|problem| QueryError::Position {
                text: text.to_owned(),
                problem,
            })
    }

    fn judged(&self) -> Result<&dyn Judged, QueryError> {
        (self.contest)(&self.game).ok_or(QueryError::NoContest(G::INFO.name))
    }

    fn generated(&self) -> Result<&dyn Generated, QueryError> {
        (self.generated)(&self.game).ok_or(QueryError::NoGenerator(G::INFO.name))
    }

    fn set(&self) -> SetOut {
        let values = self.game.settings(&self.settings);
        let parameter = |name| G::INFO.parameters.iter().find(|p| p.name == name);
        let pairs = values.into_iter();
        SetOut(
            pairs
                .filter_map(|(name, value)| Some((parameter(name)?, value)))
                .collect(),
        )
    }

    /// Every move with its worth, best first.
    fn rate(&self, p: &G::Pos, watch: &Watch) -> Result<Vec<Rated<G>>, SolveError> {
        let mut steps = Vec::new();
        let fault = |e: G::Fault| SolveError::fault(p, &e);
        if self.game.decided(p).map_err(fault)?.is_none() {
            let flow = self.game.expand(p, |step| {
                steps.push(step);
                MORE
            });
            let _ = flow.map_err(fault)?;
        }
        let mut rated = Vec::with_capacity(steps.len());
        for step in steps {
            let child = self.oracle.verdict(&self.game, &step.to, watch)?;
            let worth = child.over(step.turn);
            rated.push(Rated { step, worth });
        }
        rated.sort_by_key(|r| r.worth.order());
        Ok(rated)
    }

    /// The moves of a position with too many of them: one of each group. All
    /// are ordinary moves, after which the other player moves.
    fn rate_groups(
        &self,
        p: &G::Pos,
        groups: &[Group<G::Move>],
        watch: &Watch,
    ) -> Result<Vec<Rated<G>>, SolveError> {
        let mut rated = Vec::with_capacity(groups.len());
        for group in groups {
            if let Some(to) = self.oracle.after(&self.game, p, &group.example) {
                let child = self.oracle.verdict(&self.game, &to, watch)?;
                let step = Step::pass(to, group.example.clone());
                let worth = child.over(step.turn);
                rated.push(Rated { step, worth });
            }
        }
        rated.sort_by_key(|r| r.worth.order());
        Ok(rated)
    }

    fn move_out(&self, p: &G::Pos, rated: &Rated<G>) -> MoveOut {
        MoveOut {
            by: self.game.write_move(p, &rated.step.by),
            position: self.game.write(&rated.step.to),
            value: rated.worth.wdl.name(),
            plies: rated.worth.plies.map(kibitz_game::Plies::get),
            grundy: rated.worth.grundy.map(kibitz_game::Grundy::get),
        }
    }

    /// The number of moves: none where the game is over.
    fn move_count(&self, p: &G::Pos) -> Result<u64, SolveError> {
        let fault = |e: G::Fault| SolveError::fault(p, &e);
        match self.game.decided(p).map_err(fault)? {
            Some(_) => Ok(0),
            None => self.game.degree(p).map_err(fault),
        }
    }

    fn group_out(&self, p: &G::Pos, group: &Group<G::Move>) -> GroupOut {
        GroupOut {
            name: group.name.clone(),
            moves: group.moves,
            winning: group.winning,
            example: self.game.write_move(p, &group.example),
        }
    }

    /// Both sides play their best move, until the game ends or a position
    /// comes again.
    fn line(&self, p: &G::Pos, first: &[Rated<G>], watch: &Watch) -> Result<Line<G>, SolveError> {
        let mut steps = Vec::new();
        let mut seen = HashSet::from([p.clone()]);
        let mut best = first.first().map(|r| r.step.clone());
        while let Some(step) = best {
            let is_new = seen.insert(step.to.clone());
            let at = step.to.clone();
            steps.push(step);
            if !is_new || steps.len() == LONGEST_LINE {
                return Ok(Line {
                    steps,
                    is_cut: true,
                });
            }
            // Here too a whole line would take too long.
            if self.oracle.groups(&self.game, &at).is_some() {
                return Ok(Line {
                    steps,
                    is_cut: true,
                });
            }
            best = self.rate(&at, watch)?.into_iter().next().map(|r| r.step);
        }
        Ok(Line {
            steps,
            is_cut: false,
        })
    }
}

/// The main line, and whether play goes on after it.
struct Line<G: Game> {
    steps: Vec<Step<G::Pos, G::Move>>,
    is_cut: bool,
}

impl<G: Listed> Line<G> {
    /// The first `most` moves, as they are shown.
    fn out(&self, game: &G, p: &G::Pos, most: usize) -> Vec<LineOut> {
        let names = self.names(game, p).into_iter();
        let steps = names.zip(&self.steps).take(most);
        steps
            .map(|(by, step)| LineOut {
                by,
                position: game.write(&step.to),
            })
            .collect()
    }

    /// The names of the moves from `p` on.
    fn names(&self, game: &G, p: &G::Pos) -> Vec<String> {
        let mut at = p;
        let name = |step: &'_ Step<G::Pos, G::Move>, at: &G::Pos| game.write_move(at, &step.by);
        let mut names = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            names.push(name(step, at));
            at = &step.to;
        }
        names
    }
}

impl<G: Listed + 'static, O: Oracle<G>> Session for Open<G, O> {
    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn shown(&self) -> String {
        self.game.write(&self.game.shown())
    }

    fn plan(&self, position: &str, watch: &Watch) -> Result<Plan, QueryError> {
        let p = self.parse(position)?;
        Ok(self.oracle.plan(&self.game, &p, watch))
    }

    fn plan_stats(&self, position: &str, watch: &Watch) -> Result<Plan, QueryError> {
        let p = self.parse(position)?;
        Ok(self.oracle.plan_stats(&self.game, &p, watch))
    }

    fn ask(&self, position: &str, limits: Limits, watch: &Watch) -> Result<Answer, QueryError> {
        let p = self.parse(position)?;
        let notes = self.oracle.prepare(&self.game, &p, watch)?;
        let verdict = self.oracle.verdict(&self.game, &p, watch)?;
        let mut groups = self.oracle.groups(&self.game, &p);
        if let Some(groups) = &mut groups {
            groups.sort_by_key(|g| g.winning == 0);
        }
        let move_count = self.move_count(&p)?;
        let (rated, line) = match &groups {
            None if move_count > MOST_MOVES => {
                return Err(QueryError::Solve(SolveError::TooLarge {
                    what: format!("the number of moves, {move_count},"),
                    most: MOST_MOVES,
                }));
            }
            None => {
                let rated = self.rate(&p, watch)?;
                let line = self.line(&p, &rated, watch)?;
                (rated, line)
            }
            // Where one position has so many moves, a whole line takes too long.
            Some(groups) => {
                let shown = groups.len().min(limits.moves).min(MOST_EXAMPLES);
                let rated = self.rate_groups(&p, &groups[..shown], watch)?;
                let first: Vec<_> = rated.iter().take(1).map(|r| r.step.clone()).collect();
                let is_over = match first.first() {
                    Some(step) => self.move_count(&step.to)? == 0,
                    None => false,
                };
                let line = Line {
                    steps: first,
                    is_cut: !is_over,
                };
                (rated, line)
            }
        };
        let importance = self.oracle.importance(&self.game, watch)?;
        let subject = Subject {
            p: &p,
            verdict,
            moves: &rated,
            line: &line,
            importance,
            depth: limits.depth,
        };
        let why = self.why(&subject, watch)?;
        let groups = groups.unwrap_or_default();
        let shown = rated.iter().take(limits.moves);
        Ok(Answer {
            game: G::INFO.name.to_owned(),
            set: self.set(),
            position: self.game.write(&p),
            mover: self.game.mover(&p).map(str::to_owned),
            value: verdict.wdl.name(),
            plies: verdict.plies.map(kibitz_game::Plies::get),
            grundy: verdict.grundy.map(kibitz_game::Grundy::get),
            score: verdict.score,
            importance,
            outcome_class: None,
            moves: shown.map(|r| self.move_out(&p, r)).collect(),
            line: line.out(&self.game, &p, limits.line),
            why: Some(why),
            is_line_cut: line.is_cut || line.steps.len() > limits.line,
            groups: groups.iter().map(|g| self.group_out(&p, g)).collect(),
            move_count,
            notes,
        })
    }

    fn stats(&self, position: &str, watch: &Watch) -> Result<Stats, QueryError> {
        let p = self.parse(position)?;
        let tally = self.oracle.tally(&self.game, &p, watch)?;
        let start = self.oracle.verdict(&self.game, &p, watch)?;
        let (max_plies, longest) = match &tally.longest {
            Some((plies, p)) => (Some(plies.get()), Some(self.game.write(p))),
            None => (None, None),
        };
        let rows = tally.by_plies.iter().filter(|row| row.win + row.loss > 0);
        Ok(Stats {
            game: G::INFO.name.to_owned(),
            set: self.set(),
            positions: tally.positions(),
            unfolded: Some(tally.positions()),
            nodes: None,
            win: tally.win,
            loss: tally.loss,
            draw: tally.draw,
            ties: tally.ties,
            undecided: None,
            max_plies,
            longest,
            by_plies: rows.copied().collect(),
            start: StartOut {
                value: start.wdl.name(),
                plies: start.plies.map(kibitz_game::Plies::get),
                grundy: start.grundy.map(kibitz_game::Grundy::get),
                outcome_class: None,
            },
            notes: tally.notes,
        })
    }

    fn judge(
        &self,
        input: &mut Input<'_>,
        out: &mut dyn Write,
        watch: &Watch,
    ) -> Result<u64, QueryError> {
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
        self.survey_texts(texts, wanted, watch)
    }

    fn find(
        &self,
        position: &str,
        conditions: &Conditions,
        most: usize,
        watch: &Watch,
    ) -> Result<Found, QueryError> {
        self.find_where(position, conditions, most, watch)
    }

    fn puzzles(&self, wish: &Wish, watch: &Watch) -> Result<Vec<Puzzle>, QueryError> {
        self.puzzles_for(wish, watch)
    }

    fn generate(
        &self,
        order: &Order,
        out: &mut dyn Write,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        self.generated()?.generate(order, out, watch)
    }

    fn verify(
        &self,
        order: &Order,
        contestant: &mut dyn Contestant,
        watch: &Watch,
    ) -> Result<Report, QueryError> {
        self.generated()?.verify(order, contestant, watch)
    }
}
