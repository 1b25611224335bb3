//! Games whose positions come in bundles: the lanes engine, and what the start
//! reaches.

use std::sync::{Arc, OnceLock};

use kibitz_game::{Bundled, Watch};
use kibitz_solve::lanes::{self, Reached, Solved};
use kibitz_solve::{Plan, SolveError};

use super::last::Last;
use super::{Oracle, Seen, Tally, Wanted};
use crate::Verdict;
use crate::answer::{PliesOut, UndecidedOut};

/// Solves the whole game at the first question; what is counted and visited is
/// what a position reaches, one of all that are the same after folding.
#[derive(Debug, Default)]
pub struct Bundles {
    solved: OnceLock<Solved>,
    /// What was reached last, and from where.
    reached: Last<Rooted>,
}

/// What can be reached from a bundle and lane.
#[derive(Debug)]
struct Rooted {
    root: (u32, u8),
    reached: Reached,
}

/// Positions of a bundle that are visited between two looks at the clock.
const PACE: u32 = 64;

impl Bundles {
    fn solved<G: Bundled>(&self, game: &G, watch: &Watch) -> Result<&Solved, SolveError> {
        if let Some(solved) = self.solved.get() {
            return Ok(solved);
        }
        let solved = lanes::solve(game, watch)?;
        Ok(self.solved.get_or_init(|| solved))
    }

    fn reached<G: Bundled>(
        &self,
        game: &G,
        p: &G::Pos,
        watch: &Watch,
    ) -> Result<Arc<Rooted>, SolveError> {
        let root = game.address(p);
        let make = || {
            let reached = lanes::reach(game, root, watch)?;
            Ok(Rooted { root, reached })
        };
        self.reached.fitting_or(|known| known.root == root, make)
    }
}

impl<G: Bundled> Oracle<G> for Bundles {
    const VISITS_REACHED: bool = true;

    fn plan(&self, game: &G, _: &G::Pos, watch: &Watch) -> Plan {
        Plan::lanes(game.inner().into(), watch)
    }

    fn verdict(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Verdict, SolveError> {
        let decided = game.decided(p).map_err(|e| SolveError::fault(p, e))?;
        if let Some(value) = decided {
            return Ok(value.into());
        }
        let (bundle, lane) = game.address(p);
        Ok(self.solved(game, watch)?.get(game, bundle, lane).into())
    }

    fn prepare(&self, game: &G, _: &G::Pos, watch: &Watch) -> Result<Vec<String>, SolveError> {
        self.solved(game, watch)?;
        Ok(Vec::new())
    }

    fn visit<F>(
        &self,
        game: &G,
        p: &G::Pos,
        _: Wanted,
        watch: &Watch,
        mut visit: F,
    ) -> Result<Vec<String>, SolveError>
    where
        F: FnMut(Seen<'_, G::Pos>) -> Result<(), SolveError>,
    {
        let solved = self.solved(game, watch)?;
        let rooted = self.reached(game, p, watch)?;
        for bundle in 0..game.bundles() {
            if bundle.is_multiple_of(PACE) {
                watch.check()?;
            }
            let lanes = rooted.reached.lanes(game, bundle);
            if lanes.is_empty() {
                continue;
            }
            let known = game.opening(bundle);
            let decided = known.decided_won.or(known.decided_lost);
            for lane in lanes.and(game.alike(bundle).counted()).iter() {
                let Some(position) = game.position(bundle, lane) else {
                    continue;
                };
                let verdict = if decided.has(lane) {
                    self.verdict(game, &position, watch)?
                } else {
                    solved.get(game, bundle, lane).into()
                };
                visit(Seen::one(&position, verdict))?;
            }
        }
        Ok(Vec::new())
    }

    /// Word by word, which is much quicker than position by position.
    fn tally(&self, game: &G, p: &G::Pos, watch: &Watch) -> Result<Tally<G::Pos>, SolveError> {
        let solved = self.solved(game, watch)?;
        let rooted = self.reached(game, p, watch)?;
        let census = solved.census(game, &rooted.reached, watch)?;
        let rows = census.levels.iter().zip(0..);
        let by_plies: Vec<PliesOut> = rows
            .map(|(level, plies)| PliesOut {
                plies,
                win: level.win,
                loss: level.loss,
            })
            .collect();
        let longest = census.longest.and_then(|(plies, bundle, lane)| {
            let position = game.position(bundle, lane)?;
            Some((plies, position))
        });
        Ok(Tally {
            win: by_plies.iter().map(|row| row.win).sum(),
            loss: by_plies.iter().map(|row| row.loss).sum(),
            draw: census.draws,
            by_plies,
            longest,
            undecided: Some(UndecidedOut {
                win: census.undecided.win,
                draw: census.undecided.draw,
                loss: census.undecided.loss,
            }),
            ..Tally::default()
        })
    }
}
