//! Iteration by level until a fixed point, in memory.

use kibitz_game::{BitParallelGame, LaneMask, RunContext, Threads};

use super::graph::Graph;
use super::history::{Changes, History, Step};
use super::mark::{Marking, as_atomic};
use super::planes::PLANES;
use super::pull::{Found, Job, Own, run_phase};
use super::words::Words;
use super::{BLOCK, Solved, WORDS};
use crate::SolveError;
use crate::zeroed::Zeroed;

/// The state of the iteration.
struct Work<'a> {
    threads: &'a Threads,
    graph: Graph,
    use_avx2: bool,
    solved: Solved,
    /// The bundles to evaluate in the next phase, if not all.
    marks: Vec<bool>,
    /// What the last phase changed, by block, if it was recorded.
    changed: Option<Vec<Vec<(u32, LaneMask)>>>,
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
        words: Words::new(inner)?,
        planes: Zeroed::new(inner * PLANES)?,
        values: Vec::new(),
        _memory: memory,
    };
    let mut work = Work {
        threads: context.pool(),
        graph,
        use_avx2,
        solved,
        marks: vec![false; inner],
        changed: None,
    };
    let opened = work.solved.words.open(game, work.threads);
    let mut history = History::new(game.inner(), opened, Vec::new());
    let stage = context.stage("retrograde analysis", Some(opened.lanes));
    while let Some(plies) = history.next()? {
        let record_changes = history.is_sparse_after(plies);
        let found = work.run(Step::of_plies(plies), record_changes);
        let mut changes = Changes::default();
        found.iter().for_each(|found| changes.add(found.changes));
        history.push(changes);
        stage.advance_to(history.lanes().1)?;
        work.changed = record_changes.then(|| found.into_iter().map(|f| f.changed).collect());
    }
    drop(stage);
    work.solved.values = history.values();
    Ok(work.solved)
}

impl Work<'_> {
    /// One phase of a level over all bundles, or over the marked ones.
    fn run(&mut self, step: Step, record_changes: bool) -> Vec<Found> {
        let is_marked = self.mark();
        let Solved { words, planes, .. } = &mut self.solved;
        let (children, blocks) = words.split(step.phase);
        let job = Job {
            kinds: &self.graph.kinds,
            phase: step.phase,
            level: step.level,
            children,
            record_changes,
        };
        let blocks = blocks.zip(planes.chunks_mut(BLOCK * PLANES));
        let blocks = blocks.zip(self.marks.chunks_mut(BLOCK)).enumerate();
        let blocks = blocks.map(|(block, ((words, planes), marks))| Own {
            block,
            moves: &self.graph.forwards[block],
            words,
            planes: Some(planes),
            marks: is_marked.then_some(marks),
        });
        let run = |own| run_phase(&job, own, self.use_avx2);
        self.threads.map(blocks.collect(), run)
    }

    /// Marks the bundles with an open lane that has a move to what the last phase changed; returns
    /// false if the changes were not recorded.
    fn mark(&mut self) -> bool {
        let Some(changed) = self.changed.take() else {
            return false;
        };
        let marking = Marking {
            kinds: &self.graph.kinds,
            open: &self.solved.words.open,
            marks: as_atomic(&mut self.marks),
        };
        let mut changed: Vec<_> = changed.into_iter().enumerate().collect();
        self.threads.each(&mut changed, |(block, changed)| {
            marking.mark(changed, self.graph.backwards(*block), self.use_avx2);
        });
        true
    }
}
