//! Puzzles: positions with exactly one winning move, or one that wins fastest.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use fastrand::Rng;
use kibitz_game::{Plies, RunContext, Wdl};
use kibitz_solve::{Evaluation, RequestedFields, SolveError};
use serde::Serialize;

use crate::QueryError;
use crate::Session;
use crate::ask::MAX_LINE_LEN;
use crate::ask::analysis::LineOut;
use crate::ask::{Probe, check_move_count};
use crate::many::template::Template;
use kibitz_catalogue::SetOut;
use kibitz_catalogue::{AnyPosition, Counter, Pos, Visited};

/// The requested puzzles.
#[derive(Clone, Debug)]
pub struct PuzzleSpec {
    /// The random seed.
    pub seed: u64,
    /// Their number, if that many exist.
    pub count: usize,
    /// What makes a position a puzzle.
    pub kind: PuzzleKind,
    /// The distance of the win, if restricted.
    pub plies: Option<RangeInclusive<u32>>,
}

/// What makes a position a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PuzzleKind {
    /// Exactly one move wins.
    #[default]
    OnlyWin,
    /// Exactly one move wins, and the win is as long as any.
    Deepest,
    /// Exactly one move wins fastest.
    FastestWin,
}

/// A position with several moves of which exactly one solves it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Puzzle {
    /// The game's parameters.
    pub set: SetOut,
    /// The position.
    pub position: String,
    /// The player to move, if positions name the players.
    pub mover: Option<String>,
    /// Distance of the win in plies, if known.
    pub plies: Option<u32>,
    /// The number of moves.
    pub moves: u64,
    /// The solution.
    pub solution: Solution,
    /// Notes for the user.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// The winning move and its continuation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Solution {
    /// The move.
    #[serde(rename = "move")]
    pub by: String,
    /// The principal variation, which begins with it.
    pub line: Vec<LineOut>,
    /// Whether the line was truncated before the end of play.
    #[serde(skip)]
    pub is_line_cut: bool,
}

/// The quality of a puzzle, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Quality {
    /// Three moves or more, and no immediate win.
    Good,
    /// Two moves.
    Fair,
    /// The winning move ends the game.
    Plain,
}

/// Number of wins sampled from all positions before every win is examined.
const SAMPLE: usize = 2048;
/// Number of positions generated from templates, in a game with unboundedly
/// many.
const TRIES: usize = 3000;
/// Memory limit for solving a generated position.
const MAX_MEMORY: u64 = 24 << 20;
/// Positions between two checks for cancellation and time limit.
const CHECK_INTERVAL: u64 = 1 << 10;

/// Reservoir sampling (Algorithm R): a uniform sample of at most `capacity`
/// items of a stream.
struct Reservoir<T> {
    capacity: usize,
    offered: u64,
    kept: Vec<T>,
}

impl<T> Reservoir<T> {
    fn new(capacity: usize) -> Reservoir<T> {
        Reservoir {
            capacity,
            offered: 0,
            kept: Vec::new(),
        }
    }

    /// After *n* offers each item is kept with probability `capacity`/*n*.
    fn offer(&mut self, random: &mut Rng, item: impl FnOnce() -> T) {
        self.offered += 1;
        if self.kept.len() < self.capacity {
            return self.kept.push(item());
        }
        let place = random.u64(..self.offered) as usize;
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = item();
        }
    }

    fn clear(&mut self) {
        self.offered = 0;
        self.kept.clear();
    }
}

/// Candidates by quality.
struct PuzzlePool<P>([Reservoir<P>; 3]);

impl<P> PuzzlePool<P> {
    fn new(count: usize) -> PuzzlePool<P> {
        PuzzlePool([
            Reservoir::new(count),
            Reservoir::new(count),
            Reservoir::new(count),
        ])
    }

    fn has_enough(&self) -> bool {
        self.0[Quality::Good as usize].kept.len() == self.0[Quality::Good as usize].capacity
    }

    /// Adds a position if it is a puzzle.
    fn offer(&mut self, quality: Option<Quality>, random: &mut Rng, item: impl FnOnce() -> P) {
        if let Some(quality) = quality {
            self.0[quality as usize].offer(random, item);
        }
    }

    /// The best ones, in random order.
    fn best(self, random: &mut Rng) -> Vec<P> {
        let capacity = self.0[0].capacity;
        let mut best = Vec::new();
        for mut reservoir in self.0 {
            random.shuffle(&mut reservoir.kept);
            best.extend(reservoir.kept);
        }
        best.truncate(capacity);
        best
    }
}

/// The fields needed to search for puzzles.
const WANTED: RequestedFields = RequestedFields {
    plies: true,
    grundy: false,
    visits: true,
};

impl Session {
    pub(crate) fn puzzles_for(
        &self,
        spec: &PuzzleSpec,
        context: &RunContext,
    ) -> Result<Vec<Puzzle>, QueryError> {
        let mut random = Rng::with_seed(spec.seed);
        let mut found = Vec::new();
        let mut notes = Vec::new();
        if spec.kind == PuzzleKind::OnlyWin && self.game.has_templates() {
            found = self.generated_puzzles(spec, &mut random, context)?;
        }
        if found.is_empty() {
            let root = self.game.default_position();
            let probe = self.to_visit(&root, WANTED, context)?;
            notes = probe.solution.notes(WANTED);
            found = match spec.kind {
                PuzzleKind::Deepest => probe.deepest(&root, spec, &mut random)?,
                PuzzleKind::OnlyWin | PuzzleKind::FastestWin => {
                    probe.sampled(&root, spec, &mut random)?
                }
            };
        }
        if found.is_empty() {
            return Err(self.no_puzzle(spec, &notes));
        }
        let puzzle = |p: &Pos| self.around(p, RequestedFields::ALL, context)?.puzzle_out(p);
        found.iter().map(puzzle).collect()
    }

    /// Puzzles among positions of moderate size generated from the game's
    /// templates.
    fn generated_puzzles(
        &self,
        spec: &PuzzleSpec,
        random: &mut Rng,
        context: &RunContext,
    ) -> Result<Vec<Pos>, QueryError> {
        let mut pool = PuzzlePool::new(spec.count);
        let mut seen = HashSet::new();
        for _ in 0..TRIES {
            context.check()?;
            let text = random_position(&self.info().fields, random);
            let Ok(p) = self.game.parse(&text) else {
                continue;
            };
            if !seen.insert(p.clone()) {
                continue;
            }
            match self.add_generated(&mut pool, &p, spec, random, &context.silent()) {
                // Too large, or not in the table: skip it.
                Err(QueryError::Stop(stop)) if stop.is_for_memory() => {}
                Err(QueryError::Solve(SolveError::NotInTable { .. })) => {}
                outcome => outcome?,
            }
            if pool.has_enough() {
                break;
            }
        }
        Ok(pool.best(random))
    }

    /// Adds a generated position if it is a puzzle. The distance is computed
    /// last, since it costs most.
    fn add_generated(
        &self,
        pool: &mut PuzzlePool<Pos>,
        p: &Pos,
        spec: &PuzzleSpec,
        random: &mut Rng,
        context: &RunContext,
    ) -> Result<(), QueryError> {
        let probe = self.around(p, RequestedFields::default(), context)?;
        let evaluation = probe.evaluation(p)?;
        let is_puzzle = |counter: &mut dyn Counter| quality(counter, p.any(), &evaluation);
        if evaluation.wdl != Wdl::Win || is_puzzle(&mut *probe.solution.counter(context))?.is_none()
        {
            return Ok(());
        }
        drop(probe);
        let limited = context.with_memory_share(MAX_MEMORY);
        let wanted = RequestedFields {
            plies: true,
            ..RequestedFields::default()
        };
        let probe = self.around(p, wanted, &limited)?;
        let evaluation = probe.evaluation(p)?;
        if evaluation.plies.is_some() && is_requested(spec, &evaluation) {
            let mut counter = probe.solution.counter(context);
            let quality = quality(&mut *counter, p.any(), &evaluation)?;
            pool.offer(quality, random, || p.clone());
        }
        Ok(())
    }

    fn no_puzzle(&self, spec: &PuzzleSpec, notes: &[String]) -> QueryError {
        let mut reason = match !self.game.has_templates() || spec.kind != PuzzleKind::OnlyWin {
            true => "no position".to_owned(),
            false => format!(
                "none of {TRIES} random positions, nor of those reachable from {},",
                self.default_position()
            ),
        };
        reason += match spec.kind {
            PuzzleKind::FastestWin => " has several moves of which exactly one wins fastest",
            PuzzleKind::OnlyWin | PuzzleKind::Deepest => {
                " has several moves of which exactly one wins"
            }
        };
        if let Some(plies) = &spec.plies {
            reason += &format!(", in {} to {} plies", plies.start(), plies.end());
        }
        for note in notes {
            reason += &format!("; {note}");
        }
        QueryError::NoPuzzle {
            game: self.info().name.to_owned(),
            reason,
        }
    }
}

impl Probe<'_> {
    /// Puzzles sampled from all positions, or from those reachable from `root`.
    fn sampled(
        &self,
        root: &Pos,
        spec: &PuzzleSpec,
        random: &mut Rng,
    ) -> Result<Vec<Pos>, QueryError> {
        let mut counter = self.solution.counter(self.context);
        let mut judge = |p: &dyn AnyPosition, evaluation: &Evaluation| match spec.kind {
            PuzzleKind::FastestWin => self.fastest(p, evaluation),
            PuzzleKind::OnlyWin | PuzzleKind::Deepest => quality(&mut *counter, p, evaluation),
        };
        let mut sample = Reservoir::new(SAMPLE);
        self.visit_wins(root, spec, |visited| {
            sample.offer(random, || (visited.position.to_pos(), visited.evaluation));
            Ok(())
        })?;
        let mut pool = PuzzlePool::new(spec.count);
        random.shuffle(&mut sample.kept);
        for (p, evaluation) in &sample.kept {
            pool.offer(judge(p.any(), evaluation)?, random, || p.clone());
            if pool.has_enough() {
                break;
            }
        }
        let is_complete = sample.offered <= SAMPLE as u64;
        if !pool.has_enough() && !is_complete {
            pool = PuzzlePool::new(spec.count);
            self.visit_wins(root, spec, |visited| {
                let quality = judge(visited.position, &visited.evaluation)?;
                pool.offer(quality, random, || visited.position.to_pos());
                Ok(())
            })?;
        }
        Ok(pool.best(random))
    }

    /// The quality of a won position as a puzzle whose solution wins fastest.
    fn fastest(
        &self,
        p: &dyn AnyPosition,
        evaluation: &Evaluation,
    ) -> Result<Option<Quality>, SolveError> {
        let moves = self.game.degree(p)?;
        check_move_count(moves)?;
        let rated = self.rate(&p.to_pos())?;
        let rank = |at: usize| {
            rated
                .get(at)
                .map(|r| (r.evaluation.wdl, r.evaluation.plies))
        };
        let is_unique = rank(0).is_some_and(|(_, plies)| plies.is_some()) && rank(0) != rank(1);
        Ok((is_unique && moves > 1).then(|| graded(moves, evaluation)))
    }

    /// The puzzles with the longest win.
    fn deepest(
        &self,
        root: &Pos,
        spec: &PuzzleSpec,
        random: &mut Rng,
    ) -> Result<Vec<Pos>, QueryError> {
        let mut counter = self.solution.counter(self.context);
        let mut reservoir = Reservoir::new(spec.count);
        let mut longest = Plies::ZERO;
        self.visit_wins(root, spec, |visited| {
            let Some(plies) = visited.evaluation.plies.filter(|plies| *plies >= longest) else {
                return Ok(());
            };
            if quality(&mut *counter, visited.position, &visited.evaluation)?.is_some() {
                if plies > longest {
                    reservoir.clear();
                    longest = plies;
                }
                reservoir.offer(random, || visited.position.to_pos());
            }
            Ok(())
        })?;
        Ok(reservoir.kept)
    }

    /// Visits all wins of a requested distance.
    fn visit_wins(
        &self,
        root: &Pos,
        spec: &PuzzleSpec,
        mut visit: impl FnMut(Visited<'_>) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let mut visited_count = 0u64;
        self.solution.visit(root, self.context, &mut |visited| {
            visited_count += 1;
            if visited_count.is_multiple_of(CHECK_INTERVAL) {
                self.context.check()?;
            }
            if visited.evaluation.wdl == Wdl::Win && is_requested(spec, &visited.evaluation) {
                visit(visited)?;
            }
            Ok(())
        })
    }

    fn puzzle_out(&self, p: &Pos) -> Result<Puzzle, QueryError> {
        let evaluation = self.evaluation(p)?;
        let rated = self.rate(p)?;
        let line = self.line(p, &rated, MAX_LINE_LEN)?;
        let named = self.solution.named_line(p, &line.steps)?;
        let moves = line.out(self.game, &named, usize::MAX);
        let first = moves.first().map(|step| step.by.clone());
        Ok(Puzzle {
            set: self.game.settings().clone(),
            position: self.game.write(p),
            mover: self.game.mover(p).map(str::to_owned),
            plies: evaluation.plies.map(Plies::get),
            moves: rated.len() as u64,
            solution: Solution {
                by: first.unwrap_or_default(),
                line: moves,
                is_line_cut: line.is_cut,
            },
            notes: self.solution.notes(RequestedFields::ALL),
        })
    }
}

/// The quality of a won position as a puzzle; `None` if it is not one.
fn quality(
    counter: &mut dyn Counter,
    p: &dyn AnyPosition,
    evaluation: &Evaluation,
) -> Result<Option<Quality>, SolveError> {
    let moves = counter.moves(p)?;
    check_move_count(moves)?;
    if moves < 2 || counter.winning(p, 2)? != 1 {
        return Ok(None);
    }
    Ok(Some(graded(moves, evaluation)))
}

/// The quality of a puzzle with this many moves.
fn graded(moves: u64, evaluation: &Evaluation) -> Quality {
    match moves {
        _ if evaluation.plies == Some(Plies::new(1)) => Quality::Plain,
        2 => Quality::Fair,
        _ => Quality::Good,
    }
}

fn is_requested(spec: &PuzzleSpec, evaluation: &Evaluation) -> bool {
    let plies = evaluation.plies.map(Plies::get);
    spec.plies
        .as_ref()
        .is_none_or(|range| plies.is_some_and(|n| range.contains(&n)))
}

/// A random position from one of the larger templates; the more fields, the
/// smaller the numbers.
fn random_position(templates: &[&str], random: &mut Rng) -> String {
    let larger = &templates[templates.len() / 2..];
    let template = Template::new(larger[random.usize(..larger.len())]);
    let max = match template.names().count() {
        0 | 1 => 60,
        2 => 24,
        3 => 12,
        4 => 7,
        5 | 6 => 4,
        _ => 3,
    };
    template.filled(|_| random.u64(1..=max).to_string())
}
