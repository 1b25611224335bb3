//! Iteration by level until a fixed point.

use kibitz_game::{BitParallelGame, LaneMask, RunContext, Threads, Value};

use super::graph::Graph;
use super::mark::{Marking, as_atomic};
use super::planes::{LEVELS, PLANES};
use super::pull::{Found, Job, Own, Phase, run_phase};
use super::word::swap_sides;
use super::{BLOCK, Solved, WORDS};
use crate::SolveError;
use crate::zeroed::Zeroed;

/// Predecessors are marked once fewer than one bundle in this many changes.
const SPARSE: u64 = 5;

/// The state of the iteration.
struct Work<'a, G> {
    game: &'a G,
    threads: &'a Threads,
    graph: Graph,
    use_avx2: bool,
    solved: Solved,
    /// The bundles to evaluate in the next phase, if not all.
    marks: Vec<bool>,
    /// What the last phase changed, if it was recorded.
    changed: Option<Vec<Vec<(u32, LaneMask)>>>,
}

/// The number of open lanes at the beginning, and whether some lanes are won in 1 ply or lost in 0.
#[derive(Clone, Copy, Default)]
struct Opened {
    lanes: u64,
    has_wins: bool,
    has_losses: bool,
}

/// Solves every position with AVX2 if `use_avx2` and supported, otherwise with scalar code.
pub(super) fn solve<G: BitParallelGame>(
    game: &G,
    use_avx2: bool,
    context: &RunContext,
) -> Result<Solved, SolveError> {
    let inner = game.inner() as usize;
    let bytes = inner as u64 * (32 * WORDS + 1);
    let memory = context.reserve("the bit-parallel tables", bytes)?;
    let graph = Graph::new(game, context)?;
    let solved = Solved {
        won: Zeroed::new(inner)?,
        lost: Zeroed::new(inner)?,
        open: Zeroed::new(inner)?,
        planes: Zeroed::new(inner * PLANES)?,
        values: Vec::new(),
        _memory: memory,
    };
    let mut work = Work {
        game,
        threads: context.pool(),
        graph,
        use_avx2,
        solved,
        marks: vec![false; inner],
        changed: None,
    };
    let Opened {
        lanes: total,
        has_wins,
        has_losses,
    } = work.open();
    let mut values = Vec::new();
    values.extend(has_losses.then(|| Phase::Losses.value(0)));
    values.extend(has_wins.then(|| Phase::Wins.value(0)));
    let stage = context.stage("retrograde analysis", Some(total));
    let mut newly_solved = 0;
    let mut before = [u64::MAX; 2];
    for level in u32::from(!has_losses).. {
        for phase in [Phase::Losses, Phase::Wins] {
            // Losses in 0 plies are given by the game.
            if level == 0 && phase == Phase::Losses {
                continue;
            }
            if level >= LEVELS {
                return Err(SolveError::TooLarge {
                    what: "a distance".to_owned(),
                    max: (2 * LEVELS - 1).into(),
                });
            }
            let last = &mut before[phase as usize];
            let record_changes = *last < inner as u64 / SPARSE;
            let found = work.run(phase, level, record_changes);
            *last = found.iter().map(|f| f.bundles).sum();
            newly_solved += found.iter().map(|f| f.lanes).sum::<u64>();
            values.extend((*last > 0).then(|| phase.value(level)));
            stage.advance_to(newly_solved)?;
            if *last == 0 && phase == Phase::Losses {
                drop(stage);
                values.extend((newly_solved < total).then_some(Value::Draw));
                work.solved.values = values;
                return Ok(work.solved);
            }
            work.changed = record_changes.then(|| found.into_iter().map(|f| f.changed).collect());
        }
    }
    unreachable!("the number of levels is limited")
}

impl<G: BitParallelGame> Work<'_, G> {
    /// Initialises the words from the game.
    fn open(&mut self) -> Opened {
        let Solved {
            won, lost, open, ..
        } = &mut self.solved;
        let game = self.game;
        let won = won.chunks_mut(BLOCK);
        let blocks = won.zip(lost.chunks_mut(BLOCK));
        let blocks = blocks.zip(open.chunks_mut(BLOCK)).enumerate().collect();
        let counts = self.threads.map(blocks, |(block, ((won, lost), open))| {
            let mut opened = Opened::default();
            for i in 0..open.len() {
                let bundle = (block * BLOCK + i) as u32;
                let known = game.initial_lanes(bundle);
                let other = game.side_swaps(bundle);
                let wins = known.decided_won.or(known.won);
                won[i] = swap_sides(wins, other);
                let losses = known.decided_lost.or(known.no_move);
                lost[i] = swap_sides(losses, other);
                open[i] = wins.or(losses).or(known.holes).not();
                opened.lanes += u64::from(open[i].count());
                let present = known.holes.not();
                opened.has_wins |= !wins.and(present).is_empty();
                opened.has_losses |= !losses.and(present).is_empty();
            }
            opened
        });
        let both = |a: Opened, b: Opened| Opened {
            lanes: a.lanes + b.lanes,
            has_wins: a.has_wins | b.has_wins,
            has_losses: a.has_losses | b.has_losses,
        };
        counts.into_iter().fold(Opened::default(), both)
    }

    /// One phase of a level over all bundles, or over the marked ones.
    fn run(&mut self, phase: Phase, level: u32, record_changes: bool) -> Vec<Found> {
        let is_marked = self.mark();
        let Solved {
            won,
            lost,
            open,
            planes,
            ..
        } = &mut self.solved;
        let (children, newly_solved) = match phase {
            Phase::Losses => (&**won, &mut **lost),
            Phase::Wins => (&**lost, &mut **won),
        };
        let job = Job {
            graph: &self.graph,
            phase,
            level,
            children,
            record_changes,
        };
        let open = open.chunks_mut(BLOCK);
        let words = open.zip(newly_solved.chunks_mut(BLOCK));
        let words = words.zip(planes.chunks_mut(BLOCK * PLANES));
        let words = words.zip(self.marks.chunks_mut(BLOCK)).enumerate();
        let blocks = words.map(|(block, (((open, newly_solved), planes), marks))| Own {
            block,
            open,
            newly_solved,
            planes,
            marks: is_marked.then_some(marks),
        });
        let run = |own| run_phase(&job, own, self.use_avx2);
        self.threads.map(blocks.collect(), run)
    }

    /// Marks the bundles with an open lane that has a move to what the last phase changed; returns
    /// false if the changes were not recorded.
    fn mark(&mut self) -> bool {
        let Some(mut changed) = self.changed.take() else {
            return false;
        };
        let marking = Marking {
            graph: &self.graph,
            open: &self.solved.open,
            marks: as_atomic(&mut self.marks),
        };
        let mark = |changed: &mut Vec<_>| marking.mark(changed, self.use_avx2);
        self.threads.each(&mut changed, mark);
        true
    }
}
