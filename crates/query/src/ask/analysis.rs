//! Results of queries: the fields of the JSON output, in their order.

use kibitz_catalogue::SetOut;
use kibitz_game::{Grundy, Places, Plies, Reason};
use kibitz_solve::{Evaluation, Outcome};
use serde::Serialize;

/// The result of `solve`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analysis {
    /// The game's name in the catalogue.
    pub game: String,
    /// Its parameters.
    pub set: SetOut,
    /// The position in kibitz's notation.
    pub position: String,
    /// The player to move, if positions name the players.
    pub mover: Option<String>,
    /// `win`, `draw` or `loss` for the player to move.
    pub value: &'static str,
    /// Distance to the end in plies, under perfect play.
    pub plies: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// The score, signed for the mover.
    pub score: Option<i64>,
    /// The absolute first-move advantage, for games that define one.
    pub importance: Option<u64>,
    /// The outcome class, for games with Left and Right.
    pub outcome_class: Option<&'static str>,
    /// The result with Left to move first, in such a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<SideOut>,
    /// The result with Right to move first, in such a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<SideOut>,
    /// Every move, best first.
    pub moves: Vec<MoveOut>,
    /// The principal variation.
    pub line: Vec<LineOut>,
    /// The explanation.
    pub why: Option<Reason>,
    /// The moves by class, if there are too many to list; `moves` then has one
    /// of each class.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupOut>,
    /// Whether the line was truncated before the end of play.
    #[serde(skip)]
    pub is_line_cut: bool,
    /// The number of moves, listed or not.
    #[serde(skip)]
    pub move_count: u64,
    /// The first-move advantage: by how much moving first raises a player's
    /// score, for games that define it; may be negative.
    #[serde(skip)]
    pub first_move_gain: Option<i64>,
    /// Notes for the user, e.g. why a field is missing.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// One move of an analysis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveOut {
    /// Its name.
    #[serde(rename = "move")]
    pub by: String,
    /// The position it leads to.
    pub position: String,
    /// What it touches on the picture of the position before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Places>,
    /// Its result for the player making it.
    pub value: &'static str,
    /// The distance from the current position in plies, this move included.
    pub plies: Option<u32>,
    /// The Grundy value of the position it leads to.
    pub grundy: Option<u64>,
    /// The score with this move in score play, for the player making it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The points of the move, in score play.
    #[serde(skip_serializing_if = "is_zero")]
    pub points: i64,
    /// Whether the same player moves again afterwards.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// A class of moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GroupOut {
    /// The name of the class.
    pub name: String,
    /// The number of moves in it.
    pub moves: u64,
    /// The number of winning moves in it.
    pub winning: u64,
    /// A move of the class, a winning one if there is any.
    pub example: String,
}

/// One move of the principal variation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LineOut {
    /// Its name.
    #[serde(rename = "move")]
    pub by: String,
    /// The position it leads to.
    pub position: String,
    /// The points of the move, in score play.
    #[serde(skip_serializing_if = "is_zero")]
    pub points: i64,
}

/// The result of `stats`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stats {
    /// The game's name in the catalogue.
    pub game: String,
    /// Its parameters.
    pub set: SetOut,
    /// The position from which the counted ones are reachable; absent if all
    /// positions of the game are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Positions counted.
    pub positions: u64,
    /// Positions without symmetry reduction.
    pub unfolded: Option<u64>,
    /// Pairs of a position and a player to move, for games with Left and Right.
    pub nodes: Option<u64>,
    /// Won for the mover.
    pub win: u64,
    /// Lost for the mover.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// Draws in terminal positions.
    pub ties: u64,
    /// Counts among positions that are not statically decided.
    pub undecided: Option<UndecidedOut>,
    /// The greatest distance of any position.
    pub max_plies: Option<u32>,
    /// A position of this distance.
    pub longest: Option<String>,
    /// The least score of a position, in score play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_score: Option<i64>,
    /// The greatest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub greatest_score: Option<i64>,
    /// Wins and losses by distance.
    pub by_plies: Vec<PliesOut>,
    /// The evaluation of the start.
    pub start: StartOut,
    /// Notes for the user.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// Counts of positions that are not statically decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct UndecidedOut {
    /// Won for the mover.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost for the mover.
    pub loss: u64,
}

impl From<kibitz_solve::Undecided> for UndecidedOut {
    fn from(counts: kibitz_solve::Undecided) -> UndecidedOut {
        UndecidedOut {
            win: counts.win,
            draw: counts.draw,
            loss: counts.loss,
        }
    }
}

/// Wins and losses of one distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PliesOut {
    /// The distance in plies.
    pub plies: u32,
    /// Positions won.
    pub win: u64,
    /// Positions lost.
    pub loss: u64,
}

/// The evaluation of the start, or of the default position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum StartOut {
    /// Its value for the player to move.
    One(ValueOut),
    /// Its values with Left and with Right to move first.
    Both(OutcomeOut),
}

/// The values of a position with Left and with Right to move first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OutcomeOut {
    /// For Left, moving first.
    pub left: SideOut,
    /// For Right, moving first.
    pub right: SideOut,
    /// `N`, `P`, `L` or `R`; with draws both results, Left's first.
    pub outcome_class: &'static str,
}

/// The value of a position for a player who moves first.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideOut {
    /// `win`, `draw` or `loss`.
    pub value: &'static str,
    /// Distance to the end in plies.
    pub plies: Option<u32>,
}

impl From<Evaluation> for SideOut {
    fn from(evaluation: Evaluation) -> SideOut {
        SideOut {
            value: evaluation.wdl.name(),
            plies: evaluation.plies.map(Plies::get),
        }
    }
}

impl From<Outcome> for OutcomeOut {
    fn from(outcome: Outcome) -> OutcomeOut {
        OutcomeOut {
            left: outcome.left.into(),
            right: outcome.right.into(),
            outcome_class: outcome.class(),
        }
    }
}

impl From<Evaluation> for ValueOut {
    fn from(evaluation: Evaluation) -> ValueOut {
        ValueOut {
            value: evaluation.wdl.name(),
            plies: evaluation.plies.map(Plies::get),
            grundy: evaluation.grundy.map(Grundy::get),
            outcome_class: None,
            score: evaluation.score,
        }
    }
}

/// The value of a position for the player to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ValueOut {
    /// `win`, `draw` or `loss`.
    pub value: &'static str,
    /// Distance to the end in plies.
    pub plies: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// The outcome class, for games with Left and Right.
    pub outcome_class: Option<&'static str>,
    /// The score, signed for the mover.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
}

/// Whether a number is left out.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &i64) -> bool {
    *number == 0
}
