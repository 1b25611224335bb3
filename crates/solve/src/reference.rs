//! The reference engine: naive fixed-point iteration by distance over all reachable positions.
//!
//! In every round it evaluates each position from its successors alone. It shares no code with the
//! other engines, which must agree with it.

use std::collections::HashMap;

use kibitz_game::{CONTINUE, Game, Plies, Turn, Value};

use crate::SolveError;

/// The value of every position reachable from `roots`.
///
/// # Errors
/// Returns an error if the rules fail.
pub fn solve<G: Game>(
    game: &G,
    roots: impl IntoIterator<Item = G::Pos>,
) -> Result<HashMap<G::Pos, Value>, SolveError> {
    let children = reach(game, roots)?;
    let mut known: HashMap<G::Pos, Value> = HashMap::new();
    for (p, node) in &children {
        if let Node::Known(value) = node {
            known.insert(p.clone(), *value);
        }
    }
    let last_known = known.values().filter_map(|v| v.plies()).max();
    let mut level = Plies::ZERO;
    loop {
        // Values that follow from successors of distance at most `level`.
        let mut found = Vec::new();
        for (p, node) in &children {
            if let Node::Open(steps) = node
                && !known.contains_key(p)
                && let Some(value) = back_up(steps, &known, level)
            {
                found.push((p.clone(), value));
            }
        }
        if found.is_empty() && last_known.is_none_or(|n| n < level) {
            break;
        }
        known.extend(found);
        level = level.succ();
    }
    Ok(children
        .into_keys()
        .map(|p| {
            let value = known.get(&p).copied().unwrap_or(Value::Draw);
            (p, value)
        })
        .collect())
}

enum Node<P> {
    Known(Value),
    Open(Vec<(P, Turn)>),
}

fn reach<G: Game>(
    game: &G,
    roots: impl IntoIterator<Item = G::Pos>,
) -> Result<HashMap<G::Pos, Node<G::Pos>>, SolveError> {
    let mut nodes = HashMap::new();
    let mut waiting: Vec<G::Pos> = roots.into_iter().collect();
    while let Some(p) = waiting.pop() {
        if nodes.contains_key(&p) {
            continue;
        }
        let node = match game
            .static_value(&p)
            .map_err(|e| SolveError::fault(&p, e))?
        {
            Some(value) => Node::Known(value),
            None => {
                let mut steps = Vec::new();
                let _ = game
                    .expand(&p, |s| {
                        steps.push((s.to, s.turn));
                        CONTINUE
                    })
                    .map_err(|e| SolveError::fault(&p, e))?;
                waiting.extend(steps.iter().map(|(q, _)| q.clone()));
                if steps.is_empty() {
                    Node::Known(Value::terminal(game.no_move_result()))
                } else {
                    Node::Open(steps)
                }
            }
        };
        nodes.insert(p, node);
    }
    Ok(nodes)
}

/// The value that follows from the successors of distance at most `level`: a win if one successor
/// gives it, a loss if all successors do.
fn back_up<P: Eq + std::hash::Hash>(
    steps: &[(P, Turn)],
    known: &HashMap<P, Value>,
    level: Plies,
) -> Option<Value> {
    let seen: Vec<Option<Value>> = steps
        .iter()
        .map(|(q, turn)| {
            let value = known
                .get(q)
                .filter(|v| v.plies().is_some_and(|n| n <= level))?;
            Some(value.backed_up(*turn))
        })
        .collect();
    let best = seen.iter().flatten().max().copied();
    match best {
        Some(Value::Win(_)) => best,
        Some(Value::Loss(_)) if seen.iter().all(Option::is_some) => best,
        _ => None,
    }
}
