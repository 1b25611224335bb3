//! *Dobutsu shogi*, "Let's catch the lion".
//!
//! On 3 files and 4 ranks each player has a lion, an elephant, a giraffe and a
//! chick. A captured piece goes to the captor's hand and may be dropped on any
//! empty cell. A player wins by capturing the lion, or by a *try*: moving the
//! own lion to the far rank where it cannot be captured immediately, or, with
//! `try=any`, in any case. Infinite play is a draw.
//!
//! Positions are adjudicated as in Tanaka's analysis: a position in which the
//! mover can capture the lion is a win in 1, and one in which the opponent's
//! lion is safe on the mover's home rank is a loss in 0. So no lion is ever
//! actually captured, and the mover's own lion is never on the far rank.

mod animals;
mod bundles;
mod notation;
mod position;

use std::borrow::Cow;
use std::convert::Infallible;

use kibitz_game::{
    CONTINUE, CatalogueGame, Flow, Game, Info, Kind, Parameter, Plies, SettingError, Settings,
    Step, Value,
};

pub use animals::{Animal, Player, Small};
pub use position::{Move, Piece, Position};

/// When a lion on the far rank wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Try {
    /// If it cannot be captured immediately.
    #[default]
    Safe,
    /// In any case.
    Any,
}

/// The game.
#[derive(Clone, Debug)]
pub struct Dobutsu {
    rule: Try,
    /// Which of [`Small::ALL`] are in the game.
    present: [bool; 3],
    numbers: bundles::Numbers,
}

impl Dobutsu {
    /// The game with this try rule and these animals besides the lions.
    #[must_use]
    pub fn new(rule: Try, animals: &[Small]) -> Dobutsu {
        let present = Small::ALL.map(|animal| animals.contains(&animal));
        Dobutsu {
            rule,
            present,
            numbers: bundles::Numbers::new(present),
        }
    }

    /// The animals in the game besides the lions.
    pub fn animals(&self) -> impl Iterator<Item = Small> + '_ {
        let all = Small::ALL.into_iter().zip(self.present);
        all.filter_map(|(animal, is_present)| is_present.then_some(animal))
    }

    /// The initial position.
    fn initial_position(&self) -> Position {
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
        Some(self.initial_position())
    }

    fn static_value(&self, p: &Position) -> Result<Option<Value>, Infallible> {
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
            if visit(Step::alternate(p.after(by), by)).is_break() {
                return Ok(Flow::Break(()));
            }
        }
        Ok(CONTINUE)
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
            meaning: "safe (a lion on the far rank wins if it cannot be captured) or any (it always wins)",
        },
        Parameter {
            name: "animals",
            kind: Kind::Text,
            default: "EGC",
            meaning: "animals besides the lions: any of E (elephants), G (giraffes), C (chicks)",
        },
    ]),
    syntax: "ranks from the top joined by /, both hands, the mover, e.g. gle/.c./.C./ELG - - S",
    fields: Cow::Borrowed(&[]),
    contest: None,
};

impl CatalogueGame for Dobutsu {
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
                    let message = format!("expected E, G and C, each at most once, found `{c}`");
                    return Err(set.refuse("animals", at..at + c.len_utf8(), message));
                }
            }
        }
        Ok(Dobutsu::new(rule, &animals))
    }

    fn default_position(&self) -> Position {
        self.initial_position()
    }
}
