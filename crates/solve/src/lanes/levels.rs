//! Level after level, until nothing changes.

use kibitz_game::{Bundled, Lanes, Threads, Watch};

use super::graph::Graph;
use super::mark::{Marking, as_atomic};
use super::planes::{LEVELS, PLANES};
use super::pull::{Found, Job, Own, Phase, run_widest};
use super::word::turned;
use super::{BLOCK, Solved, WORDS};
use crate::SolveError;
use crate::zeroed::Zeroed;

/// Parents are marked once fewer than one bundle in so many changes.
const SPARSE: u64 = 5;

/// The words while they are made.
struct Work<'a, G> {
    game: &'a G,
    threads: &'a Threads,
    graph: Graph,
    is_wide: bool,
    solved: Solved,
    /// The bundles to look at in the next phase, where not all of them.
    marks: Vec<bool>,
    /// What the last phase changed, where that was noted.
    changed: Option<Vec<Vec<(u32, Lanes)>>>,
}

/// Solves every position, in the widest registers that the processor has or in
/// plain integers.
pub(super) fn solve<G: Bundled>(
    game: &G,
    is_wide: bool,
    watch: &Watch,
) -> Result<Solved, SolveError> {
    let inner = game.inner() as usize;
    let bytes = inner as u64 * (32 * WORDS + 1);
    let memory = watch.claim("the lanes of all positions", bytes)?;
    let graph = Graph::new(game, watch)?;
    let solved = Solved {
        won: Zeroed::new(inner)?,
        lost: Zeroed::new(inner)?,
        open: Zeroed::new(inner)?,
        planes: Zeroed::new(inner * PLANES)?,
        _memory: memory,
    };
    let mut work = Work {
        game,
        threads: watch.pool(),
        graph,
        is_wide,
        solved,
        marks: vec![false; inner],
        changed: None,
    };
    let (total, has_losses) = work.open();
    let stage = watch.stage("settling positions", Some(total));
    let mut settled = 0;
    let mut before = [u64::MAX; 2];
    for level in u32::from(!has_losses).. {
        for phase in [Phase::Losses, Phase::Wins] {
            // Losses in 0 plies are known from the game.
            if level == 0 && phase == Phase::Losses {
                continue;
            }
            if level >= LEVELS {
                return Err(SolveError::TooLarge {
                    what: "a distance".to_owned(),
                    most: (2 * LEVELS - 1).into(),
                });
            }
            let last = &mut before[phase as usize];
            let is_noted = *last < inner as u64 / SPARSE;
            let found = work.run(phase, level, is_noted);
            *last = found.iter().map(|f| f.bundles).sum();
            settled += found.iter().map(|f| f.lanes).sum::<u64>();
            stage.reach(settled)?;
            if *last == 0 && phase == Phase::Losses {
                drop(stage);
                return Ok(work.solved);
            }
            work.changed = is_noted.then(|| found.into_iter().map(|f| f.changed).collect());
        }
    }
    unreachable!("levels end before numbers do")
}

impl<G: Bundled> Work<'_, G> {
    /// Begins with what the game knows: how many lanes are open, and whether
    /// some are lost at once.
    fn open(&mut self) -> (u64, bool) {
        let Solved {
            won, lost, open, ..
        } = &mut self.solved;
        let game = self.game;
        let won = won.chunks_mut(BLOCK);
        let blocks = won.zip(lost.chunks_mut(BLOCK));
        let blocks = blocks.zip(open.chunks_mut(BLOCK)).enumerate().collect();
        let counts = self.threads.map(blocks, |(block, ((won, lost), open))| {
            let (mut count, mut has_losses) = (0, false);
            for i in 0..open.len() {
                let bundle = (block * BLOCK + i) as u32;
                let known = game.opening(bundle);
                let other = game.turned(bundle);
                let wins = known.decided_won.or(known.won);
                won[i] = turned(wins, other);
                let losses = known.decided_lost.or(known.stuck);
                lost[i] = turned(losses, other);
                open[i] = wins.or(losses).or(known.absent).not();
                count += u64::from(open[i].count());
                has_losses |= !losses.is_empty();
            }
            (count, has_losses)
        });
        let both = |a: (u64, bool), b: (u64, bool)| (a.0 + b.0, a.1 | b.1);
        counts.into_iter().fold((0, false), both)
    }

    /// One phase of a level over all bundles, or over those that were marked.
    fn run(&mut self, phase: Phase, level: u32, is_noted: bool) -> Vec<Found> {
        let is_marked = self.mark();
        let Solved {
            won,
            lost,
            open,
            planes,
            ..
        } = &mut self.solved;
        let (children, settled) = match phase {
            Phase::Losses => (&**won, &mut **lost),
            Phase::Wins => (&**lost, &mut **won),
        };
        let job = Job {
            graph: &self.graph,
            phase,
            level,
            children,
            is_noted,
        };
        let open = open.chunks_mut(BLOCK);
        let words = open.zip(settled.chunks_mut(BLOCK));
        let words = words.zip(planes.chunks_mut(BLOCK * PLANES));
        let words = words.zip(self.marks.chunks_mut(BLOCK)).enumerate();
        let blocks = words.map(|(block, (((open, settled), planes), marks))| Own {
            block,
            open,
            settled,
            planes,
            marks: is_marked.then_some(marks),
        });
        let run = |own| run_widest(&job, own, self.is_wide);
        self.threads.map(blocks.collect(), run)
    }

    /// Marks the bundles with an open lane from which a move leads to what the
    /// last phase changed; false where nobody knows what changed.
    fn mark(&mut self) -> bool {
        let Some(mut changed) = self.changed.take() else {
            return false;
        };
        let marking = Marking {
            graph: &self.graph,
            open: &self.solved.open,
            marks: as_atomic(&mut self.marks),
        };
        let mark = |changed: &mut Vec<_>| marking.widest(changed, self.is_wide);
        self.threads.each(&mut changed, mark);
        true
    }
}
