//! The explanation of a sum: the Grundy value of each component, and their
//! nim-sum.

use kibitz_game::{Reason, Step, nim_sum_table};
use kibitz_rules::{Named, Position, Rules};
use kibitz_solve::SolveError;
use serde::Serialize;

use super::sum::Sum;

/// Maximum number of components listed in the text.
const SHOWN: usize = 12;

/// The facts of the explanation.
#[derive(Serialize)]
struct Facts {
    parts: Vec<Part>,
    nim_sum: u64,
    /// The move that makes it zero, if the position is won.
    #[serde(rename = "move")]
    by: Option<Zeroing>,
}

#[derive(Serialize)]
struct Part {
    part: String,
    grundy: u64,
}

#[derive(Serialize)]
struct Zeroing {
    #[serde(rename = "move")]
    by: String,
    position: String,
}

/// The explanation of the value of `p`, whose `moves` are best first.
pub(super) fn reason(
    game: &Rules,
    sum: &Sum,
    p: &Position,
    moves: &[Step<Position, Named>],
) -> Result<Reason, SolveError> {
    let part = |row: &[i64]| {
        Ok(Part {
            part: game.shape().write(row),
            grundy: sum.part(row)?.map_or(0, kibitz_game::Grundy::get),
        })
    };
    let parts: Result<Vec<Part>, SolveError> = p.parts().iter().map(|row| part(row)).collect();
    let parts = parts?;
    let nim_sum = parts.iter().fold(0, |sum, part| sum ^ part.grundy);
    let zeroing = |best: &Step<Position, Named>| Zeroing {
        by: best.by.0.clone(),
        position: game.write_position(&best.to),
    };
    let by = moves.first().filter(|_| nim_sum != 0).map(zeroing);
    let facts = Facts { parts, nim_sum, by };
    Ok(Reason::new("sum", words(&facts), &facts))
}

fn words(facts: &Facts) -> String {
    let mut text = match facts.parts.as_slice() {
        [] => "No components are left: the player to move has no legal move and loses.".to_owned(),
        [only] => format!("{} has the Grundy value {}.", only.part, only.grundy),
        parts => {
            let rows: Vec<(String, u64)> = parts
                .iter()
                .take(SHOWN)
                .map(|part| (part.part.clone(), part.grundy))
                .collect();
            match parts.len() > SHOWN {
                false => nim_sum_table(&rows),
                true => format!("{} components with nim-sum {}.", parts.len(), facts.nim_sum),
            }
        }
    };
    match (&facts.by, facts.parts.is_empty()) {
        (_, true) => {}
        (Some(by), _) => {
            text += &format!("\n{} makes it 0, a P-position.", by.by);
        }
        (None, _) => {
            text += "\nIt is 0, a P-position: every move changes it and some reply restores 0."
        }
    }
    text
}
