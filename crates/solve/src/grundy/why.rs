//! Explanation by the Grundy values of the components and their nim-sum.

use kibitz_game::{
    BREAK, CONTINUE, Game, Grundy, MoveClasses, Reason, RunContext, Step, counted, listed,
    nim_sum_table,
};
use serde::Serialize;

use super::GrundyCache;
use crate::SolveError;

/// Maximum number of options that are examined; a component with more needs a closed form.
const MAX_OPTIONS: usize = 1_000;
/// Maximum number of components, options and replies in the text.
const SHOWN: usize = 12;
/// Maximum number of replies among the facts.
const MAX_ANSWERS: usize = 100;

/// The facts of the explanation.
#[derive(Serialize)]
struct Facts {
    /// What the game calls a component.
    #[serde(skip)]
    name: &'static str,
    parts: Vec<Part>,
    nim_sum: u64,
    /// A move to nim-sum 0, if the position is won.
    #[serde(rename = "move")]
    by: Option<Zeroing>,
    /// Replies to the moves of a lost position.
    answers: Vec<Answered>,
}

#[derive(Serialize)]
struct Part {
    part: String,
    grundy: u64,
    /// The Grundy values of its options, whose mex is the component's value. `None` if there are
    /// too many.
    options: Option<Vec<u64>>,
    law: Option<String>,
}

/// A move, and the component that it changes.
#[derive(Serialize)]
struct Zeroing {
    #[serde(rename = "move")]
    by: String,
    position: String,
    change: Option<Change>,
}

#[derive(Serialize)]
struct Change {
    /// The number of the component, from 1.
    number: usize,
    before: u64,
    after: u64,
}

#[derive(Serialize)]
struct Answered {
    #[serde(rename = "move")]
    by: String,
    /// The nim-sum after the move, which is not 0.
    nim_sum: u64,
    answer: String,
    /// The position after both, whose nim-sum is 0.
    position: String,
}

/// A move of a game.
type StepOf<G> = Step<<G as Game>::Pos, <G as Game>::Move>;

/// A game, and the Grundy values of its components.
pub(super) struct Theory<'a, G: MoveClasses> {
    pub(super) game: &'a G,
    pub(super) cache: &'a mut GrundyCache<G>,
    pub(super) context: &'a RunContext,
}

impl<G: MoveClasses> Theory<'_, G> {
    /// The explanation of the value of `p`, whose `moves` are best first.
    pub(super) fn reason(&mut self, p: &G::Pos, moves: &[StepOf<G>]) -> Result<Reason, SolveError> {
        let parts = self.parts(p);
        let mut described = Vec::with_capacity(parts.len());
        for part in &parts {
            described.push(self.describe(part)?);
        }
        let nim_sum = described.iter().fold(0, |sum, part| sum ^ part.grundy);
        let by = match moves.first() {
            Some(best) if nim_sum != 0 => Some(self.zeroing(p, &parts, best)?),
            _ => None,
        };
        let answers = match nim_sum {
            0 => self.answers(p, moves)?,
            _ => Vec::new(),
        };
        let facts = Facts {
            name: self.game.part_name(),
            parts: described,
            nim_sum,
            by,
            answers,
        };
        Ok(Reason::new("sum", words(&facts), &facts))
    }

    fn parts(&self, p: &G::Pos) -> Vec<G::Part> {
        let mut parts = Vec::new();
        self.game.parts(p, |part| parts.push(part));
        parts
    }

    fn grundy(&mut self, p: &G::Pos) -> Result<Grundy, SolveError> {
        self.cache.grundy(self.game, p, self.context)
    }

    fn describe(&mut self, part: &G::Part) -> Result<Part, SolveError> {
        let mut sums: Vec<Vec<G::Part>> = Vec::new();
        let flow = self.game.options(part, |option| {
            sums.push(option.to_vec());
            if sums.len() <= MAX_OPTIONS {
                CONTINUE
            } else {
                BREAK
            }
        });
        let options = if flow.is_continue() {
            let mut values = Vec::with_capacity(sums.len());
            for sum in &sums {
                let mut value = Grundy::ZERO;
                for part in sum {
                    value ^= self.cache.part(self.game, part, self.context)?;
                }
                values.push(value.get());
            }
            Some(values)
        } else {
            None
        };
        Ok(Part {
            part: self.game.write_part(part),
            grundy: self.cache.part(self.game, part, self.context)?.get(),
            options,
            law: self.game.closed_form(part),
        })
    }

    fn zeroing(
        &mut self,
        p: &G::Pos,
        parts: &[G::Part],
        step: &StepOf<G>,
    ) -> Result<Zeroing, SolveError> {
        Ok(Zeroing {
            by: self.game.write_move(p, &step.by),
            position: self.game.write(&step.to),
            change: self.change(p, parts, step)?,
        })
    }

    /// Which component a move has changed, and from what value to which: the other components
    /// cancel out of the two nim-sums.
    fn change(
        &mut self,
        p: &G::Pos,
        parts: &[G::Part],
        step: &StepOf<G>,
    ) -> Result<Option<Change>, SolveError> {
        let number = self.game.changed_part(&step.by);
        let Some(part) = parts.get(number - 1) else {
            return Ok(None);
        };
        let before = self.cache.part(self.game, part, self.context)?;
        let mut after = before;
        after ^= self.grundy(p)?;
        after ^= self.grundy(&step.to)?;
        Ok(Some(Change {
            number,
            before: before.get(),
            after: after.get(),
        }))
    }

    fn answers(&mut self, p: &G::Pos, moves: &[StepOf<G>]) -> Result<Vec<Answered>, SolveError> {
        let mut answers = Vec::new();
        for step in moves.iter().take(MAX_ANSWERS) {
            let nim_sum = self.grundy(&step.to)?.get();
            if let Some(answer) = self.winning(&step.to)? {
                answers.push(Answered {
                    by: self.game.write_move(p, &step.by),
                    nim_sum,
                    answer: self.game.write_move(&step.to, &answer.by),
                    position: self.game.write(&answer.to),
                });
            }
        }
        Ok(answers)
    }

    /// A move to nim-sum 0.
    fn winning(&mut self, p: &G::Pos) -> Result<Option<StepOf<G>>, SolveError> {
        if let Some(groups) = self.game.groups(p) {
            let winning = groups.into_iter().find(|group| group.winning > 0);
            return Ok(winning.map(|g| Step::alternate(self.game.after(p, &g.example), g.example)));
        }
        let mut found = Ok(None);
        let (game, cache, context) = (self.game, &mut *self.cache, self.context);
        let flow = game.expand(p, |step| match cache.grundy(game, &step.to, context) {
            Ok(value) if value.is_lost() => {
                found = Ok(Some(step));
                BREAK
            }
            Ok(_) => CONTINUE,
            Err(e) => {
                found = Err(e);
                BREAK
            }
        });
        let _ = flow.map_err(|e| SolveError::fault(p, e))?;
        found
    }
}

fn words(facts: &Facts) -> String {
    if facts.parts.is_empty() {
        return "There is no legal move, so the player to move loses.".to_owned();
    }
    let name = facts.name;
    let lost = match facts.parts.len() {
        1 => "the position is lost if and only if that is 0".to_owned(),
        _ => format!("a position is lost if and only if the nim-sum of its {name}s is 0"),
    };
    let mut lines = vec![format!(
        "The Grundy value of a {name} is the mex (least missing number) of its options' values; {lost}."
    )];
    let parts = facts.parts.iter().enumerate().take(SHOWN);
    lines.extend(parts.map(|(i, part)| part_words(name, i + 1, part)));
    if facts.parts.len() > SHOWN {
        let more = facts.parts.len() - SHOWN;
        lines.push(format!(
            "  … and {}",
            counted(more as u64, &format!("more {name}"))
        ));
        lines.push(format!("The nim-sum of all is {}.", facts.nim_sum));
    } else if facts.parts.len() > 1 {
        let rows = facts.parts.iter().enumerate();
        let rows: Vec<_> = rows
            .map(|(i, part)| (format!("{name} {}", i + 1), part.grundy))
            .collect();
        lines.push(nim_sum_table(&rows));
    }
    lines.extend(outcome_words(facts));
    lines.join("\n")
}

/// `pile 1 (1 1 1) has value 3: its options have values 2, 1, 0`.
fn part_words(name: &str, number: usize, part: &Part) -> String {
    let reason = match (&part.law, &part.options) {
        (Some(law), _) => law.clone(),
        (None, Some(options)) => match options.len() {
            0 => "it has no options".to_owned(),
            1 => format!("its only option has value {}", options[0]),
            _ => format!("its options have values {}", listed(options, SHOWN)),
        },
        (None, None) => format!("it has more than {MAX_OPTIONS} options"),
    };
    format!(
        "{name} {number} ({}) has value {}: {reason}",
        part.part, part.grundy
    )
}

fn outcome_words(facts: &Facts) -> Vec<String> {
    let sum = match facts.parts.len() {
        1 => "value",
        _ => "nim-sum",
    };
    let mut lines = Vec::new();
    match &facts.by {
        Some(zeroing) => {
            let several = zeroing.change.as_ref().filter(|_| facts.parts.len() > 1);
            let change = several.map_or_else(String::new, |c| {
                format!(
                    " takes {} {} from {} to {} and",
                    facts.name, c.number, c.before, c.after
                )
            });
            lines.push(format!(
                "The {sum} is {}, so the player to move wins: {}{change} makes it 0.",
                facts.nim_sum, zeroing.by
            ));
        }
        None if facts.answers.is_empty() => {
            lines.push(format!("The {sum} is 0, and there is no legal move."));
        }
        None => {
            lines.push(format!(
                "The {sum} is 0 (a P-position), so the player to move loses: every move changes it, \
                 and some reply restores 0:"
            ));
            let answers = facts.answers.iter().take(SHOWN);
            lines.extend(
                answers.map(|a| format!("  {} makes it {}, reply {}", a.by, a.nim_sum, a.answer)),
            );
            if facts.answers.len() > SHOWN {
                lines.push("  …".to_owned());
            }
        }
    }
    lines
}
