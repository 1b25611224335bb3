//! *Dobutsu shogi*, "Let's catch the lion".
//!
//! On 3 files and 4 ranks a player has a lion, an elephant, a giraffe and a
//! chick. What is captured goes to the captor's hand and may be dropped on any
//! empty cell. A player wins by capturing the lion, or by a *try*: by bringing
//! their own lion to the far rank where it cannot be captured at once, or in
//! the variant `try=any` whether it can be or not. Endless play is a draw.
//!
//! Counted as Tanaka did: where the mover can capture the lion, the position is
//! won in 1, and where the opponent's lion stands safe on the mover's home
//! rank, it is lost in 0; no lion is ever captured in fact, and nobody's own
//! lion stands on the far rank when it is their turn.

mod animals;
mod bundles;
mod notation;
mod position;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    Flow, Game, Info, Kind, Listed, MORE, Parameter, Plies, SettingError, Settings, Step, Value,
};

pub use animals::{Animal, Player, Small};
pub use position::{Move, Piece, Position};

/// When a lion on the far rank has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Try {
    /// Where it cannot be captured at once.
    #[default]
    Safe,
    /// As soon as it is there.
    Any,
}

/// The game.
#[derive(Clone, Debug)]
pub struct Dobutsu {
    rule: Try,
    /// Which of [`Small::ALL`] take part.
    present: [bool; 3],
    numbers: bundles::Numbers,
}

impl Dobutsu {
    /// The game with this rule about tries, and these animals beside the lions.
    #[must_use]
    pub fn new(rule: Try, animals: &[Small]) -> Dobutsu {
        let present = Small::ALL.map(|animal| animals.contains(&animal));
        Dobutsu {
            rule,
            present,
            numbers: bundles::Numbers::new(present),
        }
    }

    /// The animals that take part beside the lions.
    pub fn animals(&self) -> impl Iterator<Item = Small> + '_ {
        let all = Small::ALL.into_iter().zip(self.present);
        all.filter_map(|(animal, is_present)| is_present.then_some(animal))
    }

    /// Where play begins.
    fn beginning(&self) -> Position {
        let mut p = Position::BARE;
        let home = [
            (0, Animal::Elephant),
            (1, Animal::Lion),
            (2, Animal::Giraffe),
            (4, Animal::Chick),
        ];
        let takes_part = |animal: Animal| animal.caught().is_none_or(|s| self.present[s as usize]);
        for (cell, animal) in home.into_iter().filter(|(_, a)| takes_part(*a)) {
            for (cell, owner) in [(cell, Player::Sente), (11 - cell, Player::Gote)] {
                p.board[cell] = Some(Piece { animal, owner });
            }
        }
        p
    }
}

impl Game for Dobutsu {
    type Pos = Position;
    type Move = Move;
    type Fault = Infallible;

    fn start(&self) -> Option<Position> {
        Some(self.beginning())
    }

    fn decided(&self, p: &Position) -> Result<Option<Value>, Infallible> {
        let opponent = p.mover.other();
        let is_try = p.has_arrived(opponent);
        let can_catch = p.attacks(p.mover, p.lion(opponent));
        Ok(if can_catch && !(is_try && self.rule == Try::Any) {
            Some(Value::Win(Plies::new(1)))
        } else if is_try {
            Some(Value::Loss(Plies::ZERO))
        } else {
            None
        })
    }

    fn expand<F>(&self, p: &Position, mut visit: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Position, Move>) -> Flow,
    {
        for by in p.moves() {
            if visit(Step::pass(p.after(by), by)).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(MORE)
    }
}

static INFO: Info<'static> = Info {
    name: "dobutsu",
    aliases: &["dobutsu-shogi", "animal-shogi"],
    summary: "catch the lion, or bring yours to the far rank, on 3×4 cells with pieces to drop",
    parameters: Cow::Borrowed(&[
        Parameter {
            name: "try",
            kind: Kind::Text,
            default: "safe",
            meaning: "safe (a lion on the far rank wins if it cannot be captured) or any (it wins)",
        },
        Parameter {
            name: "animals",
            kind: Kind::Text,
            default: "EGC",
            meaning: "those beside the lions: any of E (elephants), G (giraffes), C (chicks)",
        },
    ]),
    syntax: "ranks from the top joined by /, both hands, the mover, as gle/.c./.C./ELG - - S",
    fields: Cow::Borrowed(&[]),
    contest: None,
};

impl Listed for Dobutsu {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Dobutsu, SettingError> {
        let text = set.text("try");
        let rule = match text {
            "safe" => Try::Safe,
            "any" => Try::Any,
            _ => return Err(set.refuse("try", 0..text.len(), "expected safe or any")),
        };
        let mut animals = Vec::new();
        let text = set.text("animals");
        for (at, c) in text.char_indices() {
            let small = Small::ALL
                .into_iter()
                .find(|small| small.dropped().letter() == c);
            match small {
                Some(small) if !animals.contains(&small) => animals.push(small),
                _ => {
                    let message = format!("expected E, G and C, each once at most, found `{c}`");
                    return Err(set.refuse("animals", at..at + c.len_utf8(), message));
                }
            }
        }
        Ok(Dobutsu::new(rule, &animals))
    }

    fn shown(&self) -> Position {
        self.beginning()
    }
}
