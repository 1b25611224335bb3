//! Solutions of any game.

use std::any::Any;
use std::sync::Arc;

use kibitz_game::{
    Claim, ENOUGH, Expander, Findings, Game, Group, MORE, Presented, Reason, StepOf, Turn, Watch,
    Wdl,
};
use kibitz_solve::{Outcome, Solution, SolveError, Tally, Verdict, Wanted};

use super::position::{AnyPosition, Pos, typed};

/// A position that is visited.
pub(crate) type Seen<'a> = kibitz_solve::Seen<'a, dyn AnyPosition>;

/// A move, by its place among the moves or the groups of moves of a position.
/// It gets its name when that is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By {
    Move(u32),
    Group(u32),
}

impl By {
    fn number(self) -> usize {
        let (By::Move(number) | By::Group(number)) = self;
        number as usize
    }
}

/// A move to a position.
#[derive(Clone)]
pub(crate) struct StepTo {
    pub(crate) to: Pos,
    pub(crate) turn: Turn,
    pub(crate) by: By,
}

/// A move and what it is worth.
#[derive(Clone)]
pub(crate) struct Rated {
    pub(crate) step: StepTo,
    pub(crate) worth: Verdict,
}

/// Puts the best moves first, those of one worth in the order of the rules. A
/// function of its own, so that sorting is compiled once.
pub(crate) fn best_first(rated: &mut [Rated]) {
    rated.sort_by_key(|r| r.worth.order());
}

/// Moves that have something in common; the example is a move and its name.
pub(crate) type GroupAt = Group<(StepTo, String)>;

/// The moves of a line with their names.
pub(crate) struct NamedLine {
    pub(crate) names: Vec<String>,
    /// The moves as the game knows them.
    steps: Box<dyn Any>,
}

/// What a reason may rest on, beside the line.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) is_line_cut: bool,
    pub(crate) score: Option<i64>,
    pub(crate) first_move_gain: Option<i64>,
}

/// A solved game.
pub(crate) trait AnySolution {
    /// What is known of a position; `None` where it is not in this solution.
    fn verdict(&self, p: &Pos, watch: &Watch) -> Result<Option<Verdict>, SolveError>;
    /// Every move with its worth, best first.
    fn rate(&self, p: &Pos, watch: &Watch) -> Result<Vec<Rated>, SolveError>;
    /// Moves in groups, where there are too many to list.
    fn groups(&self, p: &Pos) -> Option<Vec<GroupAt>>;
    /// The names of some moves, in the order of `moves`.
    fn names(&self, p: &Pos, moves: &[By]) -> Result<Vec<String>, SolveError>;
    /// The names of the moves of a line from `p` on.
    fn named_line(&self, p: &Pos, steps: &[StepTo]) -> Result<NamedLine, SolveError>;
    fn outcome(&self, p: &Pos, watch: &Watch) -> Result<Option<Outcome>, SolveError>;
    /// The reason in the game's own terms, where it has some.
    fn why(&self, p: &Pos, line: &NamedLine, known: Known) -> Option<Reason>;
    /// Whether there is a theory that may give a reason.
    fn has_reason(&self) -> bool;
    /// The reason in terms of a theory, where there is one.
    fn reason(&self, p: &Pos, moves: &[By], watch: &Watch) -> Result<Option<Reason>, SolveError>;
    fn first_move_gain(&self, watch: &Watch) -> Result<Option<i64>, SolveError>;
    fn notes(&self, wanted: Wanted) -> Vec<String>;
    fn distance(&self, p: &Pos) -> Option<u32>;
    fn tally(&self, root: &Pos, watch: &Watch) -> Result<Tally<Pos>, SolveError>;
    fn visit(
        &self,
        root: &Pos,
        watch: &Watch,
        see: &mut dyn FnMut(Seen<'_>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError>;
    /// Counts the moves of many positions.
    fn counter<'a>(&'a self, watch: &'a Watch) -> Box<dyn Counter + 'a>;
}

/// Counts moves, of one position after the other.
pub(crate) trait Counter {
    /// The number of moves: none where the game is over.
    fn moves(&mut self, p: &dyn AnyPosition) -> Result<u64, SolveError>;
    /// The number of winning moves of a position that is not over, counted no
    /// further than `enough`.
    fn winning(&mut self, p: &dyn AnyPosition, enough: u64) -> Result<u64, SolveError>;
}

/// A game and its solution.
pub(super) struct Solved<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) solution: Arc<dyn Solution<G>>,
}

/// Moves between two looks at the clock and the budget.
const PACE: usize = 1 << 8;

/// Positions and turns, in the order of the moves, and the memory they take.
type Successors<P> = (Vec<(P, Turn)>, Claim);

impl<G: Presented + 'static> Solved<G> {
    /// Where the moves lead: nowhere where the game is over.
    fn successors(&self, p: &G::Pos, watch: &Watch) -> Result<Successors<G::Pos>, SolveError> {
        const WHAT: &str = "the moves of a position";
        let fault = |e: G::Fault| SolveError::fault(p, e);
        let mut successors = Vec::new();
        let mut expander = self.game.expander();
        if expander.decided(p).map_err(fault)?.is_none() {
            expander.expand(p, &mut successors).map_err(fault)?;
        }
        // Each is there as it is, and once more where it is shared.
        let each = size_of::<Rated>() + 2 * (size_of::<(G::Pos, Turn)>() + self.game.heap_bytes(p));
        let memory = watch.claim(WHAT, (successors.len() * each) as u64)?;
        Ok((successors, memory))
    }

    fn known(&self, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        let verdict = self.solution.verdict(&self.game, p, watch)?;
        verdict.ok_or_else(|| SolveError::missing(p))
    }

    /// Moves as the game knows them, in the order of `moves`, which are all
    /// single moves or all groups.
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
                if steps.len() <= last { MORE } else { ENOUGH }
            });
            let _ = flow.map_err(|e| SolveError::fault(p, e))?;
        }
        let step = |by: &By| steps.get(by.number()).cloned();
        let found: Option<Vec<_>> = moves.iter().map(step).collect();
        found.ok_or_else(|| SolveError::missing(p))
    }
}

impl<G: Presented + 'static> AnySolution for Solved<G> {
    fn verdict(&self, p: &Pos, watch: &Watch) -> Result<Option<Verdict>, SolveError> {
        self.solution.verdict(&self.game, typed(p.any()), watch)
    }

    fn rate(&self, p: &Pos, watch: &Watch) -> Result<Vec<Rated>, SolveError> {
        let (successors, _memory) = self.successors(typed(p.any()), watch)?;
        let mut rated = Vec::with_capacity(successors.len());
        for (number, (to, turn)) in successors.into_iter().enumerate() {
            if number % PACE == 0 {
                watch.check()?;
            }
            let worth = self.known(&to, watch)?.over(turn);
            let step = StepTo {
                to: to.to_pos(),
                turn,
                by: By::Move(number as u32),
            };
            rated.push(Rated { step, worth });
        }
        best_first(&mut rated);
        Ok(rated)
    }

    fn groups(&self, p: &Pos) -> Option<Vec<GroupAt>> {
        let p: &G::Pos = typed(p.any());
        let groups = self.solution.groups(&self.game, p)?;
        let erase = |(group, number): (Group<StepOf<G>>, u32)| {
            let name = self.game.write_move(p, &group.example.by);
            let step = StepTo {
                to: group.example.to.to_pos(),
                turn: group.example.turn,
                by: By::Group(number),
            };
            Group {
                name: group.name,
                moves: group.moves,
                winning: group.winning,
                example: (step, name),
            }
        };
        Some(groups.into_iter().zip(0..).map(erase).collect())
    }

    fn names(&self, p: &Pos, moves: &[By]) -> Result<Vec<String>, SolveError> {
        let p = typed(p.any());
        let steps = self.steps(p, moves)?;
        let names = steps.iter().map(|step| self.game.write_move(p, &step.by));
        Ok(names.collect())
    }

    fn named_line(&self, p: &Pos, steps: &[StepTo]) -> Result<NamedLine, SolveError> {
        let mut at = p;
        let mut names = Vec::with_capacity(steps.len());
        let mut known: Vec<StepOf<G>> = Vec::with_capacity(steps.len());
        for step in steps {
            let from = typed(at.any());
            for one in self.steps(from, &[step.by])? {
                names.push(self.game.write_move(from, &one.by));
                known.push(one);
            }
            at = &step.to;
        }
        Ok(NamedLine {
            names,
            steps: Box::new(known),
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

    fn outcome(&self, p: &Pos, watch: &Watch) -> Result<Option<Outcome>, SolveError> {
        self.solution.outcome(&self.game, typed(p.any()), watch)
    }

    fn has_reason(&self) -> bool {
        self.solution.has_reason()
    }

    fn reason(&self, p: &Pos, moves: &[By], watch: &Watch) -> Result<Option<Reason>, SolveError> {
        let p = typed(p.any());
        // Most solutions have no theory, and need no names.
        if !self.has_reason() {
            return Ok(None);
        }
        let steps = self.steps(p, moves)?;
        self.solution.reason(&self.game, p, &steps, watch)
    }

    fn first_move_gain(&self, watch: &Watch) -> Result<Option<i64>, SolveError> {
        self.solution.first_move_gain(&self.game, watch)
    }

    fn notes(&self, wanted: Wanted) -> Vec<String> {
        self.solution.notes(wanted)
    }

    fn distance(&self, p: &Pos) -> Option<u32> {
        self.solution.distance(&self.game, typed(p.any()))
    }

    fn tally(&self, root: &Pos, watch: &Watch) -> Result<Tally<Pos>, SolveError> {
        let root = typed(root.any());
        let tally = self.solution.tally(&self.game, root, watch)?;
        Ok(tally.map(|p| p.to_pos()))
    }

    fn visit(
        &self,
        root: &Pos,
        watch: &Watch,
        see: &mut dyn FnMut(Seen<'_>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let root = typed(root.any());
        self.solution.visit(&self.game, root, watch, &mut |seen| {
            see(Seen {
                position: seen.position,
                verdict: seen.verdict,
                copies: seen.copies,
            })
        })
    }

    fn counter<'a>(&'a self, watch: &'a Watch) -> Box<dyn Counter + 'a> {
        Box::new(Counting {
            solved: self,
            expander: self.game.expander(),
            successors: Vec::new(),
            watch,
        })
    }
}

/// Counts moves by one expander.
struct Counting<'a, G: Game, E> {
    solved: &'a Solved<G>,
    expander: E,
    successors: Vec<(G::Pos, Turn)>,
    watch: &'a Watch,
}

impl<G, E> Counter for Counting<'_, G, E>
where
    G: Presented + 'static,
    E: Expander<Pos = G::Pos, Fault = G::Fault>,
{
    fn moves(&mut self, p: &dyn AnyPosition) -> Result<u64, SolveError> {
        let p: &G::Pos = typed(p);
        let fault = |e: G::Fault| SolveError::fault(p, e);
        match self.expander.decided(p).map_err(fault)? {
            Some(_) => Ok(0),
            None => self.expander.degree(p).map_err(fault),
        }
    }

    fn winning(&mut self, p: &dyn AnyPosition, enough: u64) -> Result<u64, SolveError> {
        let p: &G::Pos = typed(p);
        let expanded = self.expander.expand(p, &mut self.successors);
        expanded.map_err(|e| SolveError::fault(p, e))?;
        let mut winning = 0;
        for (to, turn) in &self.successors {
            let child = self.solved.known(to, self.watch)?;
            winning += u64::from(child.wdl.over(*turn) == Wdl::Win);
            if winning >= enough {
                break;
            }
        }
        Ok(winning)
    }
}
