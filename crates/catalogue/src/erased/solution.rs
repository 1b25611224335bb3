//! Type-erased solutions.

use std::any::Any;
use std::sync::Arc;

use kibitz_game::{
    BREAK, CONTINUE, Expander, Findings, Game, MoveClass, Places, Presentable, Reason, Reservation,
    RunContext, Step, StepOf, Wdl,
};
use kibitz_solve::{Evaluation, Outcome, RequestedFields, Solution, SolveError, ValueCounts};

use super::position::{AnyPosition, Pos, typed};

/// A visited position.
pub type Visited<'a> = kibitz_solve::Visited<'a, dyn AnyPosition>;

/// A move, by its index among the moves or the move classes of a position;
/// named only when needed.
#[derive(Clone, Copy, Debug)]
pub enum By {
    /// The index of a move.
    Move(u32),
    /// The index of a move class.
    Group(u32),
}

impl By {
    fn number(self) -> usize {
        let (By::Move(number) | By::Group(number)) = self;
        number as usize
    }
}

/// A move and its successor.
pub type StepTo = Step<Pos, By>;

/// A move with its evaluation for the player making it.
#[derive(Clone)]
pub struct Rated {
    /// The move and its successor.
    pub step: StepTo,
    /// The evaluation.
    pub evaluation: Evaluation,
}

/// Sorts stably, best moves first. Not generic over the game, so that the sort
/// is compiled once.
pub fn best_first(rated: &mut [Rated]) {
    rated.sort_by_key(|r| r.evaluation.order());
}

/// A move class whose example is a move with its name.
pub type GroupAt = MoveClass<(StepTo, String)>;

/// The moves of a line with their names.
pub struct NamedLine {
    /// The names.
    pub names: Vec<String>,
    /// The moves in the game's own type.
    steps: Box<dyn Any>,
}

/// What an explanation may use besides the line.
#[derive(Clone, Copy)]
pub struct Known {
    /// Whether the line was truncated before the end of play.
    pub is_line_cut: bool,
    /// The score of the position.
    pub score: Option<i64>,
    /// By how much moving first raises a player's score.
    pub first_move_gain: Option<i64>,
}

/// A solved game.
pub trait AnySolution {
    /// The evaluation of a position, `None` if it is not in this solution.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn probe(&self, p: &Pos, context: &RunContext) -> Result<Option<Evaluation>, SolveError>;
    /// Every move with its evaluation, best first.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn rate(&self, p: &Pos, context: &RunContext) -> Result<Vec<Rated>, SolveError>;
    /// The move classes, if there are too many moves to list.
    fn groups(&self, p: &Pos) -> Option<Vec<GroupAt>>;
    /// The names of some moves and what they touch, in the order of `moves`.
    ///
    /// # Errors
    /// Returns an error if the rules fail.
    fn names(&self, p: &Pos, moves: &[By]) -> Result<Vec<(String, Option<Places>)>, SolveError>;
    /// The names of the moves of a line from `p` on.
    ///
    /// # Errors
    /// Returns an error if the rules fail.
    fn named_line(&self, p: &Pos, steps: &[StepTo]) -> Result<NamedLine, SolveError>;
    /// The outcome class, in a game with Left and Right.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn outcome(&self, p: &Pos, context: &RunContext) -> Result<Option<Outcome>, SolveError>;
    /// The explanation in the game's own terms, if it has one.
    fn why(&self, p: &Pos, line: &NamedLine, known: Known) -> Option<Reason>;
    /// Whether `reason` may return an explanation.
    fn has_reason(&self) -> bool;
    /// The explanation by a theory, e.g. of Grundy values, if there is one.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn reason(
        &self,
        p: &Pos,
        moves: &[By],
        context: &RunContext,
    ) -> Result<Option<Reason>, SolveError>;
    /// By how much moving first raises a player's score, for games that define it.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn first_move_gain(&self, context: &RunContext) -> Result<Option<i64>, SolveError>;
    /// Notes for the user about the requested fields.
    fn notes(&self, wanted: RequestedFields) -> Vec<String>;
    /// The fewest moves from the root of the solution, if known.
    fn depth(&self, p: &Pos) -> Option<u32>;
    /// Counts of values over the positions that [`visit`](AnySolution::visit) visits.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn count_values(
        &self,
        root: &Pos,
        context: &RunContext,
    ) -> Result<ValueCounts<Pos>, SolveError>;
    /// Visits all positions of the game, or those reachable from `root`, in a fixed order.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail, or the error of `visit`.
    fn visit(
        &self,
        root: &Pos,
        context: &RunContext,
        visit: &mut dyn FnMut(Visited<'_>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError>;
    /// A counter of moves, reused for many positions.
    fn counter<'a>(&'a self, context: &'a RunContext) -> Box<dyn Counter + 'a>;
}

/// Counts the moves of one position after another.
pub trait Counter {
    /// The number of moves, 0 if the game is over.
    ///
    /// # Errors
    /// Returns an error if the rules fail.
    fn moves(&mut self, p: &dyn AnyPosition) -> Result<u64, SolveError>;
    /// The number of winning moves of a position that is not over, counted up
    /// to `limit`.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn winning(&mut self, p: &dyn AnyPosition, limit: u64) -> Result<u64, SolveError>;
}

/// A game and its solution.
pub(super) struct Solved<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) solution: Arc<dyn Solution<G>>,
}

/// Moves between two checks for cancellation and time limit.
const CHECK_INTERVAL: usize = 1 << 8;

/// Positions and turns, in the order of the moves, and the memory they take.
type Successors<P> = (Vec<Step<P, ()>>, Reservation);

impl<G: Presentable + 'static> Solved<G> {
    /// The successors; none if the game is over.
    fn successors(
        &self,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Successors<G::Pos>, SolveError> {
        const WHAT: &str = "the moves of a position";
        let fault = |e: G::Fault| SolveError::fault(p, e);
        let mut successors = Vec::new();
        let mut expander = self.game.expander();
        if expander.static_value(p).map_err(fault)?.is_none() {
            expander.expand(p, &mut successors).map_err(fault)?;
        }
        // Each successor exists twice: in this list, and as a shared `Pos`.
        let each =
            size_of::<Rated>() + 2 * (size_of::<Step<G::Pos, ()>>() + self.game.heap_bytes(p));
        let memory = context.reserve(WHAT, (successors.len() * each) as u64)?;
        Ok((successors, memory))
    }

    fn evaluation(&self, p: &G::Pos, context: &RunContext) -> Result<Evaluation, SolveError> {
        let evaluation = self.solution.probe(&self.game, p, context)?;
        evaluation.ok_or_else(|| SolveError::missing(p))
    }

    /// Moves in the game's own type, in the order of `moves`, which are all
    /// single moves or all move classes.
    fn steps(&self, p: &G::Pos, moves: &[By]) -> Result<Vec<StepOf<G>>, SolveError> {
        let last = moves.iter().map(|by| by.number()).max();
        let Some(last) = last else {
            return Ok(Vec::new());
        };
        let mut steps = Vec::new();
        if let Some(By::Group(_)) = moves.first() {
            let groups = self.solution.groups(&self.game, p).unwrap_or_default();
            steps.extend(groups.into_iter().map(|group| group.example));
        } else {
            let flow = self.game.expand(p, |step| {
                steps.push(step);
                if steps.len() <= last { CONTINUE } else { BREAK }
            });
            let _ = flow.map_err(|e| SolveError::fault(p, e))?;
        }
        let step = |by: &By| steps.get(by.number()).cloned();
        let named: Option<Vec<_>> = moves.iter().map(step).collect();
        named.ok_or_else(|| SolveError::missing(p))
    }
}

impl<G: Presentable + 'static> AnySolution for Solved<G> {
    fn probe(&self, p: &Pos, context: &RunContext) -> Result<Option<Evaluation>, SolveError> {
        self.solution.probe(&self.game, typed(p.any()), context)
    }

    fn rate(&self, p: &Pos, context: &RunContext) -> Result<Vec<Rated>, SolveError> {
        let (successors, _memory) = self.successors(typed(p.any()), context)?;
        let mut rated = Vec::with_capacity(successors.len());
        for (number, step) in successors.into_iter().enumerate() {
            if number % CHECK_INTERVAL == 0 {
                context.check()?;
            }
            let evaluation = self.evaluation(&step.to, context)?.backed_up(&step);
            let step = Step {
                to: step.to.to_pos(),
                turn: step.turn,
                points: step.points,
                by: By::Move(number as u32),
            };
            rated.push(Rated { step, evaluation });
        }
        best_first(&mut rated);
        Ok(rated)
    }

    fn groups(&self, p: &Pos) -> Option<Vec<GroupAt>> {
        let p: &G::Pos = typed(p.any());
        let groups = self.solution.groups(&self.game, p)?;
        let erase = |(group, number): (MoveClass<StepOf<G>>, u32)| {
            let name = self.game.write_move(p, &group.example.by);
            let step = Step {
                to: group.example.to.to_pos(),
                turn: group.example.turn,
                points: group.example.points,
                by: By::Group(number),
            };
            MoveClass {
                name: group.name,
                moves: group.moves,
                winning: group.winning,
                example: (step, name),
            }
        };
        Some(groups.into_iter().zip(0..).map(erase).collect())
    }

    fn names(&self, p: &Pos, moves: &[By]) -> Result<Vec<(String, Option<Places>)>, SolveError> {
        let p = typed(p.any());
        let steps = self.steps(p, moves)?;
        let names = steps.iter().map(|step| {
            let name = self.game.write_move(p, &step.by);
            (name, self.game.places(p, &step.by))
        });
        Ok(names.collect())
    }

    fn named_line(&self, p: &Pos, steps: &[StepTo]) -> Result<NamedLine, SolveError> {
        let mut at = p;
        let mut names = Vec::with_capacity(steps.len());
        let mut typed_steps: Vec<StepOf<G>> = Vec::with_capacity(steps.len());
        for step in steps {
            let from = typed(at.any());
            for one in self.steps(from, &[step.by])? {
                names.push(self.game.write_move(from, &one.by));
                typed_steps.push(one);
            }
            at = &step.to;
        }
        Ok(NamedLine {
            names,
            steps: Box::new(typed_steps),
        })
    }

    fn why(&self, p: &Pos, line: &NamedLine, known: Known) -> Option<Reason> {
        let steps: Option<&Vec<StepOf<G>>> = line.steps.downcast_ref();
        let findings = Findings {
            line: steps.map_or(&[], Vec::as_slice),
            is_line_cut: known.is_line_cut,
            score: known.score,
            first_move_gain: known.first_move_gain,
        };
        self.game.why(typed(p.any()), &findings)
    }

    fn outcome(&self, p: &Pos, context: &RunContext) -> Result<Option<Outcome>, SolveError> {
        self.solution.outcome(&self.game, typed(p.any()), context)
    }

    fn has_reason(&self) -> bool {
        self.solution.has_reason()
    }

    fn reason(
        &self,
        p: &Pos,
        moves: &[By],
        context: &RunContext,
    ) -> Result<Option<Reason>, SolveError> {
        let p = typed(p.any());
        // Without a theory the moves need not be generated.
        if !self.has_reason() {
            return Ok(None);
        }
        let steps = self.steps(p, moves)?;
        self.solution.reason(&self.game, p, &steps, context)
    }

    fn first_move_gain(&self, context: &RunContext) -> Result<Option<i64>, SolveError> {
        self.solution.first_move_gain(&self.game, context)
    }

    fn notes(&self, wanted: RequestedFields) -> Vec<String> {
        self.solution.notes(wanted)
    }

    fn depth(&self, p: &Pos) -> Option<u32> {
        self.solution.depth(&self.game, typed(p.any()))
    }

    fn count_values(
        &self,
        root: &Pos,
        context: &RunContext,
    ) -> Result<ValueCounts<Pos>, SolveError> {
        let root = typed(root.any());
        let counts = self.solution.count_values(&self.game, root, context)?;
        Ok(counts.map(|p| p.to_pos()))
    }

    fn visit(
        &self,
        root: &Pos,
        context: &RunContext,
        visit: &mut dyn FnMut(Visited<'_>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let root = typed(root.any());
        self.solution
            .visit(&self.game, root, context, &mut |visited| {
                visit(Visited {
                    position: visited.position,
                    evaluation: visited.evaluation,
                    orbit_size: visited.orbit_size,
                })
            })
    }

    fn counter<'a>(&'a self, context: &'a RunContext) -> Box<dyn Counter + 'a> {
        Box::new(Counting {
            solved: self,
            expander: self.game.expander(),
            successors: Vec::new(),
            context,
        })
    }
}

/// The counter of a game, with one expander.
struct Counting<'a, G: Game, E> {
    solved: &'a Solved<G>,
    expander: E,
    successors: Vec<Step<G::Pos, ()>>,
    context: &'a RunContext,
}

impl<G, E> Counter for Counting<'_, G, E>
where
    G: Presentable + 'static,
    E: Expander<Pos = G::Pos, Fault = G::Fault>,
{
    fn moves(&mut self, p: &dyn AnyPosition) -> Result<u64, SolveError> {
        let p: &G::Pos = typed(p);
        let fault = |e: G::Fault| SolveError::fault(p, e);
        match self.expander.static_value(p).map_err(fault)? {
            Some(_) => Ok(0),
            None => self.expander.degree(p).map_err(fault),
        }
    }

    fn winning(&mut self, p: &dyn AnyPosition, limit: u64) -> Result<u64, SolveError> {
        let p: &G::Pos = typed(p);
        let expanded = self.expander.expand(p, &mut self.successors);
        expanded.map_err(|e| SolveError::fault(p, e))?;
        let mut winning = 0;
        for step in &self.successors {
            let child = self.solved.evaluation(&step.to, self.context)?;
            winning += u64::from(child.backed_up(step).wdl == Wdl::Win);
            if winning >= limit {
                break;
            }
        }
        Ok(winning)
    }
}
