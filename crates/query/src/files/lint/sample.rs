//! Positions met in random play.

use std::collections::HashSet;

use fastrand::Rng;
use kibitz_game::{Game, MORE, Side, Watch};
use kibitz_rules::{Position, Rules};
use kibitz_solve::SolveError;

/// So many games are played for nothing new before it is enough.
const IDLE: usize = 50;
/// A game is not played further than this.
const LONGEST: usize = 1_000;

/// Positions that random play meets, the start first; fewer than `count` where
/// there are no more to be met.
pub(super) fn positions(
    rules: &Rules,
    count: usize,
    seed: u64,
    watch: &Watch,
) -> Result<Vec<Position>, SolveError> {
    let mut random = Rng::with_seed(seed);
    let start = rules.start().map_err(|e| fault(rules, None, e))?;
    let starts = match start.side() {
        None => vec![start],
        Some(_) => vec![start.with_side(Side::Left), start.with_side(Side::Right)],
    };
    let mut met: HashSet<Position> = HashSet::new();
    let mut sample = Vec::new();
    let mut idle = 0;
    while sample.len() < count && idle < IDLE {
        idle += 1;
        let mut at = starts[random.usize(..starts.len())].clone();
        for _ in 0..LONGEST {
            watch.check()?;
            if met.insert(at.clone()) {
                sample.push(at.clone());
                idle = 0;
            }
            match step(rules, &at, &mut random)? {
                Some(next) if sample.len() < count => at = next,
                _ => break,
            }
        }
    }
    Ok(sample)
}

/// Any move from a position; nothing where the game is over.
fn step(rules: &Rules, p: &Position, random: &mut Rng) -> Result<Option<Position>, SolveError> {
    let failed = |e| fault(rules, Some(p), e);
    if rules.decided(p).map_err(failed)?.is_some() {
        return Ok(None);
    }
    let mut moves = Vec::new();
    let _ = rules
        .expand(p, |step| {
            moves.push(step.to);
            MORE
        })
        .map_err(failed)?;
    match moves.len() {
        0 => Ok(None),
        count => Ok(Some(moves.swap_remove(random.usize(..count)))),
    }
}

fn fault(rules: &Rules, p: Option<&Position>, failure: kibitz_rules::Failure) -> SolveError {
    SolveError::Fault {
        position: p.map(|p| rules.write_position(p)).unwrap_or_default(),
        fault: kibitz_solve::Cause::new(failure),
    }
}
