//! The game for users: labelled moves and pictures.

use std::collections::HashMap;

use kibitz_game::{
    CONTINUE, Expander, Flow, Game, Notation, Presentable, Side, Step, SuccessorBuffer, TextError,
    Turn, Value, View, Wdl,
};

use super::Rules;
use super::budget::Budget;
use super::failure::Failure;
use super::position::Position;
use super::targets::Targets;
use super::worker::Worker;

/// A move, by its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named(pub String);

/// A move whose label may be missing or ambiguous.
type UnnamedMove = Step<Position, Option<String>>;

impl Game for Rules {
    type Pos = Position;
    type Move = Named;
    type Fault = Failure;

    fn expand<F>(&self, p: &Position, mut visit: F) -> Result<Flow, Failure>
    where
        F: FnMut(Step<Position, Named>) -> Flow,
    {
        for step in self.steps(p)? {
            if visit(step).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
    }

    fn expander(&self) -> impl Expander<Pos = Position, Fault = Failure> + '_ {
        Targets::new(self)
    }

    fn degree(&self, p: &Position) -> Result<u64, Failure> {
        self.expander().degree(p)
    }

    fn start(&self) -> Option<Position> {
        Rules::start(self).ok()
    }

    fn static_value(&self, p: &Position) -> Result<Option<Value>, Failure> {
        self.expander().static_value(p)
    }

    fn no_move_result(&self) -> Wdl {
        self.no_move()
    }

    fn final_score(&self, p: &Position) -> Result<Option<i64>, Failure> {
        match p.row() {
            Some(row) if self.is_scored() => Ok(Some(self.worker().over(row)?.unwrap_or(0))),
            _ => Ok(None),
        }
    }

    fn heap_bytes(&self, p: &Position) -> usize {
        let row = size_of::<Box<[i64]>>() + self.shape.slots() * size_of::<i64>();
        p.parts.len() * row
    }
}

/// The value of `over` for the mover. In games with `left` and `right`, `over`
/// is from Left's side.
pub(super) fn result_for(over: i64, side: Option<Side>) -> Wdl {
    let wdl = match over {
        1.. => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    };
    if side == Some(Side::Right) { -wdl } else { wdl }
}

impl Position {
    /// A move in one of the components, from its row and tag.
    pub(super) fn after(
        &self,
        place: usize,
        to: Vec<i64>,
        tag: i64,
        worker: &mut Worker<'_>,
    ) -> Result<Step<Position, ()>, Failure> {
        let mut parts = self.parts[..place].to_vec();
        worker.parts(to, &mut parts)?;
        parts.extend_from_slice(&self.parts[place + 1..]);
        let (turn, points) = SuccessorBuffer::turn_and_points(tag);
        let side = match turn {
            Turn::Same => self.side,
            Turn::Other => self.side.map(Side::other),
        };
        Ok(Step {
            to: Position { parts, side },
            turn,
            points,
            by: (),
        })
    }
}

impl Rules {
    /// The moves of a position with unique labels. Moves with the same label,
    /// target, turn and points are merged.
    pub(super) fn steps(&self, p: &Position) -> Result<Vec<Step<Position, Named>>, Failure> {
        let mut budget = Budget::new();
        let options = self.options(p, &mut budget)?;
        let mut steps: Vec<Step<Position, Named>> = Vec::with_capacity(options.len());
        // The move of each label so far.
        let mut known: HashMap<String, Step<Position, ()>> = HashMap::new();
        for mut option in options {
            let label = option.by.take();
            let step = option.relabelled(());
            let mut name = label.unwrap_or_else(|| self.write_position(&step.to));
            let is_same = |other: &Step<Position, ()>| *other == step;
            let mut holder = known.get(&name);
            if holder.is_some_and(|other| !is_same(other)) {
                name = format!("{name}: {}", self.write_position(&step.to));
                holder = known.get(&name);
            }
            while holder.is_some_and(|other| !is_same(other)) {
                name.push('\'');
                holder = known.get(&name);
            }
            if holder.is_some() {
                continue;
            }
            known.insert(name.clone(), step.clone());
            steps.push(step.relabelled(Named(name)));
        }
        Ok(steps)
    }

    fn options(&self, p: &Position, budget: &mut Budget) -> Result<Vec<UnnamedMove>, Failure> {
        let mut worker = self.worker();
        let mut options = Vec::new();
        for (place, row) in p.parts.iter().enumerate() {
            for (to, tag, label) in worker.named_moves(row, p.side)? {
                let step = p.after(place, to, tag, &mut worker)?;
                budget.take_move(self, &step.to, label.as_ref().map_or(0, String::len))?;
                let is_alone = p.parts.len() == 1;
                options.push(step.relabelled(label.map(|label| match is_alone {
                    true => label,
                    false => format!("part {}: {label}", place + 1),
                })));
            }
        }
        Ok(options)
    }

    fn picture(&self, p: &Position) -> Option<String> {
        self.program.roles.show?;
        let mut worker = self.worker();
        let mut pictures = Vec::with_capacity(p.parts.len());
        for row in &p.parts {
            pictures.push(match worker.show(row) {
                Ok(picture) => picture?,
                // A failing `show` is not fatal: the position itself is shown.
                Err(failure) => format!(
                    "{} (`show` failed: {})",
                    self.shape.write(row),
                    failure.what().message
                ),
            });
        }
        let is_tall = pictures.iter().any(|picture| picture.contains('\n'));
        Some(pictures.join(if is_tall { "\n+\n" } else { " + " }))
    }
}

impl Notation for Rules {
    fn write(&self, p: &Position) -> String {
        self.write_position(p)
    }

    fn parse(&self, text: &str) -> Result<Position, TextError> {
        self.read_position(text)
    }

    fn write_move(&self, _: &Position, by: &Named) -> String {
        by.0.clone()
    }

    fn view(&self, p: &Position) -> View {
        let text = self.picture(p).unwrap_or_else(|| self.write_position(p));
        View::Text { text }
    }

    fn players(&self) -> [&'static str; 2] {
        match Presentable::default_position(self).side {
            Some(_) => [Side::Left, Side::Right].map(Side::name),
            None => ["Alice", "Bob"],
        }
    }

    fn mover(&self, p: &Position) -> Option<&'static str> {
        p.side.map(Side::name)
    }
}
