//! Why: the Grundy value of each part, and their nim-sum.

use kibitz_game::{
    ENOUGH, Game, Grouped, Grundy, MORE, Reason, Step, Watch, counted, listed, nim_sum_table,
};
use serde::Serialize;

use super::Heaps;
use crate::SolveError;

/// Options of a part that are looked at; a part with more needs a law.
const MOST_OPTIONS: usize = 1_000;
/// Parts, options and answers that the words name at most.
const SHOWN: usize = 12;
/// Answers among the facts at most.
const MOST_ANSWERS: usize = 100;

/// What the reason claims.
#[derive(Serialize)]
struct Facts {
    /// What the game calls a part.
    #[serde(skip)]
    name: &'static str,
    parts: Vec<Part>,
    nim_sum: u64,
    /// The move that makes it zero, where the position is won.
    #[serde(rename = "move")]
    by: Option<Zeroing>,
    /// What moves of a lost position are answered by.
    answers: Vec<Answered>,
}

#[derive(Serialize)]
struct Part {
    part: String,
    grundy: u64,
    /// The Grundy values of its options; the part's own is the least number
    /// that is not among them. `None` where there are too many.
    options: Option<Vec<u64>>,
    law: Option<String>,
}

/// A move, and the part that it changes.
#[derive(Serialize)]
struct Zeroing {
    #[serde(rename = "move")]
    by: String,
    position: String,
    change: Option<Change>,
}

#[derive(Serialize)]
struct Change {
    /// Which part, from 1.
    number: usize,
    before: u64,
    after: u64,
}

#[derive(Serialize)]
struct Answered {
    #[serde(rename = "move")]
    by: String,
    /// The nim-sum after the move, which is not zero.
    nim_sum: u64,
    answer: String,
    /// After both; its nim-sum is zero again.
    position: String,
}

/// A move of a game.
type StepOf<G> = Step<<G as Game>::Pos, <G as Game>::Move>;

/// A game, and the Grundy values of its parts.
pub(super) struct Theory<'a, G: Grouped> {
    pub(super) game: &'a G,
    pub(super) heaps: &'a mut Heaps<G>,
    pub(super) watch: &'a Watch,
}

impl<G: Grouped> Theory<'_, G> {
    /// The reason for the value of `p`, whose `moves` are best first.
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
        self.heaps.grundy(self.game, p, self.watch)
    }

    fn describe(&mut self, part: &G::Part) -> Result<Part, SolveError> {
        let mut sums: Vec<Vec<G::Part>> = Vec::new();
        let flow = self.game.options(part, |option| {
            sums.push(option.to_vec());
            if sums.len() <= MOST_OPTIONS {
                MORE
            } else {
                ENOUGH
            }
        });
        let options = if flow.is_continue() {
            let mut values = Vec::with_capacity(sums.len());
            for sum in &sums {
                let mut value = Grundy::ZERO;
                for part in sum {
                    value ^= self.heaps.part(self.game, part, self.watch)?;
                }
                values.push(value.get());
            }
            Some(values)
        } else {
            None
        };
        Ok(Part {
            part: self.game.write_part(part),
            grundy: self.heaps.part(self.game, part, self.watch)?.get(),
            options,
            law: self.game.law(part),
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

    /// Which part a move has changed, and from what value to which: the other
    /// parts stay what they were, so they cancel out of the two nim-sums.
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
        let before = self.heaps.part(self.game, part, self.watch)?;
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
        for step in moves.iter().take(MOST_ANSWERS) {
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

    /// A move that makes the nim-sum zero.
    fn winning(&mut self, p: &G::Pos) -> Result<Option<StepOf<G>>, SolveError> {
        if let Some(groups) = self.game.groups(p) {
            let winning = groups.into_iter().find(|group| group.winning > 0);
            return Ok(winning.map(|g| Step::pass(self.game.after(p, &g.example), g.example)));
        }
        let mut found = Ok(None);
        let (game, heaps, watch) = (self.game, &mut *self.heaps, self.watch);
        let flow = game.expand(p, |step| match heaps.grundy(game, &step.to, watch) {
            Ok(value) if value.is_lost() => {
                found = Ok(Some(step));
                ENOUGH
            }
            Ok(_) => MORE,
            Err(e) => {
                found = Err(e);
                ENOUGH
            }
        });
        let _ = flow.map_err(|e| SolveError::fault(p, e))?;
        found
    }
}

fn words(facts: &Facts) -> String {
    if facts.parts.is_empty() {
        return "Nothing is left to move, and who cannot move loses.".to_owned();
    }
    let name = facts.name;
    let lost = match facts.parts.len() {
        1 => "it is lost exactly where that is 0".to_owned(),
        _ => format!("a position is lost exactly where the nim-sum of its {name}s is 0"),
    };
    let mut lines = vec![format!(
        "A {name} is worth the least number that none of its options is worth (mex); {lost}."
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

/// `pile 1 (1 1 1) is worth 3: its options are worth 2, 1, 0`.
fn part_words(name: &str, number: usize, part: &Part) -> String {
    let reason = match (&part.law, &part.options) {
        (Some(law), _) => law.clone(),
        (None, Some(options)) => match options.len() {
            0 => "it has no options".to_owned(),
            1 => format!("its only option is worth {}", options[0]),
            _ => format!("its options are worth {}", listed(options, SHOWN)),
        },
        (None, None) => format!("it has more than {MOST_OPTIONS} options"),
    };
    format!(
        "{name} {number} ({}) is worth {}: {reason}",
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
                "The {sum} is {}, so the mover wins: {}{change} makes it 0.",
                facts.nim_sum, zeroing.by
            ));
        }
        None if facts.answers.is_empty() => {
            lines.push(format!("The {sum} is 0, and there is no move."));
        }
        None => {
            lines.push(format!(
                "The {sum} is 0, so the mover loses: every move makes it something else, \
                 and the answer makes it 0 again:"
            ));
            let answers = facts.answers.iter().take(SHOWN);
            lines.extend(answers.map(|a| {
                format!(
                    "  {} makes it {}, answered by {}",
                    a.by, a.nim_sum, a.answer
                )
            }));
            if facts.answers.len() > SHOWN {
                lines.push("  … and so on".to_owned());
            }
        }
    }
    lines
}
