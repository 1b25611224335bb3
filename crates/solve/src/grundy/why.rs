//! Explanation by the Grundy values of the components and their nim-sum.

use kibitz_game::{
    BREAK, CONTINUE, Game, Grundy, MoveClasses, Notation, Reason, RunContext, Step, counted,
    listed, nim_sum_table,
};
use serde::Serialize;

use super::GrundyCache;
use crate::{Cause, SolveError};

/// Maximum number of options that are examined; a component with more needs a closed form.
pub const MAX_OPTIONS: usize = 1_000;
/// Maximum number of components, options and replies in the text.
const SHOWN: usize = 12;

/// The facts of the explanation.
#[derive(Serialize)]
struct Facts {
    /// What the game calls a component.
    #[serde(skip)]
    name: &'static str,
    parts: Vec<PartReason>,
    nim_sum: u64,
    /// A move to nim-sum 0, if the position is won.
    #[serde(rename = "move")]
    by: Option<Zeroing>,
    /// Replies to the moves of a lost position.
    answers: Vec<Answered>,
}

/// A component, and why it has its Grundy value.
#[derive(Debug, Serialize)]
pub struct PartReason {
    /// The component in the game's notation.
    pub part: String,
    /// Its Grundy value.
    pub grundy: u64,
    /// The Grundy values of its options, whose mex is the component's value. `None` if there are
    /// more than [`MAX_OPTIONS`].
    pub options: Option<Vec<u64>>,
    /// The closed form as a sentence, if there is one.
    pub law: Option<String>,
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

/// What the explanation of a sum uses: components and Grundy values.
pub trait SumTheory<G: Notation> {
    /// What a component is called.
    fn part_name(&self) -> &'static str {
        "part"
    }

    /// The components of a position.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn parts(&mut self, p: &G::Pos) -> Result<Vec<PartReason>, SolveError>;

    /// The Grundy value of a position.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn grundy(&mut self, p: &G::Pos) -> Result<Grundy, SolveError>;

    /// The number, from 1, of the component that a move from `p` changes.
    fn changed_part(&self, p: &G::Pos, step: &StepOf<G>) -> usize;

    /// Maximum number of replies among the facts.
    fn max_replies(&self) -> usize {
        100
    }

    /// A move to nim-sum 0, if one is known without a search.
    fn known_winning_move(&self, p: &G::Pos) -> Option<StepOf<G>> {
        let _ = p;
        None
    }
}

/// The explanation of the value of `p`, whose `moves` are best first.
///
/// # Errors
/// Returns an error if a limit is reached or the rules fail.
pub fn explain<G: Notation>(
    game: &G,
    theory: &mut impl SumTheory<G>,
    p: &G::Pos,
    moves: &[StepOf<G>],
) -> Result<Reason, SolveError> {
    let parts = theory.parts(p)?;
    let nim_sum = parts.iter().fold(0, |sum, part| sum ^ part.grundy);
    let zeroing = |best: &StepOf<G>| {
        let number = theory.changed_part(p, best);
        Zeroing {
            by: game.write_move(p, &best.by),
            position: game.write(&best.to),
            change: parts.get(number - 1).map(|part| Change {
                number,
                before: part.grundy,
                after: part.grundy ^ nim_sum,
            }),
        }
    };
    let by = moves.first().filter(|_| nim_sum != 0).map(zeroing);
    let mut answers = Vec::new();
    let moves = moves.iter().filter(|_| nim_sum == 0);
    for step in moves.take(theory.max_replies()) {
        if let Some(answer) = winning_move(game, theory, &step.to)? {
            answers.push(Answered {
                by: game.write_move(p, &step.by),
                nim_sum: theory.grundy(&step.to)?.get(),
                answer: game.write_move(&step.to, &answer.by),
                position: game.write(&answer.to),
            });
        }
    }
    let facts = Facts {
        name: theory.part_name(),
        parts,
        nim_sum,
        by,
        answers,
    };
    Ok(Reason::new("sum", words(&facts), &facts))
}

/// A move to nim-sum 0.
fn winning_move<G: Notation>(
    game: &G,
    theory: &mut impl SumTheory<G>,
    p: &G::Pos,
) -> Result<Option<StepOf<G>>, SolveError> {
    let mut found = Ok(theory.known_winning_move(p));
    if let Ok(Some(_)) = found {
        return found;
    }
    let flow = game.expand(p, |step| match theory.grundy(&step.to) {
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
    let _ = flow.map_err(|fault| SolveError::Fault {
        position: game.write(p),
        fault: Cause::new(fault),
    })?;
    found
}

/// A game, and the Grundy values of its components.
pub(super) struct Theory<'a, G: MoveClasses> {
    pub(super) game: &'a G,
    pub(super) cache: &'a mut GrundyCache<G>,
    pub(super) context: &'a RunContext,
}

impl<G: MoveClasses> Theory<'_, G> {
    fn part(&mut self, part: &G::Part) -> Result<PartReason, SolveError> {
        let mut sums: Vec<Vec<G::Part>> = Vec::new();
        let flow = self.game.options(part, |option| {
            sums.push(option.to_vec());
            match sums.len() <= MAX_OPTIONS {
                true => CONTINUE,
                false => BREAK,
            }
        });
        if flow.is_break() {
            sums.clear();
        }
        let mut options = Vec::with_capacity(sums.len());
        for sum in &sums {
            let mut value = Grundy::ZERO;
            for part in sum {
                value ^= self.cache.part(self.game, part, self.context)?;
            }
            options.push(value.get());
        }
        Ok(PartReason {
            part: self.game.write_part(part),
            grundy: self.cache.part(self.game, part, self.context)?.get(),
            options: flow.is_continue().then_some(options),
            law: self.game.closed_form(part),
        })
    }
}

impl<G: MoveClasses> SumTheory<G> for Theory<'_, G> {
    fn part_name(&self) -> &'static str {
        self.game.part_name()
    }

    fn parts(&mut self, p: &G::Pos) -> Result<Vec<PartReason>, SolveError> {
        let mut parts = Vec::new();
        self.game.parts(p, |part| parts.push(part));
        parts.iter().map(|part| self.part(part)).collect()
    }

    fn grundy(&mut self, p: &G::Pos) -> Result<Grundy, SolveError> {
        self.cache.grundy(self.game, p, self.context)
    }

    fn changed_part(&self, _: &G::Pos, step: &StepOf<G>) -> usize {
        self.game.changed_part(&step.by)
    }

    fn known_winning_move(&self, p: &G::Pos) -> Option<StepOf<G>> {
        let mut groups = self.game.groups(p)?.into_iter();
        let by = groups.find(|group| group.winning > 0)?.example;
        Some(Step::alternate(self.game.after(p, &by), by))
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
fn part_words(name: &str, number: usize, part: &PartReason) -> String {
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
