//! Positions sampled by random play.

use std::collections::HashSet;

use fastrand::Rng;
use kibitz_game::{CONTINUE, Game, RunContext, Side};
use kibitz_rules::{Position, Rules};
use kibitz_solve::SolveError;

/// Stop after this many consecutive random games without a new position.
const MAX_IDLE_GAMES: usize = 50;
/// Maximum length of a random game.
const MAX_LEN: usize = 1_000;

/// Distinct positions of random games, the start first; fewer than `count` if
/// the games yield no more.
pub(super) fn positions(
    rules: &Rules,
    count: usize,
    seed: u64,
    context: &RunContext,
) -> Result<Vec<Position>, SolveError> {
    let mut random = Rng::with_seed(seed);
    let start = rules.start().map_err(|e| fault(rules, None, e))?;
    let starts = match start.side() {
        None => vec![start],
        Some(_) => vec![start.with_side(Side::Left), start.with_side(Side::Right)],
    };
    let mut seen: HashSet<Position> = HashSet::new();
    let mut sample = Vec::new();
    let mut idle = 0;
    while sample.len() < count && idle < MAX_IDLE_GAMES {
        idle += 1;
        let mut at = starts[random.usize(..starts.len())].clone();
        for _ in 0..MAX_LEN {
            context.check()?;
            if seen.insert(at.clone()) {
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

/// A random successor of a position; `None` if the game is over.
fn step(rules: &Rules, p: &Position, random: &mut Rng) -> Result<Option<Position>, SolveError> {
    let failed = |e| fault(rules, Some(p), e);
    if rules.static_value(p).map_err(failed)?.is_some() {
        return Ok(None);
    }
    let mut moves = Vec::new();
    let _ = rules
        .expand(p, |step| {
            moves.push(step.to);
            CONTINUE
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
